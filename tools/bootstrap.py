"""Set the house up: the environment, the tools in it, and the package, each only when needed.

    python tools/bootstrap.py tools|build VENV

`tools` makes the environment and installs the tools; `build` also builds and installs the package
when its sources have changed since. What was done is written down in VENV/shieldwall.json. Needs
nothing but Python's own library. Speaks on the error stream, so that `make -s run >FILE` keeps
only the fight.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "shieldwall"
BUILD_FILES = ("pyproject.toml", "hatch_build.py", "tools/compile.py", "tools/page.py")
PIP_LINES = 25


class House:
    def __init__(self, venv: Path) -> None:
        self.venv = venv
        self.python = venv / "bin" / "python"
        self.notes = venv / "shieldwall.json"
        self.done: dict[str, Any] = {}
        if self.notes.exists():
            self.done = json.loads(self.notes.read_text(encoding="utf-8"))

    def note(self, **what: Any) -> None:
        self.done |= what
        self.notes.write_text(json.dumps(self.done, indent=1) + "\n", encoding="utf-8")

    def environment(self) -> None:
        wanted = f"{sys.version} {sys.base_prefix}"
        if self.done.get("python") == wanted and self.python.exists():
            return
        version = f"3.{sys.version_info.minor}"
        missing = [name for name in ("venv", "ensurepip") if not importlib.util.find_spec(name)]
        if missing:
            give_up(
                f"This Python {version} has no {' and no '.join(missing)}, "
                "so it cannot make an environment.\n"
                f"On Debian and Ubuntu: apt-get install python3-venv (or python{version}-venv), "
                "then run make again."
            )
        say(f"Making the environment {shown(self.venv)} with Python {version} …")
        base = getattr(sys, "_base_executable", "") or sys.executable
        ran = run([base, "-m", "venv", "--clear", str(self.venv)])
        if ran.returncode:
            give_up(f"{shown(self.venv)} could not be made:\n{tail(ran.stdout)}")
        self.done = {}
        self.note(python=wanted)

    def tools(self) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
        constraints = ROOT / "constraints.txt"
        mark = digest_of(json.dumps(wanted).encode(), constraints.read_bytes())
        if self.done.get("tools") == mark:
            return
        say("Installing the tools (once; a minute or so) …")
        start = time.perf_counter()
        self.pip("The tools could not be installed", "-c", str(constraints), *wanted)
        self.note(tools=mark)
        say(f"The tools are installed, in {time.perf_counter() - start:.0f} s.")

    def package(self) -> None:
        mode, page = compile_mode(), page_mode()
        node = [] if page == "off" else self.node()
        mark = digest_of(
            source_hash().encode(),
            f"{page} {page_tool().page_hash(ROOT)} {node}".encode(),
            *((ROOT / name).read_bytes() for name in BUILD_FILES),
            f"{mode} {self.done['tools']} {found_compiler()}".encode(),
        )
        record = self.record()
        if self.done.get("package") == mark and record is not None:
            describe(record, "up to date")
            return
        say("Building Shieldwall …" if mode == "off" else "Building Shieldwall (compiling) …")
        start = time.perf_counter()
        self.pip(
            "Shieldwall could not be built",
            "--no-deps",
            "--no-build-isolation",
            "--force-reinstall",
            "--no-index",
            str(ROOT),
            SHIELDWALL_COMPILE=mode,
            SHIELDWALL_PAGE=page,
        )
        record = self.record()
        if record is None:
            give_up("Shieldwall was installed without a record of its build; see hatch_build.py.")
        self.note(package=mark, kind=record["kind"], reason=record["reason"])
        describe(record, f"built in {time.perf_counter() - start:.1f} s")

    def node(self) -> list[str]:
        """How npm is called; where the system has none, Node is fetched from PyPI, once."""
        npm: list[str] = page_tool().npm_command()
        if npm:
            return npm
        wanted = page_tool().NODE_PACKAGE
        if self.done.get("node") != wanted:
            say("Fetching Node for the table's page (once) …")
            pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
            if run([*pip, wanted]).returncode:
                return []
            self.note(node=wanted)
        return [wanted]

    def record(self) -> dict[str, Any] | None:
        """What the installed package says of its build."""
        version = f"python3.{sys.version_info.minor}"
        path = self.venv / "lib" / version / "site-packages" / PACKAGE.name / "_build.json"
        try:
            record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return record

    def pip(self, trouble: str, *arguments: str, **env: str) -> None:
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
        ran = run([*pip, *arguments], **env)
        if ran.returncode:
            give_up(f"{trouble}:\n{tail(ran.stdout)}")


def compile_mode() -> str:
    mode = os.environ.get("SHIELDWALL_COMPILE")
    return mode or ("require" if os.environ.get("CI") == "true" else "auto")


def page_mode() -> str:
    mode = os.environ.get("SHIELDWALL_PAGE")
    return mode or ("require" if os.environ.get("CI") == "true" else "auto")


def describe(record: dict[str, Any], state: str) -> None:
    if record["kind"] == "compiled":
        say(f"Shieldwall: compiled build ({len(record['modules'])} modules), {state}.")
        describe_page(record)
        return
    describe_page(record)
    say(f"Shieldwall: pure Python build, {state}. It is slower than a compiled one; the reason:")
    for line in str(record["reason"]).splitlines():
        say("  " + line)


def describe_page(record: dict[str, Any]) -> None:
    if record["page"]:
        say("It comes without the page of the table; the reason:")
        for line in str(record["page"]).splitlines():
            say("  " + line)


def source_hash() -> str:
    digest: str = loaded(PACKAGE / "buildinfo.py").source_hash(PACKAGE)
    return digest


def page_tool() -> ModuleType:
    return loaded(ROOT / "tools" / "page.py")


def loaded(path: Path) -> ModuleType:
    """A module by its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def found_compiler() -> str:
    """Where the C compiler is, so that installing one leads to a new build."""
    names = [os.environ.get("CC") or "", "cc", "gcc", "clang"]
    return " ".join(str(shutil.which(name.split()[0])) for name in names if name)


def digest_of(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """One at a time: two terminals may run make at once."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another make is at work here; waiting for it …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    # What a surrounding environment says must not reach the new one.
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(
        command,
        env={**clean, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def tail(text: str) -> str:
    """What matters of pip's output: what the build said, if it failed, else the last lines."""
    said = re.search(r"lines of output\]\n(.*?)\[end of output\]", text, re.DOTALL)
    if said:
        return "\n".join("  " + line.strip() for line in said[1].splitlines() if line.strip())
    lines = [line for line in text.splitlines() if not line.startswith("WARNING:")]
    return "\n".join("  " + line for line in lines[-PIP_LINES:])


def shown(path: Path) -> str:
    return os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def give_up(text: str) -> NoReturn:
    say(text)
    sys.exit(1)


def main(what: str, venv: str) -> None:
    with alone(ROOT / ".build" / "lock"):
        house = House((ROOT / venv).absolute())
        house.environment()
        house.tools()
        if what == "build":
            house.package()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        give_up("Stopped.")
