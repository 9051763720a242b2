"""The report of which tests prove which rules is up to date and names only existing tests."""

from __future__ import annotations

import json

import pytest
from tests.coverage_report import (
    EXAMPLES,
    IDS,
    REPORT,
    CoverageError,
    make_report,
    markers_of,
    read_markers,
    read_rules,
    unknown_ids,
)

HOW = "run `python tests/coverage_report.py` and commit what it writes"
RULES = read_rules(IDS.read_text(encoding="utf-8"))
TEXT = """
import pytest

pytestmark = pytest.mark.rule("SOV-001")

@pytest.mark.rule("SOV-002", "SOV-003")
def test_one(): pass

@pytest.mark.rule("SOV-004")
class TestGroup:
    @pytest.mark.slow
    @pytest.mark.rule("SOV-005")
    def test_inner(self): pass

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("SOV-006"))])
def test_many(n): pass

def helper(): pass
"""


def test_the_ids_are_those_of_all_five_texts() -> None:
    assert len(RULES) == 284
    books = [ident[:3] for ident in RULES]
    assert {book: books.count(book) for book in books} == {
        "SOV": 161, "SVE": 28, "AAC": 45, "DOL": 50,
    }  # fmt: skip


def test_no_test_names_a_rule_that_is_not_there() -> None:
    assert unknown_ids(read_markers(), RULES) == []


def test_the_report_is_up_to_date() -> None:
    """Rules, tests and marks are as in the sources; a run may have found fewer rules proved."""
    fresh = make_report(RULES, read_markers())["ids"]
    assert REPORT.exists(), f"there is no report yet: {HOW}"
    written = json.loads(REPORT.read_text(encoding="utf-8"))["ids"]
    assert list(written) == list(fresh), f"the report lists other rules: {HOW}"
    stale = [ident for ident in fresh if written[ident]["tests"] != fresh[ident]["tests"]]
    assert not stale, f"other tests prove these rules now: {' '.join(stale)}; {HOW}"
    for ident, entry in written.items():
        if entry != fresh[ident]:
            assert entry["status"] == "missing", f"{ident} is not as its mark says: {HOW}"
            assert entry["note"].startswith("its tests: "), f"{ident}: {HOW}"


def test_markers_are_read_wherever_pytest_reads_them() -> None:
    named = {
        test: [ident for _, ident in ids] for test, ids in markers_of(TEXT, "t.py").ids.items()
    }
    assert named == {
        "t.py::test_one": ["SOV-002", "SOV-003", "SOV-001"],
        "t.py::TestGroup::test_inner": ["SOV-005", "SOV-001", "SOV-004"],
        "t.py::test_many": ["SOV-006", "SOV-001"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "mark = pytest.mark.rule('SOV-001')\n@mark\ndef test_one(): pass",
        "ID = 'SOV-001'\n@pytest.mark.rule(ID)\ndef test_one(): pass",
    ],
)
def test_a_marker_that_would_be_overlooked_is_refused(text: str) -> None:
    with pytest.raises(CoverageError, match=r"^t\.py"):
        markers_of(text, "t.py")


def test_a_mistyped_id_is_named_with_its_line() -> None:
    found = markers_of(
        "\n@pytest.mark.rule('SOV-999')\ndef test_one(): pass", "tests/test_a.py"
    ).ids
    assert unknown_ids(found, RULES) == ["tests/test_a.py:2: SOV-999 is no rule of ids.txt"]


@pytest.mark.parametrize("text", ["SOV-1", "SOV-001 soon", "SOV-001 later:", "SOV-001\nSOV-001"])
def test_a_wrong_line_among_the_ids_is_refused(text: str) -> None:
    with pytest.raises(CoverageError, match=r"^ids\.txt:"):
        read_rules(text)


def test_a_rule_is_proved_only_by_a_test_that_has_passed() -> None:
    rules = read_rules("SOV-001\nSOV-002 later: magic\nSOV-003\nSOV-004 advice: why\nSOV-005")
    markers = {
        "t.py::test_a": [(1, "SOV-001"), (1, "SOV-002")],
        "t.py::test_b": [(2, "SOV-003"), (2, "SOV-001")],
    }
    run = {
        "t.py::test_a[1]": {"ids": [], "outcome": "passed"},
        "t.py::test_b[1]": {"ids": [], "outcome": "passed"},
        "t.py::test_b[2]": {"ids": [], "outcome": "failed"},
    }
    both = ["t.py::test_a", "t.py::test_b"]
    assert make_report(rules, markers, run)["ids"] == {
        "SOV-001": {"tests": both, "status": "proved", "note": ""},
        "SOV-002": {"tests": ["t.py::test_a"], "status": "proved", "note": ""},
        "SOV-003": {"tests": ["t.py::test_b"], "status": "missing", "note": "its tests: failed"},
        "SOV-004": {"tests": [], "status": "advice", "note": "why"},
        "SOV-005": {"tests": [], "status": "missing", "note": ""},
    }
    unrun = make_report(rules, markers, {})["ids"]["SOV-001"]
    assert unrun["note"] == "its tests: not run"


def test_every_worked_example_is_played_by_a_test() -> None:
    named = {ident for marks in read_markers().values() for _, ident in marks}
    assert sorted(EXAMPLES - named) == []
