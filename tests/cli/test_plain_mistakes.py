"""Typing mistakes of newcomers, and the answers they get."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.test_typed_line import party_first, said
from tests.cli.typist import Typist, run

from shieldwall.cli.fights.screen import shortened, together
from shieldwall.cli.line_input import fitting
from shieldwall.cli.main import COMMANDS, FIRST_FIGHTS
from shieldwall.content import load_encounter
from shieldwall.content.difficulty import difficulty_words
from shieldwall.fight import Fight
from shieldwall.text.notation import NotationError

BOTH = ("--side=champion=me", "--side=challenger=me", "--seed", "1")
ASKED = "The fight is not saved: `save FILE` saves it, `quit` again leaves without saving."


def flat(text: str) -> str:
    return " ".join(text.split())


def play_first(encounter: str, *lines: str) -> str:
    """The lines typed on the party's first turn, where it wins initiative."""
    setup = load_encounter(encounter)
    for seed in range(100):
        request = Fight(setup, seed).request
        if request is not None and request.seats == (0,):
            return run("play", encounter, "--seed", str(seed), lines=list(lines)).stdout
    raise AssertionError("initiative always goes one way")


def test_the_menu_offers_easy_fights_and_asks_again_after_a_wrong_name() -> None:
    assert all(difficulty_words(name).startswith("easy") for name in FIRST_FIGHTS)
    with Typist() as typist:
        typist.wait_for("1, 2 or 3: ")
        typist.type("2")
        assert "1  The Toll Road, easy: the party wins" in typist.wait_for("or a name [1]: ")
        typist.type("yrad")
        assert "no fight is called 'yrad'" in typist.wait_for("or a name [1]: ")
        typist.type("2")
        assert "The Rat Cellar" in typist.wait_for("Type `help` for help.")


def test_play_alone_offers_the_same_fights_and_without_a_terminal_plays_the_yard() -> None:
    with Typist("play", "--seed", "1") as typist:
        typist.wait_for("or a name [1]: ")
        typist.type("")
        assert "The Toll Road" in typist.wait_for("Type `help` for help.")
    assert run("play", "--seed", "1", lines=["quit"]).stdout.startswith("The Yard")


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_ask_before_they_leave_an_unsaved_fight(key: str) -> None:
    with Typist("play", "duel", *BOTH) as typist:
        typist.wait_for("> ")
        typist.type("done")
        typist.wait_for("sergeant> ")
        for last in ("sergeant> ", "The fight is not saved. Next time"):
            if key == "Ctrl-C":
                typist.interrupt()
            else:
                typist.end_input()
            typist.wait_for(last)
        assert typist.end() == (130 if key == "Ctrl-C" else 0)
        assert ASKED in flat(typist.plain())


def test_ctrl_c_leaves_at_once_where_nothing_is_lost() -> None:
    with Typist("play", "duel", *BOTH) as typist:
        typist.wait_for("> ")
        typist.interrupt()
        assert typist.end() == 130
        assert ASKED not in flat(typist.plain())


def test_tab_offers_units_and_only_then_squares() -> None:
    words = ["sergeant", "veteran-1", "S3", "S4", "V2"]
    assert fitting(words, "") == ["sergeant", "veteran-1"]
    assert fitting(words, "s") == ["sergeant"]
    assert fitting(words, "s3") == ["S3"]
    assert fitting(["D2", "D3"], "") == ["D2", "D3"]


def test_tab_completes_an_action_after_help_and_the_id_of_a_rule() -> None:
    with Typist("play", "duel", *BOTH) as typist:
        typist.wait_for_prompt()
        typist.press("help disen\t\r")
        typist.wait_for("help disengage")
        typist.wait_for_prompt()
        typist.press("rule SOV-08\t1\r")
        typist.wait_for("After the roll")


def test_a_square_in_place_of_a_unit_is_answered_with_the_units() -> None:
    shown = flat(run("play", "yard", "--seed", "973429", lines=["snap s1"]).stdout)
    assert "No unit is called 's1' here; snap can aim at sergeant (s)." in shown


def test_a_charge_at_a_friend_or_too_far_says_so() -> None:
    with pytest.raises(NotationError, match="Brand is not one of Alda's foes"):
        said(party_first(), "charge brand")
    shown = flat(play_first("corridor", "charge sergeant"))
    assert "Name a square" not in shown
    assert "has no clear straight line:" in shown or "ft away" in shown


@pytest.mark.parametrize(
    ("line", "meant"),
    [("charge veteran1", "charge veteran-1"), ("charge veteran #2", "charge veteran-2")],
)
def test_a_number_may_stand_without_a_space_or_with_a_sign(line: str, meant: str) -> None:
    assert said(party_first(), line) == said(party_first(), meant)


def test_more_words_for_an_attack_and_the_end_of_a_turn() -> None:
    typed = party_first()
    for word in ("stab", "slash", "kill", "fight", "hit"):
        assert typed.first_word(f"{word} sergeant", (), ()) == "attack sergeant"
    for word in ("skip", "next", "end"):
        assert typed.first_word(word, (), ()) == "done"


def test_a_verb_that_is_impossible_now_says_why_whatever_follows() -> None:
    lines = ["cast sleep", "drink ale"]
    shown = flat(run("play", "toll-road", "--seed", "2", lines=lines).stdout)
    assert "Alda knows no such spell" in shown
    assert "Alda has no such potion" in shown
    assert "neither a unit nor a square" not in shown


def test_a_misspelt_word_after_help_options_and_rule_gets_a_suggestion() -> None:
    lines = ["help chrge", "help save", "options attac", "options zzz", "rule sov-81"]
    shown = flat(run("play", "toll-road", "--seed", "2", lines=lines).stdout)
    assert "No action is called 'chrge'; did you mean charge?" in shown
    assert "save: `save FILE` saves the fight" in shown
    assert "You cannot zzz now; `options` lists what you can do." in shown
    assert "No book has a rule SOV-81; did you mean SOV-081?" in shown


def test_a_saved_fight_is_no_encounter_and_the_commands_for_it_are_named(tmp_path: Path) -> None:
    path = tmp_path / "my fight"
    run("play", "duel", *BOTH, "--save", str(path), lines=["done"])
    for command in ("play", "watch", "preview"):
        told = run(command, str(path))
        assert told.returncode == 2
        assert f"`shieldwall play --resume '{path}'` continues it" in flat(told.stderr)


def test_a_folder_and_a_file_in_another_encoding_are_named(tmp_path: Path) -> None:
    assert "is a folder; name a file in it" in run("play", str(tmp_path)).stderr
    assert "is a folder; name a file in it" in run("check", str(tmp_path)).stdout
    spoilt = tmp_path / "old.yaml"
    spoilt.write_bytes(b"title: caf\xe9\n")
    assert "not UTF-8 text; save it as UTF-8" in run("check", str(spoilt)).stdout


def test_foes_are_listed_as_one_says_them() -> None:
    told = run("watch", "--foes", "two goblins, an orc and a wolf", "--seed", "1").stdout
    assert all(name in told for name in ("Goblin 1", "Goblin 2", "The orc", "The wolf"))


def test_a_new_encounter_takes_foes_in_words_and_the_map_of_a_shipped_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = ["The Hall", "sovereign", "hal", "hall", "adventurers", "three goblins and an ogre"]
    told = run("new", "encounter", lines=answers)
    assert told.returncode == 0, told.stderr
    assert "no map is called 'hal'; give its name, or a size such as 20 x 12" in flat(
        told.stdout + told.stderr
    )
    written = (tmp_path / "the-hall.yaml").read_text()
    assert "name: pillar" in written
    assert "{what: 3 goblins, area:" in written
    assert "{what: 1 ogre, area:" in written
    assert run("check", "the-hall.yaml").returncode == 0


def test_rolls_are_repeated_in_either_order_and_explode_without_a_space() -> None:
    told = run("roll", "3d6 x3", "--seed", "1").stdout.splitlines()
    assert [line.partition(":")[0] for line in told] == ["3d6"] * 3
    assert run("roll", "2d6x2", "--seed", "1").stdout.startswith("2d6!=2: ")
    assert len(run("roll", "3d6 4d4", "--seed", "1").stdout.splitlines()) == 2


def test_wrong_rolls_say_what_to_do() -> None:
    assert "--odds prints the odds of a total" in run("roll", "d20+5 >= 15").stderr
    assert "Name the dice, such as 2d6+1." in run("roll", "").stderr
    assert "(from 50,000 rolls)" in flat(run("roll", "--odds", "2d6x2").stdout)


def test_long_names_keep_the_kind_and_the_number() -> None:
    assert shortened("Veteran archer 1", 12) == "Veteran a. 1"
    assert shortened("Bandit archer 12", 12) == "Bandit a. 12"
    assert shortened("Restless corpse 3", 12) == "Restless. 3"
    assert together(["goblin-3", "goblin-1", "orc"]) == ["goblin-1/3", "orc"]


def test_a_low_map_on_a_high_terminal_leaves_room_for_every_name() -> None:
    with Typist("play", "toll-road", "--seed", "2", columns=80, rows=50) as typist:
        shown = typist.wait_for("alda> ")
    assert "Bandit a. 2" in shown
    assert "(`who`" not in shown


def test_a_rule_is_found_by_its_action_a_reaction_or_words_of_its_title() -> None:
    assert run("rules", "show", "snap").stdout.startswith("SOV-051  Make a Snap Attack")
    assert run("rules", "show", "total", "defense").stdout.startswith("SOV-078  Total Defense")
    charge = run("rules", "show", "charge").stdout
    assert charge.startswith("SOV-063  Charge")
    assert "Move+Main" in charge
    several = run("rules", "show", "dolmenwood", "initiative").stdout
    assert "DOL-013  Initiative" in several
    assert "`shieldwall rules show DOL-013` shows one of them." in several
    assert "nat20" in run("rules", "show", "nat20").stdout
    told = run("rules", "show", "xyzzy").stderr
    assert "no book, rule, action, dial or ruling is called 'xyzzy'" in told


def test_done_all_ends_the_turns_of_the_side_and_a_new_phase_begins_with_an_archer() -> None:
    lines = ["pass", "go", "done all", "undo"]
    shown = run("play", "dw-ditch-road", "--seed", "4", lines=lines).stdout
    before, after = shown.split("> done all\n")
    assert "movement of the party" in before
    assert "missiles of the party" in after
    assert "\nfenn> undo\nTaken back: corvin done." in after
    yard = play_first("yard", "done all")
    assert "Round 1, turn of the party" in yard
    assert "The foes:" in yard.partition("> done all")[2]


def test_encounters_are_filtered_by_their_book_and_their_measured_figures() -> None:
    rows = json.loads(
        run("list", "encounters", "book=dolmenwood", "dies<=20", "wins>=90", "--json").stdout
    )
    assert [row["name"] for row in rows] == ["dw-ditch-road", "dw-hollow-oak"]
    assert all(row["book"] == "dolmenwood" and row["wins"] >= 0.9 for row in rows)
    assert "encounters have no 'colour'" in run("list", "encounters", "colour=red").stderr
    assert "'x' is not a whole number" in run("list", "spells", "level>=x").stderr


def test_a_changed_armour_class_does_not_read_like_one_and_is_gone_at_the_end() -> None:
    shown = play_first("toll-road", "charge bandit 3", "who")
    assert "13/13 -2 AC" in shown
    assert "AC -2" not in shown
    assert "AC -2" not in run("watch", "--foes", "2 goblins", "--seed", "1").stdout


def test_mistakes_fit_a_narrow_terminal() -> None:
    """Only a pipe gets the long line, which is easier to search."""
    for wrong in (["rules", "show", "SOV-999"], ["list", "spels"], ["odds", "goblin"]):
        with Typist(*wrong, columns=50) as typist:
            assert typist.end() == 2
            shown = typist.plain()
        lines = shown.splitlines()
        assert any(line.startswith("Error: ") for line in lines), shown
        assert all(len(line.rstrip()) <= 50 for line in lines), shown
    assert "\n" not in run("rules", "show", "SOV-999").stderr.strip()


def test_the_map_of_dangers_has_a_heading_that_fits() -> None:
    shown = run("preview", "yard", env={"COLUMNS": "50"}).stdout
    assert "is down before its next turn" in " ".join(shown.split())
    assert all(len(line) <= 50 for line in shown.splitlines())


@pytest.mark.parametrize("command", [[name] for name in COMMANDS] + [["new", "encounter"]])
def test_no_line_of_help_is_wider_than_eighty_columns(command: list[str]) -> None:
    shown = run(*command, "--help", env={"COLUMNS": "80"}).stdout
    assert [line for line in shown.splitlines() if len(line) > 80] == []
