"""Line input: with history and TAB if the terminal has them, plain from a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Final

Completer = Callable[[list[str]], list[str]]
SQUARE: Final = re.compile(r"[A-Z]{1,2}[0-9]{1,3}")


class LineInput:
    """Asks for lines; `next_words` returns the possible continuations of a line."""

    def __init__(self) -> None:
        self.next_words: Completer = lambda before: []
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self._found: list[str] = []
        if self.live:
            self._use_readline()

    def ask(self, prompt: str) -> str:
        """One line; EOFError at the end of input."""
        if self.live:
            return input(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(line.rstrip("\n"))
        return line

    def _use_readline(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")

    def _complete(self, text: str, number: int) -> str | None:
        if number == 0:
            import readline

            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            wanted = text.lower()
            words = self.next_words([word.lower() for word in before])
            self._found = [f"{word} " for word in fitting(words, wanted)]
        return self._found[number] if number < len(self._found) else None


def fitting(words: list[str], wanted: str) -> list[str]:
    """The words that begin as typed; squares only if nothing else does, for there are many."""
    found = [word for word in words if word.lower().startswith(wanted.lower())]
    return [word for word in found if not SQUARE.fullmatch(word)] or found
