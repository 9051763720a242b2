"""Space: squares and heights, paths and costs, sight and cover."""

from __future__ import annotations


def let_threads_run() -> None:
    """Called between two rows of a long table to let other threads run.

    Compiled code holds the interpreter lock; a call of an interpreted function, such as this one,
    can release it.
    """
