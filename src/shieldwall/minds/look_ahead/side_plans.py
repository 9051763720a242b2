"""Plans for a whole side, compared by the captain: targets, waiting, leaving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.shared_dials import HOLD_AFTER_ROLL
from shieldwall.engine.attack.blow import MELEE, armour_class
from shieldwall.engine.attack.numbers import attribute, hit_bonus_on
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, known_strikers, put
from shieldwall.engine.option import option_of
from shieldwall.engine.points import DECLARED, ENTERED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance, gap
from shieldwall.engine.space.reach import crowd, find_reach
from shieldwall.engine.space.threat import melee_reach
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import DONE, PASS, Choice
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.knowledge.view import View
from shieldwall.minds.look_ahead.win_chance import chance_of, damage_of
from shieldwall.minds.mind import Natural
from shieldwall.minds.target_facts import felling_of, span_of
from shieldwall.minds.teamwork import hold, nearest_to
from shieldwall.minds.temperament import (
    SOLDIER,
    Answering,
    Helping,
    Moving,
    Prizes,
    Temperament,
    temperament_of,
)
from shieldwall.minds.temperament_mind import NaturalMind
from shieldwall.minds.withdrawal import FEARLESS, NATURAL, Resolve, is_worn
from shieldwall.text.sentences import who

TARGETS: Final = 3
"""Foes a plan may focus on."""
WITHDRAW: Final = Resolve("withdraw", 101, "")
DOUBTFUL: Final = 40
"""Estimated chance to win, in percent, below which a retreat is considered."""
LIKELY: Final = 60
"""The chance to fell a foe, in percent, from which it strikes at once instead of holding."""
LET_THEM_COME: Final = 5
"""Rounds in which a side may wait for foes who do not come."""
CAPTAINS_OWN: Final = Temperament(
    "soldier",
    SOLDIER.manner,
    prizes=Prizes(finish=500, soft=100, weak=300),
    moving=Moving(near=10, crowd=60),
    helping=Helping(screens=True, swarms=True),
    answering=Answering(dodges=35, snaps=True),
)
"""How its soldiers fight: like others, but they prefer foes that are nearly down. That wins 52 %
against soldiers on the ladder's mirrored maps."""
MODELS: Final = 4
"""In 1 of this many playouts the foes act by temperament, otherwise as soldiers."""


@dataclass(eq=False)
class Tactics:
    """How a side fights: its target, and whether it waits, holds or charges."""

    focus: int = -1
    """The common target; -1 for none."""
    waits: bool = False
    """Waits under cover until the foes are within reach."""
    holds: bool = False
    """Holds its actions, to strike first or dodge."""
    charges: bool = True
    """Charges foes that are out of reach otherwise."""
    backs: bool = False
    """Steps back from foes that could attack first."""
    keeps: bool = False
    """Holds its action rather than attack from where it stands, while foes are still to come: it
    strikes when they do, or turns their blow with Total Defense."""

    def is_like(self, other: Tactics) -> bool:
        return (
            self.focus == other.focus
            and self.waits == other.waits
            and self.holds == other.holds
            and self.charges == other.charges
            and self.backs == other.backs
            and self.keeps == other.keeps
        )


AS_USUAL: Final = Tactics()


class PlannedMind(NaturalMind):
    """Plays its side by a plan: characters by their role, all others as soldiers."""

    def __init__(self, resolve: Resolve, tactics: Tactics) -> None:
        super().__init__(None, resolve)
        self.focus = tactics.focus
        self.tactics = tactics

    def nature_of(self, unit: Unit) -> Temperament:
        if unit.sheet.creature:
            return CAPTAINS_OWN
        part = temperament_of(unit.sheet)
        if part.flees_hurt or part.flees_losses or not part.heeds:
            # Under a plan, the needs of the side come first.
            return CAPTAINS_OWN
        return part

    def act(self, view: View, battle: Battle, unit: Unit) -> Choice:
        choice = super().act(view, battle, unit)
        if unit.mains == 0 or unit.flurry:
            return choice
        tactics = self.tactics
        if (
            (tactics.waits or tactics.backs)
            and choice.verb == "run"
            and self.is_exposing(view, battle, unit, choice)
        ):
            if tactics.backs:
                back = stand_off(battle, unit, view.foes_of(unit))
                if back is not None:
                    return back
            return hold(battle, unit)
        if (
            choice.verb == "attack"
            and unit.moves > 0
            and (tactics.holds or tactics.keeps)
            and has_foes_to_come(battle, unit)
            and (tactics.holds or chance_to_fell(battle, unit, choice) < LIKELY)
        ):
            held = hold(battle, unit)
            if held.verb != DONE:
                return held
        return choice

    def is_exposing(self, view: View, battle: Battle, unit: Unit, choice: Choice) -> bool:
        """Whether a melee unit's run ends where it has no target yet."""
        foes = view.foes_of(unit)
        span: i64 = span_of(battle.rules, unit, self.best_melee(unit))
        if nearest_to(unit, foes) <= span or self.bow_of(unit) >= 0:
            return False
        if not choice.path:
            return choice.target >= 0
        there = unit.copy()
        put(battle.state.grid, there, choice.path[-1])
        return self.tactics.holds or nearest_to(there, foes) > span

    def charge(self, battle: Battle, unit: Unit, foes: list[Unit], number: int) -> Choice | None:
        if not self.tactics.charges:
            return None
        return super().charge(battle, unit, foes, number)

    def use_hold(self, battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
        """Waits until after the foe's roll: it can still strike first or dodge then."""
        point = options.window.point
        if point == DECLARED and HOLD_AFTER_ROLL.of(battle.rules):
            return Choice(int(unit.index), PASS)
        if point == ENTERED:
            if self.tactics.holds or (self.tactics.keeps and self.bow_of(unit) < 0):
                return Choice(int(unit.index), PASS)
        return super().use_hold(battle, unit, options)


class Planned(Natural):
    """The own side's seat in playouts."""

    def __init__(self, resolve: Resolve = FEARLESS, tactics: Tactics = AS_USUAL) -> None:
        super().__init__("plan")
        self.is_sure = True
        self.thinker = PlannedMind(resolve, tactics)


class SidePlan:
    """A plan of a whole side for the next rounds, and the minds that follow it."""

    def __init__(self, words: str, tactics: Tactics = AS_USUAL, leaves: bool = False) -> None:
        self.words = words
        """The plan in a player's words; "" for none."""
        self.tactics = tactics
        self.leaves = leaves
        self.minds: list[list[Answer]] = []
        """Minds per seat, once with foes as soldiers and once by temperament."""

    def man(self, state: State, team: int) -> None:
        """Assign minds to the seats: ours by the plan, the others by expectation."""
        for kind in (False, True):
            seats: list[Answer] = []
            for seat in range(state.referee + 1):
                if is_of_team(state, seat, team):
                    seats.append(self.own_mind())
                elif kind:
                    seats.append(Natural("foe", None, NATURAL))
                else:
                    seats.append(Natural("foe", SOLDIER, FEARLESS))
            self.minds.append(seats)

    def minds_of(self, number: int) -> list[Answer]:
        """The minds of playout number `number`."""
        return self.minds[1 if number % MODELS == MODELS - 1 else 0]

    def is_served_by(self, choice: Choice) -> bool:
        """Whether the plan can be told as the reason for the choice."""
        tactics = self.tactics
        if tactics.focus >= 0:
            return choice.target == tactics.focus
        if self.leaves:
            return True
        kind = option_of(choice.verb).kind
        if tactics.holds or tactics.keeps:
            return kind in ("guard", "end")
        if tactics.waits or tactics.backs:
            return kind in ("guard", "move", "end")
        return kind == "move"

    def own_mind(self) -> Planned:
        resolve = WITHDRAW if self.leaves else FEARLESS
        return Planned(resolve, self.tactics)


def is_of_team(state: State, seat: int, team: int) -> bool:
    for unit in state.units:
        if unit.seat == seat:
            return state.sides[unit.side].team == team
    return seat < len(state.sides) and state.sides[seat].team == team


def plans_for(battle: Battle, unit: Unit, side: i64) -> list[SidePlan]:
    """Plans to compare: focus on a promising target, wait, fall back, advance or hold."""
    state = battle.state
    friends: list[Unit] = []
    for friend in state.units:
        if friend.side == side and friend.status == ACTIVE and not friend.broken:
            friends.append(friend)
    found: list[SidePlan] = []
    foes = known_foes(state, unit)
    if len(friends) > 1 and len(foes) > 1:
        ranked: list[tuple[int, int]] = []
        for foe in foes:
            # The most damage for the fewest hit points makes the best target.
            ranked.append((-1000 * int(damage_of(foe, unit.sheet.ac)) // int(foe.hp + 4),
                           int(foe.index)))  # fmt: skip
        ranked.sort()
        for rank in ranked[:TARGETS]:
            found.append(SidePlan(f"all of us on {who(state, rank[1])}", Tactics(rank[1])))
    if not foes:
        return found
    if not is_joined(friends, foes):
        charges = "charge" in battle.rules.actions
        if state.clock.round <= LET_THEM_COME:
            found.append(SidePlan("we wait for them", Tactics(waits=True)))
            found.append(SidePlan("we stay out of their reach", Tactics(backs=True)))
            if charges:
                words = "we let them come to us"
                found.append(SidePlan(words, Tactics(waits=True, charges=False)))
                words = "we fall back and let them come"
                found.append(SidePlan(words, Tactics(backs=True, charges=False)))
        if charges:
            found.append(SidePlan("we close with them in order", Tactics(charges=False)))
    if "hold" in battle.rules.actions:
        found.append(SidePlan("we let them strike first", Tactics(keeps=True)))
        words = "we keep our blows for when they strike"
        found.append(SidePlan(words, Tactics(waits=True, holds=True)))
    return found


def stand_off(battle: Battle, unit: Unit, foes: list[Unit]) -> Choice | None:
    """The shortest path to a square that no foe reaches by running or charging; None to stay."""
    state = battle.state
    grid = state.grid
    if unit.moves == 0 or unit.prone or grid.open:
        return None
    far: i64 = battle.rules.charge_rate if "charge" in battle.rules.actions else 1
    reaches: list[i64] = []
    safe = True
    for foe in foes:
        span: i64 = melee_reach(foe)
        much: i64 = 0 if span == 0 else allowance(battle.rules, foe) * far + span
        reaches.append(much)
        if distance(unit, foe) <= much:
            safe = False
    if safe:
        return None
    filled = crowd(state, battle.rules, unit)
    limit: i64 = allowance(battle.rules, unit)
    reach = find_reach(state, battle.rules, unit, limit, filled, known_strikers(battle, unit))
    size: i64 = unit.sheet.size
    number: i64 = 1
    while number < reach.count:
        cell: i64 = reach.found[number]
        number += 1
        if not reach.can_stop(cell):
            continue
        x: i64 = cell % grid.width
        y: i64 = cell // grid.width
        place = 0
        for foe in foes:
            apart: i64 = gap(x, size, foe.x, foe.sheet.size)
            other: i64 = gap(y, size, foe.y, foe.sheet.size)
            if apart <= reaches[place] and other <= reaches[place]:
                break
            place += 1
        if place == len(foes):
            return Choice(int(unit.index), "run", -1, -1, reach.path(cell))
    return None


def has_foes_to_come(battle: Battle, unit: Unit) -> bool:
    """Whether a foe acts later in the round, so that a held action meets something."""
    state = battle.state
    clock = state.clock
    team = state.sides[unit.side].team
    for place in range(clock.turn + 1, len(clock.order)):
        if state.sides[clock.order[place]].team != team:
            return True
    return False


def chance_to_fell(battle: Battle, unit: Unit, choice: Choice) -> i64:
    """The chance in percent that a melee attack fells its target."""
    foe = battle.state.units[choice.target]
    weapon = unit.weapons[choice.weapon]
    faces: i64 = 21 + hit_bonus_on(battle, unit, foe, choice.weapon, MELEE) - armour_class(foe)
    faces = max(1, min(19, faces))
    able: i64 = unit.sheet.attributes[attribute(unit, weapon)]
    needed: i64 = foe.hp - weapon.bonus - weapon.magic - able
    return faces * felling_of(weapon, needed) // 4


def is_joined(friends: list[Unit], foes: list[Unit]) -> bool:
    """Whether any unit is already in melee."""
    for friend in friends:
        for foe in foes:
            if distance(friend, foe) <= 1:
                return True
    return False


def may_leave(battle: Battle, unit: Unit, side: i64) -> bool:
    """Whether to consider leaving: the side has losses and is likely to lose."""
    if not unit.sheet.is_alive() or not is_worn(battle.state, side):
        return False
    return chance_of(battle, side) < DOUBTFUL
