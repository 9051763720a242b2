"""Dice for comparisons, with a stream per unit and purpose.

Two variants of a fight get the same dice as long as they do the same things (common random
numbers).

A die is derived from the seed, its tag, the last unit to choose, the round, and the number of such
dice before it. No die is used twice in a fight, so a single fight is as fair as with any dice.
"""

from __future__ import annotations

from mypy_extensions import i64

from shieldwall.engine.tape.dice import GOLDEN, HALF, WORD, Dice, fold, splitmix64
from shieldwall.engine.tape.oracles import Answer, Live
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request

ROUNDS_APART = 1 << 20
"""More than the rounds of any fight: keeps the keys of units and rounds apart."""


class Paired(Live):
    """Live oracle with a stream of dice for every unit, purpose and round."""

    def __init__(self, seed: int, answers: list[Answer], tags: dict[str, int]) -> None:
        super().__init__(Dice(seed), answers)
        self.seed = seed
        self.tags = tags
        """The digest of each purpose; cached across fights."""
        self.drawn: dict[int, int] = {}
        """How many dice each stream has given."""
        self.place = 0

    def roll(self, tag: str, sides: i64) -> i64:
        digest = self.tags.get(tag)
        if digest is None:
            digest = fold(0, tag)
            self.tags[tag] = digest
        stream = splitmix64(self.seed ^ digest ^ (self.place * GOLDEN & WORD))
        count = self.drawn.get(stream, 0)
        self.drawn[stream] = count + 1
        return self.keep(tag, sides, face(splitmix64(stream + (count + 1) * GOLDEN), sides))

    def choose(self, requests: list[Request]) -> list[Choice]:
        chosen = super().choose(requests)
        number = int(requests[0].battle.state.clock.round)
        for choice in chosen:
            if choice.verb != PASS and choice.verb != DONE:
                self.place = (choice.unit + 2) * ROUNDS_APART + number
        return chosen

    def pick(self, request: Request) -> Choice:
        return self.choose([request])[0]


def face(word: int, sides: i64) -> i64:
    """An unbiased face from a 64-bit word, by Lemire's multiply and reject."""
    limit = (HALF + 1) % int(sides)
    while True:
        product = (word >> 32) * int(sides)
        if product & HALF >= limit:
            return (product >> 32) + 1
        word = splitmix64(word + GOLDEN)
