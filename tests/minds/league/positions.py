"""The league: small positions with one right answer each, read from `situations.yaml`.

A position is an encounter of a few squares, orders that set it up (`hp osric 3`), and the unit that
is asked. All other units pass until then. `right` lists the correct answers:

    attack goblin-1            this verb, at this target
    run beside alda            a move that ends within 5 ft of her
    run away from orc          a move that ends further off
    run towards orc            a move that ends nearer
    not snap                   anything but this verb
    cast sleep                 this verb with this spell
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import yaml

from shieldwall.content.encounters import read_encounter
from shieldwall.engine.move.movement import stand_at
from shieldwall.engine.points import POINT_NAMES, TURN
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.minds import Mind
from shieldwall.text.notation import choice_text

HERE = Path(__file__).parent
PHASES = ("movement", "missiles", "magic", "melee")
MOST_STEPS = 400


@dataclass
class Position:
    """One of the league."""

    name: str
    book: str
    asks: str
    right: list[str]
    map: str
    ours: dict[str, str]
    foes: list[str]
    why: str = ""
    party: str = "company"
    orders: list[str] = field(default_factory=list)
    tape: list[str] = field(default_factory=list)
    """The choices made before the unit is asked, in notation."""
    seed: int = 1
    phase: str = ""
    point: str = ""
    walls: str = ""
    light: str = ""

    def text(self) -> str:
        """As an encounter file."""
        rows = "\n".join("    " + row.replace(" ", "") for row in self.map.strip().splitlines())
        names = ", ".join(self.ours)
        places = ", ".join(f"{name}: {square}" for name, square in self.ours.items())
        foes = "\n".join(f"      - {{what: {line.rpartition(' ')[0]}, at: {squares(line)}}}"
                         for line in self.foes)  # fmt: skip
        return (
            f'title: "{self.name}"\nrules: {self.book}\nmap:\n  squares: |\n{rows}\n{self.walls}'
            f"sides:\n  - {{name: party, party: {self.party}, only: [{names}], "
            f"places: {{{places}}}}}\n  - name: foes\n    units:\n{foes}\n"
            f"stops: when it matters\n{self.light}"
        )


def squares(line: str) -> str:
    """`2 x orc C3,C4` has its squares at the end."""
    found = line.rpartition(" ")[2].split(",")
    return found[0] if len(found) == 1 else f"[{', '.join(found)}]"


def positions() -> list[Position]:
    rows = yaml.safe_load((HERE / "situations.yaml").read_text(encoding="utf-8"))
    made = []
    for row in rows:
        row["right"] = [row["right"]] if isinstance(row["right"], str) else row["right"]
        made.append(Position(**row))
    return made


def moment(position: Position) -> tuple[Fight, Request]:
    """The fight at the question, and the question."""
    setup = read_encounter(position.text(), position.name, HERE, "")
    fight = Fight(setup, position.seed)
    ruled = False
    tape = list(position.tape)
    for _ in range(MOST_STEPS):
        request = wanted(fight, position) if not tape else None
        if request is not None and not ruled:
            for order in position.orders:
                fight.rule(order)
            ruled = True
            continue
        if request is not None:
            return fight, request
        if ruled and tape and can_push(fight, tape[0]):
            fight.push(tape.pop(0))
            continue
        if not ruled and tape and can_push(fight, tape[0]):
            for order in position.orders:
                fight.rule(order)
            ruled = True
            continue
        let_pass(fight, position)
    raise AssertionError(f"{position.name}: {position.asks} is never asked")


def can_push(fight: Fight, text: str) -> bool:
    from shieldwall.text.notation import read_choice

    for request in fight.requests:
        try:
            choice = read_choice(fight.names, request, text)
        except ValueError:
            continue
        if request.options.why_not(choice) is None:
            return True
    return False


def wanted(fight: Fight, position: Position) -> Request | None:
    number = fight.names.index[position.asks]
    clock = fight.state.clock
    if position.phase and (clock.phase < 0 or PHASES[clock.phase] != position.phase):
        return None
    for request in fight.requests:
        if position.point:
            if POINT_NAMES[request.point] == position.point and request.unit == number:
                return request
        elif request.point == TURN and is_asked(request, number):
            return request
    return None


def is_asked(request: Request, number: int) -> bool:
    """Whether it is this unit's turn, before any other unit of its side."""
    if request.unit >= 0:
        return request.unit == number
    options = request.options
    assert isinstance(options, TurnOptions)
    return [int(unit.index) for unit in options.units] == [number]


def let_pass(fight: Fight, position: Position) -> None:
    """Another unit ends its turn or passes; the asked unit comes last."""
    number = fight.names.index[position.asks]
    waiting = list(fight.requests)
    assert waiting, f"{position.name}: the fight is over"
    for request in waiting:
        last: Choice | None = None
        for choice in request.options:
            if choice.verb in (DONE, PASS):
                last = choice
                if choice.unit != number:
                    break
        fight.push(next(iter(request.options)) if last is None else last)
        if len(request.seats) == 1 and request.point == TURN:
            return


def answer(position: Position, mind: Mind) -> tuple[str, bool]:
    """What the mind answers, in notation, and whether that is right."""
    fight, request = moment(position)
    choice = mind(request)
    refusal = request.options.why_not(choice)
    text = choice_text(fight.names, choice)
    assert refusal is None, f"{position.name}: {text} is refused: {refusal}"
    return text, any(is_right(fight, choice, expected) for expected in position.right)


def is_right(fight: Fight, choice: Choice, expected: str) -> bool:
    words = expected.split()
    if words[0] == "not":
        return choice.verb != words[1]
    if choice.verb != words[0]:
        return False
    if len(words) == 1:
        return True
    if words[0] in ("cast", "declare", "glamour", "improvise", "drink", "use") and len(words) > 1:
        target = fight.names.index.get(words[-1], -1)
        noted = " ".join(words[1:]) == choice.note
        return noted or (target >= 0 and choice.target == target)
    if words[1] in ("beside", "away", "towards"):
        unit = fight.state.units[choice.unit]
        other = fight.state.units[fight.names.index[words[-1]]]
        there = standing(fight, unit, choice)
        if words[1] == "beside":
            return distance(there, other) <= 1
        nearer = int(distance(unit, other) - distance(there, other))
        return nearer < 0 if words[1] == "away" else nearer > 0
    return choice.target == fight.names.index[words[1]]


def standing(fight: Fight, unit: Unit, choice: Choice) -> Unit:
    """The unit where the move would end."""
    there = unit.copy()
    stand_at(fight.state, there, choice.path[-1])
    return there
