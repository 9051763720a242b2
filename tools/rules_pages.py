"""Writes the rules as pages: docs/rules/, one page a book.

    python tools/rules_pages.py            write them
    python tools/rules_pages.py --check    list outdated pages; exit status 1 if there are any

Combines the texts in `src/shieldwall/data/rules`, the dials of the books, the rulings, and the
tests that name each rule. Needs the sources and the root of the checkout on PYTHONPATH.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.coverage_report import read_markers, read_rules  # noqa: E402

from shieldwall.books import RULESETS, RULINGS  # noqa: E402
from shieldwall.cli.rules_books import cells, in_table  # noqa: E402
from shieldwall.content.house_rules.rule_texts import RuleText, texts_of  # noqa: E402
from shieldwall.engine.ruleset import Ruleset  # noqa: E402
from shieldwall.text import rulebook  # noqa: E402

PAGES = ROOT / "docs" / "rules"
IDS = ROOT / "tests" / "rules" / "ids.txt"
SIBLINGS = {"sovereign-early": "sovereign", "aachen-early": "aachen"}
SHOWN = 3
ASKED = (
    "A ruling decides a question that the text leaves open: use `--ruling NAME=OPTION`, or "
    "`rulings` in an encounter. If several books raise the question, the text names the book it is "
    "quoted from; the id is that of this book."
)


def proofs() -> dict[str, Counter[str]]:
    """By id: the number of tests that name it in each file."""
    found: dict[str, Counter[str]] = {}
    for test, named in read_markers(ROOT).items():
        path = test.partition("::")[0]
        for ident in {ident for _, ident in named}:
            found.setdefault(ident, Counter())[path] += 1
    return found


def page(book: Ruleset, tests: dict[str, Counter[str]]) -> str:
    lines = [f"# {book.title}", "", sentence(rulebook.about(book)), ""]
    if book.name in SIBLINGS:
        other = RULESETS[SIBLINGS[book.name]]
        lines += [
            f"All other rules are those of [{other.title}]({other.name}.md). The differences:",
            "",
            f"| | {other.title} | {book.title} | rules |",
            "|---|---|---|---|",
        ]
        found = rulebook.difference(other, book)
        lines += [
            "| " + " | ".join(cells(row)) + " |" for row in in_table(found) if row.kind != "text"
        ]
        if rulebook.own_ids(found):
            lines += ["", rulebook.own_ids(found)]
        lines.append("")
    lines += borrowings(book)
    lines += [
        "Each rule has an id, its text in our words, our reading of open points, an example, the "
        "dials it sets, and the tests that prove it. Ids that begin with G are "
        "[our rules for gaps](gaps.md). `tools/rules_pages.py` writes this page.",
        "",
    ]
    section = ""
    for rule in texts_of(book.facts.text.rule_files[0]).values():
        if rule.section != section:
            section = rule.section
            lines += [f"## {section}", ""]
        lines += entry(book, rule, tests)
    lines += actions(book)
    lines += rulings(book)
    return "\n".join(lines).rstrip() + "\n"


def borrowings(book: Ruleset) -> list[str]:
    """The rules a draft borrows."""
    lent: dict[str, list[str]] = {}
    for rule in rulebook.borrowed_rules(book):
        told = f"{rule.title} ({rule.ident})"
        lent.setdefault(rulebook.borrowed(book, rule), []).append(told)
    lines: list[str] = []
    for lender, rules in lent.items():
        title = RULESETS[lender].title
        lines += [f"This draft borrows these rules from [{title}]({lender}.md):", ""]
        lines += [*(f"- {told}" for told in rules), ""]
    if lines:
        lines += ["The other rules are in this draft itself, or fill its gaps.", ""]
    return lines


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def entry(book: Ruleset, rule: RuleText, tests: dict[str, Counter[str]]) -> list[str]:
    lines = [f"### {rule.ident} · {rule.title}", "", rule.text, ""]
    if rule.why:
        lines += [f"*Reading:* {rule.why}", ""]
    if rule.example:
        lines += [f"*Example:* {rule.example}", ""]
    if rulebook.borrowed(book, rule):
        lines += [f"*Borrowed:* {rulebook.whose(book, rule)}.", ""]
    dials = [fact for fact in rulebook.dial_facts(book) if fact.cite == rule.ident]
    if dials:
        told = ", ".join(f"{fact.about}: {fact.word} (`{fact.name}`)" for fact in dials)
        lines += [f"*Set:* {told}.", ""]
    general = [fact for fact in rulebook.general_facts(book) if fact.cite == rule.ident]
    if general:
        told = ", ".join(f"{fact.sentence} (`{fact.name}`)" for fact in general)
        lines += [f"*General rule:* {told}.", ""]
    proved = tests.get(rule.ident)
    if proved:
        files = [f"`{path}` ({count})" for path, count in proved.most_common(SHOWN)]
        more = len(proved) - SHOWN
        rest = f" and {more} more file{'s' if more > 1 else ''}" if more > 0 else ""
        lines += [f"*Proved by tests in* {', '.join(files)}{rest}.", ""]
    else:
        status = read_rules(IDS.read_text(encoding="utf-8")).get(rule.ident)
        note = status.note if status is not None and status.note else "no test names it"
        lines += [f"*Not tested:* {note}.", ""]
    return lines


def actions(book: Ruleset) -> list[str]:
    lines = ["## Actions", "", "| action | typed | cost | rule |", "|---|---|---|---|"]
    for fact in rulebook.action_facts(book):
        cost = rulebook.action_text(fact)
        lines.append(f"| {fact.title} | `{fact.verb}` | {cost} | {fact.cite} |")
    return [*lines, ""]


def rulings(book: Ruleset) -> list[str]:
    lines = ["## Open questions", "", ASKED, ""]
    for fact in rulebook.ruling_facts(book):
        ruling = fact.ruling
        here = book.cite(book.cites.get(ruling.name, ruling.cites[0]))
        lines += [f"### `{ruling.name}` ({here})", "", f"{ruling.source}. {ruling.at_issue}", ""]
        for option in ruling.options:
            mark = " (default)" if option.word == fact.taken[book.name] else ""
            lines.append(f"- `{option.word}`{mark}: {option.meaning}")
        if ruling.fixed:
            lines += ["", f"There is no other option: {ruling.fixed}."]
        lines.append("")
    return lines


def gaps() -> str:
    lines = ["# Our rules for gaps", "", "Our rule where no book has one, by id."]
    section = ""
    for rule in texts_of(rulebook.GAPS).values():
        if rule.section != section:
            section = rule.section
            lines += ["", f"## {section}", ""]
        lines.append(f"- **{rule.ident}** {rule.title}. {rule.text}")
    return "\n".join(lines) + "\n"


def all_pages() -> dict[str, str]:
    tests = proofs()
    made = {f"{name}.md": page(book, tests) for name, book in RULESETS.items()}
    index = ["# The rules", "", "One page a book, written by `tools/rules_pages.py`:", ""]
    for name, book in RULESETS.items():
        index.append(f"- [{book.title}]({name}.md): {rulebook.about(book)}")
    index.append("- [Our rules for gaps](gaps.md): the ids that begin with G")
    made["gaps.md"] = gaps()
    index += ["", f"`shieldwall rules rulings` lists all {len(RULINGS)} open questions by name."]
    made["README.md"] = "\n".join(index) + "\n"
    return made


def main() -> int:
    stale = []
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in all_pages().items():
        path = PAGES / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} is out of date" if "--check" in sys.argv else f"{name} written")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
