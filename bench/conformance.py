"""Run the conformance tests of Gymnasium, PettingZoo and OpenSpiel, and print what they say.

    python bench/conformance.py [duel hall crypt]

Needs `pip install "shieldwall[gymnasium,pettingzoo,openspiel]"`. Ends with 1 if a test fails.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

MOST_LINES = 4


def gymnasium_checks(encounter: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from shieldwall.env.gym_env import FightEnv

    check_env(FightEnv(encounter=encounter, opponent="simple", rounds=3))


def pettingzoo_api(encounter: str) -> None:
    from pettingzoo.test import api_test

    from shieldwall.env.pettingzoo_env import env

    api_test(env(encounter=encounter, rounds=3), num_cycles=60)


def pettingzoo_seeds(encounter: str) -> None:
    from pettingzoo.test import seed_test

    from shieldwall.env.pettingzoo_env import env

    seed_test(lambda: env(encounter=encounter, rounds=3), num_cycles=60)


def openspiel_games(encounter: str) -> None:
    import pyspiel

    import shieldwall.env.openspiel_game

    assert shieldwall.env.openspiel_game.GAME_TYPE.short_name == "shieldwall"
    game = pyspiel.load_game(f"shieldwall(encounter={encounter},rounds=1,turn_limit=3)")
    # One game, without its text, with serialisation, the mask too if there are few actions.
    pyspiel.random_sim_test(game, 1, True, False, encounter == "duel")


def openspiel_playthrough(encounter: str) -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    import shieldwall.env.openspiel_game

    assert shieldwall.env.openspiel_game.PARAMETERS["encounter"] == "duel"
    text = playthrough(
        f"shieldwall(encounter={encounter},mapless=True,rounds=1,turn_limit=2)",
        action_sequence=[],
        seed=1,
    )
    wanted = ("game: ", "NumPlayers", "NumDistinctActions", "IsTerminal() = True")
    for line in text.splitlines():
        if line.startswith(wanted[:-1]) or line == wanted[-1]:
            print(line)


TESTS: list[tuple[str, str, Callable[[str], None]]] = [
    ("gymnasium", "check_env", gymnasium_checks),
    ("pettingzoo", "api_test", pettingzoo_api),
    ("pettingzoo", "seed_test", pettingzoo_seeds),
    ("open_spiel", "random_sim_test", openspiel_games),
    ("open_spiel", "playthrough", openspiel_playthrough),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encounters", nargs="*", default=["duel", "hall", "crypt"])
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    failed = False
    for encounter in given.encounters:
        for package, name, test in TESTS:
            began = time.perf_counter()
            said = io.StringIO()
            problem = ""
            try:
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                    test(encounter)
            except (AssertionError, AttributeError, TypeError, ValueError, RuntimeError) as error:
                problem = f"{type(error).__name__}: {error}"
                failed = True
            seconds = time.perf_counter() - began
            outcome = f"FAILED, {problem}" if problem else "passed"
            print(f"{encounter}: {package} {version(package)} {name}: {outcome} ({seconds:.1f} s)")
            for line in said.getvalue().strip().splitlines()[-MOST_LINES:]:
                print(f"    {line}")
            sys.stdout.flush()
    sys.exit(failed)


if __name__ == "__main__":
    main()
