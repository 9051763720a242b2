"""Dials and rulings of earlier versions: those with a new name, and those that are gone."""

from __future__ import annotations

from typing import Final

RETIRED: Final[dict[str, str]] = {
    "quiet_rounds": "rounds without harm no longer end a fight; use the GM's `end` or the "
    "encounter's `rounds`",
    "surprise_both_roll": "the book now decides whether both sides roll for surprise",
    "morale_binds": "the book restricts broken units; waive that rule (`enforce`) to let them act",
}
"""Dials of earlier versions that no longer do anything, with a hint."""
RENAMED: Final[dict[str, str]] = {
    "dol_tie": "tied_sides",
    "dol_surprise": "surprise_rolled_by",
    "dol_forgo": "forgo_declared_spell",
    "dol_momentary": "momentary_actions",
    "dol_disrupt": "spell_disrupted_by",
    "dol_flee_bonus_scope": "flee_bonus_scope",
    "dol_nat20_saves": "nat20_saves",
    "dol_doom_save": "doom_save",
    "dol_both_triggers": "two_morale_checks",
    "dol_twelve": "morale_twelve",
    "dol_morale_modifier": "morale_modifier",
    "dol_optional": "optional_combat_rules",
    "aac_free_attack": "free_attack_on_leaving",
    "aac_total_defense": "total_defense_for_all",
    "aac_charge": "charge_allowed",
    "aachen_borrow": "borrowed_manoeuvres",
    "aac_short_range_inclusive": "short_range_inclusive",
    "aac_reload_needs_shoot_1": "reload_needs_shoot_1",
}
"""Old names of dials and rulings in files, tapes and commands of earlier versions."""
NOW_RULES: Final[dict[str, str]] = {
    "in_melee": "melees",
    "rear_ignores_shield": "attacks_from_behind",
    "revived_frail": "frailty",
}
"""Yes-no dials of earlier versions that are general rules of a book now."""
JOINED: Final[dict[str, str]] = {
    "attack_by_way": "attack_adds",
    "throw_skill": "attack_adds",
    "throw_attribute": "attack_adds",
    "melee_most": "melee_distance",
    "missile_beyond": "melee_distance",
}
"""Dials of earlier versions that are one dial now."""
BY_RANGE: Final = 2


def dial_name(name: str) -> str:
    """The current name of a dial, ruling or general rule, given the current or an old name."""
    return RENAMED.get(name) or NOW_RULES.get(name) or JOINED.get(name, name)


def dial_value(name: str, value: int) -> int:
    """The value to set now, given the current or an old name of the dial."""
    return BY_RANGE * value if name == "attack_by_way" else value
