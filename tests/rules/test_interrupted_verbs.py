"""A held bite can stop any action: every verb is tried with every kind of interruption.

`g` holds its action; `a` has something for every verb. A watcher reads the log afterwards: no unit
acts or continues while it is helpless, held, swallowed or moved away.
"""

from __future__ import annotations

import pytest
from tests.engine.watched_play import Watcher
from tests.rules.test_interrupted import RIDERS, biter
from tests.scene import CROSSBOW, DAGGER, SPEAR, SWORD, UNARMED, fighter, foe, setup, told, unit
from tests.scripted import go_on, run

from shieldwall.content.ground.field import without_map
from shieldwall.content.magic.spells import shipped_potions, shipped_spells
from shieldwall.engine.battle import Battle
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.oracles import Live
from shieldwall.engine.tape.request import PASS, Choice
from shieldwall.fight import Fight

YARD = """
. . . . . . . .
. . g g a b . .
. . g g c h . .
. . . . . . . .
"""


def bitten(why: str, rules: str, mapped: bool) -> Fight:
    """The turn of `a`; `c` has fallen, and `g` waits with its bite."""
    spells = tuple(shipped_spells()[name][0] for name in ("arcane spark", "sleep"))
    potion = next(iter(shipped_potions().values()))[0]
    made = setup(
        YARD,
        rules=rules,
        stops="always",
        a=fighter(
            hp=60, weapons=(SWORD, DAGGER, UNARMED, CROSSBOW, SPEAR), stowed=16, spells=spells,
            casts=3, caster_level=1, potions=(potion,), kit=True, stab=2, brawl=2, strength=2,
            shoot=1,
        ),
        b=fighter(hp=30),
        c=fighter(hp=1, ac=3),
        h=foe(hp=60),
        g=biter(why, hp=99),
    )  # fmt: skip
    if not mapped:
        made = without_map(made)
        made.engaged = (("a", "g"), ("a", "h"), ("c", "h"))
    felled = ("h attack c with sword", 18, 8, "h done")
    return run(made, "g hold", *felled, first="foes")


def bite(fight: Fight) -> bool:
    """Finish the current action; `g` bites as soon as it is asked. Returns whether it did."""
    done = False
    while fight.outcome is None:
        if fight.die is not None:
            hits = fight.die.tag == "attack" and fight.die.roller == fight.names.index["g"]
            wounds = 1 if fight.die.tag == "damage" else (fight.die.sides + 1) // 2
            fight.push_die(fight.die.sides if hits else wounds)
            continue
        request = fight.request
        assert request is not None
        if request.point == TURN:
            break
        answer = Choice(request.unit, PASS)
        if request.point == RULING or request.options.why_not(answer) is not None:
            answer = next(iter(request.options))
        for asked in fight.requests:
            if not done and asked.unit == fight.names.index["g"]:
                for choice in asked.options:
                    if choice.verb in ("attack", "strike") and choice.target == 0:
                        answer, done = choice, True
                        break
        fight.push(answer)
    return done


@pytest.mark.rule("SOV-044", "SOV-098")
@pytest.mark.parametrize("why", RIDERS)
@pytest.mark.parametrize(
    ("rules", "mapped"), [("sovereign", True), ("sovereign", False), ("sovereign-early", True)]
)
def test_no_action_goes_on_as_if_nothing_had_happened(rules: str, mapped: bool, why: str) -> None:
    fight = bitten(why, rules, mapped)
    request = fight.request
    assert request is not None
    ways: dict[str, list[Choice]] = {}
    for choice in request.options:
        if choice.unit == 0 and choice.verb != "done":
            ways.setdefault(choice.verb, []).append(choice)
    assert {"run", "charge", "attack", "cast", "drink", "stabilise", "swarm", "ready"} <= set(ways)
    bites = 0
    for choices in ways.values():
        for choice in (choices[0], choices[-1]):
            twin = fight.fork()
            twin.by_hand = True
            oracle = Live(Dice(1), [lambda asked: Choice(asked.unit, PASS)] * 3)
            watcher = Watcher(Battle(twin.state, twin.rules, oracle, None, 0))
            begun = len(twin.events)
            twin.push(choice)
            bites += bite(twin)
            watcher.state = twin.state
            for event in twin.events[begun:]:
                # Of a potion the log names first who gets it.
                if event.KIND != "drinks":
                    watcher.read(event)
            watcher.check_places()
    assert bites > 10


@pytest.mark.rule("SOV-044", "SOV-098")
def test_the_log_says_why_it_ends() -> None:
    fight = bitten("helpless", "sovereign", True)
    go_on(fight, "a stabilise c", "g attack a with bite", 18, 1)
    assert told(fight, "interrupted") == ["interrupted unit=a action=stabilise why=helpless"]
    assert not unit(fight, "c").stable
