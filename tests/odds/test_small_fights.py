"""Small fights computed die by die agree with simulated fights and solved duels."""

from __future__ import annotations

import re
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from tests.scene import fighter, foe, setup

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.buildinfo import build_info
from shieldwall.content import load_encounter
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.state.condition import LASTING, RUNNING, UNTIL_END_OF_FIGHT, VENOM
from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.engine.state.state import DOWN, FLED, Effect
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds import make_mind, seated
from shieldwall.minds.look_ahead.equivalence import rebase_rounds
from shieldwall.odds.attack_scene import OddsError
from shieldwall.odds.combatants import combatant, read_sides
from shieldwall.odds.duels import Duel, duel_setup
from shieldwall.odds.probability_flow import Flow
from shieldwall.odds.small_fight_chain import ChainWork
from shieldwall.odds.small_fights import (
    SmallFight,
    SmallResult,
    TooManyStates,
    fight_in_words,
    in_round_numbers,
)
from shieldwall.sim.job import Game
from shieldwall.sim.runs import simulate

Z = 3.2905
"""Of a 99.9 % interval."""
SEED = 20_261
FIGHTS = 8_000 if build_info().kind == "compiled" else 2_000
PAIR = "orc hp 2, goblin hp 1 vs 2 goblin hp 2"
THREE = "orc hp 2 vs goblin hp 1, goblin hp 2"


def counted(text: str, rules: str = "sovereign", merge: bool = True) -> SmallResult:
    return SmallFight(fight_in_words(text, rules), merge=merge).count()


def agrees(count: int, chance: float, error: float) -> bool:
    """A single occurrence of a very rare result is no surprise: no normal distribution there."""
    rare = 1 / FIGHTS if chance * FIGHTS < 1 else 0.0
    spread = Z * sqrt(chance * (1 - chance) / FIGHTS)
    return abs(count / FIGHTS - chance) <= spread + error + rare


@pytest.mark.parametrize(
    ("text", "book"),
    [(PAIR, "sovereign"), (PAIR, "aachen"), *((THREE, book) for book in RULESETS)],
)
def test_counted_fights_agree_with_simulated_ones(text: str, book: str) -> None:
    """By every book, with seeds fixed beforehand; 8,000 fights where that is quick."""
    setup = fight_in_words(text, book)
    exact = SmallFight(setup).count()
    assert exact.error <= 1e-5
    played = simulate(setup, FIGHTS, SEED)
    assert agrees(played.wins["party"], exact.wins.get(0, 0.0), exact.error)
    assert agrees(played.wins["foes"], exact.wins.get(1, 0.0), exact.error)
    assert agrees(played.undecided, exact.wins.get(-1, 0.0), exact.error)
    assert agrees(played.somebody_dies, exact.somebody_dies, exact.error)
    assert agrees(played.party_killed, exact.party_killed, exact.error)
    for rounds, chance in exact.rounds.items():
        assert agrees(played.rounds[rounds], chance, exact.error)
    for tally, unit in zip(played.units, exact.units, strict=True):
        assert agrees(tally.falls, unit.falls, exact.error)
        assert agrees(tally.dies, unit.dies, exact.error)


def test_on_a_map_too() -> None:
    setup = setup_from_text(setup_to_text(load_encounter("duel")))
    for place in setup.placements:
        place.sheet.hp = 3
    exact = SmallFight(setup, ("simple",)).count()
    played = simulate(setup, FIGHTS, SEED, minds=seated(setup, ("simple",)))
    assert agrees(played.won, exact.wins[0], exact.error)
    assert not setup.grid.open


@pytest.mark.parametrize("book", [book for book in RULESETS if book != "dolmenwood"])
def test_one_against_one_is_worth_what_the_solved_duel_says(book: str) -> None:
    setup = duel_setup(combatant("alda hp 3"), combatant("sergeant hp 3"), book)
    duel = Duel(setup).chance(0, 0)
    exact = SmallFight(setup, within=1e-7).count()
    assert exact.wins[0] == pytest.approx(duel.win, abs=exact.error + duel.error)
    assert exact.wins[1] == pytest.approx(duel.loss, abs=exact.error + duel.error)


@pytest.mark.parametrize("text", [PAIR, "alda hp 4 vs sergeant hp 3"])
def test_merging_changes_nothing(text: str) -> None:
    merged, plain = counted(text), counted(text, merge=False)
    assert merged.wins == pytest.approx(plain.wins, abs=1e-12)
    assert merged.rounds == pytest.approx(plain.rounds, abs=1e-12)


def test_a_limit_of_rounds_is_kept() -> None:
    setup = fight_in_words("alda hp 6 vs sergeant hp 6", "sovereign")
    setup.rounds = 2
    exact = SmallFight(setup).count()
    played = simulate(setup, FIGHTS, SEED)
    assert max(exact.rounds) == 2
    assert exact.wins[-1] > 0.1
    assert agrees(played.undecided, exact.wins[-1], exact.error)


def test_a_fight_that_stands_still_goes_on_to_the_round_at_which_a_simulation_gives_up() -> None:
    """Two who cannot reach each other: counted and played, both are undecided after 200 rounds."""
    apart = setup("a . # g .", a=fighter(), g=foe())
    exact = SmallFight(apart).count()
    played = simulate(apart, 3, SEED)
    assert exact.wins == {-1: pytest.approx(1)}
    assert exact.rounds == {MOST_ROUNDS: pytest.approx(1)}
    assert (played.undecided, dict(played.rounds)) == (3, {MOST_ROUNDS: 3})
    assert dict(played.reasons) == {"round-limit": 3}
    assert [unit.hp_left for unit in exact.units] == [unit.hp for unit in exact.units]


def test_rounds_of_mutual_misses_are_counted_to_the_last_one() -> None:
    """Both hit only on 20, and a hit kills: a round without a hit has a chance of 361 in 400."""
    made = fight_in_words("AB+0 1d8+9 AC 40 hp 3 vs AB+0 1d8+9 AC 40 hp 3", "dolmenwood", 5)
    exact = SmallFight(made, within=1e-12).count()
    still = (19 / 20) ** 2
    for number in (1, 2, 11, 40):
        assert exact.rounds[number] == pytest.approx(still ** (number - 1) * (1 - still), abs=1e-9)
    assert max(exact.rounds) == MOST_ROUNDS
    assert exact.wins[-1] == pytest.approx(still**MOST_ROUNDS, rel=1e-3)


def test_the_last_round_is_the_last_whichever_it_is() -> None:
    """With the limit one round later, one round more is counted, and those before are the same."""
    made = fight_in_words("alda hp 6 vs sergeant hp 6", "sovereign")
    shares = []
    for rounds in (1, 2, 3):
        made.rounds = rounds
        found = SmallFight(made, within=1e-9).count()
        assert max(found.rounds) == rounds
        assert sum(found.wins.values()) == pytest.approx(1)
        shares.append(found)
    for one, other in pairwise(shares):
        for number in range(1, max(one.rounds)):
            assert one.rounds[number] == pytest.approx(other.rounds[number])
        assert one.wins[-1] > other.wins[-1] > 0
        assert one.wins[0] < other.wins[0]


def test_a_fight_the_gm_plays_on_ends_where_minds_are_left_to_it() -> None:
    """No GM ends it: computed and played, it has the same limit as any other fight."""
    apart = setup("a . # g .", rounds=2, a=fighter(), g=foe())
    fight = Fight(apart, 1)
    while fight.outcome is None:
        assert fight.request is not None
        fight.push(Choice(int(fight.request.unit) if fight.request.unit >= 0 else 0, "done"))
    fight.rule("play-on")
    state = fight.state.copy()
    assert state.gm_changes.plays_on
    exact = SmallFight(apart, start=state).count()
    assert exact.rounds == {state.clock.round + MOST_ROUNDS: pytest.approx(1)}
    game = Game(apart, rules_of(apart), [make_mind(), make_mind()], 1, fight=fight)
    assert game.play(0).rounds == state.clock.round + MOST_ROUNDS


def test_what_is_not_followed_is_in_the_error() -> None:
    """A coarse count and a fine one differ by no more than the coarse one admits."""
    setup = fight_in_words(PAIR, "sovereign")
    coarse = SmallFight(setup, within=0.02).count()
    fine = SmallFight(setup, within=1e-7).count()
    assert 1e-4 < coarse.error <= 0.02
    for team in (0, 1):
        assert 0 <= fine.wins[team] - coarse.wins[team] <= coarse.error
    assert sum(fine.wins.values()) == pytest.approx(1, abs=fine.error + 1e-12)


def test_an_interrupted_count_says_what_is_known() -> None:
    fight = SmallFight(fight_in_words(PAIR, "sovereign"))

    def interrupt(fight: SmallFight) -> None:
        if fight.flow.round == 2:
            raise KeyboardInterrupt

    result = fight.count(interrupt)
    whole = SmallFight(fight_in_words(PAIR, "sovereign")).count()
    assert fight.interrupted
    assert 0.01 < result.error < 1
    for team in (0, 1):
        assert 0 <= whole.wins[team] - result.wins.get(team, 0.0) <= result.error


def test_the_estimate_is_of_the_right_size() -> None:
    for text in (PAIR, "orc hp 4 vs goblin hp 3"):
        fight = SmallFight(fight_in_words(text, "sovereign"))
        about = fight.estimate()
        states = fight.count().states
        assert states / 6 <= about <= states * 6, text


def test_a_large_fight_is_refused_before_it_is_counted() -> None:
    fight = SmallFight(load_encounter("hall"))
    with pytest.raises(
        TooManyStates, match=r"about .* million states; the limit is 200,000"
    ) as told:
        fight.check_size()
    assert "shieldwall sim" in str(told.value)
    assert len(fight.chain.positions) == 0


def test_a_count_that_grows_too_large_says_how_far_it_came() -> None:
    """The pair has 57 states: it is computed if that many are allowed, and refused below that."""
    assert SmallFight(fight_in_words(PAIR, "sovereign"), most=57).count().states == 57
    fight = SmallFight(fight_in_words(PAIR, "sovereign"), most=56)
    with pytest.raises(TooManyStates, match=r"more than 56 states.* % was settled \(party "):
        fight.count()


@pytest.mark.parametrize(
    ("minds", "why"),
    [
        (("captain",), "'captain' uses random numbers or simulation"),
        (("foes=random",), "'random' uses random numbers"),
        (("MIND",), "mine.py:mine: your own mind may not always give the same answer"),
    ],
)
def test_minds_that_may_answer_otherwise_are_refused_by_name(
    minds: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(request):\n    return next(iter(request.options))\n")
    given = tuple(f"{file}:mine" if mind == "MIND" else mind for mind in minds)
    with pytest.raises(OddsError, match=re.escape(why)):
        SmallFight(fight_in_words(PAIR, "sovereign"), given)


# What a state keeps.


def work_of(text: str) -> ChainWork:
    setup = fight_in_words(text, "sovereign")
    return ChainWork(initial_state(setup), rules_of(setup), [make_mind()])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hp", 1), ("x", 3), ("prone", True), ("mains", 1), ("shield_spent", True), ("luck", 2),
        ("broken", True), ("wielded", -1), ("gone", 1), ("unloaded", 1), ("beside", 6),
        ("unknown_to", 1), ("frail", True), ("strain", 1), ("nerve", 1), ("screened", 1),
    ],
)  # fmt: skip
def test_a_position_keeps_what_a_mind_may_see(field: str, value: object) -> None:
    """Any difference of a standing unit makes another position."""
    work = work_of("orc hp 3, orc hp 3 vs goblin hp 3")
    start = initial_state(fight_in_words("orc hp 3, orc hp 3 vs goblin hp 3", "sovereign"))
    other = start.copy()
    assert getattr(other.units[1], field) != value
    setattr(other.units[1], field, value)
    one = (work.code(start), work.rest(start.copy()))
    assert (work.code(other), work.rest(other.copy())) != one
    assert (work.code(start.copy()), work.rest(start.copy())) == one


def test_a_state_comes_back_as_it_was() -> None:
    work = work_of("orc hp 3, orc hp 2 vs goblin hp 3")
    state = initial_state(fight_in_words("orc hp 3, orc hp 2 vs goblin hp 3", "sovereign"))
    state.units[0].hp = 1
    assert work.state(work.rest(state.copy()), work.code(state)).key() == state.key()


def test_rounds_are_counted_from_the_first_that_matters() -> None:
    """Two like states in different rounds are one; how long ago somebody fell stays."""
    setup = fight_in_words(PAIR, "sovereign")
    states = []
    for now in (9, 14):
        state = initial_state(setup)
        state.clock.round = now
        state.units[0].status, state.units[0].fell = DOWN, now - 2
        state.units[1].tended = now - 1
        state.units[2].effects = [
            Effect(RUNNING, 2, UNTIL_END_OF_FIGHT, 2, now - 1),
            Effect(VENOM, 0, LASTING + now + 3),
        ]
        rebase_rounds(state)
        states.append(state)
    assert states[0].key() == states[1].key()
    assert states[0].clock.round - states[0].units[0].fell == 2
    assert states[0].clock.round - states[0].units[2].effects[0].whom == 1
    assert states[0].units[2].effects[1].until - LASTING - states[0].clock.round == 3
    left = initial_state(setup)
    left.clock.round = 12
    left.units[3].status, left.units[3].fell = FLED, 3
    rebase_rounds(left)
    assert left.clock.round - left.units[3].fell == 9


def test_every_use_of_the_number_of_the_round_is_known() -> None:
    """A new rule that remembers a round must be named in `rebase_rounds`."""
    package = Path(shieldwall.__file__).parent
    uses = {
        path.relative_to(package).as_posix(): path.read_text(encoding="utf-8").count("clock.round")
        for room in ("engine", "gm", "abilities", "books", "minds")
        for path in (package / room).rglob("*.py")
    }
    assert {name: count for name, count in uses.items() if count} == {
        "books/dolmenwood/dolmenwood_magic.py": 1,
        "books/dolmenwood/phase_actions.py": 1,
        "books/dolmenwood/phases.py": 2,
        "books/shared/gear.py": 3,
        "books/shared/retreat.py": 1,
        "books/sovereign/early_pursuit.py": 1,
        "abilities/body_conditions.py": 1,
        "abilities/creature_gifts.py": 1,
        "abilities/strikes.py": 1,
        "abilities/survival.py": 1,
        "engine/attack/timeline.py": 1,
        "engine/magic/power_triggers.py": 2,
        "engine/magic/spell_effects.py": 1,
        "engine/rounds/flow.py": 4,
        "engine/state/setup.py": 1,
        "engine/tape/paired_dice.py": 1,
        "engine/wounds/effects.py": 1,
        "engine/wounds/injury.py": 2,
        "gm/apply_orders.py": 2,
        "minds/look_ahead/captain.py": 3,
        "minds/look_ahead/equivalence.py": 2,
        "minds/positioning.py": 1,
        "minds/random_mind.py": 1,
        "minds/look_ahead/rollouts.py": 1,
        "minds/look_ahead/side_plans.py": 1,
    }


# Words.


def test_sides_in_words() -> None:
    ours, theirs = read_sides("alda hp 6 with spear, cenric and orc vs 2 goblins hp 2 + orc")
    assert [one.sheet.name for one in ours] == ["Alda", "Cenric", "orc"]
    assert ours[0].weapon == "spear"
    assert int(ours[0].sheet.hp) == 6
    assert [(one.sheet.name, int(one.sheet.hp)) for one in theirs[:2]] == [("goblin", 2)] * 2
    assert len(theirs) == 3
    with pytest.raises(OddsError, match="did you mean goblin"):
        read_sides("alda vs 2 gobblin")
    with pytest.raises(OddsError, match="ONE, ANOTHER vs FOE"):
        read_sides("alda and cenric")
    with pytest.raises(OddsError, match="from 1 to 20"):
        read_sides("alda vs 0 goblin")


@pytest.mark.parametrize(
    ("rules", "hp", "reach"),
    [("sovereign", 13, 10), ("sovereign-early", 13, 5), ("dolmenwood", 11, 10)],
)
def test_who_is_named_has_the_figures_of_the_book(rules: str, hp: int, reach: int) -> None:
    """SVE-026: a spear of the earlier edition is not Long."""
    book = RULESETS[rules]
    (ours,), _ = read_sides("alda with spear vs goblin", book)
    (spear,) = [weapon for weapon in ours.sheet.weapons if weapon.name == "spear"]
    assert (int(ours.sheet.hp), int(spear.reach_ft)) == (hp, reach)
    fight = fight_in_words("alda with spear vs goblin", rules)
    assert int(fight.placements[0].sheet.hp) == hp


def test_house_rules_come_with_the_fight() -> None:
    fight = fight_in_words("alda vs goblin", "quick-blades")
    assert fight.rules == "sovereign"
    assert fight.house is not None
    assert fight.house.name == "quick-blades"


def test_numbers_as_one_says_them() -> None:
    assert in_round_numbers(812) == "810"
    assert in_round_numbers(203_417) == "200,000"
    assert in_round_numbers(2_940_000) == "2.9 million"
    assert in_round_numbers(8_200_000_000) == "8.2 thousand million"


def test_nothing_is_lost_on_the_way() -> None:
    """At any moment, what has ended, what waits and what was dropped is everything."""
    fight = SmallFight(fight_in_words(PAIR, "sovereign"), within=0.01)
    flow: Flow = fight.flow
    for _ in range(40):
        if not flow.follow(25):
            if flow.is_over():
                break
            flow.turn()
        held = (
            flow.ended, flow.places, flow.positions, flow.aside, flow.aside_places, flow.next,
            flow.next_places,
        )  # fmt: skip
        everything = sum(sum(shares.values()) for shares in held) + flow.dropped
        assert everything == pytest.approx(1, abs=1e-12)
