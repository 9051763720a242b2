"""House rules as data: what a table changes in a book, and deeds of its own built from primitives.

A file of house rules is read into these (`content.homebrew`), a set-up carries them, and
`books.house_book` makes a book of them. Nothing here does anything by itself.
"""

from __future__ import annotations

from typing import Final

# What an action does.
DAMAGE: Final = 0
PUSH: Final = 1
PRONE: Final = 2
AC: Final = 3
ATTACK: Final = 4
HEAL: Final = 5
DISENGAGE: Final = 6
TELL: Final = 7
PART_NAMES: Final = ("damage", "push", "prone", "ac", "attack", "heal", "disengage", "tell")

# Its target.
FOE: Final = 0
FRIEND: Final = 1
ONESELF: Final = 2
TARGET_NAMES: Final = ("foe", "friend", "self")

UNTIL_NAMES: Final = ("next-turn", "end-of-round")
"""In the order of UNTIL_NEXT_TURN and UNTIL_END_OF_ROUND."""
KEEP: Final = -1
"""Of an action that is changed: this stays as it is."""


class Part:
    """One result of an action."""

    def __init__(
        self,
        do: int,
        on_self: bool = False,
        dice: int = 0,
        sides: int = 0,
        plus: int = 0,
        until: int = 0,
        text: str = "",
    ) -> None:
        self.do = do
        self.on_self = on_self
        """Whether it affects the acting unit, not its target."""
        self.dice = dice
        self.sides = sides
        self.plus = plus
        """What is added to the dice; a bonus; steps of 5 ft."""
        self.until = until
        self.text = text

    def key(self) -> tuple[object, ...]:
        return (self.do, self.on_self, self.dice, self.sides, self.plus, self.until, self.text)


class Trial:
    """A check, against a number or against the target's own modifier."""

    def __init__(
        self,
        attributes: tuple[int, ...],
        skills: tuple[int, ...],
        difficulty: int = 0,
        against_attributes: tuple[int, ...] = (),
        against_skills: tuple[int, ...] = (),
    ) -> None:
        self.attributes = attributes
        self.skills = skills
        self.difficulty = difficulty
        """0 for a check opposed by the target."""
        self.against_attributes = against_attributes
        self.against_skills = against_skills

    def key(self) -> tuple[object, ...]:
        return (
            self.attributes, self.skills, self.difficulty, self.against_attributes,
            self.against_skills,
        )  # fmt: skip


class HouseActionData:
    """An action of the house: its cost, target, check and results."""

    def __init__(
        self,
        verb: str,
        title: str,
        cost: int,
        provokes: bool,
        target: int,
        within: int,
        trial: Trial | None,
        parts: tuple[Part, ...],
        failing: tuple[Part, ...],
    ) -> None:
        self.verb = verb
        self.title = title
        self.cost = cost
        self.provokes = provokes
        self.target = target
        self.within = within
        """Feet."""
        self.trial = trial
        self.parts = parts
        self.failing = failing
        """What comes of it where the trial fails."""

    def key(self) -> tuple[object, ...]:
        return (
            self.verb, self.title, self.cost, self.provokes, self.target, self.within,
            None if self.trial is None else self.trial.key(),
            tuple([part.key() for part in self.parts]),
            tuple([part.key() for part in self.failing]),
        )  # fmt: skip


class House:
    """All a table changes in a book; its weapons and feats are in the sheets already."""

    def __init__(
        self,
        name: str,
        title: str,
        dials: tuple[tuple[str, int], ...] = (),
        rulings: tuple[tuple[str, str], ...] = (),
        enforce: tuple[tuple[str, str], ...] = (),
        without: tuple[str, ...] = (),
        changed: tuple[tuple[str, int, int], ...] = (),
        deeds: tuple[HouseActionData, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.dials = dials
        self.rulings = rulings
        self.enforce = enforce
        self.without = without
        """Actions and reactions that are taken away."""
        self.changed = changed
        """Actions with their new cost and whether they provoke; KEEP for what stays."""
        self.deeds = deeds

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.title, self.dials, self.rulings, self.enforce, self.without,
            self.changed, tuple([deed.key() for deed in self.deeds]),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
