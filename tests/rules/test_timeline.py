"""An attack from its declaration to what becomes of the target, step by step.

Where a rule speaks of answers out of turn, a reaction made here stands in their place: it costs the
Main and is a plain melee attack, on the attacker or on the attacker's target.
"""

from collections.abc import Callable

import pytest
from tests.scene import (
    BOW,
    DAGGER,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    play_setup,
    setup,
    told,
    unit,
    why_not,
)

from shieldwall.core.attack import MELEE, Blow, attack, why_no_attack
from shieldwall.core.battle import Battle, Window
from shieldwall.core.flow import pay
from shieldwall.core.points import DECLARED, HIT, ROLLED
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import MAIN, ReactionSpec
from shieldwall.core.state import ACTIVE, DEAD, DOWN, Setup, Sheet, Unit
from shieldwall.fight import Fight
from shieldwall.rules import RULESETS

Edition = Callable[..., str]


class Answer(ReactionSpec):
    """`riposte` strikes the attacker, `finish` the one who is attacked."""

    def whom(self, battle: Battle, window: Window) -> Unit:
        blow = window.blow
        if blow is not None and self.verb == "finish":
            return blow.target
        return battle.state.units[window.cause]

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if unit.status != ACTIVE or unit.mains == 0:
            return False
        weapon = unit.sheet.weapons[unit.wielded]
        return why_no_attack(battle, unit, self.whom(battle, window), weapon, MELEE) is None

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        return None if self.can(battle, unit, window) else Refusal("cannot", "SOV-039", unit.index)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb)]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        pay(unit, MAIN)
        whom = self.whom(battle, window)
        attack(battle, Blow(unit, whom, int(unit.wielded), MELEE, False))


def answering(made: Setup, edition: Edition, point: int, verb: str = "riposte") -> Setup:
    """The same fight by rules with such a reaction at this point."""
    made.rules = edition()
    rules = RULESETS[made.rules]
    answer = Answer(verb, "An answer", (point,), "SOV-039")
    rules.reaction_list = (*rules.reaction_list, answer)
    rules.reactions[point] = (*rules.reactions[point], answer)
    return made


def duel(a: Sheet, g: Sheet) -> Setup:
    """`b` keeps the party in the fight when `a` falls, and stands too far off to do anything."""
    return setup("a g . . . b", a=a, b=fighter(), g=g)


def course(fight: Fight) -> list[str]:
    """Dice and what came of them, in the order it happened, without the clock."""
    clock = ("initiative", "order", "round", "side", "turn", "turn-over")
    return [text for text in told(fight) if text.split()[0] not in clock]


# T0: whether it can be done.


@pytest.mark.rule("SOV-160")
def test_an_attack_out_of_reach_or_range_cannot_be_declared() -> None:
    fight = play("a . g", "", a=fighter(weapons=(SWORD, DAGGER)), g=foe())
    assert why_not(fight, "a attack g with sword") == "out-of-reach SOV-047"
    assert why_not(fight, "a throw g with sword") == "no-such-shot SOV-048"
    assert why_not(fight, "a throw g with dagger") == ""


@pytest.mark.rule("SOV-160")
def test_an_attack_on_a_friend_on_oneself_or_on_the_fallen_cannot_be_declared() -> None:
    fight = play(
        "b a g h",
        """
        > a attack g with sword
        ! attack d20 19
        ! damage d8 8
        > a done
        """,
        a=fighter(),
        b=fighter(weapons=(DAGGER, UNARMED)),
        g=foe(hp=4),
        h=foe(),
    )
    assert why_not(fight, "b attack a with dagger") == "no-foe SOV-047"
    assert why_not(fight, "b attack b with dagger") == "no-foe SOV-047"
    assert why_not(fight, "b throw g with dagger") == "target-is-out SOV-047"


@pytest.mark.rule("SOV-160")
def test_a_bow_is_no_melee_weapon_and_a_sword_is_not_shot() -> None:
    fight = play("a g", "", a=fighter(weapons=(SWORD, BOW)), g=foe(weapons=(UNARMED,)))
    assert why_not(fight, "a attack g with small bow") == "no-melee-weapon SOV-047"
    assert why_not(fight, "a shoot g with sword") == "no-such-shot SOV-048"
    assert [text for text in listed(fight) if " g " in text] == [
        "a attack g with sword",
        "a shoot g with small bow",
    ]


# T0: answers before the dice.


@pytest.mark.rule("SOV-160", "SOV-164")
def test_an_attacker_brought_down_at_the_declaration_rolls_nothing(edition: Edition) -> None:
    fight = play_setup(
        answering(duel(fighter(hp=4), foe(hp=4)), edition, DECLARED),
        """
        > a attack g with sword
        > g riposte
        ! attack d20 15
        ! damage d8 6
        """,
    )
    assert course(fight) == [
        "attack unit=g target=a weapon=sword how=melee die=15 total=16 ac=12 hit=yes",
        "harm unit=a by=g amount=6 left=0 cause=hit",
        "falls unit=a by=g how=down",
    ]
    assert unit(fight, "g").hp == 4
    assert unit(fight, "a").acted


@pytest.mark.rule("SOV-160", "SOV-162")
def test_an_attacker_who_survives_the_answer_goes_on_with_the_roll(edition: Edition) -> None:
    fight = play_setup(
        answering(duel(fighter(hp=8), foe(hp=4)), edition, DECLARED),
        """
        > a attack g with sword
        > g riposte
        ! attack d20 15
        ! damage d8 6
        ! attack d20 11
        ! damage d8 2
        """,
    )
    assert [line.split()[0] for line in course(fight)] == ["attack", "harm", "attack", "harm"]
    assert (unit(fight, "a").hp, unit(fight, "g").hp) == (2, 2)


@pytest.mark.rule("SOV-160", "SOV-164")
def test_a_target_that_is_gone_before_the_roll_is_not_rolled_for(edition: Edition) -> None:
    """A friend finishes it first; the thrown dagger never leaves the hand."""
    made = setup("a . g c h", a=fighter(weapons=(DAGGER,)), c=fighter(), g=foe(hp=4), h=foe())
    fight = play_setup(
        answering(made, edition, DECLARED, "finish"),
        """
        > a throw g with dagger
        > c finish
        ! attack d20 15
        ! damage d8 6
        """,
    )
    assert course(fight) == [
        "attack unit=c target=g weapon=sword how=melee die=15 total=16 ac=12 hit=yes",
        "harm unit=g by=c amount=6 left=0 cause=hit",
        "falls unit=g by=c how=dead",
    ]
    assert unit(fight, "a").gone == 0


# T2 to T4: the roll, and answers after it.


@pytest.mark.rule("SOV-162", "SOV-163", "SOV-164")
@pytest.mark.parametrize("die", [19, 2], ids=["hit", "miss"])
def test_an_attacker_brought_down_after_the_roll_deals_neither_damage_nor_shock(
    edition: Edition, die: int
) -> None:
    """The answer sees the roll: it lies on the table and damage is not rolled yet."""
    fight = play_setup(
        answering(duel(fighter(hp=4), foe(hp=4, ac=12)), edition, ROLLED),
        f"""
        > a attack g with sword
        ! attack d20 {die}
        > g riposte
        ! attack d20 15
        ! damage d8 6
        """,
    )
    assert course(fight) == [
        f"attack unit=a target=g weapon=sword how=melee die={die} total={die + 1} ac=12 "
        f"hit={'yes' if die == 19 else 'no'}",
        "attack unit=g target=a weapon=sword how=melee die=15 total=16 ac=12 hit=yes",
        "harm unit=a by=g amount=6 left=0 cause=hit",
        "falls unit=a by=g how=down",
    ]
    assert unit(fight, "g").hp == 4


@pytest.mark.rule("SOV-163", "SOV-165")
def test_damage_is_rolled_after_the_answers_of_those_who_did_not_bring_the_attacker_down(
    edition: Edition,
) -> None:
    fight = play_setup(
        answering(duel(fighter(hp=9), foe(hp=9)), edition, HIT),
        """
        > a attack g with sword
        ! attack d20 15
        > g riposte
        ! attack d20 15
        ! damage d8 6
        ! damage d8 2
        """,
    )
    assert course(fight)[-2:] == [
        "harm unit=a by=g amount=6 left=3 cause=hit",
        "harm unit=g by=a amount=2 left=7 cause=hit",
    ]


@pytest.mark.rule("SOV-163")
def test_a_hit_is_answered_at_once_and_a_miss_is_no_hit(edition: Edition) -> None:
    made = answering(duel(fighter(hp=9), foe(hp=9, ac=12)), edition, HIT)
    fight = play_setup(
        made,
        """
        > a attack g with sword
        ! attack d20 2
        = harm unit=g by=a amount=2 left=7 cause=shock
        > a done
        """,
    )
    assert unit(fight, "g").mains == 1
    fight = play_setup(made, "> a attack g with sword\n! attack d20 15")
    assert listed(fight) == ["g riposte", "g pass"]


@pytest.mark.rule("SOV-163", "SOV-164")
def test_a_target_that_fell_to_another_after_the_roll_is_not_hurt_again(edition: Edition) -> None:
    made = setup("a g c . h", a=fighter(), c=fighter(), g=foe(hp=4), h=foe())
    fight = play_setup(
        answering(made, edition, HIT, "finish"),
        """
        > a attack g with sword
        ! attack d20 15
        > c finish
        ! attack d20 15
        ! damage d8 6
        """,
    )
    assert told(fight, "harm") == ["harm unit=g by=c amount=6 left=0 cause=hit"]
    assert told(fight, "falls") == ["falls unit=g by=c how=dead"]


# T5 to T7: damage, and what becomes of the target.


@pytest.mark.rule("SOV-162", "SOV-165", "SOV-167")
def test_an_attack_is_rolled_then_its_damage_then_the_target_falls_and_the_fight_ends() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        = turn unit=a
        ! attack d20 12
        = attack unit=a target=g weapon=sword how=melee die=12 total=13 ac=12 hit=yes
        ! damage d8 4
        """,
        a=fighter(),
        g=foe(hp=4),
    )
    assert course(fight) == [
        "attack unit=a target=g weapon=sword how=melee die=12 total=13 ac=12 hit=yes",
        "harm unit=g by=a amount=4 left=0 cause=hit",
        "falls unit=g by=a how=dead",
        "ends reason=defeat team=0",
    ]
    assert fight.outcome is not None
    assert fight.outcome.key() == ("defeat", 0)


@pytest.mark.rule("SOV-167")
@pytest.mark.parametrize(("named", "how", "status"), [(True, "down", DOWN), (False, "dead", DEAD)])
def test_at_0_hp_one_with_a_name_lies_dying_and_another_is_dead(
    named: bool, how: str, status: int
) -> None:
    fight = play(
        "a g h",
        """
        > a attack g with sword
        ! attack d20 12
        ! damage d8 4
        """,
        a=fighter(),
        g=foe(hp=4, named=named),
        h=foe(),
    )
    assert told(fight, "falls") == [f"falls unit=g by=a how={how}"]
    assert unit(fight, "g").status == status
    assert unit(fight, "g").prone
    assert fight.outcome is None


@pytest.mark.rule("SOV-167")
def test_one_hit_point_is_enough_to_stand() -> None:
    fight = play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 12
        ! damage d8 3
        """,
        a=fighter(),
        g=foe(hp=4),
    )
    assert unit(fight, "g").hp == 1
    assert unit(fight, "g").status == ACTIVE
    assert told(fight, "falls", "ends") == []


@pytest.mark.rule("SOV-167", "SOV-034")
def test_the_fallen_take_no_turn_while_the_others_of_their_side_fight_on() -> None:
    fight = play(
        "a g h",
        """
        > g done
        > h done
        > a attack g with sword
        ! attack d20 12
        ! damage d8 4
        > a done
        = round number=2
        """,
        first="foes",
        a=fighter(),
        g=foe(hp=4),
        h=foe(),
    )
    assert why_not(fight, "g attack a with sword") == "out-of-the-fight SOV-034"
    assert [text for text in listed(fight) if text.endswith("done")] == ["h done"]
    assert fight.outcome is None
