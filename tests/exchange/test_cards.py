"""A card shows what the engine uses: attack, damage and Shock of each weapon, in every book."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner
from mypy_extensions import i64
from tests.scene import fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.cli.main import cli
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.parties import load_party
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import AttackRolled, Harmed
from shieldwall.engine.events.event import Event
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.exchange.stat_cards import find_cards, sheet_card
from shieldwall.fight_start import initial_state
from shieldwall.odds.combatants import read_group


class Loaded(Oracle):
    """A chosen attack die, and 1 for everything else."""

    def __init__(self, die: int) -> None:
        self.die = die

    def roll(self, tag: str, sides: i64) -> i64:
        return self.die if tag == "attack" else 1

    def choose(self, requests: list[Request]) -> list[Choice]:
        return [Choice(request.unit, "pass") for request in requests]


def struck(book: str, sheet: Sheet, weapon: int, die: int, ac: int) -> list[Event]:
    """One melee attack on an adjacent unit."""
    made = setup(". a g .", a=sheet, g=foe(hp=90, ac=ac, shield=0))
    made.rules = book
    log: list[Event] = []
    state = initial_state(made)
    battle = Battle(state, RULESETS[book], Loaded(die), log, 0)
    one = state.units[0]
    one.stowed = 0
    one.wielded = weapon
    attack(battle, Blow(one, state.units[1], weapon, MELEE))
    return log


def people(book: str) -> list[Sheet]:
    rules = RULESETS[book]
    found = [member.sheet for member in load_party("adventurers", book)]
    creatures = shipped_creatures(rules.book_folders, rules.family)
    return found + [creatures[name] for name in ("goblin", "orc") if name in creatures]


@pytest.mark.parametrize("book", RULESETS)
def test_a_card_shows_the_attack_damage_and_shock_of_the_engine(book: str) -> None:
    """Killing Blow, attributes, skills, feats and magic included."""
    compared = 0
    for sheet in people(book):
        card = sheet_card(sheet, "somebody", RULESETS[book])
        for number, weapon in enumerate(sheet.weapons):
            if not weapon.melee or sheet.size > 1:
                continue
            text = card.facts[weapon.name]
            said = re.match(r"([+-]\d+) to hit, (\d+)d\d+([+-]\d+)?(?:, Shock (\d+))?", text)
            assert said is not None, text
            hit = struck(book, sheet, number, 19, 1)
            rolled = next(event for event in hit if isinstance(event, AttackRolled))
            assert rolled.total - rolled.die == int(said[1]), (sheet.name, text)
            shock = int(said[4] or 0)
            harm = next(event.amount for event in hit if isinstance(event, Harmed))
            assert harm == max(int(said[2]) + int(said[3] or 0), shock, 1), (sheet.name, text)
            missed = struck(book, sheet, number, 1, 11)
            dealt = [event.amount for event in missed if isinstance(event, Harmed)]
            assert sum(dealt) == shock, (sheet.name, text)
            compared += 1
    assert compared >= 6


def test_killing_blow_is_on_the_card() -> None:
    """Alda, a warrior of level 2: 1d8, and 1 for STR and 1 for Killing Blow; Shock 2 and both."""
    alda = next(one.sheet for one in load_party("adventurers", "sovereign") if one.ident == "alda")
    card = sheet_card(alda, "somebody", RULESETS["sovereign"])
    assert card.facts["sword"] == "+4 to hit, 1d8+2, Shock 4/13"


@pytest.mark.rule("AAC-023")
@pytest.mark.parametrize(
    ("book", "names"),
    [
        ("aachen", "slash 1, punch 0, shoot 1"),
        ("aachen-early", "stab 1, punch 0, shoot 1"),
        ("sovereign", "stab 1, brawl 0, shoot 1"),
        ("sovereign-early", "stab 1, brawl 0, shoot 1"),
    ],
)
def test_a_card_uses_the_books_own_names_of_skills(book: str, names: str) -> None:
    sheet = fighter()
    sheet.skills = (0, 1, 1, -1, -1, -1, -1, -1, -1)
    shown = sheet_card(sheet, "somebody", RULESETS[book]).facts["skills"]
    assert sorted(shown.split(", ")) == sorted(names.split(", "))


@pytest.mark.rule("AAC-023")
@pytest.mark.parametrize(
    ("book", "skill"), [("aachen", "slash 1"), ("aachen-early", "stab 1"), ("sovereign", "stab 1")]
)
def test_show_prints_the_drafts_own_name_of_a_skill(book: str, skill: str) -> None:
    result = CliRunner().invoke(cli, ["show", "alda", "--rules", book, "--json"])
    assert result.exit_code == 0, result.output
    (card,) = json.loads(result.stdout)
    assert card["facts"]["skills"] == f"{skill}, exert 0, notice 0"


@pytest.mark.parametrize("text", ["wolves", "3 wolves", "2 x Wolf", "WOLF", "wolf"])
def test_show_knows_plurals_counts_and_case(text: str) -> None:
    assert find_cards(text, "sovereign")[0].name == "wolf"


def test_odds_know_plurals() -> None:
    wolves = read_group("2 wolves, 3 dire wolves hp 6", RULESETS["sovereign"])
    assert len(wolves) == 5


def test_the_card_of_a_creature_without_attacks_says_so() -> None:
    card = sheet_card(foe(weapons=()), "creature", RULESETS["sovereign"])
    assert card.facts["weapons"] == "none: it does not attack"
    assert "weapons" not in sheet_card(foe(), "creature", RULESETS["sovereign"]).facts
