"""REST routes of the library and the editor; all require the GM's token."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from shieldwall.exchange.picture_header import MAX_BYTES as MAX_PICTURE
from shieldwall.exchange.picture_header import picture_of
from shieldwall.exchange.untrusted_json import read_bytes
from shieldwall.table.library.chance_runs import ChanceRuns, started
from shieldwall.table.library.editor_view import looked_at, sight_tried
from shieldwall.table.library.hand_outs import hand_outs
from shieldwall.table.library.library_files import (
    Conflict,
    OwnFile,
    check_kind,
    check_name,
    delete_own,
    free_name,
    is_imported,
    path_of,
    read_own,
    rename_own,
    restore_own,
    stamp,
    with_tags,
    write_own,
)
from shieldwall.table.library.library_lines import library_page, shipped_file, shipped_text
from shieldwall.table.library.library_models import (
    AskChances,
    AskedChances,
    AskHandouts,
    ChanceAnswer,
    CopyFile,
    CreatureForm,
    Deleted,
    FolderName,
    Handouts,
    Knobs,
    LibraryFile,
    LibraryPage,
    LookAt,
    Looked,
    Outdated,
    Palette,
    RenameFile,
    Saved,
    SaveFile,
    SightTried,
    Stamp,
    TagFile,
    TrySight,
    UploadPreview,
)
from shieldwall.table.library.palette import creature_to_change, palette
from shieldwall.table.library.setup_variants import knobs_of, text_of
from shieldwall.table.library.uploads import understood
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.play.unit_pictures import INERT, KINDS
from shieldwall.table.server.api import CLOSED, GONE, Answers, Host
from shieldwall.table.server.large_bodies import UPLOAD_BODY, body_of, read_model

router: Final = APIRouter(prefix="/api")
Name = Annotated[str, Path(max_length=120)]
Kind = Annotated[str, Path(max_length=20)]
Book = Annotated[str, Query(max_length=80)]
Version = Annotated[str, Query(max_length=80)]
TWO: Final[Answers] = {
    **GONE,
    409: {"description": "Somebody else has changed the file; nothing was overwritten."},
    413: {"description": "The file is too large."},
}


async def say_outdated(_: Request, error: Exception) -> Response:
    assert isinstance(error, Conflict)
    told = Outdated(detail=str(error), version=error.version, text=error.now)
    return JSONResponse(told.model_dump(), 409)


def folder_of(kind: str) -> FolderName:
    check_kind(kind)
    return cast("FolderName", kind)


def file_view(found: OwnFile) -> LibraryFile:
    return LibraryFile(
        kind=folder_of(found.kind),
        name=found.name,
        origin="imported" if is_imported(found.text) else "own",
        path=str(found.path),
        text=found.text,
        version=found.version,
    )


def saved_view(found: OwnFile) -> Saved:
    return Saved(
        kind=folder_of(found.kind), name=found.name, version=found.version, path=str(found.path)
    )


@router.get("/library", responses=CLOSED)
async def library(_: Host) -> LibraryPage:
    """List all files: shipped, your own, imported."""
    return await asyncio.to_thread(library_page)


@router.get("/library/stamp", responses=CLOSED)
async def library_stamp(_: Host) -> Stamp:
    """A value that changes whenever a file in the folder changes."""
    return Stamp(stamp=await asyncio.to_thread(stamp))


@router.get("/library/shipped/{kind}/{name}", responses=GONE)
async def shipped_one(kind: Kind, name: Name, _: Host, book: Book = "") -> LibraryFile:
    return await asyncio.to_thread(shipped_file, folder_of(kind), name, book)


@router.post("/library/shipped/{kind}/{name}/copy", status_code=201, responses=TWO)
async def copy_shipped(request: Request, kind: Kind, name: Name, _: Host, book: Book = "") -> Saved:
    """Copy a shipped file into your own folder."""
    wanted = await read_model(request, CopyFile)

    def copy() -> OwnFile:
        text = shipped_text(folder_of(kind), name, book)
        called = wanted.name or free_name(kind, f"my {name}")
        return write_own(kind, called, text, "")

    return saved_view(await asyncio.to_thread(copy))


@router.get("/library/{kind}/{name}", responses=GONE)
async def own_one(kind: Kind, name: Name, _: Host) -> LibraryFile:
    return file_view(await asyncio.to_thread(read_own, folder_of(kind), name))


@router.put("/library/{kind}/{name}", responses=TWO)
async def save(request: Request, kind: Kind, name: Name, _: Host) -> Saved:
    """Write a file. Refused if the version is not the current one."""
    wanted = await read_model(request, SaveFile)
    found = await asyncio.to_thread(write_own, folder_of(kind), name, wanted.text, wanted.version)
    return saved_view(found)


@router.delete("/library/{kind}/{name}", responses=TWO)
async def delete(kind: Kind, name: Name, _: Host, version: Version = "") -> Deleted:
    """Delete a file; `undo` restores it."""
    return Deleted(undo=await asyncio.to_thread(delete_own, folder_of(kind), name, version))


@router.post("/library/undo/{undo}", responses=TWO)
async def restore(undo: Annotated[str, Path(max_length=40)], _: Host) -> Saved:
    """Restore a deleted file."""

    def bring_back() -> OwnFile:
        kind, name = restore_own(undo)
        return read_own(kind, name)

    return saved_view(await asyncio.to_thread(bring_back))


@router.post("/library/{kind}/{name}/copy", status_code=201, responses=TWO)
async def copy_own(request: Request, kind: Kind, name: Name, _: Host) -> Saved:
    wanted = await read_model(request, CopyFile)

    def copy() -> OwnFile:
        found = read_own(folder_of(kind), name)
        called = wanted.name or free_name(kind, f"{name} copy")
        return write_own(kind, called, found.text, "")

    return saved_view(await asyncio.to_thread(copy))


@router.post("/library/{kind}/{name}/rename", responses=TWO)
async def rename(request: Request, kind: Kind, name: Name, _: Host) -> Saved:
    wanted = await read_model(request, RenameFile)
    check_name(wanted.name)
    found = await asyncio.to_thread(rename_own, folder_of(kind), name, wanted.name, wanted.version)
    return saved_view(found)


@router.put("/library/{kind}/{name}/tags", responses=TWO)
async def tags(request: Request, kind: Kind, name: Name, _: Host) -> Saved:
    """Change the tags, stored in a comment at the head of the file."""
    wanted = await read_model(request, TagFile)

    def write() -> OwnFile:
        found = read_own(folder_of(kind), name)
        return write_own(kind, name, with_tags(found.text, wanted.tags), wanted.version)

    return saved_view(await asyncio.to_thread(write))


@router.get("/library/maps/{name}/picture", responses=GONE)
async def map_picture(name: Name, _: Host) -> Response:
    """The picture of a map."""
    picture = await asyncio.to_thread(picture_beside, name)
    headers = {"content-security-policy": INERT, "content-disposition": "inline"}
    return Response(picture[0], media_type=picture[1], headers=headers)


def picture_beside(name: str) -> tuple[bytes, str]:
    path = path_of("maps", name)
    if path is not None:
        for ending, kind in KINDS.items():
            beside = path.with_suffix(f".{ending}")
            if beside.is_symlink() or not beside.is_file():
                continue
            picture = picture_of(read_bytes(beside, MAX_PICTURE))
            if not isinstance(picture, str):
                return picture.data, kind
    raise Wrong("There is no such picture.", 404)


# The editor.


@router.post("/editor/look", responses=CLOSED)
async def look_at(request: Request, _: Host) -> Looked:
    """The editor's view of a text, after writing the given values into it."""
    wanted = await read_model(request, LookAt)
    return await asyncio.to_thread(looked_at, wanted)


@router.post("/editor/sight", responses=CLOSED)
async def try_sight(request: Request, _: Host) -> SightTried:
    """Line of sight and cover between two squares or units."""
    wanted = await read_model(request, TrySight)
    return await asyncio.to_thread(sight_tried, wanted.text, wanted.start, wanted.end)


@router.get("/editor/palette", responses=CLOSED)
async def what_to_place(request: Request, _: Host, book: Book = "sovereign") -> Palette:
    """Creatures, parties, classes and gear of a book."""
    # The encounter editor will ask for chances soon.
    chances_of(request).warm()
    return await asyncio.to_thread(palette, book)


@router.get("/editor/creature/{name}", responses=GONE)
async def creature(name: Name, _: Host) -> CreatureForm:
    """The values of a creature's file, as the start of a copy."""
    return await asyncio.to_thread(creature_to_change, name)


# Chances.


def chances_of(request: Request) -> ChanceRuns:
    runs = request.app.state.chances
    assert isinstance(runs, ChanceRuns)
    return runs


RunId = Annotated[str, Path(max_length=40)]


@router.post("/chances/knobs", responses=CLOSED)
async def what_can_change(request: Request, _: Host) -> Knobs:
    """The adjustable values of an encounter; the simulator starts meanwhile."""
    wanted = await read_model(request, AskChances)
    chances_of(request).warm()
    return await asyncio.to_thread(lambda: knobs_of(text_of(wanted)))


@router.post("/chances", status_code=201, responses=CLOSED)
async def ask_chances(request: Request, _: Host) -> AskedChances:
    """Simulate an encounter in the background, also with changes, or search for a setting."""
    wanted = await read_model(request, AskChances)
    run = await asyncio.to_thread(started, wanted)
    chances_of(request).start(run)
    return AskedChances(run=run.ident)


@router.get("/chances/{run}", responses=GONE)
async def chances(request: Request, run: RunId, _: Host) -> ChanceAnswer:
    """The results so far."""
    return chances_of(request).find(run).answer()


@router.delete("/chances/{run}", responses=GONE)
async def stop_chances(request: Request, run: RunId, _: Host) -> ChanceAnswer:
    """Stop; the results so far are kept."""
    found = chances_of(request).find(run)
    chances_of(request).stop(found)
    return found.answer()


# Imports.


@router.post("/uploads", responses=TWO)
async def upload(
    request: Request,
    _: Host,
    name: Annotated[str, Query(max_length=200)] = "",
    asked: Annotated[str, Query(max_length=12_000)] = "",
    save: bool = False,
) -> UploadPreview:
    """Convert a file from another program; with `save`, write the converted files."""
    data = await body_of(request, UPLOAD_BODY)
    return await understood(chances_of(request).workers, data, name, asked, save)


@router.post("/handouts", responses=CLOSED)
async def handouts(request: Request, _: Host) -> Handouts:
    """Hand-outs for a fight: cards, the order of play, the relevant rules."""
    wanted = await read_model(request, AskHandouts)
    return await asyncio.to_thread(hand_outs, wanted)
