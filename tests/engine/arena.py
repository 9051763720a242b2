"""Helpers of the engine's tests: set-ups, a player that tries everything, a rule of our own."""

from __future__ import annotations

from random import Random

from tests.feat_gifts import gifts_of_feats
from tests.gifted import gifted
from tests.open_scene import field, open_setup
from tests.scene import (
    AXE,
    BOW,
    CLAWS,
    CROSSBOW,
    DAGGER,
    MACE,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    setup,
)

from shieldwall.abilities.attack_conditions import SHAKEN
from shieldwall.abilities.body_conditions import ENTANGLED, STONE
from shieldwall.books import RULESETS
from shieldwall.content import load_encounter
from shieldwall.content.combatants.feats import WEAPON, shipped_feats
from shieldwall.content.ground.field import without_map
from shieldwall.content.magic.spells import shipped_potions, shipped_spells
from shieldwall.engine.action_spec import MAIN, ActionSpec
from shieldwall.engine.attack.blow import MELEE, Blow
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.checks import AGAINST
from shieldwall.engine.magic.power_data import GAZE, GRIP, ON_HIT, PRESENCE, Power
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    CONE,
    DAMAGE,
    FOES,
    HALF_IF_MADE,
    HOLD,
    IF_FAILED,
    SCROLL,
    SWALLOW,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.points import HIT
from shieldwall.engine.reaction_spec import ReactionSpec
from shieldwall.engine.rounds.flow import pay
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.harm import FIRE, POISON, SLASHING
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import BRAWL, Weapon, make_weapon
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import Choice, Refusal
from shieldwall.engine.window import Window
from shieldwall.fight import Fight

ENCOUNTERS = ("duel", "corridor", "hall", "yard")
EVERY_SHELF = tuple(
    dict.fromkeys(book_folder for book in RULESETS.values() for book_folder in book.book_folders)
)


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
        b=fighter(hp=8, weapons=(SPEAR, DAGGER, DAGGER), stowed=2),
        g=foe(hp=10, size=2, weapons=(CLAWS,), height=9, length=9),
        h=foe(hp=4, weapons=(BOW,)),
    )


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
    """The runner leaves the reach of two foes at once, and each foe has its own seat."""
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


def wrestlers() -> Setup:
    """Strong fighters with two knives each; one of them soon needs first aid."""
    return setup(
        """
        . . . . .
        . a g . .
        . b h . .
        . . c . .
        """,
        stops="matters",
        a=fighter(hp=30, weapons=(UNARMED, DAGGER, SWORD), brawl=2, stab=1, strength=3, luck=1),
        b=fighter(hp=30, weapons=(UNARMED, DAGGER, DAGGER), brawl=2, stab=1, strength=3, kit=True),
        c=fighter(hp=1, ac=3),
        g=foe(hp=30, ac=3, weapons=(UNARMED, MACE), fearless=True, brawl=1, strength=1),
        h=foe(hp=30, ac=3, weapons=(SWORD,), fearless=True, disciplined=True),
    )


def gatehouse() -> Setup:
    """A closed door between them; one of the party has stalked a guard who suspects nothing."""
    door = Wall(120, 0, 120, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    made = setup(
        """
        a . . h
        # . g .
        b . . .
        """,
        walls=(door,),
        surprised="foes",
        stops="always",
        a=fighter(hp=8, weapons=(SWORD, SLING)),
        b=fighter(hp=6, weapons=(BOW, DAGGER), luck=1),
        g=foe(hp=6),
        h=foe(hp=6, weapons=(SPEAR,)),
    )
    made.poised = ("b",)
    return made


def coven() -> Setup:
    """Every spell, art and potion, against units that can interrupt a caster."""
    spells = [spell for forms in shipped_spells().values() for spell in forms]
    potions = tuple(forms[0] for forms in shipped_potions().values())
    return setup(
        """
        . . . . . . . .
        . a . . . g . .
        . b . . . h . .
        . . c . i . . .
        . . . . . . . .
        """,
        stops="matters",
        a=fighter(hp=20, spells=tuple(spells), casts=9, caster_level=3, hit_dice=3),
        b=fighter(hp=12, potions=potions, stab=1),
        c=fighter(hp=2, ac=3),
        g=foe(hp=14, spells=tuple(spells[::2]), casts=9, caster_level=4, hit_dice=4, named=True),
        h=foe(hp=9, weapons=(SPEAR,), disciplined=True, fearless=True),
        i=foe(hp=3, undead=True),
    )


def hedges() -> Setup:
    """Thorns, sleep and a curse against approaching units, and all remedies."""
    names = ("vine growth", "sleep", "curse of boils")
    spells = tuple(shipped_spells()[name][0] for name in names)
    return setup(
        """
        . . . . .
        a . . g .
        . . . h .
        . . . . .
        """,
        stops="matters",
        a=fighter(hp=20, spells=spells, casts=6, caster_level=1, hit_dice=9),
        g=foe(hp=20, weapons=(AXE,), fearless=True),
        h=foe(hp=20, weapons=(AXE,), fearless=True, hit_dice=9),
    )


def heroes() -> Setup:
    """Every feat there is on both sides, and a spell or two to defy."""
    known = shipped_feats(EVERY_SHELF)
    # What is for one weapon only is no part of the traits.
    levels = {
        f"{name} (beast)" if feat.chooses else name: len(feat.levels)
        for name, feat in known.items()
        if feat.chooses != WEAPON
    }
    traits = gifts_of_feats([1] * 9, 3, EVERY_SHELF, **levels).abilities
    few = gifts_of_feats([1] * 9, 1, alert=1, nullifier=2, valiant_defender=1).abilities
    spells = tuple(shipped_spells()[name][0] for name in ("arcane spark", "fear"))
    arms = (SWORD, DAGGER, BOW, SPEAR)
    return setup(
        """
        . . . . . .
        . a g . . .
        . b h . . .
        . c . . . i
        """,
        stops="always",
        a=fighter(hp=14, weapons=arms, stowed=14, abilities=traits, stab=1),
        b=fighter(hp=9, abilities=few, kit=True, stab=1),
        c=fighter(hp=2, ac=3),
        g=foe(hp=6, weapons=(AXE,), abilities=few, fearless=True),
        h=foe(hp=9, weapons=arms, stowed=14, abilities=traits, fearless=True, disciplined=True),
        i=foe(hp=8, spells=spells, casts=9, caster_level=2, hit_dice=2, fearless=True),
    )


def skirmish_in_the_open() -> Setup:
    return without_map(skirmish())


def wrestlers_in_the_open() -> Setup:
    return without_map(wrestlers())


def coven_in_the_open() -> Setup:
    return without_map(coven())


def sunken_way() -> Setup:
    """A passage without a map: two ranks, archers with cover, a beast that fills it alone."""
    return open_setup(
        "a 40, b 40, c 25, g 60, h 60, i 80",
        field(length=120, passage=10, cover={25: 2, 80: 4}, height={80: 10}),
        stops=2,
        a=fighter(hp=12, shield=1),
        b=fighter(hp=9, weapons=(SPEAR, DAGGER), stab=1),
        c=fighter(hp=6, weapons=(BOW, DAGGER), shoot=1),
        g=foe(hp=14, size=2, weapons=(CLAWS,)),
        h=foe(hp=6, weapons=(SPEAR,), disciplined=True),
        i=foe(hp=5, weapons=(CROSSBOW, DAGGER)),
    )


def fairies() -> Setup:
    """A rune, a glamour and a wand, and a holy man among the dead; all of it cast where need be."""
    wound = Primitive(DAMAGE, HALF_IF_MADE, Amount(1, 6))
    sorts = [
        make_spell(name, 1, (wound,), sort=sort, save=0, uses=uses, who=FOES, reach=60)
        for sort, name, uses in ((0, "dart", 0), (1, "thorn rune", 0), (2, "beguiling", 0),
                                 (3, "wand", 1))
    ]  # fmt: skip
    return setup(
        """
        a . . . . g
        . . . . . .
        b . . . . h
        """,
        stops="always",
        a=fighter(hp=14, spells=tuple(sorts), casts=4, caster_level=1, weapons=(DAGGER, SLING)),
        b=fighter(hp=12, turning=3, leader=True, shield=1),
        g=foe(hp=9, undead=True, hit_dice=2),
        h=foe(hp=9, undead=True, hit_dice=4, creature=True, spells=tuple(sorts[:2])),
    )


def prodigies() -> Setup:
    """Quick casters with scrolls, and a small blade in the other hand."""
    quick = gifted(swift_cast=True, second_blade=True)
    wound = Primitive(DAMAGE, HALF_IF_MADE, Amount(1, 4))
    dart = make_spell("dart", 1, (wound,), save=0, who=FOES, reach=60)
    scroll = make_spell("scroll", 1, (wound,), sort=SCROLL, save=0, uses=1, who=FOES, reach=60)
    return setup(
        """
        a . . g
        . . . h
        """,
        stops="matters",
        a=fighter(
            hp=14, spells=(dart, scroll), casts=4, caster_level=1, abilities=quick,
            weapons=(SWORD, make_weapon("knife", 1, 4, small=True)), stab=1,
        ),
        g=foe(hp=9, spells=(dart, scroll), casts=2, caster_level=1, abilities=quick),
        h=foe(hp=9, weapons=(AXE,), fearless=True),
    )  # fmt: skip


def menagerie() -> Setup:
    """Breath, gaze, dread and venom, wings, a stomach, something that parts and a ghost."""
    part = Primitive(DAMAGE, HALF_IF_MADE, Amount(1, 6), kinds=FIRE)
    flames = Power(
        make_spell("flames", 0, (part,), aim=CONE, reach=30, save=AGAINST + 3), recharge=5
    )
    stone = Primitive(CONDITION, IF_FAILED, effect=STONE)
    stare = Power(make_spell("stare", 0, (stone,), save=AGAINST + 2, save_plus=8), GAZE)
    dread = Primitive(CONDITION, IF_FAILED, effect=SHAKEN, value=Amount(plus=1))
    fear = Power(make_spell("dread", 0, (dread,), save=AGAINST + 4, reach=15), PRESENCE, once=True)
    web = Primitive(CONDITION, effect=ENTANGLED, value=Amount(plus=9))
    gulp = Power(make_spell("gulp", 0, (Primitive(SWALLOW),)), ON_HIT, least_die=15)
    grip = Power(make_spell("stomach", 0, (Primitive(DAMAGE, amount=Amount(1, 4)),)), GRIP)
    venom = Power(
        make_spell("venom", 0, (Primitive(DAMAGE, amount=Amount(1, 4), kinds=POISON),)),
        ON_HIT,
        onset=Amount(plus=1),
    )
    spin = Power(make_spell("web", 0, (web,)), ON_HIT)
    coil = Power(make_spell("coils", 0, (Primitive(HOLD),)), ON_HIT)
    bat = gifted(flight=40, regeneration=1, rise_dice=1, rise_sides=4)
    ooze, ghost = gifted(splits=SLASHING, immune=SLASHING), gifted(incorporeal=True)

    def bite(*riders: Power) -> tuple[Weapon, ...]:
        return (make_weapon("bite", 1, 4, natural=True, skill=BRAWL, riders=riders),)

    blade = make_weapon("blade", 1, 6, kinds=SLASHING, small=True)
    return setup(
        """
        . . . . . . . .
        . a . g . . h h
        . b . i . . h h
        . c # . k . . .
        """,
        stops="matters",
        a=fighter(hp=24, weapons=(blade, BOW), stab=1),
        b=fighter(hp=24, weapons=(SPEAR, DAGGER), stab=1),
        c=fighter(hp=18, abilities=ghost),
        g=foe(hp=14, weapons=bite(venom), abilities=bat, powers=(flames,), fearless=True),
        h=foe(hp=20, weapons=bite(gulp), size=2, powers=(grip, fear), fearless=True),
        i=foe(hp=14, weapons=bite(spin, coil), abilities=ooze, fearless=True),
        k=foe(hp=9, weapons=bite(), powers=(stare,), fearless=True),
    )


DRAWN = {
    "menagerie": menagerie,
    "skirmish in the open": skirmish_in_the_open,
    "wrestlers in the open": wrestlers_in_the_open,
    "coven in the open": coven_in_the_open,
    "sunken way": sunken_way,
    "fairies": fairies,
    "heroes": heroes,
    "prodigies": prodigies,
    "coven": coven,
    "hedges": hedges,
    "wrestlers": wrestlers,
    "gatehouse": gatehouse,
    "skirmish": skirmish,
    "rough ground": rough_ground,
    "three sides": three_sides,
    "ambush": ambush,
    "two masters": two_masters,
}


def arena(name: str, rules: str = "sovereign") -> Setup:
    """A drawing of this file or a shipped encounter, to be played by these rules.

    The units are those of the file's own book: any book must be able to play anybody.
    """
    made = DRAWN[name]() if name in DRAWN else load_encounter(name)
    made.rules = rules
    return made


SHY = ("leave", "improvise", "surrender", "parley")
SELDOM = 0.05
"""How often a unit leaves the map or improvises if it can: such a fight proves little."""


def any_choice(fight: Fight, chance: Random) -> Choice:
    """A legal answer to the first open request: first any verb, then any way to do it."""
    request = fight.request
    assert request is not None
    by_verb: dict[str, list[Choice]] = {}
    for choice in request.options:
        by_verb.setdefault(choice.verb, []).append(choice)
    if chance.random() > SELDOM and "done" in by_verb:
        for verb in SHY:
            by_verb.pop(verb, None)
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
    for _ in range(3):
        spec = chance.choice(battle.rules.action_list)
        if spec.verb in SHY and chance.random() > SELDOM:
            continue
        found = [choice for choice in spec.candidates(battle, unit) if choice in request.options]
        if found:
            return chance.choice(found)
    return Choice(unit.index, "done")


class Riposte(ReactionSpec):
    """A unit hit in melee may give up its Main to strike back before damage, so windows nest."""

    def __init__(self) -> None:
        super().__init__("riposte", "Riposte", (HIT,), "SOV-055")
        self.optional = False

    def can(self, battle: Battle, unit: Unit, window: Window) -> bool:
        blow = window.blow
        if blow is None or blow.target is not unit or unit.mains == 0 or unit.wielded < 0:
            return False
        if blow.attacker.status != ACTIVE or unit.status != ACTIVE:
            return False
        weapon = unit.weapons[unit.wielded]
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
    return enlarged(book, reactions=(Riposte(),))


def enlarged(
    book: Ruleset,
    actions: tuple[ActionSpec, ...] = (),
    reactions: tuple[ReactionSpec, ...] = (),
) -> Ruleset:
    """The book with something of our own in it."""
    return Ruleset(
        book.name,
        book.title,
        book.dials,
        book.flow,
        book.action_list + actions,
        book.reaction_list + reactions,
        book.policies,
        book.facts,
        book.general,
    )
