"""In a simulation minds are not asked for certain answers, and facts are cached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shieldwall.books.shared.magic.remedies import slumber
from shieldwall.content import load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.battle import Battle, holds_action
from shieldwall.engine.move.movement import place_of
from shieldwall.engine.points import DECLARED, ENTERED, HIT, LEAVING_REACH, PROVOKED, ROLLED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.space.threat import farthest_reach
from shieldwall.engine.state.condition import HOLDING, SCREENING
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import Dropped
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Answerer, Live
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.engine.wounds.dropped_items import gather
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.knowledge.side_knowledge import known_foes
from shieldwall.knowledge.view import View
from shieldwall.minds import make_mind
from shieldwall.minds.mind import Natural, Simple
from shieldwall.sim.fight_facts import row_of
from shieldwall.sim.job import Game
from shieldwall.sim.mind_assignment import seat_minds

SOURCES = Path(__file__).parents[2] / "src" / "shieldwall"
MINDS = ("simple", "soldier", "natural")
PLACES = ("yard", "hall", "yard without a map", "bear-pit")


def set_up(place: str, book: str = "") -> Setup:
    name = place.removesuffix(" without a map")
    made = load_encounter(name, rules=book)
    return made if name == place else without_map(made)


class Watched(Answerer):
    """Asks a mind everything, and compares with what would not have been asked."""

    def __init__(self, mind: Simple | Natural) -> None:
        super().__init__()
        self.mind = mind
        self.let_pass = 0
        self.asked = 0
        self.views: dict[int, View] = {}

    def __call__(self, request: Request) -> Choice:
        battle = request.battle
        choice = self.mind(request)
        options = request.options
        if isinstance(options, ReactionOptions) and options.window.casting is None:
            if request.point in (DECLARED, ENTERED, ROLLED, HIT):
                if not holds_action(options.unit):
                    self.asked += 1
                    if not self.may_use(battle, options, choice.verb):
                        self.let_pass += 1
                        assert choice.verb == PASS
                quick = self.mind.reaction_choice(battle, options)
                assert quick is None or quick == choice
        if request.point in (LEAVING_REACH, PROVOKED):
            assert isinstance(options, ReactionOptions)
            assert options.first() == next(iter(options))
        self.compare_facts(battle, request.seat)
        return choice

    def may_use(self, battle: Battle, options: ReactionOptions, verb: str) -> bool:
        """Whether the mind would be asked about this reaction, or about any if it passes."""
        blow = options.window.blow
        assert self.mind.lets_pass(battle)
        if blow is None or not blow.rolled:
            return False
        wanted = self.mind.wanted(battle, blow)
        for spec, bit in zip(
            battle.rules.reactions[options.window.point],
            battle.rules.reaction_bits[options.window.point],
            strict=True,
        ):
            if wanted & bit and (verb == PASS or spec.handles(verb)):
                return True
        return False

    def compare_facts(self, battle: Battle, seat: int) -> None:
        assert battle.reuses
        view = self.views.get(seat)
        if view is None or view.battle is not battle:
            view = self.views[seat] = View(battle, seat)
        for unit in battle.state.units:
            assert view.foes_of(unit) == known_foes(battle.state, unit)
            if battle.nobody_holds:
                assert unit.effect(HOLDING) is None
            if battle.nobody_screens:
                assert unit.effect(SCREENING) is None
            known = battle.bystanders()
            assert known.has_magic or slumber(unit) is None
            assert (unit in known.long_armed) == (unit.sheet.size > 1 or farthest_reach(unit) > 1)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", MINDS)
def test_what_is_not_asked_would_be_passed_and_facts_are_those_found_anew(
    place: str, name: str
) -> None:
    made = set_up(place)
    game = Game(made, rules_of(made), [], 3)
    mind = make_mind(name)
    assert isinstance(mind, Simple | Natural)
    watched = Watched(mind)
    for number in range(1, 5):
        live = Live(Dice(substream(3, number)), [watched] * (game.start.referee + 1), False)
        assert live.forgets()
        battle = game.battle(live, None)
        battle.play()
        # Nothing is taken for certain once the fight is no longer played in one go.
        assert not battle.nobody_holds
        assert not battle.nobody_screens
    assert 0 < watched.let_pass < watched.asked


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("book", ["sovereign", "aachen", "dolmenwood"])
@pytest.mark.parametrize("name", MINDS)
def test_windows_left_closed_leave_the_fight_as_it_was(place: str, book: str, name: str) -> None:
    made = set_up(place, book)
    game = Game(made, rules_of(made), seat_minds(made, (name,)), 5)
    for number in range(1, 4):
        minds = seat_minds(made, (name,))
        asked = game.battle(Live(Dice(substream(5, number)), minds, checked=True), None)
        asked.play()
        assert row_of(asked, game.start) == game.play(number)


def test_minds_that_look_ahead_get_a_new_oracle_and_a_new_state_for_each_fight() -> None:
    made = load_encounter("duel")
    for name, in_place in (("simple", True), ("natural", True), ("captain:fast", False)):
        game = Game(made, rules_of(made), seat_minds(made, (name,)), 4)
        assert game.in_place == in_place
        game.play(1)
        assert (game.last is not None) == in_place


@pytest.mark.parametrize("place", ["bear-pit", "drake-nest"])
def test_a_fight_does_not_depend_on_those_played_before_it_in_its_place(place: str) -> None:
    made = set_up(place)
    game = Game(made, rules_of(made), seat_minds(made, ("natural",)), 9)
    rows = [game.play(number) for number in range(1, 7)]
    for number in range(6, 0, -1):
        fresh = Game(made, rules_of(made), seat_minds(made, ("natural",)), 9)
        assert fresh.play(number) == rows[number - 1] == game.play(number)


def test_minds_are_asked_once_if_they_react_alike() -> None:
    alike = [make_mind("simple"), make_mind("simple"), make_mind("simple")]
    assert Live(Dice(1), alike).others == []
    others = [make_mind(name) for name in ("soldier", "natural", "soldier", "natural")]
    mixed = Live(Dice(1), [*alike, *others])
    assert len(mixed.others) == 2


def test_a_weapon_picked_up_counts_among_long_arms() -> None:
    made = load_encounter("yard")
    battle = Battle(initial_state(made), rules_of(made), Live(Dice(1), []), None, 0)
    armed, other = battle.state.units[0], battle.state.units[4]
    spear = next(weapon for weapon in armed.weapons if weapon.reach_ft > 5)
    assert battle.bystanders().long_armed == [armed]
    battle.state.dropped = [Dropped(place_of(made.grid, other), spear)]
    gather(battle, other)
    assert battle.bystanders().long_armed == [armed, other]


@pytest.mark.once
def test_a_status_is_changed_in_one_place() -> None:
    """Otherwise kept lists of foes could be wrong."""
    places = []
    for room in ("engine", "abilities", "books", "gm", "minds", "sim"):
        for path in (SOURCES / room).rglob("*.py"):
            for line in path.read_text("utf-8").splitlines():
                if re.search(r"\.status = |\.units\.append\(", line):
                    places.append((path.name, line.strip()))
    assert sorted(places) == [
        ("standing.py", "battle.state.units.append(unit)"),
        ("standing.py", "unit.status = status"),
        ("state.py", "self.status = other.status"),
        ("summoning.py", "before.units.append(unit)"),
        ("summoning.py", "unit.status = REMOVED"),
    ]
