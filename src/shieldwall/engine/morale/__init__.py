"""Morale checks by dice."""
