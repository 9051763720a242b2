"""A creature on its way in: what was understood and how surely, what was not; and our file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.creatures import CREATURE
from shieldwall.content.dice_text import DiceError, parse_dice, simple_dice
from shieldwall.content.library import equipment
from shieldwall.content.own_creatures import creature_file
from shieldwall.content.problems import ContentError
from shieldwall.exchange.foreign import printable
from shieldwall.exchange.report import Report
from shieldwall.exchange.yaml_text import Plain, block

SURE: Final = "sure"
LIKELY: Final = "likely"
GUESS: Final = "guess"

MINDS: Final = {
    "mindless": "mindless",
    "animal": "beast",
    "semi-intelligent": "rabble",
    "genius": "cunning",
}
MAX_NOTES: Final = 3900
MAX_ATTACKS: Final = 12
MAX_BLOWS: Final = 12

_PIERCING: Final = re.compile(
    r"bite|sting|horn|gore|tusk|fang|beak|peck|quill|spine|spear|arrow|bolt|bow|dagger|javelin"
    r"|pierc|stinger|tooth|teeth|proboscis|lance|fork"
)
_SLASHING: Final = re.compile(
    r"claw|talon|rake|blade|sword|axe|scythe|slash|cut|knife|seax|sickle|pincer|scimitar|rend"
)
_BLUNT: Final = re.compile(
    r"fist|slam|club|mace|hammer|tail|tentacle|hoof|hooves|kick|punch|smash|crush|staff|rock"
    r"|boulder|pseudopod|trample|butt|stomp|flail|wing|constrict|hug|squeeze|blow|sling|stone"
)


@dataclass(frozen=True, slots=True)
class Said:
    """One field: what it became, from which words, and how sure that is."""

    key: str
    value: str
    source: str
    sure: str
    why: str = ""


@dataclass(slots=True)
class Attack:
    """A way to attack as a stat block gives it."""

    name: str
    count: int = 1
    damage: str = ""
    """Dice, or nothing where none were given."""
    bonus: int | None = None
    shock: str = ""
    ranges: tuple[int, ...] = ()
    effect: str = ""
    group: int = 0
    """Attacks of one group are made together, those of another instead."""
    source: str = ""


@dataclass(slots=True)
class Draft:
    """A creature as far as it is understood."""

    name: str = ""
    said: list[Said] = field(default_factory=list)
    values: dict[str, Plain] = field(default_factory=dict)
    attacks: list[Attack] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def moves(self, way: str, feet: int, source: str) -> None:
        """Another way to move than on foot; most have no place in our files."""
        self.put({"fly": "flies"}.get(way, way), feet, source)

    def minded(self, intelligence: str) -> None:
        """How it fights, by how clever it is said to be."""
        if intelligence.lower() in MINDS:
            self.put("temperament", MINDS[intelligence.lower()], intelligence, LIKELY)

    def put(self, key: str, value: Plain, source: str, sure: str = SURE, why: str = "") -> None:
        """Take a value; where our files have no such field, it becomes a note."""
        if key not in CREATURE.fields:
            self.note(source or f"{key} {value}")
            return
        if key in self.values:
            self.note(source)
            return
        self.values[key] = value
        self.said.append(Said(key, shown(value), one_line(source), sure, why))

    def note(self, text: str) -> None:
        bare = one_line(text).strip(" ,;.*-•")
        if bare and bare not in self.notes and re.search(r"\w", bare):
            self.notes.append(bare)

    def form(self) -> dict[str, Plain]:
        """The creature as our files write it."""
        if not self.name:
            self.name = "nameless"
            self.said.insert(0, Said("name", self.name, "", GUESS, "no name was found"))
        if "hd" not in self.values:
            self.put("hd", "1", "", GUESS, "hit dice were not found")
        self._arm()
        order = [key for key in CREATURE.fields if key in self.values and key != "notes"]
        form = {key: self.values[key] for key in order}
        notes = "; ".join(self.notes)[:MAX_NOTES]
        if notes:
            form["notes"] = notes
        return form

    def _arm(self) -> None:
        """Attacks become weapons of the list where they are meant, else natural ones."""
        known = equipment().weapons
        natural: list[dict[str, Plain]] = []
        weapons: list[str] = []
        routine: list[str] = []
        names: set[str] = set()
        for attack in self.attacks[:MAX_ATTACKS]:
            name = _free_name(attack.name, names)
            if attack.bonus is not None and "attack" not in self.values:
                if attack.bonus >= 0:
                    self.put("attack", attack.bonus, attack.source, LIKELY, "of its first attack")
            elif attack.bonus is not None and attack.bonus != self.values.get("attack"):
                self.note(f"{name}: {attack.bonus:+} to hit")
            if attack.effect:
                self.note(f"{name}: {attack.effect}")
            damage = plain_dice(attack.damage)
            if not damage:
                self.note(attack.source or attack.name)
                continue
            names.add(name)
            spec = known.get(name)
            dice = "" if spec is None else f"{spec.damage.count}d{spec.damage.sides}"
            if spec is not None and dice == damage and not attack.shock:
                weapons.append(name)
                told = name
            else:
                natural.append(self._natural(name, damage, attack))
                told = f"{name} {damage}"
            sure = SURE if attack.source else GUESS
            self.said.append(Said("attack with", told, one_line(attack.source), sure))
            if attack.group == self.attacks[0].group:
                routine += [name] * max(1, min(attack.count, MAX_BLOWS))
        if self.attacks[MAX_ATTACKS:]:
            for attack in self.attacks[MAX_ATTACKS:]:
                self.note(attack.source or attack.name)
        if not weapons and not natural and not {"weapons", "natural"} & set(self.values):
            natural.append({"name": "blow", "damage": "1d4", "type": "bludgeoning"})
            self.said.append(Said("attack with", "blow 1d4", "", GUESS, "no attack was found"))
            routine = []
        if weapons:
            self.values["weapons"] = weapons
        if natural:
            self.values["natural"] = natural
        if 1 < len(routine) <= MAX_BLOWS:
            self.values["routine"] = routine
            self.said.append(Said("routine", ", ".join(routine), "", SURE))

    def _natural(self, name: str, damage: str, attack: Attack) -> dict[str, Plain]:
        kind = damage_type(name)
        if kind is None:
            self.said.append(
                Said(f"type of {name}", "bludgeoning", "", GUESS, "its name does not say")
            )
        made: dict[str, Plain] = {
            "name": name,
            "damage": damage,
            "type": kind or "bludgeoning",
        }
        if attack.shock:
            made["shock"] = attack.shock
        if attack.ranges:
            made["range"] = f"{attack.ranges[0]}/{attack.ranges[-1]}"
        return made


def one_line(text: str) -> str:
    return " ".join(printable(text).split())


def shown(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    return ", ".join(str(part) for part in value)


def damage_type(name: str) -> str | None:
    for pattern, kind in (
        (_PIERCING, "piercing"), (_SLASHING, "slashing"), (_BLUNT, "bludgeoning"),
    ):  # fmt: skip
        if pattern.search(name.lower()):
            return kind
    return None


def plain_dice(text: str) -> str:
    """Dice our weapons can have: `1d6+1`; also from `2-12`. Nothing for anything else."""
    span = re.fullmatch(r"\s*([0-9]{1,2})\s*-\s*([0-9]{1,3})\s*", text)
    if span:
        low, high = int(span[1]), int(span[2])
        if 0 < low < high and high % low == 0:
            text = f"{low}d{high // low}"
        elif 0 < low < high:
            text = f"1d{high - low + 1}+{low - 1}"
    try:
        found = simple_dice(parse_dice(text)) if text.strip() else None
    except DiceError:
        return ""
    if found is None or not (found[0] <= 99 and found[1] <= 999 and abs(found[2]) <= 99):
        return ""
    count, sides, bonus = found
    return f"{count}d{sides}{bonus:+}" if bonus else f"{count}d{sides}"


def _free_name(name: str, taken: set[str]) -> str:
    base = re.sub(r"[^a-z0-9 '-]+", " ", one_line(name).lower()).strip(" '-")[:30] or "attack"
    found = " ".join(base.split())
    number = 2
    while found in taken:
        found = f"{base} {number}"
        number += 1
    return found


def creature_name(text: str) -> str:
    """A name our files can use as a key."""
    return one_line(text)[:60].strip(" :,.;-*#") or ""


def creatures_text(drafts: Iterable[Draft], source: str, report: Report) -> str:
    """A file of creatures that is sure to be readable.

    What our files will not take, because it is out of bounds, is moved to the notes and reported.
    """
    forms: dict[str, dict[str, Plain]] = {}
    for draft in drafts:
        form = draft.form()
        name = draft.name
        number = 2
        while name in forms:
            name = f"{draft.name[:54]} {number}"
            number += 1
        forms[name] = _accepted(name, form, report)
    head = f"# From {one_line(re.sub(r'[^ -~]', '?', source))[:200]}.\n" if source else ""
    return head + "\n".join(block({name: form}) for name, form in forms.items())


def _accepted(name: str, form: dict[str, Plain], report: Report) -> dict[str, Plain]:
    form = dict(form)
    for _ in range(len(form) + 1):
        try:
            creature_file(block({name: form}), name)
        except ContentError as error:
            bad = _fields(error, form)
            if not bad:
                raise
            for key, message in bad.items():
                value = form.pop(key)
                report.warn(name, f"{key} {shown(value)} {message}: kept as a note")
                notes = f"{form.get('notes', '')}; {key}: {shown(value)}".removeprefix("; ")
                form["notes"] = notes[:MAX_NOTES]
                if key == "hd":
                    form = {"hd": "1", **form}
                if key in ("weapons", "natural") and not {"weapons", "natural"} & set(form):
                    form["natural"] = [{"name": "blow", "damage": "1d4", "type": "bludgeoning"}]
                    form.pop("routine", None)
        else:
            return form
    raise AssertionError(f"a creature that cannot be written: {form}")


def _fields(error: ContentError, form: dict[str, Plain]) -> dict[str, str]:
    """The fields of the form that are at fault."""
    found: dict[str, str] = {}
    for problem in error.problems:
        for key in form:
            if re.search(rf"\.{re.escape(key)}(\[|\.|$)", problem.field):
                found.setdefault(key, problem.message)
    return found
