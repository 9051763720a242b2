"""Without a map, neither options nor odds reveal an unknown foe."""

from __future__ import annotations

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import DONE, Choice
from shieldwall.fight import Fight
from shieldwall.odds.option_odds import Previewer
from shieldwall.odds.small_fights import fight_in_words

HIDDEN = 2


def worlds() -> list[Setup]:
    """The second, unknown foe is of one kind or another."""
    made = []
    for foe in ("goblin hp 3", "ogre hp 20"):
        setup = fight_in_words(f"alda vs orc hp 4, {foe}", "sovereign", feet=10)
        setup.placements[HIDDEN].ident = "lurker"
        setup.hidden = ("lurker",)
        made.append(setup)
    return made


def at_turn(setup: Setup) -> Fight:
    for seed in range(200):
        fight = Fight(setup, seed)
        if Choice(0, DONE) in fight.requests[0].options:
            return fight
    raise AssertionError("never first")


def test_no_unknown_unit_is_run_up_to_or_charged() -> None:
    fight = at_turn(worlds()[0])
    battle = fight.requests[0].battle
    assert battle.state.grid.open
    runs = battle.rules.actions["run"].candidates(battle, battle.state.units[0])
    assert 1 in {choice.target for choice in runs}
    assert HIDDEN not in {choice.target for choice in runs}
    assert HIDDEN not in {choice.target for choice in fight.requests[0].options}


def test_options_and_odds_are_the_same_whoever_lurks() -> None:
    one, other = (at_turn(setup) for setup in worlds())
    mine = [choice for choice in one.requests[0].options if choice.unit == 0]
    theirs = [choice for choice in other.requests[0].options if choice.unit == 0]
    assert mine == theirs
    for choice in mine:
        here, there = Previewer(one).look(choice), Previewer(other).look(choice)
        assert (here.odds.damage, here.odds.taken, here.provokes, here.odds.offered) == (
            there.odds.damage, there.odds.taken, there.provokes, there.odds.offered,
        )  # fmt: skip
