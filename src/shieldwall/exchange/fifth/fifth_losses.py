"""Effects and requirements of the fifth edition that our files cannot hold, as sentences."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

NO_KIND: Final = ("necrotic", "psychic", "thunder")
"""Kinds of damage that our books do not distinguish."""
_STATES: Final = (
    "blinded|charmed|deafened|frightened|grappled|incapacitated|paralyzed|petrified|poisoned|prone"
    "|restrained|stunned|unconscious"
)
_END: Final = r"(?=[,.;:)]|\bmust\b|$)"
_REQUIREMENT: Final = re.compile(
    rf"\b(?:if|while|unless|when|whenever|until)\b[^,.;:)]*?{_END}"
    rf"|\b(?:that|who|which) (?:is|are|isn't|aren't|has|have)\b(?: \w+){{0,3}}? (?:{_STATES})\b"
    rf"[^,.;:)]*?{_END}"
    rf"|\b(?:one|each|any|a|every|another)\s+(?:{_STATES})\s+(?:creature|target)"
    rf"|\b(?:creatures?|targets?|enem(?:y|ies)) (?:{_STATES}) by\b[^,.;:)]*?{_END}",
    re.IGNORECASE,
)
"""Clauses that name a state as a condition of an effect, not as its result."""
_NEEDED: Final = re.compile(
    rf"\b(?:one|each|any|a) (?:{_STATES}) (?:creature|target)"
    rf"|\b(?:creatures?|targets?)\b[^.:]{{0,50}}?\b(?:{_STATES}) by (?:it\b|the [a-z' -]+)"
    rf"|\bthat has the (?:{_STATES})[^.:]*",
    re.IGNORECASE,
)
_LOST: Final = re.compile(
    r"(?:takes?|loses?)\b[^.]{0,80}\bat the (?:start|end) of each"
    r"|at the (?:start|end) of each[^.]{0,60}\b(?:takes|loses)\b"
    r"|hit point maximum|\bswallow|\bcurse|\bdisease|\bregains? (?:[0-9]|hit points|a number)"
    r"|can't regain|\bsuffocat|\bspeed is (?:reduced|halved)|\bhalve"
    r"|\b(?:pull|push|drag|fling|(?<!saving )throw|hurl)(?:s|es|ed|n)?\b[^.]{0,60}"
    r"\b(?:feet|ft\b|space)"
    r"|\bhas disadvantage|\bhave disadvantage|can't take (?:a |any )?reaction|second failure"
    r"|by 5 or more|\b(?:strength|constitution|intelligence|wisdom|dexterity|charisma) score"
    r"|\bpenalty to\b|\bcorro|\brust|drops to 0|reduced to 0|hit points or fewer|\bignite"
    r"|\bcatches fire|\bteleport|\bcharmed\b|\bageing|\baged\b|\bages\b|\bdies\b",
    re.IGNORECASE,
)


def inflicted(text: str) -> str:
    """A text without its requirements, so that only results name a condition."""
    return _REQUIREMENT.sub(" ", _OF_A_KIND.sub(" ", text))


def losses(name: str, text: str, held: Collection[str] = ()) -> list[str]:
    """The sentences with effects that no rider and no power of ours has.

    `held` are the conditions that one of ours stands for.
    """
    found = [part for part in sentences(text) if _LOST.search(part) or _is_unheld(part, held)]
    return [f"{name}: {' '.join(found).strip(' ,;')}"] if found else []


_THEIR_DICE: Final = re.compile(r"\b[0-9]{1,2} ?d ?[0-9]{1,3}\b")
_PART: Final = re.compile(r",\s+(?=or\b|plus\b|and\b)|\s+(?=or [0-9]|plus [0-9])")


def other_dice(name: str, text: str, made: object, left: Collection[str]) -> list[str]:
    """The parts of a text with dice that neither `made`, as text, nor the report holds."""
    kept = f"{made} {' '.join(left)}".replace(" d ", "d").replace(" d", "d")
    found = []
    for sentence in sentences(text):
        for part in _PART.split(sentence):
            dice = [re.sub(r"\s", "", each) for each in _THEIR_DICE.findall(part)]
            if any(each not in kept for each in dice):
                found.append(part.strip(" ,.;"))
    return [f"{name}: {'; '.join(found)}"] if found else []


def no_kind(name: str, text: str) -> list[str]:
    """Damage of a kind that our books do not have, as a sentence."""
    plain = [kind for kind in NO_KIND if re.search(rf"\b{kind}\b[^.;]{{0,30}} damage", text, re.I)]
    return [f"{name}: {' and '.join(plain)} damage has no kind here"] if plain else []


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.;])\s+", text)


def _is_unheld(sentence: str, held: Collection[str]) -> bool:
    plain = _RESULT_WITHOUT_COMMA.sub(" ", sentence)
    named = re.findall(rf"\b(?:{_STATES})\b", inflicted(plain), re.IGNORECASE)
    return any(word.lower() not in held for word in named)


_OF_A_KIND: Final = re.compile(
    r"\bif (?:the target|it) is (?:an? )?(?:[a-z]+,? ){0,5}?(?:or smaller|creature)\b"
    r"(?: creature)?,?",
    re.IGNORECASE,
)
"""A requirement that a usual target fulfils."""
_RESULT_WITHOUT_COMMA: Final = re.compile(
    r"\b(?:if|while|until|when)\b[^,.;:)]*?\b(?:is|are|has|ends?|isn't|hits?|hit|was)\b[^,.;:)]*?"
    r"(?=\b(?:the target|the creature|it|they) (?:is|are|has|becomes)\b)",
    re.IGNORECASE,
)
_PERHAPS: Final = re.compile(
    r"\b(?:if|while|when|unless|instead|can|may|already|each|escape)\b|\bnot\b", re.IGNORECASE
)


def certain(text: str) -> list[str]:
    """The sentences whose effects follow every hit."""
    return [part for part in sentences(text) if not _PERHAPS.search(_OF_A_KIND.sub(" ", part))]


def requirement(name: str, text: str) -> list[str]:
    """The state a target must be in; our powers have no such condition."""
    needed = _NEEDED.search(text)
    if not needed:
        return []
    told = re.sub(r"\s+", " ", needed[0]).strip()
    return [f"{name}: only against {told} (here against anyone)"]


def remark(name: str) -> list[str]:
    """Conditions of an attack, from the parentheses in its name."""
    said = re.findall(r"\(([^()]{1,80})\)", name)
    bare = re.sub(r"\s*\([^()]*\)", "", name).strip()
    return [f"{bare}: {each}" for each in said if re.search(r"\bonly\b|recharge|/", each, re.I)]
