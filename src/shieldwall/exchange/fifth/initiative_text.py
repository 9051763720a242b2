"""Our attacks and powers in fifth edition phrasing, for Improved Initiative.

Its stat blocks are text. Ours read like theirs, so that people can use them at the table and our
importer can parse the attacks and powers again.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from shieldwall.content.combatants.ability_text import power_text
from shieldwall.engine.magic.power_data import Power
from shieldwall.engine.state.sheet import ANY_AC, Sheet, Weapon
from shieldwall.exchange.creature_draft import damage_type

Entry = dict[str, str]
"""`Name`, `Content` and `Usage` of a trait or an action."""
ABILITY_OF_SAVE: Final = {
    "doom": "Constitution", "ray": "Dexterity", "hold": "Strength", "blast": "Dexterity",
    "spell": "Wisdom",
}  # fmt: skip
THEIR_CONDITIONS: Final = {
    "helpless": "paralyzed", "stone": "petrified", "blind": "blinded", "senseless": "blinded",
    "shaken": "frightened", "terrified": "frightened", "rooted": "restrained",
    "entangled": "restrained", "weakened": "poisoned", "dominated": "charmed",
}  # fmt: skip
COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def actions(name: str, sheet: Sheet, form: dict[str, Any]) -> list[Entry]:
    """Multiattack, the attacks, and the powers that take an action."""
    natural = {part["name"]: part for part in _tables(form.get("natural"))}
    made = [_multiattack(name, sheet)] if len(sheet.routine) > 1 else []
    made += [_attack(weapon, sheet, natural.get(weapon.name, {})) for weapon in sheet.weapons]
    made += [
        _entry(part, _power(part, sheet, power))
        for part, power in _powers(form, sheet)
        if part.get("when", "deed") == "deed"
    ]
    return made


def traits(sheet: Sheet, form: dict[str, Any]) -> list[Entry]:
    """Its nature, and the powers that take no action."""
    made: list[Entry] = []
    heals = form.get("regenerates")
    if isinstance(heals, dict):
        stops = _listed(heals.get("not-after"))
        text = f"It regains {heals.get('hp', 1)} hit points at the start of its turn"
        text += f", unless it took {' or '.join(stops)} damage" if stops else ""
        made.append(_named("Regeneration", f"{text}."))
    if "pack" in form:
        text = f"It has +{form['pack']} to hit a creature that an ally of its is next to."
        made.append(_named("Pack Tactics", text))
    if form.get("incorporeal") == "yes":
        text = "It can move through creatures and objects."
        made.append(_named("Incorporeal Movement", text))
    for part, power in _powers(form, sheet):
        if part.get("when", "deed") != "deed":
            made.append(_entry(part, _passive(part, sheet, power)))
    return made


def _named(name: str, content: str, usage: str = "") -> Entry:
    return {"Name": name, "Content": content, "Usage": usage}


def _entry(part: dict[str, Any], content: str) -> Entry:
    usage = ""
    if "recharge" in part:
        usage = "Recharge 6" if part["recharge"] == "6" else f"Recharge {part['recharge']}-6"
    elif "uses" in part:
        usage = f"{part['uses']}/Day"
    return _named(str(part.get("name", "power")), content, usage)


def _tables(value: object) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _listed(value: object) -> list[str]:
    if isinstance(value, list):
        return [str(part) for part in value]
    return [value] if isinstance(value, str) else []


def _powers(form: dict[str, Any], sheet: Sheet) -> list[tuple[dict[str, Any], Power | None]]:
    """Each power as written in its file, with the sheet's version of it."""
    known = {power.spell.name: power for power in sheet.powers}
    return [(part, known.get(part.get("name", ""))) for part in _tables(form.get("powers"))]


def _multiattack(name: str, sheet: Sheet) -> Entry:
    blows = Counter(sheet.weapons[place].name for place in sheet.routine)
    total = sum(blows.values())
    each = [f"{_count(count)} with its {weapon}" for weapon, count in blows.items()]
    told = f"{', '.join(each[:-1])} and {each[-1]}" if len(each) > 1 else each[0]
    return _named("Multiattack", f"The {name} makes {_count(total)} attacks: {told}.")


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _attack(weapon: Weapon, sheet: Sheet, part: dict[str, Any]) -> Entry:
    hit = int(sheet.attack + weapon.accuracy + weapon.magic)
    shoots, strikes = bool(weapon.long_range), bool(weapon.melee)
    how = "Melee or Ranged" if shoots and strikes else "Ranged" if shoots else "Melee"
    where = [f"reach {int(weapon.reach_ft)} ft."] if strikes else []
    if shoots:
        where.append(f"range {int(weapon.normal_range)}/{int(weapon.long_range)} ft.")
    kinds = [str(part.get("type", "")), *_listed(part.get("of"))]
    kind = next((kind for kind in kinds if kind and kind not in ("magic", "silver")), "")
    kind = kind or damage_type(weapon.name) or "bludgeoning"
    bonus = int(weapon.bonus + weapon.magic)
    dice = f"{int(weapon.dice)}d{int(weapon.sides)}"
    text = (
        f"{how} Weapon Attack: {hit:+} to hit, {' or '.join(where)}, one target. "
        f"Hit: {_rolled(dice, bonus)} {kind} damage".replace("  ", " ")
    )
    plain = [rider for rider in _tables(part.get("riders")) if _only_harm(rider)]
    for rider in plain:
        text += f" plus {_harm(rider, rider['does'][0])}"
    text += "."
    for rider in _tables(part.get("riders")):
        if rider not in plain:
            text += f" {_on_hit(rider, sheet, weapon)}"
    if weapon.shock:
        limit = "-" if weapon.shock_ac == ANY_AC else str(int(weapon.shock_ac))
        text += f" Shock {int(weapon.shock)}/{limit}."
    return _named(weapon.name, text)


def _only_harm(rider: dict[str, Any]) -> bool:
    """Whether a rider is only additional damage."""
    does = _tables(rider.get("does"))
    extra = {"save", "on-hit", "least-die", "onset", "kind"} & set(rider)
    return len(does) == 1 and does[0].get("do") == "damage" and not extra and "amount" in does[0]


def _rolled(dice: str, bonus: int) -> str:
    """`7 (2d6)`, in their format."""
    found = re.fullmatch(r"([0-9]+)d([0-9]+)", dice)
    mean = int(found[1]) * (int(found[2]) + 1) // 2 + bonus if found else bonus
    plus = f" {'+' if bonus > 0 else '-'} {abs(bonus)}" if bonus else ""
    return f"{max(1, mean)} ({dice}{plus})"


def _harm(part: dict[str, Any], step: dict[str, Any]) -> str:
    amount = str(step.get("amount", ""))
    found = re.fullmatch(r"([0-9]+d[0-9]+)(?:\s*\+\s*([0-9]+))?", amount)
    dice = _rolled(found[1], int(found[2] or 0)) if found else amount
    kind = next(iter(_listed(part.get("of"))), "")
    if step.get("by-hp") == "yes":
        dice = "as much as its own hit points in"
    return f"{dice} {kind} damage".replace("  ", " ")


def _on_hit(rider: dict[str, Any], sheet: Sheet, weapon: Weapon) -> str:
    ours = next((each for each in weapon.riders if each.spell.name == rider.get("name")), None)
    told = _does("The target", rider, sheet)
    limits = {"on-hit", "least-die", "onset"} & set(rider)
    if not told or limits:
        return f"{rider.get('name', 'On a hit')}: {power_text(ours)}." if ours else told
    return told


def _power(part: dict[str, Any], sheet: Sheet, power: Power | None) -> str:
    told = _does(_whom(part), part, sheet)
    return told or (f"{power_text(power)}." if power else "")


def _passive(part: dict[str, Any], sheet: Sheet, power: Power | None) -> str:
    """A gaze, a presence, a grip, a last breath."""
    feet = str(part.get("range", "30"))
    whom = {
        "gaze": "Each creature that meets its eyes",
        "presence": f"Each creature that starts its turn within {feet} feet",
        "grip": "Each creature it holds",
        "death": f"When it dies, each creature within {part.get('radius', feet)} feet",
    }.get(str(part.get("when")), "Each creature")
    told = _does(whom, part, sheet)
    return told or (f"{power_text(power)}." if power else "")


def _whom(part: dict[str, Any]) -> str:
    aim, feet = str(part.get("aim", "around")), str(part.get("range", "5"))
    feet = "5" if feet == "touch" else feet
    radius = str(part.get("radius", "10"))
    if aim in ("cone", "line"):
        return f"Each creature in a {feet}-foot {aim}"
    if aim == "area":
        return f"Each creature in a {radius}-foot radius at a point within {feet} feet"
    if aim == "around":
        return f"Each creature within {radius} feet"
    return f"One creature within {feet} feet"


def _does(whom: str, part: dict[str, Any], sheet: Sheet) -> str:
    """The effects on a target, with the save; "" if their phrasing has no words for them."""
    steps = _tables(part.get("does"))
    failed = [_step(part, step) for step in steps]
    if not failed or not all(failed):
        return ""
    saved = ABILITY_OF_SAVE.get(str(part.get("save", "")))
    if not saved:
        return f"{whom} {', and '.join(failed)}."
    dc = f"DC {min(20, 10 + int(sheet.hit_dice) // 2)} {saved} saving throw"
    half = any(step.get("when") == "half on save" for step in steps)
    tail = ", or half as much damage on a successful one" if half else ""
    return f"{whom} must make a {dc}. On a failed save it {', and '.join(failed)}{tail}."


def _step(part: dict[str, Any], step: dict[str, Any]) -> str:
    do = step.get("do")
    if do in ("damage", "drain"):
        return f"takes {_harm(part, step)}"
    if do == "condition":
        theirs = THEIR_CONDITIONS.get(str(step.get("effect")))
        last = f" for {step['rounds']} rounds" if "rounds" in step else ""
        return f"is {theirs}{last}" if theirs else ""
    words = {
        "kill": "dies", "knock": "falls prone", "hold": "is grappled", "swallow": "is swallowed",
        "exhaust": "gains a level of exhaustion", "push": "is pushed away",
    }  # fmt: skip
    return words.get(str(do), "")
