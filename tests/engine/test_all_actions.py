"""The written playthrough of Sovereign contains every action and every kind of event."""

from __future__ import annotations

import pytest
from tests.playthroughs.all_actions import IDENTS, cistern, lines, play, told

from shieldwall.engine.events.event import Event
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED
from shieldwall.engine.tape.entries import Chose
from shieldwall.fight import Fight
from shieldwall.text.notation import event_text

TABLE = {
    "melee attack": ("attack", "attack"),
    "ranged attack": ("shoot", "attack"),
    "swarm": ("swarm", "swarms"),
    "the swarm's blow": ("fall-upon", "swarm-strikes"),
    "charge": ("charge", "charges"),
    "use a skill": ("stabilise", "stabilised"),
    "reload": ("reload", "reloads"),
    "ready": ("ready", "readies"),
    "stow": ("stow", "stows"),
    "disengage": ("disengage", "disengages"),
    "screen": ("screen", "screens"),
    "run": ("run", "moved"),
    "pick up": ("pick-up", "picks-up"),
    "stand up": ("stand", "stands"),
    "hold": ("hold", "holds"),
    "go prone": ("prone", "prone"),
    "total defense": ("total-defense", "total-defense"),
    "snap attack": ("snap", "snap"),
    "execution": ("execute", "executes"),
    "a door": ("open", "door"),
    "opportunity": ("strike", "opportunity"),
    "breaking free": ("break-free", "freed"),
    "leaving the map": ("leave", "leaves"),
}
"""The rows of the action table and some more: the verb on the tape, the event that tells of it."""


@pytest.fixture(scope="module")
def fight() -> Fight:
    return play()


def kinds(fight: Fight) -> list[str]:
    return [event.KIND for event in fight.events]


def texts(fight: Fight) -> list[str]:
    return [event_text(fight.names, event) for event in fight.events]


def between(fight: Fight, first: str, last: str) -> list[Event]:
    """The events from the first whose text begins so to the next one that ends the stretch."""
    told = texts(fight)
    start = next(number for number, text in enumerate(told) if text.startswith(first))
    stop = next(
        number for number, text in enumerate(told) if number > start and text.startswith(last)
    )
    return fight.events[start : stop + 1]


@pytest.mark.parametrize("row", TABLE)
def test_every_row_of_the_action_table_is_played_and_told(fight: Fight, row: str) -> None:
    verb, kind = TABLE[row]
    verbs = {entry.choice.verb for entry in fight.entries if isinstance(entry, Chose)}
    assert verb in verbs
    assert kind in kinds(fight)


@pytest.mark.parametrize(
    "happens",
    [
        "attack unit=brakk target=alda weapon=sword how=melee",
        "attack unit=cole target=brakk weapon=small_bow how=shot",
        "shoved unit=alda by=brakk how=prone",
        "shoved unit=brakk by=hedy how=pushed",
        "pushed-to unit=brakk",
        "grappled unit=alda by=brakk",
        "freed unit=alda",
        "check unit=snag what=break_free total=3 needed=10 passed=no",
        "grappled unit=snag by=alda",
        "thrown-down unit=snag by=alda",
        "drop unit=snag feet=10",
        "executes unit=cole target=snik",
        "spoiled unit=witch spell=arcane_spark why=hurt",
        "hold-used unit=cole",
        "redirected unit=hedy ward=mira",
        "falls unit=mira",
        "breaks unit=snot why=wounds",
        "breaks unit=witch why=losses",
        "leaves unit=snot",
        "swarm-strikes unit=alda target=brakk others=2",
    ],
)
def test_everything_that_can_befall_one_happens_once(fight: Fight, happens: str) -> None:
    assert [text for text in texts(fight) if text.startswith(happens)] != []


def test_the_execution_falls_in_the_surprise_round(fight: Fight) -> None:
    told = kinds(fight)
    assert told.index("surprise") < told.index("executes") < told.index("initiative")


def test_a_snap_attack_is_met_with_total_defense_in_the_middle_of_the_foe_s_own_move(
    fight: Fight,
) -> None:
    """Within Snag's turn: its move in two parts, Hedy's snap attack, its defence, and no harm."""
    stretch = between(fight, "turn unit=snag", "turn-over unit=snag")
    assert [event.KIND for event in stretch] == [
        "turn", "moved", "moved", "snap", "attack", "total-defense", "turn-over",
    ]  # fmt: skip
    assert any(
        text.startswith("attack unit=hedy target=snag") and text.endswith("hit=yes")
        for text in texts(fight)
    )


def test_a_spell_is_spoiled_by_a_snap_attack_before_it_takes_hold(fight: Fight) -> None:
    stretch = between(fight, "casts unit=witch", "turn-over unit=witch")
    assert [event.KIND for event in stretch] == [
        "casts", "snap", "attack", "harm", "spoiled", "turn-over",
    ]  # fmt: skip


def test_the_broken_one_leaves_the_map_and_the_fight_ends_by_flight(fight: Fight) -> None:
    told = texts(fight)
    assert told.index("breaks unit=snot why=wounds") < told.index("leaves unit=snot")
    assert fight.outcome is not None
    assert fight.outcome.key() == ("retreat", 0)
    ends = {unit.ident: unit.status for unit in fight.state.units}
    assert ends == {
        "alda": ACTIVE, "cole": ACTIVE, "mira": DOWN, "hedy": ACTIVE,
        "brakk": DEAD, "snik": DEAD, "snag": FLED, "snot": FLED, "witch": FLED,
    }  # fmt: skip


def test_the_map_has_a_pillar_a_door_difficult_ground_and_a_ledge() -> None:
    grid = cistern().grid
    assert grid.doors == 1
    assert len({int(feet) for feet in grid.floor}) == 2
    assert sum(1 for kind in grid.ground if int(kind) == 1) == 2
    pillars = [cell for cell in range(grid.cells) if grid.solid[cell] > grid.floor[cell]]
    assert len(pillars) == 1


def test_the_page_holds_the_whole_tape_and_tells_of_every_unit() -> None:
    narration = told().splitlines()
    assert [line for line in narration if line[:1] in (">", "!")] == [
        line for line in lines() if line[:1] in (">", "!")
    ]
    sentences = " ".join(line.lower() for line in narration if line.startswith("    "))
    assert [name for name in IDENTS.values() if name not in sentences] == []
