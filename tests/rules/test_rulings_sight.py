"""Each option of the rulings about cover and prone units."""

from __future__ import annotations

import pytest
from tests.powers.beasts import beast
from tests.scene import BOW, POLEARM, SLING, fighter, foe, play_setup, ruled, setup, terms


@pytest.mark.rule("SOV-016", "SOV-015")
@pytest.mark.ruling("full_cover_none_of_corners", "yes")
@pytest.mark.ruling("full_cover_none_of_corners", "no")
@pytest.mark.parametrize(("ruling", "cover"), [("yes", "half cover"), ("no", "full cover")])
def test_some_corners_hidden_is_half_cover_or_as_printed_full(ruling: str, cover: str) -> None:
    made = setup(". # . g\na . . .", a=fighter(weapons=(BOW,)), g=foe())
    ruled(made, full_cover_none_of_corners=ruling)
    fight = play_setup(made, "> a shoot g with small bow\n! attack d20 1\n")
    assert terms(fight) == {"d20": 1, "attack bonus": 1, cover: -2 if ruling == "yes" else -4}


@pytest.mark.rule("SOV-021")
@pytest.mark.ruling("cover_in_melee", "yes")
@pytest.mark.ruling("cover_in_melee", "no")
@pytest.mark.parametrize(("ruling", "more"), [("yes", {"half cover": -2}), ("no", {})])
def test_whether_cover_counts_in_melee(ruling: str, more: dict[str, int]) -> None:
    made = setup(". # g\na . .", a=fighter(weapons=(POLEARM,)), g=foe())
    ruled(made, cover_in_melee=ruling)
    fight = play_setup(made, "> a attack g with polearm\n! attack d20 8\n")
    assert terms(fight) == {"d20": 8, "attack bonus": 1, **more}


@pytest.mark.rule("SOV-096", "SOV-100")
@pytest.mark.ruling("prone_ranged_adjacent", "+2")
@pytest.mark.ruling("prone_ranged_adjacent", "-2")
@pytest.mark.parametrize("ruling", ["+2", "-2"])
def test_a_shot_at_a_prone_foe_at_ones_side(ruling: str) -> None:
    made = setup("a g", a=fighter(weapons=(SLING,)), g=foe())
    ruled(made, prone_ranged_adjacent=ruling)
    fight = play_setup(
        made, "> g prone\n> g done\n> a shoot g with sling\n! attack d20 1\n", "foes"
    )
    assert terms(fight) == {
        "d20": 1,
        "attack bonus": 1,
        "foe in melee range": -4,
        "prone target": int(ruling),
    }


@pytest.mark.rule("SOV-019")
@pytest.mark.ruling("high_ground", "by_geometry")
@pytest.mark.ruling("high_ground", "always")
@pytest.mark.parametrize(
    ("ruling", "feet", "more"),
    [
        ("by_geometry", 15, {}),
        ("always", 15, {"half cover": -2}),
        ("always", 5, {"half cover": -2}),
        ("always", 0, {}),
    ],
)
def test_whether_height_alone_is_cover(ruling: str, feet: int, more: dict[str, int]) -> None:
    made = setup("g . . . a", a=fighter(weapons=(BOW,)), g=beast(name="bat", flight=60, ac=30))
    ruled(made, high_ground=ruling)
    rising = f"> g fly : {feet} ft\n" if feet else ""
    shot = "> g done\n> a shoot g with small bow\n! attack d20 10\n"
    fight = play_setup(made, rising + shot, "foes")
    assert terms(fight) == {"d20": 10, "attack bonus": 1, **more}
