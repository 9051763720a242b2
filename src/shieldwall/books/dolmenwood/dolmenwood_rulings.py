"""Open questions of Dolmenwood, each with its options."""

from __future__ import annotations

from typing import Final

from shieldwall.books.rulings import Option, Ruling, yes_or_no

DOLMENWOOD_RULINGS: Final = (
    Ruling(
        "tied_sides",
        "Dolmenwood, Initiative",
        "Tied sides either roll again or act simultaneously. The book leaves the choice to the "
        "table.",
        ("DOL-016", "G-44"),
        (
            Option("reroll", 0, "tied sides roll again against each other"),
            Option(
                "simultaneous",
                1,
                "they act together, phase by phase; damage is applied at the end of the phase, "
                "both sides can lose units, and no spell is disrupted",
            ),
        ),
    ),
    Ruling(
        "surprise_rolled_by",
        "Dolmenwood, Combat Procedure",
        "The page does not mention surprise. By custom a side is surprised on 1 or 2 on a d6, "
        "and loses the first round.",
        ("DOL-001", "G-46"),
        (
            Option("ambushed", 0, "only a side that is ambushed rolls"),
            Option("everybody", 1, "every side that does not expect a fight rolls"),
        ),
    ),
    Ruling(
        "forgo_declared_spell",
        "Dolmenwood, Declarations",
        "A spell must be declared. The book does not say whether the caster can then do "
        "something else.",
        ("DOL-012",),
        yes_or_no(
            "it can keep the spell and take another action, but cannot move",
            "it casts the spell or does nothing this round",
        ),
    ),
    Ruling(
        "spell_disrupted_by",
        "Dolmenwood, Declarations and Magic",
        "One line disrupts the spell of a caster who loses initiative and takes damage. Another "
        "disrupts it when the caster is hit or fails a save before its side's turn.",
        ("DOL-035",),
        (
            Option("either", 2, "a hit, a failed save or any damage"),
            Option("hit_or_failed_save", 0, "a hit or a failed save, even without damage"),
            Option("harmed", 1, "only damage, from any source"),
        ),
    ),
    Ruling(
        "momentary_actions",
        "Dolmenwood, Actions Per Round",
        "The GM may allow momentary actions (a few words, dropping an item) in addition to "
        "the action.",
        ("DOL-009",),
        yes_or_no("they are allowed in every phase of the unit's side", "there are none"),
    ),
    Ruling(
        "flee_bonus_scope",
        "Dolmenwood, Movement",
        "One line gives the bonus against a fleeing unit to foes that win initiative, another to "
        "all foes in melee with it, for the round.",
        ("DOL-020",),
        (
            Option(
                "while_in_melee", 0, "foes still in melee with the fleeing unit when they attack"
            ),
            Option("all_round", 1, "all foes it declared to flee from, with any attack"),
        ),
    ),
    Ruling(
        "shoot_in_melee",
        "Dolmenwood, Attacks",
        "Missiles cannot target a foe within 5 ft. The book does not say whether a shooter in "
        "melee may shoot at another target.",
        ("DOL-024",),
        yes_or_no("it can", "a combatant in melee cannot shoot"),
    ),
    Ruling(
        "abreast",
        "Dolmenwood, Spacing",
        "A corridor of 10 ft has room for two or three fighters side by side.",
        ("DOL-032", "SOV-012"),
        (
            Option("two", 2, "5 ft for each, as on a map"),
            Option("three", 3, "without a map, a little more than 3 ft for each"),
        ),
    ),
    Ruling(
        "nat20_saves",
        "Dolmenwood, Attacks",
        "The pages on rolls are only linked. By custom a natural 20 makes any save and a natural "
        "1 fails it.",
        ("G-37",),
        yes_or_no("as by custom", "only the total counts"),
    ),
    Ruling(
        "doom_save",
        "Dolmenwood, Attacks",
        "The page does not say what happens at 0 hit points.",
        ("G-42",),
        (
            Option("dead", 0, "every combatant is dead"),
            Option("save", 1, "a character that saves against Doom is unconscious instead"),
        ),
    ),
    Ruling(
        "two_morale_checks",
        "Dolmenwood, Morale; Aachen, Sequence",
        "A side checks at its first death or casualty and when half of it is gone. The books do "
        "not say what happens if both occur at once: in one round, in Aachen by one casualty.",
        ("DOL-042", "DOL-043", "AAC-041"),
        (
            Option("two_checks", 1, "two checks, the second only if the first succeeds"),
            Option("one_check", 0, "one check covers both"),
        ),
    ),
    Ruling(
        "morale_twelve",
        "Dolmenwood, Morale",
        "Morale 12 never checks, and the GM may modify morale. The book does not say "
        "whether a score modified to 12 checks.",
        ("DOL-045", "DOL-046"),
        (
            Option("unmodified", 0, "a printed 12 never checks, and the GM is not asked"),
            Option("any", 1, "a score modified to 12 never checks either"),
        ),
    ),
    Ruling(
        "morale_modifier",
        "Dolmenwood, Morale",
        "The GM may modify morale by -2 to +2.",
        ("DOL-046",),
        yes_or_no(
            "the GM is asked at every check",
            "the GM is not asked; only the modifier in the side's file counts",
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
            "reach 10 ft; crossbows every other round; double damage with a braced weapon; half "
            "damage by splashing",
            "none of these rules is used",
        ),
    ),
)
