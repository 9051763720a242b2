"""Orders faults of disk and clock for a running process, through `faults.c`."""

from __future__ import annotations

import ctypes
import mmap
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("faults.c")
NAMES: Final = (
    "", "full disk", "failing writes", "read-only disk", "failing syncs", "failing reads",
    "slow disk", "torn writes", "killed in a write", "killed in a sync",
    "killed before a word is sent", "lying disk",
)  # fmt: skip
"""By the number `faults.c` knows them by."""


class _Orders(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int32),
        ("after", ctypes.c_int32),
        ("hits", ctypes.c_int32),
        ("unused", ctypes.c_int32),
        ("clock", ctypes.c_int64),
    )


def build(folder: Path) -> Path | None:
    """The library, compiled; None where there is no compiler for it."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    made = folder / "faults.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-w", "-o", str(made), str(SOURCE), "-ldl"]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        return None
    made.chmod(0o755)
    return made


class Injector:
    """What goes wrong for one process and those it starts."""

    def __init__(self, library: Path | None, folder: Path, under: str) -> None:
        self.library = library
        self.under = under
        self.path = folder / "orders"
        self.path.write_bytes(bytes(ctypes.sizeof(_Orders)))
        self.path.chmod(0o666)
        with self.path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), ctypes.sizeof(_Orders))
        self._orders = _Orders.from_buffer(self._map)

    def environment(self) -> dict[str, str]:
        if self.library is None:
            return {}
        return {
            "LD_PRELOAD": str(self.library),
            "SHIELDWALL_FAULTS": os.fspath(self.path),
            "SHIELDWALL_FAULTS_UNDER": self.under,
        }

    def strike(self, name: str, after: int = 0) -> None:
        """From this call on, until it is repaired."""
        self._orders.kind = 0
        self._orders.after = after
        self._orders.hits = 0
        self._orders.kind = NAMES.index(name)

    @property
    def hits(self) -> int:
        return int(self._orders.hits)

    def heal(self) -> None:
        self._orders.kind = 0

    def turn_clock(self, seconds: int) -> None:
        self._orders.clock = seconds
