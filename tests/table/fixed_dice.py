"""Fights at a table with the same dice each time, so that tests do not depend on chance.

    python -m tests.table.fixed_dice --no-browser …

is `shieldwall serve` with such dice.
"""

from __future__ import annotations

import hashlib
import sys


def fixed_seed(setup: str) -> int:
    """One for each set-up, so that no other test of the same table changes it."""
    return int.from_bytes(hashlib.sha256(setup.encode()).digest()[:16], "big")


if __name__ == "__main__":
    # Not above: the workers of the table import this file too.
    from shieldwall.cli.main import main
    from shieldwall.table.play.rooms import Rooms

    Rooms.new_seed = staticmethod(fixed_seed)  # type: ignore[method-assign]
    sys.argv[:1] = ["shieldwall", "serve"]
    main()
