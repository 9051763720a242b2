"""Measure the difficulty of the shipped encounters, and store it for `shieldwall list`.

python tools/difficulty.py            all of them, some minutes on the compiled build python
tools/difficulty.py yard ford  only these; the others keep their figures python tools/difficulty.py
--show     print, write nothing
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from shieldwall.content import load_encounter, setup_to_text
from shieldwall.content.library import shipped
from shieldwall.engine.events.clock_events import OrderSet, SurpriseRound
from shieldwall.engine.events.event import Event
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.sim.counts import SimResult
from shieldwall.sim.fight_facts import row_of
from shieldwall.sim.job import Job

FIGHTS = 400
MORE_FIGHTS = 1200
"""Limit above which an encounter depends too much on who goes first, or on surprise."""
SWING = 0.15
SEED = 1
PAIRS = (("wins_first", "wins_second"), ("wins_surprise", "wins_no_surprise"))
"""Shares of victories in fights with two different beginnings."""
FILE = Path(__file__).parent.parent / "src/shieldwall/content/data/difficulty.json"


def measured(name: str, fights: int = FIGHTS) -> dict[str, float]:
    """Shares of the fights played by natural minds, and the wins by the beginning of the fight."""
    setup = load_encounter(name)
    game = Job(setup_to_text(setup), SEED).game()
    result = SimResult(setup, SEED)
    won: dict[str, list[bool]] = {key: [] for pair in PAIRS for key in pair}
    for number in range(fights):
        log: list[Event] = []
        battle = game.battle(Live(Dice(substream(SEED, number)), game.minds), log)
        battle.play()
        row = row_of(battle, game.start)
        result.add_row(row)
        victory = row.team == result.ours
        surprise = any(isinstance(event, SurpriseRound) for event in log)
        won["wins_surprise" if surprise else "wins_no_surprise"].append(victory)
        order = next((event for event in log if isinstance(event, OrderSet)), None)
        if order is not None:
            ours = setup.sides[order.sides[0]].team == result.ours
            won["wins_first" if ours else "wins_second"].append(victory)
    shares = {
        "wins": result.won,
        "falls": result.somebody_falls,
        "dies": result.somebody_dies,
        "tpk": result.party_killed,
    }
    found = {name: round(count / fights, 3) for name, count in shares.items()}
    for pair in PAIRS:
        if all(len(won[key]) >= fights / 10 for key in pair):
            found.update({key: round(sum(won[key]) / len(won[key]), 3) for key in pair})
    return {**found, "fights": fights}


def swing(found: dict[str, float]) -> float:
    """The largest difference that the beginning of a fight makes."""
    return max(abs(found.get(one, 0) - found.get(other, 0)) for one, other in PAIRS)


def main(arguments: list[str]) -> None:
    show = "--show" in arguments
    fights = next((int(a[2:]) for a in arguments if a.startswith("-n")), FIGHTS)
    names = [word for word in arguments if not word.startswith("-")]
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in names or shipped("encounters"):
        found = measured(name, fights)
        if swing(found) > SWING:
            found = measured(name, max(fights, MORE_FIGHTS))
        known[name] = found
        print(name, json.dumps(known[name]), flush=True)
    if not show:
        kept = {name: known[name] for name in sorted(known) if name in shipped("encounters")}
        FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
