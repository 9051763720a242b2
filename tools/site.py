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

import click

from shieldwall.cli.main import COMMANDS, cli
from shieldwall.cli.schema import command as schema_command

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / ".build" / "site-pages"
HOME = ROOT / ".build" / "site-venv"
PUBLIC = ("Fight", "load_encounter", "simulate", "make_mind", "sentence", "list_encounters")


def commands_page() -> str:
    """The help of every command, as it prints itself."""
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
    """The fields of every kind of file, from its schema."""
    from click.testing import CliRunner

    kind = next(one for one in schema_command.params if isinstance(one.type, click.Choice))
    assert isinstance(kind.type, click.Choice)
    parts = ["# File formats\n", "`shieldwall schema KIND` prints the JSON Schema of each.\n"]
    for name in kind.type.choices:
        schema = json.loads(CliRunner().invoke(cli, ["schema", str(name)]).stdout)
        parts += [f"## {name}\n", *_fields(schema)]
    return "\n".join(parts)


def _fields(schema: dict[str, object]) -> list[str]:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return ["A table by name.\n"]
    needed = schema.get("required")
    required = needed if isinstance(needed, list) else []
    rows = ["| field | required |", "|---|---|"]
    rows += [f"| `{key}` | {'yes' if key in required else ''} |" for key in properties]
    return [*rows, ""]


def python_page() -> str:
    return "# Python\n\n" + "\n".join(f"::: shieldwall.{name}\n" for name in PUBLIC)


def make_pages() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    folder = PAGES / "reference"
    folder.mkdir()
    for name, text in (
        ("commands", commands_page()), ("files", files_page()), ("python", python_page()),
    ):  # fmt: skip
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


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
    print(f"The site: {ROOT / '.build' / 'site' / 'index.html'}")


if __name__ == "__main__":
    main()
