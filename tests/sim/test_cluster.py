"""Fights on a real Dask cluster of several processes, one of which is killed during the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import patience
from tests.cli.typist import COMMAND, environment, run

PATIENCE = float(patience.SECONDS)
pytestmark = pytest.mark.xdist_group("cluster")


class RealCluster:
    """A scheduler and three workers, each a process, shared by all tests."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard")
        wait_for(lambda: self.file.exists() and self.file.read_text().strip().endswith("}"))
        self.address: str = json.loads(self.file.read_text())["address"]
        self.workers = [
            self.start(
                "distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard"
            )
            for _ in range(3)
        ]
        from distributed import Client  # here: most processes of the suite never need it

        # A simulation gives a cluster 20 s to answer, which is too short while it still starts.
        connect: Any = Client  # Dask's type annotations are incomplete
        with connect(self.address, timeout=PATIENCE) as client:
            client.wait_for_workers(len(self.workers), timeout=PATIENCE)

    def start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        env = environment({"DASK_DISTRIBUTED__WORKER__DAEMON": "False"})
        process = subprocess.Popen(
            [sys.executable, "-m", module, "--scheduler-file", str(self.file), *arguments],
            cwd=self.file.parent,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def end(self) -> None:
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)


def wait_for_fights(path: Path, program: subprocess.Popen[bytes]) -> None:
    """Until it has written some; a program that has ended will write no more."""
    try:
        wait_for(
            lambda: (
                program.poll() is not None or (path.exists() and path.read_text().count("\n") > 100)
            )
        )
    except AssertionError:
        program.kill()
        raise AssertionError(program.communicate()) from None
    if program.poll() is not None and not path.exists():
        raise AssertionError(program.communicate())


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealCluster]:
    made = RealCluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield made
    finally:
        made.end()


def test_ctrl_c_to_a_cluster_gives_what_is_known_and_leaves_it_free(
    cluster: RealCluster, tmp_path: Path
) -> None:
    path = tmp_path / "fights.csv"
    program = subprocess.Popen(
        [
            *COMMAND, "sim", "duel", "-n", "100000000", "--seed", "5", "--json",
            "--cluster", cluster.address, "--csv", str(path),
        ],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    wait_for_fights(path, program)
    program.send_signal(signal.SIGINT)
    out, complaints = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130, complaints
    assert b"Traceback" not in complaints
    found = json.loads(out)
    assert 100 <= found["fights"] == path.read_text().count("\n") - 1
    assert all(process.poll() is None for process in cluster.processes), "the cluster lives on"
    fights = str(found["fights"])
    arguments = ["sim", "duel", "-n", fights, "--seed", "5", "--json"]
    again = json.loads(run(*arguments, "--cluster", cluster.address).stdout)
    assert again["checksum"] == found["checksum"]


def test_a_cluster_gives_the_same_result_though_a_worker_is_killed(
    cluster: RealCluster, tmp_path: Path
) -> None:
    path = tmp_path / "fights.csv"
    arguments = ["sim", "duel", "-n", "900", "--seed", "5", "--json"]
    program = subprocess.Popen(
        [*COMMAND, *arguments, "--cluster", cluster.address, "--csv", str(path)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for_fights(path, program)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    assert path.read_text().count("\n") < 900, "the worker was killed too late to matter"
    out, complaints = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, complaints
    found = json.loads(out)
    here = json.loads(run(*arguments).stdout)
    assert found["fights"] == 900
    assert {**found, "seconds": 0} == {**here, "seconds": 0}


def test_an_address_at_which_nobody_answers_is_told() -> None:
    ended = run("sim", "duel", "-n", "10", "--cluster", "127.0.0.1:9")
    assert ended.returncode == 2
    assert "--cluster: no cluster answers at 127.0.0.1:9" in ended.stderr
    assert "Traceback" not in ended.stderr
