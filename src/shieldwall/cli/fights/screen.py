"""The screen before each choice: map, state of the units, and options."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.books.dolmenwood.phases import PhasedTurns
from shieldwall.cli.fights.board import Board, Glyph
from shieldwall.cli.fights.open_board import Ranks
from shieldwall.cli.terminal import Terminal, cropped, padded
from shieldwall.display.choice_groups import Choices
from shieldwall.display.markers import Marks, conditions
from shieldwall.engine.move.movement import allowance, place_of
from shieldwall.engine.option import FOR_A_SIDE, LISTED, WEAPON_UNSAID, option_of
from shieldwall.engine.rounds.acting_sides import acting_sides
from shieldwall.engine.state.state import ACTIVE, DEAD, State, Unit
from shieldwall.engine.tape.request import DONE, PASS, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.text.sentences import listed, request_sentence, start, the_side, who, whose

AC_CHANGE: Final = re.compile(r"^AC ([+-].*)")
"""`-2 AC` beside hit points: `AC -2` would read like an armour class."""
PANEL: Final = 29
"""Width of the list of units beside the map."""
LEAST_COLUMNS: Final = 23
"""Minimum width of the map; otherwise a short list goes below it."""
ROOMY: Final = 70
NAME: Final = 12
LONG_NAME: Final = 18
WIDE: Final = 110
"""From this width on, names have more room."""
FIELD: Final = 10
LEAST_MAP: Final = 6
MOST_SQUARES: Final = 10
LOW_TERMINAL: Final = 16
"""Up to this height, no lines are kept for earlier events."""


class Screen:
    """Draws one fight for its player."""

    def __init__(self, fight: Fight, marks: Marks, terminal: Terminal) -> None:
        self.fight = fight
        self.marks = marks
        self.terminal = terminal

    def before_choice(
        self,
        request: Request,
        choices: Choices,
        ready: list[Unit],
        news: int,
        odds: list[str] | None = None,
    ) -> list[str]:
        """The lines before an answer; some of the lines of news above stay visible."""
        below = [*self._question(request, choices, ready), *(odds or [])]
        over = {}
        if "run" in choices.verbs() and not request.battle.state.grid.open:
            over = self._overlay(choices)
        kept = min(news, max(0, self.terminal.height - LOW_TERMINAL) // 2)
        room = self.terminal.height - len(below) - 3 - kept
        return [
            "",
            self._headline(request.battle.state),
            *self.map(max(LEAST_MAP, room), choices.unit, over),
            *below,
        ]

    def map(self, lines: int, acting: int, over: dict[int, Glyph] | None = None) -> list[str]:
        """The map with a legend and, beside or below it, the units."""
        state = self.fight.state
        if state.grid.open:
            return [*Ranks(state, self.marks, self.terminal).lines(acting), *self.roster(acting)]
        board = Board(state, self.marks, self.terminal)
        focus = int(place_of(state.grid, state.units[acting])) if acting >= 0 else 0
        columns = self.terminal.width - 1
        panel = PANEL + self.name_room - NAME
        beside = columns >= panel + LEAST_COLUMNS
        if beside:
            roster = self.roster(acting)
            columns -= panel
        else:
            roster = self.short_roster()
            lines -= len(roster)
        window = board.fitting(columns, max(LEAST_MAP, lines - 1), focus)
        drawn = board.draw(window, over, acting)
        legend = board.legend(window, self.fight.setup.cell_names)
        if over:
            legend = "  ".join(filter(None, [self._over_legend(over), legend]))
        if beside:
            wide = board.columns_needed(window) + 1
            if len(roster) >= len(drawn) and len(roster) <= lines - 2:
                # A low map on a high terminal: the list goes on below it.
                drawn += [""] * (len(roster) + 1 - len(drawn))
            elif len(roster) >= len(drawn):
                roster = self.short_roster(panel)
            drawn = self._side_by_side(drawn, roster, wide)
        else:
            drawn = [*drawn, *roster]
        return [*drawn, *(self.terminal.paint(line, "dim") for line in self.terminal.wrap(legend))]

    def _side_by_side(self, left: list[str], right: list[str], wide: int) -> list[str]:
        fitting = len(left) - 1
        if len(right) > fitting:
            more = len(right) - fitting + 1
            right = [*right[: fitting - 1], self.terminal.paint(f"   and {more} more", "dim")]
        rows = [padded(line, wide) for line in left]
        for number, line in enumerate(right, start=1):
            rows[number] += f" {cropped(line, self.terminal.width - wide - 2)}"
        return [row.rstrip() for row in rows]

    def _over_legend(self, over: dict[int, Glyph]) -> str:
        texts = {glyph.text for glyph in over.values()}
        words = [f"{self._free}\xa0within\xa0a\xa0Move"] if self._free in texts else []
        if "!" in texts:
            words.append("!\xa0provokes")
        return "  ".join(words)

    @property
    def _free(self) -> str:
        return "•" if self.terminal.unicode else "o"

    def _overlay(self, choices: Choices) -> dict[int, Glyph]:
        free = Glyph(self._free, ("cyan",))
        provoking = Glyph("!", ("yellow", "bold"))
        return {
            cell: provoking if provokes else free for cell, provokes in choices.squares().items()
        }

    # Units.

    @property
    def name_room(self) -> int:
        """Columns for a name; more on a wide terminal."""
        return LONG_NAME if self.terminal.width >= WIDE else NAME

    def roster(self, acting: int, room: int = 0) -> list[str]:
        """One line per remaining unit: mark, name, hit points, conditions."""
        state = self.fight.state
        lines = []
        for side in range(len(state.sides)):
            for unit in state.units:
                if unit.side == side and unit.status != DEAD:
                    lines.append(self._roster_line(unit, unit.index == acting, room))
        gone = sum(1 for unit in state.units if unit.status == DEAD)
        if gone:
            lines.append(self.terminal.paint(f"   {gone} dead", "dim"))
        return lines

    def short_roster(self, width: int = 0) -> list[str]:
        """Marks and hit points only, for lack of room."""
        state = self.fight.state
        units = sorted(state.units, key=lambda unit: int(unit.side))
        texts = [
            f"{self.marks.name(unit)}\xa0{unit.hp}/{unit.sheet.hp}"
            for unit in units
            if unit.is_present()
        ]
        hint = self.terminal.paint("(`who`\xa0names\xa0them)", "dim")
        return self.terminal.wrap(f"{', '.join(texts)} {hint}", width=width)

    def _roster_line(self, unit: Unit, acting: bool, room: int = 0) -> str:
        name = start(who(self.fight.state, unit.index).removeprefix("the "))
        room = room or self.name_room
        if len(name) > room:
            name = shortened(name, room)
        pointer = (">", "bold") if acting else (" ",)
        health = f"{unit.hp}/{unit.sheet.hp}"
        styles = (self.marks.style(unit),) if unit.status == ACTIVE else ("dim",)
        hurt = ("red", "bold") if unit.hp * 3 <= unit.sheet.hp else ()
        shown = [AC_CHANGE.sub(r"\1 AC", word) for word in conditions(unit)]
        words = [*shown, *(["done"] if self._has_acted(unit) else [])]
        text = self.terminal.paint(*pointer)
        text += self.terminal.paint(f"{self.marks.of(unit):<2} {name:<{room}}", *styles)
        text += " " + self.terminal.paint(f"{health:>5}", *hurt)
        return text + self.terminal.paint(f" {', '.join(words)}" if words else "", "dim")

    def _has_acted(self, unit: Unit) -> bool:
        """Only shown on its own side's turn."""
        clock = self.fight.state.clock
        now = clock.order[clock.turn] if 0 <= clock.turn < len(clock.order) else -1
        return unit.acted and unit.status == ACTIVE and unit.side == now

    def _headline(self, state: State) -> str:
        clock = state.clock
        parts = [f"Round {clock.round}" if clock.round else "Surprise round"]
        if self.phase():
            sides = listed([the_side(state, side) for side in acting_sides(clock)])
            parts.append(f"{self.phase()} of {sides}")
        elif 0 <= clock.turn < len(clock.order):
            parts.append(f"turn of {the_side(state, clock.order[clock.turn])}")
        bar = "──" if self.terminal.unicode else "--"
        return self.terminal.paint(f"{bar} {', '.join(parts)} {bar}", "bold")

    def phase(self) -> str:
        """The name of the phase, in a book with phases."""
        clock = self.fight.state.clock
        stage = self.fight.rules.flow.stages[clock.stage]
        if not isinstance(stage, PhasedTurns) or clock.phase < 0:
            return ""
        return str(stage.phases[clock.phase].name)

    # Questions.

    def _question(self, request: Request, choices: Choices, ready: list[Unit]) -> list[str]:
        state = request.battle.state
        unit = state.units[choices.unit]
        if not isinstance(request.options, TurnOptions):
            first, *more = self.terminal.wrap(request_sentence(state, request))
            asked = [self.terminal.paint(first, "bold", "yellow"), *more]
            verbs = choices.verbs()
            if "declare" in verbs:
                hint = "Spells and runes are declared before initiative. `pass`: none this round."
                asked += self.terminal.wrap(hint)
            return [*asked, *self._rows(request, choices, PASS if PASS in verbs else verbs[-1])]
        lines = self.terminal.wrap(self._what_is_left(state, unit))
        if len(ready) > 1:
            others = ", ".join(together([other.ident for other in ready if other is not unit]))
            hint = " (type a name to switch)" if self._is_roomy else ""
            lines += self._row("or", f"{others}{hint}")
        return [*lines, *self._rows(request, choices, DONE)]

    def _rows(self, request: Request, choices: Choices, last: str) -> list[str]:
        """The options: one line per main verb, and one for all others."""
        lines = []
        others = []
        shown = False
        on_turn = isinstance(request.options, TurnOptions)
        for verb in choices.verbs():
            bare = all(choice.target < 0 and not choice.path for choice in choices.of(verb))
            if verb == "run":
                lines += self._row(verb, self._how_far(request, choices.unit))
            elif not bare and (option_of(verb).has(LISTED) or not on_turn):
                lines += self._row(verb, self._aims(choices, verb))
                shown = shown or verb == last
            elif verb != last:
                more = "" if len(choices.of(verb)) == 1 and bare else self._more
                others.append(f"{verb}{more}")
        others += ["help"] if shown else [last, "help"]
        return [*lines, *self._row("also" if lines else "say", ", ".join(others))]

    @property
    def _more(self) -> str:
        return " …" if self.terminal.unicode else " ..."

    def _how_far(self, request: Request, mover: int) -> str:
        unit = request.battle.state.units[mover]
        feet = int(allowance(request.battle.rules, unit)) * 5
        paid = "" if unit.moves else ", for the Main"
        if request.battle.state.grid.open:
            return f"to a foe or a place such as 30ft, up to {feet} ft{paid}"
        return f"a square, up to {feet} ft{paid}"

    @property
    def _is_roomy(self) -> bool:
        return self.terminal.width >= ROOMY

    def _row(self, head: str, text: str) -> list[str]:
        line = f"  {head:<{FIELD}}{text}".replace("  ", "\xa0\xa0")
        return self.terminal.wrap(line, " " * (FIELD + 2))

    def _aims(self, choices: Choices, verb: str) -> str:
        if option_of(verb).has(FOR_A_SIDE):
            units = choices.request.battle.state.units
            sides = dict.fromkeys(units[choice.target].side for choice in choices.of(verb))
            return listed([the_side(choices.request.battle.state, side) for side in sides])
        text = ", ".join(together(choices.targets(verb)) or choices.ends(verb)[:MOST_SQUARES])
        weapons = [weapon for weapon in choices.weapons(verb) if weapon != "unarmed"]
        dot = "·" if self.terminal.unicode else "-"
        if not weapons or option_of(verb).has(WEAPON_UNSAID) or not self._is_roomy:
            return text
        return f"{text} {dot} with {', '.join(weapons)}"

    def _what_is_left(self, state: State, unit: Unit) -> str:
        left = [name for name, count in (("Main", unit.mains), ("Move", unit.moves)) if count]
        weapon = unit.weapon()
        held = "nothing" if weapon is None else weapon.name.lower()
        budget = " and ".join(left) + " left" if left else "nothing left, Enter ends the turn"
        return f"{start(whose(state, unit.index))} turn: {budget}, {held} in hand."


def shortened(name: str, room: int) -> str:
    """`Veteran a. 1` for Veteran archer 1: the number distinguishes units of a kind."""
    word, _, number = name.rpartition(" ")
    tail = f" {number}" if word and number.isdigit() else ""
    first, *more = name.removesuffix(tail).split()
    initials = " ".join([first, *(f"{each[0]}." for each in more)]) + tail
    if more and len(initials) <= room:
        return initials
    return f"{name[: room - len(tail) - 1].rstrip()}.{tail}"


def together(idents: list[str]) -> list[str]:
    """`goblin-1/2/3` for goblin-1, goblin-3 and goblin-2."""
    numbers: dict[str, list[str]] = {}
    for ident in idents:
        kind, dash, number = ident.rpartition("-")
        if dash and number.isdigit():
            numbers.setdefault(f"{kind}-", []).append(number)
        else:
            numbers.setdefault(ident, [])
    return [kind + "/".join(sorted(found, key=int)) for kind, found in numbers.items()]
