"""Mistakes seen in watched fights, each as a test; the others are in the league of situations."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play

from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.option import OPTIONS
from shieldwall.engine.state.state import SURRENDERED
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.minds import make_mind, seated
from shieldwall.minds.look_ahead.captain import Captain
from shieldwall.minds.phase_play import is_needed_in_hand
from shieldwall.minds.plan_sentences import plan_of
from shieldwall.minds.spell_choice import worth_on
from shieldwall.minds.temperament import SOLDIER

GOBLINS = ". . . . . . .\n. a . . . g .\n. b . . . h .\n. . . . . . ."


@pytest.mark.parametrize("book", sorted(RULESETS))
def test_every_choice_of_a_book_is_told_in_words(book: str) -> None:
    """Not "go" or "declare"."""
    rules = RULESETS[book]
    verbs = {spec.verb for spec in rules.action_list} | {spec.verb for spec in rules.reaction_list}
    deeds = {verb: OPTIONS[verb].words.third_person for verb in verbs - {"run"}}
    assert all(" " in words or words.endswith("s") for words in deeds.values())


def test_turned_undead_run_and_do_not_surrender() -> None:
    """The dead do not ask for terms, however slow they are."""
    made = without_map(load_encounter("hall", rules="dolmenwood"))
    turned = 0
    for seed in (0, 3, 5):
        fight = Fight(made, seed=seed)
        fight.play([make_mind("natural") for _ in range(3)])
        for one in fight.state.units:
            if one.sheet.undead:
                assert one.status != SURRENDERED
                turned += one.broken
    assert turned > 0


def snap_scene(named: bool) -> Fight:
    """`b` could attack first, at -4, to save its neighbour from an attack that may fell it."""
    return play(
        "b g\na .", "> g attack a with sword\n! attack d20 18\n", first="foes", stops="matters",
        a=fighter(hp=4, ac=12, named=named), b=fighter(hp=8), g=foe(hp=8, ac=14, creature=True),
    )  # fmt: skip


def test_no_main_is_thrown_away_on_a_poor_snap_for_one_of_many() -> None:
    assert chosen(snap_scene(named=False), "b", "soldier") == "b pass"


def two_who_could_save_a_third() -> Fight:
    """`g` is about to fell `a`; `b` and `c` could both strike first."""
    return play(
        "b g c\n. a .", "> g attack a with sword\n! attack d20 18\n", first="foes", stops="matters",
        a=fighter(hp=4, ac=12, named=True), b=fighter(hp=8, attack=9), c=fighter(hp=8, attack=2),
        g=foe(hp=1, ac=14, creature=True),
    )  # fmt: skip


def test_one_snap_attack_is_enough_where_it_is_likely_to_fell() -> None:
    """Four of them once spent their Mains on one skeleton."""
    assert chosen(two_who_could_save_a_third(), "b", "soldier") == "b snap g with sword"
    assert chosen(two_who_could_save_a_third(), "c", "soldier") == "c pass"


def test_no_unit_strikes_for_a_friend_whose_luck_turns_the_blow() -> None:
    fight = two_who_could_save_a_third()
    fight.state.units[0].luck = 1
    assert chosen(fight, "b", "soldier") == "b pass"


def worth_of_binding(name: str, target: str, broken: bool = False) -> int:
    """The value of the party magician's "bind limbs" on a unit."""
    fight = Fight(load_encounter(name), seed=1)
    units = {one.ident: one for one in fight.state.units}
    spell = next(one for one in units["corvin"].sheet.spells if one.name == "bind limbs")
    units[target].broken = broken
    assert fight.requests
    return int(worth_on(fight.requests[0].battle, units["corvin"], spell, units[target]))


def test_no_sleep_is_cast_on_units_that_run_or_on_the_dead() -> None:
    assert worth_of_binding("crypt", "mummy") == 0
    assert worth_of_binding("standing-stones", "wolf-1") > 0
    assert worth_of_binding("standing-stones", "wolf-1", broken=True) == 0


def test_a_unit_that_gets_away_is_not_told_to_go_for_another() -> None:
    """A broken wolf once "went for Maud" on its way to the edge."""
    fight = play("a . . . . g . . . .", "", a=fighter(hp=9), g=foe(hp=9, creature=True))
    fight.state.units[0].broken = True
    request = fight.request
    assert request is not None
    run = Choice(0, "run", -1, -1, (1,))
    assert plan_of(request, run, SOLDIER) == "The a is broken: heads for the exit."
    fight.state.units[0].broken = False
    assert plan_of(request, run, SOLDIER, True) == "The a gives up the fight: heads for the exit."
    assert plan_of(request, run, SOLDIER).endswith(": comes nearer to the g.")


def test_a_dodge_is_no_flight_and_closing_in_without_a_map_names_the_foe() -> None:
    made = without_map(load_encounter("yard"))
    fight = Fight(made, seed=1)
    while fight.request is None or fight.request.point != 0:
        fight.push(next(iter(fight.requests[0].options)))
    request = fight.request
    unit = next(iter(request.options)).unit
    foe_at = next(
        int(one.index) for one in fight.state.units if one.side != fight.state.units[unit].side
    )
    name = fight.state.units[foe_at].sheet.name
    said = plan_of(request, Choice(unit, "run", foe_at, -1, (0,)), SOLDIER)
    assert "goes for" in said
    assert name.split()[0] in said
    assert "gives up" not in plan_of(request, Choice(unit, "total-defense"), SOLDIER, True)


def test_the_captain_says_what_it_does_and_how_long_it_thought() -> None:
    mind = Captain("captain:fast", turns=60)
    fight = play(
        GOBLINS, "", a=fighter(hp=9), b=fighter(hp=9), g=foe(hp=5, creature=True),
        h=foe(hp=5, creature=True),
    )  # fmt: skip
    request = fight.request
    assert request is not None
    said = mind.plan(request, mind(request))
    assert said.endswith(" s of thought.")
    assert mind.seconds > 0


def test_a_whole_side_may_agree_on_one_foe() -> None:
    """With the plan, both attack the same foe."""
    setup = load_encounter("yard")
    fight = Fight(setup, seed=1)
    while fight.request is not None and fight.request.point != 0:
        fight.push(next(iter(fight.request.options)))
    request = fight.request
    assert request is not None
    from shieldwall.minds.look_ahead.side_plans import plans_for

    state = request.battle.state
    side = state.units[next(iter(request.options)).unit].side
    unit = next(one for one in state.units if one.side == side)
    plans = plans_for(request.battle, unit, side)
    assert len({plan.tactics.focus for plan in plans if plan.tactics.focus >= 0}) == 3
    assert all(plan.words.startswith("all of us on ") for plan in plans if plan.tactics.focus >= 0)


def test_no_unit_gives_up_the_main_to_run_into_the_reach_of_several() -> None:
    """Osric ran sixty feet in front of seven guards and was down before he struck."""
    fight = play(
        "a . . . . . . . . . . . g\n. . . . . . . . . . . . h", "",
        a=fighter(hp=16), g=foe(hp=9, creature=True), h=foe(hp=9, creature=True),
    )  # fmt: skip
    fight.state.units[0].moves = 0
    assert chosen(fight, mind="soldier") == "a done"
    alone = play("a . . . . . . . . . . . g", "", a=fighter(hp=16), g=foe(hp=9, creature=True))
    alone.state.units[0].moves = 0
    assert chosen(alone, mind="soldier").startswith("a run ")


def test_an_orc_keeps_its_only_axe_when_it_closes_in() -> None:
    """Six orcs threw their hand axes on the bridge and fought on with bare hands."""
    fight = Fight(load_encounter("old-bridge"), seed=0)
    minds = seated(fight.setup, ())
    axes = 0
    while fight.state.clock.round <= 2:
        request = fight.request
        assert request is not None
        choice = minds[request.seats[0]](request)
        unit = fight.state.units[choice.unit]
        if unit.ident.startswith("orc"):
            assert choice.verb != "throw"
            axes += choice.verb == "attack"
        fight.push(choice)
    assert axes > 1


def test_a_foe_across_the_water_has_an_axe_thrown_at_it() -> None:
    """The orc has not moved and no foe is near, so it does not need the axe in hand."""
    fight = Fight(load_encounter("old-bridge"), seed=0)
    state = fight.state
    orc = next(one for one in state.units if one.ident.startswith("orc"))
    foes = [one for one in state.units if one.side != orc.side]
    orc.moves = 1
    assert not is_needed_in_hand(orc, foes, 0)
    orc.moves = 0
    assert is_needed_in_hand(orc, foes, 0)
