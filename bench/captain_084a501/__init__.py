"""The captain of commit 084a501, for `bench/ladder.py`."""

from bench.captain_084a501.old_captain import OldCaptain

__all__ = ["OldCaptain"]
