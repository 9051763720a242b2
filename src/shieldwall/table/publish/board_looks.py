"""Icons for combatants, actions and conditions, and the appearance of squares.

The page gets icon names and never matches words. Icons are in `web/src/pictures/iconPaths.ts`,
which `tools/icons.py` generates from the names in this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.engine.option import LAST, OPTIONS, option_of
from shieldwall.engine.state.sheet import Sheet

Words = tuple[tuple[str, str], ...]
"""Icons with their keywords; the first match wins, so specific keywords come first."""

CREATURES: Final[Words] = (
    ("skeleton", "skeleton"),
    ("shambling-zombie", "zombie, corpse, draugr, ghoul"),
    ("mummy-head", "mummy"),
    ("crowned-skull", "wight"),
    ("vampire-dracula", "vampire"),
    ("ghost", "shadow, wraith, spectre, banshee"),
    ("floating-ghost", "wisp, unseen hunter"),
    ("goblin-head", "goblin"),
    ("orc-head", "bugbear, orc"),
    ("lizardman", "kobold, lizard, troglodyte"),
    ("ogre", "ogre"),
    ("giant", "ettin, cyclops"),
    ("troll", "troll"),
    ("rat", "rat"),
    ("werewolf", "werewolf"),
    ("bear-head", "werebear"),
    ("wolf-head", "wolf, jackal"),
    ("sniffing-dog", "dog, hound"),
    ("bear-head", "bear"),
    ("boar", "boar"),
    ("bull-horns", "aurochs, rhinoceros"),
    ("lion", "lion, panther, manticore, chimera"),
    ("griffin-symbol", "hippogriff, griff"),
    ("unicorn", "unicorn"),
    ("horse-head", "horse"),
    ("gorilla", "ape"),
    ("croc-jaws", "crocodile"),
    ("bat", "bat"),
    ("eagle-head", "eagle, roc, cockatrice"),
    ("frog", "toad, frog"),
    ("snake", "viper, python, snake, serpent"),
    ("sniffing-dog", "weasel"),
    ("centipede", "centipede"),
    ("beetle-shell", "beetle"),
    ("ant", "ant"),
    ("wasp-sting", "wasp"),
    ("scorpion", "scorpion"),
    ("hanging-spider", "spider"),
    ("leeching-worm", "leech"),
    ("snail", "slug"),
    ("worm-mouth", "worm"),
    ("centaur", "centaur"),
    ("minotaur", "minotaur"),
    ("harpy", "harpy"),
    ("medusa-head", "gorgon, lamia"),
    ("hydra", "hydra"),
    ("spiked-dragon-head", "basilisk"),
    ("wyvern", "wyvern"),
    ("dragon-head", "drake, dragon"),
    ("imp", "imp"),
    ("goblin-head", "redcap"),
    ("gargoyle", "gargoyle"),
    ("rock-golem", "statue, golem"),
    ("fire-silhouette", "fire elemental"),
    ("water-splash", "water elemental"),
    ("rock-golem", "earth elemental"),
    ("tornado", "air elemental"),
    ("rock-golem", "elemental"),
    ("evil-tree", "oak warden"),
    ("slime", "ooze, jelly, pudding, slime"),
    ("mushrooms", "mould"),
    ("giant", "giant"),
    ("witch-face", "witch"),
    ("wizard-face", "wizard, magician"),
    ("warlock-hood", "cultist"),
    ("barbarian", "berserker"),
    ("dwarf-face", "dwarf"),
    ("archer", "elf archer"),
    ("mounted-knight", "knight"),
    ("archer", "archer"),
)
"""By a word in the creature's name."""

WEAPONS: Final[Words] = (
    ("crossbow", "crossbow"),
    ("bow-arrow", "bow"),
    ("slingshot", "sling"),
    ("broadsword", "great sword, two-handed sword"),
    ("gladius", "short sword, seax"),
    ("pointy-sword", "sword"),
    ("battle-axe", "axe, hatchet"),
    ("halberd", "halberd, pole"),
    ("spear-feather", "pike, lance, spear"),
    ("thrown-spear", "javelin"),
    ("warhammer", "hammer"),
    ("flanged-mace", "mace"),
    ("flail", "flail"),
    ("wood-club", "club, blackjack"),
    ("wizard-staff", "staff"),
    ("plain-dagger", "dagger, knife, stiletto, blade"),
    ("fire-bottle", "oil, holy water"),
    ("torch", "torch"),
    ("claws", "claw"),
    ("fangs", "bite"),
    ("cross-shield", "shield"),
)
"""By a word in the name of the weapon in hand."""

CONDITIONS: Final[Words] = (
    ("falling", "prone"),
    ("grab", "grappling, swallowed, held"),
    ("frozen-body", "helpless, paralysed, senseless"),
    ("night-sleep", "asleep"),
    ("blindfold", "blind"),
    ("puppet", "dominated, charmed"),
    ("terror", "terrified, shaken, broken, turned"),
    ("run", "fled, hasted, sped"),
    ("poison-bottle", "poisoned"),
    ("flame", "burning"),
    ("hidden", "hidden, invisible"),
    ("shield-reflect", "ac"),
    ("shield-opposition", "screening"),
    ("surrounded-shield", "swarming"),
    ("return-arrow", "disengaged"),
    ("sands-of-time", "holding"),
    ("tree-roots", "rooted"),
    ("spider-web", "entangled"),
    ("snail", "slowed"),
    ("heart-minus", "weakened"),
    ("lungs", "winded"),
    ("death-zone", "doomed"),
    ("infinity", "deathless"),
    ("stone-bust", "turned to stone"),
    ("feathered-wing", "flying"),
    ("backward-time", "back turned, back-turned"),
    ("surprised", "surprised"),
    ("quiver", "unloaded"),
    ("open-palm", "empty-handed"),
    ("heart-plus", "stable"),
    ("knocked-out-stars", "knocked out, stunned"),
    ("bleeding-heart", "dying, down"),
    ("death-skull", "slain, dead"),
    ("flying-flag", "surrendered"),
    ("exit-door", "left, removed"),
)

KIND_PICTURES: Final[dict[str, str]] = {
    "attack": "crossed-swords",
    "move": "walking-boot",
    "magic": "magic-swirl",
    "guard": "shield-reflect",
    "wrestle": "grab",
    "help": "healing",
    "gear": "backpack",
    "other": "talk",
    "end": "empty-hourglass",
}
"""Fallback for an action whose verb has no icon, such as one of house rules."""

GROUNDS: Final[Words] = (
    ("water", "water, river, ford, stream, pool, pond, brook, sea, lake"),
    ("mud", "mud, marsh, swamp, bog, mire, ditch"),
    ("wood", "bridge, plank, wooden, deck, floorboard"),
    ("sand", "sand, beach, dune, road, track, lane"),
    ("cobbles", "cobble, street, market"),
    ("stone", "court, flagstone, paving, paved, stone floor, terrace"),
    ("chasm", "gorge, chasm, abyss, pit"),
)
"""Terrain of a square."""

THINGS: Final[Words] = (
    ("log", "fallen tree, log, trunk"),
    ("fire", "fire, brazier, hearth"),
    ("thorns", "thorn, briar, bramble, hedge, bush"),
    ("tree", "oak, tree, elm, pine, birch, yew"),
    ("coffin", "sarcophagus, coffin, tomb"),
    ("headstone", "headstone, gravestone, grave"),
    ("statue", "statue, idol"),
    ("altar", "altar"),
    ("menhir", "standing stone, menhir, monolith"),
    ("pillar", "pillar, column"),
    ("boulder", "boulder, rock, stone heap"),
    ("bones", "bones, skull"),
    ("nest", "nest"),
    ("bed", "bunk, bed"),
    ("table", "table, desk, counter"),
    ("bench", "bench, pew"),
    ("barrels", "barrel, cask, keg"),
    ("crate", "crate, chest, box"),
    ("cart", "cart, wagon"),
    ("stall", "stall, booth"),
    ("fountain", "fountain, well"),
    ("trough", "trough"),
    ("rack", "weapon rack, rack, shelf"),
    ("stakes", "stakes, barricade"),
    ("hut", "hut, tent"),
    ("parapet", "parapet, battlement"),
)
"""Objects in a square."""

UNKNOWN: Final = "cowled"
UNARMED: Final = "fist"
CASTER: Final = "pointy-hat"
PRIEST: Final = "holy-symbol"
SOMETHING: Final = "sparkles"
"""Fallback for a condition without a match."""
ORDER: Final = ("attack", "move", "magic", "guard", "help", "wrestle", "gear", "other", "end")
"""Kinds of action in the order of bar and list."""


def pictures() -> set[str]:
    """All icons the page needs."""
    named = {name for words in (CREATURES, WEAPONS, CONDITIONS) for name, _ in words}
    icons = {option.icon for option in OPTIONS.values() if option.icon}
    return {
        *named, *icons, *KIND_PICTURES.values(),
        UNKNOWN, UNARMED, CASTER, PRIEST, SOMETHING,
    }  # fmt: skip


@lru_cache(maxsize=2000)
def _find(words: Words, text: str) -> str:
    """The icon of the first keyword that starts a word of the text; "" for none."""
    lower = text.lower()
    for name, fitting in words:
        for word in fitting.split(", "):
            if re.search(rf"(?<![a-z]){re.escape(word)}", lower):
                return name
    return ""


def unit_picture(name: str, in_hand: str, sheet: Sheet | None) -> str:
    """Chosen by name, by abilities if known, else by the weapon in hand."""
    if sheet is None:
        return calling_picture(name, in_hand, is_priest=False, is_caster=False)
    return calling_picture(name, in_hand, sheet.turning > 0, sheet.casts > 0)


def calling_picture(name: str, in_hand: str, is_priest: bool, is_caster: bool) -> str:
    calling = PRIEST if is_priest else CASTER if is_caster else ""
    return _find(CREATURES, name) or calling or _find(WEAPONS, in_hand) or UNKNOWN


def condition_pictures(conditions: Iterable[str]) -> dict[str, str]:
    return {name: _find(CONDITIONS, name) or SOMETHING for name in conditions}


def weapon_picture(weapon: str) -> str:
    return _find(WEAPONS, weapon) or UNARMED


def action_picture(verb: str, kind: str, weapon: str | None) -> str:
    armed = _find(WEAPONS, weapon) if weapon and verb in ATTACK_VERBS else ""
    return armed or option_of(verb).icon or KIND_PICTURES.get(kind, "talk")


def action_rank(verb: str, kind: str) -> int:
    """Sort key: attacks first, then moves, then the rest; common actions first in each.

    Rare attacks come after the moves.
    """
    rank = option_of(verb).rank
    if kind == "attack" and rank == LAST:
        return ORDER.index("move") * 100 + LAST + 1
    return ORDER.index(kind) * 100 + rank


def square_looks(names: Mapping[str, str]) -> dict[str, str]:
    """By square: its terrain or object, if its name tells."""
    looks = {square: _find(THINGS, name) or _find(GROUNDS, name) for square, name in names.items()}
    return {square: look for square, look in looks.items() if look}
