"""Build the documentation as a site in `.build/site`, with the reference made from the code.

python tools/site.py pages      only the pages, in .build/site-pages
python tools/site.py            an environment of its own, the pages and the site
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

import click

from shieldwall.cli.files.schema import command as schema_command
from shieldwall.cli.main import COMMANDS, cli
from shieldwall.content.library import data_folder

Schema = dict[str, Any]
ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / ".build" / "site-pages"
HOME = ROOT / ".build" / "site-venv"
GROUPS = {
    "Content": ("list_encounters", "load_encounter", "Setup", "RULESETS", "Ruleset", "Dial"),
    "Play": ("Fight", "Request", "Choice", "Refusal", "IllegalChoice", "Outcome", "State"),
    "Words": ("sentence", "refusal_sentence"),
    "Minds": ("make_mind",),
    "Simulate": ("simulate", "SimResult"),
    "Save and replay": ("save_fight", "load_fight", "replay_file", "tape_text"),
    "Errors": ("ContentError", "SaveError"),
}
"""All names that `shieldwall` exports, by purpose."""
EXAMPLES = {
    "list_encounters": [
        ">>> from shieldwall import list_encounters",
        '>>> "duel" in [info.name for info in list_encounters()]',
        "True",
    ],
    "load_encounter": [
        ">>> from shieldwall import load_encounter",
        '>>> setup = load_encounter("duel")',
        ">>> setup.title, [placement.sheet.name for placement in setup.placements]",
        "('The Duel', ['Alda', 'sergeant'])",
    ],
    "RULESETS": [
        ">>> from shieldwall import RULESETS",
        ">>> sorted(RULESETS)",
        "['aachen', 'aachen-early', 'dolmenwood', 'sovereign', 'sovereign-early']",
    ],
    "Fight": [
        ">>> from shieldwall import Fight, load_encounter",
        '>>> fight = Fight(load_encounter("duel"), seed=3)',
        '>>> fight.push("sergeant run D3")',
        ">>> fight.pop()",
        ">>> fight.outcome is None",
        "True",
    ],
    "sentence": [
        ">>> from shieldwall import Fight, load_encounter, sentence",
        '>>> fight = Fight(load_encounter("duel"), seed=3)',
        '>>> fight.push("sergeant run D3")',
        ">>> print(sentence(fight.names, fight.state, fight.events[-1]))",
        "The sergeant moves to D3, 30 ft.",
    ],
    "make_mind": [
        ">>> from shieldwall import Fight, load_encounter, make_mind",
        '>>> fight = Fight(load_encounter("duel"), seed=3)',
        '>>> outcome = fight.play([make_mind("simple")] * 3)',
        '>>> outcome.reason in ("defeat", "retreat", "surrender")',
        "True",
    ],
    "simulate": [
        ">>> from shieldwall import load_encounter, simulate",
        '>>> result = simulate(load_encounter("duel"), fights=20, seed=1)',
        ">>> result.fights, 0 <= result.won <= 20",
        "(20, True)",
    ],
    "tape_text": [
        ">>> from shieldwall import Fight, load_encounter, tape_text",
        '>>> fight = Fight(load_encounter("duel"), seed=3)',
        '>>> tape_text(fight).splitlines()[0].startswith("shieldwall-tape")',
        "True",
    ],
}
"""An example session of each; a test runs them all."""
FILE_EXAMPLES = {
    "encounter": "encounters/duel",
    "party": "parties/wayfarers",
    "creatures": "bestiary/undead",
    "rules": "rules/quick-blades",
}
"""Shipped files as examples."""
MOST_LINES = 24


def commands_page() -> str:
    """The help of every command, as printed."""
    parts = ["# Commands\n"]
    context = click.Context(cli, info_name="shieldwall")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        parts += _help(command, name, context)
    return "\n".join(parts)


def _help(command: click.Command, name: str, parent: click.Context) -> list[str]:
    inner = click.Context(command, info_name=name, parent=parent, max_content_width=90)
    parts = [f"## {inner.command_path}\n", f"```text\n{command.get_help(inner)}\n```\n"]
    if isinstance(command, click.Group):
        for sub in command.list_commands(inner):
            found = command.get_command(inner, sub)
            assert found is not None
            parts += _help(found, sub, inner)
    return parts


def files_page() -> str:
    """The fields of every kind of file, from its schema, with the beginning of a shipped one."""
    from click.testing import CliRunner

    kind = next(one for one in schema_command.params if isinstance(one.type, click.Choice))
    assert isinstance(kind.type, click.Choice)
    parts = ["# File formats\n", "`shieldwall schema KIND` prints the JSON Schema of each.\n"]
    for name in kind.type.choices:
        schema = json.loads(CliRunner().invoke(cli, ["schema", str(name)]).stdout)
        parts += [f"## {name}\n", *_example(str(name)), *_fields(schema, str(name), 3)]
    return "\n".join(parts)


def _example(name: str) -> list[str]:
    if name not in FILE_EXAMPLES:
        return []
    text = data_folder().joinpath(f"{FILE_EXAMPLES[name]}.yaml").read_text(encoding="utf-8")
    lines = text.split("\n")
    more = ["# …"] if len(lines) > MOST_LINES else []
    return ["```yaml", *lines[:MOST_LINES], *more, "```", ""]


def _fields(schema: Schema, title: str, level: int) -> list[str]:
    """A table of fields, and one below it for each field that has fields of its own."""
    inner = _record_of(schema)
    if inner is None:
        return []
    by_name = schema.get("properties") is None and schema.get("type") == "object"
    head = ["A name, then these fields:\n"] if by_name else []
    required = inner.get("required", [])
    rows = ["| field | value | required |", "|---|---|---|"]
    below: list[str] = []
    for key, field in inner["properties"].items():
        rows.append(f"| `{key}` | {_value(field)} | {'yes' if key in required else ''} |")
        part = _record_of(field)
        if part is not None and level < 5:
            name = f"{title}: {key}"
            below += [f"{'#' * level} {name}\n", *_fields(part, name, level + 1)]
    return [*head, *rows, "", *below]


def _record_of(schema: Schema) -> Schema | None:
    """The record of a value, of a list's items or of a table's entries; None for a plain value."""
    if isinstance(schema.get("properties"), dict):
        return schema
    for each in schema.get("anyOf", []):
        found = _record_of(each)
        if found is not None:
            return found
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            return _record_of(schema[key])
    return None


def _value(schema: Schema) -> str:
    """The allowed values, in words."""
    if schema.get("description"):
        return str(schema["description"]).replace("|", "\\|")
    if schema.get("anyOf"):
        return " or ".join(dict.fromkeys(_value(each) for each in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"a list of {_value(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return "a table by name"
    return "fields, see below" if schema.get("properties") else str(schema.get("type", "text"))


def python_page() -> str:
    """Signatures and docstrings from the code, each with its example if there is one."""
    parts = ["# Python\n", "Everything here is imported from `shieldwall`.\n"]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts.append(f"::: shieldwall.{name}\n")
            if name in EXAMPLES:
                parts += ["```python", *EXAMPLES[name], "```", ""]
    return "\n".join(parts)


def make_pages() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    folder = PAGES / "reference"
    folder.mkdir()
    for name, text in (
        ("commands", commands_page()), ("files", files_page()), ("python", python_page()),
    ):  # fmt: skip
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    shutil.copytree(ROOT / "tools" / "site_assets", PAGES / "assets")


def main() -> None:
    make_pages()
    if "pages" in sys.argv[1:]:
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    python = HOME / "bin" / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    needs = project["optional-dependencies"]["docs"]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *needs], check=True)
    subprocess.run([python, "-m", "mkdocs", "build", "--quiet"], cwd=ROOT, check=True)
    site = ROOT / ".build" / "site"
    print(f"The site, with search: {site / 'index.html'}")


if __name__ == "__main__":
    main()
