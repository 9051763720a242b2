"""Hit points, dying, lasting effects and dropped items."""
