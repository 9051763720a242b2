"""Fights as files: saves, tapes and the state as plain data."""
