"""Aachen: the later draft, the earlier draft, and its rulings."""
