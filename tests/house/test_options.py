"""Options and refusals are single entries: no module has its own list of verbs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.house.conftest import tree_of

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.engine.option import OPTIONS, OUT_OF_TURN, WALK, OptionEntry, option_of, verbs_with
from shieldwall.table.publish.board_looks import ORDER

pytestmark = pytest.mark.xdist_group("sources")

PACKAGE = Path(shieldwall.__file__).parent
ACTIONS = {spec.verb for book in RULESETS.values() for spec in book.action_list}
REACTIONS = {spec.verb for book in RULESETS.values() for spec in book.reaction_list}
ANSWERS = {
    "done", "pass", "first", "fight", "part", "go", "wait", "pursue", "let-go", "rule", "refuse",
    "morale",
}  # fmt: skip
"""Answers to a question that are no action or reaction."""
OTHER_WORDS = {
    "content/setup_text.py": "fields of a weapon and a sheet",
    "engine/magic/spell_data.py": "sorts of magic and what a spell does",
    "engine/state/house_rules.py": "what a house action does",
    "env/action_codes.py": "notes of choices",
    "env/observations.py": "columns of an observation",
    "exchange/bestiary/tetra_cube.py": "speeds in files of Tetra-cube",
    "exchange/foundry_vtt/foundry_dolmenwood.py": "speeds and sorts of magic in files of Foundry",
    "exchange/foundry_vtt/foundry_fifth.py": "speeds in files of Foundry",
    "exchange/fifth/initiative_text.py": "what a power does",
    "exchange/old_school/movement_lines.py": "speeds of a stat block",
    "exchange/old_school/old_school_lines.py": "speeds of a stat block",
    "gm/order_entries.py": "orders of the GM",
    "gm/order_grammar.py": "results of an improvised action",
    "table/message_parts.py": "kinds of a beat and of a mark",
    "table/publish/beats.py": "tags of dice",
    "table/publish/gm_choices.py": "orders of the GM",
}
"""Modules with words that happen to be verbs too, and their meaning there."""


def words_of(nodes: list[ast.expr] | list[ast.expr | None]) -> set[str]:
    return {
        str(node.value)
        for node in nodes
        if isinstance(node, ast.Constant) and node.value in ACTIONS | REACTIONS
    }


def lists_of_verbs(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """Tuples, lists and sets with two verbs or more, dicts with two keys or values, and a text."""
    for node in ast.walk(tree):
        found: list[set[str]] = []
        if not isinstance(node, ast.expr):
            continue
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            found = [words_of(node.elts)]
        elif isinstance(node, ast.Dict):
            found = [words_of(node.keys), words_of(node.values)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = node.value.replace(",", " ").split()
            found = [set(parts)] if len(parts) > 2 and set(parts) <= ACTIONS | REACTIONS else []
        for words in found:
            if len(words) > 1:
                yield node.lineno, words


def listing() -> dict[str, list[tuple[int, set[str]]]]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        lists = list(lists_of_verbs(tree_of(path)))
        if lists and not name.startswith("books/"):
            found[name] = lists
    return found


def test_no_module_lists_verbs_of_its_own() -> None:
    found = listing()
    assert {name: lists for name, lists in found.items() if name not in OTHER_WORDS} == {}
    assert sorted(set(OTHER_WORDS) - set(found)) == [], "nothing is excused that is not there"


def test_a_list_of_verbs_is_noticed() -> None:
    assert list(lists_of_verbs(ast.parse('A = ("attack", "shoot")'))) == [(1, {"attack", "shoot"})]
    assert list(lists_of_verbs(ast.parse('A = {"attack": 1, "run": 2}')))
    assert list(lists_of_verbs(ast.parse('A = "attack shoot throw".split()')))
    assert not list(lists_of_verbs(ast.parse('A = verb == "attack" or verb == "shoot"')))


def test_every_verb_has_one_entry_and_every_entry_a_verb() -> None:
    assert set(OPTIONS) == ACTIONS | REACTIONS | ANSWERS
    for verb, option in OPTIONS.items():
        assert option.verb == verb
        assert option.kind in ORDER
        assert option.words.sentence, verb


def test_every_action_and_reaction_is_told_as_a_deed() -> None:
    """A move is described by its destination."""
    silent = {verb for verb in ACTIONS | REACTIONS if not OPTIONS[verb].words.third_person}
    assert all(OPTIONS[verb].has(WALK) for verb in silent)


def test_what_is_done_in_a_window_is_no_action_to_be_held() -> None:
    outside = {verb for verb in REACTIONS - ACTIONS if not OPTIONS[verb].has(OUT_OF_TURN)}
    assert outside == {"held"}, "the held action itself is one"


def test_a_verb_of_house_rules_is_told_by_its_name() -> None:
    option = option_of("kick-sand")
    assert isinstance(option, OptionEntry)
    assert (option.words.sentence, option.kind, option.has(WALK)) == ("kick sand", "other", False)


def test_verbs_with_a_mark_come_by_rank() -> None:
    assert verbs_with(WALK) == ("run", "run-away")
