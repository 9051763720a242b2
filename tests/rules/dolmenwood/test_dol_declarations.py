"""Which actions must be declared, by whom, and with what effect (DOL-007, DOL-010 to 012)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.rules.dolmenwood.hollow import (
    BEGUILE,
    DART,
    LONGSWORD,
    SHORTBOW,
    THORNS,
    WAND,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.rules.magic_scene import survives_saving
from tests.scene import listed, may, play_setup, told, unit, why_not

from shieldwall.engine.points import DECLARING
from shieldwall.engine.ruleset import Dial
from shieldwall.fight import Fight

IN_MELEE = (
    rolls(6, 1)
    + """
    > a done
    > a attack g with longsword
    ! attack d20 2
    > g done
    > g done
    """
)
"""A round after which the two are in melee."""


@pytest.mark.rule("DOL-010", "DOL-011")
def test_every_unit_is_asked_at_once_and_answers_stay_sealed(tmp_path: Path) -> None:
    made = hollow("a . . g", a=hero(spells=(DART,)), g=beast(spells=(DART, THORNS)))
    fight = Fight(made, by_hand=True)
    assert [request.point for request in fight.requests] == [DECLARING, DECLARING]
    fight.push("g declare : thorns")
    assert told(fight, "declares") == [], "nobody hears it before all have spoken"
    survives_saving(fight, tmp_path)
    fight.push("a pass")
    assert told(fight, "declares") == ["declares unit=g what=thorns"]
    assert fight.die is not None, "only now is initiative rolled"
    fight.pop()
    assert told(fight, "declares") == []


@pytest.mark.rule("DOL-010", "DOL-012")
def test_spells_and_runes_are_declared_glamours_and_items_and_blows_are_not() -> None:
    made = hollow("a . . g", a=hero(spells=(DART, THORNS, BEGUILE, WAND)), g=beast())
    fight = Fight(made, by_hand=True)
    assert listed(fight) == ["a declare : dart", "a declare : thorns", "a pass"]
    assert why_not(fight, "a declare : wand") == "needs-no-declaring DOL-010"
    assert why_not(fight, "a declare : fireball") == "no-such-spell DOL-010"
    assert why_not(fight, "a attack g with longsword") == "no-such-reaction DOL-010"


@pytest.mark.rule("DOL-011", "DOL-012")
def test_what_was_not_declared_is_not_allowed_and_the_rest_is() -> None:
    fight = delve(
        "a . . g",
        "> a pass\n" + rolls(6, 1) + "> a done\n",
        a=hero(spells=(DART, THORNS, BEGUILE)),
        g=beast(),
    )
    assert why_not(fight, "a cast g : dart") == "not-declared DOL-011"
    assert why_not(fight, "a rune g : thorns") == "not-declared DOL-011"
    assert may(fight, "a glamour g : beguile")


@pytest.mark.rule("DOL-011")
def test_one_declares_one_spell_and_may_not_cast_another() -> None:
    fight = delve(
        "a . . g",
        "> a declare : thorns\n" + rolls(6, 1),
        a=hero(spells=(DART, THORNS)),
        g=beast(),
    )
    assert why_not(fight, "a cast g : dart") == "not-declared DOL-011"
    assert may(fight, "a rune g : thorns")


@pytest.mark.rule("DOL-007")
@pytest.mark.parametrize("spell", ["dart", "thorns"])
def test_a_unit_that_has_declared_a_spell_or_a_rune_does_not_move(spell: str) -> None:
    fight = delve(
        """
        a . . g
        b . . .
        """,
        f"> a declare : {spell}\n" + rolls(6, 1),
        a=hero(spells=(DART, THORNS)),
        b=hero(),
        g=beast(),
    )
    assert fight.state.clock.phase == 0
    assert why_not(fight, "a run B1") == "not-its-side DOL-002", "it is not even asked"
    assert may(fight, "b run B2")
    spec = fight.rules.actions["run"]
    battle = fight.requests[0].battle
    choice = next(iter(spec.inner.candidates(battle, unit(fight, "a"))))  # type: ignore[attr-defined]
    refusal = spec.why_not(battle, unit(fight, "a"), choice)
    assert refusal is not None
    assert (refusal.reason, refusal.cite) == ("has-declared", "DOL-007")


@pytest.mark.rule("DOL-007")
def test_a_glamour_or_an_item_may_follow_a_move() -> None:
    fight = delve(
        "a . . . g",
        rolls(6, 1)
        + """
        > a run B1
        > a activate g : wand
        ! wand d4 3
        = harm unit=g by=a amount=3 left=7 cause=wand
        """,
        a=hero(spells=(WAND,)),
        g=beast(),
    )
    assert unit(fight, "a").forgotten == 1


@pytest.mark.rule("DOL-012")
@pytest.mark.ruling("forgo_declared_spell", "yes")
def test_a_declared_caster_may_forgo_strike_instead_and_keep_the_spell() -> None:
    fight = delve(
        "a g",
        "> a declare : dart\n"
        + rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 15
        ! damage d8 2
        """,
        a=hero(spells=(DART,)),
        g=beast(),
    )
    assert unit(fight, "a").forgotten == 0


@pytest.mark.rule("DOL-012")
@pytest.mark.ruling("forgo_declared_spell", "no")
def test_where_the_table_rules_so_a_unit_that_forgoes_does_nothing(
    edition: Callable[..., str],
) -> None:
    made = hollow("a g", a=hero(spells=(DART,), weapons=(LONGSWORD, SHORTBOW)), g=beast())
    made.rules = edition(Dial("forgo_declared_spell", 0, "DOL-012"), of="dolmenwood")
    tape = "> a declare : dart\n" + rolls(6, 1) + "> a done\n"
    fight = play_setup(made, clean(tape), first="")
    assert fight.state.clock.phase == 2
    assert may(fight, "a cast g : dart")
    fight.push("a done")
    assert why_not(fight, "a attack g with longsword") == "has-declared forgo_declared_spell"


@pytest.mark.rule("DOL-010", "DOL-019")
def test_only_those_in_melee_declare_flight() -> None:
    fight = delve(
        "a g . . h",
        "> h pass\n"
        + IN_MELEE.replace("> g done\n    > g done", "> g done\n> h done\n> g done\n> h done"),
        a=hero(),
        g=beast(),
        h=beast(spells=(DART,)),
    )
    assert [request.unit for request in fight.requests] == [0, 1, 2]
    assert listed(fight) == ["a flee", "a pass"]
    fight.push("a flee")
    fight.push("g pass")
    assert why_not(fight, "h flee") == "not-in-melee DOL-010"


@pytest.mark.rule("DOL-011")
def test_a_unit_that_has_not_declared_flight_may_neither_run_nor_leave() -> None:
    fight = delve(
        "a g . . . . . . . .",
        IN_MELEE + "> a pass\n> g pass\n" + rolls(6, 1),
        a=hero(speed=40),
        g=beast(),
    )
    assert why_not(fight, "a leave") == "is-in-melee DOL-010"
    assert why_not(fight, "a run-away C1") == "is-in-melee DOL-022"
