"""Feats, talents, and the gifts of kindreds and creatures: one entry each."""
