"""Casting: declared first, can be disrupted, then takes effect (SOV-045, SOV-054)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from shieldwall.abilities.body_conditions import TERRIFIED
from shieldwall.books.shared.action_checks import why_cannot_pay
from shieldwall.books.shared.shared_dials import ARTS_IN_ARMOUR, INTERRUPTED_SPELL_KEEPS_CAST
from shieldwall.engine.action_spec import FREE, MAIN, ActionSpec
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import save
from shieldwall.engine.events.magic_events import CastBegan, CastSpoiled
from shieldwall.engine.listing import SPELLS
from shieldwall.engine.magic.spell_data import (
    AREA,
    BARRIER,
    COUNTER,
    CREATURES,
    INSTANT,
    LINE,
    PHYSICAL,
    RAISE,
    REWIND,
    SPELL,
    SPELL_SORT,
    Casting,
    Spell,
)
from shieldwall.engine.magic.spell_effects import take_effect
from shieldwall.engine.magic.summoning import count_summoned
from shieldwall.engine.magic.targeting import aimed_at, spell_of, why_not_aimed, why_not_touched
from shieldwall.engine.move.interruption import IMPOSSIBLE
from shieldwall.engine.option import (
    BASIC,
    FIXED_PRICE,
    OUT_OF_TURN,
    SEARCHED,
    OptionEntry,
    OptionWords,
    register_option,
)
from shieldwall.engine.points import DECLARED, RESOLVED, ROLLED
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rounds.flow import can_pay, pay
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.visibility import known_foes, reveal
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window


def why_cannot_cast(battle: Battle, unit: Unit, spell: Spell) -> Refusal | None:
    """Requirements: voice, a free hand, no armour, no wound this round, and a cast left."""
    if unit.status != ACTIVE:
        return Refusal("out-of-the-fight", "SOV-034", unit.index)
    if unit.locked and battle.holds("SOV-130", unit):
        return Refusal("in-a-grapple", "SOV-130", unit.index)
    if unit.effects:
        if unit.effect(HELPLESS) is not None:
            return Refusal("is-helpless", "SOV-045", unit.index)
        if unit.effect(TERRIFIED) is not None and battle.holds("SOV-045", unit):
            return Refusal("is-terrified", "SOV-045", unit.index)
    hampered = unit.sheet.armoured and not (spell.art and ARTS_IN_ARMOUR.of(battle.rules))
    if hampered and battle.holds("SOV-045", unit):
        return Refusal("in-armour", "SOV-045", unit.index)
    if not unit.sheet.has("full_hands") and has_full_hands(unit):
        if battle.holds("SOV-045", unit):
            return Refusal("hands-full", "SOV-045", unit.index)
    if unit.hurt and not unit.sheet.has("unshaken") and battle.holds("SOV-054", unit):
        return Refusal("hurt-this-round", "SOV-054", unit.index)
    if not spell.art:
        if unit.casts == 0:
            return Refusal("no-casts-left", "SOV-045", unit.index)
        if unit.has_cast and spell.cost == MAIN and battle.holds("SOV-045", unit):
            return Refusal("has-cast", "SOV-045", unit.index)
    for primitive in spell.primitives:
        if primitive.do == RAISE:
            most = primitive.most.plus_at(unit.sheet.caster_level)
            if count_summoned(battle.state, unit, primitive) >= most and battle.holds(
                "SOV-045", unit
            ):
                return Refusal("enough-servants", "SOV-045", unit.index, -1, 0, most)
    return None


def has_full_hands(unit: Unit) -> bool:
    """Whether it holds two weapons, or a weapon and a shield."""
    weapon = unit.weapon()
    armed = weapon is not None and not weapon.unarmed and not weapon.natural
    return unit.off_hand >= 0 or (armed and unit.sheet.shield > 0)


def cast(
    battle: Battle, unit: Unit, spell: Spell, choice: Choice, answered: Casting | None
) -> None:
    """Declare the spell, let others react; any wound in between disrupts it (SOV-054)."""
    casting = Casting(unit, spell)
    if battle.log is not None:
        battle.emit(CastBegan(unit.index, spell.name))
    battle.state.clock.alarm = True
    if not spell.art:
        who = [other for other in battle.state.units if other.status == ACTIVE]
        who.remove(unit)
        window = Window(DECLARED, int(unit.index), who, None, casting)
        answered_it = battle.window(window)
        why = why_spoiled(battle, unit, casting)
        if not why and answered_it:
            why = why_interrupted(battle, unit, spell, choice, window)
        if why:
            if casting.countered or not INTERRUPTED_SPELL_KEEPS_CAST.of(battle.rules):
                unit.casts -= 1
            if battle.log is not None:
                battle.emit(CastSpoiled(unit.index, spell.name, why))
            return
        unit.casts -= 1
        unit.has_cast = True
    reveal(battle, unit)
    take_effect(battle, casting, choice, answered)


def why_spoiled(battle: Battle, unit: Unit, casting: Casting) -> str:
    if casting.countered:
        return "countered"
    if unit.status != ACTIVE:
        return "hurt"
    if unit.hurt and battle.holds("SOV-054", unit):
        if not unit.sheet.has("unshaken") or not save(battle, unit, PHYSICAL, 0, "SOV-054"):
            return "hurt"
    if unit.locked and battle.holds("SOV-130", unit):
        return "grappled"
    return "helpless" if unit.effect(HELPLESS) is not None else ""


def why_interrupted(
    battle: Battle, unit: Unit, spell: Spell, choice: Choice, window: Window
) -> str:
    """Why reactions to it end the casting: a spell cannot be aimed again (SOV-098)."""
    why = window.stance.why_lost() if window.stance is not None else ""
    if not why and spell.aim != SPELL and why_not_aimed(battle, unit, spell, choice) is not None:
        why = window.stance.why_changed() if window.stance is not None else ""
        if not why:
            why = IMPOSSIBLE
    return why


def spell_choices(battle: Battle, unit: Unit, verb: str, spell: Spell) -> list[Choice]:
    """Candidate aims of a spell: each fit target, areas that include a unit."""
    state = battle.state
    plain = Choice(unit.index, verb, note=spell.name)
    if spell.aim in (AREA, LINE, BARRIER):
        return placed_choices(battle, unit, verb, spell)
    fit = [
        int(other.index)
        for other in sorted(state.units, key=lambda other: int(distance(unit, other)))
        if why_not_touched(battle, unit, spell, other) is None
    ]
    if spell.aim != CREATURES:
        names_one = spell.aim > BARRIER and spell.aim != SPELL
        return [aimed_at(plain, spell, [target], state) for target in fit] if names_one else [plain]
    found = [aimed_at(plain, spell, [target], state) for target in fit]
    most = int(spell.count_at(unit.sheet.caster_level))
    if most > 1 and len(fit) > 1:
        found.append(aimed_at(plain, spell, fit[:most], state))
    return found


def placed_choices(battle: Battle, unit: Unit, verb: str, spell: Spell) -> list[Choice]:
    """Intersections at the corners of every foe; walls along one of its sides."""
    grid = battle.state.grid
    width = int(grid.width)
    found: list[Choice] = []
    for foe in known_foes(battle.state, unit):
        x, y = int(foe.x), int(foe.y)
        if spell.aim == LINE:
            along = Choice(unit.index, verb, path=(y * width + x,), note=spell.name)
            if along not in found:
                found.append(along)
            continue
        for dy in range(2):
            for dx in range(2):
                if x + dx >= width or y + dy >= grid.height:
                    continue
                cell = (y + dy) * width + x + dx
                path: tuple[int, ...] = (cell,)
                if spell.aim == BARRIER:
                    if dx == 1 or x + 1 >= width:
                        continue
                    path = (cell, cell + 1)
                choice = Choice(unit.index, verb, path=path, note=spell.name)
                if choice not in found:
                    found.append(choice)
    return found


class Cast(ActionSpec):
    """Cast a spell: a Main, or the cost of the spell; it does not provoke (SOV-045)."""

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        spell = spell_of(unit.sheet.spells, choice.note)
        if spell is None or spell.sort != SPELL_SORT:
            return Refusal("no-such-spell", "SOV-045", unit.index)
        if spell.cost == INSTANT:
            return Refusal("is-instant", "SOV-039", unit.index)
        refusal = why_cannot_pay(unit, self.price_of(unit, spell))
        if refusal is None:
            refusal = why_cannot_cast(battle, unit, spell)
        if refusal is None:
            refusal = why_not_aimed(battle, unit, spell, choice)
        return refusal

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        found: list[Choice] = []
        for spell in unit.sheet.spells:
            if spell.cost == INSTANT or not can_pay(unit, self.price_of(unit, spell)):
                continue
            if spell.sort == SPELL_SORT and why_cannot_cast(battle, unit, spell) is None:
                found.extend(spell_choices(battle, unit, self.verb, spell))
        return found

    def price_of(self, unit: Unit, spell: Spell) -> i64:
        return spell.cost

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        spell = spell_of(unit.sheet.spells, choice.note)
        assert spell is not None
        pay(unit, self.price_of(unit, spell))
        cast(battle, unit, spell, choice, None)


class SwiftCast(Cast):
    """Once a fight, cast a Main Action spell as a free action (SOV-045)."""

    def price_of(self, unit: Unit, spell: Spell) -> i64:
        return FREE

    def why_not(self, battle: Battle, unit: Unit, choice: Choice) -> Refusal | None:
        ability = unit.sheet.abilities.find("swift_cast")
        if ability is None:
            return Refusal("not-learnt", self.cite, unit.index)
        if ability.is_spent(unit):
            return Refusal("used-up", self.cite, unit.index)
        spell = spell_of(unit.sheet.spells, choice.note)
        if spell is not None and spell.cost != MAIN:
            return Refusal("swift-enough", self.cite, unit.index)
        return super().why_not(battle, unit, choice)

    def candidates(self, battle: Battle, unit: Unit) -> list[Choice]:
        ability = unit.sheet.abilities.find("swift_cast")
        if ability is None or ability.is_spent(unit):
            return []
        return super().candidates(battle, unit)

    def perform(self, battle: Battle, unit: Unit, choice: Choice) -> None:
        unit.spend("swift_cast")
        super().perform(battle, unit, choice)


def does(spell: Spell, primitive: i64) -> bool:
    for part in spell.primitives:
        if part.do == primitive:
            return True
    return False


class Invoke(ReactionSpec):
    """An Instant spell or art, even out of turn: to undo a spell, a turn or a death (SOV-039)."""

    def can_ever_use(self, sheet: Sheet) -> bool:
        for spell in sheet.spells:
            if spell.cost == INSTANT:
                return True
        return False

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        if not unit.sheet.spells or unit.status != ACTIVE:
            return False
        if unit.surprised and battle.holds("SOV-022", unit):
            return False
        for spell in unit.sheet.spells:
            if spell.cost == INSTANT and self.why_not_now(battle, unit, window, spell) is None:
                return True
        return False

    def why_not_now(
        self, battle: Battle, unit: Unit, window: Window, spell: Spell
    ) -> Refusal | None:
        """Why the spell has no use at this moment."""
        refusal = why_cannot_cast(battle, unit, spell)
        if refusal is not None:
            return refusal
        if spell.aim == SPELL:
            casting = window.casting
            if casting is None or not battle.are_foes(unit, casting.caster):
                return Refusal("nothing-to-counter", "SOV-039", unit.index)
            return why_not_touched(battle, unit, spell, casting.caster)
        if does(spell, REWIND):
            active = battle.state.clock.active
            if window.point != RESOLVED or active < 0:
                return Refusal("no-turn-to-redo", "SOV-039", unit.index)
            return why_not_touched(battle, unit, spell, battle.state.units[active])
        return None

    def matters(self, battle: Battle, unit: Unit, window: Window) -> bool:
        """Against a foe's spell, or an attack that hits a friend."""
        if not unit.sheet.spells:
            return False
        for spell in unit.sheet.spells:
            if spell.cost != INSTANT:
                continue
            if does(spell, COUNTER):
                if window.casting is not None:
                    return True
            elif not does(spell, REWIND):
                blow = window.blow
                if blow is not None and blow.hit and not battle.are_foes(unit, blow.target):
                    return True
        return False

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        spell = spell_of(unit.sheet.spells, choice.note)
        if spell is None or spell.cost != INSTANT:
            return Refusal("no-such-spell", "SOV-045", unit.index)
        if unit.surprised and battle.holds("SOV-022", unit):
            return Refusal("is-surprised", "SOV-022", unit.index)
        return self.why_not_now(battle, unit, window, spell)

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [
            Choice(unit.index, self.verb, note=spell.name)
            for spell in unit.sheet.spells
            if spell.cost == INSTANT
        ]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        if self.why_not(battle, unit, window, choice) is not None:
            return
        spell = spell_of(unit.sheet.spells, choice.note)
        assert spell is not None
        cast(battle, unit, spell, choice, window.casting)


CAST: Final = Cast("cast", "Cast a spell", MAIN, False, "SOV-045", "tpn")
CAST.is_attack = True
SWIFT_CAST: Final = SwiftCast("swift-cast", "Cast a spell swiftly", FREE, False, "SOV-045", "tpn")
SWIFT_CAST.is_attack = True
CAST.needs = SPELLS
SWIFT_CAST.needs = SPELLS
INVOKE: Final = Invoke(
    "invoke", "Cast an Instant spell", (DECLARED, ROLLED, RESOLVED), "SOV-039", 1, uses="n"
)

register_option(OptionEntry(
    "cast", "magic", OptionWords("cast {note}{on_target}{at_square}", "casts {note}{on_target}",
    name="Cast", noun="spell"), rank=3, icon="spell-book", marks=BASIC | SEARCHED | FIXED_PRICE,
))  # fmt: skip
register_option(OptionEntry(
    "invoke", "magic", OptionWords("cast {note} at once", "answers with {note}"),
    marks=OUT_OF_TURN | BASIC,
))  # fmt: skip
register_option(OptionEntry(
    "swift-cast", "magic", OptionWords("cast {note} swiftly{on_target}{at_square}",
    "casts {note} at once{on_target}", name="Swift spell"), icon="bolt-spell-cast",
))  # fmt: skip
