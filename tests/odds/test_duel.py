"""Solved duels, compared with hand-computed cases, full enumeration and simulation."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from shieldwall.books import RULESETS
from shieldwall.buildinfo import build_info
from shieldwall.engine.state.setup import MOST_ROUNDS
from shieldwall.engine.state.state import ALWAYS, WHEN_IT_MATTERS
from shieldwall.engine.tape.step_tree import Forest
from shieldwall.engine.tape.tree_parts import CHOICE, LEAF, Node
from shieldwall.fight import Mind
from shieldwall.minds import make_mind
from shieldwall.odds.combatants import combatant
from shieldwall.odds.duel_game import inwards
from shieldwall.odds.duel_step import DuelWork
from shieldwall.odds.duel_values import BEST, LIMIT, ONE
from shieldwall.odds.duels import DEFAULT_MINDS, Duel, duel_setup
from shieldwall.odds.mixed_strategies import WHOLE, best_mix, turned, worst_reply
from shieldwall.sim import simulate

SWORD = "AB+2 1d6 shock 1/15 AC 13 hp {}"
AXE = "AB+1 1d8 AC 14 hp {}"
SERGEANT = "AB+2 1d4 AC 12 hp {} disciplined"
LUCKY = "AB+2 1d6 AC 13 hp {} luck"
FLAIL = "AB+2 2d4 shock 3/15 AC 13 hp {} disciplined"
KILLER = "AB+20 1d8+9 AC 10 hp 3"
SEED = 20261115
Z = 3.2905
"""Of a 99.9 % interval."""


def solved(first: str, second: str, stops: int = ALWAYS) -> Duel:
    return Duel(duel_setup(combatant(first), combatant(second), "sovereign", (), stops))


def test_where_every_blow_kills_whoever_begins_wins() -> None:
    """Initiative: 28 of 64 throws are higher than the other's, and a tie goes to the others."""
    duel = solved("AB+20 1d8+9 AC 10 hp 3", "AB+20 1d8+9 AC 10 hp 3")
    assert duel.chance(first=0).win == 1
    assert duel.chance(first=1).win == 0
    assert duel.chance().win == pytest.approx(28 / 64, abs=1e-12)


def test_who_cannot_strike_back_loses_by_and_by() -> None:
    """With Total Defense a hit on 20 alone; no ten quiet rounds end it, as they once did."""
    duel = solved("AB+0 1d8+9 AC 40 hp 3", "AB-9 1d4 AC 18 hp 3", stops=WHEN_IT_MATTERS)
    chance = duel.chance(0, 0, first=0)
    assert chance.loss == 0
    assert chance.win == pytest.approx(1 - (19 / 20) ** LIMIT, abs=1e-12)
    assert chance.undecided == pytest.approx((19 / 20) ** LIMIT, abs=1e-12)
    assert LIMIT == MOST_ROUNDS


def test_bounds_hold_every_value_and_are_close() -> None:
    duel = solved(SWORD.format(3), AXE.format(3))
    values = duel.values()
    bounds = values.bounds()
    assert len(bounds) == values.positions() > 100
    for low, high in bounds:
        assert 0 <= low <= high <= ONE
    assert 0 < duel.chance().error < 1e-9


def test_a_moment_both_answer_unseen_is_worth_what_the_best_mix_guarantees() -> None:
    """3 -1 / -2 1: rows are played 3 to 4, columns 2 to 5, and the game is worth 1/7."""
    unit = 1 << 40
    rows = [[3 * unit, -unit], [-2 * unit, unit]]
    mine, theirs = best_mix(rows, 1), best_mix(turned(rows), -1)
    assert mine[0] / WHOLE == pytest.approx(3 / 7)
    assert theirs[0] / WHOLE == pytest.approx(2 / 7)
    low = int(worst_reply(rows, mine, 1))
    high = int(worst_reply(turned(rows), theirs, -1))
    assert low <= unit / 7 <= high
    assert high - low <= 4


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ([[4, 2], [1, 3], [3, 2]], -1),
        ([[1, 5], [4, 3]], -1),
        ([[1, 0], [3, 2], [9, 1]], 1),
        ([[2, 2], [2, 7]], 0),
    ],
)
def test_where_one_answer_guarantees_all_there_is_nobody_mixes(
    rows: list[list[int]], row: int
) -> None:
    """`row`: the answer that is best alone; -1 where only a mix is."""
    rows = [[cell << 40 for cell in line] for line in rows]
    mix = best_mix(rows, 1)
    assert sum(mix) == WHOLE
    alone = [place for place, weight in enumerate(mix) if weight == WHOLE]
    assert alone == ([row] if row >= 0 else [])
    assert best_mix([[-cell for cell in line] for line in rows], -1) == mix
    assert worst_reply(rows, mix, 1) >= max(min(line) for line in rows)


def test_rests_that_lead_to_the_same_trees_share_them() -> None:
    """No rule depends on their differences; each tree equals the one built for its own rest."""
    duel = solved(SWORD.format(2), AXE.format(3))
    duel.values()
    first: dict[int, int] = {}
    twins: list[int] = []
    for rest in sorted(duel.game.layers):
        if first.setdefault(id(duel.game.layers[rest]), rest) != rest:
            twins.append(rest)
    assert twins
    for rest in twins[:2]:
        for hp, there in ((1, 2), (2, 1), (2, 3)):
            start = duel.work.state(rest, duel.work.code_of(hp, there))
            grown = Forest(duel.work).grow(start)
            assert same_tree(duel.game.tree(rest, hp, there), grown, {})


def test_no_mind_beats_best_play() -> None:
    duel = solved(SERGEANT.format(4), SWORD.format(3))
    best = duel.chance().value
    for mind in range(len(DEFAULT_MINDS)):
        assert duel.chance(mind, BEST).value <= best + 1e-12
        assert duel.chance(BEST, mind).value >= best - 1e-12


def test_total_defense_pays_against_the_blow_that_would_kill() -> None:
    """With one hit point left and any hit deadly, it pays to turn the hit."""
    duel = solved(SWORD.format(3), AXE.format(3))
    gains = duel.gains(0, "hit")
    assert gains[3, 1] > 0


def same_tree(one: Node, other: Node, seen: dict[tuple[int, int], bool]) -> bool:
    """Whether two trees of different forests say the same."""
    key = (one.number, other.number)
    if key not in seen:
        seen[key] = False
        seen[key] = one.kind == other.kind and (
            one.leaf == other.leaf
            if one.kind == LEAF
            else same_choice(one, other, seen)
            if one.kind == CHOICE
            else same_dice(one, other, seen)
        )
    return seen[key]


def same_choice(one: Node, other: Node, seen: dict[tuple[int, int], bool]) -> bool:
    return (one.choices, one.said) == (other.choices, other.said) and all(
        same_tree(left, right, seen) for left, right in zip(one.ways, other.ways, strict=True)
    )


def same_dice(one: Node, other: Node, seen: dict[tuple[int, int], bool]) -> bool:
    """Each branch of one is a branch of the other, with the same weight."""
    if sorted(one.weights) != sorted(other.weights) or one.total != other.total:
        return False
    for way, weight in zip(one.ways, one.weights, strict=True):
        alike = [
            there
            for there, found in zip(other.ways, other.weights, strict=True)
            if found == weight and same_tree(way, there, dict(seen))
        ]
        if not alike:
            return False
    return True


@pytest.mark.parametrize(
    ("first", "second", "hp", "there"),
    [
        (SWORD, AXE, 5, 5),
        (SWORD, AXE, 2, 7),
        (SERGEANT, SWORD, 3, 4),
        (SERGEANT, SERGEANT, 6, 1),
        (LUCKY, AXE, 3, 6),
        (FLAIL, LUCKY, 7, 6),
    ],
)
def test_merging_changes_nothing(first: str, second: str, hp: int, there: int) -> None:
    """The solver's trees, compared with all faces enumerated for the same hit points.

    Rounds and the parts dropped by `forget` are reset in the second.
    """
    duel = solved(first.format(8), second.format(8))
    duel.game.tree(duel.begin, 8, 8)
    checked = 0
    for rest in (duel.first[0], duel.first[1]):
        merged = duel.game.tree(rest, hp, there)
        work: DuelWork = duel.work
        work.shortcut = False
        counted = Forest(work, False)
        start = work.state(rest, work.code_of(hp, there))
        start.clock.round = 7
        start.units[0].hurt = True
        assert same_tree(merged, counted.grow(start), {})
        work.shortcut = True
        checked += counted.runs
    assert checked > 200


@pytest.mark.parametrize(
    ("book", "rulings"),
    [("dolmenwood", (("tied_sides", "simultaneous"),)), ("aachen", ())],
)
def test_merging_changes_nothing_wherever_a_duel_leads(
    book: str, rulings: tuple[tuple[str, str], ...]
) -> None:
    """Every tree used for best play, enumerated again face by face."""
    axe = combatant("AB+2 1d8 AC 13 hp 3")
    duel = Duel(duel_setup(axe, axe, book, rulings), ("simple",))
    duel.values()
    work = duel.work
    work.shortcut = False
    checked = 0
    for rest in sorted(duel.game.layers):
        for hp, there in ((1, 2), (2, 1), (3, 3), (2, 2)):
            merged = duel.game.tree(rest, hp, there)
            start = work.state(rest, work.code_of(hp, there))
            assert same_tree(merged, Forest(work, False).grow(start), {})
            checked += 1
    assert checked > 20


BOOKS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    *((book, ()) for book in RULESETS),
    ("dolmenwood", (("tied_sides", "simultaneous"),)),
    ("dolmenwood", (("optional_combat_rules", "yes"),)),
)


@pytest.mark.parametrize(("book", "rulings"), BOOKS)
@pytest.mark.parametrize(
    ("first", "second", "mind"),
    [(SWORD.format(6), AXE.format(6), "natural"), ("alda hp 6", "sergeant hp 5", "simple")],
)
def test_simulated_duels_agree(
    book: str, rulings: tuple[tuple[str, str], ...], first: str, second: str, mind: str
) -> None:
    """Minds against each other, seeds fixed beforehand: 40,000 fights of every book, fewer of its
    variants and of a second pair; and a sample of all where the engine is not compiled."""
    fights = 40_000 if mind == "natural" and not rulings else 10_000
    if build_info().kind != "compiled":
        fights = 2_000
    setup = duel_setup(combatant(first), combatant(second), book, rulings)
    duel = Duel(setup, (mind,))
    minds: list[Mind] = [make_mind(mind) for _ in range(3)]
    result = simulate(setup, fights, SEED, minds=minds)
    exact = duel.chance(0, 0)
    for wins, chance in (
        (result.wins["first"], exact.win),
        (result.wins["second"], exact.loss),
        (result.undecided, exact.undecided),
    ):
        spread = Z * sqrt(chance * (1 - chance) / fights)
        assert abs(wins / fights - chance) <= spread + 1e-9


def test_dice_that_are_rolled_against_each_other_are_all_counted() -> None:
    """In Dolmenwood each side rolls d6, ties are rerolled: both have the same chance to begin."""
    setup = duel_setup(combatant(KILLER), combatant(KILLER), "dolmenwood")
    duel = Duel(setup)
    assert duel.chance(0, 0).win == pytest.approx(1 / 2, abs=1e-12)
    assert duel.chance(0, 0).loss == pytest.approx(1 / 2, abs=1e-12)


def test_who_acts_at_once_may_both_fall() -> None:
    """Tied sides attack together, and here an attack fails only on 1.

    By who is left standing after a round of one and the other: of 36 throws 6 are ties.
    """
    rulings = (("tied_sides", "simultaneous"),)
    duel = Duel(duel_setup(combatant(KILLER), combatant(KILLER), "dolmenwood", rulings))
    miss, hit = Fraction(1, 20), Fraction(19, 20)
    tie = Fraction(1, 6)
    first = Fraction(5, 12) * hit + Fraction(5, 12) * miss * hit + tie * hit * miss
    both = tie * hit * hit
    nobody = Fraction(5, 6) * miss * miss + tie * miss * miss
    rounds = 1 / (1 - nobody)
    chance = duel.chance(0, 0)
    assert chance.win == pytest.approx(float(first * rounds), abs=1e-12)
    assert chance.undecided == pytest.approx(float(both * rounds), abs=1e-12)


def test_every_moment_offers_at_least_what_matters() -> None:
    """Asked at every moment the second duellist, who may snap, does no worse."""
    first, second = SWORD.format(2), SERGEANT.format(2)
    everything = solved(first, second)
    some = solved(first, second, stops=WHEN_IT_MATTERS)
    assert everything.chance(0, BEST).value <= some.chance(0, BEST).value + 1e-12
    assert everything.chance(0, 0).value == pytest.approx(some.chance(0, 0).value, abs=1e-12)


def test_rounds_of_mutual_misses_are_counted_to_their_end() -> None:
    """Both hit only on 20, and any hit kills; initiative is rolled every round."""
    unlucky = combatant("AB+0 1d8+9 AC 40 hp 3")
    chance = Duel(duel_setup(unlucky, unlucky, "dolmenwood")).chance(0, 0)
    still = Fraction(19, 20) ** 2
    assert chance.win == pytest.approx(float((1 - still**LIMIT) / 2), abs=1e-12)
    assert chance.undecided == pytest.approx(float(still**LIMIT), abs=1e-12)
    assert 1e-9 < chance.undecided < 2e-9


@pytest.mark.parametrize("most", [1, 2, 3, 12, 31])
def test_totals_are_visited_from_the_extremes_inwards(most: int) -> None:
    totals = inwards(most)
    assert sorted(totals) == list(range(1, most + 1))
    for number, total in enumerate(totals[2:], 2):
        before = totals[:number]
        assert min(before) < total < max(before)
