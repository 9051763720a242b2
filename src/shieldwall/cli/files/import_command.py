"""`shieldwall import`: convert maps and creatures of other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from shieldwall.cli.chances.sim import table_lines
from shieldwall.cli.files.strength import Strength, strengths
from shieldwall.cli.options import json_option
from shieldwall.cli.progress import StatusLine
from shieldwall.cli.terminal import Terminal, say, say_json, this_terminal
from shieldwall.content.user_folder import home_folder
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.importers import (
    ANSWERS,
    KINDS,
    Answers,
    Imported,
    OurFile,
    file_name,
    import_file,
    import_text,
    is_answer,
)
from shieldwall.exchange.map_files.uvtt import OBJECTS, OPENINGS, Choices
from shieldwall.exchange.untrusted_json import decoded
from shieldwall.sim.report.answer_text import Table

STANDARD_INPUT = "-"
MOST_TYPED = 8_000_000
FEW = 3
"""Up to this many creatures are shown field by field."""
LONGEST = 90
MANY = 50
"""From this many files or creatures on, progress is shown."""


@click.command("import")
@click.argument("words", nargs=-1, required=True, metavar="[KIND] FILE")
@click.option("-o", "--out", help="Output file; a picture is written next to it.")
@click.option("--mine", is_flag=True, help="Write to your own folder (`shieldwall where`).")
@click.option("--name", default="", help="Name to use instead of the file's name.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@click.option(
    "--objects", type=click.Choice(OBJECTS), default="low", help="How to read furniture on a map."
)
@click.option("--openings", type=click.Choice(OPENINGS), help="How to read open portals.")
@click.option("--full", is_flag=True, help="Print every field and everything that was left out.")
@click.option(
    "--yes",
    is_flag=True,
    help="Take every suggestion instead of asking about the other program's default values.",
)
@click.option(
    "--fights",
    type=click.IntRange(0, 1000),
    default=20,
    show_default=True,
    help="Fights against a reference party to rate each creature; 0 for none.",
)
@json_option
def command(
    words: tuple[str, ...],
    out: str | None,
    mine: bool,
    name: str,
    force: bool,
    objects: str,
    openings: str | None,
    full: bool,
    yes: bool,
    fights: int,
    as_json: bool,
) -> None:
    """Import maps, creatures and fights from other programs.

    Prints a report; add -o or --mine to write the files. FILE can be a folder, such as an unpacked
    compendium, or - for standard input. The file type is detected; name it (uvtt, foundry,
    improved-initiative, bestiary, statblock) to force it.

    \b
    Examples:
      shieldwall import crypt.dd2vtt -o crypt.yaml
      shieldwall import uvtt crypt.dd2vtt --mine --objects full
      shieldwall import goblins.json --mine
      shieldwall import statblock -
    """
    kind, file = _asked(words)
    if out and mine:
        raise click.UsageError("give either -o or --mine, not both")
    stem = Path(out).stem if out else file_name(name) if name else ""
    typed = _standard_input() if file == STANDARD_INPUT else None
    choices = Choices(objects, openings or OPENINGS[0])
    found = _bring(kind, file, typed, choices, stem)
    can_ask = is_at_terminal() and typed is None
    if openings is None and can_ask and _is_unclear(found):
        choices = Choices(objects, _what_portals_are())
        found = _bring(kind, file, typed, choices, stem)
    if found.questions and not yes and not as_json and can_ask:
        told = _answers(found.questions)
        if told:
            found = _bring(kind, file, typed, choices, stem, told)
    written = _write(found.files, out, mine, force)
    tried = strengths(found, fights)
    if as_json:
        files = [{"folder": f.folder, "name": f.name, "text": f.text} for f in found.files]
        say_json(
            {
                "written": written,
                "files": files,
                "report": found.report.data(),
                "fields": found.fields,
                "summary": found.summary.data(),
                "questions": found.questions,
                "strength": [each.data() for each in tried],
            }
        )
        return
    terminal = this_terminal()
    if not written:
        for made in found.files:
            say(made.text)
    few = full or len(found.summary.creatures) <= FEW
    lines = field_lines(found, terminal) if few else []
    lines += [*report_lines(found, terminal), *summary_lines(found, terminal, few)]
    for line in [*lines, *strength_lines(tried, terminal)]:
        click.echo(line, err=not written, color=True)
    for path in written:
        say(f"written: {path}")


def _asked(words: tuple[str, ...]) -> tuple[str, str]:
    """The kind, or "" to detect it, and the file."""
    if len(words) == 1:
        return "", words[0]
    if len(words) > 2:
        raise click.UsageError("give one FILE, with its KIND before it if you like")
    if words[0] not in KINDS:
        raise click.UsageError(f"{words[0]!r} is not one of {', '.join(KINDS)}")
    return words[0], words[1]


def _bring(
    kind: str,
    file: str,
    typed: str | None,
    choices: Choices,
    name: str,
    answers: Answers | None = None,
) -> Imported:
    line = StatusLine()
    report = Report()

    def show(done: int, most: int, what: str) -> None:
        if most >= MANY and line.is_due():
            line.write(f"{done:,} of {most:,} {what}")

    report.on_step = show
    try:
        if typed is None:
            return import_file(kind, Path(file), choices, name, answers, report)
        return import_text(kind, typed, "standard input", choices, name, answers, report)
    finally:
        line.clear()


def _what_portals_are() -> str:
    return str(
        click.prompt(
            "Some portals are not closed. Are they open doors or windows?",
            type=click.Choice(OPENINGS),
            default=OPENINGS[0],
            err=True,
        )
    )


def _answers(questions: list[dict[str, str]]) -> Answers:
    """Ask the GM the open questions; Enter takes the suggestion, `all` takes all remaining ones."""
    click.echo(
        f"{len(questions)} figures are default values of the other program. Enter takes the "
        "suggestion, `all` takes all that are left.",
        err=True,
    )
    told: Answers = {}
    for asked in questions:
        while True:
            text = f"{asked['creature']}: {asked['why']}. {asked['field'].upper()}"
            answer = click.prompt(text, default=asked["suggested"], err=True).strip()
            if answer.lower() == "all":
                return told
            if is_answer(asked["field"], answer):
                break
            click.echo(f"{answer!r}: type {ANSWERS[asked['field']]}, or `all`.", err=True)
        if answer != asked["suggested"]:
            told[asked["creature"], asked["field"]] = answer
    return told


def _standard_input() -> str:
    return decoded(sys.stdin.buffer.read(MOST_TYPED), "standard input")


def _is_unclear(found: Imported) -> bool:
    return any("may be open doors or windows" in r.text for r in found.report.warnings)


def field_lines(found: Imported, terminal: Terminal) -> list[str]:
    """The fields of each creature with their confidence."""
    lines: list[str] = []
    creature = ""
    for said in found.fields:
        if said["creature"] != creature:
            creature = said["creature"]
            lines.append(terminal.paint(creature, "bold"))
        mark = {"sure": " ", "likely": "~", "guess": "?"}[said["sure"]]
        told = f" {mark} {said['field']:<11} {said['value']}".replace("  ", "\xa0\xa0")
        because = said["why"] or said["from"]
        text = f"{told} ({because})" if because and because != said["value"] else told
        style = () if said["sure"] == "sure" else ("yellow",)
        lines += [terminal.paint(line, *style) for line in terminal.wrap(text, " " * 15)]
    if lines:
        lines.append("~ likely, ? a guess; what was not understood is in the notes")
    return lines


def summary_lines(found: Imported, terminal: Terminal, full: bool) -> list[str]:
    """Numbers of values read, guessed and left out, by topic; then the creatures to review."""
    summary = found.summary
    if not summary.creatures:
        return []
    rows: Table = [["", "read", "guessed", "left out"]]
    for topic in summary.topics():
        counts = (summary.read[topic], summary.guessed[topic], summary.left[topic])
        rows.append([topic, *(str(count) if count else "-" for count in counts)])
    number = len(summary.creatures)
    lines = ["", f"{number} creature{'s' if number > 1 else ''}:", *table_lines(rows, terminal)]
    look = summary.creatures if full else summary.look_at()
    look = [made for made in look if made.left or made.guessed]
    if look:
        lines += ["", "Look at:"]
    for made in look:
        told = "; ".join(made.left if full else [_cut(text) for text in made.left[:4]])
        more = f"; {len(made.left) - 4} more" if len(made.left) > 4 and not full else ""
        guessed = f"{made.guessed} guessed; " if made.guessed else ""
        text = f"\xa0\xa0{made.name}: {guessed}left out: {told or 'nothing'}{more}"
        lines += terminal.wrap(text, "    ")
    return lines


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def strength_lines(tried: list[Strength], terminal: Terminal) -> list[str]:
    """The strength of each against the reference party; mismatches with its rating are marked."""
    if not tried:
        return []
    head = f"One of each against six shipped characters, {tried[0].fights} fights by Sovereign:"
    lines = ["", *terminal.wrap(head)]
    for each in tried:
        mark = "!" if each.doubt else " "
        for line in terminal.wrap(f"{mark} {each.words()}", "    "):
            lines.append(terminal.paint(line, "yellow") if each.doubt else line)
    return lines


def report_lines(found: Imported, terminal: Terminal) -> list[str]:
    """The report as text; warnings are highlighted."""
    lines = []
    alike: dict[tuple[str, bool], list[str]] = {}
    for remark in found.report.remarks:
        alike.setdefault((remark.text, remark.warning), []).append(remark.topic)
    for remark in found.report.remarks:
        topics = alike.pop((remark.text, remark.warning), [])
        if not topics:
            continue
        shown = ", ".join(topics[:FEW]) + (f" and {len(topics) - FEW} more" if topics[FEW:] else "")
        colon = ":" if len(topics) > 1 else ""
        mark = "!" if remark.warning else " "
        text = f"{mark} {shown + colon:<9} {remark.text}".replace("  ", "\xa0\xa0")
        for line in terminal.wrap(text, " " * 12):
            lines.append(terminal.paint(line, "yellow") if remark.warning else line)
    return lines


def _write(files: list[OurFile], out: str | None, mine: bool, force: bool) -> list[str]:
    """Write all files or none."""
    if not out and not mine:
        return []
    targets: list[tuple[Path, bytes]] = []
    for number, made in enumerate(files):
        if mine:
            folder = home_folder() / made.folder
            path = folder / f"{made.name}.yaml"
        else:
            assert out is not None
            first = Path(out)
            path = first if number == 0 else first.with_name(f"{made.name}.yaml")
        targets.append((path, made.text.encode()))
        if made.picture is not None:
            targets.append((path.with_name(made.picture_name), made.picture.data))
    taken = [str(path) for path, _ in targets if path.exists()]
    if taken and not force:
        raise click.UsageError(f"{', '.join(taken)}: already exists; --force overwrites it")
    for path, data in targets:
        if mine:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return [str(path) for path, _ in targets]


def is_at_terminal() -> bool:
    """Whether the user can be asked."""
    return sys.stdin.isatty()
