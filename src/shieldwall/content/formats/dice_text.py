"""Dice as people type them: one small grammar, read into a tree, written in one way, rolled.

    2d6+1   d20   d%   4dF   4d6kh3   2d20kl   4d6dl1   2d6ro<2   d6!   d20mi10   8d6cs>=5
    2d6 * 10   2*(1d4+1)   d20 adv   2d6+1 dis   1d8+2[fire]

A sign with different meanings in different programs is refused, with both meanings. Each die is
rerolled, then bounded, then explodes; then the best are kept and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

MAX_LENGTH: Final = 200
MAX_DICE: Final = 200
"""In one expression."""
MAX_SIDES: Final = 1000
MAX_NUMBER: Final = 100_000
MAX_DEPTH: Final = 5
MAX_AGAIN: Final = 20
"""Limit of rerolls and explosions of one die."""
MAX_TOTAL: Final = 10**9

Roller = Callable[[int], int]
"""Returns a face from 1 to the number of sides."""


class DiceError(ValueError):
    """A text that is not a valid dice expression, with the reason."""


@dataclass(frozen=True, slots=True)
class Which:
    """`<2`, `>=5`, `=6`."""

    sign: str
    number: int

    def holds(self, face: int) -> bool:
        return {
            "<": face < self.number,
            "<=": face <= self.number,
            ">": face > self.number,
            ">=": face >= self.number,
            "=": face == self.number,
        }[self.sign]

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one kind, and the operations on them."""

    count: int
    sides: int
    """0 for Fudge dice: two plus, two minus, two blank faces."""
    reroll: Which | None = None
    once: bool = True
    least: int = 0
    most: int = 0
    explode: Which | None = None
    keep: int = 0
    """Number of dice to keep: the best, or if negative the worst; 0 for all."""
    count_those: Which | None = None
    label: str = ""

    @property
    def faces(self) -> range:
        return range(-1, 2) if self.sides == 0 else range(1, self.sides + 1)

    def __str__(self) -> str:
        kind = "F" if self.sides == 0 else "%" if self.sides == 100 else str(self.sides)
        parts = [f"{self.count}d{kind}"]
        if self.reroll is not None:
            parts.append(f"{'ro' if self.once else 'rr'}{self.reroll}")
        parts += [f"mi{self.least}"] if self.least else []
        parts += [f"ma{self.most}"] if self.most else []
        if self.explode is not None:
            top = self.explode == Which("=", self.sides)
            parts.append("!" if top else f"!{self.explode}")
        if self.keep:
            parts.append(f"kh{self.keep}" if self.keep > 0 else f"kl{-self.keep}")
        if self.count_those is not None:
            parts.append(f"cs{self.count_those}")
        parts += [f"[{self.label}]"] if self.label else []
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class Flat:
    """A plain number."""

    number: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.number}[{self.label}]" if self.label else str(self.number)


@dataclass(frozen=True, slots=True)
class Times:
    """A part multiplied by a number."""

    part: Part
    factor: int

    def __str__(self) -> str:
        return f"{self.part}*{self.factor}"


@dataclass(frozen=True, slots=True)
class Total:
    """Parts added up, or subtracted if their flag is set."""

    parts: tuple[tuple[bool, Part], ...]
    outer: bool = True

    def __str__(self) -> str:
        text = "".join(f"{'-' if minus else '+'}{part}" for minus, part in self.parts)
        text = text.removeprefix("+")
        return text if self.outer else f"({text})"


@dataclass(frozen=True, slots=True)
class Twice:
    """A whole expression rolled twice: the better or the worse counts."""

    part: Total
    worse: bool = False

    def __str__(self) -> str:
        return f"{self.part} {'dis' if self.worse else 'adv'}"


Part = Pool | Flat | Times | Total | Twice


@dataclass(slots=True)
class Throw:
    """The result: the sum, and every die with whether it counted."""

    total: int
    dice: list[tuple[int, int, bool]] = field(default_factory=list)
    """Sides, face, counted."""


_TOKEN: Final = re.compile(
    r"\s*(?:(?P<dice>(?P<count>[0-9]{0,6})d(?P<sides>[0-9]{1,6}|%|f))"
    r"|(?P<number>[0-9]{1,9})|(?P<sign>[-+*()])|(?P<word>advantage|disadvantage|adv|dis)"
    r"|\[(?P<label>[^\[\]]{1,60})\])"
)
_MOD: Final = re.compile(
    r"\s*(?:(?P<keep>kh|kl|k|dh|dl|ph|pl)(?P<n>[0-9]{0,4})"
    r"|(?P<again>ro|rr|r)(?P<rt>[<>]=?|=)?(?P<rn>[0-9]{1,4})"
    r"|(?P<min>min|mi)(?P<mn>[0-9]{1,4})|(?P<max>max|ma)(?P<xn>[0-9]{1,4})"
    r"|(?P<boom>!!|!p|!|xo|x|e)(?P<bt>[<>]=?|=)?(?P<bn>[0-9]{0,4})"
    r"|(?P<cs>cs)(?P<ct>[<>]=?|=)?(?P<cn>[0-9]{1,4})|(?P<bare>[<>]=?))"
)


def parse_dice(text: str) -> Total:
    """The tree of an expression; raises DiceError."""
    if len(text) > MAX_LENGTH:
        raise DiceError(f"too long: at most {MAX_LENGTH} characters")
    plain = text.replace("−", "-").replace("–", "-").replace("×", "*").lower()
    reader = _Reader(plain)
    found = reader.total(0)
    if reader.text[reader.place :].strip():
        raise reader.wrong()
    return found


class _Reader:
    """Parser of one expression, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.dice = 0

    def wrong(self) -> DiceError:
        rest = self.text[self.place :].strip()
        if not rest:
            return DiceError("is not complete: dice or a number should follow")
        return DiceError(f"cannot be read from {rest[:20]!r} on; dice look like 2d6+1")

    def _sign(self, signs: str) -> str:
        found = _TOKEN.match(self.text, self.place)
        if found is not None and found["sign"] and found["sign"] in signs:
            self.place = found.end()
            return found["sign"]
        return ""

    def total(self, depth: int) -> Total:
        if depth > MAX_DEPTH:
            raise DiceError("too many brackets")
        parts = []
        sign = self._sign("+-")
        while True:
            parts.append((sign == "-", self._product(depth)))
            sign = self._sign("+-")
            if not sign:
                return self._twice(tuple(parts), depth)

    def _twice(self, parts: tuple[tuple[bool, Part], ...], depth: int) -> Total:
        """`2d6+1 adv`: roll the whole expression twice and take the better result."""
        found = _TOKEN.match(self.text, self.place)
        if found is None or not found["word"]:
            return Total(parts, depth == 0)
        self.place = found.end()
        self.dice *= 2
        if self.dice > MAX_DICE:
            raise DiceError(f"{self.dice:,} dice: from 1 to {MAX_DICE} can be rolled")
        minus, first = parts[0]
        inner = first if isinstance(first, Total) and len(parts) == 1 and not minus else None
        made = Twice(inner or Total(parts, False), found["word"].startswith("dis"))
        return Total(((False, made),), depth == 0)

    def _product(self, depth: int) -> Part:
        part = self._part(depth)
        while self._sign("*"):
            factor = self._part(depth)
            if isinstance(part, Flat) and not isinstance(factor, Flat):
                part, factor = factor, part
            if not isinstance(factor, Flat) or factor.label:
                raise DiceError("dice times dice is not known here; multiply by a number")
            part = Times(part, factor.number)
        return part

    def _part(self, depth: int) -> Part:
        if self._sign("("):
            inner = self.total(depth + 1)
            if not self._sign(")"):
                raise DiceError("a bracket is not closed")
            return inner
        found = _TOKEN.match(self.text, self.place)
        if found is None or not (found["dice"] or found["number"] or found["word"]):
            raise self.wrong()
        self.place = found.end()
        if found["number"]:
            if int(found["number"]) > MAX_NUMBER:
                raise DiceError(f"{found['number']} is too large: at most {MAX_NUMBER:,}")
            return Flat(int(found["number"]), self._label())
        if found["word"]:
            self.dice += 2
            return Pool(2, 20, keep=1 if found["word"].startswith("adv") else -1)
        return self._pool(int(found["count"] or 1), found["sides"])

    def _label(self) -> str:
        found = _TOKEN.match(self.text, self.place)
        if found is None or not found["label"]:
            return ""
        self.place = found.end()
        return " ".join(found["label"].split())

    def _pool(self, count: int, kind: str) -> Pool:
        sides = 100 if kind == "%" else 0 if kind == "f" else int(kind)
        if kind != "f" and not 1 <= sides <= MAX_SIDES:
            raise DiceError(f"a die has 1 to {MAX_SIDES:,} sides, not {sides:,}")
        self.dice += count
        if count < 1 or self.dice > MAX_DICE:
            raise DiceError(f"{count:,} dice: from 1 to {MAX_DICE} can be rolled")
        pool = {"count": count, "sides": sides}
        tests: dict[str, Which] = {}
        keep = least = most = 0
        once = True
        while True:
            found = _MOD.match(self.text, self.place)
            if found is None:
                break
            if found["bare"]:
                sign = found["bare"]
                raise DiceError(
                    f"{sign!r} counts dice in some programs and picks them in others; "
                    f"write cs{sign} to count"
                )
            self.place = found.end()
            if found["keep"]:
                if keep:
                    raise DiceError("dice are kept or dropped twice")
                keep = _kept(found["keep"], int(found["n"] or 1), count)
            elif found["again"]:
                if found["again"] == "r":
                    raise DiceError(
                        "'r' rerolls once in some programs and repeatedly in others; write ro or rr"
                    )
                once = found["again"] == "ro"
                tests["reroll"] = Which(found["rt"] or "=", int(found["rn"]))
            elif found["min"]:
                least = int(found["mn"])
            elif found["max"]:
                most = int(found["xn"])
            elif found["boom"]:
                if found["boom"] in ("!!", "!p", "xo"):
                    raise DiceError(f"{found['boom']!r} is not known here; a die explodes with !")
                tests["explode"] = Which(found["bt"] or "=", int(found["bn"] or sides))
            else:
                tests["count_those"] = Which(found["ct"] or "=", int(found["cn"]))
        made = Pool(
            **pool,
            reroll=tests.get("reroll"),
            once=once,
            least=least,
            most=most,
            explode=tests.get("explode"),
            keep=keep,
            count_those=tests.get("count_those"),
            label=self._label(),
        )
        _check(made)
        return self._favoured(made)

    def _favoured(self, pool: Pool) -> Pool:
        """`d20 adv` is the better of two."""
        found = _TOKEN.match(self.text, self.place)
        if found is None or not found["word"]:
            return pool
        if pool != Pool(1, 20):
            return pool
        self.place = found.end()
        self.dice += 1
        return Pool(2, 20, keep=1 if found["word"].startswith("adv") else -1)


def _kept(word: str, number: int, count: int) -> int:
    """Number of dice to keep, negative for the worst."""
    if not 0 < number <= count or (word[0] in "dp" and number >= count):
        raise DiceError(f"{word}{number} does not go with {count} dice")
    if word in ("kh", "k"):
        return number
    if word == "kl":
        return -number
    return -(count - number) if word[1] == "h" else count - number


def _check(pool: Pool) -> None:
    endless = [("rerolled", None if pool.once else pool.reroll), ("exploding", pool.explode)]
    for what, test in endless:
        if test is not None and all(test.holds(face) for face in pool.faces):
            raise DiceError(f"every face is {what}: that would never end")


def roll_dice(tree: Part, roller: Roller) -> Throw:
    """Roll an expression."""
    throw = Throw(0)
    throw.total = _value(tree, roller, throw)
    if abs(throw.total) > MAX_TOTAL:
        raise DiceError(f"the total is too large: at most {MAX_TOTAL:,}")
    return throw


def _value(part: Part, roller: Roller, throw: Throw) -> int:
    if isinstance(part, Flat):
        return part.number
    if isinstance(part, Times):
        return _value(part.part, roller, throw) * part.factor
    if isinstance(part, Twice):
        return _twice_value(part, roller, throw)
    if isinstance(part, Total):
        total = 0
        for minus, inner in part.parts:
            value = _value(inner, roller, throw)
            total += -value if minus else value
        return total
    return _pool_value(part, roller, throw)


def _twice_value(part: Twice, roller: Roller, throw: Throw) -> int:
    """Both rolls are shown; the dice of the discarded one are in brackets."""
    tries = []
    for _ in range(2):
        begin = len(throw.dice)
        tries.append((_value(part.part, roller, throw), begin, len(throw.dice)))
    first, second = tries
    second_counts = second[0] < first[0] if part.worse else second[0] > first[0]
    _, begin, end = first if second_counts else second
    throw.dice[begin:end] = [(sides, face, False) for sides, face, _ in throw.dice[begin:end]]
    return second[0] if second_counts else first[0]


def _pool_value(pool: Pool, roller: Roller, throw: Throw) -> int:
    faces: list[int] = []
    for _ in range(pool.count):
        value = _one(pool, roller)
        faces.append(value)
        again = 0
        while pool.explode is not None and pool.explode.holds(value) and again < MAX_AGAIN:
            value = _one(pool, roller)
            faces.append(value)
            again += 1
    order = sorted(range(len(faces)), key=lambda place: faces[place], reverse=pool.keep >= 0)
    kept = set(order[: abs(pool.keep)] if pool.keep else order)
    total = 0
    for place, face in enumerate(faces):
        counted = place in kept
        if pool.count_those is not None:
            counted = counted and pool.count_those.holds(face)
            total += counted
        elif counted:
            total += face
        throw.dice.append((pool.sides, face, counted))
    return total


def _one(pool: Pool, roller: Roller) -> int:
    def face() -> int:
        return roller(3) - 2 if pool.sides == 0 else roller(pool.sides)

    value = face()
    if pool.reroll is not None:
        for _ in range(1 if pool.once else MAX_AGAIN):
            if not pool.reroll.holds(value):
                break
            value = face()
    if pool.least:
        value = max(value, pool.least)
    return min(value, pool.most) if pool.most else value


def simple_dice(tree: Total) -> tuple[int, int, int] | None:
    """Count, sides and bonus of a simple expression, else None."""
    found: tuple[int, int] | None = None
    added = 0
    for minus, part in tree.parts:
        if isinstance(part, Flat):
            added += -part.number if minus else part.number
        elif isinstance(part, Pool) and found is None and not minus:
            if part != Pool(part.count, part.sides, label=part.label) or part.sides == 0:
                return None
            found = part.count, part.sides
        else:
            return None
    return None if found is None else (*found, added)
