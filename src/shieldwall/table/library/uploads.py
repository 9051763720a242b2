"""Imports: a preview of the conversion, then the converted files.

Uploads are untrusted. Their size is limited before reading, their kind is detected by content and
not by name, and they are read in a worker process with a time limit, so that none blocks the table.
Pictures are recognised by their first bytes and never decoded here; the page redraws them before
sending, and they are served only as pictures. SVG is refused.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import PurePosixPath
from typing import Final, cast

from pydantic import ValidationError

from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import MAX_BYTES
from shieldwall.content.user_folder import known_names, own_files
from shieldwall.exchange.importers import (
    KINDS,
    UVTT,
    Answers,
    Imported,
    OurFile,
    file_name,
    import_text,
    kind_of,
)
from shieldwall.exchange.map_files.map_drawing import Drawing, ground_of
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.exchange.picture_header import Picture, picture_of
from shieldwall.exchange.untrusted_json import decoded
from shieldwall.table.library.library_files import free_name, write_own, write_picture
from shieldwall.table.library.library_models import (
    FolderName,
    Saved,
    UploadChoices,
    UploadedFile,
    UploadField,
    UploadPreview,
    UploadQuestion,
    UploadRemark,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.publish.seat_state import ground_view_of
from shieldwall.table.workers import Workers

PICTURE: Final = "picture"
SECONDS: Final = 60
MOST_FIELDS: Final = 400
MOST_REMARKS: Final = 100
SVG: Final = re.compile(rb"^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*(<!DOCTYPE svg|<svg)", re.S | re.I)
ARCHIVES: Final = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"%PDF", b"\x7fELF", b"MZ")


def read_upload(data: bytes, source: str, choices: UploadChoices) -> tuple[str, Imported]:
    """In the worker: the kind of a file and its conversion; raises ContentError."""
    picture = picture_of(data)
    if isinstance(picture, Picture):
        return PICTURE, _picture_map(picture, source, choices)
    text = decoded(data, source)
    kind = kind_of(text, source)
    answers: Answers = {(one.creature, one.field): one.value for one in choices.answers}
    taken = Choices(choices.objects, choices.openings)
    name = file_name(choices.name) if choices.name else ""
    return kind, import_text(kind, text, source, taken, name, answers)


def _picture_map(picture: Picture, source: str, choices: UploadChoices) -> Imported:
    """A blank map under a picture: all squares are floor, the GM draws the rest in the editor."""
    from shieldwall.exchange.import_report import Report

    pixels = choices.pixels or max(1, picture.width // (choices.columns or 20))
    wide = max(1, min(400, round(picture.width / pixels)))
    high = max(1, min(400, round(picture.height / pixels)))
    title = PurePosixPath(source).stem or "Map"
    drawing = Drawing(title, wide, high, picture=picture, pixels=pixels)
    name = file_name(choices.name or title)
    report = Report()
    report.fact("size", f"{wide} x {high} squares of {pixels} pixels")
    report.warn("walls", "a picture has no walls; draw them over it in the editor")
    made = OurFile("maps", name, "", picture)
    made.text = drawing.map_text(made.picture_name, source)
    return Imported([made], report)


def safe_source(name: str) -> str:
    """The file's name without path or unsafe characters."""
    bare = name.replace("\\", "/").rpartition("/")[2]
    return re.sub(r"[^\w .()+-]", "_", bare)[:80].strip(" .") or "upload"


def refuse_early(data: bytes) -> None:
    """Refuse unsupported kinds of files with a short message."""
    if not data:
        raise Wrong("The file is empty.", 415)
    if SVG.match(data[:4000]):
        raise Wrong("SVG is not taken: it can hold programs. Save the map as PNG or JPEG.", 415)
    if data.startswith(ARCHIVES):
        raise Wrong("This is an archive, a document or a program; unpack it first.", 415)


def read_choices(asked: str) -> UploadChoices:
    try:
        return UploadChoices.model_validate(json.loads(asked) if asked else {})
    except (ValueError, ValidationError, RecursionError):
        raise Wrong("The choices of the import are not understood.") from None


async def understood(
    workers: Workers, data: bytes, name: str, asked: str, write: bool
) -> UploadPreview:
    """The conversion of a file; with `write`, the converted files are written."""
    refuse_early(data)
    choices = read_choices(asked)
    source = safe_source(name)
    try:
        async with asyncio.timeout(SECONDS):
            kind, made = await workers.run(read_upload, data, source, choices)
    except TimeoutError:
        raise Wrong("The file takes too long to read.", 413) from None
    except ContentError as error:
        told = "; ".join(str(one) for one in error.problems[:3])
        raise Wrong(f"The file cannot be imported. {told}.", 415) from None
    return await asyncio.to_thread(_preview, kind, made, write)


def _preview(kind: str, made: Imported, write: bool) -> UploadPreview:
    renamed = _with_free_names(made.files)
    for one in made.files:
        if len(one.text.encode()) > MAX_BYTES:
            raise Wrong(f"The file of ours would be larger than {MAX_BYTES:,} bytes.", 413)
    files = [_file(one, made, taken) for one, taken in zip(made.files, renamed)]
    remarks = made.report.remarks
    openings = any("may be open doors or windows" in one.text for one in remarks)
    return UploadPreview(
        kind=KINDS.get(kind, "picture of a map").partition(":")[0].partition(",")[0],
        files=files,
        remarks=[
            UploadRemark(topic=one.topic, text=_plain(one.text), warning=one.warning)
            for one in sorted(remarks, key=lambda one: not one.warning)[:MOST_REMARKS]
        ],
        fields=[
            UploadField(
                creature=one["creature"],
                field=one["field"],
                value=one["value"],
                sure=one["sure"],
                why=one["why"] or one["from"],
            )
            for one in made.fields[:MOST_FIELDS]
        ],
        questions=[UploadQuestion(**one) for one in made.questions[:MOST_FIELDS]],
        asks_objects=kind == UVTT and any("object" in one.topic for one in remarks),
        asks_openings=openings,
        written=[_write(one) for one in made.files] if write else [],
    )


def _plain(text: str) -> str:
    """The text without hints for terminal users; the page has buttons instead."""
    return re.sub(r"[;:]( also possible:)? --\S.*$", "", text)[:500]


def _with_free_names(files: list[OurFile]) -> list[bool]:
    """Give every file a free name; encounters follow the new name of their map."""
    taken = []
    for one in files:
        known = one.name in known_names(one.folder)
        name = free_name(one.folder, one.name, set(known_names(one.folder)).__contains__)
        taken.append(known)
        if name == one.name:
            continue
        if one.picture is not None:
            before = one.picture_name
            after = f"{name}.{one.picture.ending}"
            one.text = one.text.replace(f"picture: {before}\n", f"picture: {after}\n", 1)
        for other in files:
            if other.folder == "encounters" and one.folder == "maps":
                other.text = other.text.replace(f"map: {one.name}\n", f"map: {name}\n", 1)
        one.name = name
    return taken


def _file(one: OurFile, made: Imported, taken: bool) -> UploadedFile:
    view = None
    if one.folder == "maps":
        ground, _ = ground_of(one.text, one.name)
        view = ground_view_of(ground.grid, ground.names)
    return UploadedFile(
        kind=cast("FolderName", one.folder),
        name=one.name,
        text=one.text,
        picture=one.picture_name,
        taken=taken,
        map=view,
        units=len(made.summary.creatures) if one.folder == "creatures" else 0,
    )


def _write(one: OurFile) -> Saved:
    """Write the picture first: the map refers to it."""
    if one.name in own_files(one.folder):
        raise Wrong(f"There is a file called {one.name} already; try again.", 409)
    if one.picture is not None:
        write_picture(one.folder, one.name, one.picture.ending, one.picture.data)
    text = one.text if one.text.startswith("# From ") else f"# From another program.\n{one.text}"
    made = write_own(one.folder, one.name, text, "")
    return Saved(
        kind=cast("FolderName", one.folder),
        name=made.name,
        version=made.version,
        path=str(made.path),
    )
