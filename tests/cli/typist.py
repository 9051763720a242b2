"""Runs the real program with lines of input, in this process or another, or in its own terminal."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from click.testing import CliRunner
from tests import patience

import shieldwall
from shieldwall.cli.main import cli

PATIENCE = float(patience.SECONDS)
PROMPT = re.compile(r"(> |\? |: )$")
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
SIZES = ("NO_COLOR", "COLUMNS", "LINES")
"""What a line editor or another test may have left in the environment."""
COMMAND = [sys.executable, "-m", "shieldwall"]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This one, with the package under test in front and nothing said about colour."""
    env = {key: value for key, value in os.environ.items() if key not in SIZES}
    home = str(Path(shieldwall.__file__).parents[1])
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [home, env.get("PYTHONPATH", "")]))
    env["TERM"] = "xterm"
    return {**env, **(extra or {})}


def run(
    *arguments: str, lines: list[str] | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The program in this process, which has imported it, the lines at its standard input."""
    typed = "".join(f"{line}\n" for line in lines or [])
    quiet = {"NO_COLOR": None, "COLUMNS": None, "TERM": "xterm", **(env or {})}
    ended = CliRunner().invoke(
        cli, arguments, typed, quiet, catch_exceptions=False, prog_name="shieldwall"
    )
    return subprocess.CompletedProcess(
        ["shieldwall", *arguments], ended.exit_code, ended.stdout, ended.stderr
    )


def run_apart(
    *arguments: str, lines: list[str] | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The same in a separate process, for tests that need one."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input="".join(f"{line}\n" for line in lines or []),
        env=environment(env),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


class Typist:
    """A user at a terminal."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.ours, theirs = os.openpty()
        ioctl(theirs, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(env),
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        """Everything shown so far."""
        self.read_to = 0

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.ours)

    def wait_for(self, text: str) -> str:
        """What is shown up to and with a text, from where the last wait ended."""
        end = time.monotonic() + PATIENCE
        while text not in self.plain()[self.read_to :]:
            assert self._read(end), f"{text!r} does not come; seen: {self.plain()[-2000:]}"
        shown = self.plain()
        start = self.read_to
        self.read_to = shown.index(text, start) + len(text)
        return shown[start : self.read_to]

    def wait_for_prompt(self) -> str:
        """What is shown until something is asked, from where the last wait ended."""
        end = time.monotonic() + PATIENCE
        while not PROMPT.search(self.plain()[self.read_to :]):
            assert self._read(end), f"nothing is asked; seen: {self.plain()[-2000:]}"
        start, self.read_to = self.read_to, len(self.plain())
        return self.plain()[start:]

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\r".encode())

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        """Read what is left and give the exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(end):
            pass
        return self.process.wait(timeout=PATIENCE)

    def kill(self) -> None:
        """As `kill -9` does."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def interrupt(self) -> None:
        """Press Ctrl-C, again until it has an effect: one that arrives just before the program
        waits for a key is noticed only with the next key.
        """
        seen = len(self.seen)
        while len(self.seen) == seen and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            self._read(time.monotonic() + 2.0)

    def end_input(self) -> None:
        """Press Ctrl-D, again until it has an effect: without a prompt the terminal ignores it."""
        seen = len(self.seen)
        while len(self.seen) == seen and self.process.poll() is None:
            self.press("\x04")
            self._read(time.monotonic() + 2.0)

    def plain(self) -> str:
        return ANSI.sub("", self.seen).replace("\r", "")

    def _read(self, end: float) -> bool:
        ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.ours, 65536)
        except OSError:
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)
