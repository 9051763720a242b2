""" "When it matters": a unit is asked if some answer could change something, and only then."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.arena import skirmish
from tests.gifted import gifted
from tests.scene import AXE, BOW, DAGGER, SWORD, UNARMED, fighter, foe, play, setup

from shieldwall.abilities.attack_conditions import AIRY
from shieldwall.books.shared.instants import TOTAL_DEFENSE
from shieldwall.engine.attack.blow import SHOT, Blow
from shieldwall.engine.points import ROLLED, TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Weapon, make_weapon
from shieldwall.engine.state.state import ACTIVE, ALWAYS, WHEN_IT_MATTERS, Effect
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.engine.window import Window
from shieldwall.fight import Fight
from shieldwall.minds import make_mind

BOOKS = ("sovereign", "sovereign-early")
FIST_SIZED = make_weapon("knife", 1, 4, shock=1, shock_ac=15)
MOST = 400
"""Questions after which a fight is left alone."""


def pairs() -> Setup:
    """Two weapons, shields, bows and heavy blows in close quarters."""
    return setup(
        """
        . a g .
        . b h .
        c . . i
        """,
        stops="always",
        a=fighter(hp=9, ac=15, weapons=(SWORD, DAGGER), stab=1),
        b=fighter(hp=7, shield=1, luck=1),
        c=fighter(hp=6, weapons=(BOW, DAGGER), shoot=1),
        g=foe(hp=9, weapons=(AXE,), disciplined=True),
        h=foe(hp=6, shield=1, disciplined=True),
        i=foe(hp=4, weapons=(BOW, SWORD), disciplined=True),
    )


FIELDS = {"skirmish": skirmish, "pairs": pairs}


def is_asked_by_default(request: Request) -> bool:
    """Whether a seat set to "when it matters" is asked."""
    options = request.options
    if (
        not isinstance(options, ReactionOptions)
        or request.battle.rules.at_point[request.point] == 0
    ):
        return True
    battle, unit, window = options.battle, options.unit, options.window
    unit.stops = WHEN_IT_MATTERS
    left = battle.answers_of(unit, battle.rules.at_point[request.point], window.blow)
    asked = left != 0 and battle.options_in(window, unit, left) is not None
    unit.stops = ALWAYS
    return asked


def answer(fight: Fight, request: Request) -> Choice:
    if not is_asked_by_default(request):
        return Choice(request.unit, PASS)
    return make_mind("simple")(request)


def play_on(made: Setup, seed: int, always: bool) -> list[object]:
    made.stops = ALWAYS if always else WHEN_IT_MATTERS
    fight = Fight(made, by_hand=True)
    dice = Random(seed)
    for _ in range(MOST * 4):
        if fight.die is not None:
            fight.push_die(dice.randint(1, fight.die.sides))
            continue
        request = fight.request
        if request is None:
            break
        fight.push(answer(fight, request) if always else make_mind("simple")(request))
    return [event.key() for event in fight.events if fight.outcome is not None]


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("field", FIELDS)
def test_a_fight_is_the_same_where_all_is_asked_and_the_needless_is_passed(
    field: str, rules: str
) -> None:
    ended = 0
    for seed in range(4):
        made = FIELDS[field]()
        made.rules = rules
        told = play_on(made, seed, True)
        again = FIELDS[field]()
        again.rules = rules
        assert told == play_on(again, seed, False), seed
        ended += bool(told)
    assert ended > 0


def outcome_of(fight: Fight, choice: Choice, target: int, by: int) -> tuple[object, ...]:
    """The state of target and attacker after an answer, with the lowest dice."""
    twin = fight.fork()
    twin.push(choice)
    while twin.die is not None or (twin.request is not None and twin.request.point != TURN):
        if twin.die is not None:
            twin.push_die(1 if twin.die.tag == "damage" else (twin.die.sides + 1) // 2)
        elif twin.request is not None:
            twin.push(Choice(twin.request.unit, PASS))
    units = twin.state.units
    return (int(units[target].hp), units[by].status == ACTIVE)


@pytest.mark.parametrize("field", FIELDS)
def test_an_answer_that_is_not_asked_for_changes_nothing_of_the_blow(field: str) -> None:
    """Total Defense neither turns it nor stops Shock; a Snap Attack does not fell the attacker."""
    looked = 0
    for seed in range(6):
        fight = Fight(FIELDS[field](), by_hand=True)
        dice = Random(seed)
        for _ in range(MOST):
            if fight.die is not None:
                fight.push_die(dice.randint(1, fight.die.sides))
                continue
            request = fight.request
            if request is None:
                break
            options = request.options
            lone = len(fight.requests) == 1 and request.point == ROLLED
            if lone and isinstance(options, ReactionOptions) and not is_asked_by_default(request):
                blow = options.window.blow
                assert blow is not None
                sides = (int(blow.target.index), int(blow.attacker.index))
                passed = outcome_of(fight, Choice(request.unit, PASS), *sides)
                for choice in options:
                    came = outcome_of(fight, choice, *sides)
                    if choice.verb == "total-defense":
                        assert came == passed
                    elif choice.verb == "snap" and not blow.hit:
                        assert came[0] == passed[0]
                    looked += choice.verb != PASS
            fight.push(answer(fight, request))
    assert looked > 5


@pytest.mark.parametrize("field", FIELDS)
def test_a_question_asked_by_default_has_an_answer_that_changes_something(field: str) -> None:
    looked = 0
    for seed in range(4):
        made = FIELDS[field]()
        made.stops = WHEN_IT_MATTERS
        fight = Fight(made, seed)
        for _ in range(MOST):
            request = fight.request
            if request is None:
                break
            if len(fight.requests) == 1 and request.point == ROLLED:
                passed = fight.fork()
                passed.push(Choice(request.unit, PASS))
                others = []
                for choice in request.options:
                    if choice.verb != PASS:
                        twin = fight.fork()
                        twin.push(choice)
                        others.append(twin.state.key())
                assert any(key != passed.state.key() for key in others)
                looked += 1
            fight.push(make_mind("simple")(request))
    assert looked > 0


# The same numbers as the attack's.


@pytest.mark.rule("SOV-055", "SOV-135")
@pytest.mark.parametrize(("hp", "wanted"), [(10, "a"), (11, "g")])
def test_a_second_weapon_counts_for_what_a_snap_attack_could_deal(hp: int, wanted: str) -> None:
    """1d8 and 2 for the second weapon: 10 at most."""
    fight = play(
        "a g",
        "> a dual with dagger\n> a done\n> g attack a with sword\n! attack d20 19\n"
        + ("" if wanted == "a" else "! damage d8 1"),
        stops="matters",
        a=fighter(ac=14, weapons=(SWORD, DAGGER), stab=1),
        g=foe(hp=hp, creature=True),
    )
    assert fight.names.units[fight.requests[0].unit] == wanted


@pytest.mark.rule("SOV-055")
@pytest.mark.parametrize(("ac", "wanted"), [(17, "a"), (18, "g")])
def test_a_blow_that_cannot_hit_is_not_asked_for(ac: int, wanted: str) -> None:
    """20 + 1 - 4 is 17; above that nothing hits, and a sword's Shock ends at AC 13."""
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 19\n" + ("" if wanted == "a" else "! damage d8 1"),
        first="foes",
        stops="matters",
        a=fighter(ac=14),
        g=foe(hp=4, ac=ac, creature=True),
    )
    assert fight.names.units[fight.requests[0].unit] == wanted


@pytest.mark.rule("SOV-055")
@pytest.mark.parametrize(("escapes", "wanted"), [(False, "a"), (True, "g")])
def test_a_unit_that_escapes_death_is_not_stopped_by_a_blow(escapes: bool, wanted: str) -> None:
    gifts = gifted(escapes_death=True) if escapes else gifted()
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 19\n" + ("" if wanted == "a" else "! damage d8 1"),
        first="foes",
        stops="matters",
        a=fighter(ac=14),
        g=foe(hp=4, creature=True, abilities=gifts),
    )
    assert fight.names.units[fight.requests[0].unit] == wanted


@pytest.mark.rule("SOV-122", "SOV-115")
@pytest.mark.parametrize(("hp", "wanted"), [(3, True), (2, False)])
def test_luck_is_not_asked_for_where_shock_kills_too(hp: int, wanted: bool) -> None:
    fight = play(
        "a g . h",
        "> a attack g with sword\n! attack d20 2\n",
        stops="matters",
        a=fighter(luck=1),
        g=foe(hp=hp, creature=True),
        h=foe(creature=True),
    )
    asked = [fight.names.units[request.unit] for request in fight.requests]
    assert ("a" in asked, "g" in asked) == (wanted, True), "Total Defense would stop the Shock"


@pytest.mark.rule("SOV-055", "SOV-125", "SOV-072")
@pytest.mark.parametrize(("drawing", "asked"), [("b a g", False), (". a g\n. b .", True)])
def test_a_shove_that_ends_beyond_its_reach_is_nothing_to_answer(drawing: str, asked: bool) -> None:
    """`b` takes it for `a`: from behind its ward it cannot be pushed."""
    fight = play(
        drawing,
        "> b screen a\n> b done\n> a done\n> g shove a with sword : prone\n"
        "! screen d6 1\n! screen d6 1\n! attack d20 12\n",
        stops="matters",
        a=fighter(weapons=(UNARMED,)),
        b=fighter(stab=1, hp=20),
        g=foe(hp=30, creature=True),
    )
    assert (fight.die is None and fight.requests[0].point == ROLLED) == asked


@pytest.mark.rule("SOV-055", "SOV-118")
@pytest.mark.parametrize(("shield", "wanted"), [(0, "b"), (1, "g")])
def test_shock_that_a_shield_will_stop_is_nothing_to_answer(shield: int, wanted: str) -> None:
    fight = play(
        "a g b",
        "> g attack a with sword\n! attack d20 2",
        first="foes",
        stops="matters",
        a=fighter(ac=13, shield=shield, weapons=(UNARMED,)),
        b=fighter(ac=13),
        g=foe(hp=4, creature=True),
    )
    asked = [fight.names.units[request.unit] for request in fight.requests]
    assert wanted in asked
    assert ("b" in asked) == (shield == 0)


@pytest.mark.rule("SOV-080", "SOV-124")
@pytest.mark.parametrize("rules", [*BOOKS, "aachen", "aachen-early"])
@pytest.mark.parametrize(
    ("ac", "weapon", "asked"), [(13, SWORD, True), (14, SWORD, False), (13, FIST_SIZED, False)]
)
def test_total_defense_is_asked_for_where_shock_would_raise_the_damage(
    rules: str, ac: int, weapon: Weapon, asked: bool
) -> None:
    """A 20 hits in any case; a sword's 1 is raised to 2 up to AC 13, unless Shock does nothing."""
    fight = play(
        "a g",
        f"> g attack a with {weapon.name}\n! attack d20 19\n"
        + ("> a total-defense\n" if asked else "")
        + f"! damage d{weapon.sides} 1",
        first="foes",
        stops="matters",
        rules=rules,
        a=fighter(hp=9, ac=ac),
        g=foe(hp=20, attack=9, creature=True, weapons=(weapon,)),
    )
    assert fight.state.units[0].hp == 8


@pytest.mark.rule("SOV-081")
@pytest.mark.parametrize(("total", "turned"), [(15, False), (16, True), (17, True), (18, False)])
def test_total_defense_reckons_with_the_armour_class_against_missiles(
    total: int, turned: bool
) -> None:
    """AC 12 and 4 more against shots: a total of 16 or 17 hits, and would not against 18."""
    fight = play("a . g", "", a=fighter(ac=12), g=foe(weapons=(BOW,)))
    target, archer = fight.state.units[0], fight.state.units[1]
    target.effects = [Effect(AIRY, 0, UNTIL_END_OF_FIGHT, 4)]
    blow = Blow(archer, target, 0, SHOT)
    blow.total = total
    blow.rolled = True
    blow.judge()
    blow.harms = blow.hit
    battle = fight.request.battle if fight.request is not None else None
    assert battle is not None
    window = Window(ROLLED, 1, [target], blow)
    assert TOTAL_DEFENSE.matters(battle, target, window) == turned
