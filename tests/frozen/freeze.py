"""Frozen fights: random play of every book, kept to prove that refactoring changes nothing.

    python tests/frozen/freeze.py              freeze everything again python tests/frozen/freeze.py
    NAME ...     freeze only these, after a rule was corrected

`fights.txt` has one line per fight: its name and a short hash every few steps, over dice, choices,
refusals, events with their terms, and the saved state. The `.save` files are complete saves of the
current version.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    root = HERE.parents[1]
    sys.path[:0] = [str(root / "src"), str(root)]

from tests.engine.arena import DRAWN, arena  # noqa: E402
from tests.engine.watched_play import Erratic, brawl  # noqa: E402

from shieldwall.books import RULESETS  # noqa: E402
from shieldwall.books.former_dials import RENAMED  # noqa: E402
from shieldwall.engine.battle import Battle  # noqa: E402
from shieldwall.engine.events.event import Event  # noqa: E402
from shieldwall.engine.ruleset import Ruleset  # noqa: E402
from shieldwall.engine.state.setup import Setup  # noqa: E402
from shieldwall.engine.tape.request import DONE, Choice, Refusal, Request  # noqa: E402
from shieldwall.engine.turn_options import TurnOptions  # noqa: E402
from shieldwall.fight import Fight  # noqa: E402
from shieldwall.fight_start import initial_state, rules_of, seat_names  # noqa: E402
from shieldwall.minds import make_mind  # noqa: E402
from shieldwall.store.save_file import save_fight  # noqa: E402
from shieldwall.store.state_form import state_data  # noqa: E402
from shieldwall.text.sentences import why  # noqa: E402

FIGHTS = HERE / "fights.txt"
STEPS = 60
"""How many steps of a fight are frozen."""
EVERY = 6
"""Steps between two hashes."""
BRAWLS = 12
"""With a map and without, for each book; beside them every drawing of the arena."""
FORMER = {new: old for old, new in RENAMED.items()}
SAVED = ("skirmish", "coven in the open", "menagerie", "fairies")


class Recorder(Erratic):
    """Random dice and choices, written down with everything that was refused on the way."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.lines: list[str] = []

    def roll(self, tag: str, sides: int) -> int:
        die = super().roll(tag, sides)
        self.lines.append(f"{tag} d{int(sides)} {die}")
        return die

    def answer(self, request: Request) -> Choice:
        choice = super().answer(request)
        self.lines.append(f"{request.point} {request.cause} {choice!r}")
        return choice

    def turn(self, battle: Battle, options: TurnOptions) -> Choice:
        choice = super().turn(battle, options)
        self.try_others(battle, options)
        return choice

    def try_others(self, battle: Battle, options: TurnOptions) -> None:
        """Ask about a few choices that may be refused, and write down why."""
        units = battle.state.units
        for spec in self.chance.sample(battle.rules.action_list, 6):
            unit = self.chance.choice(options.units)
            found = spec.candidates(battle, unit)[:3]
            other = self.chance.randrange(len(units)) if "t" in spec.uses else -1
            arm = self.chance.randrange(2) if "w" in spec.uses else -1
            cells = int(battle.state.grid.cells)
            path = (self.chance.randrange(cells),) if "p" in spec.uses and not arm else ()
            found.append(Choice(int(unit.index), spec.verb, other, arm, path))
            found.append(Choice(self.chance.randrange(len(units)), DONE))
            for choice in found:
                refusal = options.why_not(choice)
                if refusal is not None:
                    self.lines.append(f"{choice!r} {facts(refusal, battle.rules)}")


def facts(refusal: Refusal, rules: Ruleset) -> str:
    """The refusal with its rule, as shared code and as the book itself names it.

    A ruling is written by the name it had when the fights were frozen.
    """
    told = f"{refusal!r} {refusal.unit} {refusal.other} {rules.cite(refusal.cite)}"
    former = FORMER.get(refusal.cite)
    return told if former is None else told.replace(refusal.cite, former)


def fights() -> dict[str, tuple[str, int]]:
    """Every frozen fight: its book and its seed."""
    found = {}
    for book in RULESETS:
        for number in range(BRAWLS):
            found[f"{book}/brawl/{number}"] = (book, number)
            found[f"{book}/brawl-open/{number}"] = (book, number)
        for number, name in enumerate(DRAWN):
            found[f"{book}/{name}/0"] = (book, number)
    return found


def setup_of(name: str) -> Setup:
    book, kind, number = name.split("/")
    if kind.startswith("brawl"):
        made = brawl(book, int(number), kind == "brawl-open", int(number) % 3)
    else:
        made = arena(kind, book)
    made.rounds = 0
    return made


def played(name: str) -> list[list[str]]:
    """What happens in a fight, in pieces of a few steps."""
    made = setup_of(name)
    oracle = Recorder(fights()[name][1])
    log: list[Event] = []
    rules = rules_of(made)
    battle = Battle(initial_state(made), rules, oracle, log, 0)
    pieces: list[list[str]] = []
    for step in range(STEPS):
        if battle.state.outcome is not None:
            break
        begun = len(log)
        battle.step()
        for event in log[begun:]:
            oracle.lines.append(f"{event!r} {why(event)}")
        if step % EVERY == EVERY - 1:
            pieces.append(cut(oracle, battle))
    pieces.append(cut(oracle, battle))
    return pieces


def cut(oracle: Recorder, battle: Battle) -> list[str]:
    lines = [*oracle.lines, json.dumps(state_data(battle.state, 0), sort_keys=True)]
    oracle.lines = []
    return lines


def hashes(name: str) -> list[str]:
    return [blake2b("\n".join(piece).encode(), digest_size=4).hexdigest() for piece in played(name)]


def frozen() -> dict[str, list[str]]:
    found = {}
    for line in FIGHTS.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.partition(": ")
        found[name] = rest.split()
    return found


def save_path(book: str, kind: str) -> Path:
    return HERE / f"{book}-{kind.replace(' ', '-')}.save"


def write_saves() -> None:
    for book in RULESETS:
        for kind in SAVED:
            made = arena(kind, book)
            made.rounds = 4
            fight = Fight(made, 7)
            fight.play([make_mind("random") for _ in seat_names(made)])
            while fight.outcome is not None:
                fight.pop()
            save_fight(fight, str(save_path(book, kind)))


def main(names: list[str]) -> None:
    kept = frozen() if names else {}
    for name in names or fights():
        kept[name] = hashes(name)
    lines = [f"{name}: {' '.join(kept[name])}" for name in fights()]
    FIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if not names:
        write_saves()


if __name__ == "__main__":
    main(sys.argv[1:])
