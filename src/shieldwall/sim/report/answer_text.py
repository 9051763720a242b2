"""The answer of a simulation as text and as data. No proportion without its interval."""

from __future__ import annotations

from typing import Final

from shieldwall.engine.ruleset import Ruleset
from shieldwall.sim.counts import SimResult, UnitTally
from shieldwall.sim.fight_facts import FATE_NAMES
from shieldwall.sim.intervals import Mean, Share
from shieldwall.sim.report.report_figures import (
    RARE,
    action_uses,
    brought_down,
    kinds,
    threats,
)
from shieldwall.text.fates import FATES

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip
Table = list[list[str]]


def percent(found: Share) -> str:
    """`71.3 % (70.4 to 72.2)`: as many digits as the interval supports."""
    digits = 1 if found.half_width >= 0.001 or found.half_width == 0 else 2
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.value:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f})"


def average(found: Mean) -> str:
    # These values are never negative, whatever the width of the interval.
    return f"{found.value:.1f} ({max(found.low, 0.0):.1f} to {found.high:.1f})"


def in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def fights_in_words(result: SimResult) -> str:
    return "1 fight" if result.fights == 1 else f"{result.fights} fights"


def rounds_in_words(result: SimResult) -> str:
    middle = result.quantile(result.rounds, 0.5)
    low, high = result.quantile(result.rounds, 0.1), result.quantile(result.rounds, 0.9)
    text = f"{in_words(middle)} round{'' if middle == 1 else 's'}"
    if result.fights == 1:
        # One fight has no spread.
        return text
    if low == high:
        return f"{text}, nearly always"
    return f"{text}, usually {in_words(low)} to {in_words(high)}"


def headline(result: SimResult) -> str:
    """The first sentence."""
    if result.fights == 0:
        return "No fight was played to its end."
    name = result.our_name()
    wins = "win" if name.endswith("s") and not name.endswith("ss") else "wins"
    parts = [f"The {name} {wins} {percent(result.share(result.won))}"]
    parts.append(f"somebody dies in {percent(result.share(result.somebody_dies))}")
    if len(result.our_units) > 1:
        parts.append(f"total party kill {percent(result.share(result.party_killed))}")
    if result.captured:
        parts.append(f"all captured alive {percent(result.share(result.captured))}")
    if result.undecided:
        parts.append(f"undecided {percent(result.share(result.undecided))}")
    parts.append(rounds_in_words(result))
    return "; ".join(parts) + "."


def captured_words(result: SimResult) -> str:
    """Definition of "captured", next to the number; "" if no party was captured."""
    if result.captured == 0:
        return ""
    return (
        f"All captured alive: none of the {result.our_name()} stands, has fled or is dead; they "
        "are knocked out, stable or surrendered."
    )


def stopped_words(result: SimResult) -> str:
    """A note on fights at the round limit; "" if there was none."""
    count = result.reasons["round-limit"]
    if count == 0:
        return ""
    were = "1 fight was" if count == 1 else f"{count} fights were"
    return (
        f"{were} given up undecided after round {max(result.rounds)}; `rounds` in the encounter "
        "sets the limit."
    )


def unit_table(result: SimResult) -> Table:
    """Our units one by one, then the foes, grouped by kind."""
    rows = [["", "falls", "dies", "HP left"]]
    for unit in result.our_units:
        rows.append(unit_cells(result, unit.name, [unit]))
    for kind in kinds(result, ours=False):
        rows.append(unit_cells(result, kind.label(), [result.units[n] for n in kind.units]))
    return rows


def state_table(result: SimResult) -> Table:
    """The final state of each unit, in the words of the log."""
    words = [word for word in FATES if any(unit.states[word] for unit in result.units)]
    rows = [["", *words]]
    groups = [(unit.name, [unit]) for unit in result.our_units]
    for kind in kinds(result, ours=False):
        groups.append((kind.label(), [result.units[n] for n in kind.units]))
    for name, units in groups:
        counts = [round(sum(unit.states[word] for unit in units) / len(units)) for word in words]
        rows.append([name, *[percent(result.share(count)) for count in counts]])
    return rows


def unit_cells(result: SimResult, name: str, units: list[UnitTally]) -> list[str]:
    """For several units, the average: their fights are not independent, and count once."""
    heads = len(units)
    cells = [name]
    for total in (
        sum(unit.falls for unit in units),
        sum(unit.dies for unit in units),
    ):
        cells.append(percent(result.share(round(total / heads))))
    left = [result.hp_left(unit) for unit in units]
    hp = Mean(
        sum(mean.value for mean in left) / heads,
        sum(mean.low for mean in left) / heads,
        sum(mean.high for mean in left) / heads,
    )
    cells.append(f"{average(hp)} of {units[0].hp}")
    return cells


def rounds_table(result: SimResult) -> Table:
    """How many fights are over after how many rounds."""
    rows = [["rounds", "fights end then", "are over by then"]]
    over = 0
    for number, count in sorted(result.rounds.items()):
        over += count
        rows.append([str(number), percent(result.share(count)), percent(result.share(over))])
        if over >= 0.99 * result.fights and over < result.fights:
            rest = result.fights - over
            longest = max(result.rounds)
            rows.append([f"to {longest}", percent(result.share(rest)), "all"])
            break
    return rows


def felled_lines(result: SimResult) -> list[str]:
    lines = []
    for number, unit in enumerate(result.units):
        if result.team(unit.side) != result.ours:
            continue
        by = [f"{name} {percent(found)}" for name, found in brought_down(result, number)]
        lines.append(f"{unit.name}: {'; '.join(by) if by else 'no foe'}")
    return lines


def threat_table(result: SimResult) -> Table:
    rows = [["", "HP taken per fight", "brought down per fight"]]
    for threat in threats(result):
        rows.append([threat.kind.label(), f"{threat.harm:.1f}", f"{threat.falls:.2f}"])
    return rows


def action_table(result: SimResult, rules: Ruleset, side: int) -> Table:
    rows = [["", "used in", "times per fight", "HP taken each", "brings a foe down"]]
    for use in action_uses(result, rules):
        if use.side == side and use.fights.value >= RARE:
            harm = f"{use.harm:.1f}" if use.harm else "-"
            falls = percent(use.falls) if use.falls.count else "-"
            rows.append([use.title, percent(use.fights), f"{use.per_fight:.1f}", harm, falls])
    return rows


def morale_lines(result: SimResult) -> list[str]:
    lines = []
    for number, side in enumerate(result.sides):
        count = result.sample.sides_broke[number]
        if not count:
            continue
        parts = []
        for kind in kinds(result, ours=side.team == result.ours):
            broke = sum(result.sample.broke[unit] for unit in kind.units)
            if kind.side == number and broke:
                each = result.sampled(round(broke / len(kind.units)))
                parts.append(f"{kind.label()} {percent(each)}")
        lines.append(
            f"{side.name}: a unit breaks in {percent(result.sampled(count))}: " + "; ".join(parts)
        )
    return lines or ["No morale check failed."]


def sample_words(result: SimResult) -> str:
    if result.sample.fights == result.fights:
        return "from every fight"
    return (
        f"these figures come from {result.sample.fights} of the fights, which were watched closely"
    )


# As data.


def share_data(found: Share) -> dict[str, object]:
    return {
        "count": found.count,
        "of": found.fights,
        "share": found.value,
        "low": found.low,
        "high": found.high,
    }


def mean_data(found: Mean) -> dict[str, object]:
    return {"mean": found.value, "low": found.low, "high": found.high}


def result_data(result: SimResult, rules: Ruleset, asked: int | None) -> dict[str, object]:
    sides = {}
    for name, wins in result.wins.items():
        found = share_data(result.share(wins))
        sides[name] = {"wins": wins, **found}
    rounds = result.mean(result.rounds)
    return {
        "title": result.title,
        "rules": rules.name,
        "fights": result.fights,
        "asked": asked,
        "seed": result.seed,
        "confidence": 0.95,
        "z": result.z,
        "sides": sides,
        "undecided": result.undecided,
        "ours": result.our_name(),
        "won": share_data(result.share(result.won)),
        "somebody_falls": share_data(result.share(result.somebody_falls)),
        "somebody_dies": share_data(result.share(result.somebody_dies)),
        "total_party_kill": share_data(result.share(result.party_killed)),
        "all_captured": share_data(result.share(result.captured)),
        "deaths": {str(number): count for number, count in sorted(result.deaths.items())},
        "given_up": result.reasons["round-limit"],
        "ends": dict(sorted(result.reasons.items())),
        "rounds": {str(number): count for number, count in sorted(result.rounds.items())},
        "mean_rounds": rounds.value,
        "units": [unit_data(result, number) for number in range(len(result.units))],
        "sample": sample_data(result, rules),
        "turns": result.turns,
        "seconds": result.seconds,
        "checksum": result.checksum,
    }


def unit_data(result: SimResult, number: int) -> dict[str, object]:
    unit = result.units[number]
    return {
        "id": unit.ident,
        "name": unit.name,
        "side": result.sides[unit.side].name,
        "hp": unit.hp,
        "falls": share_data(result.share(unit.falls)),
        "dies": share_data(result.share(unit.dies)),
        "fates": {FATE_NAMES[fate]: count for fate, count in sorted(unit.fates.items())},
        "states": {word: share_data(result.share(unit.states[word])) for word in FATES},
        "hp_left": mean_data(result.hp_left(unit)),
        "hp_left_counts": {str(hp): count for hp, count in sorted(unit.hp_left.items())},
        "fell_in_round": {str(number): count for number, count in sorted(unit.fell_in.items())},
    }


def sample_data(result: SimResult, rules: Ruleset) -> dict[str, object]:
    sample = result.sample

    def ident(unit: int) -> str:
        return result.units[unit].ident if 0 <= unit < len(result.units) else "others"

    return {
        "fights": sample.fights,
        "brings_down": [
            {"by": ident(by), "whom": ident(whom), **share_data(result.sampled(count))}
            for (by, whom), count in sorted(sample.felled.items())
        ],
        "harm_a_fight": {
            unit.ident: sample.harm_by[number] / max(1, sample.fights)
            for number, unit in enumerate(result.units)
        },
        "actions": [
            {
                "side": result.sides[use.side].name,
                "verb": use.verb,
                "title": use.title,
                "used_in": share_data(use.fights),
                "a_fight": use.per_fight,
                "harm_each": use.harm,
                "brings_down": share_data(use.falls),
            }
            for use in action_uses(result, rules)
        ],
        "nerve_fails": {
            "sides": {
                side.name: share_data(result.sampled(sample.sides_broke[number]))
                for number, side in enumerate(result.sides)
            },
            "units": {
                ident(unit): share_data(result.sampled(count))
                for unit, count in sorted(sample.broke.items())
            },
        },
    }
