"""What Aachen borrows from Sovereign if a table wants it: the numbers (AAC-040, G-30)."""

from __future__ import annotations

import pytest
from tests.rules.aachen.aachen_scene import LATER, Edition, play_setup, ruled, scene_setup
from tests.rules.test_execution import HAND_BOW
from tests.rules.ways import exact
from tests.scene import DAGGER, SWORD, UNARMED, fighter, foe, terms, told, unit

from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight

pytestmark = pytest.mark.rule("G-30")


def borrowed(edition: Edition, made: Setup, tape: str, first: str = "party") -> Fight:
    return play_setup(ruled(edition, made, borrowed_manoeuvres=1), tape, first)


ROOM = "\n. . . . .\n. . . . .\n. . . . ."


@pytest.mark.parametrize(("size", "dice"), [(1, (4, 4)), (2, (5, 5)), (3, (6, 6))])
def test_a_shove_needs_8_and_2_or_4_more_against_the_large_and_the_huge(
    edition: Edition, size: int, dice: tuple[int, int]
) -> None:
    for short in (0, 1):
        made = scene_setup("a g . . ." + ROOM, a=fighter(), g=foe(size=size))
        fight = borrowed(
            edition,
            made,
            "> a shove g with sword : prone\n! attack d20 15\n"
            f"! shove d6 {dice[0]}\n! shove d6 {dice[1] - short}\n",
        )
        assert unit(fight, "g").prone == (short == 0)
        assert terms(fight, "check").get("situation", 0) == {1: 0, 2: -2, 3: -4}[size]


def test_a_shove_that_misses_deals_no_shock(edition: Edition) -> None:
    """As a normal attack it would have dealt the sword's 2."""
    made = scene_setup("a g .", a=fighter(), g=foe(ac=13))
    fight = borrowed(edition, made, "> a shove g with sword : prone\n! attack d20 2\n")
    assert told(fight, "harm") == []


HELD = """
> a grapple g with unarmed
! attack d20 15
! grapple d6 6
! grapple d6 5
> a done
> g done
! damage d2 1
"""


def test_a_victim_is_hurt_at_the_end_of_the_round_and_carried_10_ft_in_the_next(
    edition: Edition,
) -> None:
    made = scene_setup(". . . a g .", a=fighter(weapons=(UNARMED,)), g=foe(hp=9))
    fight = borrowed(edition, made, HELD)
    assert told(fight, "harm") == ["harm unit=g by=a amount=1 left=8 cause=hit"]
    assert exact(fight, "a haul B1 : carry") == ""
    assert exact(fight, "a haul A1 : carry").startswith("no-place-to-push")


def test_two_weapons_take_1_from_the_attack_and_add_2_to_the_damage(edition: Edition) -> None:
    made = scene_setup("a g", a=fighter(weapons=(SWORD, DAGGER), stab=1), g=foe(hp=20, ac=12))
    fight = borrowed(
        edition,
        made,
        "> a dual with dagger\n> a attack g with sword\n! attack d20 15\n! damage d8 3\n",
    )
    assert terms(fight)["two weapons"] == -1
    assert terms(fight, "harm")["second weapon"] == 2


@pytest.mark.parametrize(("squares", "bonus"), [(2, 4), (3, 2), (4, 2), (5, 0)])
def test_an_executioners_shot_needs_an_8_and_is_easier_from_near(
    edition: Edition, squares: int, bonus: int
) -> None:
    """Within 10 ft 4 more, else within normal range 2 more; Aachen's usual difficulty is 8."""
    for total in (7, 8):
        low = total - bonus
        made = scene_setup(
            "a" + " ." * (squares - 1) + " g",
            surprised="foes",
            a=fighter(weapons=(HAND_BOW,)),
            g=foe(hp=40, named=True),
        )
        made.poised = ("a",)
        fight = borrowed(
            edition,
            made,
            "> a execute g with hand bow\n"
            f"! execution d6 {low // 2}\n! execution d6 {low - low // 2}\n"
            + ("! save d20 1\n" if total == 8 else ""),
            first="",
        )
        passed = "yes" if total == 8 else "no"
        assert told(fight, "check") == [
            f"check unit=a what=execution total={total} needed=8 passed={passed}"
        ]


RING = "a b c\n. g d\n. . e"


def swarm(edition: Edition, names: str, tape: str) -> Fight:
    """These units join a swarm on `g` in turn; the last one's turn is not over."""
    people: dict[str, object] = {name: fighter() for name in "abcde"}
    made = scene_setup(RING, LATER, **people, g=foe(hp=30, ac=14, creature=True))
    lines = "".join(f"> {name} swarm g with sword\n> {name} done\n" for name in names)
    return borrowed(edition, made, lines.removesuffix(f"> {names[-1]} done\n") + tape)


@pytest.mark.parametrize("names", ["ab", "abc", "abcd"])
def test_each_other_assailant_adds_2_to_hit_and_1_to_damage(edition: Edition, names: str) -> None:
    fall_upon = f"> {names[-1]} fall-upon g with sword\n! attack d20 15\n! damage d8 2\n"
    fight = swarm(edition, names, fall_upon)
    others = len(names) - 1
    assert terms(fight)["swarm"] == 2 * others
    assert terms(fight, "harm") == {"weapon": 2, "swarm": others}


def test_a_swarm_has_four_assailants_at_most(edition: Edition) -> None:
    fight = swarm(edition, "abcd", "> d done\n")
    assert exact(fight, "e swarm g with sword").startswith("swarm-full")


def test_a_fifth_assailant_where_a_table_allows_it_adds_nothing(edition: Edition) -> None:
    people: dict[str, object] = {name: fighter() for name in "abcde"}
    made = scene_setup("a b c\n. g d\n. e .", LATER, **people, g=foe(hp=30, ac=14, creature=True))
    ruled(edition, made, borrowed_manoeuvres=1, swarm_max_assailants=5)
    joining = "".join(f"> {name} swarm g with sword\n> {name} done\n" for name in "abcde")
    tape = joining.removesuffix("> e done\n") + "> e fall-upon g with sword\n! attack d20 2\n"
    assert terms(play_setup(made, tape))["swarm"] == 6


def test_a_held_victim_is_hurt_at_the_end_of_the_surprise_round_too(edition: Edition) -> None:
    made = scene_setup("a g", surprised="foes", a=fighter(weapons=(UNARMED,)), g=foe(hp=9))
    tape = HELD.replace("> g done\n", "") + "! initiative d8 8\n! initiative d8 1\n"
    fight = borrowed(edition, made, tape, first="")
    assert told(fight, "harm") == ["harm unit=g by=a amount=1 left=8 cause=hit"]


def test_a_swarm_lasts_to_the_end_of_the_round(edition: Edition) -> None:
    """It is still there while the foes act, and gone when the next round begins."""
    made = scene_setup("a g b h", a=fighter(), b=fighter(), g=foe(hp=30), h=foe(hp=30))
    fight = borrowed(
        edition,
        made,
        "> a swarm g with sword\n> a done\n> b swarm g with sword\n> b done\n> g done\n",
    )
    assert len(fight.state.units[0].effects) == 1
    fight.push("h done")
    assert fight.state.clock.round == 2
    assert fight.state.units[0].effects == []
