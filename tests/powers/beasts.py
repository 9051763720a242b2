"""Shared by the tests of powers: creatures with a nature, riders and powers."""

from __future__ import annotations

from tests.scene import foe

from shieldwall.abilities.registry import ABILITIES_BY_NAME, abilities_of
from shieldwall.engine.checks import AGAINST, AGAINST_NAMES
from shieldwall.engine.magic.power_data import AS_ACTION, ON_HIT, Power
from shieldwall.engine.magic.spell_data import (
    AROUND,
    CREATURES,
    HALF_IF_MADE,
    IF_FAILED,
    NO_SAVE,
    Amount,
    Primitive,
    Spell,
    make_spell,
)
from shieldwall.engine.state.sheet import BRAWL, Sheet, make_weapon


def beast(**facts: object) -> Sheet:
    """A fearless creature of 20 HP with a bite of 1d6; what is not of a sheet is of its nature."""
    sizes: dict[str, int] = {}
    for name in [name for name in facts if name in ABILITIES_BY_NAME]:
        size = facts.pop(name)
        assert isinstance(size, int)
        sizes[name] = int(size)
    riders = facts.pop("riders", ())
    assert isinstance(riders, tuple)
    bite = make_weapon("bite", 1, 6, natural=True, skill=BRAWL, kinds=2, riders=riders)
    given: dict[str, object] = {
        "name": "beast", "hp": 20, "weapons": (bite,), "fearless": True, "creature": True,
        "hit_dice": 4, "abilities": abilities_of(sizes),
    }  # fmt: skip
    given.update(facts)
    return foe(**given)


def spell(name: str, *parts: Primitive, save: str = "", **facts: int) -> Spell:
    """Something a power does; `save` is one of the five things saved against."""
    kind = AGAINST + AGAINST_NAMES.index(save) if save else NO_SAVE
    given: dict[str, int] = {"aim": CREATURES, "reach": 5}
    given.update(facts)
    made = make_spell(name, 0, parts, save=kind, art=True, mundane=True, spares_user=True)
    for fact, value in given.items():
        setattr(made, fact, value)
    return made


def rider(name: str, *parts: Primitive, save: str = "", **facts: object) -> Power:
    """An additional effect of a hit."""
    return Power(spell(name, *parts, save=save), ON_HIT, **facts)  # type: ignore[arg-type]


def breath(*parts: Primitive, save: str = "blast", aim: int = AROUND, **facts: int) -> Power:
    """A power called breath, used as an action; `uses` and `recharge` belong to the power, the rest
    to its spell.
    """
    uses, recharge = facts.pop("uses", 0), facts.pop("recharge", 0)
    given: dict[str, int] = {"reach": 30, **facts}
    return Power(spell("breath", *parts, save=save, aim=aim, **given), AS_ACTION, uses, recharge)


def dice(count: int, sides: int, plus: int = 0) -> Amount:
    return Amount(count, sides, plus)


def just(number: int) -> Amount:
    return Amount(plus=number)


__all__ = ["HALF_IF_MADE", "IF_FAILED", "beast", "breath", "dice", "just", "rider", "spell"]
