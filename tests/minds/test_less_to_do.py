"""A table that has removed an action: the shipped minds do something else."""

from __future__ import annotations

import pytest
from tests.scene import BOW, SWORD, fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.tape.request import DONE
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.rule_switches import Switches
from shieldwall.sim.runs import simulate
from shieldwall.text.notation import choice_text

COUNTED_ON = (
    "attack", "shoot", "throw", "run", "disengage", "leave", "stabilise", "break-free", "drink",
    "open",
)  # fmt: skip


def without(made: Setup, *verbs: str) -> Setup:
    gone = ", ".join(f"{verb}: remove" for verb in verbs)
    text = f"extends: {made.rules}\nname: less\ntitle: Less\nactions: {{{gone}}}\n"
    made.house = read_house(text, "less.yaml").house
    return made


@pytest.mark.long_play
@pytest.mark.parametrize(
    ("book", "verb"),
    [(book, verb) for book in RULESETS for verb in COUNTED_ON if verb in RULESETS[book].actions],
)
def test_a_fight_goes_on_where_an_action_is_missing(book: str, verb: str) -> None:
    for name, mind in (("yard", "natural"), ("hall", "simple")):
        made = without(load_encounter(name, book), verb)
        made.rounds = 2
        if name == "hall":
            made = without_map(made)
        result = simulate(made, 1, 1, minds=seat_minds(made, (mind,)))
        assert result.fights == 1


def first_choice(mind: str, a: Sheet, *verbs: str, field: str = "a g . . . . . . . . h") -> str:
    """The choice of `a` next to `g` and far from `h`, without these actions."""
    made = setup(field, a=a, g=foe(hp=9, weapons=(BOW,)), h=foe())
    fight = Fight(without(made, *verbs) if verbs else made, 1)
    while fight.request is None or fight.names.units[fight.request.unit] != "a":
        assert fight.request is not None
        fight.push(choice_text(fight.names, make_mind("simple")(fight.request)))
    return make_mind(mind)(fight.request).verb


@pytest.mark.parametrize("mind", ["natural", "simple"])
def test_instead_of_what_is_missing_a_blow_or_nothing(mind: str) -> None:
    assert first_choice(mind, fighter()) == "attack"
    assert first_choice(mind, fighter(), "attack") == DONE
    archer = fighter(weapons=(BOW, SWORD))
    # Beside a foe a bow is bound; with some room it is not.
    assert first_choice(mind, archer, "attack", field="a . . . g . . . . . h") == "shoot"
    assert first_choice(mind, archer, "attack", "shoot") == DONE


def test_an_experiment_takes_an_action_away_for_itself_alone() -> None:
    reduced = Switches(without=("attack",)).applied(RULESETS["sovereign"])
    assert reduced.reduced
    assert "attack" not in reduced.actions
    assert not RULESETS["sovereign"].reduced
