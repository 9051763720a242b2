"""Combat manoeuvres: shoving, grappling, two weapons."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from shieldwall.books.shared.action_checks import (
    weapon_choices,
    why_cannot_pay,
    why_not_in_hand,
    why_not_ready,
)
from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.shared_dials import (
    MANOEUVRE_MISS_SHOCK,
    SHOVE_HUGE,
    SHOVE_LARGE,
)
from shieldwall.engine.action_spec import FREE, MAIN, ActionSpec
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.damage import deal_shock, squeeze_victim
from shieldwall.engine.attack.legality import reach_with, why_no_attack
from shieldwall.engine.attack.timeline import MISSED, STRUCK, roll_attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import check_terms, modifier, roll_check
from shieldwall.engine.events.action_events import Grappled, PushedTo, Shoved
from shieldwall.engine.events.clock_events import Checked
from shieldwall.engine.listing import (
    ANY_EFFECTS,
    MAIN_LEFT,
    OFF_HAND,
    OWN_EFFECTS,
    TWO_HELD,
    Listing,
)
from shieldwall.engine.move.burning_walls import cross_burning_walls
from shieldwall.engine.move.movement import (
    carry_along,
    place_of,
    put,
)
from shieldwall.engine.option import BASIC, OptionEntry, OptionWords, register_option
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.space.grid import FOOT
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.occupants import FRIEND
from shieldwall.engine.space.open_field import draw_apart, positions_apart, settle
from shieldwall.engine.space.reach import can_be_forced, crowd, room
from shieldwall.engine.space.step_costs import EASY_RISE, standing_height
from shieldwall.engine.space.step_table import DX, DY
from shieldwall.engine.space.visibility import known_foes
from shieldwall.engine.state.condition import GRAPPLING, UNTIL_END_OF_FIGHT
from shieldwall.engine.state.sheet import BRAWL, EXERT, STR
from shieldwall.engine.state.state import ACTIVE, Effect, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.wounds.effects import CREATURE
from shieldwall.engine.wounds.injury import (
    check_grips,
    drop_from_height,
    let_go,
    note_locks,
    victim_of,
)

PRONE: Final = "prone"
PUSH: Final = "push"


def size_penalty(battle: Battle, attacker: Unit, victim: Unit) -> i64:
    """SOV-133: the attacker's penalty on checks against larger targets."""
    larger: i64 = victim.sheet.size - attacker.sheet.size
    if larger <= 0:
        return 0
    return SHOVE_LARGE.of(battle.rules) if larger == 1 else SHOVE_HUGE.of(battle.rules)


def grapplers_of(battle: Battle, victim: Unit) -> list[Unit]:
    return [unit for unit in battle.state.units if unit.effects and victim_of(unit) == victim.index]


def hits_with_manoeuvre(battle: Battle, blow: Blow) -> bool:
    """Make the attack roll of a manoeuvre.

    No damage on a hit; Shock on a miss only if the book says so.
    """
    blow.harmless = not MANOEUVRE_MISS_SHOCK.of(battle.rules)
    outcome = roll_attack(battle, blow)
    if outcome == MISSED:
        deal_shock(battle, blow, blow.attacker.weapons[blow.weapon])
    return outcome == STRUCK


class Shove(ActionSpec):
    """Shove, an attack without damage (SOV-125, SOV-126).

    An opposed check follows; the target falls prone or is pushed.
    """

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not 0 <= choice.target < len(battle.state.units):
            refusal = why_not_ready(unit, self.cost, choice.weapon)
            return Refusal("no-target", self.cite, unit.index) if refusal is None else refusal
        target = battle.state.units[choice.target]
        refusal = self.why_no_hold(battle, unit, target, choice.weapon)
        if refusal is not None:
            return refusal
        if choice.note == PRONE and not choice.path:
            return None
        if choice.note != PUSH or len(choice.path) != 1:
            return Refusal("prone-or-push", "SOV-126", unit.index, target.index)
        if choice.path[0] not in places_to_push(battle, unit, target):
            return Refusal("no-place-to-push", "SOV-126", unit.index, choice.path[0])
        return None

    def why_no_hold(self, battle: Battle, unit: Unit, target: Unit, weapon: int) -> Refusal | None:
        """Why it cannot lay hands on the target at all."""
        refusal = why_not_ready(unit, self.cost, weapon)
        if refusal is not None:
            return refusal
        refusal = why_no_attack(battle, unit, target, unit.weapons[weapon], MELEE)
        if unit.inside >= 0:
            return Refusal("in-a-stomach", CREATURE, unit.index)
        if refusal is None and target.sheet.incorporeal:
            refusal = Refusal("cannot-be-held", CREATURE, unit.index, target.index)
        return refusal

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return self.shoves(battle, unit, False)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        for choice in self.shoves(battle, unit, True):
            found.keep(choice)

    def shoves(self, battle: Battle, unit: Unit, held: bool) -> list[Choice]:
        """Prone or to any square, for each foe nearby; with `held`, only foes it can lay hands on.

        The squares are exactly the legal ones, so no further test is needed.
        """
        found: list[Choice] = []
        if unit.mains == 0:
            return found
        for foe in known_foes(battle.state, unit):
            if distance(unit, foe) > 2:
                continue
            places: list[int] | None = None
            for number in range(len(unit.weapons)):
                if held and self.why_no_hold(battle, unit, foe, number) is not None:
                    continue
                if places is None:
                    places = places_to_push(battle, unit, foe)
                found.append(Choice(unit.index, self.verb, foe.index, number, note=PRONE))
                for cell in places:
                    found.append(
                        Choice(unit.index, self.verb, foe.index, number, (cell,), note=PUSH)
                    )
        return found

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        blow = Blow(unit, battle.state.units[choice.target], choice.weapon, MELEE)
        if not hits_with_manoeuvre(battle, blow):
            return
        # A screening unit may be out of reach of the shove.
        target = blow.target
        if distance(unit, target) * 5 > reach_with(battle.rules, unit, unit.weapons[choice.weapon]):
            return
        needed = battle.rules.opposed_base + modifier(target, (STR,), (BRAWL, EXERT))
        penalty = size_penalty(battle, unit, target)
        if not roll_check(
            battle, unit, (STR,), (BRAWL, EXERT), "shove", penalty, needed, "SOV-125"
        ):
            return
        if choice.note == PUSH and choice.path[0] in places_to_push(battle, unit, target):
            push(battle, unit, target, choice.path[0])
            return
        target.prone = True
        if battle.log is not None:
            battle.emit(Shoved(target.index, unit.index, PRONE))


def places_to_push(battle: Battle, unit: Unit, target: Unit) -> list[int]:
    """G-16: free squares next to the target and not closer to the shover."""
    if battle.state.grid.open:
        return positions_to_push(battle, unit, target)
    apart = distance(unit, target)
    ghost = target.copy()
    found: list[int] = []
    for cell in squares_beside(battle, target, unit):
        put(battle.state.grid, ghost, cell)
        if distance(unit, ghost) >= apart:
            found.append(cell)
    return found


def positions_to_push(battle: Battle, unit: Unit, target: Unit) -> list[int]:
    """Without a map: the positions 5 ft further that are not closer to the shover."""
    grid = battle.state.grid
    by = place_of(grid, unit)
    apart = positions_apart(grid, by, place_of(grid, target))
    return [
        cell
        for cell in squares_beside(battle, target, unit)
        if positions_apart(grid, by, cell) >= apart
    ]


def squares_beside(battle: Battle, target: Unit, by: Unit) -> list[int]:
    """Free squares next to a body that `by` can force it into: never up a ledge.

    `by` itself does not block them.
    """
    state = battle.state
    grid = state.grid
    width = int(grid.width)
    size = 1 if grid.open else target.sheet.size
    filled = crowd(state, battle.rules, target, True)
    mark(filled, width, by, place_of(grid, by), FRIEND)
    here = place_of(grid, target)
    found: list[int] = []
    for way in range(8):
        x = int(target.x) + DX[way]
        y = int(target.y) + DY[way]
        if not (x >= 0 and x + size <= grid.width and y >= 0 and y + size <= grid.height):
            continue
        cell = y * width + x
        if not can_be_forced(state, battle.rules, filled, size, here, cell):
            continue
        if grid.open:
            found.append(cell)
            continue
        if standing_height(grid, x, y, size) > target.feet + EASY_RISE:
            continue
        if room(filled, cell, size, grid.width):
            found.append(cell)
    return found


def push(battle: Battle, unit: Unit, target: Unit, cell: int) -> None:
    """Forced movement provokes nothing (G-09); over a ledge the target falls."""
    before = target.feet
    start = place_of(battle.state.grid, target)
    put(battle.state.grid, target, cell)
    carry_along(battle.state, target)
    if battle.state.grid.open:
        draw_apart(battle.state, target)
        settle(battle.state, target)
    if battle.log is not None:
        battle.emit(Shoved(target.index, unit.index, "pushed"))
        battle.emit(PushedTo(target.index, cell))
    check_grips(battle)
    if battle.state.raised and not cross_burning_walls(battle, target, start, cell):
        return
    if before > target.feet:
        drop_from_height(battle, target, (before - target.feet) // FOOT, unit.index)


class Grapple(ActionSpec):
    """Grapple: an unarmed attack, then an opposed check to hold on (SOV-127)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_ready(unit, self.cost, choice.weapon)
        if refusal is not None:
            return refusal
        weapon = unit.weapons[choice.weapon]
        if not (weapon.unarmed or weapon.natural) and battle.holds("SOV-127", unit):
            return Refusal("not-unarmed", "SOV-127", unit.index, choice.weapon)
        if not 0 <= choice.target < len(battle.state.units):
            return Refusal("no-target", self.cite, unit.index)
        if victim_of(unit) >= 0:
            return Refusal("holds-another", "SOV-129", unit.index, victim_of(unit))
        if unit.inside >= 0:
            return Refusal("in-a-stomach", CREATURE, unit.index)
        if battle.state.units[choice.target].sheet.incorporeal:
            return Refusal("cannot-be-held", CREATURE, unit.index, choice.target)
        return why_no_attack(battle, unit, battle.state.units[choice.target], weapon, MELEE)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0:
            return []
        return [
            Choice(unit.index, self.verb, foe.index, number)
            for foe in known_foes(battle.state, unit)
            if distance(unit, foe) <= 1
            for number in range(len(unit.weapons))
            if unit.weapons[number].unarmed or unit.weapons[number].natural
        ]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        blow = Blow(unit, battle.state.units[choice.target], choice.weapon, MELEE)
        if not hits_with_manoeuvre(battle, blow):
            return
        # A screening unit may be out of reach.
        target = blow.target
        if distance(unit, target) > 1:
            return
        needed = battle.rules.opposed_base + modifier(target, (STR,), (BRAWL,))
        penalty = size_penalty(battle, unit, target)
        if roll_check(battle, unit, (STR,), (BRAWL,), "grapple", penalty, needed, "SOV-127"):
            whom = 1 << int(target.index)
            unit.effects = [
                *unit.effects,
                Effect(GRAPPLING, unit.index, UNTIL_END_OF_FIGHT, 0, whom),
            ]
            note_locks(battle)
            if battle.log is not None:
                battle.emit(Grappled(target.index, unit.index))


class BreakFree(ActionSpec):
    """Break free: a Main and one check against all grapplers (SOV-128, SOV-129)."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if not grapplers_of(battle, unit):
            return Refusal("not-held", "SOV-128", unit.index)
        return why_cannot_pay(unit, self.cost)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if unit.mains == 0 or not grapplers_of(battle, unit):
            return []
        return [Choice(unit.index, self.verb)]

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        pay(unit, self.cost)
        holders = grapplers_of(battle, unit)
        first = battle.roll("break free", 6, unit.index)
        second = battle.roll("break free", 6, unit.index)
        total: i64 = first + second + modifier(unit, (STR,), (BRAWL,))
        hardest: i64 = -100
        for holder in holders:
            hardest = max(hardest, self.grip(battle, holder, unit))
        needed: i64 = battle.rules.opposed_base + hardest
        if battle.log is not None:
            event = Checked(unit.index, "break free", total, needed, total >= needed)
            event.terms = check_terms(
                battle.rules.ids, unit, (STR,), (BRAWL,), first + second, "SOV-128"
            )
            battle.emit(event)
        for holder in holders:
            if total >= battle.rules.opposed_base + self.grip(battle, holder, unit):
                let_go(battle, holder)

    def grip(self, battle: Battle, holder: Unit, victim: Unit) -> i64:
        return modifier(holder, (STR,), (BRAWL,)) + size_penalty(battle, holder, victim)


class Release(ActionSpec):
    """Release a grappled target: free, on the unit's own turn (G-18)."""

    def helps_to_flee(self) -> bool:
        return True

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        if victim_of(unit) < 0:
            return Refusal("holds-nobody", "SOV-128", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)] if victim_of(unit) >= 0 else []

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        let_go(battle, unit)


def mark(filled: vec[u8], width: int, unit: Unit, cell: i64, kind: u8) -> None:
    """Mark the squares of a body on a square as occupied."""
    if unit.mapless:
        return
    for dy in range(unit.sheet.size):
        for dx in range(unit.sheet.size):
            filled[cell + dy * width + dx] = kind


def squeeze(battle: Battle) -> None:
    """SOV-131: at the end of the round every holder damages its victim as by an unarmed hit."""
    for unit in battle.state.units:
        victim = victim_of(unit) if unit.effects else -1
        if victim >= 0 and battle.state.units[victim].status == ACTIVE:
            squeeze_victim(battle, unit, battle.state.units[victim])


register_procedure(squeeze, "grips and swallowing do damage")


class TakeTwo(ActionSpec):
    """Wield a second weapon in the other hand (SOV-134)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        refusal = why_not_in_hand(unit, choice.weapon)
        if refusal is not None:
            return refusal
        if unit.wielded < 0 or choice.weapon == unit.wielded:
            return Refusal("needs-another-weapon", "SOV-134", unit.index, choice.weapon)
        if unit.off_hand == choice.weapon:
            return Refusal("is-readied", "SOV-134", unit.index, choice.weapon)
        if unit.sheet.shield and battle.holds("SOV-134", unit):
            return Refusal("hand-holds-shield", "SOV-134", unit.index)
        for number in (int(unit.wielded), choice.weapon):
            weapon = unit.weapons[number]
            odd = weapon.two_handed or weapon.natural or weapon.unarmed
            if odd and battle.holds("SOV-134", unit):
                return Refusal("not-for-one-hand", "SOV-134", unit.index, number)
            if unit.sheet.skill_in(weapon.skill) < 1 and battle.holds("SOV-134", unit):
                return Refusal("not-skilled-enough", "SOV-134", unit.index, number)
        return None

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        if len(unit.weapons) < 2:
            return []
        return weapon_choices(unit, self.verb)

    def list_into(self, battle: Battle, unit: Unit, found: Listing) -> None:
        self.try_weapons(battle, unit, found)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.off_hand = choice.weapon


class TakeOne(ActionSpec):
    """Sheathe the second weapon (SOV-089)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        return None if unit.off_hand >= 0 else Refusal("no-second-weapon", "SOV-134", unit.index)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        return [Choice(unit.index, self.verb)] if unit.off_hand >= 0 else []

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.off_hand = -1


SHOVE: Final = Shove("shove", "Shove", MAIN, False, "SOV-125", "twpn")
GRAPPLE: Final = Grapple("grapple", "Grapple", MAIN, False, "SOV-127", "tw")
BREAK_FREE: Final = BreakFree("break-free", "Break free", MAIN, False, "SOV-128")
RELEASE: Final = Release("release", "Let go", FREE, False, "SOV-128")
TAKE_TWO: Final = TakeTwo("dual", "Take a second weapon", FREE, False, "SOV-134", "w")
TAKE_ONE: Final = TakeOne("single", "Sheathe the second weapon", FREE, False, "SOV-134")
SHOVE.needs = MAIN_LEFT
GRAPPLE.needs = MAIN_LEFT
BREAK_FREE.needs = MAIN_LEFT | ANY_EFFECTS
RELEASE.needs = OWN_EFFECTS
TAKE_TWO.needs = TWO_HELD
TAKE_ONE.needs = OFF_HAND
SHOVE.is_attack = True
GRAPPLE.is_attack = True

register_option(OptionEntry(
    "break-free", "wrestle", OptionWords("break free", "breaks free", name="Break free",
    noun="attempt to break free"), icon="breaking-chain", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "dual", "gear", OptionWords("take {a_weapon} in the off hand", "takes a second weapon in hand",
    name="Second weapon"), icon="dervish-swords",
))  # fmt: skip
register_option(OptionEntry(
    "grapple", "wrestle", OptionWords("grapple {target}", "grapples {target}"), icon="grab",
))  # fmt: skip
register_option(OptionEntry(
    "release", "wrestle", OptionWords("release your captive", "lets go of the captive",
    name="Let go"), icon="hand", marks=BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "shove", "wrestle", OptionWords("shove {target}{to_square}{how}", "shoves {target}"),
    icon="push",
))  # fmt: skip
register_option(OptionEntry(
    "single", "gear", OptionWords("stow the second weapon", "puts the second weapon away",
    name="Sheathe second"), icon="sword-hilt", marks=BASIC,
))  # fmt: skip
