"""Sentences for people: events, the terms of numbers, reasons of refusals.

The texts are with the events and refusals. A text has their fields in braces: `{unit}` is `Alda` or
`the sergeant`, `{unit:'s}` is `Alda's`, `{weapon:a}` is `a sword`, `{hit:a hit|a miss}` is chosen
by a flag, `{note:()}` is in brackets, a path is shown by its last square. `EXTRAS` has more words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shieldwall.books.aachen.opening import MeetingOptions
from shieldwall.books.dolmenwood.phases import WaitOptions, sides_that_act
from shieldwall.books.dolmenwood.round_end_checks import MoraleOptions
from shieldwall.books.shared.improvised import RulingOptions
from shieldwall.books.shared.pursuit import PursuitOptions, ShotOptions
from shieldwall.books.shared.shared_dials import CHASE_GAP
from shieldwall.engine.attack.blow import Blow
from shieldwall.engine.attack.damage import is_turned_by_defense
from shieldwall.engine.events.clock_events import (
    ChaseRolled,
    FightEnded,
    HouseActionUsed,
    InitiativeRolled,
    Interrupted,
    Pursued,
    RefereeRuled,
    RoundBegan,
    Waived,
)
from shieldwall.engine.events.event import Event, Term
from shieldwall.engine.option import option_of
from shieldwall.engine.points import (
    DECLARING,
    ENTERED,
    HIT,
    JOINED,
    LEAVING_REACH,
    PROVOKED,
    RESOLVED,
    ROLLED,
)
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.refusals import sentence_of
from shieldwall.engine.state.condition import HOLDING
from shieldwall.engine.state.sheet import ATTRIBUTE_NAMES, SKILL_NAMES
from shieldwall.engine.state.state import DOWN, State
from shieldwall.engine.tape.request import PASS, Choice, Refusal, Request
from shieldwall.text.notation import Names, event_text
from shieldwall.text.ruling_words import COSTS, action_ruling_words, order_words
from shieldwall.text.sentence_tables import (
    REFEREE,
)

MINUS: Final = "−"
UNARMED: Final = "unarmed"


def who(state: State, unit: int) -> str:
    """`Alda`, `Goblin 2` or `the sergeant`."""
    if not 0 <= unit < len(state.units):
        return "nobody"
    return state.gm_changes.title(unit) or _untitled(state, unit)


def _untitled(state: State, unit: int) -> str:
    """The unit's name before the GM gave it another."""
    name = state.units[unit].sheet.name
    kind, _, number = state.units[unit].ident.rpartition("-")
    if name[:1].isupper():
        # One of several of a kind whose file capitalises its name.
        numbered = number.isdigit() and _bare(kind) == _bare(name)
        return f"{name} {number}" if numbered else name
    if kind and number.isdigit():
        return f"{kind.replace('-', ' ').capitalize()} {number}"
    return f"the {state.units[unit].ident.replace('-', ' ')}"


def _bare(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def whose(state: State, unit: int) -> str:
    return possessive(who(state, unit))


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def the_side(state: State, side: int) -> str:
    return f"the {state.sides[side].name.replace('-', ' ').replace('_', ' ')}"


def the_team(state: State, team: int) -> str:
    return listed(
        [the_side(state, number) for number, side in enumerate(state.sides) if side.team == team]
    )


def team_does(state: State, team: int, verb: str) -> str:
    """`The party wins`, `The foes win`. `verb` is in the singular."""
    names = the_team(state, team)
    several = " and " in names or (names.endswith("s") and not names.endswith("ss"))
    plain = verb.removesuffix("es") if verb == "catches" else verb.removesuffix("s")
    return f"{names} {plain if several else verb}"


def weapon_name(state: State, unit: int, weapon: int) -> str:
    weapons = state.units[unit].weapons if 0 <= unit < len(state.units) else []
    return weapons[weapon].name.lower() if 0 <= weapon < len(weapons) else "weapon"


def weapon_words(name: str) -> str:
    """Display name of a weapon; "" for none."""
    return "bare hands" if name == UNARMED else name


def with_article(noun: str) -> str:
    if noun == UNARMED:
        return weapon_words(noun)
    if noun.endswith("s"):
        return noun
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def square_text(names: Names, cell: int) -> str:
    inside = 0 <= cell < names.width * names.height
    return names.square(cell) if inside else "a square off the map"


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def start(text: str) -> str:
    """The text with an initial capital."""
    return text[:1].upper() + text[1:]


# What a text can have in braces: fields of the event or refusal, and the words of `EXTRAS`.


class Name(str):
    """A name in a text; `{unit:'s}` is its possessive."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return possessive(str(self)) if spec == "'s" else super().__format__(spec)


class Thing(str):
    """A weapon in a text; `{weapon:a}` has an article."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return with_article(str(self)) if spec == "a" else super().__format__(spec)


class Word(str):
    """A word or note in a text; `{note:()}` is in brackets, if there is one."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec != "()":
            return super().__format__(spec)
        return f" ({self})" if self else ""


class Flag:
    """A flag in a text: `{hit:a hit|a miss}`."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        yes, _, no = spec.partition("|")
        return yes if self.value else no


class Team:
    """A team in a text, with what it does: `{winner:wins}`."""

    def __init__(self, state: State, team: int) -> None:
        self.state = state
        self.team = team

    def __format__(self, spec: str) -> str:
        return team_does(self.state, self.team, spec)


# Events.


def sentence(names: Names, state: State, event: Event) -> str:
    """The sentence for an event. It depends on names and sheets only, not on changing state."""
    text = event.template()
    return filled(names, state, event, text) if text else event_text(names, event)


def filled(names: Names, state: State, event: Event, text: str) -> str:
    """A text with what it has in braces, taken from an event."""
    return start(text.format_map(Fields(names, state, event)))


class Fields(dict[str, object]):
    """The fields of an event and the words of `EXTRAS`, each made when a text uses it."""

    def __init__(self, names: Names, state: State, event: Event) -> None:
        super().__init__()
        self.names = names
        self.state = state
        self.event = event

    def __missing__(self, name: str) -> object:
        for field, kind in self.event.FIELDS:
            if field == name:
                value = getattr(self.event, name)
                return _told(self.names, self.state, self.event, kind, value)
        return EXTRAS[name](self.names, self.state, self.event)


def _told(names: Names, state: State, event: Event, kind: str, value: object) -> object:
    """A field of an event, for use in a text."""
    if kind == "flag":
        return Flag(bool(value))
    if kind == "sides":
        assert isinstance(value, tuple)
        return ", then ".join(the_side(state, side) for side in value)
    if kind == "squares":
        assert isinstance(value, tuple)
        return square_text(names, value[-1]) if value else "nowhere"
    if isinstance(value, str):
        return Word(value)
    if not isinstance(value, int):
        return value
    if kind == "unit":
        return Name(who(state, value))
    if kind == "side":
        return Name(the_side(state, value))
    if kind == "weapon":
        return Thing(weapon_name(state, getattr(event, "unit", -1), value))
    return square_text(names, value) if kind == "square" else value


def _sum(names: Names, state: State, event: Event) -> object:
    return sum(term.value for term in event.terms)


def _winner(names: Names, state: State, event: Event) -> object:
    assert isinstance(event, FightEnded)
    return Team(state, event.team)


def _order(names: Names, state: State, event: Event) -> object:
    """A decision of the GM in words."""
    assert isinstance(event, RefereeRuled)

    def called(ident: str) -> Name | None:
        number = names.index.get(ident, -1)
        return None if number < 0 else Name(who(state, number))

    def untitled(ident: str) -> str:
        return _untitled(state, names.index[ident])

    if event.what.partition(",")[0] in COSTS:
        return action_ruling_words(event.what, called, listed)
    return order_words(event.what, called, untitled)


def _refusal(names: Names, state: State, event: Event) -> object:
    assert isinstance(event, Waived)
    refusal = Refusal(event.reason, event.rule, event.unit, event.other, event.have, event.need)
    return refusal_sentence(names, state, refusal)


def _friendly(names: Names, state: State, event: Event) -> object:
    assert isinstance(event, HouseActionUsed)
    return Flag(is_friend(state, event.unit, event.target))


def _attempt(names: Names, state: State, event: Event) -> object:
    assert isinstance(event, Interrupted)
    return option_of(event.action).words.noun or event.action.replace("-", " ")


EXTRAS: Final[dict[str, Callable[[Names, State, Event], object]]] = {
    "sum": _sum,
    "winner": _winner,
    "order": _order,
    "refusal": _refusal,
    "friendly": _friendly,
    "attempt": _attempt,
}
"""Words that are no fields: the sum of the terms, the team that wins, and so on."""


def is_friend(state: State, unit: int, other: int) -> bool:
    sides = state.sides
    return sides[state.units[unit].side].team == sides[state.units[other].side].team


# Terms of numbers.


def term_name(term: Term) -> str:
    """`DEX`, `Shoot`, or the term's own words."""
    if term.what in ATTRIBUTE_NAMES:
        return term.what.upper()
    return term.what.capitalize() if term.what in SKILL_NAMES else term.what


def why(event: Event) -> str:
    """`17 = d20 12 (SOV-108) + DEX 1 (SOV-110) − half cover 2 (SOV-103)`; empty without terms."""
    if not event.terms:
        return ""
    parts: list[str] = []
    for term in event.terms:
        if parts:
            parts.append(MINUS if term.value < 0 else "+")
        size = abs(term.value) if parts else term.value
        parts.append(f"{term_name(term)} {size} ({term.cite})")
    return f"{sum(term.value for term in event.terms)} = {' '.join(parts)}"


# Refusals.


def refusal_sentence(
    names: Names, state: State, refusal: Refusal, choice: Choice | None = None
) -> str:
    """The reason in words, with the rule's id."""
    unit, other = refusal.unit, refusal.other
    chosen = -1 if choice is None else choice.weapon
    told = sentence_of(refusal).format(
        unit=Name(who(state, unit)),
        other=Name(who(state, other)),
        square=square_text(names, other),
        other_weapon=weapon_name(state, unit, other),
        weapon=f"the {weapon_name(state, unit, chosen)}",
        weapons=listed(names.weapons[unit]) if 0 <= unit < len(names.weapons) else "none",
        verb="that" if choice is None else repr(choice.verb),
        have=refusal.have,
        need=refusal.need,
    )
    return start(f"{told} ({names.concordance.get(refusal.cite, refusal.cite)})")


# Questions and options.


def request_sentence(
    state: State, request: Request, total: bool = True, armour: bool = True
) -> str:
    """The question, without its answers.

    The roll, or the AC it was made against, is left out if the reader may not know it.
    """
    options = request.options
    blow = options.window.blow if isinstance(options, ReactionOptions) else None
    if blow is None or request.point != ROLLED:
        return start(_question(state, request))
    attacker, target = who(state, int(blow.attacker.index)), who(state, int(blow.target.index))
    if blow.target.status == DOWN:
        return start(f"{attacker} is about to finish off {target}.")
    told = f"{attacker} {'hits' if blow.hit else 'misses'} {target}"
    if total:
        told += f" ({blow.total} vs AC {blow.ac()})" if armour else f" ({blow.total})"
    return " ".join([start(f"{told}."), *(_turning(state, request, blow) if total else [])])


def _turning(state: State, request: Request, blow: Blow) -> list[str]:
    """The effects of the possible reactions to an attack."""
    options = request.options
    assert isinstance(options, ReactionOptions)
    offered = {choice.verb for choice in options}
    found = []
    for spec in options.battle.rules.reactions[request.point]:
        if spec.verb not in offered:
            continue
        if spec.verb == "luck":
            found.append(f"{spec.title} would make it a {'miss' if blow.hit else 'hit'}.")
        elif spec.verb == "total-defense" and blow.target is options.unit:
            helps = spec.matters(options.battle, options.unit, options.window)
            if blow.hit:
                turns = is_turned_by_defense(options.battle, blow)
                found.append(f"{spec.title} would {'' if turns else 'not '}make it a miss.")
                if helps and not turns:
                    found.append("It would keep Shock from raising the damage.")
            elif helps:
                found.append(f"{spec.title} would stop the Shock.")
    if options.unit.effect(HOLDING) is not None:
        asked = start(who(state, request.unit))
        found.append(f"{asked} can still use the held action before damage is rolled.")
    return found


def _question(state: State, request: Request) -> str:
    asked, cause = Name(who(state, request.unit)), who(state, request.cause)
    options = request.options
    if isinstance(options, RulingOptions):
        return f"{cause} improvises: {options.what}. What is the GM's ruling?"
    if isinstance(options, WaitOptions):
        side = the_side(state, int(options.unit.side))
        return f"initiative is rolled. Will {side} act in turn or wait?"
    if isinstance(options, MoraleOptions):
        side = the_side(state, options.side)
        return f"morale check for {side} ({options.why}). Any modifier?"
    if isinstance(options, MeetingOptions):
        return "the reaction is uncertain. Do they fight or part?"
    if isinstance(options, PursuitOptions):
        return "the fleeing side has left the field. Pursue?"
    if isinstance(options, ShotOptions):
        feet = CHASE_GAP.of(request.battle.rules) * 5
        return f"{asked} can shoot at {cause} once, {feet} ft away."
    if not isinstance(options, ReactionOptions):
        return "who acts?" if request.unit < 0 else f"{asked:'s} turn."
    if request.point == JOINED:
        return f"{asked} has joined the swarm on {cause}. Attack now?"
    if request.point == RESOLVED and request.cause < 0:
        return f"the round ends. {asked:'s} held action will be lost."
    blow = options.window.blow
    if blow is None:
        causes = {
            LEAVING_REACH: f"{cause} is about to leave {asked:'s} reach.",
            PROVOKED: f"{cause} provokes {asked}.",
            DECLARING: f"what does {asked} declare?",
            ENTERED: f"{cause} comes into reach or range of {asked}.",
        }
        return causes.get(request.point, f"{cause} is about to act.")
    attacker, target = who(state, int(blow.attacker.index)), who(state, int(blow.target.index))
    if request.point == HIT:
        return f"{attacker} hits {target}. Damage is not rolled yet."
    return f"{attacker} is about to attack {target}."


def option_sentence(names: Names, state: State, choice: Choice) -> str:
    """A choice in words."""
    name = REFEREE if choice.unit < 0 else who(state, choice.unit)
    return start(f"{name}: {choice_words(names, state, choice)}.")


def choice_words(
    names: Names, state: State, choice: Choice, point: int = -1, squares: bool = True
) -> str:
    """`strike at Goblin 1 with a spear`; at a `point`, as an answer there.

    Without `squares`: the common text of choices that differ only in the square.
    """
    if choice.verb == PASS and point == DECLARING:
        return "declare nothing"
    texts = option_of(choice.verb).words
    weapon = weapon_name(state, choice.unit, choice.weapon)
    aimed = 0 <= choice.target < len(state.units)
    own = choice.target == choice.unit
    target = who(state, choice.target)
    square = square_text(names, choice.path[-1]) if choice.path and squares else ""
    words = texts.sentence if squares else texts.anywhere
    if choice.note and texts.noted:
        words = texts.noted
    elif weapon == UNARMED and texts.bare:
        words = texts.bare
    elif choice.target < 0 and texts.alone:
        words = texts.alone
    return words.format(
        target=target,
        side=the_side(state, int(state.units[choice.target].side)) if aimed else "the others",
        on_target=(" on oneself" if own else f" on {target}") if aimed else "",
        square=square or "where it stands",
        at_square=f" at {square}" if square else "",
        to_square=f" to {square}" if square else "",
        weapon=weapon_words(weapon),
        a_weapon=with_article(weapon),
        note=choice.note,
        the_note=f"the {choice.note}",
        how=" to the ground" if choice.note == "prone" else "",
    )


def die_sentence(state: State, events: list[Event], tag: str, sides: int, roller: int = -1) -> str:
    """The purpose of a die rolled by hand: `d20 for Alda's attack`."""
    if tag == "initiative" and roller < 0:
        return f"d{sides} for the initiative of {the_side(state, _next_to_roll(state, events))}"
    if tag in FOR_A_SIDE:
        return f"d{sides} for {tag}"
    if tag == "chase":
        return f"d{sides} for {the_side(state, _runners(events))} in the chase"
    if tag == "initiative tie":
        return f"d{sides} to break the tie"
    # Between two turns a rule may call for its own die.
    return f"d{sides} for {whose(state, roller)} {tag}" if roller >= 0 else f"d{sides}: {tag}"


FOR_A_SIDE: Final = ("surprise", "morale", "evasion")
"""Dice of a side rather than of a unit."""


def _next_to_roll(state: State, events: list[Event]) -> int:
    """The side whose initiative is next: since the round began, the others have rolled."""
    rolled = 0
    for event in reversed(events):
        if isinstance(event, RoundBegan):
            break
        if isinstance(event, InitiativeRolled):
            rolled += 1
    sides = sides_that_act(state)
    return sides[rolled] if rolled < len(sides) else 0


def _runners(events: list[Event]) -> int:
    """The side that rolls next in the pursuit: the pursuers first."""
    rolled = 0
    for event in reversed(events):
        if isinstance(event, ChaseRolled):
            rolled += 1
        elif isinstance(event, Pursued):
            return event.after if rolled % 2 else event.side
    return 0
