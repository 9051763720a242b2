"""What a creature is and can do, in a few words a line: for stat cards."""

from __future__ import annotations

from shieldwall.core.checks import AGAINST, AGAINST_NAMES
from shieldwall.core.effects import EFFECT_NAMES
from shieldwall.core.magic import (
    AIM_NAMES,
    ALWAYS,
    CONDITION,
    DO_NAMES,
    KIND_NAMES,
    WHEN_NAMES,
    Amount,
    Primitive,
)
from shieldwall.core.nature import NO_NATURE, Nature, harm_names
from shieldwall.core.powers import DEED, ON_HIT, TRIGGER_NAMES, Power
from shieldwall.core.sheet import Sheet


def abilities(sheet: Sheet) -> dict[str, str]:
    """By their names; of a sheet without any, nothing."""
    found = {} if sheet.nature is NO_NATURE else nature_lines(sheet.nature)
    for weapon in sheet.weapons:
        for rider in weapon.riders:
            found[rider.spell.name] = f"{weapon.name}, {power_text(rider)}"
    for power in sheet.powers:
        found[power.spell.name] = power_text(power)
    return found


def nature_lines(nature: Nature) -> dict[str, str]:
    found: dict[str, str] = {}
    frailties = [name for bit, name in enumerate(EFFECT_NAMES) if nature.steadfast >> bit & 1]
    for key, words in (
        ("immune", [*harm_names(int(nature.immune)), *(f"never {name}" for name in frailties)]),
        ("resists", harm_names(int(nature.resists))),
        ("weak", harm_names(int(nature.weak))),
        ("hurt only by", harm_names(int(nature.hurt_by))),
        ("least damage from", harm_names(int(nature.least_from))),
        ("splits", harm_names(int(nature.splits))),
    ):
        if words:
            found[key] = ", ".join(words)
    if nature.magic_resistance:
        found["magic resistance"] = f"{int(nature.magic_resistance)} %"
    if nature.regeneration:
        text = f"{int(nature.regeneration)} HP a round"
        if nature.unmended:
            text += f", not after {' or '.join(harm_names(int(nature.unmended)))}"
        if nature.rise_sides:
            text += f"; rises after {int(nature.rise_dice)}d{int(nature.rise_sides)} rounds"
        found["regenerates"] = text
    if nature.flight:
        found["flies"] = f"{int(nature.flight)} ft"
    for key in ("pack", "rage"):
        if getattr(nature, key):
            found[key] = f"{int(getattr(nature, key)):+}"
    if nature.daylight:
        found["in daylight"] = f"{-int(nature.daylight)} to hit"
    if nature.led_morale:
        found["morale with a leader"] = str(int(nature.led_morale))
    if nature.pack_morale:
        found["morale in a pack"] = str(int(nature.pack_morale))
    if nature.charge_dice:
        found["charge"] = f"dice of damage times {int(nature.charge_dice) + 1}"
    flags = ("incorporeal", "invisible", "lies_low", "pounces")
    words = [flag.replace("_", " ") for flag in flags if getattr(nature, flag)]
    if words:
        found["by nature"] = ", ".join(words)
    return found


def power_text(power: Power) -> str:
    """`cone 60 ft, save blast, 3 a fight: damage as its HP (half on save)`."""
    spell = power.spell
    parts: list[str] = []
    if power.trigger == ON_HIT:
        parts.append("with a hit" if power.nth == 1 else f"with hit {int(power.nth)} on one foe")
        if power.least_die:
            parts.append(f"on a die of {int(power.least_die)}+")
        if power.onset.sides or power.onset.plus:
            parts.append(f"after {amount_text(power.onset)} rounds")
    else:
        aim = AIM_NAMES[spell.aim] if power.trigger == DEED else TRIGGER_NAMES[power.trigger]
        parts.append(f"{aim} {int(spell.reach)} ft" if spell.reach else aim)
    if spell.kind:
        parts.append(f"the {KIND_NAMES[spell.kind]}")
    if spell.save >= 0:
        bonus = f" {int(spell.save_plus):+}" if spell.save_plus else ""
        parts.append(f"save {AGAINST_NAMES[spell.save - AGAINST]}{bonus}")
    if power.uses:
        parts.append(f"{power.uses} a fight")
    if power.recharge:
        parts.append(f"back on a d6 of {int(power.recharge)}+")
    return f"{', '.join(parts)}: {'; '.join(part_text(part) for part in spell.primitives)}"


def part_text(part: Primitive) -> str:
    text = EFFECT_NAMES[part.effect] if part.do == CONDITION else DO_NAMES[part.do]
    if part.by_hp:
        text += " as its HP"
    elif amount_text(part.amount):
        text += f" {amount_text(part.amount)}"
    if amount_text(part.rounds):
        text += f" for {amount_text(part.rounds)} rounds"
    return text if part.when == ALWAYS else f"{text} ({WHEN_NAMES[part.when]})"


def amount_text(amount: Amount) -> str:
    dice = f"{int(amount.dice)}d{int(amount.sides)}" if amount.dice else ""
    plus = str(int(amount.plus)) if amount.plus else ""
    return "+".join(part for part in (dice, plus) if part)
