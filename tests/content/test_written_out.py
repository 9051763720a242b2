"""Explicit figures of a file are used in play: loaded, saved, read back and used with dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scene import play_setup, terms, told, unit

from shieldwall.content import ContentError, read_encounter
from shieldwall.content.combatants.ability_text import abilities
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.text.sentences import sentence

SCORES = "{str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10}"


class Table:
    """A folder with a party of one, Ann at A1, and one creature next to her at B1."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, ann: str, thing: str, rules: str, scores: str = SCORES) -> Setup:
        (self.folder / "p.yaml").write_text(
            f"characters:\n  - {{name: Ann, attributes: {scores}, {ann}}}\n"
        )
        text = (
            f"title: Test\nrules: {rules}\n"
            "map:\n  squares: |\n    ........\n    ........\n"
            f"creatures:\n  thing: {{{thing}}}\n"
            "sides:\n"
            "  - {name: party, party: p.yaml, places: {ann: A1}}\n"
            "  - {name: foes, units: [{what: thing, id: thing, at: B1}]}\n"
            "stops: never\n"
        )
        return read_encounter(text, "e.yaml", self.folder)

    def problems(self, ann: str, thing: str = "hd: 3, ac: 12, weapons: sword") -> list[str]:
        with pytest.raises(ContentError) as caught:
            self.read(ann, thing, "sovereign")
        return [str(problem).removeprefix(f"{self.folder}/") for problem in caught.value.problems]

    def play(
        self, ann: str, thing: str, tape: str, rules: str = "sovereign", scores: str = SCORES
    ) -> Fight:
        """From the set-up as a save holds it."""
        text = setup_to_text(self.read(ann, thing, rules, scores))
        made = setup_from_text(text)
        assert setup_to_text(made) == text
        return play_setup(made, tape)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def sentences(fight: Fight, kind: str) -> list[str]:
    return [sentence(fight.names, fight.state, one) for one in fight.events if kind == one.KIND]


HITS = "> ann attack thing with {}\n! attack d20 19\n"
BONES = "hd: 3, ac: 12, hp: 20, weapons: sword, least-damage-from: [slashing, piercing]"


def test_an_edge_does_the_least_of_its_die_and_no_die_is_rolled(table: Table) -> None:
    fight = table.play("class: expert, weapons: great sword", BONES, HITS.format("great sword"))
    # 1 from the die; a hit is never less than the Shock of 2.
    assert unit(fight, "thing").hp == 18
    assert told(fight, "least-harm") == ["least-harm unit=thing by=ann what=great_sword"]
    assert sentences(fight, "least-harm") == ["The great sword does minimum damage to the thing."]


def test_what_is_added_to_the_die_counts(table: Table) -> None:
    bones = BONES.replace("ac: 12", "ac: 16")  # beyond the spear's Shock
    fight = table.play("class: expert, weapons: +3 spear", bones, HITS.format("+3 spear"))
    assert unit(fight, "thing").hp == 16


def test_a_club_does_what_its_die_shows(table: Table) -> None:
    tape = HITS.format("club") + "! damage d4 4\n"
    fight = table.play("class: expert, weapons: club", BONES, tape)
    assert unit(fight, "thing").hp == 16
    assert told(fight, "least-harm") == []


def test_the_card_and_the_check_know_of_the_least_damage(table: Table) -> None:
    made = table.read("class: expert, weapons: club", BONES, "sovereign")
    (bones,) = [one.sheet for one in made.placements if one.ident == "thing"]
    assert abilities(bones)["least damage from"] == "slashing, piercing"
    wrong = BONES.replace("slashing", "edged")
    assert table.problems("class: expert", wrong) == [
        "e.yaml:8: creatures.thing.least-damage-from[1]: "
        "'edged' is not known here; use slashing, piercing or bludgeoning"
    ]


PLAIN = "hd: 3, ac: 15, hp: 20, weapons: sword"
GIFTED = "{str: 18, dex: 18, con: 10, int: 10, wis: 10, cha: 10}"


@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_an_attack_given_outright_is_all_that_is_added_to_the_die(table: Table, rules: str) -> None:
    """Ten and 5 reach 15; without `attack` an expert of level 1 adds DEX and no skill."""
    ann = "class: expert, attack: +5, weapons: sword"
    tape = "> ann attack thing with sword\n! attack d20 10\n! damage d8 4\n"
    fight = table.play(ann, PLAIN, tape, rules, GIFTED)
    assert terms(fight, "attack") == {"d20": 10, "attack bonus": 5}
    # The damage is computed as usual: 4, and 2 for STR.
    assert unit(fight, "thing").hp == 14
    fight = table.play(ann, PLAIN, tape.split("! damage")[0].replace("d20 10", "d20 9"), rules)
    assert told(fight, "harm") == []


def test_a_magic_weapon_still_adds_to_an_attack_given_outright(table: Table) -> None:
    tape = "> ann attack thing with +1 sword\n! attack d20 9\n! damage d8 4\n"
    fight = table.play("class: expert, attack: +5, weapons: +1 sword", PLAIN, tape)
    assert terms(fight, "attack") == {"d20": 9, "attack bonus": 5, "magic weapon": 1}


@pytest.mark.parametrize(("die", "left"), [(14, 6), (13, 10)])
def test_an_ac_given_outright_is_the_one_that_is_hit(table: Table, die: int, left: int) -> None:
    """AC 17 regardless of DEX and items; the creature adds 3 to its die."""
    ann = "class: expert, ac: 17, hp: 10, weapons: sword, items: [ring of warding]"
    tape = f"> ann done\n> thing attack ann with sword\n! attack d20 {die}\n"
    tape += "! damage d8 4\n" if left < 10 else ""
    fight = table.play(ann, PLAIN, tape, "sovereign", GIFTED)
    assert unit(fight, "ann").hp == left
    assert unit(fight, "ann").sheet.ac == 17


def test_the_check_knows_what_does_not_go_with_an_ac(table: Table) -> None:
    assert table.problems("class: expert, ac: 17, armour: plate") == [
        "p.yaml:2: characters[1].armour: give either `ac` or `armour`, not both"
    ]
    assert table.problems("class: expert, ac: 31, attack: lots") == [
        "p.yaml:2: characters[1].ac: '31' is not a whole number from 0 to 30",
        "p.yaml:2: characters[1].attack: 'lots' is not a whole number from -5 to 30",
    ]


RED = "{what: potion of healing, name: Red Draught, dice: 2d4+2, doses: 2}"
SIP = "> ann drink : red draught\n! red draught d4 3\n! red draught d4 1\n> ann done\n"
STRUCK = "> thing attack ann with sword\n! attack d20 18\n! damage d8 8\n"


@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
def test_a_potion_with_dice_of_its_own_heals_by_them(table: Table, rules: str) -> None:
    """It has two doses, and stands beside the common one."""
    ann = f"class: expert, hp: 20, weapons: sword, potions: [potion of healing, {RED}]"
    tape = f"> ann done\n{STRUCK}> thing done\n{SIP}"
    fight = table.play(ann, PLAIN, tape, rules)
    assert told(fight, "drinks") == ["drinks unit=ann by=ann what=red_draught"]
    # 20, less 8, and 3 + 1 + 2.
    assert (unit(fight, "ann").hp, unit(fight, "ann").doses) == (18, (1, 1))


def test_a_creature_drinks_from_its_own_potion(table: Table) -> None:
    thing = f"{PLAIN}, potions: {RED}"
    tape = HITS.format("sword") + "! damage d8 8\n> ann done\n"
    tape += SIP.replace("ann", "thing")
    fight = table.play("class: expert, weapons: sword", thing, tape)
    assert unit(fight, "thing").hp == 18


def test_the_check_knows_what_a_potion_can_be(table: Table) -> None:
    ann = "class: expert, weapons: sword, potions: [{}]"
    assert table.problems(ann.format("{what: potion of speed, dice: 2d4}")) == [
        "p.yaml:2: characters[1].potions[1].dice: no dice are rolled for a potion of speed"
    ]
    assert table.problems(ann.format("{what: potion of heeling, dice: 2d4}")) == [
        "p.yaml:2: characters[1].potions[1].what: unknown potion 'potion of heeling'; "
        "did you mean potion of healing, potion of speed or potion of invisibility?"
    ]
    two = "potion of healing, {what: potion of healing, dice: 2d4+2}"
    assert table.problems(ann.format(two)) == [
        "p.yaml:2: characters[1].potions[2]: two potions are called 'potion of healing'; "
        "give one a `name`"
    ]


FIEND = "ac: 15, hp: 20, hd: 3, weapons: sword, magic-resistance: 30 %"
MAGE = "class: mage, level: 5, spells: [sleep, arcane spark], skills: {magic: 1}"
LULLED = "> ann cast D1 : sleep\n"


@pytest.mark.parametrize(("die", "asleep"), [(30, False), (31, True)])
def test_one_that_resists_magic_rolls_before_it_takes_hold(
    table: Table, die: int, asleep: bool
) -> None:
    fight = table.play(MAGE, FIEND, f"{LULLED}! magic resistance d100 {die}\n")
    told_made = "no" if asleep else "yes"
    assert told(fight, "resists-magic") == [
        f"resists-magic unit=thing by=ann what=sleep die={die} chance=30 made={told_made}"
    ]
    assert (unit(fight, "thing").effect(HELPLESS) is not None) == asleep
    words = "does not resist" if asleep else "resists"
    assert sentences(fight, "resists-magic") == [f"The thing {words} sleep ({die} of 30 %)."]


def test_units_without_resistance_or_immune_to_the_spell_roll_nothing(
    table: Table,
) -> None:
    plain = FIEND.replace(", magic-resistance: 30 %", "")
    assert unit(table.play(MAGE, plain, LULLED), "thing").effect(HELPLESS) is not None
    fight = table.play(MAGE, FIEND.replace("hd: 3", "hd: 5"), LULLED)
    assert told(fight, "resists-magic") == []
    assert unit(fight, "thing").effect(HELPLESS) is None


def test_what_is_not_resisted_is_saved_against_as_ever(table: Table) -> None:
    tape = "> ann cast thing : arcane spark\n! magic resistance d100 31\n! save d20 1\n"
    fight = table.play(MAGE, FIEND, tape + "! arcane spark d8 2\n" * 5)
    assert unit(fight, "thing").hp == 10
    fight = table.play(MAGE, FIEND, tape.replace("31", "30").replace("! save d20 1\n", ""))
    assert unit(fight, "thing").hp == 20


def test_a_draught_of_its_own_is_let_in(table: Table) -> None:
    tape = HITS.format("sword") + "! damage d8 8\n> ann done\n" + SIP.replace("ann", "thing")
    thing = f"{FIEND}, potions: {RED}"
    fight = table.play("class: expert, weapons: sword", thing, tape)
    assert (unit(fight, "thing").hp, told(fight, "resists-magic")) == (18, [])


def test_the_card_and_the_check_know_of_magic_resistance(table: Table) -> None:
    made = table.read("class: expert, weapons: club", FIEND, "sovereign")
    (fiend,) = [one.sheet for one in made.placements if one.ident == "thing"]
    assert abilities(fiend)["magic resistance"] == "30 %"
    for wrong in ("0", "101 %", "often"):
        assert table.problems("class: expert", FIEND.replace("30 %", wrong)) == [
            f"e.yaml:8: creatures.thing.magic-resistance: {wrong!r} is not a chance "
            "from 1 % to 100 %"
        ]
