"""House rules as data: changes to a book, and new actions built from primitives.

`content.homebrew` reads a house rules file into these classes, a set-up carries them and
`books.house_book` builds a book from them. No behaviour here.
"""

from __future__ import annotations

from typing import Final

# Results of an action.
DAMAGE: Final = 0
PUSH: Final = 1
PRONE: Final = 2
AC: Final = 3
ATTACK: Final = 4
HEAL: Final = 5
DISENGAGE: Final = 6
TELL: Final = 7
PART_NAMES: Final = ("damage", "push", "prone", "ac", "attack", "heal", "disengage", "tell")

# Targets of an action.
FOE: Final = 0
FRIEND: Final = 1
ONESELF: Final = 2
TARGET_NAMES: Final = ("foe", "friend", "self")

UNTIL_NAMES: Final = ("next-turn", "end-of-round")
"""Names in the order of UNTIL_NEXT_TURN and UNTIL_END_OF_ROUND."""
KEEP: Final = -1
"""For a changed action: leave this unchanged."""


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
        """Whether it affects the acting unit instead of its target."""
        self.dice = dice
        self.sides = sides
        self.plus = plus
        """Added to the dice; or a bonus; or steps of 5 ft."""
        self.until = until
        self.text = text

    def key(self) -> tuple[object, ...]:
        return (self.do, self.on_self, self.dice, self.sides, self.plus, self.until, self.text)


class Trial:
    """A check, against a number or against the target's modifier."""

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
    """A house action: its cost, target, check and results."""

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
        """Range in feet."""
        self.trial = trial
        self.parts = parts
        self.failing = failing
        """Results if the check fails."""

    def key(self) -> tuple[object, ...]:
        return (
            self.verb, self.title, self.cost, self.provokes, self.target, self.within,
            None if self.trial is None else self.trial.key(),
            tuple([part.key() for part in self.parts]),
            tuple([part.key() for part in self.failing]),
        )  # fmt: skip


class House:
    """All changes of a table to a book; its weapons and feats are already in the sheets."""

    def __init__(
        self,
        name: str,
        title: str,
        dials: tuple[tuple[str, int], ...] = (),
        rulings: tuple[tuple[str, str], ...] = (),
        enforce: tuple[tuple[str, str], ...] = (),
        without: tuple[str, ...] = (),
        changed: tuple[tuple[str, int, int], ...] = (),
        actions: tuple[HouseActionData, ...] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.dials = dials
        self.rulings = rulings
        self.enforce = enforce
        self.without = without
        """Removed actions and reactions."""
        self.changed = changed
        """Actions with a new cost and whether they provoke; KEEP for no change."""
        self.actions = actions

    def key(self) -> tuple[object, ...]:
        return (
            self.name, self.title, self.dials, self.rulings, self.enforce, self.without,
            self.changed, tuple([action.key() for action in self.actions]),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())
