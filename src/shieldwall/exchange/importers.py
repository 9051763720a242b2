"""Entry point for imports: kind, file and choices in; our files and a report out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from shieldwall.content.combatants.parties import ident_of
from shieldwall.content.formats.problems import ContentError, fail
from shieldwall.exchange.bestiary.bestiary_records import csv_records, is_xml, read_bestiary
from shieldwall.exchange.bestiary.record_text import html_lines, is_html
from shieldwall.exchange.creature_draft import Attack, Draft, creature_texts, one_line, plain_dice
from shieldwall.exchange.fifth.improved_initiative import read_initiative, stat_blocks
from shieldwall.exchange.foundry_vtt.foundry import (
    SYSTEMS,
    documents,
    is_foundry,
    parse_documents,
    read_actor,
)
from shieldwall.exchange.foundry_vtt.foundry_scene import encounter_text, read_scene
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.import_summary import Summary
from shieldwall.exchange.map_files.map_drawing import Drawing, checked_map
from shieldwall.exchange.map_files.uvtt import Choices, read_uvtt
from shieldwall.exchange.old_school.block_split import split_blocks
from shieldwall.exchange.old_school.obsidian import (
    has_fences,
    read_fences,
    without_properties,
)
from shieldwall.exchange.old_school.statblock import read_block
from shieldwall.exchange.other_markup import as_markdown
from shieldwall.exchange.picture_header import Picture
from shieldwall.exchange.untrusted_json import decoded, read_bytes, text_of
from shieldwall.exchange.untrusted_yaml import is_document

UVTT: Final = "uvtt"
FOUNDRY: Final = "foundry"
INITIATIVE: Final = "improved-initiative"
STATBLOCK: Final = "statblock"
BESTIARY: Final = "bestiary"
KINDS: Final = {
    UVTT: "Universal VTT map: .dd2vtt, .uvtt, .df2vtt",
    FOUNDRY: "Foundry VTT scene or actors, as JSON",
    INITIATIVE: "Improved Initiative stat blocks or encounter, as JSON",
    BESTIARY: "creatures of other programs as JSON, XML or CSV",
    STATBLOCK: "stat blocks as text or Markdown, also Obsidian's ```statblock fences",
}


ENDINGS: Final = (
    ".json", ".db", ".yml", ".yaml", ".md", ".txt", ".html", ".htm", ".xml", ".csv", ".dd2vtt",
    ".uvtt", ".df2vtt", ".monster",
)  # fmt: skip
"""File extensions to read in a folder."""
MAX_FILES: Final = 5000
NAMED: Final = 10
"""Maximum number of passages without figures named in the report."""

Answers = dict[tuple[str, str], str]
"""The GM's answers to questions, by creature and field."""
ANSWERS: Final = {"hp": "a number such as 45", "damage": "dice such as 1d8+1"}
"""The fields with questions, and the expected input."""


@dataclass(slots=True)
class OurFile:
    """One of our files, to be written."""

    folder: str
    """Its folder among the GM's own files: `maps`, `creatures`, `encounters`."""
    name: str
    """Without extension."""
    text: str
    picture: Picture | None = None

    @property
    def picture_name(self) -> str:
        return "" if self.picture is None else f"{self.name}.{self.picture.ending}"


@dataclass(slots=True)
class Imported:
    """The result of an import."""

    files: list[OurFile]
    report: Report
    fields: list[dict[str, str]] = field(default_factory=list)
    """For a stat block: each field with its confidence."""
    summary: Summary = field(default_factory=Summary)
    questions: list[dict[str, str]] = field(default_factory=list)
    """Placeholders of the other program, with the suggested values."""


def kind_of(text: str, source: str = "") -> str:
    """The kind of a file, by its distinctive content; text that is not JSON is stat blocks."""
    if text.lstrip()[:1] not in ("{", "[") or text.lstrip().startswith("{{"):
        # Two braces start a Homebrewery block.
        if is_xml(text) or csv_records(text):
            return BESTIARY
        return FOUNDRY if is_document(text) else STATBLOCK
    try:
        data = parse_documents(text, source)
    except ContentError:
        if text.rstrip()[-1:] in ("}", "]") or re.match(r"\s*[\[{]\s*[\[{\"]", text):
            # Damaged JSON: a creature made from it would be pure guesswork.
            raise
        return STATBLOCK
    if isinstance(data, dict) and ("line_of_sight" in data or "portals" in data):
        return UVTT
    scenes, actors = documents(data)
    if scenes or actors or is_foundry(data):
        return FOUNDRY
    return INITIATIVE if stat_blocks(data) else BESTIARY


def is_answer(key: str, text: str) -> bool:
    """Whether an answer to a question is valid."""
    if key == "hp":
        return text.isdigit() and 1 <= int(text) <= 1000
    return bool(plain_dice(text))


def import_file(
    kind: str,
    path: Path,
    choices: Choices,
    name: str = "",
    answers: Answers | None = None,
    report: Report | None = None,
) -> Imported:
    """Import a file; raises ContentError with its problems.

    Without a kind, it is detected from the content.
    """
    if path.is_dir() and not (path / "CURRENT").exists():
        return import_folder(kind, path, choices, name, answers, report)
    text = decoded(read_bytes(path), str(path))
    return import_text(kind, text, str(path), choices, name, answers, report)


def import_folder(
    kind: str,
    folder: Path,
    choices: Choices,
    name: str = "",
    answers: Answers | None = None,
    report: Report | None = None,
) -> Imported:
    """Import all files of a folder and its subfolders, such as an unpacked compendium."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    paths = [path for path in paths if path.is_file()]
    if not paths:
        raise fail(str(folder), f"no file to import in it: {', '.join(ENDINGS)}")
    if len(paths) > MAX_FILES:
        raise fail(str(folder), f"{len(paths):,} files to import: at most {MAX_FILES:,}")
    made = Imported([], report or Report())
    stem = name or file_name(folder.name)
    drafts: list[Draft] = []
    skipped: dict[str, str] = {}
    for place, path in enumerate(paths):
        made.report.step(place, len(paths), "files read")
        shown = str(path.relative_to(folder))
        one = Imported([], made.report)
        try:
            text = decoded(read_bytes(path), shown)
            drafts += _read(one, kind, text, shown, file_name(path.stem), choices, answers or {})
            made.files += one.files
        except ContentError as error:
            skipped[shown] = error.problems[0].message
    if not drafts and not made.files:
        first, why = next(iter(skipped.items()))
        raise fail(str(folder), f"nothing in its {len(paths)} files could be read. {first}: {why}")
    for why in dict.fromkeys(skipped.values()):
        alike = [shown for shown, said in skipped.items() if said == why]
        names = ", ".join(alike[:NAMED]) + (", …" if len(alike) > NAMED else "")
        made.report.warn("left out", f"{counted(len(alike), 'file')}: {names}: {why}")
    _finish(made, drafts, stem, folder.name)
    return made


def import_text(
    kind: str,
    text: str,
    source: str,
    choices: Choices,
    name: str = "",
    answers: Answers | None = None,
    report: Report | None = None,
) -> Imported:
    """The same for a text."""
    made = Imported([], report or Report())
    stem = name or file_name(Path(source).stem)
    drafts = _read(made, kind, text, source, stem, choices, answers or {})
    maps = any(each.folder == "maps" for each in made.files)
    _finish(made, drafts, f"{stem}-creatures" if maps else stem, Path(source).name)
    return made


def _read(
    made: Imported,
    kind: str,
    text: str,
    source: str,
    stem: str,
    choices: Choices,
    answers: Answers,
) -> list[Draft]:
    """Add the maps and fights of a file; returns its creatures."""
    kind = kind or kind_of(text, source)
    if kind == UVTT:
        title = text_of(Path(source).stem, 80) or "map"
        drawing = read_uvtt(text, source, title, choices, made.report)
        made.files.append(map_file(drawing, stem, source))
        return []
    if kind == FOUNDRY:
        return _foundry(made, text, source, stem, answers)
    if kind == INITIATIVE:
        return read_initiative(text, source, made.report)
    if kind == BESTIARY:
        return read_bestiary(text, source, made.report)
    return _stat_blocks(made, text, source)


def _finish(made: Imported, drafts: list[Draft], stem: str, source: str) -> None:
    """Add the file of all creatures, and their report."""
    if drafts:
        texts = creature_texts(drafts, source, made.report)
        # Our own creatures on re-import were not parsed from words.
        _show(made, [draft for draft in drafts if draft.said])
        for number, text in enumerate(texts, 1):
            name = stem if number == 1 else f"{stem}-{number}"
            made.files.append(OurFile("creatures", name, text))
        if len(texts) > 1:
            made.report.fact("files", f"{len(texts)}, since a file holds at most 1 MB")


def _stat_blocks(made: Imported, text: str, source: str) -> list[Draft]:
    if has_fences(text):
        drafts = read_fences(text, source, made.report)
        text = ""
    else:
        drafts = []
        text = as_markdown(html_lines(text) if is_html(text) else without_properties(text))
    skipped: list[str] = []
    for part in split_blocks(text, source) if text else []:
        draft, style = read_block(part)
        if not has_figures(draft):
            skipped.append(draft.name or one_line(part)[:40])
            continue
        drafts.append(draft)
        made.report.fact(draft.name or "nameless", f"written as in {style}")
    if not drafts:
        raise fail(source, "no stat block found: no hit dice, HP, armour class or attack with dice")
    if skipped:
        names = ", ".join(skipped[:NAMED]) + (", …" if len(skipped) > NAMED else "")
        passages = counted(len(skipped), "passage")
        made.report.warn("left out", f"{passages} without figures: {names}")
    return drafts


def has_figures(draft: Draft) -> bool:
    """Whether a text is a creature, and not a passage between two of them."""
    return bool(draft.attacks or draft.values.keys() & {"hd", "hp", "ac"})


def _foundry(made: Imported, text: str, source: str, stem: str, answers: Answers) -> list[Draft]:
    scenes, actors = documents(parse_documents(text, source))
    if not scenes and not actors:
        systems = ", ".join(SYSTEMS.values())
        raise fail(source, f"neither a scene nor an actor of a system we know ({systems})")
    for number, entry in enumerate(scenes):
        scene = read_scene(entry, source, made.report)
        name = stem if number == 0 else file_name(f"{stem} {scene.drawing.title}")
        ours = map_file(scene.drawing, name, source)
        made.files.append(ours)
        if scene.tokens:
            text = encounter_text(scene, ours.text, name, made.report)
            if text:
                made.files.append(OurFile("encounters", f"{name}-fight", text))
    drafts = [read_actor(entry, made.report) for entry in actors]
    for draft in drafts:
        if draft.said and not draft.attacks and not {"weapons", "natural"} & set(draft.values):
            draft.attacks.append(Attack("blow", damage="1d4"))
            draft.ask("damage", "1d4", "the file has no attack of it")
        _settle(draft, answers)
    return drafts


def _settle(draft: Draft, answers: Answers) -> None:
    """Apply the GM's answers to the open questions."""
    for asked in list(draft.questions):
        told = answers.get((draft.name, asked.key), "")
        if not is_answer(asked.key, told):
            continue
        draft.questions.remove(asked)
        draft.said = [said for said in draft.said if said.why != asked.why]
        if asked.key == "hp":
            draft.put("hp", int(told), "your answer")
        else:
            draft.attacks[0].damage = plain_dice(told)
            draft.attacks[0].source = "your answer"


def _show(made: Imported, drafts: list[Draft]) -> None:
    """List each field with its confidence."""
    for draft in drafts:
        made.summary.add(draft)
        for asked in draft.questions:
            made.questions.append(
                {
                    "creature": draft.name,
                    "field": asked.key,
                    "suggested": asked.suggested,
                    "why": asked.why,
                }
            )
        for said in draft.said:
            made.fields.append(
                {
                    "creature": draft.name,
                    "field": said.key,
                    "value": said.value,
                    "sure": said.sure,
                    "from": said.source,
                    "why": said.why,
                }
            )


def map_file(drawing: Drawing, name: str, source: str) -> OurFile:
    """The map as one of our files, verified to be readable."""
    made = OurFile("maps", name, "", drawing.picture)
    made.text = drawing.map_text(made.picture_name, Path(source).name)
    checked_map(made.text, f"{name}.yaml")
    return made


def file_name(text: str) -> str:
    """A short name valid as a file name on every system."""
    return ident_of(text) or "imported"
