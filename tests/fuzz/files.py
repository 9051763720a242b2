"""Files: of other programs, of the GM's own folder, saves and tapes."""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml
from tests.engine.arena import quick_choice
from tests.exchange.test_fuzz import FILES
from tests.fuzz.damage import spoilt, spoilt_json
from tests.fuzz.target import REFUSED, USED, Broken, Target, as_bytes
from tests.fuzz.words import fight_at, fights

from shieldwall.content import (
    ContentError,
    read_encounter,
    setup_from_text,
    setup_to_text,
)
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.formats.yaml_tree import read_text
from shieldwall.content.library import data_folder
from shieldwall.exchange.file_checks import check_file
from shieldwall.exchange.importers import import_text
from shieldwall.exchange.map_files.map_drawing import checked_map
from shieldwall.exchange.map_files.uvtt import Choices
from shieldwall.fight import Fight
from shieldwall.store.save_file import SaveError, load_fight, save_fight, tape_text

KINDS: Final = ("uvtt", "foundry", "improved-initiative", "statblock")


class Importers(Target):
    """Maps, actors and stat blocks of other programs; the first line names the importer."""

    name = "importers"
    share = 150

    def make_seeds(self) -> list[str]:
        return [f"{kind}\n{text}" for kind, text in FILES.values()]

    def make(self, dice: random.Random) -> str:
        kind, _, text = dice.choice(self.seeds).partition("\n")
        if kind != "statblock" and dice.random() < 0.6:
            text = spoilt_json(text, dice)
        else:
            text = spoilt(text, dice, ("AC", "HD", "THAC0", "Save", "1d8+1", "(x3)", "30' (10')"))
        if dice.random() < 0.02:
            kind = dice.choice(KINDS)
        return f"{kind}\n{text}"

    def run(self, text: str) -> str:
        kind, _, body = text.partition("\n")
        if kind not in KINDS:
            kind = "foundry"
        try:
            imported = import_text(kind, body, "f.json", Choices())
        except ContentError:
            return REFUSED
        for made in imported.files:
            if made.folder == "maps":
                checked_map(made.text, "m.yaml")
            elif made.folder == "creatures" and not creature_file(made.text, "c.yaml"):
                raise Broken("a file of creatures that holds none")
            if "/" in made.name or "\x1b" in made.text:
                raise Broken(f"not to be written as {made.name!r}")
            made.text.encode("utf-8")
        return USED


class Written(Target):
    """YAML that people write; read as `shieldwall check` reads it."""

    folder = ""
    most = 4000
    """Characters of a shipped file that is spoilt: the long ones are slow and no different."""

    def make_seeds(self) -> list[str]:
        self.scratch = tempfile.TemporaryDirectory(prefix="fuzz-")
        self.path = Path(self.scratch.name) / "file.yaml"
        texts = []
        for shelf in ("", "aachen/", "dolmenwood/", "sovereign-early/"):
            lies = data_folder() / f"{shelf}{self.folder}"
            if lies.is_dir():
                found = [one for one in lies.iterdir() if one.name.endswith(".yaml")]
                texts += [one.read_text("utf-8") for one in sorted(found, key=lambda one: one.name)]
        return self.with_values([text for text in texts if len(text) <= self.most] + self.own())

    def own(self) -> list[str]:
        return []

    def with_values(self, texts: list[str]) -> list[str]:
        """Beside each text its values as JSON, which is YAML too."""
        self.values = [json.dumps(yaml.safe_load(text)) for text in texts]
        keys: dict[str, None] = {}
        for text in self.values:
            _keys(json.loads(text), keys)
        self.words = list(keys)
        return texts

    def make(self, dice: random.Random) -> str:
        if dice.random() < 0.4:
            return spoilt_json(dice.choice(self.values), dice, self.words)
        return super().make(dice)

    def run(self, text: str) -> str:
        self.path.write_bytes(as_bytes(text))
        _, problems = check_file(self.path)
        for problem in problems:
            str(problem).encode("utf-8", "backslashreplace")
        return REFUSED if problems else USED

    def close(self) -> None:
        self.scratch.cleanup()


def _keys(value: Any, found: dict[str, None]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            found[str(key)] = None
            _keys(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _keys(inner, found)
    elif isinstance(value, str) and len(value) < 40:
        found[value] = None


class Encounters(Written):
    """A readable file can also be started, written and read again."""

    name = "encounters"
    folder = "encounters"
    share = 60
    most = 2500

    def run(self, text: str) -> str:
        self.path.write_bytes(as_bytes(text))
        try:
            setup = read_encounter(read_text(self.path, "file.yaml"), "file.yaml")
        except ContentError:
            return REFUSED
        if setup_to_text(setup_from_text(setup_to_text(setup))) != setup_to_text(setup):
            raise Broken("the set-up reads back as another one")
        Fight(setup, 1)
        return USED


class Parties(Written):
    name = "parties"
    folder = "parties"
    share = 20


class House(Written):
    name = "rules"
    folder = "rules"
    share = 35


class Creatures(Written):
    name = "creatures"
    folder = "bestiary"
    share = 40
    most = 0

    def own(self) -> list[str]:
        """A few creatures at a time of each shipped file."""
        found = []
        lies = data_folder() / self.folder
        for one in sorted(lies.iterdir(), key=lambda one: one.name):
            held = list(yaml.safe_load(one.read_text("utf-8")).items())
            for start in range(0, len(held), 3):
                found.append(yaml.safe_dump(dict(held[start : start + 3]), sort_keys=False))
        return found


class Maps(Written):
    name = "maps"
    folder = "maps"
    share = 30

    def own(self) -> list[str]:
        """The maps of the shipped encounters."""
        found = []
        for one in sorted((data_folder() / "encounters").iterdir(), key=lambda one: one.name):
            drawn = yaml.safe_load(one.read_text("utf-8")).get("map")
            if isinstance(drawn, dict) and "squares" in drawn:
                rows = "".join(f"  {row}\n" for row in drawn.pop("squares").splitlines())
                found.append(f"squares: |\n{rows}" + yaml.safe_dump(drawn, sort_keys=False))
        return found


class Kept(Target):
    """A file the program has written itself, spoilt: resumed and played on, or refused."""

    parts: tuple[str, ...] = ()
    """Lines of the header whose JSON is spoilt."""

    def written(self, fight: Fight, path: Path) -> str:
        raise NotImplementedError

    def make_seeds(self) -> list[str]:
        self.scratch = tempfile.TemporaryDirectory(prefix="fuzz-")
        self.path = Path(self.scratch.name) / "x.save"
        texts = [self.written(fight_at(book, name), self.path) for book, name in fights()]
        self.words = (
            "> ",
            "! ",
            "* ",
            "= ",
            "sealed",
            "dice hand",
            "seed 7",
            "state {}",
            "done",
            "pass",
        )
        return texts

    def make(self, dice: random.Random) -> str:
        text = dice.choice(self.seeds)
        if dice.random() < 0.3:
            return spoilt(text, dice, self.words)
        part = dice.choice(self.parts)
        made = []
        for line in text.split("\n"):
            key, _, rest = line.partition(" ")
            if key == part:
                number, _, rest = rest.partition(" ") if key == "from" else ("", "", rest)
                line = f"{key} {number} {spoilt_json(rest, dice)}"
            elif key == "setup" and part == "setup-text":
                continue
            made.append(line)
        return "\n".join(made)

    def run(self, text: str) -> str:
        self.path.write_bytes(as_bytes(text))
        try:
            fight = load_fight(str(self.path))
        except (SaveError, ContentError) as error:
            str(error).encode("utf-8", "backslashreplace")
            return REFUSED
        chance = random.Random(1)
        for _ in range(5):
            if fight.outcome is None and fight.die is None:
                fight.push(quick_choice(fight, chance))
        save_fight(fight, os.fspath(self.path))
        return USED

    def close(self) -> None:
        self.scratch.cleanup()


class Saves(Kept):
    name = "saves"
    share = 25
    parts = ("state", "state", "setup-text")

    def written(self, fight: Fight, path: Path) -> str:
        save_fight(fight, os.fspath(path))
        return path.read_text("utf-8")


class Tapes(Kept):
    """Every second one continues from a state, as after a change of the rules."""

    name = "tapes"
    share = 25
    parts = ("setup-text", "from")

    def written(self, fight: Fight, path: Path) -> str:
        self.count = getattr(self, "count", 0) + 1
        twin = fight.fork()
        twin.replayable_to = 0 if self.count % 2 else None
        return tape_text(twin)


class Setups(Target):
    """The spelled-out set-up in a save, a tape and the store."""

    name = "setups"
    share = 30

    def make_seeds(self) -> list[str]:
        return [setup_to_text(fight_at(book, name).setup) for book, name in fights()]

    def make(self, dice: random.Random) -> str:
        damage: Callable[..., str] = spoilt_json if dice.random() < 0.85 else spoilt
        return damage(dice.choice(self.seeds), dice)

    def run(self, text: str) -> str:
        try:
            setup = setup_from_text(text)
        except ContentError:
            return REFUSED
        setup_to_text(setup)
        return USED
