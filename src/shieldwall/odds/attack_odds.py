"""The exact odds of one step, over every combination of dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from mypy_extensions import mypyc_attr

from shieldwall.engine.attack.damage import is_turned_by_defense
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Harmed, ShruggedOff
from shieldwall.engine.events.event import Event
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.state import ACTIVE, State
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.request import PASS, Choice, IllegalChoice, Request
from shieldwall.engine.tape.step_tree import Forest, Work, cases
from shieldwall.minds.gm_mind import default_answer

DEFENSE: Final = "total-defense"

FREE_BLOW = "strike"
DAMAGE: Final = 2
"""The place of the damage to the target among the facts of an end."""


class Facts:
    """The result of a step for the actor and its target."""

    def __init__(self, key: tuple[int, ...]) -> None:
        self.key = key
        self.hit = key[0] != 0
        self.shock = key[1] != 0
        """Whether a miss dealt Shock."""
        self.damage = key[2]
        """The damage dealt to the target, even beyond its hit points."""
        self.dropped = key[3] != 0
        self.taken = key[4]
        """The damage the actor took, and whether it fell."""
        self.fell = key[5] != 0
        self.turned = key[6] != 0
        """Whether the reaction was used."""


@mypyc_attr(allow_interpreted_subclasses=True)
class StepWork(Work):
    """One step with a given choice on a turn; given units use a given reaction if they can.

    Free attacks are taken, and no other reaction is used.
    """

    def __init__(self, rules: Ruleset, choice: Choice, target: int) -> None:
        self.rules = rules
        self.choice = choice
        self.target = target
        self.answers: list[tuple[int, str]] = []
        """Units and their reactions, used whenever legal and relevant."""
        self.offered: list[tuple[int, str]] = []
        """Every reaction that was possible on some path."""
        self.found: dict[tuple[int, ...], int] = {}
        self.facts: list[Facts] = []
        self.answered = False

    def ways(self, request: Request) -> list[Choice]:
        if request.point == TURN:
            refusal = request.options.why_not(self.choice)
            if refusal is not None:
                raise IllegalChoice(self.choice, refusal)
            return [self.choice]
        if request.point == RULING:
            return [default_answer(request)]
        best: Choice | None = None
        first: Choice | None = None
        for option in request.options:
            if first is None:
                first = option
            verb = option.verb
            if verb == PASS:
                continue
            if verb == FREE_BLOW:
                return [option]
            if not self.could_matter(request, verb):
                continue
            offer = (request.unit, verb)
            if offer not in self.offered:
                self.offered.append(offer)
            if best is None and offer in self.answers:
                best = option
        idle = Choice(request.unit, PASS)
        if best is None and (first is None or request.options.why_not(idle) is None):
            best = idle
        answer = first if best is None else best
        assert answer is not None
        return [answer]

    def could_matter(self, request: Request, verb: str) -> bool:
        options = request.options
        if not isinstance(options, ReactionOptions):
            return False
        blow = options.window.blow
        if verb == DEFENSE and blow is not None and blow.rolled and blow.hit:
            # One point of Shock less is not worth the Main.
            return is_turned_by_defense(options.battle, blow)
        for spec in self.rules.reactions[request.point]:
            if spec.verb == verb:
                return spec.matters(options.battle, options.unit, options.window)
        return False

    def run(self, start: State, oracle: Odometer) -> int:
        log: list[Event] = []
        battle = Battle(start.copy(), self.rules, oracle, log, 0)
        battle.step()
        self.answered = has_answered(oracle)
        return self.note(battle, log)

    def note(self, battle: Battle, log: list[Event]) -> int:
        """The number of the end reached."""
        actor = self.choice.unit
        target = self.target
        hit = 0
        shock = 0
        damage = 0
        taken = 0
        for event in log:
            if isinstance(event, Harmed):
                if event.unit == target:
                    damage += event.amount
                    if event.by == actor:
                        if event.cause == "hit":
                            hit = 1
                        elif event.cause == "shock":
                            shock = 1
                elif event.unit == actor:
                    taken += event.amount
            elif isinstance(event, ShruggedOff) and event.unit == target:
                hit = 1
        units = battle.state.units
        dropped = 1 if target >= 0 and units[target].status != ACTIVE else 0
        fell = 1 if units[actor].status != ACTIVE else 0
        turned = 1 if self.answered else 0
        return self.leaf_of((hit, shock, damage, dropped, taken, fell, turned))

    def leaf_of(self, key: tuple[int, ...]) -> int:
        number = self.found.get(key)
        if number is None:
            number = len(self.facts)
            self.found[key] = number
            self.facts.append(Facts(key))
        return number

    def leaves_between(self, leaf: int, other: int, steps: int) -> list[int]:
        if leaf < 0 or other < 0:
            return []
        low = self.facts[leaf].key
        high = self.facts[other].key
        if high[DAMAGE] - low[DAMAGE] != steps or high[:DAMAGE] != low[:DAMAGE]:
            return []
        after = low[DAMAGE + 1 :]
        if high[DAMAGE + 1 :] != after:
            return []
        return [
            self.leaf_of((*low[:DAMAGE], low[DAMAGE] + step, *after)) for step in range(1, steps)
        ]


def has_answered(oracle: Odometer) -> bool:
    """Whether any unit reacted, other than by a free attack."""
    forks = oracle.forks
    for place in range(len(forks)):
        fork = forks[place]
        if fork.point != TURN and fork.ways and not fork.tag:
            verb = fork.ways[oracle.taken[place]].verb
            if verb != PASS and verb != FREE_BLOW:
                return True
    return False


class StepOdds:
    """The odds of every result of a step."""

    def __init__(
        self, ends: list[tuple[Facts, int]], cases: int, offered: list[tuple[int, str]]
    ) -> None:
        self.cases = cases
        """The number of equally likely cases."""
        self.counted = ends
        """Each end with its number of cases."""
        self.offered = offered
        """The possible reactions: unit and verb."""
        hit = shock = dropped = fell = turned = mean = taken = 0
        for facts, count in ends:
            if facts.hit:
                hit += count
            if facts.shock:
                shock += count
            if facts.dropped:
                dropped += count
            if facts.fell:
                fell += count
            if facts.turned:
                turned += count
            mean += count * facts.damage
            taken += count * facts.taken
        self.hit = share_of(hit, cases)
        self.shock = share_of(shock, cases)
        self.dropped = share_of(dropped, cases)
        self.fell = share_of(fell, cases)
        self.turned = share_of(turned, cases)
        self.mean = share_of(mean, cases)
        self.mean_taken = share_of(taken, cases)

    @property
    def ends(self) -> list[tuple[Facts, Fraction]]:
        return [(facts, share_of(count, self.cases)) for facts, count in self.counted]

    @property
    def damage(self) -> dict[int, Fraction]:
        """Probability by damage to the target; 0 for none."""
        counts: dict[int, int] = {}
        for facts, count in self.counted:
            counts[facts.damage] = counts.get(facts.damage, 0) + count
        return {amount: share_of(count, self.cases) for amount, count in counts.items()}

    @property
    def taken(self) -> dict[int, Fraction]:
        """Probability by damage to the actor."""
        counts: dict[int, int] = {}
        for facts, count in self.counted:
            counts[facts.taken] = counts.get(facts.taken, 0) + count
        return {amount: share_of(count, self.cases) for amount, count in counts.items()}


NEVER: Final = Fraction(0)


def share_of(count: int, cases: int) -> Fraction:
    return NEVER if count == 0 else Fraction(count, cases)


def step_odds(
    state: State,
    rules: Ruleset,
    choice: Choice,
    answers: list[tuple[int, str]] | None = None,
    merge: bool = True,
) -> StepOdds:
    """The odds of a choice in a state at the unit's turn."""
    work = StepWork(rules, choice, choice.target)
    if answers is not None:
        work.answers = answers
    return odds_of(work, state, merge)


def odds_of(work: StepWork, state: State, merge: bool = True) -> StepOdds:
    tree = Forest(work, merge).grow(state)
    found, total = cases(tree)
    ends = [(work.facts[leaf], count) for leaf, count in found.items()]
    ends.sort(key=lambda end: end[0].key)
    return StepOdds(ends, total, work.offered)
