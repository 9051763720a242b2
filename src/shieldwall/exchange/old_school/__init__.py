"""Stat blocks of old-school games, pasted or in Markdown."""
