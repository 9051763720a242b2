"""Exact odds of one step, of all options of a request, of duels and of small fights."""
