"""How many positions of the league each mind solves (`tests/minds/league`).

    python bench/league.py [MIND …]
    python bench/league.py --write docs/ladder.md

Prints one row for each mind, and with `-v` the positions it gets wrong. `--write` replaces the
table between the marks of a page.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.minds.league.positions import answer, positions  # noqa: E402

from shieldwall.minds import make_mind  # noqa: E402

MINDS = (
    *("natural", "prudent", "fearless", "soldier", "cunning", "guardian", "striker", "archer"),
    *("healer", "caster", "coward", "rabble", "beast", "fanatic", "mindless", "simple", "random"),
    *("captain:fast", "captain"),
)
BEGIN = "<!-- league begins -->"
END = "<!-- league ends -->"


def scored(name: str, verbose: bool) -> tuple[Counter[str], Counter[str]]:
    """Right answers and positions by book."""
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for position in positions():
        said, found = answer(position, make_mind(name, 1))
        asked[position.book] += 1
        right[position.book] += found
        if verbose and not found:
            print(f"  {name}: {position.name}: {said}; right is {' or '.join(position.right)}")
    return right, asked


def table(names: list[str], verbose: bool) -> list[str]:
    rows: list[str] = []
    for name in names:
        right, asked = scored(name, verbose)
        books = list(asked)
        if not rows:
            rows.append(f"| mind | all {asked.total()} | {' | '.join(books)} |")
            rows.append("|---" * (len(books) + 2) + "|")
        cells = " | ".join(f"{right[book]} of {asked[book]}" for book in books)
        rows.append(f"| {name} | {right.total()} | {cells} |")
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("minds", nargs="*", default=[])
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--write", metavar="FILE")
    given = parser.parse_args()
    rows = table(given.minds or list(MINDS), given.verbose)
    if given.write:
        page = Path(given.write)
        text = page.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        after = rest.partition(END)[2]
        page.write_text(before + "\n".join([BEGIN, *rows, END]) + after, encoding="utf-8")


if __name__ == "__main__":
    main()
