"""Checked access to the JSON of a set-up's text."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from shieldwall.content.formats.problems import ContentError, fail

FILE: Final = "set-up text"
MAX_LENGTH: Final = 20_000_000


def parse_data(text: str) -> object:
    """Parse JSON without duplicate keys and invalid numbers; raises `ContentError`."""
    from json import loads

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise fail(FILE, "damaged: a key is given twice")
        return found

    def refuse(constant: str) -> NoReturn:
        raise fail(FILE, f"damaged: {constant} is not a number")

    if len(text) > MAX_LENGTH:
        raise fail(FILE, f"too large: at most {MAX_LENGTH:,} characters")
    try:
        return loads(text, object_pairs_hook=once, parse_constant=refuse)
    except ContentError:
        raise
    except ValueError as error:
        raise fail(FILE, f"damaged: {error}") from error
    except RecursionError as error:
        raise fail(FILE, "damaged: nested too deep") from error


class CheckedData:
    """A piece of parsed JSON with checked access."""

    def __init__(self, value: object, field: str) -> None:
        self.value = value
        self.field = field

    def wrong(self, expected: str) -> ContentError:
        return fail(FILE, f"damaged: expected {expected}", field=self.field)

    def part(self, key: str) -> CheckedData:
        if not isinstance(self.value, dict):
            raise self.wrong("named values")
        field = f"{self.field}.{key}" if self.field else key
        if key not in self.value:
            raise fail(FILE, "damaged: missing", field=field)
        return CheckedData(self.value[key], field)

    def has(self, key: str) -> bool:
        if not isinstance(self.value, dict):
            raise self.wrong("named values")
        return key in self.value

    def items(self, key: str, count: int = -1) -> list[CheckedData]:
        part = self.part(key)
        return part.elements(count)

    def elements(self, count: int = -1) -> list[CheckedData]:
        if not isinstance(self.value, list) or (count >= 0 and len(self.value) != count):
            raise self.wrong(f"a list of {count}" if count >= 0 else "a list")
        return [CheckedData(value, f"{self.field}[{n}]") for n, value in enumerate(self.value, 1)]

    def whole(self, least: int, most: int) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.wrong(f"a whole number from {least} to {most}")
        return self.value

    def string(self) -> str:
        if not isinstance(self.value, str) or not self.value.isprintable():
            raise self.wrong("a text")
        return self.value

    def one_of(self, known: list[str], what: str = "the name of a unit") -> str:
        if self.value not in known:
            raise self.wrong(what)
        return str(self.value)

    def number(self, key: str, least: int, most: int) -> int:
        return self.part(key).whole(least, most)

    def numbers(self, key: str, least: int, most: int, count: int = -1) -> tuple[int, ...]:
        return tuple(part.whole(least, most) for part in self.items(key, count))

    def text(self, key: str) -> str:
        return self.part(key).string()

    def flag(self, key: str) -> bool:
        part = self.part(key)
        if not isinstance(part.value, bool):
            raise part.wrong("true or false")
        return part.value
