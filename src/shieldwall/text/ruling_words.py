"""What the log says of a decision of the GM: an order, or a ruling on an improvised action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.gm.order_entries import ORDER_ENTRIES
from shieldwall.gm.order_grammar import FORCE

COSTS: Final = {
    "free": "it is free",
    "move": "it costs a Move Action",
    "main": "it costs a Main Action",
    "move+main": "it costs a Move and a Main Action",
}
RESULTS: Final = {
    "damage": "{0} takes {1} damage",
    "push": "{0} is pushed to {1}",
    "nothing": "nothing more happens",
    "tell": "{2}",
}
"""Results of an improvised action that are no orders."""

Called = Callable[[str], str | None]
"""A unit's name in a text; None if no unit has this short name."""


def order_words(text: str, called: Called, untitled: Called) -> str:
    """`Alda moved to D5`; the order itself if it has no line."""
    verb, _, rest = text.partition(" ")
    first, _, more = rest.partition(" ")
    if verb == FORCE:
        unit = called(first)
        return text if unit is None else f"{unit} has to {more}"
    entry = ORDER_ENTRIES.get(verb)
    last = rest.rpartition(" ")[2]
    line = "" if entry is None else entry.by_last.get(last, entry.told)
    if entry is None or not line:
        return text
    kept = more.removesuffix(f" {last}") if last in entry.by_last else more
    if not entry.of_unit:
        return line.format(first, kept)
    unit = called(first)
    return text if unit is None else line.format(unit, kept, untitled(first))


def action_ruling_words(text: str, called: Called, listed: Callable[[list[str]], str]) -> str:
    """`it costs a Main Action and needs a DEX/Exert check of 10; on a success ...`."""
    cost, *parts = [part.strip() for part in text.split(",")]
    terms = [COSTS[cost]]
    results = []
    is_checked = False
    for part in parts:
        verb, *words = part.split()
        if verb == "provokes":
            terms.append("provokes")
        elif verb == "check":
            is_checked = True
            against = f"of {words[2]}" if len(words) == 3 else f"against {called(words[3])}"
            terms.append(f"needs a {words[0].upper()}/{words[1].capitalize()} check {against}")
        elif verb in RESULTS:
            unit = called(words[0]) if words else None
            results.append(RESULTS[verb].format(unit, " ".join(words[1:]), " ".join(words)))
        else:
            results.append(order_words(part, called, called))
    told = listed(terms)
    when = "on a success " if is_checked else ""
    return f"{told}; {when}{listed(results)}" if results else told
