"""Magic: phase, sight, disruption, memory, potions, free actions, turning (DOL-008, DOL-033)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.gifted import gifted
from tests.rules.dolmenwood.hollow import (
    BEGUILE,
    BLAST,
    DART,
    JAVELIN,
    LONGSWORD,
    SHORTBOW,
    THORNS,
    WAND,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.scene import may, play_setup, told, unit, why_not

from shieldwall.abilities.body_conditions import SLOWED, TERRIFIED
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    FOES,
    HEAL,
    IF_FAILED,
    SELF,
    Amount,
    Primitive,
    make_spell,
)
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.condition import HELPLESS, LASTING
from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.fight import Fight

DRAUGHT = make_spell("draught", 1, (Primitive(HEAL, amount=Amount(1, 6)),), aim=SELF, uses=1)


@pytest.mark.rule("DOL-008", "DOL-033")
def test_spells_runes_glamours_items_and_turning_have_the_magic_phase() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n" + rolls(6, 1),
        a=hero(spells=(DART, BEGUILE, WAND), turning=1),
        g=beast(undead=True),
    )
    assert fight.state.clock.phase == 2
    for choice in ("cast g : dart", "glamour g : beguile", "activate g : wand", "turn"):
        assert may(fight, f"a {choice}"), choice
    fight.push("a done")
    assert fight.state.clock.phase == 3
    for choice in ("cast g : dart", "glamour g : beguile", "activate g : wand", "turn"):
        assert why_not(fight, f"a {choice}") == "not-this-phase DOL-002", choice


@pytest.mark.rule("DOL-006", "DOL-008")
def test_each_of_them_is_the_one_action_of_the_round() -> None:
    fight = delve(
        "a . . g",
        rolls(6, 1) + "> a done\n> a glamour g : beguile\n! beguile d4 2\n",
        a=hero(spells=(BEGUILE, WAND)),
        g=beast(),
    )
    assert unit(fight, "a").mains == 0
    assert fight.state.clock.order[fight.state.clock.turn] == 1, "nothing is left to do for it"


@pytest.mark.rule("DOL-008")
def test_a_potion_is_drunk_among_the_other_actions_and_is_the_action() -> None:
    fight = delve(
        "a g",
        rolls(1, 6)
        + """
        > g done
        > g attack a with longsword
        ! attack d20 18
        ! damage d8 6
        > a done
        """,
        a=hero(potions=(DRAUGHT,)),
        g=beast(),
    )
    assert fight.state.clock.phase == 3
    assert may(fight, "a drink : draught")
    fight.dice_by_hand(True)
    fight.push("a drink : draught")
    fight.push_die(4)
    assert (unit(fight, "a").hp, unit(fight, "a").doses) == (8, (0,))
    assert fight.state.clock.round == 2, "it was the action, and the last of the round"


@pytest.mark.rule("DOL-009")
@pytest.mark.ruling("momentary_actions", "yes")
def test_a_few_words_and_dropping_something_come_on_top_of_the_action() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a say : for the duke
        = says unit=a what=for_the_duke
        > a done
        > a drop
        = drops unit=a weapon=longsword
        """,
        a=hero(),
        g=beast(),
    )
    assert unit(fight, "a").mains == 1
    assert why_not(fight, "a drop") == "nothing-in-hand DOL-009"


@pytest.mark.rule("DOL-009")
@pytest.mark.ruling("momentary_actions", "no")
def test_no_momentary_acts_where_the_table_allows_none(edition: Callable[..., str]) -> None:
    made = hollow("a g", a=hero(), g=beast())
    made.rules = edition(Dial("momentary_actions", 0, "DOL-009"), of="dolmenwood")
    fight = play_setup(made, clean(rolls(6, 1)), first="")
    assert why_not(fight, "a drop") == "not-written momentary_actions"
    assert why_not(fight, "a say : hello") == "not-written momentary_actions"


@pytest.mark.rule("DOL-008")
def test_anything_else_is_the_referees_to_judge() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a improvise : kicks sand into its eyes
        > referee rule : main, modifier g -2
        """,
        a=hero(),
        g=beast(),
    )
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("DOL-034")
def test_magic_needs_its_target_in_sight() -> None:
    fight = delve(
        """
        a . # . g
        . . . . h
        """,
        "> a declare : dart\n" + rolls(6, 1),
        a=hero(spells=(DART,), turning=1),
        g=beast(undead=True),
        h=beast(),
    )
    assert why_not(fight, "a cast g : dart") == "no-line DOL-034"
    assert why_not(fight, "a turn") == "no-undead-in-sight DOL-034"
    assert may(fight, "a cast h : dart")


@pytest.mark.rule("DOL-034")
def test_magic_reaches_no_unit_in_the_dark_though_nothing_stands_between() -> None:
    made = hollow("a . . g", a=hero(spells=(DART, WAND)), g=beast(weapons=()))
    made.dark = True
    fight = play_setup(made, clean("> a declare : dart\n" + rolls(6, 1)), first="")
    assert why_not(fight, "a cast g : dart") == "cannot-see DOL-034"
    assert why_not(fight, "a activate g : wand") == "cannot-see DOL-034"
    lit = hollow("a . . g", a=hero(spells=(DART,), light=30), g=beast(weapons=()))
    lit.dark = True
    bright = play_setup(lit, clean("> a declare : dart\n" + rolls(6, 1)), first="")
    assert may(bright, "a cast g : dart")


# Disruption.


def declared(spell: str, then: str, **facts: object) -> Fight:
    """A caster who has declared and has lost initiative."""
    return delve(
        "a . . g",
        f"> a declare : {spell}\n" + rolls(1, 6) + then,
        a=hero(spells=(DART, THORNS, BEGUILE), **facts),
        g=beast(weapons=(JAVELIN, LONGSWORD)),
    )


HIT_IT = "> g done\n> g throw a with javelin\n! attack d20 15\n! damage d4 1\n"
MISSED_IT = "> g done\n> g throw a with javelin\n! attack d20 2\n"


@pytest.mark.rule("DOL-035", "DOL-036")
def test_a_caster_who_is_hit_before_its_turn_loses_the_spell_from_memory() -> None:
    fight = declared("dart", HIT_IT + "> a pass\n" + rolls(6, 1) + "> a done\n")
    assert told(fight, "spoiled") == ["spoiled unit=a spell=dart why=disrupted"]
    assert unit(fight, "a").forgotten == 1
    assert why_not(fight, "a cast g : dart") == "is-forgotten DOL-036"


@pytest.mark.rule("DOL-035", "DOL-037")
def test_a_disrupted_rune_counts_as_used() -> None:
    fight = declared("thorns", HIT_IT + "> a pass\n" + rolls(6, 1) + "> a done\n")
    assert told(fight, "spoiled") == ["spoiled unit=a spell=thorns why=disrupted"]
    assert why_not(fight, "a rune g : thorns") == "is-forgotten DOL-036"


@pytest.mark.rule("DOL-035")
def test_a_miss_disrupts_nothing() -> None:
    fight = declared("dart", MISSED_IT)
    assert may(fight, "a cast g : dart")


@pytest.mark.rule("DOL-035")
def test_it_is_the_hit_that_disrupts_whatever_it_deals() -> None:
    hit = HIT_IT.replace("! damage", "= spoiled unit=a spell=dart why=disrupted\n! damage")
    fight = declared("dart", hit + "> a pass\n" + rolls(6, 1))
    assert unit(fight, "a").forgotten == 1


@pytest.mark.rule("DOL-035")
@pytest.mark.parametrize(("die", "lost"), [(14, True), (15, False)])
def test_a_failed_save_disrupts_and_a_made_one_does_not(die: int, lost: bool) -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n> g declare : lull\n"
        + rolls(1, 6)
        + f"> g cast a : lull\n! save d20 {die}\n"
        + ("> a pass\n" + rolls(6, 1) if lost else ""),
        a=hero(spells=(DART, THORNS)),
        g=beast(spells=(LULL,)),
    )
    assert bool(told(fight, "spoiled")) is lost


LULL = make_spell(
    "lull", 1, (Primitive(CONDITION, IF_FAILED, effect=SLOWED),), who=FOES, reach=60, save=0
)


@pytest.mark.rule("DOL-035")
@pytest.mark.ruling("spell_disrupted_by", "hit_or_failed_save")
@pytest.mark.ruling("spell_disrupted_by", "harmed")
@pytest.mark.ruling("spell_disrupted_by", "either")
@pytest.mark.parametrize(
    ("spell", "die", "by_hit_or_save", "by_harm"),
    [("blast", 15, False, True), ("blast", 14, True, True), ("lull", 14, True, False)],
    ids=["saved, half harm", "failed, harm", "failed, no harm"],
)
def test_a_table_may_go_by_the_harm_and_not_by_hits_and_saves(
    spell: str, die: int, by_hit_or_save: bool, by_harm: bool, edition: Callable[..., str]
) -> None:
    harm = "! blast d6 2\n" if spell == "blast" else ""
    for option, lost in ((0, by_hit_or_save), (1, by_harm), (2, by_hit_or_save or by_harm)):
        made = hollow("a . . g", a=hero(spells=(DART,)), g=beast(spells=(BLAST, LULL)))
        made.rules = edition(Dial("spell_disrupted_by", option, "DOL-035"), of="dolmenwood")
        tape = (
            f"> a declare : dart\n> g declare : {spell}\n"
            + rolls(1, 6)
            + f"> g cast a : {spell}\n! save d20 {die}\n"
            + harm
            + ("> g pass\n" + rolls(6, 1) if lost else "")
        )
        fight = play_setup(made, clean(tape), first="")
        assert bool(told(fight, "spoiled")) is lost, option
        assert unit(fight, "a").forgotten == lost


@pytest.mark.rule("DOL-035")
def test_by_harm_a_hit_still_disrupts_and_a_miss_does_not(edition: Callable[..., str]) -> None:
    for blow, lost in ((HIT_IT, True), (MISSED_IT, False)):
        thrower = beast(weapons=(JAVELIN, LONGSWORD))
        made = hollow("a . . g", a=hero(spells=(DART, THORNS)), g=thrower)
        made.rules = edition(Dial("spell_disrupted_by", 1, "DOL-035"), of="dolmenwood")
        tape = "> a declare : dart\n" + rolls(1, 6) + blow
        fight = play_setup(made, clean(tape + ("> a pass\n" + rolls(6, 1) if lost else "")), "")
        assert bool(told(fight, "spoiled")) is lost


@pytest.mark.rule("DOL-035")
def test_after_ones_own_turn_there_is_nothing_left_to_disrupt() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n" + rolls(6, 1) + "> a cast g : dart\n! dart d6 2\n" + HIT_IT
        + rolls(6, 1),
        a=hero(spells=(DART,)),
        g=beast(weapons=(JAVELIN, LONGSWORD)),
    )  # fmt: skip
    assert told(fight, "spoiled") == []


@pytest.mark.rule("DOL-036", "DOL-037")
def test_what_was_cast_is_gone_from_memory_too() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n" + rolls(6, 1) + "> a cast g : dart\n! dart d6 2\n",
        a=hero(spells=(DART, DART)),
        g=beast(),
    )
    assert unit(fight, "a").forgotten == 1, "the second one is still there"


@pytest.mark.rule("DOL-038")
def test_a_glamour_or_an_item_is_never_disrupted() -> None:
    fight = delve(
        "a . . g",
        rolls(1, 6) + HIT_IT + "> a done\n",
        a=hero(spells=(BEGUILE, WAND)),
        g=beast(weapons=(JAVELIN, LONGSWORD)),
    )
    assert fight.state.clock.phase == 2
    assert may(fight, "a glamour g : beguile")
    assert may(fight, "a activate g : wand")


# Turning the undead.


def turned(roll: tuple[int, int], count: str = "", level: int = 2) -> Fight:
    tape = rolls(6, 1) + f"> a done\n> a turn\n! turning d6 {roll[0]}\n! turning d6 {roll[1]}\n"
    return delve(
        "a . . g",
        tape + count,
        a=hero(turning=level),
        g=beast(undead=True, hit_dice=2),
    )


COUNT = "! undead turned d4 1\n! undead turned d4 1\n"


@pytest.mark.rule("DOL-033", "DOL-005")
def test_turning_does_nothing_stuns_drives_off_or_destroys() -> None:
    assert unit(turned((2, 2)), "g").effects == []
    stunned = turned((2, 3), COUNT + rolls(6, 1)).events
    assert any(event.KIND == "condition" for event in stunned)
    fled = turned((3, 4), COUNT)
    fear = unit(fled, "g").effect(TERRIFIED)
    assert fear is not None
    assert fear.until == LASTING + 1 + 60, "a Turn of ten minutes is sixty rounds of ten seconds"
    assert unit(fled, "g").broken
    assert unit(turned((6, 6), COUNT, level=2), "g").status == ACTIVE
    assert unit(turned((6, 5), COUNT, level=3), "g").status == DEAD


@pytest.mark.rule("DOL-033", "G-19")
def test_the_stunned_do_nothing_until_the_next_round_is_over() -> None:
    fight = turned((2, 3), COUNT + rolls(6, 1) + "> a done\n> a done\n> a done\n" + rolls(6, 1))
    assert fight.state.clock.round == 3
    assert unit(fight, "g").effect(HELPLESS) is None
    assert told(fight, "recovers") == ["recovers unit=g what=helpless"]


@pytest.mark.rule("DOL-033")
def test_two_points_for_each_level_between_them_and_the_nearest_first() -> None:
    fight = delve(
        """
        a . . g
        . . . .
        . . . h
        . . . i
        """,
        rolls(6, 1)
        + """
        > a done
        > a turn
        ! turning d6 2
        ! turning d6 3
        ! undead turned d4 1
        ! undead turned d4 1
        """,
        a=hero(turning=2),
        g=beast(undead=True, hit_dice=3),
        h=beast(undead=True, hit_dice=1),
        i=beast(undead=True, hit_dice=1),
    )
    assert unit(fight, "g").effects == [], "5 less 2 is nothing"
    weak = delve(
        "a . g . h",
        rolls(6, 1) + "> a done\n> a turn\n! turning d6 2\n! turning d6 2\n" + COUNT,
        a=hero(turning=2),
        g=beast(undead=True, hit_dice=1),
        h=beast(),
    )
    assert unit(weak, "g").effect(TERRIFIED) is None, "4 and 2 only stuns"
    assert unit(weak, "g").effect(HELPLESS) is not None
    assert unit(fight, "h").effect(TERRIFIED) is not None, "5 and 2 drives off"
    assert unit(fight, "i").effect(TERRIFIED) is not None


@pytest.mark.rule("DOL-033")
def test_only_so_many_as_are_rolled_and_only_by_a_unit_that_can() -> None:
    fight = delve(
        "a b . . g h i",
        rolls(6, 1) + "> a done\n> b done\n",
        a=hero(turning=2),
        b=hero(weapons=(LONGSWORD, SHORTBOW)),
        g=beast(undead=True, hit_dice=2),
        h=beast(undead=True, hit_dice=2),
        i=beast(undead=True, hit_dice=2),
    )
    fight.push("b done")
    fight.dice_by_hand(True)
    fight.push("a turn")
    for die in (4, 3, 1, 1):
        fight.push_die(die)
    turned_away = [one for one in "ghi" if unit(fight, one).effect(TERRIFIED) is not None]
    assert turned_away == ["g", "h"]


@pytest.mark.rule("DOL-048")
@pytest.mark.parametrize(
    ("magic_save", "die", "made"), [(0, 14, False), (2, 13, True), (2, 12, False)]
)
def test_a_kindred_that_resists_magic_adds_to_its_saves(
    magic_save: int, die: int, made: bool
) -> None:
    """An elf or a grimalkin: 15 or more saves, 13 or more with +2."""
    fight = delve(
        "a . . g",
        "> g declare : lull\n" + rolls(1, 6) + f"> g cast a : lull\n! save d20 {die}\n",
        a=hero(abilities=gifted(magic_save=magic_save)),
        g=beast(spells=(LULL,)),
    )
    assert (unit(fight, "a").effect(SLOWED) is None) is made
