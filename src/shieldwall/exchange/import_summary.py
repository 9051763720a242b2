"""Summary of an import: values read, guessed and left out, and the creatures to review."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from shieldwall.exchange.creature_draft import GUESS, Draft

LOOKS: Final = 5
"""Maximum number of creatures listed for review."""
HEAVY: Final = {"attacks": 4, "actions": 3, "spells": 3, "multiattack": 2, "what hits do": 2}
"""Weights of missing parts that matter more than a trait."""
TOPICS: Final = {
    "hd": "figures", "hp": "figures", "ac": "figures", "attack": "figures", "save": "saves",
    "speed": "movement", "flies": "movement", "size": "body", "height": "body", "kin": "body",
    "undead": "body", "attack with": "attacks", "routine": "multiattack", "morale": "morale",
    "fearless": "morale", "leader": "morale", "morale-with-leader": "morale",
    "morale-in-pack": "morale", "daylight-penalty": "traits",
    "temperament": "morale", "power": "actions", "spell": "spells",
    "immune": "resistances", "resists": "resistances", "weak": "resistances",
    "hurt-only-by": "resistances", "darkvision": "senses", "regenerates": "traits",
    "pack": "traits", "incorporeal": "traits", "conditions": "resistances",
    "kind of being": "body", "to hit": "figures", "damage": "attacks", "splits": "traits",
    "charge-dice": "traits", "invisible": "traits", "magic-resistance": "resistances",
    "damage of breath": "actions", "ac against shots": "figures",
}  # fmt: skip


@dataclass(slots=True)
class Counted:
    """How much of a creature was imported."""

    name: str
    read: int = 0
    guessed: int = 0
    left: list[str] = field(default_factory=list)
    weight: int = 0
    challenge: str = ""


@dataclass(slots=True)
class Summary:
    """Counts by topic and by creature."""

    read: Counter[str] = field(default_factory=Counter)
    guessed: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    creatures: list[Counted] = field(default_factory=list)

    def add(self, draft: Draft) -> None:
        made = Counted(draft.name, challenge=draft.challenge)
        for said in draft.said:
            topic = (
                "attacks"
                if said.key.startswith(("type of", "range of"))
                else TOPICS.get(said.key, said.key)
            )
            if said.sure == GUESS:
                self.guessed[topic] += 1
                made.guessed += 1
                made.weight += 3 if topic in ("figures", "attacks") else 0
            else:
                self.read[topic] += 1
                made.read += 1
        for left in draft.left:
            topic = TOPICS.get(left.topic, left.topic)
            self.left[topic] += 1
            made.left.append(f"{left.topic}: {left.text}")
            made.weight += HEAVY.get(left.topic, 1)
        self.creatures.append(made)

    def topics(self) -> list[str]:
        every = {*self.read, *self.guessed, *self.left}
        return sorted(every, key=lambda topic: -(self.read[topic] + self.left[topic]))

    def look_at(self) -> list[Counted]:
        """The creatures with most missing or guessed parts, worst first."""
        worst = [made for made in self.creatures if made.weight]
        return sorted(worst, key=lambda made: (-made.weight, made.name))[:LOOKS]

    def data(self) -> dict[str, object]:
        """For programs."""
        return {
            "topics": {
                topic: {
                    "read": self.read[topic],
                    "guessed": self.guessed[topic],
                    "left out": self.left[topic],
                }
                for topic in self.topics()
            },
            "creatures": [
                {
                    "name": made.name,
                    "read": made.read,
                    "guessed": made.guessed,
                    "left out": made.left,
                    "challenge": made.challenge,
                }
                for made in self.creatures
            ],
            "look at": [made.name for made in self.look_at()],
        }
