"""Every rule has a text in our own words, and the pages made from them are up to date."""

from __future__ import annotations

import pytest
from tests.coverage_report import IDS, read_rules
from tools.rules_pages import PAGES, all_pages

from shieldwall.books import RULESETS, RULINGS
from shieldwall.content.house_rules.rule_texts import FILES, rule_text, texts_of
from shieldwall.engine.dials import DIAL_ENTRIES
from shieldwall.engine.general_rule import GENERAL_RULES
from shieldwall.text import rulebook

NAMED = {*GENERAL_RULES, "improvise"}
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
                known = word in RULINGS or word in DIAL_ENTRIES or word in NAMED
                assert known, f"{ident} speaks of {word}"


def test_every_gap_that_is_named_has_a_text_of_its_own() -> None:
    import re

    told = texts_of(rulebook.GAPS)
    assert list(told) == [f"G-{number:02}" for number in range(1, 53)]
    named = set()
    for book in RULESETS.values():
        named |= {*book.concordance.values(), *(dial.cite for dial in book.dials)}
        named |= {rule.cite for rule in book.general}
        named |= {action.cite for action in book.action_list}
        named |= {reaction.cite for reaction in book.reaction_list}
    for ruling in RULINGS.values():
        named |= set(ruling.cites)
    for name in FILES:
        for rule in texts_of(name).values():
            named |= set(re.findall(r"\bG-\d+\b", rule.text + rule.why))
    assert {ident for ident in named if ident.startswith("G-")} <= set(told)
    for ident, rule in told.items():
        for word in re.findall(r"`([a-z0-9_]+)`", rule.text):
            assert word in RULINGS, f"{ident} speaks of {word}"


def test_a_text_is_found_by_the_id_of_its_rule() -> None:
    found = rule_text("SOV-081")
    assert found is not None
    assert found.title == "After the roll"
    assert rule_text("SOV-999") is None
    gap = rulebook.text_of("G-33")
    assert gap is not None
    assert "30 to 60 ft" in gap.text


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
