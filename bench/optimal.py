"""How far the captain is from best play: `python bench/optimal.py`.

Small fights are computed exactly (`shieldwall exact --best`): once with the party's best answers,
and once with the captain's. The difference is the cost of its choices, including answers in the
middle of an attack. The foes are soldiers.

A badly hurt unit may retreat (SOV-144), and the captain lets it go although the rules would let it
fight on. So best play is computed twice: with every answer allowed, and with such units leaving as
natural minds do. The cost of the captain's own choices is the difference from the second.
"""

from __future__ import annotations

import argparse
import time

from shieldwall.engine.state.state import State
from shieldwall.engine.tape.entries import Chose, Entry, Rolled
from shieldwall.engine.tape.enumeration import Odometer
from shieldwall.engine.tape.oracles import Oracle, Recalled
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.engine.tape.step_tree import Node
from shieldwall.minds import Mind, make_mind
from shieldwall.minds.look_ahead.best_answers import forest_of, settle
from shieldwall.odds.best_response import ROUNDS_OF_VALUES, ResponseWork, won
from shieldwall.odds.small_fights import SmallFight, TooManyStates, fight_in_words

CASES = (
    "goblin hp 1 vs goblin hp 1",
    "goblin hp 2 vs goblin hp 2",
    "orc hp 1 vs 2 goblin hp 1",
    "alda hp 2 vs goblin hp 2",
    "alda hp 5 vs goblin hp 3",
    "alda hp 4 vs sergeant hp 4",
    "alda hp 6 vs orc hp 5",
    "orc hp 4 vs sergeant hp 3",
    "alda hp 3 vs 2 goblin hp 1",
    "alda hp 3, orc hp 2 vs goblin hp 3",
    "orc hp 2 vs goblin hp 1, goblin hp 2",
)
BOOKS = ("sovereign", "sovereign-early", "aachen", "aachen-early", "dolmenwood")


class Recalling(Oracle):
    """Only records how the current step began and continued."""

    def __init__(self, recalled: Recalled) -> None:
        self.recalled = recalled

    def recall(self) -> Recalled | None:
        return self.recalled


class MindsWork(ResponseWork):
    """Like the best response, but a mind answers for the side, always the same way."""

    def __init__(self, fight: SmallFight, team: int, mind: Mind) -> None:
        super().__init__(fight, team)
        self.mind = mind
        self.begun: State | None = None
        self.path: Odometer | None = None
        self.asked = 0

    def run(self, start: State, oracle: Odometer) -> int:
        self.begun = start
        self.path = oracle
        return super().run(start, oracle)

    def own(self, request: Request) -> list[Choice]:
        path = self.path
        assert path is not None
        assert self.begun is not None
        entries: list[Entry] = []
        for fork, way in zip(path.forks, path.taken, strict=True):
            if fork.tag:
                entries.append(Rolled(fork.tag, fork.count, way + 1))
            else:
                seat = int(self.begun.units[fork.unit].seat)
                entries.append(Chose(seat, fork.point, fork.ways[way]))
        battle = request.battle
        oracle = battle.oracle
        battle.oracle = Recalling(Recalled(self.begun.copy(), entries))
        try:
            choice = self.mind(request)
        finally:
            battle.oracle = oracle
        self.asked += 1
        return [choice]


class ObedientWork(ResponseWork):
    """Like the best response, but badly hurt units leave."""

    def __init__(self, fight: SmallFight, team: int) -> None:
        super().__init__(fight, team)
        self.natural = make_mind("natural")

    def own(self, request: Request) -> list[Choice]:
        if request.unit >= 0 and request.battle.state.units[request.unit].broken:
            return [self.natural(request)]
        return super().own(request)


def chance_by(work: ResponseWork, most: int) -> float:
    """The side's exact chance to win; raises TooManyStates above the limit."""
    fight = work.fight
    forest = forest_of(work, fight.start)
    first = work.number(fight.start.copy())
    trees: list[Node | None] = []
    while len(trees) < len(work.states):
        if len(work.states) > most:
            raise TooManyStates(len(work.states), most)
        state = work.states[len(trees)]
        trees.append(None if state.outcome is not None else forest.grow(state))
    values = [won(state, work.team) for state in work.states]
    settle(trees, values, fight.within / 1000, ROUNDS_OF_VALUES)
    return values[first]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--mind", default="captain:fast")
    parser.add_argument("--books", default=",".join(BOOKS))
    parser.add_argument("--only", default="", help="fights in words that contain this")
    parser.add_argument("--distance", type=int, default=5)
    parser.add_argument("--states", type=int, default=20_000)
    given = parser.parse_args()
    print(
        f"| fight | book | best | best, retreats | {given.mind} | points lost | asked | seconds |"
    )
    print("|---|---|---|---|---|---|---|---|")
    worst = 0.0
    for text in CASES:
        if given.only not in text:
            continue
        for book in given.books.split(","):
            began = time.process_time()
            setup = fight_in_words(text, book, given.distance)
            fight = SmallFight(setup, ("soldier",))
            team = setup.sides[0].team
            work = MindsWork(fight, team, make_mind(given.mind))
            try:
                best = chance_by(ResponseWork(fight, team), given.states)
                obedient = chance_by(ObedientWork(fight, team), given.states)
                found = chance_by(work, given.states)
            except TooManyStates:
                print(f"| {text} | {book} | too large | | | | | |", flush=True)
                continue
            worst = max(worst, obedient - found)
            print(
                f"| {text} | {book} | {100 * best:.2f} % | {100 * obedient:.2f} % "
                f"| {100 * found:.2f} % | {100 * (obedient - found):.2f} | {work.asked} "
                f"| {time.process_time() - began:.1f} |",
                flush=True,
            )
    print(f"at most {100 * worst:.2f} points are lost")


if __name__ == "__main__":
    main()
