"""A packed potion must be readied before it can be drunk, at each book's own cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.minds.thinking import chosen
from tests.scene import listed, may, play_setup, told, unit, why_not

from shieldwall.content import ContentError, read_encounter
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import DOWN
from shieldwall.exchange.stat_cards import sheet_card
from shieldwall.fight import Fight
from shieldwall.store.state_form import state_data, state_from_data
from shieldwall.text.notation import read_choice
from shieldwall.text.sentences import choice_words, sentence

STOWED = "{what: potion of healing, name: Red Draught, dice: 2d4+2, doses: 2, stowed: yes}"
MELEE = 3
"""The last phase of a round of Dolmenwood."""
ANN = "hd: 3, fearless: yes, ac: 12, hp: {}, weapons: dagger, potions: [{}]"
OTHER = "hd: 3, ac: 15, hp: 20, weapons: dagger"
MAP = "map:\n  squares: |\n    ........\n    ........\n"
FIELD = "space: open\nfield: {length: 120}\n"


def made(
    folder: Path, rules: str, potions: str = STOWED, field: str = MAP, hp: int = 20, more: str = ""
) -> Setup:
    """Ann with her potions, and an adjacent foe."""
    here, there = ("A1", "B1") if field == MAP else ("60", "65")
    text = (
        f"title: Test\nrules: {rules}\n{field}"
        f"creatures:\n  drinker: {{{ANN.format(hp, potions)}}}\n  other: {{{OTHER}}}\n"
        "sides:\n"
        f"  - {{name: party, units: [{{what: drinker, id: ann, at: {here}}}{more}]}}\n"
        f"  - {{name: foes, units: [{{what: other, id: thing, at: {there}}}]}}\n"
        "stops: never\n"
    )
    return read_encounter(text, "e.yaml", folder)


def played(setup: Setup, tape: str, first: str = "party") -> Fight:
    """From the set-up as a save holds it."""
    text = setup_to_text(setup)
    read = setup_from_text(text)
    assert setup_to_text(read) == text
    return play_setup(read, tape, first)


SIP = "> ann drink : red draught\n! red draught d4 3\n! red draught d4 1\n"


@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
@pytest.mark.parametrize("field", [MAP, FIELD], ids=["map", "open"])
@pytest.mark.rule("SOV-089")
def test_readying_it_takes_the_main_and_drinking_it_the_move(
    tmp_path: Path, rules: str, field: str
) -> None:
    setup = made(tmp_path, rules, f"potion of healing, {STOWED}", field)
    fight = played(setup, "")
    assert why_not(fight, "ann drink : red draught") == "potion-stowed SOV-089"
    assert why_not(fight, "ann ready : potion of healing") == "potion-readied SOV-089"
    assert why_not(fight, "ann ready : blue draught") == "no-potion SOV-089"
    assert may(fight, "ann drink : potion of healing")
    assert "ann ready : red draught" in listed(fight)
    assert "ann ready : potion of healing" not in listed(fight)
    fight.push("ann ready : red draught")
    ann = unit(fight, "ann")
    assert told(fight, "readies-potion") == ["readies-potion unit=ann what=red_draught"]
    assert (ann.mains, ann.moves, ann.packed) == (0, 1, 0)
    fight = played(setup, f"> ann ready : red draught\n{SIP}")
    assert (unit(fight, "ann").doses, unit(fight, "ann").moves) == ((1, 1), 0)


@pytest.mark.rule("SOV-089")
def test_what_is_at_hand_can_be_packed_away_again(tmp_path: Path) -> None:
    fight = played(made(tmp_path, "sovereign", "potion of healing"), "")
    fight.push("ann stow : potion of healing")
    assert told(fight, "stows-potion") == ["stows-potion unit=ann what=potion_of_healing"]
    assert unit(fight, "ann").packed == 1
    assert why_not(fight, "ann drink : potion of healing") == "potion-stowed SOV-089"


@pytest.mark.rule("SOV-089")
def test_the_last_dose_leaves_nothing_to_pack_or_ready(tmp_path: Path) -> None:
    once = STOWED.replace("doses: 2", "doses: 1")
    fight = played(made(tmp_path, "sovereign", once), f"> ann ready : red draught\n{SIP}")
    for verb in ("ready", "stow", "drink"):
        assert not [line for line in listed(fight) if line.startswith(f"ann {verb} :")]


@pytest.mark.parametrize("rules", ["aachen", "aachen-early"])
@pytest.mark.rule("AAC-014")
def test_in_aachen_the_pack_takes_a_main_and_the_draught_a_move(tmp_path: Path, rules: str) -> None:
    fight = played(made(tmp_path, rules), "")
    assert why_not(fight, "ann drink : red draught") == "potion-stowed AAC-018"
    fight.push("ann ready : red draught")
    assert (unit(fight, "ann").mains, unit(fight, "ann").moves) == (0, 1)
    fight = played(made(tmp_path, rules), f"> ann ready : red draught\n{SIP}")
    assert (unit(fight, "ann").mains, unit(fight, "ann").moves) == (0, 0)


@pytest.mark.rule("DOL-009")
def test_in_dolmenwood_the_pack_costs_nothing_and_the_draught_the_action(tmp_path: Path) -> None:
    fight = played(made(tmp_path, "dolmenwood"), "! initiative d6 6\n! initiative d6 1\n", "")
    while fight.state.clock.phase != MELEE:
        fight.push("ann done")
    fight.push("ann ready : red draught")
    assert told(fight, "readies-potion") == ["readies-potion unit=ann what=red_draught"]
    assert may(fight, "ann drink : red draught")


def test_the_words_of_the_log_the_options_and_the_card(tmp_path: Path) -> None:
    setup = made(tmp_path, "sovereign", f"potion of healing, {STOWED}")
    fight = played(setup, "")
    request = fight.request
    assert request is not None
    for verb, what in (("ready", "red draught"), ("stow", "potion of healing")):
        choice = read_choice(fight.names, request, f"ann {verb} : {what}")
        assert choice_words(fight.names, fight.state, choice) == f"{verb} the {what}"
    fight.push("ann ready : red draught")
    (event,) = [one for one in fight.events if one.KIND == "readies-potion"]
    assert sentence(fight.names, fight.state, event) == "The ann readies the red draught."
    card = sheet_card(setup.placements[0].sheet, "creature", fight.rules)
    assert card.facts["potions"] == "potion of healing, red draught (packed away)"


def test_a_save_keeps_what_is_packed_and_one_of_before_reads_as_nothing(tmp_path: Path) -> None:
    setup = made(tmp_path, "sovereign")
    fight = played(setup, "")
    kept = json.loads(json.dumps(state_data(fight.state, 0)))
    assert state_from_data(setup, kept).units[0].packed == 1
    for one in kept["units"].values():
        del one["packed"]
    assert state_from_data(setup, kept).units[0].packed == 0
    fight.push("ann ready : red draught")
    kept = json.loads(json.dumps(state_data(fight.state, 0)))
    assert state_from_data(setup, kept).units[0].packed == 0


def test_the_check_knows_the_key(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as caught:
        made(tmp_path, "sovereign", "{what: potion of healing, stowed: perhaps}")
    (problem,) = caught.value.problems
    assert str(problem).endswith("potions[1].stowed: 'perhaps' is not yes or no")


HURT = "> thing attack ann with dagger\n! attack d20 18\n! damage d4 4\n> thing done\n"


@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_a_mind_gets_its_potion_out_and_drinks_it(tmp_path: Path, rules: str) -> None:
    fight = played(made(tmp_path, rules, hp=5), HURT, "foes")
    assert chosen(fight, "ann") == "ann ready : red draught"
    fight.push("ann ready : red draught")
    assert chosen(fight, "ann") == "ann drink : red draught"


@pytest.mark.parametrize(
    ("potion", "choice"),
    [
        (STOWED, "ann ready : red draught"),
        (STOWED.replace("yes", "no"), "ann drink bob : red draught"),
    ],
)
def test_a_mind_gets_it_out_for_a_friend_at_its_feet(
    tmp_path: Path, potion: str, choice: str
) -> None:
    bob = ", {what: other, id: bob, at: A2}"
    fight = played(made(tmp_path, "sovereign", potion, more=bob), "")
    unit(fight, "bob").hp, unit(fight, "bob").status = 0, DOWN
    assert chosen(fight) == choice
