"""What a referee may rule, in a small fixed grammar (SOV-045, SOV-106, G-50).

On something improvised: a cost, whether it provokes, a check, and what comes of it:

    main, provokes, check dex exert 10, prone ogre
    move, check str exert opposed ogre, push ogre C4, damage ogre 1d6+1
    free, nothing

Between two steps, one order: `stops alda always`, `modifier alda +2`, `advantage alda`,
`disadvantage ogre`, `hp ogre 5`, `move alda C4`, `prone ogre`, `stand alda`, `end truce`. And
before a choice of some unit's `force`, as in `force goblin-1 attack alda with spear`: it is carried
out in spite of whatever can be waived (`rules.referee`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.core.request import Refusal
from shieldwall.core.ruleset import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.core.sheet import ATTRIBUTE_NAMES, SKILL_NAMES
from shieldwall.core.space.squares import parse_place
from shieldwall.core.state import State

REFEREE_NAME: Final = "referee"
"""In the place of a unit's name, and of the last seat."""
RULE: Final = "rule"
REFUSE: Final = "refuse"

COSTS: Final[dict[str, int]] = {
    "free": FREE,
    "move": MOVE,
    "main": MAIN,
    "move+main": MAIN_AND_MOVE,
}
STOPS: Final = ("never", "matters", "always")
"""In the order of NEVER, WHEN_IT_MATTERS and ALWAYS."""
EFFECTS: Final = (
    "prone", "stand", "move", "push", "damage", "drop", "modifier", "advantage",
    "disadvantage", "nothing", "tell",
)  # fmt: skip
"""What may come of something improvised."""
ORDERS: Final = (
    "stops", "modifier", "advantage", "disadvantage", "hp", "move", "prone", "stand", "end",
)  # fmt: skip
"""What may be ruled between two steps."""
FORCE: Final = "force"
"""Before a choice: it is carried out although a rule forbids it."""
MOST: Final = 99


class Order:
    """One thing the referee wants done: to whom, where, how much."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.unit = -1
        self.cell = -1
        self.value = 0
        self.dice: i64 = 0
        self.sides: i64 = 0
        self.text = ""


class Ruling:
    """What something improvised costs, whether it provokes, what is rolled, what comes of it."""

    def __init__(self, cost: int) -> None:
        self.cost: i64 = cost
        self.provokes = False
        self.attribute = -1
        """-1 where no check is made."""
        self.skill = -1
        self.difficulty = 0
        self.against = -1
        """The unit whose modifier the check must beat; -1 for a fixed difficulty."""
        self.orders: list[Order] = []


def is_plain(text: str) -> bool:
    """Whether a text can stand on a tape: printable, single blanks, no marks of the tape's own."""
    return (
        text != ""
        and text == " ".join(text.split())
        and text.isprintable()
        and "#" not in text
        and "_" not in text
    )


def read_ruling(state: State, text: str) -> Ruling | Refusal:
    """A ruling on something improvised; the refusal counts the part that is not understood."""
    parts = [part.strip() for part in text.split(",")]
    if parts[0] not in COSTS:
        return unclear(1)
    ruling = Ruling(COSTS[parts[0]])
    for number in range(1, len(parts)):
        part = parts[number]
        words = part.split()
        if part == "provokes" and not ruling.provokes:
            ruling.provokes = True
        elif words and words[0] == "check" and ruling.attribute < 0:
            if not read_check(state, words, ruling):
                return unclear(number + 1)
        else:
            order = read_order(state, part, EFFECTS)
            if order is None:
                return unclear(number + 1)
            ruling.orders.append(order)
    return ruling


def unclear(part: int) -> Refusal:
    return Refusal("ruling-unclear", "SOV-045", have=part)


def read_check(state: State, words: list[str], ruling: Ruling) -> bool:
    """`check dex exert 10`, or `check str exert opposed ogre`."""
    if len(words) not in (4, 5) or words[1] not in ATTRIBUTE_NAMES or words[2] not in SKILL_NAMES:
        return False
    if len(words) == 5:
        if words[3] != "opposed":
            return False
        ruling.against = find_unit(state, words[4])
        if ruling.against < 0:
            return False
    elif is_number(words[3]):
        ruling.difficulty = int(words[3])
    else:
        return False
    ruling.attribute = ATTRIBUTE_NAMES.index(words[1])
    ruling.skill = SKILL_NAMES.index(words[2])
    return True


def read_order(state: State, text: str, allowed: tuple[str, ...]) -> Order | None:
    """One order of those allowed, None where it is not understood."""
    words = text.split()
    if not words or words[0] not in allowed:
        return None
    order = Order(words[0])
    if order.verb == "nothing":
        return order if len(words) == 1 else None
    if order.verb in ("tell", "end"):
        order.text = " ".join(words[1:])
        return order if order.text else None
    order.unit = find_unit(state, words[1]) if len(words) > 1 else -1
    if order.unit < 0:
        return None
    if order.verb in ("prone", "stand", "drop", "advantage", "disadvantage"):
        return order if len(words) == 2 else None
    if len(words) != 3:
        return None
    return order if read_amount(state, order, words[2]) else None


def read_amount(state: State, order: Order, word: str) -> bool:
    """The last word of an order: a square, a word, a number, or dice."""
    if order.verb in ("move", "push"):
        order.cell = find_cell(state, word)
        return order.cell >= 0
    if order.verb == "stops":
        if word not in STOPS:
            return False
        order.value = STOPS.index(word)
        return True
    if order.verb == "modifier":
        if word[:1] not in ("+", "-") or not is_number(word[1:]):
            return False
        order.value = int(word)
        return order.value != 0
    if order.verb == "hp":
        if not (word.isascii() and word.isdigit() and len(word) <= 4):
            return False
        order.value = int(word)
        return True
    return read_dice(order, word)


def read_dice(order: Order, word: str) -> bool:
    """`1d6`, `2d4+1`."""
    dice, d, rest = word.partition("d")
    sides, plus, more = rest.partition("+")
    if not (d and is_number(dice) and is_number(sides)) or (plus and not is_number(more)):
        return False
    order.dice = int(dice)
    order.sides = int(sides)
    order.value = int(more) if plus else 0
    return order.dice > 0 and order.sides > 0


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and int(word) <= MOST


def find_unit(state: State, ident: str) -> int:
    for unit in state.units:
        if unit.ident == ident:
            return unit.index
    return -1


def find_cell(state: State, word: str) -> int:
    found = parse_place(word, state.grid.open)
    if found is None or found[0] >= state.grid.width or found[1] >= state.grid.height:
        return -1
    return found[1] * int(state.grid.width) + found[0]
