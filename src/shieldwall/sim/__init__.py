"""Many fights of one set-up, played by minds with nothing recorded."""

from shieldwall.sim.counts import SimResult
from shieldwall.sim.runs import Run, simulate

__all__ = ["Run", "SimResult", "simulate"]
