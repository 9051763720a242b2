"""Foundry VTT: scenes, and actors of its systems."""
