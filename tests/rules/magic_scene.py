"""Shared by the tests of magic: casters with shipped spells, and saved fights."""

from __future__ import annotations

from pathlib import Path

from tests.scene import SWORD, fighter

from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight
from shieldwall.store.save_file import load_fight, save_fight


def mage(*spells: str, level: int = 1, casts: int = 3, **facts: object) -> Sheet:
    """A character who has prepared these, each by its full name."""
    given: dict[str, object] = {
        "name": "mage", "hp": 10, "weapons": (SWORD,), "hit_dice": level,
    }  # fmt: skip
    given.update(facts)
    return fighter(
        spells=tuple(described_spell(name) for name in spells),
        caster_level=level,
        casts=casts,
        **given,
    )


def survives_saving(fight: Fight, folder: Path) -> Fight:
    """Save, load and compare; the fight that was loaded."""
    path = str(folder / "fight.txt")
    save_fight(fight, path)
    twin = load_fight(path)
    assert twin.replayable_to is None, "the tape was replayed to its end"
    assert twin.state == fight.state
    return twin


def undone_to_the_start(fight: Fight) -> Fight:
    """The same fight without its last choice and its effects."""
    fight.pop()
    return fight
