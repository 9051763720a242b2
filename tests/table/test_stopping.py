"""A server that is stopped or killed: its message, and no process is left behind."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from tests.table.server import Process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


def busy(folder: Path) -> Process:
    """A server with a connected client, and a mind that runs in a worker."""
    process = Process(folder / "table.sqlite3")
    minds = {"party": "captain", "foes": "captain"}
    fight = process.start("yard", minds=minds)["fight"]
    gm = process.gm(fight)
    gm.until("asked")
    while len(process.members()) < 2:
        gm.sync()
    return process


@pytest.mark.parametrize(
    ("sent", "to_group"),
    [(signal.SIGTERM, False), (signal.SIGINT, False), (signal.SIGINT, True)],
    ids=["SIGTERM", "SIGINT", "Ctrl-C at a terminal"],
)
def test_a_server_that_is_told_to_stop_says_nothing_and_leaves_nobody(
    tmp_path: Path, sent: signal.Signals, to_group: bool
) -> None:
    process = busy(tmp_path)
    said = process.stop(sent, to_group)
    assert said == ""
    assert process.process.returncode == 0
    process.until_nobody_is_left()


def test_the_workers_of_a_killed_server_end_by_themselves(tmp_path: Path) -> None:
    process = busy(tmp_path)
    assert len(process.members()) >= 2
    process.kill()
    process.until_nobody_is_left()
