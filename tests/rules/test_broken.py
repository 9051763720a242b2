"""Broken units flee, surrender or parley, and do nothing else, in Dolmenwood and Aachen."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.open_scene import field, play_open
from tests.rules.dolmenwood.hollow import beast, clean, delve, hero, hollow, rolls
from tests.scene import BOW, fighter, foe, listed, may, play, play_setup, setup, told, unit, why_not

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import DECLARING
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import FLED, SURRENDERED
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.engine.window import Window
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import make_mind
from shieldwall.minds.phase_play import declare
from shieldwall.text.notation import choice_text

AACHEN = pytest.mark.parametrize("book", ["aachen", "aachen-early"])
YARD = """
. . . . . . . .
. . . . . . . .
. a . . g . . .
. . . . . . . .
. . . . . . . .
"""


def routed(book: str, drawing: str = YARD, **more: object) -> Fight:
    """`g` has a bow and a blade, and no heart left; it is its turn."""
    fight = play(
        drawing, "", rules=book, first="foes", a=fighter(hp=20),
        g=foe(hp=20, creature=True, morale=7, weapons=(BOW, *foe().weapons)), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    fight.rule("condition g terrified")
    return fight


@pytest.mark.rule("AAC-041")
@AACHEN
def test_in_aachen_the_broken_shoot_at_no_unit_and_do_not_come_nearer(book: str) -> None:
    fight = routed(book)
    assert why_not(fight, "g shoot a with small bow") == "is-broken AAC-041"
    assert why_not(fight, "g run D3") == "not-away AAC-041"
    assert may(fight, "g run E2")
    verbs = {line.split()[1] for line in listed(fight)}
    assert {"run", "parley", "surrender"} <= verbs
    assert not verbs & {"attack", "shoot", "throw", "charge", "ready", "done"}


@pytest.mark.rule("AAC-041", "AAC-039")
@AACHEN
def test_in_aachen_no_instant_is_offered_to_the_broken_that_would_be_refused(book: str) -> None:
    fight = routed(book)
    assert fight.request is not None
    options = fight.request.options
    assert isinstance(options, TurnOptions)
    assert why_not(fight, "g total-defense") == "is-broken AAC-041"
    offered = [choice_text(fight.names, choice) for choice in options.calls()]
    assert offered == ["a total-defense"]


@pytest.mark.rule("AAC-041", "SOV-146")
@pytest.mark.parametrize("fate", ["fled", "surrendered"])
@pytest.mark.parametrize("book", ["aachen", "aachen-early", "sovereign", "sovereign-early"])
def test_one_that_had_given_up_and_comes_back_by_order_of_the_gm_fights(
    book: str, fate: str
) -> None:
    fight = play(
        "a g . h", "", rules=book, first="foes", a=fighter(hp=20),
        g=foe(hp=20, creature=True, morale=12), h=foe(hp=20, creature=True, morale=12),
    )  # fmt: skip
    fight.last_checkpoint()[0].units[1].broken = True
    fight.rule(f"fate g {fate}")
    fight.rule("fate g standing")
    assert not unit(fight, "g").broken
    assert why_not(fight, "g attack a with sword") == ""


@pytest.mark.rule("AAC-041")
@AACHEN
def test_in_aachen_the_broken_do_not_stay_where_they_are(book: str) -> None:
    fight = routed(book)
    assert why_not(fight, "g done") == "must-flee AAC-041"
    fight.push("g run E2")
    assert may(fight, "g done"), "it has moved"


@pytest.mark.rule("AAC-041")
@AACHEN
@pytest.mark.parametrize("verb", ["parley", "surrender"])
def test_in_aachen_the_broken_may_give_up_instead(book: str, verb: str) -> None:
    fight = routed(book)
    fight.push(f"g {verb}")
    assert unit(fight, "g").status == SURRENDERED
    assert told(fight, "surrenders") == ["surrenders unit=g"]
    assert fight.outcome is not None


@pytest.mark.rule("AAC-041", "AAC-021")
@AACHEN
def test_the_broken_take_no_free_attacks(book: str) -> None:
    """`g` stands next to `a`, which walks away: a free attack, but not for a broken unit."""
    for terror, blows in ((False, 1), (True, 0)):
        fight = play(". . . .\n. a g .\n. . . .", "", rules=book, a=fighter(), g=foe(creature=True))
        if terror:
            fight.rule("condition g terrified")
        fight.push("a run A1")
        asked = [request.unit for request in fight.requests]
        assert (1 in asked) is bool(blows)


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize("mode", ["warn", "off"])
@AACHEN
def test_in_aachen_the_gm_may_let_them_fight_on(book: str, mode: str) -> None:
    made: Setup = setup(YARD, rules=book, a=fighter(), g=foe(creature=True, weapons=(BOW,)))
    made.enforce = (("AAC-041", mode),)
    fight = play_setup(made, "", "foes")
    fight.rule("condition g terrified")
    assert may(fight, "g run D3")
    assert may(fight, "g done")


@pytest.mark.rule("AAC-041")
def test_in_melee_the_broken_withdraw_and_do_not_strike() -> None:
    fight = routed("aachen", ". . . . .\n. a g . .\n. . . . .")
    assert why_not(fight, "g attack a with sword") == "is-broken AAC-041"
    assert may(fight, "g disengage")
    fight.push("g disengage")
    assert why_not(fight, "g done") == "must-flee AAC-041"


# Dolmenwood.


def routed_in_the_wood(drawing: str = YARD, tape: str = "", **more: object) -> Fight:
    return delve(drawing, rolls(1, 6) + tape, a=hero(hp=20), g=beast(hp=20, morale=7), **more)


@pytest.mark.rule("DOL-040")
def test_out_of_melee_the_broken_run_or_give_up() -> None:
    fight = routed_in_the_wood()
    fight.rule("condition g terrified")
    assert why_not(fight, "g run D3") == "not-away DOL-040"
    assert why_not(fight, "g done") == "must-flee DOL-040"
    assert may(fight, "g run-away E1")
    assert may(fight, "g surrender"), "at any time"
    fight.push("g run-away E1")
    assert told(fight, "runs-away") == ["runs-away unit=g rounds=1"]


@pytest.mark.rule("DOL-040")
def test_in_any_phase_they_do_nothing_else() -> None:
    fight = routed_in_the_wood(". . . . .\n. a g . .\n. . . . .", "> g done\n")
    fight.rule("condition g terrified")
    assert why_not(fight, "g attack a with longsword") == "is-broken DOL-040"
    assert may(fight, "g done")
    assert may(fight, "g surrender")


@pytest.mark.rule("DOL-040")
def test_in_melee_they_have_declared_it_and_then_must_go() -> None:
    fight = delve(
        ". . . . .\n. a g . .\n. . . . .",
        rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 2
        """,
        a=hero(hp=20), g=beast(hp=20, morale=7),
    )  # fmt: skip
    fight.rule("condition g terrified")
    assert why_not(fight, "g done") == "must-flee DOL-040"
    fight.push("g run E1")
    fight.push("g done")
    assert fight.state.clock.round == 2


@pytest.mark.rule("DOL-040")
@pytest.mark.parametrize("mode", ["warn", "off"])
def test_in_dolmenwood_the_gm_may_let_them_fight_on(mode: str) -> None:
    made = hollow(YARD, a=hero(), g=beast(morale=7))
    made.enforce = (("DOL-040", mode),)
    fight = play_setup(made, clean(rolls(1, 6)), first="")
    fight.rule("condition g terrified")
    assert may(fight, "g run D3")
    assert may(fight, "g done")


@pytest.mark.rule("DOL-040")
def test_without_a_map_they_do_not_come_nearer_either() -> None:
    fight = play_open(
        "a 60, g 120", "", field(300), rules="aachen", first="foes", a=fighter(),
        g=foe(creature=True),
    )  # fmt: skip
    fight.rule("condition g terrified")
    assert why_not(fight, "g run 110ft") == "not-away AAC-041"
    assert why_not(fight, "g run 90ft a") in ("not-away AAC-041", "no-room-beside SOV-012")
    assert may(fight, "g run 150ft")
    assert why_not(fight, "g done") == "must-flee AAC-041"


@pytest.mark.rule("AAC-041")
def test_one_with_no_way_out_may_stay() -> None:
    fight = play(
        "# # # # #\n# # a # #\n# # g # #\n# # # # #", "", rules="aachen", first="foes",
        a=fighter(), g=foe(creature=True),
    )  # fmt: skip
    fight.rule("condition g terrified")
    assert may(fight, "g done")


@pytest.mark.rule("SOV-144")
def test_in_sovereign_the_broken_are_bound_by_nothing() -> None:
    fight = routed("sovereign")
    assert may(fight, "g run D3")
    assert may(fight, "g done")


def test_those_at_the_edge_leave() -> None:
    fight = routed("aachen", "a . . . g")
    assert may(fight, "g leave")
    fight.push("g leave")
    assert unit(fight, "g").status == FLED


CELL = """
# # # # # #
# . . . . #
# a . . g #
# . . . . #
# # # # # #
"""


@pytest.mark.rule("AAC-041")
@AACHEN
def test_in_aachen_a_unit_that_is_walled_in_asks_for_terms(book: str) -> None:
    """No mind lets the broken stand and die where no way leads out."""
    fight = play(
        CELL, "", rules=book, first="foes", a=fighter(hp=20), g=foe(hp=20, creature=True, morale=7)
    )
    unit(fight, "g").broken = True
    for mind in ("simple", "natural"):
        assert chosen(fight, mind=mind) == "g parley"


@pytest.mark.rule("DOL-040")
@pytest.mark.parametrize(("drawing", "verb"), [(CELL, "surrender"), (YARD, "pass")])
def test_in_dolmenwood_a_unit_that_is_walled_in_surrenders(drawing: str, verb: str) -> None:
    made = hollow(drawing, a=hero(hp=20), g=beast(hp=20, morale=7))
    oracle = Live(Dice(1), [make_mind("simple")] * 3)
    battle = Battle(initial_state(made), rules_of(made), oracle, None, 0)
    routed = battle.state.units[1]
    routed.broken = True
    options = ReactionOptions(battle, routed, Window(DECLARING, -1, [routed]))
    assert declare(battle, routed, options).verb == verb


@pytest.mark.rule("SOV-146")
@pytest.mark.parametrize("mind", ["simple", "natural"])
def test_in_sovereign_a_unit_that_cannot_get_away_strikes_back(mind: str) -> None:
    fight = play("# # # #\n# a g #\n# # # #", "", first="foes", a=fighter(), g=foe(creature=True))
    unit(fight, "g").broken = True
    assert chosen(fight, mind=mind) == "g attack a with sword"


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize("mind", ["simple", "natural", "random"])
def test_no_mind_lets_the_broken_stay_even_where_they_know_of_no_foe(mind: str) -> None:
    """In the dark no unit is seen; broken units get away all the same."""
    made = setup(YARD, rules="aachen", a=fighter(hp=20), g=foe(hp=20, creature=True))
    made.dark = True
    made.hidden = ("a",)
    fight = play_setup(made, "", first="foes")
    unit(fight, "g").broken = True
    assert why_not(fight, "g done") == "must-flee AAC-041"
    verb = chosen(fight, mind=mind).split()[1]
    assert verb in ("run", "leave", "parley", "surrender", "disengage")
