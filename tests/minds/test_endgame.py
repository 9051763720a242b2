"""With few hit points left, the captain computes exactly: it plays like the best response."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen

from shieldwall.engine.points import TURN
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight import Fight
from shieldwall.minds.look_ahead.captain import Captain
from shieldwall.minds.look_ahead.endgame import Counted, Endgame, may_count
from shieldwall.minds.look_ahead.rollouts import Foresight
from shieldwall.minds.mind import Natural
from shieldwall.minds.temperament import SOLDIER
from shieldwall.odds.best_response import best_response
from shieldwall.odds.small_fights import SmallFight, fight_in_words
from shieldwall.text.notation import choice_text

FOREVER = 1e18
ENOUGH = 30_000
GOBLINS = fight_in_words("goblin hp 1 vs goblin hp 1", "sovereign", 5)


def goblins() -> Fight:
    """Either falls to any hit; the party's has won the initiative."""
    fight = Fight(GOBLINS, by_hand=True)
    fight.push_die(8)
    fight.push_die(1)
    return fight


def asked(fight: Fight) -> Request:
    request = fight.request
    assert request is not None
    return request


def endgame(request: Request) -> Endgame:
    fork = Foresight(request, 0)
    minds: list[Answer] = [Natural("foe", SOLDIER)] * (fork.origin.referee + 1)
    return Endgame(fork, 0, minds)


def counted(kept: Endgame, request: Request, most: int = ENOUGH) -> Counted | None:
    usual = Natural("usual")(request)
    return kept.best(Foresight(request, 0), usual, most, FOREVER)


@pytest.mark.slow
def test_on_a_turn_it_finds_the_chance_of_the_best_response() -> None:
    fight = goblins()
    found = counted(endgame(asked(fight)), asked(fight))
    assert found is not None
    small = SmallFight(GOBLINS, ("soldier",), start=fight.state)
    # Survivors count for half a point.
    assert found.wins == pytest.approx(best_response(small, "party").wins, abs=0.005)
    assert found.wins == pytest.approx(2 / 3, abs=0.001)
    assert found.usual == pytest.approx(0.61, abs=0.01)


def test_the_captain_plays_it_and_says_what_it_gains() -> None:
    captain = Captain(turns=1000)
    fight = goblins()
    assert chosen(fight, mind="soldier") == "goblin-1 run 30ft goblin-2"
    assert chosen(fight, mind=captain) == "goblin-1 hold"
    words = captain.plan(asked(fight), Choice(0, "hold"))
    assert "We win 67 in 100 from here, not 61" in words


def test_units_with_powers_are_counted_too() -> None:
    """The Shock of a seax kills a goblin of 1 HP even on a miss, which no shot does."""
    setup = fight_in_words("goblin hp 1 vs goblin hp 1", "aachen", 5)
    fight = Fight(setup, 1)
    request = asked(fight)
    assert request.battle.state.has_unusual_units
    assert may_count(Foresight(request, 0), ENOUGH)
    found = counted(endgame(request), request)
    assert found is not None
    assert found.choice.verb == "run"
    assert found.wins == pytest.approx(1.0, abs=0.001)
    assert found.usual == pytest.approx(0.76, abs=0.005)
    captain = Captain("captain:fast", turns=3000)
    assert captain(request).verb == "run"


def test_in_the_middle_of_a_blow_it_counts_on_with_what_has_been_rolled() -> None:
    """What is kept from an earlier moment changes nothing."""
    fight = goblins()
    kept = endgame(asked(fight))
    counted(kept, asked(fight))
    fight.push("goblin-1 hold")
    while asked(fight).seats[0] != 0:
        fight.push(Natural("foe", SOLDIER)(asked(fight)))
    request = asked(fight)
    assert request.point != TURN
    later = counted(kept, request)
    fresh = counted(endgame(request), request)
    assert later is not None
    assert fresh is not None
    assert later.choice == fresh.choice
    assert later.wins == pytest.approx(fresh.wins, abs=1e-8)
    assert later.wins == pytest.approx(2 / 3, abs=0.001), "the foe did what was expected"


def test_a_fight_beyond_the_limit_has_no_answer_whatever_is_kept() -> None:
    fight = goblins()
    kept = endgame(asked(fight))
    assert counted(kept, asked(fight), 1000) is None
    assert counted(kept, asked(fight)) is not None
    assert counted(kept, asked(fight), 1000) is None


def test_many_hit_points_are_not_counted() -> None:
    fight = Fight(fight_in_words("alda hp 9 vs goblin hp 7", "sovereign", 5), 1)
    while asked(fight).seats[0] != 0:
        fight.push(Natural("foe", SOLDIER)(asked(fight)))
    assert not may_count(Foresight(asked(fight), 0), ENOUGH)
    assert may_count(Foresight(asked(goblins()), 0), ENOUGH)
    assert choice_text(fight.names, Captain(turns=100)(asked(fight)))
