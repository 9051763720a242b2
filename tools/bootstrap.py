"""Set up the environment, the packages in it and our own package, each only when needed.

    python tools/bootstrap.py run|build|dist|tools|compile VENV

`run` does only what playing needs: if the engine is not compiled yet, it starts compiling in the
background and continues with the interpreted engine. `dist` waits for the compiled engine, `build`
also installs the developer's tools, `tools` installs only those. `compile` is the background part.
VENV/shieldwall.json records what was done. Needs only Python's standard library. Messages go to
standard error, so that `make -s run >FILE` keeps only the fight.

It can be stopped at any moment: wheels are built in a separate place and moved by a rename, and an
unfinished installation is repeated.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "shieldwall"
STORE = ROOT / ".build"
LOG = STORE / "compile.log"
BUILD_FILES = (
    *("pyproject.toml", "hatch_build.py"),
    *("tools/compile.py", "tools/c_files.py", "tools/page.py"),
)
WINDOWS = sys.platform == "win32"
PIP_LINES = 25
WHEELS_KEPT = 4
# If the set-up takes longer than this, it prints where the time went.
LONG = 60.0
GENTLE = 15
START = time.perf_counter()
THIS_PYTHON = f"{sys.version} {sys.base_prefix}"


class House:
    def __init__(self, venv: Path) -> None:
        self.venv = venv
        self.programs = venv / ("Scripts" if WINDOWS else "bin")
        self.python = self.programs / ("python.exe" if WINDOWS else "python")
        self.notes = venv / "shieldwall.json"
        self.steps: list[tuple[str, float]] = []
        self.done: dict[str, Any] = {}
        if self.notes.exists():
            self.done = json.loads(self.notes.read_text(encoding="utf-8"))

    def note(self, **what: Any) -> None:
        self.done |= what
        fresh = self.notes.with_suffix(".new")
        fresh.write_text(json.dumps(self.done, indent=1) + "\n", encoding="utf-8")
        fresh.replace(self.notes)

    @contextmanager
    def step(self, text: str, name: str) -> Iterator[None]:
        say(f"{text} …")
        start = time.perf_counter()
        yield
        self.steps.append((name, time.perf_counter() - start))

    def is_made(self) -> bool:
        return bool(self.done.get("python") == THIS_PYTHON and self.python.exists())

    def check_python(self) -> None:
        """Stop at once if there is no environment and this Python cannot make one."""
        version = f"3.{sys.version_info.minor}"
        missing = [name for name in ("venv", "ensurepip") if not importlib.util.find_spec(name)]
        if missing and not self.is_made():
            give_up(
                f"This Python {version} has no {' and no '.join(missing)}, "
                "so it cannot make an environment.\n"
                f"On Debian and Ubuntu: apt-get install python3-venv (or python{version}-venv), "
                "then run make again."
            )

    def environment(self) -> None:
        if self.is_made():
            return
        version = f"3.{sys.version_info.minor}"
        with self.step(f"Making {shown(self.venv)} with Python {version}", "the environment"):
            base = getattr(sys, "_base_executable", "") or sys.executable
            ran = run([base, "-m", "venv", "--clear", str(self.venv)])
        if ran.returncode:
            give_up(f"{shown(self.venv)} could not be made:\n{tail(ran.stdout)}")
        self.done = {}
        self.note(python=THIS_PYTHON)

    def installed(self, *kinds: str) -> None:
        """Install these packages if they are missing: `running`, `building`, or the developer's
        `tools`.
        """
        wanted = wanted_packages()
        constraints = ROOT / "constraints.txt"
        missing: dict[str, str] = {}
        for kind in kinds:
            mark = digest_of(json.dumps(wanted[kind]).encode(), constraints.read_bytes())
            if self.done.get(kind) != mark:
                missing[kind] = mark
        if not missing:
            return
        names = {
            "running": "what it takes to play",
            "building": "what it takes to compile",
            "tools": "the developer's tools",
        }
        text = " and ".join(names[kind] for kind in missing)
        with self.step(f"Installing {text}", "installing packages"):
            packages = [line for kind in missing for line in wanted[kind]]
            packages = list(dict.fromkeys(packages))
            self.install(f"{text} could not be installed", "-c", str(constraints), *packages)
        self.note(**missing)

    def engine(self, compiled: str) -> None:
        """Install the package if it is missing; `compiled`: `now`, or `later` in the background."""
        mode, page = compile_mode(), page_mode()
        if page != "off":
            self.node()
        best, plain = self.mark(mode, page), self.mark("off", page)
        # Without a compiler, an attempt fails at once with the reason.
        if mode == "off" or is_hopeless(mode) or compiled == "now" or self.wheel(best) is not None:
            mark = best
        else:
            mark = plain
        record = self.record()
        if self.done.get("package") != mark or record is None:
            wheel = self.wheel(mark) or self.build(mark, mode if mark == best else "off", page)
            with self.step("Installing Shieldwall", "installing Shieldwall"):
                self.note(package="")
                arguments = ["--no-deps", "--force-reinstall", "--no-index", str(wheel)]
                self.install("Shieldwall could not be installed", *arguments)
            record = self.record()
            if record is None:
                give_up("Shieldwall was installed without a record of its build: hatch_build.py.")
            self.note(package=mark, kind=record["kind"], reason=record["reason"])
        waiting = mark != best
        if waiting:
            start_compiling(self.venv)
        describe(record, waiting)

    def mark(self, mode: str, page: str) -> str:
        """A digest of the sources and the build settings."""
        return digest_of(
            source_hash().encode(),
            f"{page} {page_tool().page_hash(ROOT)} {page_tool().npm_command()}".encode(),
            *((ROOT / name).read_bytes() for name in BUILD_FILES),
            f"{mode} {self.done['python']}".encode(),
            f"{speed()} {found_compiler()}".encode() if mode != "off" else b"",
            # The packages that compile, by their pins; new versions lead to a new build.
            (ROOT / "constraints.txt").read_bytes() if mode != "off" else b"",
        )[:24]

    def wheel(self, mark: str) -> Path | None:
        return next((STORE / "wheels" / mark).glob("*.whl"), None)

    def build(self, mark: str, mode: str, page: str) -> Path:
        """Build the wheel for this mark, one at a time, unless another process just has."""
        interpreted = mode == "off" or is_hopeless(mode)
        text = "Building the interpreted engine" if interpreted else "Compiling the engine"
        compiling = STORE / ("compile.lock" if mode != "off" else "wheel.lock")
        with alone(compiling, "Shieldwall is being compiled already; waiting for it"):
            if found := self.wheel(mark):
                return found
            self.installed("running") if interpreted else self.installed("running", "building")
            with self.step(text, text.lower()):
                (STORE / "wheels").mkdir(parents=True, exist_ok=True)
                out = tempfile.mkdtemp(prefix="new-", dir=STORE / "wheels")
                command = [str(self.python), "-m", "hatchling", "build", "-t", "wheel", "-d", out]
                ran = run(
                    command,
                    SHIELDWALL_COMPILE=mode,
                    SHIELDWALL_PAGE=page,
                    SHIELDWALL_SPEED=speed(),
                )
            if ran.returncode:
                shutil.rmtree(out, ignore_errors=True)
                give_up(f"Shieldwall could not be built:\n{tail(ran.stdout)}")
            Path(out).chmod(0o755)
            Path(out).rename(STORE / "wheels" / mark)
            forget_old_wheels(STORE / "wheels")
        found = self.wheel(mark)
        assert found is not None
        return found

    def node(self) -> None:
        """Fetch Node from PyPI once, if the system has none and the page must be built."""
        page = page_tool()
        if page.npm_command() or page.is_built(ROOT / page.PAGE, page.page_hash(ROOT)):
            return
        if self.done.get("node") == page.NODE_PACKAGE or not page.page_hash(ROOT):
            return
        with self.step("Fetching Node for the table's page", "fetching Node"):
            if not self.pip_or_uv(page.NODE_PACKAGE).returncode:
                self.note(node=page.NODE_PACKAGE)

    def failed(self, page: subprocess.Popen[bytes]) -> bool:
        """Wait for the page, which is built at the same time."""
        if page.poll() is None:
            with self.step("Waiting for the page", "waiting for the page"):
                page.wait()
        return page.returncode != 0

    def record(self) -> dict[str, Any] | None:
        """The build record of the installed package."""
        places = [
            *self.venv.glob("lib/python3*/site-packages"),
            self.venv / "Lib" / "site-packages",
        ]
        for place in places:
            path = place / PACKAGE.name / "_build.json"
            if path.exists():
                record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                return record
        return None

    def install(self, trouble: str, *arguments: str) -> None:
        ran = self.pip_or_uv(*arguments)
        if ran.returncode:
            give_up(f"{trouble[0].upper()}{trouble[1:]}:\n{tail(ran.stdout)}")

    def pip_or_uv(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Install with uv, which is quick; if that is missing or fails, with pip."""
        uv = self.uv()
        if uv:
            # Links to a cache break when the cache is cleaned, and cause warnings if they cannot be
            # made.
            flags = ["--quiet", "--python", str(self.python), "--link-mode", "copy"]
            plain = ["--reinstall" if one == "--force-reinstall" else one for one in arguments]
            ran = run([uv, "pip", "install", *flags, *plain], UV_HTTP_TIMEOUT="20")
            if not ran.returncode:
                return ran
        pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
        return run([*pip, *arguments])

    def uv(self) -> str:
        """The path of uv: the system's, else one installed into the environment, else None."""
        if os.environ.get("SHIELDWALL_UV") == "off":
            return ""
        own = self.programs / ("uv.exe" if WINDOWS else "uv")
        if own.exists():
            return str(own)
        if found := shutil.which("uv"):
            return found
        if self.done.get("uv") != "none":
            pip = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check"]
            ran = run([*pip, "--only-binary", ":all:", "-c", str(ROOT / "constraints.txt"), "uv"])
            if not ran.returncode and own.exists():
                return str(own)
            self.note(uv="none")
        return ""

    def say_where_the_time_went(self) -> None:
        if time.perf_counter() - START < LONG or not self.steps:
            return  # it was quick, or another make has done everything
        longest = sorted(self.steps, key=lambda step: -step[1])[:3]
        say("Most of that time: " + ", ".join(f"{name} {took:.0f} s" for name, took in longest))


def wanted_packages() -> dict[str, list[str]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)
    needed: list[str] = project["project"]["dependencies"]
    building: list[str] = project["build-system"]["requires"]
    tools: list[str] = project["project"]["optional-dependencies"]["dev"]
    hatch = [line for line in building if line.startswith("hatchling")]
    return {"running": [*needed, *hatch], "building": building, "tools": [*needed, *tools]}


def compile_mode() -> str:
    mode = os.environ.get("SHIELDWALL_COMPILE")
    return mode or ("require" if os.environ.get("CI") == "true" else "auto")


def speed() -> str:
    """The optimisation level of the C compiler: quick for playing and testing."""
    return os.environ.get("SHIELDWALL_SPEED") or "quick"


def page_mode() -> str:
    mode = os.environ.get("SHIELDWALL_PAGE")
    return mode or ("require" if os.environ.get("CI") == "true" else "auto")


def start_page() -> subprocess.Popen[bytes] | None:
    """Start building the page, if needed, while packages are being installed."""
    page = page_tool()
    if page_mode() == "off" or not page.npm_command():
        return None
    if page.is_built(ROOT / page.PAGE, page.page_hash(ROOT)):
        return None
    say("Building the table's page at the same time …")
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tools" / "page.py"), str(ROOT), str(STORE)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def start_compiling(venv: Path) -> None:
    """Compile in the background at low priority; closing this terminal does not stop it."""
    STORE.mkdir(exist_ok=True)
    options: dict[str, Any] = {"start_new_session": True}
    if WINDOWS:
        options = {"creationflags": 0x00000008 | 0x00004000}  # detached, below normal priority
    subprocess.Popen(
        [sys.executable, str(ROOT / "tools" / "bootstrap.py"), "compile", str(venv)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )


def compile_in_background(house: House) -> None:
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    with STORE.joinpath("background.lock").open("a+") as lock:
        if not locked(lock, wait=False):
            return  # another process is compiling, and writes the log
        sys.stderr = LOG.open("w", encoding="utf-8")
        mode, page = compile_mode(), page_mode()
        wheel = house.build(house.mark(mode, page), mode, page)
        if is_pure(wheel):
            say("The engine does not compile; the next start says why.")
        else:
            say("The compiled engine is ready; the next start uses it.")


def is_pure(wheel: Path) -> bool:
    return wheel.name.endswith("-none-any.whl")


def describe(record: dict[str, Any], waiting: bool) -> None:
    if record["page"]:
        say("There is no page for the table, because:")
        for line in str(record["page"]).splitlines():
            say("  " + line)
    if record["kind"] == "compiled":
        say(f"Engine: compiled ({len(record['modules'])} modules).")
    elif waiting:
        say(
            "Engine: interpreted, for now. A compiled one, many times faster, is being built in "
            f"the background for the next start ({shown(LOG)})."
        )
    else:
        say("Engine: interpreted, and slower than a compiled one, because:")
        for line in str(record["reason"]).splitlines():
            say("  " + line)


def forget_old_wheels(folder: Path) -> None:
    made = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in made[WHEELS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def source_hash() -> str:
    digest: str = loaded(PACKAGE / "buildinfo.py").source_hash(PACKAGE)
    return digest


def page_tool() -> ModuleType:
    return loaded(ROOT / "tools" / "page.py")


def loaded(path: Path) -> ModuleType:
    """Load a module from its file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def found_compiler() -> str:
    """The path of the C compiler, so that installing one leads to a new build."""
    names = [os.environ.get("CC") or "", "cc", "gcc", "clang"]
    return " ".join(str(shutil.which(name.split()[0])) for name in names if name)


def any_compiler() -> bool:
    return WINDOWS or any(name != "None" for name in found_compiler().split())


def is_hopeless(mode: str) -> bool:
    return mode == "auto" and not any_compiler()


def digest_of(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


@contextmanager
def alone(path: Path, busy: str) -> Iterator[None]:
    """One at a time: two terminals may run make at once."""
    path.parent.mkdir(exist_ok=True)
    with path.open("a+") as lock:
        if not locked(lock, wait=False):
            say(f"{busy} …")
            locked(lock, wait=True)
        yield


def locked(file: IO[str], wait: bool) -> bool:
    """Lock the file until it is closed or this process ends; False if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not wait:
                    return False
                time.sleep(0.2)
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def run(command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    # Variables of a surrounding environment must not reach the new one.
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    clean = {k: v for k, v in os.environ.items() if k not in hidden}
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**clean, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def tail(text: str) -> str:
    """The relevant part of pip's output: that of a failed build, else the last lines."""
    said = re.search(r"lines of output\]\n(.*?)\[end of output\]", text, re.DOTALL)
    if said:
        return "\n".join("  " + line.strip() for line in said[1].splitlines() if line.strip())
    lines = [line for line in text.splitlines() if not line.startswith("WARNING:")]
    return "\n".join("  " + line for line in lines[-PIP_LINES:])


def shown(path: Path) -> str:
    return os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)


def say(text: str) -> None:
    print(f"{time.perf_counter() - START:3.0f} s  {text}", file=sys.stderr, flush=True)


def give_up(text: str) -> NoReturn:
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


def main(what: str, venv: str) -> None:
    house = House((ROOT / venv).absolute())
    if what == "compile":
        compile_in_background(house)
        return
    house.check_python()
    with alone(STORE / "lock", "Another make is at work here; waiting for it"):
        house = House(house.venv)  # the other process may have changed it
        page = start_page() if what != "tools" else None
        house.environment()
        house.installed("tools" if what in ("build", "tools") else "running")
        if page is not None and house.failed(page):
            say("The page could not be built at the first try; trying again.")
        if what != "tools":
            later = what == "run" and compile_mode() == "auto"
            house.engine("later" if later else "now")
        house.say_where_the_time_went()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        give_up("Stopped. Nothing is broken; make goes on from here.")
