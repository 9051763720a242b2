"""Cached facts equal freshly computed ones, in random play."""

from __future__ import annotations

import pytest
from tests.engine.full_search import searched_step_by_step
from tests.engine.watched_play import Erratic, brawl

from shieldwall.books import RULESETS
from shieldwall.books.shared.arms_at_hand import could_stop, is_at_hand, might_stop, snap_blow
from shieldwall.books.shared.instants import HELD_ACTION, LUCK, SNAP
from shieldwall.content import load_encounter
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.damage import can_deal, damage_of, hardest_blow, most_dealt
from shieldwall.engine.attack.legality import (
    bound_within,
    is_bound,
    why_no_attack,
)
from shieldwall.engine.attack.numbers import (
    Fit,
    Handling,
    fit_of,
    handling_of,
    hindrance,
    hit_bonus,
    hit_bonus_on,
    to_hit,
)
from shieldwall.engine.battle import Battle
from shieldwall.engine.move.movement import allowance, path_cost, place_of
from shieldwall.engine.move.watchers import NOT_MET
from shieldwall.engine.points import ENTERED, ROLLED, TURN
from shieldwall.engine.ruleset import BOUND_BY_NOBODY, OwnDial
from shieldwall.engine.space.grid import SQUARE
from shieldwall.engine.space.measure import (
    distance,
    feet_apart,
    steps_between,
)
from shieldwall.engine.space.occupants import EMPTY
from shieldwall.engine.space.open_field import are_beside, positions_apart
from shieldwall.engine.space.open_ground import OpenGround
from shieldwall.engine.space.reach import (
    UNREACHED,
    crowd,
    find_reach,
    gait_of,
)
from shieldwall.engine.space.sight.cover import BLOCKED, NONE, declared_cover
from shieldwall.engine.space.step_costs import enterable
from shieldwall.engine.space.straight_lines import brushed, straight_line
from shieldwall.engine.space.threat import (
    cover_from,
    farthest_reach,
    threats_to,
)
from shieldwall.engine.space.visibility import known_foes, knows_place
from shieldwall.engine.space.walking_fields import (
    MANY_FIELD_CELLS,
    walking_field,
    walking_fields,
)
from shieldwall.engine.state.state import ACTIVE, WHEN_IT_MATTERS, Unit
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import DONE, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.engine.window import Window
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import make_mind
from shieldwall.minds.archery import IN_SIGHT, NOTHING, armed_for_melee, place_worth
from shieldwall.minds.mind import Natural, Simple
from shieldwall.minds.positioning import (
    is_bare,
    is_somebody_near,
    reach_of,
    striking_place,
    way_to_best,
)
from shieldwall.minds.simple import SimpleMind
from shieldwall.minds.weapon_notes import is_no_better, notes_of, usable_bow
from shieldwall.sim.fight_facts import row_of
from shieldwall.sim.job import Game
from shieldwall.sim.mind_assignment import seat_minds

BOOKS = sorted(RULESETS)
STEPS = 60
FAR = 8


def by_the_sides(battle: Battle, one: Unit, other: Unit) -> bool:
    sides = battle.state.sides
    return sides[one.side].team != sides[other.side].team


def hindered_by_all(battle: Battle, attacker: Unit, target: Unit) -> int:
    """Every unit is tested."""
    best = 0
    for other in battle.state.units:
        if other.status == ACTIVE and other is not target:
            if by_the_sides(battle, other, attacker) and not by_the_sides(battle, other, target):
                for ability in other.sheet.abilities.at_hinders:
                    best = max(best, int(ability.hinders(battle, other, attacker, target)))
    return best


def measured(battle: Battle, one: Unit, other: Unit) -> int:
    """The distance, without shortcuts."""
    grid = battle.state.grid
    if not grid.open:
        sizes = (one.sheet.size, other.sheet.size)
        here = (one.x, one.y, one.feet, sizes[0])
        return int(steps_between(*here, other.x, other.y, other.feet, sizes[1]))
    if are_beside(one, other):
        return 1
    places = [int(unit.y * grid.width + unit.x) for unit in (one, other)]
    height = abs(int(one.feet - other.feet)) // SQUARE
    return max(2, int(positions_apart(grid, places[0], places[1])), height)


def declared(battle: Battle, viewer: Unit, target: Unit) -> int:
    """Without a map: cover by the positions alone."""
    grid = battle.state.grid
    here, there = (int(unit.y * grid.width + unit.x) for unit in (viewer, target))
    return NONE if are_beside(viewer, target) else int(declared_cover(grid, here, there))


def check_snap(battle: Battle, unit: Unit, foe: Unit) -> None:
    """Who does not wait for a mover could not have stopped it."""
    for number in range(len(unit.weapons)):
        how = SNAP.way(battle, unit, foe, number) if is_at_hand(unit, number) else -1
        assert how == long_way(battle, unit, foe, number)
        if how < 0:
            continue
        blow = snap_blow(unit, foe, number, how)
        assert most_dealt(battle, blow) <= hardest_blow(battle, unit, foe)
        if could_stop(battle, blow):
            assert foe.hp <= hardest_blow(battle, unit, foe)
            assert might_stop(battle, unit, foe)
            assert SNAP.matters(battle, unit, Window(ENTERED, int(foe.index), [unit])) == (
                unit.mains > 0 and battle.are_foes(unit, foe)
            )


def long_way(battle: Battle, unit: Unit, foe: Unit, number: int) -> int:
    """The mode of a usable weapon against a foe, without testing the distance first."""
    if not is_at_hand(unit, number):
        return -1
    weapon = unit.weapons[number]
    if weapon.melee and why_no_attack(battle, unit, foe, weapon, MELEE) is None:
        return MELEE
    far = THROWN if weapon.thrown else SHOT
    loaded = not unit.unloaded >> number & 1
    return far if loaded and why_no_attack(battle, unit, foe, weapon, far) is None else -1


def check_meeting(battle: Battle, unit: Unit, foe: Unit) -> None:
    """No mover is met beyond a waiting unit's limit, nor by another unit's luck."""
    for reaction in (SNAP, HELD_ACTION):
        if feet_apart(battle.state.grid, unit, foe) > reaction.meets_within(battle, unit):
            assert reaction.meets(battle, unit, foe) == NOT_MET
    blow = Blow(foe, battle.state.units[0], 0, MELEE)
    blow.rolled = True
    for hit in (False, True):
        blow.hit = hit
        if unit is not blow.target:
            assert not LUCK.can(battle, unit, Window(ROLLED, int(foe.index), [unit], blow))


def check_abilities_in_hand(battle: Battle) -> None:
    """Reactions that no unit of the fight could use are not asked; all others are."""
    able = 0
    for unit in battle.state.units:
        able |= int(battle.rules.usable_by(unit.sheet))
    assert battle.bystanders().able == able


def check_aim(battle: Battle, unit: Unit, foe: Unit) -> None:
    """What is not weighed, because it is no better at its best, is indeed no better."""
    mind = SimpleMind()
    notes = notes_of(battle.rules, unit)
    assert notes.melee == [number for number, arm in enumerate(unit.weapons) if arm.melee]
    for number in set(notes.melee) - set(notes.keen):
        # A weapon with as long a reach, compared before it, is at least as good.
        assert any(
            is_no_better(battle.rules, unit, unit.weapons[number], unit.weapons[other])
            and unit.weapons[other].reach >= unit.weapons[number].reach
            for other in notes.keen
            if other < number
        )
    for number, weapon in enumerate(unit.weapons):
        best = mind.most_worth(unit, foe, weapon)
        worth = mind.worth(battle, unit, foe, number, MELEE)
        assert worth <= best
        for other, better in enumerate(unit.weapons):
            outdone = notes.is_outdone(number, other)
            assert outdone == is_no_better(battle.rules, unit, weapon, better)
            if outdone:
                assert worth <= mind.worth(battle, unit, foe, other, MELEE)


def check_bonus(battle: Battle, blow: Blow) -> None:
    """The bonus without terms equals the sum, for every special attack."""
    assert hit_bonus(battle, blow) == to_hit(battle, blow, True).total
    for name, value in (("charge", True), ("snap", True), ("extra", 2), ("others", 2)):
        plain = getattr(blow, name)
        setattr(blow, name, value)
        assert hit_bonus(battle, blow) == to_hit(battle, blow, True).total
        setattr(blow, name, plain)


def check_wish(battle: Battle, unit: Unit, foe: Unit) -> None:
    """A unit is asked about a Snap Attack if it matters and is possible."""
    window = Window(ENTERED, int(foe.index), [unit])
    wanted = SNAP.matters(battle, unit, window) and SNAP.can(battle, unit, window)
    assert SNAP.is_wanted(battle, unit, window) == wanted


def check_idle(battle: Battle, unit: Unit) -> int:
    """A mind that is not asked because it has nothing left to do would have ended the turn."""
    kept = (unit.mains, unit.moves)
    idle = 0
    for unit.mains, unit.moves in ((0, 0), (0, 1)):
        for name in ("simple", "soldier", "natural"):
            mind = make_mind(name)
            assert isinstance(mind, Simple | Natural)
            if unit.status == ACTIVE and mind.ends_turn(battle, unit):
                idle += 1
                options = TurnOptions(battle, [unit])
                request = Request(battle, (unit.seat,), TURN, int(unit.index), options)
                assert mind(request) == Choice(int(unit.index), DONE)
    unit.mains, unit.moves = kept
    return idle


def check_pair(battle: Battle, unit: Unit, foe: Unit) -> None:
    assert battle.are_foes(unit, foe) == by_the_sides(battle, unit, foe)
    assert distance(unit, foe) == measured(battle, unit, foe)
    if battle.state.grid.open:
        assert cover_from(battle.state.grid, unit, foe) == declared(battle, unit, foe)
    check_snap(battle, unit, foe)
    check_wish(battle, unit, foe)
    check_meeting(battle, unit, foe)
    check_aim(battle, unit, foe)
    assert hindrance(battle, unit, foe) == hindered_by_all(battle, unit, foe)
    for number, weapon in enumerate(unit.weapons):
        fit = Fit(unit.sheet, weapon)
        kept = fit_of(unit.sheet, weapon)
        assert (kept.attribute, kept.shock) == (fit.attribute, fit.shock)
        for how in (MELEE, SHOT, THROWN):
            fresh = Handling(battle.rules, unit, weapon, how)
            handling = handling_of(battle.rules, unit, weapon, how)
            assert (handling.hit, handling.harm) == (fresh.hit, fresh.harm)
            blow = Blow(unit, foe, number, how)
            bonus = to_hit(battle, blow, True).total
            assert bonus == to_hit(battle, blow, False).total
            assert bonus == hit_bonus_on(battle, unit, foe, number, how)
            check_bonus(battle, blow)
            most = most_dealt(battle, blow)
            for needed in (most - 1, most, most + 1):
                assert can_deal(battle, blow, needed) == (most >= needed)
            told = damage_of(battle, blow, weapon, 3, 0, True)
            assert told.total == damage_of(battle, blow, weapon, 3, 0, False).total
            assert told.total == sum(term.value for term in told.terms or ())


def check_places(battle: Battle, unit: Unit, foes: list[Unit]) -> None:
    """A place that is given up early is one that is not worth enough."""
    grid = battle.state.grid
    fighters = armed_for_melee(foes)
    for cell in range(0, grid.cells, 7):
        worth = place_worth(grid, cell, unit, foes, fighters, unit.weapons[0], NOTHING)
        assert worth <= IN_SIGHT
        for enough in (-150, 0, 20, 40):
            found = place_worth(grid, cell, unit, foes, fighters, unit.weapons[0], enough)
            assert found == worth if worth > enough else found <= enough


def bound_by_all(battle: Battle, shooter: Unit) -> bool:
    """Every unit is tested, at any distance."""
    if battle.rules.binding_foe == BOUND_BY_NOBODY:
        return False
    for foe in battle.state.units:
        if foe.status == ACTIVE and by_the_sides(battle, shooter, foe):
            if knows_place(battle.state, shooter.side, foe):
                reach = bound_within(battle.rules, foe)
                if reach > 0 and distance(shooter, foe) <= reach:
                    if cover_from(battle.state.grid, foe, shooter) != BLOCKED:
                        return True
    return False


def check_foes(battle: Battle, unit: Unit, last: list[Unit]) -> list[Unit]:
    """A cached list of foes is returned only if it is still correct."""
    before = list(last)
    found = known_foes(battle.state, unit, last)
    assert found == known_foes(battle.state, unit)
    assert (found is last) == (found == before)
    assert last == before
    return found


def check_unit(battle: Battle, unit: Unit) -> None:
    assert is_bound(battle, unit) == bound_by_all(battle, unit)
    battle.think(True)
    for other in (unit, battle.state.units[0], unit):
        assert is_bound(battle, other) == bound_by_all(battle, other)
    battle.think(False)
    reaches = [int(weapon.reach_ft) // 5 for weapon in unit.weapons]
    assert farthest_reach(unit) == max([int(unit.sheet.natural_reach_squares), *reaches])
    assert bound_within(battle.rules, unit) <= max(
        1, int(farthest_reach(unit)), int(battle.rules.large_reach) // 5
    )


def check_reach(battle: Battle, unit: Unit) -> None:
    """Squares come in the same order, at the same cost and by the same path as in a full search.

    The nearest ones are the same, whether or not the rest is looked for.
    """
    state = battle.state
    filled = crowd(state, battle.rules, unit)
    limit = allowance(battle.rules, unit)
    watchers = threats_to(state, battle.rules, unit)
    whole = find_reach(state, battle.rules, unit, limit, filled, watchers)
    for some in (watchers, []):
        reach = find_reach(state, battle.rules, unit, limit, filled, some)
        cells = [int(reach.found[number]) for number in range(reach.count)]
        ways = [(cell, int(reach.cost(cell)), reach.path(cell)) for cell in cells]
        assert ways == searched_step_by_step(battle, unit, int(limit), filled, some)
    for enough in (1, 5, 30):
        part = find_reach(state, battle.rules, unit, limit, filled, watchers, enough)
        assert part.count >= min(enough, int(whole.count))
        for number in range(min(enough, int(whole.count)) if not state.grid.open else 0):
            cell = part.found[number]
            assert cell == whole.found[number]
            assert (part.cost(cell), part.path(cell)) == (whole.cost(cell), whole.path(cell))
    for cell in range(state.grid.cells):
        walked = path_cost(battle, unit, whole.path(cell), filled) if whole.price[cell] else -1
        assert walked == (whole.cost(cell) if whole.cost(cell) < UNREACHED else -1)


def teams_standing(battle: Battle) -> set[int]:
    state = battle.state
    return {state.sides[unit.side].team for unit in state.units if unit.status == ACTIVE}


def check_open_ground(battle: Battle, unit: Unit) -> None:
    """Where the ground is open, so says the look along the line, and it costs a step a square."""
    grid = battle.state.grid
    filled = crowd(battle.state, battle.rules, unit)
    here = place_of(grid, unit)
    ground = OpenGround(grid, battle.rules, gait_of(unit), filled, here, FAR)
    for y in range(max(0, int(unit.y) - FAR), min(int(grid.height), int(unit.y) + FAR + 1)):
        for x in range(max(0, int(unit.x) - FAR), min(int(grid.width), int(unit.x) + FAR + 1)):
            end = y * int(grid.width) + x
            if end != here and ground.leads_to(x, y):
                line = tuple(straight_line(grid, here, end))
                assert path_cost(battle, unit, line, filled) == len(line)
                for cell in (*line, *brushed(grid, here, end)):
                    assert enterable(grid, cell)
                    assert filled[cell] == EMPTY


def check_ways(battle: Battle, unit: Unit) -> int:
    """The shorter searches of minds end where the long ones do; how many had to search."""
    foes = known_foes(battle.state, unit)
    if not foes or unit.status != ACTIVE:
        return 0
    limit = allowance(battle.rules, unit)
    searched = 0
    for span in (1, 2):
        path = way_to_best(battle, unit, foes, limit, span)
        reach = reach_of(battle, unit, limit)
        goal = striking_place(battle, unit, foes, reach, limit, span)
        assert not path or path == reach.path(goal)
        assert goal < 0 or is_somebody_near(unit, foes, limit + span)
        searched += len(path) > 0
    return searched


@pytest.mark.parametrize("name", ["yard", "hall", "drake-nest"])
def test_short_searches_end_where_long_ones_do(name: str) -> None:
    made = load_encounter(name)
    searched = 0
    for seed in range(3):
        battle = Battle(initial_state(made), rules_of(made), Erratic(seed), None, 0)
        for step in range(60):
            if battle.state.outcome is not None:
                break
            battle.step()
            if step % 3 == 0:
                for unit in battle.state.units:
                    searched += check_ways(battle, unit)
    # Elsewhere something is usually in the way, and the search is skipped.
    assert (searched > 5) == is_bare(made.grid)


@pytest.mark.parametrize("open_field", [False, True], ids=["map", "open"])
@pytest.mark.parametrize("book", BOOKS)
def test_kept_facts_are_those_found_anew(book: str, open_field: bool) -> None:
    made = brawl(book, BOOKS.index(book), open_field, WHEN_IT_MATTERS)
    battle = Battle(initial_state(made), rules_of(made), Erratic(7), None, 0)
    foes: list[Unit] = []
    for step in range(STEPS):
        if battle.state.outcome is not None:
            break
        battle.step()
        assert (battle.state.outcome is None) == (len(teams_standing(battle)) > 1)
        if step % 4:
            continue
        units = battle.state.units
        check_abilities_in_hand(battle)
        for unit in units:
            check_unit(battle, unit)
            foes = check_foes(battle, unit, foes)
            for foe in units:
                if foe is not unit:
                    check_pair(battle, unit, foe)
        if not open_field:
            check_places(battle, units[0], units[1:])
            check_reach(battle, units[step % len(units)])
            check_open_ground(battle, units[step % len(units)])


@pytest.mark.parametrize("book", BOOKS)
def test_a_mind_that_is_not_asked_would_have_ended_the_turn(book: str) -> None:
    made = load_encounter("yard", rules=book)
    idle = 0
    for seed in range(2):
        battle = Battle(initial_state(made), rules_of(made), Erratic(seed), None, 0)
        for _ in range(STEPS):
            if battle.state.outcome is None:
                battle.step()
                idle += sum(check_idle(battle, unit) for unit in battle.state.units)
    assert idle > 0


def test_a_dial_of_another_book_is_looked_up_anew() -> None:
    dial = OwnDial("kept_for_a_test", "a dial no book sets", default=4)
    first, second = RULESETS["sovereign"].but("one", "One"), RULESETS["aachen"].but("two", "Two")
    second.set_dial("kept_for_a_test", 2)
    assert [dial.of(rules) for rules in (first, second, first)] == [4, 2, 4]
    first.set_dial("kept_for_a_test", 3)
    assert [dial.of(rules) for rules in (first, second)] == [3, 2]


def test_the_last_two_verbs_are_those_of_the_book() -> None:
    made = brawl("sovereign", 3, False, WHEN_IT_MATTERS)
    battle = Battle(initial_state(made), rules_of(made), Erratic(7), None, 0)
    for verb in ("attack", "run", "attack", "run", "charge", "attack", "declare", "run", "run"):
        assert battle.spec_of(verb) is battle.rules.actions.get(verb)
    other = RULESETS["dolmenwood"]
    battle.play_by(other)
    for verb in ("run", "attack", "run"):
        assert battle.spec_of(verb) is other.actions.get(verb)


@pytest.mark.parametrize("book", BOOKS)
def test_turns_ended_without_asking_leave_the_fight_as_it_was(book: str) -> None:
    """A simulation skips questions; with every answer checked, as in one of 64, it asks them."""
    made = load_encounter("yard", rules=book)
    game = Game(made, rules_of(made), seat_minds(made, ("simple",)), 5)
    for number in range(1, 6):
        minds = seat_minds(made, ("simple",))
        asked = game.battle(Live(Dice(substream(5, number)), minds, checked=True), None)
        asked.play()
        assert row_of(asked, game.start) == game.play(number)


@pytest.mark.parametrize("book", BOOKS)
def test_a_mind_that_takes_the_first_unit_is_offered_no_other(book: str) -> None:
    made = load_encounter("yard", rules=book)
    game = Game(made, rules_of(made), seat_minds(made, ("simple",)), 5)
    for number in range(1, 6):
        minds = seat_minds(made, ("simple",))
        for mind in minds:
            assert isinstance(mind, Simple)
            assert mind.takes_first
            mind.takes_first = False
        offered_all = game.battle(Live(Dice(substream(5, number)), minds, checked=False), None)
        offered_all.play()
        assert row_of(offered_all, game.start) == game.play(number)


def test_a_bow_is_looked_for_among_the_weapons_carried_now() -> None:
    units = initial_state(load_encounter("yard")).units
    archer = next(unit for unit in units if usable_bow(unit) >= 0)
    other = next(unit for unit in units if usable_bow(unit) < 0)
    bow = archer.weapons[usable_bow(archer)]
    assert usable_bow(other) == -1
    other.weapons = [*other.weapons, bow]
    assert other.weapons[usable_bow(other)] is bow
    archer.stowed |= 1 << usable_bow(archer)
    assert usable_bow(archer) == -1
    archer.stowed = 0
    assert archer.weapons[usable_bow(archer)] is bow


def test_a_unit_that_joins_is_among_the_bystanders() -> None:
    made = brawl("sovereign", 3, False, WHEN_IT_MATTERS)
    battle = Battle(initial_state(made), rules_of(made), Erratic(7), None, 0)
    first = battle.bystanders()
    assert battle.bystanders() is first
    battle.state.units.append(battle.state.units[0].copy())
    assert battle.bystanders().units[-1] is battle.state.units[-1]
    # A turn that was turned back brings another list of the same length.
    second = battle.bystanders()
    battle.state.units = list(battle.state.units)
    assert battle.bystanders() is not second


def test_one_field_for_many_goals_is_the_least_of_their_fields() -> None:
    """On a large map the steps to the nearest of many are counted once."""
    grid = load_encounter("sunken-way").grid
    rules = RULESETS["sovereign"]
    room = [cell for cell in range(0, int(grid.cells), 5) if enterable(grid, cell)]
    few, many = room[:3], room * (1 + MANY_FIELD_CELLS // (len(room) * int(grid.cells)))
    fields = walking_fields(grid, rules, 1, few)
    assert [list(field.steps_to) for field in fields] == [
        list(walking_field(grid, rules, 1, goal).steps_to) for goal in few
    ]
    together = walking_fields(grid, rules, 1, many)
    assert len(together) == 1
    assert walking_fields(grid, rules, 1, many[::-1])[0] is together[0], "it is kept"
    apart = [walking_field(grid, rules, 1, goal).steps_to for goal in room]
    for cell in range(int(grid.cells)):
        assert together[0].steps_to[cell] == min(steps[cell] for steps in apart)
