"""Maps of other programs."""
