"""Probability flow of a small fight: from die to die and from round to round.

The error bound is the probability not yet ended or too small to follow, plus rounding errors.
"""

from __future__ import annotations

from typing import Final

from shieldwall.odds.small_fight_chain import Chain

ROUNDING: Final = 2.0**-52
SPREAD: Final = 20
"""The error budget is spread over this many rounds."""
FINE: Final = 50
"""Probabilities below this fraction of the round's budget wait until its end."""


class Ended:
    """The probabilities of the ends of a fight, by positions of a chain."""

    def __init__(self, chain: Chain, shares: dict[int, float]) -> None:
        self.chain = chain
        self.shares = shares


class Flow:
    """All probabilities, from die to die and from round to round."""

    def __init__(self, chain: Chain, within: float, last: int) -> None:
        self.chain = chain if last > 0 else chain.in_last_round()
        self.last = last
        """After this many rounds since the start, the current round is the last."""
        self.within = within
        """The error budget: probabilities too small to matter are not followed."""
        self.dropped = 0.0
        self.sums = 0
        self.round = 0
        """How many rounds have begun since the start."""
        self.budget = within / SPREAD
        """How much may be dropped in this round."""
        self.least = self.budget / FINE
        self.places: dict[int, float] = {self.chain.first: 1.0}
        """Places after dice."""
        self.positions: dict[int, float] = {}
        """Positions before the next dice."""
        self.aside_places: dict[int, float] = {}
        self.aside: dict[int, float] = {}
        """Unlikely positions, until their sum is known."""
        self.next_places: dict[int, float] = {}
        self.next: dict[int, float] = {}
        """The start of the next round."""
        self.ended: dict[int, float] = {}
        """By position that ends the fight."""
        self.earlier: list[Ended] = []
        """Ends before the last round."""
        self.by_round: dict[int, float] = {}
        """Probability of ending, by round."""

    def left(self) -> float:
        """The probability not yet ended, including dropped parts."""
        left = 1.0
        for ended in self.all_ended():
            for share in ended.shares.values():
                left -= share
        return max(0.0, left)

    def all_ended(self) -> list[Ended]:
        return [*self.earlier, Ended(self.chain, self.ended)]

    def error(self) -> float:
        """Upper bound of the error of any probability."""
        return self.left() + self.sums * ROUNDING

    def is_over(self) -> bool:
        """Whether nothing is left for another round."""
        return not self.next and not self.next_places

    def turn(self) -> None:
        """Go to the next round."""
        assert not self.places and not self.positions, "the round is not over"
        self.places = self.next_places
        self.positions = self.next
        self.next_places = {}
        self.next = {}
        self.round += 1
        if self.round == self.last:
            self.enter_last_round()
        total = 0.0
        for share in self.places.values():
            total += share
        for share in self.positions.values():
            total += share
        self.budget = self.within * total / SPREAD
        self.least = self.budget / FINE

    def enter_last_round(self) -> None:
        """Continue with the end of this round as the end of the fight."""
        old = self.chain
        new = old.in_last_round()
        waiting = self.places
        for number, share in self.positions.items():
            position = old.positions[number]
            place = position.rest * old.work.span + position.code
            waiting[place] = waiting.get(place, 0.0) + share
        places: dict[int, float] = {}
        for place, share in waiting.items():
            there = new.place_of(old.work.state(place // old.work.span, place % old.work.span))
            places[there] = places.get(there, 0.0) + share
        self.sums += 2 * len(waiting)
        self.earlier.append(Ended(old, self.ended))
        self.chain = new
        self.places = places
        self.positions = {}
        self.ended = {}

    def follow(self, count: int) -> bool:
        """Process at least `count` waiting places or positions; False if the round is over."""
        while count > 0:
            if self.places:
                number = len(self.places)
                self.follow_places(min(count, number))
            elif self.positions:
                number = len(self.positions)
                self.follow_positions(min(count, number))
            elif self.take_back():
                number = 0
            else:
                return False
            count -= number
        return True

    def follow_places(self, count: int) -> None:
        """From places after dice to the next dice."""
        places = self.places
        for place in first_of(places, count):
            share = places[place] + self.aside_places.pop(place, 0.0)
            if share < self.least:
                del places[place]
                self.aside_places[place] = share
                continue
            landing = self.chain.land(place)
            # An interrupt from here on loses one share at most and counts none twice.
            del places[place]
            to = self.next if landing.rounds else self.positions
            to[landing.number] = to.get(landing.number, 0.0) + share
            self.sums += 1

    def follow_positions(self, count: int) -> None:
        """Roll the dice."""
        chain = self.chain
        span = chain.work.span
        positions = self.positions
        for number in first_of(positions, count):
            share = positions[number]
            position = chain.positions[number]
            if position.over:
                del positions[number]
                self.ended[number] = self.ended.get(number, 0.0) + share
                self.by_round[self.round] = self.by_round.get(self.round, 0.0) + share
                self.sums += 2
                continue
            share += self.aside.pop(number, 0.0)
            if share < self.least:
                del positions[number]
                self.aside[number] = share
                continue
            ends = chain.ends(position)
            del positions[number]
            which = 0
            for end in ends.ends:
                place = end.rest * span + position.code - end.lost
                part = share * ends.chances[which]
                which += 1
                to = self.next_places if end.rounds else self.places
                to[place] = to.get(place, 0.0) + part
            self.sums += which + 1

    def take_back(self) -> bool:
        """At the end of a round: follow the likelier part of what was set aside, drop the rest."""
        order = [(share, number, True) for number, share in self.aside.items()]
        for place, share in self.aside_places.items():
            order.append((share, place, False))
        order.sort()
        self.aside = {}
        self.aside_places = {}
        for share, number, is_position in order:
            if share <= self.budget:
                self.budget -= share
                self.dropped += share
            elif is_position:
                self.positions[number] = share
                self.least = min(self.least, share)
            else:
                self.places[number] = share
                self.least = min(self.least, share)
        return len(self.places) > 0 or len(self.positions) > 0


def first_of(shares: dict[int, float], count: int) -> list[int]:
    if count >= len(shares):
        return list(shares)
    found: list[int] = []
    for number in shares:
        if len(found) >= count:
            break
        found.append(number)
    return found
