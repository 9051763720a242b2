"""Creatures and characters, with their feats, items and abilities."""
