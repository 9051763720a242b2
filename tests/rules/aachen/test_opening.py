"""The start of a fight in Aachen: the reaction roll, surprise by opposed rolls, the free round."""

import json

import pytest
from tests.rules.aachen.aachen_scene import (
    BOTH,
    EARLIER,
    LATER,
    Edition,
    play_setup,
    ruled,
    scene,
    scene_setup,
)
from tests.scene import fighter, foe, listed, may, told, unit, why_not

from shieldwall.books.aachen.opening import mood
from shieldwall.content import ContentError, read_encounter
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import NOBODY, UNSAID
from shieldwall.minds import make_mind

INITIATIVE = "! initiative d8 8\n! initiative d8 1\n"


def meeting(book: str = LATER) -> Setup:
    made = scene_setup("a . . . g", book, a=fighter(), g=foe())
    made.reaction = True
    return made


def dice(first: int, second: int) -> str:
    return f"! reaction d6 {first}\n! reaction d6 {second}\n"


MOODS = [
    (2, "hostile"), (3, "unfriendly"), (5, "unfriendly"), (6, "neutral"), (8, "neutral"),
    (9, "indifferent"), (11, "indifferent"), (12, "helpful"),
]  # fmt: skip


@pytest.mark.ruling("reaction_hostile_max", "2")
@pytest.mark.rule("AAC-003", "AAC-045", "W-P18")
@pytest.mark.parametrize(("total", "word"), MOODS)
def test_the_five_bands_of_the_reaction_roll(total: int, word: str) -> None:
    first = min(6, total - 1)
    fight = play_setup(
        meeting(),
        dice(first, total - first) + (INITIATIVE if word == "hostile" else ""),
        first="",
    )
    assert told(fight, "reaction") == [f"reaction total={total} mood={word}"]


@pytest.mark.ruling("reaction_hostile_max", "3")
@pytest.mark.rule("AAC-003")
def test_where_the_text_overlaps_a_ruling_says_whether_3_is_hostile(edition: Edition) -> None:
    assert (mood(3, 2), mood(3, 3), mood(2, 3), mood(4, 3)) == (
        "unfriendly", "hostile", "hostile", "unfriendly",
    )  # fmt: skip
    made = ruled(edition, meeting(), reaction_hostile_max=3)
    fight = play_setup(made, dice(1, 2) + INITIATIVE, first="")
    assert told(fight, "reaction") == ["reaction total=3 mood=hostile"]


@pytest.mark.rule("AAC-001", "AAC-003")
@BOTH
def test_the_hostile_fight_and_the_helpful_do_not(book: str) -> None:
    fight = play_setup(meeting(book), dice(1, 1) + INITIATIVE, first="")
    assert told(fight, "reaction", "initiative", "round") == [
        "reaction total=2 mood=hostile",
        "initiative side=party die=8 total=8",
        "initiative side=foes die=1 total=1",
        "round number=1",
    ]
    peace = play_setup(meeting(book), dice(6, 6), first="")
    assert told(peace, "initiative", "ends") == ["ends reason=parley team=-1"]


@pytest.mark.rule("AAC-003", "G-50")
def test_in_between_the_referee_says_whether_it_comes_to_blows() -> None:
    fight = play_setup(meeting(), dice(3, 4), first="")
    assert listed(fight) == ["referee fight", "referee part"]
    assert why_not(fight, "a done") == "fight-or-part AAC-003"
    parted = play_setup(meeting(), dice(3, 4) + "> referee part\n", first="")
    assert told(parted, "ends") == ["ends reason=parley team=-1"]
    fought = play_setup(meeting(), dice(5, 5) + "> referee fight\n" + INITIATIVE, first="")
    assert told(fought, "ends") == []
    assert may(fought, "a done")


@pytest.mark.rule("AAC-003", "G-50")
def test_without_a_referee_they_fight() -> None:
    fight = play_setup(meeting(), dice(3, 4), first="")
    outcome = fight.play([make_mind("simple")] * 3)
    assert outcome.reason != "parley"


@pytest.mark.rule("AAC-001")
def test_without_doubt_there_is_no_reaction_roll_and_a_book_without_it_says_so() -> None:
    assert told(scene("a . g", "", a=fighter(), g=foe()), "reaction") == []
    text = (
        "title: T\nrules: {}\nreaction: yes\nmap:\n  squares: |\n    ...\nsides:\n"
        "  - {{name: left, units: [{{what: goblin, at: A1}}]}}\n"
        "  - {{name: right, units: [{{what: wolf, at: C1}}]}}\n"
    )
    assert read_encounter(text.format("aachen"), "e.yaml").reaction
    with pytest.raises(ContentError, match="Sovereign has no reaction roll"):
        read_encounter(text.format("sovereign"), "e.yaml")


# Surprise.


def skilled(dex: int = 0, sneak: int = 0, wis: int = 0, notice: int = 0) -> Sheet:
    made = fighter()
    made.skills = (0, 0, 0, 0, sneak, notice, 0, 0, 0)
    made.attributes = (0, dex, 0, 0, wis, 0)
    return made


def ambush(book: str = LATER, by: int = 0, sneak: int = 1, notice: int = 0) -> Setup:
    """One side comes upon the other: DEX 1 and Sneak against WIS 1 and Notice."""
    prowler, watcher = skilled(dex=1, sneak=sneak), skilled(wis=1, notice=notice)
    pair = (prowler, watcher) if by == 0 else (watcher, prowler)
    made = scene_setup("a . . . g", book, a=pair[0], g=pair[1])
    made.ambush = by
    return made


def opposed(sneak: tuple[int, int], notice: tuple[int, int]) -> str:
    return "".join(f"! ambush d6 {die}\n" for die in sneak) + "".join(
        f"! notice d6 {die}\n" for die in notice
    )


@pytest.mark.rule("AAC-004", "AAC-005")
@BOTH
def test_both_roll_and_the_higher_prevails(book: str) -> None:
    """4 + 3 + 2 against 4 + 4 + 1 ties; one more prevails, one less does not."""
    caught = play_setup(ambush(book), opposed((4, 4), (4, 4)), first="")
    assert told(caught, "group-check", "surprise") == [
        "group-check side=party what=ambush total=10 needed=9 passed=yes",
        "surprise sides=party",
    ]
    assert unit(caught, "g").surprised
    seen = play_setup(ambush(book), opposed((4, 2), (4, 4)) + INITIATIVE, first="")
    assert told(seen, "group-check", "surprise") == [
        "group-check side=party what=ambush total=8 needed=9 passed=no"
    ]


TIE = opposed((4, 3), (4, 4))


@pytest.mark.ruling("opposed_tie", "again")
@pytest.mark.rule("AAC-004")
def test_the_later_draft_rolls_a_tie_again() -> None:
    fight = play_setup(ambush(LATER), TIE + opposed((6, 6), (1, 1)), first="")
    assert len(told(fight, "group-check")) == 2
    assert told(fight, "surprise") == ["surprise sides=party"]


@pytest.mark.ruling("opposed_tie", "players")
@pytest.mark.rule("AAC-004")
@pytest.mark.parametrize(("by", "caught"), [(0, True), (1, False)])
def test_the_earlier_draft_gives_a_tie_to_the_players(by: int, caught: bool) -> None:
    """Whether they are the sneaking side or the watching side."""
    tape = TIE + ("" if caught else INITIATIVE)
    fight = play_setup(ambush(EARLIER, by), tape, first="")
    assert bool(told(fight, "surprise")) == caught


@pytest.mark.ruling("opposed_tie", "higher_skill")
@pytest.mark.rule("AAC-004")
@pytest.mark.parametrize(
    ("sneak", "notice", "dice", "caught"),
    [(1, 0, ((4, 3), (4, 4)), True), (0, 1, ((4, 4), (4, 3)), False)],
    ids=["sneak 1 beats notice 0", "notice 1 beats sneak 0"],
)
def test_where_a_table_compares_skills_the_higher_level_takes_a_tie(
    edition: Edition,
    sneak: int,
    notice: int,
    dice: tuple[tuple[int, int], tuple[int, int]],
    caught: bool,
) -> None:
    made = ruled(edition, ambush(LATER, sneak=sneak, notice=notice), opposed_tie=1)
    fight = play_setup(made, opposed(*dice) + ("" if caught else INITIATIVE), first="")
    assert bool(told(fight, "surprise")) == caught


@pytest.mark.rule("AAC-004")
def test_the_best_at_it_rolls_for_a_side() -> None:
    made = scene_setup("a b . . g", a=skilled(sneak=-1), b=skilled(dex=1, sneak=1), g=skilled())
    made.ambush = 0
    fight = play_setup(made, opposed((1, 1), (1, 2)), first="")
    assert told(fight, "group-check") == [
        "group-check side=party what=ambush total=4 needed=3 passed=yes"
    ]


@pytest.mark.rule("AAC-004")
def test_something_equivalent_may_stand_for_sneaking() -> None:
    """A hard entry: STR and Exert against Notice."""
    strong = fighter(exert=1, strength=1)
    made = scene_setup("a . . . g", a=strong, g=skilled(notice=1))
    made.ambush = 0
    made.hard_entry = True
    fight = play_setup(
        made, "! hard entry d6 3\n! hard entry d6 3\n! notice d6 3\n! notice d6 3\n", first=""
    )
    assert told(fight, "group-check") == [
        "group-check side=party what=hard_entry total=8 needed=7 passed=yes"
    ]


@pytest.mark.rule("AAC-004")
def test_surprise_may_simply_be_given_to_a_side_or_ruled_out() -> None:
    given = scene("a . g", "", first="", surprised="foes", a=fighter(), g=foe())
    assert told(given, "group-check", "surprise") == ["surprise sides=party"]
    made = ambush()
    made.sides[1].expecting = True
    assert told(play_setup(made, INITIATIVE, first=""), "group-check", "surprise") == []


@pytest.mark.rule("AAC-005", "AAC-001")
@BOTH
def test_surprise_is_a_full_round_for_units_that_prevail_and_initiative_comes_after(
    book: str,
) -> None:
    fight = scene(
        "a . g",
        "> a run B1\n> a attack g with sword\n! attack d20 2\n> a done\n" + INITIATIVE,
        book,
        first="",
        surprised="foes",
        a=fighter(),
        g=foe(ac=18),
    )
    assert told(fight, "surprise", "turn", "initiative", "round")[:3] == [
        "surprise sides=party",
        "turn unit=a",
        "initiative side=party die=8 total=8",
    ]
    assert told(fight, "round") == ["round number=1"]
    assert may(fight, "a done"), "a round of its own again"


@pytest.mark.ruling("surprise_morale", "yes")
@pytest.mark.ruling("surprise_morale", "no")
@pytest.mark.rule("AAC-006", "G-35")
def test_the_surprised_keep_their_nerve_unless_a_table_wants_a_check(edition: Edition) -> None:
    rabble = {"g": foe(creature=True, morale=6), "h": foe(creature=True, disciplined=True)}
    for book in (LATER, EARLIER):
        quiet = scene("a . g h", "", book, first="", surprised="foes", a=fighter(), **rabble)
        assert told(quiet, "morale") == []
        made = scene_setup("a . g h", book, surprised="foes", a=fighter(), **rabble)
        ruled(edition, made, surprise_morale=1)
        fight = play_setup(made, "! morale d6 3\n! morale d6 4\n", first="")
        assert told(fight, "morale", "breaks") == [
            "morale side=foes why=surprise roll=7 score=6 held=no",
            "breaks unit=g why=surprise",
        ], "the disciplined are not asked"


@pytest.mark.rule("AAC-006")
def test_the_players_own_side_is_never_startled(edition: Edition) -> None:
    made = scene_setup("a . g", surprised="party", a=fighter(creature=True), g=foe())
    fight = play_setup(ruled(edition, made, surprise_morale=1), "", first="")
    assert told(fight, "morale") == []


@pytest.mark.rule("AAC-003")
@BOTH
@pytest.mark.parametrize(("answer", "fights"), [("fight", True), ("part", False)])
def test_what_comes_of_the_unfriendly_is_the_referees_to_say(
    book: str, answer: str, fights: bool
) -> None:
    fight = play_setup(
        meeting(book), dice(2, 2) + f"> referee {answer}\n" + (INITIATIVE if fights else ""), ""
    )
    assert told(fight, "reaction") == ["reaction total=4 mood=unfriendly"]
    assert (fight.outcome is None) is fights


@pytest.mark.rule("AAC-039")
@pytest.mark.ruling("total_defense_for_all", "yes")
@pytest.mark.ruling("total_defense_for_all", "no")
@pytest.mark.parametrize(("option", "asked"), [(1, True), (0, False)])
def test_a_table_may_do_without_total_defense(option: int, asked: bool, edition: Edition) -> None:
    made = scene_setup("a g", stops="always", a=fighter(), g=foe(hp=20))
    fight = play_setup(ruled(edition, made, total_defense_for_all=option), "", "foes")
    fight.push("g attack a with sword")
    offered = [
        choice.verb for request in fight.requests for choice in request.options if request.unit == 0
    ]
    assert ("total-defense" in offered) is asked


# Who attacks tries for surprise (AAC-005).

MET = """\
title: Met on the road
rules: {}
{}
sides:
  - {{name: party, players: yes, units: [{{what: guard, id: a, {}}}]}}
  - {{name: foes, units: [{{what: guard, id: g, {}}}]}}
creatures:
  guard: {{hd: 1, ac: 12, weapons: dagger, skill: +1}}
"""
ON_A_MAP = ("map:\n  squares: |\n    ........", "at: A1", "at: E1")
IN_THE_OPEN = ("space: open\nfield: {length: 120}", "at: 60", "at: 90")
GROUNDS = pytest.mark.parametrize("ground", [ON_A_MAP, IN_THE_OPEN], ids=["map", "open"])


def met(book: str, more: str = "", ground: tuple[str, str, str] = ON_A_MAP) -> Setup:
    return read_encounter(MET.format(book, *ground) + more, "e.yaml")


@pytest.mark.ruling("attackers_try_surprise", "always")
@pytest.mark.rule("AAC-005")
@GROUNDS
def test_in_the_earlier_draft_the_gms_side_tries_unasked(ground: tuple[str, str, str]) -> None:
    """3 + 3 + 1 against 2 + 2 + 1."""
    caught = play_setup(met(EARLIER, ground=ground), opposed((3, 3), (2, 2)), first="")
    assert told(caught, "group-check", "surprise") == [
        "group-check side=foes what=ambush total=7 needed=5 passed=yes",
        "surprise sides=foes",
    ]
    assert (unit(caught, "a").surprised, unit(caught, "g").surprised) == (True, False)
    tape = opposed((2, 2), (3, 3)) + INITIATIVE
    seen = play_setup(met(EARLIER, ground=ground), tape, first="")
    assert told(seen, "surprise", "initiative")[0] == "initiative side=party die=8 total=8"


@pytest.mark.rule("AAC-005")
@GROUNDS
def test_the_later_draft_lets_no_unit_try_unasked(ground: tuple[str, str, str]) -> None:
    for more in ("", "attackers: foes\n"):
        fight = play_setup(met(LATER, more, ground), INITIATIVE, first="")
        assert told(fight, "group-check", "surprise") == []


@pytest.mark.ruling("attackers_try_surprise", "attackers")
@pytest.mark.rule("AAC-005")
@pytest.mark.parametrize("rulings", ["", "rulings: {attackers_try_surprise: attackers}\n"])
def test_the_file_says_who_the_attackers_are(rulings: str) -> None:
    made = met(EARLIER, f"attackers: party\n{rulings}")
    fight = play_setup(made, opposed((3, 3), (2, 2)), first="")
    assert told(fight, "surprise") == ["surprise sides=party"]
    nobody = play_setup(met(EARLIER, f"attackers: none\n{rulings}"), INITIATIVE, first="")
    assert told(nobody, "group-check", "surprise") == []


@pytest.mark.ruling("attackers_try_surprise", "attackers")
@pytest.mark.ruling("attackers_try_surprise", "when_set")
@pytest.mark.rule("AAC-005")
@pytest.mark.parametrize(
    ("option", "more"), [("attackers", ""), ("when_set", ""), ("when_set", "attackers: foes\n")]
)
def test_a_table_may_leave_it_to_units_that_are_named_or_lie_in_ambush(
    option: str, more: str
) -> None:
    made = met(EARLIER, f"{more}rulings: {{attackers_try_surprise: {option}}}\n")
    assert told(play_setup(made, INITIATIVE, first=""), "group-check", "surprise") == []


@pytest.mark.rule("AAC-005", "AAC-004")
def test_no_unit_tries_where_the_surprise_is_settled_or_a_fight_expected() -> None:
    given = play_setup(met(EARLIER, "surprised: foes\n"), "", first="")
    assert told(given, "group-check", "surprise") == ["surprise sides=party"]
    made = met(EARLIER)
    made.sides[0].expecting = True
    assert told(play_setup(made, INITIATIVE, first=""), "group-check", "surprise") == []
    laid = play_setup(met(EARLIER, "ambush: party\n"), opposed((3, 3), (2, 2)), first="")
    assert told(laid, "surprise") == ["surprise sides=party"]


@pytest.mark.rule("AAC-005")
def test_a_table_with_two_sides_of_the_gms_says_who_attacks_or_no_side_does() -> None:
    made = met(EARLIER)
    made.sides[0].players = False
    assert told(play_setup(made, INITIATIVE, first=""), "group-check", "surprise") == []
    named = met(EARLIER, "attackers: foes\n")
    named.sides[0].players = False
    fight = play_setup(named, opposed((3, 3), (2, 2)), first="")
    assert told(fight, "surprise") == ["surprise sides=foes"]


def test_the_attackers_are_checked_and_saved() -> None:
    for wrong, message in (
        ("attackers: goblins\n", "unknown side 'goblins'; known: party, foes, none"),
        (
            "ambush: foes\nattackers: foes\n",
            "an `ambush` or a `hard-entry` already says who attacks",
        ),
    ):
        with pytest.raises(ContentError) as caught:
            met(EARLIER, wrong)
        (problem,) = caught.value.problems
        assert problem.message == message
    for more, number in (("", UNSAID), ("attackers: none\n", NOBODY), ("attackers: party\n", 0)):
        made = met(EARLIER, more)
        assert setup_from_text(setup_to_text(made)).attackers == made.attackers == number
    kept = json.loads(setup_to_text(met(EARLIER)))
    del kept["attackers"]
    assert setup_from_text(json.dumps(kept)).attackers == NOBODY, "a save of before"
