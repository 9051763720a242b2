"""The result of a tuning search as text."""

from __future__ import annotations

from typing import Final

from shieldwall.sim.report.answer_text import percent
from shieldwall.sim.tuning import COUNTS, RIGHT, TOO_HARD, Tried, Tuning

SAID: Final = {
    "tpk": "total party kill",
    "dies": "somebody dies",
    "falls": "somebody falls",
    "wins": "the party wins",
}


def chance(tried: Tried, name: str) -> str:
    count, _ = COUNTS[name]
    return percent(tried.result.share(count(tried.result)))


def judged(tried: Tried) -> str:
    if len(set(tried.verdicts) - {RIGHT}) == 2:
        return "too hard and too easy at once"
    word = {RIGHT: "right", TOO_HARD: "too hard"}.get(tried.verdict, "too easy")
    return word if tried.sure else f"{word}, but not certain"


def answer(tuning: Tuning) -> str:
    if tuning.interrupted:
        return "Interrupted; the path so far is above."
    if tuning.found is not None:
        parts = [f"{SAID[want.name]} {chance(tuning.found, want.name)}" for want in tuning.wants]
        return f"{tuning.knob.setting(tuning.found.value)}: {'; '.join(parts)}."
    if tuning.torn is not None:
        return (
            f"No setting gives all of it: {tuning.knob.setting(tuning.torn.value)} is too hard in"
            " one respect and too easy in another."
        )
    ends = f"{tuning.knob.low} to {tuning.knob.high}"
    last = tuning.tried[-1]
    return f"No setting from {ends} fits; the last one tried is {judged(last)}."
