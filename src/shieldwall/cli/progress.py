"""Progress of a run, on standard error, if it is a terminal."""

from __future__ import annotations

import sys
import time
from typing import Final

BAR: Final = 24
LEAST_SECONDS: Final = 0.1
"""Minimum seconds between two updates."""


class StatusLine:
    """A line on standard error, written over and over; nothing if that is no terminal."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self.drawn = 0.0

    def is_due(self, at_once: bool = False) -> bool:
        now = time.monotonic()
        if not self.live or (now - self.drawn < LEAST_SECONDS and not at_once):
            return False
        self.drawn = now
        return True

    def write(self, text: str) -> None:
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.live:
            self.write("")


class ProgressBar(StatusLine):
    """A bar, the rate, and the time left."""

    def __init__(self, most: int, what: str = "") -> None:
        super().__init__()
        self.most = most
        self.what = what
        self.began = time.monotonic()

    def show(self, done: int) -> None:
        if self.is_due(at_once=done >= self.most):
            self.write(self.line(done, self.drawn - self.began))

    def line(self, done: int, seconds: float) -> str:
        most = max(1, self.most)
        filled = min(BAR, done * BAR // most)
        bar = "#" * filled + "." * (BAR - filled)
        text = f"[{bar}] {min(100, done * 100 // most):3} %  {done} of {self.most}{self.what}"
        if done and seconds > 0:
            left = seconds * (self.most - done) / done
            text += f"  {done / seconds:.0f}/s  {in_minutes(left)} left"
        return text


def in_minutes(seconds: float) -> str:
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"
