"""Statistics: counted from the events, limited to what a seat may know."""

from __future__ import annotations

from tests.scene import fighter, foe, play

from shieldwall.fight import Fight
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.review.luck import chance
from shieldwall.table.message_parts import Role, Settings, UnitStats
from shieldwall.table.publish.fight_stats import count_stats, spent


def fought() -> Fight:
    """A hit for 5 and its bonus, and a miss in answer."""
    return play(
        "a g",
        """
        > a attack g with sword
        ! attack d20 12
        ! damage d8 5
        """,
        a=fighter(),
        g=foe(hp=5),
    )


def stats(
    fight: Fight, role: Role = "gm", settings: Settings | None = None
) -> dict[str, UnitStats]:
    knowledge = SeatKnowledge(
        fight.setup, fight.state, role, frozenset({"a"}), settings or Settings()
    )
    found = count_stats(fight.state, fight.events, lambda _: True, lambda _: knowledge)
    return {one.id: one for one in found}


def test_a_blow_is_counted_for_both() -> None:
    fight = fought()
    found = stats(fight)
    harm = next(event for event in fight.events if event.KIND == "harm")
    assert found["a"].attacks == found["a"].hits == 1
    assert found["a"].dealt == found["a"].biggest == found["g"].taken == harm.amount  # type: ignore[attr-defined]
    assert found["a"].felled == found["a"].slain == 1
    assert found["g"].felled == found["a"].taken == 0


def test_luck_is_the_dice_against_their_mean() -> None:
    found = stats(fought())
    assert (found["a"].dice, found["a"].luck) == (1, 1.5)
    assert (found["g"].dice, found["g"].luck) == (0, None)


def test_expected_hits_follow_from_what_the_die_had_to_show() -> None:
    fight = fought()
    attack = next(event for event in fight.events if event.KIND == "attack")
    needed = attack.ac - (attack.total - attack.die)  # type: ignore[attr-defined]
    assert stats(fight)["a"].likely_hits == round((21 - needed) / 20, 1)
    assert chance(-5) == 0.95
    assert round(chance(30), 2) == 0.05


def test_units_that_deal_most_stand_first() -> None:
    fight = fought()
    knowledge = SeatKnowledge(fight.setup, fight.state, "gm", frozenset(), Settings())
    found = count_stats(fight.state, fight.events, lambda _: True, lambda _: knowledge)
    assert [one.id for one in found] == ["a", "g"]


def test_a_player_is_not_told_a_foes_ac_by_the_odds() -> None:
    found = stats(fought(), "player")
    assert found["a"].likely_hits is None
    assert found["a"].luck == 1.5
    assert stats(fought(), "player", Settings(foes_ac="numbers"))["a"].likely_hits is not None


def test_what_a_seat_was_not_told_is_not_counted() -> None:
    fight = fought()
    knowledge = SeatKnowledge(fight.setup, fight.state, "player", frozenset({"a"}), Settings())
    found = count_stats(fight.state, fight.events, lambda _: False, lambda _: knowledge)
    assert all(one.attacks == one.dealt == one.taken == one.dice == 0 for one in found)


def test_a_blow_that_misses_by_little_is_a_near_miss_and_a_close_call() -> None:
    for die, near in ((10, 1), (9, 1), (2, 0)):
        fight = play(
            "a g",
            f"""
            > a attack g with sword
            ! attack d20 {die}
            """,
            a=fighter(),
            g=foe(ac=9 + attack_bonus() + 2, hp=50),
        )
        found = stats(fight)
        assert (found["a"].near_misses, found["g"].close_calls) == (near, near), die
        hidden = stats(fight, "player")
        assert hidden["a"].near_misses == 0


def attack_bonus() -> int:
    """What the fighter of these scenes adds to its die."""
    attack = next(event for event in fought().events if event.KIND == "attack")
    return int(attack.total - attack.die)  # type: ignore[attr-defined]


def test_spent_names_what_is_gone() -> None:
    fight = fought()
    unit = fight.state.units[0]
    assert spent(unit) == []
    unit.gone |= 1
    assert spent(unit) == [unit.weapons[0].name]
