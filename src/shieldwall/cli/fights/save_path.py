"""Where a fight may be saved."""

from __future__ import annotations


def why_not_overwrite(path: str) -> str:
    """A save may overwrite a save, but no other file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            if file.readline().startswith("shieldwall-tape"):
                return ""
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"{path}: {error.strerror}"
    return f"{path} exists and is not a saved fight; choose another name."
