"""The notices of other people's work: complete, of the versions we ship, and in the wheel."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from shieldwall.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
AGAIN = "run: python tools/notices.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notices", ROOT / "tools" / "notices.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def text() -> str:
    result = CliRunner().invoke(cli, ["licences"])
    assert result.exit_code == 0
    return result.output


def test_every_package_of_the_page_is_named_with_its_version(tool: ModuleType, text: str) -> None:
    page = text.partition("In the compiled modules")[0]
    named = dict(re.findall(r"(?m)^(@?[a-z][\w/-]*) (\d[\w.-]*)$", page))
    imported = tool.bare_imports(ROOT / "web" / "src", (".ts", ".svelte"))
    locked = tool.locked_versions()
    assert {name for name in imported if name in locked} <= set(named), AGAIN
    assert named == {name: locked[name] for name in named}, AGAIN
    assert "svelte" in named
    assert page.count("Copyright") == len(named), "each says whose it is"


def test_the_pictures_and_the_compiler_are_named(text: str) -> None:
    for words in ("game-icons.net", "CC BY 3.0", "Lorc", "mypyc", "Jukka Lehtosalo"):
        assert words in text
    assert "Permission is hereby granted" in text


def test_the_typeface_comes_with_its_licence(text: str) -> None:
    licence = (ROOT / "web" / "src" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert licence.strip() in text, AGAIN


def test_every_package_that_pip_installs_is_named(tool: ModuleType, text: str) -> None:
    beside = text.partition("Installed beside it")[2]
    for name in tool.requirements():
        assert re.search(rf"(?im)^{re.escape(name)}: \S", beside), f"{name}: {AGAIN}"


def test_the_file_is_what_the_tool_writes(tool: ModuleType, text: str) -> None:
    modules = ROOT / ".build" / "web" / "node_modules"
    if not (modules / "svelte").is_dir():
        pytest.skip("the page has not been built here")
    assert tool.page_packages(modules) == re.findall(
        r"(?m)^(@?[a-z][\w/-]*) \d[\w.-]*$", text.partition("In the compiled modules")[0]
    ), AGAIN
