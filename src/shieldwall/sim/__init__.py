"""Simulations: many fights of one set-up, played by minds without a record."""

from shieldwall.sim.counts import SimResult
from shieldwall.sim.runs import Run, simulate

__all__ = ["Run", "SimResult", "simulate"]
