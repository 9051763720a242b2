"""Fights at the table: rooms, timers, undo, GM commands."""
