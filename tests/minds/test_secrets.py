"""No mind knows more than its side: fights that differ only in hidden facts look the same."""

from __future__ import annotations

from random import Random

import pytest
from tests.rules.magic_scene import mage
from tests.scene import BOW, POLEARM, SPEAR, SWORD, fighter, foe, setup

from shieldwall.books import RULESETS
from shieldwall.engine.points import RULING, TURN
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import Sheet
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import Fight
from shieldwall.minds import Mind, make_mind
from shieldwall.minds.look_ahead.captain import Captain
from shieldwall.text.notation import choice_text

FIELD = """
a . . . . . . . . . . . . . . .
b . . . . . . . . . . . . . . .
. . . . . . # . . . . . . . . g
c . . . . . # . . . . . . . . .
d . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . .
"""
REVEALED = ("spotted", "stumbles-on")
LONGEST = 200


def world(place: tuple[int, int], hidden: Sheet, dark: bool = False) -> Setup:
    """The party and a foe in plain view; `h` lies hidden at some place."""
    rows = [line.split() for line in FIELD.strip().splitlines()]
    x, y = place
    assert rows[y][x] == "."
    rows[y][x] = "h"
    made = setup(
        "\n".join(" ".join(row) for row in rows),
        stops="matters",
        a=fighter(hp=30, stab=1), b=fighter(hp=30, weapons=(SWORD, SPEAR)),
        c=fighter(hp=30, weapons=(BOW,), shoot=1),
        d=mage("sleep", "arcane spark", "healing touch", level=3, hp=30),
        g=foe(hp=40, ac=15, creature=True, fearless=True, hit_dice=4),
        h=hidden,
    )  # fmt: skip
    made.hidden = ("h",)
    made.dark = dark
    return made


class Watched:
    """A fight with dice by hand; the mind plays the party, and the foes do nothing at all."""

    def __init__(
        self,
        made: Setup,
        seed: int,
        opening: tuple[str, ...] = (),
        mind: Mind | None = None,
        longest: int = LONGEST,
    ) -> None:
        self.mind = make_mind("simple") if mind is None else mind
        self.longest = longest
        self.fight = Fight(made, by_hand=True)
        self.dice = Random(seed)
        for face in (1, 8):
            # The foes begin; where declarations come first, dice are rolled as they are wanted.
            if self.fight.die is not None:
                self.fight.push_die(face)
        for line in opening:
            self.fight.push(line)
        self.chosen: list[str] = []
        """The choices of units that do not know of `h` while it is hidden."""

    def is_revealed(self) -> bool:
        return any(event.KIND in REVEALED for event in self.fight.events)

    def play(self) -> None:
        fight = self.fight
        mind = self.mind
        for _ in range(self.longest):
            if fight.outcome is not None or self.is_revealed():
                return
            if fight.die is not None:
                fight.push_die(self.dice.randint(1, fight.die.sides))
                continue
            request = fight.request
            assert request is not None
            if 1 in request.seats:
                fight.push(self.idle())
            else:
                choice = mind(request)
                self.chosen.append(choice_text(fight.names, choice))
                fight.push(choice)

    def is_foes_choice(self) -> bool:
        return self.fight.request is not None and 1 in self.fight.request.seats

    def idle(self) -> str:
        request = self.fight.request
        assert request is not None
        unit = request.unit if request.unit >= 0 else next(iter(request.options)).unit
        verb = {TURN: "done", RULING: "go"}.get(request.point, "pass")
        return f"{self.fight.names.units[unit]} {verb}"


def same_until_revealed(one: Setup, other: Setup, seed: int) -> int:
    """How many choices were compared; all are equal as long as nothing is revealed in either."""
    return same_choices(Watched(one, seed), Watched(other, seed))


def same_choices(first: Watched, second: Watched) -> int:
    first.play()
    second.play()
    count = min(len(first.chosen), len(second.chosen))
    assert first.chosen[:count] == second.chosen[:count]
    return count


CORNER = (15, 5)
LURKER = foe(hp=10, creature=True)


@pytest.mark.long_play
@pytest.mark.parametrize("place", [(14, 5), (8, 1), (3, 0), (9, 3), (7, 2), (2, 1), (12, 0)])
def test_where_a_hidden_foe_lies_makes_no_difference(place: tuple[int, int]) -> None:
    """On the path, beside it, far away: no unit avoids an unknown one."""
    compared = 0
    for seed in range(4):
        compared += same_until_revealed(world(CORNER, LURKER), world(place, LURKER), seed)
    assert compared >= 4


@pytest.mark.long_play
@pytest.mark.parametrize(
    "other",
    [
        foe(hp=1, creature=True),
        foe(hp=10, ac=25, creature=True),
        foe(hp=10, weapons=(POLEARM,), creature=True),
        foe(hp=10, hit_dice=12, size=2, creature=True),
    ],
    ids=["frail", "armoured", "polearm", "giant"],
)
@pytest.mark.parametrize("place", [(8, 1), (14, 4)])
def test_what_a_hidden_foe_is_makes_no_difference(other: Sheet, place: tuple[int, int]) -> None:
    compared = 0
    for seed in range(3):
        compared += same_until_revealed(world(place, LURKER), world(place, other), seed)
    assert compared >= 3


def test_where_one_has_gone_in_the_dark_makes_no_difference() -> None:
    """Its place was known until it ran; one world sees it go up, the other down the field."""
    compared = 0
    for seed in range(3):
        worlds = []
        for way in ("h run M1", "h run M6"):
            made = world((14, 3), LURKER, dark=True)
            made.hidden = ()
            worlds.append(Watched(made, seed, (way, "h done")))
        compared += same_choices(*worlds)
    assert compared >= 3


def test_the_comparison_sees_a_difference_in_what_is_known() -> None:
    """Without hidden units, the two fights are played differently."""
    one, other = world(CORNER, LURKER), world((8, 1), LURKER)
    one.hidden = other.hidden = ()
    with pytest.raises(AssertionError):
        same_until_revealed(one, other, 1)


@pytest.mark.long_play
@pytest.mark.parametrize("name", ["natural", "cunning", "coward", "guardian", "random"])
@pytest.mark.parametrize("place", [(8, 1), (3, 0), (12, 0)])
def test_the_other_minds_know_no_more(name: str, place: tuple[int, int]) -> None:
    compared = 0
    for other in (LURKER, foe(hp=10, hit_dice=12, size=2, creature=True)):
        compared += same_choices(
            Watched(world(CORNER, LURKER), 1, mind=make_mind(name)),
            Watched(world(place, other), 1, mind=make_mind(name)),
        )
    assert compared >= 2


@pytest.mark.long_play
@pytest.mark.parametrize("other", [LURKER, foe(hp=10, hit_dice=12, size=2, creature=True)])
def test_a_unit_that_looks_ahead_does_not_look_behind_the_curtain(other: Sheet) -> None:
    """The fights in its head are fought without those its side has never seen."""
    compared = same_choices(
        Watched(world(CORNER, LURKER), 2, mind=Captain(turns=100), longest=12),
        Watched(world((8, 1), other), 2, mind=Captain(turns=100), longest=12),
    )
    assert compared >= 2


@pytest.mark.long_play
def test_a_unit_that_looks_ahead_does_not_see_where_a_foe_went_in_the_dark() -> None:
    worlds = []
    for way in ("h run M1", "h run M6"):
        made = world((14, 3), LURKER, dark=True)
        made.hidden = ()
        worlds.append(Watched(made, 3, (way, "h done"), mind=Captain(turns=100), longest=12))
    assert same_choices(*worlds) >= 2


def candidates_of_all(fight: Fight) -> dict[tuple[str, str], list[str]]:
    """Every choice that will be tried, before any rule has refused one: a mind may draw from it."""
    request = fight.request
    assert request is not None
    assert isinstance(request.options, TurnOptions)
    battle = request.battle
    return {
        (fight.names.units[unit.index], spec.verb): [
            choice_text(fight.names, choice) for choice in spec.candidates(battle, unit)
        ]
        for unit in request.options.units
        for spec in battle.rules.action_list
    }


def same_candidates(first: Watched, second: Watched) -> int:
    """Plays both alike by the first's mind; how many turns' lists were compared until one shows."""
    compared = 0
    fights = (first.fight, second.fight)
    for _ in range(first.longest):
        if first.is_revealed() or second.is_revealed():
            break
        if any(fight.outcome is not None for fight in fights):
            break
        waiting = [watched for watched in (first, second) if watched.is_foes_choice()]
        if waiting:
            # The foes may know of the hidden unit: they pass.
            for watched in waiting:
                watched.fight.push(watched.idle())
            continue
        if first.fight.die is not None:
            face = first.dice.randint(1, first.fight.die.sides)
            for fight in fights:
                fight.push_die(face)
            continue
        request = first.fight.request
        assert request is not None
        if request.point == TURN:
            assert candidates_of_all(first.fight) == candidates_of_all(second.fight)
            compared += 1
        line = choice_text(first.fight.names, first.mind(request))
        for fight in fights:
            fight.push(line)
    return compared


@pytest.mark.long_play
@pytest.mark.parametrize("book", sorted(RULESETS))
@pytest.mark.parametrize("place", [(8, 1), (3, 0), (12, 0), (2, 1), (7, 2)])
def test_what_is_tried_names_no_unit_that_is_hidden(place: tuple[int, int], book: str) -> None:
    """Shoving, grappling, charging and waking list the foes a side knows of, and no others."""
    compared = 0
    for seed in range(2):
        for other in (LURKER, foe(hp=10, hit_dice=12, size=2, creature=True)):
            first, second = world(CORNER, LURKER), world(place, other)
            first.rules = second.rules = book
            mind = make_mind("random")
            compared += same_candidates(
                Watched(first, seed, mind=mind, longest=100),
                Watched(second, seed, mind=mind, longest=100),
            )
    assert compared >= 4
