"""Compile the modules that run in a simulated turn with mypyc, outside the source tree.

    python tools/compile.py PACKAGE CACHE

PACKAGE is the package's directory. The result is in CACHE/compiled/KEY, with the layout of a wheel
and a record `built.json`; its path is the last line printed. KEY is a digest of the input, so the
same sources are compiled once. The build hook runs this as a process of its own, because mypyc
exits and prints as it likes.

SHIELDWALL_SPEED sets the optimisation level. `quick` takes a third of the time of `full` (the
default), which optimises across modules and gives an engine 15 to 25 % faster. `best` compiles
twice: it plays fights in between, and the compiler optimises the code they ran. C files that have
not changed since an earlier `quick` build are not compiled again.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from tools.c_files import Compiling, forget_old_objects, lighten_shims, name_constants

# mypyc names the shared library after the group; with a C file a module, that must not be the
# package's own name.
GROUP = "shieldwall_native"
MYPY_OPTIONS = [
    "--strict",
    "--config-file=",
    "--follow-imports=silent",
    "--no-warn-unused-ignores",
    "--no-error-summary",
    "--hide-error-context",
]
# By default mypyc's functions are visible outside the library, and functions that can be replaced
# from outside are not inlined. Hidden ones make calls across modules 12 % faster.
CFLAGS = ["-fvisibility=hidden"]
# If the compiler can, it optimises all modules together at link time, and calls Python's library
# directly: 7 to 9 % faster.
TOGETHER = ["-flto", "-fno-plt"]
KEPT = 6
SPEEDS = ("quick", "full", "best")
# The fights of a `best` build's profile: a bit of everything a simulation does.
REHEARSAL = (
    *(("yard", "simple", 400), ("hall", "soldier", 200), ("crypt", "soldier", 60)),
    *(("drake-nest", "simple", 60), ("briar-hollow", "simple", 100), ("ford", "soldier", 60)),
)
# Other modules that run in a simulated turn or a counted step, besides the packages compiled whole.
ALONE = (
    "knowledge/view.py",
    "knowledge/side_knowledge.py",
    "sim/fight_facts.py",
    "text/fates.py",
    *(
        f"env/{name}.py"
        for name in (
            *("action_codes", "arena_core", "decision_oracle", "stepper", "observations"),
            "game_state",
            "legal_list",
            "row_facts",
        )
    ),
    *(
        f"odds/{name}.py"
        for name in (
            *(
                "attack_odds",
                "exact_positions",
                "duel_step",
                "duel_game",
                "duel_rounds",
                "duel_values",
            ),
            *("mixed_strategies", "small_fight_chain", "probability_flow"),
        )
    ),
)
# This exit status means that standard error contains only the reason.
EXPLAINED = 3


def compiled_sources(package: Path) -> list[str]:
    """The files to compile, relative to the package's parent.

    An `__init__.py` stays interpreted: it only names what others may import.
    """
    files = [package / name for name in ALONE if (package / name).exists()]
    for room in ("engine", "gm", "abilities", "books", "minds"):
        files += (package / room).rglob("*.py")
    return sorted(
        path.relative_to(package.parent).as_posix() for path in files if path.name != "__init__.py"
    )


def module_name(source: str) -> str:
    return source.removesuffix(".py").replace("/", ".")


def with_imports(root: Path, sources: Iterable[str]) -> list[str]:
    """The sources and, transitively, the files of the package they import, which have the types."""
    found: set[str] = set()
    waiting = list(sources)
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        for node in ast.walk(ast.parse((root / source).read_bytes(), source)):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            for name in names:
                path = name.replace(".", "/")
                for candidate in (f"{path}.py", f"{path}/__init__.py"):
                    if (root / candidate).is_file():
                        waiting.append(candidate)
    return sorted(found)


def cache_key(root: Path, sources: list[str]) -> str:
    tools = {name: version(name) for name in ("mypy", "librt", "setuptools")}
    ours = [Path(__file__), Path(__file__).with_name("c_files.py")]
    made_by = [
        *(path.read_text("utf-8") for path in ours),
        sys.version,
        sysconfig.get_platform(),
        tools,
    ]
    digest = hashlib.sha256(json.dumps([*made_by, sources, compiler(), speed()]).encode())
    for source in with_imports(root, sources):
        content = (root / source).read_bytes()
        digest.update(f"{source}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:24]


def compiler() -> list[str]:
    """The C compiler's command, as setuptools finds it."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def speed() -> str:
    wanted = os.environ.get("SHIELDWALL_SPEED") or "full"
    if wanted not in SPEEDS:
        fail(f"SHIELDWALL_SPEED is {wanted!r}; it may be {', '.join(SPEEDS)}")
    return wanted


def check_compiler() -> None:
    """Report at once, in words, what mypyc would only report after a minute."""
    if sys.platform == "win32":
        return
    command = compiler()
    if shutil.which(command[0]) is None:
        fail(f"no C compiler: `{command[0]}` is not on the PATH (Debian: apt-get install gcc)")
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
        include = "-I" + sysconfig.get_path("include")
        ran = subprocess.run(
            [*command, include, "-c", str(probe), "-o", str(probe.with_suffix(".o"))],
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode == 0:
        return
    if "Python.h" in ran.stderr:
        minor = f"python3.{sys.version_info.minor}"
        fail(f"Python's headers are missing: no Python.h (Debian: apt-get install {minor}-dev)")
    said = ran.stderr.strip().splitlines()[-3:] or ["it printed nothing"]
    name = " ".join(command)
    fail("\n".join([f"the C compiler `{name}` fails on a file of two lines:", *said]))


def link_time_flags() -> list[str]:
    """The flags for optimising across modules, if compiler and linker both know them."""
    if sys.platform == "win32":
        return []
    jobs = os.environ.get("SHIELDWALL_JOBS") or os.cpu_count() or 1
    # gcc takes a number of jobs; other compilers take the bare word.
    for flags in ([f"-flto={jobs}", *TOGETHER[1:]], TOGETHER):
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder, "probe.c")
            probe.write_text("int probe(void) { return 0; }\n")
            made = probe.with_suffix(".so")
            ran = subprocess.run(
                [*compiler(), "-shared", "-fPIC", "-Werror", *flags, str(probe), "-o", str(made)],
                capture_output=True,
                check=False,
            )
        if ran.returncode == 0:
            return flags
    return []


def compile_package(package: Path, sources: list[str], out: Path) -> None:
    """Fill `out` with the compiled modules and a record of them."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="work-", dir=out.parent) as folder:
        work = Path(folder)
        ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(package, work / package.name, ignore=ignore)
        os.chdir(work)
        if speed() == "best":
            run_mypyc(sources, ["-fprofile-generate", "-fprofile-update=single"])
            rehearse()
            shutil.rmtree("c")
            uses = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile"]
            libraries = run_mypyc(sources, uses)
        else:
            libraries = run_mypyc(sources)
        import_all(sources)
        record = {
            "modules": [module_name(source) for source in sources],
            "files": sorted(libraries),
            "seconds": round(time.perf_counter() - start, 1),
        }
        done = work / "done"
        for library in libraries:
            target = done / library
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(library, target)
        (done / "built.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        os.chdir(package)
        shutil.rmtree(out, ignore_errors=True)
        done.rename(out)


def run_mypyc(sources: list[str], profile: Sequence[str] = ()) -> list[str]:
    """Translate and compile in the current directory; the libraries' paths in it.

    `profile` has flags that make the compiler record, or use, which code is run.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # One C file per module, compiled in parallel: half the time of one large file on two cores.
    quick = speed() == "quick"
    together = [] if quick else link_time_flags()
    extensions = mypycify(
        [*MYPY_OPTIONS, *sources],
        opt_level="1" if quick else "3",
        debug_level="0",
        multi_file=True,
        group_name=GROUP,
        target_dir="c",
    )
    is_unix = sys.platform != "win32"
    if is_unix and not sysconfig.get_config_var("Py_GIL_DISABLED"):
        lighten_shims(Path("c"))
    if quick and sys.platform == "linux":
        name_constants(Path("c"), GROUP)
    flags = [*CFLAGS, *together, *profile]
    if is_unix:
        for extension in extensions:
            # mypyc gives all extensions the same list.
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
            if together or profile:
                extension.extra_link_args = [*extension.extra_link_args, "-O3", *flags]
    objects = Path("..", "objects").resolve() if quick and is_unix else None

    class Build(build_ext):
        def build_extensions(self) -> None:
            self.compiler.compile = Compiling(self.compiler, compiler(), objects)
            super().build_extensions()

    command = Build(Distribution({"name": "shieldwall", "ext_modules": extensions}))
    command.build_lib, command.build_temp = ".", "objects"
    command.force = True
    command.parallel = int(os.environ.get("SHIELDWALL_JOBS") or os.cpu_count() or 1)
    command.ensure_finalized()
    command.run()
    if objects is not None:
        forget_old_objects(objects)
    return [os.path.relpath(path) for path in command.get_outputs()]


def rehearse() -> None:
    """Play fights on the modules just compiled, to record a profile for the compiler."""
    for encounter, mind, fights in REHEARSAL:
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "shieldwall", "sim", encounter, "--mind", mind, "--json"),
                *("-n", str(fights), "--workers", "1"),
            ],
            env=surroundings_of_build(),
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            last = ran.stderr.strip().splitlines()[-4:]
            fail("\n".join([f"the fights between the two compilings failed ({encounter}):", *last]))


def surroundings_of_build() -> dict[str, str]:
    """The environment in which Python finds the modules compiled here."""
    # Where pip isolates a build, PYTHONPATH is how its packages are found.
    places = [os.getcwd(), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def import_all(sources: list[str]) -> None:
    """Compiled modules may still fail when they are loaded: test that before they are shipped."""
    lines = [f"import {module_name(source)}" for source in sources]
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=surroundings_of_build(),
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        last = ran.stderr.strip().splitlines()[-4:]
        fail("\n".join(["the compiled modules cannot be imported:", *last]))


def forget_old(compiled: Path) -> None:
    results = [path for path in compiled.iterdir() if (path / "built.json").exists()]
    results.sort(key=lambda path: (path / "built.json").stat().st_mtime, reverse=True)
    for path in results[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def fail(message: str) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(EXPLAINED)


def main(arguments: list[str]) -> None:
    package, store = Path(arguments[0]).resolve(), Path(arguments[1]).resolve()
    if not os.environ.get("CC"):
        os.environ.pop("CC", None)  # setuptools would run an empty name
    sources = compiled_sources(package)
    if not sources:
        fail("there is nothing to compile: no modules in engine/, books/ or minds/")
    if importlib.util.find_spec("mypyc") is None:
        check_compiler()  # if there is none, the caller is not installed either
        fail("mypy is not installed, which translates the engine to C")
    try:
        key = cache_key(package.parent, sources)
    except SyntaxError as error:
        fail(f"{error.filename}:{error.lineno}: {error.msg}")
    out = store / "compiled" / key
    if (out / "built.json").exists():
        os.utime(out / "built.json")
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        check_compiler()
        compile_package(package, sources, out)
        forget_old(out.parent)
    print(out)


if __name__ == "__main__":
    main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # freeing all of mypy's objects one by one takes seconds
