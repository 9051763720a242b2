"""Sentences for people: what happened, why a number is what it is, why something is not allowed.

One function a kind of event and one a reason of refusal, found by tables; the facts come from
`core`, the words are all here. Nothing below this file holds a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from shieldwall.core.events import (
    AttackRolled,
    Charged,
    Disengaged,
    Event,
    Fell,
    FightEnded,
    Harmed,
    InitiativeRolled,
    Moved,
    Opportunity,
    OrderSet,
    Reloaded,
    RoundBegan,
    ShockStopped,
    SideBegan,
    StoodUp,
    SurpriseRound,
    Term,
    TurnBegan,
    TurnEnded,
    WentProne,
)
from shieldwall.core.points import LEAVING_REACH, PROVOKED
from shieldwall.core.request import DONE, PASS, Choice, Refusal, Request
from shieldwall.core.state import ATTRIBUTE_NAMES, SKILL_NAMES, State

if TYPE_CHECKING:
    from shieldwall.notation import Names

MINUS: Final = "−"


# Who and what.


def who(state: State, unit: int) -> str:
    """`Alda`, `Goblin 2` or `the sergeant`."""
    if not 0 <= unit < len(state.units):
        return "nobody"
    name = state.units[unit].sheet.name
    if name[:1].isupper():
        return name
    kind, _, number = state.units[unit].ident.rpartition("-")
    if kind and number.isdigit():
        return f"{kind.replace('-', ' ').capitalize()} {number}"
    return f"the {state.units[unit].ident.replace('-', ' ')}"


def whose(state: State, unit: int) -> str:
    name = who(state, unit)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def the_side(state: State, side: int) -> str:
    return f"the {state.sides[side].name.replace('-', ' ').replace('_', ' ')}"


def the_team(state: State, team: int) -> str:
    return listed(
        [the_side(state, number) for number, side in enumerate(state.sides) if side.team == team]
    )


def weapon_name(state: State, unit: int, weapon: int) -> str:
    weapons = state.units[unit].sheet.weapons if 0 <= unit < len(state.units) else ()
    return weapons[weapon].name.lower() if 0 <= weapon < len(weapons) else "weapon"


def with_article(noun: str) -> str:
    if noun == "unarmed":
        return "bare hands"
    if noun.endswith("s"):
        return noun
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def start(text: str) -> str:
    """With a capital, as a sentence begins."""
    return text[:1].upper() + text[1:]


# What happened.


def sentence(names: Names, state: State, event: Event) -> str:
    """What a referee would say. Reads only what does not change in the state: names and sheets."""
    return start(SENTENCES[event.KIND](names, state, event))


Teller = Callable[["Names", State, Event], str]
Kind = TypeVar("Kind", bound=Event)
SENTENCES: Final[dict[str, Teller]] = {}


def tells(
    kind: type[Kind],
) -> Callable[[Callable[[Names, State, Kind], str]], Callable[[Names, State, Kind], str]]:
    """Enter a function into the table, under the kind of event it tells."""

    def enter(function: Callable[[Names, State, Kind], str]) -> Callable[[Names, State, Kind], str]:
        def teller(names: Names, state: State, event: Event) -> str:
            assert isinstance(event, kind)
            return function(names, state, event)

        SENTENCES[kind.KIND] = teller
        return function

    return enter


@tells(SurpriseRound)
def _surprise(names: Names, state: State, event: SurpriseRound) -> str:
    aware = listed([the_side(state, side) for side in event.sides])
    return f"Surprise! A free round for {aware}."


@tells(InitiativeRolled)
def _initiative(names: Names, state: State, event: InitiativeRolled) -> str:
    return f"initiative for {the_side(state, event.side)}: {event.total}."


@tells(OrderSet)
def _order(names: Names, state: State, event: OrderSet) -> str:
    return f"first {', then '.join(the_side(state, side) for side in event.sides)}."


@tells(RoundBegan)
def _round(names: Names, state: State, event: RoundBegan) -> str:
    return f"round {event.number}."


@tells(SideBegan)
def _side(names: Names, state: State, event: SideBegan) -> str:
    return f"it is up to {the_side(state, event.side)}."


@tells(TurnBegan)
def _turn(names: Names, state: State, event: TurnBegan) -> str:
    return f"{whose(state, event.unit)} turn."


@tells(TurnEnded)
def _turn_over(names: Names, state: State, event: TurnEnded) -> str:
    return f"{who(state, event.unit)} is done."


@tells(Moved)
def _moved(names: Names, state: State, event: Moved) -> str:
    return f"{who(state, event.unit)} moves to {names.square(event.path[-1])}, {event.feet} ft."


@tells(Charged)
def _charged(names: Names, state: State, event: Charged) -> str:
    return f"{who(state, event.unit)} charges {who(state, event.target)}."


@tells(Disengaged)
def _disengaged(names: Names, state: State, event: Disengaged) -> str:
    return f"{who(state, event.unit)} disengages."


@tells(WentProne)
def _prone(names: Names, state: State, event: WentProne) -> str:
    return f"{who(state, event.unit)} drops prone."


@tells(StoodUp)
def _stood_up(names: Names, state: State, event: StoodUp) -> str:
    return f"{who(state, event.unit)} stands up."


@tells(Reloaded)
def _reloaded(names: Names, state: State, event: Reloaded) -> str:
    return f"{who(state, event.unit)} loads the {weapon_name(state, event.unit, event.weapon)}."


@tells(Opportunity)
def _opportunity(names: Names, state: State, event: Opportunity) -> str:
    return f"{who(state, event.unit)} uses the opening {who(state, event.target)} gives."


@tells(AttackRolled)
def _attack(names: Names, state: State, event: AttackRolled) -> str:
    attacker = who(state, event.unit)
    target = who(state, event.target)
    weapon = with_article(weapon_name(state, event.unit, event.weapon))
    if event.how == "thrown":
        deed = f"{attacker} throws {weapon} at {target}"
    elif event.how == "shot":
        deed = f"{attacker} shoots at {target} with {weapon}"
    else:
        deed = f"{attacker} strikes at {target} with {weapon}"
    return f"{deed}: {event.total} against AC {event.ac}, {'a hit' if event.hit else 'a miss'}."


@tells(Harmed)
def _harmed(names: Names, state: State, event: Harmed) -> str:
    left = f"has {event.left} left" if event.left else "has nothing left"
    from_shock = " from Shock" if event.cause == "shock" else ""
    return f"{who(state, event.unit)} takes {event.amount}{from_shock} and {left}."


@tells(ShockStopped)
def _shock_stopped(names: Names, state: State, event: ShockStopped) -> str:
    return f"{whose(state, event.unit)} shield stops the Shock."


@tells(Fell)
def _fell(names: Names, state: State, event: Fell) -> str:
    if event.how == "down":
        return f"{who(state, event.unit)} goes down and lies dying."
    return f"{who(state, event.unit)} is slain by {who(state, event.by)}."


@tells(FightEnded)
def _ended(names: Names, state: State, event: FightEnded) -> str:
    if event.reason == "defeat":
        won = event.team >= 0
        return f"victory for {the_team(state, event.team)}." if won else "nobody is left standing."
    if event.reason == "standstill":
        return "nobody has been hurt or moved for many rounds: the fight is undecided."
    if event.reason == "round-limit":
        return "the last round is over: the fight is undecided."
    return f"the fight is over ({event.reason})."


# Why a number is what it is.


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


# Why something is not allowed.

REFUSALS: Final[dict[str, str]] = {
    # Whose turn it is.
    "nobody": "nobody of that name is in the fight",
    "out-of-the-fight": "{unit} is out of the fight",
    "another-is-acting": "{other} is in the middle of a turn; {unit} has to wait",
    "has-acted": "{unit} has already acted this round",
    "not-its-side": "it is not the turn of {whose} side",
    "not-asked": "{unit} is not asked now",
    # What can be done at all.
    "no-such-action": "{verb} is nothing one does on a turn under these rules",
    "no-such-reaction": "{verb} cannot be done at this moment",
    "move-spent": "{whose} move is spent",
    "main-spent": "{whose} main action is spent",
    # Weapons and targets.
    "no-such-weapon": "say with which weapon; {unit} has {weapons}",
    "weapon-gone": "{unit} no longer has the {other_weapon}",
    "not-loaded": "the {other_weapon} is not loaded; reload first",
    "is-loaded": "the {other_weapon} is ready already",
    "not-in-hand": "{unit} does not have the {other_weapon} in hand",
    "no-target": "say whom to attack",
    "target-is-out": "{other} is out of the fight already",
    "no-foe": "{other} is no foe of {unit}",
    "no-melee-weapon": "one does not strike with {weapon}",
    "no-such-shot": "{weapon} is not for that: a bow shoots, a spear is thrown",
    "out-of-reach": "{other} is {have} ft away, {weapon} reaches {need} ft",
    "out-of-range": "{other} is {have} ft away, {weapon} carries {need} ft",
    "bound": "a foe is in melee range of {unit}, too close to use {weapon} with two hands",
    "no-line": "{unit} has no line to {other}",
    # Going somewhere.
    "no-path": "say to which square",
    "no-way": "{unit} cannot step to {square}",
    "too-far": "{square} is {need} ft away, {have} ft left",
    "occupied": "{square} is taken; one may pass a friend, not stop there",
    "no-run-up": "a charge needs 5 ft of run-up at least",
    "no-charge": "{unit} has no clear straight line to charge along: {square} is in the way",
    "is-prone": "{unit} is prone already",
    "is-standing": "{unit} is standing already",
    # Attacks of opportunity.
    "not-the-one": "{other} is not the one who gives {unit} an opening",
    "no-opportunity": "{unit} can no longer strike at {other}",
}
CHARGE_TOO_FAR: Final = "{square} is {need} ft away, a charge goes {have} ft at most"


def refusal_sentence(
    names: Names, state: State, refusal: Refusal, choice: Choice | None = None
) -> str:
    """The reason in words, with the rule's id."""
    text = REFUSALS[refusal.reason]
    if refusal.reason == "no-charge" and refusal.need > refusal.have:
        text = CHARGE_TOO_FAR
    return start(f"{text.format_map(_Facts(names, state, refusal, choice))} ({refusal.cite})")


class _Facts(dict[str, str]):
    """What a refusal's text may name, looked up when it does."""

    def __init__(self, names: Names, state: State, refusal: Refusal, choice: Choice | None) -> None:
        super().__init__(have=str(refusal.have), need=str(refusal.need))
        self.names = names
        self.state = state
        self.refusal = refusal
        self.choice = choice

    def __missing__(self, key: str) -> str:
        state, unit, other = self.state, self.refusal.unit, self.refusal.other
        if key in ("verb", "weapon"):
            return self._chosen(key)
        facts: dict[str, Callable[[], str]] = {
            "unit": lambda: who(state, unit),
            "whose": lambda: whose(state, unit),
            "weapons": lambda: listed(self.names.weapons[unit]),
            "other": lambda: who(state, other),
            "other_weapon": lambda: weapon_name(state, unit, other),
            "square": lambda: square_text(self.names, other),
        }
        return facts[key]()

    def _chosen(self, key: str) -> str:
        if key == "verb":
            return "that" if self.choice is None else repr(self.choice.verb)
        if self.choice is None or self.choice.weapon < 0:
            return "the weapon"
        return f"the {weapon_name(self.state, self.refusal.unit, self.choice.weapon)}"


def square_text(names: Names, cell: int) -> str:
    inside = 0 <= cell < names.width * names.height
    return names.square(cell) if inside else "a square off the map"


# What is asked, and what may be answered.


def request_sentence(state: State, request: Request) -> str:
    """The question, without its answers."""
    asked = who(state, request.unit)
    cause = who(state, request.cause)
    if request.point == LEAVING_REACH:
        return start(f"{cause} is about to leave {whose(state, request.unit)} reach.")
    if request.point == PROVOKED:
        return start(f"{cause} gives {asked} an opening.")
    if request.unit < 0:
        return "Who acts?"
    return start(f"{whose(state, request.unit)} turn.")


def option_sentence(names: Names, state: State, choice: Choice) -> str:
    """A choice in words."""
    weapon = weapon_name(state, choice.unit, choice.weapon)
    target = who(state, choice.target)
    square = square_text(names, choice.path[-1]) if choice.path else ""
    texts = {
        "attack": f"strike at {target} with {with_article(weapon)}",
        "shoot": f"shoot at {target} with {with_article(weapon)}",
        "throw": f"throw {with_article(weapon)} at {target}",
        "strike": f"strike at {target} with {with_article(weapon)}",
        "charge": f"charge {target} by way of {square}, with {with_article(weapon)}",
        "run": f"move to {square}",
        "reload": f"load the {weapon}",
        "disengage": "disengage",
        "prone": "drop prone",
        "stand": "stand up",
        DONE: "end the turn",
        PASS: "let it pass",
    }
    return start(f"{who(state, choice.unit)}: {texts.get(choice.verb, choice.verb)}.")


def die_sentence(state: State, events: list[Event], tag: str, sides: int) -> str:
    """What a die that somebody rolls by hand is for: `d20 for Alda's attack`."""
    if tag == "initiative":
        rolled = sum(1 for event in events if isinstance(event, InitiativeRolled))
        return f"d{sides} for the initiative of {the_side(state, rolled)}"
    if tag == "initiative tie":
        return f"d{sides} to break the tie"
    return f"d{sides} for {whose(state, _roller(state, events, tag))} {tag}"


def _roller(state: State, events: list[Event], tag: str) -> int:
    last = events[-1] if events else None
    if tag == "damage":
        for event in reversed(events):
            if isinstance(event, AttackRolled):
                return event.unit
    return last.unit if isinstance(last, Opportunity) else state.clock.active
