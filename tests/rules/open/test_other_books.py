"""Fights without a map by the other books: the same positions, each book's own rules (G-02)."""

from __future__ import annotations

import pytest
from tests.open_scene import field, open_setup, play_open
from tests.rules.dolmenwood.hollow import LONGSWORD, SHORTBOW, beast, clean, hero, rolls
from tests.scene import (
    BOW,
    fighter,
    foe,
    may,
    play_setup,
    ruled,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.abilities.attack_conditions import CHARGED
from shieldwall.engine.space.grid import TOTAL, GridMap
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

AACHEN = pytest.mark.parametrize("book", ["aachen", "aachen-early"])


def in_dolmenwood(
    places: str, tape: str, ground: GridMap | None = None, engaged: str = "", **sheets: Sheet
) -> Fight:
    made = open_setup(places, ground, "a b", engaged, "dolmenwood", 0, **sheets)
    return play_setup(made, clean(tape), first="")


# Charging.


@pytest.mark.rule("G-33", "G-02")
@pytest.mark.parametrize(
    ("feet", "why"), [(25, "no-run-up G-33"), (30, ""), (60, ""), (65, "too-far AAC-016")]
)
def test_in_aachen_one_charges_over_30_to_60_ft(feet: int, why: str) -> None:
    fight = play_open(f"a 60, g {65 + feet}", "", rules="aachen", a=fighter(), g=foe())
    assert why_not(fight, f"a charge {60 + feet}ft g with sword") == why


@pytest.mark.rule("G-33", "G-02")
def test_a_charge_of_aachen_hits_with_2_more_and_leaves_one_open_for_the_round() -> None:
    fight = play_open(
        "a 60, g 100",
        """
        > a charge 95ft g with sword
        ! attack d20 9
        = attack unit=a target=g weapon=sword how=melee die=9 total=12 ac=12 hit=yes
        ! damage d8 5
        > a done
        > g attack a with sword
        ! attack d20 9
        = attack unit=g target=a weapon=sword how=melee die=9 total=10 ac=10 hit=yes
        ! damage d8 1
        > g done
        """,
        rules="aachen",
        a=fighter(),
        g=foe(hp=20),
    )
    assert where(fight, "a") == "95ft"
    assert unit(fight, "a").effect(CHARGED) is None, "a new round"


@pytest.mark.rule("G-33", "AAC-040")
def test_the_earlier_draft_refuses_a_charge_by_the_name_of_the_ruling() -> None:
    made = open_setup("a 60, g 100", rules="aachen-early", a=fighter(), g=foe())
    assert (
        why_not(play_setup(made, ""), "a charge 95ft g with sword") == "not-written charge_allowed"
    )
    made = open_setup("a 60, g 100", rules="aachen-early", a=fighter(), g=foe())
    assert may(play_setup(ruled(made, charge_allowed="yes"), ""), "a charge 95ft g with sword")


@pytest.mark.rule("SVE-010")
def test_by_the_earlier_edition_a_charge_is_open_to_the_end_of_the_round_only() -> None:
    tape = "> a charge 95ft g with sword\n! attack d20 1\n> a done\n"
    for book, left in (("sovereign", True), ("sovereign-early", False)):
        made = open_setup("a 60, g 100", rules=book, a=fighter(), g=foe(hp=20, ac=18))
        fight = play_setup(made, "> g done\n" + tape, first="foes")
        assert (unit(fight, "a").effect(CHARGED) is not None) is left, book


@pytest.mark.rule("DOL-049", "G-38", "G-43")
def test_in_dolmenwood_one_charges_over_20_ft_where_the_table_has_it_so() -> None:
    def setup_at(feet: int) -> Fight:
        made = open_setup(f"a 60, g {65 + feet}", rules="dolmenwood", a=hero(speed=40), g=beast())
        return play_setup(ruled(made, optional_combat_rules="yes"), clean(rolls(6, 1)), first="")

    assert may(setup_at(20), "a charge 80ft g with longsword")
    assert why_not(setup_at(15), "a charge 75ft g with longsword") == "no-run-up DOL-049"
    plain = in_dolmenwood("a 60, g 85", rolls(6, 1), a=hero(speed=40), g=beast())
    assert why_not(plain, "a charge 80ft g with longsword") == "not-written optional_combat_rules"


# Leaving melee.


@AACHEN
@pytest.mark.rule("AAC-021", "G-31", "G-02")
def test_in_aachen_turning_away_gives_a_free_attack_and_a_withdrawal_none(book: str) -> None:
    struck = play_open(
        "a 60, g 65",
        "> a run 30ft\n> g strike a with sword\n! attack d20 3\n",
        engaged="a-g",
        rules=book,
        a=fighter(ac=18),
        g=foe(),
    )
    assert told(struck, "opportunity") == ["opportunity unit=g target=a"]
    away = play_open(
        "a 60, g 65", "> a disengage\n> a run 30ft\n", engaged="a-g", rules=book,
        a=fighter(), g=foe(),
    )  # fmt: skip
    assert told(away, "opportunity") == []
    assert (where(away, "a"), unit(away, "a").beside) == ("30ft", 0)


BLOWS = "> a done\n> a attack g with longsword\n! attack d20 2\n> g done\n> g done\n"


@pytest.mark.rule("DOL-004", "DOL-018", "G-47")
def test_in_dolmenwood_one_steps_out_of_melee_at_half_speed_and_no_unit_strikes() -> None:
    fight = in_dolmenwood(
        "a 60, g 65",
        rolls(6, 1) + BLOWS + "> a pass\n> g pass\n" + rolls(1, 6),
        engaged="a-g",
        a=hero(),
        g=beast(speed=40),
    )
    assert unit(fight, "g").in_melee == 1
    assert may(fight, "g run 85ft")
    assert not may(fight, "g run 90ft")
    fight.push("g run 85ft")
    assert unit(fight, "g").in_melee == 0
    assert len(told(fight, "attack")) == 1


@pytest.mark.rule("DOL-019", "DOL-020")
def test_a_fleer_is_struck_with_2_more_and_past_its_shield_before_it_is_off() -> None:
    fight = in_dolmenwood(
        "a 60, g 65",
        rolls(6, 1)
        + BLOWS
        + "> a pass\n> g flee\n"
        + rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 11
        = attack unit=a target=g weapon=longsword how=melee die=11 total=14 ac=14 hit=yes
        ! damage d8 1
        """,
        engaged="a-g",
        a=hero(),
        g=beast(ac=15, shield=1, speed=40),
    )
    assert terms(fight)["fleeing target"] == 2
    assert may(fight, "g run 105ft"), "all of its 40 ft"


@pytest.mark.rule("DOL-022", "W-P25")
def test_one_runs_from_the_encounter_at_three_times_its_speed() -> None:
    fight = in_dolmenwood("a 150, g 200", rolls(6, 1), a=hero(speed=40), g=beast())
    assert may(fight, "a run-away 30ft"), "120 ft"
    assert not may(fight, "a run-away 25ft")


# Shooting.


def shot(book: str, ground: GridMap, places: str = "a 60, g 100") -> Fight:
    tape = "> a shoot g with small bow\n! attack d20 2\n"
    return play_open(places, tape, ground, rules=book, a=fighter(weapons=(BOW,)), g=foe())


@AACHEN
@pytest.mark.rule("AAC-034", "G-02")
@pytest.mark.parametrize(("cover", "term", "less"), [(2, "half cover", -2), (4, "full cover", -4)])
def test_in_aachen_declared_cover_takes_2_or_4(book: str, cover: int, term: str, less: int) -> None:
    fight = shot(book, field(cover={100: cover}))
    assert terms(fight)[term] == less
    total = field(cover={100: TOTAL})
    bare = play_open("a 60, g 100", "", total, rules=book, a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(bare, "a shoot g with small bow") == "no-line AAC-034"


@AACHEN
@pytest.mark.rule("AAC-029", "G-02")
def test_in_aachen_the_short_figure_is_long_range_already(book: str) -> None:
    """A small bow, 50/300."""
    assert "long range" not in terms(shot(book, field(), "a 60, g 105"))
    assert terms(shot(book, field(), "a 60, g 110"))["long range"] == -2
    far = play_open(
        "a 60, g 365", "", field(400), rules=book, a=fighter(weapons=(BOW,)), g=foe()
    )  # fmt: skip
    assert why_not(far, "a shoot g with small bow") == "out-of-range AAC-029"


@AACHEN
@pytest.mark.rule("AAC-033", "G-02")
def test_in_aachen_contact_is_face_to_face(book: str) -> None:
    archer = fighter(weapons=(BOW,))
    near = play_open("a 60, g 60", "", rules=book, a=archer, g=foe())
    assert may(near, "a shoot g with small bow")
    closed = play_open("a 60, g 60", "", engaged="a-g", rules=book, a=archer, g=foe())
    assert why_not(closed, "a shoot g with small bow") == "bound AAC-033"


def arrow(ground: GridMap, places: str, engaged: str = "") -> Fight:
    archer = hero(weapons=(SHORTBOW, LONGSWORD))
    tape = rolls(6, 1) + "> a done\n"
    return in_dolmenwood(places, tape, ground, engaged, a=archer, g=beast())


@pytest.mark.rule("DOL-029", "DOL-030")
@pytest.mark.parametrize("cover", [1, 3, 4])
def test_in_dolmenwood_cover_is_what_was_declared(cover: int) -> None:
    fight = arrow(field(cover={100: cover}), "a 60, g 100")
    fight.push("a shoot g with shortbow")
    assert terms(fight)["cover"] == -cover


@pytest.mark.rule("DOL-030", "DOL-024")
def test_in_dolmenwood_nothing_flies_into_full_cover_or_at_one_face_to_face() -> None:
    hidden = arrow(field(cover={100: TOTAL}), "a 60, g 100")
    assert not may(hidden, "a shoot g with shortbow")
    near = arrow(field(), "a 60, g 65")
    assert may(near, "a shoot g with shortbow"), "10 ft"
    closed = arrow(field(), "a 60, g 65", engaged="a-g")
    assert not may(closed, "a shoot g with shortbow")


@pytest.mark.rule("DOL-028")
@pytest.mark.parametrize(
    ("feet", "term"), [(50, 1), (55, 0), (100, 0), (105, -1), (150, -1), (155, None)]
)
def test_in_dolmenwood_range_has_three_bands(feet: int, term: int | None) -> None:
    fight = arrow(field(400), f"a 60, g {60 + feet}")
    if term is None:
        assert not may(fight, "a shoot g with shortbow")
        return
    fight.push("a shoot g with shortbow")
    found = terms(fight)
    assert found.get("short range", 0) + found.get("long range", 0) == term


# Room and guards.


@pytest.mark.rule("SVE-011")
def test_by_the_earlier_edition_one_screens_a_friend_of_the_same_group_with_shoot() -> None:
    fight = play_open(
        "a 60, b 60, g 65",
        """
        > a screen b
        > a done
        > b done
        > g attack b with sword
        ! screen d6 1
        ! screen d6 2
        ! attack d20 2
        """,
        engaged="b-g",
        rules="sovereign-early",
        a=fighter(brawl=-1, stab=-1, shoot=1, ac=18),
        b=fighter(),
        g=foe(),
    )
    assert told(fight, "check") == ["check unit=g what=screen total=3 needed=9 passed=no"]
    assert told(fight, "attack")[0].split()[2] == "target=a"


@AACHEN
@pytest.mark.rule("G-02", "AAC-016")
def test_in_aachen_no_unit_runs_past_foes_who_fill_a_passage(book: str) -> None:
    fight = play_open(
        "a 60, g 75, h 75", "", field(passage=10), rules=book, a=fighter(), g=foe(), h=foe()
    )
    assert why_not(fight, "a run 85ft").startswith("way-barred")
    assert may(fight, "a run 70ft g")
