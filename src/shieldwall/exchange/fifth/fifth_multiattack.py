"""Multiattack of the fifth edition: the attacks of one turn, from a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shieldwall.exchange.creature_draft import Attack
from shieldwall.exchange.fifth.fifth_words import NUMBERS


def bare_name(text: str) -> str:
    """The singular name without remarks: `Claws (Humanoid Form Only)` is a claw."""
    name = re.sub(r"\([^)]*\)", "", text).strip().lower()
    return _singular(re.sub(r"\s+", " ", name))


def _singular(word: str) -> str:
    irregular = {"hooves": "hoof", "teeth": "tooth", "fists": "fist", "knives": "knife"}
    if word in irregular:
        return irregular[word]
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


_ALTERNATIVE: Final = re.compile(
    r"\balternatively\b|\bor (?:it |he |she |they |the [a-z ]+? )?(?:makes|can|uses|throws)\b"
    r"|\. or \b"
    r"|\bor (?:one|two|three|four|five) |\. in (?:its )?[a-z]+ form|\breplace|\bin place of"
    r"|\. if (?!it has )|\. (?:it|he|she|they|the [a-z ]+?) can\b"
)
"""End of the first attack option: an alternative, or a follow-up to a hit."""


def read_multiattack(
    text: str, attacks: Sequence[Attack], heads: int = 0
) -> tuple[list[str], bool]:
    """The attacks of one turn by name, and whether the text has more than that.

    Of alternatives the first is used.
    """
    known: dict[str, str] = {}
    for attack in attacks:
        known.setdefault(bare_name(attack.name), attack.name)
    for attack in attacks:
        # A tail stinger may be called a stinger.
        known.setdefault(bare_name(attack.name).split(" ")[-1], attack.name)
    plain = re.sub(r"\s+", " ", text.lower()).replace("as many", str(heads or "many"))
    first = _first_choice(plain)
    blows: list[str] = []
    for count, named in _counted(first, known):
        blows += [known[named]] * count
    each = re.search(r"\battacks? with (?:its|his|her|their|the|both) ([a-z' ,-]+)", first)
    if each and not blows:
        # `attacks with its bite, claw and tail`: once with each.
        names = {
            known[name]: spot.start() for name in known if (spot := re.search(_word(name), each[1]))
        }
        blows = sorted(names, key=lambda name: names[name])
    against = re.search(r"\bagainst (two|three|four) different\b", first)
    if against and len(blows) == 1:
        blows *= NUMBERS[against[1]]
    whole = re.search(
        r"\bmakes? (?:either |up to )?([a-z]+|[0-9]+(?:d[0-9]+)?)\b[^.]*?attacks?", plain
    )
    total = _count(whole[1]) if whole else 0
    guessed = total > len(blows)
    if guessed:
        shots = "ranged" in first and "melee" not in first
        fitting = [a.name for a in attacks if bool(a.ranges) == shots] or [a.name for a in attacks]
        # With only one fitting weapon there is nothing to guess.
        guessed = len(fitting) > 1 or bool(blows)
        spots = {name: spot.start() for name in known if (spot := re.search(_word(name), first))}
        listed = [known[name] for name in sorted(spots, key=lambda each: spots[each])]
        fresh = [name for name in dict.fromkeys([*listed, *fitting]) if name not in blows]
        different = re.search(r"different weapon|only one of which", first)
        chosen = (fresh or fitting)[: 2 if different else 1]
        missing = total - len(blows)
        blows = [chosen[place % len(chosen)] for place in range(missing)] + blows if chosen else []
    used = {bare_name(blow) for blow in blows}
    extra = len(first) < len(plain) or bool(re.search(r"\bcan\b|\buses?\b", plain))
    others = any(
        re.search(_word(name), plain) for name in known if bare_name(known[name]) not in used
    )
    return blows[:12], guessed or extra or others


def _first_choice(text: str) -> str:
    """The text up to its first alternative: of `two bites, two claws, or one of each` two bites."""
    first = _ALTERNATIVE.split(text, maxsplit=1)[0]
    number = "|".join(word for word in NUMBERS if len(word) > 2)
    items = re.split(rf",? (?=(?:{number}) )", first)
    if re.match(r"or\b", text[len(first) :]) and len(items) > 2 and " and " not in first:
        return "".join(items[:2])
    return first


def _counted(text: str, known: dict[str, str]) -> list[tuple[int, str]]:
    """`one with its bite and two with its claws`, `two slam attacks`, in text order."""
    found: list[tuple[int, int, str]] = []
    number = rf"({'|'.join(NUMBERS)}|[0-9]{{1,2}})"
    taken: list[tuple[int, int]] = []
    for name in sorted(known, key=lambda each: -len(each)):
        word = _word(name)
        patterns = (
            rf"\b{number} (?:[a-z]+ )?(?:attacks? )?(?:made )?(?:with|using|to) (?:its |their |his "
            rf"|her |the |a )?{word}",
            rf"\b{number} (?:melee |ranged )?{word}(?: attacks?)?",
            rf"uses (?:its )?{word}(?: {number})?",
        )
        for pattern in patterns:
            spot = re.search(pattern, text)
            if spot and not any(start < spot.end() and spot.start() < end for start, end in taken):
                taken.append((spot.start(), spot.end()))
                found.append((spot.start(), _count(spot[1] or "one") or 1, name))
                break
    return [(count, name) for _, count, name in sorted(found)]


def _word(name: str) -> str:
    """A pattern for the singular or plural of a name."""
    irregular = {"hoof": "hoo(?:f|ves)", "tooth": "t(?:oo|ee)th", "knife": "kni(?:fe|ves)"}
    return rf"\b{irregular.get(name, re.escape(name) + '(?:e?s)?')}\b"


def _count(word: str) -> int:
    rolled = re.fullmatch(r"([0-9]+)d([0-9]+)", word)
    if rolled:
        return max(1, int(rolled[1]) * (int(rolled[2]) + 1) // 2)
    return int(word) if word.isdigit() else NUMBERS.get(word, 0)
