"""Sovereign: the current edition, the earlier edition, and its rulings."""
