"""Play every shipped encounter under every book, with its map and without, and say what broke.

    python bench/gauntlet.py                 1,000 fights each, on the build that is installed
    python bench/gauntlet.py --fights 20     a quick look

A book whose figures an encounter's people do not have is named with the reason and passed over;
an exception in a fight is an error, and so is one that never ends.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from shieldwall.buildinfo import build_info
from shieldwall.content import ContentError, load_encounter
from shieldwall.content.field import without_map
from shieldwall.content.library import shipped
from shieldwall.rules import RULESETS
from shieldwall.sim import simulate

SEED = 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--fights", type=int, default=1000)
    parser.add_argument("--only", default="", help="encounters or books with this in their name")
    asked = parser.parse_args()
    print(f"{build_info().kind} build, {asked.fights} fights each, seed {SEED}")
    wrong = 0
    for encounter in shipped("encounters"):
        for book in RULESETS:
            if asked.only not in encounter and asked.only not in book:
                continue
            wrong += not play(encounter, book, asked.fights)
    print("no error" if not wrong else f"{wrong} with an error")
    return 1 if wrong else 0


def play(encounter: str, book: str, fights: int) -> bool:
    """Both spaces; False where a fight went wrong."""
    try:
        setup = load_encounter(encounter, book)
    except ContentError as error:
        print(f"{encounter:16} {book:16} does not fit: {error.problems[0]}")
        return True
    spaces = [("open", without_map(setup))]
    if not setup.grid.open:
        spaces = [("map", setup), *spaces]
    for space, made in spaces:
        began = time.process_time()
        try:
            result = simulate(made, fights, SEED)
        except Exception:  # noqa: BLE001 - whatever breaks a fight is what is looked for
            print(f"{encounter:16} {book:16} {space:5} BROKE")
            traceback.print_exc()
            return False
        spent = time.process_time() - began
        wins = ", ".join(f"{name} {count}" for name, count in result.wins.items())
        print(
            f"{encounter:16} {book:16} {space:5} {wins}, undecided {result.undecided},"
            f" {result.turns / spent:,.0f} turns/s"
        )
    return True


if __name__ == "__main__":
    sys.exit(main())
