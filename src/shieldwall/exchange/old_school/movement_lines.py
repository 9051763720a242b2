"""How a pasted creature moves: feet a turn and a round, metres, tens of feet, wings and fins."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.exchange.creature_draft import GUESS, LIKELY
from shieldwall.exchange.old_school.pasted_text import Pasted

FEET: Final = r"\s*(?:'|ft\.?|feet)?"
SQUARE: Final = 5


def _is_turning(feet: int, bracket: int) -> bool:
    """Whether a figure in brackets is that for turning, and not a third of the other."""
    return 0 < feet < 100 and abs(feet - 3 * bracket) > 2 and bracket <= 20


def read_movement(pasted: Pasted, tens: bool) -> None:
    """Read the speeds; `tens`: a bare figure is in tens of feet a turn."""
    draft = pasted.draft
    per_round = pasted.take(rf"\b(?:MV|Move|Movement)\s*:?\s*\(\s*([0-9]{{1,3}}){FEET}\s*\)")
    if per_round:
        draft.put("speed", int(per_round[1]), per_round[0])
    turn = pasted.take(
        rf"\b(?:MV|Move|Movement)\s*:?\s*([0-9]{{1,3}}){FEET}\s*\(\s*([0-9]{{1,3}}){FEET}\s*\)'?"
        r"([ ]*\(?(?:fly|flying)\b\)?(?!\s*:?\s*[0-9]))?"
    )
    metres = pasted.take(r"\b(?:MV|Move|Movement|Speed)\s*:?\s*([0-9]{1,2})\s?m\b(?!/)")
    if turn and turn[3]:
        draft.moves("fly", int(turn[2]), turn[0])
        draft.put("speed", 0, turn[0], LIKELY, "it only flies")
    elif turn and _is_turning(int(turn[1]), int(turn[2])):
        draft.put("speed", int(turn[1]), turn[0], LIKELY, "the figure in brackets is for turning")
    elif turn and 0 < int(turn[2]) < SQUARE:
        draft.put("speed", SQUARE, turn[0], LIKELY, "a square at least")
    elif turn:
        draft.put("speed", int(turn[2]), turn[0])
    elif metres:
        draft.put("speed", (int(metres[1]) * 3 + 2) // 5 * 5, metres[0], LIKELY, "in metres")
    else:
        plain = pasted.take(
            rf"\b(?:MV|Move|Movement|Speed)\s*:?\s*([0-9]{{1,3}})(?![0-9]){FEET}"
            r"(?:\s+[0-9.]+\s*m\b)?(?:\s+[0-9]+\s*sq\b)?"
        )
        if plain:
            speed = int(plain[1])
            if 3 <= speed <= 24 and not re.search(r"'|ft|feet|sq", plain[0]) and tens:
                feet = (speed * 10 + 7) // 15 * 5
                draft.put("speed", feet, plain[0], LIKELY, "in tens of feet a turn")
            elif speed > 60 and "sq" not in plain[0]:
                draft.put(
                    "speed", speed // 3, plain[0], GUESS, "taken as feet a turn, a third of it"
                )
            else:
                draft.put("speed", speed, plain[0])
    for way in ("fly", "swim", "climb", "burrow"):
        found = pasted.take(
            rf"\b{way}(?:m?ing|s)?\s*:?\s*(?:([0-9]{{1,3}}){FEET}\s*\(\s*)?"
            rf"([0-9]{{1,3}})(?![0-9]){FEET}(?!\s*\()\)?"
        )
        if found:
            whole, bracket = int(found[1] or 0), int(found[2])
            draft.moves(way, whole if _is_turning(whole, bracket) else bracket, found[0])
        else:
            flying = pasted.take(
                rf"/?\s*[0-9]{{1,3}}{FEET}\s*\(\s*([0-9]{{1,3}}){FEET}\s*\)\s*{way}\w*"
            ) or pasted.take(rf"\(\s*([0-9]{{1,3}}){FEET}\s*{way}(?:m?ing)?\s*\)")
            if flying:
                draft.moves(way, int(flying[1]), flying[0])
            found = flying
        if found and way == "swim" and not {"speed", "flies"} & draft.values.keys():
            feet = int(re.findall("[0-9]+", found[0])[-1])
            draft.put("speed", feet, found[0], LIKELY, "it only swims")
    if "flies" in draft.values and "speed" not in draft.values:
        draft.put("speed", 0, f"flies {draft.values['flies']}", LIKELY, "it only flies")
