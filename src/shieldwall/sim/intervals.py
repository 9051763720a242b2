"""Confidence intervals, also valid for runs that stop early."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
Z: Final = 1.959964
"""The normal quantile of a 95 % interval."""
LOOKS: Final = 5


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion of fights, with its interval."""

    count: int
    fights: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.count / self.fights if self.fights else 0.0

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Mean:
    """An average, with its interval."""

    value: float
    low: float
    high: float


def wilson(count: int, fights: int, z: float = Z) -> tuple[float, float]:
    """The Wilson score interval of a proportion; valid at 0 and at 1."""
    if fights == 0:
        return 0.0, 1.0
    share = count / fights
    scale = 1 + z * z / fights
    middle = (share + z * z / (2 * fights)) / scale
    half = z / scale * sqrt(share * (1 - share) / fights + z * z / (4 * fights * fights))
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == fights else min(1.0, middle + half)
    return low, high


def share(count: int, fights: int, z: float = Z) -> Share:
    return Share(count, fights, *wilson(count, fights, z))


def mean(total: float, squares: float, count: int, z: float = Z) -> Mean:
    """An average from the sum and the sum of squares."""
    if count == 0:
        return Mean(0.0, 0.0, 0.0)
    value = total / count
    if count == 1:
        # One number has no spread.
        return Mean(value, -inf, inf)
    half = z * sqrt(max(0.0, squares / count - value * value) / (count - 1))
    return Mean(value, value - half, value + half)


def bounded_mean(total: float, squares: float, count: int, most: float, z: float = Z) -> Mean:
    """An average of values between 0 and `most`, such as hit points left.

    Adds z squared observations, half of them at 0 and half at `most`. For binary values this is the
    interval of Agresti and Coull (1998), which has good coverage near 0 and near 1, where the
    observed variance is too small.
    """
    if count == 0:
        return Mean(0.0, 0.0, most)
    added = z * z
    number = count + added
    middle = (total + added / 2 * most) / number
    spread = max(0.0, (squares + added / 2 * most * most) / number - middle * middle)
    half = z * sqrt(spread / number)
    value = total / count
    return Mean(value, max(0.0, min(value, middle - half)), min(most, max(value, middle + half)))


def paired(total: float, squares: float, fights: int, z: float = Z) -> Mean:
    """The mean of paired differences between -1 and 1, from their sum and squares.

    For proportions this is the interval of Bonett and Price (2012): it adds two fights, one fully
    up and one fully down. So it is valid if few fights differ, or none.
    """
    if fights == 0:
        return Mean(0.0, -1.0, 1.0)
    count = fights + 2
    middle = total / count
    half = z * sqrt(((squares + 2) / count - middle * middle) / count)
    return Mean(total / fights, max(-1.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True, slots=True)
class Look:
    """After this many fights, the intervals are tested with this quantile."""

    fights: int
    z: float


def looks(half_width: float) -> list[Look]:
    """When to test whether every interval is narrow enough; it always is at the last look.

    The error of 5 % is spent over the looks: half of it on the last, the rest in equal parts on
    those before. Whichever look ends the run, the error of the interval shown is at most the sum of
    all parts.
    """
    budget = 1 - CONFIDENCE
    last = quantile(budget / 2)
    early = quantile(budget / 2 / (LOOKS - 1))
    most = ceil((last / (2 * half_width)) ** 2)
    counts = [max(1, ceil(most / 2**halvings)) for halvings in range(LOOKS - 1, -1, -1)]
    plan = [Look(count, early) for count in counts[:-1]]
    return [*plan, Look(most, last)]


def quantile(error: float) -> float:
    """The two-sided normal quantile."""
    return NormalDist().inv_cdf(1 - error / 2)
