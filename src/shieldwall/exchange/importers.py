"""One door for all that comes in: a kind, a file, the choices; out come our files and a report."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from shieldwall.content.parties import ident_of
from shieldwall.content.problems import ContentError, fail
from shieldwall.exchange.block_split import split_blocks
from shieldwall.exchange.creature_draft import Draft, creatures_text, one_line, plain_dice
from shieldwall.exchange.foundry import SYSTEMS, documents, is_foundry, parse_documents, read_actor
from shieldwall.exchange.foundry_scene import encounter_text, read_scene
from shieldwall.exchange.import_report import Report, counted
from shieldwall.exchange.import_summary import Summary
from shieldwall.exchange.improved_initiative import read_initiative
from shieldwall.exchange.map_drawing import Drawing, checked_map
from shieldwall.exchange.obsidian import has_fences, read_fences
from shieldwall.exchange.picture_header import Picture
from shieldwall.exchange.statblock import read_block
from shieldwall.exchange.untrusted_json import decoded, read_bytes, text_of
from shieldwall.exchange.uvtt import Choices, read_uvtt

UVTT: Final = "uvtt"
FOUNDRY: Final = "foundry"
INITIATIVE: Final = "improved-initiative"
STATBLOCK: Final = "statblock"
KINDS: Final = {
    UVTT: "Universal VTT map: .dd2vtt, .uvtt, .df2vtt",
    FOUNDRY: "Foundry VTT scene or actors, as JSON",
    INITIATIVE: "Improved Initiative stat blocks or encounter, as JSON",
    STATBLOCK: "stat blocks as text or Markdown, also Obsidian's ```statblock fences",
}


NAMED: Final = 10
"""So many passages without figures are named in the report."""

Answers = dict[tuple[str, str], str]
"""What the GM says to questions: by creature and field."""
ANSWERS: Final = {"hp": "a number such as 45", "damage": "dice such as 1d8+1"}
"""The fields that are asked about, and what to type."""


@dataclass(slots=True)
class OurFile:
    """A file of ours that is to be written."""

    folder: str
    """Where it belongs among the GM's own things: `maps`, `creatures`, `encounters`."""
    name: str
    """Without its ending."""
    text: str
    picture: Picture | None = None

    @property
    def picture_name(self) -> str:
        return "" if self.picture is None else f"{self.name}.{self.picture.ending}"


@dataclass(slots=True)
class Imported:
    """What came of a file."""

    files: list[OurFile]
    report: Report
    fields: list[dict[str, str]] = field(default_factory=list)
    """Of a stat block: each field with how sure it is."""
    summary: Summary = field(default_factory=Summary)
    questions: list[dict[str, str]] = field(default_factory=list)
    """Placeholders of the other program, with what was suggested instead."""


def kind_of(text: str, source: str = "") -> str:
    """What kind of file a text is, by what only that kind has; text that is no JSON is blocks."""
    if text.lstrip()[:1] not in ("{", "[") or text.lstrip().startswith("{{"):
        # Two braces open a block of the Homebrewery.
        return STATBLOCK
    try:
        data = parse_documents(text, source)
    except ContentError:
        if text.rstrip()[-1:] in ("}", "]"):
            # Damaged JSON: a creature made of it would be a guess from nothing.
            raise
        return STATBLOCK
    if isinstance(data, dict) and ("line_of_sight" in data or "portals" in data):
        return UVTT
    scenes, actors = documents(data)
    return FOUNDRY if scenes or actors or is_foundry(data) else INITIATIVE


def is_answer(key: str, text: str) -> bool:
    """Whether an answer to a question can be used."""
    if key == "hp":
        return text.isdigit() and 1 <= int(text) <= 1000
    return bool(plain_dice(text))


def import_file(
    kind: str, path: Path, choices: Choices, name: str = "", answers: Answers | None = None
) -> Imported:
    """Read a stranger's file; raises ContentError with what is wrong with it.

    Without a kind, the file itself tells which it is.
    """
    text = decoded(read_bytes(path), str(path))
    return import_text(kind, text, str(path), choices, name, answers)


def import_text(
    kind: str,
    text: str,
    source: str,
    choices: Choices,
    name: str = "",
    answers: Answers | None = None,
) -> Imported:
    """The same for its text."""
    kind = kind or kind_of(text, source)
    made = Imported([], Report())
    stem = name or file_name(Path(source).stem)
    if kind == UVTT:
        title = text_of(Path(source).stem, 80) or "map"
        drawing = read_uvtt(text, source, title, choices, made.report)
        made.files.append(map_file(drawing, stem, source))
    elif kind == FOUNDRY:
        _foundry(made, text, source, stem, answers or {})
    elif kind == INITIATIVE:
        creatures, drafts = read_initiative(text, source, made.report)
        _show(made, drafts)
        made.files.append(OurFile("creatures", stem, creatures))
    else:
        _stat_blocks(made, text, source, stem)
    return made


def _stat_blocks(made: Imported, text: str, source: str, stem: str) -> None:
    drafts: list[Draft] = read_fences(text, source, made.report) if has_fences(text) else []
    skipped: list[str] = []
    for part in split_blocks(text, source) if not drafts else []:
        draft, style = read_block(part)
        if not has_figures(draft):
            skipped.append(draft.name or one_line(part)[:40])
            continue
        drafts.append(draft)
        made.report.fact(draft.name or "nameless", f"written as in {style}")
    if skipped and not drafts:
        raise fail(source, "no stat block found: no hit dice, HP, armour class or attack with dice")
    if skipped:
        names = ", ".join(skipped[:NAMED]) + (", …" if len(skipped) > NAMED else "")
        passages = counted(len(skipped), "passage")
        made.report.warn("left out", f"{passages} without figures: {names}")
    creatures = creatures_text(drafts, Path(source).name, made.report)
    _show(made, drafts)
    made.files.append(OurFile("creatures", stem, creatures))


def has_figures(draft: Draft) -> bool:
    """Whether a text is a creature at all, and not a passage between two of them."""
    return bool(draft.attacks or draft.values.keys() & {"hd", "hp", "ac"})


def _foundry(made: Imported, text: str, source: str, stem: str, answers: Answers) -> None:
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
    if actors:
        drafts = [read_actor(entry, made.report) for entry in actors]
        for draft in drafts:
            _settle(draft, answers)
        creatures = creatures_text(drafts, Path(source).name, made.report)
        _show(made, drafts)
        name = f"{stem}-creatures" if scenes else stem
        made.files.append(OurFile("creatures", name, creatures))


def _settle(draft: Draft, answers: Answers) -> None:
    """Take what the GM answered for what the file left blank."""
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
    """Each field with how sure it is."""
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
    """The map as a file of ours, which is sure to be readable."""
    made = OurFile("maps", name, "", drawing.picture)
    made.text = drawing.map_text(made.picture_name, Path(source).name)
    checked_map(made.text, f"{name}.yaml")
    return made


def file_name(text: str) -> str:
    """A short name that is a good name for a file everywhere."""
    return ident_of(text) or "imported"
