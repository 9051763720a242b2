"""Animation of a log line: movement, projectiles, dice.

Made from an event whose line the seat can read; it contains no number that the line hides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shieldwall.engine.events.attack_events import AttackRolled, Harmed, Lucky
from shieldwall.engine.events.clock_events import Broke, Checked, GroupChecked, Saved
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.events.power_events import MagicResisted
from shieldwall.engine.state.state import State
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import Beat, Big, Roll, Shows
from shieldwall.text.notation import Names

WORDS: Final = ("how", "what", "spell", "power", "phase", "against")
AIMS: Final = ("target", "ward", "part")
LEFT: Final = ("harm", "healed", "mends", "rises", "hangs-on")
"""Events whose `left` is a number of hit points."""
UNTOLD: Final = ("ruling", "remark", "refused", "waived", "renamed", "improvises")
"""Events that are text only, with nothing to animate."""


SHOWS: Final[dict[str, Shows]] = {
    "moved": "walk", "pushed-to": "go", "placed": "go", "carried": "go", "thrown-down": "go",
    "steps-back": "go", "climbs": "go", "cut-free": "go", "attack": "blow", "harm": "harm",
    "healed": "cure", "mends": "cure", "falls": "fall", "dies": "death", "casts": "magic",
    "uses": "magic", "condition": "effect", "breaks": "break", "door": "door", "wall": "wall",
    "bursts": "door", "shoved": "push", "shrugs-off": "shrug", "luck": "luck",
}  # fmt: skip
"""Animation by kind of event; deciding dice are shown besides."""
BIG: Final[dict[str, Big]] = {
    "round": "round", "side": "turn", "surprise": "turn", "falls": "grave", "dies": "grave",
    "breaks": "bad", "runs-away": "bad", "surrenders": "bad", "swallowed": "bad", "rises": "bad",
    "revived": "good", "ends": "round", "condition": "many",
}  # fmt: skip
HIGHEST: Final = 20


def shows_of(event: Event, roll: Roll | None) -> Shows:
    found = SHOWS.get(event.KIND)
    if found is not None:
        return found
    if roll is None:
        return ""
    return "test" if isinstance(event, MoraleChecked) else "roll"


def big_of(event: Event) -> Big:
    """The banner of an event, if any: morale checks, and saves that roll lowest or highest."""
    if isinstance(event, MoraleChecked):
        return "good" if event.held else "bad"
    if isinstance(event, Saved) and int(event.die) in (1, HIGHEST):
        return "good" if event.passed else "bad"
    return BIG.get(event.KIND, "")


def beat_of(
    names: Names, state: State, knowledge: SeatKnowledge, event: Event, area: Sequence[int] = ()
) -> Beat | None:
    """The animation of an event for a seat, with its `area`; None if nothing is visible."""
    if event.KIND in UNTOLD:
        return None
    roll = _roll(state, knowledge, event)
    unit, by = _unit(names, knowledge, event, "unit"), _unit(names, knowledge, event, "by")
    if not unit and not by and roll is None:
        return None
    target = next((found for aim in AIMS if (found := _unit(names, knowledge, event, aim))), "")
    number = int(getattr(event, "unit", -1))
    exact = number < 0 or knowledge.hp(state.units[number]) is not None
    left = getattr(event, "left", None) if event.KIND in LEFT and exact else None
    amount = getattr(event, "amount", None)
    if event.KIND in LEFT and not exact and not isinstance(event, Harmed):
        amount = None
    word = next((str(getattr(event, name)) for name in WORDS if hasattr(event, name)), "")
    if isinstance(event, Broke):
        word = "morale breaks"
    if roll is not None and not word:
        word = event.KIND.replace("-", " ")
    return Beat(
        shows=shows_of(event, roll),
        unit=unit,
        target=target,
        by=by,
        squares=_squares(names, knowledge, [*_cells(event), *(area if unit else ())]),
        word=word,
        weapon=_weapon(names, event) if unit else "",
        amount=amount,
        left=left,
        roll=roll,
    )


def _unit(names: Names, knowledge: SeatKnowledge, event: Event, field: str) -> str:
    """The unit's id; "" for none, and for a unit the seat did not know."""
    number = int(getattr(event, field, -1))
    if not 0 <= number < len(names.units) or not knowledge.knew(number, event.unknown):
        return ""
    return str(names.units[number])


def _cells(event: Event) -> list[int]:
    """The squares an event names."""
    cells: list[int] = []
    for field, kind in event.FIELDS:
        if kind == "squares":
            cells = [int(cell) for cell in getattr(event, field)]
        elif kind == "square":
            cells = [int(getattr(event, field))]
    return cells


def _squares(names: Names, knowledge: SeatKnowledge, cells: list[int]) -> list[str]:
    return [names.square(cell) for cell in cells if cell >= 0 and knowledge.knows_cell(cell)]


def _weapon(names: Names, event: Event) -> str:
    unit, weapon = int(getattr(event, "unit", -1)), int(getattr(event, "weapon", -1))
    if unit < 0 or not 0 <= weapon < len(names.weapons[unit]):
        return ""
    return str(names.weapons[unit][weapon])


def _roll(state: State, knowledge: SeatKnowledge, event: Event) -> Roll | None:
    """A hidden roll is not shown, except that of an attack."""
    if isinstance(event, AttackRolled):
        open_roll = knowledge.shows_rolls(state.units[event.unit])
        return Roll(
            dice="d20",
            die=int(event.die) if open_roll else None,
            total=int(event.total) if open_roll else None,
            needs=int(event.ac)
            if open_roll and knowledge.shows_ac(state.units[event.target])
            else None,
            success=event.hit,
        )
    if isinstance(event, Lucky):
        return Roll(dice="d20", success=event.hit)
    if isinstance(event, Saved):
        die, needs = int(event.die), int(event.needed)
        total = sum(int(term.value) for term in event.terms) if event.terms else die
        return Roll(dice="d20", die=die, total=total, needs=needs, success=event.passed)
    if isinstance(event, Checked | GroupChecked):
        total, needs = int(event.total), int(event.needed)
        dice = next((int(term.value) for term in event.terms if term.what == "2d6"), None)
        return Roll(dice="2d6", die=dice, total=total, needs=needs, success=event.passed)
    if isinstance(event, MoraleChecked):
        die, needs = int(event.roll), int(event.score)
        return Roll(dice="2d6", die=die, total=die, needs=needs, under=True, success=event.held)
    if isinstance(event, MagicResisted):
        die, needs = int(event.die), int(event.chance)
        return Roll(dice="d100", die=die, total=die, needs=needs, under=True, success=event.made)
    return None
