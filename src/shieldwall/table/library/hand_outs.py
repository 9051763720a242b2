"""Printable pages: stat cards, the order of play, and the rules relevant to this fight."""

from __future__ import annotations

import re
from typing import Final

from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.content.house_rules.rule_texts import texts_of
from shieldwall.content.setup_changes import foe_kinds
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import DIFFICULT
from shieldwall.engine.state.setup import Setup
from shieldwall.exchange.stat_cards import sheet_card
from shieldwall.exchange.yaml_edit import tree_of
from shieldwall.fight_start import rules_of
from shieldwall.table.library.library_models import (
    AskChances,
    AskHandouts,
    HandCard,
    Handouts,
    HandRule,
)
from shieldwall.table.library.setup_variants import setup_of, text_of
from shieldwall.table.publish.seat_state import ground_view
from shieldwall.table.server.rest_models import Dot
from shieldwall.text.rulebook import stage_names

MOST_RULES: Final = 26
A_TOPIC: Final = 2
"""Maximum number of rules per topic: the page is small."""
BOOKKEEPING: Final = ("round", "surprise over", "waiting")
"""Steps of the flow without any action."""


def features_of(setup: Setup, rules: Ruleset) -> set[str]:
    """The features of a fight that rules depend on."""
    sheets = [one.sheet for one in setup.placements]
    weapons = [weapon for sheet in sheets for weapon in sheet.weapons]
    grid = setup.grid
    cells = range(int(grid.width) * int(grid.height))
    floors = {int(grid.floor[cell]) for cell in cells} if not grid.open else {0}
    there = {
        "shock": rules.has_shock and any(int(weapon.shock) > 0 for weapon in weapons),
        "ranged": any(weapon.long_range > 0 for weapon in weapons),
        "spells": any(sheet.spells for sheet in sheets),
        "potions": any(sheet.potions for sheet in sheets),
        "large": any(int(sheet.size) > 1 for sheet in sheets),
        "undead": any(sheet.undead for sheet in sheets),
        "doors": any(wall.door >= 0 for wall in grid.walls),
        "difficult": any(int(grid.ground[cell]) == DIFFICULT for cell in cells),
        "heights": len(floors) > 1,
        "cover": bool(grid.walls) or any(grid.is_solid(cell) for cell in cells),
        "dark": setup.dark,
        "surprise": bool(setup.surprised) or setup.ambush >= 0 or bool(setup.hidden),
        "many": any(len(alike) > 2 for alike in foe_kinds(setup).values()),
    }
    return {feature for feature, is_there in there.items() if is_there}


TOPICS: Final[tuple[tuple[str, str], ...]] = (
    (r"initiative|order of", ""),
    (r"declar", ""),
    (r"surprise|ambush", "surprise"),
    (r"^(main|move|on turn|actions?)\b", ""),
    (r"attack roll|to hit", ""),
    (r"shock", "shock"),
    (r"snap attack", ""),
    (r"total defen[sc]e|parry|defend", ""),
    (r"charge", ""),
    (r"screen", ""),
    (r"swarm", "many"),
    (r"shove|push", ""),
    (r"leaving|disengage|withdraw|retreat", ""),
    (r"long(est)? range|shooting|ranged|missile", "ranged"),
    (r"cover|line of sight|corners", "cover"),
    (r"difficult", "difficult"),
    (r"height|ledge|fall(s|ing)|climb|stairs", "heights"),
    (r"door", "doors"),
    (r"dark|unseen|light", "dark"),
    (r"spell|cast|disrupt", "spells"),
    (r"potion", "potions"),
    (r"giant|large", "large"),
    (r"undead|turn(ing)? the", "undead"),
    (r"prone", ""),
    (r"morale|nerve", ""),
    (r"mortal|dying|bleed|zero|stabil|death", ""),
)
"""Words in the titles of rules, and the feature they matter with; "" for every fight."""


def rules_that_matter(rules: Ruleset, features: set[str]) -> list[HandRule]:
    """A few rules for each topic of this fight, in book order."""
    files = rules.facts.text.rule_files
    texts = sorted(
        (text for name in files for text in texts_of(name).values()), key=lambda text: text.ident
    )
    actions = {rules.cite(spec.cite) for spec in rules.action_list}
    actions |= {rules.cite(spec.cite) for spec in rules.reaction_list}
    chosen: dict[str, HandRule] = {}
    for words, feature in TOPICS:
        if feature and feature not in features:
            continue
        fitting = [one for one in texts if re.search(words, one.title, re.IGNORECASE)]
        # Actions go first; the rule a topic is named after has the shortest title.
        fitting.sort(key=lambda one: (one.ident not in actions, len(one.title)))
        for one in fitting[:A_TOPIC]:
            chosen.setdefault(one.ident, HandRule(id=one.ident, title=one.title, text=one.text))
    order = {one.ident: place for place, one in enumerate(texts)}
    kept = list(chosen.values())[:MOST_RULES]
    return sorted(kept, key=lambda one: order[one.id])


def hand_outs(wanted: AskHandouts) -> Handouts:
    """Reads files: do not call on the event loop."""
    text = text_of(AskChances(text=wanted.text, encounter=wanted.encounter))
    setup = setup_of(text)
    rules = rules_of(setup)
    tree = tree_of(parse_tree(text, "encounter.yaml"))
    look_for = tree.get("look-for", "") if isinstance(tree, dict) else ""
    return Handouts(
        title=setup.title,
        book=rules.title,
        look_for=look_for if isinstance(look_for, str) else "",
        order=[stage for stage in stage_names(rules) if stage not in BOOKKEEPING],
        rules=rules_that_matter(rules, features_of(setup, rules)),
        cards=cards_of(setup, rules),
        map=ground_view(setup.grid, setup),
        dots=[
            Dot(x=one.x, y=one.y, size=int(one.sheet.size), team=int(setup.sides[one.side].team))
            for one in setup.placements
        ],
    )


def cards_of(setup: Setup, rules: Ruleset) -> list[HandCard]:
    found: dict[tuple[str, int], HandCard] = {}
    for one in setup.placements:
        side = setup.sides[one.side]
        sheet = one.sheet
        key = (one.ident if side.players else sheet.name, one.side)
        if key in found:
            found[key] = found[key].model_copy(update={"count": found[key].count + 1})
            continue
        card = sheet_card(sheet, "character" if side.players else "creature", rules)
        found[key] = HandCard(
            name=card.name,
            what=card.what,
            side=side.name,
            player=side.players,
            count=1,
            hp=int(sheet.hp),
            facts=[[name, value] for name, value in card.facts.items() if value],
            notes=card.notes,
            icon_name=sheet.name,
            in_hand=sheet.weapons[0].name if sheet.weapons else "",
        )
    return list(found.values())
