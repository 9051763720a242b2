"""The GM's options for changing a running fight, for the page."""

from __future__ import annotations

from typing import Final

from shieldwall.books import RULINGS
from shieldwall.books.rulings import rulings_of, waivable_in
from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.content.formats.naming import plural_of
from shieldwall.engine.enforcement import MODES, ON
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.wall_shapes import SHAPES
from shieldwall.engine.state.sheet import Sheet
from shieldwall.gm.map_edits import GROUNDS, NO_WALL
from shieldwall.gm.order_entries import USAGE
from shieldwall.gm.order_grammar import CONDITIONS, FATES, FLAGS
from shieldwall.table.message_parts import CreatureLine, RuleNow, RulingNow, Toggle
from shieldwall.table.protocol import TurnCondition, Workshop
from shieldwall.table.publish.board_looks import condition_pictures
from shieldwall.table.publish.order_forms import ORDER_FORMS
from shieldwall.table.seats import NotAllowed
from shieldwall.text.notation import suggest
from shieldwall.text.order_text import creatures_of, own_names

ORDERS_OF: Final = {"prone": ("prone", "stand"), "hidden": ("hide", "reveal")}
"""Conditions with their own orders for on and off."""
LABELS: Final = {"prone": ("Knock prone", "Stand up"), "hidden": ("Hide", "Reveal")}
"""Button labels of these orders."""


def workshop(rules: Ruleset) -> Workshop:
    """Reads files the first time: do not call on the event loop."""
    own = own_names()
    return Workshop(
        orders={**USAGE, "force": "force ogre attack alda with club"},
        creatures=[
            _creature(name, sheet, name in own)
            for name, sheet in sorted(creatures_of(rules).items())
        ],
        conditions=[*CONDITIONS, *FLAGS],
        condition_icons=condition_pictures(["prone", "hidden", *CONDITIONS, *FLAGS]),
        toggles=_toggles(),
        forms=ORDER_FORMS,
        fates=list(FATES),
        grounds=list(GROUNDS),
        walls=[*SHAPES, NO_WALL],
        rulings=_rulings(rules),
        rules=_rules(rules),
    )


def condition_order(message: TurnCondition) -> str:
    """The order that toggles a condition."""
    toggles = {one.name: one for one in _toggles()}
    if message.name not in toggles:
        hint = suggest(message.name, toggles, ".")
        raise NotAllowed(f"No condition is called {message.name!r}{hint}")
    order, *rest = toggles[message.name].on if message.on else toggles[message.name].off
    return " ".join([order, message.unit, *rest])


def _toggles() -> list[Toggle]:
    names = ["prone", "hidden", *CONDITIONS, *FLAGS]
    icons = condition_pictures(names)
    return [
        Toggle(
            name=name,
            icon=icons.get(name, ""),
            on=[ORDERS_OF[name][0]] if name in ORDERS_OF else ["condition", name],
            off=[ORDERS_OF[name][1]] if name in ORDERS_OF else ["condition", f"{name} off"],
            label_on=LABELS[name][0] if name in LABELS else "",
            label_off=LABELS[name][1] if name in LABELS else "",
        )
        for name in names
    ]


def _creature(name: str, sheet: Sheet, own: bool) -> CreatureLine:
    return CreatureLine(
        name=name,
        hp=int(sheet.hp),
        ac=int(sheet.ac),
        size=int(sheet.size),
        own=own,
        plural=plural_of(name),
    )


def _rulings(rules: Ruleset) -> list[RulingNow]:
    found = []
    for ruling in rulings_of(rules, RULINGS).values():
        taken = ruling.taken_by(rules)
        if taken is not None and not ruling.fixed:
            found.append(
                RulingNow(
                    name=ruling.name,
                    question=ruling.at_issue,
                    options=ruling.words(),
                    now=taken.word,
                    cite=", ".join(ruling.cites),
                )
            )
    return found


def _rules(rules: Ruleset) -> list[RuleNow]:
    found = []
    for ident, shared in waivable_in(rules).items():
        mode = MODES[rules.waived.get(shared[0], ON)]
        forbids = "; ".join(WAIVABLE[rule] for rule in shared)
        found.append(RuleNow(rule=ident, forbids=forbids, mode=mode))  # type: ignore[arg-type]
    return found
