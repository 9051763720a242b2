"""Everything stored as one archive, a zip of plain files, and back on another machine.

    manifest.json                    what it is, who made it, the fights in it
    fights/ID/fight.json             title, book, seed, seats, campaign
    fights/ID/setup.json             the set-up
    fights/ID/entries.jsonl          every stored entry: kind and text
    fights/ID/fight.tape             the same fight as `shieldwall replay` reads it
    fights/ID/pictures/NAME.png      pictures people gave their units
    library/KIND/NAME.yaml           the GM's own files

Secret links are not in it: seats get new ones. An archive is a stranger's until it has been read:
its size, its names and every fight in it are checked, and nothing that is here is overwritten.
"""

from __future__ import annotations

import io
import json
import os
import re
import secrets
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from shieldwall.content import ContentError, setup_from_text
from shieldwall.content.user_folder import FOLDERS, home_folder, own_files
from shieldwall.exchange.untrusted_json import parse_json
from shieldwall.store.save_file import SaveError
from shieldwall.table.message_parts import Role
from shieldwall.table.persistence.database import Store, now, token_hash
from shieldwall.table.persistence.records import resume, stored_tape
from shieldwall.table.persistence.tables import Batch, EntryRow, FightRow, PictureRow, SeatRow
from shieldwall.table.play.unit_pictures import checked_picture
from shieldwall.table.publish.side_shares import shares_text
from shieldwall.table.server.access import new_token
from shieldwall.version import __version__

ARCHIVE: Final = 1
"""The version of the form."""
CAMPAIGN: Final = "campaign"
"""Kind of the stored entry that sets the fight's campaign; "" for none."""
MOST_BYTES: Final = 256_000_000
"""Limit for all unpacked files of an archive together."""
MOST_FILE: Final = 24_000_000
MOST_FILES: Final = 20_000
MOST_TITLE: Final = 80
MOST_SEATS: Final = 60
IDENT: Final = re.compile(r"[0-9a-f]{16}")
FILE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._'-]{0,80}\.ya?ml")
UNIT_NAME: Final = re.compile(r"(?:\*map\*|[a-z0-9][a-z0-9#-]{0,60})")
KINDS: Final = frozenset({"tape", "undo", "sealed", "unsealed", "table", "seen", "thrown",
                          "review", CAMPAIGN})  # fmt: skip
ROLES: Final[tuple[Role, ...]] = ("gm", "player", "watcher")
Json = dict[str, Any]


class BadArchive(ValueError):
    """An error in an archive, for the person who uploads it."""


class Brought(NamedTuple):
    """Result of an import, in words for people."""

    fights: list[str]
    """Ids of the fights that were added."""
    files: list[str]
    """The GM's own files that were added."""
    left_out: list[str]
    """Skipped items with the reason."""


# Writing.


def write_archive(store: Store, out: BinaryIO, fights: Sequence[str] | None = None) -> int:
    """Write everything, or only these fights without own files; returns the number of fights."""
    rows = [row for row in store.fights() if fights is None or row.ident in fights]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        manifest = {
            "shieldwall-archive": ARCHIVE,
            "engine": __version__,
            "made": now(),
            "fights": [row.ident for row in rows],
        }
        file.writestr("manifest.json", _text(manifest))
        for row in rows:
            _write_fight(store, file, row)
        if fights is None:
            for kind in FOLDERS:
                for path in own_files(kind).values():
                    file.writestr(f"library/{kind}/{path.name}", path.read_bytes())
    return len(rows)


def _write_fight(store: Store, file: zipfile.ZipFile, row: FightRow) -> None:
    entries = store.entries(row.ident)
    place = f"fights/{row.ident}"
    pictures = [
        found
        for shown in store.pictures(row.ident)
        if (found := store.picture(row.ident, shown.name)) is not None
    ]
    facts = {
        "title": row.title,
        "book": row.book,
        "seed": str(row.seed),
        "created": row.created,
        "played": row.played,
        "engine": row.engine,
        "round": row.round,
        "over": row.over,
        "campaign": store.last_entry(row.ident, CAMPAIGN),
        "seats": [
            {"name": seat.name, "role": seat.role, "units": list(seat.units)}
            for seat in store.seats(row.ident)
        ],
        "pictures": [{"name": one.name, "kind": one.kind, "facts": one.facts} for one in pictures],
    }
    file.writestr(f"{place}/fight.json", _text(facts))
    file.writestr(f"{place}/setup.json", row.setup)
    lines = [json.dumps({"kind": one.kind, "text": one.text}) for one in entries]
    file.writestr(f"{place}/entries.jsonl", "".join(f"{line}\n" for line in lines))
    file.writestr(f"{place}/fight.tape", stored_tape(row, entries))
    for one in pictures:
        name = "map" if one.name == "*map*" else one.name
        file.writestr(f"{place}/pictures/{name}.{one.kind}", one.data)


def _text(data: object) -> str:
    return json.dumps(data, indent=1, sort_keys=True) + "\n"


# Reading.


class Reader:
    """The files of an archive, read with size limits."""

    def __init__(self, data: BinaryIO) -> None:
        try:
            self.file = zipfile.ZipFile(data)
            infos = self.file.infolist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise BadArchive(f"This is not an archive of Shieldwall: {error}.") from None
        if len(infos) > MOST_FILES:
            raise BadArchive(f"There are more than {MOST_FILES} files in this archive.")
        # The sizes the archive declares are only a first check; reading counts the bytes again.
        if sum(info.file_size for info in infos) > MOST_BYTES:
            raise BadArchive(f"Unpacked, this archive is larger than {MOST_BYTES // 10**6} MB.")
        self.names: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            if info.filename in self.names:
                raise BadArchive(f"{info.filename[:80]!r} is in this archive twice.")
            self.names[info.filename] = info
        self.left = MOST_BYTES

    def read(self, name: str) -> bytes:
        info = self.names.get(name)
        if info is None:
            raise BadArchive(f"{name} is missing in this archive.")
        if info.flag_bits & 1:
            raise BadArchive(f"{name} is encrypted.")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadArchive(f"{name} is compressed in a way we do not read.")
        most = min(MOST_FILE, self.left)
        try:
            with self.file.open(info) as stream:
                data = stream.read(most + 1)
        except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError) as error:
            raise BadArchive(f"{name} cannot be unpacked: {error}.") from None
        if len(data) > most:
            raise BadArchive(f"{name} is too large.")
        self.left -= len(data)
        return data

    def text(self, name: str) -> str:
        try:
            return self.read(name).decode("utf-8")
        except UnicodeDecodeError:
            raise BadArchive(f"{name} is not text.") from None

    def json(self, name: str) -> Json:
        try:
            found = parse_json(self.text(name), name)
        except ContentError as error:
            raise BadArchive(str(error)) from None
        if not isinstance(found, dict):
            raise BadArchive(f"{name} should hold names and values.")
        return found


def read_archive(store: Store, data: BinaryIO) -> Brought:
    """Import fights and files that are not here yet; skip and report invalid ones."""
    reader = Reader(data)
    manifest = reader.json("manifest.json")
    if manifest.get("shieldwall-archive") != ARCHIVE:
        raise BadArchive(
            f"This archive is of form {str(manifest.get('shieldwall-archive'))[:20]}; this "
            f"Shieldwall reads form {ARCHIVE}."
        )
    listed = manifest.get("fights")
    if not isinstance(listed, list):
        raise BadArchive("manifest.json does not list its fights.")
    brought = Brought([], [], [])
    for ident in listed:
        if not isinstance(ident, str) or not IDENT.fullmatch(ident):
            brought.left_out.append("a fight whose id is not valid")
            continue
        try:
            _bring_fight(store, reader, ident, brought)
        except BadArchive as error:
            brought.left_out.append(f"fight {ident}: {error}")
    _bring_files(reader, brought)
    return brought


def _bring_fight(store: Store, reader: Reader, ident: str, brought: Brought) -> None:
    place = f"fights/{ident}"
    facts = reader.json(f"{place}/fight.json")
    setup = reader.text(f"{place}/setup.json")
    entries = _entries(reader, f"{place}/entries.jsonl")
    known = store.fight(ident)
    if known is not None and not known.deleted:
        here = [(one.kind, one.text) for one in store.entries(ident)]
        if here == entries:
            brought.left_out.append(f"fight {ident}: it already exists here")
            return
    if known is not None:
        # A different course of the same fight becomes a new fight.
        ident = secrets.token_hex(8)
    row, first = _checked(ident, facts, setup, entries)
    seats = _seats(ident, facts)
    pictures = _pictures(reader, place, ident, facts, brought)
    store.add_fight(row, seats, first, pictures)
    brought.fights.append(ident)


def _entries(reader: Reader, name: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for number, line in enumerate(reader.text(name).splitlines(), 1):
        try:
            entry = parse_json(line, name)
        except ContentError as error:
            raise BadArchive(str(error)) from None
        kind = entry.get("kind") if isinstance(entry, dict) else None
        text = entry.get("text") if isinstance(entry, dict) else None
        if kind not in KINDS or not isinstance(text, str):
            raise BadArchive(f"{name}:{number}: this is not an entry of a fight.")
        found.append((kind, text))
    return found


def _checked(
    ident: str, facts: Json, setup: str, entries: list[tuple[str, str]]
) -> tuple[FightRow, Batch]:
    """Replay the fight from its tape; a fight that cannot be replayed is rejected."""
    seed = _word(facts, "seed", 60)
    if not seed.isdigit():
        raise BadArchive("its seed is not a number.")
    title = " ".join(_word(facts, "title", MOST_TITLE).split())
    if not title or not title.isprintable():
        raise BadArchive("it has no title.")
    row = FightRow(
        ident, title, _word(facts, "book", 80), setup, int(seed), _date(facts, "created"),
        engine=_word(facts, "engine", 40),
    )  # fmt: skip
    rows = [EntryRow(number, kind, text) for number, (kind, text) in enumerate(entries)]
    try:
        setup_from_text(setup)
        fight = resume(row, rows).fight
    except (SaveError, ContentError) as error:
        raise BadArchive(f"it cannot be played again: {error}") from None
    except (ValueError, LookupError, TypeError, AssertionError, RecursionError) as error:
        raise BadArchive(f"it cannot be read ({type(error).__name__}).") from None
    over = fight.outcome is not None
    number = int(fight.state.clock.round)
    return row, Batch(ident, 0, tuple(entries), number, over, shares_text(fight))


def _word(facts: Json, key: str, most: int) -> str:
    value = facts.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise BadArchive(f"its {key} is not a short text.")
    return value


def _date(facts: Json, key: str) -> str:
    text = _word(facts, key, 40)
    return text if re.fullmatch(r"[0-9T:+Z.-]{10,40}", text) else now()


def _seats(ident: str, facts: Json) -> list[SeatRow]:
    """Seats with new secrets: players get new links from the GM."""
    found: dict[str, SeatRow] = {}
    listed = facts.get("seats", [])
    if not isinstance(listed, list) or len(listed) > MOST_SEATS:
        raise BadArchive("its seats are not a list.")
    for one in listed:
        if not isinstance(one, dict):
            raise BadArchive("one of its seats is not a seat.")
        name, role = _word(one, "name", 40).strip(), one.get("role")
        units = one.get("units", [])
        if not name or not name.isprintable() or role not in ROLES or not isinstance(units, list):
            raise BadArchive("one of its seats is not a seat.")
        names = tuple(str(unit)[:60] for unit in units[:200])
        found[name] = SeatRow(ident, name, role, names, token_hash(new_token()), False, False)
    return list(found.values())


def _pictures(
    reader: Reader, place: str, ident: str, facts: Json, brought: Brought
) -> list[PictureRow]:
    found: list[PictureRow] = []
    listed = facts.get("pictures", [])
    for one in listed if isinstance(listed, list) else []:
        name = one.get("name") if isinstance(one, dict) else None
        kind = one.get("kind") if isinstance(one, dict) else None
        if not isinstance(name, str) or not UNIT_NAME.fullmatch(name):
            continue
        file = f"{place}/pictures/{'map' if name == '*map*' else name}.{kind}"
        try:
            row = checked_picture(ident, name, reader.read(file), one.get("facts", ""))
        except (BadArchive, ValueError) as error:
            brought.left_out.append(f"picture of {name}: {error}")
            continue
        found.append(row)
    return found


def _bring_files(reader: Reader, brought: Brought) -> None:
    """Import the GM's own files whose names are free. Their content is validated when used."""
    for name in reader.names:
        parts = name.split("/")
        if parts[0] != "library" or name.endswith("/"):
            continue
        if len(parts) != 3 or parts[1] not in FOLDERS or not FILE_NAME.fullmatch(parts[2]):
            brought.left_out.append(f"{name[:80]!r}: this is not a name for a file of ours")
            continue
        path = home_folder() / parts[1] / parts[2]
        try:
            text = reader.text(name)
        except BadArchive as error:
            brought.left_out.append(str(error))
            continue
        if path.exists():
            if path.read_bytes() != text.encode():
                brought.left_out.append(f"{parts[1]}/{parts[2]}: another file has this name here")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
        brought.files.append(f"{parts[1]}/{parts[2]}")


def write_whole(path: Path, data: bytes) -> None:
    """Write atomically: the old file stays until the new one is complete."""
    folder = path.absolute().parent
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def archive_bytes(store: Store, fights: Sequence[str] | None = None) -> bytes:
    out = io.BytesIO()
    write_archive(store, out, fights)
    return out.getvalue()
