"""Tapes: damaged ones are refused with the line and what was expected, good ones replay."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.arena import skirmish, three_sides
from tests.scene import DAGGER, fighter, foe, play_setup, setup, told

from shieldwall.content import setup_digest
from shieldwall.engine.events.attack_events import AttackRolled
from shieldwall.engine.events.event import Event
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import SaveError, TapeFile, replay_file, replay_tape, tape_text


def finished(made: Setup, seed: int) -> Fight:
    fight = Fight(made, seed)
    fight.play([make_mind("simple") for _ in seat_names(made)])
    return fight


MADE = skirmish()
WHOLE = finished(MADE, 5)
LINES = tape_text(WHOLE).splitlines()
BODY = LINES.index("") + 1
"""The first line after the header, from 0."""


def replayed(lines: list[str], made: Setup = MADE) -> Fight:
    return replay_tape(TapeFile("damaged", "\n".join(lines) + "\n"), made)


def verdict(lines: list[str], made: Setup = MADE) -> tuple[SaveError | None, list[Event]]:
    """What a tape is refused with, or the events it gives; any other error is a failure."""
    try:
        file = TapeFile("damaged", "\n".join(lines) + "\n")
        return None, replay_tape(file, file.setup(made)).events
    except SaveError as error:
        return error, []


def test_the_tape_of_these_tests_has_dice_choices_and_check_lines_of_many_kinds() -> None:
    assert WHOLE.outcome is not None
    marks = [line[0] for line in LINES[BODY:]]
    assert min(marks.count(mark) for mark in "!>=") > 10
    assert {line.split()[1] for line in LINES[BODY:] if line[0] == "!"} >= {"attack", "damage"}
    assert replayed(LINES).events == WHOLE.events


# Damage, line by line.

NUMBERS = range(BODY, len(LINES))


def test_a_missing_die_is_noticed_before_the_next_entry() -> None:
    for number in NUMBERS:
        if LINES[number][0] == "!":
            error, _ = verdict(LINES[:number] + LINES[number + 1 :])
            assert error is not None, LINES[number]
            nexts = [n for n in NUMBERS if n > number and LINES[n][0] != "="]
            assert number < error.line <= (nexts[0] if nexts else len(LINES))
            tag, die = LINES[number][2:].rpartition(" ")[0].rsplit(" ", 1)
            assert f"'! {tag} {die} …'" in error.message or "What happened" in error.message


@pytest.mark.long_play
def test_a_missing_choice_is_noticed() -> None:
    """Where the rest does not fit: another unit may end a turn in place of the missing one."""
    for number in NUMBERS:
        if LINES[number][0] == ">":
            error, _ = verdict(LINES[:number] + LINES[number + 1 :])
            assert error is not None, LINES[number]
            assert error.line > number


@pytest.mark.long_play
def test_a_missing_check_line_changes_nothing() -> None:
    for number in NUMBERS:
        if LINES[number][0] == "=":
            error, events = verdict(LINES[:number] + LINES[number + 1 :])
            assert error is None
            assert events == WHOLE.events


@pytest.mark.long_play
def test_a_die_out_of_range_is_refused_at_its_line() -> None:
    for number in NUMBERS:
        if LINES[number][0] != "!":
            continue
        head, _, value = LINES[number].rpartition(" ")
        sides = int(head.split()[-1][1:])
        for wrong in (0, -int(value), sides + 1, 10**30):
            error, _ = verdict([*LINES[:number], f"{head} {wrong}", *LINES[number + 1 :]])
            assert error is not None, LINES[number]
            assert error.line == number + 1
            assert error.message == f"a d{sides} shows 1 to {sides}, not {wrong}"


@pytest.mark.long_play
def test_a_die_that_shows_another_face_is_noticed_unless_it_changes_nothing() -> None:
    noticed = 0
    for number in NUMBERS:
        if LINES[number][0] != "!":
            continue
        head, _, value = LINES[number].rpartition(" ")
        for other in {1, int(head.split()[-1][1:])} - {int(value)}:
            error, events = verdict([*LINES[:number], f"{head} {other}", *LINES[number + 1 :]])
            assert error is not None or events == WHOLE.events
            noticed += error is not None and error.line > number + 1
    assert noticed > 20


@pytest.mark.long_play
def test_a_die_for_another_purpose_is_refused_at_its_line() -> None:
    for number in NUMBERS:
        if LINES[number][0] != "!":
            continue
        tag, die = LINES[number][2:].rpartition(" ")[0].rsplit(" ", 1)
        for other in (f"! luck {die}", f"! {tag} d7"):
            error, _ = verdict([*LINES[:number], f"{other} 1", *LINES[number + 1 :]])
            assert error is not None, LINES[number]
            assert error.line == number + 1
            assert error.message == f"expected '! {tag} {die} …', not '{other} …'"


@pytest.mark.long_play
def test_a_line_said_twice_is_refused_unless_it_changes_nothing() -> None:
    refused = 0
    for number in NUMBERS:
        error, events = verdict([*LINES[: number + 1], *LINES[number:]])
        assert error is not None or events == WHOLE.events, LINES[number]
        refused += error is not None and error.line > number
    assert refused > len(NUMBERS) * 2 // 3


@pytest.mark.long_play
def test_two_lines_in_the_wrong_order_are_refused_unless_it_changes_nothing() -> None:
    for number in NUMBERS[:-1]:
        one, other = LINES[number : number + 2]
        error, events = verdict([*LINES[:number], other, one, *LINES[number + 2 :]])
        assert error is not None or events == WHOLE.events, (one, other)
        if one != other and "=" in (one[0], other[0]):
            assert error is not None, "a check line stands for its own place"
            assert error.line in (number + 1, number + 2)


junk = st.one_of(
    st.text(alphabet=st.characters(exclude_categories=["Cc", "Zl", "Zp", "Cs"]), max_size=40),
    st.sampled_from(LINES),
    st.sampled_from(["!", ">", "=", "! attack", "> a", "> nobody done", "= round", "# note", ""]),
)


@settings(max_examples=150)
@given(st.integers(0, len(LINES)), st.integers(0, 1), junk)
def test_one_damaged_line_is_named_or_changes_nothing(at: int, replaced: int, line: str) -> None:
    """A line put in or put in another's place: refused with a line, or the very same fight."""
    error, events = verdict([*LINES[:at], line, *LINES[at + replaced :]])
    if error is None:
        assert events == WHOLE.events
    else:
        assert 1 <= error.line <= len(LINES) + 2
        assert error.message
        assert str(error) == f"damaged:{error.line}: {error.message}"


# Whole tapes that are wrong.

HEADER = {
    "": (1, "not a tape; the first line should be 'shieldwall-tape 1'"),
    "chess-tape 1": (1, "not a tape; the first line should be 'shieldwall-tape 1'"),
    "shieldwall-tape": (1, "not a tape; the first line should be 'shieldwall-tape 1'"),
    "shieldwall-tape 2": (1, "this tape has version 2; this program reads version 1"),
    "shieldwall-tape 1\nruls sovereign": (
        2,
        "'ruls' is not a header line; expected one of rules, engine, encounter",
    ),
    "shieldwall-tape 1\nseed 1\n\nseed 2": (4, "seed is given twice"),
    "shieldwall-tape 1\nseed many": (2, "seed should be a whole number, not 'many'"),
    "shieldwall-tape 1\nrules whist": (2, "the tape uses the rules whist, the set-up sovereign"),
    "shieldwall-tape 1\nsetup sha256:0": (
        2,
        "the tape belongs to a different set-up: sha256:0, not sha256:",
    ),
    "shieldwall-tape 1\n\n! initiative d8 3\nseed 1": (
        4,
        "expected a line that begins with !, >, *, = or #, not 'seed 1'",
    ),
    "shieldwall-tape 1\n\n! initiative d8 3": (
        4,
        "the tape ends before '! initiative d8 …'",
    ),
    "shieldwall-tape 1\n\n> a done": (3, "expected '! initiative d8 …', not a choice"),
    "shieldwall-tape 1\n\n! initiative d8": (3, "a die should read like '! attack d20 14'"),
    "shieldwall-tape 1\ndice loaded": (2, "dice should be seed or hand, not 'loaded'"),
}


@pytest.mark.parametrize("text", HEADER)
def test_a_wrong_tape_is_refused_with_its_line_and_what_was_expected(text: str) -> None:
    line, message = HEADER[text]
    error, _ = verdict(text.split("\n"))
    assert error is not None
    assert error.line == line
    assert error.message.startswith(message)


def test_the_tape_of_another_map_is_refused_by_its_set_up() -> None:
    other = tape_text(finished(three_sides(), 1)).splitlines()
    error, _ = verdict(other)
    assert error is not None
    assert other[error.line - 1].startswith("setup sha256:")
    assert error.message == (
        f"the tape belongs to a different set-up: sha256:{setup_digest(three_sides())}, "
        f"not sha256:{setup_digest(MADE)}"
    )


def test_the_tape_of_another_map_without_its_header_is_refused_at_the_first_misfit() -> None:
    other = tape_text(finished(three_sides(), 1)).splitlines()
    error, _ = verdict(["shieldwall-tape 1", *other[other.index("") :]])
    assert error is not None
    assert error.line > 1


def test_a_line_after_the_end_of_the_fight_is_left_over() -> None:
    for line in ("! attack d20 3", "> a done"):
        error, _ = verdict([*LINES, line])
        assert error is not None
        assert (error.line, error.message) == (
            len(LINES) + 1,
            "the fight is over before this line",
        )


def test_a_choice_against_the_rules_is_refused_with_the_rule() -> None:
    first = next(n for n in range(BODY, len(LINES)) if LINES[n][0] == ">")
    error, _ = verdict([*LINES[:first], "> a juggle", *LINES[first + 1 :]])
    assert error is not None
    assert error.line == first + 1
    assert error.message.endswith("(SOV-045)") or error.message.endswith("(SOV-030)")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 64, b""])
def test_a_file_that_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "junk.tape"
    path.write_bytes(content)
    with pytest.raises(SaveError, match="not a t"):
        replay_file(str(path), MADE)


# Tapes written by hand.


def test_a_tape_written_by_hand_names_a_shipped_encounter(tmp_path: Path) -> None:
    path = tmp_path / "duel.tape"
    text = """
        shieldwall-tape 1
        encounter duel      # nothing else is needed

        ! initiative d8 8   # the challenger
        ! initiative d8 1
        > alda run D4
        = moved unit=alda path=D4 feet=5
        > done              # one is in the middle of a turn, so nobody need be named

        # and so on
        > sergeant done
    """
    path.write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")
    fight = replay_file(str(path))
    assert fight.setup.title == "The Duel"
    assert told(fight, "round") == ["round number=1", "round number=2"]
    assert fight.request is not None
    assert fight.request.unit == fight.names.index["alda"]


def test_an_encounter_that_is_not_there_is_refused_at_its_line() -> None:
    file = TapeFile("hand", "shieldwall-tape 1\nseed 3\nencounter duell\n")
    with pytest.raises(SaveError, match=r"hand:3: .*duel") as caught:
        file.setup(None)
    assert caught.value.line == 3


def test_a_tape_that_does_not_say_what_it_is_of_is_refused() -> None:
    with pytest.raises(SaveError, match="the tape contains no set-up"):
        TapeFile("hand", "shieldwall-tape 1\n").setup(None)


def duel() -> Setup:
    return setup("a g", a=fighter(weapons=(DAGGER,)), g=foe(hp=9))


def test_check_lines_are_held_against_what_happens() -> None:
    start = "> a attack g with dagger\n! attack d20 15\n! damage d4 2\n"
    good = "= attack unit=a target=g weapon=dagger how=melee die=15 total=16 ac=12 hit=yes\n"
    harm = "= harm unit=g by=a amount=2 left=7 cause=hit\n"
    play_setup(duel(), start + harm)
    with pytest.raises(
        SaveError, match=r"scene:8: expected here: .*left=6.* What happened: .*left=7"
    ):
        play_setup(duel(), start + harm.replace("left=7", "left=6"))
    with pytest.raises(SaveError, match=r"scene:8: expected here: attack .*: harm unit=g"):
        play_setup(duel(), start + good)
    play_setup(duel(), start.replace("! damage", good + "! damage") + harm)


# The same choice again.


def attack_die(fight: Fight) -> int:
    return next(e.die for e in reversed(fight.events) if isinstance(e, AttackRolled))


def test_the_same_choice_again_meets_the_same_dice() -> None:
    for seed in range(30):
        fight = Fight(duel(), seed)
        if fight.state.clock.order[0] != 0:
            continue
        fight.push("a attack g with dagger")
        once = [event.key() for event in fight.events]
        for _ in range(3):
            fight.pop()
            fight.push("a attack g with dagger")
            assert [event.key() for event in fight.events] == once


def test_another_choice_meets_unrelated_dice() -> None:
    """Dropping prone first, nothing else: the attack die is another one 19 times in 20."""
    pairs = []
    for seed in range(120):
        fight = Fight(duel(), seed)
        if fight.state.clock.order[0] != 0:
            continue
        fight.push("a attack g with dagger")
        once = attack_die(fight)
        fight.pop()
        fight.push("a prone")
        fight.push("a attack g with dagger")
        pairs.append((once, attack_die(fight)))
    assert len(pairs) > 30
    assert sum(one == other for one, other in pairs) < len(pairs) / 4


def test_an_earlier_die_changes_all_later_ones() -> None:
    """Typed dice that differ by one, then dice from the seed: unrelated."""
    pairs = []
    for value in range(2, 20, 2):
        seen = []
        for die in (value, value + 1):
            fight = Fight(setup("b a g", a=fighter(), b=fighter(), g=foe(hp=50)), 9, by_hand=True)
            for number in (8, 1):
                fight.push_die(number)
            fight.push("a attack g")
            fight.push_die(die)
            fight.dice_by_hand(False)
            fight.push("a done")
            fight.push("b done")
            fight.push("g attack a")
            seen.append(attack_die(fight))
        pairs.append(tuple(seen))
    assert sum(one == other for one, other in pairs) <= 3
