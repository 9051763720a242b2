"""States as text, and data derived from a tape: histories and memories of a side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from shieldwall.engine.points import POINT_NAMES, TURN
from shieldwall.engine.state.state import State as Moment
from shieldwall.engine.state.state import Unit
from shieldwall.env.observations import Look
from shieldwall.fight import Fight
from shieldwall.knowledge.side_knowledge import knows_place
from shieldwall.store.save_file import tape_text
from shieldwall.text.notation import Names

if TYPE_CHECKING:
    from shieldwall.env.game_state import State

FATES: Final = ("standing", "down", "dead", "fled", "surrendered", "removed")
MEMORY_FIELDS: Final = ("seen", "x", "y", "hp_share", "rounds_ago")


# Names of units.


def names_for(state: State, player: int) -> Names:
    """The names a side uses for units.

    If units may be hidden, similar foes are numbered in the order the side met them: a gap in the
    numbering would reveal others.
    """
    moment = state.moment()
    names = Names(moment, state.frame.rules.concordance)
    if player < 0 or not state.known:
        return names
    team = moment.sides[player].team
    slots = state.slots(player)
    counts: dict[str, int] = {}
    names.units = list(names.units)
    for unit in sorted(moment.units, key=lambda unit: slots[unit.index]):
        number = int(unit.index)
        kind, _, digits = unit.ident.rpartition("-")
        if slots[number] < 0:
            names.units[number] = "unknown"
        elif kind and digits.isdigit() and moment.sides[unit.side].team != team:
            counts[kind] = counts.get(kind, 0) + 1
            names.units[number] = f"{kind}-{counts[kind]}"
    names.index = {ident: number for number, ident in enumerate(names.units)}
    return names


def factors_text(state: State, action: int, player: int) -> str:
    """An action as text from its factors alone, legal or not."""
    codes = state.frame.codes
    unit, verb, target, weapon, square, note = codes.decode(action)
    names = names_for(state, player)
    slots = state.slots(player)
    by_slot = {slot: number for number, slot in enumerate(slots) if slot >= 0}
    parts = [called(names, by_slot, unit), codes.blocks[verb].verb]
    if square >= 0:
        parts.append(names.square(square))
    if target >= 0:
        parts.append(called(names, by_slot, target))
    if weapon >= 0:
        held = names.weapons[by_slot[unit]] if unit in by_slot else []
        parts.append(f"with {held[weapon] if weapon < len(held) else f'weapon {weapon + 1}'}")
    if note >= 0:
        parts.append(f": {codes.notes[note] if note < len(codes.notes) else 'something else'}")
    return " ".join(parts)


def called(names: Names, by_slot: dict[int, int], slot: int) -> str:
    return names.units[by_slot[slot]] if slot in by_slot else f"unit {slot + 1}"


# Observations as text.


def observed(state: State, player: int) -> str:
    """A line for the state, and one for each unit the side knows."""
    moment = state.moment()
    look = Look(state, player)
    names = names_for(state, player)
    lines = [f"round {moment.clock.round}, you are {moment.sides[player].name}"]
    if look.deciding:
        who = f", {names.units[look.asked]}" if look.asked >= 0 else ""
        cause = ""
        if look.cause >= 0 and knows_place(moment, player, moment.units[look.cause]):
            cause = f", because of {names.units[look.cause]}"
        lines.append(f"you decide ({POINT_NAMES[look.point]}{who}{cause})")
    elif moment.outcome is not None:
        lines.append(f"over: {moment.outcome.reason}")
    slots = state.slots(player)
    for unit in sorted(moment.units, key=lambda unit: slots[unit.index]):
        if slots[unit.index] >= 0 and knows_place(moment, player, unit):
            lines.append(unit_line(names, moment, unit, moment.sides[player].team))
    return "\n".join(lines)


def unit_line(names: Names, moment: Moment, unit: Unit, team: int) -> str:
    number = int(unit.index)
    whose = "yours" if moment.sides[unit.side].team == team else "foe"
    words = [f"{names.units[number]} ({whose})", FATES[unit.status]]
    if unit.is_present():
        cell = int(unit.y) * names.width + int(unit.x)
        words.append(f"at {names.square(cell)}")
    if moment.grid.open and unit.beside:
        near = [
            names.units[other.index]
            for other in moment.units
            if unit.beside >> int(other.index) & 1 and names.units[other.index] != "unknown"
        ]
        if near:
            words.append(f"beside {' and '.join(near)}")
    words.append(f"hp {unit.hp}/{unit.sheet.hp}")
    words.append(f"main {unit.mains} move {unit.moves}")
    weapon = unit.weapon()
    if weapon is not None:
        words.append(f"holding {weapon.name}")
    flags = (("prone", unit.prone), ("surprised", unit.surprised), ("acted", unit.acted))
    words += [word for word, holds in (*flags, ("broken", unit.broken)) if holds]
    words += [effect.kind.name for effect in unit.effects]
    return ", ".join(words)


def whole(state: State) -> str:
    """Everything, as the GM sees it."""
    moment = state.moment()
    names = Names(moment, state.frame.rules.concordance)
    lines = [f"{state.game.setup.title}, {moment.clock.round and f'round {moment.clock.round}'}"]
    lines += [unit_line(names, moment, unit, 0) for unit in moment.units]
    return "\n".join(lines)


# History.


def again(state: State) -> Iterator[tuple[State, tuple[int, int]]]:
    """Every state from the start, each with the next decision's player and number.

    The same object is advanced: use it before asking for the next one.
    """
    past = state.game.begin(0, state.tape())
    while past.has_script():
        before = past.clone()
        yield before, past.follow()
    for choice in state.answers:
        before = past.clone()
        player = past.current_player()
        number = state.frame.codes.encode(choice, past.slots(player))
        past.apply_choice(choice)
        yield before, (player, number)


def steps_of(state: State) -> list[tuple[int, int]]:
    """Players and numbers of all decisions; dice only if chance is a player."""
    return [step for _, step in again(state)]


def first_steps(state: State, count: int) -> State:
    """The state after this many decisions, with new dice to come."""
    for number, (before, _) in enumerate(again(state)):
        if number == count:
            before.oracle.dice = state.oracle.dice.copy()
            before.oracle.script = []
            return before
    return state.clone()


def is_seen(state: State, player: int) -> bool:
    """Whether a side notices a decision: not if a unit it does not know decides.

    Otherwise its observation in the middle of an action would reveal the hidden unit.
    """
    if state.is_chance_node():
        return False
    request = state.request()
    if request.point == TURN or request.unit < 0 or state.current_player() == player:
        return True
    moment = state.moment()
    return knows_place(moment, player, moment.units[request.unit])


def recalled(state: State, player: int) -> str:
    """All observations and actions of a side, without repeated observations."""
    parts: list[str] = []
    for before, (who, action) in again(state):
        if is_seen(before, player):
            seen = observed(before, player)
            if not parts or seen != parts[-1]:
                parts.append(seen)
            if who == player:
                parts.append(f"> {before.action_to_string(action, player)}")
    parts.append(observed(state, player))
    return "\n".join(parts)


def remembered(state: State, player: int) -> list[float]:
    """For each unit by number: MEMORY_FIELDS of when it was last known."""
    last: dict[int, tuple[float, ...]] = {}
    for before, _ in again(state):
        if is_seen(before, player):
            note_places(before, player, last)
    note_places(state, player, last)
    now = state.moment().clock.round
    found: list[float] = []
    for slot in range(state.frame.rows):
        row = last.get(slot)
        if row is None:
            found += [0.0] * len(MEMORY_FIELDS)
        else:
            found += [1.0, row[0] / 20, row[1] / 20, row[2], (now - row[3]) / 10]
    return found


def note_places(state: State, player: int, last: dict[int, tuple[float, ...]]) -> None:
    moment = state.moment()
    slots = state.slots(player)
    for unit in moment.units:
        if slots[unit.index] >= 0 and knows_place(moment, player, unit):
            share = int(unit.hp) / max(1, int(unit.sheet.hp))
            row = (float(unit.x), float(unit.y), share, float(moment.clock.round))
            last[slots[unit.index]] = row


def tape_of(state: State) -> str:
    """The tape in the format of saves and `shieldwall replay`."""
    fight = Fight.replay(state.game.setup, state.tape(), by_hand=state.frame.explicit)
    for choice in state.answers:
        fight.push(choice)
    return tape_text(fight, checks=False, sealed=True)
