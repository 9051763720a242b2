"""The log of a fight for each seat: events as sentences, with their terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.engine.events.attack_events import AttackRolled, Fell, Harmed
from shieldwall.engine.events.clock_events import (
    Checked,
    InitiativeRolled,
    OwnInitiative,
    RefereeRuled,
    RoundBegan,
    Saved,
    TurnBegan,
    TurnEnded,
)
from shieldwall.engine.events.event import Event
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.state.gm_changes import NO_GM_CHANGES
from shieldwall.engine.state.state import State
from shieldwall.fight import Fight
from shieldwall.knowledge.heard_events import (
    heard,
    hears_order,
    shows_hp,
    shows_roll,
    shows_terms,
    units_of,
)
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.table.message_parts import LogLine, Term
from shieldwall.table.publish.aim_shapes import areas_cast
from shieldwall.table.publish.beats import beat_of, big_of
from shieldwall.text.notation import Names
from shieldwall.text.sentences import (
    filled,
    sentence,
    start,
    term_name,
    who,
)
from shieldwall.text.told_once import order_before, repeat_after

Titles = tuple[tuple[int, str], ...]
RENAMING: Final = "name "
UNTOLD: Final = (TurnBegan, TurnEnded)
ROLLS: Final = (Checked, Saved, InitiativeRolled, OwnInitiative, MoraleChecked)
"""Rolls that stay hidden if the GM rolls in secret."""
LEFT: Final = ("healed", "mends", "rises", "hangs-on", "withstands")
"""Events whose sentence gives a unit's remaining hit points."""


class FightLog:
    """The events of a fight so far, and the lines of each seat."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.rounds: list[int] = []
        """For each event, its round."""
        self.titles: list[Titles] = []
        """For each event, the renamed units at that time."""
        self.areas: dict[int, tuple[list[int], list[int]]] = {}
        """By event index: the squares of a spell, with and without regard to walls."""
        self._now: State | None = None
        self._then: dict[Titles, State] = {}
        """The current state with the unit names of earlier times."""

    def follow(self, fight: Fight) -> int:
        """Add new events; returns how many of the known events are still valid."""
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
        """The current state with the unit names at the time of an event.

        Otherwise a new name would change old lines.
        """
        titles = self.titles[place]
        if sorted(titles) == sorted(state.gm_changes.titles):
            return state
        if state is not self._now:
            self._now = state
            self._then = {}
        if titles not in self._then:
            twin = state.copy()
            twin.gm_changes = NO_GM_CHANGES
            for unit, title in titles:
                twin.gm_changes = twin.gm_changes.with_title(unit, title)
            self._then[titles] = twin
        return self._then[titles]

    def line(
        self,
        fight: Fight,
        knowledge: SeatKnowledge,
        place: int,
        number: int,
        others: SeatKnowledge | None = None,
    ) -> LogLine | None:
        """An event as a line for the seat, None if it is hidden from it.

        `others` are the players, for the GM's log, which marks lines hidden from them.
        """
        event = self.events[place]
        state = self.state_at(fight.state, place)
        text = self._told(fight, knowledge, place)
        if text is None or self._is_repeat(fight, knowledge, others, place):
            return None
        hidden = others is not None and self._told(fight, others, place) is None
        # The line of an order shows what the event that is not told again would show.
        repeat = repeat_after(fight.names, self.events, place)
        if repeat >= 0 and self._is_repeat(fight, knowledge, others, repeat):
            place = repeat
        shown = self.events[place]
        return LogLine(
            number=number,
            kind=event.KIND,
            text=text,
            terms=_terms(knowledge, event),
            round=self.rounds[place],
            hidden=hidden,
            beat=beat_of(fight.names, state, knowledge, shown, self._area(knowledge, place)),
            big=big_of(shown),
        )

    def _told(self, fight: Fight, knowledge: SeatKnowledge, place: int) -> str | None:
        later = self.events[place + 1].unknown if place + 1 < len(self.events) else None
        state = self.state_at(fight.state, place)
        return told(fight.names, state, knowledge, self.events[place], later)

    def _is_repeat(
        self, fight: Fight, knowledge: SeatKnowledge, others: SeatKnowledge | None, place: int
    ) -> bool:
        """Whether all who hear the event have heard the order that says the same."""
        order = order_before(fight.names, self.events, place)
        return order >= 0 and all(
            self._told(fight, each, order) is not None or self._told(fight, each, place) is None
            for each in (knowledge, others)
            if each is not None
        )

    def _area(self, knowledge: SeatKnowledge, place: int) -> list[int]:
        """The visible area: walls in the fog do not affect its shape."""
        whole, open_ground = self.areas.get(place, ([], []))
        return whole if knowledge.gm or not knowledge.settings.fog else open_ground


def _renamed(names: Names, titles: Titles, event: Event) -> Titles:
    if not isinstance(event, RefereeRuled) or not event.what.startswith(RENAMING):
        return titles
    ident, _, title = event.what.removeprefix(RENAMING).partition(" ")
    number = names.index.get(ident, -1)
    return (*(pair for pair in titles if pair[0] != number), (number, title))


def _is_same(one: Event, other: Event) -> bool:
    """Whether two events are equal: a repeated step is neither news nor an undo."""
    return one is other or (one == other and one.unknown == other.unknown)


def told(
    names: Names, state: State, knowledge: SeatKnowledge, event: Event, later: list[int] | None
) -> str | None:
    """The sentence of an event for a seat; `later` are the units unknown at the next event."""
    if isinstance(event, UNTOLD) or _is_wish(event):
        return None
    if knowledge.gm:
        return sentence(names, state, event)
    known = heard(knowledge, event, later)
    if known is None:
        return None
    event = known
    for kind, tell in TELLERS:
        if isinstance(event, kind):
            return tell(names, state, knowledge, event)
    if event.KIND in LEFT and not shows_hp(knowledge, units_of(event)):
        return _vague(state, event)
    return sentence(names, state, event)


def _is_wish(event: Event) -> bool:
    """Whether it is a seat's private prompt setting."""
    return isinstance(event, RefereeRuled) and event.what.startswith("stops ")


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


def _attack(names: Names, state: State, knowledge: SeatKnowledge, event: Event) -> str:
    """`Alda hits Goblin 1 with a spear (17).`"""
    assert isinstance(event, AttackRolled)
    attacker, target = state.units[event.unit], state.units[event.target]
    shows_roll, shows_ac = knowledge.shows_rolls(attacker), knowledge.shows_ac(target)
    if shows_roll and shows_ac:
        return sentence(names, state, event)
    total = f" ({event.total})" if shows_roll else ""
    return filled(names, state, event, f"{event.words()}{total}.")


def _harmed(names: Names, state: State, knowledge: SeatKnowledge, event: Event) -> str:
    assert isinstance(event, Harmed)
    if shows_hp(knowledge, [event.unit]):
        return sentence(names, state, event)
    return filled(names, state, event, event.words())


def _fell(names: Names, state: State, knowledge: SeatKnowledge, event: Event) -> str:
    assert isinstance(event, Fell)
    if knowledge.knew(event.by, event.unknown):
        return sentence(names, state, event)
    return filled(names, state, event, event.words())


def _ruled(names: Names, state: State, knowledge: SeatKnowledge, event: Event) -> str | None:
    """A GM's order, without a foe's hit points or a hidden unit's position."""
    assert isinstance(event, RefereeRuled)
    if not hears_order(names, state, knowledge, event):
        return None
    verb, _, rest = event.what.partition(" ")
    number = names.index.get(rest.partition(" ")[0].strip(",;"), -1)
    if verb == "hp" and number >= 0 and knowledge.hp(state.units[number]) is None:
        note = f" ({event.note})" if event.note else ""
        return start(f"GM: the HP of {who(state, number)} changed{note}.")
    return sentence(names, state, event)


def _roll(names: Names, state: State, knowledge: SeatKnowledge, event: Event) -> str | None:
    """A check, save or initiative; hidden if the GM rolls in secret."""
    return sentence(names, state, event) if shows_roll(knowledge, event) else None


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


def _terms(knowledge: SeatKnowledge, event: Event) -> list[Term]:
    """The terms of a number; for a foe's dice only if they are rolled openly."""
    if not shows_terms(knowledge, event):
        return []
    return [
        Term(what=term_name(term), value=int(term.value), cite=term.cite) for term in event.terms
    ]
