""" "When it matters": a question is asked exactly if some dice make an answer count.

Random fights of shipped creatures and of the arena are played with all questions asked. At every
attack roll outside other attacks, each answer is tried with the highest and the lowest dice and
compared with no answer. The result is compared with whether the question is asked by default.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from tests.engine.arena import arena, skirmish
from tests.engine.test_when_it_matters import is_asked_by_default, pairs
from tests.engine.watched_play import Erratic, brawl

from shieldwall.buildinfo import build_info
from shieldwall.engine.attack.blow import Blow
from shieldwall.engine.attack.screening import screens
from shieldwall.engine.move.interruption import is_helpless
from shieldwall.engine.points import ROLLED, RULING, TURN
from shieldwall.engine.reaction_options import ReactionOptions
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.state import ACTIVE, ALWAYS, Unit
from shieldwall.engine.tape.request import PASS, Choice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.engine.wounds.injury import victim_of
from shieldwall.fight import Fight
from shieldwall.minds.gm_mind import default_answer

FIELDS = ("brawl", "brawl in the open", "skirmish", "pairs", "heroes", "menagerie")
BOOKS = ("sovereign", "sovereign-early", "aachen", "aachen-early")
SEEDS = int(os.environ.get("SHIELDWALL_FIGHTS", "4" if build_info().kind == "compiled" else "1"))
STEPS = 300
HIGH_OR_LOW = ("high high", "high low", "low high", "low low")
"""How attacks and how everything else come up."""
TRIED = ("total-defense", "snap", "luck")
UNMOVED = 60
"""Questions and dice after which the rest of an action is left alone."""


def field(name: str, book: str, seed: int) -> Setup:
    if name.startswith("brawl"):
        made = brawl(book, seed, name.endswith("open"), ALWAYS)
    elif name == "skirmish":
        made = skirmish()
    elif name == "pairs":
        made = pairs()
    else:
        made = arena(name, book)
    made.rules = book
    made.stops = ALWAYS
    return made


def silent(request: Request) -> Choice:
    """Nothing, or the first of what must be answered."""
    if request.point == RULING:
        return default_answer(request)
    choices = list(request.options)
    kept = [choice for choice in choices if choice.verb == PASS]
    return kept[0] if kept else choices[0]


class Aftermath:
    """The effect of an answer and these dice on the target and the attacker."""

    def __init__(self, fight: Fight, choice: Choice, blow: Blow, dice: str) -> None:
        twin = fight.fork()
        twin.push(choice)
        attacks, others = dice.split()
        for _ in range(UNMOVED):
            if twin.outcome is not None:
                break
            if twin.die is not None:
                high = (attacks if twin.die.tag == "attack" else others) == "high"
                # A save that is made is what keeps harm away.
                if twin.die.tag == "save":
                    high = not high
                twin.push_die(twin.die.sides if high else 1)
            elif twin.request is not None and twin.request.point != TURN:
                twin.push(silent(twin.request))
            else:
                break
        units = twin.state.units
        self.target = fate(units[int(blow.target.index)])
        attacker = units[int(blow.attacker.index)]
        self.stopped = attacker.status != ACTIVE or is_helpless(attacker)


def fate(unit: Unit) -> tuple[object, ...]:
    """Everything an attack may change in a unit, except the effects of its own answer."""
    under = sorted(effect.kind.name for effect in unit.effects if effect.kind.name != "defending")
    return (
        int(unit.hp), int(unit.status), unit.prone, int(unit.x), int(unit.y), unit.locked,
        int(unit.inside), *under,
    )  # fmt: skip


def moments(made: Setup, seed: int) -> Iterator[tuple[Fight, Request, ReactionOptions, Blow]]:
    """Every attack roll of a fight that is answered before anybody else has, and is no answer."""
    fight = Fight(made, by_hand=True)
    oracle = Erratic(seed)
    chance = Random(seed)
    for _ in range(STEPS):
        if fight.outcome is not None:
            return
        if fight.die is not None:
            fight.push_die(oracle.roll(fight.die.tag, fight.die.sides))
            continue
        request = fight.request
        assert request is not None
        options = request.options
        if isinstance(options, ReactionOptions) and request.point == ROLLED:
            blow = options.window.blow
            action = request.battle.under_way
            alone = action is not None and action.around is None
            first = alone and not fight.sealed()
            if blow is not None and first:
                yield fight, request, options, blow
        if isinstance(options, TurnOptions):
            choice = oracle.turn(request.battle, options)
            fight.push(choice if options.why_not(choice) is None else next(iter(options)))
        elif request.point == RULING or chance.random() < 0.75:
            fight.push(silent(request))
        else:
            fight.push(chance.choice(list(options)))


def is_plain(blow: Blow, options: ReactionOptions) -> bool:
    """Whether the tried dice decide.

    There is no gaze before and no luck after, no prone unit is pushed, no unit blocks the answer or
    is freed by it, and the answer only wounds.
    """
    unit = options.unit
    if victim_of(blow.attacker) >= 0:
        return False
    for other in options.battle.state.units:
        if screens(other, blow.attacker):
            return False
    verbs = {choice.verb for choice in options}
    if verbs - {*TRIED, PASS} or ("snap" in verbs and unit.luck):
        return False
    if any(weapon.riders for weapon in unit.weapons):
        return False
    return not blow.attacker.sheet.powers and not (blow.harmless and blow.target.prone)


def counts(fight: Fight, request: Request, options: ReactionOptions, blow: Blow) -> set[str]:
    """The answers that make a difference with some of the dice."""
    found: set[str] = set()
    for dice in HIGH_OR_LOW:
        passed = Aftermath(fight, Choice(request.unit, PASS), blow, dice)
        for choice in options:
            if choice.verb == PASS or choice.verb in found:
                continue
            came = Aftermath(fight, choice, blow, dice)
            differs = came.target != passed.target
            if choice.verb == "snap":
                differs = differs and came.stopped and not passed.stopped
            if differs:
                found.add(choice.verb)
    return found


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", FIELDS)
def test_a_question_is_asked_by_default_exactly_where_an_answer_counts(
    name: str, book: str
) -> None:
    looked = 0
    for seed in range(1, 20 + SEEDS):
        if seed > SEEDS and looked:
            break
        for fight, request, options, blow in moments(field(name, book, seed), seed):
            if is_plain(blow, options):
                found = counts(fight, request, options, blow)
                here = f"seed {seed}, entry {len(fight.entries)}: {sorted(found)}"
                assert is_asked_by_default(request) == bool(found), here
                looked += 1
    assert looked > 0
