"""Combat spells of the fifth edition, as powers for our files.

A power works the same in all our books, while spells differ by book. The figures are the well-known
ones of each spell; a spell missing here is listed in the report.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from shieldwall.exchange.creature_draft import Attack
from shieldwall.exchange.yaml_text import Plain

HALF: Final = "half on save"
FAILED: Final = "save failed"


def _harm(amount: str, when: str = HALF) -> list[Plain]:
    return [{"do": "damage", "amount": amount, "when": when}]


def _under(effect: str, rounds: str = "1d4", **more: Plain) -> list[Plain]:
    return [{"do": "condition", "effect": effect, "rounds": rounds, **more, "when": FAILED}]


SPELLS: Final[dict[str, dict[str, Plain]]] = {
    "acid splash": {"aim": "creatures", "range": 60, "of": "acid", "save": "ray",
                    "does": _harm("1d6", FAILED)},
    "sacred flame": {"aim": "creatures", "range": 60, "of": "holy", "save": "ray",
                     "does": _harm("1d8", FAILED)},
    "poison spray": {"aim": "creatures", "range": 10, "of": "poison", "save": "doom",
                     "does": _harm("1d12", FAILED)},
    "burning hands": {"aim": "cone", "range": 15, "of": "fire", "save": "blast",
                      "does": _harm("3d6")},
    "magic missile": {"aim": "creatures", "range": 120, "of": "magic",
                      "does": [{"do": "damage", "amount": "3d4 + 3"}]},
    "thunderwave": {"aim": "cone", "range": 15, "save": "blast", "does": _harm("2d8")},
    "inflict wounds": {"aim": "creatures", "range": "touch", "save": "doom", "does": _harm("3d10")},
    "sleep": {"aim": "area", "range": 90, "radius": 20, "save": "spell",
              "does": _under("helpless", "10", **{"most-hd": 4})},
    "entangle": {"aim": "area", "range": 90, "radius": 10, "save": "hold",
                 "does": _under("rooted")},
    "cure wounds": {"aim": "creatures", "range": "touch", "who": "allies",
                    "does": [{"do": "heal", "amount": "1d8 + 3"}]},
    "healing word": {"aim": "creatures", "range": 60, "who": "allies",
                     "does": [{"do": "heal", "amount": "1d4 + 3"}]},
    "hold person": {"aim": "creatures", "range": 60, "who": "foes", "save": "hold",
                    "does": _under("helpless")},
    "hold monster": {"aim": "creatures", "range": 90, "who": "foes", "save": "hold",
                     "does": _under("helpless")},
    "blindness/deafness": {"aim": "creatures", "range": 30, "who": "foes", "save": "spell",
                           "does": _under("blind")},
    "scorching ray": {"aim": "creatures", "range": 120, "targets": 3, "of": "fire", "save": "ray",
                      "does": _harm("2d6", FAILED)},
    "shatter": {"aim": "area", "range": 60, "radius": 10, "save": "blast", "does": _harm("3d8")},
    "web": {"aim": "area", "range": 60, "radius": 10, "save": "hold", "does": _under("rooted")},
    "fear": {"aim": "cone", "range": 30, "who": "foes", "save": "spell",
             "does": _under("shaken", value=2)},
    "fireball": {"aim": "area", "range": 150, "radius": 20, "of": "fire", "save": "blast",
                 "does": _harm("8d6")},
    "lightning bolt": {"aim": "line", "range": 100, "of": "lightning", "save": "blast",
                       "does": _harm("8d6")},
    "blight": {"aim": "creatures", "range": 30, "save": "doom", "does": _harm("8d8")},
    "ice storm": {"aim": "area", "range": 300, "radius": 20, "of": "cold", "save": "blast",
                  "does": _harm("6d6")},
    "cone of cold": {"aim": "cone", "range": 60, "of": "cold", "save": "blast",
                     "does": _harm("8d8")},
    "cloudkill": {"aim": "area", "range": 120, "radius": 20, "of": "poison", "save": "doom",
                  "does": _harm("5d8")},
    "flame strike": {"aim": "area", "range": 60, "radius": 10, "of": "fire", "save": "blast",
                     "does": _harm("8d6")},
    "insect plague": {"aim": "area", "range": 300, "radius": 20, "save": "doom",
                      "does": _harm("4d10")},
    "chain lightning": {"aim": "creatures", "range": 150, "targets": 4, "of": "lightning",
                        "save": "blast", "does": _harm("10d8")},
    "circle of death": {"aim": "area", "range": 150, "radius": 60, "save": "doom",
                        "does": _harm("8d6")},
    "disintegrate": {"aim": "creatures", "range": 60, "of": "magic", "save": "ray",
                     "does": _harm("10d6 + 40", FAILED)},
    "harm": {"aim": "creatures", "range": 60, "save": "doom", "does": _harm("14d6")},
    "finger of death": {"aim": "creatures", "range": 60, "save": "doom", "does": _harm("7d8 + 30")},
    "fire storm": {"aim": "area", "range": 150, "radius": 20, "of": "fire", "save": "blast",
                   "does": _harm("7d10")},
}  # fmt: skip
SHOTS: Final[dict[str, tuple[int, int, tuple[str, ...]]]] = {
    "fire bolt": (10, 120, ("fire",)),
    "ray of frost": (8, 60, ("cold",)),
    "eldritch blast": (10, 120, ("magic",)),
    "chill touch": (8, 120, ()),
    "produce flame": (8, 30, ("fire",)),
    "shocking grasp": (8, 5, ("lightning",)),
}
"""Attack cantrips: die, range, kind of damage."""


@dataclass(slots=True)
class Casting:
    """The spells of a creature."""

    powers: list[dict[str, Plain]]
    shots: list[Attack]
    left: list[str]
    """Spells our files cannot hold."""


_GROUP: Final = re.compile(
    r"(?P<cantrips>cantrips?\b[^:]{0,30}|at[- ]will[^:]{0,20})"
    r"|(?P<level>[1-9])(?:st|nd|rd|th)[- ]level[^:]{0,60}?(?:\((?P<slots>[0-9]{1,2})[^)]{0,30}\))?"
    r"|(?P<uses>[0-9]{1,2})e?\s*/\s*(?:day|rest)(?: each)?",
    re.IGNORECASE,
)


def read_casting(text: str) -> Casting:
    """Read `Cantrips (at will): fire bolt, light; 3rd level (2 slots): fireball` and similar."""
    made = Casting([], [], [])
    level = re.search(r"([0-9]{1,2})(?:st|nd|rd|th)[- ]level spellcaster", text, re.IGNORECASE)
    caster = int(level[1]) if level else 1
    bonus = re.search(r"([+-][0-9]{1,2}) to hit", text)
    heads = [
        found
        for found in re.finditer(rf"(?:{_GROUP.pattern})\s*:", text, re.IGNORECASE)
        if found.end() > found.start()
    ]
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(text)
        uses = 0 if head["cantrips"] else int(head["slots"] or head["uses"] or 1)
        names = _names(text[head.end() : end])
        known = [name for name in names if name in SPELLS]
        each = bool(head["uses"])
        for name in names:
            if name in SHOTS:
                made.shots.append(_shot(name, caster, int(bonus[1]) if bonus else None))
            elif name in SPELLS:
                power: dict[str, Plain] = {"name": name, "magic": True, **SPELLS[name]}
                if uses:
                    share = uses if each else max(1, uses // len(known))
                    power["uses"] = min(20, share)
                made.powers.append(power)
            else:
                made.left.append(name)
    return made


_AND: Final = r"(?i:(?<!\bevil )(?<!\bfood )\band\b)"
"""Between two spells, and not in "create food and water"."""


def _names(text: str) -> list[str]:
    bare = re.sub(r"\([^)]*\)", "", text).replace("*", "")
    bare = re.split(r"\s(?=(?:The|Its?|This|If|When)\s)", bare)[0]
    parts = re.split(rf",|;|\n|{_AND}|- (?=[A-Za-z])", bare)
    names = [re.sub(r"\s+", " ", part).strip(" .-•:").lower() for part in parts]
    return [name for name in names if re.fullmatch(r"[a-z][a-z'/ -]{2,40}", name)]


def _shot(name: str, caster: int, bonus: int | None) -> Attack:
    sides, far, kinds = SHOTS[name]
    dice = 1 + sum(caster >= step for step in (5, 11, 17))
    attack = Attack(name, damage=f"{dice}d{sides}", bonus=bonus, source=name)
    attack.harm, attack.made_of = "bludgeoning", kinds
    if far > 5:
        attack.ranges = (far, far)
    return attack
