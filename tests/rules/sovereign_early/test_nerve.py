"""Morale and pursuit in the earlier edition."""

from collections.abc import Callable

import pytest
from tests.rules.sovereign_early.early import BOOK, early, early_setup
from tests.scene import BOW, SWORD, fighter, foe, listed, play_setup, terms, told

from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.sheet import Sheet, make_weapon
from shieldwall.fight import Fight

CELL = """
# # # # # #
# a g b . #
# # # # # #
"""
"""No unit can leave this place."""


def bled(hp: int, rules: str = BOOK, **facts: object) -> list[str]:
    """`a` wounds `g` twice, by 4 and 5, with a sword that could do 8; who breaks then?"""
    sheets = {"a": fighter(), "g": foe(hp=hp, creature=True, speed=20)}
    if facts:
        sheets["b"] = fighter(**facts)
    made = early_setup(CELL if facts else CELL.replace("b", "."), **sheets)
    made.rules = rules
    blow = "> a attack g with sword\n! attack d20 15\n! damage d8 {}\n> a done\n"
    rest = "> b done\n> g done\n" if facts else "> g done\n"
    return told(play_setup(made, blow.format(4) + rest + blow.format(5)), "breaks")


BREAKS = ["breaks unit=g why=wounds"]


@pytest.mark.ruling("morale_stays", "will_live")
@pytest.mark.rule("SVE-021")
@pytest.mark.parametrize(
    ("hp", "breaks"), [(17, BREAKS), (18, []), (19, [])], ids=["8 of 17", "9 of 18", "10 of 19"]
)
def test_at_half_its_hp_one_has_had_enough_unless_it_clearly_will_not_die(
    hp: int, breaks: list[str]
) -> None:
    """A sword could take 8 of what is left; that flight is hopeless does not count."""
    assert bled(hp) == breaks


@pytest.mark.rule("SVE-021")
def test_all_foes_together_count_for_what_could_kill_it() -> None:
    """A second sword makes 16 of it; a weak fist makes no difference to 9 hit points."""
    assert bled(18, weapons=(SWORD,)) == BREAKS
    fist = make_weapon("fist", 1, 2)
    assert bled(18, weapons=(fist,), strength=-2) == []


@pytest.mark.ruling("morale_stays", "flight_is_vain")
@pytest.mark.rule("SVE-021", "SOV-144")
def test_with_the_later_ruling_the_cornered_stay_though_they_may_die(
    edition: Callable[..., str],
) -> None:
    house = edition(Dial("morale_stays", 0, "SOV-144"), of=BOOK)
    assert bled(17, house) == []


@pytest.mark.rule("SVE-021")
def test_a_group_has_had_enough_after_a_third_unless_it_is_clearly_winning() -> None:
    """Cornered and slow, they would stay in the current edition."""
    drawing = "# # # # # #\n# a g h i #\n# # # # # #"
    slow = {name: foe(hp=4, creature=True, speed=20) for name in "ghi"}
    tape = "> a attack g with sword\n! attack d20 15\n! damage d8 8\n"
    fight = early(drawing, tape, a=fighter(), **slow)
    assert told(fight, "breaks") == [f"breaks unit={name} why=losses" for name in "hi"]


@pytest.mark.rule("SVE-021")
@pytest.mark.parametrize(("damage", "breaks"), [(4, False), (5, True)])
def test_more_than_half_its_hp_must_be_left(damage: int, breaks: bool) -> None:
    """10 hit points and two swords: 6 left are more than half, 5 are not."""
    fight = early(
        CELL,
        f"> a attack g with sword\n! attack d20 15\n! damage d8 {damage}\n",
        a=fighter(),
        b=fighter(),
        g=foe(hp=10, creature=True, speed=20),
    )
    assert bool(told(fight, "breaks")) is breaks


@pytest.mark.rule("SVE-021")
@pytest.mark.parametrize(("count", "breaks"), [(3, True), (4, False)])
def test_one_of_three_is_a_third_and_one_of_four_is_not(count: int, breaks: bool) -> None:
    names = "ghik"[:count]
    drawing = "# # # # # # #\n# a " + " ".join(names) + " . #\n# # # # # # #"
    slow = {name: foe(hp=4, creature=True, speed=20) for name in names}
    tape = "> a attack g with sword\n! attack d20 15\n! damage d8 8\n"
    fight = early(drawing, tape, a=fighter(), **slow)
    assert bool(told(fight, "breaks")) is breaks


@pytest.mark.rule("SVE-021")
def test_a_group_that_is_clearly_winning_stays() -> None:
    """A third of the foes against half of the party."""
    fight = early(
        "# # # # # # #\n# a g h i b #\n# # # # # # #",
        "> i attack b with sword\n! attack d20 18\n! damage d8 8\n> i done\n> g done\n> h done\n"
        "> a attack g with sword\n! attack d20 15\n! damage d8 8\n",
        first="foes",
        a=fighter(),
        b=fighter(hp=1),
        **{name: foe(hp=4, creature=True, speed=20) for name in "ghi"},
    )
    assert told(fight, "breaks") == []


# Pursuit.


def chase(tape: str, drawing: str = "a . g", rounds: int = 0, **given: Sheet) -> Fight:
    """`g` leaves the map; after this many quiet rounds of a comrade the party gives chase."""
    sheets = {"a": fighter(exert=1), "g": foe(), **given}
    return early(drawing, tape, first="foes", **sheets)


LEAVE = "> g leave\n"


def roll(one: int, two: int) -> str:
    return f"! chase d6 {one}\n! chase d6 {two}\n"


@pytest.mark.rule("SVE-026")
@pytest.mark.parametrize(("speed", "end"), [(25, "caught"), (35, "escaped")])
def test_the_faster_side_wins_the_chase_without_a_roll(speed: int, end: str) -> None:
    fight = chase(LEAVE + "> a pursue\n", g=foe(speed=speed))
    assert told(fight, "pursuit", "group-check", "ends") == [
        "pursuit side=party after=foes",
        f"ends reason={end} team=0",
    ]


@pytest.mark.rule("SVE-026")
@pytest.mark.parametrize(("two", "end"), [(3, "caught"), (2, "escaped")])
def test_at_equal_pace_the_pursuers_roll_against_the_others(two: int, end: str) -> None:
    """Exert 1 and 2 for no head start against 8 + CON or DEX 0 and Exert 0."""
    fight = chase(LEAVE + "> a pursue\n" + roll(2, two))
    assert told(fight, "group-check", "ends") == [
        f"group-check side=party what=chase total={5 + two} needed=8 "
        f"passed={'yes' if end == 'caught' else 'no'}",
        f"ends reason={end} team=0",
    ]
    assert terms(fight, "group-check")["head start"] == 2


@pytest.mark.rule("SVE-026")
@pytest.mark.parametrize(("temper", "worth"), [("enraged", 1), ("half-hearted", -1), ("", 0)])
def test_rage_and_a_faint_heart_count(temper: str, worth: int) -> None:
    said = f" : {temper}" if temper else ""
    fight = chase(LEAVE + f"> a pursue{said}\n" + roll(1, 1))
    assert terms(fight, "group-check")["temper"] == worth


@pytest.mark.rule("SVE-026")
def test_the_tempers_are_among_the_answers_and_others_are_not() -> None:
    fight = chase(LEAVE)
    assert listed(fight) == [
        "a pursue", "a pursue : enraged", "a pursue : half-hearted", "a let-go",
    ]  # fmt: skip


@pytest.mark.rule("SVE-026")
def test_more_pursuers_than_fleers_are_slower_by_1() -> None:
    fight = chase(LEAVE + "> a pursue\n" + roll(1, 1), "a . g\nb . .", b=fighter())
    assert terms(fight, "group-check")["more pursuers"] == -1


@pytest.mark.rule("SVE-026")
@pytest.mark.parametrize(
    ("rounds", "worth"), [(0, 2), (1, 1), (2, 0), (6, 0), (7, -2)], ids=lambda value: str(value)
)
def test_a_head_start_tells(rounds: int, worth: int) -> None:
    """`g` leaves in the first round, `h` falls this many rounds later."""
    pause = "> a done\n> h done\n" * rounds
    strike = "> a shoot h with small bow\n! attack d20 18\n! damage d6 6\n"
    fight = early(
        "a . h g",
        "> g leave\n> h done\n" + pause + strike + "> a pursue\n" + roll(1, 1),
        first="foes",
        a=fighter(weapons=(BOW,)),
        g=foe(),
        h=foe(),
    )
    assert terms(fight, "group-check")["head start"] == worth
