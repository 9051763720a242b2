"""The editor's palette: creatures, parties, classes and gear of a book."""

from __future__ import annotations

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.combatants.items import shipped_items
from shieldwall.content.combatants.kindreds import shipped_kindreds
from shieldwall.content.combatants.own_creatures import own_creatures
from shieldwall.content.combatants.parties import party_by
from shieldwall.content.formats.naming import plural_of
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.library import UNARMED, equipment
from shieldwall.content.magic.spells import shipped_spells
from shieldwall.content.user_folder import known_names, own_files
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.state.sheet import SKILL_NAMES
from shieldwall.exchange.stat_cards import weapon_text
from shieldwall.exchange.yaml_edit import entry_text
from shieldwall.table.library.library_lines import creature_form, creature_tags
from shieldwall.table.library.library_models import (
    BestiaryLine,
    ClassLine,
    CreatureForm,
    GearLine,
    Palette,
    PartyLine,
)
from shieldwall.table.play.fight_setup import Wrong
from shieldwall.table.publish.board_looks import unit_picture


def palette(book: str) -> Palette:
    """Reads files: do not call on the event loop."""
    rules = RULESETS.get(book)
    if rules is None:
        rules = RULESETS["sovereign"]
    book_folders = rules.book_folders
    gear = equipment(book_folders)
    shields = {name for name, piece in gear.armour.items() if piece.shield}
    return Palette(
        book=rules.name,
        books=[GearLine(name=one.name, words=one.title) for one in RULESETS.values()],
        creatures=_creatures(rules),
        parties=[line for name in known_names("parties") if (line := _party(rules, name))],
        maps=known_names("maps"),
        classes=[
            ClassLine(name=name, words=f"{one.hp.die} HP a level")
            for name, one in gear.classes.items()
        ],
        weapons=[
            GearLine(name=name, words=weapon_text(spec.weapon()))
            for name, spec in gear.weapons.items()
            if name != UNARMED
        ],
        armour=[
            GearLine(name=name, words=f"AC {piece.ac}")
            for name, piece in gear.armour.items()
            if name not in shields
        ],
        shields=[
            GearLine(name=name, words=f"{gear.armour[name].shield:+} to AC")
            for name in gear.armour
            if name in shields
        ],
        items=[
            GearLine(name=name, words=one.text) for name, one in shipped_items(book_folders).items()
        ],
        feats=[
            GearLine(name=name, words=one.texts[0] if one.texts else "")
            for name, one in shipped_feats(book_folders).items()
        ],
        spells=[GearLine(name=name, words="") for name in shipped_spells(book_folders)],
        skills=list(SKILL_NAMES),
        kindreds=list(shipped_kindreds(book_folders)),
    )


def _creatures(rules: Ruleset) -> list[BestiaryLine]:
    own = own_creatures(rules.book_folders, rules.family)[0]
    sheets = {**shipped_creatures(rules.book_folders, rules.family), **own}
    return [
        BestiaryLine(
            name=name,
            plural=plural_of(name),
            icon=unit_picture(name, "", None),
            hd=str(sheet.hit_dice),
            hp=int(sheet.hp),
            ac=int(sheet.ac),
            attack=int(sheet.attack),
            size=int(sheet.size),
            damage=weapon_text(sheet.weapons[0]) if sheet.weapons else "",
            own=name in own,
            notes=sheet.notes,
            themes=creature_tags(sheet),
        )
        for name, sheet in sorted(sheets.items())
    ]


def _party(rules: Ruleset, name: str) -> PartyLine | None:
    """A party of the palette; None if this book cannot read it."""
    try:
        members = party_by(rules, name)
    except ContentError:
        return None
    return PartyLine(
        name=name,
        title=name,
        own=name in own_files("parties"),
        members=[GearLine(name=one.ident, words=one.sheet.name) for one in members],
    )


def creature_to_change(name: str) -> CreatureForm:
    """The values of a creature's file."""
    form = creature_form(name)
    if form is None:
        raise Wrong(f"No creature is called {name!r}.", 404)
    return CreatureForm(name=name, form=form, text=entry_text(name, form, 0))
