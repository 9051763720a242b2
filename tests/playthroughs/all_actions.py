"""A fight written for reading: every action of Sovereign's table, with literal dice.

`TAPE` is the fight, `told` adds the sentences to its lines. Lines with `#` are remarks for the
reader.
"""

from __future__ import annotations

import textwrap

from tests.rules.magic_scene import mage
from tests.rules.ways import with_floors
from tests.scene import BOW, MACE, SLING, SWORD, UNARMED, fighter, foe, setup

from shieldwall.engine.events.event import Event
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import make_weapon
from shieldwall.fight import Fight
from shieldwall.text.notation import parse_rolled
from shieldwall.text.sentences import sentence, why

TITLE = "The Cistern: every action of Sovereign's table"
FEET = 12
KNIFE = make_weapon("knife", 1, 4, shock=1, shock_ac=15)

DRAWING = """
. . . . . . . . . . . .
. c . . . s . . . . n .
. . . . # . . . . . . .
. . . a . . ~ b . . w .
. m h . . . ~ . g . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
"""
PIT = ("H6", "I6", "J6", "H7", "I7", "J7")
"""The cistern, 10 ft deep; its drain is the lower edge of the map."""
IDENTS = {
    "a": "alda", "c": "cole", "m": "mira", "h": "hedy",
    "b": "brakk", "s": "snik", "g": "snag", "n": "snot", "w": "witch",
}  # fmt: skip


def closet() -> tuple[Wall, ...]:
    """A room of four squares in the upper right corner, with a door between J2 and K2."""
    left, low, right = 10 * 60, 2 * 60, 12 * 60
    tall = 20 * FEET
    hole = Opening(12, 48, 0, 7 * FEET)
    return (
        Wall(left, 0, left, 60, 0, tall, "wall"),
        Wall(left, 60, left, low, 0, tall, "door", (hole,), 0),
        Wall(left, low, right, low, 0, tall, "wall"),
    )


def cistern() -> Setup:
    made = setup(
        DRAWING,
        party="a c m h",
        surprised="foes",
        walls=closet(),
        stops="matters",
        a=fighter(name="Alda", hp=16, ac=15, attack=2, strength=1, stab=1, brawl=1,
                  weapons=(SWORD, UNARMED)),
        c=fighter(name="Cole", hp=9, ac=13, dex=1, shoot=1, weapons=(BOW, KNIFE)),
        m=mage("arcane spark", name="Mira", hp=5, ac=11, weapons=(KNIFE, SLING), stowed=0b10),
        h=fighter(name="Hedy", hp=12, ac=14, stab=1, weapons=(MACE,), kit=True),
        b=foe(name="Brakk", hp=18, ac=13, attack=2, strength=1, creature=True, fearless=True,
              weapons=(SWORD, UNARMED)),
        s=foe(name="Snik", hp=5, creature=True),
        g=foe(name="Snag", hp=6, ac=12, creature=True),
        n=foe(name="Snot", hp=6, ac=12, creature=True),
        w=mage("arcane spark", name="witch", hp=14, ac=12, weapons=(SLING, KNIFE), named=False,
               creature=True),
    )  # fmt: skip
    for placement in made.placements:
        placement.ident = IDENTS[placement.ident]
    made.poised = ("cole",)
    return with_floors(made, **dict.fromkeys(PIT, -10 * FEET))


TAPE = """
# The surprise round: the foes suspect nothing. Cole has spent his minute.
> cole execute snik with small bow
! execution d6 4
! execution d6 4
! save d20 5
> cole reload with small bow
> cole done
> alda charge G4 brakk with sword
! attack d20 12
! damage d8 4
> alda done
> hedy run F5
> hedy done
> mira run E5
> mira done
# Round 1. The foes are quicker; a snap attack is met with total defense, a spell is spoiled.
! initiative d8 1
! initiative d8 8
> snag run G5
> alda pass
> alda pass
> cole pass
> hedy snap snag with mace
! attack d20 14
> snag total-defense
> snag done
> witch cast mira : arcane spark
> cole snap witch with small bow
! attack d20 15
! damage d6 2
> witch done
> brakk grapple alda with unarmed
! attack d20 15
! grapple d6 5
! grapple d6 5
> brakk done
> snot open J2
> snot done
> alda break-free
! break free d6 5
! break free d6 5
> alda done
> hedy screen mira
> hedy done
> mira ready with sling
> mira done
> cole reload with small bow
> cole prone
> cole done
# Round 2. Alda is thrown down and takes hold of Snag, Mira falls and is bound up, Cole waits.
> brakk shove alda with sword : prone
! attack d20 15
! shove d6 5
! shove d6 5
> brakk done
> witch shoot mira with sling
! screen d6 1
! screen d6 2
! attack d20 9
> witch done
> snag attack hedy with sword
! attack d20 5
> snag done
> snot run F4
> alda pass
> alda pass
> cole pass
> hedy pass
> snot attack mira with sword
! attack d20 18
> alda pass
> cole pass
> hedy pass
> mira pass
! damage d8 6
> snot done
> alda stand
> brakk strike alda with sword
> snag pass
> snot pass
! attack d20 4
> alda grapple snag with unarmed
! attack d20 12
! grapple d6 4
! grapple d6 5
> alda done
> hedy stabilise mira
> snot pass
! heal d6 5
! heal d6 5
> hedy done
> cole hold
> cole shoot snot with small bow
! attack d20 17
! damage d6 2
! damage d2 1
# Round 3. Snag cannot break free and is thrown into the cistern; Snot has had enough.
> snag break-free
! break free d6 1
! break free d6 2
> snag done
> snot disengage
> snot run F1
> snot done
> brakk attack alda with sword
! attack d20 14
! damage d8 3
> brakk done
> witch stow with sling
> witch done
> alda haul H6 : throw
! carry d6 5
! carry d6 5
! fall d6 2
> alda done
> hedy run G5
> hedy shove brakk I3 with mace : push
! attack d20 15
! shove d6 6
! shove d6 6
> hedy done
> cole reload with small bow
> cole stand
> cole shoot brakk with small bow
! attack d20 14
! damage d6 3
> cole done
# Round 4. Snot leaves the map and takes the others' courage along; three swarm on Brakk.
> snot leave
> brakk run H4
> brakk attack hedy with sword
! attack d20 2
> brakk done
> snag stand
> snag done
> witch done
> hedy swarm brakk with mace
> hedy done
> cole reload with small bow
> cole run B4
> cole swarm brakk with small bow
> cole done
> alda swarm brakk with sword
> alda fall-upon brakk with sword
! attack d20 7
! damage d8 6
> alda pick-up H4 : sword
> alda done
# Round 5. The rest is flight.
> snag run H7
> snag leave
> witch run L4
> witch leave
> alda let-go
"""


def play() -> Fight:
    """The fight to its end."""
    fight = Fight(cistern(), by_hand=True)
    for line in lines():
        feed(fight, line)
    return fight


def lines() -> list[str]:
    return [line.strip() for line in textwrap.dedent(TAPE).strip().splitlines()]


def feed(fight: Fight, line: str) -> None:
    mark, text = line[:1], line[2:]
    if mark == "!":
        rolled = parse_rolled(text)
        wanted = fight.die
        assert wanted is not None, f"{line!r}: no die is wanted, but an answer"
        assert (rolled.tag, rolled.sides) == (wanted.tag, wanted.sides), (
            f"{line!r}: wanted is '! {wanted.tag} d{wanted.sides}'"
        )
        fight.push_die(rolled.value)
    elif mark == ">":
        assert fight.die is None, f"{line!r}: wanted is a die: {fight.die.tag} d{fight.die.sides}"
        fight.push(text)
    else:
        assert mark in ("#", ""), f"{line!r} is no line of a tape"


def told() -> str:
    """The fight as a document: each line of the tape with its result."""
    fight = Fight(cistern(), by_hand=True)
    page = [TITLE, "", *textwrap.dedent(DRAWING).strip().splitlines(), ""]
    page += [
        "~ is difficult ground, # a pillar; K1 to L2 are a closet with a door to J2, H6 to J7 a",
        "cistern, 10 ft deep. Lines with > are choices and lines with ! dice; below them stands",
        "what came of them, with the sum behind each number.",
        "",
        *(f"  {mark} {ident}" for mark, ident in IDENTS.items()),
    ]
    seen = 0
    for line in lines():
        feed(fight, line)
        if line.startswith("#"):
            page += ["", f"== {line[2:]}"]
        elif line:
            page.append(line)
        for event in fight.events[seen:]:
            page += tell(fight, event)
        seen = len(fight.events)
    return "\n".join(page) + "\n"


def tell(fight: Fight, event: Event) -> list[str]:
    if event.KIND in ("turn", "turn-over"):
        return []
    reason = why(event)
    said = f"    {sentence(fight.names, fight.state, event)}"
    return [said, f"        {reason}"] if reason else [said]
