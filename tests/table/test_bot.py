"""The example bot in docs/examples plays a fight to its end over the protocol."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import patience
from tests.table.server import Server

BOT = Path(__file__).resolve().parents[2] / "docs" / "examples" / "table_bot.py"


def test_the_example_plays_a_fight_to_its_end(server: Server) -> None:
    started = server.start(
        "duel", minds={"champion": "simple"}, seats=[{"name": "bot", "units": ["alda"]}]
    )
    address = server.base + started["seats"][0]["link"]
    done = subprocess.run(
        [sys.executable, str(BOT), address],
        capture_output=True,
        text=True,
        timeout=4 * patience.SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.endswith(" won\n")
    with server.gm(started["fight"]) as gm:
        gm.until("over")
        blows = [line for line in gm.lines if line["kind"] == "attack"]
        assert any(line["text"].startswith("Alda") for line in blows)
