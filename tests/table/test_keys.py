"""The links of GM and players stay valid across restarts, until new ones are requested."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from tests.table.server import Process

from shieldwall.table.persistence.tokens import Keys, kept_keys


def test_addresses_hold_from_one_start_to_the_next_until_new_ones_are_wanted(
    tmp_path: Path,
) -> None:
    store = tmp_path / "table.sqlite3"
    first = Process(store)
    started = first.start()
    first.kill()
    again = Process(store)
    assert (again.token, again.guest_token) == (first.token, first.guest_token)
    with again.gm(started["fight"]) as gm:
        gm.until("asked")
    again.kill()
    fresh = Process(store, "--new-links")
    assert len({fresh.token, fresh.guest_token, first.token, first.guest_token}) == 4
    for old in (first.token, first.guest_token):
        answer = fresh.http.get("/api/me", headers={"authorization": f"Bearer {old}"})
        assert answer.status_code == 401
    fresh.kill()
    last = Process(store)
    assert last.token == fresh.token
    last.kill()


def test_tokens_are_kept_from_other_peoples_eyes(tmp_path: Path) -> None:
    file = tmp_path / "home" / "table.sqlite3-links"
    keys = kept_keys(file)
    assert kept_keys(file) == keys
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.chmod(0o644)
        other = kept_keys(file)
        assert not {*other} & {*keys}, "somebody may have read them"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", '{"host": "x", "guest": "y"}', '{"host": 5}',
     '{"host": "HH", "guest": "HH"}'.replace("HH", "x" * 30)],
)  # fmt: skip
def test_a_file_that_makes_no_sense_is_written_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "links"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    keys = kept_keys(file)
    assert isinstance(keys, Keys)
    assert min(len(keys.host), len(keys.guest)) >= 22
    assert keys.host != keys.guest
    assert kept_keys(file) == keys
