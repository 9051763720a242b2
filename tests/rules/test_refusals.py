"""Every refusal in the source can be waived by its rule's id, or has a reason why not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import shieldwall
from shieldwall.books import RULESETS
from shieldwall.books.rulings import waivable_in
from shieldwall.books.shared.cited_rules import SHARED_IDS
from shieldwall.books.waivable_rules import WAIVABLE
from shieldwall.engine.refusals import REASONS

pytestmark = pytest.mark.once
SOURCES = Path(shieldwall.__file__).parent
FILES = [
    path
    for folder in ("engine", "gm", "abilities", "books")
    for path in sorted((SOURCES / folder).rglob("*.py"))
]
FIXED = {name for name, reason in REASONS.items() if reason.fixed} | {
    f"{name}@{module}" for name, reason in REASONS.items() for module in reason.fixed_in
}
"""Reasons no table can waive, everywhere or as a module gives them."""


class Site:
    """One place that refuses something."""

    def __init__(self, place: str, reason: str, cite: str, held: set[str]) -> None:
        self.place = place
        self.reason = reason
        self.cite = cite
        self.held = held
        """The rules that are asked for on the way to it."""

    def names(self) -> tuple[str, str]:
        return (self.reason, f"{self.reason}@{self.place.partition(':')[0]}")

    def __repr__(self) -> str:
        return f"{self.place} {self.reason} ({self.cite})"


def calls(node: ast.AST, name: str) -> Iterator[ast.Call]:
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            if called(part) == name:
                yield part


def called(call: ast.Call) -> str:
    """The name of a function, without its owner."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def stated(node: ast.expr) -> str:
    """The id an expression names: itself, or by what the rule is about (`ids.reach`)."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    text = ast.unparse(node)
    return getattr(SHARED_IDS, text.rpartition(".")[2]) if "ids." in text else ""


def asked(node: ast.AST) -> set[str]:
    found = set()
    for call in calls(node, "holds"):
        ident = stated(call.args[0])
        if ident:
            found.add(ident)
    return found


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in FILES}


@cache
def askers() -> dict[str, set[str]]:
    """Functions that answer with whether a rule holds, and which."""
    found: dict[str, set[str]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name != "can":
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        ids = asked(part.value)
                        if ids:
                            found.setdefault(node.name, set()).update(ids)
    return found


def ids_in(test: ast.expr) -> set[str]:
    """The rules a condition asks for, itself or by one of those functions."""
    found = asked(test)
    for part in ast.walk(test):
        if isinstance(part, ast.Call):
            found |= askers().get(called(part), set())
    return found


def literals(node: ast.expr, known: dict[str, str]) -> list[str]:
    """The possible texts of an expression; its source if it is not a text."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.IfExp):
        return literals(node.body, known) + literals(node.orelse, known)
    if isinstance(node, ast.Name) and node.id in known:
        return [known[node.id]]
    return [stated(node) or ast.unparse(node)]


def constants(tree: ast.Module) -> dict[str, str]:
    found = {"CREATURE": "creature"}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                found[node.target.id] = node.value.value
    return found


def every_site() -> Iterator[Site]:
    for path, tree in trees().items():
        known = constants(tree)
        stack: list[tuple[ast.AST, set[str]]] = [(tree, set())]
        while stack:
            node, held = stack.pop()
            if isinstance(node, ast.Call) and called(node) == "Refusal":
                place = f"{path.stem}:{node.lineno}"
                (cite,) = literals(node.args[1], known)
                for reason in literals(node.args[0], known):
                    yield Site(place, reason, cite, held)
            if isinstance(node, ast.If):
                inner = held | ids_in(node.test)
                stack += [(part, inner) for part in node.body]
                stack += [(part, held) for part in node.orelse]
            else:
                stack += [(part, held) for part in ast.iter_child_nodes(node)]


@cache
def sites() -> list[Site]:
    return [site for site in every_site() if not site.place.startswith("request:")]


def test_a_refusal_asks_whether_its_rule_holds_or_stands_with_a_reason() -> None:
    assert len(sites()) > 300
    waived = {site.reason for site in sites() if site.held}
    wrong = []
    for site in sites():
        if site.held:
            if site.cite not in site.held:
                wrong.append(f"{site!r} asks for {sorted(site.held)}")
        else:
            plain, placed = site.names()
            if placed not in FIXED and (plain not in FIXED or plain in waived):
                wrong.append(f"{site!r} neither asks `battle.holds` nor says in its entry why not")
    assert wrong == []


def test_the_lists_name_nothing_that_is_not_there() -> None:
    free = {name for site in sites() if not site.held for name in site.names()}
    assert sorted(FIXED - free) == []
    held = {ident for tree in trees().values() for ident in asked(tree)}
    assert held == set(WAIVABLE)
    assert {site.cite for site in sites() if site.held} == set(WAIVABLE)


def test_a_book_offers_its_own_rules_to_be_waived_under_its_own_ids() -> None:
    offered = {name: set(waivable_in(book)) for name, book in RULESETS.items()}
    assert {ident.partition("-")[0] for ident in offered["sovereign"]} == {"SOV"}
    assert "SVE-026" in offered["sovereign-early"]
    assert "SVE-026" not in offered["sovereign"]
    assert {"DOL-002", "DOL-040", "DOL-049"} <= offered["dolmenwood"]
    for book, families in (("aachen", {"AAC", "G"}), ("dolmenwood", {"DOL"})):
        assert {ident.partition("-")[0] for ident in offered[book]} == families
