"""Exact odds: of one step, of every option of a request, of whole duels and small fights."""
