"""Open questions of Dolmenwood, each with its options."""

from __future__ import annotations

from typing import Final

from shieldwall.books.rulings import Option, Ruling, yes_or_no

DOLMENWOOD_RULINGS: Final = (
    Ruling(
        "tied_sides",
        "Dolmenwood, Initiative",
        "Where sides roll the same, they either roll again or act simultaneously; which of the "
        "two is left to the table.",
        ("DOL-016", "G-44"),
        (
            Option("reroll", 0, "tied sides roll again between themselves"),
            Option(
                "simultaneous",
                1,
                "they act at once, phase by phase; harm is felt when the phase is over, both may "
                "die, and nothing disrupts a spell",
            ),
        ),
    ),
    Ruling(
        "surprise_rolled_by",
        "Dolmenwood, Combat Procedure",
        "The page says nothing of surprise. Customarily a side is caught unaware by 1 or 2 on a "
        "die of six, and loses the first round.",
        ("DOL-001", "G-46"),
        (
            Option("ambushed", 0, "only a side that is being ambushed rolls"),
            Option("everybody", 1, "every side rolls that does not expect a fight"),
        ),
    ),
    Ruling(
        "forgo_declared_spell",
        "Dolmenwood, Declarations",
        "A spell must be declared. The book does not say whether the caster may then do something "
        "else.",
        ("DOL-012",),
        yes_or_no(
            "it may let the spell go, keep it and act, though it may not move",
            "it casts, or does nothing this round",
        ),
    ),
    Ruling(
        "spell_disrupted_by",
        "Dolmenwood, Declarations and Magic",
        "One line disrupts the spell of a caster who loses initiative and takes damage. Another "
        "disrupts it when the caster is hit or fails a save before its side's turn.",
        ("DOL-035",),
        (
            Option("either", 2, "a hit, a failed save, or harm of any kind"),
            Option("hit_or_failed_save", 0, "a hit or a failed save, whatever harm it does"),
            Option("harmed", 1, "only what costs hit points, however it comes about"),
        ),
    ),
    Ruling(
        "momentary_actions",
        "Dolmenwood, Actions Per Round",
        "The referee may allow momentary acts (a few words, dropping something) in addition to "
        "the action.",
        ("DOL-009",),
        yes_or_no("they are allowed in every phase of the unit's side", "there are none"),
    ),
    Ruling(
        "flee_bonus_scope",
        "Dolmenwood, Movement",
        "One line gives foes that win initiative the bonus against a fleer, another all foes in "
        "melee with it, for the round.",
        ("DOL-020",),
        (
            Option("while_in_melee", 0, "foes still in melee with the fleer when they strike"),
            Option("all_round", 1, "foes it declared to flee from, however they attack it"),
        ),
    ),
    Ruling(
        "shoot_in_melee",
        "Dolmenwood, Attacks",
        "Missiles cannot target a foe within 5 ft. The book does not say whether a shooter in "
        "melee may shoot at another target.",
        ("DOL-024",),
        yes_or_no("it may", "a combatant in melee cannot shoot"),
    ),
    Ruling(
        "abreast",
        "Dolmenwood, Spacing",
        "A corridor of 10 ft has room for two or three fighters side by side.",
        ("DOL-032", "SOV-012"),
        (
            Option("two", 2, "5 ft for each, as on a map"),
            Option("three", 3, "where there is no map, a little more than 3 ft for each"),
        ),
    ),
    Ruling(
        "nat20_saves",
        "Dolmenwood, Attacks",
        "The pages on rolls are only linked. By old custom a natural 20 makes any save and a "
        "natural 1 fails it.",
        ("G-37",),
        yes_or_no("as the custom has it", "only the total counts"),
    ),
    Ruling(
        "doom_save",
        "Dolmenwood, Attacks",
        "What becomes of one at 0 hit points is not on the page.",
        ("G-42",),
        (
            Option("dead", 0, "everybody is dead"),
            Option("save", 1, "a character saves against Doom and is only senseless"),
        ),
    ),
    Ruling(
        "two_morale_checks",
        "Dolmenwood, Morale",
        "A side checks at its first death and when half of it is gone; what if both happen in one "
        "round is not said.",
        ("DOL-042", "DOL-043"),
        (
            Option("two_checks", 1, "a check for each, the second only if the first holds"),
            Option("one_check", 0, "one check answers for both"),
        ),
    ),
    Ruling(
        "morale_twelve",
        "Dolmenwood, Morale",
        "Morale 12 never checks, and the referee may modify morale. The book does not say whether "
        "a score modified to 12 checks.",
        ("DOL-045", "DOL-046"),
        (
            Option("unmodified", 0, "a printed 12 never checks, and the referee is not asked"),
            Option("any", 1, "so does a score modified to 12"),
        ),
    ),
    Ruling(
        "morale_modifier",
        "Dolmenwood, Morale",
        "The referee may modify morale by up to 2 either way.",
        ("DOL-046",),
        yes_or_no(
            "the referee is asked at every check",
            "the referee is not asked, only what the file gives the side is added",
        ),
    ),
    Ruling(
        "optional_combat_rules",
        "Dolmenwood, Attacks",
        "Charging, parrying, pushing, two weapons, reach, reloading, bracing and splashing are "
        "named elsewhere in the game; the combat page has no rules for them.",
        ("DOL-049", "G-38", "G-43"),
        yes_or_no(
            "charge +2 and AC -1 after 20 ft; parry AC +2; push at -4; two weapons at -2 and -4; "
            "reach 10 ft; crossbows every other round; braced weapons double; splash half",
            "none of it is done",
        ),
    ),
)
