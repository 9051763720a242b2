"""Small scenes for rule tests: a map in characters, a tape with literal dice, and the result.

    fight = play(
        '''
        a g
        ''',
        '''
        > a attack g with sword
        ! attack d20 12
        ! damage d8 5
        = harm unit=g by=a amount=6 left=0 cause=hit
        ''',
        a=fighter(), g=foe(hp=6),
    )
    assert unit(fight, "g").status == DEAD

Squares are separated by blanks: `.` floor, `#` solid, `~` difficult, `x` impassable, `1`…`9` a
floor of that many times 5 ft, `/` stairs, and a letter for a unit on plain floor. Units in `party`
fight for the players, all others against them. A left-over die, a missing one and an unexpected
question fail the test with their line.
"""

from __future__ import annotations

import textwrap

from shieldwall.engine.events.event import Event
from shieldwall.engine.space.grid import (
    DIFFICULT,
    IMPASSABLE,
    PLAIN,
    SQUARE,
    STAIRS,
    GridMap,
    Squares,
    Wall,
)
from shieldwall.engine.state.setup import (
    Placement,
    Setup,
    Start,
    TableRules,
)
from shieldwall.engine.state.sheet import (
    BRAWL,
    DEX,
    RELOAD_BOW,
    RELOAD_CROSSBOW,
    SHOOT,
    STAB,
    STR,
    Sheet,
    Weapon,
    make_sheet,
    make_weapon,
)
from shieldwall.engine.state.state import Side, Unit
from shieldwall.fight import Fight
from shieldwall.store.save_file import TapeFile, replay_tape
from shieldwall.text.notation import event_text

CEILING = 20 * 12

SWORD = make_weapon("sword", 1, 8, shock=2, shock_ac=13, attributes=(STR, DEX))
SPEAR = make_weapon(
    "spear", 1, 6, shock=2, shock_ac=13, attributes=(STR, DEX), reach=10, thrown=True,
    normal_range=30, long_range=60,
)  # fmt: skip
DAGGER = make_weapon(
    "dagger", 1, 4, shock=1, shock_ac=15, attributes=(STR, DEX), thrown=True, normal_range=30,
    long_range=60,
)  # fmt: skip
MACE = make_weapon("mace", 1, 6, shock=1, shock_ac=18, less_lethal=True)
AXE = make_weapon("war axe", 1, 10, shock=3, shock_ac=15, two_handed=True)
POLEARM = make_weapon("polearm", 1, 10, shock=2, shock_ac=15, two_handed=True, reach=10)
BOW = make_weapon(
    "small bow", 1, 6, attributes=(DEX,), skill=SHOOT, melee=False, normal_range=50,
    long_range=300, two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip
CROSSBOW = make_weapon(
    "crossbow", 1, 10, attributes=(DEX,), skill=SHOOT, melee=False, normal_range=100,
    long_range=300, two_handed=True, reload=RELOAD_CROSSBOW,
)  # fmt: skip
SLING = make_weapon(
    "sling", 1, 4, attributes=(DEX,), skill=SHOOT, melee=False, normal_range=50, long_range=300,
    reload=RELOAD_BOW,
)  # fmt: skip
UNARMED = make_weapon(
    "unarmed", 1, 2, attributes=(STR, DEX), skill=BRAWL, unarmed=True, less_lethal=True
)
CLAWS = make_weapon("claws", 1, 6, natural=True, skill=BRAWL, shock=1, shock_ac=15)


def sheet(
    name: str = "fighter",
    hp: int = 8,
    ac: int = 12,
    attack: int = 1,
    weapons: tuple[Weapon, ...] = (SWORD,),
    strength: int = 0,
    dex: int = 0,
    brawl: int = 0,
    stab: int = 0,
    shoot: int = 0,
    exert: int = 0,
    named: bool = True,
    **more: int | bool,
) -> Sheet:
    """A combatant in figures; everything not named is plain and man-sized."""
    skills = (brawl, stab, shoot, exert, 0, 0, 0, 0, 0)
    return make_sheet({
        "name": name, "hp": hp, "ac": ac, "attack": attack, "weapons": weapons,
        "attributes": (strength, dex, 0, 0, 0, 0), "skills": skills, "named": named, **more,
    })  # fmt: skip


def fighter(**facts: object) -> Sheet:
    """A named unit: at 0 HP it is dying, not dead."""
    return sheet(**facts)  # type: ignore[arg-type]


def foe(**facts: object) -> Sheet:
    """One of many: at 0 HP it is dead."""
    given: dict[str, object] = {"name": "foe", "hp": 4, "weapons": (SWORD,), "named": False}
    given.update(facts)
    return sheet(**given)  # type: ignore[arg-type]


def setup(
    drawing: str,
    party: str = "a b c d e",
    surprised: str = "",
    walls: tuple[Wall, ...] = (),
    ceiling: int = CEILING,
    rounds: int = 0,
    third: str = "",
    stops: str = "never",
    rules: str = "sovereign",
    **sheets: Sheet,
) -> Setup:
    """The set-up a drawing shows; `surprised` names sides, `third` the units of a third side.

    `stops` says when units are asked for Instants: "never", "matters" or "always"; `rules` by
    which book it is played.
    """
    rows = [line.split() for line in textwrap.dedent(drawing).strip().splitlines()]
    width = max(len(row) for row in rows)
    floor: list[int] = []
    solid: list[int] = []
    ground: list[int] = []
    placements: list[Placement] = []
    seen: list[str] = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row + ["."] * (width - len(row))):
            level = int(mark) * SQUARE if mark.isdigit() else 0
            floor.append(level)
            solid.append(ceiling if mark == "#" else level)
            ground.append({"~": DIFFICULT, "x": IMPASSABLE, "/": STAIRS}.get(mark, PLAIN))
            if mark in sheets and mark not in seen:
                seen.append(mark)
                side = 0 if mark in party.split() else 2 if mark in third.split() else 1
                placements.append(Placement(mark, sheets[mark], side, x, y, ""))
    assert sorted(seen) == sorted(sheets), f"drawn {sorted(seen)}, described {sorted(sheets)}"
    order = list(sheets)
    placements.sort(key=lambda placement: order.index(placement.ident))
    names = ["party", "foes"] + (["third"] if third else [])
    sides = [Side(name, name == "party", number) for number, name in enumerate(names)]
    grid = GridMap(
        width, len(rows), Squares(floor, solid, [ceiling] * len(floor), ground), list(walls)
    )
    caught = tuple(names.index(name) for name in surprised.split())
    asked = ("never", "matters", "always").index(stops)
    return Setup(
        "scene", rules, grid, sides, placements, Start(caught), TableRules(stops=asked), rounds
    )


def play(
    drawing: str,
    tape: str,
    first: str = "party",
    party: str = "a b c d e",
    surprised: str = "",
    walls: tuple[Wall, ...] = (),
    ceiling: int = CEILING,
    rounds: int = 0,
    third: str = "",
    stops: str = "never",
    rules: str = "sovereign",
    **sheets: Sheet,
) -> Fight:
    """Play a tape on a drawing; `first` wins the initiative, "" leaves the rolls to you."""
    made = setup(drawing, party, surprised, walls, ceiling, rounds, third, stops, rules, **sheets)
    return play_setup(made, tape, first)


def play_setup(made: Setup, tape: str, first: str = "party") -> Fight:
    head = ["shieldwall-tape 1", ""]
    if first:
        for side in made.sides:
            head.append(f"! initiative d8 {8 if side.name == first else 1}")
    return replay_tape(TapeFile("scene", "\n".join(head) + "\n" + textwrap.dedent(tape)), made)


def ruled(made: Setup, **rulings: str) -> Setup:
    """The set-up at a table that decides so: `ruled(made, cover_in_melee="yes")`."""
    made.rulings = tuple(sorted(rulings.items()))
    return made


def unit(fight: Fight, ident: str) -> Unit:
    return fight.state.units[fight.names.index[ident]]


def where(fight: Fight, ident: str) -> str:
    found = unit(fight, ident)
    return fight.names.square(int(found.y * fight.state.grid.width + found.x))


def told(fight: Fight, *kinds: str) -> list[str]:
    """The events of these kinds, in notation; all of them where no kind is given."""
    return [
        event_text(fight.names, event) for event in fight.events if not kinds or event.KIND in kinds
    ]


def last(fight: Fight, kind: str) -> Event:
    return [event for event in fight.events if kind == event.KIND][-1]


def terms(fight: Fight, kind: str = "attack") -> dict[str, int]:
    """What the last number of this kind was made of."""
    return {term.what: term.value for term in last(fight, kind).terms}


def may(fight: Fight, text: str) -> bool:
    """Whether the notation names a legal answer to what is asked now."""
    return why_not(fight, text) == ""


def why_not(fight: Fight, text: str) -> str:
    """The reason and rule that forbid a choice, "" if it is legal."""
    from shieldwall.text.notation import read_choice

    request = fight.request
    assert request is not None, "nothing is asked"
    refusal = request.options.why_not(read_choice(fight.names, request, text))
    return "" if refusal is None else f"{refusal.reason} {fight.rules.cite(refusal.cite)}"


def listed(fight: Fight) -> list[str]:
    """Every option, in notation."""
    from shieldwall.text.notation import choice_text

    request = fight.request
    assert request is not None, "nothing is asked"
    return [choice_text(fight.names, choice) for choice in request.options]


__all__ = [
    "AXE", "BOW", "CLAWS", "CROSSBOW", "DAGGER", "MACE", "POLEARM", "SLING", "SPEAR", "STAB",
    "SWORD", "UNARMED", "fighter", "foe", "last", "listed", "may", "play", "play_setup", "ruled",
    "setup", "sheet", "terms", "told", "unit", "where", "why_not",
]  # fmt: skip
