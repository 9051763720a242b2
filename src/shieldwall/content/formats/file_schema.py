"""Schemas of files: kinds of values, and records of named fields, reporting all problems at once.

A kind reads a node of the tree into a typed value. A reader never raises for input errors: it
records the problem with its location and returns None, and the rest of the file is still read.
"""

from __future__ import annotations

import re
from typing import Any, Final, Generic, TypeVar, cast

from shieldwall.content.formats.problems import ContentError, Problem, did_you_mean, either
from shieldwall.content.formats.yaml_tree import Listing, Node, Scalar, Table
from shieldwall.engine.space.square_names import parse_square

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

MAX_PROBLEMS: Final = 200


class Place:
    """A location in a file for problems."""

    __slots__ = ("column", "field", "file", "line", "problems")

    def __init__(
        self, file: str, problems: list[Problem], field: str = "", line: int = 0, column: int = 0
    ) -> None:
        self.file = file
        self.problems = problems
        self.field = field
        self.line = line
        self.column = column

    def problem(self, message: str) -> None:
        """Record a problem here; a file with hundreds of problems is read no further."""
        self.problems.append(Problem(self.file, self.line, self.column, self.field, message))
        if len(self.problems) >= MAX_PROBLEMS:
            raise ContentError(self.problems)

    def at(self, node: Node, field: str | None = None) -> Place:
        """The location of a node, with another field name if given."""
        named = self.field if field is None else field
        return Place(self.file, self.problems, named, node.line, node.column)

    def under(self, node: Node, key: str) -> Place:
        name = key if len(key) <= 40 else key[:37] + "..."
        return self.at(node, f"{self.field}.{name}" if self.field else name)

    def raise_problems(self) -> None:
        """Raise if there are any problems."""
        if self.problems:
            raise ContentError(self.problems)


class Kind(Generic[T_co]):
    """The format of a value. `what` names it in "expected …"."""

    what = "a value"

    def read(self, node: Node, place: Place) -> T_co | None:
        """The value, or None after recording the problem."""
        if isinstance(node, Scalar):
            text = node.text.strip()
            if text:
                return self.parse(text, place)
            place.problem(f"is empty; expected {self.what}")
        else:
            shape = "a list" if isinstance(node, Listing) else "keys with values"
            place.problem(f"expected {self.what}, not {shape}")
        return None

    def parse(self, text: str, place: Place) -> T_co | None:
        raise AssertionError("every kind of value says how it is read")

    def wrong(self, text: str, place: Place) -> None:
        place.problem(f"{shown(text)} is not {self.what}")


def shown(text: str) -> str:
    """Quoted, and shortened if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


class Text(Kind[str]):
    """Free text."""

    def __init__(self, longest: int = 100, what: str = "text") -> None:
        self.longest = longest
        self.what = what

    def parse(self, text: str, place: Place) -> str | None:
        if len(text) > self.longest:
            place.problem(f"too long: at most {self.longest} characters")
            return None
        return " ".join(text.split())


class Whole(Kind[int]):
    """An integer between two bounds; a sign is allowed."""

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most
        self.what = f"a whole number from {least} to {most}"

    def parse(self, text: str, place: Place) -> int | None:
        if re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            number = int(text)
            if self.least <= number <= self.most:
                return number
        self.wrong(text, place)
        return None


class Flag(Kind[bool]):
    """Yes or no."""

    what = "yes or no"
    WORDS: Final = {
        "yes": True, "true": True, "on": True, "no": False, "false": False, "off": False
    }  # fmt: skip

    def parse(self, text: str, place: Place) -> bool | None:
        found = self.WORDS.get(text.lower())
        if found is None:
            self.wrong(text, place)
        return found


class Word(Kind[str]):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.what = either(words)

    def parse(self, text: str, place: Place) -> str | None:
        if text in self.words:
            return text
        hint = did_you_mean(text, self.words)
        meant = hint if hint.startswith("; did") else f"; use {self.what}"
        place.problem(f"{shown(text)} is not known here{meant}")
        return None


class Ident(Kind[str]):
    """A short name for the game's notation: lower-case, no blanks, not a square's name."""

    what = "a short name: lower-case letters, digits and hyphens, beginning with a letter"

    def parse(self, text: str, place: Place) -> str | None:
        if parse_square(text) is not None:
            place.problem(f"{text!r} looks like the name of a square; choose another name")
        elif not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", text):
            self.wrong(text, place)
        else:
            return text
        return None


class Item(Generic[T]):
    """A value and its location."""

    __slots__ = ("place", "value")

    def __init__(self, value: T, place: Place) -> None:
        self.value = value
        self.place = place


class ListOf(Kind[list[Item[T]]]):
    """A list; with `or_one`, a single value stands for a list of one.

    Invalid parts are left out; with `all_or_none` they invalidate the list.
    """

    def __init__(
        self, kind: Kind[T], most: int = 1000, or_one: bool = False, all_or_none: bool = False
    ) -> None:
        self.kind = kind
        self.most = most
        self.or_one = or_one
        self.all_or_none = all_or_none
        self.what = f"a list, each {kind.what}"

    def read(self, node: Node, place: Place) -> list[Item[T]] | None:
        if isinstance(node, Listing):
            if len(node.items) > self.most:
                place.problem(f"too long: at most {self.most}")
                return None
            pairs = [(part, f"{place.field}[{n}]") for n, part in enumerate(node.items, 1)]
        elif self.or_one and (isinstance(node, Table) or (isinstance(node, Scalar) and node.text)):
            pairs = [(node, place.field)]
        else:
            place.problem(f"expected {self.what}")
            return None
        read = []
        for part, field in pairs:
            spot = place.at(part, field)
            value = self.kind.read(part, spot)
            if value is not None:
                read.append(Item(value, spot))
        return None if self.all_or_none and len(read) < len(pairs) else read


class MapOf(Kind[dict[str, Item[T]]]):
    """User-chosen names, each with a value of one kind."""

    def __init__(self, kind: Kind[T], keys: Kind[str] | None = None, what: str = "") -> None:
        self.kind = kind
        self.keys: Kind[str] = Text(60) if keys is None else keys
        self.what = what or f"names, each with {kind.what}"

    def read(self, node: Node, place: Place) -> dict[str, Item[T]] | None:
        if not isinstance(node, Table):
            place.problem(f"expected {self.what}")
            return None
        found = {}
        for key, part in node.entries.values():
            spot = place.under(key, key.text)
            name = self.keys.read(key, spot)
            value = self.kind.read(part, place.under(part, key.text))
            if name is not None and value is not None:
                found[name] = Item(value, spot)
        return found


class Field(Generic[T]):
    """A named part of a record."""

    def __init__(self, key: str, kind: Kind[T], required: bool = False) -> None:
        self.key = key
        self.kind = kind
        self.required = required


class Values:
    """The values of a record, each with its location."""

    def __init__(self, place: Place, node: Table) -> None:
        self.place = place
        self.node = node
        """The node as written."""
        self._found: dict[str, Any] = {}
        self._places: dict[str, Place] = {}

    def put(self, key: str, value: object, place: Place) -> None:
        self._places[key] = place
        if value is not None:
            self._found[key] = value

    def get(self, field: Field[T]) -> T | None:
        return cast("T | None", self._found.get(field.key))

    def value(self, field: Field[T], default: T) -> T:
        return cast("T", self._found.get(field.key, default))

    def has(self, field: Field[Any]) -> bool:
        """Whether the file has the field, valid or not."""
        return field.key in self._places

    def at(self, field: Field[Any]) -> Place:
        """The location of the field, or of the record if it is missing."""
        return self._places.get(field.key, self.place)

    def given(self) -> list[str]:
        return list(self._places)


SPELT: Final = {"armor": "armour"}
"""Keys with two spellings."""


class Record(Kind[Values]):
    """Named fields; an unknown key is a problem."""

    def __init__(self, what: str, *fields: Field[Any], other: str = "") -> None:
        self.what = what
        self.fields = {field.key: field for field in fields}
        self.other = other
        """Hints for keys that do not exist here."""

    def read(self, node: Node, place: Place) -> Values | None:
        if not isinstance(node, Table):
            place.problem(f"expected {self.what} as `key: value`")
            return None
        values = Values(place, node)
        for key, part in node.entries.values():
            field = self.fields.get(key.text) or self.fields.get(SPELT.get(key.text, ""))
            if field is None:
                hint = did_you_mean(key.text, list(self.fields))
                place.under(key, key.text).problem(f"unknown key{hint}{self.other}")
                continue
            spot = place.under(part if isinstance(part, Scalar) else key, key.text)
            values.put(field.key, field.kind.read(part, spot), spot)
        for name, field in self.fields.items():
            if field.required and name not in node.entries:
                place.problem(f"{name!r} is missing; expected {field.kind.what}")
        return values
