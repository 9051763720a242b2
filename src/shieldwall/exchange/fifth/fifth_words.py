"""Phrases of the fifth edition: attacks, saves, areas and Multiattack.

Both layouts are supported: "Melee Weapon Attack: +5 to hit, reach 5 ft." of 2014 and "Melee Attack
Roll: +5, reach 5 ft." of 2024. The results are attacks, riders and powers in our format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from shieldwall.exchange.creature_draft import MAX_REACH, Attack, plain_dice
from shieldwall.exchange.fifth.fifth_losses import (
    NO_KIND,
    certain,
    inflicted,
    losses,
    no_kind,
    other_dice,
)
from shieldwall.exchange.fifth.short_forms import in_full
from shieldwall.exchange.yaml_text import Plain

NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "once": 1, "twice": 2,
}  # fmt: skip
KINDS_OF_HARM: Final = {
    "bludgeoning": "bludgeoning", "piercing": "piercing", "slashing": "slashing", "fire": "fire",
    "cold": "cold", "acid": "acid", "lightning": "lightning", "poison": "poison",
    "radiant": "holy", "force": "magic",
}  # fmt: skip
WOUNDS: Final = ("bludgeoning", "piercing", "slashing")
_TYPE: Final = "|".join((*KINDS_OF_HARM, *NO_KIND))
_DICE: Final = r"[0-9]{1,2} ?d ?[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,3})?"
_HARM: Final = re.compile(
    rf"(?:(?P<dice>{_DICE})|(?P<flat>[0-9]{{1,3}})(?:\s*\(\s*(?P<rolled>{_DICE})\s*\))?)"
    r"\s*\)?\s*(?:extra |ongoing )?(?:magical )?"
    rf"(?:(?P<type>(?:{_TYPE})(?:(?:,? or |, )(?:{_TYPE}))*)"
    r"\b(?:\s*damage)?|damage)",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"(?P<how>Melee\s+or\s+Ranged|Ranged\s+or\s+Melee|Melee|Ranged)\s+(?:(?:Weapon|Spell|Power|"
    r"Area)\s+)?Attack(?:\s+Roll)?\s*:?\s*(?P<bonus>[+-]\s*[0-9]{1,2})\s*(?:to hit)?",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"(?P<bonus>[+-]\s*[0-9]{1,2})\s+to hit", re.IGNORECASE)
_SAVE: Final = re.compile(
    r"DC\s*[0-9]{1,2}\s+(?P<of>Str|Dex|Con|Int|Wis|Cha)[a-z]*(?:\s+saving throw|\s+save)"
    r"|(?P<of2>Str|Dex|Con|Int|Wis|Cha)[a-z]*\s+Saving Throw\s*:?\s*DC\s*[0-9]{1,2}",
    re.IGNORECASE,
)
NEAR: Final = 15
"""The longest range that a melee attack may give for its reach."""
_FEET: Final = r"[- ]?(?:foot|feet|ft\.?|')"


def unmarked(text: str) -> str:
    """Remove Markdown and Foundry markup; replace typographic characters by plain ones."""
    plain = re.sub(
        r"@(?:UUID|Compendium|Item|Actor)\[[^\]]{0,200}\](?:\{([^}]{0,200})\})?", r"\1", text
    )
    plain = re.sub(
        r"&(?:amp;)?Reference\[([a-z]+)[^\]]{0,80}\](?:\{[^}]{0,200}\})?", r"\1", plain, flags=re.I
    )
    plain = unlinked(plain)
    for signs, sign in (("’‘´′", "'"), ("“”″", '"'), ("–—−‒―‐‑", "-"), ("\u00a0", " ")):
        plain = re.sub(f"[{signs}]", sign, plain)
    # Two or three hyphens are a minus or a dash; two colons part a label from its figure.
    plain = re.sub(r"(?<=\w)--(?=\w)|(?<![\w-])--(?=[0-9])", "-", plain)
    plain = re.sub(r"(?<=\w)---(?=\w)", " - ", plain)
    plain = re.sub(r"[ \t]*::[ \t]*", " ", plain)
    plain = re.sub(r"<br ?/?>|&nbsp;", " ", plain)
    plain = re.sub(r"\\([*_~>#+.!()\[\]-])", r"\1", plain)
    return re.sub(r"\*+|(?<!\w)_+|_+(?!\w)|`", "", plain)


def unlinked(text: str) -> str:
    """The words of links: `[Goblin](goblin.md)`, `[[goblin|Goblins]]`; no pictures."""
    plain = re.sub(r"!\[[^\[\]]{0,200}\]\([^)]{0,300}\)|!\[\[[^\[\]]{0,200}\]\]", "", text)
    plain = re.sub(r"\[([^\]]{0,200})\]\([^)]{0,300}\)", r"\1", plain)
    return re.sub(r"\[\[(?!/|lookup\b)(?:[^\[\]|]{0,200}\|)?([^\[\]|]{0,200})\]\]", r"\1", plain)


@dataclass(frozen=True, slots=True)
class Harm:
    """Dice of one kind."""

    dice: str
    kinds: tuple[str, ...]
    """In our terms; empty for a kind our files do not distinguish."""
    said: str
    place: int = 0

    @property
    def amount(self) -> str:
        """In the notation of riders and powers: `2d6 + 3`."""
        found = re.fullmatch(r"([0-9]+d[0-9]+)([+-][0-9]+)?", self.dice)
        if not found:
            return ""
        plus = int(found[2] or 0)
        if found[1].endswith("d1"):
            return str(int(found[1][:-2]) + plus)
        return f"{found[1]} + {plus}" if plus > 0 else found[1]


def harms(text: str) -> list[Harm]:
    """All damage in a text, in order."""
    found = []
    for match in _HARM.finditer(text):
        dice = match["dice"] or match["rolled"] or ""
        plain = plain_dice(re.sub(r"\s+", "", dice)) if dice else f"{match['flat']}d1"
        if not plain or plain == "0d1":
            continue
        ends = re.match(r"\s*(?:[.,;]|plus\b|and\b|$)", text[match.end() :])
        if not dice and not ends and not match[0].lower().endswith("damage"):
            continue
        if re.match(r"\s*to the (?!target|creature)", text[match.end() :]):
            continue  # The hit points of a net.
        words = re.findall(_TYPE, match["type"] or "", re.IGNORECASE)[:1]
        kinds = tuple(
            KINDS_OF_HARM[word.lower()] for word in words if word.lower() in KINDS_OF_HARM
        )
        found.append(Harm(plain, kinds, match[0], match.start()))
    return found


def is_attack(text: str) -> bool:
    return bool(_HEAD.search(text) or _BARE.search(text))


def read_attacks(name: str, text: str) -> tuple[list[Attack], list[str]]:
    """The attacks of one action, and leftovers our files cannot hold.

    A weapon for melee and throwing becomes two attacks.
    """
    text = in_full(text)
    head = _HEAD.search(text) or _BARE.search(text)
    if not head:
        return [], []
    said = re.search(r"\bHit\s*(?:or Miss\s*)?:", text[head.end() :], re.IGNORECASE)
    cut = head.end() + said.start() if said else head.end()
    after = text[head.end() + said.end() if said else cut :]
    aim = _aim(head.groupdict().get("how") or "", text[head.end() : cut] if said else after)
    found = _all_harms(after)
    save = _SAVE.search(after)
    if found and save and found[0].place > save.start():
        return [], []  # The save is against all of the damage: a power.
    bonus = int(re.sub(r"\s", "", head["bonus"]))
    main = Attack(name, damage=found[0].dice if found else "", bonus=bonus, source=text)
    rest = after
    if found:
        _made_of(main, found[0].kinds)
        rest = after[: found[0].place] + after[found[0].place + len(found[0].said) :]
    else:
        bare = re.search(_DICE, after)
        main.damage = plain_dice(re.sub(r"\s+", "", bare[0])) if bare else ""
    shock = re.search(r"\bShock ([0-9]{1,2}/(?:[0-9]{1,2}|-))", rest)
    main.shock = shock[1] if shock else ""
    main.riders, left = _riders(name, rest, found[1:])
    left += no_kind(name, after)
    made: list[Attack] = []
    if aim.strikes:
        main.reach = aim.reach
        if main.reach > MAX_REACH:
            left.append(f"{name}: a reach of {main.reach} ft (here {MAX_REACH} ft)")
        made.append(main)
    if aim.ranges:
        shot = _thrown(main, after) if aim.strikes else main
        shot.ranges = aim.ranges
        made.append(shot)
    if main.damage:
        held = [(attack.damage, attack.riders) for attack in made]
        left += other_dice(name, after, held, left)
    return made, left


@dataclass(frozen=True, slots=True)
class Aim:
    """How far an attack goes: hand to hand, as a shot, or both."""

    strikes: bool
    reach: int
    ranges: tuple[int, ...]
    """Empty if it does not shoot."""


def _aim(how: str, text: str) -> Aim:
    """`reach 5 ft. or range 20/60 ft.`; `how` is `Melee`, `Ranged` or both."""
    how = how.lower()
    both = " or " in f" {how} "
    reach = re.search(rf"reach\s+(?:up to\s+)?([0-9]{{1,2}}){_FEET}?", text, re.IGNORECASE)
    if reach is None and (both or how == "melee"):
        reach = re.match(rf"\s*,?\s*([0-9]{{1,2}}){_FEET}", text, re.IGNORECASE)
    span = re.search(
        r"\brange[d]?\s+([0-9]{1,4})\s*(?:ft\.?|feet|')?(?:\s*/\s*([0-9]{1,4}))?",
        text,
        re.IGNORECASE,
    )
    if span is None and how == "ranged":
        span = re.match(r"\s*,?\s*([0-9]{1,4})(?:\s*/\s*([0-9]{1,4}))?\s*(?:ft|feet|')", text)
    if how == "melee" and span and not reach and int(span[1]) <= NEAR:
        reach, span = span, None  # "range 10 ft" of a melee attack
    shoots = both or how == "ranged" or (span is not None and reach is None)
    near = int(span[1]) if span else 60
    far = int(span[2]) if span and span[2] else near
    return Aim(
        both or not shoots, int(reach[1]) if reach else 5, (near, max(near, far)) if shoots else ()
    )


def _all_harms(text: str) -> list[Harm]:
    """The damage in a text, with dice of no kind before it: `5 (1d6 + 2) plus 9 (2d8) necrotic`."""
    found = harms(text)
    untyped = re.match(rf"\s*[0-9]{{1,3}}\s*\(\s*({_DICE})\s*\)", text)
    if untyped and found and found[0].place >= untyped.end():
        dice = plain_dice(re.sub(r"\s+", "", untyped[1]))
        said = untyped[0].strip()
        return [Harm(dice, (), said, untyped.end() - len(said)), *found]
    return found


def _thrown(main: Attack, text: str) -> Attack:
    """The throw of a weapon for melee, which may have dice of its own."""
    shot = Attack(f"thrown {main.name}", 1, main.damage, main.bonus, source=main.source)
    shot.harm, shot.made_of, shot.riders = main.harm, main.made_of, main.riders
    own = re.search(rf"\bor\s+[0-9]{{1,3}}\s*\(({_DICE})\)[^.;]{{0,40}}\bat range", text)
    if own:
        shot.damage = plain_dice(re.sub(r"\s+", "", own[1])) or main.damage
    return shot


def _made_of(attack: Attack, kinds: Sequence[str]) -> None:
    for kind in kinds:
        if kind in WOUNDS:
            attack.harm = kind
        else:
            attack.made_of = (*attack.made_of, kind)


def _riders(name: str, text: str, more: list[Harm]) -> tuple[list[dict[str, Plain]], list[str]]:
    """Additional effects of a hit."""
    made: list[dict[str, Plain]] = []
    run_up = [part for part in re.split(r"(?<=\.)\s+", text) if _RUN_UP.search(part)]
    for part in run_up:
        text = text.replace(part, "")
    save = _SAVE.search(text)
    before = text[: save.start()] if save else text
    only: list[str] = []
    for harm in more:
        # Damage for another grip or form of the same weapon is no extra damage.
        at = text.find(harm.said)
        lead = text[max(0, at - 12) : at].lower() if at >= 0 else ""
        if at < 0 or at >= len(before) or not harm.amount or re.search(r"\bor\s*\S*\s*$", lead):
            continue
        tail = re.match(
            r"(?:(?! or | plus )[^.;,]){0,60}\b(?:if|at the (?:start|end) of)\b[^.;]{0,80}",
            before[at + len(harm.said) :],
        )
        if re.match(r"\s*or more\b", before[at + len(harm.said) :]):
            continue
        if tail:
            only.append(f"{name}: {harm.said}{tail[0]}")
            continue
        if re.search(r"\bplus\b|\band\b|extra|takes", lead + harm.said.lower()):
            rider: dict[str, Plain] = {"name": _short(f"{name}: {'/'.join(harm.kinds) or 'harm'}")}
            if harm.kinds:
                rider["of"] = list(harm.kinds)
            rider["does"] = [{"do": "damage", "amount": harm.amount}]
            made.append(rider)
    saved = read_save(text)
    if saved is not None and saved.does:
        made.append({"name": _short(f"{name}: {saved.word}"), **saved.fields()})
    elif saved is None and re.search(r"\bgrappled\b", inflicted(text), re.IGNORECASE):
        made.append({"name": _short(f"{name}: grip"), "does": [{"do": "hold"}]})
    elif saved is None and re.search(r"\bprone\b", inflicted(text), re.IGNORECASE):
        made.append({"name": _short(f"{name}: fall"), "does": [{"do": "knock"}]})
    if saved is None and not any(step.get("do") == "hold" for step in _all_steps(made)):
        made += _lasting(name, text)
    left = [*only, *(f"{name}: {part.strip()}" for part in run_up)]
    if save and (saved is None or not saved.does):
        left.append(f"{name}: {text[save.start() :]}")
    else:
        left += losses(name, text, held_by(made))
    return made, left


def _lasting(name: str, text: str) -> list[dict[str, Plain]]:
    """A condition that every hit brings without a save, such as poison for a round."""
    for part in certain(text):
        result = inflicted(part)
        for word, do, effect in CONDITIONS:
            if (
                do != "condition"
                or effect == "stone"
                or not re.search(rf"\b{word}\b", result, re.I)
            ):
                continue
            step: dict[str, Plain] = {"do": do, "effect": effect}
            if effect in LASTS:
                step["value"] = LASTS[effect]
            if rounds := _rounds(part, effect):
                step["rounds"] = rounds
            return [{"name": _short(f"{name}: {word}"), "does": [step]}]
    return []


def held_by(effects: Sequence[dict[str, Plain]]) -> set[str]:
    """The conditions of theirs that some riders or powers of ours stand for."""
    ours = {(step.get("do"), step.get("effect", "")) for step in _all_steps(effects)}
    held = {word for word, do, effect in CONDITIONS if (do, effect) in ours}
    return held | ({"incapacitated"} if ("condition", "helpless") in ours else set())


def _all_steps(effects: Sequence[dict[str, Plain]]) -> list[dict[str, Plain]]:
    made: list[dict[str, Plain]] = []
    for each in effects:
        does = each.get("does")
        made += [step for step in does if isinstance(step, dict)] if isinstance(does, list) else []
    return made


_RUN_UP: Final = re.compile(r"\bif\b[^.]{0,120}\bmoved\b|\binstead of\b", re.IGNORECASE)
"""Effects after a run-up or in place of the damage: our riders have no such condition."""


def _short(text: str) -> str:
    return re.sub(r"\s+", " ", text)[:40].strip(" :")


CONDITIONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("petrified", "condition", "stone"),
    ("paralyzed", "condition", "helpless"),
    ("unconscious", "condition", "helpless"),
    ("stunned", "condition", "helpless"),
    ("blinded", "condition", "blind"),
    ("frightened", "condition", "shaken"),
    ("restrained", "condition", "rooted"),
    ("poisoned", "condition", "weakened"),
    ("grappled", "hold", ""),
    ("prone", "knock", ""),
)
"""Their conditions and ours, worst first."""
LASTS: Final = {"shaken": 2}
"""Penalty of an effect, where ours needs a number."""


@dataclass(slots=True)
class Saved:
    """Effects of a failed save."""

    save: str
    word: str = "save"
    kinds: tuple[str, ...] = ()
    does: list[dict[str, Plain]] = field(default_factory=list)

    def fields(self) -> dict[str, Plain]:
        made: dict[str, Plain] = {"of": list(self.kinds)} if self.kinds else {}
        return {**made, "save": self.save, "does": self.does[:6]}


_FAILURE: Final = re.compile(r"\b(?:First Failure\b|Failure:)")
"""Where the rules of 2024 begin the effects of a failed save."""
_SUCCESS: Final = re.compile(
    r"\bSuccess\s*:|(?:^|[.;]\s+)On a success(?:ful)?\b"
    r"|(?<=[.;])\s+If (?:a|the) (?:creature|target)'s (?:saving throw|save) is successful"
    r"|(?<=[.;])\s+(?:If the (?:saving throw|save) fails|Failure) by 5 or more",
    re.IGNORECASE,
)


def read_save(text: str, area: bool = False) -> Saved | None:
    """The save in a text, and its effects."""
    found = _SAVE.search(text)
    if not found:
        return None
    of = (found["of"] or found["of2"]).lower()
    after = text[found.end() :]
    failed = _FAILURE.search(after)
    # Effects of a failure by 5 or more go to the report; a success ends the effects of a failure.
    failure = _SUCCESS.split(after[failed.start() :] if failed else after, maxsplit=1)[0]
    result = inflicted(failure)
    conditions = [
        (word, do, effect)
        for word, do, effect in CONDITIONS
        if re.search(rf"\b{word}\b", result, re.IGNORECASE)
    ]
    whole = _SUCCESS.split(after, maxsplit=1)[0]
    # A program gives the dice in front of its text.
    damage = next((harm for harm in (*harms(failure), *harms(whole)) if harm.amount), None)
    made = Saved(_against(of, area, conditions, damage))
    own = re.search(rf"as its own hit points in (?:({_TYPE}) )?damage", failure, re.IGNORECASE)
    if own:
        made.does.append({"do": "damage", "by-hp": True, "when": "half on save"})
        word = (own[1] or "").lower()
        made.kinds = (KINDS_OF_HARM[word],) if word in KINDS_OF_HARM else ()
    elif damage is not None:
        half = re.search(r"half", after, re.IGNORECASE)
        made.does.append(
            {
                "do": "damage",
                "amount": damage.amount,
                "when": "half on save" if half else "save failed",
            }
        )
        made.kinds = damage.kinds
        made.word = (damage.kinds or ("harm",))[0]
    if re.search(r"\bfailed save it dies\b", text):
        made.does.append({"do": "kill", "when": "save failed"})
    for word, do, effect in conditions[:1]:
        step: dict[str, Plain] = {"do": do}
        if effect:
            step["effect"] = effect
            if effect in LASTS:
                step["value"] = LASTS[effect]
            rounds = _rounds(failure, effect)
            if rounds:
                step["rounds"] = rounds
        step["when"] = "save failed"
        made.does.append(step)
        made.word = word if damage is None else made.word
    return made


def _against(
    of: str, area: bool, conditions: list[tuple[str, str, str]], damage: Harm | None
) -> str:
    """Which of our five saves corresponds to one of theirs."""
    if of in ("int", "wis", "cha"):
        return "spell"
    if of == "dex":
        return "blast" if area or damage is not None else "ray"
    grave = {"petrified", "paralyzed", "restrained", "grappled", "prone", "stunned"}
    if of == "str" or any(word in grave for word, _, _ in conditions):
        return "hold"
    if area and (damage is None or "poison" not in damage.kinds):
        return "blast"
    return "doom"


def _rounds(text: str, effect: str) -> str:
    if effect == "stone":
        return ""
    told = re.search(r"\bfor ([0-9]+d[0-9]+|[0-9]{1,2}) rounds?\b", text)
    if told:
        return told[1]
    if re.search(
        r"(?:start|end) of (?:its|their|the target's|the [a-z ]+'s) next turn", text, re.I
    ):
        return "1"
    if re.search(r"repeats? the sav", text, re.IGNORECASE):
        return "1d4"
    if re.search(r"\b[0-9]+ (?:minutes|hours?|days?)\b", text, re.IGNORECASE):
        return ""  # longer than a fight
    if re.search(r"\b1 minute\b", text, re.IGNORECASE):
        return "10"
    return "1d4"


_CONE: Final = re.compile(rf"([0-9]{{1,3}}){_FEET}[- ]?cone", re.IGNORECASE)
_LINE: Final = re.compile(
    rf"([0-9]{{1,3}}){_FEET}[- ](?:long[, -]+)?(?:[0-9]+{_FEET}[- ]wide )?line"
    rf"|line (?:that is )?([0-9]{{1,3}}){_FEET} long",
    re.IGNORECASE,
)
_BALL: Final = re.compile(
    rf"([0-9]{{1,3}}){_FEET}[- ](?:radius|sphere|cube|square|cylinder|emanation)", re.IGNORECASE
)
_WITHIN: Final = re.compile(
    r"\b(?:each|every|any|all|other)\b[^.]{0,80}?\bwithin ([0-9]{1,3})(?: feet| ft|')",
    re.IGNORECASE,
)
_ONE: Final = re.compile(r"within ([0-9]{1,3})(?: feet| ft|')", re.IGNORECASE)
_USES: Final = re.compile(r"\(?\s*([0-9]{1,2})\s*/\s*(?:Day|Turn|Rest|Short)", re.IGNORECASE)
_RECHARGE: Final = re.compile(r"Recharge\s*([2-6])(?:\s*[-–]\s*6)?", re.IGNORECASE)


def read_power(name: str, text: str) -> dict[str, Plain] | None:
    """Breath, gaze, presence: targets, save and effects; None if missing."""
    text = in_full(text)
    aim = area_of(text)
    saved = read_save(text, area=aim.get("aim") != "creatures")
    if saved is None or not saved.does:
        return None
    called = re.sub(r"\([^)]*\)", "", name)
    power: dict[str, Plain] = {"name": _short(called) or "power", **aim}
    if re.search(r"\bof (?:its|the [a-z' ]+) choice|\bhostile|\benem(?:y|ies)\b", text, re.I):
        power["who"] = "foes"
    power.update(saved.fields())
    power.update(limits(f"{name} {text[:40]}"))
    if re.search(r"immune to (?:the|this) [^.]{0,60}for the next 24 hours", text, re.IGNORECASE):
        power["once"] = True
    return power


def limits(name: str) -> dict[str, Plain]:
    """Usage limits: `(Recharge 5-6)`, `(3/Day)`, `(Recharges after a Short or Long Rest)`."""
    recharge, uses = _RECHARGE.search(name), _USES.search(name)
    if recharge:
        return {"recharge": int(recharge[1])}
    if uses:
        return {"uses": max(1, min(20, int(uses[1])))}
    return {"uses": 1} if re.search(r"recharges? after", name, re.IGNORECASE) else {}


def area_of(text: str) -> dict[str, Plain]:
    """The area or targets of a power."""
    cone, line, ball = _CONE.search(text), _LINE.search(text), _BALL.search(text)
    if cone:
        return {"aim": "cone", "range": int(cone[1])}
    if line:
        return {"aim": "line", "range": int(line[1] or line[2])}
    far = _ONE.search(text)
    if ball:
        wide = int(ball[1])
        if re.search("cube|square", ball[0], re.IGNORECASE):
            wide = max(5, wide // 2)
        own = re.search(r"emanation|originating from|centered on it", text, re.IGNORECASE)
        # `a 10-foot radius … within 10 feet of the ghast` says its area twice.
        if far and not own and int(far[1]) != int(ball[1]):
            return {"aim": "area", "radius": min(200, wide), "range": int(far[1])}
        return {"aim": "around", "radius": min(200, wide)}
    around = _WITHIN.search(text)
    if around and not re.search(r"\b(?:one|a) (?:creature|target)\b", text[: around.end()], re.I):
        return {"aim": "around", "radius": min(200, int(around[1]))}
    return {"aim": "creatures", "range": int(far[1]) if far else 5}
