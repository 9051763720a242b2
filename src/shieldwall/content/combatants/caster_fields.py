"""The spells, arts and potions of a character or a creature."""

from __future__ import annotations

from shieldwall.content.combatants.creature_sheets import (
    CASTER_LEVEL,
    CASTS,
    POTIONS,
    SPELLS,
    CasterFields,
    creature_sheet,
)
from shieldwall.content.formats.file_schema import (
    Values,
)
from shieldwall.content.library import (
    PLAIN,
)
from shieldwall.content.magic.primitives import BLADE, BY_LEVEL, HANDS
from shieldwall.content.magic.primitives import SKILL as ART_SKILL
from shieldwall.content.magic.spells import bolt_parts, known_potions, known_spells, packed_potions
from shieldwall.engine.magic.spell_data import BOLT, Spell
from shieldwall.engine.state.harm import ENCHANTED
from shieldwall.engine.state.sheet import (
    DEX,
    INT,
    MAGIC,
    NO_RANGES,
    Grip,
    Make,
    Ranges,
    Sheet,
    Weapon,
)


def craft_of(
    values: Values,
    level: int,
    attack: int,
    book_folders: tuple[str, ...] = PLAIN,
    casts: int = 1,
    twice: bool = False,
    magic: int = 0,
) -> CasterFields:
    """The spells and potions of a sheet; by default cast at the caster's own level."""
    potions = known_potions(values.value(POTIONS, []), book_folders) if values.has(POTIONS) else ()
    packed = packed_potions(values.value(POTIONS, []), potions)
    if not values.has(SPELLS):
        for field in (CASTS, CASTER_LEVEL):
            if values.has(field):
                values.at(field).problem("give `spells` too: there is nothing to cast")
        return CasterFields((), 0, 0, potions, packed=packed)
    found = known_spells(values.value(SPELLS, []), book_folders, twice)
    at = values.value(CASTER_LEVEL, level)
    parts = bolt_parts(book_folders)
    bolts = tuple(
        _bolt(spell, at, attack, magic, parts[spell.name]) for spell in found if _is_bolt(spell)
    )
    spells = tuple(spell for spell in found if not _is_bolt(spell))
    return CasterFields(spells, values.value(CASTS, casts), at, potions, bolts, packed)


def _is_bolt(spell: Spell) -> bool:
    return any(primitive.do == BOLT for primitive in spell.primitives)


def _bolt(spell: Spell, level: int, attack: int, magic: int, part: Values) -> Weapon:
    """An art that is a weapon: a missile, or a blade in the hand."""
    amount = spell.primitives[0].amount
    far = int(spell.range_at(level))
    blade = part.has(BLADE)
    shock, shock_ac = part.value(BLADE, (0, 0))
    skilled = max(0, magic) if part.has(ART_SKILL) else 0
    return Weapon(
        spell.name,
        int(amount.dice_at(level)),
        int(amount.sides),
        int(amount.plus_at(level)) + skilled,
        shock,
        shock_ac,
        kinds=ENCHANTED,
        grip=Grip((INT, DEX), MAGIC, melee=blade, two_handed=part.value(HANDS, 1) == 2),
        ranges=NO_RANGES if blade else Ranges(far, far),
        make=Make(natural=True, accuracy=level - attack if part.value(BY_LEVEL, False) else 0),
    )


def creature_craft(
    values: Values, level: int, attack: int, book_folders: tuple[str, ...], magic: int
) -> CasterFields:
    """`craft_of` for a creature."""
    return craft_of(values, level, attack, book_folders, magic=magic)


def casting_creature(
    name: str, values: Values, book_folders: tuple[str, ...] = PLAIN, book: str = ""
) -> Sheet | None:
    """A creature's sheet with its spells and potions, or None after recording its problems."""
    return creature_sheet(name, values, book_folders, book, creature_craft)
