"""Starts `shieldwall` processes quickly: this process imports everything once and then forks.

Each line on standard input is a JSON object with `argv`, `out` and `err`, and `env` for additions
to its environment; the answer is the new process's id. The command runs in its own process and
process group.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

MOST_KNOWN = 10
"""Processes that may still run: those started last."""


def main() -> None:
    from shieldwall.cli.main import main as shieldwall

    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    started: list[int] = []
    print("ready", flush=True)
    for line in sys.stdin:
        wanted = json.loads(line)
        pid = os.fork()
        if pid:
            with suppress(ProcessLookupError):  # A short one may have ended.
                started.append(os.pidfd_open(pid))
            if len(started) > MOST_KNOWN:
                os.close(started.pop(0))
            print(pid, flush=True)
            continue
        os.environ.update(wanted.get("env", {}))
        begin(wanted["out"], wanted["err"])
        sys.argv = ["shieldwall", *wanted["argv"]]
        code = 1
        try:
            shieldwall()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    # Their parent is gone, so no process would end them.
    for handle in started:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)


def prepare() -> None:
    """Import what a table and a replay need, and nothing that runs."""
    for name in (
        "uvicorn.protocols.http.h11_impl",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
        "shieldwall.cli.fights.replay",
        "shieldwall.cli.serve",
        "shieldwall.table.server.app",
    ):
        import_module(name)


def begin(out: str, err: str) -> None:
    """In the new process: signals, group and streams as a shell would give them."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setpgid(0, 0)
    for stream, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
    ):
        os.dup2(os.open(path, flags, 0o600), stream)


if __name__ == "__main__":
    main()
