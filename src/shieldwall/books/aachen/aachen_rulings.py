"""Open questions of the two drafts of Aachen, each with its options."""

from __future__ import annotations

from typing import Final

from shieldwall.books.rulings import Option, Ruling, yes_or_no
from shieldwall.engine.ruleset import HIGHER_SKILL, PLAYERS_PREVAIL, ROLL_AGAIN

AACHEN_RULINGS: Final = (
    Ruling(
        "reaction_hostile_max",
        "Aachen, Sequence",
        "A reaction of 3 or less is hostile, and one of 3 to 5 unfriendly: 3 stands in both rows. "
        "Other pages of the time call 2 hostile.",
        ("AAC-003",),
        (
            Option("2", 2, "a 2 is hostile, a 3 unfriendly"),
            Option("3", 3, "a 3 is hostile too"),
        ),
    ),
    Ruling(
        "opposed_tie",
        "Aachen, Surprise",
        "Both sides roll for surprise, and the higher prevails; who does where they are level "
        "differs from page to page.",
        ("AAC-004",),
        (
            Option("again", ROLL_AGAIN, "both roll again"),
            Option("higher_skill", HIGHER_SKILL, "the higher level of the skill prevails"),
            Option("players", PLAYERS_PREVAIL, "the players' side prevails"),
        ),
    ),
    Ruling(
        "surprise_morale",
        "Aachen, Surprise",
        "The earlier draft lets the referee check the morale of undisciplined or ill-trained "
        "people who are surprised.",
        ("AAC-006", "G-35"),
        yes_or_no("they check, and may break at once", "they keep their nerve"),
    ),
    Ruling(
        "attackers_try_surprise",
        "Aachen, Surprise",
        "In the earlier draft attackers always try for surprise. The later one leaves it to the "
        "referee who does. Neither says who the attackers are where two sides meet.",
        ("AAC-005",),
        (
            Option("when_set", 0, "only a side with an `ambush` or a `hard-entry`"),
            Option("attackers", 1, "the side that the encounter names as `attackers` too"),
            Option("always", 2, "and where none is named, the GM's side against the players'"),
        ),
    ),
    Ruling(
        "initiative_individual",
        "Aachen, Initiative",
        "An option: each player rolls for itself, the opposition once. The earlier draft leaves "
        "the sequence of it to do, the later one interleaves.",
        ("AAC-010", "AAC-011", "G-34"),
        (
            Option("sides", 0, "a roll a side"),
            Option("players", 1, "each player acts in its own place, the opposition as a block"),
        ),
    ),
    Ruling(
        "free_attack_on_leaving",
        "Aachen, In And Out Of Melee",
        "The section says no more than that a free attack is to be written. A later page has it, "
        "and a fighting withdrawal that avoids it.",
        ("AAC-021", "G-31"),
        yes_or_no(
            "leaving the side of a foe without a withdrawal gives it an attack",
            "one leaves melee as one likes",
        ),
    ),
    Ruling(
        "total_defense_for_all",
        "Aachen, Instant Actions",
        "Instant actions are generally tied to talents and powers, and neither draft lists a Total "
        "Defense. Other pages of the time give it to everybody.",
        ("AAC-039", "AAC-019"),
        yes_or_no("everybody may spend a Main for +2 AC and no Shock", "it does not exist"),
    ),
    Ruling(
        "charge_allowed",
        "Aachen, Actions",
        "Neither draft has a charge; a later page does: 30 to 60 ft straight ahead, +2 to hit, "
        "and 2 less AC for the round.",
        ("G-33",),
        yes_or_no("charges exist, with those numbers", "there is no charge"),
    ),
    Ruling(
        "borrowed_manoeuvres",
        "Aachen, Execution Attacks, Shoving And Grappling, Wielding Two Weapons",
        "These sections are headings without a text, and attacks by a mob are not even that.",
        ("AAC-040", "G-30"),
        yes_or_no("they are played as in Sovereign", "they cannot be done"),
    ),
    Ruling(
        "short_range_inclusive",
        "Aachen, Ranged Attacks",
        "From the short range to the long one a shot is at -2; whether the figure itself belongs "
        "to the short range is a matter of one word.",
        ("AAC-029",),
        yes_or_no("at 100 ft a bow of 100/600 shoots without penalty", "at 100 ft it is at -2"),
    ),
    Ruling(
        "reload_needs_shoot_1",
        "Aachen, On Turn Actions",
        "Reloading a bow from a readied quiver is an on-turn action; the list of weapons of the "
        "time wants Shoot 1 for that.",
        ("AAC-018",),
        yes_or_no("below Shoot 1 it takes a move", "it costs nothing, whatever the skill"),
    ),
)

EARLY_SOVEREIGN_RULINGS: Final = (
    Ruling(
        "execution_spares",
        "Sovereign, Execution Attacks",
        "A failed save leaves the victim mortally injured; the earlier edition adds that a weapon "
        "that is not lethal knocks it out.",
        ("SOV-141", "SVE-019"),
        yes_or_no("a weapon that spares knocks its victim out", "the victim lies dying"),
    ),
    Ruling(
        "execution_bonuses_stack",
        "Sovereign, Execution Attacks",
        "A shot within 10 ft has +4, one within normal range +2; the earlier edition joins the two "
        "with an and.",
        ("SOV-138", "SVE-020"),
        yes_or_no("a shot within 10 ft has both, +6", "the better of the two counts"),
    ),
    Ruling(
        "morale_stays",
        "Sovereign, Morale",
        "A combatant that has lost half its HP retreats unless it believes this will not save it; "
        "in the earlier edition, unless it clearly will not die.",
        ("SOV-144", "SVE-021"),
        (
            Option("flight_is_vain", 0, "the slower and cornered fight on"),
            Option("will_live", 1, "units fight on if one attack of every foe could not kill them"),
        ),
    ),
)
