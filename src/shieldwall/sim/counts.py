"""Totals over many fights, counted from their rows in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from shieldwall.engine.state.setup import Setup
from shieldwall.sim.fight_facts import BLEEDS, DIED, GONE, LIES, STANDS, Row, Sample
from shieldwall.sim.intervals import Mean, Share, Z, bounded_mean, mean, share
from shieldwall.text.fates import is_free

ENDINGS: Final = (
    "won, and nobody fell", "won, but somebody fell", "won, but somebody died", "undecided",
    "lost, but some fled or surrendered", "total party kill", "lost, all captured alive",
)  # fmt: skip


class UnitTally:
    """The results of one combatant."""

    def __init__(self, ident: str, name: str, side: int, hp: int) -> None:
        self.ident = ident
        self.name = name
        self.side = side
        self.hp = hp
        """Full hit points."""
        self.fates: Counter[int] = Counter()
        self.states: Counter[str] = Counter()
        """By the words of the log: slain, dying, knocked out and so on."""
        self.dies = 0
        self.falls = 0
        self.hp_left: Counter[int] = Counter()
        self.fell_in: Counter[int] = Counter()
        """The round in which it went down for good."""

    def add(self, other: UnitTally) -> None:
        self.fates.update(other.fates)
        self.states.update(other.states)
        self.dies += other.dies
        self.falls += other.falls
        self.hp_left.update(other.hp_left)
        self.fell_in.update(other.fell_in)


class Counts:
    """Counted fights; counts of the same set-up can be added."""

    def __init__(self, setup: Setup) -> None:
        self.sides = setup.sides
        self.ours = our_team(setup)
        """The team of the players."""
        self.fights = 0
        self.wins: dict[str, int] = {side.name: 0 for side in setup.sides}
        """By side; a victory of allies counts for each of them."""
        self.undecided = 0
        self.reasons: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.turns = 0
        self.units = [
            UnitTally(p.ident, p.sheet.name, p.side, int(p.sheet.hp)) for p in setup.placements
        ]
        self.won = 0
        """Fights our team wins."""
        self.somebody_falls = 0
        self.somebody_dies = 0
        self.party_killed = 0
        """Fights after which none of our units stands or has escaped, and at least one is dead."""
        self.captured = 0
        """Fights after which none of our units stands or has fled, and none is dead."""
        self.endings: Counter[int] = Counter()
        """Endings for our team, by index in ENDINGS."""
        self.deaths: Counter[int] = Counter()
        """How many of our units die."""
        self._our_units = [
            number for number, unit in enumerate(self.units) if self.team(unit.side) == self.ours
        ]

    def __getstate__(self) -> dict[str, object]:
        """Without the sides, which the other process knows."""
        return {**self.__dict__, "sides": []}

    def team(self, side: int) -> int:
        return self.sides[side].team

    def add_row(self, row: Row) -> None:
        self.fights += 1
        self.rounds[row.rounds] += 1
        self.turns += row.turns
        self.reasons[row.reason] += 1
        if row.team < 0:
            self.undecided += 1
        for side in self.sides:
            if side.team == row.team:
                self.wins[side.name] += 1
        for number, unit in enumerate(self.units):
            fate = row.fates[number]
            unit.fates[fate] += 1
            unit.states[row.states[number]] += 1
            unit.hp_left[row.hp[number]] += 1
            if STANDS < fate < GONE:
                unit.falls += 1
            if row.fell[number]:
                unit.fell_in[row.fell[number]] += 1
            if is_death(fate, self.team(unit.side), row.team):
                unit.dies += 1
        ours = [row.fates[number] for number in self._our_units]
        dead = sum(is_death(fate, self.ours, row.team) for fate in ours)
        self.deaths[dead] += 1
        fell = any(STANDS < fate < GONE for fate in ours)
        killed = is_party_kill(ours, dead)
        captured = not dead and not any(is_free(row.states[unit]) for unit in self._our_units)
        self.won += row.team == self.ours
        self.somebody_dies += dead > 0
        self.somebody_falls += fell
        self.party_killed += killed
        self.captured += captured
        if row.team == self.ours:
            self.endings[2 if dead else 1 if fell else 0] += 1
        elif killed or captured:
            self.endings[5 if killed else 6] += 1
        else:
            self.endings[3 if row.team < 0 else 4] += 1

    def add_counts(self, other: Counts) -> None:
        self.fights += other.fights
        self.undecided += other.undecided
        self.turns += other.turns
        self.won += other.won
        self.somebody_falls += other.somebody_falls
        self.somebody_dies += other.somebody_dies
        self.party_killed += other.party_killed
        self.captured += other.captured
        self.reasons.update(other.reasons)
        self.rounds.update(other.rounds)
        self.endings.update(other.endings)
        self.deaths.update(other.deaths)
        for name, wins in other.wins.items():
            self.wins[name] += wins
        for unit, more in zip(self.units, other.units):
            unit.add(more)


class SimResult(Counts):
    """The result of a simulation."""

    def __init__(self, setup: Setup, seed: int) -> None:
        super().__init__(setup)
        self.title = setup.title
        self.seed = seed
        self.seconds = 0.0
        self.z = Z
        """The quantile of its intervals: wider if a run stops early."""
        self.checksum = ""
        """Over all outcomes in order, to detect an engine that plays differently."""
        self.sample = Sample()
        self._digest = sha256()

    def add(self, batch: Batch) -> None:
        """Add the next fights; they must come in order."""
        assert batch.first == self.fights, "fights out of order"
        if batch.summed is not None:
            self.add_counts(batch.summed)
            self._digest.update(batch.outcomes)
        else:
            for row in batch.rows:
                self.add_row(row)
            self._digest.update(outcome_lines(batch.rows))
        self.sample.add(batch.sample)
        self.checksum = self._digest.hexdigest()[:16]

    # Queries.

    def share(self, count: int) -> Share:
        return share(count, self.fights, self.z)

    def sampled(self, count: int) -> Share:
        return share(count, self.sample.fights, self.z)

    def headlines(self) -> list[Share]:
        """The proportions of the first sentence."""
        counts = (self.won, self.somebody_dies, self.party_killed, self.captured)
        return [self.share(count) for count in counts]

    @property
    def our_units(self) -> list[UnitTally]:
        return [self.units[number] for number in self._our_units]

    def our_name(self) -> str:
        return " and ".join(side.name for side in self.sides if side.team == self.ours)

    def quantile(self, counts: Counter[int], part: float) -> int:
        """The number that this part of the fights does not exceed."""
        seen = 0
        for number, count in sorted(counts.items()):
            seen += count
            if seen >= part * self.fights:
                return number
        return 0

    def mean(self, counts: Counter[int]) -> Mean:
        return mean(*sums(counts), self.z)

    def hp_left(self, unit: UnitTally) -> Mean:
        """Hit points left, between 0 and full."""
        most = max([unit.hp, *unit.hp_left])
        return bounded_mean(*sums(unit.hp_left), most, self.z)


class Batch(NamedTuple):
    """Fights in order, as rows or as totals, and the samples of observed fights."""

    first: int
    rows: list[Row]
    """Every fight; empty if they are summed up."""
    sample: Sample
    summed: Counts | None = None
    outcomes: bytes = b""
    """Of fights that are summed up: a line each, for the checksum."""
    seconds: float = 0.0
    """How long they took in the process that played them."""

    @property
    def fights(self) -> int:
        return len(self.rows) if self.summed is None else self.summed.fights


def outcome_lines(rows: Iterable[Row]) -> bytes:
    lines = []
    for row in rows:
        hit_points = ",".join([str(hp) for hp in row.hp])
        lines.append(f"{row.team} {row.rounds} {hit_points}\n")
    return "".join(lines).encode()


def sums(counts: Counter[int]) -> tuple[int, int, int]:
    """The sum, the sum of squares, and the count."""
    total = sum(number * count for number, count in counts.items())
    squares = sum(number * number * count for number, count in counts.items())
    return total, squares, sum(counts.values())


def is_death(fate: int, own: int, winner: int) -> bool:
    """Dead, or dying on a field held by the foe."""
    return fate == DIED or (fate == BLEEDS and winner not in (-1, own))


def is_party_kill(fates: Sequence[int], dead: int) -> bool:
    """Whether all are down and at least one is dead; with none dead they are captured."""
    return dead > 0 and all(LIES <= fate <= DIED for fate in fates)


def our_team(setup: Setup) -> int:
    """The team of the first side played by players, otherwise the first."""
    for side in setup.sides:
        if side.players:
            return side.team
    return setup.sides[0].team
