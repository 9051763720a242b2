"""Execution attacks: a minute of preparation, then one attack on an unaware target."""

import pytest
from tests.rules.ways import exact
from tests.scene import (
    BOW,
    DAGGER,
    MACE,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play_setup,
    setup,
    terms,
    told,
    unit,
)

from shieldwall.engine.points import TURN
from shieldwall.engine.state.sheet import (
    DEX,
    RELOAD_BOW,
    SHOOT,
    STAB,
    STR,
    Sheet,
    Weapon,
    make_weapon,
)
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight

STILETTO = make_weapon(
    "stiletto", 1, 4, shock=1, shock_ac=18, attributes=(DEX,), skill=STAB, precise_murder=True
)
HAND_BOW = make_weapon(
    "hand bow", 1, 6, attributes=(DEX,), skill=SHOOT, melee=False, normal_range=20, long_range=60,
    two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip


def murder(
    tape: str,
    drawing: str = "a g",
    poised: str = "a",
    a: Sheet | None = None,
    g: Sheet | None = None,
    b: Sheet | None = None,
    h: Sheet | None = None,
) -> Fight:
    """The foes are unaware; those in `poised` have spent their minute."""
    people = {"a": a or fighter(hp=8), "g": g or foe(hp=20)}
    if b is not None:
        people["b"] = b
    if h is not None:
        people["h"] = h
    made = setup(drawing, surprised="foes", **people)  # type: ignore[arg-type]
    made.poised = tuple(poised.split())
    return play_setup(made, tape, first="")


def stab(save: int, weapon: Weapon = SWORD, **facts: object) -> Fight:
    """An execution of a victim that saves on 15, with this die."""
    return murder(
        f"> a execute g with {weapon.name}\n! save d20 {save}\n",
        a=fighter(weapons=(weapon,), **facts),
        g=foe(hp=40, named=True, saves=(15, 2, 2)),
    )


@pytest.mark.rule("SOV-137", "SOV-139")
def test_a_blade_cannot_miss_a_unit_that_suspects_nothing() -> None:
    """No attack roll, regardless of armour; the save decides at once."""
    fight = murder(
        """
        > a execute g with sword
        = executes unit=a target=g how=melee
        ! save d20 14
        = save unit=g against=physical die=14 needed=15 passed=no
        = falls unit=g by=a how=down
        """,
        a=fighter(attack=-5),
        g=foe(hp=40, ac=30, named=True),
    )
    assert told(fight, "attack", "check") == []
    assert unit(fight, "g").hp == 0
    assert unit(fight, "g").status == DOWN


@pytest.mark.rule("SOV-139", "SOV-138")
@pytest.mark.parametrize("weapon", [SWORD, BOW])
def test_it_takes_a_minute_beforehand(weapon: Weapon) -> None:
    fight = murder("", poised="", a=fighter(weapons=(weapon,)))
    assert exact(fight, f"a execute g with {weapon.name}") == "no-minute-spent SOV-138"


@pytest.mark.rule("SOV-137")
def test_it_needs_a_victim_that_is_wholly_unaware() -> None:
    made = setup("a g", a=fighter(), g=foe())
    made.poised = ("a",)
    assert exact(play_setup(made, ""), "a execute g with sword") == "suspects-something SOV-137"
    fight = murder("> a done\n! initiative d8 8\n! initiative d8 1\n")
    assert exact(fight, "a execute g with sword") == "suspects-something SOV-137"


@pytest.mark.rule("SOV-137", "SOV-138")
@pytest.mark.parametrize("noise", ["attack h with sword\n! attack d20 2"])
def test_any_alarm_spoils_it(noise: str) -> None:
    """After an open attack no unit is unaware any more."""
    b, h = fighter(), foe(hp=20)
    quiet = murder("> b done\n", "a g . h b", "a b", b=b, h=h)
    assert exact(quiet, "a execute g with sword") == ""
    alarmed = murder(f"> b {noise}\n> b done\n", "a g . h b", "a b", b=b, h=h)
    assert exact(alarmed, "a execute g with sword") == "suspects-something SOV-137"


@pytest.mark.rule("SOV-139")
def test_a_blade_must_reach_its_victim() -> None:
    fight = murder("", "a . g", a=fighter(weapons=(SWORD,)))
    assert exact(fight, "a execute g with sword") == "out-of-reach SOV-047"


@pytest.mark.rule("SOV-137")
def test_it_takes_the_main_and_the_patience() -> None:
    fight = stab(20)
    assert unit(fight, "a").mains == 0
    assert not unit(fight, "a").poised
    assert exact(fight, "a execute g with sword") == "main-spent SOV-035"


# The shot.


def shot(squares: int, dice: tuple[int, int], after: str = "", **facts: object) -> Fight:
    """From this many squares away, with a bow for 20 ft and at most 60."""
    return murder(
        f"""
        > a execute g with hand bow
        ! execution d6 {dice[0]}
        ! execution d6 {dice[1]}
        {after}
        """,
        "a" + " ." * (squares - 1) + " g",
        a=fighter(weapons=(HAND_BOW, SWORD), **facts),
        g=foe(hp=40, ac=30, named=True),
    )


@pytest.mark.rule("SOV-138", "W-P08")
@pytest.mark.parametrize(("squares", "bonus"), [(1, 4), (2, 4), (3, 2), (4, 2), (5, 0), (12, 0)])
def test_a_shot_needs_a_10_and_is_easier_from_near(squares: int, bonus: int) -> None:
    """Within 10 ft 4 more, else within normal range 2 more; a 10 is enough, a 9 is not."""
    short = 9 - bonus
    low = (short // 2, short - short // 2)
    missed = shot(squares, low)
    assert told(missed, "check") == ["check unit=a what=execution total=9 needed=10 passed=no"]
    assert told(missed, "save") == []
    hit = shot(squares, (low[0] + 1, low[1]), "! save d20 1")
    assert told(hit, "check") == ["check unit=a what=execution total=10 needed=10 passed=yes"]
    assert terms(hit, "check").get("situation", 0) == bonus
    assert unit(hit, "g").hp == 0


@pytest.mark.rule("SOV-138")
def test_a_shot_reaches_no_further_than_the_bow() -> None:
    fight = murder("", "a" + " ." * 12 + " g", a=fighter(weapons=(HAND_BOW,)))
    assert exact(fight, "a execute g with hand bow") == "out-of-range SOV-102"


@pytest.mark.rule("SOV-138")
def test_the_shot_is_a_check_of_dex_and_shoot() -> None:
    fight = shot(5, (3, 3), "! save d20 1", dex=2, shoot=2, strength=5, stab=5, attack=9)
    assert terms(fight, "check") == {"2d6": 6, "dex": 2, "shoot": 2}


@pytest.mark.rule("SOV-138", "G-26")
def test_a_shot_that_misses_hurts_no_unit_and_alerts_them_all() -> None:
    """The foe next to a runner strikes again; while it suspects nothing it does not."""
    a, b, h = fighter(weapons=(HAND_BOW,)), fighter(), foe(hp=20)
    drawing = "a . . . h\n. b g . ."
    unaware = murder("> b run A2\n", drawing, a=a, b=b, h=h)
    assert told(unaware, "moved") == ["moved unit=b path=A2 feet=5"]
    fight = murder(
        "> a execute g with hand bow\n! execution d6 1\n! execution d6 1\n> a done\n> b run A2\n",
        drawing,
        a=a,
        b=b,
        h=h,
    )
    assert told(fight, "harm", "save", "falls") == []
    assert not unit(fight, "g").surprised
    assert not unit(fight, "h").surprised
    assert unit(fight, "a").unloaded == 1
    assert fight.request is not None
    assert fight.request.point != TURN, "g is asked whether it strikes"


@pytest.mark.rule("SOV-138")
def test_a_thrown_blade_is_a_shot_too_and_lies_where_it_struck() -> None:
    fight = murder(
        """
        > a execute g with dagger
        = executes unit=a target=g how=ranged
        ! execution d6 3
        ! execution d6 5
        ! save d20 15
        """,
        "a . . g",
        a=fighter(weapons=(DAGGER, SWORD), stab=0),
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=4 left=16 cause=hit"]
    assert [thing.cell for thing in fight.state.dropped] == [3]
    assert unit(fight, "a").gone == 1


# The save.


@pytest.mark.rule("SOV-140")
@pytest.mark.parametrize(("level", "needs"), [(-1, 15), (0, 15), (1, 16), (3, 18)])
def test_the_save_is_harder_by_the_skill_with_the_weapon(level: int, needs: int) -> None:
    """A Physical save; one without the skill makes it no easier."""
    assert unit(stab(needs, stab=level, brawl=4, shoot=4), "g").hp > 0
    assert unit(stab(needs - 1, stab=level, brawl=4, shoot=4), "g").hp == 0


@pytest.mark.rule("SOV-140")
def test_bare_hands_use_brawl_and_bows_use_shoot() -> None:
    assert unit(stab(16, UNARMED, brawl=1, stab=4), "g").hp > 0
    assert unit(stab(15, UNARMED, brawl=1, stab=4), "g").hp == 0
    for die, down in ((16, False), (15, True)):
        fight = shot(1, (6, 6), f"! save d20 {die}", shoot=1, stab=4)
        assert (unit(fight, "g").hp == 0) == down


@pytest.mark.rule("SOV-140")
def test_a_20_always_saves_and_a_1_never_does() -> None:
    assert unit(stab(20, stab=9), "g").hp > 0
    fight = murder("> a execute g with sword\n! save d20 1\n", g=foe(hp=40, saves=(1, 1, 1)))
    assert unit(fight, "g").hp == 0
    fight = murder("> a execute g with sword\n! save d20 2\n", g=foe(hp=40, saves=(1, 20, 20)))
    assert unit(fight, "g").hp == 32


@pytest.mark.rule("SOV-140")
def test_a_weapon_made_for_murder_takes_another_point_from_the_save() -> None:
    assert unit(stab(17, STILETTO, stab=1), "g").hp > 0
    assert unit(stab(16, STILETTO, stab=1), "g").hp == 0


@pytest.mark.rule("SOV-141")
@pytest.mark.parametrize(("named", "how", "status"), [(True, "down", DOWN), (False, "dead", DEAD)])
@pytest.mark.parametrize("weapon", [SWORD, MACE])
def test_a_failed_save_leaves_one_dying_and_the_nameless_dead(
    weapon: Weapon, named: bool, how: str, status: int
) -> None:
    """A weapon that may spare does not spare here: the wound is mortal."""
    fight = murder(
        f"> a execute g with {weapon.name}\n! save d20 14\n",
        a=fighter(weapons=(weapon,)),
        g=foe(hp=40, named=named),
    )
    assert told(fight, "falls") == [f"falls unit=g by=a how={how}"]
    assert unit(fight, "g").status == status
    assert unit(fight, "g").hp == 0
    assert not unit(fight, "g").stable


@pytest.mark.rule("SOV-142")
def test_a_save_that_is_made_still_lets_the_most_damage_through() -> None:
    """The highest face of every die, with everything that adds to damage; nothing is rolled."""
    blade = make_weapon("fine blade", 2, 6, bonus=1, attributes=(STR,), magic=1)
    fight = stab(15, blade, strength=2, stab=0)
    assert told(fight, "harm") == ["harm unit=g by=a amount=16 left=24 cause=hit"]
    assert unit(fight, "g").status == ACTIVE


@pytest.mark.rule("SOV-142", "SOV-113")
def test_the_most_of_a_bare_hand_includes_brawl() -> None:
    fight = stab(18, UNARMED, brawl=3, strength=1)
    assert told(fight, "harm") == ["harm unit=g by=a amount=6 left=34 cause=hit"]


@pytest.mark.rule("SOV-142")
def test_a_weapon_made_for_murder_doubles_it() -> None:
    fight = stab(18, STILETTO, dex=1, stab=0)
    assert told(fight, "harm") == ["harm unit=g by=a amount=10 left=30 cause=hit"]


@pytest.mark.rule("SOV-142", "SOV-167")
def test_the_most_damage_may_bring_down_all_the_same() -> None:
    fight = murder("> a execute g with sword\n! save d20 20\n", g=foe(hp=8))
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]
    assert fight.outcome is not None


@pytest.mark.rule("SOV-141", "SOV-145")
def test_a_silent_death_shakes_the_others_of_the_group() -> None:
    fight = murder(
        "> a execute g with sword\n! save d20 1\n",
        "a g . h",
        g=foe(hp=20, creature=True),
        h=foe(hp=20, creature=True),
    )
    assert told(fight, "breaks") == ["breaks unit=h why=losses"]
