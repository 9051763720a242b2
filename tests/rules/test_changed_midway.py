"""Reactions change the target, the ally or the path in the middle of an action.

The actor itself does not change: the rest of its action is tested again before it continues.
"""

from __future__ import annotations

import pytest
from tests.open_scene import field, open_setup
from tests.scene import (
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    setup,
    told,
    unit,
    where,
)
from tests.scripted import run

from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import SCREENING
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import DEAD, DOWN

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
FELLED = ("h attack b with sword", 19, 5, "h done")
"""`h` attacks `b` and leaves it dying."""


def wrestler(**facts: object) -> Sheet:
    return foe(hp=20, brawl=3, strength=2, weapons=(UNARMED, SWORD), **facts)


@pytest.mark.rule("SOV-087", "SOV-098")
@BOTH
def test_no_unit_binds_the_wounds_of_a_unit_that_is_killed_meanwhile(rules: str) -> None:
    """The free attack of `f` misses; `h` uses its held action to finish off the patient."""
    made = setup(
        ". . . . .\n. f a b h\n. . . . .", rules=rules, stops="always",
        a=fighter(hp=30, kit=True), b=fighter(hp=3), f=foe(hp=20), h=foe(hp=20),
    )  # fmt: skip
    fight = run(
        made, *FELLED, "f done", "a done", "h hold", "f done",
        "a stabilise b", "f strike a with sword", 2, "h finish b with sword", first="foes",
    )  # fmt: skip
    assert told(fight, "interrupted") == ["interrupted unit=a action=stabilise why=impossible"]
    assert told(fight, "check", "stabilised") == []
    assert (unit(fight, "b").status, unit(fight, "a").mains) == (DEAD, 0)


@pytest.mark.rule("SOV-105", "SOV-098")
def test_no_unit_hides_from_a_foe_that_comes_round_the_corner_meanwhile() -> None:
    """The corner is half cover from `f`; `h` uses its held run during the free attack of `f`."""
    rows = ". # f . .\n. a . . .\n# # # # .\n. . . h ."
    for way, hidden in (("h run E4-E3-E2", False), ("h pass", True)):
        made = setup(rows, stops="always", a=fighter(hp=30, ac=16), f=foe(hp=20), h=foe(hp=20))
        dice = (6, 6) if hidden else ()
        fight = run(
            made, "h hold", "f done", "a hide", "h pass", "f strike a with sword", 2, way, *dice,
            first="foes",
        )  # fmt: skip
        assert bool(told(fight, "hides")) == hidden
        stops = [] if hidden else ["interrupted unit=a action=hide why=impossible"]
        assert told(fight, "interrupted") == stops


@pytest.mark.rule("SOV-070", "SOV-071")
@BOTH
@pytest.mark.parametrize(("second", "killed"), [(4, True), (3, False)])
@pytest.mark.parametrize("deed", ["finish b with sword", "attack b with sword"])
def test_a_fallen_ally_is_screened_from_the_blow_that_would_kill_it(
    rules: str, second: int, killed: bool, deed: str
) -> None:
    """Brawl or Stab 0 against 8 and a Stab of 1: a 9 gets through, an 8 meets the screener."""
    made = setup(
        "a b\ng .", rules=rules, a=fighter(hp=30, ac=16, stab=1), b=fighter(hp=3), g=foe(hp=20)
    )
    fight = run(
        made, "g attack b with sword", 19, 5, "g done", "a screen b", "a done",
        f"g {deed}", 5, second, *([] if killed else [2]), first="foes",
    )  # fmt: skip
    assert unit(fight, "b").status == (DEAD if killed else DOWN)
    met = [] if killed else ["redirected unit=a ward=b by=g"]
    assert told(fight, "redirected") == met
    assert len(told(fight, "attack")) == (1 if killed else 2)


@pytest.mark.rule("SOV-055", "SOV-130")
@BOTH
@pytest.mark.parametrize(
    ("deed", "dead"), [("shove g with unarmed : prone", True), ("grapple g with unarmed", False)]
)
def test_a_slinger_that_is_knocked_down_still_kills_the_fallen(
    rules: str, deed: str, dead: bool
) -> None:
    """Prone, it may shoot as before; held in a grapple, it may not."""
    made = setup(
        ". . . . .\nb . . g a\nh . . . .", rules=rules, stops="always",
        a=fighter(hp=30, brawl=3, strength=2, weapons=(UNARMED,)), b=fighter(hp=3),
        g=foe(hp=20, weapons=(SLING,), shoot=1), h=foe(hp=20),
    )  # fmt: skip
    fight = run(
        made, "a done", "b done", *FELLED, "g done", "a hold",
        "g finish b with sling", "a pass", f"a {deed}", 19, 6, 6,
    )  # fmt: skip
    assert unit(fight, "b").status == (DEAD if dead else DOWN)
    stops = [] if dead else ["interrupted unit=g action=finish why=grappled"]
    assert told(fight, "interrupted") == stops


@pytest.mark.rule("SOV-069", "SOV-098")
@BOTH
def test_no_unit_screens_an_ally_that_is_shoved_away_before_it_arrives(rules: str) -> None:
    made = setup(
        ". . . . . . . .\n. a . . b . . .\n. . . h . . . .", rules=rules, stops="always",
        a=fighter(hp=30, stab=1), b=fighter(hp=30), h=wrestler(),
    )  # fmt: skip
    fight = run(
        made, "h hold", "a screen C2-D2 b", "h pass", "h shove F1 b with unarmed : push", 19, 6, 6,
        first="foes",
    )  # fmt: skip
    assert told(fight, "interrupted", "screens") == [
        "interrupted unit=a action=screen why=impossible"
    ]
    assert (where(fight, "a"), where(fight, "b")) == ("D2", "F1")
    assert unit(fight, "a").effect(SCREENING) is None


@pytest.mark.rule("SOV-064", "SOV-065", "SVE-010")
@BOTH
def test_a_charge_that_is_blocked_at_its_first_step_throws_no_spear(rules: str) -> None:
    """`h` runs into the way during the free attack: without 5 ft of run-up there is no momentum."""
    made = setup(
        ". . . . . . . .\ng a . . . . i .\n. . h . . . . .", rules=rules, stops="always",
        a=fighter(hp=30, weapons=(SPEAR,)), g=foe(hp=20), h=foe(hp=20), i=foe(hp=20),
    )  # fmt: skip
    fight = run(
        made, "h hold", "g done", "i done", "a charge D2 i with spear", "h pass",
        "g strike a with sword", 2, "h run C2", first="foes",
    )  # fmt: skip
    assert told(fight, "interrupted") == ["interrupted unit=a action=charge why=impossible"]
    assert [text for text in told(fight, "attack") if "unit=a" in text] == []
    assert where(fight, "a") == "B2"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)


# Without a map.


@pytest.mark.rule("SOV-012", "SOV-098")
@pytest.mark.parametrize("deed", ["run 75ft h", "charge 75ft h with sword"])
def test_without_a_map_no_unit_closes_with_a_foe_that_has_run_away_meanwhile(deed: str) -> None:
    """`h` uses its held run during the free attack of `g`: it is 35 ft away in the end."""
    made = open_setup(
        "a 60, g 60, h 80", engaged="a-g", stops=2,
        a=fighter(hp=30), g=foe(hp=20, creature=True), h=foe(hp=20, creature=True),
    )  # fmt: skip
    fight = run(
        made, "g done", "h hold", f"a {deed}", "h pass", "g strike a with sword", 2, "h run 110ft",
        first="foes",
    )  # fmt: skip
    assert distance(unit(fight, "a"), unit(fight, "h")) == 7
    assert told(fight, "closed-with") == []
    assert [text for text in told(fight, "attack") if "unit=a" in text] == []


@pytest.mark.rule("SOV-012", "SOV-003")
def test_without_a_map_no_unit_runs_through_a_passage_that_has_filled_meanwhile() -> None:
    """`h` joins `i`, and two fill the ten feet."""
    made = open_setup(
        "a 60, g 60, h 100, i 75", field(passage=10), engaged="a-g", stops=2, a=fighter(hp=30),
        g=foe(hp=20, creature=True), h=foe(hp=20, creature=True), i=foe(hp=20, creature=True),
    )  # fmt: skip
    fight = run(
        made, "g done", "i done", "h hold", "a run 90ft", "h pass", "g strike a with sword", 2,
        "h run 75ft", first="foes",
    )  # fmt: skip
    assert unit(fight, "a").x * 5 < 75
