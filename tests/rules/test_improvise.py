"""Improvised actions: the list of actions is not exhaustive, and the GM rules on the rest."""

from __future__ import annotations

import pytest
from tests.rules.ways import exact
from tests.scene import (
    CLAWS,
    SWORD,
    fighter,
    foe,
    play,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.engine.points import PROVOKED, RULING, TURN
from shieldwall.engine.state.state import DEAD
from shieldwall.engine.tape.request import REFEREE, Choice
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.store.save_file import TapeFile, replay_tape, tape_text
from shieldwall.text.notation import choice_text, parse_choice, read_choice
from shieldwall.text.sentences import refusal_sentence

TRY = "> a improvise : swings from the chandelier\n"


def ruled(ruling: str, more: str = "", drawing: str = "a g", **given: object) -> Fight:
    """The unit on the left improvises, with this ruling; `more` follows on the tape."""
    sheets = {"a": fighter(dex=1), "g": foe(hp=6), **given}
    tape = f"{TRY}> referee rule : {ruling}\n{more}"
    return play(drawing, tape, **sheets)  # type: ignore[arg-type]


@pytest.mark.rule("SOV-045", "G-50")
def test_the_referee_is_asked_in_the_last_seat_of_the_fight() -> None:
    fight = play("a g", TRY, a=fighter(), g=foe())
    assert seat_names(fight.setup) == ["party", "foes", "referee"]
    request = fight.request
    assert request is not None
    assert (request.seats, request.point, request.unit) == ((2,), RULING, REFEREE)
    assert request.cause == fight.names.index["a"]
    assert told(fight, "improvises") == ["improvises unit=a what=swings_from_the_chandelier"]
    assert why_not(fight, "a rule : main") == "not-asked SOV-045"
    assert why_not(fight, "referee done") == "rule-or-refuse SOV-045"


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(
    ("cost", "left"),
    [("free", (1, 1)), ("move", (1, 0)), ("main", (0, 1)), ("move+main", (0, 0))],
)
def test_the_referee_sets_what_it_costs(cost: str, left: tuple[int, int]) -> None:
    fight = ruled(f"{cost}, nothing")
    assert (int(unit(fight, "a").mains), int(unit(fight, "a").moves)) == left
    assert told(fight, "ruling") == [f"ruling what={cost},_nothing note="]
    request = fight.request
    assert request is not None
    assert (request.point, request.unit) == (TURN, fight.names.index["a"])


@pytest.mark.rule("SOV-045", "SOV-041")
def test_the_referee_says_whether_it_provokes() -> None:
    quiet = ruled("main, tell the lamp sways")
    assert quiet.request is not None
    assert quiet.request.point == TURN
    assert told(quiet, "remark") == ["remark what=the_lamp_sways"]
    fight = ruled("main, provokes, tell the lamp sways")
    assert fight.request is not None
    assert fight.request.point == PROVOKED
    assert told(fight, "remark") == [], "the blow comes first"
    fight.push("g pass")
    assert told(fight, "remark") == ["remark what=the_lamp_sways"]


@pytest.mark.rule("SOV-045", "SOV-041")
def test_a_unit_that_is_struck_down_first_has_improvised_in_vain() -> None:
    fight = ruled(
        "main, provokes, check dex exert 10, prone g",
        "> g strike a with sword\n! attack d20 19\n! damage d8 8\n",
        drawing="a g b",
        b=fighter(),
    )
    assert told(fight, "check", "prone") == []
    assert unit(fight, "a").hp == 0


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(("second", "thrown"), [(4, True), (3, False)])
def test_what_comes_of_it_takes_a_check_where_the_referee_wants_one(
    second: int, thrown: bool
) -> None:
    """2d6 with DEX 1 and Exert 0 against 10: 5 and 4 are enough, 5 and 3 are not."""
    fight = ruled(
        "main, check dex exert 10, prone g", f"! improvise d6 5\n! improvise d6 {second}\n"
    )
    passed = "yes" if thrown else "no"
    assert told(fight, "check") == [
        f"check unit=a what=improvise total={6 + second} needed=10 passed={passed}"
    ]
    assert terms(fight, "check") == {"2d6": 5 + second, "dex": 1, "exert": 0}
    assert unit(fight, "g").prone == thrown
    assert unit(fight, "a").mains == 0, "it is paid for either way"


@pytest.mark.rule("SOV-045", "SOV-027")
def test_a_check_may_be_opposed() -> None:
    """Against 8 and the other's modifier with the same attribute and skill."""
    fight = ruled(
        "main, check str exert opposed g, prone g",
        "! improvise d6 6\n! improvise d6 5\n",
        g=foe(strength=2, exert=1, dex=3),
    )
    assert told(fight, "check") == ["check unit=a what=improvise total=11 needed=11 passed=yes"]


# What may come of it.


@pytest.mark.rule("SOV-045")
def test_one_may_be_hurt_by_it() -> None:
    fight = ruled(
        "main, damage g 2d4+1",
        "! improvised damage d4 3\n! improvised damage d4 2\n",
    )
    assert told(fight, "harm") == ["harm unit=g by=a amount=6 left=0 cause=improvised"]
    assert unit(fight, "g").status == DEAD
    assert terms(fight, "harm") == {"dice": 5, "situation": 1}


@pytest.mark.rule("SOV-045")
def test_one_may_be_pushed_to_a_free_square_beside_it() -> None:
    fight = ruled("move, push g C1", drawing="a g .")
    assert where(fight, "g") == "C1"
    assert told(fight, "shoved") == ["shoved unit=g by=a how=pushed"]
    crowded = play("a g . .", TRY, a=fighter(), g=foe())
    assert why_not(crowded, "referee rule : move, push g D1") == "no-place-to-push SOV-045"
    assert why_not(crowded, "referee rule : move, push g A1") == "no-place-to-push SOV-045"


@pytest.mark.rule("SOV-045")
def test_one_may_end_up_somewhere_else() -> None:
    fight = ruled("move, move a D1", drawing="a g . .")
    assert where(fight, "a") == "D1"
    assert told(fight, "placed") == ["placed unit=a at=D1"]
    asked = play("a g # .", TRY, a=fighter(), g=foe())
    assert why_not(asked, "referee rule : move, move a B1") == "no-place-for SOV-045", "taken"
    assert why_not(asked, "referee rule : move, move a C1") == "no-place-for SOV-045", "solid"
    assert why_not(asked, "referee rule : move, move a E1") == "ruling-unclear SOV-045", "no square"


@pytest.mark.rule("SOV-045")
def test_one_may_drop_what_it_holds_or_stand_up() -> None:
    fight = ruled("free, drop g")
    assert told(fight, "drops") == ["drops unit=g weapon=sword"]
    assert unit(fight, "g").wielded == -1
    fight = play(
        "a g",
        f"> a prone\n{TRY}> referee rule : free, stand a\n= stands unit=a\n",
        a=fighter(),
        g=foe(weapons=(CLAWS,)),
    )
    assert not unit(fight, "a").prone
    fight.push("a improvise : grins")
    assert why_not(fight, "referee rule : free, stand a") == "is-standing SOV-095"
    assert why_not(fight, "referee rule : free, drop g") == "nothing-in-hand SOV-045"


@pytest.mark.rule("SOV-045", "SOV-106")
def test_it_may_help_or_hinder_the_next_attack() -> None:
    fight = ruled(
        "move, modifier a +2, modifier g -1",
        "> a attack g with sword\n! attack d20 10\n! damage d8 1\n",
    )
    assert terms(fight) == {"d20": 10, "attack bonus": 1, "dex": 1, "situation": 2}
    assert unit(fight, "a").effects == [], "used up"
    assert [effect.value for effect in unit(fight, "g").effects] == [-1]


@pytest.mark.rule("SOV-045")
def test_orders_that_have_become_impossible_are_passed_over() -> None:
    """Both are named, and the first kills."""
    fight = ruled("main, damage g 1d6, prone g, prone a", "! improvised damage d6 6\n")
    assert told(fight, "prone") == ["prone unit=a"]


# What may not.


@pytest.mark.rule("SOV-045", "SOV-038")
def test_what_the_referee_refuses_costs_nothing() -> None:
    fight = play(
        "a g",
        TRY + "> referee refuse : there is no chandelier\n",
        a=fighter(),
        g=foe(),
    )
    assert told(fight, "refused", "ruling") == ["refused unit=a why=there_is_no_chandelier"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)


@pytest.mark.rule("SOV-038", "SOV-045")
def test_free_actions_are_as_many_as_the_referee_allows() -> None:
    free = TRY + "> referee rule : free, nothing\n"
    spent = TRY + "> referee rule : move+main, nothing\n"
    fight = play("a g", free * 3 + spent + free + TRY, a=fighter(), g=foe())
    assert len(told(fight, "ruling")) == 5
    assert why_not(fight, "referee rule : main, nothing") == "main-spent SOV-035"
    assert why_not(fight, "referee rule : move, nothing") == "move-spent SOV-036"
    assert why_not(fight, "referee rule : free, nothing") == ""


@pytest.mark.rule("SOV-045", "SOV-030")
def test_one_improvises_on_its_own_turn_and_says_what() -> None:
    fight = play("a g", "", a=fighter(), g=foe())
    assert why_not(fight, "g improvise : howls") == "not-its-side SOV-030"
    assert exact(fight, "a improvise") == "say-what SOV-045"
    assert why_not(fight, "a improvise g : howls") == "says-too-much SOV-045"
    for note in ("# howls", "under_score", "two  blanks", "line\nbreak", "no\u2028break"):
        refusal = fight.requests[0].options.why_not(Choice(0, "improvise", note=note))
        assert refusal is not None, note
        assert refusal.reason == "note-not-plain"


@pytest.mark.rule("SOV-045")
@pytest.mark.parametrize(
    ("ruling", "part"),
    [
        ("costly", 1),
        ("main, dance", 2),
        ("main, provokes, provokes", 3),
        ("main, check dex 10", 2),
        ("main, check dex exert ten", 2),
        ("main, check luck exert 10", 2),
        ("main, check dex exert 10, check dex exert 10", 3),
        ("main, check dex exert opposed nobody", 2),
        ("main, prone", 2),
        ("main, prone nobody", 2),
        ("main, nothing, push g", 3),
        ("main, damage g d6", 2),
        ("main, damage g 0d6", 2),
        ("main, damage g 1d6+", 2),
        ("main, modifier a 2", 2),
        ("main, modifier a +0", 2),
        ("main, hp g 1", 2),
        ("main,", 2),
        ("main, tell", 2),
    ],
)
def test_a_ruling_that_is_not_understood_is_refused_with_its_part(ruling: str, part: int) -> None:
    fight = play("a g", TRY, a=fighter(), g=foe())
    request = fight.request
    assert request is not None
    refusal = request.options.why_not(Choice(REFEREE, "rule", note=ruling))
    assert refusal is not None
    assert (refusal.reason, refusal.have) == ("ruling-unclear", part)
    assert refusal_sentence(fight.names, fight.state, refusal).startswith(f"Part {part} of the")


# On the tape.


@pytest.mark.rule("SOV-045")
def test_the_ruling_is_a_choice_on_the_tape_and_parses_back() -> None:
    fight = ruled("main, check dex exert 10, prone g", "! improvise d6 5\n! improvise d6 4\n")
    text = tape_text(fight)
    assert "\n> referee rule : main, check dex exert 10, prone g\n" in text
    again = replay_tape(TapeFile("again", text), fight.setup)
    assert again.state == fight.state
    choice = Choice(REFEREE, "rule", note="main, check dex exert 10, prone g")
    assert parse_choice(fight.names, choice_text(fight.names, choice)) == choice
    fight.pop()
    assert fight.request is not None
    assert fight.request.point == RULING
    assert read_choice(fight.names, fight.request, "rule : free, nothing").unit == REFEREE
    fight.pop()
    assert fight.request.point == TURN


# Without a person in the GM's seat.


@pytest.mark.rule("G-50", "SOV-045")
@pytest.mark.parametrize(
    ("what", "sheet", "answer"),
    [
        ("throws sand", {"dex": 1}, "rule : main, provokes, check dex exert 10, tell it works"),
        ("trips g", {"dex": 1}, "rule : main, provokes, check dex exert opposed g, prone g"),
        ("lifts g", {"strength": 1}, "rule : main, provokes, check str exert opposed g, prone g"),
        ("trips h", {}, "rule : main, provokes, check dex exert 10, tell it works"),
        ("trips b", {}, "rule : main, provokes, check dex exert 10, tell it works"),
    ],
)
def test_the_policy_makes_it_a_main_and_a_check(
    what: str, sheet: dict[str, int], answer: str
) -> None:
    """Against a named foe within reach; not one farther away, and not a friend."""
    fight = play(
        "b . .\na g h",
        f"> a improvise : {what}\n",
        a=fighter(**sheet),
        b=fighter(),
        g=foe(),
        h=foe(),
    )
    request = fight.request
    assert request is not None
    assert choice_text(fight.names, make_mind("simple")(request)) == f"referee {answer}"


@pytest.mark.rule("G-50", "SOV-045")
def test_the_policy_refuses_a_unit_that_has_no_main_left() -> None:
    tape = "> a attack g with sword\n! attack d20 2\n> a improvise : grins\n"
    fight = play("a g", tape, a=fighter(weapons=(SWORD,)), g=foe(hp=8, ac=16))
    request = fight.request
    assert request is not None
    assert make_mind("simple")(request).verb == "refuse"
