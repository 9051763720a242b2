"""The captain looks ahead: it finds clearly better choices, and knows only what its side knows."""

from __future__ import annotations

import pytest
from tests.minds.thinking import chosen
from tests.scene import fighter, foe, play, setup, unit

from shieldwall.engine.battle import Battle
from shieldwall.engine.points import ROLLED, TURN
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import make_weapon
from shieldwall.engine.state.state import DEAD
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.entries import Chose, Rolled
from shieldwall.engine.tape.oracles import Answerer, Live
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.knowledge.view import View
from shieldwall.minds import make_mind
from shieldwall.minds.look_ahead.candidates import Scout
from shieldwall.minds.look_ahead.captain import Captain, ChoiceValue
from shieldwall.minds.look_ahead.fight_value import Worth
from shieldwall.minds.look_ahead.rollouts import Foresight, SharedDice, Strata
from shieldwall.minds.mind import Natural
from shieldwall.text.notation import choice_text

SCYTHE = make_weapon("scythe", 2, 10)
TWIG = make_weapon("twig", 1, 1)
HAMMER = make_weapon("hammer", 6, 6)
BLADE = make_weapon("blade", 2, 6)


def captain(turns: int = 600, seed: int = 0) -> Captain:
    return Captain(seed=seed, turns=turns)


# On a turn.


def between_two() -> Fight:
    """Two foes that differ only in their weapon: a twig, and a scythe that would kill `a`."""
    return play(
        "g a h", "",
        a=fighter(hp=14, attack=8, weapons=(BLADE,)),
        g=foe(hp=7, weapons=(TWIG,), creature=True, fearless=True),
        h=foe(hp=7, weapons=(SCYTHE,), creature=True, fearless=True, attack=4),
    )  # fmt: skip


def test_it_strikes_first_at_the_unit_that_would_hurt_it() -> None:
    """The natural mind considers the damage it deals, not the damage it takes."""
    assert chosen(between_two(), mind="natural") == "a attack g with blade"
    assert chosen(between_two(), mind=captain()) == "a attack h with blade"


def test_the_same_seed_gives_the_same_answer_and_nothing_is_carried_over() -> None:
    once = captain()
    answers = [chosen(between_two(), mind=once) for _ in range(2)]
    assert answers == [chosen(between_two(), mind=captain())] * 2


# In an interrupt.


def doomed() -> Setup:
    """A fanatic, who does not dodge, with two friends who will win if it but lives."""
    return setup(
        """
        . a g
        . b .
        """,
        stops="matters",
        a=fighter(hp=9, ac=14, temperament="fanatic", attack=-5),
        b=fighter(hp=40, attack=9, weapons=(SCYTHE,)),
        g=foe(hp=30, attack=2, weapons=(HAMMER,), creature=True, fearless=True),
    )


BLOW = [Rolled("initiative", 8, 1), Rolled("initiative", 8, 8)]


def at_the_blow() -> Fight:
    """The hammer has struck with 15 against AC 14: two points more and it misses."""
    fight = Fight(doomed(), by_hand=True)
    for entry in BLOW:
        fight.push_die(int(entry.value))
    fight.push("g attack a with hammer")
    fight.push_die(13)
    request = fight.request
    assert request is not None
    assert request.point == ROLLED
    return fight


def test_it_finds_the_answer_that_saves_a_life_in_the_middle_of_a_blow() -> None:
    assert chosen(at_the_blow(), "a", "natural") == "a pass"
    assert chosen(at_the_blow(), "a", captain()) == "a total-defense"


class Probe(Answerer):
    """Plays like the natural mind and records the captain's choice in each window of the party."""

    def __init__(self) -> None:
        super().__init__(recalls=True)
        self.natural = make_mind()
        self.captain = captain(300)
        self.asked: list[tuple[int, str]] = []

    def __call__(self, request: Request) -> Choice:
        if request.point == ROLLED:
            self.asked.append((request.point, self.captain(request).verb))
        return self.natural(request)


def test_it_looks_ahead_in_a_simulation_too_where_nothing_else_is_recorded() -> None:
    """In some of many fights the attack comes that it should stop: it does, without a tape."""
    answers: set[str] = set()
    made = doomed()
    for seed in range(14):
        probe = Probe()
        live = Live(Dice(seed), [probe, make_mind(), make_mind()])
        Battle(initial_state(made), rules_of(made), live, None, 3).play()
        answers |= {verb for _, verb in probe.asked}
    assert "total-defense" in answers


def test_a_simulation_without_a_mind_that_looks_ahead_keeps_nothing() -> None:
    made = doomed()
    live = Live(Dice(1), [make_mind(), make_mind(), make_mind()])
    battle = Battle(initial_state(made), rules_of(made), live, None, 3)
    battle.play()
    assert live.recall() is None
    assert live.entries == []


# What a fork knows.


def test_a_fork_in_the_middle_of_a_step_goes_on_from_that_moment() -> None:
    """The attack die is on the tape and stays; the inserted choice decides its effect."""
    fight = at_the_blow()
    request = fight.request
    assert request is not None
    before = fight.state.key()
    fork = Foresight(request, 0)
    assert fork.ready
    minds = [Natural("natural") for _ in range(3)]
    hit = fork.play_on(Choice(0, PASS), minds, seed=5, rounds=0)
    missed = fork.play_on(Choice(0, "total-defense"), minds, seed=5, rounds=0)
    assert hit is not None
    assert missed is not None
    assert hit.state.units[0].hp == 0
    assert missed.state.units[0].hp == 9
    assert Worth(missed, 0).value > Worth(hit, 0).value
    assert fight.state.key() == before, "the fight itself has not moved"


def test_it_cannot_know_the_next_die() -> None:
    """In some of these fights the next die is a hit and the duel won, in others a miss and lost.

    A mind that knew the die would attack in the first and leave in the others. The captain answers
    the same in all.
    """
    made = setup(
        "a g . . . .",
        a=fighter(hp=4, attack=0, weapons=(SCYTHE,)),
        g=foe(hp=2, ac=11, attack=9, weapons=(SCYTHE,), creature=True, fearless=True),
    )
    tape = [Rolled("initiative", 8, 8), Rolled("initiative", 8, 1)]
    answers = set()
    falls = set()
    for seed in range(8):
        fight = Fight.replay(made, list(tape), seed)
        request = fight.request
        assert request is not None
        assert request.point == TURN
        answers.add(choice_text(fight.names, captain(300)(request)))
        fight.push("a attack g with scythe")
        falls.add(unit(fight, "g").status == DEAD)
    assert falls == {True, False}, "the die does decide"
    assert len(answers) == 1


def test_the_dice_of_its_fights_come_from_its_own_seed() -> None:
    fight = between_two()
    request = fight.request
    assert request is not None
    fork = Foresight(request, 0)
    minds = [Natural("natural") for _ in range(3)]
    attack = Choice(0, "attack", 1, 0)
    ends = set()
    for seed in range(6):
        battle = fork.play_on(attack, minds, seed)
        assert battle is not None
        again = fork.play_on(attack, minds, seed)
        assert again is not None
        assert battle.state == again.state
        ends.add(Worth(battle, 0).value)
    assert len(ends) > 1
    assert not any(isinstance(entry, Chose) for entry in fight.tape)


def dice_of(fight: int, others: int = 0) -> list[int]:
    """Three d20 of unit 1 in a playout, after this many dice of unit 0."""
    request = between_two().request
    assert request is not None
    battle = request.battle
    dice = SharedDice(Strata(7), fight, 99 + fight, [Natural("natural") for _ in range(3)], 3)
    dice.battle = battle
    battle.roller = 0
    for _ in range(others):
        dice.roll("attack", 20)
        dice.roll("damage", 6)
    battle.roller = 1
    dice.roll("damage", 6)
    return [int(dice.roll("attack", 20)) for _ in range(3)]


def test_a_unit_rolls_the_same_dice_after_every_choice() -> None:
    assert dice_of(0) == dice_of(0, others=4)
    assert dice_of(0) != dice_of(1)


def test_the_first_dice_of_ten_fights_show_each_part_of_the_range_once() -> None:
    for block in range(3):
        first = [dice_of(10 * block + fight)[0] for fight in range(10)]
        assert sorted((face + 1) // 2 for face in first) == list(range(1, 11))
    later = {tuple(dice_of(fight)[1:]) for fight in range(10)}
    assert len(later) > 5


def test_few_fights_that_went_well_are_trusted_less_than_many() -> None:
    few, many = ChoiceValue(Choice(0, PASS)), ChoiceValue(Choice(0, PASS))
    for value, pairs in ((few, 2), (many, 200)):
        for _ in range(pairs):
            value.note(300, 600)
            value.note(-200, 400)
    assert few.mean() == many.mean() == 50
    assert few.likely_gain(-15.0, 40.0) < 0 < many.likely_gain(-15.0, 40.0) < 50


def test_a_unit_that_holds_its_action_still_thinks_of_dodging() -> None:
    """What is held pays for Total Defense too."""
    fight = play(
        "a g", "> a hold\n> g attack a with hammer\n> a pass\n! attack d20 13\n", stops="matters",
        a=fighter(hp=9, ac=14), g=foe(hp=30, attack=2, weapons=(HAMMER,), creature=True),
    )  # fmt: skip
    request = next(one for one in fight.requests if one.point == ROLLED)
    found = Scout().look(View(request.battle, request.seats[0]), request, Choice(0, PASS))
    assert {"total-defense", "attack"} <= {choice.verb for choice in found}


@pytest.mark.parametrize("name", ["captain:fast", "captain", "captain:strong"])
def test_it_comes_in_three_strengths(name: str) -> None:
    mind = make_mind(name)
    assert isinstance(mind, Captain)
    assert mind.turns == {"captain:fast": 6_000, "captain": 60_000, "captain:strong": 600_000}[name]
