"""Referee's orders that need more than the state: creatures by name, rulings by name.

Typed orders are expanded before they go onto the tape, so that a tape is self-contained: `add
goblin C4` becomes `add goblin-4 C4 for foes like goblin-1`, and a creature unlike any in the fight
includes its whole sheet.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from shieldwall.books.shared.improvised import why_no_room
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.house_rules.ruling_text import enforcement_problem, ruling_problem
from shieldwall.content.setup_text import sheet_from_text, sheet_to_text
from shieldwall.content.user_folder import own_files
from shieldwall.engine.battle import Battle
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.square_names import parse_place
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.request import Refusal
from shieldwall.gm.apply_orders import bring, dial_of, why_no_newcomer
from shieldwall.gm.order_entries import ORDER_ENTRIES, ORDERS
from shieldwall.gm.order_grammar import (
    HIDDEN_WORD,
    LIKE,
    SHEET,
    Order,
    find_cell,
    find_side,
    find_unit,
    read_order,
)
from shieldwall.text.notation import NotationError, suggest

ADD: Final = "add"
MOST_IDENT: Final = 40


# Creatures.


def creatures_of(rules: Ruleset) -> dict[str, Sheet]:
    """All creatures in the figures of a book; the GM's own take precedence."""
    own = own_creatures(rules.book_folders, rules.family)[0] if own_files("creatures") else {}
    return {**_shipped(rules.book_folders, rules.family), **own}


def own_names() -> set[str]:
    """The names of the GM's own creatures, for any book."""
    return set(own_creatures()[0]) if own_files("creatures") else set()


@lru_cache(maxsize=8)
def _shipped(book_folders: tuple[str, ...], family: str) -> dict[str, Sheet]:
    return dict(shipped_creatures(book_folders, family))


def spell_out_newcomer(battle: Battle, what: str) -> tuple[str, Refusal | None]:
    """Expand `add giant rat C4 for foes hidden as rat-9` in full."""
    state = battle.state
    exact = read_order(state, what, (ADD,))
    if exact is None:
        what = _spelled(battle, what)
        exact = read_order(state, what, (ADD,))
        assert exact is not None, "an order in full can be parsed"
    refusal = why_no_newcomer(state)
    if refusal is None:
        refusal = why_no_room(battle, sheet_of(state, exact), exact.cell)
    return what, refusal


def _spelled(battle: Battle, what: str) -> str:
    state = battle.state
    words = what.split()[1:]
    ident = ""
    if len(words) > 2 and words[-2] == "as":
        ident = words[-1].lower()
        words = words[:-2]
    hidden = words[-1:] == [HIDDEN_WORD]
    if hidden:
        words = words[:-1]
    side = _usual_side(state)
    if "for" in words:
        place = len(words) - 1 - words[::-1].index("for")
        side = " ".join(words[place + 1 :])
        words = words[:place]
        sides = [one.name for one in state.sides]
        if side not in sides:
            raise NotationError(f"no side is called {side!r}" + suggest(side, sides, _list(sides)))
    if len(words) < 2:
        raise NotationError(f"it should read like '{ORDER_ENTRIES[ADD].usage}'")
    square = words[-1]
    if find_cell(state, square) < 0:
        known = parse_place(square, state.grid.open) is not None
        what_is_wrong = "is outside the map" if known else "is not a square"
        raise NotationError(
            f"{square!r} {what_is_wrong}; it should read like '{ORDER_ENTRIES[ADD].usage}'"
        )
    kind = " ".join(words[:-1]).lower()
    source = _source(battle, kind)
    ident = _ident(state, ident, kind)
    secret = f" {HIDDEN_WORD}" if hidden else ""
    return f"{ADD} {ident} {square} for {side}{secret} {source}"


def _list(names: list[str]) -> str:
    return f"; there is {', '.join(names)}"


def _usual_side(state: State) -> str:
    """The default side: the first that is not the players'."""
    for side in state.sides:
        if not side.players:
            return side.name
    return state.sides[0].name


def _source(battle: Battle, kind: str) -> str:
    """The source of its sheet: a similar unit in the fight, else the library, in full."""
    state = battle.state
    for unit in state.units:
        if unit.ident == kind or unit.sheet.name.lower() == kind:
            return f"{LIKE} {unit.ident}"
    known = creatures_of(battle.rules)
    for name, sheet in known.items():
        if name.lower() == kind or name.lower().replace(" ", "-") == kind:
            return f"{SHEET} {sheet_to_text(sheet)}"
    raise NotationError(f"no creature is called {kind!r}" + suggest(kind, known))


def _ident(state: State, wanted: str, kind: str) -> str:
    """A free short name: the wanted one, else derived from its kind."""
    if wanted:
        if not is_ident(wanted):
            raise NotationError(f"{wanted!r} cannot be a unit's short name; use letters, digits, -")
        if find_unit(state, wanted) >= 0:
            raise NotationError(f"a unit is already called {wanted}")
        return wanted
    stem = kind
    if find_unit(state, kind) >= 0:
        stem = kind.rpartition("-")[0] if kind.rpartition("-")[2].isdigit() else kind
    stem = "-".join(stem.replace("'", "").split()).lower()
    if not is_ident(stem):
        stem = "newcomer"
    taken = [unit.ident for unit in state.units]
    if stem not in taken and not any(one.startswith(f"{stem}-") for one in taken):
        return stem
    number = 2 if stem in taken else 1
    while f"{stem}-{number}" in taken:
        number += 1
    return f"{stem}-{number}"


def is_ident(text: str) -> bool:
    """Whether a text is valid as a unit's id: one word, no square, no keyword."""
    return (
        0 < len(text) <= MOST_IDENT
        and text[0].isalpha()
        and all(letter.isalnum() or letter in "-'" for letter in text)
        and text == text.lower()
        and parse_place(text, False) is None
        and parse_place(text, True) is None
        and text not in ("referee", "nobody")
    )


def sheet_of(state: State, order: Order) -> Sheet:
    """The sheet of an added unit; NotationError if it is invalid."""
    if order.unit >= 0:
        return state.units[order.unit].sheet
    try:
        return sheet_from_text(order.text.removeprefix(SHEET).strip())
    except ContentError as error:
        raise NotationError(str(error)) from None


def join(battle: Battle, what: str, note: str, stops: int) -> None:
    """Carry out an `add` from the tape."""
    order = read_order(battle.state, what, (ADD,))
    if order is not None:
        bring(battle, order, sheet_of(battle.state, order), stops, note)


# Rulings.


def why_no_ruling(battle: Battle, what: str) -> None:
    """NotationError for an unknown ruling or rule, or an invalid option."""
    order = read_order(battle.state, what, ("ruling", "enforce"))
    if order is None:
        return
    if order.verb == "ruling":
        problem = ruling_problem(battle.rules, *dial_of(order))
    else:
        problem = enforcement_problem(battle.rules, order.name, order.text)
    if problem:
        raise NotationError(problem)


# Errors.


def explain(battle: Battle, what: str) -> str:
    """Why an order is invalid, if known; "" otherwise."""
    words = what.split()
    if not words:
        return ""
    state = battle.state
    verb = words[0]
    if verb not in ORDERS:
        hint = suggest(verb, ORDERS)
        return f"{verb!r} is not an order{hint}" if hint else ""
    idents = [unit.ident for unit in state.units]
    usage = f"it should read like '{ORDER_ENTRIES[verb].usage}'"
    if ORDER_ENTRIES[verb].of_unit and len(words) > 1 and words[1] not in idents:
        return f"no unit is called {words[1]!r}" + suggest(words[1], idents)
    if verb == "side" and len(words) > 2:
        sides = [side.name for side in state.sides]
        name = " ".join(words[2:])
        if find_side(state, name) < 0:
            return f"no side is called {name!r}" + suggest(name, sides, _list(sides))
    if verb == "door" and len(words) == 3 and words[2] in ("open", "closed"):
        return f"no door is at {words[1]}; {usage}"
    return usage
