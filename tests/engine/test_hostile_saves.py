"""Damaged or invented saves and tapes: an error with file and line, never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from tests.engine.arena import arena, quick_choice

from shieldwall.books import RULESETS
from shieldwall.cli.main import cli
from shieldwall.fight import Fight
from shieldwall.store.save_file import SaveError, load_fight, save_fight

ODD: tuple[Any, ...] = (
    0, -1, 1, 2, 63, 64, 10**6, -(10**6), 2**31, 2**63, -(2**63), 10**30, 1e308, True, None, "", [],
    {}, [[]], "x", [1, 2, 3], "\ud800",
)  # fmt: skip
NESTED = "[" * 3000 + "]" * 3000
ARENAS = ("coven", "menagerie", "skirmish in the open", "gatehouse", "two masters")


@cache
def saved(book: str, name: str, folder: Path) -> tuple[str, ...]:
    """The lines of a save in the middle of a fight."""
    fight = Fight(arena(name, book), 3)
    chance = Random(4)
    for _ in range(14):
        if fight.outcome is None:
            fight.push(quick_choice(fight, chance))
    path = folder / "whole.save"
    save_fight(fight, str(path))
    return tuple(path.read_text(encoding="utf-8").splitlines())


def spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every part of a value as what holds it and under which key."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            spots(value[key], found)
    return found


def damage(data: Any, chance: Random) -> None:
    holder, key = chance.choice(spots(data, []))
    if isinstance(holder, list) and chance.random() < 0.2:
        holder *= chance.randint(0, 3)
    elif isinstance(holder, dict) and chance.random() < 0.1:
        del holder[key]
    else:
        holder[key] = copy.deepcopy(chance.choice(ODD))


def with_line(lines: tuple[str, ...], key: str, change: Callable[[str], str]) -> str:
    """The save with another text in one line of its header, and without its digest."""
    made = []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == key:
            line = f"{key} {change(rest)}"
        elif word == "setup":
            continue
        made.append(line)
    return "\n".join(made) + "\n"


@pytest.mark.parametrize("name", ARENAS)
@pytest.mark.parametrize("book", RULESETS)
def test_a_damaged_save_is_refused_in_words_or_can_be_played(
    book: str, name: str, tmp_path: Path
) -> None:
    lines = saved(book, name, tmp_path)
    chance = Random(f"{book} {name}")
    path = tmp_path / "damaged.save"
    said: list[str] = []
    for number in range(24):
        key = "setup-text" if number % 4 == 3 else "state"

        def change(text: str) -> str:
            data = json.loads(text)
            for _ in range(chance.randint(1, 3)):
                damage(data, chance)
            return json.dumps(data, sort_keys=True, separators=(",", ":"))

        path.write_text(with_line(lines, key, change), encoding="utf-8")
        try:
            fight = load_fight(str(path))
        except SaveError as error:
            said.append(str(error))
            continue
        for _ in range(5):
            if fight.outcome is None and fight.die is None:
                fight.push(quick_choice(fight, chance))
        save_fight(fight, str(tmp_path / "again.save"))
    assert said
    assert all(words.startswith(f"{path}:") and len(words) < 2000 for words in said)


HEADER = "shieldwall-tape 1\nencounter duel\n"
HOSTILE = {
    "state nested": HEADER + f"state {NESTED}\n\n",
    "state nested tables": HEADER + "state " + '{"a":' * 3000 + "1" + "}" * 3000 + "\n\n",
    "state nan": HEADER + 'state {"version": NaN}\n\n',
    "state inf": HEADER + 'state {"version": 1e999}\n\n',
    "state list": HEADER + "state []\n\n",
    "set-up nested": f"shieldwall-tape 1\nsetup-text {NESTED}\n\n",
    "set-up nan": 'shieldwall-tape 1\nsetup-text {"shieldwall-setup": NaN}\n\n',
    "set-up inf": 'shieldwall-tape 1\nsetup-text {"shieldwall-setup": 1e999}\n\n',
    "set-up surrogate": 'shieldwall-tape 1\nsetup-text {"shieldwall-setup": "\\ud800"}\n\n',
    "seed": HEADER + "seed " + "9" * 5000 + "\n\n",
    "die": HEADER + "\n! initiative d8 " + "9" * 50 + "\n",
    "die below": HEADER + "\n! initiative d8 -3\n",
    "die of nothing": HEADER + "\n! initiative d0 0\n",
    "die too long": HEADER + "\n! initiative d8 " + "9" * 5000 + "\n",
    "choice": HEADER + "\n> " + "alda " * 5000 + "\n",
    "order": HEADER + "\n* hp sergeant " + "9" * 5000 + "\n",
    "sheet nested": HEADER + f"\n* add imp C2 for foes sheet {NESTED}\n",
    "sheet nan": HEADER + '\n* add imp C2 for foes sheet {"ac": NaN}\n',
    "check": HEADER + "\n= " + "initiative side=" * 2000 + "\n",
    "encounter": "shieldwall-tape 1\nencounter ../../etc/passwd.yaml\n\n",
    "nothing": "",
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("call", [["replay"], ["watch"], ["sim", "--fights", "1"]])
def test_a_hostile_tape_is_refused_in_words(what: str, call: list[str], tmp_path: Path) -> None:
    path = tmp_path / "hostile.tape"
    path.write_text(HOSTILE[what], encoding="utf-8")
    result = CliRunner().invoke(cli, [*call, str(path)])
    assert result.exit_code in (1, 2), result.output
    assert "hostile.tape" in result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
