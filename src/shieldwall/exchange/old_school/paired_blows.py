"""Attacks on one line and their damage on another, as in B/X and its successors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from shieldwall.exchange.creature_draft import MAX_BLOWS, Attack, plain_dice

WOUND: Final = r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2}(?![0-9d]))?|[0-9]{1,2}-[0-9]{1,3}"
LINES: Final = re.compile(
    r"^\W*(?:(?:No\. of )?Attacks?|#\s*AT)\s*:\s*(?P<ways>[^\n]{1,120})$"
    r"(?:\n(?!\n)[^\n]*$){0,6}?\n\W*Damage(?:/Attack)?\s*:\s*(?P<harm>[^\n]{1,120})$",
    re.IGNORECASE | re.MULTILINE,
)
EFFECT: Final = re.compile(r"drain|paraly|poison|venom|petrif|\bstone\b|\bstun", re.IGNORECASE)
"""Effects of a hit that does no damage."""
_POINTS: Final = re.compile(r"\s*([1-9])\s*(?:(?:points?|pts?)\b|\+|plus\b|\Z)")
NO_BLOWS: Final = ("special", "see below", "hold", "hug", "spells", "spell")
"""Entries among the attacks that are explained further down."""
_PLURALS: Final = {"hooves": "hoof", "teeth": "tooth", "knives": "knife", "feet": "foot"}
_RANGE: Final = re.compile(r"([0-9]{1,3})\s*(?:to|-)\s*([0-9]{1,3})\b|([0-9]{0,2}d[0-9]{1,2})\b")
_BY_WEAPON: Final = re.compile(r"\W*(?:by|per|with)?\s*(?:weapon|spell)s?\W*\Z", re.IGNORECASE)

_SHARED: Final = re.compile(r"(?:all|each)\b", re.IGNORECASE)


@dataclass(slots=True)
class Wound:
    """One entry of the damage line."""

    dice: str
    words: str
    """`claw`, `all`, `poison`."""
    used: bool = False


@dataclass(slots=True)
class Blow:
    """One entry of the line of attacks."""

    count: int
    name: str
    is_other: bool
    """Whether it is an alternative to the one before."""
    told: str
    is_extra: bool = False
    """Whether it follows from another attack, as in `2 claws + hug`."""
    ranges: tuple[int, ...] = ()
    is_vague: bool = False
    """Whether the number is rolled or differs: `5 to 12 bites`, `1d6 spikes`."""


def one_of(name: str) -> str:
    """The singular: `claws` is a claw."""
    last = name.rpartition(" ")[2]
    if last.lower() in _PLURALS:
        return name[: -len(last)] + _PLURALS[last.lower()]
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def paired_blows(ways: str, harm: str, usual: str = "weapon") -> tuple[list[Attack], list[str]]:
    """Pair `2 claws, 1 bite or breath` with `1d4 claw, 2d8 bite or breath`.

    Returns the attacks, and everything that is none.
    """
    ours = [part for part in re.split(r"\bor\b", ways) if part.strip()]
    theirs = [part for part in re.split(r"\bor\b", harm) if part.strip()]
    if len(ours) < len(theirs):
        theirs = [part for part in theirs if not _BY_WEAPON.fullmatch(part)] or theirs
    alike = len(ours) == len(theirs) and all(re.search(r"[0-9A-Za-z]", part) for part in ours)
    if alike and len(ours) > 1:
        made: list[Attack] = []
        left: list[str] = []
        for group, (way, wound) in enumerate(zip(ours, theirs)):
            more, other = _paired(_blows(way, usual), _wounds(wound), f"{ways}, {harm}")
            for attack in more:
                attack.group = group
            made += more
            left += other
        if made:
            return made, left
    blows = _blows(ways, usual)
    if not any(not blow.is_extra for blow in blows):
        return _unnamed(ways, theirs)
    return _paired(blows, _wounds(harm), f"{ways}, {harm}")


def _unnamed(ways: str, harms: list[str]) -> tuple[list[Attack], list[str]]:
    """Damage without a list of attacks: a blow for each figure of the first alternative."""
    made = [
        Attack("blow", damage=wound.dice, effect=wound.words)
        for wound in _wounds(harms[0] if harms else "")
        if wound.dice
    ]
    left = [f"damage: {told.strip()}" for told in harms[1:]]
    return made, [*([ways.strip()] if re.search(r"[A-Za-z]", ways) else []), *left]


def _paired(blows: list[Blow], wounds: list[Wound], source: str) -> tuple[list[Attack], list[str]]:
    made: list[Attack] = []
    left: list[str] = []
    turn = place = 0
    real = [blow for blow in blows if not blow.is_extra]
    spread = sum(blow.count for blow in real) == len(wounds) > len(real)
    for blow in blows:
        turn += blow.is_other
        if blow.is_extra:
            mine = _named_wounds(wounds, blow.name)
            for wound in mine:
                wound.used = True
            left.append(" ".join([blow.told, *(wound.dice for wound in mine)]).strip())
            continue
        mine = _named_wounds(wounds, blow.name)
        if not mine:
            mine = wounds[place : place + (blow.count if spread else 1)]
            mine = [wound for wound in mine if wound.dice and not wound.used] or mine
        place += blow.count if spread else 1
        if len(mine) != blow.count:
            mine = mine[:1]
        for wound in mine:
            wound.used = True
        if not any(wound.dice for wound in mine):
            words = mine[0].words if mine else ""
            if EFFECT.search(words) and not blow.is_vague:
                bare = Attack(one_of(blow.name).lower(), blow.count, group=turn, source=source)
                bare.effect = words
                made.append(bare)
                continue
            left.append(f"{blow.name}: {words}" if words else blow.name)
            continue
        if blow.is_vague:
            left.append(f"{blow.told}: {blow.count} taken")
        alike = Counter((wound.dice, wound.words) for wound in mine if wound.dice)
        for (dice, words), number in alike.items():
            count = number if len(alike) > 1 else blow.count
            made.append(_attack(blow, Wound(dice, words), count, turn, source))
    left += [
        f"damage: {wound.dice} {wound.words}".strip()
        for wound in wounds
        if wound.dice and not wound.used
    ]
    return made, left


def _attack(blow: Blow, wound: Wound, count: int, turn: int, source: str) -> Attack:
    stem = one_of(blow.name).lower()
    attack = Attack(stem or "weapon", count, wound.dice, group=turn, ranges=blow.ranges)
    attack.source = source
    words = re.sub(rf"\b(?:{re.escape(stem)}s?|all|each)\b", "", wound.words)
    attack.effect = "" if _BY_WEAPON.fullmatch(words) else words.strip(" +")
    return attack


def _named_wounds(wounds: list[Wound], name: str) -> list[Wound]:
    """The unused entries that name an attack: exactly, else in one of their words, else `all`."""
    stem = one_of(name).lower()
    shared = [wound for wound in wounds if _SHARED.match(wound.words) and wound.dice]
    free = [wound for wound in wounds if not wound.used and wound.words]
    exact = [wound for wound in free if one_of(wound.words.lower()) == stem]
    last = stem.rpartition(" ")[2]
    near = [wound for wound in free if last in map(one_of, re.findall(r"[a-z]+", wound.words))]
    return exact or [wound for wound in near if wound.dice] or shared


def _blows(ways: str, usual: str) -> list[Blow]:
    found: list[Blow] = []
    instead = added = False
    ways = re.sub(r"\b([0-9])/[12](?=\s|$)", r"\1", ways)
    for part in re.split(r"(/|,|\+|\bplus\b|\band\b|\bor\b)(?![^()]*\))", ways):
        sign = part.strip().lower()
        if sign in ("or", "+", "plus", "/", ",", "and"):
            instead = instead or sign == "or"
            added = sign in ("+", "plus")
            continue
        told = re.match(
            rf"\s*(?:({_RANGE.pattern})|([0-9]{{1,2}}))?\s*x?\s*([A-Za-z][A-Za-z' -]{{0,30}})?",
            part,
        )
        if told and (told[1] or told[5] or told[6]):
            name = re.sub(r"^(?:by|with)\s+", "", (told[6] or usual).strip())
            blow = Blow(_number(told), name, instead, part.strip())
            blow.is_vague = bool(told[1])
            counted = bool(told[1] or told[5])
            blow.is_extra = name.lower() in NO_BLOWS or (added and not counted and bool(found))
            far = re.search(r"([0-9]{2,3})\s*(?:'|ft|feet)", part)
            if far and re.search(r"range|shot|throw|missile|spike|quill", part, re.IGNORECASE):
                blow.ranges = (int(far[1]) // 2, int(far[1]))
            found.append(blow)
            instead = added = False
    return found


def _number(told: re.Match[str]) -> int:
    """`2`; of `5 to 12` the smaller one; of `1d6` the mean, rounded down."""
    if told[4]:
        count, _, sides = told[4].partition("d")
        number = int(count or 1) * (int(sides) + 1) // 2
    else:
        number = int(told[2] or told[5] or 1)
    return max(1, min(MAX_BLOWS, number))


def _points(told: str) -> str:
    """One to nine points without dice."""
    return "1d1" if told == "1" else f"1d1+{int(told) - 1}"


def by_weapon(harm: str) -> str:
    """The damage of `By weapon + 2`: that of a spear or a short sword; "" for anything else."""
    found = re.match(r"\s*(?:by|per)\s+weapon\b\s*(?:([+-])\s*([0-9]{1,2}))?", harm, re.IGNORECASE)
    if not found:
        return ""
    return f"1d6{found[1]}{found[2]}" if found[2] else "1d6"


def _wounds(harm: str) -> list[Wound]:
    made: list[Wound] = []
    for part in re.split(r"/(?!\s*(?:round|rd))|,|\bor\b", harm):
        if (made or re.search(WOUND, harm)) and _BY_WEAPON.fullmatch(part):
            continue
        dice = re.search(r"[0-9]{0,2}d[0-9]", part)
        dice = re.compile(WOUND).search(part, dice.start() if dice else 0)
        few = None if dice else _POINTS.match(part)
        cut = dice or few
        words = (part[: cut.start()] + part[cut.end() :] if cut else part).strip(" +*.()")
        made.append(Wound(_points(few[1]) if few else plain_dice(dice[0]) if dice else "", words))
    return made
