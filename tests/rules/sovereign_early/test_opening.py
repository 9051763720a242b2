"""The start of a fight in the earlier edition: surprise, careful sides, and ties."""

from collections.abc import Callable

import pytest
from tests.rules.sovereign_early.early import BOOK, early, early_setup
from tests.scene import fighter, foe, last, may, play_setup, told, unit, why_not

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet

SNEAKY = (0, 0, 0, 0, 1, 0, 0, 0, 0)
WATCHFUL = (0, 0, 0, 0, 0, 1, 0, 0, 0)
STRONG = (0, 0, 0, 1, 0, 0, 0, 0, 0)
INITIATIVE = "! initiative d8 8\n! initiative d8 1\n"


def skilled(skills: tuple[int, ...]) -> Sheet:
    made = fighter()
    made.skills = skills
    return made


def approach(hard: bool = False, hidden: bool = False, careful: bool = True) -> Setup:
    """`a` comes upon `g`, who goes carefully unless it is said otherwise."""
    made = early_setup("a . . . g", a=skilled(STRONG if hard else SNEAKY), g=skilled(WATCHFUL))
    made.ambush = 0
    made.hard_entry = hard
    made.sides[1].careful = careful
    made.hidden = ("a",) if hidden else ()
    return made


@pytest.mark.rule("SVE-001")
@pytest.mark.parametrize(("die", "order"), [(4, "party,foes"), (3, "foes,party")])
def test_the_party_wins_a_tie(die: int, order: str) -> None:
    """With DEX 1 a 4 ties with 5."""
    fight = early(
        "a . g",
        f"! initiative d8 {die}\n! initiative d8 5\n",
        first="",
        a=fighter(dex=1),
        g=foe(dex=2),
    )
    assert told(fight, "order") == [f"order sides={order}"]


@pytest.mark.rule("SVE-004")
@pytest.mark.parametrize(("hard", "tag"), [(False, "ambush"), (True, "hard entry")])
def test_stealth_and_a_kicked_door_are_both_against_notice(hard: bool, tag: str) -> None:
    """Sneak 1 and DEX, or Exert 1 and STR, against 8 + Notice 1 and WIS: just enough, and not."""
    for second, caught in ((2, True), (1, False)):
        made = approach(hard, careful=False)
        comer, watcher = (placement.sheet for placement in made.placements)
        comer.attributes = (3, -1, -1, -1, -1, -1) if hard else (-1, 3, -1, -1, -1, -1)
        watcher.attributes = (0, 0, 0, 0, 1, 0)
        tape = f"! {tag} d6 4\n! {tag} d6 {second}\n" + ("" if caught else INITIATIVE)
        fight = play_setup(made, tape, first="")
        check = last(fight, "group-check")
        assert (check.total, check.needed) == (8 + second, 10)  # type: ignore[attr-defined]
        assert check.terms[0].cite == "SVE-004"
        assert unit(fight, "g").surprised == caught


@pytest.mark.rule("SVE-005")
@pytest.mark.parametrize("hard", [False, True])
def test_the_careful_are_not_surprised_by_any_approach(hard: bool) -> None:
    """The current edition would let a door burst open upon them."""
    fight = play_setup(approach(hard), INITIATIVE, first="")
    assert told(fight, "group-check", "surprise") == []


@pytest.mark.rule("SVE-005")
def test_the_careful_can_be_caught_by_foes_who_are_specifically_hidden() -> None:
    fight = play_setup(approach(hidden=True), "! ambush d6 6\n! ambush d6 6\n", first="")
    assert told(fight, "surprise") == ["surprise sides=party"]


@pytest.mark.rule("SVE-005")
def test_units_that_expect_a_fight_are_not_even_caught_by_hidden_foes() -> None:
    made = approach(hidden=True)
    made.sides[1].expecting = True
    assert told(play_setup(made, INITIATIVE, first=""), "group-check", "surprise") == []


@pytest.mark.rule("SVE-005", "SOV-026")
def test_with_the_later_ruling_the_careful_are_only_safe_from_an_ambush(
    edition: Callable[..., str],
) -> None:
    house = edition(Dial("alert_party_ambush_immune", 1, "SOV-026"), of=BOOK)
    hidden = approach(hidden=True)
    hidden.rules = house
    assert told(play_setup(hidden, INITIATIVE, first=""), "group-check") == []
    burst = approach(hard=True)
    burst.rules = house
    fight = play_setup(burst, "! hard entry d6 6\n! hard entry d6 6\n", first="")
    assert told(fight, "surprise") == ["surprise sides=party"]


@pytest.mark.rule("SVE-023")
def test_free_actions_belong_to_ones_own_turn() -> None:
    fight = early("a . g", "", a=fighter(), g=foe())
    assert may(fight, "a prone")
    assert why_not(fight, "g prone") == "not-its-side SOV-030"
