"""Count the instructions of a turn: `make instructions`, or `python bench/instructions.py --help`.

Times depend on what else the machine does; the number of instructions does not. Each case is played
under valgrind's callgrind, which saves its counts whenever a fight begins. Everything before the
fifth fight is left out: start-up, loading, tables that a map fills once. Needs valgrind and the
compiled build. The figures depend on how the engine was compiled (SHIELDWALL_SPEED) and on the C
compiler, so both are recorded.

    python bench/instructions.py                     count, and compare with the committed figures
    python bench/instructions.py yard "hall, soldier" --functions 20
    python bench/instructions.py yard --functions 60 --by inclusive
    python bench/instructions.py --write             commit these figures from now on
    python bench/instructions.py --check             fail on an unexplained change of over 3 %,
                                                     or of the fights' results
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIGURES = HERE / "instructions.json"
PAGE = HERE / "instructions.md"
SEED = 1
FEW, MORE = 4, 16
TOLERATED = 0.03
FIGHT_BEGINS = "CPyPy_battle___Battle___play*"
"""The function that plays a fight, as Python calls it."""
WORD = "instructions"
"""A commit message with this word explains a change of the figures."""


class Costs:
    """The cost of each function by itself and with its callees, and the number of its calls."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        self.inclusive: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()

    def read(self, text: str) -> None:
        """Add the counts of one callgrind file, which lists each recursion depth separately."""
        names: dict[str, str] = {}
        function = called = ""
        times = -1

        def named(given: str) -> str:
            number, _, name = given.partition(" ")
            if name:
                names[number] = name
            return names.get(number, number)

        for line in text.splitlines():
            if line.startswith("fn="):
                function = named(line[3:])
            elif line.startswith("cfn="):
                called = named(line[4:])
            elif line.startswith("calls="):
                times = int(line[6:].split()[0])
            elif line[:1] in "+-*0123456789" and line:
                cost = int(line.split()[1])
                self.inclusive[function] += cost
                # The line after `calls=` has the cost of the called function; 0 calls if it was
                # called before this file began.
                if times >= 0:
                    self.calls[called] += times
                    times = -1
                else:
                    self.own[function] += cost


@dataclass(frozen=True)
class Case:
    encounter: str
    mind: str
    rules: str = ""
    open_field: bool = False

    @property
    def name(self) -> str:
        book = f", {self.rules}" if self.rules else ""
        return f"{self.encounter}{' without a map' * self.open_field}, {self.mind}{book}"


CASES = (
    *(Case("yard", mind) for mind in ("simple", "soldier")),
    *(Case("yard", mind, open_field=True) for mind in ("simple", "soldier")),
    *(Case(name, mind) for name in ("hall", "drake-nest") for mind in ("simple", "soldier")),
    *(Case("crypt", mind) for mind in ("simple", "soldier")),
    *(Case("yard", "simple", book) for book in ("sovereign-early", "aachen", "aachen-early")),
    Case("yard", "simple", "dolmenwood"),
)


def play(case: Case, fights: int) -> dict[str, int]:
    """The results of the fights, as a check.

    One more fight begins at the end, so that the counts of the last one are saved too.
    """
    import gc
    import zlib

    from shieldwall.content import load_encounter
    from shieldwall.content.ground.field import without_map
    from shieldwall.fight_start import rules_of
    from shieldwall.sim.job import Game
    from shieldwall.sim.mind_assignment import seat_minds

    setup = load_encounter(case.encounter, rules=case.rules)
    if case.open_field:
        setup = without_map(setup)
    game = Game(setup, rules_of(setup), seat_minds(setup, (case.mind,)), SEED)
    gc.disable()
    rows = [game.play(number) for number in range(fights + 1)][:fights]
    return {
        "turns": sum(row.turns for row in rows[FEW:]),
        "outcome": zlib.crc32(repr(rows).encode()),
    }


def play_all(cases: list[Case], fights: int) -> None:
    """The counted part: each case in a process of its own, forked after the start.

    Under valgrind Python takes longer to start than most cases take to play.
    """
    names = ("content", "content.ground.field", "fight_start", "sim.job", "sim.mind_assignment")
    for module in names:
        importlib.import_module(f"shieldwall.{module}")
    for case in cases:
        child = os.fork()
        if child == 0:
            print(json.dumps({"pid": os.getpid(), **play(case, fights)}), flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit(f"{case.name}: its process ended with {status}")


def counted(cases: list[Case]) -> Iterator[tuple[Case, dict[str, int], Costs]]:
    """For each case the results of its fights, and the instructions of each function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        command = [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}.%p", "--dump-line=no"),
            *(f"--dump-before={FIGHT_BEGINS}", "--error-exitcode=9", "-q"),
            *(sys.executable, "-X", "frozen_modules=on", __file__),
            *("--play", json.dumps([case.name for case in cases])),
        ]
        env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "pymalloc"}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            for case, line in zip(cases, running.stdout, strict=False):
                played = json.loads(line)
                costs = Costs()
                for part in parts_of(out, case, played.pop("pid")):
                    costs.read(part.read_text("utf-8", "replace"))
                yield case, played, costs
        if running.returncode:
            sys.exit(f"callgrind ended with {running.returncode}")


def parts_of(out: Path, case: Case, process: int) -> list[Path]:
    """The counts saved when the measured fights began."""
    # The first part ends where the first fight begins, the second where the second does.
    parts = [out.with_name(f"{out.name}.{process}.{part}") for part in range(FEW + 2, MORE + 2)]
    if not all(part.exists() for part in parts):
        sys.exit(f"{case.name}: callgrind did not see each fight begin: {FIGHT_BEGINS}")
    return parts


def figures_of(played: dict[str, int], costs: Costs) -> dict[str, int]:
    return {
        "per_turn": round(costs.own.total() / played["turns"]),
        "turns": played["turns"],
        "outcome": played["outcome"],
    }


def print_functions(costs: Costs, turns: int, count: int, by: str) -> None:
    """The most expensive functions: instructions a turn without and with callees, and calls."""
    ranked = (costs.inclusive if by == "inclusive" else costs.own).most_common()
    # Functions that only start Python have no calls in the counted fights.
    shown = [name for name, _ in ranked if by == "own" or costs.calls[name]][:count]
    print(f"  {'own':>9} {'inclusive':>9} {'calls':>7}")
    for name in shown:
        own, inclusive, calls = (
            counter[name] / turns for counter in (costs.own, costs.inclusive, costs.calls)
        )
        print(f"  {own:>9,.0f} {inclusive:>9,.0f} {calls:>7.2f}  {plain(name)}", flush=True)


def is_off(before: dict[str, int] | None, now: dict[str, int]) -> bool:
    """Whether a commit must explain the change: much more or less work, or other results."""
    if before is None:
        return False
    change = abs(now["per_turn"] - before["per_turn"])
    return change > TOLERATED * before["per_turn"] or before["outcome"] != now["outcome"]


def made_by() -> dict[str, str]:
    from shieldwall.buildinfo import build_info

    if build_info().kind != "compiled":
        sys.exit("The engine is not compiled: run `make build`, then use .venv/bin/python.")
    ran = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False)
    return {
        "compiler": ran.stdout.splitlines()[0] if ran.stdout else "unknown",
        "speed": os.environ.get("SHIELDWALL_SPEED") or "quick",
        "python": ".".join(map(str, sys.version_info[:2])),
    }


def explained() -> bool:
    """Whether a commit since the last recorded figures explains the change."""

    def git(*arguments: str) -> str:
        ran = subprocess.run(["git", *arguments], cwd=HERE, capture_output=True, text=True)
        return ran.stdout.strip()

    last = git("log", "-1", "--format=%H", "--", str(FIGURES))
    return bool(last) and re.search(WORD, git("log", "--format=%B", f"{last}..HEAD")) is not None


def page(
    figures: dict[str, dict[str, int]],
    how: dict[str, str],
    top: dict[str, str],
    history: list[list[str]],
) -> str:
    lines = [
        "# Instructions a turn",
        "",
        f"`make instructions`, compiled with `SHIELDWALL_SPEED={how['speed']}` by "
        f"{how['compiler']}, Python {how['python']}. Fights {FEW + 1} to {MORE} of the same "
        "seeds, divided by their turns. The numbers do not depend on what else the machine does.",
        "",
        "| case | instructions a turn | the five functions that take most |",
        "|---|---|---|",
        *(f"| {name} | {row['per_turn']:,} | {top[name]} |" for name, row in figures.items()),
    ]
    if history:
        lines += [
            "",
            "## What was tried",
            "",
            "| idea | case | before | after | kept |",
            "|---|---|---|---|---|",
            *("| " + " | ".join(row) + " |" for row in history),
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("cases", nargs="*", metavar="CASE", help="beginnings of names; all cases")
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="list the N dearest")
    parser.add_argument(
        "--by", choices=("own", "inclusive"), default="own", help="order of that list"
    )
    parser.add_argument("--write", action="store_true", help="write the figures down")
    parser.add_argument("--check", action="store_true", help="fail on an unexplained change")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        names: list[str] = json.loads(given.play)
        by_name = {case.name: case for case in CASES}
        play_all([by_name[name] for name in names], MORE)
        return
    chosen = [
        case for case in CASES
        if not given.cases or any(case.name.startswith(start) for start in given.cases)
    ]  # fmt: skip
    if given.list:
        print("\n".join(case.name for case in CASES))
        return
    if not chosen:
        sys.exit("No case begins like that; --list names them.")
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not on the PATH (Debian: apt-get install valgrind).")
    how = made_by()
    known = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {"cases": {}}
    found: dict[str, dict[str, int]] = {}
    top: dict[str, str] = {}
    changed = []
    for case, played, costs in counted(chosen):
        figures = figures_of(played, costs)
        found[case.name] = figures
        total = costs.own.total()
        top[case.name] = ", ".join(
            f"{plain(name)} {cost / total:.0%}" for name, cost in costs.own.most_common(5)
        )
        before = known["cases"].get(case.name)
        change = figures["per_turn"] / before["per_turn"] - 1 if before else 0.0
        note = f"{change:+.1%}" if before else "new"
        if before and before["outcome"] != figures["outcome"]:
            note += ", other outcomes"
        print(f"{case.name:42} {figures['per_turn']:>9,} a turn  {note}", flush=True)
        if given.functions:
            print_functions(costs, figures["turns"], given.functions, given.by)
        if is_off(before, figures):
            changed.append(case.name)
    if given.write:
        cases = {**known["cases"], **found}
        cases = {case.name: cases[case.name] for case in CASES if case.name in cases}
        tops = {**{name: row.get("top", "") for name, row in cases.items()}, **top}
        kept = {name: {**row, "top": tops[name]} for name, row in cases.items()}
        history: list[list[str]] = known.get("history", [])
        text = json.dumps({**how, "cases": kept, "history": history}, indent=1)
        FIGURES.write_text(text + "\n", encoding="utf-8")
        PAGE.write_text(page(cases, how, tops, history), encoding="utf-8")
    if given.check and changed and not explained():
        sys.exit(
            f"More than {TOLERATED:.0%} off the committed figures, or other outcomes: "
            f"{', '.join(changed)}.\n"
            f"Say why in a commit message with the word “{WORD}”, and write the new figures down "
            "with --write."
        )


def plain(name: str) -> str:
    """The name of a function in our sources."""
    name = re.sub(r"'\d+$", "", name)
    name = re.sub(r"\.(constprop|part|isra|lto_priv|cold)\.?\d*", "", name)
    return re.sub(r"^CPyDef_", "", name).replace("___", ".")


if __name__ == "__main__":
    main()
