"""Hit points, dying, lasting effects, and what falls to the ground."""
