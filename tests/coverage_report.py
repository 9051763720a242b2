"""Writes the report of which tests prove which rules, which is part of the package.

    python tests/coverage_report.py            from the markers in the tests
    python tests/coverage_report.py RUN.json   and from their outcomes, written by pytest with
                                               SHIELDWALL_COVERAGE_OUT=RUN.json

The rules are those of `tests/rules/ids.txt`. A test proves the ids in its `@pytest.mark.rule(...)`;
the markers are read from the sources, without importing them. With a run, a rule counts as proved
only if a test that names it has passed.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
IDS = ROOT / "tests" / "rules" / "ids.txt"
REPORT = ROOT / "src" / "shieldwall" / "data" / "rules_coverage.json"

PROVED, MISSING, ADVICE, LATER = "proved", "missing", "advice", "later"
GAPS = {f"G-{number:02}" for number in range(1, 53)}
EXAMPLES = {f"W-P{number:02}" for number in range(1, 26)}
"""Rulings on what no text says, and worked examples: tests may name them too, the report does not
list them."""


class CoverageError(ValueError):
    """Ids or markers that cannot be read, with file and line."""


@dataclass
class Rule:
    status: str
    note: str


@dataclass
class Marked:
    """The rule markers of one test file."""

    path: str
    ids: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """By test: line and id of each rule it names."""


# The rules.


def read_rules(text: str, name: str = "ids.txt") -> dict[str, Rule]:
    """`SOV-020 advice: a hint` by id, in the order of the file."""
    rules: dict[str, Rule] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([A-Z]{3}-\d{3})(?: (later|advice): (\S.*))?", line)
        if match is None:
            raise CoverageError(
                f"{name}:{number}: {line!r} should read like 'SOV-020 advice: why', with "
                "'later: what it waits for', or as the id alone"
            )
        if match[1] in rules:
            raise CoverageError(f"{name}:{number}: {match[1]} is listed twice")
        rules[match[1]] = Rule(match[2] or MISSING, match[3] or "")
    return rules


# The markers.


def is_rule_call(node: ast.AST) -> bool:
    """`pytest.mark.rule(...)`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    )


def ids_in(nodes: list[ast.expr], path: str) -> list[tuple[int, str]]:
    """The ids of all rule markers under some decorators."""
    found: list[tuple[int, str]] = []
    for top in nodes:
        for node in ast.walk(top):
            if not is_rule_call(node):
                continue
            assert isinstance(node, ast.Call)
            for argument in node.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise CoverageError(
                        f"{path}:{argument.lineno}: a rule is named by a plain string, "
                        'e.g. @pytest.mark.rule("SOV-152")'
                    )
                found.append((argument.lineno, argument.value))
    return found


def markers_of(source: str, path: str) -> Marked:
    """The tests of a file and the ids they name, by decorators of their own or of their class."""
    tree = ast.parse(source, path)
    marked = Marked(path)
    read = 0

    def look(body: list[ast.stmt], prefix: str, above: list[tuple[int, str]]) -> None:
        nonlocal read
        for node in body:
            if isinstance(node, ast.ClassDef):
                own = ids_in(node.decorator_list, path)
                read += len(own)
                look(node.body, f"{prefix}{node.name}::", above + own)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                own = ids_in(node.decorator_list, path)
                read += len(own)
                if node.name.startswith("test") and (own or above):
                    marked.ids[f"{path}::{prefix}{node.name}"] = own + above

    whole = [
        statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and any(isinstance(to, ast.Name) and to.id == "pytestmark" for to in statement.targets)
    ]
    file_ids = ids_in(whole, path)
    read += len(file_ids)
    look(tree.body, "", file_ids)
    for node in ast.walk(tree):
        if is_rule_call(node):
            assert isinstance(node, ast.Call)
            read -= len(node.args)
    if read != 0:
        raise CoverageError(
            f"{path}: a rule marker stands where it is not read; write it as a decorator of the "
            "test or its class, or as pytestmark"
        )
    return marked


def read_markers(root: Path = ROOT) -> dict[str, list[tuple[int, str]]]:
    """By test: the lines and ids of its markers, over all test files."""
    found: dict[str, list[tuple[int, str]]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        found.update(markers_of(path.read_text(encoding="utf-8"), name).ids)
    return found


def unknown_ids(markers: dict[str, list[tuple[int, str]]], rules: dict[str, Rule]) -> list[str]:
    """Ids that no rule has, each with its place."""
    wrong = []
    for test, named in markers.items():
        for line, ident in named:
            if ident not in rules and ident not in GAPS | EXAMPLES:
                file = test.partition("::")[0]
                wrong.append(f"{file}:{line}: {ident} is no rule of {IDS.name}")
    return wrong


# The report.


def outcomes_of(run: dict[str, Any]) -> dict[str, str]:
    """By test, all its parameters together: the worst that happened."""
    worst: dict[str, str] = {}
    for node, facts in run.items():
        test = node.partition("[")[0]
        outcome = str(facts["outcome"])
        if worst.get(test, "passed") == "passed" or outcome == "failed":
            worst[test] = outcome
    return worst


def make_report(
    rules: dict[str, Rule],
    markers: dict[str, list[tuple[int, str]]],
    run: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The report; without a run, every test is taken to pass, as the suite demands."""
    outcomes = None if run is None else outcomes_of(run)
    tests: dict[str, list[str]] = {ident: [] for ident in rules}
    for test, named in markers.items():
        for _, ident in named:
            if ident in tests and test not in tests[ident]:
                tests[ident].append(test)
    ids: dict[str, Any] = {}
    for ident, rule in rules.items():
        status, note = rule.status, rule.note
        if tests[ident]:
            went = {"passed"}
            if outcomes is not None:
                went = {outcomes.get(test, "not run") for test in tests[ident]}
            if "passed" in went:
                status, note = PROVED, ""
            else:
                status, note = MISSING, f"its tests: {', '.join(sorted(went))}"
        ids[ident] = {"tests": sorted(tests[ident]), "status": status, "note": note}
    return {"ids": ids}


def report_text(report: dict[str, Any]) -> str:
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def main(*arguments: str) -> None:
    run = json.loads(Path(arguments[0]).read_text(encoding="utf-8")) if arguments else None
    rules = read_rules(IDS.read_text(encoding="utf-8"))
    markers = read_markers()
    wrong = unknown_ids(markers, rules)
    if wrong:
        sys.exit("\n".join(wrong))
    report = make_report(rules, markers, run)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report_text(report), encoding="utf-8")
    entries = report["ids"].items()
    for status in (PROVED, MISSING, LATER, ADVICE):
        found = [ident for ident, entry in entries if entry["status"] == status]
        print(f"{len(found):4} {status}" + (f": {' '.join(found)}" if status == MISSING else ""))
    stale = [i for i, entry in entries if entry["status"] == PROVED and rules[i].status != MISSING]
    if stale:
        print(f"proved although marked in {IDS.name}; the marks can go: {' '.join(stale)}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CoverageError as error:
        sys.exit(str(error))
