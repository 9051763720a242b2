"""The costs of magic and of remedies against it in Aachen, all next to a foe.

The draft only names casting as a main action. Other actions that take most of a round are main
actions too, drinking is a move, and climbing takes the whole turn.
"""

from __future__ import annotations

import pytest
from tests.rules.aachen.aachen_scene import scene
from tests.rules.aachen.test_action_table import costs
from tests.rules.magic_scene import mage
from tests.scene import AXE, fighter, foe, may, told, unit, where, why_not

from shieldwall.abilities.body_conditions import BOILS
from shieldwall.content.combatants.items import shipped_items
from shieldwall.content.magic.spells import as_scroll, described_spell
from shieldwall.engine.action_spec import MAIN, MAIN_AND_MOVE, MOVE
from shieldwall.engine.magic.spell_data import SCROLL
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight

MASTERED = "! cast d6 6\n! cast d6 6\n"
"""The check every casting asks for."""


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 60, "hit_dice": 5, "fearless": True, **facts})


def a_main_is_gone(fight: Fight, who: str, other: str) -> None:
    """No main action is left for an attack; the move is."""
    assert told(fight, "opportunity") == []
    assert why_not(fight, f"{who} attack {other} with sword") == "main-spent AAC-013"
    assert may(fight, f"{who} done")
    assert unit(fight, who).moves == 1


@pytest.mark.rule("AAC-013", "AAC-014")
def test_casting_takes_the_main_and_gives_no_unit_an_attack() -> None:
    fight = scene(
        "a g",
        "> a cast g : arcane spark\n" + MASTERED + "! save d20 1\n! arcane spark d8 5\n",
        a=mage("arcane spark"),
        g=sturdy(),
    )
    assert unit(fight, "g").hp == 55
    a_main_is_gone(fight, "a", "g")
    assert why_not(fight, "a cast g : arcane spark") == "main-spent AAC-013"
    costs(fight, "cast", MAIN)


@pytest.mark.rule("AAC-013", "AAC-014")
def test_a_wand_takes_the_main_and_gives_no_unit_an_attack() -> None:
    fight = scene(
        "a g",
        "> a activate g : wand of bolts\n! wand of bolts d6 3\n",
        a=fighter(spells=shipped_items()["wand of bolts"].powers[:2], caster_level=1),
        g=sturdy(),
    )
    assert unit(fight, "g").hp == 56
    a_main_is_gone(fight, "a", "g")
    assert why_not(fight, "a activate g : wand of bolts") == "main-spent AAC-013"
    costs(fight, "activate", MAIN)


@pytest.mark.rule("AAC-013", "AAC-014")
def test_a_scroll_takes_the_main_and_gives_no_unit_an_attack() -> None:
    """2d6 less the level of the spell, against the 8 of a plain check, for one not learned."""
    scrolls = (as_scroll(described_spell("arcane spark"), SCROLL),)
    fight = scene(
        "a g",
        "> a read g : scroll of arcane spark\n! scroll d6 4\n! scroll d6 5\n"
        "! save d20 1\n! scroll of arcane spark d8 4\n",
        a=fighter(spells=scrolls, caster_level=1),
        g=sturdy(),
    )
    assert unit(fight, "g").hp == 56
    assert unit(fight, "a").forgotten == 1
    a_main_is_gone(fight, "a", "g")
    assert why_not(fight, "a read g : scroll of arcane spark") == "main-spent AAC-013"
    costs(fight, "read", MAIN)


@pytest.mark.rule("AAC-013", "AAC-016")
def test_a_potion_takes_the_move_and_leaves_the_main() -> None:
    potion = described_spell("potion of healing")
    fight = scene(
        "a g",
        """
        > g attack a with sword
        ! attack d20 20
        ! damage d8 8
        > g done
        > a drink : potion of healing
        ! potion of healing d6 3
        ! potion of healing d6 2
        """,
        first="foes",
        a=fighter(hp=20, potions=(potion, potion)),
        g=sturdy(),
    )
    assert told(fight, "drinks") == ["drinks unit=a by=a what=potion_of_healing"]
    assert told(fight, "opportunity") == []
    assert unit(fight, "a").hp == 17
    assert may(fight, "a attack g with sword")
    costs(fight, "drink", MOVE)


ASLEEP = "> a cast D1 : sleep\n" + MASTERED


@pytest.mark.rule("AAC-013", "AAC-014")
def test_waking_a_sleeper_takes_the_main_and_gives_no_unit_an_attack() -> None:
    fight = scene(
        "a . . . g h b",
        ASLEEP + "> b done\n> h wake g\n",
        a=mage("sleep"),
        b=fighter(hit_dice=5),
        g=sturdy(hit_dice=4),
        h=sturdy(),
    )
    assert told(fight, "wakes") == ["wakes unit=g by=h"]
    assert unit(fight, "g").effect(HELPLESS) is None
    a_main_is_gone(fight, "h", "b")
    costs(fight, "wake", MAIN, who="h")


@pytest.mark.rule("AAC-013", "AAC-014")
@pytest.mark.parametrize(("die", "gone"), [(14, False), (15, True)])
def test_shaking_off_a_curse_takes_the_main_whether_it_goes_or_not(die: int, gone: bool) -> None:
    fight = scene(
        "a g",
        "> a cast g : curse of boils\n" + MASTERED + f"> a done\n> g shake-off\n! save d20 {die}\n",
        a=mage("curse of boils", level=3),
        g=sturdy(),
    )
    assert (unit(fight, "g").effect(BOILS) is None) is gone
    a_main_is_gone(fight, "g", "a")
    costs(fight, "shake-off", MAIN, who="g")


HEDGE = "> a cast D1 D3 : vine growth\n" + MASTERED + "> a done\n> b done\n"
YARD = "a . . g . .\n. . . b . .\n. . . . . ."


def hedged(tape: str) -> Fight:
    """A hedge stands between C and D; `b` stands at the side of `g`, behind it."""
    axeman = sturdy(weapons=(AXE,))
    return scene(YARD, HEDGE + tape, a=mage("vine growth"), b=fighter(ac=18), g=axeman)


@pytest.mark.rule("AAC-013", "AAC-014")
def test_hewing_at_a_hedge_takes_the_main_and_gives_no_unit_an_attack() -> None:
    fight = hedged("> g hew C1 with war axe\n! damage d10 4\n")
    assert told(fight, "hews") == ["hews unit=g what=vine_growth amount=4 left=1"]
    assert told(fight, "opportunity") == []
    assert why_not(fight, "g hew C1 with war axe") == "main-spent AAC-013"
    assert may(fight, "g run E1")
    costs(fight, "hew", MAIN, who="g")


@pytest.mark.rule("AAC-013", "AAC-014")
def test_climbing_a_hedge_takes_the_whole_turn_and_2d6() -> None:
    fight = hedged("> g climb C1\n! vine growth d6 3\n! vine growth d6 5\n")
    assert told(fight, "harm", "climbs", "opportunity") == [
        "harm unit=g by=a amount=8 left=52 cause=vine_growth",
        "climbs unit=g at=C1",
    ]
    assert where(fight, "g") == "C1"
    assert why_not(fight, "g run B1") == "move-spent AAC-016"
    costs(fight, "climb", MAIN_AND_MOVE, who="g")


@pytest.mark.rule("AAC-013", "AAC-014")
@pytest.mark.parametrize(
    ("spent", "why"),
    [
        ("> g prone\n> g stand\n", "move-spent AAC-016"),
        ("> g attack b with war axe\n! attack d20 1\n", "main-spent AAC-013"),
    ],
    ids=["the move", "the main"],
)
def test_a_unit_that_has_spent_either_climbs_no_more(spent: str, why: str) -> None:
    fight = hedged(spent)
    assert why_not(fight, "g climb C1") == why
