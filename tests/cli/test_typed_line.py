"""Everything shown can be typed: names, marks, beginnings of words, and answers to questions."""

from __future__ import annotations

import pytest
from tests.cli.typist import Typist, run

from shieldwall.cli.fights.typed_line import Question, TypedLine
from shieldwall.content import load_encounter
from shieldwall.display.choice_groups import Choices, ready_units
from shieldwall.display.markers import Marks
from shieldwall.fight import Fight
from shieldwall.text.notation import NotationError, choice_text


def seen(encounter: str, seed: int, *before: str) -> TypedLine:
    """A player on their turn in a shipped fight."""
    fight = Fight(load_encounter(encounter), seed)
    for line in before:
        fight.push(line)
    request = fight.request
    assert request is not None
    ready = ready_units(request)
    choices = Choices(fight.names, request, int(ready[0].index))
    return TypedLine(choices, ready, Marks(fight.setup))


def seen_first(encounter: str) -> TypedLine:
    """The party's first unit, where the party wins initiative."""
    for seed in range(100):
        fight = Fight(load_encounter(encounter), seed)
        assert fight.request is not None
        if fight.request.seats == (0,):
            return seen(encounter, seed)
    raise AssertionError("initiative always goes one way")


def party_first() -> TypedLine:
    """Alda in the yard, three kinds of foes within a charge."""
    return seen_first("yard")


def said(typed: TypedLine, line: str) -> str:
    choice = typed.read(typed.first_word(line, (), ()))
    assert not isinstance(choice, Question), choice.asked
    return choice_text(typed.names, choice)


@pytest.mark.parametrize(
    "line",
    [
        "charge veteran-1", "charge veteran 1", "Charge Veteran 1", "ch vet 1", "charge v1",
        "cha v1 with sword", "charge the veteran 1", "alda charge v1", "ald ch veteran 1",
        "A charge v1",
    ],
)  # fmt: skip
def test_a_foe_is_meant_by_id_name_mark_or_beginning(line: str) -> None:
    told = said(party_first(), line)
    assert told.startswith("alda charge ")
    assert told.endswith(" veteran-1 with sword")


def test_any_word_of_a_name_is_enough() -> None:
    assert " veteran-archer with" in said(party_first(), "charge archer")
    assert " sergeant with" in said(party_first(), "charge ser")


def test_a_unit_comes_before_a_square_and_a_run_goes_to_a_square() -> None:
    typed = party_first()
    assert said(typed, "run e6").endswith("E6")
    assert " veteran-2 " in said(typed, "charge v2")


def test_a_verb_without_a_target_is_asked_about_with_numbers() -> None:
    typed = party_first()
    asked = typed.read("charge")
    assert isinstance(asked, Question)
    assert asked.asked == "charge which target?"
    assert [label for label, _ in asked.answers] == [
        "charge sergeant", "charge Veteran 1", "charge Veteran 2", "charge veteran archer",
    ]  # fmt: skip
    assert asked.line("2") == "charge veteran-1"
    assert said(typed, asked.line("2")) == said(typed, "charge v1")
    assert said(typed, asked.line("archer")) == said(typed, "charge veteran-archer")


def test_a_beginning_that_fits_several_is_asked_about_too() -> None:
    asked = party_first().read("charge vet")
    assert isinstance(asked, Question)
    assert [line for _, line in asked.answers] == [
        "charge veteran-1", "charge veteran-2", "charge veteran-archer",
    ]  # fmt: skip


def test_a_run_asks_where_and_takes_a_square() -> None:
    typed = party_first()
    asked = typed.read("run")
    assert isinstance(asked, Question)
    assert asked.asked.startswith("run where? (for example ")
    assert said(typed, asked.line("D8")).endswith("D8")


def test_the_usual_words_for_a_verb_are_understood() -> None:
    typed = party_first()
    assert typed.first_word("move D8", (), ()) == "run D8"
    assert typed.first_word("hit sergeant", (), ()) == "attack sergeant"
    assert typed.first_word("end", (), ()) == "done"


def test_a_refused_reaction_says_what_can_be_done_now() -> None:
    seed = str(next(n for n in range(99) if not _party_begins(n)))
    shown = run("play", "yard", "--seed", seed, lines=["attack", "pass"]).stdout
    assert "Now: snap or pass." in " ".join(shown.split())


def test_a_verb_two_words_begin_with_is_not_guessed() -> None:
    with pytest.raises(NotationError, match=r"r could be .* or .*; type a little more"):
        party_first().first_word("r v1", (), ())


def test_nothing_is_done_until_the_question_is_answered() -> None:
    seed = str(next(n for n in range(99) if _party_begins(n)))
    shown = run("play", "yard", "--seed", seed, lines=["charge", "", "undo"]).stdout
    assert "\n   2  charge Veteran 1\n" in shown
    assert "charge which target? (number or name; Enter: back) " in shown
    assert "You have no choice to take back." in shown


def test_a_question_takes_commands_and_other_actions_too() -> None:
    seed = str(next(n for n in range(99) if _party_begins(n)))
    lines = ["charge", "rule SOV-081", "total-defense"]
    shown = run("play", "yard", "--seed", seed, lines=lines).stdout
    asked = "charge which target? (number or name; Enter: back) "
    assert shown.count(asked) == 2
    first, again = shown.split(asked)[1:]
    assert "SOV-081" in first
    assert "Total Defense" in again
    assert "neither a unit nor a square" not in shown


def test_an_attack_out_of_reach_says_how_far_the_nearest_is() -> None:
    seed = str(next(n for n in range(99) if _party_begins(n)))
    shown = run("play", "yard", "--seed", seed, lines=["attack"]).stdout
    assert "out of reach" in shown or "ft away" in shown
    assert "Say whom" not in shown


def test_tab_completes_a_charge_by_the_name_of_the_foe() -> None:
    seed = str(next(n for n in range(99) if _party_begins(n)))
    with Typist("play", "yard", "--seed", seed) as typist:
        typist.wait_for("alda> ")
        typist.press("charge ser\t\r")
        typist.wait_for("charge sergeant")
        typist.wait_for("Alda charges the sergeant.")


def _party_begins(seed: int) -> bool:
    request = Fight(load_encounter("yard"), seed).request
    return request is not None and request.seats == (0,)


def test_a_verb_alone_asks_also_where_one_foe_is_left() -> None:
    typed = seen("duel", 2)
    asked = typed.read("charge")
    assert isinstance(asked, Question)
    assert (asked.asked, [label for label, _ in asked.answers]) == (
        "charge which target?", ["charge sergeant"],
    )  # fmt: skip
    with pytest.raises(NotationError, match="there is no choice 7; type 1 to 1"):
        asked.line("7")
    assert said(typed, asked.line("1")).startswith("alda charge ")


def test_a_word_that_is_nothing_leads_to_the_list_and_the_list_is_short() -> None:
    both = ("--side=champion=me", "--side=challenger=me", "--seed", "2")
    shown = run("play", "duel", *both, lines=["frob", "options", "options run", "quit"]).stdout
    assert "'frob' is neither a unit nor an action; `options` lists what you can do." in shown
    short = next(line for line in shown.splitlines() if line.startswith("  run: "))
    assert short.endswith("and 63 more (`options run`)")
    whole = shown.partition("options run\n")[2]
    assert whole.count(",") > 60


def test_words_in_the_middle_of_a_name_may_be_left_out() -> None:
    typed = seen_first("hall")
    assert " veteran-archer-1 with" in said(typed, "charge veteran 1")
    assert " veteran-archer-2 with" in said(typed, "charge vet 2")
    assert isinstance(typed.read(typed.first_word("charge veteran 3", (), ())), Question)


def test_a_reaction_typed_on_a_turn_says_when_it_is_asked_about() -> None:
    typed = party_first()
    with pytest.raises(NotationError, match="snap is a reaction: you are asked when you can use"):
        typed.read(typed.first_word("snap v1", (), ()))
