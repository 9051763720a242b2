"""The log of a fight as each seat may read it: what happened, in sentences, with its terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.engine.events.action_events import Moved
from shieldwall.engine.events.attack_events import AttackRolled, Fell, Harmed
from shieldwall.engine.events.clock_events import (
    Checked,
    InitiativeRolled,
    OrderSet,
    OwnInitiative,
    RefereeRuled,
    RoundBegan,
    Saved,
    SurpriseRound,
    TurnBegan,
    TurnEnded,
)
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.phase_events import MoraleChecked, PhaseBegan
from shieldwall.engine.state.gm_changes import NO_DECREES
from shieldwall.engine.state.state import State, Unit
from shieldwall.fight import Fight
from shieldwall.gm.map_edits import EDITS
from shieldwall.table.message_parts import LogLine, Term
from shieldwall.table.publish.aim_shapes import areas_cast
from shieldwall.table.publish.beats import beat_of, big_of
from shieldwall.table.publish.seat_knowledge import SeatKnowledge
from shieldwall.text.notation import Names
from shieldwall.text.sentences import (
    attack_words,
    fallen_words,
    sentence,
    start,
    term_name,
    who,
)

Titles = tuple[tuple[int, str], ...]
RENAMING: Final = "name "
UNTOLD: Final = (TurnBegan, TurnEnded)
ROLLS: Final = (Checked, Saved, InitiativeRolled, OwnInitiative, MoraleChecked)
"""Dice that stay behind the screen where the GM rolls in secret."""
LEFT: Final = ("healed", "mends", "rises", "hangs-on", "withstands")
"""Events whose sentence tells how many hit points somebody has left."""


def units_of(event: Event) -> list[int]:
    """Every unit an event speaks of."""
    found: list[int] = []
    for name, kind in event.FIELDS:
        value = getattr(event, name)
        if kind == "unit":
            found.append(int(value))
        elif kind == "units":
            found += [int(one) for one in value]
    return found


class FightLog:
    """The events of a fight so far, and what each seat has been told of them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.rounds: list[int] = []
        """For each event, the round it happened in."""
        self.titles: list[Titles] = []
        """For each event, what units had been called otherwise by then."""
        self.areas: dict[int, tuple[list[int], list[int]]] = {}
        """By the place of an event: the squares a spell filled, and as if there were no walls."""
        self._now: State | None = None
        self._then: dict[Titles, State] = {}
        """The present state with the names of earlier times."""

    def follow(self, fight: Fight) -> int:
        """Take in what has happened since; how many of the events already known still stand."""
        new = fight.events
        kept = 0
        most = min(len(new), len(self.events))
        while kept < most and _is_same(new[kept], self.events[kept]):
            kept += 1
        del self.events[kept:]
        del self.rounds[kept:]
        del self.titles[kept:]
        self.areas = {place: area for place, area in self.areas.items() if place < kept}
        current = self.rounds[-1] if self.rounds else 0
        titles = self.titles[-1] if self.titles else ()
        for event in new[kept:]:
            if isinstance(event, RoundBegan):
                current = event.number
            titles = _renamed(fight.names, titles, event)
            area = areas_cast(fight, len(self.events), event)
            if area[0]:
                self.areas[len(self.events)] = area
            self.events.append(event)
            self.rounds.append(current)
            self.titles.append(titles)
        return kept

    def state_at(self, state: State, place: int) -> State:
        """The state as it is, but everybody called as when an event happened.

        Else a new name would change old lines, for those who read them later.
        """
        titles = self.titles[place]
        if sorted(titles) == sorted(state.decrees.titles):
            return state
        if state is not self._now:
            self._now = state
            self._then = {}
        if titles not in self._then:
            twin = state.copy()
            twin.decrees = NO_DECREES
            for unit, title in titles:
                twin.decrees = twin.decrees.with_title(unit, title)
            self._then[titles] = twin
        return self._then[titles]

    def line(
        self,
        fight: Fight,
        eyes: SeatKnowledge,
        place: int,
        number: int,
        others: SeatKnowledge | None = None,
    ) -> LogLine | None:
        """An event as the seat reads it, None where it does not hear of it.

        `others` are the players, for the GM's log, which says what they do not hear of.
        """
        event = self.events[place]
        state = self.state_at(fight.state, place)
        later = self.events[place + 1].unknown if place + 1 < len(self.events) else None
        text = told(fight.names, state, eyes, event, later)
        if text is None:
            return None
        return LogLine(
            number=number,
            kind=event.KIND,
            text=text,
            terms=_terms(fight.state, eyes, event),
            round=self.rounds[place],
            hidden=others is not None and told(fight.names, state, others, event, later) is None,
            beat=beat_of(fight.names, state, eyes, event, self._area(eyes, place)),
            big=big_of(event),
        )

    def _area(self, eyes: SeatKnowledge, place: int) -> list[int]:
        """What the seat sees of it: walls that lie in the fog do not show in its shape."""
        whole, open_ground = self.areas.get(place, ([], []))
        return whole if eyes.gm or not eyes.settings.fog else open_ground


def _renamed(names: Names, titles: Titles, event: Event) -> Titles:
    if not isinstance(event, RefereeRuled) or not event.what.startswith(RENAMING):
        return titles
    ident, _, title = event.what.removeprefix(RENAMING).partition(" ")
    number = names.index.get(ident, -1)
    return (*(pair for pair in titles if pair[0] != number), (number, title))


def _is_same(one: Event, other: Event) -> bool:
    """A step that is run again tells the same again: that is no news, nor an undo, to anybody."""
    return one is other or (one == other and one.unknown == other.unknown)


def told(
    names: Names, state: State, eyes: SeatKnowledge, event: Event, later: list[int] | None
) -> str | None:
    """What a seat is told of an event; `later` is who was unknown when the next one happened."""
    if isinstance(event, UNTOLD) or _is_wish(event):
        return None
    if eyes.gm:
        return sentence(names, state, event)
    known = _of_known_sides(eyes, event)
    if known is None or not _was_seen(state, eyes, event, later):
        return None
    event = known
    for kind, tell in TELLERS:
        if isinstance(event, kind):
            return tell(names, state, eyes, event)
    if event.KIND in LEFT and not _shows_hp(state, eyes, units_of(event)):
        return _vague(state, event)
    return sentence(names, state, event)


def _is_wish(event: Event) -> bool:
    """When a seat wants to be asked is its own affair."""
    return isinstance(event, RefereeRuled) and event.what.startswith("stops ")


def _was_seen(state: State, eyes: SeatKnowledge, event: Event, later: list[int] | None) -> bool:
    concerned = units_of(event)
    if isinstance(event, Harmed | Fell):
        # Who did it may be unknown; that it happened to one of us is not.
        concerned = concerned[:1]
    for number in concerned:
        if not eyes.knew(number, event.unknown):
            return False
        if isinstance(event, Moved):
            # One who moves out of sight has not been seen to the end of its way.
            after = later if later is not None else [unit.unknown_to for unit in state.units]
            if event.unknown and not eyes.knew(number, after):
                return False
    return True


def _of_known_sides(eyes: SeatKnowledge, event: Event) -> Event | None:
    """The event without sides nobody of whom the seat knew then; None where it is about one."""
    for name, kind in event.FIELDS:
        if kind == "side" and not eyes.knew_side(getattr(event, name), event.unknown):
            return None
    if not isinstance(event, OrderSet | SurpriseRound | PhaseBegan):
        return event
    sides = tuple(side for side in event.sides if eyes.knew_side(side, event.unknown))
    if len(sides) == len(event.sides):
        return event
    if not sides:
        return None
    if isinstance(event, PhaseBegan):
        return PhaseBegan(event.phase, sides)
    return OrderSet(sides) if isinstance(event, OrderSet) else SurpriseRound(sides)


def _shows_hp(state: State, eyes: SeatKnowledge, units: list[int]) -> bool:
    return all(eyes.hp(state.units[number]) is not None for number in units if number >= 0)


def _vague(state: State, event: Event) -> str:
    name = who(state, units_of(event)[0])
    words = {
        "healed": "{} regains some HP.",
        "mends": "{} regenerates.",
        "rises": "{} rises again.",
        "hangs-on": "{} stays up.",
        "withstands": "{} resists some of the damage.",
    }
    return start(words[event.KIND].format(name))


def _attack(names: Names, state: State, eyes: SeatKnowledge, event: Event) -> str:
    """`Alda hits Goblin 1 with a spear (17).`"""
    assert isinstance(event, AttackRolled)
    attacker, target = state.units[event.unit], state.units[event.target]
    shows_roll, shows_ac = eyes.shows_rolls(attacker), eyes.shows_ac(target)
    if shows_roll and shows_ac:
        return sentence(names, state, event)
    total = f" ({event.total})" if shows_roll else ""
    return start(f"{attack_words(state, event)}{total}.")


def _harmed(names: Names, state: State, eyes: SeatKnowledge, event: Event) -> str:
    assert isinstance(event, Harmed)
    if _shows_hp(state, eyes, [event.unit]):
        return sentence(names, state, event)
    kind = "Shock damage" if event.cause == "shock" else "damage"
    cause = "" if event.cause in ("hit", "shock") else f" from {event.cause}"
    return start(f"{who(state, event.unit)} takes {event.amount} {kind}{cause}.")


def _fell(names: Names, state: State, eyes: SeatKnowledge, event: Event) -> str:
    by = getattr(event, "by", -1)
    if eyes.knew(by, event.unknown):
        return sentence(names, state, event)
    return start(f"{who(state, getattr(event, 'unit', -1))} {fallen_words(event)}.")


def _ruled(names: Names, state: State, eyes: SeatKnowledge, event: Event) -> str | None:
    """What the referee has ordered: not how many hit points a foe has, nor where one hides."""
    assert isinstance(event, RefereeRuled)
    words = event.what.split()
    fog = eyes.settings.fog and not state.grid.open
    if fog and (words[0] in EDITS or words[0] == "door"):
        # Whoever can see it sees it.
        return None
    named = [names.index.get(word.strip(",;"), -1) for word in words[1:]]
    if words[0] != "tell" and not all(eyes.knew(one, event.unknown) for one in named):
        # Also where something improvised, or a deed that was forced, concerns one in hiding.
        return None
    number = named[0] if named else -1
    if number < 0:
        return sentence(names, state, event)
    unit = state.units[number]
    if words[0] == "hide" and not eyes.is_own_team(unit):
        return None
    if words[0] == "hp" and eyes.hp(unit) is None:
        note = f" ({event.note})" if event.note else ""
        return start(f"the referee changes how {who(state, number)} fares{note}.")
    return sentence(names, state, event)


def _roll(names: Names, state: State, eyes: SeatKnowledge, event: Event) -> str | None:
    """A check, a save, an initiative: behind the screen where the GM rolls in secret."""
    return sentence(names, state, event) if _shows_rolls(state, eyes, event) else None


def _shows_rolls(state: State, eyes: SeatKnowledge, event: Event) -> bool:
    roller = _roller(state, event)
    if roller is not None:
        return eyes.shows_rolls(roller)
    side = getattr(event, "side", None)
    if side is None or not eyes.settings.hidden_rolls:
        return True
    return state.sides[side].team in eyes.teams


def _roller(state: State, event: Event) -> Unit | None:
    number = getattr(event, "unit", -1)
    return state.units[number] if 0 <= number < len(state.units) else None


TELLERS: Final[
    tuple[
        tuple[
            type[Event] | tuple[type[Event], ...],
            Callable[[Names, State, SeatKnowledge, Event], str | None],
        ],
        ...,
    ]
] = (
    (AttackRolled, _attack),
    (Harmed, _harmed),
    (Fell, _fell),
    (RefereeRuled, _ruled),
    (ROLLS, _roll),
)


def _terms(state: State, eyes: SeatKnowledge, event: Event) -> list[Term]:
    """How a number came about; of a foe's dice only where they are rolled in the open."""
    if not eyes.gm:
        roller = event.by if isinstance(event, Harmed) else getattr(event, "unit", -1)
        known = 0 <= roller < len(state.units)
        if known and (
            not eyes.knew(roller, event.unknown) or not eyes.shows_rolls(state.units[roller])
        ):
            return []
    return [
        Term(what=term_name(term), value=int(term.value), cite=term.cite) for term in event.terms
    ]
