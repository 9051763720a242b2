"""What plays the fights of a simulation: this process, several processes, or a cluster."""

from __future__ import annotations

from shieldwall.sim.cluster import Cluster
from shieldwall.sim.worker_pool import BatchRunner, Processes


def make_runner(workers: int, cluster: str = "") -> BatchRunner:
    if cluster:
        return Cluster(cluster)
    return Processes(workers) if workers > 1 else BatchRunner()
