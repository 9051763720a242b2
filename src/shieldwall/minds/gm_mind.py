"""The default GM if no person plays that seat: simple, constant rulings (G-50).

It also answers when a mind has won the field: fled units are let go.
"""

from __future__ import annotations

from shieldwall.books.aachen.opening import FIGHT, MeetingOptions
from shieldwall.books.dolmenwood.phases import GO, WaitOptions
from shieldwall.books.dolmenwood.round_end_checks import MODIFY, MoraleOptions
from shieldwall.books.shared.improvised import RulingOptions
from shieldwall.books.shared.pursuit import LET_GO, PursuitOptions, ShotOptions
from shieldwall.books.shared.shared_dials import CHECK_DIFFICULTY
from shieldwall.engine.reaction_options import FIRST, OrderOptions
from shieldwall.engine.space.measure import distance
from shieldwall.engine.state.sheet import DEX, STR
from shieldwall.engine.state.state import ACTIVE, Unit
from shieldwall.engine.tape.request import REFEREE, Choice, Request
from shieldwall.gm.order_grammar import REFUSE, RULE
from shieldwall.minds.carrying import rule_on_carrying


def default_answer(request: Request) -> Choice:
    """Answer a question the rules leave open."""
    options = request.options
    if isinstance(options, RulingOptions):
        carried = rule_on_carrying(options)
        return rule_on(options) if carried is None else carried
    if isinstance(options, OrderOptions):
        return Choice(REFEREE, FIRST, int(options.units[0].index))
    if isinstance(options, PursuitOptions):
        return Choice(options.unit, LET_GO)
    if isinstance(options, MoraleOptions):
        return Choice(REFEREE, MODIFY, note="0")
    if isinstance(options, WaitOptions):
        return Choice(int(options.unit.index), GO)
    if isinstance(options, MeetingOptions):
        return Choice(REFEREE, FIGHT)
    assert isinstance(options, ShotOptions), "nothing else is left open"
    return options.shot


def rule_on(options: RulingOptions) -> Choice:
    """Rule an improvised action as a Main that provokes, with STR or DEX and Exert.

    If a foe within reach is named, the check is opposed by it and knocks it prone; otherwise it is
    against the usual difficulty, without a mechanical result.
    """
    unit = options.unit
    attributes = unit.sheet.attributes
    with_what = "str" if attributes[STR] > attributes[DEX] else "dex"
    foe = named_foe(options)
    if foe is None:
        difficulty = CHECK_DIFFICULTY.of(options.battle.rules)
        text = f"main, provokes, check {with_what} exert {difficulty}, tell it works"
    else:
        check = f"check {with_what} exert opposed {foe.ident}"
        text = f"main, provokes, {check}, prone {foe.ident}"
    ruling = Choice(REFEREE, RULE, note=text)
    if options.why_not(ruling) is None:
        return ruling
    return Choice(REFEREE, REFUSE, note="there is no time left for that")


def named_foe(options: RulingOptions) -> Unit | None:
    """The first standing foe within 5 ft whose name is mentioned."""
    words = options.what.lower().split()
    for other in options.battle.state.units:
        if (
            other.status == ACTIVE
            and not other.prone
            and other.ident in words
            and options.battle.are_foes(options.unit, other)
            and distance(options.unit, other) <= 1
        ):
            return other
    return None
