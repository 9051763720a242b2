"""Creatures of the fifth edition: one record and one conversion for all sources.

Improved Initiative, Markdown, plain text and Foundry fill the record; `draft_of` converts it to our
rules and lists what does not fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from shieldwall.content.magic.power_fields import FRAILTIES
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.engine.state.sheet import KIN_NAMES
from shieldwall.exchange.creature_draft import (
    GUESS,
    LIKELY,
    SURE,
    Draft,
    Said,
    creature_name,
    one_line,
)
from shieldwall.exchange.fifth.fifth_losses import (
    NO_KIND,
    losses,
    no_kind,
    other_dice,
    remark,
    requirement,
)
from shieldwall.exchange.fifth.fifth_multiattack import read_multiattack
from shieldwall.exchange.fifth.fifth_spells import read_casting
from shieldwall.exchange.fifth.fifth_words import (
    KINDS_OF_HARM,
    NUMBERS,
    WOUNDS,
    harms,
    held_by,
    is_attack,
    read_attacks,
    read_power,
)
from shieldwall.exchange.yaml_text import Plain

ABILITIES: Final = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
SIZES: Final = {
    "tiny": ("man", 1), "small": ("man", 3), "medium": ("man", 0), "large": ("large", 0),
    "huge": ("huge", 0), "gargantuan": ("huge", 20), "titanic": ("huge", 40),
}  # fmt: skip
"""Our size, and the height if it is unusual."""
TYPES: Final = {
    "beast": "beast", "construct": "construct", "dragon": "dragon", "elemental": "elemental",
    "fey": "fairy", "fiend": "fiend", "giant": "giant", "humanoid": "mortal", "ooze": "ooze",
    "plant": "plant", "undead": "undead",
}  # fmt: skip
NEVER_FLEE: Final = ("undead", "construct", "ooze", "plant")
FRAIL: Final = {
    "paralyzed": "paralysis", "frightened": "fear", "charmed": "charm",
    "petrified": "petrification", "blinded": "blindness", "unconscious": "sleep",
    "restrained": "webs",
}  # fmt: skip
USUAL_SAVE: Final = 15
"""The save of a character without any bonus in our books."""


@dataclass(slots=True)
class Part:
    """A trait or an action: its name and its text."""

    name: str
    text: str


@dataclass(slots=True)
class Fifth:
    """The content of a stat block."""

    name: str = ""
    kind: str = ""
    """`Large giant, chaotic evil`."""
    ac: int | None = None
    armour: str = ""
    """The source of the armour class."""
    hp: int | None = None
    dice: str = ""
    speeds: list[str] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)
    saves: dict[str, int] = field(default_factory=dict)
    weak: list[str] = field(default_factory=list)
    resists: list[str] = field(default_factory=list)
    immune: list[str] = field(default_factory=list)
    steadfast: list[str] = field(default_factory=list)
    """Condition immunities."""
    senses: list[str] = field(default_factory=list)
    challenge: str = ""
    traits: list[Part] = field(default_factory=list)
    actions: list[Part] = field(default_factory=list)
    beyond: list[tuple[str, Part]] = field(default_factory=list)
    """Reactions, bonus, legendary and lair actions, with their kind."""
    gear: list[str] = field(default_factory=list)
    """Gear that is no weapon."""
    words: list[str] = field(default_factory=list)
    """Skills, languages, lore: for the notes."""


def draft_of(found: Fifth) -> Draft:
    """Convert a creature to our rules as far as possible."""
    draft = Draft(creature_name(found.name))
    draft.challenge = found.challenge
    kin = _nature(draft, found)
    found.traits = [part for part in found.traits if not _old_school(draft, part)]
    _figures(draft, found)
    _proof(draft, found)
    _senses(draft, found)
    magic = False
    for part in found.traits:
        magic = _trait(draft, part) or magic
    _actions(draft, found)
    if magic:
        for attack in draft.attacks:
            attack.made_of = tuple(dict.fromkeys((*attack.made_of, "magic")))
    for what, part in found.beyond:
        draft.leave(what, f"{part.name}: {part.text}".strip(": "))
    if found.gear:
        draft.leave("gear", ", ".join(found.gear))
    _mind(draft, found, kin)
    if found.challenge:
        draft.note(f"Challenge {found.challenge}")
    for text in found.words:
        draft.note(text)
    return draft


def _nature(draft: Draft, found: Fifth) -> str:
    """Set size and kind of creature."""
    words = found.kind.lower()
    size = re.search(rf"\b({'|'.join(SIZES)})\b", words)
    if size:
        ours, height = SIZES[size[1]]
        draft.put("size", ours, found.kind, LIKELY if height else SURE)
        if height:
            draft.put("height", height, size[1], LIKELY, f"{size[1]} bodies have no size here")
    kind = next((name for name in TYPES if re.search(rf"\b{name}s?\b", words)), "")
    kin = TYPES.get(kind, "")
    if "goblinoid" in words:
        kin = "goblin"
    if kin in KIN_NAMES:
        draft.put("kin", kin, found.kind, SURE)
    elif found.kind:
        draft.leave("kind of being", found.kind)
    draft.note(found.kind)
    if kin == "undead":
        draft.put("undead", True, found.kind, SURE)
    if kin in NEVER_FLEE:
        draft.put("fearless", True, found.kind, LIKELY, f"the {kin} do not flee")
    if re.search(r"\bswarm\b", words):
        draft.leave("traits", "a swarm becomes one body")
    return kin


def _old_school(draft: Draft, part: Part) -> bool:
    """Read figures without a field in the fifth edition, which our exports write as traits."""
    patterns = {
        "hit dice": ("hd", r"([0-9]{1,2})d8([+-][0-9]{1,2})?"),
        "morale": ("morale", r"([0-9]{1,2})"),
        "save": ("save", r"([0-9]{1,2})\+"),
    }
    key, pattern = patterns.get(part.name.lower(), ("", ""))
    said = re.fullmatch(pattern, part.text.strip()) if key else None
    if said is None:
        return False
    told = f"{part.name} {part.text}"
    if key == "hd":
        draft.put(key, f"{said[1]}{said[2] or ''}", told)
    else:
        draft.put(key, int(said[1]), told)
    return True


def _figures(draft: Draft, found: Fifth) -> None:
    dice = re.search(r"([1-9][0-9]?)\s*d\s*[0-9]{1,2}", found.dice)
    if dice:
        draft.put("hd", dice[1], found.dice, LIKELY, "from the dice for HP")
    elif found.hp is not None:
        draft.put("hd", str(_dice_of(found)), "", GUESS, "from the HP, the size and Constitution")
    if found.hp is not None:
        draft.put("hp", max(1, found.hp), f"HP {found.hp}")
    if found.ac is not None:
        draft.put("ac", found.ac, f"AC {found.ac} {found.armour}".strip())
    draft.note(found.armour)
    for text in found.speeds:
        speed(draft, text)
    only_swims(draft, ", ".join(found.speeds))
    if "speed" not in draft.values and "flies" in draft.values:
        draft.put("speed", 0, ", ".join(found.speeds), LIKELY, "it only flies")
    if found.scores:
        told = ", ".join(f"{key} {found.scores[key]}" for key in ABILITIES if key in found.scores)
        draft.note(f"Abilities: {told}")
    if found.scores or found.saves:
        bonuses = [found.saves.get(key, (found.scores.get(key, 10) - 10) // 2) for key in ABILITIES]
        mean = round(sum(bonuses) / len(bonuses))
        told = ", ".join(f"{key} {value:+}" for key, value in found.saves.items())
        draft.put(
            "save",
            max(2, min(20, USUAL_SAVE - mean)),
            f"Saves: {told}" if told else "",
            LIKELY,
            f"{USUAL_SAVE} less the mean of its six saves, {mean:+}",
        )
        if told:
            draft.note(f"Saves: {told}")


DIE_MEANS: Final = {
    "tiny": 2.5, "small": 3.5, "medium": 4.5, "large": 5.5, "huge": 6.5, "gargantuan": 10.5,
}  # fmt: skip
"""The mean of a hit die by size."""


def _dice_of(found: Fifth) -> int:
    """How many dice would give these hit points."""
    size = next((word for word in found.kind.lower().split() if word in DIE_MEANS), "medium")
    each = DIE_MEANS[size] + (found.scores.get("Con", 10) - 10) // 2
    return max(1, min(30, round((found.hp or 1) / max(1.0, each))))


def speed(draft: Draft, text: str) -> None:
    """`30 ft.`, `fly 60 ft. (hover)`, `30 ft., climb 20 ft.`, `walk 30 ft. fly 60 ft.`."""
    ways = r"walk|fly|swim|climb|burrow|hover"
    for part in re.split(rf",|;|(?<=[\s.])(?=(?:{ways})\w*\W{{0,3}}[0-9T])", text, flags=re.I):
        found = re.search(
            rf"(?:\b({ways})\w*\s*:?\s*(?:speed (?:of )?)?)?([0-9]{{1,3}})\b", part, re.IGNORECASE
        )
        if not found:
            draft.note(part)
        elif found[1] and found[1].lower() != "walk":
            draft.moves(found[1].lower(), int(found[2]), part.strip())
        elif "speed" in draft.values:
            draft.leave("speed", part)
        else:
            draft.put("speed", int(found[2]), part.strip())


def only_swims(draft: Draft, text: str) -> None:
    """Give a creature that cannot walk the speed of its swimming."""
    swims = re.search(r"\bswim\w*\s*:?\s*(?:speed (?:of )?)?([0-9]{1,3})", text, re.IGNORECASE)
    if swims and draft.values.get("speed", 0) == 0 and "flies" not in draft.values:
        draft.values.pop("speed", None)
        draft.said = [said for said in draft.said if said.key != "speed"]
        draft.put("speed", int(swims[1]), text, LIKELY, "it only swims")


_NONE: Final = ("", "-", "none", "false", "null")
_CONDITION: Final = re.compile(
    r"\b(?:blinded|charmed|deafened|exhaustion|frightened|grappled|incapacitated|paralyzed"
    r"|petrified|poisoned|prone|restrained|stunned|unconscious)\b",
    re.IGNORECASE,
)


def _proof(draft: Draft, found: Fifth) -> None:
    """Immunities, resistances, vulnerabilities, including those to nonmagical weapons."""
    _harms(draft, "weak", found.weak, "vulnerable to")
    _harms(draft, "resists", found.resists, "resists")
    # The rules of 2024 put damage and conditions on one line.
    parts = [part for text in found.immune for part in re.split(r"(?=;)|,", text)]
    conditions = [part.strip(" ;") for part in parts if _CONDITION.search(part)]
    _harms(draft, "immune", [part for part in parts if not _CONDITION.search(part)], "immune to")
    found.steadfast += conditions
    names = [word for text in found.steadfast for word in re.findall(r"[a-z]+", text.lower())]
    frail = [FRAIL[name] for name in names if name in FRAIL and FRAIL[name] in FRAILTIES]
    if frail:
        old = draft.values.get("immune", [])
        both = [*old, *frail] if isinstance(old, list) else frail
        draft.values.pop("immune", None)
        draft.said = [said for said in draft.said if said.key != "immune"]
        draft.put("immune", list(dict.fromkeys(both)), ", ".join(found.steadfast), LIKELY)
    others = [name for name in names if name not in FRAIL and name not in ("and", "or")]
    if "poisoned" in others and "poison" in str(draft.values.get("immune", "")):
        others.remove("poisoned")
    if others:
        draft.leave("conditions", f"immune to: {', '.join(others)}")


def _harms(draft: Draft, key: str, texts: list[str], word: str) -> None:
    kinds: list[str] = []
    # Programs split "piercing, and slashing from nonmagical weapons" at its commas.
    for text in re.split(r"\s*;\s*", ", ".join(texts)):
        plain = text.lower().strip()
        # Force counts as magic when it hits; proof against magic would be far more.
        ours = [kind for kind in KINDS_OF_HARM if kind != "force"]
        said = [kind for kind in ours if re.search(rf"\b{kind}\b", plain)]
        if re.search(r"non-?magical|not made with|aren't (?:magical|silver|adamant)", plain):
            if key == "immune":
                only = ["magic", *(["silver"] if "silver" in plain else [])]
                only += ["fire", "cold", "acid", "lightning", "poison", "holy"]
                every = ", ".join(texts).lower()
                proof = [ours for kind, ours in KINDS_OF_HARM.items() if kind in every]
                only = [kind for kind in only if kind == "magic" or kind not in proof]
                draft.put(
                    "hurt-only-by", only, text, LIKELY, "and by anything that is not a weapon"
                )
                draft.note(f"{word} {text}")
                said = [kind for kind in said if kind not in WOUNDS]
            else:
                draft.leave("resistances", f"{word} {text} (here against magic weapons as well)")
        kinds += [KINDS_OF_HARM[kind] for kind in said]
        unknown = [kind for kind in (*NO_KIND, "force") if re.search(rf"\b{kind}\b", plain)]
        if unknown:
            draft.leave("resistances", f"{word} {', '.join(unknown)}")
        elif not kinds and "hurt-only-by" not in draft.values and plain not in _NONE:
            draft.leave("resistances", f"{word} {text}")
    kinds = [kind for kind in dict.fromkeys(kinds) if kind in HARM_NAMES]
    if kinds:
        draft.put(key, kinds, ", ".join(texts))


def _senses(draft: Draft, found: Fifth) -> None:
    for text in found.senses:
        for part in re.split(r",|;", text):
            dark = re.search(r"darkvision\s*:?\s*([0-9]{1,3})", part, re.IGNORECASE)
            other = re.search(r"blindsight|tremorsense|truesight", part, re.IGNORECASE)
            if dark:
                draft.put("darkvision", int(dark[1]), part.strip())
            if other:
                draft.leave("senses", part)
            elif not dark:
                draft.note(part)


def _trait(draft: Draft, part: Part) -> bool:
    """Read a passive trait; returns whether its weapons are magic."""
    name, text = part.name.lower(), part.text
    told = f"{part.name}: {text}".strip(": ")
    if name.startswith("regeneration"):
        heals = re.search(r"regains? ([0-9]{1,3}) (?:hit points|hp)\b", text, re.IGNORECASE)
        if heals:
            made: dict[str, Plain] = {"hp": max(1, min(50, int(heals[1])))}
            stops = [
                KINDS_OF_HARM[kind]
                for kind in KINDS_OF_HARM
                if re.search(rf"\b{kind}\b", text, re.I)
            ]
            if stops:
                made["not-after"] = stops
            draft.put("regenerates", made, told)
            draft.note(told)
            return False
    if name.startswith("pack tactics"):
        draft.put("pack", 2, told, LIKELY, "advantage is worth about as much")
        draft.note(told)
        return False
    if "charge" in name and re.search(r"\bmove[sd] (?:at least )?[0-9]", text) and harms(text):
        draft.put("charge-dice", 1, told, LIKELY, "the dice of the blow once more on a charge")
        if re.search(r"saving throw|\bprone\b", text, re.IGNORECASE):
            draft.leave("what hits do", told)
        else:
            draft.note(told)
        return False
    if name.startswith("incorporeal movement"):
        draft.put("incorporeal", True, told, LIKELY)
        draft.note(told)
        return False
    if name.startswith(("magic weapon", "magic attack", "angelic weapon", "hellish weapon")):
        draft.note(told)
        return True
    if "spellcasting" in name:
        draft.note(part.name)
        _casts(draft, text)
        return False
    looks = re.search(r"\bmeets? (?:its|the) (?:eyes|gaze)", text)
    gaze = read_power(part.name, text) if looks else None
    if gaze:
        made = {key: gaze[key] for key in ("name", "save", "does") if key in gaze}
        draft.powers.append({**made, "when": "gaze", "who": "foes"})
        draft.said.append(Said("power", str(gaze["name"]), one_line(told)[:120], LIKELY))
        draft.note(told)
        return False
    power = read_power(part.name, text) if re.search(r"start.{0,20}turn|within", text) else None
    if power and power.get("aim") == "around" and not re.search(r"\bdies\b|drops to 0", text, re.I):
        draft.powers.append(_presence(power))
        draft.said.append(Said("power", str(power["name"]), one_line(told)[:120], LIKELY))
        draft.note(told)
        return False
    draft.leave("traits", told)
    return False


def _presence(power: dict[str, Plain]) -> dict[str, Plain]:
    """A stench or an aura of fear is always on; as an action it would cost the creature's turn."""
    made = {key: value for key, value in power.items() if key in ("name", "of", "save", "does")}
    first = {"name": made.pop("name"), "when": "presence", "range": power.get("radius", 10)}
    return {**first, "who": "foes", "kind": "living", **made, "once": True}


def _casts(draft: Draft, text: str) -> None:
    casting = read_casting(text)
    for power in casting.powers:
        if power["name"] not in [each["name"] for each in draft.powers]:
            draft.powers.append(power)
            draft.said.append(Said("spell", str(power["name"]), "Spellcasting", LIKELY))
    known = [attack.name for attack in draft.attacks]
    for shot in [shot for shot in casting.shots if shot.name not in known]:
        shot.group = 100 + len(draft.attacks)
        draft.attacks.append(shot)
    if casting.left:
        draft.leave("spells", ", ".join(dict.fromkeys(casting.left)))
    elif not casting.powers and not casting.shots:
        draft.leave("spells", text)
    draft.note(text)


def _actions(draft: Draft, found: Fifth) -> None:
    shots, draft.attacks = draft.attacks, []
    several = [part for part in found.actions if part.name.lower().startswith("multiattack")]
    for part in found.actions:
        if part in several:
            continue
        if part.name.lower() in ("lair actions", "legendary actions"):
            draft.leave(part.name.lower(), part.text)
            continue
        if "spellcasting" in part.name.lower():
            draft.note(part.name)
            _casts(draft, part.text)
            continue
        _action(draft, part)
    for place, attack in enumerate(draft.attacks):
        attack.group = place
    own = [attack for attack in draft.attacks if attack not in shots]
    draft.attacks += shots
    for part in several:
        blows, more = read_multiattack(part.text, own, _heads(found))
        if blows:
            draft.routine = blows
            _first_in_line(draft, blows[0])
        if more or len(blows) < 2:
            draft.leave("multiattack", f"{part.name}: {part.text}")
        else:
            draft.note(f"{part.name}: {part.text}")
    if not draft.routine and own:
        _first_in_line(draft, max(own, key=lambda attack: attack.bonus or 0).name)
    if not draft.routine and draft.attacks:
        # Each is a separate attack; the first is not made twice.
        draft.routine = [draft.attacks[0].name]


def _heads(found: Fifth) -> int:
    """The number of heads, from its traits."""
    for part in found.traits:
        has = re.search(r"\bhas ([a-z]+) heads\b", part.text, re.IGNORECASE)
        if has:
            return NUMBERS.get(has[1].lower(), 0)
    return 0


def _first_in_line(draft: Draft, name: str) -> None:
    """The attack bonus is that of its most frequent attack."""
    chosen = [attack for attack in draft.attacks if attack.name == name]
    if chosen:
        draft.attacks = [*chosen, *(a for a in draft.attacks if a not in chosen)]


_AT_DEATH: Final = re.compile(r"\bwhen (?:it|he|she|the [a-z' -]+) dies\b", re.IGNORECASE)


def _action(draft: Draft, part: Part) -> None:
    told = f"{part.name}: {part.text}".strip(": ")
    if is_attack(part.text):
        name = re.sub(r"\([^)]*\)", "", part.name).strip() or "attack"
        made, left = read_attacks(name, part.text)
        if not made and (power := read_power(part.name, part.text)):
            _power(draft, part, power)
            draft.lose("what powers do", f"{name}: needs a hit first (here only the save)")
            return
        good = [attack for attack in made if attack.damage]
        draft.attacks += good
        for text in left:
            draft.lose("what hits do", text)
        draft.note(told)
        if not good:
            draft.leave("attacks", told)
            return
        for text in remark(part.name):
            draft.lose("attacks", text)
        return
    power = None if _AT_DEATH.search(part.text) else read_power(part.name, part.text)
    if power is not None:
        always = re.search(r"presence", part.name, re.I) or re.search(
            r"\bstarts? (?:its|their) turn", part.text
        )
        if always and power.get("aim") == "around":
            power = _presence(power)
        _power(draft, part, power)
        return
    draft.leave("actions", told)


def _power(draft: Draft, part: Part, power: dict[str, Plain]) -> None:
    told = f"{part.name}: {part.text}"
    draft.powers.append(power)
    draft.said.append(Said("power", str(power["name"]), one_line(told)[:120], LIKELY))
    draft.note(told)
    left = losses(part.name, part.text, held_by([power])) + no_kind(part.name, part.text)
    left += other_dice(part.name, part.text, power, left)
    for text in (*requirement(part.name, part.text), *left):
        draft.lose("what powers do", text)


def _mind(draft: Draft, found: Fifth, kin: str) -> None:
    """Guess tactics and morale, since the fifth edition has no morale."""
    wits = found.scores.get("Int")
    if wits is not None:
        if kin in ("construct", "ooze", "plant", "undead") and wits <= 5:
            mind = "mindless"
        elif wits <= 4:
            mind = "beast"
        elif wits <= 8:
            mind = "rabble"
        else:
            mind = "cunning" if wits >= 14 else "soldier"
        draft.put("temperament", mind, f"Int {wits}", LIKELY)
    brave = {"dragon": 9, "fiend": 9, "giant": 8, "elemental": 10, "beast": 7, "mortal": 7}
    if "morale" not in draft.values:
        morale = 12 if draft.values.get("fearless") else brave.get(kin, 8)
        draft.put("morale", morale, "", GUESS, "the fifth edition has no morale")
