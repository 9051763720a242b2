"""The GM's own files: looked up by name, written atomically, with a check for conflicting edits.

A name is looked up in the folder, or must be a plain word for a new file; no other part of a
request becomes part of a path. A file is written to a temporary name and moved into place, and only
if the current version is still the one the writer started from.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import MAX_BYTES, is_file, read_text
from shieldwall.content.user_folder import home_folder, is_within, own_files
from shieldwall.table.play.fight_setup import Wrong

SHELVES: Final = ("encounters", "creatures", "parties", "maps")
GOOD_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")
RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Names reserved by Windows."""
DELETED: Final = ".deleted"
"""Folder for deleted files; not listed."""
UNDO: Final = re.compile(r"[0-9a-f]{16}")
MOST_DELETED: Final = 200
MOST_FILES: Final = 1000
"""Maximum number of files of one kind; more are refused."""
PICTURES: Final = (".png", ".jpg", ".webp")
_writing: Final = threading.Lock()
"""One writer at a time in this process; changes by other programs are detected by version."""


class Conflict(Exception):
    """The file has changed since the writer read it."""

    def __init__(self, text: str, version: str, now: str) -> None:
        super().__init__(text)
        self.version = version
        self.now = now


@dataclass(frozen=True, slots=True)
class OwnFile:
    """One of the GM's own files."""

    kind: str
    name: str
    path: Path
    text: str
    version: str


def version_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def check_kind(kind: str) -> None:
    if kind not in SHELVES:
        raise Wrong(f"The library has no {kind!r}; it has {', '.join(SHELVES)}.", 404)


def check_name(name: str) -> None:
    """Check that a name for a new file is valid on every system."""
    if not GOOD_NAME.fullmatch(name) or RESERVED.fullmatch(name):
        raise Wrong("A file's name has small letters, digits and hyphens, such as `old-mill`.", 422)


def path_of(kind: str, name: str) -> Path | None:
    """The path of the user's own file; None if there is none of this name."""
    check_kind(kind)
    return own_files(kind).get(name)


def read_own(kind: str, name: str) -> OwnFile:
    path = path_of(kind, name)
    if path is None:
        raise Wrong(f"There is no {name!r} among your {kind}.", 404)
    try:
        text = read_text(path, path.name)
        data = path.read_bytes()
    except ContentError as error:
        raise Wrong(str(error), 422) from None
    except OSError as error:
        raise Wrong(f"{path.name} cannot be read: {error.strerror}.", 503) from None
    return OwnFile(kind, name, path, text, version_of(data))


def version_at(path: Path) -> tuple[str, str]:
    """Version and text of the current file; "" if there is none."""
    try:
        data = path.read_bytes()
    except OSError:
        return "", ""
    return version_of(data), data[:MAX_BYTES].decode("utf-8", "replace")


def write_own(kind: str, name: str, text: str, version: str) -> OwnFile:
    """Write a file if its version is unchanged; create it if there is none."""
    check_kind(kind)
    data = text.encode()
    if len(data) > MAX_BYTES:
        raise Wrong(f"The file is larger than {MAX_BYTES:,} bytes.", 413)
    with _writing:
        path = own_files(kind).get(name)
        if path is None:
            if version:
                raise Conflict(
                    f"{name} no longer exists: somebody has deleted or renamed it.", "", ""
                )
            check_name(name)
            if len(own_files(kind)) >= MOST_FILES:
                raise Wrong(f"There are {MOST_FILES} of your {kind} already.", 409)
            path = home_folder() / kind / f"{name}.yaml"
        elif path.is_symlink() and not is_within(path, home_folder()):
            raise Wrong(f"{path.name} is a link that leads out of your folder.", 409)
        put_in_place(path, data, version, name)
    return OwnFile(kind, name, path, text, version_of(data))


def put_in_place(path: Path, data: bytes, version: str, name: str) -> None:
    """Write atomically, and only over the expected version."""
    target = path.resolve() if path.is_symlink() else path
    waiting = target.with_name(f".{target.name}.{secrets.token_hex(6)}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with waiting.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if version:
            now, text = version_at(target)
            if now != version:
                raise Conflict(
                    f"{name} was changed by somebody else since you opened it. Nothing was saved.",
                    now,
                    text,
                )
            os.replace(waiting, target)
        else:
            create(waiting, target, name)
        sync_folder(target.parent)
    except OSError as error:
        raise Wrong(f"{target.name} cannot be written: {error.strerror}.", 507) from None
    finally:
        waiting.unlink(missing_ok=True)


def create(waiting: Path, target: Path, name: str) -> None:
    """Create a new file; never replace one that appeared meanwhile."""
    try:
        os.link(waiting, target)
    except FileExistsError:
        now, text = version_at(target)
        raise Conflict(f"There is a file called {name} already.", now, text) from None
    except OSError:
        # Fallback for file systems without links.
        if target.exists():
            now, text = version_at(target)
            raise Conflict(f"There is a file called {name} already.", now, text) from None
        os.replace(waiting, target)


def sync_folder(folder: Path) -> None:
    """Sync the folder entry to disk too, where the system supports it."""
    if os.name != "posix":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)


def free_name(kind: str, wanted: str, taken: Callable[[str], bool] | None = None) -> str:
    """The wanted name, with a number appended if it is taken."""
    base = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:50].strip("-") or "new"
    if RESERVED.fullmatch(base):
        base = f"{base}-1"
    own = own_files(kind)
    for number in range(1, MOST_FILES + 2):
        name = base if number == 1 else f"{base}-{number}"
        if name not in own and not (taken is not None and taken(name)):
            return name
    raise Wrong(f"There are too many files called {base}.", 409)


def rename_own(kind: str, name: str, wanted: str, version: str) -> OwnFile:
    """Rename a file; references in other files are not changed."""
    check_name(wanted)
    before = read_own(kind, name)
    if before.version != version:
        raise Conflict(
            f"{name} was changed by somebody else since you opened it.", before.version, before.text
        )
    made = write_own(kind, wanted, before.text, "")
    with _writing:
        before.path.unlink(missing_ok=True)
    return made


def delete_own(kind: str, name: str, version: str) -> str:
    """Delete a file; the returned key restores it."""
    found = read_own(kind, name)
    if version and found.version != version:
        raise Conflict(
            f"{name} was changed by somebody else since you opened it. It was not deleted.",
            found.version,
            found.text,
        )
    undo = secrets.token_hex(8)
    folder = home_folder() / DELETED
    with _writing:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.replace(found.path, folder / f"{undo}.{kind}.{found.path.name}")
        except OSError as error:
            raise Wrong(f"{found.path.name} cannot be deleted: {error.strerror}.", 507) from None
        forget_old(folder)
    return undo


def restore_own(undo: str) -> tuple[str, str]:
    """Restore a deleted file; returns its kind and name."""
    if not UNDO.fullmatch(undo):
        raise Wrong("There is nothing to bring back.", 404)
    folder = home_folder() / DELETED
    with _writing:
        found = next((one for one in listed(folder) if one.name.startswith(f"{undo}.")), None)
        if found is None:
            raise Wrong("There is nothing to bring back.", 404)
        _, kind, file = found.name.split(".", 2)
        check_kind(kind)
        target = home_folder() / kind / file
        if target.exists():
            raise Wrong(f"There is another {target.stem} now; rename that one first.", 409)
        target.parent.mkdir(parents=True, exist_ok=True)
        create(found, target, target.stem)
        found.unlink(missing_ok=True)
    return kind, target.stem


def listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda one: one.name)
    except OSError:
        return []


def forget_old(folder: Path) -> None:
    """Purge old deleted files; the newest are kept."""
    files = [one for one in listed(folder) if is_file(one)]
    for old in sorted(files, key=lambda one: one.stat().st_mtime)[:-MOST_DELETED]:
        old.unlink(missing_ok=True)


def write_picture(kind: str, name: str, ending: str, data: bytes) -> Path:
    """Write the picture of a map."""
    check_kind(kind)
    check_name(name)
    if f".{ending}" not in PICTURES:
        raise Wrong("A picture is PNG, JPEG or WebP.", 415)
    path = home_folder() / kind / f"{name}.{ending}"
    with _writing:
        put_in_place(path, data, version_at(path)[0], path.name)
    return path


def stamp() -> str:
    """A value that changes whenever a file in the folder changes."""
    found = hashlib.sha256()
    for kind in SHELVES:
        for name, path in own_files(kind).items():
            try:
                about = path.stat()
            except OSError:
                continue
            found.update(f"{kind}/{name}/{about.st_mtime_ns}/{about.st_size}\n".encode())
    return found.hexdigest()[:24]


def changed_at(path: Path) -> str:
    try:
        seconds = path.stat().st_mtime
    except OSError:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


# Tags: a comment at the head of a file, so every kind of file can have them.

TAGS: Final = re.compile(r"^# tags: *(.*)$", re.MULTILINE)
MOST_HEAD: Final = 2000
GOOD_TAG: Final = re.compile(r"[\w][\w '-]{0,29}")


def tags_of(text: str) -> list[str]:
    found = TAGS.search(text[:MOST_HEAD])
    if found is None:
        return []
    return list(dict.fromkeys(tag.strip().lower() for tag in found[1].split(",") if tag.strip()))


def with_tags(text: str, tags: list[str]) -> str:
    """The text with these tags in its head."""
    clean = list(dict.fromkeys(" ".join(tag.split()).lower() for tag in tags))
    for tag in clean:
        if not GOOD_TAG.fullmatch(tag):
            raise Wrong(f"{tag!r} is not a tag; use up to 30 letters, digits, blanks and hyphens.")
    line = f"# tags: {', '.join(clean)}\n" if clean else ""
    found = TAGS.search(text[:MOST_HEAD])
    if found is None:
        return line + text
    return text[: found.start()] + line + text[found.end() :].removeprefix("\r").removeprefix("\n")


IMPORTED: Final = re.compile(r"^# From \S.*\.$", re.MULTILINE)


def is_imported(text: str) -> bool:
    """Whether a file came from another program; importers note it in the head."""
    return IMPORTED.search(text[:MOST_HEAD]) is not None
