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


# The GM's changes, by the first word of an order: {0} is the second, {1} the rest.
ORDERED: Final[dict[str, str]] = {
    "ground": "the ground at {0} is now {1}",
    "floor": "the floor at {0} is now {1} ft high",
    "solid": "{0} is now filled: {1}",
    "wall": "wall between {0}: {1}",
    "cover": "the cover at {0} is now {1}",
    "door": "the door at {0} is now {1}",
    "dark": "darkness: {0}",
    "fog": "fog of war: {0}",
    "ruling": "ruling {0}: {1}",
    "enforce": "rule {0}: {1}",
    "play-on": "the fight continues",
    "end": "the fight is over",
}

# The same for orders about a unit: {0} is its name, {1} the rest.
ORDERED_OF: Final[dict[str, str]] = {
    "hp": "{0:'s} HP set to {1}",
    "move": "{0} moved to {1}",
    "prone": "{0} is now prone",
    "stand": "{0} now stands",
    "drop": "{0} drops the weapon in hand",
    "remove": "{0} removed from the fight",
    "name": "{0} renamed",
    "side": "{0} changes sides",
    "condition": "{0}: {1}",
    "fate": "{0} is now {1}",
    "hide": "{0} is now hidden",
    "reveal": "{0} is now visible to all",
    "ready": "{0} can act again",
    "give": "{0} gets {1}",
    "leader": "{0} leads the side: {1}",
    "morale": "{0:'s} morale set to {1}",
    "modifier": "{0} gets {1} on the next attack",
    "advantage": "{0} has advantage on the next attack",
    "disadvantage": "{0} has disadvantage on the next attack",
}
