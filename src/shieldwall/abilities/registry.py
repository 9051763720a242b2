"""The registry: every ability and condition by name, and building the abilities of a sheet."""

from __future__ import annotations

from typing import Final

from shieldwall.abilities import (
    alertness,
    attack_bonuses,
    attack_conditions,
    body_conditions,
    creature_gifts,
    declared_spells,
    handiwork,
    spellcraft,
    strikes,
    survival,
    weapon_properties,
)
from shieldwall.engine.abilities import NO_ABILITIES, Abilities, Ability
from shieldwall.engine.state.condition import CONDITIONS
from shieldwall.engine.state.weapon_property import WeaponProperty

ABILITY_KINDS: Final[tuple[type[Ability], ...]] = (
    attack_bonuses.MeleeHit, attack_bonuses.ShotHit, attack_bonuses.ThrownHit,
    attack_bonuses.UnarmedHit, attack_bonuses.MeleeDamage, attack_bonuses.ShotDamage,
    attack_bonuses.ThrownDamage, attack_bonuses.UnarmedDamage, attack_bonuses.MeleeShock,
    attack_bonuses.UnarmedShock, strikes.UnarmedMissDamage, survival.Guard, survival.GuardMore,
    survival.GuardArmourClass, alertness.Initiative, spellcraft.SaveAura, spellcraft.MagicSave,
    strikes.FollowUpHit, attack_bonuses.Slays, attack_bonuses.SlayHit, attack_bonuses.SlayDamage,
    attack_bonuses.LargeHit, attack_bonuses.LargeDamage, survival.LargeArmourClass,
    strikes.MissDamage, spellcraft.SaveEdge, survival.Defends, alertness.Leads, alertness.Daunts,
    handiwork.Swerving, strikes.FindsGaps, strikes.ArmedHands, strikes.SureKnife,
    strikes.FollowsUp, strikes.Whirlwind, strikes.ShootsBound, strikes.ShootsFreely,
    strikes.ThrowsFreely, handiwork.DrawsMelee, handiwork.DrawsRanged, handiwork.DrawsSmall,
    handiwork.QuickReload, survival.ShockProof, survival.QuickDisengage, survival.SelfStable,
    survival.EscapesDeath, survival.ShrugsOff, survival.SureGuard, survival.GuardsSpells,
    alertness.ActsFirst, alertness.NeverSurprised, spellcraft.SaveOnce, spellcraft.DefiesMagic,
    spellcraft.FullHands, handiwork.BestHeal, handiwork.QuickHeal, handiwork.Mends,
    handiwork.Poisons, handiwork.Rerolls, strikes.SwiftMurder, strikes.Backstab, strikes.Rages,
    strikes.SecondBlade, survival.LastStand, alertness.Decisive, spellcraft.Unshaken,
    spellcraft.SwiftCast, strikes.ForcesWay,
    creature_gifts.Immune, creature_gifts.Resists, creature_gifts.Weak, creature_gifts.HurtOnlyBy,
    creature_gifts.LeastFrom, creature_gifts.Unmended, creature_gifts.Splits,
    creature_gifts.Steadfast, creature_gifts.Regeneration, creature_gifts.RiseDice,
    creature_gifts.Rises, creature_gifts.Flight, creature_gifts.Pack, creature_gifts.WoundedRage,
    creature_gifts.ChargeDice, alertness.LedMorale, alertness.PackMorale, creature_gifts.Daylight,
    creature_gifts.MagicResistance, creature_gifts.Incorporeal, creature_gifts.Invisible,
    creature_gifts.LiesLow, creature_gifts.Pounces,
)  # fmt: skip

WEAPON_PROPERTIES: Final[tuple[WeaponProperty, ...]] = (
    weapon_properties.ONE_KIND,
    weapon_properties.PIERCING,
    weapon_properties.COLD_IRON_BLADE,
    weapon_properties.SCATTERING,
    weapon_properties.SPLASHING,
    weapon_properties.SPARING,
    weapon_properties.SMALL,
)
"""All weapon properties. A weapon looks them up when it is made, so they must be imported before:
every book imports this list."""

CONDITION_FAMILIES: Final = (attack_conditions, body_conditions, declared_spells)
"""The modules of the conditions: each condition registers itself when its module is imported."""
CONDITION_NAMES: Final = {number: kind.name for number, kind in sorted(CONDITIONS.items())}
"""Names of conditions in events and files, by number."""

SECTIONS: Final = ("traits", "nature")
"""The sections of a set-up that list abilities."""

ABILITIES_BY_NAME: Final[dict[str, type[Ability]]] = {kind.name: kind for kind in ABILITY_KINDS}


def names_of(section: str, flags: bool) -> tuple[str, ...]:
    """The names of a section of a set-up: those with a size, or the yes-no ones."""
    return tuple(
        [kind.name for kind in ABILITY_KINDS if kind.section == section and kind.flag == flags]
    )


def abilities_of(sizes: dict[str, int]) -> Abilities:
    """The abilities of one sheet from names and sizes; a size of 0 means none."""
    given = {name: size for name, size in sizes.items() if size}
    if not given:
        return NO_ABILITIES
    items = [ABILITIES_BY_NAME[name](size, given) for name, size in given.items()]
    items.sort(key=lambda item: (item.order, type(item).name))
    return Abilities(tuple(items))
