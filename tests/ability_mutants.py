"""Changes to abilities and conditions for `make mutants`: each is removed in turn.

An ability loses all its points and can no longer be found by name. A condition loses one of its
points. The tests that should notice are those whose file names the ability or condition, or a rule
it cites; for an ability also the feat, class or creature that has it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from shieldwall.abilities.registry import ABILITIES_BY_NAME, ABILITY_KINDS, CONDITION_FAMILIES
from shieldwall.engine.abilities import Abilities, Ability
from shieldwall.engine.state import condition as condition_marks
from shieldwall.engine.state.condition import CONDITIONS, DORMANT, Condition

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "src" / "shieldwall" / "content" / "data"
ABILITIES = "abilities"
CONDITION_BOOK = "conditions"
PARTS = r"level-\d|traits|nature"
"""Parts of an entry: what stands in one belongs to the entry, not to the part."""
WORD = "word "
"""Before what a test's file must name, in place of a rule's id."""


def ability_changes() -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Book, kind and name of each change, and what names the tests that should notice it."""
    carriers = carriers_of()
    for kind in ABILITY_KINDS:
        cites = ids_in(kind)
        words = [kind.name, *carriers.get(kind.name, ())]
        yield ABILITIES, "no ability", kind.name, (*cites, *(WORD + word for word in words))
    for condition in CONDITIONS.values():
        if condition.number < DORMANT:
            cite = (condition.cite,) if condition.cite else ()
            found = (*ids_in(type(condition)), *cite, *words_of(condition))
            for point in points_of(type(condition), Condition):
                yield CONDITION_BOOK, "no point", f"{condition.name}.{point}", found


def make_change(kind: str, name: str) -> None:
    """Take an ability or a point of a condition away."""
    if kind == "no ability":
        taken = ABILITIES_BY_NAME[name]
        for point in points_of(taken, Ability):
            setattr(taken, point, getattr(Ability, point))
        begin = Ability.__init__

        def begin_without(own: Ability, value: int, given: dict[str, int]) -> None:
            begin(own, value, given)
            if name in given:
                # Others ask for its size when they are made.
                given[name] = 0

        setattr(Ability, "__init__", begin_without)  # noqa: B010
        find = Abilities.find
        setattr(Abilities, "find", lambda own, asked: None if asked == name else find(own, asked))  # noqa: B010
        return
    which, point = name.split(".")
    for condition in CONDITIONS.values():
        if condition.name == which:
            setattr(type(condition), point, getattr(Condition, point))
            condition.helpless = condition.is_helpless()


def points_of(kind: type, base: type) -> list[str]:
    """The points a class speaks at, those of a class it is a kind of included."""
    return [
        name
        for name, value in vars(base).items()
        if name[0] != "_" and callable(value) and getattr(kind, name) is not value
    ]


def ids_in(kind: type) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\b[A-Z]{1,3}-\d+\b", inspect.getsource(kind))))


def words_of(condition: Condition) -> list[str]:
    constants = [
        name
        for module in (*CONDITION_FAMILIES, condition_marks)
        for name, value in vars(module).items()
        if value is condition
    ]
    return [WORD + word for word in (*constants, as_word(condition.name))]


@cache
def carriers_of() -> dict[str, tuple[str, ...]]:
    """By ability: what has it in the shipped files, a feat, a class or a creature."""
    found: dict[str, list[str]] = {}

    def look(name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                ability = str(key).replace("-", "_")
                if ability in ABILITIES_BY_NAME and name:
                    found.setdefault(ability, []).append(as_word(name))
                is_named_part = isinstance(part, dict) and not re.fullmatch(PARTS, str(key))
                look(str(key) if is_named_part else name, part)
        elif isinstance(value, list):
            for part in value:
                look(name, part)

    for path in sorted(DATA.rglob("*.yaml")):
        look("", yaml.safe_load(path.read_text(encoding="utf-8")))
    return {ability: tuple(dict.fromkeys(names)) for ability, names in found.items()}


def as_word(name: str) -> str:
    return re.sub(r"\W", "_", name)


@cache
def text_of(path: Path) -> str:
    """A test file in which every name can be found as one word."""
    return " " + re.sub(r"\W", "_", path.read_text(encoding="utf-8")) + " "


def is_named(word: str, path: Path) -> bool:
    return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", text_of(path)) is not None
