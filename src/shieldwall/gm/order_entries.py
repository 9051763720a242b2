"""The orders of the GM: one entry each, with an example and its line in the log."""

from __future__ import annotations

from typing import Final

OF_UNIT: Final = 1
"""The second word is a unit."""
ALONE: Final = 3
"""The same, and nothing follows it."""
LASTING: Final = 4
"""Applied by `gm.apply_orders`; the others are also results of an improvised action."""
FATE_EVENTS: Final = ("falls", "dies", "leaves", "surrenders", "revived")


class OrderEntry:
    """One order between two steps."""

    def __init__(
        self,
        usage: str,
        told: str = "",
        marks: int = 0,
        same: tuple[str, ...] = (),
        by_last: dict[str, str] | None = None,
    ) -> None:
        self.usage = usage
        """An example."""
        self.told = told
        """Its line: {0} is the unit or the second word, {1} the rest, {2} the unit before the GM
        named it; "" for the order itself."""
        self.by_last = by_last or {}
        """Its line where the last word needs another one; {1} leaves that word out."""
        self.of_unit = marks & OF_UNIT != 0
        self.stands_alone = marks & ALONE == ALONE
        self.lasts = marks & LASTING != 0
        self.same = same
        """Kinds of events that say the same of the unit, and are not told again."""


ORDER_ENTRIES: Final[dict[str, OrderEntry]] = {
    "hp": OrderEntry("hp ogre 5", "{0:'s} HP set to {1}", OF_UNIT),
    "move": OrderEntry("move ogre C4", "{0} moved to {1}", OF_UNIT, ("placed",)),
    "add": OrderEntry("add goblin C4 for foes"),
    "remove": OrderEntry(
        "remove ogre", "{0} removed from the fight", ALONE | LASTING, ("removed",)
    ),
    "name": OrderEntry(
        "name ogre Gruk the Old", "{2} is now called {1}", OF_UNIT | LASTING, ("renamed",)
    ),
    "side": OrderEntry(
        "side ogre party", "{0} now fights for the {1}", OF_UNIT | LASTING, ("turns",)
    ),
    "condition": OrderEntry(
        "condition ogre blind for 3 rounds, or condition ogre blind off",
        "{0} is now {1}",
        OF_UNIT | LASTING,
        ("condition", "recovers"),
        {"off": "{0} is no longer {1}"},
    ),
    "fate": OrderEntry(
        "fate ogre surrendered",
        "{0} is now {1}",
        OF_UNIT | LASTING,
        FATE_EVENTS,
        {
            "standing": "{0} is back in the fight",
            "fled": "{0} has fled",
            "surrendered": "{0} has surrendered",
        },
    ),
    "prone": OrderEntry("prone ogre", "{0} is now prone", ALONE, ("prone",)),
    "stand": OrderEntry("stand ogre", "{0} now stands", ALONE, ("stands",)),
    "drop": OrderEntry("drop ogre", "{0} drops the weapon in hand", ALONE, ("drops",)),
    "hide": OrderEntry("hide ogre", "{0} is now hidden", ALONE | LASTING),
    "reveal": OrderEntry("reveal ogre", "{0} is now visible to all", ALONE | LASTING, ("spotted",)),
    "ready": OrderEntry("ready ogre", "{0} can act again", ALONE | LASTING),
    "give": OrderEntry(
        "give ogre main",
        marks=OF_UNIT | LASTING,
        by_last={"main": "{0} gets a Main Action", "move": "{0} gets a Move Action"},
    ),
    "modifier": OrderEntry("modifier ogre +2", "{0} gets {1} on the next attack", OF_UNIT),
    "advantage": OrderEntry("advantage ogre", "{0} has advantage on the next attack", ALONE),
    "disadvantage": OrderEntry(
        "disadvantage ogre", "{0} has disadvantage on the next attack", ALONE
    ),
    "leader": OrderEntry(
        "leader ogre yes, or leader ogre no",
        marks=OF_UNIT | LASTING,
        by_last={"yes": "{0} now leads its side", "no": "{0} no longer leads its side"},
    ),
    "morale": OrderEntry("morale ogre 9", "{0:'s} morale set to {1}", OF_UNIT | LASTING),
    "stops": OrderEntry(
        "stops ogre always",
        marks=OF_UNIT,
        by_last={
            "never": "{0} is never asked for a reaction",
            "matters": "{0} is asked for a reaction when it matters",
            "always": "{0} is always asked for a reaction",
        },
    ),
    "ground": OrderEntry(
        "ground E5 difficult, or ground E5-G7 plain", "the ground at {0} is now {1}", LASTING
    ),
    "floor": OrderEntry("floor E5 10", "the floor at {0} is now {1} ft high", LASTING),
    "solid": OrderEntry(
        "solid E5 full, solid E5 8 or solid E5 none",
        "{0} is now filled {1} ft high",
        LASTING,
        by_last={"full": "{0} is now filled to the ceiling", "none": "{0} is now clear"},
    ),
    "wall": OrderEntry(
        "wall D4-D5 low wall, or wall D4-D5 none",
        "{1} put up at {0}",
        LASTING,
        by_last={"none": "wall at {0} removed"},
    ),
    "cover": OrderEntry(
        "cover E5 2, or without a map cover 30ft 2", "the cover at {0} is now {1}", LASTING
    ),
    "door": OrderEntry("door D4-D5 open", "the door at {0} is now {1}", LASTING),
    "dark": OrderEntry(
        "dark on", marks=LASTING, by_last={"on": "it is now dark", "off": "it is no longer dark"}
    ),
    "fog": OrderEntry("fog on", "fog of war: {0}", LASTING),
    "ruling": OrderEntry("ruling swarm-max-assailants 3", "ruling {0}: {1}", LASTING),
    "enforce": OrderEntry("enforce SOV-050 warn", "rule {0}: {1}", LASTING),
    "tell": OrderEntry("tell the roof begins to creak"),
    "end": OrderEntry("end truce", "the fight is over"),
    "play-on": OrderEntry("play-on", "the fight continues", LASTING),
}
ORDERS: Final = tuple(ORDER_ENTRIES)
USAGE: Final = {verb: entry.usage for verb, entry in ORDER_ENTRIES.items()}
