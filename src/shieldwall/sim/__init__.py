"""Many fights of one set-up, played by minds with nothing recorded."""

from shieldwall.sim.run import Run, simulate
from shieldwall.sim.tally import SimResult

__all__ = ["Run", "SimResult", "simulate"]
