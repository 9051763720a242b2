"""Copy the pictures that the page uses from the game-icons set.

    python tools/icons.py PATH/TO/icons.json

The file is `icons.json` of the npm package `@iconify-json/game-icons`. The names come from
`shieldwall.table.publish.board_looks`; their paths are written to `web/src/pictures/iconPaths.ts`,
which is kept in git.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from shieldwall.table.publish.board_looks import pictures

LIB = Path(__file__).resolve().parent.parent / "web" / "src" / "pictures"
ALSO = ("bleeding-heart", "death-skull")
"""The names that the page itself uses."""
HEAD = """\
// Made by tools/icons.py from game-icons.net (CC BY 3.0; by Lorc, Delapouite, Skoll, Sbed and other
// contributors). Each is drawn in a box of 512 by 512.

export const ICON_PATHS = {
"""


SIZES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""The number of parameters of each path command, by its letter."""
NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)", re.IGNORECASE)
FLAG = re.compile(r"[\s,]*([01])")
LETTER = re.compile(r"[\s,]*([a-z])", re.IGNORECASE)


def path_of(name: str, body: str) -> str:
    found = re.findall(r' d="([^"]+)"', body)
    if not found:
        sys.exit(f"{name}: no path in {body[:80]}")
    return rounded("".join(found))


def commands(path: str) -> list[tuple[str, list[float]]]:
    """Each command with its numbers; repeated commands without a letter get it too."""
    found: list[tuple[str, list[float]]] = []
    place, letter = 0, ""
    while path[place:].strip():
        if read := LETTER.match(path, place):
            letter, place = read[1], read.end()
        elif letter.lower() == "m":
            letter = "l" if letter == "m" else "L"
        numbers: list[float] = []
        for at in range(SIZES[letter.lower()]):
            pattern = FLAG if letter.lower() == "a" and at in (3, 4) else NUMBER
            number = pattern.match(path, place)
            if number is None:
                sys.exit(f"no number at {path[place : place + 20]!r}")
            numbers.append(float(number[1]))
            place = number.end()
        found.append((letter, numbers))
    return found


def rounded(path: str) -> str:
    """The same path in whole numbers: half the size, and no visible difference at the size of a
    token.

    Every point is rounded by itself, so that rounding errors do not add up.
    """
    parts: list[str] = []
    here, begun = (0.0, 0.0), (0.0, 0.0)
    last = ""
    for letter, numbers in commands(path):
        kind = letter.lower()
        if kind == "z":
            here = begun
            parts.append("z")
            last = kind
            continue
        base = here if letter == kind else (0.0, 0.0)
        origin = (round(here[0]), round(here[1]))
        if kind in "hv":
            axis = "hv".index(kind)
            end = base[axis] + numbers[0]
            steps = [round(end) - origin[axis]]
            here = (end, here[1]) if axis == 0 else (here[0], end)
        else:
            kept = [round(one) for one in numbers[:5]] if kind == "a" else []
            points = numbers[len(kept) :]
            steps = kept + [
                round(base[at % 2] + one) - origin[at % 2] for at, one in enumerate(points)
            ]
            here = (base[0] + points[-2], base[1] + points[-1])
        if kind == "m":
            begun = here
        name = "" if kind == last and kind != "m" else kind
        parts.append(name + _joined(steps, first=name != ""))
        last = kind
    return "M" + "".join(parts)[1:]


def _joined(numbers: list[int], first: bool) -> str:
    """Without a blank before a minus sign."""
    text = "".join(f"{number}" if number < 0 else f" {number}" for number in numbers)
    return text.lstrip() if first else text


def main(source: str) -> None:
    icons = json.loads(Path(source).read_text(encoding="utf-8"))["icons"]
    used = sorted({*pictures(), *ALSO})
    unknown = [name for name in used if name not in icons]
    if unknown:
        sys.exit(f"The set has no {', '.join(unknown)}.")
    lines = [f'  "{name}": "{path_of(name, icons[name]["body"])}",\n' for name in used]
    tail = "} as const;\n\nexport type IconName = keyof typeof ICON_PATHS;\n"
    (LIB / "iconPaths.ts").write_text(HEAD + "".join(lines) + tail, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
