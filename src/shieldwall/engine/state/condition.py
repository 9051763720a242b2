"""Lasting effects on a unit: conditions with methods per point, and marks of the engine.

`Condition` has one neutral method per point, like `Ability`. Each condition is one object with
name, sentence and citation (package `abilities`); the engine never looks one up by name. The marks
below are notes of the engine's own procedures between two steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from shieldwall.engine.attack.blow import Blow, Sum
    from shieldwall.engine.battle import Battle
    from shieldwall.engine.events.event import Term
    from shieldwall.engine.state.sheet import Weapon
    from shieldwall.engine.state.state import Effect, Unit
    from shieldwall.engine.tape.request import Refusal

# When an effect ends.
UNTIL_NEXT_TURN: Final = 0
UNTIL_END_OF_ROUND: Final = 1
UNTIL_END_OF_FIGHT: Final = 2
UNTIL_END_OF_SIDE_TURN: Final = 3
LASTING: Final = 100
"""`until` = LASTING + n means the end of round n."""
DORMANT: Final = 1000
"""In saves, added to the number of an effect that starts only when the phase ends (DOL-016)."""

NO_WORD: Final = -1
"""Result of `spares`: the condition does not decide."""


class Condition:
    """One kind of effect. An `Effect` carries its numbers: value, whom, by, until, power."""

    def __init__(
        self,
        number: int,
        name: str,
        sentence: str,
        cite: str = "",
        shown: str = "",
        for_gm: bool = False,
    ) -> None:
        taken = CONDITIONS.get(number)
        if taken is not None:
            raise ValueError(f"{name} has the number of another condition")
        self.number = number
        """Its number in saves."""
        self.name = name
        """Its name in events and files."""
        self.sentence = sentence
        self.cite = cite
        self.inner: Condition | None = None
        """For a dormant condition: the condition it becomes."""
        self.helpless = self.is_helpless()
        self.shown = shown
        """Its word on a unit's card; "" to show nothing."""
        self.for_gm = for_gm
        """Whether the GM can set it with an order."""
        CONDITIONS[number] = self

    # Points of the attacker, in the order of an attack.

    def why_no_attack(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        """T0: why the affected unit cannot attack."""
        return None

    def why_no_shot(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        """T0: why the affected unit cannot shoot or throw."""
        return None

    def averts_gaze(self) -> bool:
        """T1: whether the unit is safe from gazes."""
        return False

    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        """T2: add terms to its attack rolls."""

    def edge(self, effect: Effect) -> i64:
        """T2: 1 if the next d20 is rolled twice for the better, -1 for the worse."""
        return 0

    def hampers(self) -> bool:
        """T2: whether its attacks are rolled twice for the worse.

        Several such conditions count once.
        """
        return False

    def ends_with_attack(self) -> bool:
        """T2: whether an attack roll ends it."""
        return False

    def blunts(self, effect: Effect, weapon: i64) -> bool:
        """T5: whether this weapon of the attacker does no damage."""
        return False

    def rolls_worse_damage(self) -> bool:
        """T5: whether the weapon's dice are rolled twice and the worse counts."""
        return False

    def damage(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        """T5: add terms to the damage of its hits."""

    def spares(self, effect: Effect) -> i64:
        """T5: 1 if it spares units it fells, 0 if it does not, otherwise NO_WORD."""
        return NO_WORD

    def after_harm(self, effect: Effect, battle: Battle, blow: Blow) -> None:
        """T7: a hit or Shock of the attacker has been dealt."""

    def most_after_harm(self, effect: Effect, blow: Blow) -> i64:
        """The most damage that `after_harm` could deal to the target."""
        return 0

    # Points of the target.

    def why_not_shot_at(
        self, effect: Effect, battle: Battle, attacker: Unit, target: Unit
    ) -> Refusal | None:
        """T0: why the affected unit cannot be shot at."""
        return None

    def before_struck(self, effect: Effect, battle: Battle, attacker: Unit, target: Unit) -> None:
        """T1: a melee attack on the unit is about to be rolled."""

    def is_always_hit(self) -> bool:
        """T1: whether every attack on the unit hits."""
        return False

    def turns_back(self) -> bool:
        """T2: whether attacks on the unit count as from behind."""
        return False

    def own_armour_class(self, effect: Effect) -> i64:
        return 0

    def armour_class(self, effect: Effect, blow: Blow) -> i64:
        """AC bonus against this attack."""
        return 0

    def stops_shock(self) -> bool:
        return False

    def lets_through(self, effect: Effect, battle: Battle, attacker: Unit) -> bool:
        """T5: whether a hit on the unit counts."""
        return True

    def takes_full_dice(self) -> bool:
        """T5: whether the weapon's dice count as their maximum."""
        return False

    def damage_suffered(
        self, effect: Effect, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum
    ) -> None:
        """T5: add terms to the damage of a hit on the unit."""

    def damage_taken(
        self, effect: Effect, battle: Battle | None, amount: i64, terms: list[Term] | None
    ) -> i64:
        """T7: the damage taken; without a battle, a forecast."""
        return amount

    def element_taken(self, effect: Effect, battle: Battle, unit: Unit, amount: i64) -> i64:
        """T7: the damage taken from fire, cold and the like; -1 if it is ignored entirely."""
        return amount

    def keeps_alive(self) -> bool:
        """T7: whether damage leaves the unit at 1 HP."""
        return False

    # The body.

    def is_helpless(self) -> bool:
        """Whether the unit cannot act, threaten or defend itself."""
        return False

    def holds_fast(self) -> bool:
        """Whether the unit cannot move."""
        return False

    def is_inert(self) -> bool:
        """Whether the body neither moves nor heals."""
        return False

    def before_effort(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """The unit is about to attack or move."""

    def pace(self, effect: Effect, unit: Unit, feet: i64) -> i64:
        """Its changed speed in feet per Move."""
        return feet

    def flight_ft(self, effect: Effect) -> i64:
        """Its flying speed in feet per Move."""
        return 0

    def is_safe_from(self, effect: Effect, foe: Unit) -> bool:
        """Whether leaving this foe's reach provokes nothing."""
        return False

    def budget(self, effect: Effect, unit: Unit) -> None:
        """The unit gets its budget for a new round."""

    def ends_with_budget(self) -> bool:
        """Whether the new budget ends it."""
        return False

    def last_main_spent(self, effect: Effect, unit: Unit) -> None:
        """The last Main of the round has been spent."""

    # Sight.

    def blinds(self) -> bool:
        """Whether the unit cannot see anything."""
        return False

    def is_unseen(self) -> bool:
        """Whether the unit is invisible."""
        return False

    def hides_from(self, effect: Effect, side: i64) -> bool:
        """Whether the unit is hidden from this side."""
        return False

    def own_side(self, effect: Effect) -> i64:
        """The side of a unit that is made to fight for another; otherwise -1."""
        return -1

    def is_given_away(self, effect: Effect) -> bool:
        """Whether attacking, casting or being bumped into ends it."""
        return False

    # Start and end.

    def is_for_the_living(self) -> bool:
        """Whether the undead are immune to it."""
        return False

    def is_unusual(self) -> bool:
        """Whether it needs the extra checks for unusual units (`State.has_unusual_units`)."""
        return False

    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        """Set its numbers before magic puts it on the target, limited by `most`."""

    def ends_its_like(self) -> bool:
        """Whether it ends an earlier one of the same kind."""
        return False

    def is_same(self, one: Effect, other: Effect) -> bool:
        """Whether two effects are about the same thing, so that only the longer one stays."""
        return True

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        """The target is now affected. `first`: it had none of this kind before."""

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        """The condition has ended, early or in time. Returns whether to log it."""
        return True

    def worn_off(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """Its time has run out."""

    def when_disturbed(self, effect: Effect, battle: Battle, unit: Unit, harmed: bool) -> None:
        """The unit was hit or failed a save or, with `harmed`, lost hit points."""

    def round_end(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """The round has ended and the unit is on its feet."""

    def ends_at_zero(self) -> bool:
        """Whether it ends at 0 HP."""
        return False


CONDITIONS: Final[dict[int, Condition]] = {}
"""All conditions and marks by number."""


def condition_of(number: int) -> Condition:
    """The condition with this number in a save; KeyError if there is none."""
    if number >= DORMANT:
        return dormant(CONDITIONS[number - DORMANT])
    return CONDITIONS[number]


def dormant(kind: Condition) -> Condition:
    """Placeholder for a condition until the phase ends; it has no effect yet."""
    number = kind.number + DORMANT
    if number not in CONDITIONS:
        made = Condition(number, kind.name, kind.sentence, kind.cite)
        made.inner = kind
    return CONDITIONS[number]


# Marks: notes of a procedure of the engine or of a book.


class Disengaged(Condition):
    def is_safe_from(self, effect: Effect, foe: Unit) -> bool:
        return effect.whom < 0 or bool(effect.whom >> int(foe.index) & 1)


class Helpless(Condition):
    def is_helpless(self) -> bool:
        return True

    def is_for_the_living(self) -> bool:
        return True


class Poisoned(Condition):
    def is_for_the_living(self) -> bool:
        return True


def mark(number: int, name: str, sentence: str, shown: str = "") -> Condition:
    """A condition without an effect at any point."""
    return Condition(number, name, sentence, "", shown)


# `whom`: the foes it does not provoke.
DISENGAGED: Final = Disengaged(
    1, "disengaged", "Can move away from foes without provoking attacks.", "", "disengaged"
)
HOLDING: Final = mark(3, "holding", "Holds the rest of its turn for an Instant.", "holding")
# `whom`: the ally.
SCREENING: Final = mark(
    4, "screening", "Screens an ally and takes attacks meant for it.", "screening"
)
# `whom`: the foe of the swarm.
SWARMING: Final = mark(
    5, "swarming", "Has joined a swarm, which makes its attack better.", "swarming"
)
# `whom`: the victim.
GRAPPLING: Final = mark(6, "grappling", "In a grapple. Neither can walk away.", "grappling")
HELPLESS: Final = Helpless(
    10, "helpless", "Cannot act, threaten or defend itself.", "", "helpless", for_gm=True
)
RISEN: Final = mark(32, "risen", "A dead unit's corpse walks again.")
STRODE: Final = mark(35, "striding", "Has walked `value` steps of a Move it may still finish.")
BEGUN: Final = mark(36, "begun", "Has begun its turn of this round.")
STRIDING: Final = mark(37, "running", "Has `value` steps left of a Run that has been paid for.")
# `until`: when it takes effect; `value`: the weapon and rider of `by`.
VENOM: Final = Poisoned(
    40,
    "poisoned",
    "A poison takes effect later.",
    "",
    "poisoned",
)
STEADIED: Final = mark(
    42, "steadied", "No longer affected by the presence of `by`, its power number `value`."
)
# `by`: the creature; `value`: damage dealt to cut its way out.
SWALLOWED: Final = mark(46, "swallowed", "Inside a larger creature.", "swallowed")
FLEEING: Final = mark(48, "fleeing", "Has declared to flee from melee with the foes in `whom`.")
OWED: Final = mark(
    49,
    "owed",
    "Damage due at the end of the phase: `value` points, or death with `power`; `whom` holds "
    "whether it spares, then the kinds of harm.",
)
RUNNING: Final = mark(50, "bolting", "Has run for `value` rounds; `whom` is the last of them.")
