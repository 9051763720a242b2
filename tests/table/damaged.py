"""Damaged, foreign and hostile files, and the message for each.

python -m tests.table.damaged        prints docs/damaged-files.md
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import chdir, closing
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from click.testing import CliRunner

from shieldwall.cli.main import cli
from shieldwall.content import load_encounter
from shieldwall.fight import Fight
from shieldwall.store.save_file import save_fight, tape_text
from shieldwall.table.persistence.database import Store, sqlite_url

STORE: Final = "table.sqlite3"
NESTED: Final = "[" * 3000 + "]" * 3000
LAUGHS: Final = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)


class Case(NamedTuple):
    what: str
    make: Callable[[Path], None]
    """Writes the file into a folder."""
    command: tuple[str, ...]


class Said(NamedTuple):
    what: str
    command: str
    words: str
    code: int


# Stores.


def whole_store(folder: Path) -> bytes:
    store = Store(sqlite_url(folder / STORE))
    store.close()
    return (folder / STORE).read_bytes()


def truncated_store(folder: Path) -> None:
    data = whole_store(folder)
    (folder / STORE).write_bytes(data[: len(data) // 2])


def damaged_store(folder: Path) -> None:
    data = bytearray(whole_store(folder))
    data[4096:6144] = b"\xa5" * 2048
    (folder / STORE).write_bytes(data)


def foreign_store(folder: Path) -> None:
    with closing(sqlite3.connect(folder / STORE)) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
        other.commit()


def newer_store(folder: Path) -> None:
    whole_store(folder)
    with closing(sqlite3.connect(folder / STORE)) as store:
        store.execute("UPDATE shieldwall_meta SET value = '99' WHERE name = 'version'")
        store.commit()


def no_version(folder: Path) -> None:
    whole_store(folder)
    with closing(sqlite3.connect(folder / STORE)) as store:
        store.execute("UPDATE shieldwall_meta SET value = 'x' WHERE name = 'version'")
        store.commit()


def text_as_store(folder: Path) -> None:
    (folder / STORE).write_text("Dear diary\n", encoding="utf-8")


def folder_as_store(folder: Path) -> None:
    (folder / STORE).mkdir()


def read_only_store(folder: Path) -> None:
    whole_store(folder)


# Saves and tapes.


def played() -> Fight:
    fight = Fight(load_encounter("duel"), 7)
    for _ in range(6):
        if fight.outcome is None and fight.request is not None:
            fight.push(next(iter(fight.request.options)))
    return fight


def tape_with(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        lines = tape_text(played()).splitlines()
        (folder / "fight.tape").write_text("\n".join(change(lines)) + "\n", encoding="utf-8")

    return make


def save_with(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        save_fight(played(), str(folder / "fight.save"))
        lines = (folder / "fight.save").read_text(encoding="utf-8").splitlines()
        (folder / "fight.save").write_text("\n".join(change(lines)) + "\n", encoding="utf-8")

    return make


def of_word(word: str, text: str) -> Callable[[list[str]], list[str]]:
    """Another text in the lines that begin with the word."""
    return lambda lines: [f"{word} {text}" if one.startswith(f"{word} ") else one for one in lines]


def first_die(face: str) -> Callable[[list[str]], list[str]]:
    """Another face on the first die."""

    def change(lines: list[str]) -> list[str]:
        place = next(number for number, line in enumerate(lines) if line.startswith("!"))
        changed = f"{lines[place].rpartition(' ')[0]} {face}"
        return [*lines[:place], changed, *lines[place + 1 :]]

    return change


def as_file(name: str, content: bytes | str) -> Callable[[Path], None]:
    data = content.encode() if isinstance(content, str) else content

    def write(folder: Path) -> None:
        (folder / name).write_bytes(data)

    return write


ENCOUNTER: Final = """\
title: Gate
rules: sovereign
map:
  squares: |
    ........
    ........
sides:
  - {name: party, players: yes, party: PARTY, only: alda, places: {alda: A1}}
  - {name: foes, units: [{what: goblin, at: H1}]}
"""


def outside() -> Callable[[Path], None]:
    return as_file("gate.yaml", ENCOUNTER.replace("PARTY", "../secret.yaml"))


def absurd_hp(lines: list[str]) -> list[str]:
    """The first number of the state that is a unit's HP, far too large for a machine."""
    return [
        re.sub(r'"hp":\d+', '"hp":1e999', one, count=1) if one.startswith("state ") else one
        for one in lines
    ]


SERVE: Final = ("serve", "--no-browser", "--no-lan", "--store", f"sqlite:///{STORE}")
REPLAY_TAPE: Final = ("replay", "fight.tape")
REPLAY_SAVE: Final = ("replay", "fight.save")
RESUME: Final = ("play", "--resume", "fight.save")
CHECK: Final = ("check", "gate.yaml")
READ_ONLY: Final = "a store that is read-only"
CASES: Final = {
    "Stores": (
        Case("a store cut off in the middle", truncated_store, SERVE),
        Case("a store with a page of noise", damaged_store, SERVE),
        Case("the database of another program", foreign_store, SERVE),
        Case("a text file", text_as_store, SERVE),
        Case("a folder", folder_as_store, SERVE),
        Case(READ_ONLY, read_only_store, SERVE),
        Case("a store of a later Shieldwall", newer_store, SERVE),
        Case("a store that does not say its version", no_version, SERVE),
    ),
    "Tapes and saves": (
        Case("an empty tape", as_file("fight.tape", ""), REPLAY_TAPE),
        Case("a picture", as_file("fight.tape", bytes(range(256)) * 4), REPLAY_TAPE),
        Case("another program's JSON", as_file("fight.tape", '{"fight": 1}\n'), REPLAY_TAPE),
        Case("a tape of a later Shieldwall", as_file("fight.tape", "shieldwall-tape 99\n"),
             REPLAY_TAPE),
        Case("a tape without its set-up",
             tape_with(lambda lines: [one for one in lines if not one.startswith("setup")]),
             REPLAY_TAPE),
        Case("a set-up with 3,000 levels", tape_with(of_word("setup-text", NESTED)), REPLAY_TAPE),
        Case("a set-up cut off", tape_with(of_word("setup-text", '{"ambush":')), REPLAY_TAPE),
        Case("a set-up with NaN", tape_with(of_word("setup-text", '{"ambush":NaN}')), REPLAY_TAPE),
        Case("a seed of 5,000 digits", tape_with(of_word("seed", "9" * 5000)), REPLAY_TAPE),
        Case("a die that shows 99", tape_with(first_die("99")), REPLAY_TAPE),
        Case("a tape that ends in the middle of a line",
             tape_with(lambda lines: [*lines[:-1], lines[-1][:3]]), REPLAY_TAPE),
        Case("a choice of no unit", tape_with(lambda lines: [*lines, "> alda fly to the moon"]),
             REPLAY_TAPE),
        Case("a saved state with 3,000 levels", save_with(of_word("state", NESTED)), RESUME),
        Case("a saved state that is a list", save_with(of_word("state", "[1, 2, 3]")), RESUME),
        Case("a saved state with an absurd number",
             save_with(absurd_hp), RESUME),
        Case("a save that is not there", lambda _: None, RESUME),
    ),
    "Encounters and stat blocks": (
        Case("an encounter with 5,000 levels",
             as_file("gate.yaml", "title: " + "[" * 5000 + "]" * 5000), CHECK),
        Case("an encounter that grows when it is read", as_file("gate.yaml", LAUGHS), CHECK),
        Case("an encounter that wants to run code",
             as_file("gate.yaml", "!!python/object/apply:os.system ['true']\n"), CHECK),
        Case("an encounter that names a file outside its folder", outside(),
             CHECK),
        Case("an encounter in another encoding",
             as_file("gate.yaml", "title: Zauberschüler\n".encode("latin-1")), CHECK),
        Case("a stat block with 3,000 levels", as_file("ogre.json", NESTED),
             ("import", "ogre.json")),
        Case("a stat block with NaN", as_file("ogre.json", '{"name": "Ogre", "hp": NaN}'),
             ("import", "ogre.json")),
        Case("a stat block of noise", as_file("ogre.txt", bytes(range(128, 256))),
             ("import", "statblock", "ogre.txt")),
    ),
}  # fmt: skip


def said(case: Case) -> Said:
    """The program's output, in a separate folder."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve()
        case.make(folder)
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        with chdir(folder), patch.dict(os.environ, {"SHIELDWALL_HOME": str(folder / "own")}):
            if case.what == READ_ONLY:
                # The user who makes this page may be root, to whom nothing is read-only.
                with patch("os.access", return_value=False):
                    result = CliRunner().invoke(cli, case.command)
            else:
                result = CliRunner().invoke(cli, case.command)
        for name, content in before.items():
            assert (folder / name).read_bytes() == content, f"{name} was written to"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    words = result.output.replace(str(folder), "FOLDER").strip()
    return Said(case.what, f"shieldwall {' '.join(case.command)}", words, result.exit_code)


def page() -> str:
    """The page of the handbook."""
    lines = [
        "# Messages for damaged files",
        "",
        "The program's message for each file it cannot use. It prints no traceback and does not",
        "change the file. This page is made from real files and real commands;",
        "a test makes them again (`tests/table/test_damaged.py`):",
        "`python -m tests.table.damaged > docs/damaged-files.md`.",
    ]
    for title, cases in CASES.items():
        lines += ["", f"## {title}"]
        for case in cases:
            found = said(case)
            lines += ["", f"**{found.what[0].upper()}{found.what[1:]}**", "", "```text"]
            lines += [f"$ {found.command}", found.words, "```"]
    lines += [
        "",
        "## While the table runs",
        "",
        "A store that is removed or replaced stops play, and the GM reads why. Players read only",
        "that the store does not answer. A fight in the store that can no longer be opened has",
        "its reason in the list of fights, its tape to save, and a button that goes back to the",
        "last good point. [What happens when the store fails](store-faults.md) has the rest.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
