"""Morale in Aachen: 2d6 on the first casualty and when half are down; players never."""

import pytest
from tests.rules.aachen.aachen_scene import BOTH, LATER, play_setup, scene, scene_setup
from tests.scene import fighter, foe, last, told, unit

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT, Sheet, make_weapon
from shieldwall.fight import Fight

BOW = make_weapon(
    "bow", 1, 6, attributes=(1,), skill=SHOOT, melee=False, normal_range=100, long_range=600,
    two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip

LINE = "g h i k\n. . . .\na . . ."
KILL = "> a shoot {} with bow\n! attack d20 18\n! damage d6 6\n"


def rabble(morale: int = 7, **facts: object) -> Sheet:
    return foe(hp=3, creature=True, morale=morale, **facts)


def archer() -> Sheet:
    return fighter(weapons=(BOW,))


def fight_of(
    tape: str, count: int = 4, book: str = LATER, first: str = "party", **facts: object
) -> Fight:
    names = "ghik"[:count]
    drawing = " ".join(names) + "\n" + " ".join("." * count) + "\n" + "a" + " ." * (count - 1)
    people = {name: rabble(**facts) for name in names}  # type: ignore[arg-type]
    return scene(drawing, tape, book, first=first, a=archer(), **people)


def morale(first: int, second: int) -> str:
    return f"! morale d6 {first}\n! morale d6 {second}\n"


REST = "> a reload with bow\n> a done\n"


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize(("second", "held"), [(3, "yes"), (4, "no")])
def test_on_the_first_casualty_a_side_breaks_above_its_morale(
    book: str, second: int, held: str
) -> None:
    """Morale 7: a 7 holds, an 8 breaks them all."""
    fight = fight_of(KILL.format("g") + morale(4, second), book=book)
    assert told(fight, "morale") == [
        f"morale side=foes why=first_casualty roll={4 + second} score=7 held={held}"
    ]
    broken = [f"breaks unit={name} why=first_casualty" for name in "hik"] if held == "no" else []
    assert told(fight, "breaks") == broken


@pytest.mark.rule("AAC-041")
@BOTH
def test_it_is_tested_again_when_half_are_down_and_then_no_more(book: str) -> None:
    quiet = "".join(f"> {name} done\n" for name in "hik")
    fight = fight_of(
        KILL.format("g") + morale(1, 1) + REST + quiet
        + KILL.format("h") + morale(1, 1) + REST + quiet.replace("> h done\n", "")
        + KILL.format("i"),
        book=book,
    )  # fmt: skip
    assert [line.split()[2] for line in told(fight, "morale")] == [
        "why=first_casualty", "why=half_down",
    ]  # fmt: skip


@pytest.mark.rule("AAC-041")
def test_a_wound_alone_is_no_reason() -> None:
    fight = scene(
        "g h\n. .\na .",
        "> a shoot g with bow\n! attack d20 18\n! damage d6 2\n",
        a=archer(),
        g=rabble(),
        h=rabble(),
    )
    assert told(fight, "morale") == []
    assert unit(fight, "g").hp == 1


@pytest.mark.rule("AAC-041")
def test_one_fall_that_is_both_first_and_half_is_one_test() -> None:
    fight = fight_of(KILL.format("g") + morale(6, 6), count=2)
    assert told(fight, "morale") == ["morale side=foes why=half_down roll=12 score=7 held=no"]


@pytest.mark.rule("AAC-041")
@pytest.mark.parametrize(("change", "held"), [(-2, "no"), (0, "yes"), (1, "yes")])
def test_the_situation_changes_the_score(change: int, held: str) -> None:
    made: Setup = scene_setup("g h\n. .\na .", a=archer(), g=rabble(), h=rabble())
    made.sides[1].morale = change
    fight = play_setup(made, KILL.format("g") + morale(3, 3))
    assert told(fight, "morale") == [
        f"morale side=foes why=half_down roll=6 score={7 + change} held={held}"
    ]
    assert ("situation" in {term.what for term in last(fight, "morale").terms}) == (change != 0)


@pytest.mark.rule("AAC-041")
def test_the_fearless_and_the_players_are_not_tested() -> None:
    fearless = scene(
        "g h\n. .\na .", KILL.format("g"), a=archer(), g=rabble(), h=rabble(fearless=True)
    )
    assert told(fearless, "morale") == []
    players = scene(
        "g a\n. b",
        "> g attack a with sword\n! attack d20 18\n! damage d8 8\n",
        first="foes",
        a=fighter(hp=2, creature=True, morale=2),
        b=fighter(creature=True, morale=2),
        g=foe(),
    )
    assert told(players, "falls") == ["falls unit=a by=g how=down"]
    assert told(players, "morale") == []


@pytest.mark.rule("AAC-041")
def test_a_side_of_many_kinds_goes_by_the_score_most_of_them_have() -> None:
    fight = scene(
        LINE,
        KILL.format("g") + morale(3, 3),
        a=archer(),
        g=rabble(5),
        h=rabble(9),
        i=rabble(6),
        k=rabble(6),
    )
    assert told(fight, "morale")[0].endswith("roll=6 score=6 held=yes")


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize(("score", "rolled"), [(11, True), (12, False)])
def test_morale_twelve_never_rolls_and_no_unit_is_asked(
    book: str, score: int, rolled: bool
) -> None:
    """No throw of 2d6 is above 12; 11 is tested, and breaks on a 12."""
    fight = fight_of(KILL.format("g") + (morale(6, 6) if rolled else ""), book=book, morale=score)
    assert bool(told(fight, "morale")) is rolled
    assert unit(fight, "h").broken is rolled
    assert fight.die is None
    assert [fight.names.units[one.unit] for one in fight.requests] == ["a"]


@pytest.mark.rule("AAC-041")
@BOTH
def test_twelve_is_twelve_whatever_the_situation_takes_off(book: str) -> None:
    """The score on the page decides: 12 never rolls, and 11 with 1 more cannot fail either."""
    for score, change, rolled in ((12, -2, False), (11, 1, False), (11, -1, True)):
        drawing = "g h i k\n. . . .\na . . ."
        made = scene_setup(
            drawing, book, a=archer(), **{name: rabble(morale=score) for name in "ghik"}
        )
        made.sides[1].morale = change
        dice = morale(6, 6) if rolled else ""
        fight = play_setup(made, KILL.format("g") + dice)
        assert bool(told(fight, "morale")) is rolled
        assert unit(fight, "h").broken is rolled


@pytest.mark.rule("AAC-041")
@BOTH
def test_one_with_morale_twelve_fights_on_where_its_side_breaks(book: str) -> None:
    made = scene_setup(
        LINE, book, a=archer(), g=rabble(), h=rabble(), i=rabble(), k=rabble(morale=12)
    )
    fight = play_setup(made, KILL.format("g") + morale(6, 6))
    assert [unit(fight, name).broken for name in "hik"] == [True, True, False]


@pytest.mark.rule("AAC-041")
@BOTH
@pytest.mark.parametrize("count", [2, 4])
def test_a_unit_that_leaves_the_field_is_no_casualty_and_shakes_no_unit(
    book: str, count: int
) -> None:
    """One of two has left, and no unit is down."""
    fight = fight_of("> a done\n> g leave\n", count, book)
    assert told(fight, "leaves", "morale", "breaks") == ["leaves unit=g"]
    assert not unit(fight, "h").broken


@pytest.mark.rule("AAC-041")
@BOTH
def test_units_that_have_left_still_count_among_the_participants(book: str) -> None:
    """Of four one leaves and one falls: that is the first casualty, and not half of them."""
    fight = fight_of(
        "> g leave\n> h done\n> i done\n> k done\n" + KILL.format("h") + morale(1, 1), book=book,
        first="foes",
    )  # fmt: skip
    assert told(fight, "morale") == ["morale side=foes why=first_casualty roll=2 score=7 held=yes"]


@pytest.mark.rule("AAC-041")
@pytest.mark.ruling("two_morale_checks", "one_check")
@pytest.mark.ruling("two_morale_checks", "two_checks")
@BOTH
@pytest.mark.parametrize(
    ("word", "dice", "reasons"),
    [
        ("one_check", morale(1, 1), ["half_down"]),
        ("two_checks", morale(1, 1) + morale(1, 1), ["first_casualty", "half_down"]),
        ("two_checks", morale(6, 6), ["first_casualty"]),
    ],
)
def test_the_casualty_of_one_of_two_is_both_reasons_for_one_check_or_two(
    book: str, word: str, dice: str, reasons: list[str]
) -> None:
    """A side that the first of two checks breaks makes no second."""
    made = scene_setup("g h\n. .\na .", book, a=archer(), g=rabble(), h=rabble())
    made.rulings = (("two_morale_checks", word),)
    fight = play_setup(made, KILL.format("g") + dice)
    assert [line.split()[2] for line in told(fight, "morale")] == [f"why={why}" for why in reasons]
