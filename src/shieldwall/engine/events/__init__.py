"""Event kinds: what happened, as typed facts."""
