"""The architecture page names existing files and names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.house.conftest import tree_of

import shieldwall
from shieldwall.abilities.registry import ABILITIES_BY_NAME, ABILITY_KINDS, CONDITION_FAMILIES
from shieldwall.books import RULESETS
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.shared.procedures import PROCEDURES
from shieldwall.engine.abilities import NO_ABILITIES, Ability
from shieldwall.engine.rounds.flow import RoundEnd
from shieldwall.engine.state.condition import CONDITIONS, DORMANT, Condition, condition_of, dormant

pytestmark = pytest.mark.xdist_group("sources")

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(shieldwall.__file__).parent
PAGE = ROOT / "docs" / "architecture.md"
MOST_PARAMETERS = 12


def test_every_module_and_point_on_the_page_exists() -> None:
    for page in (PAGE, ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "decisions").glob("*.md")):
        for path in re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", page.read_text(encoding="utf-8")):
            assert (PACKAGE / path).is_file() or (ROOT / path).is_file(), f"{page.name}: {path}"
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if re.match(r"\| `[a-z_`, ]+\| T", line)]
    points = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row.split("|")[1])}
    assert len(points) > 15
    assert [name for name in points if not hasattr(Ability, name)] == []


def test_every_room_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rooms = [path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()]
    assert [room for room in rooms if f"{room}/" not in text] == []


def test_every_ability_has_a_name_a_sentence_and_speaks_at_points_that_are_asked() -> None:
    sentences = described()
    asked = {name.removeprefix("at_") for name in vars_of(NO_ABILITIES)} | {"zero", "at_zero"}
    for kind in ABILITY_KINDS:
        assert ABILITIES_BY_NAME[kind.name] is kind
        assert kind.name in sentences, kind.name
        said = {
            name
            for name in dir(Ability)
            if name[0] != "_" and getattr(kind, name) is not getattr(Ability, name)
        }
        speaks = said - {"name", "flag", "section", "least", "most", "rank", "spends", "unusual"}
        assert speaks - {"put_on"} <= asked, kind.name


def described() -> set[str]:
    """The names of conditions whose class has a sentence."""
    found = set()
    for path in (PACKAGE / "abilities").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and ast.get_docstring(node):
                found |= set(re.findall(r"name: ClassVar\[str\] = '(\w+)'", ast.unparse(node)))
    return found


def vars_of(thing: object) -> list[str]:
    return [name for name in dir(thing) if name.startswith("at_")]


def test_no_module_of_the_engine_asks_for_an_ability_by_name() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        asked = set(re.findall(r'\.(?:has|find|amount|spend)\("([a-z_]+)"\)', text))
        assert asked & set(ABILITIES_BY_NAME) == set(), path.name


def test_the_engine_names_no_rule_of_a_book_by_its_id() -> None:
    """Docstrings may say where a rule is written; code asks the book (`rules.ids`)."""
    found = []
    for path in (PACKAGE / "engine").rglob("*.py"):
        tree = tree_of(path)
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in told and re.search(r"\b(SOV|SVE|DOL|AAC|G)-\d", node.value):
                    found.append(f"{path.name}:{node.lineno} {node.value}")
    assert found == []


def test_the_engine_names_no_book() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        found = re.findall(
            r"sovereign|aachen|dolmenwood|\b(?:sov|aac|dol)_\w+", code_of(path).lower()
        )
        assert found == [], path.name


def test_every_book_says_where_each_rule_the_engine_speaks_of_is_written() -> None:
    spoken = set()
    for path in (PACKAGE / "engine").rglob("*.py"):
        spoken |= set(re.findall(r"\bids\.(\w+)", path.read_text(encoding="utf-8")))
    assert len(spoken) > 50
    for book in RULESETS.values():
        assert [name for name in sorted(spoken) if not getattr(book.ids, name)] == [], book.name
    stated = [name for name in dir(SHARED_IDS) if not name.startswith("_")]
    assert sorted(spoken) == stated


def test_every_policy_and_every_task_of_a_book_is_told_in_words() -> None:
    for book in RULESETS.values():
        tasks = [
            task for one in book.flow.stages if isinstance(one, RoundEnd) for task in one.tasks
        ]
        for policy in (*tasks, book.injury, book.morale, book.aftermath):
            assert policy.__name__ in PROCEDURES, f"{book.name}: {policy.__name__}"
        for policy in (book.injury, book.morale, book.aftermath):
            assert PROCEDURES[policy.__name__].cites, f"{book.name}: {policy.__name__}"


def test_every_book_is_described_and_its_rules_are_in_files() -> None:
    for name, book in RULESETS.items():
        text = book.facts.text
        assert text.edition == name
        assert text.about
        assert text.rule_files
        assert text.skills_rule


def test_no_table_of_books_stands_outside_their_folders() -> None:
    """What differs from book to book is in the folder of the book, or in its data."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if PACKAGE / "books" in path.parents or PACKAGE / "exchange" in path.parents:
            continue
        for node in ast.walk(tree_of(path)):
            parts: list[ast.expr | None] = []
            if isinstance(node, ast.Dict):
                parts = list(node.keys)
            elif isinstance(node, ast.Tuple | ast.List | ast.Set):
                parts = list(node.elts)
            names = {one.value for one in parts if isinstance(one, ast.Constant)}
            if len(names & set(RULESETS)) > 1:
                found.append(f"{path.relative_to(PACKAGE)}:{parts[0].lineno if parts[0] else 0}")
    assert found == []


def test_no_module_of_the_engine_asks_for_a_condition_by_name() -> None:
    """The marks of its own procedures are in `engine/state/condition.py`; no others are named."""
    texts = {path: code_of(path) for path in (PACKAGE / "engine").rglob("*.py")}
    own = {name for text in texts.values() for name in re.findall(r"\b([A-Z_]+): Final", text)}
    conditions = {
        name
        for module in CONDITION_FAMILIES
        for name, value in vars(module).items()
        if isinstance(value, Condition) and name not in own
    }
    assert len(conditions) > 35
    for path, text in texts.items():
        assert set(re.findall(r"\b[A-Z_]+\b", text)) & conditions == set(), path.name


def code_of(path: Path) -> str:
    """A module without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [  # type: ignore[attr-defined]
                part
                for part in body
                if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    return ast.unparse(tree)


def test_every_condition_is_one_entry_with_a_name_and_a_sentence() -> None:
    kinds = [kind for number, kind in CONDITIONS.items() if number < DORMANT]
    assert sorted(kind.number for kind in kinds) == list(range(len(kinds)))
    assert len({kind.name for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.sentence.endswith("."), kind.name
        assert condition_of(kind.number) is kind
        waiting = dormant(kind)
        assert waiting.inner is kind
        assert condition_of(kind.number + DORMANT) is waiting


def test_no_function_takes_more_than_twelve_parameters() -> None:
    """What belongs together is a record (`engine/state/fact_records.py`)."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
                if len(given) - (given[:1] == ["self"]) > MOST_PARAMETERS:
                    found.append(f"{path.name} {node.name}")
    assert found == []
