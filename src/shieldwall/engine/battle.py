"""A fight under way: the four verbs of the rules (`roll`, `ask`, `emit`, `window`) and the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.engine.action_spec import ActionSpec, says_too_much
from shieldwall.engine.enforcement import ON, WARN
from shieldwall.engine.events.clock_events import FightEnded, Interrupted, Waived
from shieldwall.engine.events.event import Event
from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.move.interruption import IMPOSSIBLE, MOVED, OUT, Stance, is_helpless
from shieldwall.engine.points import RESOLVED, RULING
from shieldwall.engine.reaction_options import OrderOptions, ReactionOptions
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.bystanders import Bystanders
from shieldwall.engine.state.condition import HOLDING
from shieldwall.engine.state.state import (
    ACTIVE,
    ALWAYS,
    NEVER,
    WHEN_IT_MATTERS,
    Outcome,
    State,
    Unit,
)
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import PASS, REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.turn_options import TurnOptions as TurnOptions
from shieldwall.engine.window import Action, ChosenReaction, Window

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow


class Battle:
    """A state, the book it is played by, and the oracle that rolls and chooses."""

    def __init__(
        self, state: State, rules: Ruleset, oracle: Oracle, log: list[Event] | None, rounds: int
    ) -> None:
        self.state = state
        self.rules = rules
        self.oracle = oracle
        self.log = log
        """The events so far; None where nobody reads them, and then none are made."""
        self.rounds = rounds
        """The fight ends undecided after so many rounds; 0 for no limit."""
        self.turns = 0
        """Turns played so far: what a benchmark counts."""
        self.lenient = bool(rules.waived)
        """Whether any rule is waived, for one unit or for all."""
        self.strict = False
        """Whether rules that only warn count as enforced."""
        self.used_request: Request | None = None
        """The last turn request of one seat, kept so that it can be used again."""
        self.reuses = False
        """Whether requests may be used again: nobody keeps them, and nobody stops the fight."""
        self.verb = ""
        self.spec: ActionSpec | None = None
        """The action last looked up, and its verb."""
        self.forced: i64 = -1
        """The unit for which the GM has waived every rule that can be waived."""
        self.roller: i64 = -1
        """The unit that rolls the wanted die; -1 for a die of a side or of the GM."""
        self.teams = vec[i64]([side.team for side in state.sides])
        """The team of each side: sides do not change theirs."""
        self.last_bystanders = Bystanders(state.units)
        self.alone: list[Unit] = []
        """The unit in the middle of its turn, by itself in a list that nobody changes."""
        self.one: i64 = 0
        self.other: i64 = len(state.units) - 1
        """Two units that stood against each other when it was last looked."""
        self.under_way: Action | None = None
        """What is being done now, the innermost first."""

    def play_by(self, rules: Ruleset) -> None:
        """Play by these rules from now on."""
        self.rules = rules
        self.lenient = bool(rules.waived)
        self.verb = ""
        self.spec = None

    def holds(self, rule: str, unit: Unit) -> bool:
        """Whether a rule that can be waived is in force for the unit."""
        if not self.lenient:
            return True
        if self.forced == unit.index:
            return False
        mode = self.rules.waived.get(rule, ON)
        return mode == ON or (self.strict and mode == WARN)

    def warning(self, options: Options, choice: Choice) -> Refusal | None:
        """Why the choice would be refused if the rules that only warn were enforced."""
        if not self.lenient:
            return None
        self.strict = True
        refusal = options.why_not(choice)
        self.strict = False
        return refusal

    # The four verbs.

    def roll(self, tag: str, sides: i64, by: i64 = -1) -> i64:
        """Roll a die for a unit; -1 for a die of a side or of the GM."""
        self.roller = by
        return self.oracle.roll(tag, sides)

    def ask(self, request: Request) -> Choice:
        forced = request.options.forced()
        if forced is not None:
            return forced
        choice = self.oracle.pick(request)
        if self.lenient:
            self.note_waiver(request, choice)
        return choice

    def note_waiver(self, request: Request, choice: Choice) -> None:
        """Log that a choice broke a rule that only warns."""
        if self.log is not None:
            refusal = request.options.warning(choice)
            if refusal is not None:
                self.emit(
                    Waived(
                        choice.unit,
                        refusal.reason,
                        refusal.cite,
                        refusal.other,
                        refusal.have,
                        refusal.need,
                    )
                )

    def emit(self, event: Event) -> None:
        if self.log is not None:
            if event.terms:
                self.rules.name_terms(event.terms)
            if self.state.murky:
                event.unknown = [unit.unknown_to for unit in self.state.units]
            self.log.append(event)

    def window(self, window: Window) -> bool:
        """Ask every unit that can react, all at once; then resolve their answers together.

        True if anybody did anything.
        """
        able: list[Unit] | None = None
        asked: i64 = self.rules.at_point[window.point]
        for unit in window.who:
            left: i64 = self.answers_of(unit, asked, window.blow)
            if left != 0 and self.has_answer(unit, window, left):
                if able is None:
                    able = [unit]
                else:
                    able.append(unit)
        return able is not None and self.answered(window, able)

    def window_on(self, blow: Blow, point: i64) -> bool:
        """The same for an attack under way: every standing unit may react."""
        window: Window | None = None
        able: list[Unit] | None = None
        rules = self.rules
        always: i64 = rules.at_point[point]
        usual: i64 = always
        if not blow.rolled:
            usual &= ~rules.after_roll
        elif not blow.harms:
            usual &= ~rules.on_harm
        # What the target may use, what its friends may, and what all others may.
        target = blow.target
        team: i64 = self.teams[target.side]
        of_friends: i64 = usual & ~rules.for_target
        of_foes: i64 = of_friends & ~rules.for_friends
        for unit in self.state.units:
            if unit.status != ACTIVE:
                continue
            asked: i64 = of_foes
            if unit.stops == ALWAYS:
                asked = always
            elif unit is target:
                asked = usual
            elif self.teams[unit.side] == team:
                asked = of_friends
            # Reactions that it never has or cannot pay for are sorted out first: it is cheap.
            sheet = unit.sheet
            asked &= sheet.usable if sheet.usable_by is rules else rules.usable_by(sheet)
            if unit.mains == 0:
                asked &= ~rules.with_main
            if unit.luck == 0:
                asked &= ~rules.with_luck
            if not unit.effects:
                asked &= ~rules.with_hold
            if asked == 0:
                continue
            left: i64 = self.answers_of(unit, asked, blow)
            if left != 0:
                if window is None:
                    window = Window(point, blow.attacker.index, self.state.units, blow)
                if self.has_answer(unit, window, left):
                    if able is None:
                        able = [unit]
                    else:
                        able.append(unit)
        if window is None or able is None or not self.answered(window, able):
            return False
        blow.stance = window.stance
        return True

    def has_answer(self, unit: Unit, window: Window, left: i64) -> bool:
        """Whether the unit is asked about one of the reactions it might have."""
        specs = self.rules.reactions[window.point]
        bits = self.rules.reaction_bits[window.point]
        number = 0
        while left != 0 and number < len(specs):
            bit: i64 = bits[number]
            if left & bit and self.is_asked(specs[number], unit, window):
                return True
            left &= ~bit
            number += 1
        return False

    def answered(self, window: Window, able: list[Unit]) -> bool:
        """Ask the units that can react, and resolve what they chose."""
        if len(able) == 1:
            return self.answered_by_one(window, able[0])
        specs = self.rules.reactions[window.point]
        requests: list[Request] = []
        for unit in able:
            options = ReactionOptions(self, unit, window)
            requests.append(
                Request(self, (unit.seat,), window.point, unit.index, options, window.cause)
            )
        answers = self.oracle.choose(requests)
        if self.lenient:
            for place in range(len(requests)):
                self.note_waiver(requests[place], answers[place])
        chosen: list[ChosenReaction] = []
        for place in range(len(able)):
            choice = answers[place]
            if choice.verb == PASS:
                continue
            unit = able[place]
            for spec in specs:
                if spec.handles(choice.verb) and spec.can(self, unit, window):
                    chosen.append(ChosenReaction(spec, unit, choice))
                    break
        if not chosen:
            return False
        # SOV-040: all pay at once, then offence before defence, else in the order of the units
        # or as the GM says.
        for reaction in chosen:
            reaction.spec.commit(self, reaction.unit, window, reaction.choice)
        if len(chosen) > 1 and self.rules.instants_order:
            chosen = self.put_in_order(chosen, window.cause)
        if window.cause >= 0:
            window.stance = Stance(self.state.units[window.cause])
        for rank in range(3):
            for reaction in chosen:
                if reaction.spec.rank == rank:
                    self.react(reaction.spec, reaction.unit, window, reaction.choice)
        return bool(chosen)

    def answered_by_one(self, window: Window, unit: Unit) -> bool:
        """The same for one unit, where nobody else has to answer."""
        options = ReactionOptions(self, unit, window)
        request = Request(self, (unit.seat,), window.point, unit.index, options, window.cause)
        choice = self.oracle.pick(request)
        if self.lenient:
            self.note_waiver(request, choice)
        if choice.verb == PASS:
            return False
        for spec in self.rules.reactions[window.point]:
            if spec.handles(choice.verb) and spec.can(self, unit, window):
                spec.commit(self, unit, window, choice)
                if window.cause >= 0:
                    window.stance = Stance(self.state.units[window.cause])
                self.react(spec, unit, window, choice)
                return True
        return False

    def react(self, spec: ReactionSpec, unit: Unit, window: Window, choice: Choice) -> None:
        """Resolve a reaction, unless its unit has been put out of action since."""
        if unit.status == ACTIVE and not is_helpless(unit):
            around = self.under_way
            self.under_way = Action(unit, spec.verb, None, choice, around)
            spec.perform(self, unit, window, choice)
            self.under_way = around

    # What others do in the middle of an action.

    def carry_out(self, unit: Unit, spec: ActionSpec, choice: Choice) -> None:
        """An action from its beginning to its end, or to where it is interrupted."""
        around = self.under_way
        self.under_way = Action(unit, spec.verb, spec, choice, around)
        spec.perform(self, unit, choice)
        self.under_way = around

    def halted(self, window: Window) -> bool:
        """Open a window on a move; True if the mover is stopped."""
        return self.window(window) and self.stops(window.stance, True)

    def interrupted(self, window: Window) -> bool:
        """Open a window on any other action; True if it ends there. Its cost stays spent."""
        return self.window(window) and self.stops(window.stance, False)

    def stops(self, stance: Stance | None, moving: bool) -> bool:
        """Whether what happened to its actor ends an action; if so, log it.

        A move ends wherever its mover is not as it was. Anything else goes on where the rules
        allow it from there.
        """
        if stance is None:
            return False
        if moving:
            why = stance.why_no_step()
        else:
            why = stance.why_lost()
            if not why:
                why = stance.why_changed()
                if not why or self.is_still_allowed(stance.unit):
                    return False
        if why:
            self.note_stop(stance.unit, why)
        return bool(why)

    def forestalled(self, unit: Unit, spec: ActionSpec, choice: Choice, window: Window) -> bool:
        """Before anything is paid: whether what was declared cannot be done any more (SOV-098).

        Squares were named from where the actor stood: one who was moved chooses anew.
        """
        stance = window.stance
        if stance is None:
            return False
        why = stance.why_lost()
        if not why:
            if choice.path and stance.was_moved():
                why = MOVED
            elif spec.why_not(self, unit, choice) is not None:
                why = stance.why_changed()
                if not why:
                    why = IMPOSSIBLE
        if why and why != OUT and self.log is not None:
            self.emit(Interrupted(int(unit.index), spec.verb, why))
        return bool(why)

    def is_still_allowed(self, unit: Unit) -> bool:
        """Whether the rules would allow the rest of what a unit is at."""
        action = self.action_of(unit)
        return action is None or action.is_allowed(self)

    def action_of(self, unit: Unit) -> Action | None:
        """What a unit is at now, the innermost where it is several things."""
        action = self.under_way
        while action is not None and action.unit is not unit:
            action = action.around
        return action

    def note_stop(self, unit: Unit, why: str) -> None:
        """Log that an action ends, and why; a fallen unit has its own line in the log."""
        if self.log is None or why == OUT:
            return
        action = self.action_of(unit)
        if action is not None:
            self.emit(Interrupted(int(unit.index), action.verb, why))

    def answers_of(self, unit: Unit, asked: i64, blow: Blow | None) -> i64:
        """The reactions of the mask that the unit might have, by cheap tests."""
        if unit.status != ACTIVE:
            return 0
        rules = self.rules
        sheet = unit.sheet
        left: i64 = sheet.usable if sheet.usable_by is rules else rules.usable_by(sheet)
        left &= asked
        if left == 0 or (unit.effects and is_helpless(unit)):
            return 0
        if unit.mains == 0:
            left &= ~rules.with_main
        if left & rules.with_hold and (not unit.effects or unit.effect(HOLDING) is None):
            left &= ~rules.with_hold
        if unit.luck == 0:
            left &= ~rules.with_luck
        if unit.stops != ALWAYS and left != 0:
            if unit.stops == NEVER:
                left &= ~rules.optional
            if blow is not None:
                if not blow.rolled:
                    left &= ~rules.after_roll
                elif not blow.harms:
                    left &= ~rules.on_harm
                if blow.target is not unit:
                    left &= ~rules.for_target
                    if left & rules.for_friends and self.are_foes(unit, blow.target):
                        left &= ~rules.for_friends
        return left

    def put_in_order(self, chosen: list[ChosenReaction], cause: int) -> list[ChosenReaction]:
        """Where foes act at the same moment, the GM says who goes first."""
        ordered: list[ChosenReaction] = []
        left = chosen
        while self.is_disputed(left):
            options = OrderOptions(self.rules.ids, [reaction.unit for reaction in left])
            seats = (self.state.referee,)
            answer = self.ask(Request(self, seats, RULING, REFEREE, options, cause))
            ordered += [reaction for reaction in left if reaction.unit.index == answer.target]
            left = [reaction for reaction in left if reaction.unit.index != answer.target]
        return ordered + left

    def is_disputed(self, chosen: list[ChosenReaction]) -> bool:
        for one in chosen:
            for other in chosen:
                if one.spec.rank == other.spec.rank and self.are_foes(one.unit, other.unit):
                    return True
        return False

    def is_asked(self, spec: ReactionSpec, unit: Unit, window: Window) -> bool:
        if spec.optional:
            if unit.stops == NEVER:
                return False
            if unit.stops == WHEN_IT_MATTERS and not spec.matters(self, unit, window):
                return False
        return spec.can(self, unit, window)

    def says_too_much(self, reaction: ReactionSpec, choice: Choice) -> bool:
        """A held action names what the action names; any other reaction what it has a use for."""
        spec = self.spec_of(choice.verb)
        return says_too_much(choice, reaction.uses if spec is None else spec.uses)

    def between(self, unit: Unit) -> Window:
        """The window between two actions of a turn, for reactions on one's own turn."""
        return Window(RESOLVED, -1, [unit])

    # The clock.

    def opening(self) -> Request | None:
        """The request the next step begins with, if it begins with one."""
        return self.rules.flow.stages[self.state.clock.stage].opening(self)

    def step(self) -> None:
        """Run the next step: an action, an initiative roll or a change of the clock."""
        self.oracle.begin(self.state)
        self.under_way = None
        clock = self.state.clock
        flow = self.rules.flow
        if flow.stages[clock.stage].step(self):
            clock.stage += 1
            if clock.stage == len(flow.stages):
                clock.stage = flow.loop

    def play(self) -> Outcome:
        """Step until the fight is over."""
        state = self.state
        self.reuses = self.oracle.forgets()
        try:
            while state.outcome is None:
                self.step()
        finally:
            # The request refers to the battle: kept, neither could be freed.
            self.used_request = None
            self.reuses = False
        return state.outcome

    def end(self, reason: str, team: int) -> None:
        if self.state.outcome is None:
            self.state.outcome = Outcome(reason, team)
            self.emit(FightEnded(reason, team))

    def settle(self) -> None:
        """SOV-034: the fight is over when only one side, or only allies, are left."""
        state = self.state
        if state.uncanny and HOOKS.tidy is not None:
            HOOKS.tidy(self)
        units = state.units
        # A turn that was turned back may leave fewer units.
        if self.other < len(units):
            one = units[self.one]
            other = units[self.other]
            if one.status == ACTIVE and other.status == ACTIVE and self.are_foes(one, other):
                return
        left: i64 = -1
        for unit in units:
            if unit.status == ACTIVE:
                team: i64 = self.teams[unit.side]
                if left < 0:
                    left = team
                    self.one = unit.index
                elif left != team:
                    self.other = unit.index
                    return
        # If the GM plays on, the fight continues while any unit stands.
        if state.outcome is None and (left < 0 or not state.decrees.plays_on):
            self.rules.aftermath(self, left)

    # What is often asked of a state.

    def spec_of(self, verb: str) -> ActionSpec | None:
        """The action of a verb; the last one is remembered, since it is asked for several times."""
        if verb is not self.verb:
            self.verb = verb
            self.spec = self.rules.actions.get(verb)
        return self.spec

    def are_foes(self, one: Unit, other: Unit) -> bool:
        if one.side == other.side:
            return False
        return self.teams[one.side] != self.teams[other.side]

    def bystanders(self) -> Bystanders:
        """Units with abilities that change the attacks of others."""
        units = self.state.units
        last = self.last_bystanders
        if last.units is not units or last.count != len(units):
            last = Bystanders(units)
            self.last_bystanders = last
        return last

    def why_not_broken(self, unit: Unit, choice: Choice) -> Refusal | None:
        """Why the rules of morale refuse a choice (DOL-040)."""
        policy = self.rules.why_not_broken
        return None if policy is None else policy(self, unit, choice)

    def why_not_its_turn(self, index: int) -> Refusal:
        state = self.state
        if not 0 <= index < len(state.units):
            return Refusal("nobody", self.rules.ids.turns)
        unit = state.units[index]
        active = state.clock.active
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", self.rules.ids.fight_over, index)
        if active >= 0 and active != index:
            return Refusal("another-is-acting", self.rules.ids.turns, index, active)
        if unit.acted:
            return Refusal("has-acted", self.rules.ids.turns, index)
        return Refusal("not-its-side", self.rules.ids.turns, index)
