"""Broken and turned units get away: every mind, every book, with and without a map."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.open_scene import field, open_setup, play_open
from tests.rules.dolmenwood.hollow import beast, delve, hero, rolls
from tests.scene import fighter, foe, play, setup, unit

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.events.magic_events import Conditioned, Recovered
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, FLED, SURRENDERED
from shieldwall.fight import Fight
from shieldwall.minds import make_mind

BOOKS = list(RULESETS)
FIELDS: dict[str, GridMap] = {
    "line": field(300), "field": field(300, 60), "passage": field(300, 0, 10), "yard": field(80),
}  # fmt: skip
MINDS = ["natural", "simple", "soldier", "fanatic", "mindless", "beast"]


def routed(book: str, ground: GridMap, mind: str, engaged: str = "", limit: int = 25) -> Fight:
    """`g` is terrified from the first round on, and no unit can bring it down."""
    made = open_setup(
        "a 30, g 35" if engaged else "a 30, g 50", ground, engaged=engaged, rules=book,
        a=fighter(hp=400), g=foe(hp=999, creature=True, morale=12),
    )  # fmt: skip
    made.rounds = limit
    fight = Fight(made, seed=7)
    fight.rule("condition g terrified")
    fight.play([make_mind(mind, 7) for _ in range(3)])
    return fight


@pytest.mark.long_play
@pytest.mark.rule("DOL-040", "SOV-144", "AAC-041")
@pytest.mark.parametrize("engaged", ["", "a-g"])
@pytest.mark.parametrize("shape", FIELDS)
@pytest.mark.parametrize("book", BOOKS)
def test_the_terrified_leave_the_field(book: str, shape: str, engaged: str) -> None:
    for mind in MINDS:
        fight = routed(book, FIELDS[shape], mind, engaged)
        assert unit(fight, "g").status in (FLED, SURRENDERED), mind


@pytest.mark.long_play
@pytest.mark.parametrize("book", BOOKS)
def test_a_unit_that_looks_ahead_flees_too(book: str) -> None:
    fight = routed(book, field(80), "captain:fast")
    assert unit(fight, "g").status in (FLED, SURRENDERED)


@pytest.mark.parametrize(("places", "way"), [("a 100, g 140", "300ft"), ("a 140, g 100", "0ft")])
def test_on_a_line_one_runs_to_the_end_away_from_the_foes(places: str, way: str) -> None:
    """Three times 40 ft a round, and never past those one flees from, however near that end is."""
    made = open_setup(
        places, field(300), rules="dolmenwood", a=fighter(), g=foe(creature=True, morale=12)
    )
    fight = Fight(made, seed=1)
    fight.rule("condition g terrified")
    fight.play([make_mind("natural") for _ in range(3)])
    assert unit(fight, "g").status == FLED
    assert f"{int(unit(fight, 'g').x) * 5}ft" == way


def test_where_foes_bar_one_end_of_a_passage_the_other_is_taken() -> None:
    fight = play_open(
        "a 100, b 100, g 150", "", field(300, 0, 10), rules="aachen", first="foes",
        a=fighter(), b=fighter(), g=foe(creature=True, morale=12),
    )  # fmt: skip
    fight.rule("condition g terrified")
    assert chosen(fight, mind="natural") == "g run 180ft"


@pytest.mark.parametrize("book", BOOKS)
def test_on_a_map_they_leave_over_its_edge(book: str) -> None:
    made: Setup = setup(
        "\n".join([". . . . . . ."] * 3 + [". a . g . . ."] + [". . . . . . ."] * 3),
        rules=book,
        a=fighter(hp=400),
        g=foe(hp=999, creature=True, morale=12),
    )
    made.rounds = 25
    fight = Fight(made, seed=7)
    fight.rule("condition g terrified")
    fight.play([make_mind("natural") for _ in range(3)])
    assert unit(fight, "g").status == FLED


def test_in_the_hall_without_a_map_the_broken_of_the_readme_get_away() -> None:
    """`sim hall --space open`, the example of the front page, by a book that rolls for morale."""
    made = without_map(load_encounter("hall", rules="dolmenwood"))
    gone = 0
    for seed in range(12):
        fight = Fight(made, seed=seed)
        fight.play([make_mind("fearless") for _ in range(3)])
        lost: set[int] = set()
        for event in fight.events:
            if isinstance(event, Conditioned) and event.what == "terrified":
                lost.add(int(event.unit))
            elif isinstance(event, Recovered):
                lost.discard(int(event.unit))
            elif isinstance(event, AttackRolled):
                assert int(event.unit) not in lost, "one who is turned strikes at nobody"
        for one in fight.state.units:
            if one.broken:
                # They are skeletons and slow: some are cut down before they can run at all.
                assert one.status != ACTIVE, f"{one.ident} stands there, seed {seed}"
                gone += one.status in (FLED, SURRENDERED)
    assert gone > 0


# Where dice decide, temperaments do not.


CAUTIOUS = pytest.mark.parametrize("temperament", ["coward", "beast", "cunning", "rabble"])


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize("book", ["aachen", "aachen-early"])
@CAUTIOUS
def test_units_that_have_held_fight_on_whatever_their_temperament(
    book: str, temperament: str
) -> None:
    fight = play(
        ". . . .\n. a g .\n. . . .", "", rules=book, first="foes", a=fighter(),
        g=foe(hp=12, creature=True, morale=7, temperament=temperament),
    )  # fmt: skip
    fight.rule("hp g 1")
    assert chosen(fight, mind="natural") == "g attack a with sword"


@pytest.mark.rule("DOL-040", "DOL-044")
@CAUTIOUS
def test_in_dolmenwood_the_referees_dice_decide_and_no_temperament(temperament: str) -> None:
    fight = delve(
        ". . . .\n. a g .\n. . . .", rolls(1, 6), a=hero(),
        g=beast(hp=12, morale=7, temperament=temperament),
    )  # fmt: skip
    fight.rule("hp g 1")
    assert chosen(fight, mind="natural") == "g done"
    fight.push("g done")
    assert chosen(fight, mind="natural") == "g attack a with longsword"


def test_a_character_whose_player_is_a_coward_still_runs() -> None:
    fight = play(". . . .\n. a g .\n. . . .", "", rules="aachen", a=fighter(hp=20), g=foe(hp=20))
    fight.rule("hp a 1")
    assert chosen(fight, mind="coward") == "a disengage"
