"""The tokens of host and guests, kept across restarts of the server.

They are in a separate file readable only by its owner, not in the store, because people copy
stores. A file that other users could have read is not trusted.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Final, NamedTuple

from shieldwall.table.server.access import new_token

SHORTEST: Final = 22
"""Length of a 128-bit token in characters."""


class Keys(NamedTuple):
    """The token of the start page, and the token for the free seats."""

    host: str
    guest: str


def new_keys() -> Keys:
    return Keys(new_token(), new_token())


def kept_keys(file: Path, anew: bool = False) -> Keys:
    """The tokens in the file; new ones if there are none, or on request.

    Raises OSError if new ones cannot be saved.
    """
    found = None if anew else _read(file)
    if found is None:
        found = new_keys()
        _write(file, found)
    return found


def _read(file: Path) -> Keys | None:
    try:
        if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            return None
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict):
        return None
    host, guest = data.get("host"), data.get("guest")
    if not _is_token(host) or not _is_token(guest) or host == guest:
        return None
    return Keys(str(host), str(guest))


def _is_token(text: object) -> bool:
    return isinstance(text, str) and SHORTEST <= len(text) <= 200 and text.isascii()


def _write(file: Path, keys: Keys) -> None:
    """Write to a temporary file first, so that it is never incomplete or readable by others."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as text:
        json.dump(keys._asdict(), text)
        text.write("\n")
    os.replace(beside, file)
