"""The start of a fight in Aachen: reaction roll, opposed surprise rolls, initiative."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.books.aachen.aachen_dials import (
    ATTACKERS_TRY_SURPRISE,
    INITIATIVE_INDIVIDUAL,
    OPPOSED_TIE,
    REACTION_HOSTILE_MAX,
    SURPRISE_MORALE,
)
from shieldwall.books.aachen.casualty_checks import check_surprised
from shieldwall.engine.action_spec import says_too_much
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import modifier
from shieldwall.engine.events.clock_events import (
    GroupChecked,
    InitiativeRolled,
    OwnInitiative,
    ReactionRolled,
)
from shieldwall.engine.events.event import Term
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.points import RULING
from shieldwall.engine.rounds.flow import Initiative, Surprise
from shieldwall.engine.rounds.initiative_order import best_dex
from shieldwall.engine.rule_ids import RuleIds
from shieldwall.engine.ruleset import (
    ATTACKERS_OR_GM,
    EVERYBODY_ADDS,
    HIGHER_SKILL,
    PLAYERS_PREVAIL,
    TIE_GM,
    Stage,
)
from shieldwall.engine.state.sheet import DEX, EXERT, NOTICE, SNEAK, STR, WIS
from shieldwall.engine.state.state import ACTIVE, UNSAID, State, Unit
from shieldwall.engine.tape.request import REFEREE, Choice, Options, Refusal, Request

# The reaction roll.

HOSTILE: Final = "hostile"
UNFRIENDLY: Final = "unfriendly"
NEUTRAL: Final = "neutral"
INDIFFERENT: Final = "indifferent"
HELPFUL: Final = "helpful"
FIGHT: Final = "fight"
PART: Final = "part"


def mood(total: i64, hostile_max: i64) -> str:
    """AAC-003: the result of a 2d6 reaction roll."""
    if total <= hostile_max:
        return HOSTILE
    if total <= 5:
        return UNFRIENDLY
    if total <= 8:
        return NEUTRAL
    return INDIFFERENT if total <= 11 else HELPFUL


class MeetingOptions(Options):
    """The GM decides whether an uncertain meeting becomes a fight."""

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != REFEREE or choice.verb not in (FIGHT, PART):
            return Refusal("fight-or-part", "AAC-003", choice.unit)
        if says_too_much(choice, ""):
            return Refusal("says-too-much", "AAC-003")
        return None

    def __iter__(self) -> Iterator[Choice]:
        yield Choice(REFEREE, FIGHT)
        yield Choice(REFEREE, PART)

    def __bool__(self) -> bool:
        return True


class Reaction(Stage):
    """AAC-001, AAC-003: the reaction of the other side, if it is in doubt."""

    def step(self, battle: Battle) -> bool:
        if not battle.state.approach.reaction:
            return True
        first = battle.roll("reaction", 6)
        second = battle.roll("reaction", 6)
        found = mood(first + second, REACTION_HOSTILE_MAX.of(battle.rules))
        if battle.log is not None:
            battle.emit(ReactionRolled(first + second, found))
        if found == HELPFUL:
            battle.end("parley", -1)
        elif found in (UNFRIENDLY, NEUTRAL, INDIFFERENT):
            seats = (battle.state.referee,)
            answer = battle.ask(Request(battle, seats, RULING, REFEREE, MeetingOptions()))
            if answer.verb == PART:
                battle.end("parley", -1)
        return True


# Surprise.


class OpposedSurprise(Surprise):
    """Opposed surprise rolls of both sides (AAC-004 to AAC-006).

    Attackers try by default; untrained units check morale.
    """

    def sneaking_side(self, battle: Battle) -> int:
        state = battle.state
        approach = state.approach
        rule = ATTACKERS_TRY_SURPRISE.of(battle.rules)
        if approach.side >= 0 or rule == 0 or any(unit.surprised for unit in state.units):
            return approach.side
        # AAC-005: attackers always try.
        if approach.attackers == UNSAID and rule == ATTACKERS_OR_GM:
            if any(side.players for side in state.sides):
                for number in range(len(state.sides)):
                    if not state.sides[number].players:
                        return number
        return approach.attackers

    def is_caught(self, battle: Battle, side: int, other: int) -> bool:
        return is_unnoticed(battle, side, other)

    def when_known(self, battle: Battle) -> None:
        if SURPRISE_MORALE.of(battle.rules):
            check_surprised(battle)


def best_at(state: State, side: int, attribute: int, skill: int) -> Unit | None:
    """The unit that rolls for a side: its best."""
    found: Unit | None = None
    best: i64 = -100
    for unit in state.units:
        if unit.side == side and unit.status == ACTIVE:
            own = modifier(unit, (attribute,), (skill,))
            if own > best:
                best = own
                found = unit
    return found


def is_unnoticed(battle: Battle, side: int, other: int) -> bool:
    """AAC-004: opposed rolls of Sneak, or its substitute, against Notice; the higher wins."""
    hard = battle.state.approach.hard_entry
    attribute = STR if hard else DEX
    skill = EXERT if hard else SNEAK
    tag = "hard entry" if hard else "ambush"
    sneak = best_at(battle.state, side, attribute, skill)
    watch = best_at(battle.state, other, WIS, NOTICE)
    if sneak is None or watch is None:
        return False
    while True:
        mine = both_dice(battle, tag, sneak) + modifier(sneak, (attribute,), (skill,))
        theirs = both_dice(battle, "notice", watch) + modifier(watch, (WIS,), (NOTICE,))
        won = mine > theirs
        settled = mine != theirs
        if not settled:
            favour = favoured(battle, side, other, sneak, skill, watch)
            won = favour > 0
            settled = favour != 0
        if battle.log is not None:
            event = GroupChecked(side, tag, mine, theirs, won)
            event.terms.append(Term("2d6 and best", mine, "AAC-004"))
            battle.emit(event)
        if settled:
            return won


def both_dice(battle: Battle, tag: str, unit: Unit) -> i64:
    first: i64 = battle.roll(tag, 6, unit.index)
    second: i64 = battle.roll(tag, 6, unit.index)
    return first + second


def favoured(battle: Battle, side: int, other: int, sneak: Unit, skill: int, watch: Unit) -> i64:
    """Who wins a tie: above 0 the sneaking side, 0 roll again."""
    rule = OPPOSED_TIE.of(battle.rules)
    if rule == HIGHER_SKILL:
        return sneak.sheet.skill_in(skill) - watch.sheet.skill_in(NOTICE)
    if rule == PLAYERS_PREVAIL:
        sides = battle.state.sides
        if sides[side].players != sides[other].players:
            return 1 if sides[side].players else -1
    return 0


# Individual initiative.


class OwnInitiatives(Initiative):
    """AAC-007, AAC-010: one roll per side, or one per player if the table plays so."""

    def step(self, battle: Battle) -> bool:
        rules = battle.rules
        if not INITIATIVE_INDIVIDUAL.of(rules):
            return super().step(battle)
        adds = rules.initiative_bonus == EVERYBODY_ADDS
        state = battle.state
        sides = range(len(state.sides))
        roll_for_each(battle, [int(best_dex(state, side)) if adds else 0 for side in sides])
        return self.set_order(battle)


class Place:
    """A slot in the order: a side, or some of its units."""

    def __init__(self, total: i64, favoured: bool, dex: i64, side: int, units: int) -> None:
        self.total: i64 = total
        self.favoured = favoured
        self.dex: i64 = dex
        self.side = side
        self.units = units
        """Bit mask of units; 0 for the whole side."""
        self.rolls: list[i64] = []

    def rank(self) -> tuple[int, ...]:
        first = 0 if self.favoured else 1
        return (-self.total, first, -self.dex, *[-roll for roll in self.rolls])


def roll_for_each(battle: Battle, bonus: list[int]) -> None:
    """AAC-010: each player rolls, every other side rolls once as a block (AAC-011).

    Tied players go by DEX, then as they like.
    """
    state = battle.state
    rules = battle.rules
    places: list[Place] = []
    for side in range(len(state.sides)):
        players = state.sides[side].players
        ahead = players != (rules.initiative_tie == TIE_GM)
        if players:
            for unit in state.units:
                if unit.side == side and unit.status == ACTIVE:
                    dex: i64 = unit.sheet.attributes[DEX]
                    die = battle.roll("initiative", rules.initiative_die, unit.index)
                    places.append(Place(die + dex, ahead, dex, side, 1 << int(unit.index)))
                    if battle.log is not None:
                        own = OwnInitiative(unit.index, die, die + dex)
                        own.terms = initiative_terms(rules.ids, die, "DEX", dex)
                        battle.emit(own)
        elif any(unit.side == side and unit.status == ACTIVE for unit in state.units):
            die = battle.roll("initiative", rules.initiative_die)
            places.append(Place(die + bonus[side], ahead, 0, side, 0))
            if battle.log is not None:
                event = InitiativeRolled(side, die, die + bonus[side])
                event.terms = initiative_terms(rules.ids, die, "best DEX", bonus[side])
                battle.emit(event)
    while roll_off(battle, places):
        pass
    places.sort(key=Place.rank)
    clock = state.clock
    clock.order = []
    clock.slots = []
    for number, place in enumerate(places):
        before = places[number - 1] if number else None
        if before is not None and place.units and before.rank() == place.rank():
            clock.slots[-1] |= place.units
        else:
            clock.order.append(place.side)
            clock.slots.append(place.units)


def roll_off(battle: Battle, places: list[Place]) -> bool:
    """Tied blocks roll again against each other; True if any did."""
    blocks = [place for place in places if place.units == 0]
    tied = [
        place
        for place in blocks
        if any(other is not place and other.rank() == place.rank() for other in blocks)
    ]
    for place in tied:
        place.rolls.append(battle.roll("initiative tie", battle.rules.initiative_die))
    return bool(tied)


def initiative_terms(ids: RuleIds, die: i64, what: str, bonus: i64) -> list[Term]:
    terms = [Term("die", die, ids.initiative)]
    if bonus:
        terms.append(Term(what, bonus, ids.initiative))
    return terms


register_option(OptionEntry("fight", "other", OptionWords("fight")))
register_option(OptionEntry("part", "other", OptionWords("part in peace")))
