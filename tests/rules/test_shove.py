"""Shoving: an attack without damage, an opposed check, and the foe falls prone or is pushed."""

import pytest
from tests.rules.ways import exact, with_floors
from tests.scene import (
    BOW,
    MACE,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    play_setup,
    setup,
    terms,
    told,
    unit,
    where,
)

from shieldwall.engine.points import TURN
from shieldwall.engine.state.sheet import Sheet, Weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight

FOOT = 12


def shove(first: int, second: int, a: Sheet | None = None, g: Sheet | None = None) -> Fight:
    """A hit, then the test of strength with these dice, to throw the foe down."""
    return play(
        "a g .",
        f"""
        > a shove g with sword : prone
        ! attack d20 15
        ! shove d6 {first}
        ! shove d6 {second}
        """,
        a=a or fighter(),
        g=g or foe(),
    )


def places(fight: Fight) -> list[str]:
    """The squares the foe could be pushed to with the first weapon."""
    return sorted(
        {text.split()[2] for text in listed(fight) if " shove " in text and text.endswith("push")}
    )


@pytest.mark.rule("SOV-125", "SOV-126")
def test_a_shove_is_an_attack_then_a_test_of_strength_and_the_foe_lies_unhurt() -> None:
    fight = play(
        "a g .",
        """
        > a shove g with sword : prone
        ! attack d20 11
        = attack unit=a target=g weapon=sword how=melee die=11 total=12 ac=12 hit=yes
        ! shove d6 5
        ! shove d6 3
        = check unit=a what=shove total=8 needed=8 passed=yes
        = shoved unit=g by=a how=prone
        """,
        a=fighter(),
        g=foe(hp=4, ac=12),
    )
    assert unit(fight, "g").prone
    assert unit(fight, "g").hp == 4
    assert not unit(fight, "g").hurt
    assert told(fight, "harm") == []
    assert where(fight, "g") == "B1"


@pytest.mark.rule("SOV-125", "SOV-121", "G-15")
def test_a_shove_that_misses_ends_there_and_deals_no_shock() -> None:
    """As a normal attack it would have dealt the sword's 2."""
    fight = play(
        "a g .",
        """
        > a shove g with sword : prone
        ! attack d20 10
        = attack unit=a target=g weapon=sword how=melee die=10 total=11 ac=12 hit=no
        """,
        a=fighter(weapons=(SWORD,)),
        g=foe(hp=4, ac=12, shield=1),
    )
    assert told(fight, "check", "shoved", "harm", "shock-stopped") == []
    assert not unit(fight, "g").prone
    assert not unit(fight, "g").shield_spent
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-121", "G-15")
@pytest.mark.parametrize("deed", ["shove g with sword : prone", "attack g with sword"])
def test_no_unit_is_asked_to_defend_itself_against_a_shock_that_will_not_come(deed: str) -> None:
    """The miss of an attack would deal 2, and is worth a Total Defense; that of a shove is not."""
    fight = play(
        "a g .",
        f"> a {deed}\n! attack d20 10\n",
        stops="matters",
        a=fighter(weapons=(SWORD,)),
        g=foe(hp=20, ac=12),
    )
    assert fight.request is not None
    assert (fight.request.point == TURN) == deed.startswith("shove")


@pytest.mark.rule("SOV-125", "SOV-027")
@pytest.mark.parametrize(("dice", "down"), [((3, 4), False), ((4, 4), True), ((4, 5), True)])
def test_between_equals_the_shove_needs_an_8(dice: tuple[int, int], down: bool) -> None:
    fight = shove(*dice)
    assert unit(fight, "g").prone == down
    assert told(fight, "shoved") == (["shoved unit=g by=a how=prone"] if down else [])


@pytest.mark.rule("SOV-125")
@pytest.mark.parametrize(("brawl", "exert", "used"), [(0, 2, "exert"), (2, -1, "brawl")])
def test_the_attacker_adds_strength_and_the_better_of_brawl_and_exert(
    brawl: int, exert: int, used: str
) -> None:
    """Neither DEX nor Stab helps."""
    strong = fighter(strength=1, brawl=brawl, exert=exert, dex=3, stab=3)
    fight = shove(2, 3, a=strong)
    assert terms(fight, "check") == {"2d6": 5, "str": 1, used: 2}
    assert unit(fight, "g").prone
    assert not unit(shove(2, 2, a=strong), "g").prone


@pytest.mark.rule("SOV-125")
@pytest.mark.parametrize(("brawl", "exert"), [(0, 2), (2, -1)])
def test_the_defender_adds_strength_and_the_better_of_brawl_and_exert(
    brawl: int, exert: int
) -> None:
    strong = foe(strength=1, brawl=brawl, exert=exert, dex=3, stab=3)
    assert told(shove(5, 5, g=strong), "check", "shoved") == [
        "check unit=a what=shove total=10 needed=11 passed=no"
    ]
    assert unit(shove(5, 6, g=strong), "g").prone


@pytest.mark.rule("SOV-125", "G-11")
def test_a_creature_uses_its_one_modifier_on_either_side() -> None:
    ogre = fighter(creature=True, check=2, strength=-2)
    fight = shove(3, 3, a=ogre, g=foe())
    assert terms(fight, "check") == {"2d6": 6, "skill": 2}
    assert unit(fight, "g").prone
    goblin = foe(creature=True, check=-1, brawl=3)
    assert told(shove(3, 4, g=goblin), "check") == [
        "check unit=a what=shove total=7 needed=7 passed=yes"
    ]


@pytest.mark.rule("SOV-125", "G-15")
@pytest.mark.parametrize("weapon", [UNARMED, MACE, SPEAR])
def test_any_melee_weapon_will_do(weapon: Weapon) -> None:
    fight = play(
        "a g .",
        f"""
        > a shove g with {weapon.name} : prone
        ! attack d20 15
        ! shove d6 6
        ! shove d6 6
        """,
        a=fighter(weapons=(weapon,)),
        g=foe(),
    )
    assert unit(fight, "g").prone


@pytest.mark.rule("SOV-125", "G-15")
def test_the_weapon_must_reach_the_foe_in_melee() -> None:
    spear = play("a . g", "", a=fighter(weapons=(SPEAR, SWORD)), g=foe())
    assert exact(spear, "a shove g with spear : prone") == ""
    assert exact(spear, "a shove g with sword : prone") == "out-of-reach SOV-047"
    bow = play("a g .", "", a=fighter(weapons=(BOW,)), g=foe())
    assert exact(bow, "a shove g with small bow : prone") == "no-melee-weapon SOV-047"


@pytest.mark.rule("SOV-125")
def test_a_shove_takes_the_main_and_leaves_the_move() -> None:
    fight = shove(6, 6)
    assert exact(fight, "a shove g with sword : prone") == "main-spent SOV-035"
    assert unit(fight, "a").moves == 1


@pytest.mark.rule("SOV-126")
def test_the_foe_may_be_pushed_into_a_square_beside_it_instead() -> None:
    fight = play(
        "a g . .",
        """
        > a shove C1 g with sword : push
        ! attack d20 15
        ! shove d6 4
        ! shove d6 4
        = shoved unit=g by=a how=pushed
        = pushed-to unit=g at=C1
        """,
        a=fighter(),
        g=foe(hp=4),
    )
    assert where(fight, "g") == "C1"
    assert not unit(fight, "g").prone
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-126", "SOV-125")
def test_a_push_that_fails_moves_no_unit() -> None:
    fight = play(
        "a g . .",
        """
        > a shove C1 g with sword : push
        ! attack d20 15
        ! shove d6 4
        ! shove d6 3
        """,
        a=fighter(),
        g=foe(),
    )
    assert where(fight, "g") == "B1"
    assert told(fight, "shoved", "pushed-to") == []


@pytest.mark.rule("SOV-126", "G-16")
def test_a_push_leads_to_any_free_neighbouring_square_that_is_no_nearer() -> None:
    """All eight squares except the shover's own: those beside it are as near as before. No second
    square.
    """
    fight = play(". . . . .\n. a g . .\n. . . . .", "", a=fighter(), g=foe())
    assert places(fight) == ["B1", "B3", "C1", "C3", "D1", "D2", "D3"]
    for square in ("B2", "E2", "A1"):
        refusal = exact(fight, f"a shove {square} g with sword : push")
        assert refusal == "no-place-to-push SOV-126", square


@pytest.mark.rule("SOV-126", "SOV-011", "G-16")
def test_no_unit_is_pushed_past_the_corner_of_a_pillar_or_of_another_foe() -> None:
    """Only the pusher itself does not block the square."""
    pillar = play(". . . .\na g # .\n. . . .", "", a=fighter(), g=foe())
    assert places(pillar) == ["A1", "A3", "B1", "B3"]
    ally = play(". . . .\na g b .\n. . . .", "", a=fighter(), b=fighter(), g=foe())
    of_a = {text.split()[2] for text in listed(ally) if text.startswith("a shove ")}
    assert {"C1", "C3"} & of_a == set()


@pytest.mark.rule("SOV-126", "G-16")
def test_a_push_never_brings_the_foe_nearer() -> None:
    """With a spear at 10 ft: sideways and away, never to the square between the two."""
    fight = play(". . . .\na . g .\n. . . .", "", a=fighter(weapons=(SPEAR,)), g=foe())
    assert places(fight) == ["C1", "C3", "D1", "D2", "D3"]
    assert exact(fight, "a shove B2 g with spear : push") == "no-place-to-push SOV-126"


@pytest.mark.rule("SOV-126", "G-16")
def test_where_the_squares_are_taken_or_barred_the_foe_can_only_be_thrown_down() -> None:
    """By a foe, a friend, a pillar, a pit."""
    for fight in (
        play("a g h", "", a=fighter(), g=foe(), h=foe()),
        play("a g b", "", a=fighter(), b=fighter(), g=foe()),
        play("a g #", "", a=fighter(), g=foe()),
        play("a g x", "", a=fighter(), g=foe()),
    ):
        assert places(fight) == []
        refusal = exact(fight, "a shove C1 g with sword : push")
        assert refusal == "no-place-to-push SOV-126"
        assert exact(fight, "a shove g with sword : prone") == ""


@pytest.mark.rule("SOV-126", "G-16")
def test_no_unit_is_pushed_up_a_ledge() -> None:
    """A shove moves a foe aside; it does not lift it 10 ft onto a wall."""
    made = with_floors(setup("a g . .", a=fighter(), g=foe()), C1=10 * FOOT)
    fight = play_setup(made, "")
    assert places(fight) == []


@pytest.mark.rule("SOV-126", "G-09")
def test_a_unit_that_is_pushed_out_of_reach_is_not_struck_at() -> None:
    fight = play(
        """
        . b . .
        a g . .
        . . . .
        """,
        """
        > a shove C3 g with sword : push
        ! attack d20 15
        ! shove d6 6
        ! shove d6 6
        """,
        a=fighter(),
        b=fighter(weapons=(SWORD,)),
        g=foe(),
    )
    assert where(fight, "g") == "C3"
    assert told(fight, "opportunity") == []
    assert fight.request is not None
    assert fight.request.point == TURN


def over_the_edge(feet: int, dice: str, **facts: object) -> Fight:
    """The foe stands on a ledge before a drop of this many feet."""
    made = setup("a g .", a=fighter(), g=foe(**facts))
    height = feet * FOOT
    made = with_floors(made, A1=height, B1=height)
    head = """
    > a shove C1 g with sword : push
    ! attack d20 15
    ! shove d6 6
    ! shove d6 6
    """
    return play_setup(made, head + dice)


@pytest.mark.rule("SOV-126", "G-05")
@pytest.mark.parametrize(("feet", "dice"), [(10, [4]), (15, [4]), (20, [4, 3]), (30, [1, 1, 6])])
def test_over_a_ledge_it_falls_a_die_for_every_10_ft(feet: int, dice: list[int]) -> None:
    fight = over_the_edge(feet, "\n".join(f"    ! fall d6 {die}" for die in dice), hp=20)
    hurt = sum(dice)
    assert told(fight, "pushed-to", "drop", "harm") == [
        "pushed-to unit=g at=C1",
        f"drop unit=g feet={feet}",
        f"harm unit=g by=a amount={hurt} left={20 - hurt} cause=fall",
    ]
    assert unit(fight, "g").prone
    assert unit(fight, "g").feet == 0
    assert unit(fight, "g").hurt


@pytest.mark.rule("SOV-126", "G-05")
def test_a_drop_of_less_than_10_ft_hurts_no_unit() -> None:
    fight = over_the_edge(5, "", hp=20)
    assert where(fight, "g") == "C1"
    assert told(fight, "drop", "harm") == []
    assert not unit(fight, "g").prone


@pytest.mark.rule("G-05")
def test_no_fall_takes_more_than_twenty_dice() -> None:
    fight = over_the_edge(230, "    ! fall d6 1\n" * 20, hp=21)
    assert unit(fight, "g").hp == 1


@pytest.mark.rule("SOV-126", "G-05", "SOV-167")
@pytest.mark.parametrize(("named", "how", "status"), [(False, "dead", DEAD), (True, "down", DOWN)])
def test_a_fall_can_bring_down(named: bool, how: str, status: int) -> None:
    fight = over_the_edge(10, "    ! fall d6 4", hp=4, named=named)
    assert told(fight, "falls") == [f"falls unit=g by=a how={how}"]
    assert unit(fight, "g").status == status
    assert fight.outcome is not None


@pytest.mark.rule("SOV-144", "SOV-167")
def test_a_unit_that_loses_half_its_hp_by_a_fall_has_had_enough() -> None:
    """Any harm: morale is checked as soon as the hit points are lost."""
    fight = over_the_edge(10, "    ! fall d6 5", hp=10, creature=True)
    assert unit(fight, "g").status == ACTIVE
    assert told(fight, "breaks") == ["breaks unit=g why=wounds"]
