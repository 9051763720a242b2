"""Scenes for odds: two combatants, set up as the question says and brought to a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shieldwall.abilities.attack_conditions import EDGE
from shieldwall.books.dolmenwood.phases import PhasedTurns
from shieldwall.books.shared.actions import ATTACK_VERBS
from shieldwall.books.shared.conditional_actions import Unwritten
from shieldwall.content.combatants.creatures import changed
from shieldwall.content.formats.problems import did_you_mean, either
from shieldwall.content.ground.field import COVER_WORDS as COVERS
from shieldwall.content.ground.field import STEP, open_grid
from shieldwall.engine.action_spec import MOVE
from shieldwall.engine.attack.advantage import PLAIN
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import TURN
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.grid import GridMap
from shieldwall.engine.state.condition import UNTIL_END_OF_FIGHT
from shieldwall.engine.state.setup import (
    BY_THE_BOOK,
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import Effect, Side, State, Unit
from shieldwall.engine.tape.enumeration import Asker, Odometer, Touched, Void
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.fight_start import initial_state, rules_of

MARGIN: Final = 4
FARTHEST: Final = 1500
MOST_PATHS: Final = 4000


UNNAMED: Final = "figures"
"""The name of a combatant given in numbers."""


class OddsError(ValueError):
    """A question that cannot be answered, and why."""


@dataclass
class Scene:
    """Attacker, target and circumstances."""

    attacker: Sheet
    target: Sheet
    rules: str = "sovereign"
    weapon: str = ""
    feet: int = 5
    cover: str = "none"
    prone: bool = False
    """Whether the target is prone."""
    attacker_prone: bool = False
    charge: bool = False
    swarm: int = 1
    """The number of units in the swarm."""
    table: TableRules = BY_THE_BOOK
    edge: int = PLAIN
    """ADVANTAGE or DISADVANTAGE: the better or worse of two d20."""


def charging_from(rules: Ruleset) -> int:
    """The default distance in feet before a charge."""
    return 5 + max(25, int(rules.charge_least) * 5)


def with_figures(
    sheet: Sheet,
    hp: int | None = None,
    ac: int | None = None,
    attack: int | None = None,
    fearless: bool | None = None,
) -> Sheet:
    """The same combatant with some numbers changed."""
    twin = changed(sheet, None, int(sheet.hp) if hp is None else hp)
    if ac is not None:
        twin.ac = ac
    if attack is not None:
        twin.attack = attack
    if fearless is not None:
        twin.fearless = fearless
    return twin


def positions_apart(feet: int) -> tuple[int, int]:
    """The positions between two sides, and the difference to the exact feet.

    Rounded up: at 7 ft a reach of 5 ft is not enough. Ranges use the exact feet.
    """
    steps = -(-feet // STEP)
    return steps, steps * STEP - feet


def open_field(width: int, cover: tuple[int, int] = (0, 0), nearer: int = 0) -> GridMap:
    """Positions along a line; cover is a position and its penalty."""
    declared = [0] * width
    declared[cover[0]] = cover[1]
    return open_grid(width, 1, [0] * width, declared, 0, nearer)


def scene_setup(scene: Scene) -> Setup:
    """The attackers at one position, the target at another, without a map."""
    if not STEP <= scene.feet <= FARTHEST:
        raise OddsError(f"{scene.feet} ft is no distance between {STEP} and {FARTHEST} ft")
    apart, nearer = positions_apart(scene.feet)
    here = MARGIN
    there = here + apart
    placements = [Placement("attacker", scene.attacker, 0, here, 0, "")]
    for number in range(2, scene.swarm + 1):
        placements.append(Placement(f"attacker-{number}", scene.attacker, 0, here, 0, ""))
    placements.append(Placement("target", scene.target, 1, there, 0, ""))
    face_to_face = (
        [(placement.ident, "target") for placement in placements[:-1]] if apart == 1 else []
    )
    return Setup(
        "odds",
        scene.rules,
        open_field(there + MARGIN, (there, COVERS[scene.cover]), nearer),
        [Side("attackers", True, 0), Side("defenders", False, 1)],
        placements,
        Start(engaged=tuple(face_to_face)),
        scene.table,
    )


class Waiting(Asker):
    """All units wait until a given unit is asked for its turn."""

    def __init__(self, unit: int, patient: bool) -> None:
        self.unit = unit
        self.patient = patient
        """Whether other units may be asked for their turn before."""
        self.late = False
        self.verbs: tuple[str, ...] = ()
        """In books with phases: verbs the unit must be able to use."""

    def ways(self, request: Request) -> list[Choice]:
        if request.point == TURN:
            own = Choice(self.unit, DONE) in request.options
            if own and (not self.verbs or self.is_able(request)):
                raise Touched
            if not self.patient and not own:
                self.late = True
        idle: list[Choice] = []
        for option in request.options:
            if option.verb in (PASS, DONE) and not option.path:
                idle = [option]
        return idle or [next(iter(request.options))]

    def is_able(self, request: Request) -> bool:
        """Whether one of the verbs has a legal target now."""
        battle = request.battle
        unit = battle.state.units[self.unit]
        for verb in self.verbs:
            spec = battle.rules.actions.get(verb)
            if spec is not None:
                for choice in spec.candidates(battle, unit):
                    if choice.target >= 0 and spec.why_not(battle, unit, choice) is None:
                        return True
        return False


CHARGE: Final = ("charge",)


def at_turn(state: State, rules: Ruleset, unit: int, verbs: tuple[str, ...] = ()) -> State:
    """The state at which the unit is asked for its turn, before any unit has acted.

    Initiative and other preceding dice are searched for a matching result. With `verbs`: in a phase
    in which the unit can use one of them on a target.
    """
    for patient in (False, True):
        path: list[int] = []
        for _ in range(MOST_PATHS):
            waiting = Waiting(unit, patient)
            waiting.verbs = verbs
            oracle = Odometer(waiting, path)
            battle = Battle(state.copy(), rules, oracle, None, 0)
            oracle.again = len(state.units)
            state_now = battle.state
            while state_now.outcome is None and not waiting.late and state_now.clock.round < 2:
                before = state_now.copy()
                try:
                    battle.step()
                except Touched:
                    return before
                except Void:
                    break
            path = oracle.taken
            while path and path[-1] + 1 >= oracle.forks[len(path) - 1].count:
                path.pop()
            if not path:
                break
            path[-1] += 1
    raise OddsError("the attacker never gets to act")


class Given(Asker):
    """Gives one choice; no other request is expected."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice

    def ways(self, request: Request) -> list[Choice]:
        return [self.choice if request.point == TURN else Choice(request.unit, PASS)]


def advance(state: State, rules: Ruleset, choice: Choice) -> State:
    """The state after a choice that needs no dice."""
    battle = Battle(state.copy(), rules, Odometer(Given(choice), []), None, 0)
    battle.step()
    return battle.state


class Staged:
    """A scene ready to play: the state before the action, and the action."""

    def __init__(self, setup: Setup, state: State, choice: Choice) -> None:
        self.setup = setup
        self.state = state
        self.choice = choice
        self.rules = rules_of(setup)


def stage(scene: Scene) -> Staged:
    """Set up the scene and find the attack asked for."""
    setup = scene_setup(scene)
    rules = rules_of(setup)
    state = attacker_at_turn(scene, initial_state(setup), rules)
    target = len(state.units) - 1
    state.units[target].prone = scene.prone
    state.units[0].prone = scene.attacker_prone
    if scene.edge != PLAIN:
        edge = Effect(EDGE, 0, UNTIL_END_OF_FIGHT, scene.edge)
        state.units[0].effects = [*state.units[0].effects, edge]
    if scene.swarm > 1:
        return Staged(setup, *gather_swarm(scene, rules, state, target))
    return Staged(setup, state, find_attack(scene, rules, state, target))


def attacker_at_turn(scene: Scene, start: State, rules: Ruleset) -> State:
    """The attacker's turn; in books with phases, the first phase that allows the attack."""
    if any(isinstance(stage, PhasedTurns) for stage in rules.flow.stages):
        try:
            return at_turn(start, rules, 0, CHARGE if scene.charge else ATTACK_VERBS)
        except OddsError:
            pass  # `find_attack` reports why the attack is impossible.
    return at_turn(start, rules, 0)


def gather_swarm(scene: Scene, rules: Ruleset, state: State, target: int) -> tuple[State, Choice]:
    if "swarm" not in rules.actions or scene.charge:
        raise OddsError(
            "this attack cannot be a swarm" if scene.charge else f"{rules.title} knows no swarm"
        )
    weapon = weapon_number(scene, state)
    for number in range(1, scene.swarm):
        refuse(rules, state, Choice(number, "swarm", target, weapon))
        state = advance(state, rules, Choice(number, "swarm", target, weapon))
        state = advance(state, rules, Choice(number, DONE))
    state = advance(state, rules, Choice(0, "swarm", target, weapon))
    return state, Choice(0, "fall-upon", target, weapon)


def refuse(rules: Ruleset, state: State, choice: Choice) -> None:
    """Raise an error if a choice is illegal."""
    from shieldwall.text.notation import Names
    from shieldwall.text.sentences import refusal_sentence

    battle = Battle(state, rules, Odometer(Given(choice), []), None, 0)
    refusal = rules.actions[choice.verb].why_not(battle, state.units[choice.unit], choice)
    if refusal is not None:
        raise OddsError(refusal_sentence(Names(state, rules.concordance), state, refusal))


def weapon_number(scene: Scene, state: State) -> int:
    """The index of the named weapon; -1 if none was named."""
    if not scene.weapon:
        return 0
    names = [weapon.name for weapon in state.units[0].weapons]
    if scene.weapon not in names:
        raise OddsError(
            f"{state.units[0].sheet.name} has no {scene.weapon!r}"
            f"{did_you_mean(scene.weapon, names)}"
        )
    return names.index(scene.weapon)


def check_range(scene: Scene, attacker: Unit, weapons: list[int]) -> None:
    """Raise an error if no weapon has the range, naming the longest one."""
    if scene.charge or not weapons:
        return
    usable = [attacker.weapons[number] for number in weapons]
    best = max(usable, key=lambda weapon: max(int(weapon.long_range), int(weapon.reach_ft)))
    farthest = max(int(best.long_range), int(best.reach_ft))
    if scene.feet > farthest:
        whose = "the attacker" if attacker.sheet.name == UNNAMED else attacker.sheet.name
        raise OddsError(
            f"the target is {scene.feet} ft away, and {whose}'s {best.name} reaches {farthest} ft"
        )


def find_attack(scene: Scene, rules: Ruleset, state: State, target: int) -> Choice:
    """The attack of the scene: with the named weapon, otherwise the first usable one."""
    attacker = state.units[0]
    number = weapon_number(scene, state)
    weapons = [number] if scene.weapon else list(range(len(attacker.weapons)))
    battle = Battle(state, rules, Odometer(Waiting(0, True), []), None, 0)
    verbs = list(CHARGE if scene.charge else ATTACK_VERBS)
    known = [verb for verb in verbs if verb in rules.actions]
    if not known:
        raise OddsError(f"{rules.title} knows no {either(verbs)}")
    for verb in known:
        spec = rules.actions[verb]
        if isinstance(spec, Unwritten) and not spec.is_open(rules):
            raise OddsError(f"{rules.title} leaves {verb} open; the ruling {spec.ruling} fills it")
        if scene.charge and spec.cost == MOVE:
            raise OddsError(
                f"in {rules.title} a charge only moves the attacker; "
                "ask for the attack without the charge"
            )
    complaint: Choice | None = None
    there = state.units[target]
    width = int(state.grid.width)

    def order(choice: Choice) -> tuple[int, int]:
        """By weapon, and for a charge the end closest to the target."""
        far = 0
        for end in choice.path:
            far = max(abs(end % width - int(there.x)), abs(end // width - int(there.y)))
        return choice.weapon, far

    for verb in known:
        spec = rules.actions[verb]
        for choice in sorted(spec.candidates(battle, attacker), key=order):
            if choice.target == target and choice.weapon in weapons:
                if spec.why_not(battle, attacker, choice) is None:
                    return choice
                complaint = choice if complaint is None else complaint
    check_range(scene, attacker, weapons)
    if complaint is not None:
        refuse(rules, state, complaint)
    raise OddsError(f"{attacker.sheet.name} cannot reach the target that way")
