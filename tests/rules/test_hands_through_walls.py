"""Hands, like blades, do not reach through walls or closed doors (SOV-011, SOV-017)."""

from __future__ import annotations

import pytest
from tests.rules.test_doors import upright
from tests.rules.test_enforcement_by_book import MENDER
from tests.scene import fighter, foe, setup, why_not
from tests.scripted import run

from shieldwall.books.shared.magic.remedies import ASLEEP
from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.state.condition import HELPLESS, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Effect
from shieldwall.fight import Fight

LINE = {
    "sovereign": "SOV-017", "sovereign-early": "SOV-017", "aachen": "AAC-034",
    "aachen-early": "AAC-034", "dolmenwood": "DOL-034",
}  # fmt: skip
"""What each book cites for the line between two squares."""
DYING = [book for book in LINE if book != "dolmenwood"]


def beside_a_door(rules: str, a: Sheet, *script: str | int) -> Fight:
    """`a` and its friend `b` stand on either side of a closed door, and the foe far away."""
    made = setup(
        "b a . . . . . g", rules=rules, walls=(upright(1, door=0),),
        a=a, b=fighter(hp=9), g=foe(hp=20),
    )  # fmt: skip
    if rules == "dolmenwood":
        return run(made, 6, 1, *script, "?", first="")
    return run(made, *script, "?")


@pytest.mark.rule("SOV-087", "SOV-017")
@pytest.mark.parametrize("rules", DYING)
def test_no_unit_binds_wounds_through_a_closed_door(rules: str) -> None:
    fight = beside_a_door(rules, fighter(kit=True))
    fight.rule("fate b down")
    assert why_not(fight, "a stabilise b") == f"no-line {LINE[rules]}"
    fight.rule("door A1-B1 open")
    assert why_not(fight, "a stabilise b") == ""


@pytest.mark.rule("SOV-094", "SOV-017", "DOL-008")
@pytest.mark.parametrize("rules", LINE)
def test_no_unit_picks_up_what_lies_behind_a_closed_door(rules: str) -> None:
    passes = ("a done", "b done") if rules == "dolmenwood" else ()
    fight = beside_a_door(rules, fighter(), *passes)
    fight.rule("drop b")
    assert why_not(fight, "a pick-up A1") == f"no-line-there {LINE[rules]}"
    fight.rule("door A1-B1 open")
    assert why_not(fight, "a pick-up A1") == ""


@pytest.mark.rule("SOV-094")
def test_what_lies_at_ones_feet_is_picked_up_beside_any_wall() -> None:
    fight = beside_a_door("sovereign", fighter())
    fight.rule("drop a")
    assert why_not(fight, "a pick-up B1") == ""


@pytest.mark.rule("SOV-045", "SOV-017")
def test_no_unit_gives_a_potion_through_a_closed_door() -> None:
    flask = fighter(potions=(described_spell("potion of healing"),))
    fight = beside_a_door("sovereign", flask)
    fight.rule("fate b down")
    assert why_not(fight, "a drink b : potion of healing") == "no-line SOV-017"
    fight.rule("door A1-B1 open")
    assert why_not(fight, "a drink b : potion of healing") == ""


@pytest.mark.rule("SOV-045", "SOV-017")
@pytest.mark.parametrize("rules", ["sovereign", "aachen"])
def test_no_unit_shakes_a_sleeper_through_a_closed_door(rules: str) -> None:
    fight = beside_a_door(rules, fighter())
    asleep = Effect(HELPLESS, 0, UNTIL_END_OF_FIGHT, ASLEEP)
    fight.state.units[fight.names.index["b"]].effects.append(asleep)
    assert why_not(fight, "a wake b") == f"no-line {LINE[rules]}"


@pytest.mark.rule("SVE-026", "SOV-017")
def test_no_unit_mends_a_friend_through_a_closed_door() -> None:
    fight = beside_a_door("sovereign-early", fighter(abilities=MENDER))
    fight.rule("hp b 3")
    assert why_not(fight, "a mend b") == "no-line SOV-017"
    fight.rule("door A1-B1 open")
    assert why_not(fight, "a mend b") == ""
