"""Source of a simulation: an encounter, a party and foes, or a saved fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from shieldwall.cli.main import Complaint
from shieldwall.cli.options import PARTY, AtTable, Function, is_tape, table_options
from shieldwall.content import setup_to_text
from shieldwall.content.combatants.parties import party_by
from shieldwall.content.house_rules.homebrew import played_book
from shieldwall.content.setup_changes import with_party
from shieldwall.content.skirmish import DISTANCE, skirmish
from shieldwall.engine.state.setup import Setup
from shieldwall.sim.job import Job
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.store.save_file import load_fight


@dataclass
class Source:
    """The options `ENCOUNTER`, `--party`, `--foes`, `--map`, `--distance` together."""

    encounter: str | None
    party: str | None
    foes: str | None
    map_name: str | None
    distance: int | None
    table: AtTable
    tape: str = ""

    def check(self) -> None:
        """Refuse options that exclude each other."""
        if self.encounter is None and (self.party is None or self.foes is None):
            raise click.UsageError("Name an ENCOUNTER, or give both --party and --foes.")
        given = (("--foes", self.foes), ("--map", self.map_name), ("--distance", self.distance))
        for option, value in given:
            if self.encounter is not None and value is not None:
                raise click.UsageError(
                    f"{option} cannot be used with an ENCOUNTER, which has its own."
                )
        if self.map_name is not None and self.distance is not None:
            raise click.UsageError("Give either --map or --distance: a map has its own distances.")

    def words(self) -> list[str]:
        """The same as command-line arguments."""
        given = (
            ("--party", self.party),
            ("--foes", self.foes),
            ("--map", self.map_name),
            ("--distance", self.distance),
            ("--rules", self.table.rules),
        )
        options = [word for name, value in given if value for word in (name, str(value))]
        return [*([self.encounter] if self.encounter else []), *options]

    def setup(self) -> Setup:
        self.check()
        if self.encounter is None:
            assert self.party is not None and self.foes is not None
            made = skirmish(
                self.party,
                self.foes,
                self.map_name or "",
                self.distance or DISTANCE,
                self.table.book(),
            )
            return self.table.made(made)
        if is_tape(self.encounter):
            if self.party is not None:
                raise click.UsageError("A saved fight brings its own party; leave --party out.")
            if self.table.is_given():
                raise click.UsageError(
                    "A saved fight brings its own rules; leave --rules, --ruling and --space out."
                )
            # Checked here once, so that errors are reported before any worker starts.
            fight = load_fight(self.encounter)
            if fight.outcome is not None:
                raise Complaint(f"{self.encounter}: this fight is over; nothing is left to chance.")
            self.tape = Path(self.encounter).read_text(encoding="utf-8")
            return fight.setup
        setup = self.table.load(self.encounter)
        if self.party is not None:
            book = played_book(self.table.rules or setup.rules)
            setup = with_party(setup, party_by(book.rules, self.party))
        return setup

    def by(self, book: str) -> Setup:
        """The same fight with another book."""
        if self.tape:
            raise Complaint("A saved fight goes on by its own book.")
        old = self.table
        table = AtTable(book, old.rulings, old.enforce, old.space)
        return replace(self, table=table).setup()

    def job(self, seed: int, minds: tuple[str, ...]) -> Job:
        setup = self.setup()
        seat_minds(setup, minds)
        name = self.encounter or ""
        text = setup_to_text(setup)
        return Job(
            text, seed, minds, tape=self.tape, tape_name=name, tape_setup=text if self.tape else ""
        )


def source_options(metavar: str) -> Callable[[Function], Function]:
    """ENCOUNTER, the options for a fight without one, and those of the table, as `source`."""

    def decorated(function: Function) -> Function:
        @wraps(function)
        def with_source(
            *args: Any,
            encounter: str | None,
            party: str | None,
            foes: str | None,
            map_name: str | None,
            distance: int | None,
            table: AtTable,
            **kwargs: Any,
        ) -> Any:
            source = Source(encounter, party, foes, map_name, distance, table)
            return function(*args, source=source, **kwargs)

        made: Any = table_options(with_source)
        for option in (
            click.option(
                "--distance",
                type=click.IntRange(5, 1000),
                metavar="FEET",
                help="Without a map: feet between the sides.",
            ),
            click.option(
                "--map",
                "map_name",
                metavar="ENCOUNTER",
                help="With --foes: fight on this encounter's map.",
            ),
            click.option(
                "--foes",
                metavar="TEXT",
                help="Foes to fight without an ENCOUNTER: '6 goblins, 1 ogre'.",
            ),
            click.option(
                "--party", metavar="FILE", help="Use this party instead of the encounter's own."
            ),
            click.argument("encounter", required=False, metavar=metavar),
        ):
            made = option(made)
        return cast("Function", made)

    return decorated


@dataclass
class Meeting:
    """ENCOUNTER, `--party`, `--foes` and the options of the table together."""

    encounter: str
    party: str | None
    foes: str | None
    table: AtTable

    def setup(self) -> Setup:
        """The encounter, perhaps with another party; or a party and foes on an open field."""
        if self.party is None and self.foes is None:
            return self.table.load(self.encounter)
        named = None if self.foes is not None else self.encounter
        party = self.party or (PARTY if self.foes else None)
        return Source(named, party, self.foes, None, None, self.table).setup()


def with_meeting(function: Function) -> Function:
    """Pass the encounter, `skirmish_options` and `table_options` as `meeting`."""

    @wraps(function)
    def command(
        *args: Any,
        encounter: str,
        party: str | None,
        foes: str | None,
        table: AtTable,
        **kwargs: Any,
    ) -> Any:
        return function(*args, meeting=Meeting(encounter, party, foes, table), **kwargs)

    return cast("Function", command)
