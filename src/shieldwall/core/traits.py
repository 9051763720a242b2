"""What sets a combatant apart: passive primitives, each asked at one point of the rules.

Feats and the gifts of creatures are data: the loader adds up what they say into one `Traits` a
sheet. A unit without any shares `NO_TRAITS`, so most rules ask with a single comparison. What
is done rather than had (`rules/feats.py`) is here as well: whether one can do it at all.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Ways to attack, as bonuses tell them apart; the first three as `Blow.how` counts them.
WITH_BLADE: Final = 0
WITH_SHOT: Final = 1
WITH_THROW: Final = 2
WITH_HANDS: Final = 3

# What a unit has used up: a bit each in `Unit.used`. Those from ONCE_A_ROUND on come back.
USED_WHIRLWIND: Final = 1
USED_SHRUG: Final = 2
USED_ESCAPE: Final = 4
USED_SAVE: Final = 8
USED_DEFIANCE: Final = 16
USED_REROLL: Final = 32
USED_SWIFTNESS: Final = 128
USED_END: Final = 64
"""What the nature of one who was struck down makes of it has been settled."""
USED_WAY: Final = 256
ONCE_A_ROUND: Final = 1 << 9
USED_KILL: Final = 1 << 9
USED_TENDING: Final = 1 << 10
USED_SPELL_GUARD: Final = 1 << 11
USED_TWO: Final = 1 << 12
"""Has fought with two weapons: the penalty stays for the turn (SOV-136)."""

SHOCK_AC: Final = 10
"""What everybody's AC is to the Shock of one who knows where to strike."""
POINT_BLANK: Final = 2
"""Squares up to which a thrown knife is thrown at close quarters."""
AURA: Final = 4
"""Squares that a nullifier's presence reaches."""


class Traits:
    """Small numbers and flags, all neutral until a feat says otherwise."""

    def __init__(self) -> None:
        # Blows.
        self.melee_hit: i64 = 0
        self.shot_hit: i64 = 0
        self.thrown_hit: i64 = 0
        self.unarmed_hit: i64 = 0
        """What is added to the roll to hit; a fist is no melee weapon."""
        self.melee_damage: i64 = 0
        self.shot_damage: i64 = 0
        self.thrown_damage: i64 = 0
        self.unarmed_damage: i64 = 0
        self.melee_shock: i64 = 0
        self.unarmed_shock: i64 = 0
        """What is added to Shock, where the weapon has any."""
        self.finds_gaps = False
        """The Shock of its blows treats everybody as AC 10."""
        self.miss_die: i64 = 0
        """Sides of the die that a missed blow with bare hands still deals."""
        self.armed_hands = False
        """Bare hands bind shooters and threaten as a weapon does."""
        self.sure_knife = False
        """A blow or close throw with a small weapon cannot miss in a surprise round."""
        self.follows_up = False
        """The first kill of a round earns another attack."""
        self.whirlwind = False
        """Once a fight its Shock goes to all foes in reach, for nothing."""
        self.follow_up_hit: i64 = 0
        """What is added to the attack that a kill earns."""
        self.backstabs = False
        """A blow at one who suspects nothing is surer, and worse."""
        self.slays: i64 = 0
        """Kinds of foe it has learnt to fight, a bit each (`core.sheet.KIN_NAMES`)."""
        self.slay_hit: i64 = 0
        self.slay_damage: i64 = 0
        self.large_hit: i64 = 0
        self.large_damage: i64 = 0
        """Against all that is larger than a man."""
        self.miss_harm: i64 = 0
        """What a missed blow with a weapon still does."""
        self.rages = False
        """May work itself into a rage."""
        self.second_blade = False
        """A small blade in the other hand wards it, or helps it to hit."""

        # Shooting and throwing with a foe at hand.
        self.shoots_bound = False
        """A shot with both hands is possible, at the penalty of any other shot."""
        self.shoots_freely = False
        """Shots suffer no penalty."""
        self.throws_freely = False
        """Throws of small weapons suffer no penalty."""

        # Things in hand.
        self.draws_melee = False
        self.draws_ranged = False
        """Draws what is packed away as an Instant."""
        self.draws_small = False
        """Readies a small weapon for nothing."""
        self.quick_reload = False
        """Loads even a slow weapon for nothing."""

        # Staying alive.
        self.shock_proof = False
        """Takes no Shock but a swarm's; slipping away from it spoils its own casting."""
        self.quick_disengage = False
        self.self_stable = False
        """Does not die of its wounds once it is down."""
        self.escapes_death = False
        """The first time it would be at 0 HP, it has 1."""
        self.last_stand = False
        """The first time it would be at 0 HP, it fights on for some rounds."""
        self.large_ac: i64 = 0
        """AC against the melee attacks of all that is larger than a man."""
        self.save_edge: i64 = 0
        """Saves that are rolled twice, the better counts: a bit each, in the sheet's order."""
        self.shrugs_off = False
        """Once a fight it ignores a weapon's hit after the damage is known."""

        # Standing in the way of others.
        self.guard: i64 = 0
        """What is added to the modifier an attacker must beat to get past it."""
        self.guard_more: i64 = 0
        """How many attackers more it handles each round."""
        self.guard_ac: i64 = 0
        """AC while it screens somebody."""
        self.sure_guard = False
        """Nobody gets past it in its first check of a round."""
        self.defends: i64 = 0
        """What foes have taken off their rolls against friends at its side."""
        self.leads: i64 = 0
        """Morale of those of its side who hear it."""
        self.daunts: i64 = 0
        """What is taken off the morale of its foes."""
        self.guards_spells = False
        """Once a round it takes a spell meant for its ward."""

        # Being first.
        self.initiative: i64 = 0
        """For its side; the best of a side counts."""
        self.acts_first = False
        self.never_surprised = False
        self.decisive = False
        """Its side acts first where initiative is tied."""

        # Magic.
        self.save_aura: i64 = 0
        """On saves against magic, for itself and its friends close by."""
        self.magic_save: i64 = 0
        """On its own saves against magic."""
        self.save_once = False
        """The first save against magic that it fails is made after all."""
        self.defies_magic = False
        """Once a fight it is not touched by a spell."""
        self.full_hands = False
        """Casts without a free hand."""
        self.unshaken = False
        """A wound spoils its casting only where it fails a Physical save."""
        self.swift_cast = False
        """Once a fight, a spell that takes a Main is cast for nothing."""
        self.forces_way = False
        """Once a fight, nobody stands between it and whom it strikes at."""

        # Skills.
        self.best_heal = False
        """Heal checks are made with three dice, of which the lowest is left out."""
        self.quick_heal = False
        """Binds the wounds of one comrade a round for nothing."""
        self.mends = False
        """Restores hit points to a comrade in the thick of it."""
        self.poisons = False
        """Puts venom on a blade."""
        self.swerving: i64 = 0
        """Its luck turns nothing but hits on itself where this is 1."""
        self.rerolls = False
        """Once a fight, a failed check with no combat skill is rolled again."""
        self.swift_murder = False
        """Part of a Move before an execution and part of it after."""

    def hit_with(self, way: i64) -> i64:
        if way == WITH_BLADE:
            return self.melee_hit
        if way == WITH_SHOT:
            return self.shot_hit
        return self.thrown_hit if way == WITH_THROW else self.unarmed_hit

    def damage_with(self, way: i64) -> i64:
        if way == WITH_BLADE:
            return self.melee_damage
        if way == WITH_SHOT:
            return self.shot_damage
        return self.thrown_damage if way == WITH_THROW else self.unarmed_damage

    def key(self) -> tuple[int, ...]:
        """All of it, for comparison."""
        return tuple([int(getattr(self, name)) for name in (*NUMBERS, *FLAGS)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Traits) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


NUMBERS: Final = (
    "melee_hit", "shot_hit", "thrown_hit", "unarmed_hit", "melee_damage", "shot_damage",
    "thrown_damage", "unarmed_damage", "melee_shock", "unarmed_shock", "miss_die", "guard",
    "guard_more", "guard_ac", "initiative", "save_aura", "magic_save", "follow_up_hit", "slays",
    "slay_hit", "slay_damage", "large_hit", "large_damage", "large_ac", "miss_harm", "save_edge",
    "defends", "leads", "daunts", "swerving",
)  # fmt: skip
FLAGS: Final = (
    "finds_gaps", "armed_hands", "sure_knife", "follows_up", "whirlwind", "shoots_bound",
    "shoots_freely", "throws_freely", "draws_melee", "draws_ranged", "draws_small",
    "quick_reload", "shock_proof", "quick_disengage", "self_stable", "escapes_death",
    "shrugs_off", "sure_guard", "guards_spells", "acts_first", "never_surprised", "save_once",
    "defies_magic", "full_hands", "best_heal", "quick_heal", "mends", "poisons",
    "rerolls", "swift_murder", "backstabs", "rages", "second_blade", "last_stand", "decisive",
    "unshaken", "swift_cast", "forces_way",
)  # fmt: skip
"""The names of the fields, as loaders and texts go through them."""

NO_TRAITS: Final = Traits()
