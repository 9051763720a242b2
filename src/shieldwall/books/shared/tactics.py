"""Screen an Ally and the Swarm Attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from shieldwall.books.shared.action_checks import (
    apart_of,
    blow_choices,
    why_cannot_pay,
    why_not_in_hand,
)
from shieldwall.books.shared.shared_dials import (
    CHARGE_SCREEN_PROVOKES,
    SWARM_EXPIRES,
    SWARM_MAX_ASSAILANTS,
)
from shieldwall.engine.action_spec import FREE, MAIN, MOST_WEAPONS, MOVE, ActionSpec, says_too_much
from shieldwall.engine.attack.blow import MELEE, SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import farthest, why_no_attack
from shieldwall.engine.attack.screening import screen_slots
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.attack_events import Screened, SwarmJoined, SwarmStruck
from shieldwall.engine.listing import (
    FRIENDS,
    MAIN_LEFT,
    MOVE_LEFT,
    OWN_EFFECTS,
    Listing,
)
from shieldwall.engine.move.interruption import IMPOSSIBLE, is_helpless
from shieldwall.engine.move.movement import (
    allowance,
    provoke,
    stand_at,
    walk,
    walking_range,
    why_no_path,
)
from shieldwall.engine.option import (
    BASIC,
    FIXED_PRICE,
    LISTED,
    SEARCHED,
    WEAPON_UNSAID,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import JOINED
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.ruleset import BY_STARTING_ADJACENT
from shieldwall.engine.space.measure import distance, feet_apart
from shieldwall.engine.space.reach import Reach, crowd, find_reach
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.state.condition import (
    HOLDING,
    SCREENING,
    SWARMING,
    UNTIL_END_OF_ROUND,
    UNTIL_END_OF_SIDE_TURN,
    UNTIL_NEXT_TURN,
)
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import PASS, Choice, Refusal, Request
from shieldwall.engine.window import Window


class Screen(ActionSpec):
    """Screen an Ally: move next to an ally and take the attacks on it (SOV-069 to SOV-077)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = self.why_no_ward(battle, unit, choice.target)
        if refusal is not None:
            return refusal
        there = unit
        if choice.path:
            refusal = why_no_path(battle, unit, choice.path, allowance(battle.rules, unit))
            if refusal is not None:
                return refusal
            there = unit.copy()
            stand_at(battle.state, there, choice.path[-1])
        return self.why_not_covered(battle, there, battle.state.units[choice.target])

    def why_no_ward(self, battle: Battle, unit: Unit, target: int) -> Refusal | None:
        """Why it cannot screen the unit from anywhere."""
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is not None:
            return refusal
        units = battle.state.units
        if not 0 <= target < len(units) or target == unit.index:
            return Refusal("no-ward", "SOV-069", unit.index)
        ward = units[target]
        if battle.are_foes(unit, ward) or not ward.is_present():
            return Refusal("no-ward", "SOV-069", unit.index, ward.index)
        if screen_slots(unit) == 0:
            return Refusal("no-skill-to-screen", "SOV-073", unit.index)
        if unit.prone:
            return Refusal("is-prone", "SOV-070", unit.index)
        return None

    def why_not_covered(self, battle: Battle, there: Unit, ward: Unit) -> Refusal | None:
        """Why it cannot screen the unit from where it stands."""
        apart = distance(there, ward)
        if cover_from(battle.state.grid, there, ward) == BLOCKED:
            return Refusal("no-line", "SOV-075", there.index, ward.index)
        if apart > 1:
            return Refusal("ward-too-far", "SOV-069", there.index, ward.index, apart * 5, 5)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        """Stay if the ally is already adjacent; otherwise the nearest square next to it."""
        if not can_pay(unit, MOVE) or screen_slots(unit) == 0:
            return []
        state = battle.state
        found: list[Choice] = []
        wards: list[Unit] = []
        for ward in state.units:
            if ward is not unit and not battle.are_foes(unit, ward) and ward.is_present():
                wards.append(ward)
        if not wards:
            return found
        limit = allowance(battle.rules, unit)
        reach = find_reach(state, battle.rules, unit, limit, crowd(state, battle.rules, unit), [])
        there = unit.copy()
        for ward in wards:
            if distance(unit, ward) <= 1:
                found.append(Choice(unit.index, self.verb, ward.index))
            number: i64 = 1
            while number < reach.count:
                cell: i64 = reach.found[number]
                number += 1
                if reach.can_stop(cell):
                    stand_at(state, there, cell)
                    if distance(there, ward) <= 1:
                        path = reach.path(cell)
                        found.append(Choice(unit.index, self.verb, ward.index, path=path))
        return found

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        state = battle.state
        reach: Reach | None = None
        there = unit
        cells = vec[i64](capacity=0)
        width: i64 = state.grid.width
        size: i64 = unit.sheet.size
        for ward in state.units:
            target: i64 = ward.index
            if self.why_no_ward(battle, unit, int(target)) is not None:
                continue
            if self.why_not_covered(battle, unit, ward) is None:
                found.put(target, -1)
            if unit.locked:
                continue
            if reach is None:
                # The path search only finds legal paths.
                reach = walking_range(battle, unit, allowance(battle.rules, unit))
                cells = reach.ends()
                there = unit.copy()
            beside = vec[i64](capacity=8)
            y: i64 = 0
            for cell in cells:
                while cell >= (y + 1) * width:
                    y += 1
                if apart_of(cell - y * width, y, size, ward) <= 1:
                    stand_at(state, there, cell)
                    if self.why_not_covered(battle, there, ward) is None:
                        beside = append(beside, cell)
            found.put_ways(unit, target, beside, reach)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        if choice.path:
            # SOV-077: only moving away from an adjacent armed foe provokes.
            by_adjacency = CHARGE_SCREEN_PROVOKES.of(battle.rules) == BY_STARTING_ADJACENT
            if self.provokes and by_adjacency and not provoke(battle, unit, True):
                return
            if not walk(battle, unit, choice.path, self.provokes and not by_adjacency):
                return
            # SOV-069: the way may have been blocked, or the ally may be gone.
            ward = battle.state.units[choice.target]
            if not ward.is_present() or self.why_not_covered(battle, unit, ward) is not None:
                battle.note_stop(unit, IMPOSSIBLE)
                return
        unit.effects = [
            *[
                effect
                for effect in unit.effects
                if effect.kind is not SCREENING or effect.whom != 1 << choice.target
            ],
            Effect(SCREENING, unit.index, UNTIL_NEXT_TURN, 0, 1 << choice.target),
        ]
        battle.nobody_screens = False
        if battle.log is not None:
            battle.emit(Screened(unit.index, choice.target))


def assailants(battle: Battle, side: i64, target: i64) -> list[Unit]:
    """The units that joined the swarm on the target this round and are still in it."""
    found: list[Unit] = []
    sides = battle.state.sides
    for unit in battle.state.units:
        if unit.status != ACTIVE or (unit.effects and is_helpless(unit)):
            continue
        if unit.effects and sides[unit.side].team == sides[side].team:
            for effect in unit.effects:
                if effect.kind is SWARMING and effect.whom >> int(target) & 1:
                    found.append(unit)
    return found


def has_joined_this_turn(battle: Battle, joined: list[Unit]) -> bool:
    """Whether one of them joined with a held action in the turn of the acting side."""
    turn = battle.state.clock.turn
    for unit in joined:
        for effect in unit.effects:
            if effect.kind is SWARMING and effect.value == turn:
                return True
    return False


def is_its_turn(battle: Battle, side: i64) -> bool:
    """Whether the side is acting; at the last call of a round no side is."""
    clock = battle.state.clock
    return clock.turn < len(clock.order) and clock.order[clock.turn] == side


def could_still_join(battle: Battle, unit: Unit, target: int, reserved: int) -> bool:
    """Whether a friend of the unit still holds an action that could join its swarm."""
    swarm = battle.rules.action("swarm")
    for other in battle.state.units:
        if (
            other is not unit
            and other.effects
            and other.status == ACTIVE
            and other.effect(HOLDING) is not None
            and not battle.are_foes(unit, other)
        ):
            if reserved & other.bit:
                other = other.copy()
                other.mains += 1
            for number in range(len(other.weapons)):
                choice = Choice(int(other.index), "swarm", target, number)
                if swarm.why_not(battle, other, choice) is None:
                    return True
    return False


def why_no_swarm(battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
    """SOV-062: the target must be in range of the joiner's own weapon."""
    refusal = why_not_in_hand(unit, choice.weapon)
    if refusal is not None:
        return refusal
    if not 0 <= choice.target < len(battle.state.units):
        return Refusal("no-target", "SOV-056", unit.index)
    target = battle.state.units[choice.target]
    weapon = unit.weapons[choice.weapon]
    refusal = Refusal("no-such-weapon", "SOV-056", unit.index)
    for how in (MELEE, SHOT, THROWN):
        if how == MELEE:
            if not weapon.melee:
                continue
        elif not weapon.ranged or (how == THROWN) != weapon.thrown:
            continue
        empty = how != MELEE and unit.unloaded >> choice.weapon & 1 != 0
        if empty and battle.holds("SOV-090", unit):
            found: Refusal | None = Refusal("not-loaded", "SOV-090", unit.index, choice.weapon)
        else:
            found = why_no_attack(battle, unit, target, weapon, how)
        if found is None:
            return None
        refusal = found
    return refusal


class Swarm(ActionSpec):
    """Make a Swarm Attack: add the Main to the swarm (SOV-056, SOV-062)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_cannot_pay(unit, self.cost)
        if refusal is None:
            refusal = why_no_swarm(battle, unit, choice)
        if refusal is not None:
            return refusal
        joined = assailants(battle, unit.side, choice.target)
        if unit in joined:
            # A second Main does not make it a second assailant.
            return Refusal("in-the-swarm", "SOV-057", unit.index, choice.target)
        count = len(joined)
        if count >= SWARM_MAX_ASSAILANTS.of(battle.rules) and battle.holds("SOV-056", unit):
            return Refusal("swarm-full", "SOV-056", unit.index, choice.target, count)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        return blow_choices(battle, unit, self.verb)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        which: i64 = 0
        number: i64 = 0
        while number < min(len(unit.weapons), MOST_WEAPONS):
            if why_not_in_hand(unit, int(number)) is None:
                which |= 1 << number
            number += 1
        far: i64 = -1
        for how in (MELEE, SHOT, THROWN):
            far = max(far, farthest(battle, unit, which, how))
        grid = battle.state.grid
        for foe in battle.state.units:
            if foe.status == ACTIVE and battle.are_foes(unit, foe):
                if feet_apart(grid, unit, foe) <= far:
                    self.try_weapons(battle, unit, found, int(foe.index), which)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        unit.wield(choice.weapon)
        whole_round = SWARM_EXPIRES.of(battle.rules) == 1
        until = UNTIL_END_OF_ROUND if whole_round else UNTIL_END_OF_SIDE_TURN
        turn = battle.state.clock.turn
        unit.effects = [
            *unit.effects,
            Effect(SWARMING, unit.index, until, turn, 1 << choice.target),
        ]
        if battle.log is not None:
            count = len(assailants(battle, unit.side, choice.target))
            battle.emit(SwarmJoined(unit.index, choice.target, count))

    def follow_through(
        self, battle: Battle, unit: Unit, choice: Choice, cause: int, reserved: int
    ) -> None:
        """SOV-098: the attack also resolves first, unless the swarm waits for more units.

        At the end of the round it does not wait.
        """
        joined = assailants(battle, unit.side, choice.target)
        waits = cause >= 0 or could_still_join(battle, unit, choice.target, reserved)
        options = SwarmOptions(battle, unit, Window(JOINED, cause, joined), choice.target, waits)
        if not options.can_strike():
            return
        request = Request(battle, (unit.seat,), JOINED, unit.index, options, choice.target)
        answer = battle.ask(request)
        if answer.verb != PASS:
            striker = battle.state.units[answer.unit]
            battle.rules.action(answer.verb).perform(battle, striker, answer)


class SwarmStrike(ActionSpec):
    """The swarm's single attack, by any assailant, at any time of its side's turn (SOV-057)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if unit.status != ACTIVE:
            return Refusal("out-of-the-fight", "SOV-034", unit.index)
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", "SOV-057", unit.index)
        joined = assailants(battle, unit.side, choice.target)
        if unit not in joined:
            return Refusal("not-in-the-swarm", "SOV-057", unit.index, choice.target)
        if not is_its_turn(battle, unit.side) and not has_joined_this_turn(battle, joined):
            return Refusal("not-its-side", "SOV-057", unit.index)
        return why_no_swarm(battle, unit, choice)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found: list[Choice] = []
        for effect in unit.effects:
            if effect.kind is SWARMING:
                target = effect.whom.bit_length() - 1
                for number in range(len(unit.weapons)):
                    found.append(Choice(unit.index, self.verb, target, number))
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        target = battle.state.units[choice.target]
        joined = assailants(battle, unit.side, choice.target)
        for other in joined:
            other.effects = [
                effect
                for effect in other.effects
                if effect.kind is not SWARMING or not effect.whom >> choice.target & 1
            ]
        # The last unit left in a swarm makes a normal attack.
        others = len(joined) - 1 if len(joined) > 1 else -1
        if battle.log is not None:
            battle.emit(SwarmStruck(unit.index, target.index, others))
        weapon = unit.weapons[choice.weapon]
        for how in (MELEE, SHOT, THROWN):
            empty = how != MELEE and unit.unloaded >> choice.weapon & 1 != 0
            if empty and battle.holds("SOV-090", unit):
                continue
            if why_no_attack(battle, unit, target, weapon, how) is None:
                blow = Blow(unit, target, choice.weapon, how)
                blow.others = others
                attack(battle, blow)
                return


@mypyc_attr(acyclic=True)
class SwarmOptions(ReactionOptions):
    """After a held action joined a swarm: which member attacks at once, or wait."""

    def __init__(
        self, battle: Battle, unit: Unit, window: Window, target: int, waits: bool
    ) -> None:
        super().__init__(battle, unit, window)
        self.target = target
        self.waits = waits

    def strike(self) -> ActionSpec:
        return self.battle.rules.action("fall-upon")

    def can_strike(self) -> bool:
        for choice in self:
            if choice.verb != PASS:
                return True
        return False

    def why_not(self, choice: Choice) -> Refusal | None:
        strike = self.strike()
        uses = "" if choice.verb == PASS else strike.uses
        if says_too_much(choice, uses):
            return Refusal("says-too-much", "SOV-057", choice.unit)
        if choice.verb == PASS:
            if choice.unit != self.unit.index:
                return Refusal("not-asked", "SOV-057", choice.unit)
            return self.why_no_pass()
        if choice.verb != strike.verb:
            return Refusal("no-such-reaction", "SOV-057", choice.unit)
        if not 0 <= choice.unit < len(self.battle.state.units):
            return Refusal("nobody", "SOV-057")
        if choice.target != self.target:
            return Refusal("not-the-one", "SOV-057", choice.unit, choice.target)
        return strike.why_not(self.battle, self.battle.state.units[choice.unit], choice)

    def why_no_pass(self) -> Refusal | None:
        return None if self.waits else Refusal("no-time-left", "SOV-097", self.unit.index)

    def __iter__(self) -> Iterator[Choice]:
        strike = self.strike()
        # Members of the swarm are asked, so their own attack comes first.
        for unit in [self.unit, *[member for member in self.window.who if member is not self.unit]]:
            for choice in strike.candidates(self.battle, unit):
                if self.why_not(choice) is None:
                    yield choice
        if self.waits:
            yield Choice(int(self.unit.index), PASS)


SCREEN: Final = Screen("screen", "Screen an Ally", MOVE, True, "SOV-069", "tp")
SWARM: Final = Swarm("swarm", "Make a Swarm Attack", MAIN, False, "SOV-056", "tw")
SWARM_STRIKE: Final = SwarmStrike("fall-upon", "The swarm's attack", FREE, False, "SOV-057", "tw")
SWARM_STRIKE.out_of_turn = True
SWARM_STRIKE.is_attack = True
SCREEN.needs = MOVE_LEFT | FRIENDS
SWARM.needs = MAIN_LEFT
SWARM_STRIKE.needs = OWN_EFFECTS

register_option(OptionEntry(
    "fall-upon", "attack", OptionWords("attack {target} with the swarm",
    "attacks {target} with the swarm", name="Swarm attack", noun="swarm attack"), rank=8,
    icon="surrounded-shield", marks=LISTED | BASIC | SEARCHED | FIXED_PRICE,
))  # fmt: skip
register_option(OptionEntry(
    "screen", "guard", OptionWords("screen {target}{at_square}", "screens {target}"),
    icon="shield-opposition",
))  # fmt: skip
register_option(OptionEntry(
    "swarm", "attack", OptionWords("join a swarm on {target}", "joins the swarm on {target}",
    name="Join swarm"), icon="surrounded-shield", marks=WEAPON_UNSAID | SEARCHED,
))  # fmt: skip
