"""The best response of one side: at least as good as minds, and never above 100 %."""

from __future__ import annotations

import pytest

from shieldwall.odds.attack_scene import OddsError
from shieldwall.odds.best_response import best_response
from shieldwall.odds.small_fights import SmallFight, TooManyStates, fight_in_words


def small(text: str, *minds: str) -> SmallFight:
    return SmallFight(fight_in_words(text, "sovereign", 5), minds or ("fearless",))


@pytest.mark.slow
def test_it_is_never_worse_than_a_mind_and_no_better_than_certain() -> None:
    fight = small("alda hp 2 vs goblin hp 2")
    natural = fight.count().wins
    ours = best_response(fight, "party")
    theirs = best_response(fight, "foes")
    assert natural[0] - 1e-6 <= ours.wins <= 1.0
    assert natural[1] - 1e-6 <= theirs.wins <= 1.0
    # A mind cannot win what the other side wins with best play.
    assert ours.wins + natural[1] >= 1.0 - 1e-3


@pytest.mark.slow
def test_luck_kept_for_the_deciding_miss_wins_for_certain() -> None:
    """Any hit fells a goblin of 2 HP: turning the first miss into a hit wins for certain."""
    fight = small("alda hp 2 vs goblin hp 2")
    assert fight.count().wins[0] < 0.99, "the mind keeps its luck for defence"
    assert best_response(fight, "party").wins == pytest.approx(1.0)


def test_holding_an_action_is_among_the_choices() -> None:
    """One hit fells either of them: a unit that holds answers the foe's attack before it hits."""
    fight = small("goblin hp 1 vs goblin hp 1", "soldier")
    assert fight.count().wins[0] < 0.5
    assert best_response(fight, "party").wins == pytest.approx(0.5417, abs=1e-3)


def test_it_says_what_is_wrong() -> None:
    fight = small("alda hp 2 vs goblin hp 2")
    with pytest.raises(OddsError, match="no side is called 'us'; there is party, foes"):
        best_response(fight, "us")
    with pytest.raises(TooManyStates):
        best_response(fight, "party", 3)
