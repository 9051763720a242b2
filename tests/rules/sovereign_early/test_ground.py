"""The grid, lines and cover of the earlier edition: the same squares, in its own words."""

import pytest
from tests.rules.sovereign_early.early import early, early_setup
from tests.rules.test_attack_cover import BEHIND_A_PILLAR, SLIT, YARD
from tests.rules.ways import exact, with_floors
from tests.scene import BOW, SWORD, fighter, foe, may, play_setup, terms, told, unit, where, why_not


@pytest.mark.rule("SVE-002")
def test_half_cover_is_not_all_corners_and_full_cover_is_not_any() -> None:
    shot = "> a shoot g with small bow\n! attack d20 8\n"
    some = early(BEHIND_A_PILLAR, shot, a=fighter(weapons=(BOW,)), g=foe())
    assert terms(some)["half cover"] == -2
    none = early(YARD, shot, walls=(SLIT,), a=fighter(weapons=(BOW,)), g=foe())
    assert terms(none)["full cover"] == -4
    assert "half cover" not in terms(none)


@pytest.mark.rule("SVE-003")
def test_high_ground_gives_half_cover_by_its_edge_though_no_sentence_says_so() -> None:
    """From the yard the lip hides the far corners of one on the ledge; not the other way round."""
    made = with_floors(
        early_setup("a . . . g", a=fighter(weapons=(BOW,)), g=foe(weapons=(BOW,))), E1=60
    )
    up = play_setup(made, "> a shoot g with small bow\n! attack d20 8\n")
    assert terms(up)["half cover"] == -2
    down = play_setup(made, "> g shoot a with small bow\n! attack d20 8\n", first="foes")
    assert "half cover" not in terms(down)


@pytest.mark.rule("SVE-022")
def test_the_seven_rules_of_the_grid_are_those_of_the_current_edition() -> None:
    """Allies can be passed but not stopped on; foes, walls and corners block."""
    drawing = "a b . .\n# . g .\n. ~ ~ ~"
    fight = early(drawing, "", a=fighter(), b=fighter(), g=foe())
    assert may(fight, "a run B1-C1"), "through an ally"
    assert why_not(fight, "a run B1") == "occupied SOV-002"
    assert why_not(fight, "b run C2") == "foe-in-the-way SOV-003", "a foe's square"
    assert exact(fight, "a run B2") == "cuts-a-corner SOV-011", "past a corner of the wall"
    assert may(fight, "b run B2"), "a step straight on"


@pytest.mark.rule("SVE-022")
def test_a_unit_that_lies_there_is_crossed_for_10_ft_and_a_dwarf_bars_no_giant() -> None:
    prone = "> g prone\n> g done\n"
    fight = early("a g . .", prone, first="foes", a=fighter(), g=foe(weapons=(BOW,)))
    assert why_not(fight, "a run B1") == "occupied SOV-002"
    fight.push("a run C1")
    assert told(fight, "moved") == ["moved unit=a path=B1,C1 feet=15"]
    small = {"height": 3, "length": 3, "breadth": 3}
    for height, refusal in ((24, ""), (23, "foe-in-the-way SOV-003")):
        giant = fighter(**{**small, "height": height})
        fight = early("a g . .", "", a=giant, g=foe(**small))
        assert exact(fight, "a run B1-C1") == refusal


@pytest.mark.rule("SVE-022")
def test_a_diagonal_costs_5_ft_and_difficult_ground_10() -> None:
    fight = early(". . .\n. a .\n~ . g", "> a run A1\n", a=fighter(), g=foe(weapons=(BOW,)))
    assert told(fight, "moved") == ["moved unit=a path=A1 feet=5"]
    fight = early(". a g\n~ . .", "> a run A2\n", a=fighter(), g=foe(weapons=(BOW,)))
    assert told(fight, "moved") == ["moved unit=a path=A2 feet=10"]
    assert where(fight, "a") == "A2"


@pytest.mark.rule("SVE-013")
def test_disengage_lets_one_go_from_those_one_stands_among() -> None:
    fight = early(
        "a g .", "> g disengage\n> g run C1\n", first="foes", a=fighter(weapons=(SWORD,)), g=foe()
    )
    assert told(fight, "opportunity", "attack") == []
    assert where(fight, "g") == "C1"


@pytest.mark.rule("SVE-013")
@pytest.mark.parametrize(("first", "struck"), [("> g disengage\n", 0), ("", 1)])
def test_a_unit_that_has_disengaged_also_acts_among_them_unharmed(first: str, struck: int) -> None:
    """To stand up provokes; after a Disengage it does not."""
    fight = early(
        "a g .",
        "> g prone\n"
        + first
        + "> g stand\n"
        + "> a strike g with sword\n! attack d20 1\n" * struck,
        first="foes",
        a=fighter(),
        g=foe(ac=16),
    )
    assert len(told(fight, "opportunity")) == struck
    assert not unit(fight, "g").prone


@pytest.mark.rule("SVE-013")
def test_disengage_does_not_cover_a_foe_met_later() -> None:
    fight = early(
        "g a . . . h\n. . . . . .",
        "> a disengage\n> a run C1-D1-E2-D2-C2\n> h strike a\n! attack d20 1\n",
        a=fighter(ac=16),
        g=foe(),
        h=foe(),
    )
    assert told(fight, "opportunity") == ["opportunity unit=h target=a"]
