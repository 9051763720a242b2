"""Open questions of the two drafts of Aachen, each with its options."""

from __future__ import annotations

from typing import Final

from shieldwall.books.rulings import Option, Ruling, yes_or_no
from shieldwall.engine.ruleset import HIGHER_SKILL, PLAYERS_PREVAIL, ROLL_AGAIN

AACHEN_RULINGS: Final = (
    Ruling(
        "reaction_hostile_max",
        "Aachen, Sequence",
        "A reaction of 3 or less is hostile, and 3 to 5 is unfriendly, so 3 is in both rows. "
        "Other pages of that time call only 2 hostile.",
        ("AAC-003",),
        (
            Option("2", 2, "2 is hostile, 3 is unfriendly"),
            Option("3", 3, "3 is hostile too"),
        ),
    ),
    Ruling(
        "opposed_tie",
        "Aachen, Surprise",
        "Both sides roll for surprise, and the higher roll wins. The pages differ about ties.",
        ("AAC-004",),
        (
            Option("again", ROLL_AGAIN, "both roll again"),
            Option("higher_skill", HIGHER_SKILL, "the higher skill level wins"),
            Option("players", PLAYERS_PREVAIL, "the players' side wins"),
        ),
    ),
    Ruling(
        "surprise_morale",
        "Aachen, Surprise",
        "In the earlier draft the GM may check the morale of surprised creatures that are "
        "undisciplined or ill-trained.",
        ("AAC-006", "G-35"),
        yes_or_no("they check, and may break at once", "they do not check"),
    ),
    Ruling(
        "attackers_try_surprise",
        "Aachen, Surprise",
        "In the earlier draft attackers always try for surprise. In the later one the GM "
        "decides who does. Neither says who the attackers are when two sides meet.",
        ("AAC-005",),
        (
            Option("when_set", 0, "only a side with an `ambush` or a `hard-entry`"),
            Option("attackers", 1, "also the side that the encounter names as `attackers`"),
            Option(
                "always",
                2,
                "also the GM's side against the players', if the encounter names no attackers",
            ),
        ),
    ),
    Ruling(
        "initiative_individual",
        "Aachen, Initiative",
        "An option: each player character rolls for itself, the opposition once. The earlier "
        "draft leaves the sequence open, the later one interleaves them.",
        ("AAC-010", "AAC-011", "G-34"),
        (
            Option("sides", 0, "one roll a side"),
            Option(
                "players",
                1,
                "each player character acts on its own roll, the opposition as a block",
            ),
        ),
    ),
    Ruling(
        "free_attack_on_leaving",
        "Aachen, In And Out Of Melee",
        'The section only says "free attack". A later page has the rule, and a fighting '
        "withdrawal that avoids it.",
        ("AAC-021", "G-31"),
        yes_or_no(
            "leaving a foe without a fighting withdrawal gives it an attack",
            "leaving melee is free",
        ),
    ),
    Ruling(
        "total_defense_for_all",
        "Aachen, Instant Actions",
        "Instant actions usually come from talents and powers, and neither draft lists a Total "
        "Defense. Other pages of that time give it to every combatant.",
        ("AAC-039", "AAC-019"),
        yes_or_no("any unit can spend its Main for +2 AC and no Shock", "it does not exist"),
    ),
    Ruling(
        "charge_allowed",
        "Aachen, Actions",
        "Neither draft has a charge. A later page does: 30 to 60 ft in a straight line, +2 to "
        "hit, and 2 less AC for the round.",
        ("G-33",),
        yes_or_no("units can charge, with these numbers", "there is no charge"),
    ),
    Ruling(
        "borrowed_manoeuvres",
        "Aachen, Execution Attacks, Shoving And Grappling, Wielding Two Weapons",
        "These sections are headings without text, and attacks by a mob are missing.",
        ("AAC-040", "G-30"),
        yes_or_no("they are played as in Sovereign", "they cannot be done"),
    ),
    Ruling(
        "short_range_inclusive",
        "Aachen, Ranged Attacks",
        "From short to long range a shot has -2. One word decides whether the short range itself "
        "is included.",
        ("AAC-029",),
        yes_or_no("at 100 ft a 100/600 bow has no penalty", "at 100 ft it has -2"),
    ),
    Ruling(
        "reload_needs_shoot_1",
        "Aachen, On Turn Actions",
        "Reloading a bow from a readied quiver is an On Turn action. The weapon list of that "
        "time needs Shoot 1 for it.",
        ("AAC-018",),
        yes_or_no("without Shoot 1 it takes a Move", "it is free at any skill"),
    ),
)

EARLY_SOVEREIGN_RULINGS: Final = (
    Ruling(
        "execution_spares",
        "Sovereign, Execution Attacks",
        "A victim that fails its save is mortally injured. The earlier edition adds that a "
        "non-lethal weapon knocks it out.",
        ("SOV-141", "SVE-019"),
        yes_or_no("a weapon that can spare knocks its victim out", "the victim is dying"),
    ),
    Ruling(
        "execution_bonuses_stack",
        "Sovereign, Execution Attacks",
        "A shot within 10 ft has +4, one within normal range +2. The earlier edition joins the "
        'two with "and".',
        ("SOV-138", "SVE-020"),
        yes_or_no("a shot within 10 ft has both, +6", "the better of the two counts"),
    ),
    Ruling(
        "morale_stays",
        "Sovereign, Morale",
        "A combatant that has lost half its HP retreats unless it believes this will not save "
        "it. In the earlier edition it retreats unless it clearly will not die.",
        ("SOV-144", "SVE-021"),
        (
            Option("flight_is_vain", 0, "slower, cornered units fight on"),
            Option(
                "will_live",
                1,
                "units fight on if one attack of every foe together could not kill them",
            ),
        ),
    ),
)
