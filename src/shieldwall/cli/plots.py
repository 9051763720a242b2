"""Plots, for those who have matplotlib: it is loaded only where a picture is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class NoPlots(click.ClickException):
    """There is nothing to draw with."""

    exit_code = 1

    def __init__(self) -> None:
        super().__init__("drawing needs matplotlib: pip install 'shieldwall[plots]'")


def new_figure(width: float, height: float) -> Any:
    """An empty picture of so many inches; its file's ending decides the format."""
    try:
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise NoPlots from None
    return figures.Figure(figsize=(width, height), layout="constrained", dpi=130)
