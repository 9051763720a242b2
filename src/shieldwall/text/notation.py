"""Notation of choices, events and tapes; all of it parses back to itself.

`choice_text` and `parse_choice` are exact; `read_choice` also accepts typed input ("run
E6", "attack goblin-1"). Sentences for people are in `sentences`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from shieldwall.engine.events.all_events import EVENT_TYPES
from shieldwall.engine.events.event import Event
from shieldwall.engine.option import FREE_TEXT, verbs_with
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.square_names import parse_place, place_name
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.entries import Chose, Entry, Rolled, Ruled
from shieldwall.engine.tape.request import DONE, PASS, REFEREE, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.gm.order_grammar import REFEREE_NAME

KINDS = {kind.KIND: kind for kind in EVENT_TYPES}


class NotationError(ValueError):
    """Invalid notation, with the correct form."""


class Names:
    """The names of a fight in notation: units, sides, weapons and squares."""

    def __init__(self, state: State, concordance: dict[str, str] | None = None) -> None:
        self.concordance: dict[str, str] = {} if concordance is None else concordance
        """The book's own ids for rules that shared code cites by other ids."""
        self.width = int(state.grid.width)
        self.height = int(state.grid.height)
        self.mapless = state.grid.open
        self.sides = [side.name for side in state.sides]
        self.units: list[str] = []
        self.weapons: list[list[str]] = []
        self.index: dict[str, int] = {}
        self.learn(state)

    def learn(self, state: State) -> None:
        """Add new names: items picked up, creatures that joined."""
        self.units = [unit.ident for unit in state.units]
        self.weapons = [_weapon_names(unit) for unit in state.units]
        self.index = {ident: number for number, ident in enumerate(self.units)}

    def copy(self) -> Names:
        """An independent copy."""
        twin = Names.__new__(Names)
        twin.concordance = self.concordance
        twin.width = self.width
        twin.height = self.height
        twin.mapless = self.mapless
        twin.sides = self.sides
        # `learn` replaces these lists and never changes them.
        twin.units = self.units
        twin.weapons = self.weapons
        twin.index = self.index
        return twin

    def square(self, cell: int) -> str:
        return place_name(cell % self.width, cell // self.width, self.height, self.mapless)

    def cell(self, text: str) -> int:
        found = parse_place(text, self.mapless)
        if found is None and self.mapless:
            raise NotationError(
                f"{text!r} is not a position; positions are named in feet, like 30ft"
            )
        if found is None:
            raise NotationError(f"{text!r} is not a square; squares have names like C7")
        x, y = found
        if x >= self.width or y >= self.height:
            last = place_name(self.width - 1, self.height - 1, self.height, self.mapless)
            name = text.lower() if self.mapless else text.upper()
            where = "is beyond the field" if self.mapless else "is not on the map"
            raise NotationError(f"{name} {where}, which ends at {last}")
        return y * self.width + x

    def unit(self, text: str) -> int:
        number = self.index.get(text.lower())
        if number is None:
            raise NotationError(f"no unit is called {text!r}" + suggest(text, self.units))
        return number

    def weapon(self, unit: int, text: str) -> int:
        names = self.weapons[unit]
        wanted = text.strip().lower()
        if wanted in names:
            return names.index(wanted)
        held = ", ".join(names)
        raise NotationError(
            f"{self.units[unit]} has no {text.strip()!r}"
            + suggest(wanted, names, f"; it has {held}")
        )


def _weapon_names(unit: Unit) -> list[str]:
    """A second dagger is called `dagger#2`."""
    names: list[str] = []
    for weapon in unit.weapons:
        name = weapon.name.lower()
        count = sum(1 for other in names if other.split("#")[0] == name)
        names.append(name if count == 0 else f"{name}#{count + 1}")
    return names


def suggest(wrong: str, known: Iterable[str], otherwise: str = "") -> str:
    close = difflib.get_close_matches(wrong, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else otherwise


# Choices.


def choice_text(names: Names, choice: Choice) -> str:
    words = [REFEREE_NAME if choice.unit == REFEREE else names.units[choice.unit], choice.verb]
    if choice.verb == "run":
        words.append("-".join(names.square(cell) for cell in choice.path))
    elif choice.path:
        words.extend(names.square(cell) for cell in choice.path)
    if choice.target >= 0:
        words.append(names.units[choice.target])
    if choice.weapon >= 0:
        words.append("with")
        words.append(names.weapons[choice.unit][choice.weapon])
    if choice.note:
        words.append(f": {choice.note}")
    return " ".join(words)


def parse_choice(names: Names, text: str) -> Choice:
    """Parse the exact notation of `choice_text`."""
    text, _, note = text.partition(" : ")
    head, _, weapon_text = text.partition(" with ")
    words = head.split()
    if len(words) < 2:
        raise NotationError(
            f"{text.strip()!r} is not a choice; it should read like 'alda attack orc'"
        )
    unit = REFEREE if _is_referee(names, words[0]) else names.unit(words[0])
    verb = words[1].lower()
    target = -1
    path: list[int] = []
    for word in words[2:]:
        if word.lower() in names.index:
            if target >= 0:
                raise NotationError(f"a choice has one target, and {word!r} is a second one")
            target = names.index[word.lower()]
        elif all(parse_place(part, names.mapless) is not None for part in word.split("-")):
            path.extend(names.cell(part) for part in word.split("-"))
        else:
            raise NotationError(
                f"{word!r} is neither a unit nor a square" + suggest(word, names.units)
            )
    if weapon_text and unit == REFEREE:
        raise NotationError("the GM has no weapons")
    weapon = names.weapon(unit, weapon_text) if weapon_text else -1
    return Choice(unit, verb, target, weapon, tuple(path), note.strip())


def _is_referee(names: Names, word: str) -> bool:
    return word.lower() == REFEREE_NAME and REFEREE_NAME not in names.index


def in_own_words(rules: Ruleset, unit: str, words: str) -> str:
    """The notation of a free-text action; "" if the book has none."""
    verb = next((verb for verb in verbs_with(FREE_TEXT) if verb in rules.actions), "")
    return f"{unit} {verb} : {' '.join(words.split())}" if verb else ""


def read_choice(names: Names, request: Request, text: str) -> Choice:
    """Parse typed text, completed from the request: unit, path, weapon."""
    words = text.split()
    if not words:
        raise NotationError("say what to do, or 'done'")
    if words[0].lower() not in names.index and not _is_referee(names, words[0]):
        known = [spec.verb for spec in request.battle.rules.action_list]
        known += [spec.verb for spec in request.battle.rules.reaction_list] + [DONE, PASS]
        if request.point == RULING:
            known = list(dict.fromkeys(choice.verb for choice in request.options))
        if words[0].lower() not in known:
            raise NotationError(
                f"{words[0]!r} is neither a unit nor an action"
                + suggest(words[0].lower(), [*names.units, *known])
            )
        if request.point == RULING and request.unit == REFEREE:
            text = f"{REFEREE_NAME} {text}"
        elif request.unit < 0:
            raise NotationError(f"say who: for example '{_anyone(names, request)} {text.strip()}'")
        else:
            text = f"{names.units[request.unit]} {text}"
    choice = parse_choice(names, text)
    return _complete(request, choice)


def _anyone(names: Names, request: Request) -> str:
    for choice in request.options:
        return names.units[choice.unit]
    return "alda"


def _complete(request: Request, choice: Choice) -> Choice:
    """The first option that matches the choice and adds to it; the choice itself if none does."""
    if request.options.why_not(choice) is None or choice.unit == REFEREE:
        return choice
    spec = request.battle.rules.actions.get(choice.verb)
    if request.point == TURN and spec is not None:
        unit = request.battle.state.units[choice.unit]
        options: Iterable[Choice] = spec.candidates(request.battle, unit)
    else:
        options = request.options
        if isinstance(options, TurnOptions):
            options = options.calls()
    for option in options:
        if (
            option.unit == choice.unit
            and option.verb == choice.verb
            and choice.target in (-1, option.target)
            and choice.weapon in (-1, option.weapon)
            and choice.note in ("", option.note)
            and (not choice.path or choice.path[-1:] == option.path[-1:])
            and (len(choice.path) <= 1 or choice.path == option.path)
            and request.options.why_not(option) is None
        ):
            return option
    if choice.weapon < 0 and spec is not None and "w" in spec.uses:
        # Nothing fits: the refusal names the weapon in hand.
        held = int(request.battle.state.units[choice.unit].wielded)
        return Choice(choice.unit, choice.verb, choice.target, held, choice.path, choice.note)
    return choice


# Events.


def event_text(names: Names, event: Event) -> str:
    words = [event.KIND]
    for name, kind in event.FIELDS:
        value = getattr(event, name)
        words.append(f"{name}={_value_text(names, event, kind, value)}")
    return " ".join(words)


def _value_text(names: Names, event: Event, kind: str, value: object) -> str:
    if kind in ("sides", "squares"):
        assert isinstance(value, tuple)
        one = names.square if kind == "squares" else names.sides.__getitem__
        return ",".join(_token(one(item)) for item in value)
    if kind == "flag":
        return "yes" if value else "no"
    if kind == "word":
        return _token(str(value))
    assert isinstance(value, int)
    if kind == "unit":
        return names.units[value] if value >= 0 else "nobody"
    if kind == "square":
        return names.square(value)
    if kind == "side":
        return _token(names.sides[value])
    if kind == "weapon":
        unit = getattr(event, "unit")  # noqa: B009 - a field every event with a weapon has
        return _token(names.weapons[unit][value])
    return str(value)


def _token(text: str) -> str:
    return text.replace(" ", "_")


def parse_event(names: Names, text: str) -> Event:
    words = text.split()
    if not words or words[0] not in KINDS:
        wrong = words[0] if words else ""
        raise NotationError(f"{wrong!r} is not a kind of event" + suggest(wrong, KINDS))
    kind = KINDS[words[0]]
    given: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{word!r} should read name=value")
        given[name] = value
    wanted = [name for name, _ in kind.FIELDS]
    for name in given:
        if name not in wanted:
            raise NotationError(f"{words[0]} has no {name!r}" + suggest(name, wanted))
    missing = [name for name in wanted if name not in given]
    if missing:
        raise NotationError(f"{words[0]} lacks {', '.join(missing)}")
    values: dict[str, object] = {}
    for name, field in kind.FIELDS:
        values[name] = _parse_value(names, field, given[name], values)
    return kind(**values)


def _parse_value(names: Names, kind: str, text: str, earlier: dict[str, object]) -> object:
    if kind == "squares":
        return tuple(names.cell(part) for part in text.split(",") if part)
    if kind == "sides":
        return tuple(_side(names, part) for part in text.split(",") if part)
    if kind == "flag":
        if text not in ("yes", "no"):
            raise NotationError(f"{text!r} should be yes or no")
        return text == "yes"
    if kind == "word":
        return text.replace("_", " ")
    if kind == "unit":
        return -1 if text == "nobody" else names.unit(text)
    if kind == "square":
        return names.cell(text)
    if kind == "side":
        return _side(names, text)
    if kind == "weapon":
        unit = earlier["unit"]
        assert isinstance(unit, int)
        return names.weapon(unit, text.replace("_", " "))
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"{text!r} should be a whole number") from None


def _side(names: Names, text: str) -> int:
    tokens = [_token(side) for side in names.sides]
    if text not in tokens:
        raise NotationError(f"no side is called {text!r}" + suggest(text, tokens))
    return tokens.index(text)


# Tape entries.


def entry_text(names: Names, entry: Entry) -> str:
    if isinstance(entry, Rolled):
        return f"! {entry.tag} d{entry.sides} {entry.value}"
    if isinstance(entry, Ruled):
        return f"* {entry.what} # {entry.note}" if entry.note else f"* {entry.what}"
    assert isinstance(entry, Chose)
    return f"> {choice_text(names, entry.choice)}"


def digest_text(names: Names, entry: Entry) -> str:
    """The part of an entry that later dice depend on: without the reason of a ruling."""
    return f"* {entry.what}" if isinstance(entry, Ruled) else entry_text(names, entry)


def parse_ruled(text: str) -> Ruled:
    """Parse `hp ogre 5 # it was hurt before`, without the leading mark."""
    what, _, note = f" {text}".partition(" #")
    if not what.strip():
        raise NotationError("a ruling should read like '* hp ogre 5 # why'")
    return Ruled(what.strip(), note.strip())


def parse_rolled(text: str) -> Rolled:
    """Parse `initiative d8 5`, without the leading mark."""
    words = text.split()
    if len(words) >= 3:
        die, value = words[-2], words[-1]
        if re.fullmatch(r"d[0-9]{1,9}", die) and re.fullmatch(r"-?[0-9]{1,60}", value):
            return Rolled(" ".join(words[:-2]), int(die[1:]), int(value))
    raise NotationError("a die should read like '! attack d20 14'")
