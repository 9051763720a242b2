"""A YAML file as a tree of texts, each with its line. The schema interprets the texts.

Standard YAML would turn `no` into false, `1:30` into 90 and `010` into 8; here nothing is guessed.
Anchors, aliases and tags are refused, depth and size are limited, so a hostile file costs little.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from shieldwall.content.formats.problems import ContentError, Problem, fail

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from yaml import Event, YAMLError

MAX_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 12
MAX_NODES: Final = 50_000


class Node:
    """A value in the file and its position, counted from 1."""

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column


class Scalar(Node):
    """A piece of text, as written."""

    def __init__(self, line: int, column: int, text: str, style: str) -> None:
        super().__init__(line, column)
        self.text = text
        self.style = style
        """"" for plain text, else the quote, `|` or `>`."""


class Listing(Node):
    """A list."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(line, column)
        self.items: list[Node] = []


class Table(Node):
    """Keys with their values, in file order."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(line, column)
        self.entries: dict[str, tuple[Scalar, Node]] = {}


def is_file(path: Path | Traversable) -> bool:
    """Whether the file exists; False if it is inaccessible."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path | Traversable) -> bool:
    """Whether it is a folder; False if it is inaccessible."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_text(source: Path | Traversable, name: str) -> str:
    """The text of a hand-written file."""
    if not is_file(source):
        raise fail(name, "is a folder; name a file in it" if is_folder(source) else "no such file")
    try:
        with source.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise fail(name, f"cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise fail(name, f"too large: at most {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fail(name, "not UTF-8 text; save it as UTF-8", line) from error
    if "\0" in text:
        raise fail(name, "not a text file", text.count("\n", 0, text.index("\0")) + 1)
    return text


def parse_tree(text: str, name: str) -> Table:
    """The file's top-level table of keys and values."""
    import yaml

    problems = _tabs(text, name)
    if problems:
        raise ContentError(problems)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(name)
    try:
        for event in yaml.parse(text, Loader=loader):
            builder.take(event)
    except yaml.YAMLError as error:
        raise ContentError([*builder.problems, _syntax_problem(error, text, name)]) from error
    if builder.problems:
        raise ContentError(builder.problems)
    root = builder.root
    if root is None or (isinstance(root, Scalar) and not root.text):
        raise fail(name, "the file is empty")
    if not isinstance(root, Table):
        raise fail(name, "expected lines of the form `key: value`", root.line)
    return root


def _tabs(text: str, name: str) -> list[Problem]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent and line.strip():
            message = "a tab in the indentation; use spaces"
            found.append(Problem(name, number, indent.index("\t") + 1, "", message))
    return found


def _syntax_problem(error: YAMLError, text: str, name: str) -> Problem:
    import yaml

    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        told = error.problem or error.context or "unreadable"
        return Problem(name, line, column, "", f"not valid YAML: {told}")
    for number, row in enumerate(text.split("\n"), 1):
        for column, char in enumerate(row, 1):
            if not char.isprintable() and char not in "\t\r":
                return Problem(name, number, column, "", _unprintable(char))
    return Problem(name, 0, 0, "", "not valid YAML: unreadable characters")


def _unprintable(char: str) -> str:
    return f"a character that cannot be shown (U+{ord(char):04X})"


class _Builder:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.open: list[Listing | Table] = []
        self.keys: list[Scalar | None] = []
        """For each open node, the key that waits for its value."""
        self.nodes = 0

    def take(self, event: Event) -> None:
        import yaml

        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        if isinstance(event, yaml.DocumentStartEvent):
            if self.root is not None:
                raise fail(self.name, "a second document begins here; one a file", line)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(line, column, "references (*) are not allowed; write the value out")
            self._place(Scalar(line, column, "", ""))
        elif isinstance(event, yaml.NodeEvent):
            if event.anchor is not None:
                self._refuse(line, column, "anchors (&) are not allowed")
            tag = getattr(event, "tag", None)
            if tag is not None and tag != "!":
                self._refuse(line, column, "tags (!) are not allowed; quote the text")
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(line, column, event.value, event.style or "")
            else:
                table = isinstance(event, yaml.MappingStartEvent)
                node = Table(line, column) if table else Listing(line, column)
                self._place(node)
                self.open.append(node)
                self.keys.append(None)
                if len(self.open) > MAX_DEPTH:
                    raise fail(self.name, "nested too deep", line)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            self.keys.pop()

    def _refuse(self, line: int, column: int, message: str) -> None:
        """Once per line: a malicious file has thousands of them."""
        last = self.problems[-1] if self.problems else None
        if last is None or (last.line, last.message) != (line, message):
            self.problems.append(Problem(self.name, line, column, "", message))

    def _scalar(self, line: int, column: int, text: str, style: str) -> None:
        for char in text:
            if not char.isprintable() and char not in "\n\t":
                self._refuse(line, column, _unprintable(char))
                break
        self._place(Scalar(line, column, text, style))

    def _place(self, node: Node) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise fail(self.name, f"too many values: at most {MAX_NODES:,}", node.line)
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if isinstance(parent, Listing):
            parent.items.append(node)
            return
        assert isinstance(parent, Table)
        key = self.keys[-1]
        if key is None:
            if not isinstance(node, Scalar):
                self._refuse(node.line, node.column, "a key must be plain text")
                node_key = Scalar(node.line, node.column, "", "")
            else:
                node_key = node
            self.keys[-1] = node_key
            return
        self.keys[-1] = None
        first = parent.entries.get(key.text)
        if first is not None:
            message = f"{key.text!r} is given twice; first on line {first[0].line}"
            self._refuse(key.line, key.column, message)
            return
        parent.entries[key.text] = (key, node)
