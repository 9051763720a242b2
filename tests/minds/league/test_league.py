"""The league of situations: the natural mind finds every right answer, other minds fewer."""

from __future__ import annotations

import pytest
from tests.minds.league.positions import Position, answer, positions

from shieldwall.minds import make_mind

LEAGUE = positions()


def test_the_league_has_at_least_sixty_positions_of_all_books() -> None:
    assert len(LEAGUE) >= 60
    assert len({position.name for position in LEAGUE}) == len(LEAGUE)
    books = {"sovereign", "sovereign-early", "aachen", "aachen-early", "dolmenwood"}
    assert {position.book for position in LEAGUE} == books


@pytest.mark.parametrize("position", LEAGUE, ids=lambda position: position.name)
def test_the_natural_mind_finds_the_right_answer(position: Position) -> None:
    said, right = answer(position, make_mind("natural"))
    assert right, f"{said}; right is {position.right}: {position.why}"


def test_a_mind_that_never_retreats_is_wrong_where_that_is_right() -> None:
    """The league can tell minds apart."""
    wrong = [position.name for position in LEAGUE if not answer(position, make_mind("soldier"))[1]]
    assert [name for name in wrong if "the last one standing" in name]
