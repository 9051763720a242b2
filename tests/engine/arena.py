"""What the engine's tests play with: set-ups, a player who tries everything, a rule of our own."""

from __future__ import annotations

from random import Random

from tests.scene import AXE, BOW, CLAWS, CROSSBOW, DAGGER, SPEAR, SWORD, fighter, foe, setup

from shieldwall.content import load_encounter
from shieldwall.core.attack import MELEE, Blow, attack, why_no_attack
from shieldwall.core.battle import Battle, Window
from shieldwall.core.flow import pay
from shieldwall.core.points import HIT
from shieldwall.core.request import Choice, Refusal
from shieldwall.core.ruleset import MAIN, ReactionSpec, Ruleset
from shieldwall.core.state import ACTIVE, Setup, Unit
from shieldwall.fight import Fight

ENCOUNTERS = ("duel", "corridor", "hall", "yard")


def skirmish() -> Setup:
    """Close quarters, every kind of weapon, shields, disciplined foes; all are always asked."""
    return setup(
        """
        . . . . . .
        . a . g . .
        . b . h . .
        c . . . . i
        """,
        stops="always",
        a=fighter(hp=9, shield=1, dex=1),
        b=fighter(hp=7, weapons=(SPEAR, DAGGER), stab=1),
        c=fighter(hp=6, weapons=(BOW, DAGGER), shoot=1),
        g=foe(hp=5, weapons=(AXE,), disciplined=True),
        h=foe(hp=6, weapons=(SPEAR,), named=True, disciplined=True),
        i=foe(hp=4, weapons=(CROSSBOW, DAGGER)),
    )


def rough_ground() -> Setup:
    """Pillars, rubble, a ledge with stairs, holes; a beast two squares wide."""
    return setup(
        """
        a . # . . . 1
        b ~ . . g . 1
        . ~ # . . / 1
        x . . # h . .
        """,
        stops="matters",
        a=fighter(hp=12, weapons=(SWORD, DAGGER)),
        b=fighter(hp=8, weapons=(POLE_AND_KNIFE)),
        g=foe(hp=10, size=2, weapons=(CLAWS,), height=9, length=9),
        h=foe(hp=4, weapons=(BOW,)),
    )


POLE_AND_KNIFE = (SPEAR, DAGGER, DAGGER)


def three_sides() -> Setup:
    return setup(
        """
        a . . h
        . . . .
        g . . z
        """,
        third="z",
        stops="always",
        a=fighter(hp=8, shield=1),
        g=foe(hp=6),
        h=foe(hp=4, weapons=(SPEAR,)),
        z=foe(hp=8, weapons=(CLAWS,)),
    )


def ambush() -> Setup:
    """The foes are caught unaware; a limit of six rounds."""
    return setup(
        """
        a . . g
        b . . h
        """,
        surprised="foes",
        rounds=6,
        a=fighter(hp=8),
        b=fighter(hp=5, weapons=(CROSSBOW,)),
        g=foe(hp=9),
        h=foe(hp=9, weapons=(SPEAR,)),
    )


def two_masters() -> Setup:
    """The runner leaves the reach of two foes at once, and each foe has a seat of its own."""
    made = setup(
        """
        . g . . . .
        . a . . . b
        . h . . . .
        """,
        a=fighter(hp=20),
        b=fighter(hp=20),
        g=foe(hp=20, weapons=(SWORD,)),
        h=foe(hp=20, weapons=(AXE,)),
    )
    for placement in made.placements:
        if placement.side == 1:
            placement.seat = f"master-of-{placement.ident}"
    return made


DRAWN = {
    "skirmish": skirmish,
    "rough ground": rough_ground,
    "three sides": three_sides,
    "ambush": ambush,
    "two masters": two_masters,
}


def arena(name: str, rules: str = "sovereign") -> Setup:
    """A drawing of this file or a shipped encounter, to be played by these rules."""
    made = DRAWN[name]() if name in DRAWN else load_encounter(name)
    made.rules = rules
    return made


def any_choice(fight: Fight, chance: Random) -> Choice:
    """A legal answer to the first open request: first any verb, then any way to do it."""
    request = fight.request
    assert request is not None
    by_verb: dict[str, list[Choice]] = {}
    for choice in request.options:
        by_verb.setdefault(choice.verb, []).append(choice)
    return chance.choice(by_verb[chance.choice(sorted(by_verb))])


def quick_choice(fight: Fight, chance: Random) -> Choice:
    """A legal answer without listing all of them: of one unit, of one verb."""
    request = fight.request
    assert request is not None
    battle = request.battle
    ready = [unit for unit in battle.state.units if Choice(unit.index, "done") in request.options]
    if not ready:
        return any_choice(fight, chance)
    unit = chance.choice(ready)
    found = [
        choice
        for choice in chance.choice(battle.rules.action_list).candidates(battle, unit)
        if choice in request.options
    ]
    return chance.choice(found) if found else Choice(unit.index, "done")


class Riposte(ReactionSpec):
    """Whoever is hit in melee may give up its Main to strike back before damage: windows nest."""

    def __init__(self) -> None:
        super().__init__("riposte", "Riposte", (HIT,), "SOV-055")
        self.optional = False

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        blow = window.blow
        if blow is None or blow.target is not unit or unit.mains == 0 or unit.wielded < 0:
            return False
        if blow.attacker.status != ACTIVE or unit.status != ACTIVE:
            return False
        weapon = unit.sheet.weapons[unit.wielded]
        return why_no_attack(battle, unit, blow.attacker, weapon, MELEE) is None

    def why_not(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> Refusal | None:
        if choice.target != window.cause:
            return Refusal("not-the-one", "SOV-055", unit.index, choice.target)
        if choice.weapon != unit.wielded:
            return Refusal("not-in-hand", "SOV-055", unit.index, choice.weapon)
        if not self.can(battle, unit, window):
            return Refusal("main-spent", "SOV-055", unit.index)
        return None

    def candidates(self, battle: Battle, unit: Unit, window: Window) -> list[Choice]:
        return [Choice(unit.index, self.verb, window.cause, int(unit.wielded))]

    def perform(self, battle: Battle, unit: Unit, window: Window, choice: Choice) -> None:
        pay(unit, MAIN)
        foe_hit = battle.state.units[window.cause]
        attack(battle, Blow(unit, foe_hit, choice.weapon, MELEE))


def with_riposte(book: Ruleset) -> Ruleset:
    return Ruleset(
        book.name,
        book.title,
        book.dials,
        book.flow,
        book.action_list,
        (*book.reaction_list, Riposte()),
        book.injury,
    )
