"""Dolmenwood: declarations, phases, actions and rulings."""
