"""The next random action of a person at the table."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.endurance.screen import Screen

Json = dict[str, Any]
ORDERS: Final = (
    "hp {unit} 5", "hp {unit} 9", "prone {unit}", "stand {unit}", "give {unit} main", "drop {unit}",
    "modifier {unit} +1", "stops {unit} always", "stops {unit} matters", "stops {unit} never",
    "dark on",
    "dark off", "fog on", "fog off", "tell the ground shakes",
    "condition {unit} blind for 2 rounds",
    "hide {unit}", "reveal {unit}", "ready {unit}", "advantage {unit}", "leader {unit} yes",
    "add goblin C3 for foes", "ground D4 difficult", "name {unit} Gruk the Old",
)  # fmt: skip
MINDS: Final = ("natural", "simple", "random")
CHANGES: Final[tuple[Json, ...]] = (
    {"fog": True}, {"fog": False}, {"dice": "by hand"}, {"dice": "server"}, {"foes_hp": "hidden"},
    {"foes_hp": "numbers"}, {"foes_ac": "numbers"}, {"hidden_rolls": True}, {"timer": 1},
    {"timer": 0},
    {"paused": True}, {"paused": False}, {"paused": False}, {"by_hand": ["Ann"]}, {"by_hand": []},
)  # fmt: skip


class Whims:
    """Chooses for the GM or a player; None if it can only wait."""

    def __init__(self, chance: random.Random, minds: tuple[str, ...] = MINDS) -> None:
        self.chance = chance
        self.minds = minds

    def next(self, screen: Screen) -> Json | None:
        if screen.welcome["role"] == "gm":
            return self._gm(screen)
        if screen.welcome["role"] == "watcher" or not screen.state:
            return None
        return self._player(screen)

    def _gm(self, screen: Screen) -> Json | None:
        luck = self.chance.random()
        unit = self._unit(screen)
        if screen.over:
            return {"type": "undo"} if luck < 0.3 else None
        if luck < 0.10:
            return {"type": "undo"}
        if luck < 0.24:
            what = self.chance.choice(ORDERS).format(unit=unit)
            return {"type": "rule", "what": what, "note": self.chance.choice(("", "for a test"))}
        if luck < 0.28:
            change = self.chance.choice(CHANGES)
            return {"type": "settings", "settings": {**screen.state["settings"], **change}}
        if luck < 0.31:
            return self._mind(screen)
        if luck < 0.34:
            return self._seat(screen)
        if luck < 0.37:
            return self._question(screen, unit)
        return self._answer(screen) or self._in_their_place(screen)

    def _player(self, screen: Screen) -> Json | None:
        luck = self.chance.random()
        mine = [one["id"] for one in screen.state["units"] if one["mine"]]
        if screen.over or not mine:
            return None
        unit = self.chance.choice(mine)
        if luck < 0.08:
            return {"type": "undo"}
        if luck < 0.11:
            return {"type": "stops", "unit": unit, "when": self.chance.choice(("always", "never"))}
        if luck < 0.14:
            return self._question(screen, unit)
        return self._answer(screen)

    def _unit(self, screen: Screen) -> str:
        return str(self.chance.choice(screen.state["units"])["id"])

    def _mind(self, screen: Screen) -> Json:
        """On for a while, and off again: people want to play too."""
        minds = screen.state["minds"]
        who = self.chance.choice([side["name"] for side in screen.state["sides"]])
        mind = "" if minds else self.chance.choice(self.minds)
        if minds:
            who = self.chance.choice(list(minds))
        return {"type": "mind", "who": who, "mind": mind, "shows_plan": self.chance.random() < 0.1}

    def _seat(self, screen: Screen) -> Json:
        names = [seat["name"] for seat in screen.state["seats"] if seat["name"] != "GM"]
        luck = self.chance.random()
        if luck < 0.4 or not names:
            name = f"Guest {self.chance.randrange(3)}"
            return {"type": "seat", "name": name, "units": [], "role": "watcher"}
        if luck < 0.7:
            return {"type": "invite", "name": self.chance.choice(names)}
        guests = [name for name in names if name.startswith("Guest")]
        if guests:
            return {"type": "revoke", "name": self.chance.choice(guests)}
        return {"type": "workshop"}

    def _question(self, screen: Screen, unit: str) -> Json:
        luck = self.chance.random()
        asks = [ask for ask in screen.asked["asks"] if ask["groups"]]
        if luck < 0.4 and asks:
            ask = self.chance.choice(asks)
            option = self.chance.choice(self.chance.choice(ask["groups"])["options"])
            return {"type": "preview", "request": ask["request"], "choice": option["choice"]}
        if luck < 0.8:
            return {"type": "look", "viewer": unit, "target": self._unit(screen)}
        return {"type": "squares", "unit": unit}

    def _answer(self, screen: Screen) -> Json | None:
        """To a die, or to a question put to this very seat."""
        die = screen.asked["die"]
        if die is not None and (die["mine"] or screen.welcome["role"] == "gm"):
            value = self.chance.randint(1, die["sides"])
            return {"type": "die", "request": die["request"], "value": value}
        asks = [ask for ask in screen.asked["asks"] if not ask["whose"] and ask["groups"]]
        if not asks:
            return None
        ask = self.chance.choice(asks)
        return self._choice(ask["request"], ask["groups"])

    def _choice(self, request: str, groups: list[Json]) -> Json:
        """Who leaves the fight proves little: seldom."""
        shy = ("leave", "surrender", "parley", "improvise")
        bold = [group for group in groups if group["verb"] not in shy]
        group = self.chance.choice(bold or groups)
        option = self.chance.choice(group["options"])
        return {"type": "choose", "request": request, "choice": option["choice"]}

    def _in_their_place(self, screen: Screen) -> Json | None:
        """The GM may answer for anybody who has not."""
        asks = [ask for ask in screen.asked["asks"] if ask["whose"]]
        if not asks or self.chance.random() < 0.5:
            return None
        ask = self.chance.choice(asks)
        told = screen.options
        if told.get("request") == ask["request"] and told["groups"]:
            return self._choice(ask["request"], told["groups"])
        return {"type": "focus", "request": ask["request"], "unit": ask["unit"]}
