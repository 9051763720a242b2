"""A mind at a seat: a callable that can also explain its plan in a sentence."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.engine.attack.blow import Blow
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import HIT, ROLLED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.oracles import Answerer
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.knowledge.view import View
from shieldwall.minds.plan_sentences import plan_of
from shieldwall.minds.simple import SimpleMind
from shieldwall.minds.temperament import SOLDIER, Temperament
from shieldwall.minds.temperament_mind import NaturalMind
from shieldwall.minds.withdrawal import NATURAL, Resolve


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Answerer):
    """Maps a request to a choice."""

    def __init__(self, name: str, recalls: bool = False) -> None:
        super().__init__(recalls)
        self.name = name

    def __call__(self, request: Request) -> Choice:
        raise AssertionError("every mind answers")

    def plan(self, request: Request, choice: Choice) -> str:
        """The purpose of the choice in one sentence; "" if there is nothing to say."""
        return ""

    def ignore_clock(self) -> None:
        """Limit the work by counts alone, so that a slow or busy machine decides the same."""


class Seated(Mind):
    """A mind that sees the fight through the view of its seat."""

    def __init__(self, name: str, recalls: bool = False) -> None:
        super().__init__(name, recalls)
        self.views: list[View | None] = []
        """Cache of the last view of each seat, valid for the same battle."""

    def view_of(self, request: Request) -> View:
        return self.view_from(request.battle, request.seat)

    def view_from(self, battle: Battle, seat: i64) -> View:
        if seat < len(self.views):
            view = self.views[seat]
            if view is not None and view.battle is battle:
                return view
        while seat >= len(self.views):
            self.views.append(None)
        made = View(battle, int(seat))
        self.views[seat] = made
        return made


def what_is_left(request: Request, choice: Choice) -> Choice:
    """The choice or, if the table removed its action, a fallback: an attack or nothing.

    Minds plan with actions that every book has, such as Run or attack, without checking each.
    """
    options = request.options
    if options.why_not(choice) is None:
        return choice
    for verb in (*ATTACK_VERBS, DONE, PASS):
        for other in options:
            if other.unit == choice.unit and other.verb == verb:
                return other
    for other in options:
        return other
    raise AssertionError("every request has an option")


class Simple(Seated):
    """The first mind, kept unchanged as a baseline."""

    def __init__(self) -> None:
        super().__init__("simple")
        self.is_sure = type(self) is Simple
        self.takes_first = self.is_sure
        self.thinker = SimpleMind()

    def __call__(self, request: Request) -> Choice:
        choice = self.thinker.choose(self.view_of(request), request)
        return what_is_left(request, choice) if request.battle.rules.reduced else choice

    def turn_choice(self, battle: Battle, units: list[Unit]) -> Choice | None:
        if not self.is_sure or battle.rules.reduced:
            return None
        return self.thinker.turn(self.view_from(battle, units[0].seat), battle, units)

    def ends_turn(self, battle: Battle, unit: Unit) -> bool:
        return (
            self.is_sure
            and unit.mains == 0
            and battle.state.clock.phase < 0
            and not battle.rules.reduced
            and self.thinker.is_idle(battle, unit)
        )

    def reacts_like(self, other: Answerer) -> bool:
        return self is other or (isinstance(other, Simple) and self.is_sure and other.is_sure)

    def lets_pass(self, battle: Battle) -> bool:
        return self.is_sure and not battle.rules.reduced

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        return self.thinker.wanted(battle, blow)

    def reaction_choice(self, battle: Battle, options: ReactionOptions) -> Choice | None:
        window = options.window
        blow = window.blow
        if blow is None or not (window.point == ROLLED or window.point == HIT):
            return None
        return self.thinker.answer_roll(battle, options.unit, blow, options)

    def plan(self, request: Request, choice: Choice) -> str:
        return plan_of(request, choice, SOLDIER)


class Natural(Seated):
    """Plays each unit by its own temperament, or all by one."""

    def __init__(
        self, name: str, forced: Temperament | None = None, resolve: Resolve = NATURAL
    ) -> None:
        super().__init__(name)
        self.is_sure = type(self) is Natural
        self.thinker = NaturalMind(forced, resolve)

    def __call__(self, request: Request) -> Choice:
        choice = self.thinker.choose(self.view_of(request), request)
        return what_is_left(request, choice) if request.battle.rules.reduced else choice

    def turn_choice(self, battle: Battle, units: list[Unit]) -> Choice | None:
        if not self.is_sure or battle.rules.reduced:
            return None
        return self.thinker.turn(self.view_from(battle, units[0].seat), battle, units)

    def ends_turn(self, battle: Battle, unit: Unit) -> bool:
        return (
            self.is_sure
            and unit.mains == 0
            and battle.state.clock.phase < 0
            and not battle.rules.reduced
            and self.thinker.is_idle(battle, unit)
        )

    def reacts_like(self, other: Answerer) -> bool:
        if self is other:
            return True
        if not isinstance(other, Natural) or not (self.is_sure and other.is_sure):
            return False
        return self.thinker.forced is other.thinker.forced

    def lets_pass(self, battle: Battle) -> bool:
        return self.is_sure and not battle.rules.reduced

    def wanted(self, battle: Battle, blow: Blow) -> i64:
        return self.thinker.wanted(battle, blow)

    def reaction_choice(self, battle: Battle, options: ReactionOptions) -> Choice | None:
        window = options.window
        blow = window.blow
        if blow is None or not (window.point == ROLLED or window.point == HIT):
            return None
        return self.thinker.answer_roll(battle, options.unit, blow, options)

    def resolve(self) -> Resolve:
        """When it gives up the fight."""
        return self.thinker.resolve

    def plan(self, request: Request, choice: Choice) -> str:
        if choice.unit < 0:
            return ""
        unit = request.battle.state.units[choice.unit]
        nature = self.thinker.nature_of(unit)
        leaves = self.thinker.gets_away(self.view_of(request), request.battle, unit)
        return plan_of(request, choice, nature, leaves)
