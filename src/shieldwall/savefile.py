"""One file for a fight: its tape, and for a save also the set-up and the state, spelled out.

    shieldwall-tape 1
    rules sovereign
    engine 0.1.0
    encounter duel            # or: setup sha256:…  with  setup-text {…}
    seed 47
    dice seed                 # or: hand

    ! initiative d8 5         # a die with its purpose
    > alda attack orc         # a choice
    * hp orc 3                # a ruling of the referee; the comment is its reason
    = attack unit=alda …      # a check line: a replay must produce this event here
    # a comment

The form is described in `docs/save-format.md`. Reading drives a `Fight` line by line, so a tape
written with an editor may say `run E6` where a recorded one names every square.
"""

from __future__ import annotations

import json
import os

from shieldwall.content import (
    ContentError,
    load_encounter,
    setup_digest,
    setup_from_text,
    setup_to_text,
)
from shieldwall.core.magic import Raised, with_raised
from shieldwall.core.request import REFEREE, IllegalChoice
from shieldwall.core.setup import Setup
from shieldwall.core.sheet import Weapon
from shieldwall.core.state import FLED, Clock, Dropped, Effect, Outcome, State, Unit
from shieldwall.core.tape import Chose, Entry
from shieldwall.fight import BadRuling, Checkpoint, Fight, initial_state
from shieldwall.notation import (
    NotationError,
    choice_text,
    entry_text,
    event_text,
    parse_choice,
    parse_event,
    parse_rolled,
    parse_ruled,
)
from shieldwall.telling import refusal_sentence
from shieldwall.version import __version__

VERSION = 1
STATE_VERSION = 1
HEADER_KEYS = (
    "rules",
    "engine",
    "encounter",
    "setup",
    "seed",
    "dice",
    "setup-text",
    "state",
    "sealed",
)


class SaveError(ValueError):
    """A tape or save that cannot be read, with file, line and what was expected there."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


# Writing.


def tape_text(fight: Fight, checks: bool = True) -> str:
    """The tape with its header; with check lines, a replay notices any other course of events."""
    return "\n".join([*_header(fight), "", *_entry_lines(fight, checks)]) + "\n"


def save_fight(fight: Fight, path: str) -> None:
    """Write the whole fight to a file; the old file stays until the new one is complete."""
    state, before = fight.last_checkpoint()
    lines = _header(fight)
    lines.append(f"setup-text {setup_to_text(fight.setup)}")
    lines.append(f"state {_dump(state_data(state, before))}")
    lines += [f"sealed {choice_text(fight.names, choice)}" for choice in fight.sealed()]
    text = "\n".join([*lines, "", *_entry_lines(fight, True)]) + "\n"
    beside = f"{path}.part"
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def _header(fight: Fight) -> list[str]:
    return [
        f"shieldwall-tape {VERSION}",
        f"rules {fight.rules.name}",
        f"engine {__version__}",
        f"setup sha256:{setup_digest(fight.setup)}",
        f"seed {fight.seed}",
        f"dice {'hand' if fight.by_hand else 'seed'}",
    ]


def _entry_lines(fight: Fight, checks: bool) -> list[str]:
    lines: list[str] = []
    told = 0
    for number, entry in enumerate(fight.entries):
        if checks:
            lines += _check_lines(fight, told, fight.marks[number])
            told = fight.marks[number]
        lines.append(entry_text(fight.names, entry))
    if checks:
        lines += _check_lines(fight, told, len(fight.events))
    return lines


def _check_lines(fight: Fight, first: int, last: int) -> list[str]:
    return [f"= {event_text(fight.names, event)}" for event in fight.events[first:last]]


def _dump(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


# The state, in the documented form.

UNIT_NUMBERS = (
    "x", "y", "feet", "hp", "status", "mains", "moves", "wielded", "off_hand", "gone", "stowed",
    "unloaded", "screened", "unknown_to", "stops", "fell", "tended", "strain", "luck", "side",
    "seat", "casts", "summoned", "summoner", "used",
)  # fmt: skip
UNIT_FLAGS = (
    "prone", "surprised", "acted", "shield_spent", "locked", "poised", "stable", "frail", "hurt",
    "broken", "has_cast",
)  # fmt: skip
CLOCK_NUMBERS = ("stage", "round", "turn", "active", "quiet")
CLOCK_FLAGS = ("stirred", "called", "alarm")


def state_data(state: State, entries: int) -> dict[str, object]:
    clock = state.clock
    return {
        "version": STATE_VERSION,
        "entries": entries,
        "doors": state.grid.doors_open,
        "dark": state.dark,
        "murky": state.murky,
        "raised": [_wall_data(wall) for wall in state.raised],
        "joined": [_joined_data(state, unit) for unit in state.units if unit.summoned],
        "turn_start": None if state.turn_start is None else state_data(state.turn_start, entries),
        "clock": {
            **{name: getattr(clock, name) for name in CLOCK_NUMBERS},
            **{name: getattr(clock, name) for name in CLOCK_FLAGS},
            "order": clock.order,
        },
        "dropped": [[thing.cell, *_whose(state, thing.weapon)] for thing in state.dropped],
        "outcome": None if state.outcome is None else list(state.outcome.key()),
        "units": {unit.ident: _unit_data(state, unit) for unit in state.units},
    }


WALL_NUMBERS = (
    "bottom", "tall", "toughness", "dice", "sides", "plus", "by", "power", "until",
)  # fmt: skip


def _wall_data(wall: Raised) -> dict[str, object]:
    return {
        "name": wall.name,
        "line": list(wall.line),
        "solid": wall.solid,
        "climb": wall.climb,
        "wounds": list(wall.wounds),
        **{name: int(getattr(wall, name)) for name in WALL_NUMBERS},
    }


def _wall_from_data(data: dict[str, object]) -> Raised:
    x0, y0, x1, y1 = _numbers(data["line"])
    numbers = {name: _number(data[name]) for name in WALL_NUMBERS}
    return Raised(
        name=str(data["name"]),
        line=(x0, y0, x1, y1),
        solid=bool(data["solid"]),
        climb=bool(data["climb"]),
        wounds=tuple(_numbers(data["wounds"])),
        **numbers,
    )


def _joined_data(state: State, unit: Unit) -> list[object]:
    """One who was summoned is known by its summoner, the spell and the part of it."""
    for number, spell in enumerate(state.units[unit.summoner].sheet.spells):
        for part, primitive in enumerate(spell.primitives):
            if primitive.sheet is unit.sheet:
                return [unit.ident, int(unit.summoner), number, part]
    raise AssertionError(f"nobody summoned {unit.ident}")


def _join(state: State, row: list[object]) -> None:
    ident, summoner, number, part = str(row[0]), *(_number(value) for value in row[1:])
    if not 0 <= summoner < len(state.units):
        raise ValueError(f"nobody could have summoned {ident}")
    master = state.units[summoner]
    spells = master.sheet.spells
    if not (0 <= number < len(spells) and 0 <= part < len(spells[number].primitives)):
        raise ValueError(f"{master.ident} has no spell that summons {ident}")
    sheet = spells[number].primitives[part].sheet
    if sheet is None:
        raise ValueError(f"{master.ident} has no spell that summons {ident}")
    place = len(state.units)
    state.units.append(Unit(sheet, ident, place, int(master.side), master.seat))


def _whose(state: State, weapon: Weapon) -> tuple[str, int]:
    """A weapon is known by the unit that brought it to the fight and its place among its things."""
    for unit in state.units:
        for number, own in enumerate(unit.sheet.weapons):
            if own is weapon:
                return unit.ident, number
    raise AssertionError(f"nobody brought this {weapon.name}")


def _unit_data(state: State, unit: Unit) -> dict[str, object]:
    picked_up = unit.weapons[len(unit.sheet.weapons) :]
    return {
        "flurry": list(unit.flurry),
        "doses": list(unit.doses),
        "picked_up": [list(_whose(state, weapon)) for weapon in picked_up],
        **{name: int(getattr(unit, name)) for name in UNIT_NUMBERS},
        **{name: getattr(unit, name) for name in UNIT_FLAGS},
        "effects": [list(effect.key()) for effect in unit.effects],
    }


def state_from_data(setup: Setup, data: dict[str, object]) -> State:
    """The state a save holds; ValueError where the data is of another form."""
    if data.get("version") != STATE_VERSION:
        raise ValueError(f"the state is of version {data.get('version')}, not {STATE_VERSION}")
    state = initial_state(setup)
    try:
        state.grid = state.grid.with_doors(_number(data["doors"]))
        raised = data["raised"]
        if not isinstance(raised, list):
            raise ValueError("the raised walls should be a list")
        state.raised = [_wall_from_data(_table(wall)) for wall in raised]
        state.grid = with_raised(state.grid, state.raised)
        for row in _rows(data["joined"], 4):
            _join(state, row)
        state.dark = bool(data["dark"])
        state.murky = bool(data["murky"])
        state.clock = _clock(_table(data["clock"]), len(state.sides))
        units = _table(data["units"])
        for unit in state.units:
            _fill_unit(state, unit, _table(units[unit.ident]))
        state.dropped = [
            Dropped(_number(cell), _brought(state, ident, number))
            for cell, ident, number in _rows(data["dropped"], 3)
        ]
        ended = data["outcome"]
        if data["turn_start"] is not None:
            state.turn_start = state_from_data(setup, _table(data["turn_start"]))
    except KeyError as missing:
        raise ValueError(f"the state lacks {missing.args[0]!r}") from None
    if ended is not None:
        if not (isinstance(ended, list) and len(ended) == 2):
            raise ValueError("the state's outcome should be a reason and a team")
        state.outcome = Outcome(str(ended[0]), _number(ended[1]))
    return state


def _clock(data: dict[str, object], sides: int) -> Clock:
    clock = Clock()
    for name in CLOCK_NUMBERS:
        setattr(clock, name, _number(data[name]))
    order = data["order"]
    if not isinstance(order, list):
        raise ValueError("the clock's order should be a list of sides")
    clock.order = [_number(side) for side in order]
    if any(not 0 <= side < sides for side in clock.order):
        raise ValueError("the clock's order names a side that is not there")
    for name in CLOCK_FLAGS:
        setattr(clock, name, bool(data[name]))
    return clock


def _rows(value: object, length: int) -> list[list[object]]:
    if not isinstance(value, list) or any(
        not isinstance(row, list) or len(row) != length for row in value
    ):
        raise ValueError(f"{value!r} should be a list of rows of {length}")
    return value


def _brought(state: State, ident: object, number: object) -> Weapon:
    place = _number(number)
    for unit in state.units:
        if unit.ident == ident and 0 <= place < len(unit.sheet.weapons):
            return unit.sheet.weapons[place]
    raise ValueError(f"{ident!r} brought no thing number {number!r}")


def _fill_unit(state: State, unit: Unit, data: dict[str, object]) -> None:
    extra = [_brought(state, ident, number) for ident, number in _rows(data["picked_up"], 2)]
    if extra:
        unit.weapons = [*unit.weapons, *extra]
    unit.flurry = tuple(_numbers(data["flurry"]))
    unit.doses = tuple(_numbers(data["doses"]))
    for name in UNIT_NUMBERS:
        setattr(unit, name, _number(data[name]))
    for name in UNIT_FLAGS:
        setattr(unit, name, bool(data[name]))
    _check_unit(state, unit)
    effects = data["effects"]
    if not isinstance(effects, list):
        raise ValueError(f"{unit.ident}'s effects should be a list")
    unit.effects = [Effect(*(_number(part) for part in effect)) for effect in effects]


def _check_unit(state: State, unit: Unit) -> None:
    """Numbers that could not be true are refused before anything is built on them."""
    grid = state.grid
    size = int(unit.sheet.size)
    if not (0 <= unit.x <= grid.width - size and 0 <= unit.y <= grid.height - size):
        raise ValueError(f"{unit.ident} is not on the map")
    if not 0 <= unit.hp <= unit.sheet.hp or not 0 <= unit.status <= FLED:
        raise ValueError(f"{unit.ident} cannot be in such a state")
    for weapon in (int(unit.wielded), int(unit.off_hand), *unit.flurry):
        if not -1 <= weapon < len(unit.weapons):
            raise ValueError(f"{unit.ident} has no weapon number {weapon}")


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} should be a whole number")
    return value


def _numbers(value: object) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} should be a list of whole numbers")
    return [_number(part) for part in value]


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} should be a table")
    return value


# Reading.


class TapeFile:
    """The lines of a tape or save, its header understood."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        self.header: dict[str, tuple[int, str]] = {}
        self.sealed: list[tuple[int, str]] = []
        self.body: list[tuple[int, str, str]] = []
        """Line number, mark and text of each entry and check line."""
        self._read()

    def fail(self, line: int, message: str) -> SaveError:
        return SaveError(self.path, line, message)

    def _read(self) -> None:
        first = self.lines[0].split() if self.lines else []
        if len(first) != 2 or first[0] != "shieldwall-tape":
            raise self.fail(
                1, f"this is no tape; its first line should be 'shieldwall-tape {VERSION}'"
            )
        if first[1] != str(VERSION):
            raise self.fail(
                1, f"this tape is of version {first[1]}; this program reads version {VERSION}"
            )
        for number, line in enumerate(self.lines[1:], start=2):
            text = line.strip(" \t\r")
            mark = text[:1]
            if not text or mark == "#":
                continue
            if mark in "!>=*":
                rest = text[1:] if mark == "*" else _without_comment(text[1:])
                self.body.append((number, mark, rest.strip()))
                continue
            if self.body:
                raise self.fail(
                    number, f"expected a line with !, >, *, = or # in front, not {text!r}"
                )
            self._read_header(number, text)

    def _read_header(self, number: int, text: str) -> None:
        key, _, value = text.partition(" ")
        if key not in HEADER_KEYS:
            raise self.fail(
                number,
                f"{key!r} is no line of the header; expected one of {', '.join(HEADER_KEYS)}",
            )
        if key == "sealed":
            self.sealed.append((number, value.strip()))
            return
        if key in self.header:
            raise self.fail(number, f"{key} is given twice")
        if key not in ("setup-text", "state"):
            value = _without_comment(value)
        self.header[key] = (number, value.strip())

    def number(self, key: str, default: int) -> int:
        if key not in self.header:
            return default
        line, value = self.header[key]
        try:
            return int(value)
        except ValueError:
            raise self.fail(line, f"{key} should be a whole number, not {value!r}") from None

    def dice_by_hand(self) -> bool:
        line, value = self.header.get("dice", (1, "seed"))
        if value not in ("seed", "hand"):
            raise self.fail(line, f"dice should be seed or hand, not {value!r}")
        return value == "hand"

    def setup(self, given: Setup | None) -> Setup:
        """The set-up in the file, the encounter it names, or the one that was given."""
        found = given
        line = 1
        try:
            if "setup-text" in self.header:
                line, text = self.header["setup-text"]
                found = setup_from_text(text)
            elif "encounter" in self.header and found is None:
                line, text = self.header["encounter"]
                found = load_encounter(text)
        except ContentError as error:
            raise self.fail(line, str(error)) from None
        if found is None:
            raise self.fail(1, "the tape does not hold its set-up: say which encounter it is of")
        if "setup" in self.header:
            line, digest = self.header["setup"]
            actual = f"sha256:{setup_digest(found)}"
            if digest != actual:
                raise self.fail(line, f"the tape is of another set-up: {digest}, not {actual}")
        if "rules" in self.header:
            line, name = self.header["rules"]
            if name != found.rules:
                raise self.fail(line, f"the tape is played by {name}, the set-up by {found.rules}")
        return found


def _without_comment(text: str) -> str:
    """`#` starts a comment after a blank; `dagger#2` is a name."""
    return (" " + text).split(" #")[0].strip()


def read_tape(path: str) -> TapeFile:
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise SaveError(path, 1, "this is no text file") from None
    return TapeFile(path, text)


def replay_file(path: str, setup: Setup | None = None) -> Fight:
    """Play a tape or save from its first line, checking everything it says."""
    file = read_tape(path)
    return replay_tape(file, file.setup(setup))


def replay_tape(file: TapeFile, setup: Setup) -> Fight:
    fight = Fight(setup, file.number("seed", 0), by_hand=True)
    checked = 0
    for line, mark, text in file.body:
        if mark == "=":
            checked = _check(file, fight, line, text, checked)
            continue
        checked = max(checked, _feed(file, fight, line, mark, text))
    by_hand = file.dice_by_hand()
    if fight.die is not None and not by_hand:
        raise file.fail(
            len(file.lines) + 1,
            f"the tape ends where it should say '! {fight.die.tag} d{fight.die.sides} …'",
        )
    fight.dice_by_hand(by_hand)
    for line, text in file.sealed:
        _push(file, fight, line, text)
    return fight


def _feed(file: TapeFile, fight: Fight, line: int, mark: str, text: str) -> int:
    """One entry; how many events were told before it."""
    before = len(fight.events)
    count = len(fight.entries)
    if fight.outcome is not None:
        raise file.fail(line, "the fight is over here, and this line is left over")
    try:
        if mark == "!":
            rolled = parse_rolled(text)
            wanted = fight.die
            if wanted is None:
                raise file.fail(line, f"expected a choice ({_asked(fight)}), not a die")
            if rolled.tag != wanted.tag or rolled.sides != wanted.sides:
                raise file.fail(
                    line,
                    f"expected '! {wanted.tag} d{wanted.sides} …', not "
                    f"'! {rolled.tag} d{rolled.sides} …'",
                )
            fight.push_die(rolled.value)
        elif mark == "*":
            ruled = parse_ruled(text)
            fight.rule(ruled.what, ruled.note)
            return fight.marks[count]
        else:
            if fight.die is not None:
                raise file.fail(
                    line, f"expected '! {fight.die.tag} d{fight.die.sides} …', not a choice"
                )
            _push(file, fight, line, text)
    except SaveError:
        raise
    except BadRuling as error:
        sentence = refusal_sentence(fight.names, fight.state, error.refusal)
        raise file.fail(line, sentence) from None
    except ValueError as error:
        raise file.fail(line, str(error)) from None
    return before


def _push(file: TapeFile, fight: Fight, line: int, text: str) -> None:
    try:
        fight.push(text)
    except IllegalChoice as error:
        sentence = refusal_sentence(fight.names, fight.state, error.refusal)
        raise file.fail(line, sentence) from None
    except NotationError as error:
        raise file.fail(line, str(error)) from None


def _asked(fight: Fight) -> str:
    request = fight.request
    if request is None or request.unit < 0:
        return "whose turn it is"
    return fight.names.units[request.unit]


def _check(file: TapeFile, fight: Fight, line: int, text: str, checked: int) -> int:
    """A check line must name one of the events told since the last entry; the place after it."""
    try:
        wanted = parse_event(fight.names, text)
    except NotationError as error:
        raise file.fail(line, str(error)) from None
    for number in range(checked, len(fight.events)):
        if fight.events[number] == wanted:
            return number + 1
    told = [event_text(fight.names, event) for event in fight.events[checked:]]
    happened = "; ".join(told) if told else "nothing"
    raise file.fail(line, f"expected here: {text}. What happened: {happened}")


def load_fight(path: str) -> Fight:
    """Resume a save. Where the rules have changed since, the fight goes on from its last state."""
    file = read_tape(path)
    setup = file.setup(None)
    if "state" not in file.header:
        return replay_tape(file, setup)
    line, text = file.header["state"]
    try:
        data = _table(json.loads(text))
        state = state_from_data(setup, data)
        before = _number(data.get("entries"))
    except ValueError as error:
        raise file.fail(line, f"the saved state cannot be read: {error}") from None
    try:
        fight = replay_tape(file, setup)
    except SaveError as error:
        entries_before = sum(1 for at, mark, _ in file.body if mark != "=" and at < error.line)
        return _go_on(file, setup, state, before, entries_before)
    kept, _ = fight.last_checkpoint()
    if kept != state:
        return _go_on(file, setup, state, before, 0)
    return fight


def _go_on(file: TapeFile, setup: Setup, state: State, before: int, replayable: int) -> Fight:
    names = Fight(setup, file.number("seed", 0)).names
    names.learn(state)
    units = state.units
    entries: list[Entry] = []
    for line, mark, text in file.body:
        try:
            if mark == "!":
                entries.append(parse_rolled(text))
            elif mark == ">":
                choice = parse_choice(names, text)
                seat = state.referee if choice.unit == REFEREE else units[choice.unit].seat
                entries.append(Chose(seat, -1, choice))
            elif mark == "*":
                entries.append(parse_ruled(text))
        except NotationError as error:
            raise file.fail(line, str(error)) from None
    if before > len(entries):
        raise file.fail(file.header["state"][0], "the state is of a longer tape than this one")
    by_hand = file.dice_by_hand()
    base = Checkpoint(state, before, 0)
    return Fight.going_on(
        setup, file.number("seed", 0), by_hand, entries[:before], base, replayable
    )
