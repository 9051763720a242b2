"""Shieldwall: a combat engine for old-school tabletop games."""

__version__ = "0.1.0"
