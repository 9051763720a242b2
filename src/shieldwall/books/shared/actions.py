"""Actions and reactions shared by the books, each in the order of its paragraph."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from shieldwall.abilities.body_conditions import INVISIBLE
from shieldwall.books.shared.action_checks import (
    blow_choices,
    ending_beside,
    spend_blow,
    weapon_choices,
    why_cannot_pay,
    why_no_move_in_the_open,
    why_not_in_hand,
    why_not_ready,
)
from shieldwall.books.shared.shared_dials import (
    CROSSBOW_UNTRAINED_RELOAD,
    DISENGAGE_SCOPE,
    RELOAD_BOW_TRAINED,
    RELOAD_BOW_UNTRAINED,
    RELOAD_CROSSBOW_TRAINED,
    RELOAD_NEEDS_SHOOT_1,
)
from shieldwall.engine.action_spec import FREE, MAIN, MOST_WEAPONS, MOVE, ActionSpec, need_of
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import farthest, is_for, why_no_attack, why_not_struck
from shieldwall.engine.attack.timeline import attack, finish_off
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.action_events import Disengaged, Reloaded, StoodUp, WentProne
from shieldwall.engine.events.attack_events import Opportunity
from shieldwall.engine.listing import (
    BLOW_LEFT,
    LYING,
    SHOOTING,
    STANDING,
    THROWING,
    UNLOADED,
    Listing,
)
from shieldwall.engine.move.movement import (
    allowance,
    known_strikers,
    path_cost,
    place_of,
    provoke,
    strikers,
    walk,
    walking_range,
    why_no_path,
    why_not_close,
)
from shieldwall.engine.option import (
    ARMED,
    BASIC,
    DUELLED,
    LISTED,
    NOT_AT_RANDOM,
    OUT_OF_TURN,
    SEARCHED,
    STRIKE,
    WALK,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import LEAVING_REACH, PROVOKED
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.ruleset import BY_STARTING_ADJACENT, FROM_ALL, Ruleset
from shieldwall.engine.space.measure import feet_apart
from shieldwall.engine.space.reach import Reach, crowd, find_reach, guarded_squares
from shieldwall.engine.space.threat import Threat, threat_reach
from shieldwall.engine.space.visibility import knows_place, reveal
from shieldwall.engine.state.condition import DISENGAGED, STRIDING, UNTIL_END_OF_ROUND
from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT
from shieldwall.engine.state.state import ACTIVE, DOWN, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.engine.wounds.dropped_items import gather


class Attack(ActionSpec):
    """Make a Melee Attack and Make a Ranged Attack (SOV-047, SOV-048)."""

    def __init__(self, verb: str, title: str, how: int, cite: str) -> None:
        super().__init__(verb, title, MAIN, False, cite, "tw")
        self.how: i64 = how
        self.is_attack = True
        self.needs = BLOW_LEFT
        if how != MELEE:
            self.needs |= THROWING if how == THROWN else SHOOTING

    def another(self) -> ActionSpec:
        return self.__class__(self.verb, self.title, int(self.how), self.cite)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.price(battle, unit, choice), choice.weapon)
        if refusal is not None:
            return refusal
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        if self.how != MELEE and unit.unloaded >> choice.weapon & 1:
            if battle.holds("SOV-090", unit):
                return Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        weapon = unit.weapons[choice.weapon]
        target = battle.state.units[choice.target]
        if target.status == DOWN:
            return why_not_struck(battle, unit, target, weapon, self.how)
        return why_no_attack(battle, unit, target, weapon, self.how)

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return FREE if choice.weapon in unit.flurry else self.cost

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 and not unit.flurry:
            return []
        return blow_choices(battle, unit, self.verb)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        which: i64 = 0
        number: i64 = 0
        trial = found.trial
        for weapon in unit.weapons:
            if number < MOST_WEAPONS and is_for(weapon, self.how):
                trial.weapon = int(number)
                price: i64 = self.price(battle, unit, trial)
                if why_not_ready(unit, price, trial.weapon) is None:
                    which |= 1 << number
            number += 1
        trial.weapon = -1
        if which == 0:
            return
        far: i64 = farthest(battle, unit, which, self.how)
        grid = battle.state.grid
        for foe in battle.state.units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe):
                if feet_apart(grid, unit, foe) <= far:
                    self.try_weapons(battle, unit, found, int(foe.index), which)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        spend_blow(unit, choice.weapon, self.cost)
        target = battle.state.units[choice.target]
        blow = Blow(unit, target, choice.weapon, self.how)
        if target.status == DOWN:
            finish_off(battle, blow)
        else:
            attack(battle, blow)


class Run(ActionSpec):
    """Run: the normal speed; foes whose reach the unit leaves may attack (SOV-084, SOV-085)."""

    def is_move(self) -> bool:
        return True

    def rate(self, battle: Battle, unit: Unit) -> i64:
        """Maximum steps of 5 ft."""
        return allowance(battle.rules, unit)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        left = steps_left(battle, unit)
        if left == 0 or why_no_path(battle, unit, choice.path, left) is not None:
            refusal = why_cannot_pay(unit, self.cost)
            if refusal is None:
                refusal = why_no_path(battle, unit, choice.path, self.rate(battle, unit))
            if refusal is not None:
                return refusal
        if battle.state.grid.open:
            return why_no_move_in_the_open(battle, unit, choice)
        if choice.target >= 0:
            return Refusal("says-too-much", "SOV-084", unit.index)
        return None

    def needs_by(self, rules: Ruleset) -> i64:
        # A Run may continue without paying again.
        return self.needs if rules.split_move else self.needs | need_of(self.cost)

    def limit(self, battle: Battle, unit: Unit) -> i64:
        """Steps of 5 ft it can move now."""
        return self.rate(battle, unit) if can_pay(unit, self.cost) else steps_left(battle, unit)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        limit = self.limit(battle, unit)
        if unit.locked or (limit == 0 and not can_pay(unit, self.cost)):
            return
        # The path search only finds legal paths.
        reach = walking_range(battle, unit, limit)
        found.put_ways(unit, -1, reach.ends(), reach)
        grid = battle.state.grid
        if not grid.open:
            return
        for foe in battle.state.units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe):
                end: i64 = ending_beside(grid, unit, foe)
                if why_no_path(battle, unit, (int(end),), limit) is None:
                    if why_not_close(battle, unit, int(end), int(foe.index)) is None:
                        found.put_squares(foe.index, -1, vec[i64]([end]))

    def choice_of(
        self, battle: Battle, unit: Unit, target: int, weapon: int, cell: int, reach: Reach | None
    ) -> Choice:
        if battle.state.grid.open:
            return Choice(unit.index, self.verb, target, path=(cell,))
        assert reach is not None, "each square was listed with a search"
        best = reach
        watchers = known_strikers(battle, unit)
        if watchers and could_be_safe(battle, unit, watchers, reach, cell):
            # The nearest squares are found with fewer steps.
            limit = reach.cost(cell)
            safe = find_reach(battle.state, battle.rules, unit, limit, reach.filled, watchers)
            if not safe.can_stop(cell):
                limit = self.limit(battle, unit)
                safe = find_reach(battle.state, battle.rules, unit, limit, reach.filled, watchers)
            if safe.can_stop(cell):
                best = safe
        return Choice(unit.index, self.verb, path=best.path(cell))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        """One path to each square: the cheapest that provokes no foe, otherwise the cheapest."""
        state = battle.state
        limit = self.limit(battle, unit)
        if limit == 0 and not can_pay(unit, self.cost):
            return []
        filled = crowd(state, battle.rules, unit)
        plain = find_reach(state, battle.rules, unit, limit, filled, [])
        watchers = known_strikers(battle, unit)
        safe = find_reach(state, battle.rules, unit, limit, filled, watchers) if watchers else plain
        found: list[Choice] = []
        number: i64 = 0
        while number < plain.count:
            cell: i64 = plain.found[number]
            number += 1
            if cell != plain.start and plain.can_stop(cell):
                best = safe if safe.can_stop(cell) else plain
                found.append(Choice(unit.index, self.verb, path=best.path(cell)))
        if state.grid.open:
            for foe in state.units:
                if (
                    foe.status == ACTIVE
                    and battle.are_foes(unit, foe)
                    and knows_place(state, unit.side, foe)
                ):
                    cell = ending_beside(state.grid, unit, foe)
                    found.append(Choice(unit.index, self.verb, int(foe.index), path=(int(cell),)))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        if battle.rules.split_move:
            self.stride(battle, unit, choice.path)
        else:
            pay(unit, self.cost)
        if unit.effects:
            unseen = unit.effect(INVISIBLE)
            if unseen is not None and unseen.power > 0:
                reveal(battle, unit)
        by_adjacency = battle.rules.run_provokes == BY_STARTING_ADJACENT
        if self.provokes and by_adjacency and not provoke(battle, unit, True):
            return
        walk(battle, unit, choice.path, self.provokes and not by_adjacency, choice.target)

    def stride(self, battle: Battle, unit: Unit, path: tuple[int, ...]) -> None:
        """Pay for a Run, or use up part of a paid one, and keep the rest."""
        steps = path_cost(battle, unit, path, crowd(battle.state, battle.rules, unit))
        left = steps_left(battle, unit)
        if left < steps:
            pay(unit, self.cost)
            left = allowance(battle.rules, unit)
        unit.effects = [effect for effect in unit.effects if effect.kind is not STRIDING]
        if left > steps:
            rest = Effect(STRIDING, unit.index, UNTIL_END_OF_ROUND, left - steps)
            unit.effects = [*unit.effects, rest]


def could_be_safe(
    battle: Battle, unit: Unit, watchers: list[Threat], reach: Reach, cell: i64
) -> bool:
    """Whether a search around the watchers may find another path to a square than `reach`."""
    for watcher in watchers:
        if watcher.covers(unit, reach.start) and not watcher.covers(unit, cell):
            # Every path leaves its reach somewhere.
            return False
    marks = guarded_squares(battle.state.grid, watchers, unit.sheet.size)
    number: i64 = 0
    while number < reach.count:
        if marks[reach.found[number]] != 0:
            return True
        number += 1
    return False


def steps_left(battle: Battle, unit: Unit) -> i64:
    """SOV-153: the rest of a paid Run, if it may be split."""
    if not battle.rules.split_move or not unit.effects:
        return 0
    striding = unit.effect(STRIDING)
    if striding is None:
        return 0
    return min(striding.value, allowance(battle.rules, unit))


class Disengage(ActionSpec):
    """Disengage: no free attacks of adjacent foes for the rest of the round (SOV-086)."""

    def helps_to_flee(self) -> bool:
        return True

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        return FREE if unit.sheet.has("quick_disengage") else self.cost

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        whom = 0
        if DISENGAGE_SCOPE.of(battle.rules) == FROM_ALL:
            whom = -1
        else:
            here = place_of(battle.state.grid, unit)
            for threat in strikers(battle, unit):
                if threat.covers(unit, here):
                    whom |= 1 << int(threat.foe.index)
        unit.effects.append(Effect(DISENGAGED, unit.index, 1, 0, whom))
        if battle.log is not None:
            battle.emit(Disengaged(unit.index))


class GoProne(ActionSpec):
    """Go Prone: falling is free (SOV-096)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.prone:
            return Refusal("is-prone", "SOV-096", unit.index)
        return why_cannot_pay(unit, self.cost)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        unit.prone = True
        if battle.log is not None:
            battle.emit(WentProne(unit.index))


class StandUp(ActionSpec):
    """Stand Up: a Move; adjacent foes may attack (SOV-095)."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not unit.prone:
            return Refusal("is-standing", "SOV-095", unit.index)
        return why_cannot_pay(unit, self.cost)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if self.provokes and not provoke(battle, unit):
            return
        unit.prone = False
        if battle.log is not None:
            battle.emit(StoodUp(unit.index))
        gather(battle, unit)


class Reload(ActionSpec):
    """Reload a Weapon: the cost depends on weapon and skill (SOV-090 to SOV-093)."""

    def price(self, battle: Battle, unit: Unit, choice: Choice) -> i64:
        rules = battle.rules
        if unit.sheet.has("quick_reload"):
            return FREE
        trained = unit.sheet.skill_in(SHOOT) >= 1
        if unit.weapons[choice.weapon].reload == RELOAD_BOW:
            if not trained and RELOAD_NEEDS_SHOOT_1.of(rules):
                return MOVE
            return RELOAD_BOW_TRAINED.of(rules) if trained else RELOAD_BOW_UNTRAINED.of(rules)
        return RELOAD_CROSSBOW_TRAINED.of(rules) if trained else CROSSBOW_UNTRAINED_RELOAD.of(rules)

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_in_hand(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if not unit.unloaded >> choice.weapon & 1:
            return Refusal("is-loaded", "SOV-090", unit.index, choice.weapon)
        return why_cannot_pay(unit, self.price(battle, unit, choice))

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.unloaded == 0:
            return []
        return weapon_choices(unit, self.verb)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        self.try_weapons(battle, unit, found)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.price(battle, unit, choice))
        unit.unloaded &= ~(1 << choice.weapon)
        unit.wield(choice.weapon)
        if battle.log is not None:
            battle.emit(Reloaded(unit.index, choice.weapon))


def ready_arms(unit: Unit) -> list[int]:
    """Weapons usable at any moment: the wielded ones first, then natural weapons."""
    found: list[int] = []
    if unit.wielded >= 0:
        found.append(int(unit.wielded))
    if unit.off_hand >= 0:
        found.append(int(unit.off_hand))
    if unit.sheet.natural_reach_squares:
        for number in range(len(unit.weapons)):
            if unit.weapons[number].natural and number not in found:
                found.append(number)
    return found


class OpportunityBlow(ReactionSpec):
    """The free attack on a foe that leaves reach or provokes next to an armed unit (SOV-041)."""

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        target = battle.state.units[window.cause]
        if not self.threatens(battle, unit, target):
            return False
        if unit.wielded >= 0 and self.reaches(battle, unit, target, unit.wielded):
            return True
        for number in ready_arms(unit):
            if number != unit.wielded and self.reaches(battle, unit, target, number):
                return True
        return False

    def threatens(self, battle: Battle, unit: Unit, target: Unit) -> bool:
        return target.status == ACTIVE and threat_reach(battle.rules, unit) != 0

    def reaches(self, battle: Battle, unit: Unit, target: Unit, number: i64) -> bool:
        """Whether it can attack the target with one of its weapons."""
        weapon = unit.weapons[number]
        return why_no_attack(battle, unit, target, weapon, MELEE) is None

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if choice.target != window.cause:
            return Refusal("not-the-one", "SOV-041", unit.index, choice.target)
        if choice.weapon not in ready_arms(unit):
            return Refusal("not-in-hand", "SOV-043", unit.index, choice.weapon)
        target = battle.state.units[window.cause]
        if not self.threatens(battle, unit, target) or not self.reaches(
            battle, unit, target, choice.weapon
        ):
            return Refusal("no-opportunity", "SOV-041", unit.index, window.cause)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb, window.cause, number) for number in ready_arms(unit)]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        if self.why_not(battle, unit, window, choice) is not None:
            return
        target = battle.state.units[window.cause]
        if battle.log is not None:
            battle.emit(Opportunity(unit.index, target.index))
        attack(battle, Blow(unit, target, choice.weapon, MELEE))


MELEE_ATTACK: Final = Attack("attack", "Make a Melee Attack", MELEE, "SOV-047")
RANGED_ATTACK: Final = Attack("shoot", "Make a Ranged Attack", SHOT, "SOV-048")
THROWN_ATTACK: Final = Attack("throw", "Make a Ranged Attack", THROWN, "SOV-048")
RUN: Final = Run("run", "Run", MOVE, True, "SOV-084", "tp")
DISENGAGE: Final = Disengage("disengage", "Disengage", MAIN, False, "SOV-086")
GO_PRONE: Final = GoProne("prone", "Go Prone", FREE, False, "SOV-096")
STAND_UP: Final = StandUp("stand", "Stand Up", MOVE, True, "SOV-095")
RELOAD: Final = Reload("reload", "Reload a Weapon", MAIN, False, "SOV-090", "w")
OPPORTUNITY: Final = OpportunityBlow(
    "strike", "Attack of Opportunity", (LEAVING_REACH, PROVOKED), "SOV-041"
)
OPPORTUNITY.optional = False
GO_PRONE.needs = STANDING
STAND_UP.needs = LYING
GO_PRONE.is_paid = True
STAND_UP.is_paid = True
RELOAD.needs = UNLOADED

ATTACK_VERBS: Final = (MELEE_ATTACK.verb, RANGED_ATTACK.verb, THROWN_ATTACK.verb)
"""By mode: MELEE, SHOT, THROWN."""

register_option(OptionEntry(
    "attack", "attack", OptionWords("attack {target} ({weapon})", "attacks {target}",
    synonyms=("hit", "fight", "stab", "slash", "kill")), rank=0,
    icon="crossed-swords", marks=STRIKE | ARMED | LISTED | BASIC | SEARCHED | DUELLED,
))  # fmt: skip
register_option(OptionEntry(
    "disengage", "move", OptionWords("disengage", "disengages"), icon="return-arrow",
))  # fmt: skip
register_option(OptionEntry(
    "prone", "move", OptionWords("drop prone", "drops to the ground", name="Drop prone"),
    icon="falling", marks=NOT_AT_RANDOM,
))  # fmt: skip
register_option(OptionEntry(
    "reload", "gear", OptionWords("load the {weapon}", "reloads"), icon="quiver",
    price_dial="reload_bow_trained, reload_bow_untrained, reload_crossbow_trained, "
    "crossbow_untrained_reload", marks=BASIC | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "run", "move", OptionWords("move → {square}", name="Move", anywhere="move",
    synonyms=("move", "walk", "go")), rank=5,
    icon="walking-boot", marks=WALK | LISTED | BASIC | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "shoot", "attack", OptionWords("shoot {target} ({weapon})", "shoots {target}", noun="shot",
    synonyms=("fire",)),
    rank=1, icon="bow-arrow", marks=STRIKE | ARMED | LISTED | BASIC | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "stand", "move", OptionWords("stand up", "stands up", name="Stand up",
    noun="attempt to stand up"), icon="person", marks=BASIC | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "strike", "attack", OptionWords("attack {target} ({weapon})", "attacks {target} in passing",
    noun="free attack"), marks=ARMED | OUT_OF_TURN | SEARCHED,
))  # fmt: skip
register_option(OptionEntry(
    "throw", "attack", OptionWords("throw {a_weapon} at {target}", "throws a weapon at {target}"),
    rank=2, icon="thrown-knife", marks=STRIKE | ARMED | LISTED | BASIC | SEARCHED,
))  # fmt: skip
