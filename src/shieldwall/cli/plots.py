"""Plots with matplotlib, which is optional and imported only on use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click


class NoPlots(click.ClickException):
    """matplotlib is missing."""

    exit_code = 1

    def __init__(self) -> None:
        super().__init__("drawing needs matplotlib: pip install 'shieldwall[plots]'")


def new_figure(width: float, height: float) -> Any:
    """An empty figure in inches; the file extension decides the format."""
    try:
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise NoPlots from None
    return figures.Figure(figsize=(width, height), layout="constrained", dpi=130)
