"""Reasons for refusals: one entry each, with its sentence and why it cannot be waived.

A refusal names a reason and a rule id: the id of the action (`self.cite`) or of the subject in the
book (`rules.ids.melee_attack`).
"""

from __future__ import annotations

from typing import Final

from shieldwall.engine.tape.request import Refusal

# Why a refusal cannot be waived.
UNCLEAR: Final = "the choice is incomplete, or names something that does not exist"
NOT_ASKED: Final = "it is not this unit's turn to answer; the GM can force an action out of turn"
SPENT: Final = "used actions are counted, and turns must end; the GM can force one more action"
STORE: Final = "uses are counted; the GM can change the counts"
ABSENT: Final = "its target or its equipment is not there"
SO_ALREADY: Final = "it is already like that"
BODIES: Final = "two units do not fit into one square"
UNKNOWN: Final = "the side does not know where it is, and must not learn it by asking"
UNABLE: Final = "the sheet or the creature's file does not have it; add it there"
RULED: Final = "a ruling decides it: set the ruling"
IN_VAIN: Final = "it would do nothing"
HELD: Final = "a held unit must break free first"


class Reason:
    """Why a choice is illegal, as a sentence."""

    def __init__(
        self,
        sentence: str,
        fixed: str = "",
        fixed_in: dict[str, str] | None = None,
        beyond: str = "",
    ) -> None:
        self.sentence = sentence
        """Placeholders: `{unit}`, `{other}`, `{square}`, `{weapon}`, `{have}` and `{need}`."""
        self.fixed = fixed
        """Why it always applies; "" if it comes from a rule that can be waived."""
        self.fixed_in: dict[str, str] = {} if fixed_in is None else fixed_in
        """`fixed` for single modules, where other modules refuse by a rule that can be waived."""
        self.beyond = beyond or sentence
        """The sentence if more is needed than available, if different."""


REASONS: Final[dict[str, Reason]] = {
    # Whose turn it is.
    "nobody": Reason("no unit in this fight has that name", fixed=UNCLEAR),
    "out-of-the-fight": Reason("{unit} is out of the fight", fixed=ABSENT),
    "another-is-acting": Reason(
        "{other} is in the middle of a turn; {unit} must wait", fixed=NOT_ASKED
    ),
    "has-acted": Reason("{unit} has already acted this round", fixed=NOT_ASKED),
    "not-its-side": Reason("it is not {unit:'s} side's turn", fixed=NOT_ASKED),
    "not-asked": Reason("{unit} has nothing to answer now", fixed=NOT_ASKED),
    # What exists in this fight at all.
    "say-what": Reason(
        "say what {unit} does, for example 'improvise : kicks sand into its eyes'", fixed=UNCLEAR
    ),
    "note-not-plain": Reason(
        "a note is plain words with single spaces, without # or _", fixed=UNCLEAR
    ),
    "fight-not-begun": Reason("no unit has acted yet", fixed=NOT_ASKED),
    "no-such-action": Reason("{verb} is not an action in these rules", fixed=UNCLEAR),
    "not-written": Reason(
        "the book does not say how; a ruling of this name decides it", fixed=RULED
    ),
    "no-such-reaction": Reason("{verb} is not possible at this moment", fixed=UNCLEAR),
    "move-spent": Reason("{unit} has already used the Move Action", fixed=SPENT),
    "main-spent": Reason("{unit} has already used the Main Action", fixed=SPENT),
    "is-surprised": Reason("{unit} is surprised"),
    # Declarations and phases.
    "not-this-phase": Reason(
        "that belongs to another phase", fixed_in={"phase_actions": NOT_ASKED}
    ),
    "has-declared": Reason(
        "{unit} has declared a spell or rune and can do nothing else",
        fixed_in={"phase_actions": RULED},
    ),
    "attack-forfeit": Reason("{unit} gave up its attack this round"),
    "is-broken": Reason("{unit:'s} morale is broken: it can only flee or surrender"),
    "is-not-broken": Reason("{unit:'s} morale is not broken", fixed=ABSENT),
    "must-flee": Reason("{unit:'s} morale is broken: it must flee, surrender or parley"),
    "not-away": Reason("{unit:'s} morale is broken: it can only move away"),
    "must-declare": Reason("{unit:'s} morale is broken: declare fleeing or surrender"),
    "not-in-melee": Reason("{unit} is not in melee", fixed=ABSENT),
    "is-in-melee": Reason("{unit} is in melee", fixed_in={"melees": RULED}),
    "not-declared": Reason("{unit} has not declared that this round"),
    "needs-no-declaring": Reason("that needs no declaration", fixed=IN_VAIN),
    "is-forgotten": Reason("{unit} has already used that spell"),
    "go-or-wait": Reason("say 'go', or 'wait' and a member of the side to wait for", fixed=UNCLEAR),
    "wait-for-whom": Reason("name a member of the side to wait for", fixed=UNCLEAR),
    "modifier-too-large": Reason("the modifier is -2, -1, 0, +1 or +2", fixed=UNCLEAR),
    "is-raging": Reason("{unit} is in a rage and will not retreat", fixed=UNABLE),
    "guard-or-strike": Reason("say 'guard' or 'strike'", fixed=UNCLEAR),
    "no-second-blade": Reason("{unit} has no small blade for the off hand", fixed=ABSENT),
    "cannot-turn": Reason("{unit} cannot turn undead", fixed=UNABLE),
    "no-undead-in-sight": Reason("{unit} sees no undead", fixed=ABSENT),
    # Weapons and targets.
    "too-close": Reason("{other} is {have} ft away; missiles need more than {need} ft"),
    "no-such-weapon": Reason("name a weapon; {unit} has {weapons}", fixed=UNCLEAR),
    "weapon-gone": Reason("{unit} no longer has the {other_weapon}", fixed=ABSENT),
    "weapon-stowed": Reason("the {other_weapon} is stowed; ready it first", fixed=ABSENT),
    "is-readied": Reason("the {other_weapon} is already in hand", fixed=SO_ALREADY),
    "part-of-the-body": Reason("the {other_weapon} cannot be put away", fixed=UNABLE),
    "so-minded": Reason("{unit} already strikes like that", fixed=IN_VAIN),
    "cannot-spare": Reason("{unit} has no less-lethal weapon", fixed=ABSENT),
    "not-fallen": Reason("{other} is not a fallen foe", fixed=ABSENT),
    "not-loaded": Reason("the {other_weapon} is not loaded; reload first"),
    "is-loaded": Reason("the {other_weapon} is already loaded", fixed=SO_ALREADY),
    "not-in-hand": Reason("{unit} does not have the {other_weapon} in hand", fixed=ABSENT),
    "no-target": Reason("name a target", fixed=UNCLEAR),
    "target-is-out": Reason("{other} is already out of the fight", fixed=ABSENT),
    "no-foe": Reason("{other} is not a foe of {unit}", fixed=UNCLEAR),
    "no-melee-weapon": Reason("{weapon} is not a melee weapon", fixed=ABSENT),
    "no-such-shot": Reason(
        "{weapon} cannot be used that way: bows shoot, spears are thrown", fixed=UNCLEAR
    ),
    "out-of-reach": Reason("{other} is {have} ft away; {weapon} reaches {need} ft"),
    "not-beside": Reason("{other} is {have} ft away; that takes {need} ft or less"),
    "lies-too-far": Reason("the item at {square} is {have} ft away; reach is {need} ft"),
    "out-of-range": Reason("{other} is {have} ft away; {weapon} has a range of {need} ft"),
    "bound": Reason("a foe is in melee range of {unit}: {weapon} needs two hands"),
    "no-line": Reason("{unit} has no line of sight to {other}", fixed_in={"tactics": IN_VAIN}),
    "harmless": Reason("{weapon} has no effect on {other}", fixed=IN_VAIN),
    "place-unknown": Reason("{unit} does not know where that foe is", fixed=UNKNOWN),
    "nothing-there": Reason("there is nothing to pick up", fixed=ABSENT),
    # Movement.
    "no-path": Reason("name a square", fixed=UNCLEAR),
    "no-way": Reason("{unit} cannot move to {square}", fixed=BODIES),
    "foe-in-the-way": Reason("a standing foe is on {square}; go around, or shove it", fixed=BODIES),
    "cuts-a-corner": Reason(
        "the step to {square} cuts the corner of a wall or a foe", fixed=BODIES
    ),
    "not-near-enough": Reason(
        "that is {have} ft from {other}; melee needs {need} ft or less", fixed=BODIES
    ),
    "no-room-beside": Reason(
        "there is no room around {other}: {have} are there already", fixed=BODIES
    ),
    "no-room-abreast": Reason("only {need} can fight side by side here", fixed=BODIES),
    "dice-are-rolled": Reason(
        "the attack is already rolled: a held action comes before it", fixed=RULED
    ),
    "no-time-left": Reason("the round is over: the swarm must attack now", fixed=IN_VAIN),
    "others-bar-the-way": Reason("others stand in front of {other}", fixed=BODIES),
    "way-barred": Reason("foes block the way to {square}", fixed=BODIES),
    "needs-a-map": Reason("that needs a map; this fight has none", fixed=ABSENT),
    "too-far": Reason("{square} is {need} ft away; {have} ft of movement left"),
    "occupied": Reason(
        "{square} is occupied; you can pass an ally but not stop there", fixed=BODIES
    ),
    "no-run-up": Reason("a charge needs at least {need} ft"),
    "no-charge": Reason(
        "{unit} has no clear straight line: {square} is in the way",
        fixed=BODIES,
        beyond="{square} is {need} ft away; a charge goes at most {have} ft",
    ),
    "is-prone": Reason("{unit} is already prone", fixed=SO_ALREADY),
    "is-standing": Reason("{unit} is already standing", fixed=SO_ALREADY),
    "no-door": Reason("{unit} has no door there", fixed=ABSENT),
    "door-is-open": Reason("the door towards {square} is already open", fixed=SO_ALREADY),
    "door-is-closed": Reason("the door towards {square} is already closed", fixed=SO_ALREADY),
    "not-at-the-edge": Reason("{unit} is not at the edge of the map"),
    # Orders and answers of the GM.
    "rule-or-refuse": Reason("the GM answers 'rule : …' or 'refuse : …'", fixed=UNCLEAR),
    "ruling-unclear": Reason(
        "part {have} of the ruling is not understood; it should read like 'main, provokes, "
        "check dex exert 10, prone ogre'",
        fixed=UNCLEAR,
    ),
    "order-unclear": Reason(
        "that is not an order; it should read like 'hp ogre 5', 'modifier alda +2', 'stops alda "
        "always', 'move ogre C4', 'add goblin C4', 'ground E5 difficult', 'end truce' or 'force "
        "ogre attack alda'",
        fixed=UNCLEAR,
    ),
    "door-stands-so": Reason("the door is already in that state", fixed=SO_ALREADY),
    "light-is-so": Reason("the light is already set that way", fixed=SO_ALREADY),
    "plays-on-already": Reason("the fight already goes on until the GM ends it", fixed=SO_ALREADY),
    "nobody-left": Reason("no side is left to fight", fixed=ABSENT),
    "is-removed": Reason("{unit} has been removed from the fight", fixed=ABSENT),
    "title-too-long": Reason("a name has at most 40 letters", fixed=UNCLEAR),
    "fares-so": Reason("{unit} is already in that state", fixed=SO_ALREADY),
    "is-on-that-side": Reason("{unit} is already on that side", fixed=SO_ALREADY),
    "not-hidden": Reason("{unit} is not hidden", fixed=ABSENT),
    "not-in-that-state": Reason("{unit} does not have that condition", fixed=ABSENT),
    "fight-is-full": Reason(
        "the fight already has {have} units, the most there can be", fixed=STORE
    ),
    "stands-there": Reason("{unit} is in the way", fixed=BODIES),
    "no-room-there": Reason("there is no room at {square}", fixed=BODIES),
    "more-than-it-has": Reason("{unit} has at most {have} HP", fixed=UNCLEAR),
    "nothing-in-hand": Reason("{unit} has nothing in hand to drop", fixed=ABSENT),
    "no-place-for": Reason("{unit} does not fit at {square}", fixed=BODIES),
    "fight-is-over": Reason("the fight is over", fixed=NOT_ASKED),
    "pursue-or-let-go": Reason("say 'pursue' or 'let-go'", fixed=UNCLEAR),
    "shoot-or-pass": Reason("{unit} can shoot at {other} once, or pass", fixed=UNCLEAR),
    # Attacks of opportunity, Instants, holding.
    "not-the-one": Reason("{other} did not provoke {unit}", fixed=NOT_ASKED),
    "no-opportunity": Reason("{unit} can no longer attack {other}", fixed=ABSENT),
    "not-disciplined": Reason("{unit} is not trained for Snap Attacks"),
    "is-defending": Reason("{unit} already uses Total Defense"),
    "nothing-to-hold": Reason("{unit} has no Main Action left to hold", fixed=SPENT),
    "holds-nothing": Reason("{unit} has no held action", fixed=ABSENT),
    "no-luck-left": Reason("{unit} has no luck left", fixed=STORE),
    "not-learnt": Reason("{unit} does not have that ability", fixed=UNABLE),
    "used-up": Reason("{unit} has already used that", fixed=STORE),
    "nobody-in-reach": Reason("no foe is in {unit:'s} reach", fixed=ABSENT),
    "not-at-once": Reason("the {other_weapon} cannot be drawn that fast", fixed=UNABLE),
    "nothing-to-shrug-off": Reason("there is no hit on {unit} to shrug off", fixed=ABSENT),
    "no-kill": Reason("{unit} has not just felled a foe", fixed=ABSENT),
    "swift-enough": Reason("that spell is already quick enough", fixed=IN_VAIN),
    "nobody-in-the-way": Reason("no unit screens the target", fixed=ABSENT),
    "no-spell-to-defy": Reason("no spell is about to affect {unit}", fixed=ABSENT),
    "nothing-to-turn": Reason("there is no attack that {unit:'s} luck could change", fixed=ABSENT),
    # Screening and swarms.
    "no-ward": Reason("name an ally to screen", fixed=UNCLEAR),
    "ward-too-far": Reason(
        "{other} is {have} ft away; screening needs an adjacent ally", fixed_in={"tactics": IN_VAIN}
    ),
    "no-skill-to-screen": Reason("{unit} lacks the combat skill to screen", fixed=IN_VAIN),
    "says-too-much": Reason("that action takes fewer details", fixed=UNCLEAR),
    "swarm-full": Reason("the swarm on {other} is full: {have}"),
    "in-the-swarm": Reason("{unit} is in the swarm on {other} already", fixed=SO_ALREADY),
    "not-in-the-swarm": Reason("{unit} has not joined a swarm on {other}", fixed=NOT_ASKED),
    # Manoeuvres.
    "prone-or-push": Reason(
        "say 'prone', or 'push' and the square to push {other} to", fixed=UNCLEAR
    ),
    "no-place-to-push": Reason("no unit can be pushed to {square}", fixed=BODIES),
    "not-unarmed": Reason("a grapple needs bare hands"),
    "holds-another": Reason("{unit} already grapples {other}", fixed=HELD),
    "holds-nobody": Reason("{unit} is not grappling anyone", fixed=ABSENT),
    "not-held": Reason("{unit} is not grappled", fixed=ABSENT),
    "cannot-be-held": Reason("{other} cannot be grappled", fixed=UNABLE),
    "in-a-grapple": Reason(
        "{unit} is in a grapple",
        fixed_in={"phase_actions": HELD, "movement": HELD, "power_actions": HELD, "retreat": HELD},
    ),
    # Powers and flight.
    "no-such-power": Reason("{unit} has no such power", fixed=UNCLEAR),
    "power-spent": Reason("{unit} cannot use that power now", fixed=STORE),
    "cannot-fly": Reason("{unit} cannot fly now", fixed=UNABLE),
    "no-heights": Reason("without a map there are no heights to fly at", fixed=ABSENT),
    "say-how-high": Reason(
        "say how high above the ground, in steps of 5 ft: 'fly C4 : 15 ft'", fixed=UNCLEAR
    ),
    "same-height": Reason(
        "{unit} already flies at that height; use run to move along", fixed=SO_ALREADY
    ),
    "too-high": Reason("that is {need} ft up or down; {have} ft of movement left"),
    "no-place-to-land": Reason("{unit} cannot land at {square}", fixed=BODIES),
    "ceiling-too-low": Reason("the ceiling over {square} is too low for that", fixed=BODIES),
    "looks-away": Reason("{unit} already looks away", fixed=SO_ALREADY),
    "nothing-to-avert": Reason("there is no gaze for {unit} to avoid", fixed=ABSENT),
    "not-entangled": Reason("{unit} is not entangled", fixed=ABSENT),
    # Swallowed whole.
    "is-swallowed": Reason("{other} is swallowed and out of reach", fixed=HELD),
    "in-a-stomach": Reason("{unit} is swallowed and can only attack the swallower", fixed=HELD),
    "too-long-in-there": Reason("{unit} has no room in there for {weapon}", fixed=BODIES),
    "carry-or-throw": Reason("say 'carry' or 'throw', and the square", fixed=UNCLEAR),
    "needs-another-weapon": Reason("the second weapon must not be the one in hand", fixed=UNCLEAR),
    "hand-holds-shield": Reason(
        "{unit:'s} off hand holds a shield", fixed_in={"talent_actions": ABSENT}
    ),
    "not-for-one-hand": Reason("the {other_weapon} needs two hands"),
    "not-skilled-enough": Reason("{unit} is not skilled enough with the {other_weapon} to use two"),
    "no-second-weapon": Reason("{unit} has no second weapon in hand", fixed=ABSENT),
    # Executions, wounds, hiding.
    "no-minute-spent": Reason("{unit} has not prepared for a minute"),
    "suspects-something": Reason("{other} is not unaware"),
    "not-dying": Reason("{other} is not dying", fixed=ABSENT),
    "fight-or-part": Reason("answer `fight` or `part`", fixed=UNCLEAR),
    "in-hand-already": Reason("the {other_weapon} is already in hand", fixed=SO_ALREADY),
    "not-hurt": Reason("{other} is not hurt, or cannot be healed this way", fixed=ABSENT),
    "too-strained": Reason("{other} can take no more System Strain"),
    "no-blade": Reason("the {other_weapon} cannot hold venom", fixed=ABSENT),
    "is-venomous": Reason("the {other_weapon} is already envenomed", fixed=SO_ALREADY),
    "no-kit": Reason("{unit} has no healer's kit"),
    "already-tended": Reason("{other} has already been tended this round"),
    "in-plain-view": Reason("{unit} is in plain view of {other}"),
    "cannot-see": Reason("{unit} cannot see {other}"),
    "sees-nothing": Reason("{unit} cannot see"),
    # Conditions and remedies.
    "is-helpless": Reason("{unit} is helpless", fixed=HELD),
    "is-terrified": Reason(
        "{unit} is terrified and can only flee", fixed_in={"power_actions": UNABLE}
    ),
    "not-asleep": Reason("{other} is not asleep", fixed=ABSENT),
    "not-cursed": Reason("{unit} is not under such a curse", fixed=ABSENT),
    "potion-stowed": Reason("the potion is packed away; ready it first", fixed=ABSENT),
    "potion-readied": Reason("the potion is already readied", fixed=SO_ALREADY),
    "no-potion": Reason("{unit} has no such potion", fixed=STORE),
    "no-wall-there": Reason("there is no wall there", fixed=ABSENT),
    # Magic.
    "no-such-spell": Reason("{unit} knows no such spell", fixed=UNCLEAR),
    "is-instant": Reason("that spell is a reaction; it is not cast on a turn", fixed=NOT_ASKED),
    "in-armour": Reason("{unit} cannot cast in armour"),
    "hands-full": Reason("{unit} needs a free hand to cast"),
    "hurt-this-round": Reason("{unit} was hurt this round and cannot cast"),
    "no-casts-left": Reason("{unit} has no casts left", fixed=STORE),
    "has-cast": Reason("{unit} has already cast a spell this round"),
    "enough-servants": Reason("{unit} already has {need} summoned servants, the most allowed"),
    "too-many-targets": Reason("{have} targets named; the spell takes at most {need}"),
    "named-twice": Reason("{other} is named twice", fixed=UNCLEAR),
    "no-corpse": Reason("{other} is not a corpse", fixed=ABSENT),
    "not-for-this-one": Reason("the spell does not work on {other}", fixed=IN_VAIN),
    "spell-falls-short": Reason("that is {have} ft away; the spell has a range of {need} ft"),
    "no-crossing": Reason("name a corner of squares", fixed=UNCLEAR),
    "two-crossings": Reason("name two corners of squares", fixed=UNCLEAR),
    "no-line-there": Reason("{unit} has no line of sight to {square}"),
    "wall-not-straight": Reason(
        "a wall must run straight along the grid, not diagonally to {square}", fixed=UNCLEAR
    ),
    "wall-too-long": Reason("a wall can be at most {need} ft long, not {have} ft"),
    "wall-through-body": Reason("{other} is in the way of the wall", fixed=BODIES),
    "nothing-to-counter": Reason("there is no enemy spell to counter", fixed=ABSENT),
    "no-turn-to-redo": Reason("there is no turn to begin again", fixed=ABSENT),
}
"""All reasons by name."""


def sentence_of(refusal: Refusal) -> str:
    """The sentence template of a refusal; without an entry, its name."""
    reason = REASONS.get(refusal.reason)
    if reason is None:
        return refusal.reason.replace("-", " ")
    return reason.beyond if refusal.need > refusal.have else reason.sentence
