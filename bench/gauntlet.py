"""Play every shipped encounter by every book, with its map and without, and report errors.

    python bench/gauntlet.py                 1,000 fights each, on the build that is installed
    python bench/gauntlet.py --fights 20     a quick look
    python bench/gauntlet.py --creatures     every creature against every ready party, by every book

With --creatures there is no map, the number of creatures matches the party by hit dice, and a fight
ends undecided after 40 rounds, because some creatures cannot be harmed without magic.

If an encounter lacks figures that a book needs, the book is skipped with the reason. An exception
in a fight is an error, and so is a fight that never ends.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from shieldwall.books import RULESETS
from shieldwall.buildinfo import build_info
from shieldwall.content import ContentError, load_encounter
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.parties import load_party
from shieldwall.content.ground.field import without_map
from shieldwall.content.library import shipped
from shieldwall.content.skirmish import skirmish
from shieldwall.sim import simulate

SEED = 1
ROUNDS = 40
"""The limit of a fight against creatures."""
MOST = 12
"""Creatures of one kind in a fight."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--fights", type=int, default=1000)
    parser.add_argument("--only", default="", help="encounters or books with this in their name")
    parser.add_argument("--creatures", action="store_true", help="the bestiary, without a map")
    asked = parser.parse_args()
    print(f"{build_info().kind} build, {asked.fights} fights each, seed {SEED}")
    wrong = hunt(asked.only, asked.fights) if asked.creatures else tour(asked.only, asked.fights)
    print("no error" if not wrong else f"{wrong} with an error")
    return 1 if wrong else 0


def tour(only: str, fights: int) -> int:
    """Every encounter by every book; returns the number of errors."""
    wrong = 0
    for encounter in shipped("encounters"):
        for book in RULESETS:
            if only not in encounter and only not in book:
                continue
            wrong += not play(encounter, book, fights)
    return wrong


def hunt(only: str, fights: int) -> int:
    """Every creature against every ready party by every book; returns the number of errors."""
    wrong = 0
    for book, rules in RULESETS.items():
        creatures = shipped_creatures(rules.book_folders, rules.family)
        for party in shipped("parties"):
            if only not in party and only not in book:
                continue
            began = time.process_time()
            levels = sum(member.sheet.hit_dice for member in load_party(party, book))
            won = played = undecided = 0
            for name, sheet in creatures.items():
                count = min(MOST, max(1, levels // sheet.hit_dice))
                try:
                    setup = without_map(skirmish(party, f"{count} {name}", rules=book))
                    setup.rounds = ROUNDS
                    result = simulate(setup, fights, SEED)
                except Exception:  # noqa: BLE001 - whatever breaks a fight is what is looked for
                    print(f"{party:16} {book:16} against {count} {name} BROKE")
                    traceback.print_exc()
                    wrong += 1
                    continue
                played += fights
                won += result.wins["party"]
                undecided += result.undecided
            spent = time.process_time() - began
            print(
                f"{party:16} {book:16} {len(creatures)} kinds: party {won} of {played},"
                f" undecided {undecided}, {spent:.0f} s"
            )
    return wrong


def play(encounter: str, book: str, fights: int) -> bool:
    """With and without a map; False if a fight has an error."""
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
