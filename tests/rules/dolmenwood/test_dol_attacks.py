"""Attacks: distance, attributes, range, cover, the rear, natural rolls, damage (DOL-023 to 030)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.open_scene import field, open_setup
from tests.rules.dolmenwood.hollow import (
    DIRK,
    JAVELIN,
    LONGSWORD,
    PIKE,
    SHORTBOW,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.rules.test_attack_cover import SLIT, YARD
from tests.scene import SWORD, may, play_setup, terms, told, unit, why_not

from shieldwall.content import read_encounter, setup_from_text, setup_to_text
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import DEAD, DOWN
from shieldwall.fight import Fight


def at(feet: int, *weapons: Weapon, **facts: object) -> Fight:
    """An archer in its missile phase, and a target this many feet away."""
    far = " ." * (feet // 5 - 1)
    return delve(
        f"a{far} g",
        rolls(6, 1) + "> a done\n",
        a=hero(weapons=weapons or (SHORTBOW,), **facts),
        g=beast(hp=30),
    )


def strike(fight: Fight, choice: str, die: int = 2) -> dict[str, int]:
    """The terms of an attack that misses."""
    assert may(fight, choice), why_not(fight, choice)
    fight.dice_by_hand(True)
    fight.push(choice)
    assert fight.die is not None
    fight.push_die(die)
    return terms(fight)


@pytest.mark.rule("DOL-023", "DOL-024")
def test_melee_is_for_5_ft_and_less_and_missiles_for_more() -> None:
    near = delve("a g", rolls(6, 1) + "> a done\n", a=hero(weapons=(SHORTBOW, DIRK)), g=beast())
    assert near.state.clock.phase == 1
    assert why_not(near, "a shoot g with shortbow") == "too-close DOL-024"
    assert why_not(near, "a throw g with dirk") == "too-close DOL-024"
    near.push("a done")
    assert may(near, "a attack g with dirk")
    far = delve("a . g", rolls(6, 1) + "> a done\n", a=hero(weapons=(PIKE, DIRK)), g=beast())
    assert may(far, "a throw g with dirk")
    far.push("a done")
    assert why_not(far, "a attack g with pike") == "out-of-reach DOL-023"


@pytest.mark.rule("DOL-024")
@pytest.mark.ruling("shoot_in_melee", "yes")
@pytest.mark.ruling("shoot_in_melee", "no")
@pytest.mark.parametrize(("allowed", "reason"), [(1, ""), (0, "is-in-melee shoot_in_melee")])
def test_one_in_melee_may_shoot_at_a_third_party_unless_the_table_forbids_it(
    allowed: int, reason: str, edition: Callable[..., str]
) -> None:
    made = hollow("a g . . h", a=hero(weapons=(LONGSWORD, SHORTBOW)), g=beast(), h=beast())
    if not allowed:
        made.rules = edition(Dial("shoot_in_melee", 0, "DOL-024"), of="dolmenwood")
    tape = (
        rolls(6, 1)
        + "> a done\n> a done\n> a attack g with longsword\n! attack d20 2\n"
        + "> g done\n> h done\n> g done\n> h done\n> a pass\n> g pass\n"
        + rolls(6, 1)
        + "> a done\n"
    )
    fight = play_setup(made, clean(tape), first="")
    assert why_not(fight, "a shoot h with shortbow") == reason


@pytest.mark.rule("DOL-025", "DOL-048")
def test_strength_counts_for_hit_and_damage_in_melee_and_skills_for_nothing() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 10
        = attack unit=a target=g weapon=longsword how=melee die=10 total=14 ac=12 hit=yes
        ! damage d8 4
        = harm unit=g by=a amount=6 left=4 cause=hit
        """,
        a=hero(strength=2, dex=3, attack=2, stab=4),
        g=beast(),
    )
    assert terms(fight) == {"d20": 10, "attack bonus": 2, "str": 2}
    assert terms(fight, "harm") == {"weapon": 4, "str": 2}


@pytest.mark.rule("DOL-026", "DOL-050")
def test_dexterity_counts_for_missiles_and_not_for_their_damage_thrown_ones_too() -> None:
    fight = delve(
        "a . . g",
        rolls(6, 1)
        + """
        > a done
        > a throw g with dirk
        ! attack d20 12
        ! damage d4 3
        = harm unit=g by=a amount=3 left=7 cause=hit
        """,
        a=hero(weapons=(DIRK,), strength=2, dex=3),
        g=beast(),
    )
    assert terms(fight) == {"d20": 12, "attack bonus": 1, "dex": 3}
    assert terms(fight, "harm") == {"weapon": 3}


@pytest.mark.rule("DOL-050")
def test_a_weapon_is_thrown_among_missiles_and_wielded_in_the_melee() -> None:
    fight = delve("a . . g", rolls(6, 1) + "> a run B1\n", a=hero(weapons=(DIRK,)), g=beast())
    assert fight.state.clock.phase == 1
    assert may(fight, "a throw g with dirk")
    assert why_not(fight, "a attack g with dirk") == "not-this-phase DOL-002"


@pytest.mark.rule("DOL-028", "W-P19")
@pytest.mark.parametrize(
    ("feet", "name", "value"),
    [
        (50, "short range", 1),
        (55, "", 0),
        (100, "", 0),
        (105, "long range", -1),
        (150, "long range", -1),
    ],
)
def test_range_is_plus_one_nothing_or_minus_one(feet: int, name: str, value: int) -> None:
    found = strike(at(feet), "a shoot g with shortbow")
    bands = {what: amount for what, amount in found.items() if "range" in what}
    assert bands == ({name: value} if name else {})


@pytest.mark.rule("DOL-028", "W-P19")
def test_beyond_long_range_no_attack_is_possible() -> None:
    assert why_not(at(155), "a shoot g with shortbow") == "out-of-range DOL-028"


# Cover.


def covered(value: int) -> Fight:
    """A target in a square whose cover is declared."""
    made = hollow("a . . . g", a=hero(weapons=(SHORTBOW,)), g=beast())
    grid = made.grid
    cover = [0] * int(grid.cells)
    cover[4] = value
    grid.ground_cover = tuple(cover)
    return play_setup(made, clean(rolls(6, 1) + "> a done\n"), first="")


@pytest.mark.rule("DOL-029", "W-P20")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_partial_cover_costs_what_the_place_is_worth(value: int) -> None:
    """A small table is worth 1, dense woods 4."""
    assert strike(covered(value), "a shoot g with shortbow")["cover"] == -value


@pytest.mark.rule("DOL-029")
def test_what_stands_between_counts_two_or_four_and_the_better_of_both() -> None:
    fight = delve(
        """
        . . # . .
        a . . . g
        . # . . .
        """,
        rolls(6, 1) + "> a done\n",
        a=hero(weapons=(SHORTBOW,)),
        g=beast(),
    )
    assert "cover" not in strike(fight, "a shoot g with shortbow")
    half = delve(
        """
        a . . .
        . . # .
        . . . g
        """,
        rolls(6, 1) + "> a done\n",
        a=hero(weapons=(SHORTBOW,)),
        g=beast(),
    )
    assert strike(half, "a shoot g with shortbow")["cover"] == -2
    slit = delve(
        YARD, rolls(6, 1) + "> a done\n", walls=(SLIT,), a=hero(weapons=(SHORTBOW,)), g=beast()
    )
    assert strike(slit, "a shoot g with shortbow")["cover"] == -4


@pytest.mark.rule("DOL-029", "DOL-030")
@pytest.mark.parametrize(("value", "shown"), [(1, -1), (4, -4)])
def test_without_a_map_the_position_says_what_cover_it_gives(value: int, shown: int) -> None:
    ground = field(length=100, cover={80: value})
    made = open_setup(
        "a 20, g 80", ground, rules="dolmenwood", a=hero(weapons=(SHORTBOW,)), g=beast()
    )
    fight = play_setup(made, clean(rolls(6, 1) + "> a done\n"), first="")
    assert strike(fight, "a shoot g with shortbow")["cover"] == shown


@pytest.mark.rule("DOL-030", "W-P20")
def test_behind_full_cover_no_unit_can_be_hit() -> None:
    walled = delve("a . # . g", rolls(6, 1) + "> a done\n", a=hero(weapons=(SHORTBOW,)), g=beast())
    assert why_not(walled, "a shoot g with shortbow") == "no-line DOL-034"
    ground = field(length=100, cover={80: 5})
    made = open_setup(
        "a 20, g 80", ground, rules="dolmenwood", a=hero(weapons=(SHORTBOW,)), g=beast()
    )
    fight = play_setup(made, clean(rolls(6, 1) + "> a done\n"), first="")
    assert why_not(fight, "a shoot g with shortbow") == "no-line DOL-034"


# The rear.


@pytest.mark.rule("DOL-027")
def test_a_shield_does_not_count_against_one_on_the_other_side_of_the_fight() -> None:
    tape = (
        rolls(6, 1)
        + """
        > a done
        > b done
        > a attack g with longsword
        ! attack d20 2
        = attack unit=a target=g weapon=longsword how=melee die=2 total=3 ac=15 hit=no
        > b attack g with longsword
        ! attack d20 13
        = attack unit=b target=g weapon=longsword how=melee die=13 total=14 ac=14 hit=yes
        ! damage d8 1
        """
    )
    fight = delve("a g b", tape, a=hero(), b=hero(), g=beast(ac=15, shield=1))
    assert terms(fight) == {"d20": 13, "attack bonus": 1}, "and nothing is added for it"


@pytest.mark.rule("DOL-027")
def test_beside_is_not_behind() -> None:
    fight = delve(
        """
        a g
        . b
        """,
        rolls(6, 1)
        + """
        > a done
        > b done
        > a attack g with longsword
        ! attack d20 2
        > b attack g with longsword
        ! attack d20 13
        = attack unit=b target=g weapon=longsword how=melee die=13 total=14 ac=15 hit=no
        """,
        a=hero(),
        b=hero(),
        g=beast(ac=15, shield=1),
    )
    assert unit(fight, "g").hp == 10


@pytest.mark.rule("DOL-027")
def test_the_surprised_have_their_backs_to_every_unit() -> None:
    fight = delve(
        "a . . g",
        """
        > a done
        > a throw g with javelin
        ! attack d20 12
        = attack unit=a target=g weapon=javelin how=thrown die=12 total=14 ac=14 hit=yes
        ! damage d4 1
        """
        + rolls(6, 1),
        surprised="foes",
        a=hero(weapons=(JAVELIN, LONGSWORD)),
        g=beast(ac=15, shield=1),
    )
    assert unit(fight, "g").hp == 9


# Natural rolls, least damage, no Shock.


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(("dial", "high", "low"), [(1, "yes", "no"), (0, "no", "yes")])
def test_a_natural_20_hits_and_a_natural_1_misses_unless_the_table_rules_otherwise(
    dial: int, high: str, low: str, edition: Callable[..., str]
) -> None:
    for die, ac, hit in ((20, 40, high), (1, -5, low)):
        made = hollow("a g", a=hero(), g=beast(ac=ac, hp=30))
        if not dial:
            made.rules = edition(Dial("nat20", 0, "G-37"), of="dolmenwood")
        damage = "! damage d8 1\n" if hit == "yes" else ""
        tape = rolls(6, 1) + f"> a done\n> a attack g with longsword\n! attack d20 {die}\n" + damage
        fight = play_setup(made, clean(tape), first="")
        assert told(fight, "attack")[-1].endswith(f"hit={hit}")


@pytest.mark.rule("DOL-025")
def test_a_hit_deals_one_at_least() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 18
        ! damage d8 1
        = harm unit=g by=a amount=1 left=9 cause=hit
        """,
        a=hero(strength=-3),
        g=beast(),
    )
    assert unit(fight, "g").hp == 9


@pytest.mark.rule("DOL-049")
def test_there_is_no_shock_no_blow_for_free_and_no_sovereign_action() -> None:
    fight = delve(
        """
        a g .
        . . .
        . . .
        """,
        rolls(6, 1)
        + """
        > a done
        > a attack g with sword
        ! attack d20 2
        > g run C3
        """,
        a=hero(weapons=(SWORD,)),
        g=beast(ac=10),
    )
    assert unit(fight, "g").hp == 10
    assert len(told(fight, "attack")) == 1
    for verb in ("grapple", "shove", "swarm", "screen", "hold", "disengage", "execute"):
        assert verb not in fight.rules.actions
    learnt = [spec.verb for specs in fight.rules.reactions[:12] for spec in specs]
    assert learnt == ["follow-up"], "and that is for those with the talent alone"


# Death.


@pytest.mark.rule("DOL-048", "G-42")
@pytest.mark.ruling("doom_save", "dead")
@pytest.mark.parametrize(("ident", "first"), [("a", (1, 6)), ("g", (6, 1))])
def test_at_0_hp_one_is_dead_with_a_name_or_without(ident: str, first: tuple[int, int]) -> None:
    other = "g" if ident == "a" else "a"
    fight = delve(
        "a g",
        rolls(*first)
        + f"> {other} done\n> {other} attack {ident} with longsword\n"
        + "! attack d20 18\n! damage d8 8\n",
        a=hero(hp=5),
        g=beast(hp=5),
    )
    assert unit(fight, ident).status == DEAD


@pytest.mark.rule("DOL-048")
@pytest.mark.ruling("doom_save", "save")
@pytest.mark.parametrize(("die", "status"), [(12, DOWN), (11, DEAD)])
def test_a_character_may_have_a_save_against_doom(
    die: int, status: int, edition: Callable[..., str]
) -> None:
    saves = (12, 13, 14, 15, 16)
    made = hollow("a g", a=hero(hp=5, saves=saves), g=beast(hp=5, saves=saves))
    made.rules = edition(Dial("doom_save", 1, "G-42"), of="dolmenwood")
    tape = (
        rolls(1, 6)
        + "> g done\n> g attack a with longsword\n! attack d20 18\n! damage d8 8\n"
        + f"! save d20 {die}\n"
    )
    fight = play_setup(made, clean(tape), first="")
    assert unit(fight, "a").status == status
    assert told(fight, "save") == [
        f"save unit=a against=doom die={die} needed=12 passed={'yes' if status == DOWN else 'no'}"
    ]
    beaten = rolls(6, 1) + "> a done\n> a attack g with longsword\n! attack d20 18\n! damage d8 8\n"
    assert unit(play_setup(made, clean(beaten), first=""), "g").status == DEAD, "no save for it"


WOODS = """
title: Woods
rules: dolmenwood
map:
  squares: |
    ...w
  legend:
    w: {cover: 4, name: woods}
sides:
  - name: party
    units:
      - {what: guard, at: A1}
  - name: foes
    units:
      - {what: orc, at: D1}
"""


@pytest.mark.rule("DOL-029")
def test_a_map_may_say_what_cover_a_square_gives() -> None:
    made = read_encounter(WOODS, "woods.yaml")
    assert [made.grid.cover_of(cell) for cell in range(4)] == [0, 0, 0, 4]
    assert setup_from_text(setup_to_text(made)).grid.ground_cover == made.grid.ground_cover
