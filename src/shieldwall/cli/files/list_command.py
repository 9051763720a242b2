"""`shieldwall list`: encounters, creatures, gear and all other named things."""

from __future__ import annotations

from typing import Final

import click

from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import say, say_json, this_terminal
from shieldwall.content import ContentError, EncounterInfo, list_encounters
from shieldwall.content.difficulty import measured_difficulty
from shieldwall.content.encounters import encounter_info
from shieldwall.content.user_folder import home_folder, own_files

KINDS: Final = (
    "creatures", "characters", "weapons", "armour", "spells", "parties", "maps", "minds", "rulings",
)  # fmt: skip

DEFAULT_BOOK: Final = "sovereign"
OTHER_SPELLINGS: Final = {"armor": "armour", "monsters": "creatures", "gear": "weapons"}


class KindOfThing(click.ParamType[str]):
    """One of the kinds, in the singular or the plural."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        word = value.lower()
        known = ("encounters", *KINDS)
        guesses = (word, f"{word}s", f"{word.removesuffix('y')}ies", OTHER_SPELLINGS.get(word, ""))
        found = next((guess for guess in guesses if guess in known), "")
        if not found:
            self.fail(f"{value!r} is not a list; choose from {', '.join(known)}", param, ctx)
        return found


@click.command("list")
@click.argument("what", default="encounters", metavar="[KIND]", type=KindOfThing())
@click.argument("filters", nargs=-1, metavar="[FILTER]...")
@click.option("--rules", default="sovereign", show_default=True, help="Show figures by this book.")
@click.option("--mine", is_flag=True, help="List only your own encounters (`shieldwall where`).")
@json_option
@colour_option
def command(
    what: str,
    filters: tuple[str, ...],
    rules: str,
    mine: bool,
    as_json: bool,
    colour: bool | None,
) -> None:
    """List encounters, creatures, characters, gear, spells, parties, maps, minds or rulings.

    KIND is encounters (default), creatures, characters, weapons, armour, spells, parties, maps,
    minds or rulings. A FILTER is a word to look for, or a column with a value: hd>=4, kin=undead.
    Encounters have book, difficulty and, in per cent of the fights, wins, dies and tpk.

    \b
    Examples:
      shieldwall list
      shieldwall list encounters easy
      shieldwall list encounters book=dolmenwood "dies<=20"
      shieldwall list creatures "hd>=6" kin=undead
      shieldwall list spells fire --rules dolmenwood
      shieldwall list encounters --json
    """
    if what != "encounters":
        _rows(what, rules, filters, as_json, colour)
        return
    broken: list[str] = []
    found = _own(broken) if mine else list_encounters()
    if filters:
        from shieldwall.cli.files.list_rows import fits

        found = [info for info in found if all(fits(_row(info), f, what) for f in filters)]
    if as_json:
        say_json(
            [
                {
                    "name": info.name,
                    "title": info.title,
                    "sides": info.sides,
                    "size": info.size,
                    "book": info.book,
                    "look_for": info.look_for,
                    "difficulty": info.difficulty,
                    **measured_difficulty().get(info.name, {}),
                    "next": info.next,
                }
                for info in found
            ]
        )
        return
    for complaint in broken:
        click.echo(complaint, err=True)
    if not found:
        empty = f"no encounters in {home_folder() / 'encounters'}"
        say("no such encounter; `shieldwall list` lists all" if filters else empty)
        return
    terminal = this_terminal(colour)
    wide = max(len(info.name) for info in found)
    for info in found:
        name = terminal.paint(info.name.ljust(wide), "bold")
        about = f"{info.title}, {info.sides}, {info.size}"
        if info.book != DEFAULT_BOOK:
            about += f", {info.book}"
        for line in terminal.wrap(about, width=terminal.width - wide - 2):
            say(f"{name}  {line}")
            name = " " * wide
        for line in terminal.wrap(info.look_for, width=terminal.width - wide - 2):
            say(f"{' ' * wide}  {terminal.paint(line, 'dim')}")
        if info.difficulty:
            for line in terminal.wrap(info.difficulty, width=terminal.width - wide - 2):
                say(f"{' ' * wide}  {line}")


def _row(info: EncounterInfo) -> dict[str, str]:
    """What a filter searches; the measured shares in per cent."""
    shares = measured_difficulty().get(info.name, {}) if info.difficulty else {}
    return {
        "name": info.name,
        "title": info.title,
        "book": info.book,
        "difficulty": info.difficulty.partition(":")[0],
        **{key: f"{100 * shares[key]:.0f}" if shares else "" for key in ("wins", "dies", "tpk")},
        "text": info.look_for,
    }


def _rows(
    what: str, rules: str, filters: tuple[str, ...], as_json: bool, colour: bool | None
) -> None:
    from shieldwall.cli.chances.sim import table_lines
    from shieldwall.cli.files.list_rows import listed

    rows = listed(what, rules, filters)
    if as_json:
        say_json(rows)
    elif not rows:
        say(f"no {what} like that; `shieldwall list {what}` lists all")
    else:
        heads = list(rows[0])
        table = [heads, *([row[head] for head in heads] for row in rows)]
        for line in table_lines(table, this_terminal(colour)):
            say(line)


def _own(broken: list[str]) -> list[EncounterInfo]:
    found = []
    for name in own_files("encounters"):
        try:
            found.append(encounter_info(name))
        except ContentError as error:
            broken.append(str(error))
    return found
