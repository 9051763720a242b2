"""Text tables of `sentences`."""

from __future__ import annotations

from typing import Final

REFEREE: Final = "GM"

END_REASONS: Final[dict[str, str]] = {
    "defeat": "The others are dead, down, captured or gone.",
    "retreat": "The others have left the field.",
    "escaped": "The others have escaped.",
    "caught": "The units that fled were caught.",
    "standstill": "No unit can act.",
    "round-limit": "The last round is over.",
    "parley": "They part without a blow.",
}
"""Why a fight is over, below the name of the winner."""
