"""Unit names that do not reveal hidden units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.server import Json, Person, Server, own_encounters

WOOD = """
title: The Wood
rules: sovereign
map:
  ceiling: sky
  squares: |
    ................
    ................
    .......##.......
    .......##.......
    ................
    ................
sides:
  - name: party
    players: yes
    party: adventurers
    only: [alda, brand]
    places: {alda: C3, brand: C5}
  - name: foes
    units:
      - {what: goblin, at: H1}
      - {what: goblin, at: J2, hp: 3}
      - {what: goblin, at: L5}
      - {what: bandit, at: N1}
      - {what: bandit, at: N6}
      - {what: wolf, at: P1}
      - {what: wolf, at: P3}
hidden: [HIDDEN]
"""
VARIANTS = {
    "one": {"HIDDEN": "goblin-2, bandit-1"},
    "nobody": {"HIDDEN": ""},
    "first": {"HIDDEN": "goblin-1, goblin-3"},
}


@pytest.fixture
def wood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with own_encounters(tmp_path, monkeypatch, WOOD, VARIANTS) as server:
        yield server


def where(person: Person, side: str = "foes") -> dict[str, str]:
    return {one["id"]: one["square"] for one in person.state["units"] if one["side"] == side}


def seen(server: Server, started: Json) -> tuple[Person, Person]:
    gm, alda = server.gm(started["fight"]), server.player(started, "Alda")
    gm.until("asked")
    alda.until("asked")
    return gm, alda


def test_those_in_hiding_are_numbered_last_and_a_single_one_has_no_number(wood: Server) -> None:
    gm, alda = seen(wood, wood.start("one"))
    shown = {"goblin-1": "H1", "goblin-2": "L5", "bandit": "N6", "wolf-1": "P1", "wolf-2": "P3"}
    assert where(alda) == shown
    assert where(gm) == {**shown, "goblin-3": "J2", "bandit-2": "N1"}
    assert [one["name"] for one in alda.state["units"] if one["id"] == "bandit"] == ["The bandit"]
    assert gm.unit("goblin-3")["hp"] == 3, "nobody but the name has changed"
    gm.__exit__(None, None, None)
    alda.__exit__(None, None, None)


def test_where_nobody_hides_everybody_keeps_the_name_of_the_file(wood: Server) -> None:
    gm, alda = seen(wood, wood.start("nobody"))
    assert where(gm) == where(alda)
    assert list(where(gm)) == [
        "goblin-1", "goblin-2", "goblin-3", "bandit-1", "bandit-2", "wolf-1", "wolf-2",
    ]  # fmt: skip
    gm.__exit__(None, None, None)
    alda.__exit__(None, None, None)


def test_a_seat_is_given_by_the_names_of_the_file_and_the_fight_is_resumed_with_the_new_ones(
    wood: Server,
) -> None:
    seats = [{"name": "Alda", "units": ["alda"]}, {"name": "Imp", "units": ["goblin-3"]}]
    started = wood.start("first", seats=seats)
    assert started["seats"][1]["units"] == ["goblin-3"], "of two in hiding the second"
    gm, alda = seen(wood, started)
    assert where(alda)["goblin"] == "J2"
    before = where(gm)
    assert (before["goblin-2"], before["goblin-3"]) == ("H1", "L5")
    for person in (gm, alda):
        person.__exit__(None, None, None)
    wood.rooms.by_id.clear()
    with wood.gm(started["fight"]) as gm:
        gm.until("asked")
        assert where(gm) == before


def test_in_fog_those_out_of_sight_are_numbered_last(wood: Server) -> None:
    """The pillar hides none of them from both; without fog all are known."""
    gm, alda = seen(wood, wood.start("nobody", settings={"fog": True}))
    known = where(alda)
    for kind in ("goblin", "bandit", "wolf"):
        numbers = [int(one.partition("-")[2] or 1) for one in known if one.startswith(kind)]
        assert numbers == list(range(1, len(numbers) + 1))
    assert known.items() <= where(gm).items()
    gm.__exit__(None, None, None)
    alda.__exit__(None, None, None)
