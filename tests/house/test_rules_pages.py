"""Every rule is told in our own words, and the pages made of them are up to date."""

from __future__ import annotations

import pytest
from tests.coverage_report import IDS, read_rules
from tools.rules_pages import PAGES, all_pages

from shieldwall.content.rule_texts import FILES, rule_text, texts_of
from shieldwall.core.dials import DIAL_TEXTS
from shieldwall.rules import RULINGS

RULES = read_rules(IDS.read_text(encoding="utf-8"))
TOLD = [ident for name in FILES for ident in texts_of(name)]


def test_every_rule_has_a_text_and_no_other_id_has() -> None:
    assert sorted(TOLD) == sorted(RULES)


@pytest.mark.parametrize("name", FILES)
def test_a_text_is_written_in_sentences_and_names_things_that_exist(name: str) -> None:
    import re

    for ident, rule in texts_of(name).items():
        assert rule.text.endswith("."), ident
        for part in (rule.text, rule.why, rule.example):
            for word in re.findall(r"`([a-z0-9_]+)`", part):
                known = word in RULINGS or word in DIAL_TEXTS or word == "improvise"
                assert known, f"{ident} speaks of {word}"


def test_a_text_is_found_by_the_id_of_its_rule() -> None:
    found = rule_text("SOV-081")
    assert found is not None
    assert found.title == "After the roll"
    assert rule_text("SOV-999") is None


def without_proofs(text: str) -> str:
    """Tests come and go; the lines that list them are brought up to date when the report is."""
    lines = text.splitlines()
    return "\n".join(line for line in lines if not line.startswith(("*Proved", "*Not tested")))


def test_the_pages_are_up_to_date() -> None:
    """Where this fails: `python tools/rules_pages.py`."""
    made = all_pages()
    assert sorted(made) == sorted(path.name for path in PAGES.glob("*.md"))
    stale = [
        name
        for name, text in made.items()
        if without_proofs((PAGES / name).read_text("utf-8")) != without_proofs(text)
    ]
    assert stale == []
