"""Abilities in the phrasing of old-school books: breath, gaze, poison, drain, immunities.

Each reader handles one kind of ability and returns whether it understood it; abilities no reader
understands are left out and reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from shieldwall.content.magic.power_fields import FRAILTIES
from shieldwall.engine.state.harm import HARM_NAMES
from shieldwall.exchange.creature_draft import GUESS, LIKELY, Attack, Draft, Said, one_line
from shieldwall.exchange.fifth.fifth_words import NUMBERS
from shieldwall.exchange.yaml_text import Plain

DICE: Final = r"([0-9]{1,2}d[0-9]{1,3}(?:\s*\+\s*[0-9]{1,2})?)"
HARMS: Final = {
    "fire": "fire", "flam": "fire", "steam": "fire", "heat": "fire",
    "cold": "cold", "frost": "cold", "ice": "cold",
    "acid": "acid", "lightning": "lightning", "electric": "lightning",
    "poison": "poison", "gas": "poison", "chlorine": "poison", "venom": "poison",
    "silver": "silver", "cold iron": "cold iron", "magic": "magic", "enchant": "magic",
    "holy": "holy",
}  # fmt: skip
SAVES: Final = {
    "death": "doom", "poison": "doom", "doom": "doom", "physical": "doom",
    "wand": "ray", "ray": "ray", "paralysis": "hold", "hold": "hold", "petrif": "hold",
    "breath": "blast", "blast": "blast", "evasion": "blast",
    "spell": "spell", "mental": "spell", "magic": "spell",
}  # fmt: skip
"""Their words for a save, and our equivalent among the five."""
FRAIL: Final = {
    "sleep": "sleep", "paralysis": "paralysis", "hold": "paralysis", "fear": "fear",
    "charm": "charm", "petrif": "petrification", "mind": "charm",
}  # fmt: skip
RULE_WORDS: Final = re.compile(
    r"\bsav(?:e|ing)\b|paraly|poison|venom|drain|swallow|\bstone\b|immun|unharmed|breath\b"
    r"|regenerat|infravision|darkvision|\bgaze|invisib|\bharmed|petrif|energy|acid",
    re.IGNORECASE,
)
"""Words that mark a text as a rule; a coat and a lantern have none of them."""
DAYLIGHT: Final = re.compile(
    r"[-−–]\s*([1-5])\s+(?:to[- ]hit|on all (?:actions|rolls))"
    r" in (?:full |bright )?(?:day|sun)light",
    re.IGNORECASE,
)
BITES: Final = "bite|sting|fang|stinger|tooth|teeth|snake|proboscis"


def plain_words(text: str) -> str:
    """The text without Foundry's rolls and links."""
    text = re.sub(r"\[\[/?[a-z]*\s*([^\]]*?)\]\](?:\{[^}]*\})?", r"\1", text)
    text = re.sub(r"@[A-Za-z]+\[[^\]]*\]\{([^}]*)\}", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\(save:[a-z]+\)", r"\1", text)
    return one_line(text.replace("’", "'").replace("×", "x").replace("–", "-"))


def take_abilities(draft: Draft, abilities: Iterable[tuple[str, str]]) -> None:
    """Apply abilities to a creature; call it after its attacks are read."""
    told = [(one_line(name), plain_words(text)) for name, text in abilities]
    _regenerates(draft, " ".join(f"{name}: {text}" for name, text in told))
    for name, text in told:
        whole = f"{name}: {text}".strip(": ")
        if _NOTHING.fullmatch(text):
            draft.note(whole)
            continue
        acts = any(reader(draft, name, text) for reader in POWERS)
        # One ability may set several properties of the creature.
        fact = re.sub(r"\(For example[^)]*\)", "", text, flags=re.IGNORECASE)
        is_so = [reader(draft, name, fact) for reader in NATURES]
        if not acts and not any(is_so) and whole:
            draft.leave("traits", whole)
        else:
            draft.note(whole)


_NOTHING: Final = re.compile(r"\W*(?:none|nil|standard|normal|n/a)\W*", re.IGNORECASE)
"""`Special defenses: nil` says that there are none."""
ABILITY: Final = re.compile(
    r"^(?:[-*>]\s*\*?)?(?!Behaviou?r|Speech|Possessions|Hoard|Treasure|Languages?|Source|Origin|Names?"
    r"|Save As|A(?i:lignment|ctivity)|No\b|NO\b|Climate|CLIMATE|F(?i:requency)|Organi|ORGANI"
    r"|D(?i:iet)\b|I(?i:ntelligence)|T(?i:reasure)|P(?i:sionic)|Abilities|Skills|Feats"
    r"|Initiative:\s*[+-]?[0-9]+\s*(?:[(,;.]|$)|Saving Throws|Number Appearing"
    r"|Environment|Advancement|Level Adj|Challenge|Space|Base|XP)"
    r"((?:[A-Z]|(?<=[-*> ][* ])[a-z])[A-Za-z'/() -]{1,45})\*{0,2}:\s+(\S.*)$"
)


def ability_lines(text: str) -> list[tuple[int, int, str, str]]:
    """The abilities below a stat block, `Name: effect`: position and both parts of each."""
    found: list[tuple[int, int, str, str]] = []
    place = 0
    for number, line in enumerate(text.split("\n")):
        named = ABILITY.match(line) if number else None
        if named:
            found.append((place, place + len(line), named[1].strip(), named[2].strip()))
        elif found and found[-1][1] == place - 1 and re.match(r"[a-z(0-9]", line):
            start, _, name, told = found[-1]
            found[-1] = (start, place + len(line), name, f"{told} {line}")
        place += len(line) + 1
    return found


def _read(draft: Draft, key: str, name: str, text: str, why: str = "") -> None:
    draft.said.append(Said(key, name, one_line(text)[:120], LIKELY, why))


def _kinds(text: str) -> list[str]:
    found = [kind for word, kind in HARMS.items() if re.search(rf"\b{word}", text, re.IGNORECASE)]
    return [kind for kind in dict.fromkeys(found) if kind in HARM_NAMES]


def _save(text: str, usual: str) -> str:
    """The save in a text; `usual` if it names none."""
    named = re.search(
        rf"\bsav(?:e|es|ing throw)s?\s+(?:vs\.?|versus|against)\s+({'|'.join(SAVES)})"
        rf"|\b({'|'.join(SAVES)})\w*\s+sav",
        text,
        re.IGNORECASE,
    )
    return SAVES[(named[1] or named[2]).lower()] if named else usual


def _amount(dice: str) -> str:
    return re.sub(r"\s*\+\s*", " + ", dice)


def _limits(text: str) -> dict[str, Plain]:
    """`three times per day`, `3/day`, `2-in-6 chance`, `once a turn`."""
    number = rf"({'|'.join(NUMBERS)}|[0-9]{{1,2}})"
    chance = re.search(r"([1-4])[- ]in[- ]6", text)
    if chance:
        return {"recharge": 7 - int(chance[1])}
    times = re.search(rf"\b{number} times (?:per|a|each) (?:day|turn|hour)", text, re.IGNORECASE)
    times = times or re.search(r"\b([0-9]{1,2})\s*/\s*(?:day|turn)", text, re.IGNORECASE)
    if times:
        word = times[1].lower()
        return {"uses": min(20, int(word) if word.isdigit() else NUMBERS[word])}
    often = re.search(
        r"\b(once|twice|thrice) (?:per|a|each) (?:day|turn|hour)", text, re.IGNORECASE
    )
    return {"uses": ("once", "twice", "thrice").index(often[1].lower()) + 1} if often else {}


def _hit_dice(draft: Draft) -> int:
    found = re.match(r"[0-9]+", str(draft.values.get("hd", "1")))
    return max(1, int(found[0])) if found else 1


def breathes(name: str, text: str) -> bool:
    """Whether this is its breath, and not an immunity to it."""
    if re.search(r"\bbreath|\bspit", name, re.IGNORECASE):
        return True
    if re.search(r"immun|resist|subdu|pattern", name, re.IGNORECASE):
        return False
    return bool(re.search(r"\bbreath|\bspit", text, re.IGNORECASE))


def _breath(draft: Draft, name: str, text: str) -> bool:
    """`90' long cone of fire`; damage equals the creature's hit points if none is given."""
    if not breathes(name, text):
        return False
    does = breath_does(draft, text)
    if does is None:
        return False
    power: dict[str, Plain] = {"name": name[:40] or "breath", **_shape(text)}
    kinds = _kinds(text) or _kinds(name)
    if kinds:
        power["of"] = kinds[:1]
    power["save"] = _save(text, "blast")
    power.update(_limits(text) or {"uses": 3})
    power["does"] = [does]
    draft.powers.append(power)
    _read(draft, "power", str(power["name"]), f"{name}: {text}")
    return True


def breath_does(draft: Draft, text: str) -> dict[str, Plain] | None:
    """The effect of a breath, if its text has one."""
    if re.search(r"turn\w* to stone|petrif", text, re.IGNORECASE):
        return {"do": "condition", "effect": "stone", "when": "save failed"}
    if re.search(r"save[^.]{0,30} or die\b", text, re.IGNORECASE):
        return {"do": "kill", "when": "save failed"}
    each = re.search(r"([0-9]?)d([0-9]{1,2})(?: damage)? per (?:HD|hit di)", text, re.IGNORECASE)
    dice = re.search(DICE, text)
    half = "half on save"
    if each:
        amount = f"{min(99, int(each[1] or 1) * _hit_dice(draft))}d{each[2]}"
        return {"do": "damage", "amount": amount, "when": half}
    if re.search(
        r"(?:current|remaining)?\s*(?:hit points|hp)\b", text, re.IGNORECASE
    ) and re.search(r"equal to|damage", text, re.IGNORECASE):
        return {"do": "damage", "by-hp": True, "when": half}
    if dice:
        return {"do": "damage", "amount": _amount(dice[1]), "when": half}
    if re.search("dragon|drake|wyrm", draft.name, re.IGNORECASE) and _kinds(text):
        why = "the text gives no damage; dragons breathe for their hit points"
        draft.said.append(Said("damage of breath", "its hit points", text[:120], GUESS, why))
        return {"do": "damage", "by-hp": True, "when": half}
    return None


def _shape(text: str) -> dict[str, Plain]:
    """The area of a breath or a spray."""
    foot = r"\s*(?:'|ft\.?|feet|foot)"
    long = re.search(rf"([0-9]{{1,3}}){foot}?[ -]*(?:long|range)", text, re.IGNORECASE)
    first = re.search(rf"([0-9]{{1,3}}){foot}", text)
    far = int(long[1]) if long else int(first[1]) if first else 0
    wide = re.search(rf"([0-9]{{1,3}}){foot}?[ -]*(?:wide|across|diameter)", text, re.IGNORECASE)
    if re.search(r"\bcone\b", text, re.IGNORECASE):
        return {"aim": "cone", "range": far or 60}
    if re.search(r"\bline\b|\bbolt\b|\bjet\b", text, re.IGNORECASE):
        return {"aim": "line", "range": far or 60}
    if re.search(r"\bcloud\b|\bdiameter\b", text, re.IGNORECASE):
        across = int(wide[1]) if wide else 40
        return {"aim": "area", "radius": max(5, across // 2), "range": max(20, far or 50)}
    if re.search(r"\b(?:one|single|a) (?:target|creature|victim)", text, re.IGNORECASE):
        return {"aim": "creatures", "range": far or 20}
    return {"aim": "cone", "range": far or 30}


def _gaze(draft: Draft, name: str, text: str) -> bool:
    told = f"{name} {text}"
    looks = re.search(r"\bgaze|\blooks? (?:at|into)|\bmeet(?:s|ing)? [^.]{0,20}eyes", told, re.I)
    if not looks or re.search(r"^(?:avert|mirror|reflect|surprise)", name, re.IGNORECASE):
        return False
    stone = re.search(r"stone|petrif", told, re.IGNORECASE)
    charm = re.search(r"charm|hypnot|entranc", told, re.IGNORECASE)
    if not stone and not charm:
        return False
    does: dict[str, Plain] = {"do": "condition", "effect": "stone", "when": "save failed"}
    if not stone:
        does = {"do": "condition", "effect": "helpless", "rounds": "1d4", "when": "save failed"}
    power: dict[str, Plain] = {
        "name": name[:40] or "gaze", "when": "gaze", "who": "foes", "kind": "living", "magic": True,
        "save": _save(text, "hold" if stone else "spell"), "does": [does],
    }  # fmt: skip
    same = [each for each in draft.powers if each.get("when") == "gaze" and each["does"] == [does]]
    if not same:
        draft.powers.append(power)
        _read(draft, "power", str(power["name"]), f"{name}: {text}", "" if stone else "as a stupor")
    return True


def _terror(draft: Draft, name: str, text: str) -> bool:
    """Creatures that see or hear it save or are paralysed, frightened or charmed."""
    told = f"{name} {text}"
    senses = re.search(r"\bsee(?:s|ing)?\b|\bsight of|\bhears?\b|\bwithin [0-9]+", text, re.I)
    effect = re.search(r"paralys|paralyz|terror|\bfear|\bflee\b|charm", told, re.IGNORECASE)
    if not senses or not effect or not re.search(r"\bsave|\bsaving", text, re.IGNORECASE):
        return False
    far = re.search(r"([0-9]{1,3})\s*(?:'|ft|feet)", text)
    frightens = re.search(r"\bfear|\bflee\b", told, re.IGNORECASE)
    frozen = re.search(r"paralys|paralyz|charm", told, re.IGNORECASE)
    does: dict[str, Plain] = {"do": "condition", "effect": "shaken", "value": 2}
    if frozen or not frightens:
        does = {"do": "condition", "effect": "helpless", "rounds": "1d4"}
    does["when"] = "save failed"
    power: dict[str, Plain] = {
        "name": name[:40] or "terror", "when": "presence", "range": min(600, int(far[1])) if far
        else 60, "who": "foes", "kind": "living", "save": _save(text, "spell"), "once": True,
        "does": [does],
    }  # fmt: skip
    draft.powers.append(power)
    _read(draft, "power", str(power["name"]), f"{name}: {text}")
    return True


class HitEffect(NamedTuple):
    """The effect of a hit besides its damage."""

    rider: dict[str, Plain]
    prefer: str = ""
    """Names of attacks that may have it, as a pattern."""
    grip: dict[str, Plain] | None = None
    """The effect on a held target, each round."""


_BANES: Final = re.compile(
    r"garlic|holy|mirror|sunlight|running water|stake|wolfsbane|vulnerab|weakness", re.IGNORECASE
)
"""What harms or repels a creature; no effect of its hits."""


def _on_hit(draft: Draft, name: str, text: str) -> bool:
    """Additional effects of a hit: poison, paralysis, petrification, drain, blood, hug, swallow."""
    if re.match(r"If hit,", text) or _BANES.match(name):
        return False  # the creature itself suffers it: wolfsbane, holy water
    effect = _hit_effect(draft, name, text)
    if effect is None:
        return False
    label = re.sub(r"\([^)]*\)", "", name).strip()[:40] or "on a hit"
    named = [attack for attack in draft.attacks if label.lower() in attack.effect.lower()]
    first = _armed(draft, f"{name} {text}", effect.prefer)
    named = [attack for attack in named if attack.damage or not _NO_TOUCH.search(attack.name)]
    for attack in named:
        _least_damage(draft, attack, text)
    chosen = named or ([first] if first else [])
    if not chosen:
        return False
    for attack in chosen:
        if not any(part.get("does") == effect.rider["does"] for part in attack.riders):
            attack.riders.append({"name": label, **effect.rider})
    if effect.grip is not None:
        draft.powers.append({"name": f"{label[:33]}: grip", "when": "grip", **effect.grip})
    names = ", ".join(attack.name for attack in chosen)
    _read(draft, "what hits do", f"{names}: {label}", f"{name}: {text}")
    return True


def _hit_effect(draft: Draft, name: str, text: str) -> HitEffect | None:
    """The first effect that a text names."""
    told = f"{name} {text}"

    def says(pattern: str, where: str = told) -> bool:
        return re.search(pattern, where, re.IGNORECASE) is not None

    if says(r"energy drain|level drain|drains? (?:a|one|two|[0-9]) level|system strain"):
        return _level_drain(text)
    if says(r"swallow"):
        return _swallowing(text)
    if says(r"paralys|paralyz") and not says(r"immun|unaffected by|unharmed|^spell"):
        return _paralysis(draft, text)
    if says(r"turn\w* to stone|petrif") and says(
        r"\btouch|\bhits?\b|\bbit(?:e|es|ten)\b|\bpeck", text
    ):
        stone: Plain = {"do": "condition", "effect": "stone", "when": "save failed"}
        return HitEffect({"save": _save(text, "hold"), "does": [stone]}, "touch|beak|bite|peck")
    if says(r"\bdisease|\bin(?:fect|fest)|[0-9]-in-[0-9]{2}\b|\bin [0-9d]+ (?:hours|days|weeks)"):
        return None  # Not in every fight, or long after it.
    if says(r"poison|venom") and not says(r"immun|unharmed|unaffected|harmless|neutrali"):
        venom = _venom(text)
        return None if venom is None else HitEffect(venom, BITES)
    dice = re.search(DICE, text)
    amount = _amount(dice[1]) if dice else ""
    hold: dict[str, Plain] = {"does": [{"do": "hold"}]}
    harm: list[Plain] = [{"do": "damage", "amount": amount}]
    if says(r"\bhug\b|both (?:paws|claws)"):
        return HitEffect({"on-hit": 2, "does": harm}, "claw|paw") if dice else None
    if says(r"blood[- ]?(?:drain|suck)|(?:drain|suck)\w* (?:the )?blood|\battach"):
        blood: dict[str, Plain] = {"kind": "living", "does": [{"do": "drain", "amount": amount}]}
        return HitEffect(hold, BITES, blood) if dice else None
    if says(r"\bacid\b", name) and says(r"stick|per round", text):
        return HitEffect(hold, "", {"of": "acid", "does": harm}) if dice else None
    if says(r"constrict|crush|squeez|grab|wraps?"):
        squeeze: dict[str, Plain] | None = {"does": harm} if dice else None
        return HitEffect(hold, "constrict|coil|bite|tentacle|claw", squeeze)
    return None


def _level_drain(text: str) -> HitEffect:
    amount = "2" if re.search(r"\btwo\b|\b2 ", text) else "1"
    if not re.search(r"\bsav(?:e|ing)\b", text, re.IGNORECASE):
        return HitEffect({"kind": "living", "does": [{"do": "exhaust", "amount": amount}]})
    step: Plain = {"do": "exhaust", "amount": amount, "when": "save failed"}
    return HitEffect({"kind": "living", "save": _save(text, "doom"), "does": [step]})


def _swallowing(text: str) -> HitEffect:
    least = re.search(r"(?:roll of|natural)\s+([0-9]{2})", text, re.IGNORECASE)
    rider: dict[str, Plain] = {"least-die": int(least[1]) if least and int(least[1]) <= 20 else 20}
    rider["does"] = [{"do": "swallow"}]
    dice = re.search(rf"{DICE}(?: points of)? damage", text)
    grip: dict[str, Plain] | None = None
    if dice:
        grip = {"of": "acid", "does": [{"do": "damage", "amount": _amount(dice[1])}]}
    return HitEffect(rider, "bite|maw|tongue", grip)


def _paralysis(draft: Draft, text: str) -> HitEffect:
    step: dict[str, Plain] = {"do": "condition", "effect": "helpless"}
    last = re.search(rf"{DICE} rounds?\b|for {DICE}", text)
    if last and "round" in text:
        step["rounds"] = _amount(last[1] or last[2])
    elif not re.search(r"\b(?:turn|minute|hour|day)s?\b", text):
        step["rounds"] = "2d4"
        why = "the text gives no duration"
        draft.said.append(Said("what hits do", "2d4 rounds", one_line(text)[:120], GUESS, why))
    steps: list[Plain] = [{**step, "when": "save failed"}]
    rider: dict[str, Plain] = {"kind": "living", "save": _save(text, "hold"), "does": steps}
    return HitEffect(rider, "claw|tentacle|touch|sting")


def _venom(text: str) -> dict[str, Plain] | None:
    save = {"of": "poison", "save": _save(text, "doom")}
    if re.search(r"\bdie\b|\bdies\b|\bdeath\b|\bfatal|\bdeadly\b|\blethal", text, re.IGNORECASE):
        made: dict[str, Plain] = {**save, "does": [{"do": "kill", "when": "save failed"}]}
        late = re.search(r"\bin (?:([0-9]d[0-9]+)|([0-9]+)) (round|turn)", text, re.IGNORECASE)
        if late:
            made["onset"] = (late[1] or late[2]) if late[3].lower() == "round" else "10"
        return made
    dice = re.search(DICE, text)
    if dice and "damage" in text.lower():
        step: dict[str, Plain] = {"do": "damage", "amount": _amount(dice[1])}
        half = "half" in text.lower()
        return {**save, "does": [{**step, "when": "half on save" if half else "save failed"}]}
    if re.search(r"paralys|paralyz|unconscious|sleep", text, re.IGNORECASE):
        frozen: dict[str, Plain] = {"do": "condition", "effect": "helpless", "rounds": "2d4"}
        return {**save, "does": [{**frozen, "when": "save failed"}]}
    if re.fullmatch(r"[\w' -]*:?\s*(?:poison|venom)\.?", text.strip(), re.IGNORECASE):
        # Older books say no more than that if the poison is deadly.
        return {**save, "does": [{"do": "kill", "when": "save failed"}]}
    if re.search(r"\bsave|\bsick|\bill\b|weak|slow", text, re.IGNORECASE):
        weak: dict[str, Plain] = {"do": "condition", "effect": "weakened", "rounds": "10"}
        return {**save, "does": [{**weak, "when": "save failed"}]}
    return None


def _armed(draft: Draft, told: str, prefer: str) -> Attack | None:
    """The attack of an ability: the named one, the likely one, or the first."""
    told = re.sub(
        r"\bstung\b", "sting", re.sub(r"\bbitten\b", "bite", told, flags=re.I), flags=re.I
    )
    attacks = [attack for attack in draft.attacks if attack.damage]
    for attack in draft.attacks:
        word = re.escape(attack.name.lower().rstrip("s"))
        if word and re.search(rf"\b{word}", told, re.IGNORECASE):
            _least_damage(draft, attack, told)
            return attack
    for attack in attacks:
        if prefer and re.search(prefer, attack.name, re.IGNORECASE):
            return attack
    return attacks[0] if attacks else None


_NO_TOUCH: Final = re.compile(r"gaze|breath|howl|song|spell|magic|\bray|voice|wail", re.IGNORECASE)
"""Powers that blocks list among the attacks."""


def _least_damage(draft: Draft, attack: Attack, told: str) -> None:
    if not attack.damage:
        attack.damage = "1d1"
        why = "it does no damage; here every weapon does at least 1"
        draft.said.append(Said("damage", "1", one_line(told)[:120], LIKELY, why))


def _regenerates(draft: Draft, text: str) -> None:
    """Collects several abilities about it."""
    found = re.search(
        r"(?:regain|gain|regenerat|heal)\w*\s+([0-9]{1,2})\s*(?:hp|hit points?)\b[^.]{0,40}round",
        text,
        re.IGNORECASE,
    )
    if not found:
        return
    made: dict[str, Plain] = {"hp": max(1, min(50, int(found[1])))}
    never = re.search(r"[^.:]*:?[^.:]*(?:cannot|can't|does not) regenerate[^.]*", text, re.I)
    stops = [kind for kind in _kinds(never[0] if never else "") if kind in ("fire", "acid", "holy")]
    if stops:
        made["not-after"] = stops
    again = re.search(r"fights? again in ([0-9]d[0-9]+) rounds", text, re.IGNORECASE)
    if again:
        made["rises"] = again[1]
    draft.put("regenerates", made, found[0], LIKELY)


def _mends(draft: Draft, name: str, text: str) -> bool:
    return "regenerates" in draft.values and bool(
        re.search(r"regenerat|regain|return from death|fire and acid", f"{name} {text}", re.I)
    )


def _proof(draft: Draft, name: str, text: str) -> bool:
    """`Only harmed by silver or magic`, `unharmed by cold`, `immune to sleep`."""
    told = f"{name}: {text}"
    only = re.search(
        r"(?:only|can only) (?:be )?(?:harmed|hit|hurt|damaged|injured) by ([^.]*)"
        r"|(?:harmed|hurt|damaged) only by ([^.]*)|all attacks except ([^.]*)",
        told,
        re.IGNORECASE,
    )
    done = False
    if only:
        kinds = _kinds(only[1] or only[2] or only[3] or "")
        if kinds:
            draft.put("hurt-only-by", kinds, told, LIKELY)
            done = True
    proof = re.search(
        r"(?:immune to|unharmed by|unaffected by|immunity to)\s*([^.]*)", text, re.IGNORECASE
    )
    if proof or re.search(r"immunity$", name, re.IGNORECASE):
        words = proof[1] if proof else name
        kinds = [kind for kind in _kinds(words) if kind not in ("magic", "silver", "cold iron")]
        if re.search(r"\bown breath", words, re.IGNORECASE):
            kinds += [str(kind) for power in draft.powers for kind in _of(power)]
        kinds += [
            frailty for word, frailty in FRAIL.items()
            if re.search(rf"\b{word}", words, re.IGNORECASE) and frailty in FRAILTIES
        ]  # fmt: skip
        if kinds and not only:
            _more_immune(draft, kinds, told)
            done = True
    half = re.search(r"half[- ]damage from (?:any )?([^.(]*)", text, re.IGNORECASE)
    kinds = _kinds(half[1]) if half else []
    if kinds:
        draft.put("resists", kinds, told, LIKELY)
        done = True
    return done


def _of(power: dict[str, Plain]) -> list[Plain]:
    kinds = power.get("of")
    return kinds if isinstance(kinds, list) else []


def _more_immune(draft: Draft, kinds: list[str], told: str) -> None:
    old = draft.values.pop("immune", None)
    draft.said = [said for said in draft.said if said.key != "immune"]
    before = [str(kind) for kind in old] if isinstance(old, list) else []
    made: list[Plain] = list(dict.fromkeys([*before, *kinds]))
    draft.put("immune", made, told, LIKELY)


def _nature(draft: Draft, name: str, text: str) -> bool:
    """Its nature, by the name of the ability."""
    told = f"{name}: {text}".strip(": ")
    word = name.lower()
    sight = re.search(r"(?:infravision|dark ?sight|darkvision)\D{0,12}([0-9]{1,3})", told, re.I)
    if sight:
        draft.put("darkvision", int(sight[1]), told)
        return True
    if word.startswith("undead"):
        draft.put("undead", True, told)
        return True
    if re.search(r"double damage", text, re.IGNORECASE) and re.search("charge|dive", told, re.I):
        draft.put("charge-dice", 1, told, LIKELY, "one die more on a charge")
        return True
    sun = DAYLIGHT.search(text)
    if sun:
        draft.put("daylight-penalty", int(sun[1]), told)
        return True
    percent = re.search(r"([0-9]{1,2})\s*%", text)
    if word.startswith("magic resistance") and percent:
        draft.put("magic-resistance", f"{percent[1]}%", told)
        return True
    if re.search(r"^(?:naturally )?invisib", word) and re.search("attack", text, re.IGNORECASE):
        if re.search(r"remain invisible|naturally invisible", text, re.IGNORECASE):
            draft.put("invisible", True, told, LIKELY)
            return True
    if word.startswith(("incorporeal", "insubstantial")):
        draft.put("incorporeal", True, told, LIKELY)
        return True
    if re.search(r"\bdivi(?:de|sion)|\bsplits?\b", told, re.IGNORECASE):
        kinds = ["slashing", "piercing", "bludgeoning"]
        kinds += [kind for kind in _kinds(text) if kind == "lightning"]
        draft.put("splits", list[Plain](kinds), told, LIKELY)
        return True
    if re.search(
        r"fight(?:s)? to the death|never check\w* morale|fearless|\bmorale 12\b", told, re.I
    ):
        draft.put("fearless", True, told, LIKELY)
        return True
    led = re.search(r"morale (?:is |of )?([0-9]{1,2})[^.]{0,30}leader", text, re.IGNORECASE)
    if led:
        draft.put("morale-with-leader", max(2, min(12, int(led[1]))), told)
        return True
    return False


POWERS: Final[tuple[Callable[[Draft, str, str], bool], ...]] = (_breath, _gaze, _terror, _on_hit)
"""The first reader that understands an ability handles it."""
NATURES: Final[tuple[Callable[[Draft, str, str], bool], ...]] = (_mends, _proof, _nature)
