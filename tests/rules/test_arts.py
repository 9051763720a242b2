"""Passive arts, magic blades and wards, wands and scrolls (SOV-045)."""

from __future__ import annotations

import pytest
from tests.content.helpers import one_character
from tests.gifted import gifted
from tests.rules.magic_scene import mage
from tests.scene import (
    SWORD,
    fighter,
    foe,
    play,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    why_not,
)

from shieldwall.content.combatants.items import shipped_items
from shieldwall.content.magic.spells import as_scroll, described_spell
from shieldwall.engine.magic.spell_data import SCROLL, Spell
from shieldwall.engine.state.sheet import Casting, Nerve, Sheet, Training, Weapon, make_weapon

# Casting although.

SNAP = make_weapon("dart", 1, 4, melee=False, normal_range=50, long_range=100)
HURT = """
> g shoot a with dart
! attack d20 19
! damage d4 1
> g done
> a cast g : arcane spark
"""


@pytest.mark.rule("SOV-054")
@pytest.mark.parametrize(("die", "left"), [(14, 10), (15, 5)])
def test_iron_resolution_lets_one_cast_when_hurt_on_a_physical_save(die: int, left: int) -> None:
    caught = f"! save d20 {die}\n"
    spell = "! save d20 1\n! arcane spark d8 5\n" if die == 15 else ""
    fight = play(
        "a . g",
        HURT + caught + spell,
        first="foes",
        a=mage("arcane spark", abilities=gifted(unshaken=True), saves=(15, 15, 15)),
        g=foe(hp=10, hit_dice=3, weapons=(SNAP,), named=True),
    )
    assert unit(fight, "g").hp == left
    assert [text.split()[-1] for text in told(fight, "spoiled")] == (
        [] if die == 15 else ["why=hurt"]
    )


@pytest.mark.rule("SOV-054")
def test_without_it_a_unit_that_is_hurt_does_not_cast() -> None:
    tape = HURT[: HURT.index("> a cast")]
    target = foe(hp=10, hit_dice=3, weapons=(SNAP,))
    fight = play("a . g", tape, first="foes", a=mage("arcane spark"), g=target)
    assert why_not(fight, "a cast g : arcane spark") == "hurt-this-round SOV-054"


@pytest.mark.rule("SOV-045")
def test_swift_casting_leaves_the_main_and_is_there_once_a_fight() -> None:
    fight = play(
        "a g",
        """
        > a swift-cast g : arcane spark
        ! save d20 1
        ! arcane spark d8 2
        > a attack g with sword
        ! attack d20 2
        """,
        a=mage("arcane spark", abilities=gifted(swift_cast=True)),
        g=foe(hp=10, hit_dice=3, ac=19),
    )
    assert unit(fight, "g").hp == 8
    assert unit(fight, "a").casts == 2
    assert why_not(fight, "a swift-cast g : arcane spark") == "used-up SOV-045"
    plain = play("a g", "", a=mage("arcane spark", "speed"), g=foe())
    assert why_not(plain, "a swift-cast g : arcane spark") == "not-learnt SOV-045"
    able = mage("speed", abilities=gifted(swift_cast=True))
    fast = play("a g", "", a=able, g=foe())
    assert why_not(fast, "a swift-cast a : speed") == "swift-enough SOV-045"


SCREENED = """
> h screen g
> h disengage
> h done
> g disengage
> g done
"""


@pytest.mark.rule("SOV-161", "SOV-071")
def test_forced_engagement_goes_past_any_unit_that_screens_once_a_fight() -> None:
    """Without the art the attacker would have to win a check first."""
    fight = play(
        """
        g a
        h .
        """,
        SCREENED
        + """
        > a attack g with sword
        > a force
        = forces unit=a target=g
        ! attack d20 12
        ! damage d8 3
        """,
        first="foes",
        a=fighter(abilities=gifted(forces_way=True)),
        g=foe(hp=9, fearless=True),
        h=foe(hp=9, stab=2),
        stops="matters",
    )
    assert unit(fight, "g").hp == 6
    assert unit(fight, "a").used == 256


@pytest.mark.rule("SOV-161")
def test_it_is_not_offered_where_no_unit_is_in_the_way() -> None:
    fight = play(
        "g a",
        "> g done\n> a attack g with sword\n! attack d20 2\n",
        first="foes",
        a=fighter(abilities=gifted(forces_way=True)),
        g=foe(hp=9, ac=19),
        stops="matters",
    )
    assert unit(fight, "a").used == 0


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(("ac", "better"), [(12, 16), (15, 18), (19, 19)])
def test_a_pavis_gives_four_ac_and_never_more_than_18(ac: int, better: int) -> None:
    fight = play(
        "a g",
        """
        > a cast : pavis
        > a done
        > g attack a with sword
        ! attack d20 1
        """,
        a=mage("pavis", ac=ac),
        g=foe(),
    )
    assert f"ac={better} " in told(fight, "attack")[0]


# Blades and bolts of magic.


def witch(*spells: str, magic: int = 2) -> Sheet:
    return one_character(
        f"class: mage, level: 5, skills: {{magic: {magic}}}, spells: [{', '.join(spells)}]"
    )


def arm(sheet: Sheet, name: str) -> Weapon:
    [found] = [weapon for weapon in sheet.weapons if weapon.name == name]
    return found


@pytest.mark.rule("SOV-045")
def test_the_accursed_blade_and_bolt_do_what_their_figures_say() -> None:
    sheet = witch("accursed blade", "accursed bolt", "elemental blast")
    one = arm(sheet, "accursed blade (one hand)")
    assert (one.dice, one.sides, one.bonus, one.shock, one.shock_ac) == (1, 8, 2, 2, 15)
    assert (one.melee, one.two_handed, one.accuracy) == (True, False, 0)
    two = arm(sheet, "accursed blade (two hands)")
    assert (two.dice, two.sides, two.bonus, two.two_handed) == (2, 6, 2, True)
    bolt = arm(sheet, "accursed bolt")
    assert (bolt.dice, bolt.sides, bolt.bonus, bolt.long_range, bolt.melee) == (1, 8, 2, 200, False)
    assert arm(sheet, "elemental blast").accuracy == 4, "its attack bonus is the level, 5, not 1"


# Wands and scrolls.


def scroll(name: str) -> Spell:
    return as_scroll(described_spell(name), SCROLL)


def reader(magic: int, *names: str) -> Sheet:
    skills = (0, 0, 0, 0, 0, 0, 0, magic, 0)
    spells = tuple(scroll(name) for name in names)
    return Sheet(
        "reader",
        10,
        12,
        1,
        (SWORD,),
        nerve=Nerve(named=True),
        training=Training(skills=skills),
        casting=Casting(spells=spells, caster_level=1),
    )


@pytest.mark.rule("SOV-045")
def test_a_unit_that_is_learned_enough_reads_a_scroll_and_it_is_gone() -> None:
    """A spell of level 1 works at level 1, one of level 3 at level 5."""
    fight = play(
        "a . g",
        "> a read g : scroll of arcane spark\n! save d20 1\n! scroll of arcane spark d8 4\n",
        a=reader(1, "arcane spark"),
        g=foe(hp=9, hit_dice=3),
    )
    assert unit(fight, "g").hp == 5
    assert why_not(fight, "a read g : scroll of arcane spark") == "main-spent SOV-035"
    assert unit(fight, "a").forgotten == 1
    bomb = scroll("magic bomb")
    assert (bomb.primitives[0].amount.dice_at(1), bomb.range_at(1)) == (5, 250)


READS = "> a read g : scroll of arcane spark\n"


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(
    ("dice", "came"),
    [((6, 5), "works"), ((5, 5), "fizzles"), ((4, 5), "fizzles"), ((4, 4), "misfires")],
)
def test_a_unit_that_is_not_makes_a_check_less_the_level_and_may_be_struck_itself(
    dice: tuple[int, int], came: str
) -> None:
    """2d6 with nothing added, less 1, against 10."""
    rolled = f"! scroll d6 {dice[0]}\n! scroll d6 {dice[1]}\n"
    harm = "" if came == "fizzles" else "! save d20 1\n! scroll of arcane spark d8 4\n"
    fight = play(
        "a . g", READS + rolled + harm, a=reader(0, "arcane spark"), g=foe(hp=9, hit_dice=3)
    )
    assert (unit(fight, "a").hp, unit(fight, "g").hp) == {
        "works": (10, 5), "fizzles": (10, 9), "misfires": (6, 9),
    }[came]  # fmt: skip
    spoiled = [] if came == "works" else [f"why={came}"]
    assert [text.split()[-1] for text in told(fight, "spoiled")] == spoiled


@pytest.mark.rule("SOV-045")
def test_a_scroll_is_not_cast_and_a_spell_is_not_read() -> None:
    fight = play("a . g", "", a=reader(1, "arcane spark"), g=foe())
    assert why_not(fight, "a cast g : scroll of arcane spark") == "no-such-spell SOV-045"
    fight = play("a . g", "", a=mage("arcane spark"), g=foe())
    assert why_not(fight, "a read g : arcane spark") == "no-such-spell SOV-045"


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize("book", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_a_wand_is_activated_until_its_charges_are_spent(book: str) -> None:
    bolts = shipped_items()["wand of bolts"].powers
    assert len(bolts) == 6
    sheet = Sheet(
        "a",
        10,
        12,
        1,
        (SWORD,),
        nerve=Nerve(named=True),
        casting=Casting(spells=bolts[:2], caster_level=1),
    )
    turn = "> a activate g : wand of bolts\n! wand of bolts d6 3\n> a done\n> g done\n"
    fight = play("a . g", turn + turn, rules=book, a=sheet, g=foe(hp=20, fearless=True))
    assert unit(fight, "g").hp == 12
    assert why_not(fight, "a activate g : wand of bolts").startswith("power-spent")


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(("dice", "came"), [((4, 5), "fizzles"), ((4, 4), "misfires")])
def test_a_kindly_spell_from_a_misread_scroll_misfires_like_any_other(
    dice: tuple[int, int], came: str
) -> None:
    """A scroll that wards its reader can go wrong too; no other unit is affected."""
    rolled = f"! scroll d6 {dice[0]}\n! scroll d6 {dice[1]}\n"
    fight = play(
        "a . g", "> a read a : scroll of speed\n" + rolled, a=reader(0, "speed"), g=foe(hp=9)
    )
    assert [text.split()[-1] for text in told(fight, "spoiled")] == [f"why={came}"]


# In armour.


@pytest.mark.rule("SOV-045")
@pytest.mark.ruling("arts_in_armour", "yes")
@pytest.mark.ruling("arts_in_armour", "no")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize(("ruling", "refused"), [("yes", ""), ("no", "in-armour SOV-045")])
def test_an_art_is_used_in_armour_unless_the_table_reads_it_otherwise(
    rules: str, ruling: str, refused: str
) -> None:
    made = setup(
        "a . g",
        rules=rules,
        a=mage("healing touch", "arcane spark", armoured=True),
        g=foe(),
    )
    assert why_not(play_setup(made, ""), "a cast a : healing touch") == ""
    fight = play_setup(ruled(made, arts_in_armour=ruling), "")
    assert why_not(fight, "a cast a : healing touch") == refused
    assert why_not(fight, "a cast g : arcane spark") == "in-armour SOV-045"
