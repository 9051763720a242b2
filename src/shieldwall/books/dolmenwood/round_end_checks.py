"""2d6 morale checks at the end of a round: reasons, one roll per side, two passes (DOL-039).

Nothing is counted during the round; at its end the state shows whether a side has its first death,
has lost half its units, or how a lone creature is doing. `Unit.nerve` records the reasons checked
and the passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.books.dolmenwood.dolmenwood_dials import (
    MORALE_HALVES,
    MORALE_MODIFIER,
    MORALE_QUARTER,
    MORALE_SUCCESSES,
    MORALE_TWELVE,
)
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.shared_dials import TWO_MORALE_CHECKS
from shieldwall.engine.action_spec import says_too_much
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import Broke
from shieldwall.engine.events.event import Term
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.morale.leadership import leaders_bonus
from shieldwall.engine.morale.morale_score import (
    FEARLESS,
    FIRST_DEATH,
    FIRST_HARM,
    HALF_LOST,
    HELD,
    QUARTER_LEFT,
    checked_for,
    home_side,
    mark_checked,
    morale_of,
    roll_morale,
    score_of,
)
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.points import RULING
from shieldwall.engine.state.state import ACTIVE, DEAD, REMOVED, Unit
from shieldwall.engine.tape.request import REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.wounds.injury import is_character

WHY: Final[dict[int, str]] = {
    FIRST_DEATH: "first death",
    HALF_LOST: "half lost",
    FIRST_HARM: "first harm",
    QUARTER_LEFT: "quarter left",
}
MODIFY: Final = "morale"
MOST_MODIFIER: Final = 2
MODIFIERS: Final = ("0", "-2", "-1", "+1", "+2")


def no_check_in_round(battle: Battle, unit: Unit) -> None:
    """No morale check in the middle of a round (DOL-047)."""


register_procedure(no_check_in_round, "nothing before the end of the round", "DOL-047")


def check_morale(battle: Battle) -> None:
    """DOL-047: the last step of a round, for each side with a unit the GM plays."""
    if battle.state.outcome is not None:
        return
    for side in range(len(battle.state.sides)):
        check_side(battle, side)


register_procedure(check_morale, "morale is checked")


def check_side(battle: Battle, side: int) -> None:
    """DOL-041, DOL-042: check the side's reasons in order, until it breaks."""
    for reason in reasons_to_check(battle, side):
        tested = units_to_check(battle, side)
        mark_checked(battle.state, side, reason)
        if tested and not passes_check(battle, side, tested, reason):
            return


def reasons_to_check(battle: Battle, side: int) -> list[int]:
    """The reasons for a check that apply now and have not been checked yet."""
    state = battle.state
    rules = battle.rules
    members = [
        unit
        for unit in state.units
        if home_side(unit) == side and unit.summoned == 0 and unit.status != REMOVED
    ]
    if not members:
        return []
    done = checked_for(state, side)
    found: list[int] = []
    if len(members) == 1:
        # DOL-043: only a creature that was alone from the start.
        alone = members[0]
        if alone.hurt and not done & FIRST_HARM:
            found.append(FIRST_HARM)
        if alone.hp * MORALE_QUARTER.of(rules) <= alone.sheet.hp and not done & QUARTER_LEFT:
            found.append(QUARTER_LEFT)
    else:
        dead = [unit for unit in members if unit.status == DEAD]
        lost = [unit for unit in members if unit.status != ACTIVE]
        if dead and not done & FIRST_DEATH:
            found.append(FIRST_DEATH)
        if len(lost) * MORALE_HALVES.of(rules) >= len(members) and not done & HALF_LOST:
            found.append(HALF_LOST)
    if len(found) > 1 and not TWO_MORALE_CHECKS.of(rules):
        # One check covers both reasons.
        mark_checked(state, side, found[0])
        return found[1:]
    return found


def units_to_check(battle: Battle, side: int) -> list[Unit]:
    """DOL-039, DOL-044: the units the GM checks that have not passed twice yet."""
    state = battle.state
    enough = MORALE_SUCCESSES.of(battle.rules)
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


def passes_check(battle: Battle, side: int, tested: list[Unit], reason: int) -> bool:
    """DOL-040: 2d6 above the score breaks them all; units with 12 are exempt (DOL-045)."""
    state = battle.state
    rollers = [unit for unit in tested if morale_of(state, unit) < FEARLESS]
    if not rollers or score_of(state, rollers) >= FEARLESS:
        return True
    change = modifier_for(battle, rollers[0], reason)
    if MORALE_TWELVE.of(battle.rules):
        rollers = [unit for unit in rollers if morale_of(state, unit) + change < FEARLESS]
        if not rollers:
            return True
    printed = score_of(state, rollers)
    led = leaders_bonus(battle, rollers)
    score: i64 = printed + change + led
    roll = roll_morale(battle)
    held = roll <= score
    if battle.log is not None:
        event = MoraleChecked(side, WHY[reason], roll, score, held)
        event.terms.append(Term("morale", printed, "DOL-040"))
        if change:
            event.terms.append(Term("situation", change, "DOL-046"))
        if led:
            event.terms.append(Term("leaders", led, "DOL-048"))
        battle.emit(event)
    for unit in rollers:
        if held:
            unit.nerve += HELD
        else:
            unit.broken = True
            if battle.log is not None:
                battle.emit(Broke(unit.index, WHY[reason]))
    return held


# The GM's modifier.


class MoraleOptions(Options):
    """DOL-046: the situational modifier to the morale of a side, from -2 to +2."""

    def __init__(self, side: int, why: str) -> None:
        self.side = side
        self.why = why

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != REFEREE or choice.verb != MODIFY:
            return Refusal("not-asked", "DOL-046", choice.unit)
        if says_too_much(choice, "n"):
            return Refusal("says-too-much", "DOL-046")
        if choice.note not in MODIFIERS:
            return Refusal("modifier-too-large", "DOL-046")
        return None

    def __iter__(self) -> Iterator[Choice]:
        for note in MODIFIERS:
            yield Choice(REFEREE, MODIFY, note=note)

    def __bool__(self) -> bool:
        return True


def modifier_for(battle: Battle, unit: Unit, reason: int) -> int:
    """The side's modifier of the file plus the GM's of now, limited to -2 to +2."""
    given = int(battle.state.sides[unit.side].morale)
    if not MORALE_MODIFIER.of(battle.rules):
        return given
    options = MoraleOptions(int(unit.side), WHY[reason])
    seats = (battle.state.referee,)
    answer = battle.ask(Request(battle, seats, RULING, REFEREE, options, int(unit.index)))
    return max(-MOST_MODIFIER, min(MOST_MODIFIER, given + int(answer.note)))


register_option(OptionEntry("morale", "other", OptionWords("modifier: {note}")))
