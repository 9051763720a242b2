"""A simulation job, which can be sent between processes and machines."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

from shieldwall.content import setup_from_text
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Setup, last_round, leave_to_minds
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Answerer, Live, Oracle
from shieldwall.engine.tape.paired_dice import Paired
from shieldwall.fight import Fight, Mind
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.sim.fight_facts import Row, Sample, row_of
from shieldwall.sim.observed_fight import Watching, add_to_sample
from shieldwall.sim.rule_switches import NO_SWITCHES, Switches
from shieldwall.store.save_file import TapeFile, replay_tape


@dataclass(frozen=True)
class Job:
    """One set-up with minds and dice: fight i is the same wherever it is played."""

    setup_text: str
    seed: int
    minds: tuple[str, ...] = ()
    """`NAME` for all, `SIDE=NAME` for a side or a seat."""
    switches: Switches = NO_SWITCHES
    paired: bool = False
    """Whether to use the paired dice."""
    tape: str = ""
    """The text of a tape or save that the fights continue from; "" for the start."""
    tape_name: str = ""
    tape_setup: str = ""
    """The set-up of the tape, if the fights continue with another."""
    watched: bool = False
    """Whether every fight is watched closely, not only a sample of them."""

    @cached_property
    def parcel(self) -> bytes:
        return zlib.compress(pickle.dumps(self), 6)

    @cached_property
    def digest(self) -> str:
        return sha256(self.parcel).hexdigest()

    def game(self, known: Setup | None = None) -> Game:
        """The job made ready for play; `known` is its set-up, with the caches of its map."""
        from shieldwall.sim.mind_assignment import seat_minds

        setup = setup_from_text(self.setup_text) if known is None else known
        rules = self.switches.applied(rules_of(setup))
        fight = None
        if self.tape:
            played = setup_from_text(self.tape_setup) if self.tape_setup else setup
            fight = replay_tape(TapeFile(self.tape_name, self.tape), played)
            fight.rules = fight.book = rules
        game = Game(setup, rules, seat_minds(setup, self.minds), self.seed, self.paired, fight)
        game.watched = self.watched
        return game


CHECKED: Final = 64
"""In one of this many fights, the answers of our own minds are checked against the rules too."""


class Game:
    """A set-up ready to play any of its fights."""

    def __init__(
        self,
        setup: Setup,
        rules: Ruleset,
        minds: list[Mind],
        seed: int,
        paired: bool = False,
        fight: Fight | None = None,
    ) -> None:
        self.setup = setup
        self.rules = rules
        self.minds = minds
        self.seed = seed
        self.paired = paired
        self.fight = fight
        self.start = initial_state(setup) if fight is None else fight.state.copy()
        self.tags: dict[str, int] = {}
        self.live: Live | None = None
        """The oracle of the last fight, used again: it has told the minds apart."""
        self.last: State | None = None
        """The final state of the last fight, in whose place the next one is played."""
        self.in_place = all(isinstance(mind, Answerer) and mind.is_sure for mind in minds)
        """Whether that is possible: the minds keep nothing of a fight, as a captain does."""
        self.watched = False
        """Whether every fight is observed."""

    def play(self, number: int, sample: Sample | None = None) -> Row:
        """Fight `number` of the run; with a sample, it is observed and counted there."""
        stream = substream(self.seed, number)
        live: Oracle
        if self.paired:
            live = Paired(stream, self.minds, self.tags)
        else:
            live = self.seeded(Dice(stream), number % CHECKED == 0)
        if sample is None:
            battle = self.battle(live, None, self.last)
            battle.play()
            if self.fight is None and self.in_place:
                self.last = battle.state
            return row_of(battle, self.start)
        log: list[Event] = []
        watching = Watching(live, log)
        battle = self.battle(watching, log)
        battle.play()
        add_to_sample(sample, self.start, battle, watching)
        return row_of(battle, self.start)

    def seeded(self, dice: Dice, checked: bool) -> Live:
        """The oracle of the next fight."""
        if self.live is None or not self.in_place:
            self.live = Live(dice, self.minds, checked)
        else:
            self.live.begin_fight(dice, checked)
        return self.live

    def battle(self, live: Oracle, log: list[Event] | None, place: State | None = None) -> Battle:
        """A fight to play; it may overwrite a state that nobody needs any more."""
        if self.fight is not None:
            battle = self.fight.from_here(live, log)
        else:
            if place is None or not place.become(self.start):
                place = self.start.copy()
            battle = Battle(place, self.rules, live, log, self.setup.rounds)
        battle.rounds = last_round(self.setup, self.start)
        leave_to_minds(battle.state)
        return battle
