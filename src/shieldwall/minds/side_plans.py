"""Plans for a whole side, as the captain compares them: targets, waiting, leaving."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.shared_dials import HOLD_AFTER_ROLL
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import put
from shieldwall.engine.points import DECLARED, ENTERED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.state import ACTIVE, State, Unit
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import DONE, PASS, Choice
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.knowledge.view import View
from shieldwall.minds.mind import Natural
from shieldwall.minds.outlook import chance_of, damage_of
from shieldwall.minds.target_facts import span_of
from shieldwall.minds.teamwork import hold, nearest_to
from shieldwall.minds.temperament import SOLDIER, Temperament, temperament_of
from shieldwall.minds.temperament_mind import NaturalMind
from shieldwall.minds.withdrawal import FEARLESS, NATURAL, Resolve, is_worn
from shieldwall.text.sentences import who

TARGETS: Final = 3
"""Foes that a plan may single out."""
WITHDRAW: Final = Resolve("withdraw", 101, "")
DOUBTFUL: Final = 40
"""Percent of the estimated chance to win below which leaving is thought of."""
MODELS: Final = 4
"""In one of so many fights the foes act as their kind does, in the others as soldiers."""


class PlannedMind(NaturalMind):
    """Plays its side by a plan: characters by their role, all others as soldiers."""

    def __init__(self, resolve: Resolve, focus: int, waits: bool, holds: bool) -> None:
        super().__init__(None, resolve)
        self.focus = focus
        self.waits = waits
        """Does not step into the open before the foes come within reach."""
        self.holds = holds
        """Keeps its blow back, to strike or to dodge when the foes do."""

    def nature_of(self, unit: Unit) -> Temperament:
        if unit.sheet.creature:
            return SOLDIER
        part = temperament_of(unit.sheet)
        if part.flees_hurt or part.flees_losses or not part.heeds:
            # A led unit does what the side needs, not what it would do alone.
            return SOLDIER
        return part

    def act(self, view: View, battle: Battle, unit: Unit) -> Choice:
        choice = super().act(view, battle, unit)
        if unit.mains == 0 or unit.flurry:
            return choice
        if self.waits and choice.verb == "run" and self.is_exposing(view, battle, unit, choice):
            return hold(battle, unit)
        if self.holds and choice.verb == "attack":
            held = hold(battle, unit)
            if held.verb != DONE:
                return held
        return choice

    def is_exposing(self, view: View, battle: Battle, unit: Unit, choice: Choice) -> bool:
        """Whether a run ends where nobody can be struck yet, by one who has to come close."""
        foes = view.foes_of(unit)
        span: i64 = span_of(battle.rules, unit, self.best_melee(unit))
        if nearest_to(unit, foes) <= span or self.bow_of(unit) >= 0:
            return False
        if not choice.path:
            return choice.target >= 0
        there = unit.copy()
        put(battle.state.grid, there, choice.path[-1])
        return self.holds or nearest_to(there, foes) > span

    def use_hold(self, battle: Battle, unit: Unit, options: ReactionOptions) -> Choice:
        """After the roll is early enough: one strikes first then too, or dodges, and knows why."""
        point = options.window.point
        if point == DECLARED and HOLD_AFTER_ROLL.of(battle.rules):
            return Choice(int(unit.index), PASS)
        if point == ENTERED and self.holds:
            return Choice(int(unit.index), PASS)
        return super().use_hold(battle, unit, options)


class Planned(Natural):
    """A seat of its own side in imagined fights."""

    def __init__(
        self,
        resolve: Resolve = FEARLESS,
        focus: int = -1,
        waits: bool = False,
        holds: bool = False,
    ) -> None:
        super().__init__("plan")
        self.is_sure = True
        self.thinker = PlannedMind(resolve, focus, waits, holds)


class SidePlan:
    """What a whole side does for the next rounds, and the minds that do it."""

    def __init__(
        self,
        words: str,
        focus: int = -1,
        waits: bool = False,
        leaves: bool = False,
        holds: bool = False,
    ) -> None:
        self.words = words
        """As one of the side would say it, "" for nothing in particular."""
        self.focus = focus
        """The foe all go for, -1 for none in particular."""
        self.waits = waits
        self.leaves = leaves
        self.holds = holds
        self.minds: list[list[Answer]] = []
        """For each seat, once with foes as soldiers and once as their kind fights."""

    def man(self, state: State, team: int) -> None:
        """Fill the seats: ours by the plan, the others by what one expects of them."""
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
        """Who plays the fight of this number."""
        return self.minds[1 if number % MODELS == MODELS - 1 else 0]

    def own_mind(self) -> Planned:
        resolve = WITHDRAW if self.leaves else FEARLESS
        return Planned(resolve, self.focus, self.waits, self.holds)


def is_of_team(state: State, seat: int, team: int) -> bool:
    for unit in state.units:
        if unit.seat == seat:
            return state.sides[unit.side].team == team
    return seat < len(state.sides) and state.sides[seat].team == team


def plans_for(battle: Battle, unit: Unit, side: i64) -> list[SidePlan]:
    """All against one foe, for the likeliest of them; or all wait until the foes come or strike."""
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
            # The most harm for the fewest hit points is worth going for.
            ranked.append((-1000 * int(damage_of(foe, unit.sheet.ac)) // int(foe.hp + 4),
                           int(foe.index)))  # fmt: skip
        ranked.sort()
        for rank in ranked[:TARGETS]:
            found.append(SidePlan(f"all of us on {who(state, rank[1])}", focus=rank[1]))
    if not foes:
        return found
    if not is_joined(friends, foes):
        found.append(SidePlan("we wait for them", waits=True))
    if "hold" in battle.rules.actions:
        words = "we keep our blows for when they strike"
        found.append(SidePlan(words, waits=True, holds=True))
    return found


def is_joined(friends: list[Unit], foes: list[Unit]) -> bool:
    """Whether somebody is in melee already."""
    for friend in friends:
        for foe in foes:
            if distance(friend, foe) <= 1:
                return True
    return False


def may_leave(battle: Battle, unit: Unit, side: i64) -> bool:
    """Whether leaving is worth a thought: the side is worn, and likely to lose."""
    if not unit.sheet.is_alive() or not is_worn(battle.state, side):
        return False
    return chance_of(battle, side) < DOUBTFUL
