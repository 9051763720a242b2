"""A fight as one HTML file that replays it: no server, no downloads, opens from disk.

The file contains a small loader and three parts, gzipped and base64-encoded: styles and code of the
replay page (built with the table's page) and the film. The browser unpacks them itself.
"""

from __future__ import annotations

import base64
import gzip
import html
from functools import lru_cache
from pathlib import Path
from typing import Final

from shieldwall.table.archive.film import Json, pack

PARTS: Final = Path(__file__).parents[1] / "page" / "share"
"""Build output folder for code and styles of the replay page."""
MOST_BYTES: Final = 500_000
"""Size limit of a shared file."""
CODE: Final = "share.js"
STYLE: Final = "share.css"

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; \
form-action 'none'">
<link rel="icon" href="data:,">
<title>{title}</title>
</head>
<body>
<div id="app"><p id="loading">Opening the replay …</p></div>
<noscript>The replay needs JavaScript.</noscript>
<script type="text/plain" id="film">{film}</script>
<script type="text/plain" id="style">{style}</script>
<script type="text/plain" id="code">{code}</script>
<script>
(async () => {{
  const open = async (id) => {{
    const packed = atob(document.getElementById(id).textContent);
    const bytes = Uint8Array.from(packed, (one) => one.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).text();
  }};
  try {{
    const style = document.createElement("style");
    style.textContent = await open("style");
    document.head.append(style);
    window.shieldwallFilm = JSON.parse(await open("film"));
    const code = document.createElement("script");
    code.textContent = await open("code");
    document.body.append(code);
  }} catch (problem) {{
    document.getElementById("loading").textContent =
      "This browser cannot open the replay. Try a recent Firefox, Chrome, Edge or Safari. " +
      `(${{problem}})`;
  }}
}})();
</script>
</body>
</html>
"""


class NotBuilt(ValueError):
    """The replay page has not been built, so sharing is unavailable."""


def shared_page(title: str, film: bytes) -> str:
    """The whole HTML file; `film` is gzipped."""
    style, code = parts(str(PARTS))
    return PAGE.format(
        title=html.escape(title), film=_written(film), style=_written(style), code=_written(code)
    )


def shared_film(film: Json, tape: str = "") -> bytes:
    """A film for sharing, with the tape if the viewer may know everything."""
    return pack({**film, "tape": tape} if tape else film)


@lru_cache(maxsize=2)
def parts(folder: str) -> tuple[bytes, bytes]:
    """Styles and code, gzipped."""
    try:
        style = Path(folder, STYLE).read_bytes()
        code = Path(folder, CODE).read_bytes()
    except FileNotFoundError:
        raise NotBuilt(
            "The replay page has not been built: `make build` builds it with the table's page."
        ) from None
    return gzip.compress(style, 9, mtime=0), gzip.compress(code, 9, mtime=0)


def _written(data: bytes) -> str:
    return base64.b64encode(data).decode()
