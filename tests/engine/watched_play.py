"""Random play with a watcher: invariants of events and their results.

The watcher reads only the events of a step and the states before and after it. It does not know how
the engine decides whether an action continues.
"""

from __future__ import annotations

from random import Random

from tests.scene import (
    AXE,
    BOW,
    DAGGER,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    setup,
)

from shieldwall.books import RULESETS
from shieldwall.content.combatants.creatures import shipped_creatures
from shieldwall.content.ground.field import without_map
from shieldwall.engine.battle import Battle
from shieldwall.engine.events.event import Event
from shieldwall.engine.magic.power_data import ON_DEATH
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.setup import Placement, Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, State, Unit
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.engine.tape.request import DONE, PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.engine.wounds.injury import grip_reach, victim_of
from shieldwall.fight_start import initial_state, rules_of
from shieldwall.minds.gm_mind import default_answer

SHY = ("leave", "improvise", "surrender", "parley", "say", "drop")
BOLD = ("run", "charge", "attack", "hold", "stand", "use", "grapple", "shove", "cast", "screen")


class Erratic(Oracle):
    """Dice and choices at random, the high dice more often: hits are what interrupts."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.actor = -1
        """The unit that last acted on its turn."""

    def roll(self, tag: str, sides: int) -> int:
        one = self.chance.randint(1, int(sides))
        if tag == "attack":
            return max(one, self.chance.randint(1, int(sides)))
        return min(one, self.chance.randint(1, int(sides))) if tag == "damage" else one

    def begin(self, state: State) -> None:
        self.actor = -1

    def choose(self, requests: list[Request]) -> list[Choice]:
        return [self.answer(request) for request in requests]

    def answer(self, request: Request) -> Choice:
        if request.point == RULING:
            return default_answer(request)
        if request.point == TURN and isinstance(request.options, TurnOptions):
            choice = self.turn(request.battle, request.options)
            self.actor = choice.unit
            return choice
        by_verb: dict[str, list[Choice]] = {}
        for choice in request.options:
            by_verb.setdefault(choice.verb, []).append(choice)
        if PASS in by_verb and len(by_verb) > 1 and self.chance.random() < 0.8:
            del by_verb[PASS]
        return self.chance.choice(by_verb[self.chance.choice(sorted(by_verb))])

    def turn(self, battle: Battle, options: TurnOptions) -> Choice:
        unit = self.chance.choice(options.units)
        for _ in range(5):
            spec = self.chance.choice(battle.rules.action_list)
            bold = self.chance.choice(BOLD)
            if self.chance.random() < 0.75 and bold in battle.rules.actions:
                spec = battle.rules.actions[bold]
            if spec.verb in SHY and self.chance.random() < 0.9:
                continue
            found = spec.candidates(battle, unit)
            for choice in self.chance.sample(found, min(6, len(found))):
                if options.why_not(choice) is None:
                    return choice
        return Choice(int(unit.index), DONE)


class Known:
    """What the watcher has made of one unit so far in a step."""

    def __init__(self, unit: Unit) -> None:
        self.at: tuple[int, int] | None = (int(unit.x), int(unit.y))
        self.out = unit.status != ACTIVE
        self.helpless = False
        self.locked = unit.locked
        self.stopped = ""
        """What has befallen it since it last began something."""


BEGINS = ("hold-used", "snap", "opportunity", "follows-up", "turn")
ACTS = (
    "attack", "moved", "stands", "charges", "casts", "picks-up", "readies", "stows", "reloads",
    "screens", "swarms", "uses", "hides", "climbs", "door", "soars", "leaves", "drinks",
)  # fmt: skip
STOPS = ("swallowed", "grappled", "pushed-to", "thrown-down")
GOES = ("moved", "climbs", "leaves", "soars", "stands", "screens")


class Watcher:
    """Reads the events of one step."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.state = battle.state
        self.known = [Known(unit) for unit in self.state.units]

    def place(self, unit: int, cell: int | None) -> None:
        while len(self.known) <= unit:
            self.known.append(Known(self.state.units[unit]))
        width = int(self.state.grid.width)
        self.known[unit].at = None if cell is None else (cell % width, cell // width)

    def read(self, event: Event) -> None:
        unit = getattr(event, "unit", -1)
        kind = event.KIND
        if kind == "summoned" or kind == "joins":
            self.place(unit, None)
            return
        if kind == "parts":
            self.place(event.part, None)  # type: ignore[attr-defined]
        if not 0 <= unit < len(self.known):
            return
        known = self.known[unit]
        if kind in BEGINS:
            known.stopped = ""
        if kind in ACTS:
            # A potion may be given to a fallen unit: the giver acts.
            acts = event.by if kind == "drinks" else unit  # type: ignore[attr-defined]
            self.check_act(event, acts, self.known[acts])
        if kind == "moved":
            self.check_path(event, unit, known)
        elif kind in ("pushed-to", "thrown-down", "placed", "steps-back", "climbs", "cut-free"):
            self.place(unit, event.at)  # type: ignore[attr-defined]
        elif kind in ("swallowed", "carried"):
            known.at = None
            self.known[event.by].at = None  # type: ignore[attr-defined]
        if kind == "condition" and event.what == "helpless":  # type: ignore[attr-defined]
            known.helpless = True
        elif kind in ("recovers", "wakes", "freed", "cut-free", "rises", "revived"):
            known.helpless = known.helpless and kind == "freed"
            known.out = known.out and kind not in ("rises", "revived", "recovers")
            known.stopped = ""
        elif kind == "falls":
            known.out = True
        elif kind in ("swallowed", "pushed-to", "thrown-down") or (
            kind == "grappled" and not known.locked
        ):
            known.stopped = kind

    def check_act(self, event: Event, unit: int, known: Known) -> None:
        """No unit out of action acts; no held, swallowed or moved unit continues."""
        if event.KIND == "uses" and self.is_last_deed(event, unit):
            return
        assert not known.out, f"{event} of one who is out"
        assert not known.helpless, f"{event} of one who is helpless"
        if event.KIND in GOES:
            assert known.stopped in ("", "pushed-to") or (
                event.KIND == "moved" and self.state.grid.open and known.stopped == "thrown-down"
            ), f"{event} after it was {known.stopped}"
            if event.KIND == "moved":
                assert not known.stopped, f"{event} after it was {known.stopped}"
        elif event.KIND == "attack" and known.stopped in ("swallowed", "grappled"):
            weapon = self.state.units[unit].weapons[event.weapon]  # type: ignore[attr-defined]
            assert known.stopped == "grappled", f"{event} of one who was swallowed"
            assert weapon.natural or weapon.unarmed, f"{event} of one who was grappled"

    def is_last_deed(self, event: Event, unit: int) -> bool:
        """Whether it is what a body does as it falls: some burst."""
        for power in self.state.units[unit].sheet.powers:
            if power.spell.name == event.power:  # type: ignore[attr-defined]
                return bool(power.trigger == ON_DEATH)
        return False

    def check_path(self, event: Event, unit: int, known: Known) -> None:
        path: tuple[int, ...] = event.path  # type: ignore[attr-defined]
        width = int(self.state.grid.width)
        for cell in path:
            assert 0 <= cell < self.state.grid.cells
            there = (cell % width, cell // width)
            if known.at is not None and not self.state.grid.open:
                apart = max(abs(there[0] - known.at[0]), abs(there[1] - known.at[1]))
                assert apart == 1, f"{event} jumps from {known.at} to {there}"
            known.at = there

    def check_places(self) -> None:
        """No unit moves without an event."""
        for unit, known in zip(self.state.units, self.known, strict=False):
            if known.at is not None and unit.inside < 0 and unit.status in (ACTIVE, DOWN):
                assert (unit.x, unit.y) == known.at, f"{unit.ident} is not at {known.at}"


def check_state(battle: Battle) -> None:
    """Budgets, hit points and places in range; no two who stand in one square."""
    state = battle.state
    grid = state.grid
    taken: dict[tuple[int, int], str] = {}
    for unit in state.units:
        check_unit(battle, unit)
        if unit.status != ACTIVE or unit.inside >= 0 or grid.open:
            continue
        for dy in range(unit.sheet.size):
            for dx in range(unit.sheet.size):
                square = (int(unit.x) + dx, int(unit.y) + dy)
                assert square not in taken, f"{unit.ident} and {taken[square]} share {square}"
                taken[square] = unit.ident


def check_unit(battle: Battle, unit: Unit) -> None:
    state = battle.state
    assert 0 <= unit.hp <= unit.sheet.hp, f"{unit.ident} has {unit.hp} HP"
    if unit.status == ACTIVE:
        assert unit.hp > 0, f"{unit.ident} stands with 0 HP"
    elif unit.status == DEAD:
        assert unit.hp == 0 or unit.summoned, f"{unit.ident} is dead with {unit.hp} HP"
    assert 0 <= unit.mains <= 3
    assert 0 <= unit.moves <= 1
    assert unit.luck >= 0
    assert unit.casts >= 0
    assert all(left >= -1 for left in unit.stocks)
    assert all(left >= 0 for left in unit.doses)
    size = 1 if state.grid.open else unit.sheet.size
    assert 0 <= unit.x <= state.grid.width - size
    assert 0 <= unit.y <= state.grid.height - size
    if unit.status != ACTIVE:
        return
    if unit.effects and unit.effect(HELPLESS) is not None:
        assert (unit.mains, unit.moves, unit.flurry) == (0, 0, ())
        assert state.clock.active != unit.index, f"{unit.ident} is helpless in its turn"
    if unit.inside >= 0:
        around = state.units[unit.inside]
        assert around.status != ACTIVE or (unit.x, unit.y) == (around.x, around.y)
    victim = victim_of(unit) if unit.effects else -1
    if victim >= 0:
        held = state.units[victim]
        assert held.status == ACTIVE
        assert held.locked
        assert unit.locked
        assert distance(unit, held) <= grip_reach(unit), (
            f"{unit.ident} holds {held.ident} from afar"
        )


def watch(made: Setup, seed: int, steps: int) -> list[str]:
    """Play this many steps; returns the kinds of events seen."""
    oracle = Erratic(seed)
    log: list[Event] = []
    battle = Battle(initial_state(made), rules_of(made), oracle, log, 0)
    seen: list[str] = []
    for _ in range(steps):
        if battle.state.outcome is not None:
            break
        watcher = Watcher(battle)
        begun = len(log)
        battle.step()
        for event in log[begun:]:
            watcher.read(event)
            seen.append(event.KIND)
        if battle.state.outcome is None:
            watcher.check_places()
            check_state(battle)
    return seen


# Who fights where.

COMPANY = (
    fighter(name="guard", hp=40, shield=1, stab=1),
    fighter(name="spear", hp=36, weapons=(SPEAR, DAGGER, UNARMED), stab=1),
    fighter(name="archer", hp=32, weapons=(BOW, DAGGER), shoot=1, stab=1),
    fighter(name="wrestler", hp=44, weapons=(UNARMED, SWORD), brawl=2, strength=2),
    fighter(name="axe", hp=36, weapons=(AXE, DAGGER), stab=1),
)
GROUND = """
. . . . . . . . . . . .
. . . . . # . . . . . .
. . . . . # . . . . . .
. . . . . . . . . ~ . .
. . . . . . . . . ~ . .
. . . # . . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
"""


def brawl(book: str, seed: int, open_field: bool, stops: int) -> Setup:
    """Shipped creatures and a company of men, at close quarters, on two sides at random."""
    chance = Random(seed)
    known = shipped_creatures(RULESETS[book].book_folders, book)
    strange = [name for name, sheet in known.items() if is_strange(sheet)]
    made = setup(GROUND, rules=book)
    made.stops = stops
    free = {
        (x, y)
        for y in range(made.grid.height)
        for x in range(made.grid.width)
        if made.grid.solid[y * made.grid.width + x] == 0
    }
    for number in range(7):
        if number < 3:
            sheet = chance.choice(COMPANY)
        else:
            sheet = known[chance.choice(strange if number < 6 else sorted(known))]
        side = 0 if number < 3 or (number == 5 and chance.random() < 0.5) else 1
        spots = [
            (x, y)
            for x, y in sorted(free)
            if all((x + dx, y + dy) in free for dx in range(sheet.size) for dy in range(sheet.size))
        ]
        if not spots:
            continue
        x, y = chance.choice(spots)
        free -= {(x + dx, y + dy) for dx in range(sheet.size) for dy in range(sheet.size)}
        made.placements.append(Placement(f"u{number}", sheet, side, x, y, ""))
    if chance.random() < 0.4:
        made.hidden = (chance.choice(made.placements).ident,)
    return without_map(made) if open_field else made


def is_strange(sheet: Sheet) -> bool:
    """Whether a hit of it does more than wound."""
    return any(weapon.riders for weapon in sheet.weapons)
