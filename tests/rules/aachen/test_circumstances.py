"""Reach, ranges, the prone, contact and cover in Aachen."""

import pytest
from tests.rules.aachen.aachen_scene import BOTH, Edition, play_setup, ruled, scene, scene_setup
from tests.rules.test_attack_cover import BEHIND_A_PILLAR, SLIT, YARD
from tests.scene import (
    BOW,
    DAGGER,
    POLEARM,
    SLING,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    terms,
    why_not,
)

from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT, STR, Weapon, make_weapon
from shieldwall.fight import Fight

LARGE_BOW = make_weapon(
    "large bow", 1, 8, attributes=(STR,), skill=SHOOT, melee=False, normal_range=100,
    long_range=600, two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip


def archer() -> object:
    return fighter(weapons=(LARGE_BOW,), attack=0)


def at(feet: int) -> str:
    return "a" + " ." * (feet // 5 - 1) + " g"


@pytest.mark.rule("AAC-026")
@BOTH
def test_melee_reaches_5_ft_and_a_long_weapon_10(book: str) -> None:
    fight = scene("a . g", "", book, a=fighter(weapons=(SWORD, POLEARM)), g=foe())
    assert why_not(fight, "a attack g with sword") == "out-of-reach AAC-026"
    assert may(fight, "a attack g with polearm")
    far = scene("a . . g", "", book, a=fighter(weapons=(POLEARM,)), g=foe())
    assert why_not(far, "a attack g with polearm") == "out-of-reach AAC-026"


def against_prone(drawing: str, deed: str, weapon: Weapon, book: str) -> dict[str, int]:
    fight = scene(
        drawing,
        f"> g prone\n> g done\n> a {deed} g with {weapon.name}\n! attack d20 2\n",
        book,
        first="foes",
        a=fighter(weapons=(weapon,)),
        g=foe(ac=20, weapons=(BOW,)),
    )
    return terms(fight)


@pytest.mark.rule("AAC-027")
@BOTH
def test_melee_against_an_adjacent_prone_foe_gains_2(book: str) -> None:
    assert against_prone("a g", "attack", SWORD, book)["prone target"] == 2


@pytest.mark.rule("AAC-027")
@BOTH
def test_a_long_weapon_gains_2_on_the_prone_from_5_ft_and_nothing_from_10(book: str) -> None:
    """Adjacent is what the table says; nothing else in the drafts says more."""
    assert against_prone("a g", "attack", POLEARM, book)["prone target"] == 2
    assert "prone target" not in against_prone("a . g", "attack", POLEARM, book)


@pytest.mark.rule("AAC-030", "AAC-031")
@BOTH
def test_a_shot_gains_2_on_an_adjacent_prone_foe_and_loses_2_on_a_distant_one(book: str) -> None:
    assert against_prone("a g", "throw", DAGGER, book)["prone target"] == 2
    assert against_prone("a . . g", "throw", DAGGER, book)["distant prone target"] == -2


@pytest.mark.rule("AAC-028")
@BOTH
def test_melee_while_prone_loses_4(book: str) -> None:
    fight = scene(
        "a g",
        "> a prone\n> a attack g with sword\n! attack d20 2\n",
        book,
        a=fighter(),
        g=foe(ac=20),
    )
    assert terms(fight)["attacker prone"] == -4


@pytest.mark.rule("AAC-028")
@BOTH
def test_a_shot_from_the_ground_loses_nothing(book: str) -> None:
    """The row stands in the table of melee attacks only."""
    fight = scene(
        "a . . g",
        "> a prone\n> a throw g with dagger\n! attack d20 2\n",
        book,
        a=fighter(weapons=(DAGGER,)),
        g=foe(ac=20),
    )
    assert terms(fight) == {"d20": 2, "attack bonus": 1}


@pytest.mark.ruling("short_range_inclusive", "no")
@pytest.mark.rule("AAC-029", "AAC-045", "W-P16")
@BOTH
@pytest.mark.parametrize(("feet", "penalty"), [(95, 0), (100, -2), (600, -2)])
def test_from_its_short_range_on_a_large_bow_loses_2(book: str, feet: int, penalty: int) -> None:
    """Short is less than the figure; squares are 5 ft, so 95 stands for 99."""
    fight = scene(
        at(feet), "> a shoot g with large bow\n! attack d20 2\n", book, a=archer(), g=foe()
    )
    assert terms(fight).get("long range", 0) == penalty


@pytest.mark.rule("AAC-029", "W-P16")
def test_beyond_its_long_range_there_is_no_chance_to_hit() -> None:
    fight = scene(at(605), "", a=archer(), g=foe())
    assert why_not(fight, "a shoot g with large bow") == "out-of-range AAC-029"


@pytest.mark.ruling("short_range_inclusive", "yes")
@pytest.mark.rule("AAC-029")
@pytest.mark.parametrize(("feet", "penalty"), [(100, 0), (105, -2)])
def test_a_table_may_count_the_figure_itself_as_short(
    edition: Edition, feet: int, penalty: int
) -> None:
    made = scene_setup(at(feet), a=archer(), g=foe())
    fight = play_setup(
        ruled(edition, made, short_range_inclusive=1),
        "> a shoot g with large bow\n! attack d20 2\n",
    )
    assert terms(fight).get("long range", 0) == penalty


def in_contact(weapon: Weapon, deed: str, foes: Weapon = SWORD) -> Fight:
    return scene(
        "a g",
        f"> a {deed} g with {weapon.name}\n! attack d20 2\n",
        a=fighter(weapons=(weapon,)),
        g=foe(ac=20, weapons=(foes,)),
    )


@pytest.mark.rule("AAC-032")
@pytest.mark.parametrize(("weapon", "deed"), [(DAGGER, "throw"), (SLING, "shoot")])
@pytest.mark.parametrize("foes", [SWORD, UNARMED])
def test_a_one_handed_shot_in_contact_loses_4_for_every_shooter(
    weapon: Weapon, deed: str, foes: Weapon
) -> None:
    assert terms(in_contact(weapon, deed, foes))["foe in melee range"] == -4


@pytest.mark.rule("AAC-033")
@BOTH
def test_a_two_handed_shot_in_contact_is_not_allowed(book: str) -> None:
    fight = scene("a g", "", book, a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(fight, "a shoot g with small bow") == "bound AAC-033"
    apart = scene("a . g", "", book, a=fighter(weapons=(BOW,)), g=foe())
    assert may(apart, "a shoot g with small bow")


@pytest.mark.rule("AAC-032", "AAC-033")
@BOTH
@pytest.mark.parametrize("drawing", ["a . g", "a h . g"])
def test_a_foe_10_ft_away_is_not_in_contact_however_long_its_weapon(
    book: str, drawing: str
) -> None:
    """With `h` at its side, and be it with bare fists, the archer is."""
    more = {"h": foe(weapons=(UNARMED,))} if "h" in drawing else {}
    fight = scene(
        drawing,
        "> a shoot g with sling\n! attack d20 2\n",
        book,
        a=fighter(weapons=(BOW, SLING)),
        g=foe(weapons=(POLEARM,)),
        **more,
    )
    assert terms(fight).get("foe in melee range", 0) == (-4 if more else 0)
    fight.pop()
    assert may(fight, "a shoot g with small bow") is not bool(more)


@pytest.mark.rule("AAC-034")
@BOTH
def test_half_cover_loses_2_and_almost_complete_cover_4(book: str) -> None:
    shot = "> a shoot g with small bow\n! attack d20 8\n"
    half = scene(BEHIND_A_PILLAR, shot, book, a=fighter(weapons=(BOW,)), g=foe())
    assert terms(half)["half cover"] == -2
    full = scene(YARD, shot, book, walls=(SLIT,), a=fighter(weapons=(BOW,)), g=foe())
    assert terms(full)["full cover"] == -4
