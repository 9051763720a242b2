"""Count the instructions of a turn: `make instructions`, or `python bench/instructions.py --help`.

A clock depends on what else the machine does; the number of instructions does not. Each case is
played under valgrind's callgrind, which writes its counts down whenever a fight begins. What comes
before the fifth fight is left out: start-up, loading, tables that a map fills once. Needs valgrind
and the compiled build. The figures depend on how the engine was compiled (SHIELDWALL_SPEED) and on
the C compiler, so both are written down.

    python bench/instructions.py                     count, and compare with the committed figures
    python bench/instructions.py yard "hall, soldier" --functions 20
    python bench/instructions.py --write             commit these figures from now on
    python bench/instructions.py --check             fail on an unexplained change of over 3 %
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
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
    """The part that is counted, in a process of its own: what was played, as a check.

    One more fight begins in the end, so that the counts of the last one are written down too.
    """
    import gc
    import zlib

    from shieldwall.content import load_encounter
    from shieldwall.content.field import without_map
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


def counted(case: Case, folder: Path) -> tuple[dict[str, int], Counter[str]]:
    """What was played, and the instructions of each function, not counting those it calls."""
    out = folder / "counts"
    command = [
        *("valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-line=no"),
        *(f"--dump-before={FIGHT_BEGINS}", "--error-exitcode=9", "-q"),
        *(sys.executable, "-X", "frozen_modules=on", __file__),
        *("--play", json.dumps([case.encounter, case.mind, case.rules, case.open_field, MORE])),
    ]
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "pymalloc"}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{case.name}: callgrind ended with {ran.returncode}:\n{ran.stderr[-2000:]}")
    # The first part ends where the first fight begins, the second where the second does.
    parts = [out.with_name(f"{out.name}.{number}") for number in range(FEW + 2, MORE + 2)]
    if not all(part.exists() for part in parts):
        sys.exit(f"{case.name}: callgrind did not see each fight begin: {FIGHT_BEGINS}")
    costs: Counter[str] = Counter()
    for part in parts:
        costs.update(self_costs(part.read_text("utf-8", "replace")))
    return json.loads(ran.stdout.splitlines()[-1]), costs


def self_costs(text: str) -> Counter[str]:
    """The cost of each function by itself, from callgrind's file."""
    names: dict[str, str] = {}
    costs: Counter[str] = Counter()
    function = ""
    called = False
    for line in text.splitlines():
        if line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            if name:
                names[number] = name
            function = names.get(number, number)
        elif line.startswith("calls="):
            called = True
        elif line[:1] in "+-*0123456789" and line:
            # The line after `calls=` holds what was spent in the function that was called.
            if not called:
                costs[function] += int(line.split()[1])
            called = False
        elif line.startswith("cfn="):
            number, _, name = line[4:].partition(" ")
            if name:
                names[number] = name
    return costs


def measure(case: Case) -> tuple[dict[str, int], list[tuple[str, float]]]:
    with tempfile.TemporaryDirectory() as folder:
        played, costs = counted(case, Path(folder))
    turns = played["turns"]
    functions = [(name, cost / turns) for name, cost in costs.most_common()]
    figures = {
        "per_turn": round(costs.total() / turns),
        "turns": turns,
        "outcome": played["outcome"],
    }
    return figures, functions


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
    """Whether a commit since the figures were written names them."""

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
    parser.add_argument("--write", action="store_true", help="write the figures down")
    parser.add_argument("--check", action="store_true", help="fail on an unexplained change")
    parser.add_argument("--list", action="store_true", help="name the cases")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        encounter, mind, rules, open_field, fights = json.loads(given.play)
        print(json.dumps(play(Case(encounter, mind, rules, open_field), fights)))
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
    for case in chosen:
        figures, functions = measure(case)
        found[case.name] = figures
        total = figures["per_turn"]
        top[case.name] = ", ".join(
            f"{plain(name)} {cost / total:.0%}" for name, cost in functions[:5]
        )
        before = known["cases"].get(case.name)
        change = figures["per_turn"] / before["per_turn"] - 1 if before else 0.0
        note = f"{change:+.1%}" if before else "new"
        if before and before["outcome"] != figures["outcome"]:
            note += ", other outcomes"
        print(f"{case.name:42} {figures['per_turn']:>9,} a turn  {note}", flush=True)
        for name, cost in functions[: given.functions]:
            print(f"  {cost:>9,.0f}  {cost / total:>5.1%}  {plain(name)}", flush=True)
        if abs(change) > TOLERATED:
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
            f"More than {TOLERATED:.0%} off the committed figures: {', '.join(changed)}.\n"
            f"Say why in a commit message with the word “{WORD}”, and write the new figures down "
            "with --write."
        )


def plain(name: str) -> str:
    """A function as our sources name it."""
    name = re.sub(r"'\d+$", "", name)
    name = re.sub(r"\.(constprop|part|isra|lto_priv|cold)\.?\d*", "", name)
    return re.sub(r"^CPyDef_", "", name).replace("___", ".")


if __name__ == "__main__":
    main()
