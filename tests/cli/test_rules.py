"""The books in words: `rules list`, `show`, `rulings`, `diff`; and `--ruling` in play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.shared.actions import Disengage, Run
from shieldwall.books.shared.procedures import PROCEDURES
from shieldwall.cli.main import cli
from shieldwall.engine.action_spec import MAIN
from shieldwall.engine.rounds.flow import RoundEnd
from shieldwall.engine.ruleset import Dial, Flow
from shieldwall.text import rulebook


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def ask(*words: str) -> Any:
    result = call(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def house() -> Iterator[str]:
    """Sovereign with one dial, one ruling and three actions changed."""
    book = RULESETS["sovereign"]
    kept = dict(RULESETS)
    slow = Run("run", "Run", MAIN, True, "SOV-084")
    loud = Disengage("disengage", "Disengage", MAIN, True, "SOV-086")
    flow = Flow((*book.flow.stages[:6], *book.flow.stages[7:]), 5)
    RULESETS["house"] = book.but(
        "house",
        "House rules",
        Dial("snap_to_hit", -2, "SOV-051"),
        Dial("cover_in_melee", 1, "SOV-021"),
        flow=flow,
        without=("hew", "luck"),
        actions=(slow, loud),
        facts=replace(book.facts, concordance={"SOV-017": "SVE-002"}),
    )
    yield "house"
    RULESETS.clear()
    RULESETS.update(kept)


def test_every_book_is_listed_with_what_it_is() -> None:
    listed = ask("rules", "list")
    names = [one["name"] for one in listed]
    assert names[: len(RULESETS)] == list(RULESETS)
    assert names[len(RULESETS) :] == ["dirty-tricks", "quick-blades"]
    assert [one["name"] for one in listed if not one["about"]] == []
    assert call("rules", "list").stdout.split()[0] == "sovereign"


def test_a_book_is_shown_with_its_dials_in_words_and_their_ids() -> None:
    data = ask("rules", "show", "sovereign")
    dials = {one["name"]: (one["value"], one["word"], one["id"]) for one in data["dials"]}
    assert dials["initiative_bonus"] == (1, "the players' side", "SOV-029")
    assert dials["reload_bow_trained"] == (0, "Free", "SOV-091")
    assert dials["snap_to_hit"] == (-4, "-4", "SOV-051")
    assert dials["charge_to_hit"] == (2, "+2", "SOV-065")
    assert dials["least_damage"] == (1, "1", "SOV-112")
    assert dials["initiative_tie"] == (0, "gm", "SOV-032")
    actions = {one["verb"]: (one["cost"], one["provokes"], one["id"]) for one in data["actions"]}
    assert actions["charge"] == ("Move+Main", True, "SOV-063")
    assert data["rulings"]["swarm_max_assailants"] == "4"
    assert data["flow"][4] == "initiative"
    shown = call("rules", "show", "sovereign").stdout
    assert "attack penalty of a Snap Attack" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("what", "key", "wanted"),
    [
        ("snap_to_hit", "dial", {"word": "-4"}),
        ("charge", "action", {"cost": "Move+Main"}),
        ("nat20", "ruling", {"taken": "no"}),
        ("grazing_sight", "ruling", {"taken": "no"}),
        ("sov-066", "rule", {"id": "SOV-066"}),
    ],
)
def test_a_part_of_a_book_is_shown_by_its_name(
    what: str, key: str, wanted: dict[str, object]
) -> None:
    found = ask("rules", "show", "sovereign", what)[key]
    assert wanted.items() <= found.items()
    assert call("rules", "show", "sovereign", what).exit_code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "show", "sovreign"), "no book is called 'sovreign'; did you mean sovereign"),
        (("rules", "show", "sovereign", "chrge"), "did you mean charge"),
        (
            ("rules", "show", "sovereign", "charge_allowed"),
            "charge_allowed does not arise in sovereign, but in aachen, aachen-early",
        ),
        (("rules", "diff", "sovereign", "souvereign"), "did you mean sovereign"),
        (("rules", "diff", "sov", "dol"), "no book is called 'sov'"),
        (("rules", "diff", "sov", "dol"), "no book is called 'dol'"),
        (("rules", "show", "sovereign", "dol-002"), "no rule DOL-002; it is one of dolmenwood"),
        (("rules", "rulings", "--book", "dolmen"), "no book is called 'dolmen'"),
        (("rules", "rulings", "nat2"), "no book or ruling is called 'nat2'; did you mean nat20"),
        (("rules", "rulings", "morale_stays", "--book", "aachen"), "does not arise in aachen, but"),
        (("rules", "rulings", "aachen", "--book", "aachen"), "Name the book once"),
        (("sim", "yard", "--ruling", "nat20=maybe"), "no option of nat20; use yes or no"),
        (("sim", "yard", "--ruling", "nat20"), "should read NAME=OPTION"),
        (("sim", "yard", "--rules", "sov"), "unknown rules 'sov'"),
        (("sim", "yard", "--enforce", "SOV-051=off"), "is no rule that can be waived"),
        (("sim", "yard", "--enforce", "SOV-050=of"), "use on, warn or off"),
        (("sim", "yard", "--enforce", "SOV-050"), "should read ID=warn"),
        (("sim", "yard", "--enforce", "SOV-050=of", "--ruling", "nat=1"), "'nat'"),
        (("sim", "yard", "--enforce", "SOV-050=of", "--ruling", "nat=1"), "use on, warn or off"),
        (("exact", "alda vs goblin", "--enforce", "SOV-050=of"), "use on, warn or off"),
        (("watch", "yard", "--ruling", "nat=yes"), "no ruling is called 'nat'"),
        (("reach", "hall", "alda", "--ruling", "grazing_sight=yes"), "use no (with grazing"),
    ],
)
def test_a_name_that_is_wrong_ends_with_2_and_what_was_meant(
    words: tuple[str, ...], told: str
) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert told in result.output.replace("\n", " ")


def test_the_rulings_of_one_book_and_one_ruling_alone() -> None:
    by_option = ask("rules", "rulings", "--book", "dolmenwood")
    assert by_option == ask("rules", "rulings", "dolmenwood")
    assert 0 < len(by_option) < len(RULINGS)
    (alone,) = ask("rules", "rulings", "swarm_max_assailants")
    assert alone["taken"]["sovereign-early"] == "4"


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "list"),
        ("rules", "show", "sovereign"),
        ("rules", "rulings"),
        ("rules", "diff", "sovereign", "sovereign-early"),
        ("list",),
    ],
    ids=" ".join,
)
def test_nothing_runs_over_the_edge_of_a_narrow_terminal(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = call(*words).stdout.splitlines()
    assert lines
    assert max(len(line) for line in lines) <= 60


def test_a_narrow_terminal_shows_the_books_of_a_difference_below_one_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = call("rules", "diff", "sovereign", "sovereign-early").stdout.splitlines()
    assert lines[:2] == [
        "who acts first on a tie (initiative_tie) SOV-032, SVE-001",
        "  sovereign        gm: sides that are not the players' go",
    ]
    assert "  sovereign-early  players: the players' side goes first" in lines


def test_the_rulings_are_listed_with_options_and_what_each_book_takes() -> None:
    found = {one["name"]: one for one in ask("rules", "rulings")}
    assert list(found) == list(RULINGS)
    swarm = found["swarm_max_assailants"]
    assert [option["word"] for option in swarm["options"]] == ["3", "4", "5"]
    assert swarm["taken"]["sovereign"] == "4"
    assert found["grazing_sight"]["fixed"]
    shown = call("rules", "rulings", "--book", "sovereign").stdout
    assert "swarm_max_assailants  SOV-056, SVE-009" in shown


def test_two_books_differ_in_dials_actions_reactions_flow_and_ids(house: str) -> None:
    told = ask("rules", "diff", "sovereign", house)
    assert told["books"] == ["sovereign", "house"]
    rows = [
        (row["kind"], row["what"], row["sovereign"], row["house"], row["ids"])
        for row in told["differences"]
    ]
    assert rows == [
        ("dial", "whether cover counts against melee attacks too", "no", "yes", ["SOV-021"]),
        ("dial", "attack penalty of a Snap Attack", "-4", "-2", ["SOV-051"]),
        ("action", "Disengage (disengage)", "Main", "Main, provokes", ["SOV-086"]),
        ("action", "Run (run)", "Move, provokes", "Main, provokes", ["SOV-084"]),
        ("action", "Hack at a wall of magic (hew)", "Main", "none", ["SOV-045"]),
        ("reaction", "Veteran's Luck (luck)", "rolled", "none", ["SOV-039"]),
        ("flow", "stage those who act first", "yes", "no", []),
        ("id", "rule SOV-017 is", "SOV-017", "SVE-002", []),
    ]


def test_a_difference_is_a_table_for_a_change_log(house: str) -> None:
    table = call("rules", "diff", "sovereign", house, "--markdown").stdout.splitlines()
    assert table[0] == "| | Sovereign | House rules | rules |"
    assert "| attack penalty of a Snap Attack | -4 | -2 | SOV-051 |" in table
    plain = call("rules", "diff", "sovereign", house).stdout
    assert [line.split() for line in plain.splitlines() if "SOV-051" in line] == [
        ["attack", "penalty", "of", "a", "-4", "-2", "SOV-051"]
    ]
    same = call("rules", "diff", "sovereign", "sovereign").stdout
    assert same == "Sovereign and Sovereign do not differ.\n"


def test_editions_differ_in_rulings_with_their_meaning_in_lists_and_in_ids() -> None:
    """SVE-026: the spear of the earlier edition is not Long."""
    rows = call("rules", "diff", "sovereign", "sovereign-early", "--markdown").stdout.splitlines()
    assert (
        "| who acts first on a tie (initiative_tie) | gm: sides that are not the players' go first"
        " | players: the players' side goes first | SOV-032, SVE-001 |"
    ) in rows
    assert (
        "| weapon spear | 1d6, Shock 2/13, 10 ft reach, 30/60 ft thrown"
        " | 1d6, Shock 2/13, 30/60 ft thrown | SVE-026 |"
    ) in rows
    assert any("bare-ac: 14 + level/3 up" in row and "15 + level/2 up" in row for row in rows)
    assert "SOV-015, SOV-016 as SVE-002;" in rows[-1]
    drafts = call("rules", "diff", "aachen", "aachen-early", "--markdown").stdout
    assert "| the skill stab | Slash | Stab | AAC-023 |" in drafts
    kinds = {row["kind"] for row in ask("rules", "diff", "sovereign", "aachen")["differences"]}
    assert not {"weapon", "ability"} & kinds, "other games have other lists altogether"


def test_every_task_and_policy_of_a_book_has_words_and_the_policies_have_ids() -> None:
    for book in RULESETS.values():
        for policy in rulebook.policies_of(book).values():
            assert policy.__name__ in PROCEDURES
            assert PROCEDURES[policy.__name__].cites, policy.__name__
        for stage in book.flow.stages:
            if isinstance(stage, RoundEnd):
                assert {task.__name__ for task in stage.tasks} <= set(PROCEDURES)


def test_house_rules_have_the_rules_of_the_book_they_are_made_from() -> None:
    book = RULESETS["dolmenwood"]
    house = book.but("house", "House rules", Dial("initiative_die", 8, "DOL-013"))
    assert rulebook.ids_of(house) == rulebook.ids_of(book)
    assert rulebook.about(book)
    assert not rulebook.about(house)
    draft = RULESETS["aachen-early"].but("house", "House rules")
    lent = [rule.ident for rule in rulebook.borrowed_rules(draft)]
    assert lent == [rule.ident for rule in rulebook.borrowed_rules(RULESETS["aachen-early"])] != []


def test_every_dial_of_every_book_has_a_word_for_its_value() -> None:
    for book in RULESETS.values():
        for fact in rulebook.dial_facts(book):
            assert fact.word, fact.name
            assert fact.about, fact.name


def test_a_ruling_changes_the_fights_that_are_simulated() -> None:
    plain = ask("sim", "yard", "-n", "20")
    own = ask("sim", "yard", "-n", "20", "--ruling", "initiative_tie=gm")
    assert own["checksum"] == plain["checksum"]
    other = ask("sim", "yard", "-n", "20", "--ruling", "initiative_tie=players")
    assert other["checksum"] != plain["checksum"]


def test_a_ruling_changes_what_sight_and_reach_say() -> None:
    printed = ("--ruling", "full_cover_none_of_corners=no")
    assert ask("sight", "hall", "C7", "V4")["cover"] == "half"
    assert ask("sight", "hall", "C7", "V4", *printed)["cover"] == "full"
    beside = ("reach", "duel", "alda", "--at")
    there = _next_to(ask("reach", "duel", "alda"))
    quiet = ask(*beside, there)["squares"]
    assert not all(square["provokes"] for square in quiet)
    loud = ask(*beside, there, "--ruling", "run_provokes=start_adjacent")["squares"]
    assert all(square["provokes"] for square in loud)


def _next_to(reach: dict[str, Any]) -> str:
    """A square next to the other duellist."""
    from shieldwall.content import load_encounter
    from shieldwall.fight_start import initial_state
    from shieldwall.text.notation import Names

    state = initial_state(load_encounter("duel"))
    names = Names(state)
    other = state.units[1 - names.index[reach["unit"]]]
    return names.square(int(other.y) * names.width + int(other.x) - 1)


def test_a_rule_that_is_not_enforced_changes_the_fights_and_is_warned_of() -> None:
    plain = ask("sim", "hall", "-n", "5")
    assert ask("sim", "hall", "-n", "5", "--enforce", "SOV-017=on")["checksum"] == plain["checksum"]
    through = ask("sim", "hall", "-n", "5", "--enforce", "SOV-017=off")
    assert through["checksum"] != plain["checksum"]
    told = call("watch", "hall", "--seed", "1", "--enforce", "SOV-017=warn").stdout
    assert "Warning only: " in told


def test_a_house_rule_file_is_listed_with_the_rules_it_does_not_enforce(tmp_path: Path) -> None:
    path = tmp_path / "loose.yaml"
    path.write_text(
        "extends: dolmenwood\nname: loose\ntitle: Loose\nenforce: {DOL-024: warn, DOL-040: off}\n"
    )
    told = ask("rules", "diff", "dolmenwood", str(path))
    rows = [(row["kind"], *list(row.values())[2:5]) for row in told["differences"]]
    assert rows == [
        ("enforced", "enforced", "only a warning", ["DOL-024"]),
        ("enforced", "enforced", "not enforced", ["DOL-040"]),
    ]
