"""Run the checks and the tests in the environment set up by make.

    python tools/suite.py lint|check|test

`test` compiles the engine while it checks style and types and tests the interpreted engine. The
tests of the compiled build begin when it is ready. Tests of the engine, the rules and the minds run
on both builds, except those that play many fights (`long_play`) and those with the same result on
both (`once`). All other tests run on the installed build only. Many of them wait for pages, servers
and programs, so they run in several processes a core (`tests/side_by_side.py`). SHIELDWALL_JOBS
sets the number of processes for pytest; then the steps run one after the other. `check` covers only
the changes since the last commit, or those of the last commit if there are none.

A few failed tests get a second try, alone in one process. Those that pass then are listed at the
end as unstable and do not fail the run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ON_BOTH_BUILDS = ("engine", "rules", "minds")
# Tests that modify books, which a compiled build does not allow.
INTERPRETED_ONLY = ("house/test_mutants.py",)
PLACES = ("src", "tests", "bench", "tools", "hatch_build.py")
CHECKED = [name for name in PLACES if (ROOT / name).is_file() or any((ROOT / name).rglob("*.py"))]
# Many tests wait for a browser, a server or another program: this many processes keep a core busy.
PROCESSES_A_CORE = 4
MOST_PROCESSES = 16
# `check` should take a minute: beyond this many test files the least likely ones are left out.
MOST_CHECKED = 12
# More failures than this are not caused by a busy machine.
MOST_RETRIED = 15
TESTS_FAILED = 1  # pytest's exit status for failed tests; others mean that it could not run them


class Suite:
    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.failed: list[str] = []
        self.unstable: list[str] = []
        self.took: list[tuple[str, float]] = []
        """Seconds by step, in order."""
        self.start = time.perf_counter()

    def step(self, name: str, *command: str, **env: str) -> None:
        if self.run(name, *command, aside=False, **env):
            self.failed.append(name)

    def run(self, name: str, *command: str, aside: bool = False, **env: str) -> int:
        """`aside`: runs beside another step, so its output is printed at its end."""
        surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        start = time.perf_counter()
        with tempfile.TemporaryFile() as said:
            if not aside:
                print(f"\n== {name}", flush=True)
            ran = subprocess.run(
                [sys.executable, *command],
                cwd=self.root,
                env={**surroundings, **env},
                stdout=said if aside else None,
                stderr=said if aside else None,
                check=False,
            )
            took = time.perf_counter() - start
            self.took.append((name, took))
            if aside:
                said.seek(0)
                text = said.read().decode("utf-8", "replace").rstrip()
                print(f"\n== {name}\n{text}\n   {took:.1f} s", flush=True)
            else:
                print(f"   {took:.1f} s", flush=True)
        return ran.returncode

    def lint(self) -> None:
        self.step("ruff: style", "-m", "ruff", "check", *CHECKED)
        self.step("ruff: format", "-m", "ruff", "format", "--check", *CHECKED)
        self.step("mypy: types", "-m", "mypy", *CHECKED)
        linter = "from importlinter.cli import lint_imports_command as c; c()"
        self.step(
            "import-linter: layers", "-c", linter, "--no-cache", "--no-logo", PYTHONPATH="src"
        )

    def check(self) -> None:
        changed = changed_files(self.root)
        python = [name for name in changed if name.endswith(".py")]
        checked = [name for name in python if name.split("/")[0] in PLACES]
        if not checked:
            print("No Python file has changed; nothing to check.")
            return
        self.step("ruff: style", "-m", "ruff", "check", *checked)
        self.step("ruff: format", "-m", "ruff", "format", "--check", *checked)
        self.step("mypy: types", "-m", "mypy", *checked)
        tests = likely_tests(self.root, checked)
        if tests[MOST_CHECKED:]:
            print(f"\nLeft to `make test`: {len(tests) - MOST_CHECKED} files that use them too.")
        if tests:
            fast = ["-m", "not slow", *tests[:MOST_CHECKED]]
            self.pytest(
                "pytest: the interpreted engine",
                *fast,
                PYTHONPATH="src",
                SHIELDWALL_BUILD="pure",
                SHIELDWALL_COMPILE="off",
            )

    def test(self) -> None:
        building = Building()
        both = [f"tests/{name}" for name in ON_BOTH_BUILDS if has_tests(self.root / "tests" / name)]
        with ThreadPoolExecutor(1) as beside:
            interpreted = beside.submit(self.lint_and_interpreted, both)
            if os.environ.get("SHIELDWALL_JOBS"):
                interpreted.result()
            is_built = building.finish()
            forget_bytecode(Path(sysconfig.get_path("purelib"), "shieldwall"))
            if is_built:
                self.installed(both)
            interpreted.result()
        if not is_built:
            self.failed.append("building Shieldwall")

    def lint_and_interpreted(self, both: list[str]) -> None:
        self.lint()
        there = [f"tests/{name}" for name in INTERPRETED_ONLY]
        tests = [name for name in there if (self.root / name).is_file()] + both
        if tests:
            brief = ["-m", "not long_play and not once", *tests]
            self.pytest(
                "pytest: pure Python",
                *brief,
                aside=True,
                PYTHONPATH="src",
                SHIELDWALL_BUILD="pure",
            )

    def installed(self, both: list[str]) -> None:
        """All tests on the installed build."""
        kind, reason = installed_build()
        several = PROCESSES_A_CORE
        if kind == "compiled":
            self.pytest(f"pytest: {kind}", "tests", a_core=several, SHIELDWALL_BUILD=kind)
            return
        print("\n== pytest: compiled: SKIPPED; the installed build is pure, because:")
        print(reason, flush=True)
        if compiled_is_required():
            self.failed.append("pytest: compiled")
        rest = ["tests", *(f"--ignore={path}" for path in both)]
        self.pytest(f"pytest: {kind}", *rest, a_core=several, SHIELDWALL_BUILD=kind)
        self.pytest("pytest: long play", "-m", "long_play or once", *both, SHIELDWALL_BUILD=kind)

    def pytest(
        self, name: str, *arguments: str, a_core: int = 1, aside: bool = False, **env: str
    ) -> None:
        """`a_core`: processes for each core."""
        usual = min((os.cpu_count() or 1) * a_core, MOST_PROCESSES)
        jobs = os.environ.get("SHIELDWALL_JOBS") or str(usual)
        spread = [] if jobs == "1" else ["-p", "tests.side_by_side", "--processes", jobs]
        slowest = ["--durations", "15", "--durations-min", "1"]
        status, outcomes = self.tests(name, *slowest, *spread, *arguments, aside=aside, **env)
        if status == 0:
            return
        failed = [test for test, outcome in outcomes.items() if outcome == "failed"]
        if status != TESTS_FAILED or not 0 < len(failed) <= MOST_RETRIED:
            self.failed.append(name)
            return
        tries = f"{name}: {len(failed)} failed, again and alone"
        status, outcomes = self.tests(tries, *failed, aside=aside, **env)
        passed = [test for test in failed if outcomes.get(test) == "passed"]
        self.unstable += [f"{test} ({name})" for test in passed]
        if status or passed != failed:
            self.failed.append(name)

    def tests(
        self, name: str, *arguments: str, aside: bool = False, **env: str
    ) -> tuple[int, dict[str, str]]:
        """Run pytest; returns its exit status and the outcome of each test."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "outcomes.json")
            env["SHIELDWALL_OUTCOMES_OUT"] = str(out)
            quiet = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
            status = self.run(name, *quiet, *arguments, aside=aside, **env)
            outcomes: dict[str, str] = {}
            if out.exists():
                outcomes = json.loads(out.read_text(encoding="utf-8"))
        return status, outcomes

    def finish(self) -> None:
        took = f"{time.perf_counter() - self.start:.0f} s"
        if len(self.took) > 1:
            print()
            for name, seconds in self.took:
                print(f"{seconds:7.1f} s  {name}")
        if self.unstable:
            print("\nUNSTABLE: failed once, then passed alone. Each of them is a bug to fix:")
            for test in self.unstable:
                print(f"  unstable: {test}")
        if self.failed:
            print(f"\nFAILED, in {took}: {'; '.join(self.failed)}")
            sys.exit(1)
        print(f"\nAll passed, in {took}.")


class Building:
    """The package, compiled and installed in parallel with other steps."""

    def __init__(self) -> None:
        print("Compiling the engine meanwhile …", flush=True)
        self.log = ROOT / ".build" / "test-build.log"
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("w", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "tools" / "bootstrap.py"), "build", sys.prefix],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def finish(self) -> bool:
        status = self.process.wait()
        said = self.log.read_text(encoding="utf-8").rstrip()
        print(f"\n== building Shieldwall, begun at the start\n{said}", flush=True)
        return status == 0


def changed_files(root: Path) -> list[str]:
    """Files that differ from the last commit, including untracked ones; else those it changed."""

    def git(*arguments: str) -> list[str]:
        ran = subprocess.run(
            ["git", *arguments], cwd=root, capture_output=True, text=True, check=True
        )
        return ran.stdout.splitlines()

    now = git("diff", "--name-only", "--relative", "HEAD")
    now += git("ls-files", "--others", "--exclude-standard")
    names = now or git("diff", "--name-only", "--relative", "HEAD~1", "HEAD")
    return sorted({name for name in names if (root / name).is_file()})


def likely_tests(root: Path, changed: list[str]) -> list[str]:
    """Test files that have changed, are named after changed files, or use them; likeliest first."""
    tests = sorted((root / "tests").rglob("test_*.py"))
    found: dict[str, int] = {}
    for name in changed:
        path = Path(name)
        module = ".".join(path.with_suffix("").parts[1 if path.parts[0] == "src" else 0 :])
        uses = re.compile(rf"\b{re.escape(module.removesuffix('.__init__'))}\b")
        package, _, last = module.rpartition(".")
        by_name = re.compile(rf"from {re.escape(package)} import .*\b{re.escape(last)}\b")
        for test in tests:
            known = test.relative_to(root).as_posix()
            text = test.read_text(encoding="utf-8")
            if known == name:
                place = 0
            elif path.stem in test.stem:
                place = 1
            elif uses.search(text) or by_name.search(text):
                place = 2
            else:
                continue
            found[known] = min(place, found.get(known, place))
    return sorted(found, key=lambda known: (found[known], known))


def has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def installed_build() -> tuple[str, str]:
    """The build of the installed package, as it reports itself, away from the sources."""
    ask = "from shieldwall.buildinfo import build_info as b; print(b().kind, b().reason, sep='\\n')"
    home = str(distribution("shieldwall").locate_file("."))
    surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    said = subprocess.run(
        [sys.executable, "-c", "import sys; " + ask],
        cwd=home,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    if said.returncode:
        sys.exit(f"The installed package cannot be imported:\n{said.stderr.strip()}")
    kind, _, reason = said.stdout.strip().partition("\n")
    return kind, reason


def compiled_is_required() -> bool:
    mode = os.environ.get("SHIELDWALL_COMPILE")
    return mode == "require" or (not mode and os.environ.get("CI") == "true")


def keep_bytecode() -> None:
    """Let Python keep its bytecode, which saves half of each process start.

    If it cannot be beside the sources, it goes to our build folder.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept = ROOT / ".build" / "pycache"
        os.environ["PYTHONPYCACHEPREFIX"] = str(kept)
        temporary = Path(tempfile.gettempdir())
        for gone in (kept / temporary.relative_to(temporary.anchor)).glob("pytest-of-*"):
            shutil.rmtree(gone, ignore_errors=True)


def forget_bytecode(folder: Path) -> None:
    """For files that may have changed without a new date, such as those of two wheels."""
    if prefix := os.environ.get("PYTHONPYCACHEPREFIX"):
        shutil.rmtree(Path(prefix, folder.relative_to(folder.anchor)), ignore_errors=True)


def main(what: str) -> None:
    keep_bytecode()
    # Builds made by tests use the cache of make's builds.
    os.environ.setdefault("SHIELDWALL_SPEED", "quick")
    suite = Suite()
    steps = {"lint": suite.lint, "check": suite.check, "test": suite.test}
    steps[what]()
    suite.finish()


if __name__ == "__main__":
    # A process started in the background ignores Ctrl-C, and so do its children; some tests need
    # Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit("Stopped.")
