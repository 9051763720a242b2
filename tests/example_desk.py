"""Run a command as shown in help texts and pages, in a folder with the files it names."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Final

import click
from click.testing import CliRunner, Result
from tests.exchange.samples import OSE_BLOCK, crypt_text, stat_block

from shieldwall.cli.main import cli
from shieldwall.content.library import data_folder

ROOT: Final = Path(__file__).parent.parent
FOREVER: Final = ("serve", "mcp")
"""These do not end by themselves: their options are read, and no more."""
FEWER: Final = {
    "sim": ["-n", "4", "--workers", "1"],
    "compare": ["-n", "4", "--workers", "1"],
    "tune": ["--most", "100", "--workers", "1"],
    "review": ["-n", "10", "--workers", "1"],
}
"""What keeps an example short; the last of two equal options counts."""
SLOW: Final = (
    "--ablate",
    "--until",
    " exact ",
    "duel alda orc",
    "goblin --no-map",
    "review ",
)
"""Words of examples that take long on the interpreted build."""
HOUSE_RULES: Final = "extends: sovereign\nname: iron-house\ntitle: The Iron House\n"


def is_slow(line: str) -> bool:
    return any(word in f" {line}" for word in SLOW) and not line.startswith("preview")


def invoke(words: list[str], typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed)


def furnish(folder: Path) -> None:
    """The files that examples speak of."""
    for name, fight in (
        ("duel.fight", "duel"),
        ("mine.tape", "duel"),
        ("ambush.tape", "toll-road"),
    ):
        told = invoke(["watch", fight, "--seed", "7", "--save", str(folder / name)])
        assert told.exit_code == 0, told.output
    (folder / "fight.tape").write_bytes((folder / "mine.tape").read_bytes())
    (folder / "over.fight").write_bytes((folder / "duel.fight").read_bytes())
    begun = invoke(["play", "duel", "--save", str(folder / "evening.fight")], "quit\nquit\n")
    assert begun.exit_code == 0, begun.output
    (folder / "crypt.dd2vtt").write_text(crypt_text())
    (folder / "goblins.json").write_text(json.dumps([stat_block()]))
    (folder / "house.yaml").write_text(HOUSE_RULES)
    shipped = {
        "cellar": "encounters/rat-cellar",
        "heroes": "parties/novices",
        "mine": "parties/adventurers",
    }
    data = data_folder()
    for name, source in shipped.items():
        text = data.joinpath(f"{source}.yaml").read_text(encoding="utf-8")
        (folder / f"{name}.yaml").write_text(text)
    home = folder / "home"
    (home / "encounters").mkdir(parents=True)
    for name in ("my-ford", "the-goblin-guardroom"):
        path = home / "encounters" / f"{name}.yaml"
        path.write_bytes((folder / "cellar.yaml").read_bytes())
    examples = folder / "docs" / "examples"
    examples.mkdir(parents=True)
    for path in (ROOT / "docs" / "examples").glob("*.py"):
        (examples / path.name).write_bytes(path.read_bytes())


def typed_for(words: list[str]) -> str:
    if words[-1] == "-" or words[:3] == ["import", "statblock", "-"]:
        return OSE_BLOCK
    if words[:2] == ["new", "encounter"]:
        asked = "" if "--title" in words else "At the Ford\n"
        return f"{asked}sovereign\n20x12\nadventurers\n" + ("" if asked == "" else "4 goblins\n")
    return "quit\nquit\n"


def prepare(line: str, folder: Path) -> None:
    """What must be there, or must not, for this one line."""
    if re.search(r"(?:--resume|replay|share|continue) \S*\.fight|sim evening", line):
        for name in ("hall.fight", "what-if.fight"):
            (folder / name).write_bytes((folder / "evening.fight").read_bytes())
    elif "duel.fight" in line or "hall.fight" in line:
        (folder / "duel.fight").unlink()
    if re.match(r"(?:campaign next|review|continue) ", line):
        (folder / "evening.fight").write_bytes((folder / "over.fight").read_bytes())
    if line.startswith(("export uvtt crypt", "campaign import", "import improved-initiative wolf")):
        first = {
            "export": "import crypt.dd2vtt -o crypt.yaml",
            "campaign": "campaign export everything.zip",
            "import": "export improved-initiative wolf -o wolf.json",
        }[line.split()[0]]
        assert invoke(shlex.split(first)).exit_code == 0


def run_example(line: str, folder: Path) -> Result | click.Context:
    """Run it in this folder, which is furnished and the current one."""
    prepare(line, folder)
    # The captain thinks for minutes on the interpreted build.
    words = shlex.split(line.partition(" > ")[0].replace("captain", "simple"), comments=True)
    if words[0] in FOREVER:
        command = cli.get_command(click.Context(cli), words[0])
        assert command is not None
        return command.make_context(words[0], words[1:])
    if words[0] == "sim" and "--until" in words:
        words[words.index("--until") + 1] = "40%"
    elif "--help" not in words:
        words += FEWER.get(words[0], [])
    return invoke(words, typed_for(words))
