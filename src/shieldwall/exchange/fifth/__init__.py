"""Creatures of the fifth edition: text, Improved Initiative, their words."""
