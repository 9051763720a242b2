"""Short texts on the abilities of a creature, for stat cards."""

from __future__ import annotations

from shieldwall.abilities.registry import CONDITION_NAMES
from shieldwall.engine.abilities import Abilities
from shieldwall.engine.checks import AGAINST, AGAINST_NAMES
from shieldwall.engine.magic.power_data import AS_ACTION, ON_HIT, TRIGGER_NAMES, Power
from shieldwall.engine.magic.spell_data import (
    AIM_NAMES,
    ALWAYS,
    CONDITION,
    DO_NAMES,
    KIND_NAMES,
    WHEN_NAMES,
    Amount,
    Primitive,
)
from shieldwall.engine.state.harm import harm_names
from shieldwall.engine.state.sheet import Sheet


def abilities(sheet: Sheet) -> dict[str, str]:
    """By ability name; empty for a sheet without any."""
    found = nature_lines(sheet.abilities) if sheet.abilities.unusual else {}
    for weapon in sheet.weapons:
        for rider in weapon.riders:
            found[rider.spell.name] = f"{weapon.name}, {power_text(rider)}"
    for power in sheet.powers:
        found[power.spell.name] = power_text(power)
    return found


def nature_lines(own: Abilities) -> dict[str, str]:
    """Its nature."""
    found: dict[str, str] = {}
    steadfast = own.amount("steadfast")
    frailties = [name for bit, name in CONDITION_NAMES.items() if steadfast >> bit & 1]
    for key, name in (
        ("immune", "immune"),
        ("resists", "resists"),
        ("weak", "weak"),
        ("hurt only by", "hurt_by"),
        ("least damage from", "least_from"),
        ("splits", "splits"),
    ):
        words = harm_names(own.amount(name))
        if name == "immune":
            words += [f"never {frailty}" for frailty in frailties]
        if words:
            found[key] = ", ".join(words)
    if own.amount("magic_resistance"):
        found["magic resistance"] = f"{own.amount('magic_resistance')} %"
    if own.amount("regeneration"):
        text = f"{own.amount('regeneration')} HP a round"
        if own.amount("unmended"):
            text += f", not after {' or '.join(harm_names(own.amount('unmended')))}"
        if own.amount("rise_sides"):
            text += f"; rises after {own.amount('rise_dice')}d{own.amount('rise_sides')} rounds"
        found["regenerates"] = text
    if own.amount("flight"):
        found["flies"] = f"{own.amount('flight')} ft"
    for key in ("pack", "rage"):
        if own.amount(key):
            found[key] = f"{own.amount(key):+}"
    if own.amount("daylight"):
        found["in daylight"] = f"{-own.amount('daylight')} to hit"
    if own.amount("led_morale"):
        found["morale with a leader"] = str(own.amount("led_morale"))
    if own.amount("pack_morale"):
        found["morale in a pack"] = str(own.amount("pack_morale"))
    if own.amount("charge_dice"):
        found["charge"] = f"dice of damage times {own.amount('charge_dice') + 1}"
    flags = ("incorporeal", "invisible", "lies_low", "pounces")
    words = [flag.replace("_", " ") for flag in flags if own.find(flag) is not None]
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
        aim = AIM_NAMES[spell.aim] if power.trigger == AS_ACTION else TRIGGER_NAMES[power.trigger]
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
    text = DO_NAMES[part.do]
    if part.do == CONDITION and part.effect is not None:
        text = part.effect.name
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
