"""Text tables of `sentences`."""

from __future__ import annotations

from typing import Final

INTERRUPTIONS: Final[dict[str, str]] = {
    "helpless": "helpless",
    "swallowed": "swallowed",
    "grappled": "grappled",
    "turned": "fights for another side now",
    "moved": "moved from the spot",
    "prone": "knocked prone",
    "disarmed": "disarmed",
    "slowed": "slowed",
    "impossible": "no longer possible",
}

REFEREE: Final = "GM"

PURSUITS: Final[dict[str, tuple[str, str]]] = {
    "retreat": ("wins", ": the other side has left the field."),
    "escaped": ("wins", ": the other side has escaped."),
    "caught": ("catches", " the units that fled, and would act first."),
}
"""End of a pursuit: the side's verb, and the rest of the sentence."""

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
