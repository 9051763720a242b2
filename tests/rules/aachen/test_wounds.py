"""Mortal wounds, saves, and the sheets made from Aachen's lists."""

from pathlib import Path

import pytest
from tests.rules.aachen.aachen_scene import BOTH, EARLIER, LATER, scene
from tests.scene import fighter, foe, told, unit

from shieldwall.books import RULESETS
from shieldwall.content import (
    ContentError,
    load_encounter,
    load_party,
    setup_from_text,
    setup_to_text,
)
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.library import equipment
from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.checks import save
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight

LUCK = 3
FELL = "> g attack a with sword\n! attack d20 15\n! damage d8 8\n> g done\n"
QUIET = "> b done\n> g done\n"


def mortal(tape: str, book: str = LATER, heal: int = 0) -> Fight:
    """`g` brings `a` down in the first round."""
    helper = fighter()
    helper.skills = (0, 0, 0, 0, 0, 0, heal, 0, 0)
    return scene("g a b", FELL + tape, book, first="foes", a=fighter(hp=4), b=helper, g=foe(hp=20))


@pytest.mark.rule("AAC-014", "G-19")
@BOTH
def test_a_mortal_wound_kills_six_rounds_later(book: str) -> None:
    fight = mortal("> b done\n" + "> g done\n> b done\n" * 5, book)
    assert unit(fight, "a").status == DOWN
    fight = mortal("> b done\n" + "> g done\n> b done\n" * 6, book)
    assert unit(fight, "a").status == DEAD


@pytest.mark.rule("AAC-014")
@pytest.mark.parametrize(("rounds", "needed"), [(0, 8), (1, 9), (3, 11)])
def test_wounds_are_bound_against_8_and_the_rounds_since(rounds: int, needed: int) -> None:
    """The die must make up for every full round; a kit is not asked for."""
    wait = "> b done\n> g done\n" * rounds
    for short in (0, 1):
        dice = needed - short
        first = min(6, dice - 1)
        fight = mortal(wait + f"> b stabilise a\n! heal d6 {first}\n! heal d6 {dice - first}\n")
        assert unit(fight, "a").stable == (short == 0)


@pytest.mark.rule("AAC-014")
def test_a_minor_character_of_the_referee_is_dead_at_once() -> None:
    fight = scene(
        "a g",
        "> a attack g with sword\n! attack d20 15\n! damage d8 8\n",
        a=fighter(),
        g=foe(hp=3),
    )
    assert told(fight, "falls") == ["falls unit=g by=a how=dead"]


@pytest.mark.rule("AAC-014")
@BOTH
def test_a_unit_that_a_potion_brings_back_is_not_frail_and_may_lie_dying_again(book: str) -> None:
    potion = described_spell("potion of healing")
    drink = "> b drink a : potion of healing\n! potion of healing d6 1\n! potion of healing d6 1\n"
    fight = scene(
        "g a b",
        FELL + drink + "> b done\n> a done\n" + FELL.removesuffix("> g done\n"),
        book,
        first="foes",
        a=fighter(hp=4),
        b=fighter(potions=(potion,)),
        g=foe(hp=20),
    )
    assert told(fight, "revived", "falls") == [
        "falls unit=a by=g how=down",
        "revived unit=a by=b",
        "falls unit=a by=g how=down",
    ]
    assert not unit(fight, "a").frail


# Sheets.


def wayfarer(name: str) -> Sheet:
    return {member.ident: member.sheet for member in load_party("wayfarers", "aachen")}[name]


@pytest.mark.rule("AAC-022", "AAC-023")
def test_the_shipped_party_is_worked_out_by_aachens_lists() -> None:
    """Fighter 2: AB 2; mail shirt 14 and a shield 1; saves 14 less the better of each pair."""
    hild = wayfarer("hild")
    assert (hild.attack, hild.ac, hild.luck) == (2, 15, 1)
    assert hild.skills[1] == 1, "Slash is the skill with blades"
    assert hild.saves == (13, 14, 14, 14)
    anselm = wayfarer("anselm")
    assert anselm.saves == (14, 13, 13, 14), "Mental is WIS or CHA, Luck has no attribute"
    assert anselm.ac == 13, "a small shield makes 13, as gambeson and shield do"


def character(tmp_path: Path, rules: str, *lines: str) -> Sheet:
    path = tmp_path / "party.yaml"
    path.write_text(
        f"rules: {rules}\ncharacters:\n  - name: Edda\n    class: fighter\n"
        "    attributes: {str: 10, dex: 10, con: 10, int: 10, wis: 10}\n"
        + "".join(f"    {line}\n" for line in lines),
        encoding="utf-8",
    )
    return load_party(str(path))[0].sheet


@pytest.mark.rule("AAC-023")
def test_skills_are_written_by_the_drafts_own_names(tmp_path: Path) -> None:
    later = character(tmp_path, "aachen", "skills: {slash: 2, punch: 1}")
    assert (later.skills[1], later.skills[0]) == (2, 1)
    earlier = character(tmp_path, "aachen-early", "skills: {stab: 2, punch: 1}")
    assert (earlier.skills[1], earlier.skills[0]) == (2, 1)
    for rules, wrong, right in (
        ("aachen", "stab", "slash"),
        ("aachen", "brawl", "punch"),
        ("aachen-early", "slash", "stab"),
    ):
        with pytest.raises(ContentError, match=right):
            character(tmp_path, rules, f"skills: {{{wrong}: 1}}")


def test_a_large_shield_protects_one_without_armour_better_than_1(tmp_path: Path) -> None:
    assert character(tmp_path, "aachen", "shield: large shield").ac == 14
    assert character(tmp_path, "aachen", "shield: broad shield", "armour: gambeson").ac == 15
    assert character(tmp_path, "aachen", "shield: yes", "armour: mail hauberk").ac == 17


@pytest.mark.rule("AAC-029", "AAC-025")
def test_the_lists_hold_aachens_weapons_and_the_earlier_drafts_names() -> None:
    later = equipment(RULESETS[LATER].book_folders).weapons
    bow = later["large bow"]
    assert (bow.ranges.normal_range, bow.ranges.long_range) == (100, 600)
    assert (bow.grip.attributes, bow.grip.two_handed) == ((0,), True)
    assert (later["long sword"].shock, later["long sword"].grip.reach) == ((2, 13), 5)
    assert later["pike"].grip.reach == 10
    earlier = equipment(RULESETS[EARLIER].book_folders).weapons
    assert earlier["barbed spear"].ranges.thrown
    assert "barbed spear" not in later


@pytest.mark.rule("AAC-041")
def test_its_creatures_have_their_morale() -> None:
    creatures = shipped_creatures(RULESETS[LATER].book_folders)
    assert {name: creatures[name].morale for name in ("bear", "goblin", "wolf", "bandit")} == {
        "bear": 7, "goblin": 7, "wolf": 6, "bandit": 8,
    }  # fmt: skip
    assert creatures["bear"].saves == (13, 13, 13)


def test_four_saves_and_a_reaction_can_be_written_down_and_read_back() -> None:
    made = load_encounter("ford")
    made.reaction = True
    made.sides[1].morale = -1
    text = setup_to_text(made)
    again = setup_from_text(text)
    assert setup_to_text(again) == text
    assert len(again.placements[0].sheet.saves) == 4


@pytest.mark.parametrize(("die", "passed"), [(13, "no"), (14, "yes"), (1, "no"), (20, "yes")])
def test_a_luck_save_is_16_less_the_level_with_no_attribute(die: int, passed: str) -> None:
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.events.event import Event
    from shieldwall.engine.tape.entries import Rolled
    from shieldwall.engine.tape.oracles import Replaying
    from shieldwall.fight_start import initial_state
    from shieldwall.text.notation import Names, event_text

    made = load_encounter("ford")
    log: list[Event] = []
    state = initial_state(made)
    battle = Battle(state, RULESETS[LATER], Replaying([Rolled("save", 20, die)]), log, 0)
    save(battle, state.units[0], LUCK, 0, "AAC-022")
    assert event_text(Names(state), log[0]) == (
        f"save unit=hild against=luck die={die} needed=14 passed={passed}"
    )


@pytest.mark.rule("AAC-001")
@BOTH
def test_a_fight_is_over_when_one_side_is_left(book: str) -> None:
    fight = scene(
        "a g",
        "> a attack g with sword\n! attack d20 15\n! damage d8 8\n",
        book,
        a=fighter(),
        g=foe(hp=3),
    )
    assert told(fight, "ends") == ["ends reason=defeat team=0"]


def test_an_encounter_of_another_book_keeps_its_figures_under_these_rules() -> None:
    made = load_encounter("yard", LATER)
    assert made.rules == LATER
    names = {weapon.name for placement in made.placements for weapon in placement.sheet.weapons}
    assert "sword" in names
    assert load_encounter("ford", EARLIER).rules == EARLIER
