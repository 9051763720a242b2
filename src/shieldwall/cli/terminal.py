"""Properties of the terminal: colour, size, characters."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import Final

import click

STYLES: Final = {
    "bold": 1,
    "dim": 2,
    "underline": 4,
    "reverse": 7,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
}
FALLBACK_SIZE: Final = (80, 24)
ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(eq=False)
class Terminal:
    """The output and its capabilities."""

    colour: bool
    width: int
    height: int
    unicode: bool = True
    live: bool = False
    """Whether it is interactive."""

    def paint(self, text: str, *styles: str) -> str:
        if not self.colour or not styles or not text:
            return text
        codes = ";".join(str(STYLES[style]) for style in styles)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def wrap(self, text: str, indent: str = "", width: int = 0) -> list[str]:
        """Wrapped lines; a no-break space keeps words together."""
        lines = textwrap.wrap(
            text,
            max(20, (width or self.width) - 1),
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        return [line.replace("\xa0", " ") for line in lines]

    def tell(self, text: str, indent: str = "") -> None:
        """Print the wrapped lines."""
        for line in self.wrap(text, indent):
            say(line)


def this_terminal(colour: bool | None = None) -> Terminal:
    """Standard output; `colour` is set by --color or --no-color."""
    live = sys.stdout.isatty()
    if colour is None:
        colour = live and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    width, height = shutil.get_terminal_size(FALLBACK_SIZE)
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return Terminal(colour, max(24, width), max(8, height), encoding.startswith("utf"), live)


def held_together(text: str) -> str:
    """The text with no-break spaces within `4.1 % (3.7 to 4.5)`."""
    text = re.sub(r"(?<=[0-9]) (?=%)", "\xa0", text)
    return re.sub(r"\([0-9.+-]+ to [0-9.+-]+\)", lambda m: m[0].replace(" ", "\xa0"), text)


def seen_length(text: str) -> int:
    """Width in columns of a coloured text."""
    return len(ANSI.sub("", text))


def cropped(text: str, width: int) -> str:
    """A coloured text, cut to a width."""
    if seen_length(text) <= width:
        return text
    shown = ""
    left = width
    for part in re.split(f"({ANSI.pattern})", text):
        if ANSI.fullmatch(part):
            shown += part
        else:
            shown += part[:left]
            left -= len(part[:left])
    return shown


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - seen_length(text))


def say(text: str = "") -> None:
    """Print a line; its colours are already decided."""
    click.echo(text, color=True)


def say_json(data: object) -> None:
    say(json.dumps(data, indent=2, ensure_ascii=False))
