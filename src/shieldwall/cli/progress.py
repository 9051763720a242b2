"""Progress of a run, on standard error, if it is a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

BAR: Final = 24
BETWEEN: Final = 0.1
"""Minimum seconds between two updates."""


class ProgressBar:
    """A bar, the rate, and the time left. Draws nothing if standard error is no terminal."""

    def __init__(self, most: int, what: str = "") -> None:
        self.most = most
        self.what = what
        self.live = sys.stderr.isatty()
        self.began = time.monotonic()
        self.drawn = 0.0

    def show(self, done: int) -> None:
        now = time.monotonic()
        if not self.live or (now - self.drawn < BETWEEN and done < self.most):
            return
        self.drawn = now
        sys.stderr.write(f"\r{self.line(done, now - self.began)}\x1b[K")
        sys.stderr.flush()

    def line(self, done: int, seconds: float) -> str:
        most = max(1, self.most)
        filled = min(BAR, done * BAR // most)
        bar = "#" * filled + "." * (BAR - filled)
        text = f"[{bar}] {min(100, done * 100 // most):3} %  {done} of {self.most}{self.what}"
        if done and seconds > 0:
            left = seconds * (self.most - done) / done
            text += f"  {done / seconds:.0f}/s  {in_minutes(left)} left"
        return text

    def clear(self) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def in_minutes(seconds: float) -> str:
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"
