"""Creatures called by magic, corpses that walk, and turns that begin again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.magic_scene import mage, survives_saving
from tests.scene import SWORD, fighter, foe, listed, may, play, told, unit, where, why_not

from shieldwall.engine.state.condition import RISEN
from shieldwall.engine.state.sheet import ANY_AC, Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, REMOVED
from shieldwall.store.save_file import tape_text


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


CALLED = "> a cast : summon creature\n> a done\n"


def test_a_summoned_creature_stands_next_to_its_caster_and_fights_for_it() -> None:
    fight = play("a . . . g", CALLED, a=mage("summon creature"), g=sturdy())
    assert told(fight, "summoned") == ["summoned unit=summoned-1 by=a at=B1"]
    servant = unit(fight, "summoned-1")
    assert (servant.side, servant.hp, servant.sheet.ac, servant.sheet.attack) == (0, 20, 15, 6)
    assert servant.sheet.saves == (13, 13, 13)
    claws = servant.weapons[0]
    assert (claws.dice, claws.sides, claws.shock, claws.shock_ac) == (1, 8, 2, 15)


def test_it_acts_from_the_next_turn_of_its_side() -> None:
    fight = play("a . . . g", CALLED, a=mage("summon creature"), g=sturdy())
    assert why_not(fight, "summoned-1 run C1") != "", "not on the turn it was called on"
    fight.push("g done")
    fight.push("a done")
    fight.push("summoned-1 run D1")
    fight.push("summoned-1 attack g with claws")
    assert told(fight, "attack")[0].startswith("attack unit=summoned-1 target=g")


def test_summoned_creatures_survive_saving_and_are_undone(tmp_path: Path) -> None:
    fight = play(
        "a . . . g",
        CALLED + "> g done\n> a cast : summon creature\n",
        a=mage("summon creature"), g=sturdy(),
    )  # fmt: skip
    assert fight.names.units == ["a", "g", "summoned-1", "summoned-2"]
    twin = survives_saving(fight, tmp_path)
    assert twin.names.units == fight.names.units
    assert "summoned-1 done" in listed(twin) or may(twin, "a done")
    twin.pop()
    assert len(twin.state.units) == 3
    twin.pop()
    twin.pop()
    twin.pop()
    assert [member.ident for member in twin.state.units] == ["a", "g"]


def test_a_dispelled_servant_vanishes() -> None:
    fight = play(
        "a . . . . . g",
        CALLED + "> g cast C1 : dispel magic\n",
        a=mage("summon creature"), g=mage("dispel magic"),
    )  # fmt: skip
    assert told(fight, "vanishes") == ["vanishes unit=summoned-1"]
    assert unit(fight, "summoned-1").status == DEAD


@pytest.mark.parametrize(
    ("form", "hit_dice", "ac", "shock"),
    [
        ("earth", 6, 15, (0, 0)),
        ("fire", 4, 15, (5, ANY_AC)),
        ("water", 4, 18, (0, 0)),
        ("air", 4, 15, (0, 0)),
    ],
)
def test_each_elemental_guardian_has_its_own_strength(
    form: str, hit_dice: int, ac: int, shock: tuple[int, int]
) -> None:
    fight = play(
        "a . . . g",
        f"> a cast : elemental guardian ({form})\n",
        a=mage(f"elemental guardian ({form})"), g=sturdy(),
    )  # fmt: skip
    sheet = unit(fight, "summoned-1").sheet
    weapon = sheet.weapons[0]
    assert (sheet.hit_dice, sheet.ac, sheet.attack, sheet.speed_ft) == (hit_dice, ac, 6, 40)
    assert (weapon.dice, weapon.sides, weapon.shock, weapon.shock_ac) == (1, 10, *shock)


RAISED = """
> a attack g with sword
! attack d20 20
! damage d8 8
> a done
> h done
> a cast g : raise corpse
"""


def test_a_unit_that_is_dead_gets_up_and_serves() -> None:
    fight = play("a g . . . h", RAISED, a=mage("raise corpse"), g=foe(hp=2), h=sturdy())
    assert told(fight, "summoned") == ["summoned unit=summoned-1 by=a at=B1"]
    risen = unit(fight, "summoned-1")
    assert (risen.sheet.ac, risen.sheet.attack, risen.sheet.saves[0]) == (13, 1, 15)
    assert (risen.sheet.hit_dice, risen.sheet.undead) == (1, True)
    assert unit(fight, "g").status == DEAD
    assert unit(fight, "g").effect(RISEN) is not None


def test_a_caster_rules_no_more_corpses_than_it_has_levels() -> None:
    fight = play(
        "a g . . . h",
        RAISED + "> a done\n> h done\n",
        a=mage("raise corpse"), g=foe(hp=2), h=sturdy(),
    )  # fmt: skip
    assert why_not(fight, "a cast g : raise corpse") == "enough-servants SOV-045"


def test_no_unit_is_raised_twice_and_only_the_dead_are() -> None:
    fight = play(
        "a g . . . h",
        RAISED + "> a done\n> h done\n",
        a=mage("raise corpse", level=2), g=foe(hp=2), h=sturdy(),
    )  # fmt: skip
    assert why_not(fight, "a cast g : raise corpse") == "no-corpse SOV-045"
    assert why_not(fight, "a cast h : raise corpse") == "no-corpse SOV-045"


BLOW = """
> b attack g with sword
! attack d20 20
! damage d8 8
"""


def test_a_turn_that_is_rewound_begins_again(tmp_path: Path) -> None:
    fight = play(
        "a b g",
        BLOW + "> a invoke : rewind\n",
        a=mage("rewind", casts=2), b=fighter(), g=sturdy(),
    )  # fmt: skip
    assert told(fight, "rewound") == ["rewound unit=b by=a"]
    assert unit(fight, "g").hp == 60
    assert (unit(fight, "b").mains, unit(fight, "b").moves) == (1, 1)
    assert unit(fight, "a").casts == 1, "the caster remembers"
    assert fight.state.clock.active == unit(fight, "b").index
    survives_saving(fight, tmp_path)
    fight.push("b done")
    assert why_not(fight, "a invoke : rewind") == "no-turn-to-redo SOV-039"


@pytest.mark.parametrize(("die", "hp"), [(14, 10), (15, 2)])
def test_a_foe_may_resist_having_its_turn_taken_back(die: int, hp: int) -> None:
    fight = play(
        "a b g",
        f"""
        > g attack b with sword
        ! attack d20 20
        ! damage d8 8
        > a invoke : rewind
        ! save d20 {die}
        """,
        first="foes",
        a=mage("rewind"), b=fighter(hp=10), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "b").hp == hp
    assert told(fight, "save")[0].startswith("save unit=g against=mental")
    assert unit(fight, "a").casts == 2


def test_a_turn_more_than_100_feet_away_is_out_of_reach() -> None:
    far = "a" + " ." * 20 + " g ."
    fight = play(far, "> g run W1", first="foes", a=mage("rewind"), g=sturdy(weapons=(SWORD,)))
    assert where(fight, "g") == "W1"
    assert why_not(fight, "a invoke : rewind") == "spell-falls-short SOV-045"


def test_a_unit_that_was_called_on_a_turn_that_begins_again_is_gone(tmp_path: Path) -> None:
    """It keeps its number, so that the tape can still name it."""
    fight = play(
        "a b . . g",
        "> b cast : summon creature\n> a invoke : rewind\n",
        a=mage("rewind", casts=2), b=mage("summon creature"), g=sturdy(),
    )  # fmt: skip
    assert unit(fight, "summoned-1").status == REMOVED
    assert why_not(fight, "summoned-1 run C1") != ""
    survives_saving(fight, tmp_path)
    fight.push("b cast : summon creature")
    assert told(fight, "summoned") == [
        "summoned unit=summoned-1 by=b at=C1", "summoned unit=summoned-2 by=b at=C1",
    ]  # fmt: skip
    twin = survives_saving(fight, tmp_path)
    assert tape_text(twin) == tape_text(fight)
    twin.pop()
    twin.pop()
    assert unit(twin, "summoned-1").status == ACTIVE, "what is undone was never taken back"


def test_what_was_picked_up_on_a_turn_that_begins_again_lies_there_again(tmp_path: Path) -> None:
    fight = play("a b . g", "> b run C1", a=mage("rewind"), b=fighter(), g=sturdy())
    fight.rule("drop g")
    for answer in ("b pick-up D1", "a invoke : rewind"):
        fight.push(answer)
    assert (len(told(fight, "picks-up")), len(fight.state.dropped)) == (1, 0)
    assert unit(fight, "g").wielded >= 0, "the order was given on the turn that begins again"
    things = len(unit(fight, "b").weapons)
    survives_saving(fight, tmp_path)
    fight.rule("drop g")
    for answer in ("b run C1", "b pick-up D1"):
        fight.push(answer)
    assert fight.state.dropped == []
    assert len(unit(fight, "b").weapons) == things, "in the same place among its things"
    twin = survives_saving(fight, tmp_path)
    assert tape_text(twin) == tape_text(fight)


def test_a_unit_that_the_gm_brought_on_a_turn_that_begins_again_is_gone(tmp_path: Path) -> None:
    fight = play("a b . . . g", "> b run C1", a=mage("rewind"), b=fighter(), g=sturdy())
    fight.rule("add goblin E1 for foes")
    fight.push("a invoke : rewind")
    assert unit(fight, "goblin").status == REMOVED
    twin = survives_saving(fight, tmp_path)
    twin.rule("add goblin E1 for foes")
    assert unit(twin, "goblin-2").status == ACTIVE
    assert tape_text(survives_saving(twin, tmp_path)) == tape_text(twin)
