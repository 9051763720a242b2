"""Abilities: special rules of a combatant, called at named points of the rules.

`Ability` has one neutral method per point. A feat, talent, kindred gift or creature gift overrides
the methods of its points (package `abilities`); the engine never looks one up by name. A sheet
indexes its abilities by point, so an unused point costs one test of an empty tuple.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow, Sum
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.state.condition import Condition
    from shieldwall.engine.state.sheet import Sheet, Weapon
    from shieldwall.engine.state.state import Unit

ONCE_A_ROUND: Final = 1 << 9
"""Bits in `Unit.used` from this one on are cleared at the start of each round."""


class Ability:
    """One ability with a size `value` (1 if it has no size)."""

    name: ClassVar[str] = ""
    """Key in files and set-ups, with `_` for `-`."""
    flag: ClassVar[bool] = False
    """Whether it is a yes-no ability without a size."""
    section: ClassVar[str] = "traits"
    """The section of a set-up that lists it."""
    least: ClassVar[int] = 1
    most: ClassVar[int] = 99
    """Upper limit of its size in a set-up."""
    rank: ClassVar[int] = 0
    """Sort key among the terms of an explained sum."""
    spends: ClassVar[int] = 0
    """Bit in `Unit.used` set when it is used up; 0 if it cannot be used up."""
    unusual: ClassVar[bool] = False
    """Whether it needs the extra checks for unusual units (`State.has_unusual_units`)."""

    def __init__(self, value: int, given: dict[str, int]) -> None:
        """`given`: all abilities of the sheet by name, for abilities that depend on others."""
        self.value: i64 = value
        self.mark: int = type(self).spends
        self.order: int = type(self).rank
        self.called: str = type(self).name

    def is_spent(self, unit: Unit) -> bool:
        return unit.used & self.mark != 0

    # When the sheet is made.

    def put_on(self, sheet: Sheet) -> None:
        """Set a plain fact of the body or gear on the sheet."""

    # Points of the attacker, in the order of an attack.

    def shoots_bound(self, weapon: Weapon) -> bool:
        """T0: whether this two-handed shot is allowed with a foe in melee range."""
        return False

    def is_sure(self, battle: Battle, blow: Blow) -> bool:
        """T1: whether the attack hits whatever the die shows."""
        return False

    def before_roll(self, battle: Battle, blow: Blow) -> None:
        """T1: the target is known, the die is not rolled yet."""

    def own_to_hit(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        """T2: add terms to the attack roll against any target."""

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        """T2: add terms to the attack roll against this target."""

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        """T2: whether a foe in melee range gives no penalty to this shot or throw."""
        return False

    def extra_dice(self, blow: Blow, weapon: Weapon) -> i64:
        """T5: number of extra dice of the weapon's size."""
        return 0

    def own_damage(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        """T5: add terms to the damage against any target."""

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        """T5: add terms to the damage against this target."""

    def shock(self, weapon: Weapon) -> i64:
        """T5: bonus to Shock."""
        return 0

    def shock_reaches(self, weapon: Weapon) -> bool:
        """T5: whether Shock applies whatever the target's AC."""
        return False

    def miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """T5: the attack has missed, before any Shock."""

    def after_miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """T5: the attack has missed, after any Shock."""

    def most_on_miss(self, blow: Blow, weapon: Weapon) -> i64:
        """The most damage that `miss` or `after_miss` could deal."""
        return 0

    def felled(self, battle: Battle, blow: Blow) -> None:
        """T7: the target is out of the fight."""

    # Points of the target.

    def own_armour_class(self, unit: Unit) -> i64:
        return 0

    def armour_class(self, blow: Blow) -> i64:
        """AC bonus against this attack."""
        return 0

    def slips_shock(self, blow: Blow) -> bool:
        return False

    def counts_least(self, weapon: Weapon) -> bool:
        """Whether the weapon's dice count as their minimum."""
        return False

    def may_negate(self, battle: Battle, blow: Blow) -> bool:
        """T6, damage known: whether to open a window in which the target may negate it."""
        return False

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        """T7: the damage taken from harm of these kinds."""
        return amount

    def is_immune(self, kinds: i64) -> bool:
        """Whether harm and magic of these kinds have no effect."""
        return False

    def keeps_mark(self, kinds: i64) -> bool:
        """T7: whether harm of these kinds is recorded for the round even if it did nothing."""
        return False

    def at_zero(self, battle: Battle, unit: Unit) -> bool:
        """At 0 HP: whether the unit stays on its feet after all."""
        return False

    def is_stable(self) -> bool:
        """Whether the unit, once down, does not die of its wounds."""
        return False

    # Points of bystanders.

    def hinders(self, battle: Battle, unit: Unit, attacker: Unit, target: Unit) -> i64:
        """Penalty of `unit`, a friend of the target, to the attacker's roll; the best counts."""
        return 0

    def guard(self) -> i64:
        """Bonus to the modifier an attacker must beat to get past a screener."""
        return 0

    def guard_slots(self) -> i64:
        """How many more attackers it can screen against each round."""
        return 0

    def holds_first(self) -> bool:
        """Whether its first Screen check of a round always succeeds."""
        return False

    def screens_spells(self, unit: Unit) -> bool:
        """Whether it can still take a spell aimed at the ally it screens."""
        return False

    # Checks and saves.

    def check_die(self, skills: tuple[int, ...]) -> bool:
        """Whether this check rolls a third die and drops the lowest."""
        return False

    def rerolls(self, unit: Unit, skills: tuple[int, ...]) -> bool:
        """Whether a failed check is rerolled."""
        return False

    def saves_twice(self, kind: int) -> bool:
        """Whether this save is rolled twice and the better die counts."""
        return False

    def magic_save(self) -> i64:
        """Bonus to its own saves against magic."""
        return 0

    def magic_aura(self) -> i64:
        """Bonus to saves against magic of itself and nearby friends."""
        return 0

    def turns_failed_save(self, unit: Unit) -> bool:
        """Whether a failed save against magic succeeds after all."""
        return False

    # Magic.

    def may_defy(self, unit: Unit) -> bool:
        """Whether to open a window in which the unit may defy a spell."""
        return False

    def resistance(self) -> i64:
        """Percent chance that magic has no effect on it."""
        return 0

    def is_proof_against(self, kind: Condition) -> bool:
        """Whether it is immune to this condition."""
        return False

    # Rounds and morale.

    def initiative(self) -> i64:
        """Initiative bonus of its side; the best of a side counts."""
        return 0

    def is_never_surprised(self) -> bool:
        return False

    def acts_first(self) -> bool:
        return False

    def wins_ties(self) -> bool:
        """Whether its side wins initiative ties."""
        return False

    def leads(self) -> i64:
        """Morale bonus for units of its side that hear it."""
        return 0

    def daunts(self) -> i64:
        """Morale penalty for its foes."""
        return 0

    def led_morale(self) -> i64:
        """Its morale while a leader stands on its side."""
        return 0

    def pack_morale(self) -> i64:
        """Its morale while another of its kind stands on its side."""
        return 0

    def round_end(self, battle: Battle, unit: Unit) -> None:
        """The round has ended and the unit is on its feet."""

    def struck_down(self, battle: Battle, unit: Unit) -> None:
        """The unit has been struck down."""

    def rises_with(self) -> i64:
        """Hit points when it rises again."""
        return 0

    def after_action(self, battle: Battle, unit: Unit) -> None:
        """An action has ended."""


class Abilities:
    """All abilities of one sheet, indexed by point."""

    def __init__(self, items: tuple[Ability, ...]) -> None:
        self.items = items
        self.at_shoots_bound = having(items, "shoots_bound")
        self.at_is_sure = having(items, "is_sure")
        self.at_before_roll = having(items, "before_roll")
        self.at_own_to_hit = having(items, "own_to_hit")
        self.at_to_hit = having(items, "to_hit")
        self.at_is_undisturbed = having(items, "is_undisturbed")
        self.at_extra_dice = having(items, "extra_dice")
        self.at_own_damage = having(items, "own_damage")
        self.at_damage = having(items, "damage")
        self.at_shock = having(items, "shock")
        self.at_shock_reaches = having(items, "shock_reaches")
        self.at_miss = having(items, "miss")
        self.at_after_miss = having(items, "after_miss")
        self.at_most_on_miss = having(items, "most_on_miss")
        self.at_felled = having(items, "felled")
        self.at_own_armour_class = having(items, "own_armour_class")
        self.at_armour_class = having(items, "armour_class")
        self.at_slips_shock = having(items, "slips_shock")
        self.at_counts_least = having(items, "counts_least")
        self.at_may_negate = having(items, "may_negate")
        self.at_damage_taken = having(items, "damage_taken")
        self.at_is_immune = having(items, "is_immune")
        self.at_keeps_mark = having(items, "keeps_mark")
        self.at_zero = having(items, "at_zero")
        self.at_is_stable = having(items, "is_stable")
        self.at_hinders = having(items, "hinders")
        self.at_guard = having(items, "guard")
        self.at_guard_slots = having(items, "guard_slots")
        self.at_holds_first = having(items, "holds_first")
        self.at_screens_spells = having(items, "screens_spells")
        self.at_check_die = having(items, "check_die")
        self.at_rerolls = having(items, "rerolls")
        self.at_saves_twice = having(items, "saves_twice")
        self.at_magic_save = having(items, "magic_save")
        self.at_magic_aura = having(items, "magic_aura")
        self.at_turns_failed_save = having(items, "turns_failed_save")
        self.at_may_defy = having(items, "may_defy")
        self.at_resistance = having(items, "resistance")
        self.at_is_proof_against = having(items, "is_proof_against")
        self.at_initiative = having(items, "initiative")
        self.at_is_never_surprised = having(items, "is_never_surprised")
        self.at_acts_first = having(items, "acts_first")
        self.at_wins_ties = having(items, "wins_ties")
        self.at_leads = having(items, "leads")
        self.at_daunts = having(items, "daunts")
        self.at_led_morale = having(items, "led_morale")
        self.at_pack_morale = having(items, "pack_morale")
        self.at_round_end = having(items, "round_end")
        self.at_struck_down = having(items, "struck_down")
        self.at_rises_with = having(items, "rises_with")
        self.at_after_action = having(items, "after_action")
        self.unusual = any(type(item).unusual for item in items)
        """Whether any ability has `Ability.unusual`."""
        self.last: tuple[str, Ability | None] = ("", None)
        """Cache of `find`: the last name and what was found."""

    def find(self, name: str) -> Ability | None:
        """The ability with this name, for the actions and tools that belong to it."""
        asked, found = self.last
        if asked is name:
            return found
        found = None
        for item in self.items:
            if item.called == name:
                found = item
                break
        self.last = (name, found)
        return found

    def amount(self, name: str) -> int:
        """The size of the ability with this name; 0 if there is none."""
        item = self.find(name)
        return 0 if item is None else int(item.value)

    def key(self) -> tuple[tuple[str, int], ...]:
        """Everything that identifies it, for comparison."""
        return tuple(sorted([(type(item).name, int(item.value)) for item in self.items]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Abilities) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def having(items: tuple[Ability, ...], point: str) -> tuple[Ability, ...]:
    """The abilities that override the method of a point."""
    neutral: object = getattr(Ability, point)
    return tuple([item for item in items if getattr(type(item), point) is not neutral])


NO_ABILITIES: Final = Abilities(())
