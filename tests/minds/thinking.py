"""Shared by the tests of minds: a mind's answer to the open request, in notation."""

from __future__ import annotations

from shieldwall.fight import Fight
from shieldwall.minds import Mind, make_mind
from shieldwall.text.notation import choice_text


def chosen(fight: Fight, ident: str = "", mind: str | Mind = "simple") -> str:
    """A mind's answer, which must be allowed; that of `ident` where several are asked."""
    thinker = make_mind(mind) if isinstance(mind, str) else mind
    for request in fight.requests:
        if not ident or fight.names.units[request.unit] == ident:
            choice = thinker(request)
            refusal = request.options.why_not(choice)
            assert refusal is None, f"{choice_text(fight.names, choice)}: {refusal}"
            return choice_text(fight.names, choice)
    raise AssertionError(f"{ident or 'nobody'} is not asked")


def asked(fight: Fight) -> list[str]:
    return [fight.names.units[request.unit] for request in fight.requests]


def goal(fight: Fight, mind: str = "simple") -> str:
    """Where the mind runs to: the last square of its way."""
    text = chosen(fight, mind=mind)
    verb, _, way = text.partition(" ")[2].partition(" ")
    assert verb == "run", f"a run was expected, not {text!r}"
    return way.split("-")[-1]
