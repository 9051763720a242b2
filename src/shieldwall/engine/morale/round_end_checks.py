"""Morale by 2d6 at the end of a round: reasons to check, one roll a side, two that hold (DOL-039).

Nothing is counted while the round goes on; when it is over the state tells whether somebody has
been killed for the first time, whether half of a side is gone, or how a lone creature fares. What
has been tested, and how often it held, is kept in `Unit.nerve`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.engine.action_spec import says_too_much
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Broke
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.morale.leadership import leaders_bonus
from shieldwall.engine.points import RULING
from shieldwall.engine.rule_ids import RuleIds
from shieldwall.engine.state.state import ACTIVE, DEAD, REMOVED, State, Unit
from shieldwall.engine.tape.request import REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.wounds.injury import is_character

# In `Unit.nerve`: a bit for each reason that has had its check, then the checks that held.
FIRST_DEATH: Final = 1
HALF_LOST: Final = 2
FIRST_HARM: Final = 4
QUARTER_LEFT: Final = 8
HELD: Final = 16

WHY: Final[dict[int, str]] = {
    FIRST_DEATH: "first death",
    HALF_LOST: "half lost",
    FIRST_HARM: "first harm",
    QUARTER_LEFT: "quarter left",
}
FEARLESS: Final = 12
"""A morale that never breaks (DOL-045)."""
MODIFY: Final = "morale"
MODIFIERS: Final = ("0", "-2", "-1", "+1", "+2")


def unmoved(battle: Battle, unit: Unit) -> None:
    """While a round goes on, harm shakes nobody: checks are made when it is over (DOL-047)."""


def exceeds(battle: Battle, score: i64) -> i64:
    """2d6 for morale; the roll, by which it breaks where it is more than the score."""
    first: i64 = battle.roll("morale", 6)
    second: i64 = battle.roll("morale", 6)
    return first + second


def check_morale(battle: Battle) -> None:
    """DOL-047: the last step of a round, for each side with somebody whom the referee plays."""
    if battle.state.outcome is not None:
        return
    for side in range(len(battle.state.sides)):
        check_side(battle, side)


def check_side(battle: Battle, side: int) -> None:
    """DOL-041, DOL-042: the side's reasons one after the other, until it breaks."""
    for reason in reasons(battle, side):
        tested = those_tested(battle, side)
        mark(battle.state, side, reason)
        if tested and not holds(battle, side, tested, reason):
            return


def reasons(battle: Battle, side: int) -> list[int]:
    """Why the side should check now: what has come true and has not been tested yet."""
    state = battle.state
    rules = battle.rules
    members = [
        unit
        for unit in state.units
        if unit.side == side and unit.summoned == 0 and unit.status != REMOVED
    ]
    if not members:
        return []
    done = checked_for(state, side)
    found: list[int] = []
    if len(members) == 1:
        # DOL-043: encountered alone, which one left over of many is not.
        alone = members[0]
        if alone.hurt and not done & FIRST_HARM:
            found.append(FIRST_HARM)
        if alone.hp * rules.morale_quarter <= alone.sheet.hp and not done & QUARTER_LEFT:
            found.append(QUARTER_LEFT)
    else:
        dead = [unit for unit in members if unit.status == DEAD]
        lost = [unit for unit in members if unit.status != ACTIVE]
        if dead and not done & FIRST_DEATH:
            found.append(FIRST_DEATH)
        if len(lost) * rules.morale_halves >= len(members) and not done & HALF_LOST:
            found.append(HALF_LOST)
    if len(found) > 1 and not rules.two_morale_checks:
        # One check answers for both.
        mark(state, side, found[0])
        return found[1:]
    return found


def checked_for(state: State, side: i64) -> int:
    """The reasons the side has been tested for, whoever has joined it since (DOL-042)."""
    done = 0
    for unit in state.units:
        if unit.side == side:
            done |= unit.nerve % HELD
    return done


def mark(state: State, side: i64, reason: int) -> None:
    for unit in state.units:
        if unit.side == side:
            unit.nerve |= reason


def those_tested(battle: Battle, side: int) -> list[Unit]:
    """DOL-039, DOL-044: those for whom the referee rolls and who have not proved themselves yet."""
    state = battle.state
    enough = battle.rules.morale_successes
    return [
        unit
        for unit in state.units
        if unit.side == side
        and unit.status == ACTIVE
        and unit.summoned == 0
        and not unit.broken
        and not unit.sheet.fearless
        and not is_character(state, unit)
        and unit.nerve // HELD < enough
    ]


def leads(state: State, unit: Unit) -> bool:
    """Whether its side stands or falls by its nerve: by its sheet, or as the referee said."""
    for number, is_so in state.decrees.leaders:
        if number == unit.index:
            return is_so
    return unit.sheet.leader


def leader_of(state: State, side: i64) -> Unit | None:
    """The first leader of a side who stands and has not lost its own nerve."""
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE and not unit.broken and leads(state, unit):
            return unit
    return None


def printed_morale(state: State, unit: Unit) -> int:
    """As the referee said, else as its sheet says."""
    for number, score in state.decrees.morales:
        if number == unit.index:
            return score
    return int(unit.sheet.morale)


def morale_of(state: State, unit: Unit) -> int:
    """Its morale where it stands now: some are bolder with a leader, some among their kind."""
    score = printed_morale(state, unit)
    led = led_morale(unit)
    if led and leader_of(state, unit.side) is not None:
        score = max(score, led)
    among = pack_morale(unit)
    if among and in_pack(state, unit):
        score = max(score, among)
    return score


def led_morale(unit: Unit) -> int:
    """What it is worth with a leader; 0 where a leader makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_led_morale:
        best = max(best, int(ability.led_morale()))
    return best


def pack_morale(unit: Unit) -> int:
    """What it is worth among its kind; 0 where that makes no difference."""
    best = 0
    for ability in unit.sheet.abilities.at_pack_morale:
        best = max(best, int(ability.pack_morale()))
    return best


def in_pack(state: State, unit: Unit) -> bool:
    """Whether another of its kind stands with it."""
    for other in state.units:
        if (
            other is not unit
            and other.side == unit.side
            and other.status == ACTIVE
            and not other.broken
            and pack_morale(other)
        ):
            return True
    return False


def score_of(state: State, units: list[Unit]) -> int:
    """G-49: the leader's morale, else the most common, else the lowest.

    Those whose own page says what they are worth with a leader are worth that, if it is more.
    """
    leader = leader_of(state, units[0].side)
    if leader is not None:
        led = [led_morale(unit) for unit in units]
        return max(morale_of(state, leader), commonest(led))
    return commonest([morale_of(state, unit) for unit in units])


def commonest(scores: list[int]) -> int:
    """The most common score, the lowest of all where several are."""
    most = 0
    common: list[int] = []
    for score in sorted(set(scores)):
        count = scores.count(score)
        if count > most:
            most = count
            common = [score]
        elif count == most:
            common.append(score)
    return common[0] if len(common) == 1 else min(scores)


def holds(battle: Battle, side: int, tested: list[Unit], reason: int) -> bool:
    """DOL-040: 2d6 above the score breaks them all; those with 12 are not asked (DOL-045)."""
    ids = battle.rules.ids
    state = battle.state
    rollers = [unit for unit in tested if morale_of(state, unit) < FEARLESS]
    if not rollers or score_of(state, rollers) >= FEARLESS:
        return True
    change = modifier_for(battle, rollers[0], reason)
    if battle.rules.morale_twelve:
        rollers = [unit for unit in rollers if morale_of(state, unit) + change < FEARLESS]
        if not rollers:
            return True
    printed = score_of(state, rollers)
    led = leaders_bonus(battle, rollers)
    score: i64 = printed + change + led
    roll = exceeds(battle, score)
    held = roll <= score
    if battle.log is not None:
        event = MoraleChecked(side, WHY[reason], roll, score, held)
        event.terms.append(Term("morale", printed, ids.morale_check))
        if change:
            event.terms.append(Term("situation", change, ids.morale_situation))
        if led:
            event.terms.append(Term("leaders", led, ids.morale_leaders))
        battle.emit(event)
    for unit in rollers:
        if held:
            unit.nerve += HELD
        else:
            unit.broken = True
            if battle.log is not None:
                battle.emit(Broke(unit.index, WHY[reason]))
    return held


# The referee's modifier.


class MoraleOptions(Options):
    """DOL-046: what the situation adds to the morale of a side, from -2 to +2."""

    def __init__(self, ids: RuleIds, side: int, why: str) -> None:
        self.ids = ids
        self.side = side
        self.why = why

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != REFEREE or choice.verb != MODIFY:
            return Refusal("not-asked", self.ids.morale_situation, choice.unit)
        if says_too_much(choice, "n"):
            return Refusal("says-too-much", self.ids.morale_situation)
        if choice.note not in MODIFIERS:
            return Refusal("modifier-too-large", self.ids.morale_situation)
        return None

    def __iter__(self) -> Iterator[Choice]:
        for note in MODIFIERS:
            yield Choice(REFEREE, MODIFY, note=note)

    def __bool__(self) -> bool:
        return True


def modifier_for(battle: Battle, unit: Unit, reason: int) -> int:
    if not battle.rules.morale_modifier:
        return 0
    options = MoraleOptions(battle.rules.ids, int(unit.side), WHY[reason])
    seats = (battle.state.referee,)
    answer = battle.ask(Request(battle, seats, RULING, REFEREE, options, int(unit.index)))
    return int(answer.note)
