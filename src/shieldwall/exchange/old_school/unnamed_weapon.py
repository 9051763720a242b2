"""A weapon without a name: `Atk +4 x2, Dmg 1d8, Shock 3/15`, `+2, 1 x weapon`."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.exchange.creature_draft import GUESS, Attack, Said, plain_dice
from shieldwall.exchange.old_school.pasted_text import Pasted

DICE: Final = r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,2})?(?![0-9a-z])"
SPAN: Final = r"[0-9]{1,2}-[0-9]{1,3}(?![0-9])"
_SOME_WEAPON: Final = re.compile(
    r"(?P<other>\bor\s+)?(?:\b(?P<count>[0-9]{1,2}) x )?\bweapons?\b(?!\s*[(0-9])", re.IGNORECASE
)
BY_WEAPON: Final = "by weapon; 1d6 is that of a spear or a short sword"


def some_weapon(pasted: Pasted, start: int, end: int) -> None:
    """`+2, 1 x weapon`: a weapon without a name and without dice."""
    draft = pasted.draft
    found = _SOME_WEAPON.search(pasted.text, start, end)
    if not found or not all(pasted.left[found.start() : found.end()]):
        return
    group = max((attack.group for attack in draft.attacks), default=0) + bool(found["other"])
    count = max(1, min(int(found["count"] or 1), 12))
    draft.attacks.append(Attack("weapon", count, "1d6", group=group, source=found[0]))
    draft.said.append(Said("damage", "1d6", found[0], GUESS, BY_WEAPON))
    pasted.gone(found.start(), found.end())


def plain_attack(pasted: Pasted) -> bool:
    """`Atk +4 x2, Dmg 1d8, Shock 3/15`: one unnamed weapon."""
    draft = pasted.draft
    attack = Attack("weapon")
    words = []
    bonus = pasted.take(
        r"\b(?:Atk|Attack(?: Bonus)?|Att)\b\.?\s*:?\s*([+-]\s*[0-9]{1,2})"
        r"(?:\s*x\s*([0-9]{1,2})|((?:\s*/\s*[+-]\s*[0-9]{1,2}){1,11}))?"
        r"(?:[ ]*\(([A-Za-z][A-Za-z' -]{1,30})\))?(?!\s*,?\s*[A-Za-z]+\s*\()"
    )
    if bonus:
        hit = int(bonus[1].replace(" ", ""))
        draft.hits_with(hit, bonus[0])
        several = 1 + bonus[3].count("/") if bonus[3] else int(bonus[2] or 1)
        attack.count = max(1, min(several, 12))
        attack.name = bonus[4] or attack.name
        words.append(bonus[0])
    times = pasted.take(r"\bN(?:o\.|umber)(?: of)? Attacks\s*:?\s*([0-9]{1,2})(?![0-9d/])")
    if times:
        attack.count = max(attack.count, min(int(times[1]), 12))
    damage = pasted.take(
        rf"\b(?:Dmg|Damage)\b\.?\s*:?\s*({DICE}|{SPAN})(?:[ ]*\(([A-Za-z][A-Za-z' -]{{1,30}})\))?"
    )
    if damage:
        attack.damage = plain_dice(damage[1])
        attack.name = damage[2] or attack.name
        words.append(damage[0])
    else:
        armed = pasted.take(
            r"\b(?:Dmg|Damage)\b\.?\s*:?\s*(?:by )?(?:Wpn|weapon)s?\.?\s*([+-]\s*[0-9]{1,2})?"
            rf"(?:[ ]*\(([A-Za-z][A-Za-z' -]{{1,30}}?)[ ,]+({DICE}|{SPAN})\))?"
        )
        if armed and armed[3]:
            attack.name, attack.damage = armed[2], plain_dice(armed[3])
            words.append(armed[0])
        elif armed:
            extra = int((armed[1] or "0").replace(" ", ""))
            attack.damage = f"1d6{extra:+}" if extra else "1d6"
            draft.said.append(Said("damage", attack.damage, armed[0], GUESS, BY_WEAPON))
            words.append(armed[0])
    shock = pasted.take(r"\bShock\s*:?\s*([0-9]{1,2})\s*/\s*(?:AC\s*)?([0-9]{1,2}|-|any)(?![0-9])")
    if shock:
        limit = "-" if shock[2].lower() in ("-", "any") else shock[2]
        attack.shock = f"{int(shock[1])}/{limit}"
        words.append(shock[0])
    by_weapon = pasted.take(r"\bShock\s*:?\s*(?:Wpn|weapon)[^\n,;]{0,20}")
    if by_weapon:
        draft.leave("what hits do", by_weapon[0])
    if not attack.damage:
        if attack.shock:
            draft.note(words[-1])
        return False
    attack.source = ", ".join(words)
    draft.attacks.append(attack)
    return True
