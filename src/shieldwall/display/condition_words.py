"""Explanations of the condition words beside a unit."""

from __future__ import annotations

from typing import Final

MEANINGS: Final[dict[str, str]] = {
    "dead": "Out of the fight for good.",
    "fled": "Has left the field.",
    "surrendered": "Has laid down its arms.",
    "removed": "The GM has taken it away.",
    "down": "Dying: cannot act. Dies unless an ally stabilises it in time.",
    "knocked out": "Lies senseless, but is not dying.",
    "surprised": "Caught unaware: does not act yet.",
    "prone": "Lies on the ground. It is easier to hit from near, and has to stand up first.",
    "disengaged": "Moves away without free blows at it this turn.",
    "holding": "Has kept its action for a moment it waits for.",
    "screening": "Stands before an ally and takes blows meant for it.",
    "swarming": "Is part of a swarm and helps the others strike.",
    "grappling": "Grapples or is grappled. Neither can walk away.",
    "invisible": "Cannot be seen. Foes have to guess where it is.",
    "blind": "Sees nothing.",
    "hidden": "Foes do not know where it is.",
    "helpless": "Cannot act or defend itself.",
    "rooted": "Cannot leave its place.",
    "slowed": "Moves and acts less than usual.",
    "sped": "Moves farther than usual.",
    "weakened": "Hits less hard than usual.",
    "hasted": "Acts more often than usual.",
    "terrified": "Runs from what it fears.",
    "senseless": "Sleeps or lies stunned, and can do nothing.",
    "dominated": "Fights for another side.",
    "winded": "Out of breath.",
    "doomed": "Falls when the time set for it is over.",
    "deathless": "Cannot be brought down for now.",
    "turned to stone": "Is a statue, and feels nothing.",
    "flying": "Is in the air, out of the reach of short weapons.",
    "poisoned": "Venom works in it.",
    "shaken": "Fights worse for fear.",
    "entangled": "Caught in webs or nets: has to get free first.",
    "swallowed": "Inside a larger creature.",
    "back turned": "Flees with its back to its foes, who hit it more easily.",
    "unloaded": "The weapon in its hand has to be loaded before it shoots.",
    "empty-handed": "Holds no weapon.",
}


def condition_meaning(word: str) -> str:
    """The sentence for a condition word; "" if it needs none."""
    if word.startswith("AC "):
        return "Counts for its AC until its next turn."
    return MEANINGS.get(word, "")
