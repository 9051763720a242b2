"""Compile the C files that mypyc has written, in parallel, and each only if it has changed.

A C file depends on its own text and on the declarations it uses from the headers; a digest of these
is the key of the compiled file. Constants have numbers, and a new constant would change the numbers
in every file. So each file calls constants by a name derived from their content, if the assembler
can map that to the number.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

# Object files unused for this many days are deleted.
OBJECT_DAYS = 14
# From this many C files on, the headers are precompiled.
WORTH_PREPARING = 12
# One line of mypyc's header of shared declarations.
DECLARED = re.compile(r"extern [^(\[;]*?(\w+)(?:\(|\[|;)")
STRUCT = re.compile(r"(?=^typedef struct\b)|(?<=;)\n(?=#endif|\n|extern)", re.MULTILINE)
STRUCT_NAME = re.compile(r"^}\s*(\w+);", re.MULTILINE)
# Each tuple type is declared within one of these.
GUARDS = ("#ifndef MYPYC_DECLARED_", "#define MYPYC_DECLARED_", "#endif")
WORDS = re.compile(r"\w+")
CONSTANT = re.compile(r"\bCPyStatics\[(\d+)\]")
INCLUDES = re.compile(r"(?:#include .*\n)+")
# The part of Python's large headers that the small file before each module needs.
SHIM = {
    "PyObject": "typedef struct _object PyObject;",
    "PyMODINIT_FUNC": (
        '#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *\n'
        "#define NULL ((void *)0)"
    ),
    "PyImport_ImportModule": "PyObject *PyImport_ImportModule(const char *);",
    "PyImport_ImportModuleLevel": (
        "PyObject *PyImport_ImportModuleLevel"
        "(const char *, PyObject *, PyObject *, PyObject *, int);"
    ),
    "PyObject_GetAttrString": "PyObject *PyObject_GetAttrString(PyObject *, const char *);",
    "PyCapsule_GetPointer": "void *PyCapsule_GetPointer(PyObject *, const char *);",
    "PyErr_Clear": "void PyErr_Clear(void);",
    "Py_BuildValue": "PyObject *Py_BuildValue(const char *, ...);",
    "Py_DECREF": "void Py_DecRef(PyObject *);\n#define Py_DECREF Py_DecRef",
}
PYTHON_NAMES = re.compile(r"(?<!\w)_?Py\w+")


class Compiling:
    """Replaces the compiler's `compile`. `objects` is the folder of kept object files, if any."""

    def __init__(self, compiler: Any, command: Sequence[str], objects: Path | None) -> None:
        self.compiler = compiler
        self.command = command
        self.compile_all: Callable[..., list[str]] = compiler.compile
        self.objects = objects
        self.jobs = int(os.environ.get("SHIELDWALL_JOBS") or os.cpu_count() or 1)
        self._headers: list[tuple[str, str]] | None = None
        self._lock = Lock()

    def __call__(self, sources: list[str], *args: Any, **options: Any) -> list[str]:
        """Compile the C files of one library; the paths of their objects."""
        if self.objects is None:
            with ThreadPoolExecutor(self.jobs) as pool:
                made = pool.map(lambda one: self.compile_all([one], *args, **options), sources)
                return [name for names in made for name in names]
        given = json.dumps([list(self.command), sys.version, args, options], default=str)
        kept = {source: self.objects / self._digest(given, source) for source in sources}
        changed = [source for source in sources if not kept[source].exists()]
        more = dict(options)
        if len(changed) >= WORTH_PREPARING and (prepared := self._prepared(changed, options)):
            more["extra_postargs"] = [*(options.get("extra_postargs") or []), *prepared]

        def compile_one(source: str) -> list[str]:
            # The object's place as the compiler itself would choose it.
            made = Path("objects", source).with_suffix(".o")
            if source not in changed:
                made.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(kept[source], made)
                os.utime(kept[source])
                return [str(made)]
            names = self.compile_all([source], *args, **more)
            if [Path(name) for name in names] == [made]:
                kept[source].parent.mkdir(parents=True, exist_ok=True)
                beside = kept[source].with_name(f"{kept[source].name}.{os.getpid()}")
                shutil.copyfile(made, beside)
                beside.replace(kept[source])
            return names

        with ThreadPoolExecutor(self.jobs) as pool:
            return [name for names in pool.map(compile_one, sources) for name in names]

    def _digest(self, given: str, source: str) -> str:
        text = Path(source).read_text(encoding="utf-8")
        with self._lock:
            if self._headers is None:
                self._headers = header_parts(Path("c"))
        used = parts_used(self._headers, text) if '#include "' in text else []
        return hashlib.sha256(json.dumps([given, used, text]).encode()).hexdigest()[:32]

    def _prepared(self, sources: list[str], options: dict[str, Any]) -> list[str]:
        """The flags that make the compiler use precompiled headers."""
        if Path(self.command[0]).name == "ccache":
            return []  # otherwise it would keep nothing
        starts = [INCLUDES.match(Path(source).read_text(encoding="utf-8")) for source in sources]
        found = [start[0] for start in starts if start and "__native_internal" in start[0]]
        if len(found) < WORTH_PREPARING or len(set(found)) != 1:
            return []
        header = Path("prepared", "all.h").resolve()
        header.parent.mkdir(exist_ok=True)
        header.write_text(found[0], encoding="utf-8")
        places = [*(options.get("include_dirs") or []), *self.compiler.include_dirs]
        folders = [f"-I{one}" for one in places]
        ran = subprocess.run(
            [
                *(*self.compiler.compiler_so, *folders, "-x", "c-header", str(header)),
                *("-o", f"{header}.gch", *(options.get("extra_postargs") or [])),
            ],
            capture_output=True,
            check=False,
        )
        return [] if ran.returncode else ["-include", str(header)]


def header_parts(folder: Path) -> list[tuple[str, str]]:
    """The declarations of mypyc's headers by name; those that apply to all have none."""
    parts: list[tuple[str, str]] = []
    for header in sorted(folder.rglob("*.h")):
        text = header.read_text(encoding="utf-8")
        if not header.name.startswith("__native"):
            parts.append(("", text))
            continue
        for part in STRUCT.split(text):
            ends = STRUCT_NAME.search(part) if part.startswith("typedef struct") else None
            if ends is not None:
                parts.append((ends[1], part))
                continue
            for line in part.splitlines():
                declared = DECLARED.match(line)
                if declared is not None:
                    short = line.partition("[")[0] if declared[1] == "CPyStatics" else line
                    parts.append((declared[1], short))
                elif not line.startswith(GUARDS):
                    parts.append(("", line))
    return parts


def parts_used(parts: list[tuple[str, str]], source: str) -> list[str]:
    """The declarations a C file depends on: those it names, and those that they name.

    The total number of constants does not matter.
    """
    words = set(WORDS.findall(source))
    found = {part for name, part in parts if not name}
    waiting = [entry for entry in parts if entry[0]]
    while True:
        used = [entry for entry in waiting if entry[0] in words]
        if not used:
            return sorted(found)
        waiting = [entry for entry in waiting if entry[0] not in words]
        for _, part in used:
            found.add(part)
            words.update(WORDS.findall(part))


def lighten_shims(folder: Path) -> None:
    """Let the small files before the modules skip Python's headers: a tenth of the time each."""
    for path in folder.rglob("*.c"):
        text = path.read_text(encoding="utf-8")
        if path.name.startswith("__native") or not text.startswith("#include <Python.h>\n"):
            continue
        body = text.removeprefix("#include <Python.h>\n")
        code = re.sub(r"//.*", "", body)
        names = set(PYTHON_NAMES.findall(re.sub(r'"[^"\n]*"', "", code)))
        unknown = {name for name in names - set(SHIM) if not name.startswith("PyInit_")}
        if "#include" in code or unknown:
            continue
        declared = "\n".join(line for name, line in SHIM.items() if name in names)
        path.write_text(f"{declared}\n{body}", encoding="utf-8")


def name_constants(folder: Path, group: str) -> None:
    """Make the C files call constants by their content, not by their number.

    If mypyc's layout is unknown, nothing is changed.
    """
    main = folder / f"__native_{group}.c"
    text = main.read_text(encoding="utf-8")
    size = re.search(r"^PyObject \*CPyStatics\[(\d+)\];$", text, re.MULTILINE)
    names = constant_names(text)
    if size is None or len(names) != int(size[1]) or len(set(names)) != len(names):
        return
    for path in folder.glob("__native_*.c"):
        if path == main:
            continue
        body = path.read_text(encoding="utf-8")
        start = INCLUDES.match(body)
        if start is None:
            continue
        used = sorted({names[int(number)] for number in CONSTANT.findall(body)})
        hidden = '__attribute__((visibility("hidden")))'
        declared = "".join(f"extern PyObject *{name} {hidden};\n" for name in used)
        body = CONSTANT.sub(lambda found: names[int(found[1])], body[start.end() :])
        path.write_text(start[0] + declared + body, encoding="utf-8")
    size_of = 8 if sys.maxsize > 2**32 else 4
    lines = [
        f'".globl {name}\\n.hidden {name}\\n.set {name}, CPyStatics+{size_of * place}\\n"'
        for place, name in enumerate(names)
    ]
    main.write_text(text + "\n".join(["__asm__(", *lines, ");", ""]), encoding="utf-8")


def constant_names(text: str) -> list[str]:
    """The names of all constants, in the order of their numbers; none if the layout is unknown."""
    found = ["None", "False", "True"]
    try:
        found += [f"str {one!r}" for one in counted(c_strings(text, "Str"))]
        found += [f"bytes {one!r}" for one in counted(c_strings(text, "Bytes"))]
        for line in c_strings(text, "Int"):
            found += [f"int {one.decode()}" for one in line[number_at(line, 0)[1] :].split(b"\0")]
        found += [f"float {one}" for one in c_numbers(text, "Float")[1:]]
        pairs = c_numbers(text, "Complex")[1:]
        found += [f"complex {one} {two}" for one, two in zip(pairs[::2], pairs[1::2])]
        for kind in ("Tuple", "FrozenSet"):
            items = [int(one) for one in c_numbers(text, kind)]
            at = 1
            for _ in range(items[0]):
                members = items[at + 1 : at + 1 + items[at]]
                at += 1 + items[at]
                found.append(f"{kind} {[found[one] for one in members]}")
    except (IndexError, ValueError, SyntaxError):
        return []
    return ["CPyS_" + hashlib.sha256(one.encode()).hexdigest()[:20] for one in found]


def table(text: str, kind: str) -> str:
    found = re.search(rf"^const [^=\n]*CPyLit_{kind}\[\] = {{(.*?)}};$", text, re.M | re.S)
    if found is None:
        raise ValueError(kind)
    return found[1]


def c_strings(text: str, kind: str) -> list[bytes]:
    """The lines of a table of texts, as bytes, without the empty last one."""
    lines = re.findall(r'^ *"(.*)",?$', table(text, kind), re.MULTILINE)
    found = [ast.literal_eval(f'b"{line}"'.replace("\\?", "?")) for line in lines]
    return [line for line in found if line]


def c_numbers(text: str, kind: str) -> list[str]:
    return [one.strip() for one in table(text, kind).replace("\n", " ").split(",") if one.strip()]


def number_at(line: bytes, at: int) -> tuple[int, int]:
    """A number in mypyc's encoding, seven bits to a byte, and its end."""
    number = 0
    while True:
        number = number << 7 | line[at] & 0x7F
        at += 1
        if line[at - 1] < 0x80:
            return number, at


def counted(lines: list[bytes]) -> Iterator[bytes]:
    """Texts, each after its length; each line begins with the number of its texts."""
    for line in lines:
        count, at = number_at(line, 0)
        for _ in range(count):
            length, at = number_at(line, at)
            yield line[at : at + length]
            at += length


def forget_old_objects(objects: Path) -> None:
    oldest = time.time() - OBJECT_DAYS * 24 * 60 * 60
    for kept in objects.glob("*"):
        if kept.stat().st_mtime < oldest:
            kept.unlink(missing_ok=True)
