"""The file of a fight: its tape and, for a save, also the set-up and the state.

    shieldwall-tape 1
    rules sovereign
    engine 0.1.0 asks-2
    encounter duel            # by hand; a recorded tape has setup sha256:… and setup-text {…}
    seed 47
    dice seed                 # or: hand

    ! initiative d8 5         # a die with its purpose
    > alda attack orc         # a choice
    * hp orc 3                # an order of the GM; the comment is its note
    = attack unit=alda …      # a check line: a replay must produce this event here
    # a comment

The format is described in `docs/save-format.md`. Reading drives a `Fight` line by line, so a tape
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
from shieldwall.engine.events.clock_events import FightEnded
from shieldwall.engine.events.event import Event
from shieldwall.engine.points import TURN
from shieldwall.engine.space.sight.screen_list import check_heights
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.entries import Chose, Entry
from shieldwall.engine.tape.request import PASS, REFEREE, Choice, IllegalChoice
from shieldwall.fight import BadRuling, Checkpoint, Fight
from shieldwall.store.state_form import as_table, state_data, state_from_data, whole_number
from shieldwall.text.notation import (
    NotationError,
    choice_text,
    entry_text,
    event_text,
    parse_choice,
    parse_event,
    parse_rolled,
    parse_ruled,
)
from shieldwall.text.sentences import refusal_sentence
from shieldwall.version import __version__

NO_WAY_ON = "the saved state is damaged; the fight cannot continue from it"
DAMAGED = (LookupError, TypeError, ArithmeticError, AssertionError, AttributeError)
"""Exceptions the engine may raise on an inconsistent state."""
LONGEST_SHOWN = 40
"""Maximum length of a bad value quoted in an error."""
VERSION = 1
ASKS = "asks-2"
"""Version of the set of requests: programs with another version may have asked fewer."""
STANDSTILL = "standstill"
HEADER_KEYS = (
    "rules", "engine", "encounter", "setup", "seed", "dice", "setup-text", "from", "state",
    "sealed",
)  # fmt: skip


class SaveError(ValueError):
    """A tape or save that cannot be read, with file, line and what was expected."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line
        self.message = message


# Writing.


def tape_text(fight: Fight, checks: bool = True, sealed: bool = False) -> str:
    """The tape with its header and set-up, ready to replay on its own.

    With check lines, a replay detects any deviation. A fight continued under changed rules replays
    from the state where it was continued. With `sealed`, answers that wait for others are in it.
    """
    header = _header(fight)
    if sealed:
        header += _sealed_lines(fight)
    return "\n".join([*header, "", *_entry_lines(fight, checks)]) + "\n"


def _sealed_lines(fight: Fight) -> list[str]:
    return [f"sealed {choice_text(fight.names, choice)}" for choice in fight.sealed()]


def save_fight(fight: Fight, path: str) -> None:
    """Write the fight to a file atomically: the old file stays until the new one is complete."""
    state, before = fight.last_checkpoint()
    lines = _header(fight)
    lines.append(f"state {_dump(state_data(state, before))}")
    lines += _sealed_lines(fight)
    text = "\n".join([*lines, "", *_entry_lines(fight, True)]) + "\n"
    beside = f"{path}.part"
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def _header(fight: Fight) -> list[str]:
    lines = [
        f"shieldwall-tape {VERSION}",
        f"rules {fight.rules.name}",
        f"engine {__version__} {ASKS}",
        f"setup sha256:{setup_digest(fight.setup)}",
        f"seed {fight.seed}",
        f"dice {'hand' if fight.by_hand else 'seed'}",
        f"setup-text {setup_to_text(fight.setup)}",
    ]
    if fight.replayable_to is not None:
        state, before = fight.first_checkpoint()
        lines.append(f"from {fight.replayable_to} {_dump(state_data(state, before))}")
    return lines


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


# Reading.


class TapeFile:
    """The lines of a tape or save, with a parsed header."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        self.header: dict[str, tuple[int, str]] = {}
        self.sealed: list[tuple[int, str]] = []
        self.body: list[tuple[int, str, str]] = []
        """Line number, mark and text of each entry and check line."""
        self.first = 0
        """Index in `body` where the replay starts: earlier lines were played by other rules."""
        self._read()

    def fail(self, line: int, message: str) -> SaveError:
        return SaveError(self.path, line, message)

    def _read(self) -> None:
        first = self.lines[0].split() if self.lines else []
        if len(first) != 2 or first[0] != "shieldwall-tape":
            raise self.fail(1, f"not a tape; the first line should be 'shieldwall-tape {VERSION}'")
        if first[1] != str(VERSION):
            raise self.fail(
                1, f"this tape has version {first[1]}; this program reads version {VERSION}"
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
                    number, f"expected a line that begins with !, >, *, = or #, not {text!r}"
                )
            self._read_header(number, text)

    def _read_header(self, number: int, text: str) -> None:
        key, _, value = text.partition(" ")
        if key not in HEADER_KEYS:
            raise self.fail(
                number,
                f"{key!r} is not a header line; expected one of {', '.join(HEADER_KEYS)}",
            )
        if key == "sealed":
            self.sealed.append((number, value.strip()))
            return
        if key in self.header:
            raise self.fail(number, f"{key} is given twice")
        if key not in ("setup-text", "from", "state"):
            value = _without_comment(value)
        self.header[key] = (number, value.strip())

    def number(self, key: str, default: int) -> int:
        if key not in self.header:
            return default
        line, value = self.header[key]
        try:
            return int(value)
        except ValueError:
            shown = value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
            raise self.fail(line, f"{key} should be a whole number, not {shown!r}") from None

    def dice_by_hand(self) -> bool:
        line, value = self.header.get("dice", (1, "seed"))
        if value not in ("seed", "hand"):
            raise self.fail(line, f"dice should be seed or hand, not {value!r}")
        return value == "hand"

    def setup(self, given: Setup | None) -> Setup:
        """The set-up in the file, the encounter it names, or the given one."""
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
            raise self.fail(1, "the tape contains no set-up; name its encounter")
        if "setup" in self.header:
            line, digest = self.header["setup"]
            for candidate in (found,) if given is None else (found, given):
                actual = f"sha256:{setup_digest(candidate)}"
                if digest != actual:
                    raise self.fail(
                        line, f"the tape belongs to a different set-up: {digest}, not {actual}"
                    )
        if "rules" in self.header:
            line, name = self.header["rules"]
            if name != found.rules:
                raise self.fail(line, f"the tape uses the rules {name}, the set-up {found.rules}")
        return found


def _without_comment(text: str) -> str:
    """Strip a comment: `#` after a blank; `dagger#2` is a name."""
    return (" " + text).split(" #")[0].strip()


def read_tape(path: str) -> TapeFile:
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise SaveError(path, 1, "not a text file") from None
    return TapeFile(path, text)


def replay_file(path: str, setup: Setup | None = None) -> Fight:
    """Replay a tape or save from its first line, with all its checks."""
    file = read_tape(path)
    return replay_tape(file, file.setup(setup))


def replay_tape(file: TapeFile, setup: Setup) -> Fight:
    fight = begin_replay(file, setup)
    checked = 0
    for place in range(len(file.body)):
        checked = replay_line(file, fight, place, checked)
    end_replay(file, fight)
    return fight


def begin_replay(file: TapeFile, setup: Setup) -> Fight:
    """The fight before its tape, to be replayed line by line."""
    if "from" not in file.header:
        return Fight(setup, file.number("seed", 0), by_hand=True)
    line, text = file.header["from"]
    number, _, kept = text.partition(" ")
    state, before = _read_state(file, setup, line, kept)
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise file.fail(
            line, "expected the number of the first entry that can no longer be replayed"
        )
    file.first = _place_after(file, before)
    return _go_on(file, setup, line, state, before, int(number), by_hand=True)


def _place_after(file: TapeFile, entries: int) -> int:
    """The index in `body` after the lines of this many entries."""
    found = 0
    for place, (_, mark, _) in enumerate(file.body):
        if found == entries and mark != "=":
            return place
        found += mark != "="
    return len(file.body)


def replay_line(file: TapeFile, fight: Fight, place: int, checked: int) -> int:
    """Replay one line of the body; `checked` counts the events checked so far."""
    line, mark, text = file.body[place]
    if place < file.first:
        return checked
    if mark == "=":
        return _check(file, fight, line, text, checked)
    try:
        return max(checked, _feed(file, fight, line, mark, text))
    except DAMAGED:
        if fight.replayable_to is None:
            raise
        # It continued from a state that was edited by hand.
        raise file.fail(file.header["from"][0], NO_WAY_ON) from None


def end_replay(file: TapeFile, fight: Fight) -> None:
    by_hand = file.dice_by_hand()
    if fight.die is not None and not by_hand:
        raise file.fail(
            len(file.lines) + 1,
            f"the tape ends before '! {fight.die.tag} d{fight.die.sides} …'",
        )
    fight.dice_by_hand(by_hand)
    for line, text in file.sealed:
        _push(file, fight, line, text)


def _feed(file: TapeFile, fight: Fight, line: int, mark: str, text: str) -> int:
    """Replay one entry; returns the number of events before it."""
    before = len(fight.events)
    count = len(fight.entries)
    if fight.outcome is not None and mark != "*":
        raise file.fail(line, "the fight is over before this line")
    try:
        if mark == "!":
            rolled = parse_rolled(text)
            pass_what_is_new(file, fight)
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
            if not _is_asked(fight, text):
                pass_what_is_new(file, fight)
            _push(file, fight, line, text)
    except SaveError:
        raise
    except BadRuling as error:
        sentence = error.words or refusal_sentence(fight.names, fight.state, error.refusal)
        raise file.fail(line, sentence) from None
    except ValueError as error:
        raise file.fail(line, str(error)) from None
    return before


def pass_what_is_new(file: TapeFile, fight: Fight) -> bool:
    """Pass requests that an earlier program did not ask: the unit did nothing.

    A tape written by hand or by a program with the same requests must answer all of them.
    """
    if "engine" not in file.header or file.header["engine"][1].endswith(ASKS):
        return False
    passed = False
    while fight.die is None and fight.request is not None:
        request = fight.request
        idle = Choice(request.unit, PASS)
        if request.point == TURN or request.options.why_not(idle) is not None:
            break
        fight.push(idle)
        passed = True
    return passed


def _is_asked(fight: Fight, text: str) -> bool:
    """Whether an open request is for the unit that a line names."""
    words = text.split()
    for request in fight.requests:
        if request.point == TURN or request.unit < 0:
            return True
        if words and words[0] == fight.names.units[request.unit]:
            return True
    return False


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
    """Match a check line with an event since the last entry; returns the index after it."""
    try:
        wanted = parse_event(fight.names, text)
    except NotationError as error:
        raise file.fail(line, str(error)) from None
    for _ in range(2):
        for number in range(checked, len(fight.events)):
            if fight.events[number] == wanted:
                return number + 1
        if not pass_what_is_new(file, fight) and not _ends_as_it_did(fight, wanted):
            break
    told = [event_text(fight.names, event) for event in fight.events[checked:]]
    happened = "; ".join(told) if told else "nothing"
    raise file.fail(line, f"expected here: {text}. What happened: {happened}")


def _ends_as_it_did(fight: Fight, wanted: Event) -> bool:
    """On old tapes the rules ended a standstill; now a GM order does."""
    if fight.outcome is not None or wanted != FightEnded(STANDSTILL, -1):
        return False
    fight.rule(f"end {STANDSTILL}", "this tape is from a version that ended a standstill by itself")
    return True


def load_fight(path: str) -> Fight:
    """Resume a save. If the rules have changed since, continue from its last state."""
    file = read_tape(path)
    setup = file.setup(None)
    if "state" not in file.header:
        return replay_tape(file, setup)
    line, text = file.header["state"]
    state, before = _read_state(file, setup, line, text)
    try:
        fight = replay_tape(file, setup)
    except SaveError as error:
        entries_before = sum(1 for at, mark, _ in file.body if mark != "=" and at < error.line)
        return _resumed(file, setup, state, before, entries_before)
    kept, _ = fight.last_checkpoint()
    if kept != state:
        return _resumed(file, setup, state, before, 0)
    return fight


def _read_state(file: TapeFile, setup: Setup, line: int, text: str) -> tuple[State, int]:
    """The state written in the file, and how many entries precede it."""
    try:
        data = as_table(json.loads(text))
        state = state_from_data(setup, data)
        check_heights(setup.grid)
        check_heights(state.grid)
        return state, whole_number(data.get("entries"))
    except AssertionError as error:
        raise file.fail(line, f"the saved state cannot be read: {error}") from None
    except RecursionError:
        raise file.fail(line, "the saved state cannot be read: nested too deep") from None
    except ValueError as error:
        raise file.fail(line, f"the saved state cannot be read: {error}") from None


def _resumed(file: TapeFile, setup: Setup, state: State, before: int, replayable: int) -> Fight:
    line, by_hand = file.header["state"][0], file.dice_by_hand()
    return _go_on(file, setup, line, state, before, replayable, by_hand)


def _go_on(
    file: TapeFile,
    setup: Setup,
    header: int,
    state: State,
    before: int,
    replayable: int,
    by_hand: bool,
) -> Fight:
    """Continue a fight whose tape today's rules cannot replay, from a state.

    `header` is the line number of the state.
    """
    names = Fight(setup, file.number("seed", 0)).names
    names.learn(state)
    units = state.units
    entries: list[Entry] = []
    for line, mark, text in file.body:
        if len(entries) == before:
            break
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
    if before != len(entries):
        raise file.fail(header, "the state belongs to a longer tape")
    base = Checkpoint(state, before, 0)
    seed = file.number("seed", 0)
    try:
        return Fight.going_on(setup, seed, by_hand, entries, base, replayable)
    except DAMAGED:
        # Each number is plausible, but not together: the file was edited.
        raise file.fail(header, NO_WAY_ON) from None
