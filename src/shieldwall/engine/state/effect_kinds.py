"""What may last on a unit, and until when."""

from __future__ import annotations

from typing import Final

# Until when an effect lasts.
UNTIL_NEXT_TURN: Final = 0
UNTIL_END_OF_ROUND: Final = 1
UNTIL_END_OF_FIGHT: Final = 2
UNTIL_END_OF_SIDE_TURN: Final = 3

# Kinds of effect.
CHARGED: Final = 0
"""Open after a charge: `value` is added to AC (SOV-066)."""
DISENGAGED: Final = 1
"""Provokes nothing from the foes in `whom` (SOV-086)."""
DEFENDING: Final = 2
"""Total Defense: `value` is added to AC, and no Shock (SOV-079, SOV-080)."""
HOLDING: Final = 3
"""The rest of the turn may be taken as an Instant (SOV-097)."""
SCREENING: Final = 4
"""Stands in the way of attacks on the ward in `whom` (SOV-070)."""
SWARMING: Final = 5
"""Has joined the swarm on the foe in `whom` (SOV-056)."""
GRAPPLING: Final = 6
"""Holds the victim in `whom` (SOV-127)."""
INVISIBLE: Final = 7
"""Not seen by anybody; ends with an attack or a spell."""
BLIND: Final = 8
"""Sees nobody."""
HIDDEN: Final = 9
"""Keeps out of sight of the sides in `whom` until something gives it away."""
HELPLESS: Final = 10
"""Cannot act, threaten or defend itself: asleep, frozen, held."""
ROOTED: Final = 11
"""Cannot move from its place."""
SLOWED: Final = 12
"""The normal rate is halved."""
SPED: Final = 13
"""The normal rate is doubled, and leaving reach provokes nothing."""
WARDED: Final = 14
"""`value` is added to AC."""
WEAKENED: Final = 15
"""Attack and damage are rolled twice, the worse counts."""
HASTED: Final = 16
"""An extra Main each round, for anything but spells."""
TERRIFIED: Final = 17
"""Does nothing but get away."""
SENSELESS: Final = 18
"""Robbed of its sight: no shots, and blows are rolled twice, the worse counts."""
BLUNTED: Final = 19
"""A hit on it counts only if the attacker makes a Physical save."""
DULLED: Final = 20
"""Its weapon of number `value` does no harm."""
DOMINATED: Final = 21
"""Fights for another; its own side is `value`, its own seat `whom`."""
ELEMENT_PROOF: Final = 22
"""Takes half from fire, cold and the like, and nothing on a Physical save."""
DAGGERS: Final = 23
"""Whoever strikes at it takes 1d6 and `value` first, unless it evades; it has no Move."""
BOILS: Final = 24
"""Takes `value` the first time a round it exerts itself; `whom` is the last such round."""
WINDED: Final = 25
"""Loses its next Main."""
DOOMED: Final = 26
"""Every attack on it hits, for all the damage it can do."""
DEATHLESS: Final = 27
"""Does not fall below 1 HP."""
STONE_SKIN: Final = 28
"""`value` is taken off every harm."""
AIRY: Final = 29
"""`value` is added to AC against what is shot or thrown."""
AFLAME: Final = 30
"""At the end of each round whoever is next to it takes a die of `value` sides."""
STONE: Final = 31
"""Turned to stone: out of the fight, though not dying."""
RISEN: Final = 32
"""Of one who is dead: its corpse walks again."""
SPENT_LIFE: Final = 33
"""Will have 1 HP when this ends: the price of an everlasting moment."""

SITUATION: Final = 34
"""`value` is added to its next attack roll, as the referee rules (SOV-106)."""
STRODE: Final = 35
"""Has walked `value` steps of a Move that it may still finish."""
BEGUN: Final = 36
"""Has begun its turn of this round, where members of a side may interrupt one another."""
STRIDING: Final = 37
"""Has `value` steps left of a Run that has been paid for."""
VENOMOUS: Final = 38
"""The weapon of number `value` carries venom."""
FLYING: Final = 39
"""Flies `value` feet a Move."""
VENOM: Final = 40
"""Something works in it until `until`: `by`'s weapon and rider in `value` (`power_triggers`)."""
RISING: Final = 41
"""Of one struck down: it will be on its feet again."""
STEADIED: Final = 42
"""Past the presence of `by`, its power of number `value`."""
SHAKEN: Final = 43
"""`value` is taken off its rolls to hit."""
AVERTED: Final = 44
"""Looks away: no gaze meets it, and `value` is added to its rolls to hit."""
ENTANGLED: Final = 45
"""Bound to its place until it tears itself free by a check against `value`."""
SWALLOWED: Final = 46
"""Inside of `by`; `value` is what it has cut its way out so far."""
PLEDGED: Final = 47
"""Has declared the spell or rune of number `value`; -1 once that has been disrupted (DOL-010)."""
FLEEING: Final = 48
"""Has declared to flee from melee with the foes in `whom` (DOL-019)."""
OWED: Final = 49
"""Harm that waits until the phase is over: `value` points, or death with `power` (DOL-016).

`whom` holds whether it spares, and then what it is made of."""
RUNNING: Final = 50
"""Has run for its life for `value` rounds, the last of them `whom` (DOL-022)."""
EXHAUSTED: Final = 51
"""`value` is added to attack, damage and AC of one who has run too long (G-40)."""
EDGE: Final = 52
"""Its next attack is rolled twice: for `value` 1 the better counts, for -1 the worse."""
RAGING: Final = 53
"""In a rage: `value` is added to AC, its blows hit more often and harder, it does not flee."""
LAST_STAND: Final = 54
"""Beaten already, and still standing: harm leaves it 1 HP until this ends."""
FEINTING: Final = 55
"""`value` is added to its rolls to hit: the other hand's blade."""
MERCY: Final = 56
"""Has chosen to spare with weapons that can (`value` 1), or to give no quarter (0)."""
BACK_TURNED: Final = 57
"""Its back is turned to whoever attacks it, as the referee says (DOL-027)."""

DORMANT: Final = 1000
"""Added to the kind of an effect that begins only when the phase is over (DOL-016)."""
LASTING: Final = 100
"""An `until` of LASTING + n is the end of round n."""
