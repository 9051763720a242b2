"""What classes, kindreds and weapons of Dolmenwood add to the plain rules (DOL-048)."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.rules.dolmenwood.hollow import DIRK, LONGSWORD, beast, delve, hero, rolls
from tests.scene import fighter, terms, told, unit, why_not

from shieldwall.abilities.attack_conditions import RAGING
from shieldwall.abilities.body_conditions import LAST_STAND
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.state.harm import COLD_IRON, SLASHING
from shieldwall.engine.state.sheet import FAIRY, KIN_NAMES, UNDEAD_KIN, Weapon, make_weapon
from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.fight import Fight

UNDEAD = UNDEAD_KIN
GIANT = 1 << KIN_NAMES.index("giant")
HAMMER = make_weapon("hammer", 1, 6, pierces=2)
IRON = make_weapon("cold iron sword", 1, 8, kinds=SLASHING | COLD_IRON)


STRIKE = rolls(6, 1) + "> a done\n> a attack g with longsword\n"


# Backstabs.


def stab(tape: str = "", surprised: str = "foes", **foe: object) -> Fight:
    thief = hero(abilities=gifted(backstabs=True), strength=1)
    start = "" if surprised else rolls(6, 1)
    return delve(
        "a g",
        start + "> a done\n> a attack g with longsword\n" + tape,
        surprised=surprised, a=thief, g=beast(hp=30, **foe),
    )  # fmt: skip


@pytest.mark.rule("DOL-048")
def test_a_backstab_hits_with_four_more_and_does_3d4_and_str_instead_of_the_weapon() -> None:
    fight = stab(
        """
        ! attack d20 6
        = attack unit=a target=g weapon=longsword how=melee die=6 total=12 ac=12 hit=yes
        ! damage d4 4
        ! damage d4 1
        ! damage d4 2
        = harm unit=g by=a amount=8 left=22 cause=hit
        """,
    )
    assert terms(fight, "attack")["backstab"] == 4
    assert terms(fight, "harm") == {"backstab": 7, "str": 1}


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(
    ("surprised", "size"), [("", 1), ("foes", 2)], ids=["one who is aware", "one who is large"]
)
def test_there_is_no_stabbing(surprised: str, size: int) -> None:
    fight = stab(
        """
        ! attack d20 10
        = attack unit=a target=g weapon=longsword how=melee die=10 total=12 ac=12 hit=yes
        ! damage d8 3
        """,
        surprised,
        size=size,
    ) if size == 1 else delve(
        "a g .\n. . .",
        "> a done\n> a attack g with longsword\n! attack d20 10\n! damage d8 3\n",
        surprised=surprised,
        a=hero(abilities=gifted(backstabs=True), strength=1),
        g=beast(hp=30, size=2),
    )  # fmt: skip
    assert "backstab" not in terms(fight, "attack")
    assert unit(fight, "g").hp == 26


# What fighters learn.


@pytest.mark.rule("DOL-048")
def test_battle_rage_gives_two_to_hit_and_damage_and_costs_four_ac() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a rage
        = condition unit=a what=raging until=2
        > a attack g with longsword
        ! attack d20 9
        = attack unit=a target=g weapon=longsword how=melee die=9 total=12 ac=12 hit=yes
        ! damage d8 1
        = harm unit=g by=a amount=3 left=7 cause=hit
        > g done
        > g attack a with longsword
        ! attack d20 7
        = attack unit=g target=a weapon=longsword how=melee die=7 total=8 ac=8 hit=yes
        ! damage d8 1
        """,
        a=hero(abilities=gifted(rages=True)),
        g=beast(),
    )
    assert unit(fight, "a").effect(RAGING) is not None


@pytest.mark.rule("DOL-048")
def test_one_in_a_rage_neither_flees_nor_leaves_nor_rages_twice() -> None:
    fight = delve(
        "a . g",
        rolls(6, 1) + "> a rage\n",
        a=hero(abilities=gifted(rages=True)),
        g=beast(),
    )
    assert why_not(fight, "a rage") == "used-up DOL-048"
    assert why_not(fight, "a leave") == "is-raging DOL-048"
    assert why_not(fight, "a run-away") == "is-raging DOL-048"
    in_melee = delve(
        "a g",
        rolls(6, 1)
        + """
        > a rage
        > a done
        > a attack g with longsword
        ! attack d20 2
        > g done
        > g done
        > g pass
        """
        + rolls(6, 1),
        a=hero(abilities=gifted(rages=True)),
        g=beast(),
    )
    assert unit(in_melee, "a").in_melee, "and nobody asks it whether it declares to flee"


@pytest.mark.rule("DOL-048")
def test_no_unit_rages_without_the_talent() -> None:
    fight = delve("a g", rolls(6, 1), a=hero(), g=beast())
    assert why_not(fight, "a rage") == "not-learnt DOL-048"
    assert why_not(fight, "a second-blade : guard") == "not-learnt DOL-048"


@pytest.mark.rule("DOL-048")
def test_cleave_follows_a_kill_with_a_blow_at_minus_two_once_a_round() -> None:
    fight = delve(
        """
        g a h
        . i .
        """,
        rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 15
        ! damage d8 8
        > a follow-up h with longsword
        = follows-up unit=a target=h
        ! attack d20 12
        = attack unit=a target=h weapon=longsword how=melee die=12 total=11 ac=11 hit=yes
        ! damage d8 8
        """,
        a=hero(abilities=gifted(follows_up=True, follow_up_hit=-2)),
        g=beast(hp=1),
        h=beast(hp=1, ac=11),
        i=beast(),
    )
    assert [unit(fight, name).status for name in "ghi"] == [DEAD, DEAD, ACTIVE]
    assert len(told(fight, "follows-up")) == 1


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("drawing", "less"), [("d a g", -2), ("d . a g", 0)])
def test_a_defender_makes_foes_worse_by_two_against_a_friend_at_its_side(
    drawing: str, less: int
) -> None:
    fight = delve(
        drawing,
        rolls(1, 6) + "> g done\n> g attack a with longsword\n! attack d20 1\n",
        a=hero(),
        d=hero(abilities=gifted(defends=2)),
        g=beast(),
    )
    assert terms(fight, "attack").get("defender", 0) == less


@pytest.mark.rule("DOL-048")
def test_a_defender_does_not_defend_itself() -> None:
    fight = delve(
        "a d g",
        rolls(1, 6) + "> g done\n> g attack d with longsword\n! attack d20 1\n",
        a=hero(),
        d=hero(abilities=gifted(defends=2)),
        g=beast(),
    )
    assert "defender" not in terms(fight, "attack")


LAST = """
> g done
> g attack a with longsword
! attack d20 19
! damage d8 8
"""


def quiet_round(*dice: int) -> str:
    return rolls(*dice) + "> g done\n> g done\n> a done\n> a done\n"


@pytest.mark.rule("DOL-048")
def test_a_last_stand_is_five_rounds_on_ones_feet_and_then_death() -> None:
    stand = rolls(1, 6) + LAST + "= hangs-on unit=a left=1\n> a done\n> a done\n"
    more = "> a pass\n> g pass\n"
    four = "".join(more + quiet_round(1, 6) for _ in range(4))
    a, g = hero(hp=5, abilities=gifted(last_stand=True)), beast(fearless=True)
    fight = delve("a g", stand + four, a=a, g=g)
    assert (unit(fight, "a").status, unit(fight, "a").hp) == (ACTIVE, 1)
    assert unit(fight, "a").effect(LAST_STAND) is not None
    over = delve("a g", stand + four + more + quiet_round(1, 6), a=a, g=g)
    assert unit(over, "a").status == DEAD


@pytest.mark.rule("DOL-048")
def test_harm_does_not_end_a_last_stand_and_it_comes_once_a_fight() -> None:
    fight = delve(
        "a g",
        rolls(1, 6) + LAST + "> a done\n> a done\n> a pass\n> g pass\n" + rolls(1, 6) + LAST,
        a=hero(hp=5, abilities=gifted(last_stand=True)),
        g=beast(fearless=True),
    )
    assert (unit(fight, "a").status, unit(fight, "a").hp) == (ACTIVE, 1)
    assert len(told(fight, "hangs-on")) == 1


def shaken(lead: Abilities, drawing: str, after: str) -> Fight:
    """One of two hired hands is slain; the other tests its nerve, its leader near."""
    hired = beast(hp=1, morale=7, creature=False, named=False)
    return delve(
        drawing,
        rolls(1, 6)
        + """
        > g done
        > h done
        > g attack a with longsword
        ! attack d20 20
        ! damage d8 8
        > h done
        > b done
        > c done
        > b done
        > c done
        > referee morale : 0
        ! morale d6 4
        ! morale d6 4
        """
        + after,
        party="a b c",
        a=hired,
        b=beast(hp=9, morale=7, creature=False, named=False),
        c=hero(abilities=lead),
        g=beast(),
        h=beast(),
    )


@pytest.mark.rule("DOL-048", "DOL-040")
@pytest.mark.parametrize(
    ("leads", "gap", "held"), [(1, 11, True), (1, 12, False), (0, 1, False)],
    ids=["60 ft away", "65 ft away", "no leader"],
)  # fmt: skip
def test_a_leader_adds_one_to_morale_up_to_60_ft(leads: int, gap: int, held: bool) -> None:
    """2d6 = 8 breaks a morale of 7, and not one of 8."""
    lead = gifted(leads=leads) if leads else gifted(melee_hit=1)
    fight = shaken(lead, "c" + " ." * gap + " b a g h", rolls(6, 1) if held else "")
    assert unit(fight, "b").broken is not held


@pytest.mark.rule("DOL-048")
def test_the_second_blade_wards_by_one_until_the_next_turn_or_helps_to_hit() -> None:
    duellist = hero(weapons=(LONGSWORD, DIRK), abilities=gifted(second_blade=True))
    guarded = delve(
        "a g",
        rolls(6, 1)
        + """
        > a second-blade : guard
        > a done
        > a done
        > a done
        > g done
        > g attack a with longsword
        ! attack d20 11
        = attack unit=g target=a weapon=longsword how=melee die=11 total=12 ac=13 hit=no
        """,
        a=duellist,
        g=beast(),
    )
    assert unit(guarded, "a").hp == 10
    struck = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a done
        > a second-blade : strike
        > a attack g with longsword
        ! attack d20 10
        = attack unit=a target=g weapon=longsword how=melee die=10 total=12 ac=12 hit=yes
        ! damage d8 1
        """,
        a=duellist,
        g=beast(),
    )
    assert terms(struck, "attack")["talent"] == 1
    fight = delve("a g", rolls(6, 1) + "> a second-blade : guard\n", a=duellist, g=beast())
    assert why_not(fight, "a second-blade : strike") == "used-up DOL-048"


@pytest.mark.rule("DOL-048")
def test_the_second_blade_needs_a_free_hand_and_a_small_blade() -> None:
    able = gifted(second_blade=True)
    shielded = hero(weapons=(LONGSWORD, DIRK), abilities=able, shield=1)
    fight = delve("a g", rolls(6, 1), a=shielded, g=beast())
    assert why_not(fight, "a second-blade : guard") == "hand-holds-shield DOL-048"
    fight = delve("a g", rolls(6, 1), a=hero(abilities=able), g=beast())
    assert why_not(fight, "a second-blade : guard") == "no-second-blade DOL-048"
    assert why_not(fight, "a second-blade : nothing") == "guard-or-strike DOL-048"


# Targets.


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("kin", "more"), [(UNDEAD, 1), (GIANT, 0), (UNDEAD | GIANT, 1)])
def test_a_slayer_adds_one_to_hit_and_damage_against_its_kind_of_foe(kin: int, more: int) -> None:
    fight = delve(
        "a g",
        STRIKE + f"! attack d20 {11 - more}\n! damage d8 2\n",
        a=hero(abilities=gifted(slays=UNDEAD, slay_hit=1, slay_damage=1)),
        g=beast(kin=kin),
    )
    assert unit(fight, "g").hp == 8 - more
    assert terms(fight, "attack").get("foe it knows", 0) == more


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("size", "more"), [(1, 0), (2, 2), (3, 2)])
def test_a_knight_of_the_fifth_level_adds_two_against_the_large(size: int, more: int) -> None:
    rows = "\n".join(". " * size for _ in range(size - 1))
    fight = delve(
        "a g " + ". " * (size - 1) + "\n" + rows,
        STRIKE + f"! attack d20 {11 - more}\n! damage d8 2\n",
        a=hero(abilities=gifted(large_hit=2, large_damage=2)),
        g=beast(size=size),
    )
    assert unit(fight, "g").hp == 8 - more


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("size", "ac"), [(1, 12), (2, 14)])
def test_the_small_folk_have_two_ac_more_against_the_large_in_melee(size: int, ac: int) -> None:
    fight = delve(
        "a g . \n. . .",
        rolls(1, 6) + "> g done\n> g attack a with longsword\n! attack d20 2\n",
        a=hero(abilities=gifted(large_ac=2)),
        g=beast(size=size),
    )
    assert f"ac={ac} " in told(fight, "attack")[0]


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("metal", "more"), [(True, 2), (False, 0)])
def test_what_pierces_armour_adds_two_against_metal(metal: bool, more: int) -> None:
    fight = delve(
        "a g",
        rolls(6, 1) + "> a done\n> a attack g with hammer\n! attack d20 2\n",
        a=hero(weapons=(HAMMER,)),
        g=beast(metal=metal),
    )
    assert terms(fight, "attack").get("armour piercing", 0) == more


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(
    ("weapon", "kin", "harm"),
    [(IRON, FAIRY, 4), (IRON, GIANT, 3), (LONGSWORD, FAIRY, 3)],
    ids=["a fairy", "a giant", "another blade"],
)
def test_cold_iron_does_one_more_to_a_fairy(weapon: Weapon, kin: int, harm: int) -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + f"> a done\n> a attack g with {weapon.name}\n! attack d20 15\n! damage d8 3\n",
        a=hero(weapons=(weapon,)),
        g=beast(kin=kin),
    )
    assert unit(fight, "g").hp == 10 - harm


# Being first.


@pytest.mark.rule("DOL-048", "DOL-016")
def test_the_decisive_act_first_where_initiative_is_tied() -> None:
    quick = fighter(hp=10, weapons=(LONGSWORD,), abilities=gifted(decisive=True))
    fight = delve("a g", rolls(3, 3) + "> a done\n", a=quick, g=beast())
    assert told(fight, "decisive") == ["decisive side=party"]
    assert told(fight, "rolls-again") == []
    both = delve(
        "a g",
        rolls(3, 3) + "! initiative tie d6 2\n! initiative tie d6 5\n> g done\n",
        a=quick,
        g=beast(abilities=gifted(decisive=True)),
    )
    assert told(both, "decisive") == []
