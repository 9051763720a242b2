"""Arguments and options that several commands share."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])
DEMO: Final = "yard"
"""The encounter that is played where none is named."""
MOST_SEED: Final = 2**63 - 1

json_option = click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")
colour_option = click.option(
    "--color/--no-color",
    "colour",
    default=None,
    help="Colour, or none; by default on a terminal and without NO_COLOR.",
)
mind_option = click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="[SIDE=]NAME",
    help="Which mind plays: a name, or your own as file.py:name; for one side alone as SIDE=NAME."
    " May be given several times. By default each unit fights as its kind does (natural).",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=None,
    help="Where the dice come from: the same seed rolls the same dice.",
)


def encounter_argument(default: str | None = None) -> Callable[[Function], Function]:
    if default is None:
        return click.argument("encounter")
    return click.argument("encounter", default=default)


def some_seed(seed: int | None) -> int:
    """The seed that was given, or one that can be typed."""
    return secrets.randbelow(1_000_000) if seed is None else seed
