"""A fuzzing target: takes a text and either uses it or refuses it in words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tests.fuzz.damage import spoilt

USED: Final = "used"
REFUSED: Final = "refused"


class Broken(AssertionError):
    """An input had a wrong effect, reported by the target itself."""


class Target:
    """Inputs are made from their number alone, so a number and a seed are enough to see it again.

    `run` says whether the input was used or refused in words; whatever it raises is a failure.
    """

    name = ""
    share = 1
    """The number out of a thousand inputs."""
    words: Sequence[str] = ()

    def __init__(self) -> None:
        self.seeds = self.make_seeds()

    def make_seeds(self) -> list[str]:
        raise NotImplementedError

    def make(self, dice: random.Random) -> str:
        return spoilt(dice.choice(self.seeds), dice, self.words)

    def run(self, text: str) -> str:
        raise NotImplementedError

    def close(self) -> None:
        """Release its resources."""


def as_bytes(text: str) -> bytes:
    """As a file: half a character stays one, so that it is refused and not lost."""
    return text.encode("utf-8", "surrogatepass")


def as_text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
