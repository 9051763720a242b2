"""Conditions of body and mind: one entry each, with its name, sentence and citation."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.engine.battle import Battle
from shieldwall.engine.magic.body_effects import become_helpless
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import Condition
from shieldwall.engine.state.harm import ENCHANTED, FIRE
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Refusal
from shieldwall.engine.wounds.allegiance import join_side
from shieldwall.engine.wounds.effects import bring_down, deal_element_damage, get_up, suffer
from shieldwall.engine.wounds.standing import change_status


class Invisible(Condition):
    def is_unseen(self) -> bool:
        return True

    def is_given_away(self, effect: Effect) -> bool:
        # Units that are invisible by nature stay invisible.
        return effect.value == 0

    def why_not_shot_at(
        self, effect: Effect, battle: Battle, attacker: Unit, target: Unit
    ) -> Refusal | None:
        ids = battle.rules.ids
        if battle.holds(ids.unseen, attacker):
            return Refusal("cannot-see", ids.unseen, attacker.index, target.index)
        return None

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        battle.state.murky = True


class Blind(Condition):
    def blinds(self) -> bool:
        return True


class Hidden(Condition):
    def hides_from(self, effect: Effect, side: i64) -> bool:
        return bool(effect.whom >> int(side) & 1)

    def is_given_away(self, effect: Effect) -> bool:
        return True


class HeldFast(Condition):
    def holds_fast(self) -> bool:
        return True


class Slowed(Condition):
    def pace(self, effect: Effect, unit: Unit, feet: i64) -> i64:
        return feet // 2


class Sped(Condition):
    def pace(self, effect: Effect, unit: Unit, feet: i64) -> i64:
        return feet * 2

    def is_safe_from(self, effect: Effect, foe: Unit) -> bool:
        return True


class Hasted(Condition):
    """The last Main of a hasted round is the extra one: it costs System Strain."""

    def budget(self, effect: Effect, unit: Unit) -> None:
        if unit.strain < unit.sheet.constitution:
            unit.mains += 1

    def last_main_spent(self, effect: Effect, unit: Unit) -> None:
        unit.strain += 1

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        if first:
            target.mains += 1

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        if unit.mains > 1:
            unit.mains -= 1
        return True


class Terrified(Condition):
    """`value` is 1 if its morale was not broken before."""

    def is_for_the_living(self) -> bool:
        return True

    def why_no_attack(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        ids = battle.rules.ids
        if battle.holds(ids.melee_attack, attacker):
            return Refusal("is-terrified", ids.melee_attack, attacker.index)
        return None

    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        earlier = target.effect(self)
        if earlier is not None:
            effect.value = earlier.value
        else:
            effect.value = 0 if target.broken else 1

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        target.broken = True
        target.flurry = ()

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        if effect.value:
            unit.broken = False
        return True


class Dominated(Condition):
    def is_for_the_living(self) -> bool:
        return True

    def ends_its_like(self) -> bool:
        return True

    def own_side(self, effect: Effect) -> i64:
        return effect.value

    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        # A unit dominated twice finally goes back to its own side.
        earlier = target.effect(self)
        effect.value = target.side if earlier is None else earlier.value
        effect.whom = target.seat if earlier is None else earlier.whom

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        join_side(battle, target, caster.side)
        target.seat = caster.seat
        if target.effect(TERRIFIED) is None:
            target.broken = False

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        join_side(battle, unit, effect.value)
        unit.seat = effect.whom
        return True

    def ends_at_zero(self) -> bool:
        return True


class Boils(Condition):
    """`whom` is the last round in which it did damage."""

    def before_effort(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        now = battle.state.clock.round
        if effect.whom == now:
            return
        again = Effect(self, effect.by, effect.until, effect.value, now, effect.power)
        unit.effects = [again if other is effect else other for other in unit.effects]
        suffer(battle, unit, effect.by, effect.value, "boils", False, None)


class Winded(Condition):
    def budget(self, effect: Effect, unit: Unit) -> None:
        if unit.effect(self) is effect:
            unit.mains -= 1

    def ends_with_budget(self) -> bool:
        return True

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        if target.mains > 0 and not target.acted:
            # The next Main is the one it still has.
            target.mains -= 1
            target.effects = [other for other in target.effects if other.kind is not self]


class Deathless(Condition):
    def keeps_alive(self) -> bool:
        return True


class LastStand(Deathless):
    def worn_off(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        if unit.status == ACTIVE and unit.hp <= 1:
            bring_down(battle, unit, unit.index, False)
            battle.rules.morale(battle, unit)


class SpentLife(Condition):
    def worn_off(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        if unit.status == ACTIVE:
            unit.hp = 1


class Aflame(Condition):
    def round_end(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        for foe in battle.state.units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe) and distance(unit, foe) <= 1:
                amount = battle.roll("flames", effect.value, unit.index)
                deal_element_damage(battle, foe, unit.index, amount, "flames", FIRE | ENCHANTED)


class Stone(Condition):
    def is_inert(self) -> bool:
        return True

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        become_helpless(battle, target)
        change_status(battle, target, DOWN)
        target.stable = True
        battle.rules.morale(battle, target)

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        if unit.status == DOWN:
            change_status(battle, unit, ACTIVE)
            unit.stable = False
            unit.out_cold = False
        return True


class Flying(Condition):
    def is_unusual(self) -> bool:
        return True

    def flight_ft(self, effect: Effect) -> i64:
        return effect.value

    def pace(self, effect: Effect, unit: Unit, feet: i64) -> i64:
        return effect.value if effect.value > feet and not unit.prone else feet


class Rising(Condition):
    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        if unit.status != DOWN:
            return True
        get_up(battle, unit)
        return False


INVISIBLE: Final = Invisible(
    7,
    "invisible",
    "Cannot be seen. Ends when it attacks or casts a spell.",
    "",
    "invisible",
    for_gm=True,
)
BLIND: Final = Blind(8, "blind", "Cannot see.", "", "blind", for_gm=True)
# `whom`: the sides it is hidden from.
HIDDEN: Final = Hidden(9, "hidden", "Foes do not know where it is.", "", "hidden")
ROOTED: Final = HeldFast(11, "rooted", "Cannot move.", "", "rooted", for_gm=True)
SLOWED: Final = Slowed(12, "slowed", "Its normal speed is halved.", "", "slowed", for_gm=True)
SPED: Final = Sped(
    13,
    "sped",
    "Its normal speed is doubled; leaving reach provokes nothing.",
    "",
    "sped",
    for_gm=True,
)
HASTED: Final = Hasted(
    16, "hasted", "An extra Main each round, for anything but spells.", "", "hasted", for_gm=True
)
TERRIFIED: Final = Terrified(17, "terrified", "Can only flee.", "", "terrified", for_gm=True)
# `value`: its own side; `whom`: its own seat.
DOMINATED: Final = Dominated(
    21,
    "dominated",
    "Fights for another side.",
    "",
    "dominated",
)
BOILS: Final = Boils(
    24, "boils", "Takes `value` damage the first time each round it attacks or moves."
)
WINDED: Final = Winded(25, "winded", "Loses its next Main.", "", "winded", for_gm=True)
DEATHLESS: Final = Deathless(
    27, "deathless", "Cannot fall below 1 HP.", "", "deathless", for_gm=True
)
AFLAME: Final = Aflame(
    30, "aflame", "At the end of each round adjacent foes take a die of `value` sides."
)
STONE: Final = Stone(
    31, "stone", "Turned to stone: out of the fight, though not dying.", "", "turned to stone"
)
SPENT_LIFE: Final = SpentLife(33, "spent", "Will have 1 HP when this ends.")
# `value`: feet it flies a Move.
FLYING: Final = Flying(39, "flying", "In the air, out of reach of short weapons.", "", "flying")
RISING: Final = Rising(41, "rising", "It was struck down and will rise again.")
# `value`: difficulty of the check.
ENTANGLED: Final = HeldFast(45, "entangled", "Held until it breaks free.", "", "entangled")
LAST_STAND: Final = LastStand(
    54, "last stand", "It was beaten and still stands: damage leaves it at 1 HP until this ends."
)
