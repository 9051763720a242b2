"""The command `shieldwall`: imports the command's module, and turns user errors into messages.

Nothing of the engine is imported here, so that `--help` is quick.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Final

import click

from shieldwall import __version__

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "serve": ("serve", "Run the table in the browser for a GM and players."),
    "play": ("fights.play", "Play a fight in the terminal."),
    "watch": ("fights.watch", "Watch minds play a fight."),
    "list": (
        "files.list_command",
        "List encounters, creatures, characters, gear, spells, parties, maps, minds or rulings.",
    ),
    "sim": ("chances.sim", "Simulate many fights: who wins, who is in danger."),
    "compare": ("chances.compare", "Compare variants of a fight with the same dice."),
    "tune": (
        "chances.tune",
        "Find the number of foes, HP, level or distance for the difficulty you want.",
    ),
    "replay": ("fights.replay", "Replay and verify a tape or a saved fight."),
    "share": ("fights.share", "Write one HTML file that replays a tape or a saved fight."),
    "continue": ("fights.continue_command", "Continue from any point of a fight, as a new fight."),
    "campaign": (
        "campaign",
        "Group fights, take a party to its next fight, export and import campaigns.",
    ),
    "review": ("review", "Review a fight: chances, turning points, costly choices, luck."),
    "sight": ("fights.sight", "Show line of sight and cover between two squares."),
    "reach": ("fights.reach_command", "Show where a unit can move, and which steps provoke."),
    "show": (
        "files.show",
        "Show a stat card: creature, character, gear, class, feat, item or spell.",
    ),
    "check": (
        "files.check",
        "Validate encounter, party, creature, map and rules files.",
    ),
    "new": ("files.new", "Write a new file from a few questions."),
    "schema": ("files.schema", "Print the JSON Schema of a file format, for editors."),
    "import": ("files.import_command", "Import maps, creatures and fights from other programs."),
    "export": ("files.export_command", "Export a map or creatures to another program."),
    "roll": ("roll", "Roll dice, or print their odds."),
    "where": ("where", "Print the folder for your own parties, creatures and maps."),
    "odds": ("chances.odds", "Exact odds of one attack."),
    "preview": ("fights.preview", "Show the odds of every option this turn."),
    "exact": ("chances.exact", "Exact odds of a small fight: who wins, who falls."),
    "duel": ("chances.duel", "Solve a duel: best play for both, and when Total Defense pays."),
    "mcp": ("mcp_command", "Serve fights, odds and rules to language-model agents (MCP)."),
    "rules": (
        "rules",
        "Read the rules: books, rulings and the tests that prove them.",
    ),
    "licences": ("licences", "Print the sources of the content, with their licences."),
}
"""By command: its module in this package, and its line in the list."""

QUESTIONS: Final = (
    ("What can I play?", "shieldwall list"),
    ("Will this fight kill the party?", "shieldwall sim yard -n 200"),
    ("What are the odds of an attack?", 'shieldwall odds "alda vs orc"'),
    ("What does a rule say?", "shieldwall rules show SOV-081"),
    ("How do the minds play it?", "shieldwall watch duel"),
    ("What can this creature do?", "shieldwall show goblin"),
)
"""For the menu: common questions, and the command for each."""

FIRST_FIGHTS: Final = (
    "toll-road",
    "rat-cellar",
    "goblin-camp",
    "bell-1-churchyard",
    "dw-ditch-road",
)
"""Easy fights to begin with; the fourth begins a campaign, the fifth is by Dolmenwood."""

INTERRUPTED: Final = 130


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cycle collector: loading creates many objects and no garbage."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


class Complaint(click.ClickException):
    """A user error; exit status 2."""

    exit_code = 2


class Interrupted(click.exceptions.Exit):
    """Ctrl-C; exit status 130, as in shells."""

    def __init__(self) -> None:
        super().__init__(INTERRUPTED)


class HelpFormatter(click.HelpFormatter):
    """Continues an example that is too long for the terminal on the next line."""

    def write(self, string: str) -> None:
        lines = [part for line in string.split("\n") for part in continued(line, self.width)]
        super().write("\n".join(lines))


class HelpContext(click.Context):
    formatter_class = HelpFormatter


def continued(line: str, width: int) -> list[str]:
    """A long example in lines that end with a backslash; any other line as it is."""
    if not line.lstrip().startswith("shieldwall "):
        return [line]
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    lines = []
    while len(line) > width:
        at = break_place(line, width - len(" \\"))
        if at < len(margin):
            break
        lines.append(f"{line[:at]} \\")
        line = margin + line[at + 1 :]
    return [*lines, line]


def break_place(line: str, most: int) -> int:
    """The last blank outside quotes, before an option if possible; -1 for none."""
    blanks = [
        at
        for at in range(most, 0, -1)
        if line[at] == " " and all(line[:at].count(quote) % 2 == 0 for quote in "'\"")
    ]
    return next((at for at in blanks if line[at + 1] == "-"), blanks[0] if blanks else -1)


def give_help_context(command: click.Command) -> None:
    """Also to the commands below it."""
    command.context_class = HelpContext
    if isinstance(command, click.Group):
        for below in command.commands.values():
            give_help_context(below)


class Shieldwall(click.Group):
    """Imports a command's module only when the command is called or its help is shown."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with collector_paused():
            module = import_module(f"shieldwall.cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        give_help_context(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(COMMANDS)}."
            ctx.fail(f"No command is called {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """The one place where user errors become messages."""
        try:
            result: object = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except KeyboardInterrupt:
            raise Interrupted from None
        except BrokenPipeError:
            _forget_output()
            return None
        except click.ClickException as error:
            raise _fitting(error) from error
        except (ValueError, OSError) as error:
            message = _user_message(error)
            if message is None:
                raise
            raise _fitting(Complaint(message)) from error


def _fitting(error: click.ClickException) -> click.ClickException:
    """The same error in lines of the terminal's width; unchanged where no terminal shows it."""
    if not sys.stderr.isatty():
        return error
    from shieldwall.cli.terminal import this_terminal

    lines = f"Error: {error.format_message()}".split("\n")
    wrapped = [part for line in lines for part in this_terminal().wrap(line) or [""]]
    message = "\n".join(wrapped).removeprefix("Error: ")
    if isinstance(error, click.UsageError):
        return click.UsageError(message, error.ctx)
    return Complaint(message) if error.exit_code == Complaint.exit_code else type(error)(message)


def _forget_output() -> None:
    """After a closed pipe: flush nothing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _user_message(error: ValueError | OSError) -> str | None:
    """The message for our own errors and for unusable files; else None."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else None
    from shieldwall.content import ContentError
    from shieldwall.minds import MindError, MindFailed
    from shieldwall.odds.attack_scene import OddsError
    from shieldwall.sim.worker_pool import RunFailed
    from shieldwall.store.save_file import SaveError
    from shieldwall.text.notation import NotationError

    ours = (
        ContentError,
        MindError,
        MindFailed,
        NotationError,
        SaveError,
        OddsError,
        RunFailed,
    )
    return str(error) if isinstance(error, ours) else None


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from shieldwall.buildinfo import build_info

    info = build_info()
    why = f": {info.reason}" if info.reason else ""
    click.echo(f"shieldwall {__version__} ({info.kind} build{why})")
    ctx.exit()


@click.group(
    cls=Shieldwall,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and which build this is.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """A combat engine for old-school tabletop games.

    ENCOUNTER is the name of a shipped encounter (`shieldwall list`) or the path of a file.

    \b
    Examples:
      shieldwall play duel
      shieldwall watch hall --seed 7
      shieldwall sim yard -n 1000
    """
    if ctx.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        _offer(ctx)
    else:
        click.echo(ctx.get_help())


def _offer(ctx: click.Context) -> None:
    """Show the menu for `shieldwall` without arguments."""
    click.echo("What would you like to do?")
    click.echo("  1  Play in the browser")
    click.echo("  2  Play here, in the terminal")
    click.echo("  3  Look something up: odds, rules, who would win")
    chosen = click.prompt("1, 2 or 3", type=click.Choice(["1", "2", "3"]), show_choices=False)
    if chosen == "3":
        width = max(len(question) for question, _ in QUESTIONS)
        for question, line in QUESTIONS:
            click.echo(f"  {question:{width}}  {line}")
        click.echo("`shieldwall --help` lists every command.")
        return
    name = "serve" if chosen == "1" else "play"
    command = cli.get_command(ctx, name)
    assert command is not None
    with command.make_context(name, [], parent=ctx) as inner:
        command.invoke(inner)


def first_fight() -> str:
    """The fight to play: one of the easy ones by number, or any by name."""
    from shieldwall.content.encounters import encounter_info
    from shieldwall.content.user_folder import known_names

    known = known_names("encounters")
    click.echo("Which fight?")
    for number, name in enumerate(FIRST_FIGHTS, 1):
        info = encounter_info(name)
        click.echo(f"  {number}  {info.title}, {info.difficulty}")
    click.echo("`shieldwall list` shows all of them.")

    def chosen(text: str) -> str:
        word = text.strip().lower()
        if word.isdigit() and 1 <= int(word) <= len(FIRST_FIGHTS):
            return FIRST_FIGHTS[int(word) - 1]
        if word not in known:
            raise click.BadParameter(f"no fight is called {text!r}; type a number or a name")
        return word

    asked = f"1 to {len(FIRST_FIGHTS)}, or a name"
    return str(click.prompt(asked, default="1", value_proc=chosen))


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        # Replace characters missing on the terminal instead of raising.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        cli(prog_name="shieldwall")
    finally:
        # The process ends: a last collection would gain nothing.
        gc.freeze()
