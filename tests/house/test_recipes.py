"""The recipes of `docs/recipes.md`, followed to the letter on a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.conftest import ROOT

PAGE = ROOT / "docs" / "recipes.md"
KINDS = (
    "event", "action", "refusal", "reaction", "ability", "condition", "spell", "creature",
    "ruling", "general rule", "edition", "book", "page component",
)  # fmt: skip
BLOCK = re.compile(r"^```(\w+)\n# (.+?)\n(.*?)^```$", re.M | re.S)
CHECKS = (
    "tests/house/test_architecture.py",
    "tests/house/test_names.py",
    "tests/house/test_options.py",
    "tests/test_telling.py",
    "tests/rules/test_refusals.py",
    "tests/engine/test_rulings.py",
)
PLAYED = """
from tests.gifted import gifted
from tests.scene import fighter, foe, play, setup, terms, told, unit
from shieldwall.abilities.body_conditions import SOAKED
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.books import RULESETS, RULINGS
from shieldwall.books.shared.flat_shields import FLAT_SHIELDS
from shieldwall.content.house_rules.homebrew import read_house
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.magic.spells import shipped_spells
from shieldwall.engine.move.interruption import pace
from shieldwall.engine.state.state import Effect
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.engine.tape.request import Choice
from shieldwall.text.sentences import choice_words, refusal_sentence, sentence

fight = play(
    "a g",
    '''
    > a salute g
    = salutes unit=a target=g
    > a attack g with sword
    ! attack d20 15
    ! damage d8 3
    ''',
    a=fighter(abilities=gifted(heavy_arm=2)), g=foe(hp=20),
)
event = next(event for event in fight.events if event.KIND == "salutes")
assert sentence(fight.names, fight.state, event).endswith("salutes the g.")
assert choice_words(fight.names, fight.state, Choice(0, "salute", 1)) == "salute the g"
begun = play("a g", "", a=fighter(), g=foe(hp=20))
refusal = begun.request.options.why_not(Choice(0, "salute", 0))
assert "only salute a foe in sight" in refusal_sentence(begun.names, begun.state, refusal)
assert terms(fight, "harm")["heavy arm"] == 2

wet = unit(fight, "a")
before = pace(wet)
wet.effects = [Effect(SOAKED, 0, UNTIL_END_OF_FIGHT)]
assert pace(wet) == before - 5

(rain,) = shipped_spells()["sudden rain"]
assert rain.primitives[0].effect is SOAKED
assert shipped_creatures(RULESETS["sovereign"].book_folders)["marsh hound"].hit_dice == 2
assert RULINGS["salute_first"].taken_by(RULESETS["sovereign"]).word == "no"
assert RULINGS["salute_first"].taken_by(RULESETS["sovereign-polite"]).word == "yes"
assert "execute" not in RULESETS["sovereign-polite"].actions
assert any(spec.verb == "flinch" for spec in RULESETS["sovereign"].reaction_list)

house = "extends: sovereign\\nname: mine\\ntitle: Mine\\ndials: {flat_shields: no}\\n"
assert FLAT_SHIELDS.is_in(RULESETS["sovereign"])
assert not FLAT_SHIELDS.is_in(read_house(house, "h.yaml").book)

for creature in ("wolf", "goblin"):
    made = setup("a . . . g", rules="primer", a=fighter(hp=20), g=shipped_creatures()[creature])
    whole = Fight(made, 5)
    whole.play([make_mind("natural") for _ in seat_names(made)], 20)
    assert whole.outcome is not None

for book in ("sovereign-polite", "primer"):
    made = setup("a . . g", rules=book, stops="always", a=fighter(), g=foe())
    whole = Fight(made, 3)
    whole.play([make_mind("random") for _ in seat_names(made)], 20)
    assert whole.outcome is not None
print("all there")
"""


def blocks() -> list[tuple[str, str, str]]:
    """Language, destination and text of every block."""
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def target(root: Path, path: str) -> Path:
    return root / path if path.startswith("web/") else root / "src" / "shieldwall" / path


def follow(root: Path, where: str, text: str) -> None:
    """Do what the first line of a block says."""
    if where.startswith("new file: "):
        file = target(root, where.removeprefix("new file: "))
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), where
        file.write_text(text, encoding="utf-8")
        return
    path, _, place = where.partition(", ")
    file = target(root, path)
    old = file.read_text(encoding="utf-8")
    if place == "at the end":
        file.write_text(old + text, encoding="utf-8")
        return
    line = re.fullmatch(r"after `(.+)`", place)
    assert line, where
    lines = old.split("\n")
    assert line.group(1) in lines, f"{path} has no line {line.group(1)}"
    number = lines.index(line.group(1))
    file.write_text(
        "\n".join([*lines[: number + 1], text.rstrip("\n"), *lines[number + 1 :]]),
        encoding="utf-8",
    )


def test_there_is_a_recipe_for_everything() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), re.M)
    assert {heading.split(" ", 1)[1] for heading in headings} == set(KINDS)
    assert len(blocks()) == PAGE.read_text(encoding="utf-8").count("```") // 2


@pytest.mark.slow
def test_the_recipes_work_as_written(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "node_modules", "page")
    for folder in ("src", "tests", "docs", "tools", "bench"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / file, tmp_path)
    for _, where, text in blocks():
        follow(tmp_path, where, text)
    env = {
        **os.environ,
        "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}",
        "SHIELDWALL_BUILD": "pure",
        "SHIELDWALL_COMPILE": "off",
    }
    # The second process reads what the first has compiled.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    for check in (["check"], ["format", "--check"]):
        ran = run([sys.executable, "-m", "ruff", *check, "-q", "src"], tmp_path, env)
        assert ran.returncode == 0, ran.stdout
    (tmp_path / "played.py").write_text(PLAYED, encoding="utf-8")
    ran = run([sys.executable, "played.py"], tmp_path, env)
    assert ran.stdout.strip().endswith("all there"), ran.stderr
    checked = [file for file in CHECKS if (tmp_path / file).exists()]
    # What the recipes add was played above; the random play of the old rest is tested elsewhere.
    chosen = ["-k", "not random_play", *checked]
    ran = run([sys.executable, "-m", "pytest", "-q", "-x", *chosen], tmp_path, env)
    assert ran.returncode == 0, ran.stdout


def run(command: list[str], folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
