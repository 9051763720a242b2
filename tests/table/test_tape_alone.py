"""The tape exported by the table replays by itself, including orders and rulings of the GM."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from tests.table.server import Server

from shieldwall.books.shared.shared_dials import SWARM_MAX_ASSAILANTS
from shieldwall.cli.main import cli
from shieldwall.store.save_file import replay_file


def test_the_tape_the_gm_saves_or_copies_needs_nothing_else(server: Server, tmp_path: Path) -> None:
    """Both buttons of the page ask for this address."""
    started = server.start("duel", rulings={"nat20": "yes"})
    gm = server.gm(started["fight"])
    gm.send(type="rule", what="hp sergeant 5", note="hurt before")
    gm.send(type="rule", what="ruling swarm-max-assailants 3")
    gm.sync()
    text = server.http.get(f"/api/fights/{started['fight']}/tape").text
    path = tmp_path / "handed-out.tape"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["replay", str(path), "--quiet"])
    assert result.exit_code == 0, result.output
    fight = replay_file(str(path))
    assert "* hp sergeant 5 # hurt before" in text
    assert fight.setup.rulings == (("nat20", "yes"),)
    assert fight.rules.nat20 == 1
    assert SWARM_MAX_ASSAILANTS.of(fight.rules) == 3
