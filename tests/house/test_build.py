"""The results of a build, with and without a compiler, on a package of one small module."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.house.conftest import Wheel, build, build_wheel

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("tiny builds")]

ASK = "from shieldwall.buildinfo import build_info; print(build_info())"
CALL = "from shieldwall.engine.kernel import squares; print(squares(10))"


def kept_by(compiled: tuple[Path, Wheel]) -> dict[str, str]:
    """What is the same in all of these is compiled once: mypyc's own C files."""
    return {"SHIELDWALL_CACHE": str(compiled[0] / ".build"), "SHIELDWALL_SPEED": "quick"}


def test_off_gives_a_pure_package_that_says_why(tiny_project: Path, tmp_path: Path) -> None:
    wheel = build_wheel(tiny_project, tmp_path / "out", SHIELDWALL_COMPILE="off")
    assert wheel.path.name.endswith("-py3-none-any.whl")
    assert wheel.record["kind"] == "pure"
    said = wheel.run(tmp_path / "unpacked", ASK)
    assert "kind='pure', reason='SHIELDWALL_COMPILE=off'" in said
    assert wheel.run(tmp_path / "unpacked", CALL) == "285\n"


def test_auto_with_a_broken_compiler_gives_a_pure_package_that_says_why(
    tiny_project: Path, tmp_path: Path
) -> None:
    wheel = build_wheel(tiny_project, tmp_path / "out", SHIELDWALL_COMPILE="auto", CC="false")
    assert wheel.record["kind"] == "pure"
    assert "the C compiler `false` fails" in wheel.record["reason"]
    assert wheel.run(tmp_path / "unpacked", CALL) == "285\n"


def test_auto_without_a_compiler_names_what_is_missing(tiny_project: Path, tmp_path: Path) -> None:
    wheel = build_wheel(tiny_project, tmp_path / "out", CC="no-such-cc", SHIELDWALL_COMPILE="auto")
    assert wheel.record["reason"].startswith("no C compiler: `no-such-cc` is not on the PATH")


def test_require_with_a_broken_compiler_is_an_error(tiny_project: Path, tmp_path: Path) -> None:
    ran = build(tiny_project, tmp_path, "wheel", SHIELDWALL_COMPILE="require", CC="false")
    assert ran.returncode != 0
    assert "SHIELDWALL_COMPILE=require, but the package does not compile" in ran.stderr
    assert "the C compiler `false` fails" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_an_unknown_mode_is_refused_with_the_known_ones(tiny_project: Path, tmp_path: Path) -> None:
    ran = build(tiny_project, tmp_path, "wheel", SHIELDWALL_COMPILE="yes")
    assert ran.returncode != 0
    assert "SHIELDWALL_COMPILE is 'yes'; it may be auto, off, require" in ran.stderr


@pytest.mark.usefixtures("needs_compiler")
def test_code_mypyc_refuses_gives_its_error_as_the_reason(
    tiny_project: Path, tmp_path: Path
) -> None:
    wrong = tiny_project / "src" / "shieldwall" / "engine" / "wrong.py"
    wrong.write_text('def armour() -> int:\n    return "chain"\n')
    wheel = build_wheel(tiny_project, tmp_path / "out", SHIELDWALL_COMPILE="auto")
    assert wheel.record["kind"] == "pure"
    assert "wrong.py:2: error: Incompatible return value" in wheel.record["reason"]


def test_a_syntax_error_is_the_reason(tiny_project: Path, tmp_path: Path) -> None:
    (tiny_project / "src" / "shieldwall" / "engine" / "wrong.py").write_text("def armour(:\n")
    wheel = build_wheel(tiny_project, tmp_path / "out", SHIELDWALL_COMPILE="auto")
    assert "shieldwall/engine/wrong.py:1: invalid syntax" in wheel.record["reason"]


def test_the_compiled_package_says_so_and_computes_the_same(
    compiled_tiny_project: tuple[Path, Wheel], tmp_path: Path
) -> None:
    _, wheel = compiled_tiny_project
    assert "py3-none-any" not in wheel.path.name
    assert wheel.record["modules"] == ["shieldwall.engine.kernel", "shieldwall.engine.words"]
    assert "kind='compiled', reason=''" in wheel.run(tmp_path, ASK)
    assert wheel.run(tmp_path, CALL) == "285\n"


def test_code_that_compiles_but_cannot_be_loaded_gives_a_pure_package_that_says_why(
    tiny_project: Path, tmp_path: Path, compiled_tiny_project: tuple[Path, Wheel]
) -> None:
    wrong = tiny_project / "src" / "shieldwall" / "engine" / "wrong.py"
    wrong.write_text('ARMOUR: dict[str, int] = {}\nCHAIN = ARMOUR["chain"]\n')
    mode = {"SHIELDWALL_COMPILE": "auto", **kept_by(compiled_tiny_project)}
    wheel = build_wheel(tiny_project, tmp_path / "out", **mode)
    assert wheel.record["kind"] == "pure"
    assert wheel.record["reason"].startswith("the compiled modules cannot be imported:")
    assert "KeyError: 'chain'" in wheel.record["reason"]


def test_the_build_imports_with_the_python_path_of_whoever_builds(
    tiny_project: Path, tmp_path: Path, compiled_tiny_project: tuple[Path, Wheel]
) -> None:
    """Where pip isolates a build, the packages it needs are found by PYTHONPATH alone."""
    isolated = tmp_path / "isolated"
    isolated.mkdir()
    (isolated / "only_here.py").write_text("CHAIN: int = 5\n")
    armour = tiny_project / "src" / "shieldwall" / "engine" / "armour.py"
    armour.write_text("from only_here import CHAIN  # type: ignore\n\nPLATE = CHAIN + 2\n")
    mode = {"SHIELDWALL_COMPILE": "require", "PYTHONPATH": str(isolated)}
    mode |= kept_by(compiled_tiny_project)
    assert build_wheel(tiny_project, tmp_path / "out", **mode).record["kind"] == "compiled"


def test_data_files_and_types_are_in_the_wheel(compiled_tiny_project: tuple[Path, Wheel]) -> None:
    _, wheel = compiled_tiny_project
    assert "shieldwall/engine/tables/table.yaml" in wheel.names
    assert "shieldwall/py.typed" in wheel.names


def test_a_build_leaves_nothing_beside_the_sources(
    compiled_tiny_project: tuple[Path, Wheel],
) -> None:
    project, _ = compiled_tiny_project
    names = {path.name for path in (project / "src").rglob("*") if path.is_file()}
    assert names == {
        "__init__.py", "buildinfo.py", "kernel.py", "py.typed", "table.yaml", "version.py",
        "words.py",
    }  # fmt: skip


def test_a_compiled_package_that_lost_a_library_does_not_call_itself_compiled(
    compiled_tiny_project: tuple[Path, Wheel], tmp_path: Path
) -> None:
    _, wheel = compiled_tiny_project
    wheel.run(tmp_path, "")
    (library,) = (tmp_path / "shieldwall" / "engine").glob("kernel.*.so")
    lost = f"import pathlib; pathlib.Path('shieldwall/engine', {library.name!r}).unlink(); "
    said = wheel.run(tmp_path, lost + ASK)
    assert (
        "kind='pure', reason='built compiled, but shieldwall.engine.kernel is loaded from" in said
    )


def test_the_same_sources_are_compiled_once_and_changed_ones_again(
    compiled_tiny_project: tuple[Path, Wheel], tmp_path: Path
) -> None:
    # No compiler here: only the cache can provide compiled modules.
    project, first = compiled_tiny_project
    copy = tmp_path / "project"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".build", "out"))
    store = str(project / ".build")
    hidden = {"SHIELDWALL_CACHE": store, "SHIELDWALL_COMPILE": "auto", "PATH": ""}
    hidden["SHIELDWALL_SPEED"] = "quick"
    again = build_wheel(copy, tmp_path / "again", **hidden)
    assert again.record == first.record
    kernel = copy / "src" / "shieldwall" / "engine" / "kernel.py"
    kernel.write_text(kernel.read_text().replace("i * i", "i * i * i"))
    changed = build_wheel(copy, tmp_path / "changed", **hidden)
    assert changed.record["kind"] == "pure"
    assert changed.record["source_hash"] != first.record["source_hash"]


def test_after_a_change_only_the_changed_module_is_compiled_again(
    compiled_tiny_project: tuple[Path, Wheel], tmp_path: Path
) -> None:
    project, _ = compiled_tiny_project
    copy = tmp_path / "project"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns(".build", "out"))
    quick = {"SHIELDWALL_COMPILE": "require", "SHIELDWALL_SPEED": "quick"}
    quick["SHIELDWALL_CACHE"] = str(tmp_path / "cache")
    shutil.copytree(project / ".build", tmp_path / "cache")
    kept = tmp_path / "cache" / "compiled" / "objects"
    before = {path.name for path in kept.iterdir()}
    kernel = copy / "src" / "shieldwall" / "engine" / "kernel.py"
    # Its new constants come before those of the other module, whose numbers they change.
    more = "\n\ndef cube(i: int) -> tuple[str, int]:\n    return f'the cube of {i}', i * 5000011\n"
    kernel.write_text(kernel.read_text().replace("i * i", "i * i * i") + more)
    wheel = build_wheel(copy, tmp_path / "after", **quick)
    ask = (
        "from shieldwall.engine.kernel import cube, squares; print(cube(3), squares(10)); "
        "from shieldwall.engine.words import greeting; said = greeting('Alda'); "
        "print(said[:11], len(said))"
    )
    said = wheel.run(tmp_path / "unpacked", ask)
    assert said == "('the cube of 3', 15000033) 2025\nHail, Alda! 1000013\n"
    after = {path.name for path in kept.iterdir()}
    assert len(before) > 1
    assert before < after
    # The module itself, and the file with the names of all functions.
    assert 1 <= len(after - before) <= 2
