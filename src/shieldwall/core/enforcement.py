"""Which rules a table may waive: enforced, waived with a warning, or off.

Every refusal is one or the other: it forbids something a referee may want to allow, and asks
`battle.holds` with the rule's id; or it says that something cannot be carried out at all, and
stands below with the reason. A test goes through all refusals of the source and holds them
against the two lists.
"""

from __future__ import annotations

from typing import Final

ON: Final = 0
WARN: Final = 1
OFF: Final = 2
MODES: Final = ("on", "warn", "off")

WAIVABLE: Final[dict[str, str]] = {
    "SOV-017": "no attack or spell without a line",
    "SOV-022": "the surprised use no Instants",
    "SOV-034": "nobody leaves the fight but over the edge of the map",
    "SOV-045": "what casting asks for: no armour, a free hand, calm, range, one spell a round; "
    "and an arm's reach for waking, giving potions, and house actions",
    "SOV-047": "no melee attack beyond reach, or in terror",
    "SOV-050": "no two-handed shot next to a foe",
    "SOV-053": "only the disciplined make Snap Attacks",
    "SOV-054": "no spell by one who was hurt this round",
    "SOV-056": "no more in a swarm than the book allows",
    "SOV-064": "no charge without a run-up",
    "SOV-079": "no Total Defense upon another",
    "SOV-084": "no run, charge or climb beyond the rate",
    "SOV-087": "first aid needs a kit, an arm's reach, and is tried once a round",
    "SOV-090": "no shot from an empty weapon",
    "SOV-094": "nothing is picked up beyond reach",
    "SOV-102": "no shot beyond the longest range",
    "SOV-105": "no shot at what cannot be seen, no hiding in plain view",
    "SOV-127": "grappling takes bare hands",
    "SOV-130": "only bare hands, and no spells, while grappling",
    "SOV-134": "two weapons need skill and two free hands",
    "SOV-137": "an execution needs a victim that suspects nothing",
    "SOV-138": "an execution takes a minute",
    "SVE-026": "mending takes an arm's reach and one who bears the strain",
    "DOL-002": "each action in its phase",
    "DOL-007": "no step for one who has declared a spell",
    "DOL-010": "nobody leaves a melee without having declared it",
    "DOL-011": "no spell or rune that was not declared",
    "DOL-019": "no attack for one who flees",
    "DOL-022": "fleeing the encounter is for those out of melee, at the edge of the field",
    "DOL-024": "no shot at one within arm's reach",
    "DOL-036": "no spell that has left the memory",
    "DOL-040": "the broken and terrified do nothing but get away",
    "DOL-049": "what charge, parry and two weapons ask for",
}
"""By id: what is forbidden."""

# Why a refusal stands whatever a table enforces.
UNCLEAR: Final = "the choice does not say what is meant, or says what there is no such thing as"
NOT_ASKED: Final = "it is not this one's to answer now; the referee can force an action out of turn"
SPENT: Final = "what is spent is counted, and turns must end; the referee can force one action more"
STORE: Final = "what is used up is counted; the referee can change the figures"
ABSENT: Final = "what it would be done to, or with, is not there"
SO_ALREADY: Final = "it is so already"
BODIES: Final = "two bodies do not fit where one does"
UNKNOWN: Final = "the side does not know where it is, and must not learn it by asking"
UNABLE: Final = "the sheet or the creature's file does not give it; give it there"
RULED: Final = "a ruling decides it: set the ruling"
IN_VAIN: Final = "it would do nothing"
HELD: Final = "whoever is held fast gets free first"

FIXED: Final[dict[str, str]] = {
    "another-is-acting": NOT_ASKED,
    "cannot-be-held": UNABLE,
    "cannot-fly": UNABLE,
    "cannot-turn": UNABLE,
    "carry-or-throw": UNCLEAR,
    "ceiling-too-low": BODIES,
    "door-is-closed": SO_ALREADY,
    "door-is-open": SO_ALREADY,
    "door-stands-so": SO_ALREADY,
    "fares-so": SO_ALREADY,
    "fight-is-full": STORE,
    "fight-is-over": NOT_ASKED,
    "fight-not-begun": NOT_ASKED,
    "fight-or-part": UNCLEAR,
    "go-or-wait": UNCLEAR,
    "guard-or-strike": UNCLEAR,
    "hand-holds-shield@talents": ABSENT,
    "harmless": IN_VAIN,
    "has-acted": NOT_ASKED,
    "has-declared@dolmen_actions": RULED,
    "holds-another": HELD,
    "holds-nobody": ABSENT,
    "holds-nothing": ABSENT,
    "in-a-grapple@dolmen_actions": HELD,
    "in-a-grapple@movement": HELD,
    "in-a-grapple@powers": HELD,
    "in-a-grapple@retreat": HELD,
    "in-a-stomach": HELD,
    "in-hand-already": SO_ALREADY,
    "is-helpless": HELD,
    "is-in-melee@blow": RULED,
    "is-instant": NOT_ASKED,
    "is-loaded": SO_ALREADY,
    "is-not-broken": ABSENT,
    "is-on-that-side": SO_ALREADY,
    "is-prone": SO_ALREADY,
    "is-raging": UNABLE,
    "is-readied": SO_ALREADY,
    "is-removed": ABSENT,
    "is-standing": SO_ALREADY,
    "is-swallowed": HELD,
    "is-terrified@powers": UNABLE,
    "is-venomous": SO_ALREADY,
    "light-is-so": SO_ALREADY,
    "looks-away": SO_ALREADY,
    "main-spent": SPENT,
    "modifier-too-large": UNCLEAR,
    "more-than-it-has": UNCLEAR,
    "move-spent": SPENT,
    "named-twice": UNCLEAR,
    "needs-a-map": ABSENT,
    "needs-another-weapon": UNCLEAR,
    "needs-no-declaring": IN_VAIN,
    "no-blade": ABSENT,
    "no-casts-left": STORE,
    "no-charge": BODIES,
    "no-corpse": ABSENT,
    "no-crossing": UNCLEAR,
    "no-door": ABSENT,
    "no-foe": UNCLEAR,
    "no-heights": ABSENT,
    "no-kill": ABSENT,
    "no-line@tactics": IN_VAIN,
    "no-luck-left": STORE,
    "no-melee-weapon": ABSENT,
    "no-opportunity": ABSENT,
    "no-path": UNCLEAR,
    "no-place-for": BODIES,
    "no-place-to-land": BODIES,
    "no-place-to-push": BODIES,
    "no-potion": STORE,
    "no-room-abreast": BODIES,
    "no-room-beside": BODIES,
    "no-second-blade": ABSENT,
    "no-room-there": BODIES,
    "no-second-weapon": ABSENT,
    "no-skill-to-screen": IN_VAIN,
    "no-spell-to-defy": ABSENT,
    "no-such-action": UNCLEAR,
    "no-such-power": UNCLEAR,
    "no-such-reaction": UNCLEAR,
    "no-such-shot": UNCLEAR,
    "no-such-spell": UNCLEAR,
    "no-such-weapon": UNCLEAR,
    "no-target": UNCLEAR,
    "no-turn-to-redo": ABSENT,
    "no-undead-in-sight": ABSENT,
    "no-wall-there": ABSENT,
    "no-ward": UNCLEAR,
    "no-way": BODIES,
    "nobody": UNCLEAR,
    "nobody-in-the-way": ABSENT,
    "nobody-in-reach": ABSENT,
    "nobody-left": ABSENT,
    "not-asked": NOT_ASKED,
    "not-asleep": ABSENT,
    "not-at-once": UNABLE,
    "not-cursed": ABSENT,
    "not-dying": ABSENT,
    "not-entangled": ABSENT,
    "not-for-this-one": IN_VAIN,
    "not-held": ABSENT,
    "not-hidden": ABSENT,
    "not-hurt": ABSENT,
    "not-in-hand": ABSENT,
    "not-in-melee": ABSENT,
    "not-in-that-state": ABSENT,
    "not-in-the-swarm": NOT_ASKED,
    "not-its-side": NOT_ASKED,
    "not-learnt": UNABLE,
    "not-near-enough": BODIES,
    "not-the-one": NOT_ASKED,
    "not-this-phase@dolmen_actions": NOT_ASKED,
    "not-written": RULED,
    "note-not-plain": UNCLEAR,
    "nothing-in-hand": ABSENT,
    "nothing-there": ABSENT,
    "nothing-to-avert": ABSENT,
    "nothing-to-counter": ABSENT,
    "nothing-to-hold": SPENT,
    "nothing-to-shrug-off": ABSENT,
    "nothing-to-turn": ABSENT,
    "occupied": BODIES,
    "order-unclear": UNCLEAR,
    "others-bar-the-way": BODIES,
    "out-of-the-fight": ABSENT,
    "part-of-the-body": UNABLE,
    "place-unknown": UNKNOWN,
    "plays-on-already": SO_ALREADY,
    "power-spent": STORE,
    "prone-or-push": UNCLEAR,
    "pursue-or-let-go": UNCLEAR,
    "rule-or-refuse": UNCLEAR,
    "ruling-unclear": UNCLEAR,
    "same-height": SO_ALREADY,
    "say-how-high": UNCLEAR,
    "say-what": UNCLEAR,
    "says-too-much": UNCLEAR,
    "shoot-or-pass": UNCLEAR,
    "swift-enough": IN_VAIN,
    "stands-there": BODIES,
    "target-is-out": ABSENT,
    "title-too-long": UNCLEAR,
    "too-long-in-there": BODIES,
    "two-crossings": UNCLEAR,
    "used-up": STORE,
    "wait-for-whom": UNCLEAR,
    "wall-not-straight": UNCLEAR,
    "wall-through-body": BODIES,
    "ward-too-far@tactics": IN_VAIN,
    "way-barred": BODIES,
    "weapon-gone": ABSENT,
    "weapon-stowed": ABSENT,
}
"""By a refusal's reason: why it cannot be waived, where it does not ask whether a rule holds.

With a module where the same is refused elsewhere by a rule that can be waived.
"""


def of_another_book(rule: str, own: list[str], cite: str) -> bool:
    """Whether a rule stands in another book than that of these families; `cite` is its id there.

    Shared code names rules by Sovereign's ids. A game that has no id of its own for one of them
    does not know that rule: no Snap Attack, no discipline that it asks for.
    """
    family = rule.partition("-")[0]
    if family != SHARED:
        return family not in own
    return cite == rule and any(one not in EDITIONS for one in own)


SHARED: Final = "SOV"
"""Shared code names rules by the ids of this family."""
EDITIONS: Final = (SHARED, "SVE")
