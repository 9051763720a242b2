"""Abilities: everything special about a combatant, asked at named points of the rules.

`Ability` has one neutral method a point. A feat, a talent, a kindred's gift or a creature's gift
overrides the methods of the points it concerns (room `abilities`), and nothing in the engine asks
for one by name. A sheet keeps its abilities sorted by point, so a point at which nobody has
anything costs one test of an empty tuple.
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
"""Marks in `Unit.used` from here on are wiped at the start of each round."""


class Ability:
    """One special thing, of a size `value`; 1 where it has none."""

    name: ClassVar[str] = ""
    """Its key in files and set-ups, with `_` for `-`."""
    flag: ClassVar[bool] = False
    """Whether one has it or not, without a size."""
    section: ClassVar[str] = "traits"
    """The part of a set-up it is written in."""
    least: ClassVar[int] = 1
    most: ClassVar[int] = 99
    """The sizes a set-up may give it."""
    rank: ClassVar[int] = 0
    """Its place among the terms of a sum that is explained."""
    spends: ClassVar[int] = 0
    """The mark in `Unit.used` of one that can be used up; 0 for all others."""
    strange: ClassVar[bool] = False
    """Whether a fight with such a one must look out for what follows from it after each action."""

    def __init__(self, value: int, given: dict[str, int]) -> None:
        """`given` are all abilities of the sheet by name, for those that belong together."""
        self.value: i64 = value
        self.mark: int = type(self).spends
        self.order: int = type(self).rank

    def is_spent(self, unit: Unit) -> bool:
        return unit.used & self.mark != 0

    # When the sheet is made.

    def put_on(self, sheet: Sheet) -> None:
        """A plain fact of the body or its gear is set on the sheet."""

    # The attacker's points, in the order of an attack.

    def shoots_bound(self, weapon: Weapon) -> bool:
        """T0: whether a foe in melee range does not forbid this two-handed shot."""
        return False

    def is_sure(self, battle: Battle, blow: Blow) -> bool:
        """T1: whether the attack hits whatever the die shows."""
        return False

    def before_roll(self, battle: Battle, blow: Blow) -> None:
        """T1: the target is known, the die is not."""

    def own_to_hit(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        """T2: what is added for any target."""

    def to_hit(self, battle: Battle, blow: Blow, terms: Sum) -> None:
        """T2: what is added against this target."""

    def is_undisturbed(self, weapon: Weapon, how: i64) -> bool:
        """T2: whether a foe in melee range does not spoil this shot or throw."""
        return False

    def extra_dice(self, blow: Blow, weapon: Weapon) -> i64:
        """T5: dice of the weapon's size that are rolled beside its own."""
        return 0

    def own_damage(self, weapon: Weapon, how: i64, terms: Sum) -> None:
        """T5: what is added for any target."""

    def damage(self, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum) -> None:
        """T5: what is added against this target."""

    def shock(self, weapon: Weapon) -> i64:
        """T5: what is added to Shock."""
        return 0

    def shock_reaches(self, weapon: Weapon) -> bool:
        """T5: whether Shock reaches the target whatever its AC."""
        return False

    def miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """T5: the attack has missed, and Shock has not been dealt."""

    def after_miss(self, battle: Battle, blow: Blow, weapon: Weapon) -> None:
        """T5: the attack has missed, and Shock has been dealt if any was due."""

    def most_on_miss(self, blow: Blow, weapon: Weapon) -> i64:
        """The most that `miss` or `after_miss` would deal."""
        return 0

    def felled(self, battle: Battle, blow: Blow) -> None:
        """T7: the target is out of the fight."""

    # The target's points.

    def own_armour_class(self, unit: Unit) -> i64:
        return 0

    def armour_class(self, blow: Blow) -> i64:
        """Against this attack."""
        return 0

    def slips_shock(self, blow: Blow) -> bool:
        return False

    def counts_least(self, weapon: Weapon) -> bool:
        """Whether the weapon's dice count as showing their least."""
        return False

    def may_negate(self, battle: Battle, blow: Blow) -> bool:
        """T6: the damage is known. Whether to open a window in which the target may negate it."""
        return False

    def damage_taken(self, amount: i64, kinds: i64) -> i64:
        """T7: what is left of a harm of these kinds."""
        return amount

    def is_immune(self, kinds: i64) -> bool:
        """Whether harm and magic of these kinds do nothing at all."""
        return False

    def keeps_mark(self, kinds: i64) -> bool:
        """T7: whether a harm of these kinds is remembered for the round though it did nothing."""
        return False

    def at_zero(self, battle: Battle, unit: Unit) -> bool:
        """At 0 HP: whether it stays on its feet after all."""
        return False

    def is_stable(self) -> bool:
        """Whether it does not die of its wounds once it is down."""
        return False

    # Points of bystanders.

    def hinders(self, battle: Battle, unit: Unit, attacker: Unit, target: Unit) -> i64:
        """What `unit`, a friend of the target, takes off the attacker's roll; the best counts."""
        return 0

    def guard(self) -> i64:
        """What is added to the modifier an attacker must beat to get past a screener."""
        return 0

    def guard_slots(self) -> i64:
        """How many attackers more it screens against each round."""
        return 0

    def holds_first(self) -> bool:
        """Whether nobody gets past it in its first check of a round."""
        return False

    def screens_spells(self, unit: Unit) -> bool:
        """Whether it can still take a spell meant for its ward."""
        return False

    # Checks and saves.

    def check_die(self, skills: tuple[int, ...]) -> bool:
        """Whether a third die is rolled for such a check, and the lowest left out."""
        return False

    def rerolls(self, unit: Unit, skills: tuple[int, ...]) -> bool:
        """Whether a failed check is rolled again."""
        return False

    def saves_twice(self, kind: int) -> bool:
        """Whether such a save is rolled twice and the better die counts."""
        return False

    def magic_save(self) -> i64:
        """What is added to its own saves against magic."""
        return 0

    def magic_aura(self) -> i64:
        """What is added to saves against magic of itself and its friends close by."""
        return 0

    def turns_failed_save(self, unit: Unit) -> bool:
        """Whether a failed save against magic is made after all."""
        return False

    # Magic.

    def may_defy(self, unit: Unit) -> bool:
        """Whether to open a window in which it may defy a spell."""
        return False

    def resistance(self) -> i64:
        """The chance in 100 that magic does nothing to it."""
        return 0

    def is_proof_against(self, kind: Condition) -> bool:
        """Whether it never comes under such a condition."""
        return False

    # Rounds, morale.

    def initiative(self) -> i64:
        """For its side; the best of a side counts."""
        return 0

    def is_never_surprised(self) -> bool:
        return False

    def acts_first(self) -> bool:
        return False

    def wins_ties(self) -> bool:
        """Whether its side acts first where initiative is tied."""
        return False

    def leads(self) -> i64:
        """Morale of those of its side who hear it."""
        return 0

    def daunts(self) -> i64:
        """What is taken off the morale of its foes."""
        return 0

    def led_morale(self) -> i64:
        """Its morale while a leader stands on its side."""
        return 0

    def pack_morale(self) -> i64:
        """Its morale while another of its kind stands with it."""
        return 0

    def round_end(self, battle: Battle, unit: Unit) -> None:
        """A round is over; it is on its feet."""

    def struck_down(self, battle: Battle, unit: Unit) -> None:
        """It has fallen; what its nature makes of that."""

    def rises_with(self) -> i64:
        """The hit points it has when it rises again."""
        return 0

    def after_action(self, battle: Battle, unit: Unit) -> None:
        """An action is over."""


class Abilities:
    """All abilities of one sheet, by point."""

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
        self.strange = any(type(item).strange for item in items)
        """Whether any of them is (`Ability.strange`)."""

    def find(self, name: str) -> Ability | None:
        """The ability of a name, for the actions and tools that belong to it."""
        for item in self.items:
            if type(item).name == name:
                return item
        return None

    def amount(self, name: str) -> int:
        """The size of the ability of a name; 0 where there is none."""
        item = self.find(name)
        return 0 if item is None else int(item.value)

    def key(self) -> tuple[tuple[str, int], ...]:
        """All of it, for comparison."""
        return tuple(sorted([(type(item).name, int(item.value)) for item in self.items]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Abilities) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def having(items: tuple[Ability, ...], point: str) -> tuple[Ability, ...]:
    """Those that have something to say at a point."""
    neutral: object = getattr(Ability, point)
    return tuple([item for item in items if getattr(type(item), point) is not neutral])


NO_ABILITIES: Final = Abilities(())
