"""Write the notices of other people's work that the wheel and the table's page contain.

    python tools/notices.py [NODE_MODULES]

They go to `src/shieldwall/data/notices.txt`, which is kept in git, is part of the wheel and is
printed by `shieldwall licences`. NODE_MODULES is the folder of the page's packages, usually
`.build/web/node_modules`. The page's packages are found by following imports from `web/src`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "src" / "shieldwall" / "data" / "notices.txt"
BARE = re.compile(r"""(?:from|import)\s*\(?\s*['"](@?[a-z][^'"]*)['"]""")
SVELTE_PARTS = ("compiler", "server", "legacy")
"""Parts of Svelte that run only at build time or on a server."""
RUNTIME = "svelte"
"""Imports of compiled components that do not appear in `web/src`."""


class Part(NamedTuple):
    name: str
    version: str
    licence: str
    copyright: str
    address: str


def bare_imports(folder: Path, endings: tuple[str, ...]) -> set[str]:
    """Packages imported by the files of a folder."""
    found = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix in endings and path.is_file() and "node_modules" not in path.parts[-3:-1]:
            for name in BARE.findall(path.read_text(encoding="utf-8", errors="replace")):
                parts = name.split("/")
                found.add("/".join(parts[:2]) if name.startswith("@") else parts[0])
    return found


def page_packages(modules: Path) -> list[str]:
    """Every package whose code is in the page, found from our own sources."""
    found: list[str] = []
    left = {RUNTIME, *bare_imports(ROOT / "web" / "src", (".ts", ".svelte"))}
    while left:
        name = sorted(left)[0]
        left.discard(name)
        folder = modules / name
        if name in found or not (folder / "package.json").is_file():
            continue
        found.append(name)
        wanted = set(_package(folder).get("dependencies", {}))
        inner = folder / "src" if (folder / "src").is_dir() else folder
        for part in sorted(inner.rglob("*")):
            if part.is_dir() or part.suffix not in (".js", ".mjs"):
                continue
            if not any(one in part.relative_to(inner).parts for one in SVELTE_PARTS):
                left |= wanted & _imports(part)
    return sorted(found)


def _imports(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    return {name.split("/")[0] for name in BARE.findall(text)}


def _package(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "package.json").read_text("utf-8"))
    return found


def locked_versions() -> dict[str, str]:
    """The version of each package in `web/package-lock.json`."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    return {
        path.removeprefix("node_modules/"): str(entry["version"])
        for path, entry in lock["packages"].items()
        if path.startswith("node_modules/") and path.count("node_modules/") == 1
    }


def copyright_in(text: str) -> str:
    """The copyright line."""
    for line in text.splitlines():
        plain = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", line.strip())
        if plain.lower().startswith("copyright"):
            return plain
    return ""


def page_part(modules: Path, name: str) -> Part:
    folder = modules / name
    files = [path for path in sorted(folder.iterdir()) if path.name.lower().startswith("licen")]
    if not files:
        sys.exit(f"{name}: no file says its licence")
    said = _package(folder)
    address = str(said.get("homepage") or _repository(said))
    owner = copyright_in(files[0].read_text(encoding="utf-8"))
    return Part(name, locked_versions()[name], str(said["license"]), owner, address)


def _repository(said: dict[str, Any]) -> str:
    """The address of an npm package."""
    found = said.get("repository", "")
    url = str(found["url"] if isinstance(found, dict) else found)
    if re.fullmatch(r"[\w.-]+/[\w.-]+", url):
        return f"https://github.com/{url}"
    return url.removeprefix("git+").removesuffix(".git")


def home_of(said: Message) -> str:
    """The address of a Python package."""
    links = dict(str(one).split(", ", 1) for one in said.get_all("Project-URL") or [])
    for label in ("Homepage", "Source", "Source Code", "Repository", "Documentation"):
        if label in links:
            return links[label]
    return str(said.get("Home-page") or "")


def installed(name: str) -> Part:
    """A Python package by its metadata."""
    said: Any = metadata.metadata(name)
    licence = said.get("License-Expression") or said.get("License") or ""
    if not licence or len(licence) > 60:
        classes = [one for one in said.get_all("Classifier") or [] if one.startswith("License ::")]
        licence = classes[0].rpartition(":: ")[2] if classes else "see its own files"
    return Part(str(said["Name"]), "", licence, "", home_of(said))


def requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=\[ ]", one)[0] for one in project["dependencies"]]
    return sorted(names, key=str.lower)


HEAD = """\
Other people's work in Shieldwall
=================================

Made by tools/notices.py. Shieldwall itself is under the MIT licence (the file LICENSE).

In the table's page
-------------------

"""
ICONS = """\
Pictures of game-icons.net
  Licence: CC BY 3.0, https://creativecommons.org/licenses/by/3.0/
  By Lorc, Delapouite, Skoll, Sbed and other contributors, https://game-icons.net/about.html
  Changed: only the outlines of those that are used, drawn in our own colours.

"""
FONT = """\
Alegreya Bold, a typeface
  Licence: SIL Open Font License 1.1, in full below
  By the Alegreya Project Authors, 2011, https://github.com/huertatipografica/Alegreya
  Changed: lining figures, and only the letters of western languages.

"""
COMPILED = """\
In the compiled modules
-----------------------

mypyc's run-time library, a part of mypy
  Licence: MIT, and for what comes from CPython the licence of the Python Software Foundation
  {copyright}
  https://www.mypy-lang.org/

"""
BESIDE = """\
Installed beside it
-------------------

These are not in the wheel. pip installs them, and each comes with its own licence.

"""
MIT = """\

The MIT licence of those above
------------------------------

"""
OFL = """\

The SIL Open Font License of Alegreya
-------------------------------------

"""
OFL_TEXT = ROOT / "web" / "src" / "fonts" / "OFL.txt"


def mit_text() -> str:
    """The text of the licence, from our own file below its copyright line."""
    return (ROOT / "LICENSE").read_text(encoding="utf-8").partition("\nPermission")[2]


def mypy_copyright() -> str:
    files = metadata.files("mypy") or []
    for path in files:
        if path.name == "LICENSE":
            return copyright_in(Path(str(path.locate())).read_text(encoding="utf-8"))
    sys.exit("mypy is not installed: make tools")


def notices(modules: Path) -> str:
    text = HEAD
    for name in page_packages(modules):
        part = page_part(modules, name)
        if part.licence != "MIT":
            sys.exit(f"{name} is under {part.licence}: say here what that asks for")
        text += f"{part.name} {part.version}\n  Licence: MIT\n  {part.copyright}\n"
        text += f"  {part.address}\n\n"
    text += ICONS + FONT + COMPILED.format(copyright=mypy_copyright()) + BESIDE
    for name in requirements():
        part = installed(name)
        text += f"{part.name}: {part.licence}, {part.address}\n"
    return f"{text}{MIT}Permission{mit_text()}{OFL}{OFL_TEXT.read_text(encoding='utf-8')}"


def main(arguments: list[str]) -> None:
    modules = Path(arguments[0]) if arguments else ROOT / ".build" / "web" / "node_modules"
    if not (modules / RUNTIME).is_dir():
        sys.exit(f"{modules} holds no packages: build the page first (make build)")
    NOTICES.write_text(notices(modules), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
