"""A battle in progress: the four verbs (`roll`, `ask`, `emit`, `window`) and `step`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from shieldwall.engine.action_spec import ActionSpec, says_too_much
from shieldwall.engine.enforcement import ON, WARN
from shieldwall.engine.events.clock_events import FightEnded, Interrupted, Waived
from shieldwall.engine.events.event import Event
from shieldwall.engine.hooks import HOOKS
from shieldwall.engine.move.interruption import IMPOSSIBLE, MOVED, OUT, Stance, is_helpless
from shieldwall.engine.reaction_options import ReactionOptions, request_in
from shieldwall.engine.reaction_order import put_in_order
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.last_reach import LastReach
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
from shieldwall.engine.tape.request import PASS, Choice, Options, Refusal, Request
from shieldwall.engine.turn_options import TurnOptions as TurnOptions
from shieldwall.engine.window import Action, ChosenReaction, Window

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow


def holds_action(unit: Unit) -> bool:
    return bool(unit.effects) and unit.effect(HOLDING) is not None


class Battle:
    """A state, the ruleset and the oracle that rolls and chooses."""

    def __init__(
        self, state: State, rules: Ruleset, oracle: Oracle, log: list[Event] | None, rounds: int
    ) -> None:
        self.state = state
        self.rules = rules
        self.oracle = oracle
        self.log = log
        """The events so far, or None to create no events."""
        self.rounds = rounds
        """Round limit: the fight ends undecided after it; 0 for no limit."""
        self.turns = 0
        """Turns played so far, for benchmarks."""
        self.lenient = bool(rules.waived)
        """Whether any rule is waived, for one unit or for all."""
        self.strict = False
        """Whether rules that only warn are enforced too."""
        self.verb = ""
        self.spec: ActionSpec | None = None
        self.verb_before = ""
        self.spec_before: ActionSpec | None = None
        """Cache of the last two action lookups, with their verbs."""
        self.used_request: Request | None = None
        self.used_options: TurnOptions | None = None
        self.used_seat = -1
        """The last turn request of a single seat, kept for reuse."""
        self.reuses = False
        """Whether requests may be reused: the caller neither keeps them nor stops the fight."""
        self.forced: i64 = -1
        """The unit for which the GM has waived every rule that can be waived."""
        self.roller: i64 = -1
        """The unit that rolls the wanted die; -1 for a die of a side or of the GM."""
        self.teams = state.teams
        """The team of each side; constant."""
        self.last_bystanders = Bystanders(state.units, rules)
        self.acting: list[Unit] = []
        self.ready_from: i64 = 0
        self.ready_roster: i64 = -1
        """In a simulation: no unit before this one may act on this side's turn, and the `roster`
        for which that holds."""
        """The acting unit as a one-element list, cached."""
        self.foe_a: i64 = 0
        self.foe_b: i64 = len(state.units) - 1
        """Cache of `settle`: two units that were foes when last checked."""
        self.under_way: Action | None = None
        """The actions in progress, innermost first."""
        self.thinks = False
        """Whether a built-in mind is choosing an answer: nothing changes meanwhile."""
        self.last_reaches: list[LastReach | None] = []
        """By unit, the last range searched for a listing (`walking_range`)."""
        self.stage_number = -1
        self.stage = rules.flow.stages[0]
        """Cache of `step`: the last stage of the flow, and its number."""
        self.passes_unasked = False
        """In a simulation: whether minds react only to rolled attacks or with held actions."""
        self.nobody_holds = False
        self.nobody_screens = False
        """In a simulation: whether it is certain that no unit does."""
        self.roster: i64 = 0
        """Changes whenever a unit joins or leaves the fight or its side, or gets a new weapon."""
        self.settled: i64 = -1
        self.seen_roster: i64 = -1
        """The `roster` with which `settle` last found foes, and of `last_bystanders`."""
        self.shooter: Unit | None = None
        self.is_shooter_bound = False
        """Cache of `is_bound` while a mind is choosing: the last shooter, and the result."""

    def play_by(self, rules: Ruleset) -> None:
        """Use these rules from now on."""
        self.rules = rules
        self.lenient = bool(rules.waived)
        self.stage_number = -1
        self.verb = ""
        self.spec = None
        self.verb_before = ""
        self.spec_before = None

    def holds(self, rule: str, unit: Unit) -> bool:
        """Whether a rule that can be waived is in force for the unit."""
        if not self.lenient:
            return True
        if self.forced == unit.index:
            return False
        mode = self.rules.waived.get(rule, ON)
        return mode == ON or (self.strict and mode == WARN)

    def warning(self, options: Options, choice: Choice) -> Refusal | None:
        """Why the choice would be refused if rules that only warn were enforced."""
        if not self.lenient:
            return None
        self.strict = True
        refusal = options.why_not(choice)
        self.strict = False
        return refusal

    def think(self, thinks: bool) -> None:
        """Note that a built-in mind starts or has finished choosing an answer."""
        self.thinks = thinks
        self.shooter = None

    # The four verbs.

    def roll(self, tag: str, sides: i64, by: i64 = -1) -> i64:
        """Roll a die; `by` is the unit that rolls, -1 for a side or the GM."""
        self.roller = by
        return self.oracle.roll(tag, sides)

    def ask(self, request: Request) -> Choice:
        choice = self.oracle.pick(request)
        if self.lenient:
            self.note_waiver(request, choice)
        return choice

    def note_waiver(self, request: Request, choice: Choice) -> None:
        """Log that a choice broke a rule that only warns."""
        if self.log is not None:
            why = request.options.warning(choice)
            if why is not None:
                self.emit(Waived(choice.unit, why.reason, why.cite, why.other, why.have, why.need))

    def emit(self, event: Event) -> None:
        if self.log is not None:
            if event.terms:
                self.rules.name_terms(event.terms)
            if self.state.murky:
                event.unknown = [unit.unknown_to for unit in self.state.units]
            self.log.append(event)

    def window(self, window: Window) -> bool:
        """Ask all units that can react at once, then resolve their answers together.

        Returns whether any unit reacted.
        """
        able: list[ReactionOptions] | None = None
        asked: i64 = self.rules.at_point[window.point]
        for unit in window.who:
            left: i64 = self.answers_of(unit, asked, window.blow)
            if left != 0:
                options = self.options_in(window, unit, left)
                if options is not None:
                    if able is None:
                        able = [options]
                    else:
                        able.append(options)
        return able is not None and self.answered(window, able)

    def window_on(self, blow: Blow, point: i64, wanted: i64) -> bool:
        """Open a window for an attack in progress: every standing unit may react.

        Units without a held action are only asked about the reactions of the mask `wanted`.
        """
        window: Window | None = None
        able: list[ReactionOptions] | None = None
        rules = self.rules
        always: i64 = rules.at_point[point] & self.bystanders().able
        usual: i64 = always
        if not blow.rolled:
            usual &= ~rules.after_roll
        elif not blow.harms:
            usual &= ~rules.on_harm
        # Bit masks of reactions for the target, the attacker, friends and all others.
        target = blow.target
        attacker = blow.attacker
        team: i64 = self.teams[target.side]
        of_attacker: i64 = usual & ~rules.for_target
        of_friends: i64 = of_attacker & ~rules.for_the_two
        of_foes: i64 = of_friends & ~rules.for_friends
        if self.teams[attacker.side] != team:
            of_attacker &= ~rules.for_friends
        unheld: i64 = wanted & ~rules.with_hold
        unpaid: i64 = ~rules.with_main
        for unit in self.state.units:
            if unit.status != ACTIVE:
                continue
            asked: i64 = of_foes
            if unit.stops == ALWAYS:
                asked = always
            elif unit is target:
                asked = usual
            elif unit is attacker:
                asked = of_attacker
            elif self.teams[unit.side] == team:
                asked = of_friends
            if self.nobody_holds or not holds_action(unit):
                asked &= unheld
            if unit.mains == 0:
                asked &= unpaid
            if asked == 0:
                continue
            left: i64 = self.able_to(unit, asked)
            if left != 0:
                if window is None:
                    window = Window(point, blow.attacker.index, self.state.units, blow)
                options = self.options_in(window, unit, left)
                if options is not None:
                    if able is None:
                        able = [options]
                    else:
                        able.append(options)
        if window is None or able is None or not self.answered(window, able):
            return False
        blow.stance = window.stance
        return True

    def wanted(self, blow: Blow) -> i64:
        """Bit mask of the reactions to an attack that a unit without a held action might use.

        Minds pass until it has been rolled.
        """
        if not self.passes_unasked:
            return -1
        if not blow.rolled:
            return 0
        return self.oracle.wanted(self, blow)

    def options_in(self, window: Window, unit: Unit, left: i64) -> ReactionOptions | None:
        """The unit's options, if it is asked about one of the reactions in the mask `left`."""
        specs = self.rules.reactions[window.point]
        bits = self.rules.reaction_bits[window.point]
        number: i64 = 0
        while left != 0 and number < len(specs):
            bit: i64 = bits[number]
            if left & bit:
                spec = specs[number]
                if self.is_asked(spec, unit, window):
                    if unit.stops == WHEN_IT_MATTERS and spec.optional:
                        return ReactionOptions(self, unit, window, spec)
                    return ReactionOptions(self, unit, window)
            left &= ~bit
            number += 1
        return None

    def answered(self, window: Window, able: list[ReactionOptions]) -> bool:
        """Ask the units that can react, and resolve their choices."""
        if len(able) == 1:
            return self.is_answered_by_one(window, able[0])
        specs = self.rules.reactions[window.point]
        answers = self.answers_in(window, able)
        chosen: list[ChosenReaction] = []
        for place in range(len(able)):
            choice = answers[place]
            if choice.verb == PASS:
                continue
            for spec in specs:
                if spec.handles(choice.verb) and self.is_possible(spec, able[place]):
                    chosen.append(ChosenReaction(spec, able[place].unit, choice))
                    break
        if not chosen:
            return False
        # SOV-040: all reactions are paid at once; then offence before defence, otherwise in unit
        # order or as the GM decides.
        for reaction in chosen:
            reaction.spec.commit(self, reaction.unit, window, reaction.choice)
        if len(chosen) > 1 and self.rules.instants_order:
            chosen = put_in_order(self, chosen, window.cause)
        if window.cause >= 0:
            window.stance = Stance(self.state.units[window.cause])
        for rank in range(3):
            for reaction in chosen:
                if reaction.spec.rank == rank:
                    self.react(reaction.spec, reaction.unit, window, reaction.choice)
        return bool(chosen)

    def answers_in(self, window: Window, able: list[ReactionOptions]) -> list[Choice]:
        """The choices of several units; none of them sees those of others."""
        if self.passes_unasked and not self.lenient:
            given: list[Choice] = []
            for options in able:
                choice = self.oracle.reaction_choice(self, options)
                if choice is not None:
                    given.append(choice)
            if len(given) == len(able):
                return given
        requests = [request_in(options) for options in able]
        answers = self.oracle.choose(requests)
        if self.lenient:
            for place in range(len(requests)):
                self.note_waiver(requests[place], answers[place])
        return answers

    def is_possible(self, spec: ReactionSpec, options: ReactionOptions) -> bool:
        return options.matters is spec or spec.can(self, options.unit, options.window)

    def is_answered_by_one(self, window: Window, options: ReactionOptions) -> bool:
        """Ask a single unit, where no other unit can react."""
        unit = options.unit
        choice: Choice | None = None
        if self.passes_unasked and not self.lenient:
            choice = self.oracle.reaction_choice(self, options)
        if choice is None:
            choice = self.ask(request_in(options))
        if choice.verb == PASS:
            return False
        for spec in self.rules.reactions[window.point]:
            if spec.handles(choice.verb) and self.is_possible(spec, options):
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

    # Interruption of actions.

    def carry_out(self, unit: Unit, spec: ActionSpec, choice: Choice) -> None:
        """Run an action to its end, or until it is interrupted."""
        around = self.under_way
        self.under_way = Action(unit, spec.verb, spec, choice, around)
        spec.perform(self, unit, choice)
        self.under_way = around

    def halted(self, window: Window) -> bool:
        """Open a window on a move. Returns whether the mover is stopped."""
        return self.window(window) and self.stops(window.stance, True)

    def interrupted(self, window: Window) -> bool:
        """Open a window on any other action. Returns whether it ends; its cost stays spent."""
        return self.window(window) and self.stops(window.stance, False)

    def stops(self, stance: Stance | None, moving: bool) -> bool:
        """Whether reactions end the actor's action; log it if so.

        Any change to its stance stops a move. Other actions continue if they are still legal.
        """
        if stance is None:
            return False
        if moving:
            why = stance.why_no_step()
        else:
            why = stance.why_lost()
            if not why:
                if self.is_still_allowed(stance.unit):
                    return False
                why = stance.why_changed()
                if not why:
                    why = IMPOSSIBLE
        if why:
            self.note_stop(stance.unit, why)
        return bool(why)

    def is_forestalled(self, unit: Unit, spec: ActionSpec, choice: Choice, window: Window) -> bool:
        """Before paying: whether the declared action is no longer possible (SOV-098).

        Squares were chosen from the actor's old position, so a displaced actor chooses again.
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
        """Whether the rest of the unit's current action is still legal."""
        action = self.action_of(unit)
        return action is None or action.is_allowed(self)

    def action_of(self, unit: Unit) -> Action | None:
        """The innermost action in progress of a unit."""
        action = self.under_way
        while action is not None and action.unit is not unit:
            action = action.around
        return action

    def note_stop(self, unit: Unit, why: str) -> None:
        """Log that an action ends, and why; a fall has its own log line."""
        if self.log is None or why == OUT:
            return
        action = self.action_of(unit)
        if action is not None:
            self.emit(Interrupted(int(unit.index), action.verb, why))

    def answers_of(self, unit: Unit, asked: i64, blow: Blow | None) -> i64:
        """The reactions of the mask that the unit might have, by cheap tests."""
        if unit.status != ACTIVE:
            return 0
        left: i64 = self.able_to(unit, asked)
        if left != 0 and blow is not None and unit.stops != ALWAYS:
            rules = self.rules
            if not blow.rolled:
                left &= ~rules.after_roll
            elif not blow.harms:
                left &= ~rules.on_harm
            if blow.target is not unit:
                left &= ~rules.for_target
                if blow.attacker is not unit:
                    left &= ~rules.for_the_two
                if left & rules.for_friends and self.are_foes(unit, blow.target):
                    left &= ~rules.for_friends
        return left

    def able_to(self, unit: Unit, asked: i64) -> i64:
        """The reactions of the mask an active unit has, can pay for and wants to be asked about."""
        rules = self.rules
        sheet = unit.sheet
        left: i64 = sheet.usable if sheet.usable_by is rules else rules.usable_by(sheet)
        left &= asked
        if unit.mains == 0:
            left &= ~rules.with_main
        if unit.luck == 0:
            left &= ~rules.with_luck
        if not unit.effects:
            left &= ~rules.with_hold
        elif left != 0:
            if is_helpless(unit):
                return 0
            if left & rules.with_hold and unit.effect(HOLDING) is None:
                left &= ~rules.with_hold
        if unit.stops == NEVER:
            left &= ~rules.optional
        return left

    def is_asked(self, spec: ReactionSpec, unit: Unit, window: Window) -> bool:
        if spec.optional:
            if unit.stops == NEVER:
                return False
            if unit.stops == WHEN_IT_MATTERS:
                return spec.is_wanted(self, unit, window)
        return spec.can(self, unit, window)

    def says_too_much(self, reaction: ReactionSpec, choice: Choice) -> bool:
        """Whether a choice has a field its reaction, or the held action, does not use."""
        spec = self.spec_of(choice.verb)
        return says_too_much(choice, reaction.uses if spec is None else spec.uses)

    # The clock.

    def opening(self) -> Request | None:
        """The request that the next step starts with, if any."""
        return self.rules.flow.stages[self.state.clock.stage].opening(self)

    def step(self) -> None:
        """Run the next step: an action, an initiative roll or a change of the clock."""
        if not self.reuses:
            self.oracle.begin(self.state)
        self.under_way = None
        clock = self.state.clock
        flow = self.rules.flow
        if clock.stage != self.stage_number:
            self.stage = flow.stages[clock.stage]
            self.stage_number = clock.stage
        if self.stage.step(self):
            clock.stage += 1
            if clock.stage == len(flow.stages):
                clock.stage = flow.loop

    def play(self) -> Outcome:
        """Run steps until the fight ends."""
        state = self.state
        self.reuses = self.oracle.forgets()
        self.seen_roster = -1
        self.passes_unasked = self.reuses and self.oracle.lets_pass(self)
        try:
            while state.outcome is None:
                self.step()
        finally:
            # The request refers to the battle: a reference cycle that would not be freed.
            self.used_request = None
            self.used_options = None
            self.reuses = False
            self.passes_unasked = False
            self.nobody_holds = False
            self.nobody_screens = False
        return state.outcome

    def end(self, reason: str, team: int) -> None:
        if self.state.outcome is None:
            self.state.outcome = Outcome(reason, team)
            self.emit(FightEnded(reason, team))

    def settle(self) -> None:
        """End the fight when only one side, or only allies, are left (SOV-034)."""
        state = self.state
        if self.rules.tidied:
            for rule in self.rules.at_tidy:
                rule.tidy(self)
        elif self.reuses and self.settled == self.roster and not state.has_unusual_units:
            return
        if state.has_unusual_units and HOOKS.tidy is not None:
            HOOKS.tidy(self)
        units = state.units
        # Turning back a turn may leave fewer units.
        if self.foe_b < len(units):
            first = units[self.foe_a]
            second = units[self.foe_b]
            if first.status == ACTIVE and second.status == ACTIVE and self.are_foes(first, second):
                self.settled = self.roster
                return
        left: i64 = -1
        for unit in units:
            if unit.status == ACTIVE:
                team: i64 = self.teams[unit.side]
                if left < 0:
                    left = team
                    self.foe_a = unit.index
                elif left != team:
                    self.foe_b = unit.index
                    self.settled = self.roster
                    return
        # If the GM plays on, the fight continues while any unit stands.
        if state.outcome is None and (left < 0 or not state.gm_changes.plays_on):
            self.rules.aftermath(self, left)

    # Frequent queries.

    def spec_of(self, verb: str) -> ActionSpec | None:
        """The action of a verb; caches the last two lookups."""
        if verb is self.verb:
            return self.spec
        if verb is self.verb_before:
            return self.spec_before
        self.verb_before = self.verb
        self.spec_before = self.spec
        self.verb = verb
        self.spec = self.rules.actions.get(verb)
        return self.spec

    def are_foes(self, unit: Unit, other: Unit) -> bool:
        if unit.side == other.side:
            return False
        return self.teams[unit.side] != self.teams[other.side]

    def bystanders(self) -> Bystanders:
        """The reactions the units could use at all, and who affects the attacks of others."""
        if self.reuses and self.seen_roster == self.roster:
            return self.last_bystanders
        units = self.state.units
        last = self.last_bystanders
        if last.units is not units or last.count != len(units) or last.rules is not self.rules:
            last = Bystanders(units, self.rules)
            self.last_bystanders = last
        self.seen_roster = self.roster
        return last

    def why_not_broken(self, unit: Unit, choice: Choice) -> Refusal | None:
        """Why the morale rules refuse a choice (DOL-040)."""
        policy = self.rules.why_not_broken
        return None if policy is None else policy(self, unit, choice)
