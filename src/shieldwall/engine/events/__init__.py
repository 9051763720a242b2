"""Events: what happened, as typed facts."""
