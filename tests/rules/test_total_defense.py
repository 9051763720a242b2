"""Total Defense: the round's Main for +2 AC until the next turn, after the roll too.

Its effect on Shock is in `test_shock_immunity`.
"""

import pytest
from tests.scene import (
    POLEARM,
    fighter,
    foe,
    may,
    play,
    told,
    unit,
    why_not,
)

from shieldwall.engine.state.sheet import ANY_AC, Weapon, make_weapon
from shieldwall.fight import Fight
from shieldwall.text.sentences import request_sentence

CLUB = make_weapon("club", 1, 4)
TALENT = make_weapon("talent", 1, 6, shock=5, shock_ac=ANY_AC)


def asked(fight: Fight) -> list[str]:
    """The units asked at this moment."""
    return [fight.names.units[request.unit] for request in fight.requests]


@pytest.mark.rule("SOV-078", "SOV-079", "SOV-081", "SOV-080", "W-P06")
@pytest.mark.parametrize("total", [14, 15])
def test_total_defense_turns_a_hit_that_two_points_of_ac_would_have_turned(total: int) -> None:
    """AC 14: totals of 14 and 15 miss after all, and there is no Shock either (W-P06)."""
    fight = play(
        "a g",
        f"""
        > g attack a with talent
        ! attack d20 {total - 1}
        = attack unit=g target=a weapon=talent how=melee die={total - 1} total={total} ac=14 hit=yes
        > a total-defense
        = total-defense unit=a
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=14),
        g=foe(hp=99, attack=1, weapons=(TALENT,), creature=True),
    )
    assert told(fight, "harm", "shock-stopped") == []
    assert (unit(fight, "a").hp, unit(fight, "a").mains) == (8, 0)


@pytest.mark.rule("SOV-079", "SOV-152", "W-P06")
def test_total_defense_does_not_turn_what_reaches_the_raised_ac() -> None:
    """AC 14 and 2 for the defence: 16 hits (W-P06)."""
    fight = play(
        "a g",
        """
        > g attack a with talent
        > a total-defense
        ! attack d20 15
        = attack unit=g target=a weapon=talent how=melee die=15 total=16 ac=16 hit=yes
        ! damage d6 1
        """,
        first="foes",
        stops="always",
        a=fighter(hp=8, ac=14),
        g=foe(hp=99, attack=1, weapons=(TALENT,), creature=True),
    )
    assert unit(fight, "a").hp == 7


@pytest.mark.rule("SOV-078")
def test_total_defense_takes_the_main_and_leaves_the_move() -> None:
    fight = play(
        "a g .",
        "> a total-defense",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "total-defense") == ["total-defense unit=a"]
    assert why_not(fight, "a attack g with sword") == "main-spent SOV-035"
    assert why_not(fight, "a snap g with sword") == "main-spent SOV-052"
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert why_not(fight, "a hold") == "nothing-to-hold SOV-097"


@pytest.mark.rule("SOV-078")
@pytest.mark.parametrize("spent", ["attack g with sword", "disengage", "run A2\n> a run A1"])
def test_a_unit_that_has_used_the_main_has_no_total_defense_left(spent: str) -> None:
    """A second Move takes the Main as well; the hit that would have been turned stands."""
    dice = "! attack d20 1" if spent.startswith("attack") else ""
    fight = play(
        """
        a g
        . .
        """,
        f"""
        > a {spent}
        {dice}
        > a done
        > g attack a with sword
        ! attack d20 12
        ! damage d8 3
        """,
        stops="matters",
        a=fighter(hp=8, ac=12),
        g=foe(hp=9, ac=14, attack=1, creature=True),
    )
    assert told(fight, "total-defense") == []
    assert unit(fight, "a").hp == 5
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-082", "SOV-149")
def test_a_main_kept_through_one_s_own_turn_is_good_for_total_defense() -> None:
    """Neither Hold nor anything else is needed for it."""
    fight = play(
        "a . g",
        """
        > a run B1
        > a done
        > g attack a with sword
        ! attack d20 12
        > a total-defense
        """,
        stops="matters",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, creature=True),
    )
    assert unit(fight, "a").hp == 8
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-082")
def test_a_main_kept_through_one_s_own_turn_is_good_for_instants_only() -> None:
    fight = play(
        "a b g",
        "> a done",
        a=fighter(),
        b=fighter(),
        g=foe(),
    )
    assert may(fight, "a total-defense")
    assert not may(fight, "a disengage")
    assert not may(fight, "a run A1")


@pytest.mark.rule("SOV-079")
def test_total_defense_lasts_through_all_attacks_until_one_s_next_turn() -> None:
    """Called on the first attack it stands for the second as well."""
    fight = play(
        "g a h",
        """
        > g attack a with club
        ! attack d20 12
        > a total-defense
        > g done
        > h attack a with club
        ! attack d20 12
        = attack unit=h target=a weapon=club how=melee die=12 total=13 ac=14 hit=no
        > h done
        > a prone
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, weapons=(CLUB,), creature=True),
        h=foe(attack=1, weapons=(CLUB,), creature=True),
    )
    assert told(fight, "total-defense") == ["total-defense unit=a"]
    assert unit(fight, "a").effects == [], "it ends as the turn begins"


@pytest.mark.rule("SOV-079")
def test_total_defense_is_over_once_one_has_had_another_turn() -> None:
    fight = play(
        "a g",
        """
        > a done
        > g attack a with club
        ! attack d20 12
        > a total-defense
        > g done
        = round number=2
        > a done
        > g attack a with club
        ! attack d20 12
        > a pass
        ! damage d4 1
        """,
        stops="matters",
        a=fighter(hp=8, ac=12),
        g=foe(attack=1, weapons=(CLUB,), creature=True),
    )
    assert [line.split("total=")[1] for line in told(fight, "attack")] == [
        "13 ac=12 hit=yes",
        "13 ac=12 hit=yes",
    ]
    assert unit(fight, "a").hp == 7


@pytest.mark.rule("SOV-079")
def test_the_end_of_the_round_does_not_end_total_defense() -> None:
    """Used after the unit's turn, it still lasts when the foes act first in the next round."""
    fight = play(
        "b a g",
        """
        > g done
        > a done
        > b prone
        > a total-defense
        > b done
        = round number=2
        > g attack a with club
        ! attack d20 12
        = attack unit=g target=a weapon=club how=melee die=12 total=13 ac=14 hit=no
        > g done
        > b done
        """,
        first="foes",
        a=fighter(hp=8, ac=12),
        b=fighter(),
        g=foe(attack=1, weapons=(CLUB,), creature=True),
    )
    assert unit(fight, "a").effects != [], "b's turn does not end it"
    assert unit(fight, "a").mains == 1, "and the new round has brought a new Main"
    fight.push("a prone")
    assert unit(fight, "a").effects == [], "a's own turn does"


@pytest.mark.rule("SOV-078")
def test_a_unit_that_defends_already_does_not_defend_twice() -> None:
    """The next round's Main is not spent on a defence the unit already has."""
    fight = play(
        "b a g",
        """
        > g done
        > a done
        > b prone
        > a total-defense
        > b done
        > g attack a with club
        ! attack d20 13
        = attack unit=g target=a weapon=club how=melee die=13 total=14 ac=14 hit=yes
        ! damage d4 1
        """,
        first="foes",
        stops="matters",
        a=fighter(hp=8, ac=12),
        b=fighter(),
        g=foe(hp=99, attack=1, weapons=(CLUB,), creature=True),
    )
    assert why_not(fight, "a total-defense") == "is-defending SOV-079"
    assert unit(fight, "a").mains == 1


@pytest.mark.rule("SOV-078", "SOV-022")
def test_neither_the_surprised_nor_the_fallen_defend() -> None:
    fight = play(
        "a g b",
        """
        > g attack a with club
        ! attack d20 12
        ! damage d4 4
        = falls unit=a by=g how=down
        """,
        first="",
        surprised="party",
        stops="always",
        a=fighter(hp=4, ac=12),
        b=fighter(),
        g=foe(attack=1, weapons=(CLUB,), creature=True),
    )
    assert why_not(fight, "a total-defense") == "out-of-the-fight SOV-034"
    assert why_not(fight, "b total-defense") == "is-surprised SOV-022"


# Who is asked.


@pytest.mark.rule("SOV-081")
@pytest.mark.parametrize(("die", "wanted"), [(10, "g"), (11, "a"), (12, "a"), (13, "")])
def test_one_is_asked_where_two_points_of_ac_turn_the_hit(die: int, wanted: str) -> None:
    """Against AC 12: a total of 11 misses anyway, 12 and 13 are turned, 14 hits in any case."""
    fight = play(
        "a g",
        f"> g attack a with club\n! attack d20 {die}\n" + ("" if wanted else "! damage d4 1"),
        first="foes",
        stops="matters",
        a=fighter(ac=12, weapons=(CLUB,)),
        g=foe(hp=99, attack=1, weapons=(CLUB,), creature=True),
    )
    assert asked(fight) == [wanted or "g"]
    assert unit(fight, "a").hp == (8 if wanted else 7)


@pytest.mark.parametrize(("total", "word"), [(13, ""), (14, "not ")])
def test_the_question_says_whether_total_defense_would_make_it_a_miss(
    total: int, word: str
) -> None:
    fight = play(
        "a g",
        f"> g attack a with club\n> a pass\n! attack d20 {total - 1}",
        first="foes",
        stops="always",
        a=fighter(ac=12, weapons=(CLUB,)),
        g=foe(hp=99, attack=1, weapons=(CLUB,), creature=True),
    )
    request = fight.request
    assert request is not None
    assert request_sentence(fight.state, request) == (
        f"The g hits the a ({total} vs AC 12). Total Defense would {word}make it a miss."
    )


@pytest.mark.rule("SOV-081", "SOV-080")
@pytest.mark.parametrize(
    ("weapon", "ac", "shield", "wanted"),
    [
        (POLEARM, 15, 0, "a"),
        (POLEARM, 16, 0, "g"),
        (CLUB, 12, 0, "g"),
        (POLEARM, 15, 1, "g"),
        (TALENT, 18, 0, "a"),
    ],
    ids=["shock", "beyond its AC", "no shock", "a shield stops it", "any AC"],
)
def test_after_a_miss_one_is_asked_where_shock_is_coming(
    weapon: Weapon, ac: int, shield: int, wanted: str
) -> None:
    fight = play(
        "a g",
        f"> g attack a with {weapon.name}\n! attack d20 1",
        first="foes",
        stops="matters",
        a=fighter(ac=ac, shield=shield),
        g=foe(hp=99, weapons=(weapon,), creature=True),
    )
    assert asked(fight) == [wanted]


@pytest.mark.rule("SOV-081", "SOV-118")
def test_a_unit_whose_shield_has_stopped_its_shock_is_asked_for_the_next() -> None:
    fight = play(
        "g a h",
        """
        > g attack a with polearm
        ! attack d20 1
        = shock-stopped unit=a by=g
        > g done
        > h attack a with polearm
        ! attack d20 1
        > a total-defense
        """,
        first="foes",
        stops="matters",
        a=fighter(ac=15, shield=1),
        g=foe(hp=99, weapons=(POLEARM,), creature=True),
        h=foe(hp=99, weapons=(POLEARM,), creature=True),
    )
    assert told(fight, "harm") == []
