"""The grammar of GM rulings and orders (SOV-045, SOV-106, G-50).

A ruling on an improvised action: cost, whether it provokes, a check, and results:

    main, provokes, check dex exert 10, prone ogre
    move, check str exert opposed ogre, push ogre C4, damage ogre 1d6+1
    free, nothing

Between two steps, one order of `order_entries`: `hp ogre 5`, `remove ogre`, `ground E5 difficult`.
Or `force` and a choice, such as `force goblin-1 attack alda with spear`: it ignores all rules that
can be waived (`books.shared.improvised`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.registry import CONDITION_NAMES
from shieldwall.engine.action_spec import FREE, MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.space.doors import door_between
from shieldwall.engine.state.condition import CONDITIONS as ALL_CONDITIONS
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED, State
from shieldwall.engine.tape.request import Refusal
from shieldwall.gm.map_edits import EDITS, read_edit, read_square
from shieldwall.gm.order_entries import ORDER_ENTRIES

REFEREE_NAME: Final = "referee"
"""Used as a unit name and as the name of the last seat."""
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
    "disadvantage", "nothing", "tell", "fate",
)  # fmt: skip
"""Possible results of an improvised action."""
CONDITIONS: Final[dict[str, Condition]] = {
    name: ALL_CONDITIONS[number]
    for number, name in sorted(CONDITION_NAMES.items(), key=lambda pair: pair[1])
    if ALL_CONDITIONS[number].for_gm
}
"""Conditions the GM can set, with a duration."""
FLAGS: Final = ("surprised", "stable", "frail")
"""Flags the GM can set or clear."""
FATES: Final[dict[str, int]] = {
    "standing": ACTIVE,
    "down": DOWN,
    "dead": DEAD,
    "fled": FLED,
    "surrendered": SURRENDERED,
}
FOREVER: Final = 0
OFF: Final = -1
"""Instead of a number of rounds."""
LIKE: Final = "like"
SHEET: Final = "sheet"
HIDDEN_WORD: Final = "hidden"
FORCE: Final = "force"
"""Prefix of a choice that is run although a rule forbids it."""
MOST: Final = 99
LEAST_MORALE: Final = 2
MOST_MORALE: Final = 12


class Order:
    """One parsed order of the GM: unit, square, amount."""

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.unit = -1
        self.cell = -1
        self.value = 0
        self.dice: i64 = 0
        self.sides: i64 = 0
        self.text = ""
        self.name = ""
        """A condition, status or ruling; for a new unit, its name."""
        self.side = -1
        self.hidden = False


class ActionRuling:
    """The ruling on an improvised action: cost, whether it provokes, check and results."""

    def __init__(self, cost: int) -> None:
        self.cost: i64 = cost
        self.provokes = False
        self.attribute = -1
        """-1 for no check."""
        self.skill = -1
        self.difficulty = 0
        self.against = -1
        """The unit that opposes the check; -1 for a fixed difficulty."""
        self.orders: list[Order] = []


def is_plain(text: str) -> bool:
    """Whether a text can be written on a tape: printable, single blanks, no tape markup."""
    return (
        text != ""
        and text == " ".join(text.split())
        and text.isprintable()
        and "#" not in text
        and "_" not in text
    )


RULINGS_READ: Final[dict[str, ActionRuling]] = {}
"""Plain rulings that name no unit: read once, never changed."""
MOST_RULINGS: Final = 64


def read_ruling(state: State, text: str) -> ActionRuling | Refusal:
    """Parse a ruling on an improvised action; the refusal has the index of the bad part."""
    kept = RULINGS_READ.get(text)
    if kept is not None:
        return kept
    ruling = parse_ruling(state, text)
    if len(RULINGS_READ) == MOST_RULINGS or not is_plain(text):
        return ruling
    if isinstance(ruling, ActionRuling) and ruling.against < 0:
        for order in ruling.orders:
            if order.verb not in ("nothing", "tell"):
                return ruling
        RULINGS_READ[text] = ruling
    return ruling


def parse_ruling(state: State, text: str) -> ActionRuling | Refusal:
    parts = [part.strip() for part in text.split(",")]
    if parts[0] not in COSTS:
        return unclear(1)
    ruling = ActionRuling(COSTS[parts[0]])
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


def read_check(state: State, words: list[str], ruling: ActionRuling) -> bool:
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
    """Parse one of the allowed orders; None if it cannot be parsed."""
    words = text.split()
    if not words or words[0] not in allowed:
        return None
    order = Order(words[0])
    if order.verb in ("nothing", "play-on"):
        return order if len(words) == 1 else None
    if order.verb in EDITS:
        order.text = text
        return order if read_edit(state.grid.origin, text) is not None else None
    if order.verb in ("dark", "fog"):
        order.name = words[-1]
        return order if len(words) == 2 and order.name in ("on", "off") else None
    if order.verb in ("door", "ruling", "enforce"):
        return order if len(words) == 3 and read_setting(state, order, words) else None
    if order.verb == "add":
        return order if read_newcomer(state, order, words) else None
    if order.verb in ("tell", "end"):
        order.text = " ".join(words[1:])
        return order if order.text else None
    order.unit = find_unit(state, words[1]) if len(words) > 1 else -1
    if order.unit < 0:
        return None
    if order.verb in ORDER_ENTRIES and ORDER_ENTRIES[order.verb].stands_alone:
        return order if len(words) == 2 else None
    if order.verb in ("name", "side"):
        order.text = " ".join(words[2:])
        order.side = find_side(state, order.text)
        return order if order.side >= 0 or (order.text and order.verb == "name") else None
    if order.verb == "condition" and len(words) > 2:
        return order if read_condition(order, words) else None
    if len(words) != 3:
        return None
    return order if read_amount(state, order, words[2]) else None


def read_amount(state: State, order: Order, word: str) -> bool:
    """Parse the last word of an order: a square, a word, a number, or dice."""
    if order.verb in ("move", "push"):
        order.cell = find_cell(state, word)
        return order.cell >= 0
    if order.verb == "stops":
        if word not in STOPS:
            return False
        order.value = STOPS.index(word)
        return True
    if order.verb == "leader":
        order.value = int(word == "yes")
        return word in ("yes", "no")
    if order.verb == "morale":
        order.value = int(word) if is_number(word) else 0
        return LEAST_MORALE <= order.value <= MOST_MORALE
    if order.verb == "give":
        order.name = word
        return word in ("main", "move")
    if order.verb == "fate":
        order.name = word
        order.value = FATES.get(word, -1)
        return order.value >= 0
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


def read_setting(state: State, order: Order, words: list[str]) -> bool:
    """`door D4-D5 open`, `ruling NAME WORD`, `enforce RULE MODE`."""
    order.name = words[1]
    order.text = words[2]
    if order.verb == "door":
        order.value = find_door(state, words[1])
        return order.value >= 0 and words[2] in ("open", "closed")
    return True


def read_condition(order: Order, words: list[str]) -> bool:
    """`condition ogre blind`, `... for 3 rounds`, `... off`; the value is a number of rounds."""
    order.name = words[2]
    rest = words[3:]
    order.value = FOREVER
    if rest == ["off"]:
        order.value = OFF
    elif len(rest) == 3 and rest[0] == "for" and rest[2] in ("round", "rounds"):
        if order.name in FLAGS or not is_number(rest[1]) or int(rest[1]) == 0:
            return False
        order.value = int(rest[1])
    elif rest:
        return False
    return order.name in CONDITIONS or order.name in FLAGS


def read_newcomer(state: State, order: Order, words: list[str]) -> bool:
    """`add IDENT SQUARE for SIDE [hidden] like UNIT`, or `sheet` with its data instead."""
    if len(words) < 7 or words[3] != "for":
        return False
    order.name = words[1]
    order.cell = find_cell(state, words[2])
    for place in range(5, len(words) - 1):
        if words[place] in (LIKE, SHEET):
            order.hidden = words[place - 1] == HIDDEN_WORD
            last = place - 1 if order.hidden else place
            order.side = find_side(state, " ".join(words[4:last]))
            order.text = " ".join(words[place:])
            if words[place] == LIKE:
                order.unit = find_unit(state, words[place + 1])
                if order.unit < 0 or len(words) != place + 2:
                    return False
            return order.cell >= 0 and order.side >= 0 and find_unit(state, order.name) < 0
    return False


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
    # Python refuses to parse numbers with thousands of digits.
    return len(word) <= 4 and word.isascii() and word.isdigit() and int(word) <= MOST


def find_unit(state: State, ident: str) -> int:
    for unit in state.units:
        if unit.ident == ident:
            return unit.index
    return -1


def find_cell(state: State, word: str) -> int:
    return read_square(state.grid, word)


def find_side(state: State, name: str) -> int:
    for number, side in enumerate(state.sides):
        if side.name == name:
            return number
    return -1


def find_door(state: State, word: str) -> int:
    """A door by its number on the map, from 1, or by the two squares beside it; -1 if not found."""
    numbers = [wall.door for wall in state.grid.walls if wall.door >= 0]
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return int(word) - 1 if int(word) - 1 in numbers else -1
    pair = word.split("-")
    cells = [read_square(state.grid, part) for part in pair]
    if len(cells) != 2 or min(cells) < 0:
        return -1
    return door_between(state.grid, cells[0], cells[1])
