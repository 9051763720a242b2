"""Arguments and options shared by several commands."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click

if TYPE_CHECKING:
    from shieldwall.engine.state.setup import Setup

Function = TypeVar("Function", bound=Callable[..., Any])
DEMO: Final = "yard"
"""The default encounter."""
PARTY = "adventurers"
"""The default party."""
MOST_SEED: Final = 2**63 - 1
PERCENT: Final = re.compile(r"([0-9]*\.?[0-9]+(?:e-?[0-9]+)?) *%?", re.I)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
colour_option = click.option(
    "--color/--no-color",
    "colour",
    default=None,
    help="Force colour on or off (default: on in a terminal unless NO_COLOR is set).",
)
mind_option = click.option(
    "--mind",
    "minds",
    multiple=True,
    metavar="[SIDE=]NAME",
    help="Mind that plays: a name, or your own as file.py:name; SIDE=NAME for one side; repeatable."
    " By default each creature fights by its kind (natural).",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=None,
    help="Seed for the dice (same seed, same dice).",
)


def encounter_argument(default: str | None = None) -> Callable[[Function], Function]:
    if default is None:
        return click.argument("encounter")
    return click.argument("encounter", default=default)


def skirmish_options(function: Function) -> Function:
    """`--party` and `--foes`: a fight without an encounter file, or with another party."""
    with_party = click.option(
        "--party", metavar="PARTY", help="Use this party instead of the encounter's own."
    )
    with_foes = click.option(
        "--foes",
        metavar="TEXT",
        help="Fight these foes instead of an encounter: '6 goblins, 1 ogre'.",
    )
    return with_party(with_foes(function))


def some_seed(seed: int | None) -> int:
    """The given seed, or a random one short enough to type."""
    return secrets.randbelow(1_000_000) if seed is None else seed


class Percentage(click.ParamType[float]):
    """`1%`, `0.5 %` or `1`: hundredths, as a share, from the least to the most."""

    name = "PERCENT"

    def __init__(self, least: str, most: str, such_as: str) -> None:
        self.least = least
        self.most = most
        self.such_as = such_as

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        share = _share(str(value))
        if not _share(self.least) <= share <= _share(self.most):
            self.fail(
                f"{value!r} should be a percentage from {self.least} to {self.most}, such as "
                f"{self.such_as}",
                param,
                ctx,
            )
        return share


def _share(text: str) -> float:
    """The share as a number; NaN if invalid, so that it is out of every range."""
    found = PERCENT.fullmatch(text.strip())
    return float("nan") if found is None else float(found[1]) / 100


def is_tape(name: str) -> bool:
    """Whether it is the path of a tape or a saved fight."""
    try:
        with open(name, encoding="utf-8") as file:
            return file.read(15) == "shieldwall-tape"
    except (OSError, UnicodeDecodeError):
        return False


@dataclass(eq=False)
class AtTable:
    """Book, rulings and space for playing an encounter."""

    rules: str | None
    rulings: tuple[str, ...]
    enforce: tuple[str, ...]
    space: str | None

    def load(self, encounter: str) -> Setup:
        from shieldwall.content import load_encounter

        if is_tape(encounter):
            name = shlex.quote(encounter)
            raise click.UsageError(
                f"{encounter} is a saved fight; `shieldwall play --resume {name}` continues it, "
                f"`shieldwall replay {name}` shows it."
            )
        setup = load_encounter(encounter, self.rules or "", self.pairs(), self.waived())
        if self.space == "map" and setup.grid.open:
            raise click.BadParameter(
                f"{encounter} is written without a map.", param_hint="'--space'"
            )
        return self.in_space(setup)

    def made(self, setup: Setup) -> Setup:
        """A set-up from another source, with the wanted rulings and space."""
        from shieldwall.content.house_rules.ruling_text import decide

        decide(setup, self.pairs(), self.waived())
        return self.in_space(setup)

    def in_space(self, setup: Setup) -> Setup:
        if self.space == "open":
            from shieldwall.content.ground.field import without_map

            return without_map(setup)
        return setup

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The given rulings: name and option."""
        return _pairs(
            self.rulings, "--ruling", "NAME=OPTION; `shieldwall rules rulings` lists them"
        )

    def waived(self) -> tuple[tuple[str, str], ...]:
        """The waived rules: id and mode."""
        return _pairs(self.enforce, "--enforce", "ID=warn, such as SOV-050=warn")

    def book(self) -> str:
        """The book or house rules, without an encounter."""
        return self.rules or "sovereign"

    def decided(self) -> tuple[tuple[str, str], ...]:
        """The rulings, without an encounter."""
        from shieldwall.content.house_rules.homebrew import played_book
        from shieldwall.content.house_rules.ruling_text import more_rulings

        return more_rulings(played_book(self.book()).rules, (), self.pairs(), "--ruling")

    def is_given(self) -> bool:
        return (
            self.rules is not None
            or bool(self.rulings)
            or bool(self.enforce)
            or self.space is not None
        )


def _pairs(given: tuple[str, ...], option: str, form: str) -> tuple[tuple[str, str], ...]:
    pairs = []
    for text in given:
        name, equals, word = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} should read {form}.", param_hint=f"'{option}'")
        pairs.append((name.strip(), word.strip()))
    return tuple(pairs)


def book_options(function: Function) -> Function:
    """`--rules` and `--ruling`, passed as `table`."""

    @wraps(function)
    def with_table(
        *args: Any,
        rules: str | None,
        rulings: tuple[str, ...],
        enforce: tuple[str, ...] = (),
        space: str | None = None,
        **kwargs: Any,
    ) -> Any:
        return function(*args, table=AtTable(rules, rulings, enforce, space), **kwargs)

    with_rules = click.option(
        "--rules", metavar="BOOK", help="Rulebook to play by (default: the encounter's own)."
    )
    with_ruling = click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="NAME=OPTION",
        help="Decide an open question of the rules; repeatable.",
    )
    return cast("Function", with_rules(with_ruling(with_table)))


def table_options(function: Function) -> Function:
    """`--rules`, `--ruling`, `--enforce` and `--space`, passed as `table`."""
    with_enforce = click.option(
        "--enforce",
        multiple=True,
        metavar="ID=on|warn|off",
        help="Enforce a rule, only warn, or ignore it; repeatable.",
    )
    with_space = click.option(
        "--space",
        type=click.Choice(("map", "open")),
        help="Play on the map, or without one (distances only).",
    )
    return book_options(with_enforce(with_space(function)))
