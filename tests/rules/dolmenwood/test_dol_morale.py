"""Morale: when it is checked, for which units, and the results (DOL-039 to DOL-047)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.rules.dolmenwood.hollow import (
    DART,
    SHORTBOW,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.scene import listed, may, play_setup, ruled, told, unit, why_not

from shieldwall.books.dolmenwood.round_end_checks import reasons_to_check, units_to_check
from shieldwall.engine.morale.morale_score import (
    FIRST_DEATH,
    FIRST_HARM,
    HALF_LOST,
    HELD,
    QUARTER_LEFT,
    score_of,
)
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, SURRENDERED
from shieldwall.fight import Fight

KILLS = (
    rolls(6, 1)
    + """
    > a done
    > a attack g with longsword
    ! attack d20 18
    ! damage d8 8
    = falls unit=g by=a how=dead
    """
)


def after_a_death(tape: str, members: int = 3, **facts: object) -> Fight:
    """One of some foes has been killed, and the round is over for all others."""
    names = "ghijk"[:members]
    sheets = {name: beast(hp=5, **facts) for name in names}
    rest = "".join(f"> {name} done\n" for name in names[1:])
    drawing = "a g" + " ." * 20 + "".join(f" {name}" for name in names[1:])
    return delve(drawing, KILLS + rest * 2 + tape, a=hero(), **sheets)


# The check.


@pytest.mark.rule("DOL-040", "DOL-047", "W-P22")
@pytest.mark.parametrize(("dice", "breaks"), [((3, 4), False), ((4, 4), True)])
def test_two_dice_above_the_morale_break_it_for_the_next_round(
    dice: tuple[int, int], breaks: bool
) -> None:
    """Morale 7: a roll of 7 holds, 8 breaks."""
    fight = after_a_death(
        f"> referee morale : 0\n! morale d6 {dice[0]}\n! morale d6 {dice[1]}\n"
        + ("" if breaks else rolls(6, 1)),
        morale=7,
    )
    held = "no" if breaks else "yes"
    roll = sum(dice)
    assert told(fight, "morale") == [
        f"morale side=foes why=first_death roll={roll} score=7 held={held}"
    ]
    assert unit(fight, "h").broken is breaks
    assert unit(fight, "h").status == ACTIVE, "it happens in the next round"
    assert fight.state.clock.round == 2


BROKEN = "> referee morale : 0\n! morale d6 6\n! morale d6 6\n"


@pytest.mark.rule("DOL-040")
def test_the_broken_surrender_or_run_and_do_no_harm_any_more() -> None:
    fight = after_a_death(BROKEN + "> h surrender\n> i pass\n" + rolls(1, 6), morale=7)
    assert told(fight, "surrenders") == ["surrenders unit=h"]
    assert unit(fight, "h").status == SURRENDERED
    assert why_not(fight, "i run-away P1") == "not-away DOL-040"
    assert why_not(fight, "i done") == "must-flee DOL-040"
    assert may(fight, "i leave")
    assert why_not(fight, "i attack a with longsword") == "is-broken DOL-040"


@pytest.mark.rule("DOL-040")
def test_the_broken_who_are_in_melee_must_declare_one_or_the_other() -> None:
    fight = delve(
        "h a g . . .",
        KILLS + "> h done\n> h attack a with longsword\n! attack d20 2\n" + BROKEN,
        a=hero(),
        g=beast(hp=5, morale=7),
        h=beast(hp=5, morale=7),
    )
    fight.push("a pass")
    assert listed(fight) == ["h flee", "h surrender"]
    assert why_not(fight, "h pass") == "must-declare DOL-040"


@pytest.mark.rule("DOL-039")
def test_players_decide_for_their_characters_and_may_give_up_at_any_time() -> None:
    fight = delve(
        """
        a g
        b .
        """,
        "> a pass\n"
        + rolls(1, 6)
        + """
        > g done
        > g attack b with longsword
        ! attack d20 18
        ! damage d8 8
        > a done
        """,
        a=hero(morale=2, spells=(DART,)),
        b=hero(hp=3, morale=2),
        g=beast(),
    )
    assert may(fight, "a surrender")
    fight.push("a done")
    assert told(fight, "morale") == [], "nobody rolls for a character"
    assert units_to_check(fight.requests[0].battle, 0) == []


@pytest.mark.rule("DOL-039")
def test_a_hireling_on_the_players_side_is_tested_like_a_monster() -> None:
    fight = delve(
        """
        a . g
        b . .
        """,
        rolls(6, 1),
        a=hero(),
        b=beast(morale=5),
        g=beast(),
    )
    battle = fight.requests[0].battle
    assert [one.ident for one in units_to_check(battle, 0)] == ["b"]


@pytest.mark.rule("DOL-041")
def test_one_check_counts_for_all_of_a_side() -> None:
    fight = after_a_death(BROKEN, members=5, morale=7)
    assert len(told(fight, "morale")) == 1
    assert [unit(fight, one).broken for one in "hijk"] == [True] * 4


def score(*members: Sheet) -> int:
    """Of foes with these sheets, all standing."""
    names = "ghi"[: len(members)]
    fight = delve("a " + " ".join(names), rolls(6, 1), a=hero(), **dict(zip(names, members)))
    return score_of(fight.state, [unit(fight, name) for name in names])


def member(morale: int, leader: bool = False) -> Sheet:
    return beast(morale=morale, leader=leader)


@pytest.mark.rule("DOL-041")
def test_of_mixed_scores_the_leaders_else_the_commonest_else_the_lowest_counts() -> None:
    assert score(member(6), member(6), member(9, leader=True)) == 9
    assert score(member(9), member(9), member(6, leader=True)) == 6
    assert score(member(6), member(9), member(9)) == 9
    assert score(member(8), member(6), member(9)) == 6


# Reasons.


def standing(statuses: str, hp: int = 10, **facts: object) -> Fight:
    """Foes in these states, at the end of a round: . active, x dead, d down, f fled, s given up."""
    states = {".": ACTIVE, "x": DEAD, "d": DOWN, "f": FLED, "s": SURRENDERED}
    names = "ghijkl"[: len(statuses)]
    sheets: dict[str, Sheet] = {name: beast(hp=hp, morale=7, **facts) for name in names}
    fight = delve("a " + " ".join(names), rolls(6, 1), a=hero(), **sheets)
    for name, status in zip(names, statuses, strict=True):
        unit(fight, name).status = states[status]
    return fight


@pytest.mark.rule("DOL-042")
@pytest.mark.parametrize(
    ("statuses", "found"),
    [
        ("....", []),
        ("x...", [FIRST_DEATH]),
        ("d...", []),
        ("f...", []),
        ("fd..", [HALF_LOST]),
        ("sf..", [HALF_LOST]),
        ("x.", [FIRST_DEATH, HALF_LOST]),
        ("x.....", [FIRST_DEATH]),
        ("xx...", [FIRST_DEATH]),
        ("xxx...", [FIRST_DEATH, HALF_LOST]),
    ],
)
def test_a_side_checks_at_its_first_death_and_when_half_is_killed_or_defeated(
    statuses: str, found: list[int]
) -> None:
    fight = standing(statuses)
    assert reasons_to_check(fight.requests[0].battle, 1) == found


@pytest.mark.rule("DOL-042")
@pytest.mark.ruling("two_morale_checks", "two_checks")
@pytest.mark.ruling("two_morale_checks", "one_check")
@pytest.mark.parametrize(("both", "checks"), [(1, 2), (0, 1)])
def test_two_reasons_in_one_round_are_two_checks_or_one(
    both: int, checks: int, edition: Callable[..., str]
) -> None:
    made = hollow("a g . . h", a=hero(), g=beast(hp=5, morale=7), h=beast(hp=5, morale=7))
    made.rules = edition(Dial("two_morale_checks", both, "DOL-042"), of="dolmenwood")
    check = "> referee morale : 0\n! morale d6 1\n! morale d6 1\n"
    tape = KILLS + "> h done\n> h done\n" + check * checks + rolls(6, 1)
    fight = play_setup(made, clean(tape), first="")
    assert len(told(fight, "morale")) == checks
    assert unit(fight, "h").nerve == FIRST_DEATH | HALF_LOST | checks * HELD


@pytest.mark.rule("DOL-042")
def test_where_the_first_of_two_checks_breaks_them_there_is_no_second() -> None:
    fight = delve(
        "a g . . h",
        KILLS + "> h done\n> h done\n" + BROKEN,
        a=hero(),
        g=beast(hp=5, morale=7),
        h=beast(hp=5, morale=7),
    )
    assert len(told(fight, "morale")) == 1


@pytest.mark.rule("DOL-043", "W-P24")
@pytest.mark.parametrize(
    ("hp", "hurt", "found"),
    [
        (20, False, []),
        (19, True, [FIRST_HARM]),
        (6, True, [FIRST_HARM]),
        (5, True, [FIRST_HARM, QUARTER_LEFT]),
    ],
)
def test_a_lone_creature_checks_at_its_first_harm_and_at_a_quarter(
    hp: int, hurt: bool, found: list[int]
) -> None:
    """20 hit points: at 19, and at 5 or less."""
    fight = standing(".", hp=20)
    lone = unit(fight, "g")
    lone.hp = hp
    lone.hurt = hurt
    battle = fight.requests[0].battle
    assert reasons_to_check(battle, 1) == found
    lone.nerve = FIRST_HARM
    assert reasons_to_check(battle, 1) == [reason for reason in found if reason != FIRST_HARM]


@pytest.mark.rule("DOL-043", "W-P24")
@pytest.mark.parametrize(
    ("last", "why"), [(1, ["first_harm"]), (2, ["first_harm", "quarter_left"])]
)
def test_the_same_creature_shot_at_round_by_round(last: int, why: list[str]) -> None:
    """20 - 1 - 6 - 6 leave 7: one more takes it to 6, two more to 5, a quarter of what it had."""
    held = "> referee morale : 0\n! morale d6 2\n! morale d6 2\n"
    tape = "".join(
        rolls(6, 1)
        + f"> a done\n> a shoot g with shortbow\n! attack d20 18\n! damage d6 {damage}\n"
        + "> g done\n> g done\n"
        + checked
        for damage, checked in ((1, held), (6, ""), (6, ""), (last, held * (len(why) - 1)))
    )
    fight = delve(
        "a . . g", tape + rolls(6, 1), a=hero(weapons=(SHORTBOW,)), g=beast(hp=20, morale=7)
    )
    assert told(fight, "morale") == [
        f"morale side=foes why={word} roll=4 score=7 held=yes" for word in why
    ]
    assert unit(fight, "g").hp == 7 - last


@pytest.mark.rule("DOL-043")
def test_the_last_of_many_is_not_alone() -> None:
    fight = standing("xx.")
    last = unit(fight, "i")
    last.hurt = True
    last.hp = 1
    last.nerve = FIRST_DEATH | HALF_LOST
    unit(fight, "g").nerve = FIRST_DEATH | HALF_LOST
    assert reasons_to_check(fight.requests[0].battle, 1) == []


@pytest.mark.rule("DOL-043", "DOL-044")
def test_one_blow_that_does_both_means_two_checks_and_two_that_hold_are_enough() -> None:
    check = "> referee morale : 0\n! morale d6 2\n! morale d6 2\n"
    fight = delve(
        "a . . g",
        rolls(6, 1)
        + "> a done\n> a shoot g with shortbow\n! attack d20 18\n! damage d6 6\n"
        + "> g done\n> g done\n"
        + check * 2
        + rolls(6, 1),
        a=hero(weapons=(SHORTBOW,)),
        g=beast(hp=8, morale=7),
    )
    assert told(fight, "morale") == [
        "morale side=foes why=first_harm roll=4 score=7 held=yes",
        "morale side=foes why=quarter_left roll=4 score=7 held=yes",
    ]
    assert units_to_check(fight.requests[0].battle, 1) == []


# Two successes, twelve, modifiers.


@pytest.mark.rule("DOL-044")
def test_a_side_of_five_that_has_held_twice_never_checks_again() -> None:
    """One killed: a check with 7 against 8. Two more: a check with 6. Then none."""
    fight = standing("x....", leader=False)
    for name in "ghijk":
        unit(fight, name).nerve = FIRST_DEATH | HELD
    unit(fight, "h").status = unit(fight, "i").status = DEAD
    battle = fight.requests[0].battle
    assert reasons_to_check(battle, 1) == [HALF_LOST]
    assert [one.ident for one in units_to_check(battle, 1)] == ["j", "k"]
    for name in "jk":
        unit(fight, name).nerve += HELD
    assert units_to_check(battle, 1) == []


@pytest.mark.rule("DOL-044", "W-P23")
def test_the_same_fight_played_out() -> None:
    first = "> referee morale : 0\n! morale d6 3\n! morale d6 4\n"
    second = "> referee morale : 0\n! morale d6 3\n! morale d6 3\n"
    kill = "! attack d20 18\n! damage d8 8\n"
    others = "> h done\n> i done\n> j done\n> k done\n"
    tape = (
        rolls(6, 1) + "> a done\n> b done\n> a attack g with longsword\n" + kill + "> b done\n"
        + others * 2 + first
        + rolls(6, 1) + "> a run C1\n> b done\n> a attack h with longsword\n" + kill
        + "> b attack i with longsword\n" + kill
        + "> j done\n> k done\n" * 2 + second
        + rolls(6, 1)
    )  # fmt: skip
    fight = delve(
        """
        . a g h .
        . . b i .
        . . . . .
        . . . . .
        j k . . .
        """,
        tape,
        a=hero(),
        b=hero(),
        g=beast(hp=5, morale=8),
        h=beast(hp=5, morale=8),
        i=beast(hp=5, morale=8),
        j=beast(hp=5, morale=8),
        k=beast(hp=5, morale=8),
    )
    assert [text.split("roll=")[1] for text in told(fight, "morale")] == [
        "7 score=8 held=yes",
        "6 score=8 held=yes",
    ]
    assert units_to_check(fight.requests[0].battle, 1) == []


@pytest.mark.rule("DOL-045")
def test_morale_twelve_never_rolls() -> None:
    fight = after_a_death(rolls(6, 1), morale=12)
    assert told(fight, "morale") == []
    assert unit(fight, "h").broken is False


@pytest.mark.rule("DOL-046")
@pytest.mark.ruling("morale_twelve", "unmodified")
@pytest.mark.ruling("morale_twelve", "any")
@pytest.mark.parametrize(
    ("twelve", "morale", "change", "rolls_it"),
    [(0, 12, "", False), (0, 11, "+1", True), (1, 12, "", False), (1, 11, "+1", False)],
)
def test_a_printed_twelve_is_never_tested_and_no_unit_is_asked_about_it(
    twelve: int, morale: int, change: str, rolls_it: bool, edition: Callable[..., str]
) -> None:
    made = hollow("a g . . h . i", a=hero(), **{n: beast(hp=5, morale=morale) for n in "ghi"})
    if twelve:
        made.rules = edition(Dial("morale_twelve", 1, "DOL-046"), of="dolmenwood")
    dice = "! morale d6 5\n! morale d6 5\n" if rolls_it else ""
    asked = f"> referee morale : {change}\n" if change else ""
    tape = KILLS + "> h done\n> i done\n" * 2 + asked + dice
    fight = play_setup(made, clean(tape + rolls(6, 1)), first="")
    assert bool(told(fight, "morale")) is rolls_it


@pytest.mark.rule("DOL-046")
@pytest.mark.ruling("morale_modifier", "yes")
def test_the_referees_modifier_changes_the_score_by_two_at_most() -> None:
    fight = after_a_death("", morale=7)
    assert [text.rsplit(" ", 1)[1] for text in listed(fight)] == ["0", "-2", "-1", "+1", "+2"]
    assert why_not(fight, "referee morale : +3") == "modifier-too-large DOL-046"
    held = after_a_death(
        "> referee morale : +2\n! morale d6 4\n! morale d6 5\n" + rolls(6, 1), morale=7
    )
    assert told(held, "morale") == ["morale side=foes why=first_death roll=9 score=9 held=yes"]


@pytest.mark.rule("DOL-046")
@pytest.mark.parametrize(
    ("given", "asked", "score"), [(-2, "", 5), (1, "", 8), (-2, "0", 5), (2, "+2", 9), (2, "-1", 8)]
)
def test_what_the_file_gives_a_side_counts_and_all_together_two_at_most(
    given: int, asked: str, score: int
) -> None:
    made = hollow("a g . . h . i", a=hero(), **{n: beast(hp=5, morale=7) for n in "ghi"})
    made.sides[1].morale = given
    if not asked:
        ruled(made, morale_modifier="no")
    asks = f"> referee morale : {asked}\n" if asked else ""
    tape = KILLS + "> h done\n> i done\n" * 2 + asks + "! morale d6 1\n! morale d6 4\n"
    fight = play_setup(made, clean(tape + rolls(6, 1)), first="")
    assert told(fight, "morale") == [
        f"morale side=foes why=first_death roll=5 score={score} held=yes"
    ]


@pytest.mark.rule("DOL-046")
@pytest.mark.ruling("morale_modifier", "no")
def test_no_unit_asks_for_a_modifier_where_the_table_wants_none(
    edition: Callable[..., str],
) -> None:
    made = hollow("a g . . h . i", a=hero(), **{n: beast(hp=5, morale=7) for n in "ghi"})
    made.rules = edition(Dial("morale_modifier", 0, "DOL-046"), of="dolmenwood")
    tape = KILLS + "> h done\n> i done\n" * 2 + "! morale d6 3\n! morale d6 3\n" + rolls(6, 1)
    assert len(told(play_setup(made, clean(tape), first=""), "morale")) == 1


@pytest.mark.rule("DOL-047")
def test_while_the_round_goes_on_no_unit_is_tested() -> None:
    fight = delve(
        "a g . . h . i",
        KILLS,
        a=hero(),
        g=beast(hp=5, morale=2),
        h=beast(morale=2),
        i=beast(morale=2),
    )
    assert told(fight, "morale", "breaks") == []
    assert reasons_to_check(fight.requests[0].battle, 1) == [FIRST_DEATH], (
        "though there is reason to"
    )
