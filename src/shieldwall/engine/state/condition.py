"""What lasts on a unit: conditions that answer at points, and marks of the engine's own.

`Condition` has one neutral method a point, like `Ability`. Each condition is one object with its
name, sentence and citation (room `abilities`); nothing in the engine asks for one by name. The
marks below are what the engine's own procedures remember on a unit between two steps.
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

# Until when an effect lasts.
UNTIL_NEXT_TURN: Final = 0
UNTIL_END_OF_ROUND: Final = 1
UNTIL_END_OF_FIGHT: Final = 2
UNTIL_END_OF_SIDE_TURN: Final = 3
LASTING: Final = 100
"""An `until` of LASTING + n is the end of round n."""
DORMANT: Final = 1000
"""In saves, added to the number of an effect that begins only when the phase is over (DOL-016)."""

NO_WORD: Final = -1
"""An answer of `spares`: the condition leaves it open."""


class Condition:
    """One kind of effect. `effect` carries its numbers: value, whom, by, until, power."""

    def __init__(
        self, number: int, name: str, sentence: str, cite: str = "", shown: str = ""
    ) -> None:
        taken = CONDITIONS.get(number)
        if taken is not None:
            raise ValueError(f"{name} has the number of another condition")
        self.number = number
        """Its place in saves."""
        self.name = name
        """As events and files name it."""
        self.sentence = sentence
        self.cite = cite
        self.inner: Condition | None = None
        """Of one that lies dormant: what it will be."""
        self.helpless = self.is_helpless()
        self.shown = shown
        """The word on a unit's card; empty where players need none."""
        CONDITIONS[number] = self

    # The attacker's points, in the order of an attack.

    def why_no_attack(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        """T0: why one under it cannot attack."""
        return None

    def why_no_shot(self, effect: Effect, battle: Battle, attacker: Unit) -> Refusal | None:
        """T0: why one under it cannot shoot or throw."""
        return None

    def averts_gaze(self) -> bool:
        """T1: whether no gaze meets it."""
        return False

    def to_hit(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        """T2: what is added to its attack rolls."""

    def edge(self, effect: Effect) -> i64:
        """T2: 1 where the next d20 is rolled twice for the better, -1 for the worse."""
        return 0

    def hampers(self) -> bool:
        """T2: whether attacks are rolled twice for the worse; several count once."""
        return False

    def ends_with_attack(self) -> bool:
        """T2: whether an attack roll uses it up."""
        return False

    def blunts(self, effect: Effect, weapon: i64) -> bool:
        """T5: whether this weapon of the attacker does no harm."""
        return False

    def rolls_worse_damage(self) -> bool:
        """T5: whether its weapon's dice are rolled twice, and the worse counts."""
        return False

    def damage(self, effect: Effect, battle: Battle, terms: Sum) -> None:
        """T5: what is added to the damage of its hits."""

    def spares(self, effect: Effect) -> i64:
        """T5: 1 where it spares those it fells, 0 where it does not, else NO_WORD."""
        return NO_WORD

    def after_harm(self, effect: Effect, battle: Battle, blow: Blow) -> None:
        """T7: a hit or Shock of the attacker has been dealt."""

    def most_after_harm(self, effect: Effect, blow: Blow) -> i64:
        """The most that this takes off the target then."""
        return 0

    # The target's points.

    def why_not_shot_at(
        self, effect: Effect, battle: Battle, attacker: Unit, target: Unit
    ) -> Refusal | None:
        """T0: why nobody can shoot at one under it."""
        return None

    def before_struck(self, effect: Effect, battle: Battle, attacker: Unit, target: Unit) -> None:
        """T1: a melee attack on it is about to be rolled."""

    def is_always_hit(self) -> bool:
        """T1: whether every attack on it hits."""
        return False

    def turns_back(self) -> bool:
        """T2: whether it is attacked from behind."""
        return False

    def own_armour_class(self, effect: Effect) -> i64:
        return 0

    def armour_class(self, effect: Effect, blow: Blow) -> i64:
        """Against this attack."""
        return 0

    def stops_shock(self) -> bool:
        return False

    def lets_through(self, effect: Effect, battle: Battle, attacker: Unit) -> bool:
        """T5: whether a hit on it counts."""
        return True

    def takes_full_dice(self) -> bool:
        """T5: whether a weapon's dice count as showing their most."""
        return False

    def damage_suffered(
        self, effect: Effect, battle: Battle, blow: Blow, weapon: Weapon, terms: Sum
    ) -> None:
        """T5: what is added to the damage of a hit on it."""

    def damage_taken(
        self, effect: Effect, battle: Battle | None, amount: i64, terms: list[Term] | None
    ) -> i64:
        """T7: what is left of a harm; without a battle, what would be."""
        return amount

    def element_taken(self, effect: Effect, battle: Battle, unit: Unit, amount: i64) -> i64:
        """T7: what is left of fire, cold and the like; -1 where it does not count at all."""
        return amount

    def keeps_alive(self) -> bool:
        """T7: whether harm leaves it 1 HP."""
        return False

    # The body.

    def is_helpless(self) -> bool:
        """Whether one under it cannot act, threaten or defend itself."""
        return False

    def holds_fast(self) -> bool:
        """Whether it cannot move from its place."""
        return False

    def is_inert(self) -> bool:
        """Whether its body neither moves nor heals."""
        return False

    def before_effort(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """It is about to attack or to move."""

    def pace(self, effect: Effect, unit: Unit, feet: i64) -> i64:
        """What becomes of its feet a Move."""
        return feet

    def flight_ft(self, effect: Effect) -> i64:
        """Feet it flies a Move."""
        return 0

    def is_safe_from(self, effect: Effect, foe: Unit) -> bool:
        """Whether leaving this foe's reach provokes nothing."""
        return False

    def budget(self, effect: Effect, unit: Unit) -> None:
        """A new round's budget is given out."""

    def ends_with_budget(self) -> bool:
        """Whether that uses it up."""
        return False

    def last_main_spent(self, effect: Effect, unit: Unit) -> None:
        """The last Main of the round has been paid."""

    # Sight.

    def blinds(self) -> bool:
        """Whether it sees nobody."""
        return False

    def is_unseen(self) -> bool:
        """Whether nobody sees it."""
        return False

    def hides_from(self, effect: Effect, side: i64) -> bool:
        """Whether it keeps out of this side's sight."""
        return False

    def is_given_away(self, effect: Effect) -> bool:
        """Whether attacking, casting or being bumped into ends it."""
        return False

    # Coming and going.

    def is_for_the_living(self) -> bool:
        """Whether the undead never come under it."""
        return False

    def is_strange(self) -> bool:
        """Whether a fight with it must look out for what follows from it after each action."""
        return False

    def fit(self, effect: Effect, target: Unit, most: i64) -> None:
        """Magic is about to put it on the target: set its numbers. `most` limits them."""

    def ends_its_like(self) -> bool:
        """Whether an earlier one of the kind is ended first."""
        return False

    def is_same(self, one: Effect, other: Effect) -> bool:
        """Whether two of the kind are about the same thing, so that only the longer one stays."""
        return True

    def begins(
        self, effect: Effect, battle: Battle, caster: Unit, target: Unit, first: bool
    ) -> None:
        """The target has come under it. `first`: it was under none of the kind before."""

    def ended(self, effect: Effect, battle: Battle, unit: Unit) -> bool:
        """It is over, early or in time; False where the log needs no word of it."""
        return True

    def worn_off(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """Its time was up."""

    def when_disturbed(self, effect: Effect, battle: Battle, unit: Unit, harmed: bool) -> None:
        """The unit was hit or failed a save or, with `harmed`, lost hit points."""

    def round_end(self, effect: Effect, battle: Battle, unit: Unit) -> None:
        """A round is over; the unit is on its feet."""

    def ends_at_zero(self) -> bool:
        """Whether it is over at 0 HP."""
        return False


CONDITIONS: Final[dict[int, Condition]] = {}
"""Every condition and mark by its number."""


def condition_of(number: int) -> Condition:
    """The condition of a save; KeyError where there is none."""
    if number >= DORMANT:
        return dormant(CONDITIONS[number - DORMANT])
    return CONDITIONS[number]


def dormant(kind: Condition) -> Condition:
    """What stands for a condition until the phase is over: it does nothing yet."""
    number = kind.number + DORMANT
    if number not in CONDITIONS:
        made = Condition(number, kind.name, kind.sentence, kind.cite)
        made.inner = kind
    return CONDITIONS[number]


# Marks: what a procedure of the engine or of a book remembers.


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
    """One that answers at no point."""
    return Condition(number, name, sentence, "", shown)


DISENGAGED: Final = Disengaged(
    1, "disengaged", "Provokes nothing from the foes in `whom`.", "", "disengaged"
)
HOLDING: Final = mark(3, "holding", "The rest of the turn may be an Instant.", "holding")
SCREENING: Final = mark(4, "screening", "Screens the ward in `whom`.", "screening")
SWARMING: Final = mark(5, "swarming", "Has joined the swarm on the foe in `whom`.", "swarming")
GRAPPLING: Final = mark(6, "grappling", "Holds the victim in `whom`.", "grappling")
HELPLESS: Final = Helpless(10, "helpless", "Cannot act, threaten or defend itself.", "", "helpless")
RISEN: Final = mark(32, "risen", "A dead unit's corpse walks again.")
STRODE: Final = mark(35, "striding", "Has walked `value` steps of a Move it may still finish.")
BEGUN: Final = mark(36, "begun", "Has begun its turn of this round.")
STRIDING: Final = mark(37, "running", "Has `value` steps left of a Run that has been paid for.")
VENOM: Final = Poisoned(
    40,
    "poisoned",
    "Something works in it until `until`: `by`'s weapon and rider in `value`.",
    "",
    "poisoned",
)
STEADIED: Final = mark(42, "steadied", "Past the presence of `by`, its power of number `value`.")
SWALLOWED: Final = mark(
    46, "swallowed", "Inside of `by`; has cut `value` of its way out so far.", "swallowed"
)
FLEEING: Final = mark(48, "fleeing", "Has declared to flee from melee with the foes in `whom`.")
OWED: Final = mark(
    49,
    "owed",
    "Harm due at the end of the phase: `value` points, or death with `power`; `whom` says whether "
    "it spares, and then what it is made of.",
)
RUNNING: Final = mark(
    50, "bolting", "Has run for its life for `value` rounds, the last of them `whom`."
)
