"""Classes, kindreds and feats of Dolmenwood on sheets, and their weapon training."""

from __future__ import annotations

import pytest
from tests.content.helpers import one_character
from tests.gifted import sizes

from shieldwall.books import RULESETS
from shieldwall.content import ContentError
from shieldwall.content.library import equipment
from shieldwall.engine.state.sheet import FAIRY, KIN_NAMES, UNDEAD_KIN, Sheet

DOLMENWOOD = RULESETS["dolmenwood"].book_folders


def one(facts: str) -> Sheet:
    return one_character(facts, "dolmenwood")


def refused(facts: str, rules: str = "dolmenwood") -> str:
    with pytest.raises(ContentError) as caught:
        one_character(facts, rules)
    return caught.value.problems[0].message


def handling(sheet: Sheet) -> list[tuple[str, int, int]]:
    return [(weapon.name, int(weapon.accuracy), int(weapon.bonus)) for weapon in sheet.weapons]


@pytest.mark.rule("DOL-048")
def test_a_weapon_ones_class_does_not_learn_is_used_at_minus_four() -> None:
    arms = "weapons: [dagger, long sword]"
    assert handling(one(f"class: magician, {arms}")) == [
        ("dagger", 0, 0), ("long sword", -4, 0), ("unarmed", 0, 0),
    ]  # fmt: skip
    assert handling(one(f"class: fighter, {arms}"))[1] == ("long sword", 0, 0)
    assert handling(one("class: knight, weapons: [lance, short bow]"))[:2] == [
        ("lance", 0, 0), ("short bow", -4, 0),
    ]  # fmt: skip
    assert handling(one("class: friar, weapons: [+1 staff, silver dagger, mace]"))[:3] == [
        ("+1 staff", 0, 0), ("silver dagger", 0, 0), ("mace", -4, 0),
    ]  # fmt: skip
    assert handling(one("class: woodgrue, weapons: [long bow]"))[0] == ("long bow", -4, 0)


def test_every_weapon_a_class_names_is_in_the_list() -> None:
    known = equipment(DOLMENWOOD)
    for class_ in known.classes.values():
        assert {*class_.weapons.only, *class_.weapons.never} <= set(known.weapons)


@pytest.mark.rule("DOL-048")
def test_a_specialist_is_better_by_one_with_its_weapon_alone() -> None:
    facts = "class: fighter, weapons: [+1 long sword, mace], feats: {weapon specialist (%s): 1}"
    assert handling(one(facts % "long sword"))[:2] == [("+1 long sword", 1, 1), ("mace", 0, 0)]


@pytest.mark.rule("DOL-048")
def test_a_slayer_knows_one_kind_of_foe() -> None:
    traits = one("class: fighter, feats: {slayer (undead): 1, slayer (giant): 1}").abilities
    assert traits.amount("slays") == UNDEAD_KIN | 1 << KIN_NAMES.index("giant")
    cleric = one("class: cleric, feats: {order of st signis: 1}").abilities
    assert sizes(cleric, "slays", "slay_hit", "slay_damage") == (
        UNDEAD_KIN,
        1,
        0,
    )


@pytest.mark.parametrize(
    ("feat", "message"),
    [
        ("weapon specialist", "say for which weapon: `weapon specialist (battle axe)`"),
        ("weapon specialist (lance long)", "unknown weapon 'lance long'"),
        ("weapon specialist (long sward)", "did you mean long sword or"),
        ("slayer", "say for which kind of foe: `slayer (beast)`"),
        ("slayer (undeed)", "did you mean undead?"),
        ("cleave (mace)", "cleave is for everything; leave out `(mace)`"),
        ("cleeve", "did you mean cleave?"),
    ],
)
def test_what_is_wrong_with_a_choice_is_told(feat: str, message: str) -> None:
    assert message in refused(f"class: fighter, feats: {{{feat}: 1}}")


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("level", "more"), [(4, 0), (5, 2), (10, 2)])
def test_a_knight_is_better_against_the_large_from_the_fifth_level(level: int, more: int) -> None:
    traits = one(f"class: knight, level: {level}").abilities
    assert sizes(traits, "large_hit", "large_damage") == (more, more)


@pytest.mark.rule("DOL-048")
def test_a_knight_in_the_saddle_hits_better_by_one() -> None:
    assert one("class: knight").abilities.amount("melee_hit") == 0
    assert one("class: knight, mounted: yes").abilities.amount("melee_hit") == 1
    assert one("class: fighter, mounted: yes").abilities.amount("melee_hit") == 0


@pytest.mark.rule("DOL-048")
def test_kindreds_give_what_they_have_and_a_class_of_their_own_gives_it_once() -> None:
    assert one("class: fighter, kindred: human").abilities.amount("decisive")
    assert not one("class: fighter").abilities.amount("decisive")
    elf = one("class: elf")
    assert (elf.abilities.amount("magic_save"), elf.kin) == (2, FAIRY)
    assert one("class: elf, kindred: elf").abilities.amount("magic_save") == 2
    small = one("class: thief, kindred: grimalkin").abilities
    assert sizes(small, "magic_save", "large_ac", "backstabs") == (
        2,
        2,
        True,
    )
    assert one("class: woodgrue").abilities.amount("large_ac") == 2


def test_unknown_kindreds_are_told() -> None:
    assert refused("class: thief, kindred: humen") == (
        "unknown kindred 'humen'; did you mean human?"
    )
    assert refused("class: warrior, kindred: elf", "sovereign") == (
        "unknown kindred 'elf'; this book has no kindreds"
    )


def test_scrolls_are_of_spells_and_in_dolmenwood_they_are_items() -> None:
    from shieldwall.engine.magic.spell_data import ITEM, SCROLL

    made = one_character("class: expert, scrolls: [sleep, elemental wall]")
    assert [spell.name for spell in made.spells][:2] == [
        "scroll of sleep", "scroll of elemental wall (fire)",
    ]  # fmt: skip
    assert {int(spell.sort) for spell in made.spells} == {SCROLL}
    assert [int(spell.sort) for spell in one("class: thief, scrolls: drowse").spells] == [ITEM]
    assert "did you mean sleep?" in refused("class: expert, scrolls: [sleeep]", "sovereign")
    assert "is an art" in refused("class: expert, scrolls: [pavis]", "sovereign")
    assert "cannot be read from a scroll" in refused(
        "class: expert, scrolls: [rewind]", "sovereign"
    )


EVERY_LEVEL = {
    "sovereign": {
        "warrior": ((6, 32, 65), (1, 5, 10)),
        "expert": ((4, 22, 45), (0, 2, 5)),
        "mage": ((3, 17, 35), (0, 1, 2)),
        "expert/mage": ((4, 22, 45), (0, 2, 5)),
        "mage/mage": ((3, 17, 35), (0, 1, 2)),
        "warrior/expert": ((6, 32, 65), (1, 4, 7)),
        "warrior/mage": ((6, 32, 65), (1, 4, 7)),
        "warrior/duelist": ((4, 22, 45), (1, 4, 7)),
        "duelist": ((4, 22, 45), (1, 3, 5)),
    },
    "aachen": {
        "fighter": ((6, 32, 65), (1, 5, 10)),
        "dabster": ((4, 22, 45), (0, 2, 5)),
        "caster": ((3, 17, 35), (0, 2, 4)),
        "fighter/dabster": ((5, 27, 55), (1, 4, 7)),
        "fighter/caster": ((5, 27, 55), (1, 4, 7)),
        "dabster/caster": ((4, 22, 45), (0, 2, 5)),
    },
}
"""Hit points with a CON of 14, and the attack bonus, at levels 1, 5 and 10."""


@pytest.mark.parametrize("book", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_every_class_at_the_first_the_fifth_and_the_tenth_level(book: str) -> None:
    """STR 16, DEX 14 and CON 14 are worth 1 each; saves are 16 less level and the better one."""
    table = EVERY_LEVEL[book.removesuffix("-early")]
    assert set(table) == set(equipment(RULESETS[book].book_folders).classes)
    scores = "str: 16, dex: 14, con: 14, int: 10, wis: 10, cha: 10"
    for name, (hp, attack) in table.items():
        for place, level in enumerate((1, 5, 10)):
            sheet = one_character(f"class: {name}, level: {level}", book, scores)
            assert (sheet.hp, sheet.attack, sheet.ac) == (hp[place], attack[place], 11), name
            strong, plain = 15 - level, 16 - level
            saves = (strong, strong, plain, plain)
            assert sheet.saves == saves[: len(sheet.saves)], name
