"""Each option of the rulings about Swarm, Charge, Screen and spells."""

from __future__ import annotations

import pytest
from tests.rules.magic_scene import mage
from tests.scene import BOW, fighter, foe, play_setup, ruled, setup, told, unit, why_not

RING = """
a b c
. g d
. e f
"""


@pytest.mark.rule("SOV-056")
@pytest.mark.ruling("swarm_max_assailants", "3")
@pytest.mark.ruling("swarm_max_assailants", "4")
@pytest.mark.ruling("swarm_max_assailants", "5")
@pytest.mark.parametrize("most", [3, 4, 5])
def test_how_many_a_swarm_holds(most: int) -> None:
    one = fighter()
    foes = foe(hp=20, ac=14, creature=True)
    made = setup(RING, party="a b c d e f", a=one, b=one, c=one, d=one, e=one, f=one, g=foes)
    ruled(made, swarm_max_assailants=str(most))
    tape = "".join(f"> {name} swarm g with sword\n> {name} done\n" for name in "abcdef"[:most])
    fight = play_setup(made, tape)
    assert told(fight, "swarms")[-1] == f"swarms unit={'abcdef'[most - 1]} target=g count={most}"
    following = "abcdef"[most]
    assert why_not(fight, f"{following} swarm g with sword") == "swarm-full SOV-056"


@pytest.mark.rule("SOV-057")
@pytest.mark.ruling("swarm_expires", "round")
@pytest.mark.ruling("swarm_expires", "side_turn")
@pytest.mark.parametrize(("ruling", "count"), [("round", 2), ("side_turn", 1)])
def test_whether_a_held_action_still_finds_the_swarm(ruling: str, count: int) -> None:
    made = setup("a g b", stops="matters", a=fighter(), b=fighter(), g=foe(ac=14, creature=True))
    fight = play_setup(
        ruled(made, swarm_expires=ruling),
        "> b hold\n> a swarm g with sword\n> a done\n> g prone\n> b swarm g with sword\n",
    )
    assert told(fight, "swarms")[-1] == f"swarms unit=b target=g count={count}"


@pytest.mark.rule("SOV-066")
@pytest.mark.ruling("charge_ac_until", "next_turn")
@pytest.mark.ruling("charge_ac_until", "end_of_round")
@pytest.mark.parametrize(("ruling", "ac"), [("next_turn", 10), ("end_of_round", 12)])
def test_whether_a_charger_who_acts_last_is_open_in_the_next_round(ruling: str, ac: int) -> None:
    made = setup("a . . g", a=fighter(ac=12), g=foe(ac=19))
    fight = play_setup(
        ruled(made, charge_ac_until=ruling),
        """
        > g done
        > a charge C1 g with sword
        ! attack d20 1
        > a done
        > g attack a with sword
        ! attack d20 1
        """,
        "foes",
    )
    assert f" ac={ac} " in told(fight, "attack")[-1]


@pytest.mark.rule("SOV-071")
@pytest.mark.ruling("screen_skill", "brawl_or_stab")
@pytest.mark.ruling("screen_skill", "any_combat_skill")
@pytest.mark.parametrize(("ruling", "total"), [("brawl_or_stab", 7), ("any_combat_skill", 10)])
def test_what_an_archer_gets_past_a_screener_with(ruling: str, total: int) -> None:
    archer = foe(weapons=(BOW,), shoot=3)
    made = setup("a b . . . g", a=fighter(ac=17), b=fighter(ac=18, stab=1), g=archer)
    fight = play_setup(
        ruled(made, screen_skill=ruling),
        """
        > b screen a
        > b done
        > a done
        > g shoot a with small bow
        ! screen d6 3
        ! screen d6 4
        ! attack d20 1
        """,
    )
    passed = "yes" if total == 10 else "no"
    assert told(fight, "check") == [
        f"check unit=g what=screen total={total} needed=9 passed={passed}"
    ]


@pytest.mark.rule("SOV-070")
@pytest.mark.ruling("screen_resumes", "yes")
@pytest.mark.ruling("screen_resumes", "no")
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_whether_a_ward_that_comes_back_is_screened_again(ruling: str) -> None:
    made = setup(". b a . .\n. . . g .", a=fighter(ac=16), b=fighter(ac=16, stab=1), g=foe())
    checked = "! screen d6 1\n! screen d6 1\n" if ruling == "yes" else ""
    fight = play_setup(
        ruled(made, screen_resumes=ruling),
        "> b screen a\n> b done\n> a run E1\n> a run C1\n> a done\n> g attack a with sword\n"
        f"{checked}! attack d20 1\n",
    )
    assert len(told(fight, "redirected")) == (ruling == "yes")


@pytest.mark.rule("SOV-054")
@pytest.mark.ruling("interrupted_spell_keeps_cast", "yes")
@pytest.mark.ruling("interrupted_spell_keeps_cast", "no")
@pytest.mark.parametrize(("ruling", "casts"), [("yes", 2), ("no", 1)])
def test_whether_a_spoiled_spell_is_spent(ruling: str, casts: int) -> None:
    made = setup(
        "a b g",
        party="a",
        stops="matters",
        a=mage("arcane spark", ac=13, casts=2),
        b=fighter(attack=0),
        g=foe(hp=20, hit_dice=2),
    )
    fight = play_setup(
        ruled(made, interrupted_spell_keeps_cast=ruling),
        "> a cast g : arcane spark\n> b snap a with sword\n! attack d20 17\n! damage d8 1\n",
    )
    assert told(fight, "spoiled") == ["spoiled unit=a spell=arcane_spark why=hurt"]
    assert unit(fight, "a").casts == casts
