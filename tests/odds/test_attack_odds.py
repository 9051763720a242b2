"""The exact odds of single attacks, compared with hand-computed figures and with icepool."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from tests.odds.asking import odds, part, staged

from shieldwall.abilities.attack_conditions import WEAKENED
from shieldwall.books import RULESETS
from shieldwall.books.shared.manoeuvres import PRONE
from shieldwall.engine.attack.advantage import chance
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.state import Effect
from shieldwall.engine.tape.request import Choice, IllegalChoice
from shieldwall.engine.tape.step_tree import Forest, chances
from shieldwall.odds.attack_odds import StepWork, step_odds
from shieldwall.odds.attack_scene import OddsError, Scene, stage
from shieldwall.odds.combatants import combatant, read_question


def test_a_plain_attack_is_counted_over_every_face() -> None:
    found = odds("AB+3 1d8 vs AC 14 hp 6")
    assert found.hit == part(10)
    assert found.shock == 0
    assert found.damage[0] == part(10)
    assert found.damage[8] == part(10) * Fraction(1, 8)
    assert found.dropped == part(10) * Fraction(3, 8)
    assert found.mean == part(10) * Fraction(9, 2)
    assert sum(found.damage.values()) == 1


def test_a_miss_deals_shock_and_a_hit_never_less() -> None:
    found = odds("AB+3 1d8 shock 4/15 vs AC 14 hp 20")
    assert found.shock == part(10)
    assert found.damage[4] == part(10) + part(10) * Fraction(4, 8)
    assert min(found.damage) == 4


def test_shock_stops_at_its_armour_class() -> None:
    assert odds("AB+0 1d6 shock 2/15 vs AC 15").shock == part(14)
    assert odds("AB+0 1d6 shock 2/15 vs AC 16").shock == 0


def test_a_shield_stops_the_first_shock() -> None:
    assert odds("AB+0 1d6 shock 2/15 vs AC 12 shield").shock == 0


def test_total_defense_is_used_where_it_helps() -> None:
    """AC 14: a total of 14 or 15 becomes a miss, 16 stays a hit, and no Shock is dealt."""
    found = odds("AB+3 1d8 shock 2/15 vs AC 14 hp 20", "total-defense")
    assert found.hit == part(8)
    assert found.shock == 0
    assert found.turned == part(2) + part(10)


def test_a_snap_attack_may_cancel_the_blow() -> None:
    """The defender has +4 and snaps at -4 against AC 10: it hits on 10 and more, and then kills."""
    without = odds("AB+10 1d4+9 AC 10 hp 3 vs AB+4 1d4+2 AC 10 hp 9 disciplined")
    found = odds("AB+10 1d4+9 AC 10 hp 3 vs AB+4 1d4+2 AC 10 hp 9 disciplined", "snap")
    assert without.dropped == 1
    assert without.fell == 0
    assert found.fell == part(11)
    assert found.dropped == part(9)
    assert found.hit == part(9)


def test_circumstances_change_the_roll() -> None:
    plain = odds("AB+3 1d8 vs AC 14").hit
    assert odds("AB+3 1d8 vs AC 14, prone").hit == plain + part(2)
    assert odds("AB+3 1d8 prone vs AC 14").hit == plain - part(4)
    assert odds("AB+3 1d8 charging vs AC 14").hit == plain + part(2)
    shot = "AB+3 1d8 range 50/100 vs AC 14, at {}"
    assert odds(shot.format("50 ft")).hit == plain
    assert odds(shot.format("55 ft")).hit == plain - part(2)
    assert odds(shot.format("50 ft, half cover")).hit == plain - part(2)
    assert odds(shot.format("50 ft, full cover")).hit == plain - part(4)


def test_a_swarm_adds_for_each_of_the_others() -> None:
    plain = odds("AB+3 1d8 vs AC 14 hp 20")
    found = odds("AB+3 1d8 vs AC 14 hp 20, swarm of 3")
    assert found.hit == plain.hit + part(4)
    assert found.damage[8] == found.hit * Fraction(3, 8)


@pytest.mark.parametrize("needed", range(2, 21))
def test_two_rolls_of_which_the_worse_counts(needed: int) -> None:
    """The d20 table: with disadvantage a chance of p becomes p²."""
    scene = staged(f"AB+0 1d8 vs AC {needed}")
    plain = step_odds(scene.state, scene.rules, scene.choice).hit
    assert plain == part(21 - needed)
    attacker = scene.state.units[0]
    attacker.effects = [Effect(WEAKENED, 0, UNTIL_END_OF_FIGHT)]
    assert step_odds(scene.state, scene.rules, scene.choice).hit == plain * plain


@pytest.mark.parametrize("needed", range(2, 21))
@pytest.mark.parametrize(("word", "edge"), [("advantage", 1), ("disadvantage", -1)])
def test_an_edge_in_words_is_the_table_of_two_d20(needed: int, word: str, edge: int) -> None:
    """AAC-042: the better of two misses only where both do; the worse hits only where both do."""
    found = odds(f"AB+0 1d8 vs AC {needed}, with {word}", rules="aachen-early").hit
    miss = 1 - part(21 - needed)
    assert found == (1 - miss * miss if edge > 0 else part(21 - needed) ** 2)
    assert found == chance(needed, edge)


@pytest.mark.parametrize("book", list(RULESETS))
def test_every_book_has_odds_for_a_blow_and_a_shot(book: str) -> None:
    """Also in a round with phases, in which melee and missiles have their own."""
    blow = odds("AB+3 1d8 vs AC 14 hp 9", rules=book)
    shot = odds("AB+3 1d8 range 50/100 vs AC 14 hp 9, at 50 ft", rules=book)
    assert blow.hit == part(10)
    assert 0 < shot.hit < 1


SAMPLES = [
    ("AB+3 1d8+1 shock 2/13 vs AC 13 hp 9", 3, 1, 8, 1, 2, 13, 13),
    ("AB+0 1d4 shock 1/15 vs AC 16 hp 9", 0, 1, 4, 0, 1, 15, 16),
    ("AB+7 2d6-1 shock 3/- vs AC 19 hp 30", 7, 2, 6, -1, 3, 99, 19),
    ("AB+12 3d4 vs AC 12 hp 30", 12, 3, 4, 0, 0, 0, 12),
    ("AB-2 1d12 shock 9/20 vs AC 20 hp 30", -2, 1, 12, 0, 9, 20, 20),
]


@pytest.mark.parametrize(
    ("text", "bonus", "dice", "sides", "plus", "shock", "limit", "ac"), SAMPLES
)
def test_damage_agrees_with_icepool(
    text: str, bonus: int, dice: int, sides: int, plus: int, shock: int, limit: int, ac: int
) -> None:
    """A second opinion from dice that know nothing of our rules."""
    floor = shock if ac <= limit else 0
    weapon = (dice @ icepool.d(sides) + plus).map(lambda dealt: max(1, dealt, floor))
    hit = icepool.d20 + bonus >= ac
    expected = hit.if_else(weapon, icepool.Die([floor]))
    found = odds(text)
    assert found.damage == {
        int(amount): Fraction(expected.quantity(amount), expected.denominator())
        for amount in expected.outcomes()
    }


class ProneWork(StepWork):
    """Whether the target is prone at the end."""

    def note(self, battle: Battle, log: list[Event]) -> int:
        return int(battle.state.units[self.target].prone)


@pytest.mark.parametrize(("pushing", "standing"), [(0, 0), (2, 1), (-1, 3), (4, 0)])
def test_a_shove_agrees_with_icepool(pushing: int, standing: int) -> None:
    """An attack that must hit, then a check of 2d6 against 8 and the other's modifier."""
    mover, stander = combatant("AB+3 1d8 AC 10 hp 8").sheet, combatant("AC 14 hp 8").sheet
    mover.check, stander.check = pushing, standing
    scene = stage(Scene(mover, stander))
    work = ProneWork(scene.rules, Choice(0, "shove", 1, 0, note=PRONE), 1)
    found = chances(Forest(work).grow(scene.state)).get(1, Fraction(0))
    hit = icepool.d20 + 3 >= 14
    check = 2 @ icepool.d6 + pushing >= 8 + standing
    both = hit & check
    assert found == Fraction(both.quantity(True), both.denominator())


@pytest.mark.parametrize(
    "text",
    [
        "alda vs orc",
        "ogre vs alda",
        "wolf vs veteran",
        "alda charging vs orc",
        "goblin vs alda, swarm of 3",
        "AB+2 3d4 shock 2/13 vs AC 12 hp 6 disciplined",
    ],
)
@pytest.mark.parametrize("answers", [(), ("total-defense",), ("snap",), ("luck",)])
def test_merging_faces_changes_nothing(text: str, answers: tuple[str, ...]) -> None:
    merged = odds(text, *answers)
    counted = odds(text, *answers, merge=False)
    assert [(facts.key, chance) for facts, chance in merged.ends] == [
        (facts.key, chance) for facts, chance in counted.ends
    ]
    assert sum(chance for _, chance in merged.ends) == 1


def test_names_and_figures_are_read() -> None:
    asked = read_question(
        "alda with spear against orc hp 12 ac 15, prone, total defense", "sovereign"
    )
    assert asked.scene.attacker.name == "Alda"
    assert asked.scene.weapon == "spear"
    assert (asked.scene.target.hp, asked.scene.target.ac) == (12, 15)
    assert (asked.scene.prone, asked.scene.attacker_prone) == (True, False)
    assert asked.answers == ["total-defense"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("alda orc", "ATTACKER vs TARGET"),
        ("aldo vs orc", "did you mean alda"),
        ("alda with halberd vs orc", "no 'halberd'"),
        ("alda vs orc at 600 ft", "600 ft"),
        ("orc 1d8 vs alda", "brings its own weapons"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(text: str, complaint: str) -> None:
    with pytest.raises(OddsError, match=complaint):
        odds(text)


def test_a_choice_that_is_not_allowed_is_not_counted() -> None:
    scene = staged("alda vs orc")
    with pytest.raises(IllegalChoice):
        step_odds(scene.state, scene.rules, Choice(0, "attack", 0, 0))


@pytest.mark.parametrize(
    ("text", "most"), [("AB+3 1d12 vs AC 13 hp 20", 9), ("AB+3 1d8 shock 2/13 vs AC 13 hp 8", 15)]
)
def test_faces_between_two_that_differ_only_in_damage_are_not_run(text: str, most: int) -> None:
    asked = staged(text)
    runs = []
    for merge in (True, False):
        forest = Forest(StepWork(asked.rules, asked.choice, asked.choice.target), merge)
        forest.grow(asked.state)
        runs.append(forest.runs)
    assert runs[0] <= most < runs[1]
