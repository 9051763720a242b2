"""Run the checks and the tests, in the environment that make has set up.

    python tools/suite.py lint|test

Tests of the engine, the rules and the minds run on both builds, all others once, on the installed
one. SHIELDWALL_JOBS says how many processes pytest may use.

A few failed tests get a second try, alone in one process. Those that pass then are listed at the
end as unstable and do not fail the run.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ON_BOTH_BUILDS = ("engine", "rules", "minds")
PLACES = ("src", "tests", "bench", "tools", "hatch_build.py")
CHECKED = [name for name in PLACES if (ROOT / name).is_file() or any((ROOT / name).rglob("*.py"))]
MOST_JOBS = 4
# More failures than this are no accident of a busy machine.
MOST_RETRIED = 15
TESTS_FAILED = 1  # pytest's exit status; the others mean that it could not run them


class Suite:
    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.failed: list[str] = []
        self.unstable: list[str] = []
        self.start = time.perf_counter()

    def step(self, name: str, *command: str, **env: str) -> None:
        if self.run(name, *command, **env):
            self.failed.append(name)

    def run(self, name: str, *command: str, **env: str) -> int:
        print(f"\n== {name}", flush=True)
        start = time.perf_counter()
        surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        ran = subprocess.run(
            [sys.executable, *command], cwd=self.root, env={**surroundings, **env}, check=False
        )
        print(f"   {time.perf_counter() - start:.1f} s", flush=True)
        return ran.returncode

    def lint(self) -> None:
        self.step("ruff: style", "-m", "ruff", "check", *CHECKED)
        self.step("ruff: format", "-m", "ruff", "format", "--check", *CHECKED)
        self.step("mypy: types", "-m", "mypy", *CHECKED)
        linter = "from importlinter.cli import lint_imports_command as c; c()"
        self.step(
            "import-linter: layers", "-c", linter, "--no-cache", "--no-logo", PYTHONPATH="src"
        )

    def test(self) -> None:
        kind, reason = installed_build()
        both = [f"tests/{name}" for name in ON_BOTH_BUILDS if has_tests(ROOT / "tests" / name)]
        if both:
            self.pytest("pytest: pure Python", *both, PYTHONPATH="src", SHIELDWALL_BUILD="pure")
        if kind == "compiled":
            self.pytest("pytest: compiled, and the rest", "tests", SHIELDWALL_BUILD=kind)
            return
        print("\n== pytest: compiled: SKIPPED; the installed build is pure, because:")
        print(reason, flush=True)
        if compiled_is_required():
            self.failed.append("pytest: compiled")
        skip = [f"--ignore=tests/{name}" for name in ON_BOTH_BUILDS]
        self.pytest("pytest: the rest", "tests", *skip, SHIELDWALL_BUILD=kind)

    def pytest(self, name: str, *arguments: str, **env: str) -> None:
        jobs = os.environ.get("SHIELDWALL_JOBS") or str(min(os.cpu_count() or 1, MOST_JOBS))
        spread = [] if jobs == "1" else ["-n", jobs, "--dist", "loadgroup"]
        status, outcomes = self.tests(name, *spread, *arguments, **env)
        if status == 0:
            return
        failed = [test for test, outcome in outcomes.items() if outcome == "failed"]
        if status != TESTS_FAILED or not 0 < len(failed) <= MOST_RETRIED:
            self.failed.append(name)
            return
        tries = f"{name}: {len(failed)} failed, again and alone"
        status, outcomes = self.tests(tries, *failed, **env)
        passed = [test for test in failed if outcomes.get(test) == "passed"]
        self.unstable += [f"{test} ({name})" for test in passed]
        if status or passed != failed:
            self.failed.append(name)

    def tests(self, name: str, *arguments: str, **env: str) -> tuple[int, dict[str, str]]:
        """Run pytest; its exit status, and how each test ended."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "outcomes.json")
            env["SHIELDWALL_OUTCOMES_OUT"] = str(out)
            status = self.run(
                name, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, **env
            )
            outcomes: dict[str, str] = {}
            if out.exists():
                outcomes = json.loads(out.read_text(encoding="utf-8"))
        return status, outcomes

    def finish(self) -> None:
        took = f"{time.perf_counter() - self.start:.0f} s"
        if self.unstable:
            print("\nUNSTABLE: failed once, then passed alone. Each of them is a bug to fix:")
            for test in self.unstable:
                print(f"  unstable: {test}")
        if self.failed:
            print(f"\nFAILED, in {took}: {'; '.join(self.failed)}")
            sys.exit(1)
        print(f"\nAll passed, in {took}.")


def has_tests(folder: Path) -> bool:
    return any(folder.rglob("test_*.py"))


def installed_build() -> tuple[str, str]:
    """What the installed package is, asked of itself, away from the sources."""
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


def main(what: str) -> None:
    suite = Suite()
    suite.lint()
    if what == "test":
        suite.test()
    suite.finish()


if __name__ == "__main__":
    # Whoever starts this in the background has it, and all it starts, ignore Ctrl-C; some tests
    # press it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit("Stopped.")
