"""Alertness feats: never surprised, a bonus to initiative, and turns before all sides."""

import pytest
from tests.rules.feat_scene import feat
from tests.scene import fighter, foe, last, may, play, play_setup, setup, terms, told, unit, why_not

from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.state.sheet import Sheet

KEEN = feat("alert", 1)
KEENEST = feat("alert", 2)


@pytest.mark.rule("SOV-022")
def test_the_alert_are_not_surprised_with_the_others() -> None:
    """They act in the free round; their comrades do not."""
    fight = play(
        "a b . g",
        "",
        first="",
        surprised="party",
        g=foe(),
        a=fighter(abilities=KEEN),
        b=fighter(),
    )
    assert told(fight, "surprise") == ["surprise sides=party,foes"]
    assert not unit(fight, "a").surprised
    assert unit(fight, "b").surprised


@pytest.mark.rule("SOV-022")
def test_no_unit_gets_a_free_round_from_units_that_are_all_alert() -> None:
    fight = play("a . g", "", surprised="party", a=fighter(abilities=KEEN), g=foe())
    assert told(fight, "surprise") == []
    assert fight.state.clock.round == 1


@pytest.mark.rule("SOV-137")
def test_the_alert_cannot_be_executed() -> None:
    """Although all units around it are surprised."""
    for traits, reason in ((KEEN, "suspects-something SOV-137"), (NO_ABILITIES, "")):
        made = setup("a g\n. h", surprised="foes", a=fighter(), g=foe(abilities=traits), h=foe())
        made.poised = ("a",)
        fight = play_setup(made, "", first="")
        assert why_not(fight, "a execute g with sword") == reason


@pytest.mark.rule("SOV-029")
def test_one_alert_member_makes_the_side_faster_and_a_second_adds_nothing() -> None:
    for others in (KEEN, NO_ABILITIES):
        fight = play(
            "a b . g",
            "! initiative d8 4\n! initiative d8 4\n",
            first="",
            a=fighter(abilities=KEEN, dex=1),
            b=fighter(abilities=others),
            g=foe(),
        )
        assert told(fight, "initiative", "order") == [
            "initiative side=party die=4 total=6",
            "initiative side=foes die=4 total=4",
            "order sides=party,foes",
        ]
        first = next(event for event in fight.events if event.KIND == "initiative")
        assert [term.key() for term in first.terms] == [
            ("d8", 4, "SOV-029"), ("best DEX", 1, "SOV-029"), ("feats", 1, "SOV-029"),
        ]  # fmt: skip


@pytest.mark.rule("SOV-029")
def test_an_alert_creature_helps_a_side_that_adds_no_dex() -> None:
    fight = play(
        "a . g",
        "! initiative d8 4\n! initiative d8 4\n",
        first="",
        a=fighter(),
        g=foe(abilities=KEEN, dex=2),
    )
    assert terms(fight, "initiative") == {"d8": 4, "feats": 1}
    assert told(fight, "order") == ["order sides=foes,party"]


@pytest.mark.rule("SOV-030")
def test_the_most_alert_act_before_the_side_that_won_and_the_others_wait() -> None:
    fight = play(
        "a b . g",
        """
        = round number=1
        = side side=party
        > a done
        = turn unit=a
        = side side=foes
        > g done
        = side side=party
        > b done
        = round number=2
        = side side=foes
        = side side=party
        """,
        first="foes",
        a=fighter(abilities=KEENEST),
        b=fighter(),
        g=foe(),
    )
    assert may(fight, "a done")
    assert not may(fight, "b done")
    assert not may(fight, "g done")


@pytest.mark.rule("SOV-030")
def test_the_first_level_does_not_act_before_its_side() -> None:
    fight = play("a . g", "", first="foes", a=fighter(abilities=KEEN), g=foe())
    assert may(fight, "g done")
    assert not may(fight, "a done")


@pytest.mark.rule("SOV-030")
def test_on_the_side_that_won_the_most_alert_act_in_any_order() -> None:
    fight = play("a b . g", "", a=fighter(abilities=KEENEST), b=fighter(), g=foe())
    assert may(fight, "a done")
    assert may(fight, "b done")


@pytest.mark.rule("SOV-030")
def test_where_both_sides_have_a_unit_as_alert_they_go_first_in_the_order_of_sides() -> None:
    fight = play(
        "a b . g h",
        """
        > a done
        = side side=foes
        > g done
        = side side=party
        > b done
        = side side=foes
        """,
        a=fighter(abilities=KEENEST),
        b=fighter(),
        g=foe(abilities=KEENEST),
        h=foe(),
    )
    assert told(fight, "turn") == [
        "turn unit=a", "turn unit=g", "turn unit=b",
    ]  # fmt: skip
    assert may(fight, "h done")


@pytest.mark.rule("SOV-030", "SOV-034")
def test_the_most_alert_may_end_a_fight_before_any_other_unit_has_acted() -> None:
    keen: Sheet = fighter(abilities=KEENEST)
    fight = play(
        "a g",
        "> a attack g with sword\n! attack d20 18\n! damage d8 8\n",
        first="foes",
        a=keen,
        g=foe(),
    )
    assert last(fight, "ends").KIND == "ends"
    assert told(fight, "turn") == ["turn unit=a"]
