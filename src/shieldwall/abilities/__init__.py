"""Feats, talents, and the gifts of kindreds and creatures: each one entry in one place."""
