"""The GM in the terminal: typed rulings, an improvised action, a pursuit."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.test_play import FIRST
from tests.cli.typist import run
from tests.scene import fighter, foe, play

from shieldwall.cli.fights.narration import fight_data
from shieldwall.store.save_file import save_fight


def test_a_ruling_can_be_typed_is_told_and_taken_back() -> None:
    lines = ["rule hp sergeant 3 # he came here wounded", "undo", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    before, after = shown.split("Taken back: the ruling 'hp sergeant 3'.")
    assert "GM: the sergeant's HP set to 3 (he came here wounded)." in before
    assert "3/13" in before
    assert "3/13" not in after.replace("13/13", "")


TOLD_BY_THE_ORDER = {
    "move alda D5": ("GM: Alda moved to D5.", "Alda is now at D5."),
    "prone alda": ("GM: Alda is now prone.", "Alda drops prone."),
    "drop alda": ("GM: Alda drops the weapon in hand.", "Alda drops the sword."),
    "condition alda blind": ("GM: Alda is now blind.", "Alda is blind."),
    "condition alda surprised": ("GM: Alda is now surprised.", "Alda is surprised."),
    "name alda Alda the Bold": (
        "GM: Alda is now called Alda the Bold.",
        "Alda the Bold is now called Alda the Bold.",
    ),
    "remove sergeant": (
        "GM: the sergeant removed from the fight.",
        "The sergeant is out of the fight.",
    ),
    "side sergeant challenger": (
        "GM: the sergeant now fights for the challenger.",
        "The sergeant now fights for the challenger.",
    ),
    "fate alda dead": ("GM: Alda is now dead.", "Alda is slain."),
}


@pytest.mark.parametrize("order", TOLD_BY_THE_ORDER)
def test_an_order_is_told_once(order: str) -> None:
    line, repeated = TOLD_BY_THE_ORDER[order]
    shown = run("play", "duel", *FIRST, lines=[f"rule {order}", "quit"]).stdout
    assert shown.count(line) == 1
    assert f"  {repeated}" not in shown


def test_the_end_of_a_condition_is_told_once() -> None:
    lines = ["rule condition alda blind", "rule condition alda blind off", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    assert shown.count("no longer blind") == 1
    assert "GM: Alda is no longer blind." in shown


def test_what_a_unit_does_after_an_order_is_told() -> None:
    lines = ["rule prone alda", "stand", "prone", "quit"]
    shown = run("play", "duel", *FIRST, lines=lines).stdout
    assert shown.count("GM: Alda is now prone.") == 1
    assert shown.count("Alda stands up.") == 1
    assert shown.count("Alda drops prone.") == 1


def test_an_order_is_told_once_in_the_exported_log() -> None:
    fight = play("a . g", "", stops="never", a=fighter(), g=foe())
    before = len(fight.events)
    fight.rule("move a B1")
    log = fight_data(fight)["log"]
    assert isinstance(log, list)
    assert log[before:] == [
        {"event": "ruling what=move_a_B1 note=", "text": "GM: the a moved to B1."},
        {"event": "placed unit=a at=B1", "text": ""},
    ]


def test_the_gm_ends_the_fight_at_the_terminal() -> None:
    ended = run("play", "duel", *FIRST, lines=["rule end truce # the horn blows"])
    assert ended.returncode == 0
    assert "GM: the fight is over (the horn blows)." in ended.stdout
    assert "The fight is over (truce)" in ended.stdout


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("rule", "rule move ogre C4"),
        ("rule dance alda", "That is not an order; it should read like 'hp ogre 5'"),
        ("rule hp sergeant 99", "The sergeant has at most 13 HP (SOV-045)."),
        ("rule stand alda", "Alda is already standing (SOV-095)."),
    ],
)
def test_a_ruling_that_cannot_be_given_is_refused_with_its_reason(line: str, answer: str) -> None:
    shown = run("play", "duel", *FIRST, lines=[line, "quit"]).stdout
    assert answer in shown
    assert "GM:" not in shown


def test_the_player_in_the_referees_seat_is_asked_for_a_ruling() -> None:
    lines = [
        "improvise kicks sand at the sergeant",
        "dance",
        "rule costly",
        "rule move, prone sergeant",
        "quit",
    ]
    shown = run("play", "duel", *FIRST, "--side", "referee=me", lines=lines).stdout
    assert "Alda improvises: kicks sand at the sergeant. What is the GM's ruling?" in shown
    assert "referee: refuse or rule? dance\n'dance' is neither a unit nor an action." in shown
    assert "Part 1 of the ruling is not understood" in shown
    assert "GM: it costs a Move Action; the sergeant is now prone." in shown
    assert "The sergeant drops prone." in shown
    assert "Alda's turn: Main left" in shown


def test_where_that_seat_is_empty_the_house_rules() -> None:
    shown = run("play", "duel", *FIRST, lines=["improvise : whistles", "quit"]).stdout
    assert "Alda improvises: whistles." in shown
    assert "GM: it costs a Main Action, provokes and needs a " in shown
    assert "Alda's improvise check: " in shown


def test_a_pursuit_is_offered_and_its_dice_are_named(tmp_path: Path) -> None:
    path = str(tmp_path / "chase.fight")
    fight = play("a . g", "> g leave\n", first="foes", a=fighter(), g=foe())
    save_fight(fight, path)
    lines = ["pursue", "5", "4", "5", "4"]
    shown = run("play", "--resume", path, "--dice", "ask", lines=lines).stdout
    assert "The fleeing side has left the field. Pursue?" in shown
    assert "a: pursue or let-go? pursue" in shown
    assert "d8 for the party in the chase: 5" in shown
    assert "d8 for the foes in the chase: 4" in shown
    assert "The party catches the units that fled, and would act first" in shown
