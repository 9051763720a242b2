"""The end of a fight, and the pursuit of units that left it (SOV-034, SOV-147).

The losing side is defeated if all its units lie on the field, and has retreated if some escaped.
Then the winners may pursue: both sides roll contests, and the first to win two in a row catches the
others or escapes. Between two contests each side may shoot once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy_extensions import i64

from shieldwall.books.shared.procedures import register_procedure
from shieldwall.books.shared.shared_dials import CHASE_DIE, CHASE_GAP, CHASE_SPEED, CHASE_WINS
from shieldwall.engine.attack.blow import SHOT, THROWN, Blow
from shieldwall.engine.attack.legality import why_no_attack
from shieldwall.engine.attack.numbers import to_hit
from shieldwall.engine.attack.timeline import attack
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.clock_events import ChaseRolled, GainedGround, Pursued
from shieldwall.engine.events.event import Term
from shieldwall.engine.move.movement import allowance, put
from shieldwall.engine.option import OptionEntry, OptionWords, register_option
from shieldwall.engine.points import RULING
from shieldwall.engine.rounds.flow import expire
from shieldwall.engine.space.grid import PLAIN, SKY, GridMap, Squares
from shieldwall.engine.state.condition import HELPLESS, UNTIL_END_OF_ROUND, UNTIL_NEXT_TURN
from shieldwall.engine.state.state import ACTIVE, FLED, Dropped, Unit
from shieldwall.engine.tape.request import PASS, REFEREE, Choice, Options, Refusal, Request
from shieldwall.engine.wounds.standing import change_status

PURSUE: Final = "pursue"
LET_GO: Final = "let-go"

ROAD_LENGTH: Final = 40
ROAD_WIDTH: Final = 12
FRONT: Final = 16
"""The column behind which the pursuers run."""


Chase = Callable[[Battle, list[Unit], list[Unit], str], str]
"""Decides a pursuit: pursuers, fleeing units, temper; returns how the fight ends."""


def after_the_fight(battle: Battle, team: int) -> None:
    """SOV-034: only this team is left, or none (-1). SOV-147: it may pursue the units that fled."""
    conclude(battle, team, give_chase, ())


register_procedure(
    after_the_fight, "the winner may pursue, with contests of 1d8 and speed", "SOV-147"
)


def let_them_go(battle: Battle, team: int) -> None:
    """End the fight when one team is left, in books without pursuit."""
    for unit in battle.state.units:
        if unit.status == FLED and battle.state.sides[unit.side].team != team:
            battle.end("retreat", team)
            return
    battle.end("defeat", team)


register_procedure(let_them_go, "fleeing units escape", "AAC-001")


def conclude(battle: Battle, team: int, chase: Chase, tempers: tuple[str, ...]) -> None:
    """End the fight, or run the pursuit if the winners choose one, with its temper."""
    state = battle.state
    fled: list[Unit] = []
    winners: list[Unit] = []
    for unit in state.units:
        if state.sides[unit.side].team == team:
            if unit.status == ACTIVE:
                winners.append(unit)
        elif unit.status == FLED:
            fled.append(unit)
    if not fled or not winners:
        battle.end("defeat", team)
        return
    answer = pursue_or_not(battle, winners, tempers)
    if answer.verb == PURSUE:
        battle.end(chase(battle, winners, fled, answer.note), team)
    else:
        battle.end("retreat", team)


class PursuitOptions(Options):
    """Pursue or let them go; one unit answers for all winners."""

    def __init__(self, unit: int, tempers: tuple[str, ...] = ()) -> None:
        self.unit = unit
        self.tempers = tempers
        """The tempers of a pursuit, if the book has any."""

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != self.unit:
            return Refusal("not-asked", "SOV-147", choice.unit)
        known = False
        for option in self:
            if option == choice:
                return None
            known = known or option.verb == choice.verb
        return Refusal("says-too-much" if known else "pursue-or-let-go", "SOV-147")

    def __iter__(self) -> Iterator[Choice]:
        yield Choice(self.unit, PURSUE)
        for temper in self.tempers:
            yield Choice(self.unit, PURSUE, note=temper)
        yield Choice(self.unit, LET_GO)

    def __bool__(self) -> bool:
        return True


def pursue_or_not(battle: Battle, winners: list[Unit], tempers: tuple[str, ...]) -> Choice:
    """Players decide for their side, the GM for all others."""
    speaker = REFEREE
    seat = battle.state.referee
    for unit in winners:
        if battle.state.sides[unit.side].players:
            speaker = int(unit.index)
            seat = unit.seat
            break
    request = Request(battle, (seat,), RULING, speaker, PursuitOptions(speaker, tempers))
    return battle.ask(request)


# The pursuit.


def give_chase(battle: Battle, pursuers: list[Unit], fleers: list[Unit], temper: str) -> str:
    """Run contests until a side has won enough in a row; returns how the fight ends."""
    needed = CHASE_WINS.of(battle.rules)
    if battle.log is not None:
        battle.emit(Pursued(pursuers[0].side, fleers[0].side))
    for unit in pursuers + fleers:
        # All units run; effects for a round or a turn are over.
        unit.prone = False
        unit.mains = 0
        unit.moves = 0
        unit.flurry = ()
        expire(unit, UNTIL_NEXT_TURN)
        expire(unit, UNTIL_END_OF_ROUND)
    road = open_road()
    row: i64 = 0
    while True:
        near = roll_chase(battle, pursuers)
        far = roll_chase(battle, fleers)
        # The fleeing side wins ties.
        if near > far:
            row = row + 1 if row > 0 else 1
        else:
            row = row - 1 if row < 0 else -1
        if battle.log is not None:
            gained = pursuers if row > 0 else fleers
            battle.emit(GainedGround(gained[0].side, row if row > 0 else -row))
        if row >= needed:
            return "caught"
        if -row >= needed:
            return "escaped"
        shoot_once(battle, road, pursuers, fleers, pursuers)
        fleers = [unit for unit in fleers if unit.status == FLED]
        if not fleers:
            return "defeat"
        shoot_once(battle, road, pursuers, fleers, fleers)
        pursuers = [unit for unit in pursuers if unit.status == ACTIVE]
        if not pursuers:
            return "escaped"


def pace(battle: Battle, group: list[Unit]) -> i64:
    """The speed of a group: that of its slowest unit, in feet per round."""
    slowest: i64 = -1
    for unit in group:
        feet: i64 = allowance(battle.rules, unit) * 5
        if slowest < 0 or feet < slowest:
            slowest = feet
    return slowest


def roll_chase(battle: Battle, group: list[Unit]) -> i64:
    rules = battle.rules
    die = battle.roll("chase", CHASE_DIE.of(rules))
    speed: i64 = pace(battle, group) // CHASE_SPEED.of(rules)
    if battle.log is not None:
        event = ChaseRolled(group[0].side, die, die + speed)
        event.terms.append(Term(f"d{CHASE_DIE.of(rules)}", die, "SOV-147"))
        event.terms.append(Term("speed", speed, "SOV-147"))
        battle.emit(event)
    return die + speed


# Missiles between two contests.


class ShotOptions(Options):
    """Shoot during the pursuit, or not."""

    def __init__(self, shot: Choice) -> None:
        self.shot = shot

    def why_not(self, choice: Choice) -> Refusal | None:
        if choice.unit != self.shot.unit:
            return Refusal("not-asked", "SOV-147", choice.unit)
        for option in self:
            if option == choice:
                return None
        return Refusal("shoot-or-pass", "SOV-147", choice.unit, self.shot.target)

    def __iter__(self) -> Iterator[Choice]:
        yield self.shot
        yield Choice(self.shot.unit, PASS)

    def __bool__(self) -> bool:
        return True


def open_road() -> GridMap:
    """Bare ground: the terrain of the pursuit is unknown."""
    cells = ROAD_LENGTH * ROAD_WIDTH
    level = [0] * cells
    squares = Squares(level, level, [SKY] * cells, [PLAIN] * cells)
    return GridMap(ROAD_LENGTH, ROAD_WIDTH, squares, [])


class Place:
    """A unit's position before it was put on the road."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.x: i64 = unit.x
        self.y: i64 = unit.y
        self.feet: i64 = unit.feet
        self.beside = unit.beside


def shoot_once(
    battle: Battle, road: GridMap, pursuers: list[Unit], fleers: list[Unit], shooters: list[Unit]
) -> None:
    """The best archer of a side may shoot at the nearest foe, at 20 ft.

    Pursuers aim at the slowest fleeing unit, fleeing units at the fastest pursuer. All weapons have
    been reloaded. It is a normal attack on open ground.
    """
    state = battle.state
    field = state.grid
    raised = state.raised
    dropped = state.dropped
    places = [Place(unit) for unit in pursuers + fleers]
    for unit in shooters:
        unit.unloaded = 0
    target = max(pursuers, key=lambda unit: allowance(battle.rules, unit))
    if shooters is pursuers:
        target = min(fleers, key=lambda unit: allowance(battle.rules, unit))
    step_onto(battle, road, pursuers, fleers)
    shot = best_shot(battle, shooters, target)
    step_back(battle, field, places, fleers)
    state.raised = raised
    if shot is None:
        return
    archer = state.units[shot.unit]
    request = Request(battle, (archer.seat,), RULING, shot.unit, ShotOptions(shot), target.index)
    if battle.ask(request).verb == PASS:
        return
    step_onto(battle, road, pursuers, fleers)
    how = THROWN if archer.weapons[shot.weapon].thrown else SHOT
    attack(battle, Blow(archer, target, shot.weapon, how))
    step_back(battle, field, places, fleers)
    state.raised = raised
    # Weapons thrown or dropped on the way end up where the target left the field.
    there = int(target.y * field.width + target.x)
    fallen = [Dropped(there, item.weapon) for item in state.dropped[len(dropped) :]]
    state.dropped = [*dropped, *fallen]


def step_onto(battle: Battle, road: GridMap, pursuers: list[Unit], fleers: list[Unit]) -> None:
    """Put both sides on the road, 20 ft apart, for the time of a shot."""
    battle.state.grid = road
    battle.state.raised = []
    ahead: i64 = FRONT - 1 + CHASE_GAP.of(battle.rules)
    for unit in pursuers:
        unit.beside = 0
        put(road, unit, FRONT - unit.sheet.size)
    for unit in fleers:
        change_status(battle, unit, ACTIVE)
        unit.beside = 0
        put(road, unit, ahead)


def step_back(battle: Battle, field: GridMap, places: list[Place], fleers: list[Unit]) -> None:
    battle.state.grid = field
    for place in places:
        place.unit.x = place.x
        place.unit.y = place.y
        place.unit.feet = place.feet
        place.unit.beside = place.beside
    for unit in fleers:
        if unit.status == ACTIVE:
            change_status(battle, unit, FLED)


def best_shot(battle: Battle, shooters: list[Unit], target: Unit) -> Choice | None:
    """The unit with the best bonus among those that can shoot or throw."""
    found: Choice | None = None
    best: i64 = -1000
    for unit in shooters:
        if unit.status != ACTIVE or unit.effect(HELPLESS) is not None:
            continue
        for number in range(len(unit.weapons)):
            weapon = unit.weapons[number]
            if not weapon.ranged or (unit.gone | unit.stowed) >> number & 1:
                continue
            how = THROWN if weapon.thrown else SHOT
            if why_no_attack(battle, unit, target, weapon, how) is not None:
                continue
            bonus = to_hit(battle, Blow(unit, target, number, how), False).total
            if bonus > best:
                best = bonus
                verb = "throw" if weapon.thrown else "shoot"
                found = Choice(unit.index, verb, target.index, number)
    return found


register_option(OptionEntry(
    "let-go", "other", OptionWords("let them go", "lets them go", title="Let them flee"),
))  # fmt: skip
register_option(OptionEntry(
    "pursue", "other", OptionWords("pursue", "gives chase", title="Give chase"),
))  # fmt: skip
