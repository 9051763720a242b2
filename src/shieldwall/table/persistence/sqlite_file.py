"""The file of a SQLite store: check, permissions, backup, identity."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

MAGIC: Final = b"SQLite format 3\x00"
OWN: Final = "shieldwall_"
"""Prefix of our table names."""
PRIVATE: Final = 0o600
BESIDE: Final = ("-wal", "-shm", "-journal")
LARGEST_CHECKED: Final = 256 * 1024 * 1024
"""Maximum bytes for a full check at the start."""


def trouble(file: Path) -> str:
    """Why an existing file cannot be used; "" if it can. The file is not changed."""
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        return ""
    if not file.is_file():
        return "it is not a file"
    try:
        with file.open("rb") as head:
            if head.read(len(MAGIC)) != MAGIC:
                return "it is not a Shieldwall store, and not an SQLite file"
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        return "it, or its folder, is read-only"
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as looked:
            names = [str(row[0]) for row in looked.execute("SELECT name FROM sqlite_master")]
            if names and not any(name.startswith(OWN) for name in names):
                return "it is the database of another program"
            if file.stat().st_size <= LARGEST_CHECKED:
                found = looked.execute("PRAGMA quick_check(1)").fetchone()
                if found is None or found[0] != "ok":
                    return "it is damaged"
    except sqlite3.Error as error:
        return f"it is damaged ({error})"
    return ""


def fresh_beside(file: Path) -> Path:
    """A free file name beside it."""
    for number in range(2, 1000):
        found = file.with_name(f"{file.stem}-{number}{file.suffix}")
        if not found.exists():
            return found
    return file.with_name(f"{file.stem}-{os.getpid()}{file.suffix}")


def make_private(file: Path) -> None:
    """Restrict it to its owner: it holds seeds and secrets. SQLite's companion files follow."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
    for name in ("", *BESIDE):
        one = file.with_name(file.name + name)
        with suppress(OSError):
            if one.stat().st_mode & 0o077:
                one.chmod(PRIVATE)


def back_up(file: Path, version: int) -> Path:
    """Make a full copy beside it before an upgrade; raises sqlite3.Error or OSError."""
    copy = file.with_name(f"{file.name}.version-{version}.bak")
    number = 2
    while copy.exists():
        copy = file.with_name(f"{file.name}.version-{version}-{number}.bak")
        number += 1
    half = copy.with_name(f"{copy.name}.part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(half)) as target:
        source.backup(target)
    with half.open("r+b") as written:  # Windows syncs only what may be written to
        os.fsync(written.fileno())
    half.replace(copy)
    return copy


def identity(file: Path) -> tuple[int, int] | None:
    """Identity of the file at this path; None if there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
