"""The end of a fight by retreat, and the pursuit of units that have left the field."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scene import (
    BOW,
    SWORD,
    fighter,
    foe,
    last,
    play,
    setup,
    told,
    unit,
    why_not,
)

from shieldwall.engine.points import RULING
from shieldwall.engine.state.sheet import SHOOT, Sheet, make_weapon
from shieldwall.engine.state.state import ACTIVE, DEAD, FLED
from shieldwall.engine.tape.request import REFEREE
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.store.save_file import TapeFile, load_fight, replay_tape, save_fight

DART = make_weapon(
    "dart", 1, 4, attributes=(1,), skill=SHOOT, melee=False, thrown=True, normal_range=20,
    long_range=40,
)  # fmt: skip


def chase(tape: str, drawing: str = "a . g", begin: str = "> g leave\n", **given: Sheet) -> Fight:
    """The one on the right leaves, and the party goes after it; dice are rolled by hand."""
    sheets = {"a": fighter(), "g": foe(), **given}
    made = setup(drawing, **sheets)  # type: ignore[arg-type]
    head = "shieldwall-tape 1\ndice hand\n\n! initiative d8 1\n! initiative d8 8\n"
    return replay_tape(TapeFile("chase", f"{head}{begin}> a pursue\n{tape}"), made)


def contest(near: int, far: int) -> str:
    return f"! chase d8 {near}\n! chase d8 {far}\n"


def end(fight: Fight) -> tuple[str, int]:
    assert fight.outcome is not None, "the fight continues"
    return fight.outcome.key()


# How a fight ends.


@pytest.mark.rule("SOV-034", "SOV-147")
def test_the_losers_have_retreated_where_some_of_them_got_away() -> None:
    """One left long ago, the other has just been slain: the living have left the field."""
    fight = play(
        "a g h",
        """
        > h leave
        > g done
        > a attack g with sword
        ! attack d20 18
        ! damage d8 8
        > a let-go
        """,
        first="foes",
        a=fighter(),
        g=foe(),
        h=foe(),
    )
    assert (unit(fight, "g").status, unit(fight, "h").status) == (DEAD, FLED)
    assert told(fight, "ends") == ["ends reason=retreat team=0"]


@pytest.mark.rule("SOV-034")
def test_the_losers_are_defeated_where_all_of_them_lie_there() -> None:
    fight = play(
        "a g", "> a attack g with sword\n! attack d20 18\n! damage d8 8\n", a=fighter(), g=foe()
    )
    assert end(fight) == ("defeat", 0)
    assert told(fight, "pursuit") == []


@pytest.mark.rule("SOV-147")
def test_the_party_is_asked_whether_it_gives_chase() -> None:
    fight = play("a . g\nb . .", "> g leave\n", first="foes", a=fighter(), b=fighter(), g=foe())
    assert fight.outcome is None
    request = fight.request
    assert request is not None
    assert (request.seats, request.point, request.unit) == ((0,), RULING, 0)
    assert why_not(fight, "a done") == "pursue-or-let-go SOV-147"
    assert why_not(fight, "b let-go") == "not-asked SOV-147"
    assert why_not(fight, "a pursue g") == "says-too-much SOV-147"
    fight.push("a let-go")
    assert end(fight) == ("retreat", 0)
    assert told(fight, "pursuit", "chase") == []


@pytest.mark.rule("SOV-147", "G-50")
def test_the_referee_decides_for_monsters_who_have_won() -> None:
    fight = play("a . g", "> a leave\n", a=fighter(), g=foe())
    request = fight.request
    assert request is not None
    assert (request.seats, request.unit) == ((2,), REFEREE)
    fight.push("referee pursue")
    assert told(fight, "pursuit") == ["pursuit side=foes after=party"]


@pytest.mark.rule("SOV-147", "G-50")
def test_minds_let_them_go() -> None:
    for first, leaves in (("party", "a"), ("foes", "g")):
        fight = play("a . g", f"> {leaves} leave\n", first=first, a=fighter(), g=foe())
        outcome = fight.play([make_mind("simple")] * 3)
        assert outcome.reason == "retreat"


# The contests.


@pytest.mark.rule("SOV-147")
def test_both_sides_roll_a_d8_and_add_a_tenth_of_their_speed() -> None:
    fight = chase(contest(5, 4), g=foe(speed=40))
    assert told(fight, "pursuit", "chase", "gains") == [
        "pursuit side=party after=foes",
        "chase side=party die=5 total=8",
        "chase side=foes die=4 total=8",
        "gains side=foes row=1",
    ], "a tie goes to those who flee"
    assert [term.key() for term in last(fight, "chase").terms] == [
        ("d8", 4, "SOV-147"),
        ("speed", 4, "SOV-147"),
    ]


@pytest.mark.rule("SOV-147")
def test_a_group_is_as_fast_as_its_slowest() -> None:
    fight = chase(
        contest(1, 1),
        drawing="a . g\nb . h",
        begin="> g leave\n> h leave\n",
        a=fighter(speed=50),
        b=fighter(speed=45),
        g=foe(speed=60),
        h=foe(speed=20),
    )
    assert told(fight, "chase") == [
        "chase side=party die=1 total=5",
        "chase side=foes die=1 total=3",
    ], "and 45 ft count as 40"


@pytest.mark.rule("SOV-147")
def test_a_fallen_unit_neither_runs_nor_slows_the_others() -> None:
    fight = chase(
        contest(1, 1),
        "a . . g\nb h . .",
        """
        > g leave
        > h attack b with sword
        ! attack d20 19
        ! damage d8 8
        > h done
        > a attack h with sword
        ! attack d20 19
        ! damage d8 8
        """,
        a=fighter(),
        b=fighter(speed=10),
        g=foe(speed=40),
        h=foe(speed=10),
    )
    assert told(fight, "chase") == [
        "chase side=party die=1 total=4",
        "chase side=foes die=1 total=5",
    ]


@pytest.mark.rule("SOV-147")
def test_two_contests_in_a_row_catch_them() -> None:
    fight = chase(contest(5, 4) + contest(2, 1))
    assert end(fight) == ("caught", 0)
    assert told(fight, "gains") == ["gains side=party row=1", "gains side=party row=2"]
    assert unit(fight, "g").status == FLED, "what comes now is another fight"


@pytest.mark.rule("SOV-147")
def test_two_contests_in_a_row_shake_the_pursuers_off() -> None:
    fight = chase(contest(4, 5) + contest(4, 4))
    assert end(fight) == ("escaped", 0)


@pytest.mark.rule("SOV-147")
def test_one_contest_lost_begins_the_count_anew() -> None:
    fight = chase(contest(5, 4) + contest(4, 5) + contest(5, 4))
    assert fight.outcome is None
    assert [row.split("=")[-1] for row in told(fight, "gains")] == ["1", "1", "1"]
    fight.push_die(8)
    fight.push_die(1)
    assert end(fight) == ("caught", 0)


# Missiles.


@pytest.mark.rule("SOV-147")
def test_between_two_contests_an_archer_may_shoot() -> None:
    """An attack like any other; here it brings the last of them down."""
    fight = chase(
        contest(1, 8) + "> a shoot g with small bow\n! attack d20 12\n! damage d6 4\n",
        drawing="a . . . . . . g",
        a=fighter(weapons=(SWORD, BOW)),
        g=foe(hp=4, ac=12),
    )
    assert told(fight, "attack", "harm", "falls") == [
        "attack unit=a target=g weapon=small_bow how=shot die=12 total=13 ac=12 hit=yes",
        "harm unit=g by=a amount=4 left=0 cause=hit",
        "falls unit=g by=a how=dead",
    ]
    assert end(fight) == ("defeat", 0)


@pytest.mark.rule("SOV-147")
def test_pursuers_shoot_first_and_units_that_flee_shoot_back() -> None:
    shots = """
    > a shoot g with small bow
    ! attack d20 2
    > g shoot a with small bow
    ! attack d20 18
    ! damage d6 6
    """.replace("    ", "")
    fight = chase(
        contest(8, 1) + shots,
        a=fighter(hp=6, weapons=(BOW,)),
        g=foe(weapons=(BOW,)),
    )
    assert unit(fight, "a").status != ACTIVE
    assert end(fight) == ("escaped", 0), "nobody is left to run after them"


@pytest.mark.rule("SOV-147")
def test_one_may_save_the_arrow_and_runs_on() -> None:
    fight = chase(contest(8, 1) + "> a pass\n" + contest(8, 1), a=fighter(weapons=(BOW,)), g=foe())
    assert told(fight, "attack") == []
    assert end(fight) == ("caught", 0)


@pytest.mark.rule("SOV-147")
def test_a_bow_is_loaded_again_by_the_next_contest() -> None:
    shot = "> a shoot g with small bow\n! attack d20 2\n"
    fight = chase(
        contest(8, 1) + shot + contest(1, 8) + shot + contest(8, 1),
        a=fighter(weapons=(BOW,)),
        g=foe(),
    )
    assert len(told(fight, "attack")) == 2


@pytest.mark.rule("SOV-147")
@pytest.mark.parametrize(
    ("normal", "longest", "asked", "far"),
    [(10, 15, False, False), (15, 20, True, True), (20, 30, True, False)],
)
@pytest.mark.parametrize("size", [1, 2])
def test_missiles_fly_at_20_ft(
    normal: int, longest: int, asked: bool, far: bool, size: int
) -> None:
    """From body to body, however far apart they were on the field."""
    sling = make_weapon(
        "sling", 1, 4, skill=SHOOT, melee=False, normal_range=normal, long_range=longest
    )
    fight = chase(
        contest(8, 1),
        drawing="a . . . . . . . g .\n. . . . . . . . . .",
        a=fighter(weapons=(sling,), size=size),
        g=foe(size=size),
    )
    assert (fight.request is not None) == asked
    if asked:
        fight.push("a shoot g with sling")
        fight.push_die(10)
        names = [term.what for term in last(fight, "attack").terms]
        assert ("long range" in names) == far
        assert "half cover" not in names


@pytest.mark.rule("SOV-147")
def test_the_best_archer_shoots_at_the_hindmost_and_at_the_foremost() -> None:
    fight = chase(
        contest(8, 1),
        drawing="a . g\nb . h",
        begin="> g leave\n> h leave\n",
        a=fighter(weapons=(BOW,), speed=20),
        b=fighter(weapons=(BOW,), dex=2),
        g=foe(weapons=(BOW,), speed=40),
        h=foe(speed=20),
    )
    assert fight.request is not None
    assert why_not(fight, "b shoot h with small bow") == ""
    assert why_not(fight, "b shoot g with small bow") == "shoot-or-pass SOV-147"
    assert why_not(fight, "a shoot h with small bow") == "not-asked SOV-147"
    fight.push("b pass")
    assert why_not(fight, "g shoot b with small bow") == ""


@pytest.mark.rule("SOV-147")
def test_what_was_thrown_lies_where_the_target_left_the_field() -> None:
    fight = chase(
        contest(8, 1) + "> a throw g with dart\n! attack d20 2\n" + contest(8, 1),
        a=fighter(weapons=(SWORD, DART)),
    )
    assert end(fight) == ("caught", 0)
    assert [(thing.cell, thing.weapon.name) for thing in fight.state.dropped] == [(2, "dart")]
    assert [int(one.x) for one in fight.state.units] == [0, 2], "everybody is where it was"


@pytest.mark.rule("SOV-147")
def test_a_pursuit_can_be_taken_back_saved_and_forked_at_any_moment(tmp_path: Path) -> None:
    fight = chase(contest(8, 1), a=fighter(weapons=(BOW,)))
    path = str(tmp_path / "chase.save")
    save_fight(fight, path)
    again = load_fight(path)
    assert again.replayable_to is None
    for one in (fight, again, fight.fork()):
        assert one.request is not None
        one.push("a pass")
        assert one.die is not None
        assert told(one) == told(fight)
    for _ in range(4):
        again.pop()
    assert again.request is not None
    assert why_not(again, "a let-go") == ""
