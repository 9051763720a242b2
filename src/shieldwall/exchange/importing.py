"""One door for all that comes in: a kind, a file, the choices; out come our files and a report."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from shieldwall.content.parties import ident_of
from shieldwall.exchange.drawing import Drawing, checked_map
from shieldwall.exchange.foreign import decoded, read_bytes, text_of
from shieldwall.exchange.pictures import Picture
from shieldwall.exchange.report import Report
from shieldwall.exchange.uvtt import Choices, read_uvtt

KINDS: Final = {
    "uvtt": "Universal VTT map: .dd2vtt, .uvtt, .df2vtt",
}


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


def import_file(kind: str, path: Path, choices: Choices, name: str = "") -> Imported:
    """Read a stranger's file; raises ContentError with what is wrong with it."""
    return import_text(kind, decoded(read_bytes(path), str(path)), str(path), choices, name)


def import_text(kind: str, text: str, source: str, choices: Choices, name: str = "") -> Imported:
    """The same for its text."""
    report = Report()
    stem = name or file_name(Path(source).stem)
    assert kind == "uvtt", kind
    title = text_of(Path(source).stem, 80) or "map"
    drawing = read_uvtt(text, source, title, choices, report)
    return Imported([map_file(drawing, stem, source)], report)


def map_file(drawing: Drawing, name: str, source: str) -> OurFile:
    """The map as a file of ours, which is sure to be readable."""
    made = OurFile("maps", name, "", drawing.picture)
    made.text = drawing.map_text(made.picture_name, Path(source).name)
    checked_map(made.text, f"{name}.yaml")
    return made


def file_name(text: str) -> str:
    """A short name that is a good name for a file everywhere."""
    return ident_of(text) or "imported"
