"""GM rulings on improvised actions, and GM orders between two steps.

Players describe an improvised action in words; the GM sets its cost, whether it provokes, the roll
and the result (SOV-045), or refuses it. The grammar is in `order_grammar`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.attack_conditions import EDGE, SITUATION
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.manoeuvres import push, squares_beside
from shieldwall.engine.action_spec import FREE, ActionSpec, says_too_much
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier, roll_check
from shieldwall.engine.events.action_events import StoodUp, WentProne
from shieldwall.engine.events.clock_events import (
    Improvised,
    Placed,
    RefereeRefused,
    RefereeRuled,
    Remarked,
)
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.magic_events import Revived
from shieldwall.engine.listing import Listing
from shieldwall.engine.move.movement import provoke, put
from shieldwall.engine.option import (
    BASIC,
    FIXED_PRICE,
    FREE_TEXT,
    NOT_AT_RANDOM,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.rounds.flow import can_pay, end_turn, is_able, pay
from shieldwall.engine.space.open_field import settle
from shieldwall.engine.space.reach import Reach, crowd, room
from shieldwall.engine.space.step_costs import body_fits
from shieldwall.engine.space.visibility import look_around
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DOWN, TOLD_NO, Effect, Unit
from shieldwall.engine.tape.request import REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.wounds.dropped_items import drop_weapon
from shieldwall.engine.wounds.effects import bring_down, suffer
from shieldwall.engine.wounds.injury import check_grips
from shieldwall.engine.wounds.standing import change_status
from shieldwall.gm.apply_orders import (
    apply_lasting_order,
    why_no_lasting_order,
)
from shieldwall.gm.order_entries import ORDER_ENTRIES, ORDERS
from shieldwall.gm.order_grammar import (
    REFUSE,
    RULE,
    RULINGS_READ,
    ActionRuling,
    Order,
    is_plain,
    read_order,
    read_ruling,
)

PLAY_ON: Final = "play-on"
TELL: Final = "tell "

# Legality and execution of orders.


def is_lasting(order: Order) -> bool:
    entry = ORDER_ENTRIES.get(order.verb)
    return entry is not None and entry.lasts


def why_no_order(battle: Battle, order: Order, by: Unit | None) -> Refusal | None:
    """`by` is the unit that improvised it; None for an order between two steps."""
    if is_lasting(order):
        return why_no_lasting_order(battle, order)
    if order.unit < 0 or order.verb == "stops":
        return None
    unit = battle.state.units[order.unit]
    if unit.status > DOWN or (unit.status == DOWN and order.verb not in ("hp", "move")):
        return Refusal("out-of-the-fight", "SOV-034", unit.index)
    if order.verb == "prone" and unit.prone:
        return Refusal("is-prone", "SOV-096", unit.index)
    if order.verb == "stand" and not unit.prone:
        return Refusal("is-standing", "SOV-095", unit.index)
    if order.verb == "hp" and order.value > unit.sheet.hp:
        return Refusal("more-than-it-has", "SOV-045", unit.index, have=unit.sheet.hp)
    if order.verb == "hp" and order.value == 0 and unit.status == DOWN:
        return Refusal("out-of-the-fight", "SOV-034", unit.index)
    if order.verb == "drop" and not holds_something(unit):
        return Refusal("nothing-in-hand", "SOV-045", unit.index)
    if order.verb == "move" and not is_free(battle, unit, order.cell):
        return Refusal("no-place-for", "SOV-045", unit.index, order.cell)
    if order.verb == "push":
        if by is None or order.cell not in squares_beside(battle, unit, by):
            return Refusal("no-place-to-push", "SOV-045", unit.index, order.cell)
    return None


def holds_something(unit: Unit) -> bool:
    for number in (int(unit.wielded), int(unit.off_hand)):
        if number >= 0:
            weapon = unit.weapons[number]
            if not (weapon.natural or weapon.unarmed):
                return True
    return False


def is_free(battle: Battle, unit: Unit, cell: int) -> bool:
    """Whether the unit fits on the square and no other unit is there."""
    grid = battle.state.grid
    if grid.open:
        return 0 <= cell < grid.cells
    size = int(unit.sheet.size)
    if cell % grid.width + size > grid.width or cell // grid.width + size > grid.height:
        return False
    if not body_fits(grid, cell, size, battle.rules.difficult_cost):
        return False
    return room(crowd(battle.state, battle.rules, unit, True), cell, size, grid.width)


def why_no_room(battle: Battle, sheet: Sheet, cell: int) -> Refusal | None:
    """Why a unit cannot join the fight on a square."""
    body = Unit(sheet, "", len(battle.state.units), 0, 0)
    return None if is_free(battle, body, cell) else Refusal("no-room-there", "SOV-045", -1, cell)


def carry_out(battle: Battle, order: Order, by: Unit | None) -> None:
    """Execute an order as far as it is still possible."""
    if why_no_order(battle, order, by) is not None:
        return
    if is_lasting(order):
        apply_lasting_order(battle, order)
        return
    if order.verb == "end":
        battle.state.gm_changes = battle.state.gm_changes.playing_on(False)
        battle.end(order.text, -1)
        return
    if order.verb == "tell":
        if battle.log is not None:
            battle.emit(Remarked(order.text))
        return
    if order.unit >= 0:
        do_to(battle, battle.state.units[order.unit], order, by)


def do_to(battle: Battle, unit: Unit, order: Order, by: Unit | None) -> None:
    if order.verb == "stops":
        unit.stops = order.value
    elif order.verb == "modifier":
        # SOV-106: for the next attack, whenever it happens.
        effect = Effect(SITUATION, unit.index, UNTIL_END_OF_FIGHT, order.value)
        unit.effects = [*unit.effects, effect]
    elif order.verb in ("advantage", "disadvantage"):
        # AAC-043: the better or worse of two rolls, for the next attack.
        edge = Effect(EDGE, unit.index, UNTIL_END_OF_FIGHT, 1 if order.verb == "advantage" else -1)
        unit.effects = [*unit.effects, edge]
    elif order.verb == "prone":
        unit.prone = True
        if battle.log is not None:
            battle.emit(WentProne(unit.index))
    elif order.verb == "stand":
        unit.prone = False
        if battle.log is not None:
            battle.emit(StoodUp(unit.index))
    elif order.verb == "drop":
        drop_weapon(battle, unit)
    elif order.verb == "hp":
        set_hp(battle, unit, order.value)
    elif order.verb == "move":
        put(battle.state.grid, unit, order.cell)
        if battle.state.grid.open:
            settle(battle.state, unit)
        if battle.log is not None:
            battle.emit(Placed(unit.index, order.cell))
        check_grips(battle)
        look_around(battle, unit)
    elif order.verb == "push" and by is not None:
        push(battle, by, unit, order.cell)
    elif order.verb == "damage" and by is not None:
        hurt(battle, unit, order, by)


def set_hp(battle: Battle, unit: Unit, value: int) -> None:
    """Set hit points: at 0 the unit falls; a dying unit with HP regains consciousness."""
    if value == 0:
        bring_down(battle, unit, unit.index, False)
        battle.rules.morale(battle, unit)
        return
    unit.hp = value
    if unit.status == DOWN:
        change_status(battle, unit, ACTIVE)
        unit.stable = False
        unit.out_cold = False
        if battle.log is not None:
            battle.emit(Revived(unit.index, unit.index))


def hurt(battle: Battle, unit: Unit, order: Order, by: Unit) -> None:
    rolled: i64 = 0
    for _ in range(order.dice):
        rolled += battle.roll("improvised damage", order.sides, by.index)
    terms: list[Term] | None = None
    if battle.log is not None:
        terms = [Term("dice", rolled, "SOV-045")]
        if order.value:
            terms.append(Term("situation", order.value, "SOV-045"))
    suffer(battle, unit, by.index, rolled + order.value, "improvised", False, terms)


# Improvised actions.


class RulingOptions(Options):
    """The GM's options for an improvised action: a ruling, or a refusal."""

    def __init__(self, battle: Battle, unit: Unit, what: str) -> None:
        self.battle = battle
        self.unit = unit
        self.what = what

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != REFEREE:
            return Refusal("not-asked", "SOV-045", choice.unit)
        if choice.verb not in (RULE, REFUSE):
            return Refusal("rule-or-refuse", "SOV-045")
        if says_too_much(choice, "n"):
            return Refusal("says-too-much", "SOV-045")
        if choice.note not in RULINGS_READ and not is_plain(choice.note):
            return Refusal("note-not-plain", "SOV-045")
        if choice.verb == REFUSE:
            return None
        ruling = read_ruling(self.battle.state, choice.note)
        if isinstance(ruling, Refusal):
            return ruling
        refusal = why_cannot_pay(self.unit, ruling.cost)
        if refusal is not None:
            return refusal
        for order in ruling.orders:
            refusal = why_no_order(self.battle, order, self.unit)
            if refusal is not None:
                return refusal
        return None

    def __iter__(self) -> Iterator[Choice]:
        """Sample rulings: every cost, a check, and typical results."""
        yield Choice(REFEREE, REFUSE, note="that cannot be done")
        texts = ["free, nothing", "move, tell so be it", "main, provokes, nothing"]
        texts.append("move+main, check dex exert 10, nothing")
        for other in self.battle.state.units:
            texts.append(f"main, provokes, check dex exert 10, prone {other.ident}")
            texts.append(f"main, check str exert opposed {other.ident}, damage {other.ident} 1d4+1")
            texts.append(f"free, drop {other.ident}, modifier {self.unit.ident} -2")
        for text in texts:
            choice = Choice(REFEREE, RULE, note=text)
            if self.why_not(choice) is None:
                yield choice

    def __bool__(self) -> bool:
        return True


ANYTHING: Final = "something else"
"""Default description of an improvised action."""


class Improvise(ActionSpec):
    """Any other action; the GM sets its cost and whether it provokes (SOV-045).

    Asking is free (SOV-038); a refused action costs nothing.
    """

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not choice.note:
            return Refusal("say-what", "SOV-045", unit.index)
        if not is_plain(choice.note):
            return Refusal("note-not-plain", "SOV-045", unit.index)
        return why_cannot_pay(unit, self.cost)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        # The candidate's text is our own and valid.
        if can_pay(unit, self.cost):
            found.put_note(ANYTHING)

    def choice_of(
        self, battle: Battle, unit: Unit, target: int, weapon: int, cell: int, reach: Reach | None
    ) -> Choice:
        return Choice(unit.index, self.verb, note=ANYTHING)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb, note=ANYTHING)]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        state = battle.state
        if battle.log is not None:
            battle.emit(Improvised(unit.index, choice.note))
        options = RulingOptions(battle, unit, choice.note)
        answer = battle.ask(Request(battle, (state.referee,), RULING, REFEREE, options, unit.index))
        if answer.verb == REFUSE:
            unit.used |= TOLD_NO
            if battle.log is not None:
                battle.emit(RefereeRefused(unit.index, answer.note))
            return
        ruling = read_ruling(state, answer.note)
        assert isinstance(ruling, ActionRuling), "the options have let it pass"
        if battle.log is not None:
            battle.emit(RefereeRuled(answer.note, ""))
        self.follow(battle, unit, ruling)

    def follow(self, battle: Battle, unit: Unit, ruling: ActionRuling) -> None:
        """Apply a ruling in the order of any action: pay, provoke, roll, result."""
        pay(unit, ruling.cost)
        if ruling.provokes and not provoke(battle, unit):
            return
        if ruling.attribute >= 0:
            attributes = (ruling.attribute,)
            skills = (ruling.skill,)
            needed: i64 = ruling.difficulty
            if ruling.against >= 0:
                other = battle.state.units[ruling.against]
                needed = battle.rules.opposed_base + modifier(other, attributes, skills)
            if not roll_check(battle, unit, attributes, skills, "improvise", 0, needed, "SOV-045"):
                return
        for order in ruling.orders:
            carry_out(battle, order, unit)


IMPROVISE: Final = Improvise("improvise", "Something else", FREE, False, "SOV-045", "n")


# Orders between two steps.


def why_not_ruled(battle: Battle, text: str) -> Refusal | None:
    """Why the GM cannot give this order now."""
    if battle.state.outcome is not None and text != PLAY_ON:
        return Refusal("fight-is-over", "SOV-034")
    if text and not is_plain(text):
        return Refusal("note-not-plain", "SOV-045")
    order = read_order(battle.state, text, ORDERS)
    if order is None:
        return Refusal("order-unclear", "SOV-045")
    return why_no_order(battle, order, None)


def obey(battle: Battle, text: str, note: str) -> None:
    """Apply an order recorded on the tape between two steps."""
    if battle.log is not None and not text.startswith(TELL):
        battle.emit(RefereeRuled(text, note))
    order = read_order(battle.state, text, ORDERS)
    # It may name a unit summoned in a turn that was turned back.
    if order is not None:
        carry_out(battle, order, None)
    after_ruling(battle)


def after_ruling(battle: Battle) -> None:
    """Continue the turn, unless the acting unit no longer can."""
    state = battle.state
    if state.clock.active >= 0 and not is_able(state.units[state.clock.active]):
        end_turn(battle, state.units[state.clock.active])
    battle.settle()


# Forced choices: actions despite a rule.


class ForcedOptions(Options):
    """The choices the GM may force on a unit: any action that is possible at all.

    It need not be the unit's turn, and it gets a missing Main or Move.
    """

    def __init__(self, battle: Battle, unit: Unit) -> None:
        self.battle = battle
        self.unit = unit

    def why_not(self, choice: Choice) -> Refusal | None:
        battle = self.battle
        unit = self.unit
        if choice.unit != unit.index:
            return Refusal("not-asked", "SOV-045", choice.unit)
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", "SOV-034", unit.index)
        if not battle.state.clock.order:
            return Refusal("fight-not-begun", "SOV-045", unit.index)
        spec = battle.rules.actions.get(choice.verb)
        if spec is None:
            return Refusal("no-such-action", "SOV-045", unit.index)
        if says_too_much(choice, spec.uses):
            return Refusal("says-too-much", "SOV-045", unit.index)
        given = lend(battle, unit)
        refusal = spec.why_not(battle, unit, choice)
        take_back(battle, unit, given)
        return refusal

    def __iter__(self) -> Iterator[Choice]:
        for spec in self.battle.rules.action_list:
            given = lend(self.battle, self.unit)
            found = spec.candidates(self.battle, self.unit)
            take_back(self.battle, self.unit, given)
            for choice in found:
                if self.why_not(choice) is None:
                    yield choice

    def __bool__(self) -> bool:
        return True


def lend(battle: Battle, unit: Unit) -> tuple[i64, i64]:
    """Waive all waivable rules for the unit, and lend it a Main and a Move if it has none."""
    before = (unit.mains, unit.moves)
    unit.mains = max(unit.mains, 1)
    unit.moves = max(unit.moves, 1)
    battle.lenient = True
    battle.forced = unit.index
    return before


def take_back(battle: Battle, unit: Unit, before: tuple[i64, i64]) -> None:
    """Take back what was lent and not used."""
    unit.mains = min(unit.mains, before[0])
    unit.moves = min(unit.moves, before[1])
    battle.lenient = bool(battle.rules.waived)
    battle.forced = -1


def forced_request(battle: Battle, unit: Unit) -> Request:
    """A request to the unit, for parsing a forced choice."""
    return Request(battle, (unit.seat,), TURN, unit.index, ForcedOptions(battle, unit))


def force(battle: Battle, unit: Unit, choice: Choice, text: str, note: str) -> None:
    """Run a choice recorded on the tape as an order."""
    if battle.log is not None:
        battle.emit(RefereeRuled(text, note))
    # It may be impossible after a turn was turned back.
    if ForcedOptions(battle, unit).why_not(choice) is None:
        given = lend(battle, unit)
        battle.carry_out(unit, battle.rules.actions[choice.verb], choice)
        take_back(battle, unit, given)
    after_ruling(battle)


register_option(OptionEntry(
    "improvise", "other", OptionWords("improvise: {note}", "tries to {note}",
    name="Something else"), icon="talk", marks=NOT_AT_RANDOM | BASIC | FREE_TEXT | FIXED_PRICE,
))  # fmt: skip
register_option(OptionEntry("refuse", "other", OptionWords("no")))
register_option(OptionEntry("rule", "other", OptionWords("rule: {note}")))
