"""The fork of commit 084a501: one stream of dice for all who roll."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import MOST_ROUNDS, leave_to_minds
from shieldwall.engine.state.state import State
from shieldwall.engine.tape.dice import Dice, splitmix64
from shieldwall.engine.tape.entries import Desync, Entry
from shieldwall.engine.tape.oracles import Answer, Live, ReplayThenLive
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.knowledge.side_knowledge import imagine, knows_place
from shieldwall.minds.look_ahead.rollouts import Once


class Foresight:
    """What a mind may play on from. `ready` is False where the moment cannot be forked fairly."""

    def __init__(self, request: Request, side: i64) -> None:
        battle = request.battle
        self.rules: Ruleset = battle.rules
        self.rounds = battle.rounds
        self.side = side
        self.seat = request.seats[0]
        self.point = request.point
        self.unit = request.unit
        self.origin: State = battle.state
        self.entries: list[Entry] = []
        self.murky = battle.state.murky
        self.ready = request.point == TURN
        recalled = battle.oracle.recall()
        if recalled is not None:
            self.origin = recalled.state
            self.entries = recalled.entries.copy()
            self.ready = True
        if self.murky and self.ready and self.entries:
            # What an unseen foe has done in the middle of this step is not ours to replay.
            for number in range(len(self.origin.units)):
                before = self.origin.units[number]
                now = battle.state.units[number]
                if knows_place(self.origin, side, before) != knows_place(battle.state, side, now):
                    self.ready = False
            if request.cause >= 0:
                cause = battle.state.units[request.cause]
                self.ready = self.ready and knows_place(battle.state, side, cause)

    def play_on(
        self, choice: Choice, minds: Sequence[Answer], seed: int, rounds: int = MOST_ROUNDS
    ) -> Battle | None:
        """The fight after this choice, by these minds and these dice, for so many more rounds.

        None where the step cannot have come about as this side imagines it.
        """
        state = leave_to_minds(self.origin.copy())
        dice = Dice(seed)
        if self.murky:
            imagine(state, self.rules, self.side, Dice(splitmix64(seed)))
        answers = list(minds)
        answers[self.seat] = Once(self.point, self.unit, choice, minds[self.seat])
        live = Live(dice, answers)
        limit = state.clock.round + rounds
        if 0 < self.rounds < limit:
            limit = self.rounds
        battle = Battle(state, self.rules, live, None, limit)
        battle.oracle = ReplayThenLive(self.entries, 0, live)
        try:
            battle.step()
        except (Desync, IllegalChoice):
            return None
        battle.oracle = live
        battle.play()
        return battle
