"""`shieldwall show`: a stat card in the terminal."""

from __future__ import annotations

import click

from shieldwall.books import RULESETS
from shieldwall.cli.options import colour_option, json_option
from shieldwall.cli.terminal import Terminal, say, say_json, this_terminal
from shieldwall.exchange.stat_cards import Card, find_cards

WIDEST = 80
COLUMN = 13


@click.command("show")
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--rules",
    type=click.Choice(list(RULESETS)),
    metavar="BOOK",
    default="sovereign",
    show_default=True,
    help=f"Rulebook: {', '.join(RULESETS)}.",
)
@json_option
@colour_option
def command(name: tuple[str, ...], rules: str, as_json: bool, colour: bool | None) -> None:
    """Show a stat card: creature, character, gear, class, feat, item or spell.

    \b
    Examples:
      shieldwall show goblin archer
      shieldwall show alda --json
      shieldwall show thief --rules dolmenwood
    """
    cards = find_cards(" ".join(name), rules)
    if as_json:
        say_json(
            [
                {"name": card.name, "what": card.what, "facts": card.facts, "notes": card.notes}
                for card in cards
            ]
        )
        return
    terminal = this_terminal(colour)
    for number, card in enumerate(cards):
        if number:
            say()
        for line in card_lines(card, terminal):
            say(line)


def card_lines(card: Card, terminal: Terminal) -> list[str]:
    """The card, no wider than the terminal."""
    width = min(terminal.width, WIDEST)
    lines = [f"{terminal.paint(card.name, 'bold')}  {terminal.paint(card.what, 'dim')}"]
    for key, value in card.facts.items():
        head = f"{key:<{COLUMN}}" if len(key) < COLUMN else f"{key} "
        text = f"  {head}{value}".replace("  ", "\xa0\xa0")
        lines += terminal.wrap(text, " " * (COLUMN + 2), width)
    if card.notes:
        lines += terminal.wrap(f"\xa0\xa0{card.notes}", "  ", width)
    return lines
