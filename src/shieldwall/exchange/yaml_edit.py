"""Edit values in a hand-written file: only changed values are rewritten.

Comments, blank lines, the order of keys and the style of each value are kept. New values are
written as by `yaml_text`. A file is a tree of texts here, as for `yaml_tree`.
"""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from typing import Final

import yaml

from shieldwall.content.formats.yaml_tree import Listing, Node, Scalar, Table

Tree = str | list["Tree"] | dict[str, "Tree"]
"""The content of a file: texts, lists of them, and keys with values."""

WIDTH: Final = 96
_SAFE: Final = re.compile(r"[A-Za-z0-9+](?:[A-Za-z0-9()/.+_' -]*[A-Za-z0-9()/.+_'-])?")


def tree_of(node: Node) -> Tree:
    """A parsed file as plain values."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return [tree_of(part) for part in node.items]
    assert isinstance(node, Table)
    return {key: tree_of(part) for key, (_, part) in node.entries.items()}


def edited(text: str, wanted: dict[str, Tree]) -> str:
    """The text with the wanted values; rewritten from scratch if it cannot be edited."""
    crlf = "\r\n" in text
    plain = text.replace("\r\n", "\n")
    if plain and not plain.endswith("\n"):
        plain += "\n"
    made = _patched(plain, wanted)
    if made is None or _read(made) != wanted:
        made = written(wanted)
    return made.replace("\n", "\r\n") if crlf else made


def written(wanted: dict[str, Tree]) -> str:
    """A new file with these values."""
    return "".join(entry_text(key, value, 0) for key, value in wanted.items())


def _read(text: str) -> Tree | None:
    node = _composed(text)
    return None if node is None else _plain(node)


def _composed(text: str) -> yaml.Node | None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        found = yaml.compose(text, Loader=loader)
    except (yaml.YAMLError, RecursionError):
        return None
    return found if isinstance(found, yaml.Node) else None


def _plain(node: yaml.Node) -> Tree:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(part) for part in node.value]
    assert isinstance(node, yaml.MappingNode)
    return {str(key.value): _plain(part) for key, part in node.value}


def _patched(text: str, wanted: dict[str, Tree]) -> str | None:
    root = _composed(text)
    if not isinstance(root, yaml.MappingNode) or root.flow_style or not wanted:
        return None
    patch = _Patch(text)
    try:
        patch.mapping(root, wanted)
    except _TooHard:
        return None
    return patch.applied()


class _TooHard(Exception):
    """A part of a file in a style that cannot be edited."""


class _Patch:
    """Changes to one text, collected and then applied from end to start."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.changes: list[tuple[int, int, str]] = []

    def applied(self) -> str:
        text = self.text
        # Of two at one place, the later one goes behind.
        for start, end, instead in sorted(self.changes, key=lambda one: one[:2], reverse=True):
            text = text[:start] + instead + text[end:]
        return text

    def put(self, start: int, end: int, instead: str) -> None:
        for at, change in enumerate(self.changes):
            if change[0] == change[1] == start == end:
                self.changes[at] = (start, end, change[2] + instead)
                return
        self.changes.append((start, end, instead))

    def lines_out(self, first: int, last: int, instead: str = "") -> None:
        """Replace these lines by others, or remove them."""
        self.put(self.starts[first], self.starts[last + 1], instead)

    def after_line(self, line: int, more: str) -> None:
        self.put(self.starts[line + 1], self.starts[line + 1], more)

    def offset(self, mark: yaml.Mark) -> int:
        return self.starts[mark.line] + mark.column

    def last_line(self, node: yaml.Node) -> int:
        """The last line of a node; comments after it are not part of it."""
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                return self.block_end(node)
            return int(node.end_mark.line)
        assert isinstance(node, yaml.CollectionNode)
        if node.flow_style or not node.value:
            return int(node.end_mark.line)
        last = node.value[-1]
        return self.last_line(last[1] if isinstance(node, yaml.MappingNode) else last)

    def block_end(self, node: yaml.ScalarNode) -> int:
        """The last line of a text after `|`."""
        count = len(node.value.rstrip("\n").split("\n"))
        return int(node.start_mark.line) + count if node.value.strip() else node.start_mark.line

    def node(self, node: yaml.Node, wanted: Tree, in_flow: bool) -> bool:
        """Change a value in place; False if it has to be rewritten."""
        if _plain(node) == wanted:
            return True
        if isinstance(node, yaml.ScalarNode) and isinstance(wanted, str):
            return self.scalar(node, wanted)
        if isinstance(node, yaml.MappingNode) and isinstance(wanted, dict) and wanted:
            if not node.flow_style:
                return node.value != [] and self.mapping(node, wanted)
            return self.flow(node, wanted)
        if isinstance(node, yaml.SequenceNode) and isinstance(wanted, list) and wanted:
            if not node.flow_style and not in_flow:
                return self.sequence(node, wanted)
            return (in_flow or node.value != []) and self.flow(node, wanted)
        return False

    def scalar(self, node: yaml.ScalarNode, wanted: str) -> bool:
        if node.style in ("|", ">"):
            return node.style == "|" and self.block(node, wanted)
        if "\n" in wanted or node.start_mark.line != node.end_mark.line:
            return False
        self.put(self.offset(node.start_mark), self.offset(node.end_mark), scalar_text(wanted))
        return True

    def block(self, node: yaml.ScalarNode, wanted: str) -> bool:
        """Map rows, one per line."""
        first = int(node.start_mark.line) + 1
        last = self.block_end(node)
        rows = wanted.removesuffix("\n").split("\n")
        if last < first or not wanted.endswith("\n") or not rows[0] or rows[0][0] == " ":
            return False
        indent = self.lines[first][: len(self.lines[first]) - len(self.lines[first].lstrip())]
        before = self.lines[first : last + 1]
        for number, row in enumerate(before):
            made = f"{indent}{rows[number]}" if number < len(rows) else None
            if made is None:
                self.lines_out(first + number, first + number)
            elif made != row:
                self.lines_out(first + number, first + number, made + "\n")
        if len(rows) > len(before):
            self.after_line(last, "".join(f"{indent}{row}\n" for row in rows[len(before) :]))
        return True

    def flow(self, node: yaml.CollectionNode, wanted: Tree) -> bool:
        """Within braces or brackets: value by value, or all of it."""
        mark = len(self.changes)
        if isinstance(node, yaml.MappingNode) and isinstance(wanted, dict):
            keys = [str(key.value) for key, _ in node.value]
            if keys == list(wanted) and all(
                self.node(part, wanted[str(key.value)], True) for key, part in node.value
            ):
                return True
        elif isinstance(wanted, list) and len(node.value) == len(wanted):
            if all(self.node(part, value, True) for part, value in zip(node.value, wanted)):
                return True
        del self.changes[mark:]
        made = flow_text(wanted)
        if "\n" in made:
            return False
        self.put(self.offset(node.start_mark), self.offset(node.end_mark), made)
        return True

    def mapping(self, node: yaml.MappingNode, wanted: dict[str, Tree]) -> bool:
        """Keys with values, one per line."""
        indent = int(node.value[0][0].start_mark.column)
        last = -1
        known = {str(key.value): (key, part) for key, part in node.value}
        mark = len(self.changes)
        for name, (key, part) in known.items():
            line = int(key.start_mark.line)
            if name in wanted:
                if not self.node(part, wanted[name], False):
                    self.own_line(key)
                    fresh = entry_text(name, wanted[name], indent)
                    self.lines_out(line, self.last_line(part), fresh)
            elif not self.owns_line(key):
                # The first key of a list item: removing it would remove the dash too.
                del self.changes[mark:]
                return False
            else:
                self.lines_out(line, self.last_line(part))
        before = ""
        for name, value in wanted.items():
            if name not in known:
                fresh = entry_text(name, value, indent)
                if before in known:
                    last = self.last_line(known[before][1])
                elif last < 0:
                    last = self.last_line(node)
                self.after_line(last, fresh)
            else:
                before = name
        return True

    def owns_line(self, key: yaml.Node) -> bool:
        line = self.lines[key.start_mark.line]
        return not line[: key.start_mark.column].strip()

    def own_line(self, key: yaml.Node) -> None:
        if not self.owns_line(key):
            raise _TooHard

    def sequence(self, node: yaml.SequenceNode, wanted: list[Tree]) -> bool:
        """A list, with one or more lines per item."""
        items: list[yaml.Node] = list(node.value)
        dashes = []
        for item in items:
            line = self.lines[item.start_mark.line]
            if not line.lstrip().startswith("-"):
                return False
            dashes.append(len(line) - len(line.lstrip()))
        indent = dashes[0]
        old = [json.dumps(_plain(item)) for item in items]
        new = [json.dumps(value) for value in wanted]
        for tag, i0, i1, j0, j1 in SequenceMatcher(None, old, new, False).get_opcodes():
            if tag == "equal":
                continue
            shared = min(i1 - i0, j1 - j0)
            for item, value in zip(items[i0 : i0 + shared], wanted[j0 : j0 + shared]):
                if not self.node(item, value, False):
                    fresh = item_text(value, indent)
                    self.lines_out(item.start_mark.line, self.last_line(item), fresh)
            for item in items[i0 + shared : i1]:
                self.lines_out(item.start_mark.line, self.last_line(item))
            more = "".join(item_text(value, indent) for value in wanted[j0 + shared : j1])
            if more and i1 == 0:
                start = self.starts[items[0].start_mark.line]
                self.put(start, start, more)
            elif more:
                self.after_line(self.last_line(items[i1 - 1]), more)
        return True


# Formatting of new values.


def scalar_text(text: str) -> str:
    """A text on one line: plain if it has no special characters, else in quotes."""
    if _SAFE.fullmatch(text) and "  " not in text:
        return text
    return json.dumps(text, ensure_ascii=False)


def flow_text(value: Tree) -> str:
    """On one line: `{what: goblin, at: C3}`."""
    if isinstance(value, str):
        return scalar_text(value)
    if isinstance(value, list):
        return "[" + ", ".join(flow_text(part) for part in value) + "]"
    parts = (f"{scalar_text(key)}: {flow_text(part)}" for key, part in value.items())
    return "{" + ", ".join(parts) + "}"


def entry_text(key: str, value: Tree, indent: int) -> str:
    """A key with its value, as lines."""
    pad = " " * indent
    head = f"{pad}{scalar_text(key)}:"
    if isinstance(value, str):
        return f"{head} {_text(value, indent)}"
    line = f"{head} {flow_text(value)}"
    if not value or (len(line) <= WIDTH and is_short(value) and (indent or key in _ON_A_LINE)):
        return line + "\n"
    if isinstance(value, dict):
        body = "".join(entry_text(name, part, indent + 2) for name, part in value.items())
        return f"{head}\n{body}"
    if all(isinstance(part, str) for part in value):
        return f"{line}\n"
    return f"{head}\n" + "".join(item_text(part, indent + 2) for part in value)


_ON_A_LINE: Final = ("surprised", "hidden", "poised", "rulings", "enforce")
"""Top-level keys whose short value is on the same line."""


def item_text(value: Tree, indent: int) -> str:
    """A list item, as lines."""
    pad = " " * indent
    line = f"{pad}- {flow_text(value)}"
    if isinstance(value, str) and "\n" not in value:
        return line + "\n"
    if not isinstance(value, dict) or (len(line) <= WIDTH and is_short(value)):
        return line + "\n"
    body = "".join(entry_text(name, part, indent + 2) for name, part in value.items())
    return f"{pad}- {body[indent + 2 :]}"


def is_short(value: Tree) -> bool:
    """Whether it is readable on one line: without lists of records or long texts."""
    if isinstance(value, str):
        return "\n" not in value
    parts = value if isinstance(value, list) else list(value.values())
    if isinstance(value, list) and any(isinstance(part, dict) for part in parts):
        return False
    return all(is_short(part) for part in parts)


def _text(value: str, indent: int) -> str:
    if "\n" not in value:
        return scalar_text(value) + "\n"
    pad = " " * (indent + 2)
    rows = value.removesuffix("\n").split("\n")
    if not value.endswith("\n") or value.endswith("\n\n") or rows[0][:1] in ("", " "):
        return json.dumps(value, ensure_ascii=False) + "\n"
    return "|\n" + "".join(f"{pad}{row}\n" if row else "\n" for row in rows)
