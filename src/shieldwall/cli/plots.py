"""Files with plots and reports: checked before a long computation, not after it.

Plots need matplotlib, which is optional and imported only on use.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import click

from shieldwall.cli.main import Complaint

FORMATS: Final = (".png", ".svg", ".pdf")

plot_option = click.option(
    "--plot", metavar="FILE", help="Write the plots to this file: PNG, SVG or PDF, by its ending."
)


def check_files(plot: str | None, report: str | None = None) -> None:
    """Refuse a file that could not be written."""
    for path in (report, plot):
        if path is not None:
            folder = Path(path).absolute().parent
            if not folder.is_dir():
                raise Complaint(f"{path}: there is no folder {folder}")
            if Path(path).is_dir():
                raise Complaint(f"{path} is a folder; name a file")
            if not os.access(path if Path(path).exists() else folder, os.W_OK):
                raise Complaint(f"{path} cannot be written")
    if plot is not None:
        if Path(plot).suffix.lower() not in FORMATS:
            raise Complaint(f"{plot}: name a file that ends in {', '.join(FORMATS)}")
        if find_spec("matplotlib") is None:
            raise Complaint("--plot needs matplotlib: pip install 'shieldwall[plots]'")


def new_figure(width: float, height: float) -> Any:
    """An empty figure in inches."""
    figures = import_module("matplotlib.figure")
    return figures.Figure(figsize=(width, height), layout="constrained", dpi=130)
