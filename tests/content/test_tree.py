"""YAML read as text: no guessed types, no harm from hostile files, every mistake with its line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.content.helpers import SIDES, encounter, load, problems_of

from shieldwall.content import ContentError, load_encounter, read_encounter
from shieldwall.content.formats.yaml_tree import MAX_BYTES, Scalar, Table, parse_tree, read_text


def texts(text: str) -> dict[str, str]:
    found = {}
    for key, (_, node) in parse_tree(text, "e.yaml").entries.items():
        assert isinstance(node, Scalar)
        found[key] = node.text
    return found


def test_scalars_stay_as_they_are_written() -> None:
    written = {
        "a": "no", "b": "on", "c": "1:30", "d": "010", "e": "1e3", "f": "~", "g": "2001-01-01",
        "h": "0x1F", "i": "null", "j": ".inf", "no": "yes", "y": "n", "1": "=", "<<": "x",
    }  # fmt: skip
    assert texts("".join(f"{key}: {value}\n" for key, value in written.items())) == written


def test_the_schema_says_what_a_text_means() -> None:
    sides = SIDES.replace("name: left", "name: no, players: on").replace(
        "at: A1", "at: A1, hp: 010"
    )
    setup = load(sides=sides, more="look-for: 1:30\nrounds: 012\n")
    assert setup.sides[0].name == "no"
    assert setup.sides[0].players is True
    assert setup.placements[0].sheet.hp == 10
    assert setup.rounds == 12


def test_titles_may_look_like_anything() -> None:
    for title in ("no", "1:30", "010", "1e3", "~", "null", "2001-01-01"):
        text = encounter().replace("title: Test", f"title: {title}")
        assert read_encounter(text, "e.yaml").title == title


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["e.yaml: the file is empty"]),
        ("# nothing\n", ["e.yaml: the file is empty"]),
        ("---\n", ["e.yaml: the file is empty"]),
        ("just words\n", ["e.yaml:1: expected lines of the form `key: value`"]),
        ("- a\n", ["e.yaml:1: expected lines of the form `key: value`"]),
        ("a: 1\n---\nb: 2\n", ["e.yaml:2: a second document begins here; one a file"]),
        ("a:\n\t- 1\n\t- 2\n", ["e.yaml:2: a tab in the indentation; use spaces",
                                "e.yaml:3: a tab in the indentation; use spaces"]),
        ("a: 1\nb: 2\na: 3\n", ["e.yaml:3: 'a' is given twice; first on line 1"]),
        ("a: &x 1\nb: *x\n", ["e.yaml:1: anchors (&) are not allowed",
                              "e.yaml:2: references (*) are not allowed; write the value out"]),
        ("a: !!python/object:os.system 1\n",
         ["e.yaml:1: tags (!) are not allowed; quote the text"]),
        ("? [a]\n: b\n", ["e.yaml:1: a key must be plain text"]),
        ('a: "\\u0007"\n', ["e.yaml:1: a character that cannot be shown (U+0007)"]),
        ('a: "\\u202e"\n', ["e.yaml:1: a character that cannot be shown (U+202E)"]),
        ("a: 1\nb: \x07\n", ["e.yaml:2: a character that cannot be shown (U+0007)"]),
        ("a: " + "[" * 100_000, ["e.yaml:1: nested too deep"]),
        ("a: " + "{a: " * 100_000, ["e.yaml:1: nested too deep"]),
        ("a:\n" + "".join(" " * n + "-\n" for n in range(1, 500)), ["e.yaml:13: nested too deep"]),
        ("a: [" + "1," * 60_000 + "]", ["e.yaml:1: too many values: at most 50,000"]),
    ],
)  # fmt: skip
def test_files_that_are_refused(text: str, told: list[str]) -> None:
    assert problems_of(text) == told


@pytest.mark.parametrize(
    "text", ["a: [1\n", "a: b: c\n", "a: 'x\n", "{", "a: @x\n", "a:\n - 1\n b\n"]
)
def test_what_is_not_yaml_is_told_with_a_line(text: str) -> None:
    (told,) = problems_of(text)
    assert told.startswith("e.yaml:")
    assert "not valid YAML: " in told


def test_an_alias_bomb_is_refused_at_once() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n"
    for name, other in zip("bcdefgh", "abcdefg"):
        bomb += f"{name}: &{name} [{','.join([f'*{other}'] * 9)}]\n"
    started = time.process_time()
    # Of nine references in a line one is reported.
    assert len(problems_of(bomb)) == 8 + 7
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x00\x01\x02", "not a text file"),
        (b"title: a\nmap: \x00\n", "not a text file"),
        (b"\xff\xfet\x00i\x00", "not UTF-8 text; save it as UTF-8"),
        (b"title: caf\xe9\n", "not UTF-8 text; save it as UTF-8"),
        (b"#" * (MAX_BYTES + 1), "too large: at most 1,000,000 bytes"),
        (b"", "the file is empty"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "e.yaml"
    path.write_bytes(data)
    with pytest.raises(ContentError, match=message):
        load_encounter(str(path))


def test_a_byte_order_mark_and_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "e.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + encounter().replace("\n", "\r\n").encode())
    setup = load_encounter(str(path))
    assert (setup.grid.width, setup.grid.height) == (8, 4)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="is a folder; name a file in it"):
        read_text(tmp_path, "folder")


def test_a_file_nobody_may_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "e.yaml"
    path.write_text("a: 1\n")

    def refuse(*_: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ContentError, match="cannot be read: Permission denied"):
        read_text(path, "e.yaml")


def test_the_slow_parser_gives_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    def shape(table: Table) -> list[tuple[str, int, int]]:
        return [(k.text, k.line, v.line) for k, v in table.entries.values()]

    text = encounter()
    fast = shape(parse_tree(text, "e.yaml"))
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert shape(parse_tree(text, "e.yaml")) == fast
    assert read_encounter(text, "e.yaml").title == "Test"


@given(st.text(alphabet="ab:-[]{}#&*!|>'\"%@`,? \n\t~^", max_size=60))
def test_any_text_is_a_tree_or_a_content_error(text: str) -> None:
    told = ["none"]
    try:
        parse_tree(text, "e.yaml")
    except ContentError as error:
        told = [str(problem) for problem in error.problems]
    assert told


PIECES = st.sampled_from(
    ["title", "rules", "map", "sides", "squares", "units", "what", "at", "area", "walls", "edge",
     "kind", "door", "orc", "6 x orc", "A1", "A1-B2", "sovereign", "yes", "", "-1", "line", "hp"]
)  # fmt: skip
TREES = st.recursive(
    PIECES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PIECES, inner, max_size=5)
)


@given(st.dictionaries(PIECES, TREES, max_size=8))
def test_any_tree_is_an_encounter_or_a_content_error(tree: dict[str, object]) -> None:
    import json

    with pytest.raises(ContentError) as caught:
        read_encounter(json.dumps(tree), "e.yaml")
    assert caught.value.problems
