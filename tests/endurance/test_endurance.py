"""The short form of `make endurance`: a few kills on each store, and proof that losses are seen."""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import pytest
from tests.endurance.__main__ import Run, main, parse
from tests.endurance.fights import Lost, Played, Wishes
from tests.endurance.postgres import MISSING, NoPostgres, Postgres
from tests.endurance.screen import Told

from shieldwall.books import RULESETS

KILLS = "6"


def report_of(*options: str) -> dict[str, Any]:
    run = Run(parse(["--seed", "short", *options]))
    try:
        asyncio.run(run.go())
        return run.report()
    finally:
        run.clear()


@pytest.fixture
def store(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if name == "postgresql":
        try:
            Postgres().close()
        except NoPostgres as error:
            if os.environ.get("CI") == "true" and str(error) == MISSING:
                pytest.fail("CI should have PostgreSQL installed")
            pytest.skip(str(error))
    return name


@pytest.mark.slow
@pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)
def test_a_table_that_is_killed_again_and_again_loses_nothing(store: str) -> None:
    report = report_of("--store", store, "--kills", KILLS)
    assert report["failures"] == []
    assert report["kills"] >= int(KILLS)
    assert report["orders_acknowledged"] > 0
    assert report["lost"] == report["stuck"] == 0
    assert report["opened"] == report["replayed"] == report["fights"] > 0


@pytest.mark.slow
def test_what_a_lying_disk_loses_is_found() -> None:
    report = report_of("--store", "sqlite", "--kills", "4", "--fault", "lying disk")
    if report["left_out"]:
        pytest.skip(report["left_out"])
    assert report["lost"] > 0
    assert any("had been told otherwise" in words for words in report["failures"])


def test_every_book_is_played_with_a_map_and_without() -> None:
    wishes = Wishes(random.Random(1))
    made = [wishes.next() for _ in range(2 * len(RULESETS))]
    assert {(one["book"], one["space"]) for one in made} == {
        (book, space) for book in RULESETS for space in ("", "open")
    }


def test_the_help_says_how_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "make endurance" in said
    assert "130 after Ctrl-C" in said


class Shown:
    """A screen that shows what a test says."""

    def __init__(self, told: Told, name: str = "GM") -> None:
        self._told = told
        self.name = name
        self.state = {"units": told.units}

    def told(self) -> Told:
        return self._told


ALDA = {"id": "alda", "hp": 9, "mine": True}
TABLE: dict[str, Any] = {"settings": {}, "minds": {}, "seats": []}
BEFORE = Told(["one", "two"], [ALDA], {"round": 1}, TABLE)


def check(now: Told, pending: dict[str, Any] | None = None, **known: Any) -> None:
    fight = Played("f", "a fight", {}, told={"GM": BEFORE}, pending=pending, **known)
    fight.check(Shown(now))  # type: ignore[arg-type]


def test_more_than_was_told_is_no_loss_and_less_is() -> None:
    check(BEFORE)
    check(BEFORE._replace(log=["one", "two", "three"]), {"type": "choose"})
    with pytest.raises(Lost, match="line 1: 'two' became 'nothing'"):
        check(BEFORE._replace(log=["one"]))
    with pytest.raises(Lost, match="line 1: 'two' became 'other'"):
        check(BEFORE._replace(log=["one", "other"]), {"type": "choose"})


def test_an_undo_under_way_may_have_happened_or_not() -> None:
    check(BEFORE._replace(log=["one"]), {"type": "undo"})
    check(BEFORE, {"type": "undo"})
    check(BEFORE._replace(log=["one"]), in_doubt={"undo"})


def test_units_and_settings_stand_as_they_were_told() -> None:
    hurt = BEFORE._replace(units=[{**ALDA, "hp": 5}])
    with pytest.raises(Lost, match="hp: 9 became 5"):
        check(hurt)
    check(hurt, {"type": "rule"})
    check(hurt, minded=True)
    check(BEFORE._replace(units=[{**ALDA, "mine": False}]))
    other = BEFORE._replace(table={**TABLE, "minds": {"foes": "natural"}})
    with pytest.raises(Lost, match="set otherwise"):
        check(other)
    check(other, {"type": "mind"})


def test_entries_of_the_store_are_only_added() -> None:
    fight = Played("f", "a fight", {}, rows=[(0, "tape", "! d8 5"), (1, "undo", "0")])
    fight.check_rows([*fight.rows, (2, "tape", "! d8 6")])
    assert len(fight.rows) == 3
    with pytest.raises(Lost, match="changed or are gone"):
        fight.check_rows(fight.rows[:2])
    with pytest.raises(Lost, match="one after the other"):
        fight.check_rows([*fight.rows, (4, "tape", "! d8 6")])
