"""Small fights between deterministic minds, with exact chances and an error bound.

First a few fights are played with dice to estimate the size; a fight that is too large is refused
with that estimate.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from shieldwall.content.combatants.parties import ident_of
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.ground.field import STEP
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.engine.battle import Battle
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    TableRules,
    last_round,
    leave_to_minds,
)
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED, Side, State, Unit
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import seated
from shieldwall.minds.look_ahead.captain import STRENGTHS
from shieldwall.minds.look_ahead.equivalence import drop_dead_units
from shieldwall.minds.mind import Mind
from shieldwall.minds.user_minds import OwnMind
from shieldwall.odds.attack_scene import OddsError, open_field, positions_apart, with_figures
from shieldwall.odds.combatants import Combatant, read_sides
from shieldwall.odds.exact_positions import Uncountable
from shieldwall.odds.probability_flow import Flow
from shieldwall.odds.small_fight_chain import Chain, ChainWork, TooLarge
from shieldwall.text.fates import fate_word, is_free

MOST_STATES: Final = 200_000
"""About a minute with the compiled build, and some hundred MB."""
WITHIN: Final = 1e-5
PLAYED: Final = 200
PLAY_SECONDS: Final = 2.0
SEED: Final = 7
ALIKE: Final = 6
"""One in this many combinations of hit points and rest is reached. Found by comparing estimates
with counts; an estimate is within a factor of five."""
DOUBT: Final = 3
"""The computation is refused only if the estimate exceeds the limit by this factor."""
AT_ONCE: Final = 500
BY_CHANCE: Final = (*STRENGTHS, "random")

ROOM: Final = 6
"""Positions behind each side without a map."""
FEET: Final = 30

Progress = Callable[["SmallFight"], None]


class TooManyStates(OddsError):
    """A fight that is too large to compute, with its approximate size."""

    def __init__(self, states: int, limit: int, known: str = "") -> None:
        least = "more than" if known else "about"
        super().__init__(
            f"this fight has {least} {in_round_numbers(states)} states; the limit is "
            f"{in_round_numbers(limit)}.{known} Fewer or weaker combatants, --space open, or a "
            "larger --states can help; `shieldwall sim` answers for fights of any size"
        )
        self.states = states
        self.limit = limit


def in_round_numbers(count: int) -> str:
    """Two significant digits: 340,000 or 2.9 million."""
    for size, word in (
        (10**12, "million million"),
        (10**9, "thousand million"),
        (10**6, "million"),
    ):
        if count >= size:
            amount = count / size
            return f"{amount:.0f} {word}" if amount >= 10 else f"{amount:.1f} {word}"
    digits = len(str(count))
    step = 10 ** max(0, digits - 2)
    return f"{round(count / step) * step:,}"


def fight_in_words(text: str, rules: str, feet: int = FEET) -> Setup:
    """Parse `alda, cenric vs 2 orc hp 6` into two sides without a map, at a distance.

    By a book or by house rules.
    """
    book = played_book(rules)
    sides = read_sides(text, book.rules)
    apart, nearer = positions_apart(max(STEP, feet))
    width = 2 * ROOM + apart + 1
    placements: list[Placement] = []
    heads = [ident_of(member.sheet.name) for side in sides for member in side]
    taken: Counter[str] = Counter()
    for number, side in enumerate(sides):
        for member in side:
            ident = ident_of(member.sheet.name)
            taken[ident] += 1
            if heads.count(ident) > 1:
                ident = f"{ident}-{taken[ident]}"
            place = ROOM + number * apart
            placements.append(Placement(ident, armed(member), number, place, 0, ""))
    return Setup(
        " ".join(text.split()),
        book.base,
        open_field(width, nearer=nearer),
        [Side("party", True, 0), Side("foes", False, 1)],
        placements,
        table=TableRules(house=book.house),
    )


def armed(member: Combatant) -> Sheet:
    """The sheet with the named weapon wielded."""
    sheet = with_figures(member.sheet)
    if member.weapon:
        names = [weapon.name for weapon in sheet.weapons]
        if member.weapon not in names:
            raise OddsError(
                f"{sheet.name} has no {member.weapon!r}{did_you_mean(member.weapon, names)}"
            )
        index = names.index(member.weapon)
        chosen = sheet.weapons[index]
        sheet.weapons = (chosen, *sheet.weapons[:index], *sheet.weapons[index + 1 :])
        sheet.carried = list(sheet.weapons)
    return sheet


class UnitChances:
    """The fates of one combatant, with probabilities."""

    def __init__(self, ident: str, unit: Unit) -> None:
        self.ident = ident
        self.name = unit.sheet.name
        self.side = int(unit.side)
        self.hp = int(unit.sheet.hp)
        self.falls = 0.0
        self.dies = 0.0
        self.leaves = 0.0
        """Flees or surrenders."""
        self.states: dict[str, float] = {}
        """By the words of the log: slain, dying, knocked out and so on."""
        self.hp_left = 0.0
        """On average, including units that escaped; 0 for fallen ones."""


class SmallResult:
    """The chances of all results of a fight, each within `error` of the truth."""

    def __init__(self, setup: Setup, start: State) -> None:
        self.setup = setup
        self.wins: dict[int, float] = {}
        """By team; -1 for undecided."""
        self.rounds: dict[int, float] = {}
        """By the round in which it ends."""
        self.somebody_dies = 0.0
        self.party_killed = 0.0
        """All units of the party are down, and at least one is dead."""
        self.captured = 0.0
        """No unit of the party stands or has fled, and none is dead."""
        self.ours = next((side.team for side in setup.sides if side.players), setup.sides[0].team)
        self.units = [
            UnitChances(place.ident, unit)
            for place, unit in zip(setup.placements, start.units, strict=True)
        ]
        self.error = 1.0
        self.states = 0
        self.seconds = 0.0

    def add(self, end: State, start: State, hp: list[int], share: float) -> None:
        """Add one end of the fight."""
        assert end.outcome is not None
        team = int(end.outcome.team)
        self.wins[team] = self.wins.get(team, 0.0) + share
        ours_dead = False
        ours_down = True
        ours_free = False
        for number, chances in enumerate(self.units):
            unit = end.units[number]
            own = end.sides[start.units[number].side].team
            lies = unit.status in (DOWN, DEAD)
            rose = unit.status == ACTIVE and unit.frail and not start.units[number].frail
            dead = unit.status == DEAD or (lies and not unit.stable and team not in (-1, own))
            chances.falls += share if lies or rose else 0.0
            chances.dies += share if dead else 0.0
            chances.leaves += share if unit.status in (FLED, SURRENDERED) else 0.0
            chances.hp_left += 0.0 if lies else share * hp[number]
            word = fate_word(unit)
            chances.states[word] = chances.states.get(word, 0.0) + share
            if own == self.ours:
                ours_dead = ours_dead or dead
                ours_down = ours_down and lies
                ours_free = ours_free or is_free(word)
        killed = ours_down and ours_dead
        self.somebody_dies += share if ours_dead else 0.0
        self.party_killed += share if killed else 0.0
        self.captured += share if not ours_dead and not ours_free else 0.0


class SmallFight:
    """A fight to compute from its start, or from a state between two steps."""

    def __init__(
        self,
        setup: Setup,
        minds: Sequence[str] = (),
        within: float = WITHIN,
        most: int = MOST_STATES,
        merge: bool = True,
        start: State | None = None,
    ) -> None:
        self.setup = setup
        self.rules: Ruleset = rules_of(setup)
        self.within = within
        self.most = most
        begin = initial_state(setup) if start is None else start.copy()
        self.last = last_round(setup, begin)
        self.start = leave_to_minds(begin)
        self.minds = [settled(mind) for mind in seated(setup, minds)]
        self.chain = Chain(self.work(), self.start, most, merge)
        self.flow = Flow(self.chain, within, self.last - int(self.start.clock.round))
        self.interrupted = False
        self.seconds = 0.0

    def work(self) -> ChainWork:
        return ChainWork(self.start, self.rules, list(self.minds))

    def estimate(self) -> int:
        """The approximate number of states, from a few fights played with dice.

        The combinations of hit points times the rests seen.
        """
        work = self.work()
        end = time.perf_counter() + PLAY_SECONDS
        for number in range(PLAYED):
            oracle = Playing(Dice(substream(SEED, number)), self.minds)
            battle = Battle(self.start.copy(), self.rules, oracle, None, self.last)
            while battle.state.outcome is None:
                oracle.rolled = False
                battle.step()
                if oracle.rolled and battle.state.outcome is None:
                    seen = battle.state.copy()
                    if work.plain:
                        drop_dead_units(seen)
                    work.rest(seen)
            if time.perf_counter() > end:
                break
        return max(1, int(work.span) * len(work.rests) // ALIKE)

    def check_size(self) -> int:
        """The estimate; raises an error if it is far too large."""
        states = self.estimate()
        if states > DOUBT * self.most:
            raise TooManyStates(states, self.most)
        return states

    def count(self, progress: Progress | None = None) -> SmallResult:
        """Compute until the error is small enough; Ctrl-C gives the result so far."""
        began = time.perf_counter()
        flow = self.flow
        try:
            while True:
                while flow.follow(AT_ONCE):
                    if progress is not None:
                        progress(self)
                if progress is not None:
                    progress(self)
                if flow.is_over() or flow.error() <= self.within:
                    break
                flow.turn()
        except KeyboardInterrupt:
            self.interrupted = True
        except TooLarge:
            self.seconds += time.perf_counter() - began
            raise TooManyStates(self.most, self.most, self.known()) from None
        except Uncountable as error:
            raise OddsError(
                f"{error}: that cannot be counted; `shieldwall sim` can play it"
            ) from None
        self.seconds += time.perf_counter() - began
        return self.result()

    def result(self) -> SmallResult:
        """The result so far."""
        found = SmallResult(self.setup, self.start)
        for ended in self.flow.all_ended():
            chain = ended.chain
            found.states += len(chain.positions)
            for number, share in ended.shares.items():
                position = chain.positions[number]
                hp = [
                    position.code // step % base
                    for step, base in zip(chain.work.steps, chain.work.bases, strict=True)
                ]
                found.add(chain.work.rests[position.rest], self.start, hp, share)
        first = int(self.start.clock.round)
        found.rounds = {first + number: self.flow.by_round[number] for number in self.flow.by_round}
        found.error = min(1.0, self.flow.error())
        found.seconds = self.seconds
        return found

    def known(self) -> str:
        """The result so far as a sentence, if the computation stops early."""
        found = self.result()
        parts = [
            f"{side.name} {100 * found.wins.get(side.team, 0.0):.1f} %" for side in self.setup.sides
        ]
        return (
            f" When it was reached, {100 * (1 - found.error):.1f} % was settled"
            f" ({', '.join(parts)})."
        )


class Playing(Oracle):
    """Dice and minds, recording whether any die was rolled."""

    def __init__(self, dice: Dice, minds: Sequence[Mind]) -> None:
        self.dice = dice
        self.minds = minds
        self.rolled = False

    def roll(self, tag: str, sides: int) -> int:
        self.rolled = True
        return int(self.dice.roll(sides))

    def choose(self, requests: list[Request]) -> list[Choice]:
        return [self.answer(request) for request in requests]

    def answer(self, request: Request) -> Choice:
        choice = self.minds[request.seats[0]](request)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        return choice


def settled(mind: Mind) -> Mind:
    """A deterministic mind; raises an error that names any other."""
    if isinstance(mind, OwnMind):
        raise OddsError(
            f"the mind {mind.name}: your own mind may not always give "
            "the same answer; use `shieldwall sim`"
        )
    if mind.name in BY_CHANCE:
        raise OddsError(
            f"the mind {mind.name!r} uses random numbers or simulation; "
            "`shieldwall sim` can play it"
        )
    return mind
