"""What is to be simulated, in a form that travels between processes and machines."""

from __future__ import annotations

import json
import pickle
import time
import zlib
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Final

from shieldwall.content import setup_from_text
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.space.sight.cover import adopt_rows, fill, known_rows
from shieldwall.engine.state.setup import Setup, last_round, leave_to_minds
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live, Oracle
from shieldwall.engine.tape.paired_dice import Paired
from shieldwall.fight import Fight, Mind
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.sim.fight_facts import Row, Sample, row_of
from shieldwall.sim.observed_fight import Watching, add_to_sample
from shieldwall.sim.rule_switches import NO_SWITCHES, Switches
from shieldwall.store.save_file import TapeFile, replay_tape

SIGHT_SECONDS: Final = 1.0
"""So long at most the sight of a map is worked out beforehand; the rest follows as needed."""

Sight = tuple[tuple[int, bytes], ...]
"""By viewer, a byte for each target."""


@dataclass(frozen=True)
class Job:
    """One set-up with its minds and its dice: fight i is the same wherever it is played."""

    setup_text: str
    seed: int
    minds: tuple[str, ...] = ()
    """`NAME` for all, `SIDE=NAME` for a side or a seat."""
    switches: Switches = NO_SWITCHES
    paired: bool = False
    """Whether the dice are those for comparing."""
    tape: str = ""
    """Where the fights go on from: the text of a tape or save; "" for the beginning."""
    tape_name: str = ""
    tape_setup: str = ""
    """The set-up the tape was played by, where the fights go on by another."""
    watched: bool = False
    """Whether every fight is watched closely, not only a sample of them."""
    sight: Sight = ()
    """Lines of sight worked out so far: they save time and change nothing."""

    @cached_property
    def parcel(self) -> bytes:
        return zlib.compress(pickle.dumps(self), 6)

    @cached_property
    def digest(self) -> str:
        return sha256(self.parcel).hexdigest()

    def with_sight(self, known: dict[str, Sight]) -> Job:
        """This job with the sight of its map; `known` holds that of maps seen before."""
        key = json.dumps(json.loads(self.setup_text)["grid"])
        if key not in known:
            known[key] = sight_of(setup_from_text(self.setup_text).grid)
        return replace(self, sight=known[key])

    def game(self) -> Game:
        """The job made ready for play."""
        from shieldwall.sim.mind_assignment import seat_minds

        setup = setup_from_text(self.setup_text)
        adopt_rows(setup.grid, dict(self.sight))
        rules = self.switches.applied(rules_of(setup))
        fight = None
        if self.tape:
            played = setup_from_text(self.tape_setup) if self.tape_setup else setup
            fight = replay_tape(TapeFile(self.tape_name, self.tape), played)
            fight.rules = fight.book = rules
        game = Game(setup, rules, seat_minds(setup, self.minds), self.seed, self.paired, fight)
        game.watched = self.watched
        return game


def sight_of(grid: GridMap) -> Sight:
    """Lines of sight on a map, as far as time allows."""
    end = time.perf_counter() + SIGHT_SECONDS
    done = 0
    while not grid.open and done < grid.cells and time.perf_counter() < end:
        done = fill(grid, done, 1)
    # A row that was only begun knows little; the other processes find that out by themselves.
    return tuple((viewer, row) for viewer, row in known_rows(grid).items() if viewer < done)


CHECKED: Final = 64
"""Of so many fights, in one every answer of our own minds is held against the rules as well."""


class Game:
    """A set-up made ready: any of its fights can be played."""

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
        self.watched = False
        """Whether every fight is watched closely."""

    def play(self, number: int, sample: Sample | None = None) -> Row:
        """Fight `number` of the run; with a sample, it is watched and counted there."""
        stream = substream(self.seed, number)
        live: Oracle
        if self.paired:
            live = Paired(stream, self.minds, self.tags)
        else:
            live = Live(Dice(stream), self.minds, number % CHECKED == 0)
        if sample is None:
            battle = self.battle(live, None)
            battle.play()
            return row_of(battle, self.start)
        log: list[Event] = []
        watching = Watching(live, log)
        battle = self.battle(watching, log)
        battle.play()
        add_to_sample(sample, self.start, battle, watching)
        return row_of(battle, self.start)

    def battle(self, live: Oracle, log: list[Event] | None) -> Battle:
        if self.fight is not None:
            battle = self.fight.from_here(live, log)
        else:
            battle = Battle(self.start.copy(), self.rules, live, log, self.setup.rounds)
        battle.rounds = last_round(self.setup, self.start)
        leave_to_minds(battle.state)
        return battle
