"""Fights that have been played: replayed, shared, reviewed, kept together."""
