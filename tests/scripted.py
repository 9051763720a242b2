"""Play a short script: it names only what matters, and passes every other question.

    fight = run(made, "g attack a with sword", 19, "b snap g with sword", 18, 4)

A number is the next die, a text the next choice. A question in a window that the script does not
answer is passed; an unexpected turn, ruling or die fails the test. "no b snap g with sword" asserts
that the choice is refused at that point, and "?" at the end leaves the question open.
"""

from __future__ import annotations

from tests.scene import why_not

from shieldwall.engine.points import TURN
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import PASS, Choice
from shieldwall.fight import Fight

Step = str | int


def run(made: Setup, *script: Step, first: str = "party", die: int = 8) -> Fight:
    """From the beginning of a fight; `first` wins initiative, "" leaves it to the script."""
    fight = Fight(made, by_hand=True)
    if first:
        for side in made.sides:
            assert fight.die is not None, "initiative is not rolled"
            assert fight.die.tag == "initiative", f"{fight.die.tag} is rolled first"
            fight.push_die(die if side.name == first else 1)
    go_on(fight, *script)
    return fight


def go_on(fight: Fight, *script: Step) -> None:
    """Play the steps; then pass what is still asked in windows."""
    left = list(script)
    while left:
        assert fight.outcome is None, f"the fight is over before {left}"
        step = left[0]
        if step == "?":
            return
        if fight.die is not None:
            assert isinstance(step, int), f"d{fight.die.sides} for {fight.die.tag}, not {step!r}"
            fight.push_die(step)
            del left[0]
            continue
        assert fight.request is not None
        if isinstance(step, str) and step.startswith("no "):
            assert why_not(fight, step[3:]), f"{step[3:]!r} is allowed"
            del left[0]
        elif isinstance(step, str) and is_asked(fight, step):
            fight.push(step)
            del left[0]
        else:
            pass_one(fight, step)
    while fight.die is None and fight.request is not None and fight.request.point != TURN:
        if not may_pass(fight):
            break
        pass_one(fight, "the end")


def is_asked(fight: Fight, step: str) -> bool:
    """Whether an open question is for the unit that the step names."""
    ident = step.split()[0]
    request = fight.request
    assert request is not None
    if request.point == TURN or ident not in fight.names.index:
        return True
    number = fight.names.index[ident]
    for one in fight.requests:
        if one.unit == number:
            return why_not(fight, step) == ""
    return False


def may_pass(fight: Fight) -> bool:
    request = fight.request
    assert request is not None
    return request.options.why_not(Choice(request.unit, PASS)) is None


def pass_one(fight: Fight, step: Step) -> None:
    request = fight.request
    assert request is not None
    who = fight.names.units[request.unit] if request.unit >= 0 else "nobody in particular"
    assert request.point != TURN, f"it is {who}'s turn, not {step!r}"
    assert may_pass(fight), f"{who} must answer before {step!r}"
    fight.push(Choice(request.unit, PASS))
