"""The numbers of a report, computed once for text, pages, plots and data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from shieldwall.engine.option import OPTIONS
from shieldwall.engine.ruleset import Ruleset
from shieldwall.sim.counts import SimResult, UnitTally
from shieldwall.sim.intervals import Share, share

RARE = 0.01
"""Actions used in fewer fights than this are omitted from the text, not from the data."""


@dataclass(frozen=True)
class Kind:
    """Combatants of one side and name, grouped."""

    name: str
    side: int
    units: tuple[int, ...]

    def label(self) -> str:
        return self.name if len(self.units) == 1 else f"{self.name} (each of {len(self.units)})"


@dataclass(frozen=True)
class ActionUse:
    """The use of one action by one side."""

    side: int
    verb: str
    title: str
    fights: Share
    """The proportion of observed fights in which it is used."""
    per_fight: float
    harm: float
    """Average damage to foes per use."""
    falls: Share
    """How often it fells a foe."""


@dataclass(frozen=True)
class Threat:
    """The damage of a kind of enemy to our units, per enemy and fight."""

    kind: Kind
    harm: float
    falls: float


def kinds(result: SimResult, ours: bool) -> list[Kind]:
    """The combatants grouped by kind, in the order of the set-up."""
    found: dict[tuple[int, str], list[int]] = {}
    for number, unit in enumerate(result.units):
        if (result.team(unit.side) == result.ours) == ours:
            found.setdefault((unit.side, unit.name), []).append(number)
    return [Kind(name, side, tuple(units)) for (side, name), units in found.items()]


def threats(result: SimResult) -> list[Threat]:
    """The enemies, worst first."""
    sample = result.sample
    fights = max(1, sample.fights)
    ours = {n for n, unit in enumerate(result.units) if result.team(unit.side) == result.ours}
    found = []
    for kind in kinds(result, ours=False):
        heads = fights * len(kind.units)
        harm = sum(sample.harm_by[unit] for unit in kind.units)
        falls = sum(
            count
            for (by, whom), count in sample.felled.items()
            if by in kind.units and whom in ours
        )
        found.append(Threat(kind, harm / heads, falls / heads))
    return sorted(found, key=lambda threat: -threat.harm * len(threat.kind.units))


def brought_down(result: SimResult, whom: int) -> list[tuple[str, Share]]:
    """The enemies that fell one of our units, with the proportion of observed fights."""
    names = {n: kind.name for kind in kinds(result, ours=False) for n in kind.units}
    names |= {n: result.units[n].name for k in kinds(result, ours=True) for n in k.units}
    counts: Counter[str] = Counter()
    for (by, fallen), count in result.sample.felled.items():
        if fallen == whom:
            counts[names.get(by, "a summoned unit" if by >= 0 else "wounds, falls and fire")] += (
                count
            )
    most = result.sample.fights
    return [(name, result.sampled(min(count, most))) for name, count in counts.most_common()]


def action_uses(result: SimResult, rules: Ruleset) -> list[ActionUse]:
    """The actions of each side, most common first."""
    sample = result.sample
    known = len(result.units)
    uses: Counter[tuple[int, str]] = Counter()
    harm: Counter[tuple[int, str]] = Counter()
    falls: Counter[tuple[int, str]] = Counter()
    for place, source in ((uses, sample.uses), (harm, sample.harm), (falls, sample.felled_with)):
        for (unit, verb), count in source.items():
            if unit < known and verb:
                place[result.units[unit].side, verb] += count
    found = []
    for (side, verb), count in uses.items():
        fights = result.sampled(sample.used_by_side[side, verb])
        felled = min(count, falls[side, verb])
        found.append(
            ActionUse(
                side,
                verb,
                verb_title(rules, verb),
                fights,
                count / max(1, sample.fights),
                harm[side, verb] / count,
                share(felled, count, result.z),
            )
        )
    return sorted(found, key=lambda use: (use.side, -use.per_fight, use.verb))


def verb_title(rules: Ruleset, verb: str) -> str:
    """The book's title of a verb, with its mode if two verbs share a title."""
    titles = {spec.verb: spec.title for spec in rules.action_list}
    titles |= {spec.verb: spec.title for spec in rules.reaction_list}
    titles |= {verb: entry.words.title for verb, entry in OPTIONS.items() if entry.words.title}
    title = titles.get(verb, verb.replace("-", " ").capitalize())
    return title if list(titles.values()).count(title) < 2 else f"{title} ({verb})"


def standing(result: SimResult, unit: UnitTally, last: int) -> list[Share]:
    """The probability that a unit is up or has escaped after each round from 0 to `last`."""
    left = result.fights
    shares = [result.share(left)]
    for number in range(1, last + 1):
        left -= unit.fell_in[number]
        shares.append(result.share(left))
    return shares


def last_round(result: SimResult) -> int:
    """The round by which nearly all fights are over, for the range of plots."""
    return max(1, result.quantile(result.rounds, 0.99))
