"""The log, the end table and the state use the same word for a unit out of the fight."""

from __future__ import annotations

import pytest
from tests.scene import MACE, SWORD, fighter, foe, play, unit

from shieldwall.display.markers import conditions
from shieldwall.engine.events.attack_events import Fell
from shieldwall.fight import Fight
from shieldwall.text.sentences import sentence


def log(fight: Fight) -> str:
    falls = [event for event in fight.events if isinstance(event, Fell)]
    return sentence(fight.names, fight.state, falls[-1])


@pytest.mark.rule("SOV-141", "G-20")
@pytest.mark.parametrize(
    ("tape", "named", "words", "mark"),
    [
        ("> a attack g with sword\n! attack d20 15\n! damage d8 8\n", False,
         "is slain by", "slain"),
        ("> a attack g with sword\n! attack d20 15\n! damage d8 8\n", True,
         "goes down and lies dying", "dying"),
        ("> a spare\n> a attack g with mace\n! attack d20 15\n! damage d6 6\n", False,
         "is knocked out", "knocked out"),
    ],
)  # fmt: skip
def test_slain_dying_and_knocked_out_are_three_things(
    tape: str, named: bool, words: str, mark: str
) -> None:
    fight = play(
        "a g", tape, a=fighter(weapons=(SWORD, MACE)), g=foe(hp=3, named=named, name="Grim")
    )
    assert words in log(fight)
    assert conditions(unit(fight, "g")) == [mark]


@pytest.mark.rule("SOV-141")
def test_no_unit_is_slain_by_itself() -> None:
    fight = play("a g", "", a=fighter(name="Alda"), g=foe(name="Grim"))
    fell = Fell(unit(fight, "g").index, unit(fight, "g").index, "dead")
    assert sentence(fight.names, fight.state, fell).endswith("is slain.")
    other = Fell(unit(fight, "g").index, unit(fight, "a").index, "dead")
    assert "is slain by" in sentence(fight.names, fight.state, other)
