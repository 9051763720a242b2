"""A creature during import: values with their confidence, leftovers, and our file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.combatants.creature_sheets import CREATURE
from shieldwall.content.combatants.own_creatures import creature_file
from shieldwall.content.formats.dice_text import DiceError, parse_dice, simple_dice
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import MAX_BYTES
from shieldwall.content.library import WeaponSpec, equipment
from shieldwall.exchange.import_report import Report
from shieldwall.exchange.untrusted_json import printable
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
MAX_NOTES: Final = 11_900
MAX_ATTACKS: Final = 12
MAX_BLOWS: Final = 12
MAX_POWERS: Final = 12
MAX_RIDERS: Final = 6
MAX_REACH: Final = 30
MAX_HP: Final = 1000
MOST_BYTES: Final = MAX_BYTES - 10_000

MISSILES: Final = {
    "crossbow": "crossbow", "longbow": "large bow", "long bow": "large bow", "bow": "small bow",
    "sling": "sling",
}  # fmt: skip
"""Missile weapons, whatever range a block gives, and our equivalent."""
GUNS: Final = (
    ("blowgun|blowpipe", 20, 30, "that of a blowgun"),
    ("rifle|carbine|musket|shotgun", 150, 300, "that of a rifle"),
    ("pistol|revolver|gun|blaster|laser", 30, 100, "that of a pistol"),
)
"""Weapons we have no equivalent of, and a range for blocks without one."""

_PIERCING: Final = re.compile(
    r"bite|sting|horn|gore|tusk|fang|beak|peck|quill|spine|spear|arrow|bolt|bow|dagger|javelin"
    r"|pierc|blowgun|blowpipe|stinger|tooth|teeth|proboscis|lance|fork"
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
    """One field: its value, its source text, and how sure the reading is."""

    key: str
    value: str
    source: str
    sure: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """One fact without a field in our files."""

    topic: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """An unclear field, with our suggestion and the reason for asking."""

    key: str
    suggested: str
    why: str


@dataclass(slots=True)
class Attack:
    """An attack as given in a stat block."""

    name: str
    count: int = 1
    damage: str = ""
    """Dice, or "" if none were given."""
    bonus: int | None = None
    shock: str = ""
    ranges: tuple[int, ...] = ()
    effect: str = ""
    group: int = 0
    """Attacks of one group are made together; groups are alternatives."""
    source: str = ""
    harm: str = ""
    """The kind of damage if the block gives it; otherwise derived from the name."""
    made_of: tuple[str, ...] = ()
    """Further kinds of damage: fire, cold, magic."""
    reach: int = 0
    is_shot: bool = False
    """A ranged attack whose block gives no range."""
    riders: list[dict[str, Plain]] = field(default_factory=list)
    """Additional effects of a hit, in our file format."""


@dataclass(slots=True)
class Draft:
    """A creature as far as it is understood."""

    name: str = ""
    said: list[Said] = field(default_factory=list)
    values: dict[str, Plain] = field(default_factory=dict)
    attacks: list[Attack] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    powers: list[dict[str, Plain]] = field(default_factory=list)
    routine: list[str] = field(default_factory=list)
    """Names of attacks made together, if the block lists them in words."""
    left: list[Left] = field(default_factory=list)
    """Facts our files cannot hold."""
    challenge: str = ""
    """The challenge rating, if the block has one."""
    penalty: int = 0
    """A negative attack bonus of the creature."""
    harmless: str = ""
    """The words of a block that say it has no attack."""
    questions: list[Question] = field(default_factory=list)
    """Placeholders replaced by a suggestion, for the GM to confirm."""

    def ask(self, key: str, suggested: str, why: str) -> None:
        self.questions.append(Question(key, suggested, why))

    def leave(self, topic: str, text: str) -> None:
        """Record a fact our files cannot hold: in the report, and as a note."""
        bare = one_line(text).strip(" ,;*-•")
        if bare and re.search(r"\w", bare):
            self.left.append(Left(topic, bare))
            self.note(bare)

    def lose(self, topic: str, text: str) -> None:
        """Record in the report a fact that stands in the notes already."""
        bare = one_line(text).strip(" ,;*-•")
        if bare:
            self.left.append(Left(topic, bare))

    def moves(self, way: str, feet: int, source: str) -> None:
        """Add a movement mode; our files only have flight besides walking."""
        if way == "fly":
            self.put("flies", feet, source)
        else:
            self.leave("speed", source)

    def minded(self, intelligence: str) -> None:
        """Set its tactics from its intelligence."""
        if intelligence.lower() in MINDS:
            self.put("temperament", MINDS[intelligence.lower()], intelligence, LIKELY)

    def put(self, key: str, value: Plain, source: str, sure: str = SURE, why: str = "") -> None:
        """Set a value; if our files have no such field, it becomes a note."""
        if key not in CREATURE.fields:
            self.leave(key, source or f"{key} {value}")
            return
        if key in self.values:
            self.note(source)
            return
        if key == "hp" and isinstance(value, int) and value > MAX_HP:
            self.leave("hp", f"HP {value:,}: {MAX_HP:,} is the most of our files")
            value, sure = MAX_HP, LIKELY
        self.values[key] = value
        self.said.append(Said(key, shown(value), one_line(source), sure, why))

    def hits_with(self, bonus: int, source: str, sure: str = SURE) -> None:
        """Set the attack bonus; a penalty goes to each attack, since our creatures have none."""
        if "attack" not in self.values:
            self.penalty = min(0, bonus)
        self.put("attack", max(0, bonus), source, sure)

    def note(self, text: str) -> None:
        bare = one_line(text).strip(" ,;.*-•")
        if bare and bare not in self.notes and re.search(r"\w", bare):
            self.notes.append(bare)

    def form(self) -> dict[str, Plain]:
        """The creature in our file format."""
        if not self.name:
            self.name = "nameless"
            self.said.insert(0, Said("name", self.name, "", GUESS, "no name was found"))
        if "hd" not in self.values:
            self.put("hd", "1", "", GUESS, "hit dice were not found")
        self._arm()
        if self.powers:
            self.values["powers"] = self.powers[:MAX_POWERS]
            for power in self.powers[MAX_POWERS:]:
                self.leave("powers", str(power["name"]))
        order = [key for key in CREATURE.fields if key in self.values and key != "notes"]
        form = {key: self.values[key] for key in order}
        notes = "; ".join(self.notes)[:MAX_NOTES]
        if notes:
            form["notes"] = notes
        return form

    def _arm(self) -> None:
        """Convert attacks to weapons of the list if they match, else to natural ones."""
        known = equipment().weapons
        natural: list[dict[str, Plain]] = []
        weapons: list[str] = []
        routine: list[str] = []
        names: set[str] = set()
        called: dict[str, str] = {}
        self.attacks = _without_twins(self.attacks)
        for attack in self.attacks[:MAX_ATTACKS]:
            name = _free_name(attack.name, names)
            if attack.bonus is not None and "attack" not in self.values:
                bonus = max(0, attack.bonus)
                self.put("attack", bonus, attack.source, LIKELY, "of its first attack")
            if attack.effect:
                self.note(f"{name}: {attack.effect}")
            damage = plain_dice(attack.damage)
            if not damage:
                self.leave("attacks", attack.source or attack.name)
                continue
            names.add(name)
            spec = known.get(name)
            dice = "" if spec is None else f"{spec.damage.count}d{spec.damage.sides}"
            plain = not attack.shock and not attack.riders and not attack.made_of
            plain = plain and not self._to_hit(attack)
            if spec is not None and dice == damage and plain and _same_use(spec, attack):
                weapons.append(name)
                told = name
            else:
                natural.append(self._natural(name, damage, attack))
                told = f"{name} {damage}"
            sure = SURE if attack.source else GUESS
            self.said.append(Said("attack with", told, one_line(attack.source), sure))
            called.setdefault(attack.name.lower(), name)
            if not self.routine and attack.group == self.attacks[0].group:
                routine += [name] * max(1, min(attack.count, MAX_BLOWS))
        routine += [called[each.lower()] for each in self.routine if each.lower() in called]
        if self.attacks[MAX_ATTACKS:]:
            for attack in self.attacks[MAX_ATTACKS:]:
                self.leave("attacks", attack.source or attack.name)
        armed = weapons or natural or {"weapons", "natural"} & set(self.values)
        if not armed and self.harmless:
            self.values["natural"] = []
            self.said.append(Said("attack with", "nothing", one_line(self.harmless), SURE))
        elif not armed:
            natural.append({"name": "blow", "damage": "1d4", "type": "bludgeoning"})
            self.said.append(Said("attack with", "blow 1d4", "", GUESS, "no attack was found"))
            if all(left.topic != "attacks" for left in self.left):
                self.lose("attacks", "none was found; an attack of 1d4 is a guess")
            routine = []
        if weapons:
            self.values["weapons"] = weapons
        if natural:
            self.values["natural"] = natural
        if 1 < len(routine) <= MAX_BLOWS:
            self.values["routine"] = routine
            self.said.append(Said("routine", ", ".join(routine), "", SURE))

    def _to_hit(self, attack: Attack) -> int:
        """An attack's bonus on top of the creature's own."""
        own = self.values.get("attack")
        if attack.bonus is None or not isinstance(own, int):
            return self.penalty
        return max(-20, min(20, attack.bonus - own))

    def _shot(self, name: str) -> tuple[int, ...]:
        """The range of a bow or sling without one in its block: that of our weapon."""
        kind = next((word for word in MISSILES if re.search(rf"{word}\b", name)), "")
        ours = equipment().weapons.get(MISSILES[kind]) if kind else None
        if ours is None:
            return self._thrown(name)
        near, far = ours.ranges.normal_range, ours.ranges.long_range
        self.said.append(
            Said(f"range of {name}", f"{near}/{far}", "", GUESS,
                 f"that of our {MISSILES[kind]}")
        )  # fmt: skip
        return near, far

    def _thrown(self, name: str) -> tuple[int, ...]:
        """The range of `thrown rock` or of a giant's `rock`, from the text about throwing it."""
        for words, near, far, what in GUNS:
            if re.search(rf"\b(?:{words})s?\b", name):
                self.said.append(Said(f"range of {name}", f"{near}/{far}", "", GUESS, what))
                return near, far
        if not re.search(r"\b(?:thrown|hurled)\b|^(?:rock|boulder)s?$", name):
            return ()
        told = re.search(r"\b(?:throw|hurl)[^.]{0,60}?\b([0-9]{2,3})'", "; ".join(self.notes), re.I)
        far = min(300, int(told[1])) if told else 60
        self.said.append(
            Said(f"range of {name}", f"{far // 2}/{far}", told[0] if told else "",
                 LIKELY if told else GUESS, "" if told else "thrown; the block gives no range")
        )  # fmt: skip
        return far // 2, far

    def _natural(self, name: str, damage: str, attack: Attack) -> dict[str, Plain]:
        kind = attack.harm or damage_type(name)
        if not kind:
            self.said.append(
                Said(f"type of {name}", "bludgeoning", "", GUESS, "its name does not say")
            )
        made: dict[str, Plain] = {
            "name": name,
            "damage": damage,
            "type": kind or "bludgeoning",
        }
        if self._to_hit(attack):
            made["to-hit"] = self._to_hit(attack)
        if attack.shock:
            made["shock"] = attack.shock
        if not attack.ranges and not attack.reach:
            attack.ranges = self._shot(name)
        if attack.is_shot and not attack.ranges:
            attack.ranges = (30, 60)
            self.said.append(
                Said(f"range of {name}", "30/60", "", GUESS, "the block gives no range")
            )
        if attack.ranges:
            made["range"] = f"{attack.ranges[0]}/{attack.ranges[-1]}"
        elif attack.reach > 5:
            made["reach"] = min(MAX_REACH, attack.reach // 5 * 5)
        if attack.made_of:
            made["of"] = list(attack.made_of)
        if attack.riders:
            made["riders"] = attack.riders[:MAX_RIDERS]
        return made


def _without_twins(attacks: list[Attack]) -> list[Attack]:
    """Merge duplicate attacks; a duplicate in the same group means two attacks."""
    kept: dict[str, Attack] = {}
    for attack in attacks:
        figures = (attack.damage, attack.bonus, attack.shock, attack.ranges, attack.reach)
        key = f"{attack.name.lower()} {figures} {attack.riders} {attack.made_of}"
        twin = kept.setdefault(key, attack)
        if twin is not attack and twin.group == attack.group:
            twin.count += attack.count
    return list(kept.values())


def _same_use(spec: WeaponSpec, attack: Attack) -> bool:
    """Whether a weapon of the list is used as the block says: melee or missile."""
    if attack.ranges or attack.is_shot:
        return bool(spec.ranges.long_range)
    return spec.grip.melee and (attack.reach or 5) <= max(5, spec.grip.reach)


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
    """Dice valid for our weapons: `1d6+1`; also from `2-12`. "" for anything else."""
    span = re.fullmatch(r"\s*([0-9]{1,2})\s*-\s*([0-9]{1,3})\s*", text)
    if span:
        low, high = int(span[1]), int(span[2])
        if 0 < low < high and high % low == 0:
            text = f"{low}d{high // low}"
        elif 0 < low < high:
            text = f"1d{high - low + 1}+{low - 1}"
    text = _summed(text)
    try:
        found = simple_dice(parse_dice(text)) if text.strip() else None
    except DiceError:
        return ""
    if found is None or not (found[0] <= 99 and found[1] <= 999 and abs(found[2]) <= 99):
        return ""
    count, sides, bonus = found
    return f"{count}d{sides}{bonus:+}" if bonus else f"{count}d{sides}"


def _summed(text: str) -> str:
    """`3d10+1d10` as `4d10`; dice of other sizes become their mean: `2d6+1d4` as `2d6+2`."""
    terms = re.findall(r"([+-]?)\s*([0-9]{1,2})d([0-9]{1,3})", text)
    if (
        len(terms) < 2
        or not re.fullmatch(r"[\s0-9d+-]+", text)
        or "-" in "".join(t[0] for t in terms)
    ):
        return text
    sides = int(terms[0][2])
    count = sum(int(number) for _, number, size in terms if int(size) == sides)
    rest = re.sub(r"[+-]?\s*[0-9]{1,2}d[0-9]{1,3}", "", text).replace(" ", "")
    plus = sum(int(number) for number in re.findall(r"[+-][0-9]+", rest))
    plus += sum(int(n) * (int(size) + 1) // 2 for _, n, size in terms if int(size) != sides)
    return f"{count}d{sides}{plus:+}" if plus else f"{count}d{sides}"


def _free_name(name: str, taken: set[str]) -> str:
    base = re.sub(r"[^a-z0-9 '-]+", " ", one_line(name).lower()).strip(" '-")[:30] or "attack"
    found = " ".join(base.split())
    number = 2
    while found in taken:
        found = f"{base} {number}"
        number += 1
    return found


def creature_name(text: str) -> str:
    """A name usable as a key in our files."""
    return one_line(text)[:60].strip(" :,.;-*#") or ""


def creature_texts(drafts: Iterable[Draft], source: str, report: Report) -> list[str]:
    """Files of creatures, verified to be readable, each within the size of our files.

    Values out of our bounds are moved to the notes and reported.
    """
    forms: dict[str, dict[str, Plain]] = {}
    drafts = list(drafts)
    for place, draft in enumerate(drafts):
        report.step(place, len(drafts), "creatures checked")
        form = draft.form()
        name = draft.name
        number = 2
        while name in forms:
            name = f"{draft.name[:54]} {number}"
            number += 1
        forms[name] = _accepted(name, form, report)
    head = f"# From {one_line(re.sub(r'[^ -~]', '?', source))[:200]}.\n" if source else ""
    made = [head]
    size = 0
    for name, form in forms.items():
        text = block({name: form})
        size += len(text.encode()) + 1
        if size > MOST_BYTES:
            made.append(head)
            size = len(text.encode())
        made[-1] += text if made[-1] == head else f"\n{text}"
    return made


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
                places = _places(error, key)
                if places and not isinstance(value, str | int) and len(places) < len(value):
                    # Only the bad ones of a list.
                    entries = [part for place, part in enumerate(value) if place in places]
                    kept = [part for place, part in enumerate(value) if place not in places]
                    value, form[key] = entries, kept
                    form.pop("routine", None) if key == "natural" else None
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


def _places(error: ContentError, key: str) -> set[int]:
    """The places of the invalid entries of a list."""
    found = [re.search(rf"\.{key}\[([0-9]+)\]", each.field) for each in error.problems]
    return {int(place[1]) - 1 for place in found if place}


def _fields(error: ContentError, form: dict[str, Plain]) -> dict[str, str]:
    """The invalid fields of the form."""
    found: dict[str, str] = {}
    for problem in error.problems:
        for key in form:
            if re.search(rf"\.{re.escape(key)}(\[|\.|$)", problem.field):
                found.setdefault(key, problem.message)
    return found
