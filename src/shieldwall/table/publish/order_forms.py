"""GM orders as forms: fields for the page, and the order written from them."""

from __future__ import annotations

from typing import Final

from shieldwall.table.message_parts import OrderField, OrderForm, OrderGroup, OrderWord
from shieldwall.table.seats import NotAllowed
from shieldwall.text.notation import suggest


def _words(**labels: str) -> list[OrderWord]:
    return [OrderWord(word=word, label=label) for word, label in labels.items()]


def _plain(*words: str) -> list[OrderWord]:
    return [OrderWord(word=word, label=word) for word in words]


UNIT: Final = OrderField(key="unit", kind="unit", label="Whom")
SQUARES: Final = OrderField(key="squares", kind="squares", label="Where")


def _of_unit(name: str, label: str, *more: OrderField) -> OrderForm:
    return OrderForm(name=name, label=label, fields=[UNIT, *more])


def _choice(label: str, options: list[OrderWord]) -> OrderField:
    return OrderField(key="how", kind="choice", label=label, options=options)


COMBATANTS: Final = OrderGroup(
    title="Combatants",
    orders=[
        _of_unit("hp", "Set HP", OrderField(
            key="how", kind="number", label="How", hint="HP",
        )),
        _of_unit("move", "Move", OrderField(
            key="how", kind="square", label="How", hint="A square, e.g. C4",
        )),
        OrderForm(name="add", label="Add a unit", fields=[
            OrderField(key="what", kind="creature", label="What", hint="e.g. 3 goblins, wolf"),
            OrderField(key="square", kind="square", label="Where"),
            OrderField(key="side", kind="side", label="On whose side", before="for"),
            OrderField(key="hidden", kind="choice", label="Seen", optional=True, options=[
                OrderWord(word="", label="by everybody"),
                OrderWord(word="hidden", label="not yet: hidden"),
            ]),
            OrderField(
                key="ident", kind="text", label="Short name", hint="Optional", before="as",
                optional=True,
            ),
        ]),
        _of_unit("remove", "Remove"),
        _of_unit(
            "condition", "Condition",
            OrderField(key="what", kind="choice", label="Which", source="conditions"),
            OrderField(key="how", kind="choice", label="How long", optional=True, options=[
                OrderWord(word="", label="until taken off"),
                OrderWord(word="for 1 round", label="1 round"),
                OrderWord(word="for 3 rounds", label="3 rounds"),
                OrderWord(word="for 10 rounds", label="10 rounds"),
                OrderWord(word="off", label="take it off"),
            ]),
        ),
        _of_unit("fate", "Fate", OrderField(
            key="how", kind="choice", label="How", source="fates",
        )),
        _of_unit("prone", "Knock prone"),
        _of_unit("stand", "Stand up"),
        _of_unit("drop", "Drop the weapon in hand"),
        _of_unit("hide", "Hide from the others"),
        _of_unit("reveal", "Reveal"),
        _of_unit("ready", "Let it act again"),
        _of_unit("give", "Give an action", _choice(
            "How", _words(main="a Main Action", move="a Move Action"),
        )),
        _of_unit("side", "Change sides", OrderField(key="side", kind="side", label="To")),
        _of_unit("name", "Rename", OrderField(key="how", kind="text", label="Name")),
        _of_unit("modifier", "Modifier on the next roll", OrderField(
            key="how", kind="text", label="How", hint="e.g. +2 or -1", signed=True,
        )),
        _of_unit("advantage", "Advantage on the next roll"),
        _of_unit("disadvantage", "Disadvantage on the next roll"),
        OrderForm(name="force", label="Force a choice", fields=[OrderField(
            key="how", kind="text", label="The choice", hint="e.g. goblin-1 attack alda with spear",
        )]),
    ],
)  # fmt: skip

GROUND: Final = OrderGroup(
    title="Ground",
    orders=[
        OrderForm(name="door", label="Open or close a door", fields=[
            OrderField(key="door", kind="choice", label="Which", source="doors"),
            _choice("How", _plain("open", "closed")),
        ]),
        OrderForm(name="ground", label="Change the ground", fields=[
            SQUARES, OrderField(key="how", kind="choice", label="To", source="grounds"),
        ]),
        OrderForm(name="floor", label="Change the height", fields=[
            SQUARES, OrderField(key="how", kind="number", label="Feet"),
        ]),
        OrderForm(name="solid", label="Fill or clear squares", fields=[
            SQUARES, _choice("To", [
                OrderWord(word="full", label="filled to the ceiling"),
                OrderWord(word="3", label="filled 3 ft high"),
                OrderWord(word="none", label="clear"),
            ]),
        ]),
        OrderForm(name="wall", label="Put up or take away a wall", fields=[
            OrderField(key="edge", kind="edge", label="Between", hint="Two squares, e.g. D4-D5"),
            OrderField(key="how", kind="choice", label="What", source="walls"),
        ]),
        OrderForm(name="cover", label="Declare cover", fields=[
            SQUARES, _choice("How much", _plain("0", "1", "2", "3", "4")),
        ]),
        OrderForm(name="dark", label="Light", fields=[
            _choice("How", _words(on="it goes dark", off="there is light")),
        ]),
    ],
)  # fmt: skip

TABLE: Final = OrderGroup(
    title="The table",
    orders=[
        OrderForm(name="tell", label="Tell everybody", fields=[OrderField(
            key="how", kind="text", label="What", hint="e.g. the roof begins to creak",
        )]),
        OrderForm(name="ruling", label="Change a ruling", fields=[
            OrderField(key="ruling", kind="choice", label="Which", source="rulings"),
            OrderField(key="how", kind="choice", label="To", source="words"),
        ]),
        OrderForm(name="enforce", label="Waive or enforce a rule", fields=[
            OrderField(key="rule", kind="choice", label="Which", source="rules"),
            _choice("How", _words(on="enforced", warn="only a warning", off="waived")),
        ]),
        OrderForm(name="end", label="End the fight", fields=[OrderField(
            key="how", kind="text", label="How", hint="Why",
        )]),
        OrderForm(name="play-on", label="Play on after the end", fields=[]),
        OrderForm(name="", label="An order in words", fields=[OrderField(
            key="how", kind="text", label="The order", hint="e.g. hp ogre 5",
        )]),
    ],
)  # fmt: skip

ORDER_FORMS: Final[list[OrderGroup]] = [COMBATANTS, GROUND, TABLE]
_BY_NAME: Final = {form.name: form for group in ORDER_FORMS for form in group.orders}


def written_order(name: str, values: dict[str, str]) -> str:
    """The order text of a filled-in form: its name, and each value after its keyword."""
    form = _BY_NAME.get(name)
    if form is None:
        raise NotAllowed(f"No order is called {name!r}{suggest(name, _BY_NAME, '.')}")
    parts = [form.name]
    for field in form.fields:
        value = " ".join(values.get(field.key, "").split())
        if value:
            parts += [field.before, value]
        elif not field.optional:
            raise NotAllowed(f"{form.label}: {field.label.lower()} is missing.")
    unknown = set(values) - {field.key for field in form.fields}
    if unknown:
        raise NotAllowed(f"{form.label} has no field {min(unknown)!r}.")
    return " ".join(filter(None, parts))
