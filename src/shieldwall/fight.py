"""A fight that can be played: read the open requests, push an answer, undo, fork, save, replay.

When a step of the engine needs an answer, the step is discarded and run again from its checkpoint
once the answer is on the tape. The tape is therefore the only record; everything else here is
derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.books.shared.improvised import PLAY_ON, force, forced_request, obey, why_not_ruled
from shieldwall.content.house_rules.ruling_text import merged
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import MOST_ROUNDS, Setup
from shieldwall.engine.state.state import Outcome, State
from shieldwall.engine.tape.dice import Dice, fold, splitmix64
from shieldwall.engine.tape.entries import Chose, Desync, Entry, Rolled, Ruled
from shieldwall.engine.tape.oracles import Oracle, Replaying, ReplayThenLive, ReplayThenNeed
from shieldwall.engine.tape.request import (
    Choice,
    IllegalChoice,
    NeedChoice,
    NeedRoll,
    Refusal,
    Request,
)
from shieldwall.fight_start import at_table, initial_state, rules_of
from shieldwall.fight_start import seat_names as seat_names
from shieldwall.gm.order_grammar import FORCE, is_plain
from shieldwall.text.notation import Names, choice_text, digest_text, parse_choice, read_choice
from shieldwall.text.order_text import (
    ADD,
    explain,
    join,
    spell_out_newcomer,
    why_no_ruling,
)

Mind = Callable[[Request], Choice]

MOST_IDLE: Final = 50
"""Rounds without a choice after which a fight in which no unit can act ends."""
NOBODY_ACTS: Final = "standstill"
GIVEN_UP: Final = "end round-limit"
"""The order that ends a fight at the round limit of minds."""


def step_with_rulings(battle: Battle, oracle: Replaying, fight: Fight) -> None:
    """Run one step and the GM orders after it, or a GM order alone."""
    oracle.pass_rulings()
    if not oracle.rulings:
        battle.step()
    while oracle.rulings:
        ruled = oracle.rulings.pop(0)
        if battle.state.outcome is None or ruled.what == PLAY_ON:
            follow(battle, ruled, fight)


def follow(battle: Battle, ruled: Ruled, fight: Fight) -> None:
    """Apply a GM order recorded on the tape between two steps."""
    names = fight.names
    if ruled.what.startswith(f"{ADD} "):
        join(battle, ruled.what, ruled.note, fight.setup.stops)
        battle.settle()
        return
    if not ruled.what.startswith(f"{FORCE} "):
        obey(battle, ruled.what, ruled.note)
        battle.play_by(fight.rules_at(battle.state))
        return
    choice = parse_choice(names, ruled.what.removeprefix(FORCE).strip())
    # It may name a unit summoned in a turn that was undone.
    if choice.unit < len(battle.state.units):
        force(battle, battle.state.units[choice.unit], choice, ruled.what, ruled.note)


class WantedDie:
    """A die that a player has to roll by hand: its tag and number of sides."""

    def __init__(self, tag: str, sides: int, roller: int = -1) -> None:
        self.tag = tag
        self.sides = sides
        self.roller = roller
        """The unit that rolls it; -1 for a die of a side or of the GM."""


class Checkpoint:
    """The state at the start of a step, and how many tape entries and events precede it."""

    def __init__(self, state: State, entries: int, events: int) -> None:
        self.state = state
        self.entries = entries
        self.events = events


class NothingToUndo(ValueError):
    """There is no choice to undo."""


class BadRuling(ValueError):
    """A GM order that is not possible now, with the reason."""

    def __init__(self, what: str, refusal: Refusal, words: str = "") -> None:
        super().__init__(words or refusal.reason)
        self.what = what
        self.refusal = refusal
        self.words = words
        """How to write the order, where it could not be parsed; otherwise see `refusal`."""


class Fight:
    """One fight, from its set-up on.

    `requests` holds the open requests (several seats may be asked at the same moment), `die` the
    wanted die when dice are rolled by hand; both are empty once there is an `outcome`.
    """

    def __init__(self, setup: Setup, seed: int = 0, by_hand: bool = False) -> None:
        self.setup = setup
        self.book = rules_of(setup)
        """The rules at the start of the fight."""
        self.rules = self.book
        """The current rules, including the GM's changes."""
        self.seed = seed
        self.by_hand = by_hand
        """Whether players type in the dice; otherwise they are drawn from the seed."""
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.requests: list[Request] = []
        self.die: WantedDie | None = None
        self.marks: list[int] = []
        """For each entry, how many events were published before it went onto the tape."""
        self.replayable_to: int | None = None
        """The first tape entry that today's rules cannot replay; None while all can be replayed."""
        self._answers: dict[int, Choice] = {}
        self._given = 0
        """How many answers to the open requests are already on the tape."""
        # Use all bits of a seed of up to 128 bits: the upper half here, the lower half in each die.
        self._digests: list[int] = [splitmix64(seed ^ splitmix64(seed >> 64))]
        start = initial_state(setup)
        self.names = Names(start, self.rules.concordance)
        self._checkpoints = [Checkpoint(start, 0, 0)]
        self._advance()

    @property
    def request(self) -> Request | None:
        """The first open request without an answer."""
        for request in self.requests:
            if request.unit not in self._answers:
                return request
        return None

    @property
    def state(self) -> State:
        """The current state, even in the middle of a step. Do not modify it."""
        if self.requests:
            return self.requests[0].battle.state
        return self._now

    @property
    def outcome(self) -> Outcome | None:
        return self._checkpoints[-1].state.outcome

    @property
    def answers(self) -> Mapping[int, Choice]:
        """Sealed answers by the unit asked: they wait until all seats have answered."""
        return self._answers

    def push(self, answer: Choice | str, request: Request | None = None) -> None:
        """Answer a request, by default the one the answer fits. Text is parsed as notation."""
        if isinstance(answer, str):
            choice = read_choice(self.names, self._asked(answer), answer)
        else:
            choice = answer
        if request is None:
            request = self._request_for(choice)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(choice, refusal)
        self._answers[request.unit] = choice
        self._go_on_if_answered()

    def _go_on_if_answered(self) -> None:
        """Put the sealed answers on the tape together once every open request has one."""
        if not self.requests or self.request is not None:
            return
        for asked in self.requests:
            answered = self._answers[asked.unit]
            seat = asked.seats[0]
            if answered.unit >= 0:
                seat = self.state.units[answered.unit].seat
            self._append(Chose(seat, asked.point, answered))
        self._answers = {}
        self._advance()

    def push_die(self, value: int) -> None:
        """Give the result of the wanted die."""
        wanted = self.die
        assert wanted is not None, "no die is wanted"
        if not 1 <= value <= wanted.sides:
            raise ValueError(f"a d{wanted.sides} shows 1 to {wanted.sides}, not {value}")
        self._append(Rolled(wanted.tag, wanted.sides, value))
        self._advance()

    def rule(self, what: str, note: str = "") -> None:
        """Apply an order of the GM, e.g. `hp ogre 5`, with an optional note.

        The order takes effect between two steps: at once if the current step has no die or choice
        yet, otherwise when that step ends. Open requests are asked again.
        """
        battle = Battle(self.state, self.rules, Oracle(), None, self.setup.rounds)
        if what.startswith(f"{FORCE} "):
            what, refusal = self._read_forced(battle, what)
        elif what.startswith(f"{ADD} ") and battle.state.outcome is None:
            what, refusal = spell_out_newcomer(battle, what)
        else:
            if what.startswith("ruling "):
                # Check lines of a tape write `_` for blanks.
                what = what.replace("_", "-")
            why_no_ruling(battle, what)
            refusal = why_not_ruled(battle, what)
            if refusal is not None and refusal.reason == "order-unclear":
                raise BadRuling(what, refusal, explain(battle, what))
        if refusal is None and note and not is_plain(note):
            refusal = Refusal("note-not-plain", "SOV-045")
        if refusal is not None:
            raise BadRuling(what, refusal)
        sealed = self.sealed()
        checkpoint = self._checkpoints[-1]
        if checkpoint.entries == len(self.entries):
            del self.events[checkpoint.events :]
        self._append(Ruled(what, note))
        self._answers = {}
        self._advance()
        self.reseal(sealed)

    def pop(self) -> None:
        """Undo the last answer or order and everything after it."""
        if self._answers:
            self._answers.popitem()
            return
        keep = len(self.entries)
        while keep > self._checkpoints[0].entries:
            keep -= 1
            if self.by_hand or not isinstance(self.entries[keep], Rolled):
                self._cut(keep)
                self._seal()
                return
        raise NothingToUndo("nothing has been chosen yet")

    def unseal(self) -> list[Choice]:
        """Remove the sealed answers and return them."""
        sealed = self.sealed()
        self._answers = {}
        return sealed

    def unseal_one(self, unit: int) -> None:
        """Remove the sealed answer to the request of a unit."""
        del self._answers[unit]

    def reseal(self, choices: Iterable[Choice]) -> None:
        """Seal answers again if their request is still open and still allows them.

        The fight continues if no other answer is missing.
        """
        for choice in choices:
            for request in self.requests:
                if request.unit == choice.unit and choice in request.options:
                    self._answers[request.unit] = choice
        self._go_on_if_answered()

    def fork(self) -> Fight:
        """An independent copy of the fight at this moment."""
        twin = Fight.__new__(Fight)
        twin.__dict__.update(self.__dict__)
        twin.names = self.names.copy()
        twin.entries = self.entries.copy()
        twin.events = self.events.copy()
        twin.marks = self.marks.copy()
        twin._digests = self._digests.copy()
        twin._checkpoints = self._checkpoints.copy()
        twin._answers = {}
        twin._advance()
        twin._answers = self._answers.copy()
        return twin

    def at(self, entries: int) -> Fight:
        """A copy of the fight at an earlier moment, when its tape had `entries` entries."""
        twin = self.fork()
        twin._answers = {}
        twin._cut(entries)
        return twin

    def from_here(self, live: Oracle, log: list[Event] | None = None) -> Battle:
        """A separate battle that continues from this moment with another oracle.

        It first finishes the current step with the dice and answers already on the tape.
        """
        checkpoint = self._checkpoints[-1]
        battle = Battle(checkpoint.state.copy(), self.rules, live, log, self.setup.rounds)
        if battle.state.outcome is None:
            oracle = ReplayThenLive(self.entries, checkpoint.entries, live, self._answers)
            battle.oracle = oracle
            step_with_rulings(battle, oracle, self)
            battle.oracle = live
        return battle

    def play(self, minds: Sequence[Mind], rounds: int = MOST_ROUNDS) -> Outcome:
        """Let minds answer for their seats until the fight ends, or for `rounds` rounds."""
        before = self.state.clock.round - 1
        while self.outcome is None:
            if self.give_up(before, rounds):
                continue
            request = self.request
            assert request is not None, "dice rolled by hand need a person who rolls them"
            self.push(minds[request.seats[0]](request))
        return self.outcome

    def give_up(self, since: int, rounds: int = MOST_ROUNDS) -> bool:
        """End the fight undecided if minds have played `rounds` rounds since round `since`.

        Recorded on the tape as a GM order. Returns whether the order was given now.
        """
        if self.state.clock.round <= max(0, since) + rounds:
            return False
        if any(entry.what == GIVEN_UP for entry in self.pending()):
            return False
        self.rule(GIVEN_UP, f"no side has won in {rounds} rounds")
        return True

    @property
    def tape(self) -> list[Entry]:
        """Every die, choice and order so far. Nothing else needs to be recorded."""
        return self.entries.copy()

    @classmethod
    def replay(cls, setup: Setup, tape: list[Entry], seed: int = 0, by_hand: bool = False) -> Fight:
        """Rebuild a fight from its tape; `Desync` names the first entry that does not fit.

        A die that is wanted next is rolled at once, unless people roll `by_hand`.
        """
        fight = cls(setup, seed, by_hand=True)
        for index, entry in enumerate(tape):
            wanted = fight.die
            if isinstance(entry, Rolled) and wanted is not None:
                if (entry.tag, entry.sides) != (wanted.tag, wanted.sides):
                    raise Desync(index, entry, f"d{wanted.sides} for {wanted.tag}")
                fight.push_die(entry.value)
            elif isinstance(entry, Chose) and wanted is None and fight.requests:
                fight.push(entry.choice)
            elif isinstance(entry, Ruled):
                fight.rule(entry.what, entry.note)
            elif wanted is not None:
                raise Desync(index, entry, f"d{wanted.sides} for {wanted.tag}")
            else:
                raise Desync(index, entry, "a choice" if fight.requests else "the end of the tape")
        fight.dice_by_hand(by_hand)
        return fight

    def sealed(self) -> list[Choice]:
        """Answers that wait until all seats have answered."""
        return [self._answers[asked.unit] for asked in self.requests if asked.unit in self._answers]

    def pending(self) -> list[Ruled]:
        """GM orders that take effect when the current step ends."""
        entries = self.entries[self._checkpoints[-1].entries :]
        return [entry for entry in entries if isinstance(entry, Ruled)]

    def first_checkpoint(self) -> tuple[State, int]:
        """The earliest state undo can reach, and the number of entries before it."""
        checkpoint = self._checkpoints[0]
        return checkpoint.state, checkpoint.entries

    def last_checkpoint(self) -> tuple[State, int]:
        """The state at the start of the current step, and the number of entries before it."""
        checkpoint = self._checkpoints[-1]
        return checkpoint.state, checkpoint.entries

    def dice_by_hand(self, by_hand: bool) -> None:
        """Choose whether people roll the dice from now on, or the seed."""
        self.by_hand = by_hand
        if self.die is not None and not by_hand:
            self._advance()

    @classmethod
    def going_on(
        cls,
        setup: Setup,
        seed: int,
        by_hand: bool,
        entries: list[Entry],
        base: Checkpoint,
        replayable_to: int,
    ) -> Fight:
        """A saved fight that today's rules cannot replay: it continues from its last state."""
        fight = cls(setup, seed, by_hand)
        fight.entries = entries
        fight.marks = [0] * len(entries)
        fight.events = []
        fight._digests = fight._digests[:1]
        fight._checkpoints = [base]
        fight.names.learn(base.state)
        fight.replayable_to = replayable_to
        fight._advance()
        return fight

    def _asked(self, text: str) -> Request:
        """The open request a text answers: that of the unit it names, otherwise the first."""
        words = text.split()
        for request in self.requests:
            if words and request.unit >= 0 and words[0].lower() == self.names.units[request.unit]:
                return request
        if self.request is None:
            raise ValueError("nothing is asked")
        return self.request

    def _request_for(self, choice: Choice) -> Request:
        for request in self.requests:
            if request.unit in (choice.unit, -1):
                return request
        if not self.requests:
            raise ValueError("nothing is asked")
        return self.requests[0]

    def _append(self, entry: Entry) -> None:
        self.marks.append(len(self.events))
        self.entries.append(entry)
        # Digest the entry now, while units still have the names they had at the choice, so that a
        # resumed or replayed fight draws the same dice.
        self._digest()

    def _digest(self) -> None:
        """Extend the digests to the end of the tape."""
        while len(self._digests) <= len(self.entries):
            entry = self.entries[len(self._digests) - 1]
            self._digests.append(fold(self._digests[-1], digest_text(self.names, entry)))

    def _draw(self, tag: str, sides: int) -> int:
        """The oracle's next die. The oracle puts it on the tape; its mark is kept here."""
        self.marks.append(self._told + len(self._log))
        return self._face(tag, sides)

    def _face(self, tag: str, sides: int) -> int:
        """A die from the seed and the tape so far, so that different choices get unrelated dice."""
        self._digest()
        return int(Dice(splitmix64(fold(self._digests[-1], tag) ^ self.seed)).roll(sides))

    def drawn(self) -> int:
        """The result the wanted die would have if it were drawn from the seed."""
        wanted = self.die
        assert wanted is not None, "no die is wanted"
        return self._face(wanted.tag, wanted.sides)

    def _cut(self, keep: int) -> None:
        """Cut the tape after `keep` entries and run to that moment again."""
        del self.entries[keep:]
        del self.marks[keep:]
        del self._digests[keep + 1 :]
        while self._checkpoints[-1].entries > keep:
            self._checkpoints.pop()
        # A step that ended with the last kept entry would otherwise be run again from its own end.
        while len(self._checkpoints) > 1 and self._checkpoints[-1].entries == keep:
            self._checkpoints.pop()
        del self.events[self._checkpoints[-1].events :]
        self._advance()

    def _seal(self) -> None:
        """Seal the remaining answers to a moment again after the last of them was undone.

        Left on the tape, they would be separated from it, and a ruling could come between them.
        """
        first = len(self.entries) - self._given
        given = [entry.choice for entry in self.entries[first:] if isinstance(entry, Chose)]
        if not given or len(given) < self._given:
            return
        self._cut(first)
        for choice in given:
            self._answers[self._request_for(choice).unit] = choice

    def _advance(self) -> None:
        """Run steps until an answer is needed or the fight ends."""
        self.requests = []
        self.die = None
        self._given = 0
        acted = self._checkpoints[-1].state.clock.round
        while True:
            checkpoint = self._checkpoints[-1]
            self.rules = self.rules_at(checkpoint.state)
            if checkpoint.state.outcome is not None and not self._plays_on(checkpoint):
                self._now = checkpoint.state
                return
            log: list[Event] = []
            self._log = log
            self._told = checkpoint.events
            oracle = ReplayThenNeed(
                self.entries, checkpoint.entries, None if self.by_hand else self._draw
            )
            oracle.origin = checkpoint.state
            battle = Battle(checkpoint.state.copy(), self.rules, oracle, log, self.setup.rounds)
            self._now = battle.state
            try:
                step_with_rulings(battle, oracle, self)
            except NeedChoice as need:
                self._publish(checkpoint, log)
                self.requests = need.requests
                self._given = need.given
                return
            except NeedRoll as need_roll:
                self._publish(checkpoint, log)
                self.die = WantedDie(need_roll.tag, need_roll.sides, int(battle.roller))
                return
            finally:
                # The garbage collector does not traverse requests: a reference back to this fight
                # would leak it.
                oracle.draw = None
            if any(
                isinstance(entry, Chose)
                for entry in self.entries[checkpoint.entries : oracle.place]
            ):
                acted = battle.state.clock.round
            elif battle.state.outcome is None and battle.state.clock.round > acted + MOST_IDLE:
                battle.end(NOBODY_ACTS, -1)
            self._publish(checkpoint, log)
            self._checkpoints.append(Checkpoint(battle.state, oracle.place, len(self.events)))

    def _plays_on(self, checkpoint: Checkpoint) -> bool:
        """Whether the GM has ordered a finished fight to continue."""
        entries = self.entries[checkpoint.entries :]
        return any(isinstance(entry, Ruled) and entry.what == PLAY_ON for entry in entries)

    def rules_at(self, state: State) -> Ruleset:
        """The rules at a state: those of the set-up with the GM's changes so far."""
        changes = state.gm_changes
        if not changes.rulings and not changes.enforce:
            return self.book
        setup = self.setup
        return at_table(
            RULESETS[setup.rules],
            setup.house,
            merged(setup.rulings, changes.rulings),
            merged(setup.enforce, changes.enforce),
        )

    def _read_forced(self, battle: Battle, what: str) -> tuple[str, Refusal | None]:
        """`force goblin-1 attack alda` in full notation, and why it is refused, if it is."""
        if battle.state.outcome is not None:
            return what, Refusal("fight-is-over", "SOV-034")
        text = what.removeprefix(FORCE).strip()
        number = self.names.unit(text.partition(" ")[0])
        request = forced_request(battle, battle.state.units[number])
        choice = read_choice(self.names, request, text)
        refusal = request.options.why_not(choice)
        return f"{FORCE} {choice_text(self.names, choice)}", refusal

    def _publish(self, checkpoint: Checkpoint, log: list[Event]) -> None:
        """Add new events, and check that running a step again only appends to its events."""
        self.names.learn(self._now)
        told = self.events[checkpoint.events :]
        assert log[: len(told)] == told, "a step that was run again gave a different result"
        self.events.extend(log[len(told) :])
