"""Take the pictures the page uses out of the game-icons set.

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
"""What the page itself asks for."""
HEAD = """\
// Made by tools/icons.py from game-icons.net (CC BY 3.0; by Lorc, Delapouite, Skoll, Sbed and other
// contributors). Each is drawn in a box of 512 by 512.

export const ICON_PATHS = {
"""


def path_of(name: str, body: str) -> str:
    found = re.findall(r' d="([^"]+)"', body)
    if not found:
        sys.exit(f"{name}: no path in {body[:80]}")
    return "".join(found)


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
