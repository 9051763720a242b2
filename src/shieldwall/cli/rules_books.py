"""`shieldwall rules list|show|rulings|diff`: the books in words, and differences between two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

import click

from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.former_dials import dial_name
from shieldwall.books.rulings import Ruling
from shieldwall.cli.main import Complaint
from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.rule_search import meant, rules_called
from shieldwall.cli.terminal import Terminal, say, say_json, this_terminal
from shieldwall.content.formats.problems import did_you_mean
from shieldwall.content.house_rules.homebrew import find_house, load_house
from shieldwall.content.user_folder import known_names
from shieldwall.engine.ruleset import Ruleset
from shieldwall.text import rulebook


def find_book(name: str) -> Ruleset:
    """One of the books, or house rules by name or path."""
    book = RULESETS.get(name)
    if book is not None:
        return book
    if not is_book(name):
        raise Complaint(no_book(name))
    made = load_house(name)
    return made.book.but(made.house.name, made.house.title)


def book_of(ident: str) -> str:
    """The first book with a rule of this id; "" for none."""
    wanted = ident.upper()
    return next((name for name, book in RULESETS.items() if wanted in rulebook.ids_of(book)), "")


def is_book(name: str) -> bool:
    return name in RULESETS or find_house(name, None) is not None


def no_book(name: str) -> str:
    known = [*RULESETS, *known_names("rules")]
    if re.fullmatch(r"[A-Za-z]+-[0-9]+", name):
        letters, _, number = name.upper().partition("-")
        padded = f"{letters}-{number.zfill(3)}"
        if book_of(padded):
            return f"no book has a rule {name.upper()}; did you mean {padded}?"
        return f"no book has a rule {name.upper()}; `shieldwall rules show BOOK` lists its rules"
    return f"no book is called {name!r}{did_you_mean(name, known)}"


LEAST_ROOM: Final = 24
NARROW: Final = 80
"""With fewer columns, two books do not fit side by side."""


def say_rows(terminal: Terminal, rows: Sequence[tuple[str, ...]], styles: tuple[str, ...]) -> None:
    """Columns side by side; the last is wrapped at the end of the line, or goes below the rest."""
    if not rows:
        return
    wide = [max(len(row[n]) for row in rows) for n in range(len(rows[0]) - 1)]
    before = 2 + sum(width + 2 for width in wide)
    for row in rows:
        head = "  "
        for text, width, style in zip(row, wide, styles):
            head += terminal.paint(text, *style.split()) + " " * (width - len(text) + 2)
        room = terminal.width - before
        if room < LEAST_ROOM:
            say(head.rstrip())
            for line in terminal.wrap(row[-1], width=terminal.width - 6):
                say(f"      {line}")
            continue
        lines = terminal.wrap(row[-1] or " ", width=room) or [""]
        say((head + lines[0]).rstrip())
        for line in lines[1:]:
            say(" " * before + line)


# The books.


@click.command("list")
@json_option
@colour_option
def books(as_json: bool, colour: bool | None) -> None:
    """List the rulebooks.

    \b
    Example:
      shieldwall rules list
    """
    rows = [(name, book.title, rulebook.about(book)) for name, book in RULESETS.items()]
    for name in known_names("rules"):
        made = load_house(name)
        rows.append((name, made.house.title, f"house rules based on {made.base}"))
    if as_json:
        say_json([{"name": name, "title": title, "about": text} for name, title, text in rows])
    else:
        say_rows(this_terminal(colour), rows, ("bold", ""))


@click.command("show")
@click.argument("words", nargs=-1, required=True, metavar="[BOOK] [WHAT]")
@json_option
@colour_option
def show(words: tuple[str, ...], as_json: bool, colour: bool | None) -> None:
    """Show a book, or one rule, action, dial or ruling.

    WHAT is the id of a rule, words of its title, the name of a dial or a ruling, or an action.
    Without BOOK, the first book that has it answers.

    \b
    Examples:
      shieldwall rules show sovereign
      shieldwall rules show SOV-081
      shieldwall rules show total defense
      shieldwall rules show dolmenwood initiative
      shieldwall rules show sovereign swarm_max_assailants
      shieldwall rules show sovereign charge --json
    """
    book, what = meant(words, is_book(words[0]))
    problem = no_book(what)
    if not book and problem.startswith("no book is called") and "did you mean" not in problem:
        raise Complaint(
            f"no book, rule, action, dial or ruling is called {what!r}; "
            "`shieldwall rules show BOOK` lists a book"
        )
    rules = find_book(book or what)
    data = part_data(rules, what) if what else book_data(rules)
    if as_json:
        say_json(data)
        return
    terminal = this_terminal(colour)
    if not what:
        say_book(terminal, rules)
    elif "rules" in data:
        rows = [(rule["id"], rule["title"]) for rule in data["rules"]]
        say_rows(terminal, rows, ("bold",))
        say(f"`shieldwall rules show {rows[0][0]}` shows one of them.")
    else:
        say_part(terminal, data)


def book_data(book: Ruleset) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.title,
        "about": rulebook.about(book),
        "dials": [fact_data(fact) for fact in rulebook.dial_facts(book)],
        "general": [fact_data(fact) for fact in rulebook.general_facts(book)],
        "actions": [fact_data(fact) for fact in rulebook.action_facts(book)],
        "reactions": [
            {
                "verb": spec.verb,
                "title": spec.title,
                "moments": rulebook.moments(spec).split(", "),
                "id": book.cite(spec.cite),
            }
            for spec in book.reaction_list
        ],
        "flow": rulebook.stage_names(book),
        "policies": rulebook.policies(book),
        "rulings": {
            fact.ruling.name: fact.taken[book.name] for fact in rulebook.ruling_facts(book)
        },
        "left_open": [
            {"action": fact.verb, "ruling": fact.left_open}
            for fact in rulebook.action_facts(book)
            if fact.left_open
        ],
        "borrowed": [
            {"id": rule.ident, "title": rule.title, "from": rulebook.borrowed(book, rule)}
            for rule in rulebook.borrowed_rules(book)
        ],
    }


def fact_data(
    fact: rulebook.DialFact | rulebook.GeneralFact | rulebook.ActionFact,
) -> dict[str, Any]:
    return {"id" if key == "cite" else key: value for key, value in asdict(fact).items()}


def say_book(terminal: Terminal, book: Ruleset) -> None:
    say(terminal.paint(book.title, "bold"))
    terminal.tell(rulebook.about(book))
    for title, rows, styles in book_parts(book):
        if rows:
            heading(terminal, title)
            say_rows(terminal, rows, styles)


def book_parts(book: Ruleset) -> list[tuple[str, list[tuple[str, ...]], tuple[str, ...]]]:
    """What is said of a book: headings, rows, and the styles of their columns."""
    actions = rulebook.action_facts(book)
    return [
        (
            "What it sets",
            [
                (fact.word, fact.cite, f"{fact.about} ({fact.name})")
                for fact in rulebook.dial_facts(book)
                if fact.name not in RULINGS
            ],
            ("bold", "dim"),
        ),
        (
            "General rules",
            [(fact.name, fact.cite, fact.sentence) for fact in rulebook.general_facts(book)],
            ("bold", "dim"),
        ),
        (
            "Actions",
            [(fact.verb, rulebook.action_text(fact), fact.cite, fact.title) for fact in actions],
            ("cyan", "bold", "dim"),
        ),
        (
            "Reactions and when they apply",
            [
                (spec.verb, book.cite(spec.cite), f"{spec.title}: {rulebook.moments(spec)}")
                for spec in book.reaction_list
            ],
            ("cyan", "dim"),
        ),
        (
            "The flow of a fight",
            [(f"{n}.", text) for n, text in enumerate(rulebook.stage_names(book), 1)],
            ("dim",),
        ),
        (
            "Rulings where the text is open",
            [
                (word := fact.taken[book.name], f"{fact.ruling.name}: {meaning(fact.ruling, word)}")
                for fact in rulebook.ruling_facts(book)
            ],
            ("bold",),
        ),
        (
            "Left open by the book, and the ruling that fills it",
            [(fact.verb, fact.left_open) for fact in actions if fact.left_open],
            ("cyan",),
        ),
        (
            "Borrowed, because this draft does not have it",
            [
                (rule.ident, f"{rule.title}: from {RULESETS[rulebook.borrowed(book, rule)].title}")
                for rule in rulebook.borrowed_rules(book)
            ],
            ("dim",),
        ),
    ]


def heading(terminal: Terminal, text: str) -> None:
    say("")
    say(terminal.paint(text, "bold", "underline"))


def meaning(ruling: Ruling, word: str) -> str:
    option = ruling.option(word)
    return "" if option is None else option.meaning


def part_data(book: Ruleset, what: str) -> dict[str, Any]:
    """One dial, ruling, general rule, action or rule id of a book."""
    dials = {fact.name: fact for fact in rulebook.dial_facts(book)}
    actions = {fact.verb: fact for fact in rulebook.action_facts(book)}
    general = {fact.name: fact for fact in rulebook.general_facts(book)}
    found: dict[str, Any] = {"book": book.name, "what": what}
    wanted = what.upper() if what.upper() in rulebook.ids_of(book) else dial_name(what)
    if wanted in dials:
        found["dial"] = fact_data(dials[wanted])
    if wanted in actions:
        found["action"] = fact_data(actions[wanted])
        found["rule"] = rule_data(book, actions[wanted].cite)
    if wanted in general:
        found["rule"] = rule_data(book, general[wanted].cite)
    ruling = RULINGS.get(wanted)
    option = None if ruling is None else ruling.taken_by(book)
    if ruling is not None and option is not None:
        found["ruling"] = {**ruling_data(ruling), "taken": option.word}
    if wanted in rulebook.ids_of(book):
        found["rule"] = rule_data(book, wanted)
    called = rules_called(book, what) if len(found) == 2 and ruling is None else []
    if len(called) == 1:
        found["rule"] = rule_data(book, called[0])
    elif called:
        found["rules"] = [rule_data(book, ident) for ident in called]
    if len(found) == 2:
        if ruling is not None:
            raise Complaint(does_not_arise(ruling, book.name))
        ident = what.upper()
        others = [name for name, other in RULESETS.items() if ident in rulebook.ids_of(other)]
        if others:
            raise Complaint(f"{book.name} has no rule {ident}; it is one of {', '.join(others)}")
        arising = [fact.ruling.name for fact in rulebook.ruling_facts(book)]
        known = [*dials, *general, *actions, *arising, *rulebook.ids_of(book)]
        raise Complaint(
            f"{book.name} has no rule, dial, ruling or action {what!r}{did_you_mean(what, known)}"
        )
    return found


def does_not_arise(ruling: Ruling, book: str) -> str:
    where = [name for name, other in RULESETS.items() if ruling.taken_by(other) is not None]
    return f"{ruling.name} does not arise in {book}, but in {', '.join(where)}"


def rule_data(book: Ruleset, ident: str) -> dict[str, Any]:
    text = rulebook.text_of(ident)
    return {
        "id": ident,
        "title": "" if text is None else text.title,
        "text": "" if text is None else text.text,
        "why": "" if text is None else text.why,
        "example": "" if text is None else text.example,
        "borrowed": "" if text is None else rulebook.borrowed(book, text),
        "dials": [fact_data(f) for f in rulebook.dial_facts(book) if f.cite == ident],
        "actions": [fact_data(f) for f in rulebook.action_facts(book) if f.cite == ident],
        "rulings": [
            fact.ruling.name for fact in rulebook.ruling_facts(book) if ident in fact.ruling.cites
        ],
    }


def say_part(terminal: Terminal, data: dict[str, Any]) -> None:
    if "dial" in data:
        say_dials(terminal, [data["dial"]])
    if "action" in data and "rule" not in data:
        say_actions(terminal, [data["action"]])
    if "ruling" in data:
        say_ruling(
            terminal, RULINGS[data["ruling"]["name"]], {data["book"]: data["ruling"]["taken"]}
        )
    if "rule" in data:
        rule = data["rule"]
        say(terminal.paint(f"{rule['id']}  {rule['title']}".strip(), "bold"))
        for head, key in (("", "text"), ("Reading: ", "why"), ("Example: ", "example")):
            if rule[key]:
                terminal.tell(f"{head}{rule[key]}")
        if rule["borrowed"]:
            say(f"Not in this draft: borrowed from {RULESETS[rule['borrowed']].title}.")
        say_dials(terminal, rule["dials"])
        say_actions(terminal, rule["actions"])
        for name in rule["rulings"]:
            say(f"  ruling {terminal.paint(name, 'cyan')}")


def say_dials(terminal: Terminal, dials: list[dict[str, Any]]) -> None:
    rows = [(fact["name"], fact["word"], fact["id"], fact["about"]) for fact in dials]
    say_rows(terminal, rows, ("cyan", "bold", "dim"))


def say_actions(terminal: Terminal, actions: list[dict[str, Any]]) -> None:
    rows = []
    for fact in actions:
        cost = f"{fact['cost']}, provokes" if fact["provokes"] else fact["cost"]
        rows.append((fact["verb"], cost, fact["id"], fact["title"]))
    say_rows(terminal, rows, ("cyan", "bold", "dim"))


# The rulings.


@click.command("rulings")
@click.argument("which", required=False, metavar="[BOOK | RULING]")
@click.option("--book", metavar="BOOK", help="List only rulings of this book.")
@json_option
@colour_option
def rulings(which: str | None, book: str | None, as_json: bool, colour: bool | None) -> None:
    """List open questions of the rules, their options and each book's default.

    Lists all, those of a BOOK, or one RULING. Set one with --ruling NAME=OPTION, or under `rulings`
    in an encounter file.

    \b
    Examples:
      shieldwall rules rulings
      shieldwall rules rulings sovereign --json
      shieldwall rules rulings swarm_max_assailants
    """
    which = None if which is None else dial_name(which)
    if which is not None and which not in RULINGS:
        if not is_book(which):
            known = [*RULESETS, *known_names("rules"), *RULINGS]
            raise Complaint(f"no book or ruling is called {which!r}{did_you_mean(which, known)}")
        if book is not None:
            raise click.UsageError("Name the book once: as an argument, or with --book.")
        book, which = which, None
    facts = rulebook.ruling_facts(None if book is None else find_book(book))
    if which is not None:
        facts = [fact for fact in facts if fact.ruling.name == which]
        if not facts:
            raise Complaint(does_not_arise(RULINGS[which], str(book)))
    if as_json:
        say_json([{**ruling_data(fact.ruling), "taken": fact.taken} for fact in facts])
        return
    terminal = this_terminal(colour)
    for number, fact in enumerate(facts):
        if number:
            say("")
        say_ruling(terminal, fact.ruling, fact.taken)


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    return {
        "name": ruling.name,
        "source": ruling.source,
        "at_issue": ruling.at_issue,
        "ids": list(ruling.cites),
        "options": [
            {"word": option.word, "value": option.value, "meaning": option.meaning}
            for option in ruling.options
        ],
        "fixed": ruling.fixed,
    }


def say_ruling(terminal: Terminal, ruling: Ruling, taken: dict[str, str]) -> None:
    name = terminal.paint(ruling.name, "bold", "cyan")
    say(f"{name}  {terminal.paint(', '.join(ruling.cites), 'dim')}")
    for line in terminal.wrap(f"{ruling.source}. {ruling.at_issue}", width=terminal.width - 2):
        say(f"  {line}")
    rows = []
    for option in ruling.options:
        by = ", ".join(book for book, word in taken.items() if word == option.word)
        text = f"{option.meaning} [{by}]" if by else option.meaning
        rows.append((f"  {option.word}", text))
    say_rows(terminal, rows, ("bold",))
    if ruling.fixed:
        for line in terminal.wrap(f"No other option: {ruling.fixed}.", width=terminal.width - 4):
            say(f"    {line}")


# Two books.


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--markdown", is_flag=True, help="Print a Markdown table.")
@json_option
@colour_option
def diff(first: str, second: str, markdown: bool, as_json: bool, colour: bool | None) -> None:
    """List the differences between two books, with rule ids.

    \b
    Examples:
      shieldwall rules diff sovereign sovereign-early
      shieldwall rules diff aachen aachen-early --markdown
    """
    unknown = [name for name in (first, second) if not is_book(name)]
    if unknown:
        raise Complaint("\n".join(no_book(name) for name in dict.fromkeys(unknown)))
    one, other = find_book(first), find_book(second)
    found = rulebook.difference(one, other)
    if as_json:
        rows = [
            {
                "kind": row.kind,
                "what": row.what,
                one.name: row.first,
                other.name: row.second,
                "ids": list(row.ids),
                "name": row.name,
            }
            for row in found
        ]
        say_json({"books": [one.name, other.name], "differences": rows})
    elif markdown:
        say(f"| | {one.title} | {other.title} | rules |")
        say("|---|---|---|---|")
        for row in in_table(found):
            say("| " + " | ".join(cells(row)) + " |")
        if rulebook.own_ids(found):
            say(f"\n{rulebook.own_ids(found)}")
    else:
        say_differences(this_terminal(colour), one, other, found)


def in_table(found: list[rulebook.Difference]) -> list[rulebook.Difference]:
    """All differences except those in rule ids only."""
    return [row for row in found if row.kind != "id"]


def cells(row: rulebook.Difference) -> tuple[str, str, str, str]:
    what = f"{row.what} ({row.name})" if row.name in RULINGS else row.what
    return what, row.told(row.first), row.told(row.second), ", ".join(row.ids)


def say_differences(
    terminal: Terminal, one: Ruleset, other: Ruleset, found: list[rulebook.Difference]
) -> None:
    if not found:
        say(f"{one.title} and {other.title} do not differ.")
        return
    if terminal.width < NARROW:
        say_stacked(terminal, one, other, found)
        return
    what = max(21, (terminal.width - 18) // 3)
    half = max(21, (terminal.width - 18 - what) // 2)
    head = ("", one.name, other.name, "rules")
    for texts, style in [
        (head, "bold"),
        *((cells(row), "") for row in in_table(found)),
    ]:
        parts = [
            terminal.wrap(text or " ", width=width) or [""]
            for text, width in zip(texts, (what, half, half, 21))
        ]
        for number in range(max(len(part) for part in parts)):
            line = ""
            for part, width in zip(parts, (what, half, half, 21)):
                line += (part[number] if number < len(part) else "").ljust(width)
            say(terminal.paint(line.rstrip(), *style.split()))
    terminal.tell(rulebook.own_ids(found))


def say_stacked(
    terminal: Terminal, one: Ruleset, other: Ruleset, found: list[rulebook.Difference]
) -> None:
    """The same for a narrow terminal: each difference with one book below the other."""
    for row in in_table(found):
        what, first, second, ids = cells(row)
        for line in terminal.wrap(f"{what} {ids}".strip()):
            say(terminal.paint(line, "bold"))
        say_rows(terminal, [(one.name, first), (other.name, second)], ("dim",))
    terminal.tell(rulebook.own_ids(found))
