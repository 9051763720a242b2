"""Output of `shieldwall duel`: chances by strategy, cost of minds, value of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shieldwall.text.sentences import start

if TYPE_CHECKING:
    from shieldwall.odds.duels import Chance, Duel

STILL: Final = 0.01
"""Minimum chance of an undecided fight worth mentioning."""
SAME: Final = 1e-9
MOST_IN_TABLE: Final = 3
"""Maximum number of minds in a table of each against each."""
NOBODY: Final = "figures"
CELL: Final = 5


class DuelReport:
    """The report on a duel, filled step by step: the user may interrupt it."""

    def __init__(self, duel: Duel, name: str, name_there: str) -> None:
        self.duel = duel
        first = "the first" if name in (NOBODY, name_there) else name
        self.names = (first, "the second" if name_there in (NOBODY, name) else name_there)
        self.seconds = 0.0
        self.chances: dict[tuple[str, str], Chance] = {}
        self.begins: list[Chance] = []
        self.gains: dict[tuple[int, str], dict[tuple[int, int], float]] = {}
        self.leavers: list[str] = []
        """Minds that would leave the duel before its end."""
        self.complete = False

    def work_out(self, with_map: bool) -> None:
        """Compute the report, most important parts first."""
        from shieldwall.odds.duels import AGAINST, LeavesDuel

        duel = self.duel
        best, *minds = duel.plays()
        self.chances[best.name, best.name] = duel.chance()
        self.begins = [duel.chance(first=unit) for unit in (0, 1)]
        if with_map:
            for attacker in (0, 1):
                for against in AGAINST[1:]:
                    found = duel.gains(attacker, against)
                    if found:
                        self.gains[attacker, against] = found
        for play in minds:
            try:
                for one, other in ((play, best), (best, play)):
                    self.chances[one.name, other.name] = duel.chance(one.mind, other.mind)
            except LeavesDuel:
                self.leavers.append(play.name)
        fighters = [play for play in minds if play.name not in self.leavers]
        for one in fighters:
            for other in fighters:
                try:
                    self.chances[one.name, other.name] = duel.chance(one.mind, other.mind)
                except LeavesDuel as left:
                    self.leavers.append(left.mind)
        self.complete = True

    def best(self) -> Chance:
        from shieldwall.odds.duels import BEST_NAME

        return self.chances[BEST_NAME, BEST_NAME]

    def minds(self) -> list[str]:
        """The minds whose chances against the best reply are known."""
        from shieldwall.odds.duels import BEST_NAME

        return [name for name in self.duel.minds if (BEST_NAME, name) in self.chances]

    # Text.

    def lines(self) -> list[str]:
        """Paragraphs; the terminal wraps them."""
        one, other = self.names
        hp, there = self.duel.hp
        lines = [f"{start(one)} ({hp} HP) against {other} ({there} HP); {self.duel.rules.title}."]
        if not self.chances:
            return lines
        best = self.best()
        wins = f"With best play {one} wins {percent(best.win)} and {other} {percent(best.loss)}"
        still = f"; {percent(best.undecided)} stay undecided." if best.undecided > 5e-5 else "."
        lines.append(wins + still)
        if self.begins:
            lines.append(
                f"{start(one)} wins {percent(self.begins[0].win)} when it begins, and "
                f"{percent(self.begins[1].win)} when {other} does."
            )
        if self.both_wait():
            lines.append(
                "Best play often ends undecided: the first to attack spends the Main that would "
                "have turned the counterattack, so both wait. Undecided counts as half a win."
            )
        if self.is_settled():
            lines.append(
                "However these minds play, the result is the same: no choice matters here."
            )
        for name in self.leavers:
            lines.append(f"The mind {name!r} would leave the fight.")
        return lines

    def both_wait(self) -> bool:
        """Whether best play waits where simple fighters would attack."""
        others = [chance.undecided for chance in self.chances.values()]
        return bool(self.gains) and self.best().undecided - min(others) > STILL

    def is_settled(self) -> bool:
        """Whether no mind does worse than best play."""
        best = self.best().value
        values = [chance.value for chance in self.chances.values()]
        return len(values) > 1 and all(abs(value - best) < SAME for value in values)

    def tables(self, width: int) -> list[str]:
        if not self.minds() or self.is_settled():
            return []
        from shieldwall.odds.duels import BEST_NAME

        one, other = self.names
        lines: list[str] = []
        names = [BEST_NAME, *self.minds()]
        if len(names) <= MOST_IN_TABLE + 1 and all(
            (a, b) in self.chances for a in names for b in names
        ):
            wins = {pair: chance.win for pair, chance in self.chances.items()}
            lines += ["", f"Chance that {one} wins, by how {one} (down) and {other} (across) play:"]
            lines += table_lines(names, wins, width)
            undecided = {pair: chance.undecided for pair, chance in self.chances.items()}
            if max(undecided.values()) > STILL:
                lines += ["", "Chance that neither does:"]
                lines += table_lines(names, undecided, width)
        lines += ["", "Points a mind loses compared with best play, against the best reply:"]
        wide = max(len(name) for name in names) + 4
        shown = [text if len(text) <= 12 else text[:11] + "." for text in self.names]
        lines.append("  " + "as".ljust(wide - 2) + "".join(f"{text:>13}" for text in shown))
        for name in names[1:]:
            lost, lost_there = self.lost(name)
            lines.append(f"  {name}".ljust(wide) + f"{points(lost):>13}{points(lost_there):>13}")
        return lines

    def lost(self, name: str) -> tuple[float, float]:
        """The cost of playing like a mind, for the first duellist and the second."""
        from shieldwall.odds.duels import BEST_NAME

        best = self.best().value
        return (
            best - self.chances[name, BEST_NAME].value,
            self.chances[BEST_NAME, name].value - best,
        )

    def map_lines(self, width: int) -> list[str]:
        lines: list[str] = []
        for (attacker, against), found in self.gains.items():
            defender = self.names[1 - attacker]
            what = "a hit it would stop" if against == "hit" else "the Shock of a miss"
            lines += [
                "",
                f"Total Defense of {defender} against {what},",
                f"when {self.names[attacker]} strikes first in a round: what it gains (+) or "
                "costs (-), in points.",
            ]
            lines += grid_lines(found, self.duel.hp, self.names, 1 - attacker, width)
        return lines

    def proof(self) -> str:
        values = self.duel.values()
        return (
            f"Exact: every value lies between two bounds at most {self.error():.1g} apart "
            f"({values.positions()} positions, the rules run {self.duel.game.forest.runs} times, "
            f"{self.seconds:.1f} s)."
        )

    def broken_off(self) -> str:
        """The message after an interruption."""
        known = "; the figures above are exact" if self.chances else ""
        solved = self.duel.solved_totals()
        so_far = ""
        if not self.chances and solved is not None:
            hp, there, chance = solved
            so_far = (
                f" With {hp} HP against {there} and best play, {self.names[0]} wins "
                f"{percent(chance.win)}, exactly."
            )
        return (
            f"Stopped after {self.seconds:.0f} s and {self.duel.game.forest.runs} runs of the "
            f"rules{known}.{so_far} It is quicker with fewer hit points or `--moments matters`."
        )

    def error(self) -> float:
        return max((chance.error for chance in self.chances.values()), default=1.0)

    def data(self) -> dict[str, object]:
        found: dict[str, object] = {
            "first": self.names[0],
            "second": self.names[1],
            "hp": list(self.duel.hp),
            "rules": self.duel.rules.name,
            "exact": True,
            "complete": self.complete,
            "error": self.error(),
            "chances": [
                {"first": one, "second": other, **chance_data(chance)}
                for (one, other), chance in self.chances.items()
            ],
            "minds": [
                {"mind": name, "first_loses": lost, "second_loses": lost_there}
                for name in self.minds()
                for lost, lost_there in [self.lost(name)]
            ],
            "leave_the_duel": self.leavers,
            "total_defense": [
                {
                    "defender": self.names[1 - attacker],
                    "against": against,
                    "gain": {f"{hp},{there}": gain for (hp, there), gain in found.items()},
                }
                for (attacker, against), found in self.gains.items()
            ],
            "runs": self.duel.game.forest.runs,
            "seconds": self.seconds,
        }
        if self.begins:
            found["first_begins"] = chance_data(self.begins[0])
            found["second_begins"] = chance_data(self.begins[1])
            found["positions"] = self.duel.values().positions()
        return found


def chance_data(chance: Chance) -> dict[str, float]:
    return {
        "win": chance.win,
        "loss": chance.loss,
        "undecided": chance.undecided,
        "value": chance.value,
        "error": chance.error,
    }


def percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def points(share: float) -> str:
    return f"{max(0.0, 100 * share):.2f}"


def table_lines(names: list[str], shares: dict[tuple[str, str], float], width: int) -> list[str]:
    """First duellist's strategies down, second's across; split if too wide."""
    wide = max(len(name) for name in names) + 2
    room = max(1, (width - wide - 3) // wide)
    lines: list[str] = []
    for place in range(0, len(names), room):
        part = names[place : place + room]
        lines.append("  " + " " * wide + "".join(f"{name:>{wide}}" for name in part))
        for name in names:
            cells = "".join(f"{percent(shares[name, other]):>{wide}}" for other in part)
            lines.append(f"  {name:<{wide}}{cells}")
    return lines


def shown(most: int, columns: int) -> list[int]:
    """The totals to show of 1 to `most`."""
    step = -(-most // columns)
    return [hp for hp in range(1, most + 1) if (most - hp) % step == 0]


def grid_lines(
    found: dict[tuple[int, int], float],
    hp: tuple[int, int],
    names: tuple[str, str],
    defender: int,
    width: int,
) -> list[str]:
    """The defender's hit points down, the attacker's across; a selection if there are many."""
    columns = max(3, min(20, (width - 6) // CELL))
    across = shown(hp[1 - defender], columns)
    lines = [f"  HP of {names[defender]} down, of {names[1 - defender]} across"]
    lines.append(" " * CELL + "".join(f"{n:{CELL}}" for n in across))
    for mine in shown(hp[defender], 20):
        cells = []
        for theirs in across:
            place = (mine, theirs) if defender == 0 else (theirs, mine)
            gain = found.get(place)
            text = "." if gain is None else f"{100 * gain:+.0f}"
            if gain is not None and abs(gain) < 0.005:
                text = "+0" if gain > 1e-9 else "-0" if gain < -1e-9 else "0"
            cells.append(f"{text:>{CELL}}")
        lines.append(f"{mine:4} " + "".join(cells))
    return lines
