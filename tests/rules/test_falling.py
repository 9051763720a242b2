"""The end of an attack: hit points are lost, the target falls, the fight is over."""

import pytest
from tests.scene import fighter, foe, listed, play, told, unit, why_not

from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN
from shieldwall.fight import Fight


def course(fight: Fight) -> list[str]:
    """Attacks, reactions and their results, in order."""
    return told(fight, "snap", "total-defense", "attack", "shock-stopped", "harm", "falls", "ends")


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
