"""Actions as integers: one number for unit, verb, target, weapon, square and note.

A choice has six factors: the acting unit, the verb, the target, the weapon, the end of a path, and
the note (a spell, a height, an item picked up). Each verb has a block of numbers as large as its
factors need, so a number means the same in every state of a game. Units are numbered in the order
the choosing side came to know them (`State.slots`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.books.shared.magic.power_actions import HEIGHTS
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import DONE, PASS, Choice

SPARE_WEAPONS: Final = 4
"""How many picked-up items have numbers of their own."""
FIXED_NOTES: Final[tuple[str, ...]] = (
    "prone", "push", "carry", "throw", "something else", "stand fast", "guard", "strike",
)  # fmt: skip
SEVERAL: Final = " on "
"""In a note, separates a spell from its targets."""
FACTORS: Final[tuple[str, ...]] = ("unit", "verb", "target", "weapon", "square", "note")


class Block:
    """The numbers of one verb: the first one, and the number of values of each factor."""

    def __init__(
        self, verb: str, number: int, first: int, targets: int, weapons: int, squares: int,
        notes: int,
    ) -> None:  # fmt: skip
        self.verb = verb
        self.number = number
        self.first: i64 = first
        self.targets: i64 = targets
        """1 if the verb does not use the factor; otherwise the number of values plus one."""
        self.weapons: i64 = weapons
        self.squares: i64 = squares
        self.notes: i64 = notes
        self.each: i64 = self.targets * self.weapons * self.squares * self.notes
        """The numbers of one unit."""
        self.sizes = vec[i64]([self.targets, self.weapons, self.squares, self.notes])
        """By factor after unit and verb: its values, …"""
        per_target: i64 = self.weapons * self.squares * self.notes
        self.strides = vec[i64]([per_target, self.squares * self.notes, self.notes, 1])
        """… and how many numbers each of them has."""


class Codes:
    """All blocks of a game."""

    def __init__(self, setup: Setup, rules: Ruleset, units: int) -> None:
        self.units = units
        self.cells = int(setup.grid.cells)
        self.weapons = SPARE_WEAPONS + max(
            [len(placement.sheet.weapons) for placement in setup.placements]
        )
        self.notes: list[str] = note_words(setup)
        """Possible notes; one more number stands for anything else."""
        self.note_numbers: dict[str, int] = {"": 0}
        for note in self.notes:
            self.note_numbers[note] = len(self.note_numbers)
        self.blocks: list[Block] = []
        self.by_verb: dict[str, Block] = {}
        self.count = 0
        uses: dict[str, str] = {DONE: "", PASS: ""}
        for spec in rules.action_list:
            uses[spec.verb] = uses.get(spec.verb, "") + spec.uses
        for reaction in rules.reaction_list:
            uses[reaction.verb] = uses.get(reaction.verb, "") + reaction.uses
        for verb in uses:
            self.add(verb, uses[verb])
        self.of_action = [self.by_verb[spec.verb] for spec in rules.action_list]
        """The blocks in the order of the book's actions."""
        self.action_of = [-1] * len(self.blocks)
        """By block, the place of its action in the book; -1 for a reaction or the end of a turn."""
        for number in range(len(self.of_action)):
            self.action_of[self.of_action[number].number] = number
        notes = len(self.notes) + 1
        self.sizes_of_factors = [
            self.units, len(self.blocks), self.units, self.weapons, self.cells, notes,
        ]  # fmt: skip
        self.first_deed: i64 = self.blocks[2].first
        """The first number that does not end a turn or a moment."""
        self.last = self.blocks[0]
        """Cache: the block of the last encoded choice, since many of one verb come in a row."""

    def add(self, verb: str, uses: str) -> Block:
        block = Block(
            verb,
            len(self.blocks),
            self.count,
            self.units + 1 if "t" in uses else 1,
            self.weapons + 1 if "w" in uses else 1,
            self.cells + 1 if "p" in uses else 1,
            len(self.notes) + 2 if "n" in uses else 1,
        )
        self.blocks.append(block)
        self.by_verb[verb] = block
        self.count += int(block.each) * self.units
        return block

    def encode(self, choice: Choice, slots: list[int]) -> i64:
        """The number of a choice; -1 if part of it has no number in this game."""
        block = self.last
        if block.verb is not choice.verb:
            known = self.by_verb.get(choice.verb)
            if known is None:
                return -1
            block = known
            self.last = known
        unit: i64 = slots[choice.unit]
        code: i64 = unit
        if unit < 0 or unit >= self.units:
            return -1
        if block.targets > 1:
            target: i64 = slots[choice.target] + 1 if choice.target >= 0 else 0
            if target >= block.targets or (target == 0 and choice.target >= 0):
                return -1
            code = code * block.targets + target
        if block.weapons > 1:
            if choice.weapon + 1 >= block.weapons:
                return -1
            code = code * block.weapons + choice.weapon + 1
        if block.squares > 1:
            path = choice.path
            code = code * block.squares + (path[len(path) - 1] + 1 if path else 0)
        if block.notes > 1:
            code = code * block.notes + self.note_number(choice.note)
        return code + block.first

    def note_number(self, note: str) -> int:
        number = self.note_numbers.get(note)
        if number is None:
            # For a spell on several targets, only the first is distinguished.
            number = self.note_numbers.get(note.partition(SEVERAL)[0] + SEVERAL)
        return len(self.notes) + 1 if number is None else number

    def block_of(self, action: i64) -> Block:
        low: i64 = 0
        high: i64 = len(self.blocks)
        while high - low > 1:
            middle: i64 = (low + high) >> 1
            if self.blocks[middle].first <= action:
                low = middle
            else:
                high = middle
        return self.blocks[low]

    def decode(self, action: int) -> tuple[int, int, int, int, int, int]:
        """The six factors, in the order of FACTORS; -1 for an unused one."""
        if not 0 <= action < self.count:
            raise ValueError(f"{action} is no action of this game, which has {self.count}")
        block = self.block_of(action)
        code: i64 = action - block.first
        note: i64 = code % block.notes
        code = code // block.notes
        square: i64 = code % block.squares
        code = code // block.squares
        weapon: i64 = code % block.weapons
        code = code // block.weapons
        target: i64 = code % block.targets
        unit: i64 = code // block.targets
        return (
            int(unit), block.number, int(target) - 1, int(weapon) - 1, int(square) - 1,
            int(note) - 1,
        )  # fmt: skip

    def code_of(self, factors: list[int]) -> i64:
        """The number with these six factors; -1 if there is none.

        A factor that a choice does not use may be -1 or the number of its values.
        """
        unit: i64 = factors[0]
        verb: i64 = factors[1]
        if not (0 <= unit < self.units and 0 <= verb < len(self.blocks)):
            return -1
        block = self.blocks[verb]
        all_sizes = self.factor_sizes()
        code: i64 = block.first + unit * block.each
        place: i64 = 0
        while place < len(block.sizes):
            value: i64 = factors[place + 2] + 1
            if value == all_sizes[place + 2] + 1:
                value = 0
            if value < 0 or value >= block.sizes[place]:
                return -1
            code += value * block.strides[place]
            place += 1
        return code

    def factor_sizes(self) -> list[int]:
        """The number of values of each factor, without "none"."""
        return self.sizes_of_factors


def note_words(setup: Setup) -> list[str]:
    """Every possible note: spells, powers, potions, items to pick up, heights."""
    found = set(FIXED_NOTES)
    for placement in setup.placements:
        sheet = placement.sheet
        found.update(weapon.name for weapon in sheet.weapons)
        found.update(spell.name for spell in sheet.spells)
        found.update(spell.name.lower() for spell in sheet.spells)
        found.update(spell.name + SEVERAL for spell in sheet.spells)
        found.update(power.spell.name for power in sheet.powers)
        found.update(potion.name for potion in sheet.potions)
        if sheet.flight_ft > 0 or sheet.spells:
            found.update(f"{feet} ft" for feet in HEIGHTS)
    return sorted(found - {""})
