"""The odds of the player's choices during a fight in the terminal."""

from __future__ import annotations

from tests.cli.typist import run

from shieldwall.cli.fights.odds_lines import TurnOdds, alike, percent
from shieldwall.cli.terminal import Terminal
from shieldwall.content import load_encounter
from shieldwall.display.choice_groups import Choices
from shieldwall.fight import Fight
from shieldwall.odds.option_odds import Previewer

ALDA_FIRST = ("duel", "--seed", "1")


def asked(width: int = 80, height: int = 24) -> tuple[TurnOdds, Choices]:
    fight = Fight(load_encounter("duel"), 1)
    request = fight.requests[0]
    return (
        TurnOdds(fight, Terminal(False, width, height)),
        Choices(fight.names, request, 0),
    )


def test_below_the_choices_stands_what_they_come_to_and_how_sure_that_is() -> None:
    turn_odds, choices = asked()
    throw = next(one for one in choices.of("throw") if one.weapon == 1)
    exact = Previewer(turn_odds.fight).look(throw)
    lines = turn_odds.lines(choices.request, choices, True)
    assert lines[0].startswith("Exact odds")
    told = " ".join(lines)
    assert f"throw sergeant: hits {100 * float(exact.odds.hit):.0f} %" in told
    assert f"{float(exact.odds.mean):.1f} damage" in told
    assert "charge sergeant: hits " in told


def test_the_player_switches_them_off_and_on() -> None:
    shown = run("play", *ALDA_FIRST, lines=["odds off", "alda", "odds on", "alda", "odds"]).stdout
    first, off, on = shown.split("alda> ")[:3]
    assert "Exact odds" in first
    assert "Odds: hidden." in off
    assert "Exact odds" not in on
    assert shown.count("Exact odds") == 3
    quiet = run("play", *ALDA_FIRST, "--no-odds", lines=["odds sometimes"]).stdout
    assert "Exact odds" not in quiet
    assert "Type `odds`, `odds on` or `odds off`." in quiet


def test_lines_fit_a_small_terminal() -> None:
    turn_odds, choices = asked(44, 14)
    lines = turn_odds.lines(choices.request, choices)
    assert 1 < len(lines) <= 6
    assert all(len(line) < 44 for line in lines)


def test_choices_alike_share_a_line() -> None:
    assert alike(["attack g-1", "attack g-2", "charge g-1"]) == "attack g-1, g-2; charge g-1"
    assert alike(["pass"]) == "pass"
    assert (percent(0.004), percent(0.0), percent(0.256)) == (
        "under\xa01\xa0%",
        "0\xa0%",
        "26\xa0%",
    )
