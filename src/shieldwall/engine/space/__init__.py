"""Where everybody stands: squares and heights, ways and their cost, sight and cover."""

from __future__ import annotations


def breathe() -> None:
    """Called between two rows of a long table.

    Compiled code keeps all other threads of the program waiting; a call of a function that is not
    compiled, as this one, lets them go on.
    """
