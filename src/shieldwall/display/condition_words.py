"""Explanations of the condition words beside a unit."""

from __future__ import annotations

from typing import Final

MEANINGS: Final[dict[str, str]] = {
    "dead": "Out of the fight for good.",
    "fled": "Has left the field.",
    "surrendered": "Has surrendered and no longer fights.",
    "removed": "The GM has removed it from the fight.",
    "down": "Dying: cannot act. Dies unless an ally stabilises it in time.",
    "knocked out": "Unconscious, but not dying.",
    "surprised": "Caught unaware: does not act yet.",
    "prone": "Lies on the ground. It is easier to hit from nearby, "
    "and must stand up before it can walk.",
    "disengaged": "Can move away without provoking attacks this turn.",
    "holding": "Holds an action to use later this round.",
    "screening": "Screens an ally and takes attacks meant for it.",
    "swarming": "Has joined a swarm, which makes its attack better.",
    "grappling": "Grapples or is grappled. Neither can walk away.",
    "invisible": "Cannot be seen. Foes have to guess where it is.",
    "blind": "Cannot see.",
    "hidden": "Foes do not know where it is.",
    "helpless": "Cannot act or defend itself.",
    "rooted": "Cannot leave its place.",
    "slowed": "Moves and acts less than usual.",
    "sped": "Moves farther than usual.",
    "weakened": "Hits less hard than usual.",
    "hasted": "Acts more often than usual.",
    "terrified": "Runs from what it fears.",
    "senseless": "Asleep or stunned: can do nothing.",
    "dominated": "Fights for another side.",
    "winded": "Out of breath.",
    "doomed": "Falls when its time is over.",
    "deathless": "Cannot be brought down for now.",
    "turned to stone": "Turned into a statue. Out of the fight.",
    "flying": "In the air, out of reach of short weapons.",
    "poisoned": "Suffers from a poison.",
    "shaken": "Fights worse because of fear.",
    "entangled": "Caught in webs or nets: must break free first.",
    "swallowed": "Inside a larger creature.",
    "back turned": "Flees with its back turned: foes hit it more easily.",
    "unloaded": "Its weapon must be loaded before it can shoot.",
    "empty-handed": "Holds no weapon.",
}


def condition_meaning(word: str) -> str:
    """The sentence for a condition word; "" if it needs none."""
    if word.startswith("AC "):
        return "Counts for its AC until its next turn."
    return MEANINGS.get(word, "")
