"""`shieldwall new encounter`: a few questions, and a commented file to start from."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Final

import click

from shieldwall.books import RULESETS
from shieldwall.cli.terminal import say
from shieldwall.content import ContentError
from shieldwall.content.combatants.parties import ident_of, load_party
from shieldwall.content.skirmish import read_foes
from shieldwall.content.user_folder import home_folder, known_names
from shieldwall.exchange.new_encounter import Answers, check_ground, new_encounter

QUESTIONS: Final = {
    "title": ("What is it called?", "A Quarrel"),
    "rules": (f"Which rules? ({', '.join(RULESETS)})", "sovereign"),
    "ground": ("How large is the map, in squares of 5 ft, or which map is it?", "20 x 12"),
    "party": ("Which party? (or none)", "adventurers"),
    "foes": ("Which foes?", "4 x goblin, orc"),
}


@click.group("new")
def command() -> None:
    """Write a new file from a few questions.

    \b
    Example:
      shieldwall new encounter
    """


@command.command("encounter")
@click.option("--title", help="Title.")
@click.option(
    "--rules",
    type=click.Choice(list(RULESETS)),
    metavar="BOOK",
    help=f"Rulebook: {', '.join(RULESETS)}.",
)
@click.option("--map", "ground", help="Size such as 20x12, or the name of a map.")
@click.option("--party", help="Name of a party, or none.")
@click.option("--foes", help="Foes, such as '4 goblins, orc'.")
@click.option("-o", "--out", help="Output file (default: named after the title).")
@click.option("--mine", is_flag=True, help="Write to your own folder (`shieldwall where`).")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def encounter(out: str | None, mine: bool, force: bool, **given: str | None) -> None:
    """Write a new encounter from a few questions.

    Options skip their question. The file passes `shieldwall check`.

    \b
    Examples:
      shieldwall new encounter
      shieldwall new encounter --title "The Ford" --foes "6 x goblin" -o ford.yaml
    """
    folder = home_folder() / "encounters" if mine else Path(out).parent if out else Path()
    answers = {key: value for key, value in given.items() if value is not None}
    text = ""
    taken = None if out or force else folder
    while not text:
        _ask(answers, taken)
        try:
            text = new_encounter(Answers(**answers), folder)
        except ContentError as error:
            again = [key for key in QUESTIONS if key != "title" and given.get(key) is None]
            if not again or not sys.stdin.isatty():
                raise
            for problem in error.problems:
                say(f"! {problem}")
            for key in again:
                answers.pop(key)
    name = Path(out).name if out else f"{ident_of(answers['title']) or 'new'}.yaml"
    path = folder / name
    if path.exists() and not force:
        raise click.UsageError(f"{path}: already exists; --force overwrites it")
    if mine:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    say(f"written: {path}")
    say(f"Try it: shieldwall watch {path.stem if mine else path}")


def _ask(answers: dict[str, str], folder: Path | None) -> None:
    """Ask for all missing answers; a title whose file exists in the folder is refused at once."""
    for key, (question, usual) in QUESTIONS.items():
        if key not in answers:
            kind = {"party": "parties", "ground": "maps"}.get(key, "")
            if kind and (names := known_names(kind)):
                say(f"  {kind}: {', '.join(names)}")
            check = partial(_checked, key, answers, folder)
            try:
                answers[key] = str(click.prompt(question, default=usual, value_proc=check))
            except click.Abort:
                if sys.stdin.isatty():
                    raise
                raise click.UsageError(
                    "The input ended too early, and nothing was written."
                ) from None


def _checked(key: str, answers: dict[str, str], folder: Path | None, text: str) -> str:
    """A valid answer; otherwise the prompt gives the reason and asks again."""
    answer = text.strip()
    rules = answers.get("rules", "sovereign")
    try:
        if key == "rules" and answer not in RULESETS:
            raise click.BadParameter(f"{answer!r} is not one of {', '.join(RULESETS)}")
        if key == "title" and folder is not None:
            path = folder / f"{ident_of(answer) or 'new'}.yaml"
            if path.exists():
                raise click.BadParameter(f"{path} is already there; give another title")
        if key == "foes":
            read_foes(answer, RULESETS[rules])
        elif key == "party" and answer != "none":
            load_party(answer, rules)
        elif key == "ground":
            check_ground(answer, Path())
    except ContentError as error:
        raise click.BadParameter("; ".join(each.message for each in error.problems)) from error
    return answer
