"""Playing on from a moment of a fight with new dice and minds: how often our team wins."""

from __future__ import annotations

from typing import Final, NamedTuple

from shieldwall.engine.option import STRIKE, option_of
from shieldwall.engine.state.setup import last_round, leave_to_minds
from shieldwall.engine.tape.dice import substream
from shieldwall.engine.tape.entries import Chose, Desync
from shieldwall.engine.tape.oracles import Answer
from shieldwall.engine.tape.paired_dice import Paired
from shieldwall.engine.tape.request import Choice, IllegalChoice, Request
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.minds.look_ahead.rollouts import Once
from shieldwall.minds.plan_sentences import action_phrase
from shieldwall.sim.counts import our_team
from shieldwall.sim.fight_facts import BLEEDS, DIED, LIES, Row, row_of
from shieldwall.sim.job import Game
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.text.notation import choice_text, parse_choice
from shieldwall.text.sentences import start, who

FALLEN: Final = (LIES, BLEEDS, DIED)
CHANCE: Final = "chance"
LOOK: Final = "look"
COMPARE: Final = "compare"


class Work(NamedTuple):
    """A unit of work of a review, independent of the process."""

    kind: str
    """`chance`: play on from an entry. `look`: ask a mind for its choice there, and compare.
    `compare`: the same for a known choice."""
    entry: int
    first: int
    size: int
    """The number of fights, starting with number `first`."""
    mind: str = ""
    choice: str = ""
    """In notation: the alternative to compare with the actual choice."""


class Done(NamedTuple):
    """The result of a unit of work."""

    wins: int = 0
    fights: int = 0
    choice: str = ""
    """The mind's choice; "" if it is the actual choice, or there is nothing to compare."""
    chosen_words: str = ""
    better_words: str = ""
    gain: int = 0
    """How many more fights were won with the mind's choice, over all pairs."""
    differing: int = 0
    """Pairs of fights with different results."""
    fell: tuple[int, ...] = ()
    """By unit: in how many fights it fell after the actual choice."""
    fell_else: tuple[int, ...] = ()
    """The same after the mind's choice."""


def do_work(fight: Fight, work: Work, seed: int) -> Done:
    """Do one unit of work; the result does not depend on the process."""
    stream = substream(seed, work.entry)
    if work.kind == CHANCE:
        return _chance(fight, work, stream)
    return _compared(fight, work, stream)


def _chance(fight: Fight, work: Work, stream: int) -> Done:
    twin = fight.at(work.entry)
    team = our_team(fight.setup)
    game = Game(twin.setup, twin.rules, seat_minds(twin.setup, ()), stream, False, twin)
    rows = [game.play(number) for number in range(work.first, work.first + work.size)]
    return Done(sum(row.team == team for row in rows), len(rows))


def _compared(fight: Fight, work: Work, stream: int) -> Done:
    entry = fight.entries[work.entry]
    assert isinstance(entry, Chose)
    twin = fight.at(work.entry)
    request = _asked(twin, entry)
    if request is None:
        return Done()
    chosen = entry.choice
    if work.kind == LOOK:
        if next(iter(_others(request, chosen)), None) is None:
            return Done()
        better = make_mind(work.mind, stream & 0x7FFFFFFF)(request)
    else:
        better = parse_choice(twin.names, work.choice)
    if better == chosen or better.unit < 0:
        return Done()
    return _pairs(twin, request, chosen, better, work, stream)


def _asked(twin: Fight, entry: Chose) -> Request | None:
    for request in twin.requests:
        if request.point == entry.point and request.unit in (entry.choice.unit, -1):
            return request
    return None


def _others(request: Request, chosen: Choice) -> list[Choice]:
    """An alternative to the chosen option; one is enough."""
    for choice in request.options:
        if choice != chosen:
            return [choice]
    return []


def _pairs(
    twin: Fight, request: Request, chosen: Choice, better: Choice, work: Work, stream: int
) -> Done:
    """Play both choices with the same dice, fight by fight."""
    team = our_team(twin.setup)
    tags: dict[str, int] = {}
    units = len(twin.state.units)
    fell, fell_else = [0] * units, [0] * units
    gain = differing = wins = fights = 0
    for number in range(work.first, work.first + work.size):
        dice = substream(stream, number)
        chosen_row = _played(twin, request, chosen, dice, tags)
        better_row = _played(twin, request, better, dice, tags)
        if chosen_row is None or better_row is None:
            return Done()
        fights += 1
        wins += better_row.team == team
        step = int(better_row.team == team) - int(chosen_row.team == team)
        gain += step
        differing += step * step
        for counts, row in ((fell, chosen_row), (fell_else, better_row)):
            for unit in range(units):
                counts[unit] += row.fates[unit] in FALLEN
    return Done(
        wins, fights, choice_text(twin.names, better), words(twin, request, chosen),
        words(twin, request, better), gain, differing, tuple(fell), tuple(fell_else),
    )  # fmt: skip


def _played(
    twin: Fight, request: Request, choice: Choice, dice: int, tags: dict[str, int]
) -> Row | None:
    """Play one fight after a choice; None if the choice is illegal there."""
    minds: list[Answer] = list(seat_minds(twin.setup, ()))
    seat = request.seats[0]
    minds[seat] = Once(request.point, request.unit, choice, minds[seat])
    before = twin.state
    try:
        battle = twin.from_here(Paired(dice, minds, tags))
    except (Desync, IllegalChoice):
        return None
    battle.rounds = last_round(twin.setup, before)
    leave_to_minds(battle.state)
    battle.play()
    return row_of(battle, before)


def words(twin: Fight, request: Request, choice: Choice) -> str:
    """`Alda attacks Veteran 1 with a sword`; for a move, also the destination."""
    battle = request.battle
    unit = battle.state.units[choice.unit]
    text = action_phrase(battle, unit, choice)
    if choice.path and not option_of(choice.verb).has(STRIKE):
        text += f" ({twin.names.square(choice.path[-1])})"
    return f"{start(who(battle.state, choice.unit))} {text}"
