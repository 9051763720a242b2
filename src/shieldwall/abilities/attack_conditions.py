"""Conditions that change attacks: one entry each, with its name, sentence and citation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.attack.blow import MELEE, Blow, Sum
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import save, save_from_magic
from shieldwall.engine.dials import MODIFIER
from shieldwall.engine.events.event import Term
from shieldwall.engine.magic.spell_data import EVASION, PHYSICAL
from shieldwall.engine.magic.spell_effects import NO_MOST
from shieldwall.engine.ruleset import OwnDial
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.harm import POISON
from shieldwall.engine.state.sheet import Weapon
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.wounds.effects import CREATURE, suffer, what_is_left

TALENT: Final = "DOL-048"
EARLY_VENOM: Final = "SVE-026"
RAGE_BONUS: Final = 2
"""Bonus of a battle rage to hit and to damage (DOL-048)."""
BRACED_REACH: Final = 10
"""Minimum length in feet of a weapon set against a charge."""
DAGGER_DIE: Final = 6
VENOM_DIE: Final = 6


class ArmourClass(Condition):
    """`value` is added to AC."""

    def own_armour_class(self, effect: Effect) -> i64:
        return effect.value


BRACE_FACTOR: Final = OwnDial(
    "brace_factor", "damage factor of a long weapon braced against a charge", (1, 6), default=2
)
EXHAUSTION: Final = OwnDial(
    "exhausted", "modifier of exhaustion to attack, damage and AC", MODIFIER, default=-2
)


class Charged(ArmourClass):
    """A long weapon set against the charge deals multiplied damage (G-38)."""

    def damage_suffered(
        self, effect: Effect, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum
    ) -> None:
        if (
            battle.rules.optional_combat_rules
            and blow.how == MELEE
            and weapon.reach_ft >= BRACED_REACH
        ):
            if effect.whom >> int(blow.attacker.index) & 1:
                terms.add("braced", terms.total * (BRACE_FACTOR.of(battle.rules) - 1), "G-38")


class Defending(ArmourClass):
    def stops_shock(self) -> bool:
        return True


class Warded(ArmourClass):
    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        if most < NO_MOST:
            effect.value = max(0, min(effect.value, most))


class Exhausted(ArmourClass):
    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("exhausted", effect.value, self.cite)

    def damage(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("exhausted", EXHAUSTION.of(battle.rules), self.cite)


class Raging(ArmourClass):
    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("talent", RAGE_BONUS, self.cite)

    def damage(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("talent", RAGE_BONUS, self.cite)


class Feinting(Condition):
    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("talent", effect.value, self.cite)


class Situation(Condition):
    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("situation", effect.value, self.cite)

    def ends_with_attack(self) -> bool:
        return True


class Shaken(Condition):
    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("shaken", -effect.value, self.cite)


class Averted(Condition):
    def averts_gaze(self) -> bool:
        return True

    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        terms.add("eyes averted", effect.value, self.cite)


class Edge(Condition):
    def edge(self, effect: Effect) -> i64:
        return effect.value

    def ends_with_attack(self) -> bool:
        return True


class Weakened(Condition):
    def hampers(self) -> bool:
        return True

    def rolls_worse_damage(self) -> bool:
        return True


class Senseless(Condition):
    def hampers(self) -> bool:
        return True

    def why_no_shot(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        ids = battle.rules.ids
        if battle.holds(ids.unseen, attacker):
            return Refusal("sees-nothing", ids.unseen, attacker.index)
        return None


class Blunted(Condition):
    def lets_through(self, effect: Effect, battle: Battle, attacker: Unit) -> bool:
        return save_from_magic(battle, attacker, PHYSICAL, 0, self.cite)


class Dulled(Condition):
    def blunts(self, effect: Effect, weapon: i64) -> bool:
        return effect.value == weapon

    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        effect.value = target.wielded

    def is_same(self, one: Effect, other: Effect) -> bool:
        return one.value == other.value


class ElementProof(Condition):
    def element_taken(self, effect: Effect, battle: Battle, unit: Unit, amount: i64) -> i64:
        return -1 if save(battle, unit, PHYSICAL, 0, self.cite) else amount // 2


class Daggers(Condition):
    def before_struck(self, effect: Effect, battle: Battle, attacker: Unit, target: Unit) -> None:
        if not save_from_magic(battle, attacker, EVASION, 0, self.cite):
            amount = battle.roll("daggers", DAGGER_DIE, target.index) + effect.value
            suffer(battle, attacker, target.index, amount, "daggers", False, None)

    def budget(self, effect: Effect, unit: Unit) -> None:
        unit.moves = 0

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        target.moves = 0


class Doomed(Condition):
    def is_always_hit(self) -> bool:
        return True

    def takes_full_dice(self) -> bool:
        return True


class StoneSkin(Condition):
    def damage_taken(
        self, effect: Effect, battle: Battle | None, amount: i64, terms: list[Term] | None
    ) -> i64:
        stopped: i64 = effect.value if effect.value < amount else amount
        if terms is not None and stopped:
            terms.append(Term("skin of stone", -stopped, self.cite))
        return amount - stopped


class HardToShoot(Condition):
    def armour_class(self, effect: Effect, blow: Blow) -> i64:
        return effect.value if blow.how != MELEE else 0


class Venomous(Condition):
    """Poison on a blade works on the next wound and is then used up (SVE-026)."""

    def most_after_harm(self, effect: Effect, blow: Blow) -> i64:
        if effect.value != blow.weapon or blow.target.sheet.undead:
            return 0
        most: i64 = 2 * VENOM_DIE + blow.attacker.sheet.hit_dice
        return what_is_left(blow.target, most, POISON)

    def after_harm(self, effect: Effect, battle: Battle, blow: Blow) -> None:
        attacker = blow.attacker
        target = blow.target
        if effect.value != blow.weapon:
            return
        attacker.effects = [other for other in attacker.effects if other is not effect]
        if target.status != ACTIVE or target.sheet.undead:
            return
        first = battle.roll("venom", VENOM_DIE, attacker.index)
        second = battle.roll("venom", VENOM_DIE, attacker.index)
        amount = Sum(battle.log is not None)
        amount.add("venom", first + second, self.cite)
        amount.add("level", attacker.sheet.hit_dice, self.cite)
        if save(battle, target, PHYSICAL, 0, self.cite):
            amount.add("saved", amount.total // 2 - amount.total, self.cite)
        suffer(battle, target, attacker.index, amount.total, "venom", False, amount.terms, POISON)


class Mercy(Condition):
    def spares(self, effect: Effect) -> i64:
        return 1 if effect.value > 0 else 0


class BackTurned(Condition):
    def turns_back(self) -> bool:
        return True


CHARGED: Final = Charged(0, "open", "Open after a charge: `value` is added to AC.", "SOV-066")
DEFENDING: Final = Defending(
    2, "defending", "Total Defense: `value` is added to AC, and no Shock.", "SOV-079"
)
WARDED: Final = Warded(14, "warded", "`value` is added to AC.")
WEAKENED: Final = Weakened(
    15, "weakened", "Rolls attack and damage twice; the worse counts.", "", "weakened", for_gm=True
)
SENSELESS: Final = Senseless(
    18,
    "senseless",
    "Cannot shoot; rolls attacks twice, the worse counts.",
    "",
    "senseless",
    for_gm=True,
)
BLUNTED: Final = Blunted(
    19, "blunted", "A hit counts only if the attacker makes a Physical save.", "SOV-112"
)
DULLED: Final = Dulled(20, "dulled", "Its weapon number `value` deals no damage.")
ELEMENT_PROOF: Final = ElementProof(
    22,
    "element-proof",
    "Takes half damage from fire, cold and the like; none on a save.",
    "SOV-112",
)
DAGGERS: Final = Daggers(
    23,
    "daggers",
    "Attackers in melee first take 1d6 + `value`, unless they make an Evasion save; it has no "
    "Move.",
    "SOV-160",
)
DOOMED: Final = Doomed(
    26, "doomed", "Every attack hits it, for maximum damage.", "", "doomed", for_gm=True
)
STONE_SKIN: Final = StoneSkin(28, "stone-skinned", "All damage is reduced by `value`.", "SOV-112")
AIRY: Final = HardToShoot(29, "airy", "`value` is added to AC against missiles.")
SITUATION: Final = Situation(34, "favoured", "`value` is added to its next attack roll.", "SOV-106")
VENOMOUS: Final = Venomous(38, "venomous", "Its weapon number `value` is poisoned.", EARLY_VENOM)
# `value`: the penalty.
SHAKEN: Final = Shaken(43, "shaken", "A penalty to its attack rolls.", CREATURE, "shaken")
AVERTED: Final = Averted(
    44, "averting its eyes", "Immune to gazes; `value` is added to its attack rolls.", CREATURE
)
EXHAUSTED: Final = Exhausted(
    51, "exhausted", "Has run too long: `value` is added to attack, damage and AC.", "G-40"
)
EDGE: Final = Edge(
    52, "edge", "Rolls its next attack twice: the better counts for `value` 1, the worse for -1."
)
RAGING: Final = Raging(
    53, "raging", "`value` is added to AC; a bonus to hit and damage; it cannot flee.", TALENT
)
FEINTING: Final = Feinting(
    55, "feinting", "`value` is added to its attack rolls by the blade in its other hand.", TALENT
)
MERCY: Final = Mercy(
    56, "mercy", "Spares with weapons that can (`value` 1), or strikes to kill (0)."
)
BACK_TURNED: Final = BackTurned(
    57, "back-turned", "Attacks on it count as from behind, as the GM decides.", "DOL-027",
    "back turned", for_gm=True,
)  # fmt: skip
