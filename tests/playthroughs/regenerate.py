"""Golden playthroughs: readable fights, narrated from beginning to end.

    python tests/playthroughs/regenerate.py          write them again, then read the difference

One shipped encounter for each book, played by minds and named after the book, and written ones that
contain every action of a book's table. A rule change that changes a fight shows here in plain
sentences.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    root = HERE.parents[1]
    sys.path[:0] = [str(root / "src"), str(root)]

from tests.playthroughs import all_actions  # noqa: E402

from shieldwall.books import RULESETS  # noqa: E402
from shieldwall.content import load_encounter  # noqa: E402
from shieldwall.engine.events.clock_events import RoundBegan, SideBegan, TurnBegan, TurnEnded  # noqa: E402
from shieldwall.engine.events.event import Event  # noqa: E402
from shieldwall.engine.state.state import State  # noqa: E402
from shieldwall.fight import Fight  # noqa: E402
from shieldwall.fight_start import seat_names  # noqa: E402
from shieldwall.minds import make_mind  # noqa: E402
from shieldwall.text.notation import Names  # noqa: E402
from shieldwall.text.sentences import sentence, why  # noqa: E402

FIGHTS = {
    "sovereign": ("hall", 4),
    "sovereign-early": ("yard", 2),
    "aachen": ("ford", 1),
    "aachen-early": ("ford", 2),
    "dolmenwood": ("corridor", 4),
}
"""By book: the shipped encounter and the seed."""
OPEN = ("sunken-way", 3)
"""The encounter and seed every book also plays without a map, in `BOOK-open`."""
WRITTEN = {"sovereign-all-actions": all_actions.told}
"""By file: what tells a fight whose every line was written by hand."""


def names() -> list[str]:
    """The files there are: two for each book, and those written by hand."""
    return [*RULESETS, *(f"{book}-open" for book in RULESETS), *WRITTEN]


def path_of(name: str) -> Path:
    return HERE / f"{name}.txt"


def playthrough(book: str) -> str:
    """The fight of a book, as a referee would tell it, with the sum behind every number."""
    if book in WRITTEN:
        return WRITTEN[book]()
    name, seed = FIGHTS.get(book, OPEN)
    book = book.removesuffix("-open")
    setup = load_encounter(name, book)
    fight = Fight(setup, seed)
    fight.play([make_mind("simple") for _ in seat_names(setup)])
    lines = [
        f"{setup.title}, played by {RULESETS[book].title}",
        f"encounter {name}, seed {seed}, a simple mind in every seat",
    ]
    for event in fight.events:
        if isinstance(event, TurnEnded):
            continue
        lines += told(fight.names, fight.state, event)
    lines += ["", "At the end:", *standing(fight)]
    return "\n".join(lines) + "\n"


def told(names: Names, state: State, event: Event) -> list[str]:
    said = sentence(names, state, event)
    if isinstance(event, RoundBegan):
        return ["", f"== {said}"]
    if isinstance(event, SideBegan):
        return ["", said]
    if isinstance(event, TurnBegan):
        return [f"  {said}"]
    reason = why(event)
    return [f"    {said}", *([f"        {reason}"] if reason else [])]


def standing(fight: Fight) -> list[str]:
    words = ("stands", "lies dying", "is dead", "has fled", "has surrendered")
    lines = []
    for unit in fight.state.units:
        cell = int(unit.y * fight.state.grid.width + unit.x)
        square = fight.names.square(cell)
        lines.append(f"  {unit.ident} {words[unit.status]} at {square}, {unit.hp} HP")
    return lines


def main() -> None:
    for name in names():
        path_of(name).write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {path_of(name)}")


if __name__ == "__main__":
    main()
