"""The running build of Shieldwall: compiled or pure Python, and if pure, why.

The build writes `_build.json` beside this file, in the wheel only. This file imports nothing from
the package, because the build and `make` load it by path, for `source_hash`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path
from typing import Literal, NamedTuple

RECORD = "_build.json"
_NOT_SOURCE = (".pyc", ".so", ".pyd")
_BUILT = "table/page/"
"""Made from `web/`, which is not part of the package."""


class BuildInfo(NamedTuple):
    kind: Literal["compiled", "pure"]
    reason: str
    """Why the build is pure; "" for a compiled one."""
    source_hash: str
    seconds: float
    """Compile time."""


def source_hash(package: Path) -> str:
    """A digest of all files of the package: names and contents."""
    digest = hashlib.sha256()
    files = {path.relative_to(package).as_posix(): path for path in package.rglob("*")}
    for name in sorted(files):
        path = files[name]
        if name == RECORD or path.suffix in _NOT_SOURCE or not path.is_file():
            continue
        if name.startswith(_BUILT):
            continue
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def build_info() -> BuildInfo:
    """The build, checked against the modules Python actually loads."""
    here = Path(__file__).parent
    try:
        record = json.loads((here / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return BuildInfo("pure", "running from the source tree", source_hash(here), 0.0)
    digest, seconds = str(record["source_hash"]), float(record["seconds"])
    if record["kind"] != "compiled":
        return BuildInfo("pure", str(record["reason"]), digest, seconds)
    for module in record["modules"]:
        origin = _origin(here, str(module))
        if not origin.endswith(tuple(EXTENSION_SUFFIXES)):
            reason = f"built compiled, but {module} is loaded from {origin or 'nowhere'}"
            return BuildInfo("pure", reason, digest, seconds)
    return BuildInfo("compiled", "", digest, seconds)


def _origin(here: Path, module: str) -> str:
    """Where Python has loaded or would load a module from, without importing its package."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        return getattr(loaded, "__file__", None) or ""
    folder = here.joinpath(*module.split(".")[1:-1])
    spec = PathFinder.find_spec(module, [str(folder)])
    return (spec.origin if spec else None) or ""
