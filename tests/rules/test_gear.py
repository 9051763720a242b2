"""Ready or Stow an Item, and Pick up an Item."""

from collections.abc import Callable

import pytest
from tests.rules.test_casting import SPARK, spark
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    MACE,
    SLING,
    SWORD,
    UNARMED,
    fighter,
    foe,
    listed,
    play,
    play_setup,
    ruled,
    setup,
    told,
    unit,
    why_not,
)
from tests.scripted import run

from shieldwall.engine.action_spec import FREE
from shieldwall.engine.ruleset import Dial

BOTH = (SWORD, DAGGER)


# Ready and Stow.


@pytest.mark.rule("SOV-089")
def test_what_is_in_the_pack_is_not_used_until_it_is_readied() -> None:
    """That is the round's Main, and it is in hand then."""
    fight = play("a g", "", a=fighter(weapons=BOTH, stowed=2), g=foe())
    assert why_not(fight, "a attack g with dagger") == "weapon-stowed SOV-089"
    assert why_not(fight, "a throw g with dagger") == "weapon-stowed SOV-089"
    assert why_not(fight, "a swarm g with dagger") == "weapon-stowed SOV-089"
    fight.push("a ready with dagger")
    assert told(fight, "readies", "opportunity") == ["readies unit=a weapon=dagger"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)
    assert (unit(fight, "a").wielded, unit(fight, "a").stowed) == (1, 0)


@pytest.mark.rule("SOV-089")
def test_in_the_next_round_one_strikes_with_what_was_readied() -> None:
    fight = play(
        "a g",
        """
        > a ready with dagger
        > a done
        > g done
        > a attack g with dagger
        ! attack d20 19
        ! damage d4 3
        """,
        a=fighter(weapons=BOTH, stowed=2),
        g=foe(hp=9, creature=True),
    )
    assert unit(fight, "g").hp == 6


@pytest.mark.rule("SOV-089")
def test_stowing_takes_the_main_and_empties_the_hand() -> None:
    """Also next to an armed foe: it provokes nothing, and the unit no longer threatens."""
    fight = play(
        ". g a",
        """
        > a stow with sword
        = stows unit=a weapon=sword
        > a done
        > g run A1
        """,
        a=fighter(weapons=(SWORD,)),
        g=foe(),
    )
    assert unit(fight, "a").wielded == -1
    assert (unit(fight, "a").mains, unit(fight, "a").stowed) == (0, 1)
    assert told(fight, "opportunity") == []


@pytest.mark.rule("SOV-089", "SOV-035")
def test_without_a_main_nothing_is_readied_or_stowed() -> None:
    fight = play("a g", "> a disengage", a=fighter(weapons=BOTH, stowed=2), g=foe())
    assert why_not(fight, "a ready with dagger") == "main-spent SOV-035"
    assert why_not(fight, "a stow with sword") == "main-spent SOV-035"


@pytest.mark.rule("SOV-089")
def test_what_is_readied_cannot_be_readied_nor_what_is_stowed_be_stowed() -> None:
    fight = play("a g", "", a=fighter(weapons=BOTH, stowed=2), g=foe())
    assert why_not(fight, "a ready with sword") == "is-readied SOV-089"
    assert why_not(fight, "a stow with dagger") == "weapon-stowed SOV-089"
    moves = [text for text in listed(fight) if text.split()[1] in ("ready", "stow")]
    assert moves == ["a ready with dagger", "a stow with sword"]


@pytest.mark.rule("SOV-089")
def test_neither_hands_nor_claws_are_stowed_nor_what_has_been_thrown() -> None:
    fight = play("a . g", "", a=fighter(weapons=(UNARMED, CLAWS)), g=foe())
    assert why_not(fight, "a stow with unarmed") == "part-of-the-body SOV-089"
    assert why_not(fight, "a stow with claws") == "part-of-the-body SOV-089"
    fight = play(
        "a . g",
        "> a throw g with dagger\n! attack d20 1\n> a done\n> g done",
        a=fighter(weapons=BOTH),
        g=foe(),
    )
    assert why_not(fight, "a stow with dagger") == "weapon-gone SOV-089"
    assert why_not(fight, "a ready with dagger") == "weapon-gone SOV-089"


@pytest.mark.rule("SOV-089")
def test_changing_between_readied_weapons_takes_no_action() -> None:
    fight = play(
        "a . g",
        """
        > a throw g with dagger
        ! attack d20 1
        > a done
        > g run B1
        > g done
        > a attack g with sword
        ! attack d20 19
        ! damage d8 3
        """,
        a=fighter(weapons=(DAGGER, SWORD)),
        g=foe(hp=9, ac=14, creature=True),
    )
    assert unit(fight, "g").hp == 6
    assert told(fight, "readies") == []


@pytest.mark.rule("SOV-089", "SOV-043")
def test_a_unit_whose_weapon_is_in_the_pack_at_first_has_no_weapon_in_hand() -> None:
    """It does not threaten; the foe walks away unharmed."""
    fight = play(
        ". g a",
        "> g run A1",
        first="foes",
        a=fighter(weapons=(SWORD,), stowed=1),
        g=foe(),
    )
    assert told(fight, "opportunity") == []
    assert unit(fight, "a").wielded == -1
    assert told(fight, "moved") == ["moved unit=g path=A1 feet=5"]


@pytest.mark.rule("SOV-089")
def test_a_unit_whose_first_weapon_is_in_the_pack_has_the_next_in_hand() -> None:
    fight = play("a . g", "", a=fighter(weapons=BOTH, stowed=1), g=foe())
    assert unit(fight, "a").wielded == 1


@pytest.mark.rule("SOV-089")
def test_an_edition_may_let_it_cost_less(edition: Callable[..., str]) -> None:
    made = setup("a g", a=fighter(weapons=BOTH, stowed=2), g=foe(hp=9, creature=True))
    made.rules = edition(Dial("ready_cost", FREE, "SOV-089"))
    fight = play_setup(
        made,
        """
        > a ready with dagger
        > a stow with sword
        > a attack g with dagger
        ! attack d20 19
        ! damage d4 3
        """,
    )
    assert unit(fight, "g").hp == 6


# Pick up.

THROWN = """
> a throw g with dagger
! attack d20 1
> a done
> g done
"""
"""The dagger is in the foe's square, C1."""


@pytest.mark.rule("SOV-094")
def test_picking_up_takes_the_move_and_leaves_the_thing_in_hand() -> None:
    """From the next square; the Main is left to strike with it."""
    fight = play(
        ". a g",
        THROWN
        + """
        > a pick-up C1
        = picks-up unit=a weapon=dagger at=C1
        > a attack g with dagger
        ! attack d20 19
        ! damage d4 3
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(hp=9, weapons=(UNARMED,), creature=True),
    )
    assert (unit(fight, "a").moves, unit(fight, "a").wielded, unit(fight, "a").gone) == (0, 0, 0)
    assert fight.state.dropped == []
    assert unit(fight, "g").hp == 6


@pytest.mark.rule("SOV-094")
def test_it_must_lie_within_melee_range() -> None:
    fight = play("a . g .", THROWN, a=fighter(weapons=(DAGGER,)), g=foe(weapons=(UNARMED,)))
    assert why_not(fight, "a pick-up C1") == "lies-too-far SOV-094"
    assert why_not(fight, "a pick-up B1") == "nothing-there SOV-094"
    fight.push("a run B1")
    assert why_not(fight, "a pick-up C1") == "", "the Main may be a Move"


@pytest.mark.rule("SOV-094", "SOV-037")
def test_without_a_move_nothing_is_picked_up() -> None:
    tape = THROWN + "> a run A1\n> a run B1"
    fight = play(". a g", tape, a=fighter(weapons=(DAGGER,)), g=foe(weapons=(UNARMED,)))
    assert why_not(fight, "a pick-up C1") == "move-spent SOV-036"


@pytest.mark.rule("SOV-094", "SOV-044")
@pytest.mark.parametrize(("damage", "taken"), [(3, True), (8, False)])
def test_next_to_an_armed_foe_it_provokes_before_the_thing_is_taken(
    damage: int, taken: bool
) -> None:
    fight = play(
        ". a g",
        THROWN
        + f"""
        > a pick-up C1
        > g strike a with sword
        ! attack d20 19
        ! damage d8 {damage}
        """,
        a=fighter(hp=8, weapons=(DAGGER,)),
        g=foe(),
    )
    assert len(told(fight, "picks-up")) == (1 if taken else 0)
    assert len(fight.state.dropped) == (0 if taken else 1)


@pytest.mark.rule("SOV-094", "SOV-086")
def test_a_unit_that_has_disengaged_picks_up_in_peace() -> None:
    tape = THROWN + "> a disengage\n> a pick-up C1"
    fight = play(". a g", tape, a=fighter(weapons=(DAGGER,)), g=foe())
    assert told(fight, "opportunity") == []
    assert unit(fight, "a").wielded == 0


@pytest.mark.rule("SOV-094", "G-27")
def test_what_another_dropped_can_be_taken_and_used() -> None:
    """The fallen foe's sword; the unit's own dagger stays sheathed."""
    fight = play(
        "a g . h",
        """
        > a attack g with dagger
        ! attack d20 19
        ! damage d4 4
        = drops unit=g weapon=sword
        > a pick-up B1
        = picks-up unit=a weapon=sword at=B1
        > a done
        > h run C1
        > h done
        > a run B1
        > a attack h with sword
        ! attack d20 19
        ! damage d8 8
        """,
        a=fighter(weapons=(DAGGER,)),
        g=foe(hp=4),
        h=foe(hp=8, weapons=(BOW,), creature=True),
    )
    assert told(fight, "falls")[-1] == "falls unit=h by=a how=dead"
    assert [weapon.name for weapon in unit(fight, "a").weapons] == ["dagger", "sword"]
    assert fight.state.dropped[0].weapon.name == "small bow", "h's, in its turn"


@pytest.mark.rule("SOV-094")
def test_of_two_things_in_a_square_the_one_that_is_named_is_taken() -> None:
    fight = play(
        "b a g h",
        """
        > a throw g with dagger
        ! attack d20 19
        ! damage d4 4
        > a pick-up C1 : sword
        """,
        a=fighter(weapons=(DAGGER,)),
        b=fighter(),
        g=foe(hp=4),
        h=foe(weapons=(UNARMED,)),
    )
    assert told(fight, "picks-up") == ["picks-up unit=a weapon=sword at=C1"]
    assert [thing.weapon.name for thing in fight.state.dropped] == ["dagger"]


# Drawing readied items and sheathing wielded ones.

EDITIONS = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])


@pytest.mark.rule("SOV-089", "SOV-043", "SOV-085")
@EDITIONS
def test_an_archer_that_has_shot_draws_its_sword_for_nothing_and_strikes_at_a_runner(
    rules: str,
) -> None:
    made = setup(
        ". . . .\na . . g", rules=rules, a=fighter(weapons=(BOW, SWORD)), g=foe(hp=9, creature=True)
    )
    script = ("a shoot g with small bow", 2, "a take-out with sword", "no a take-out with sword")
    fight = run(made, *script, "a done", "g run C1-B1-A1", "?")
    assert told(fight, "readies") == ["readies unit=a weapon=sword"]
    assert told(fight, "opportunity") == []
    fight = run(made, *script, "a done", "g run C1-B1-C1", "a strike g with sword", 15, 3)
    assert told(fight, "opportunity") == ["opportunity unit=a target=g"]
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)


@pytest.mark.rule("SOV-089")
@EDITIONS
def test_drawing_needs_neither_main_nor_move_but_a_weapon_that_is_readied(rules: str) -> None:
    made = setup(
        "a . . g", rules=rules, g=foe(),
        a=fighter(weapons=(SWORD, DAGGER, MACE, UNARMED), stowed=4),
    )  # fmt: skip
    fight = run(made, "a disengage", "a run B1", "?")
    assert why_not(fight, "a take-out with mace") == "weapon-stowed SOV-089"
    assert why_not(fight, "a take-out with sword") == "in-hand-already SOV-089"
    for weapon in ("dagger", "unarmed", "sword"):
        fight.push(f"a take-out with {weapon}")
    assert unit(fight, "a").wielded == 0


@pytest.mark.rule("SOV-089", "SOV-134")
@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_one_that_draws_another_weapon_holds_no_second_without_the_skill(rules: str) -> None:
    made = setup(
        "a g", rules=rules, a=fighter(weapons=(SWORD, DAGGER, SLING), stab=1, shoot=0), g=foe(hp=20)
    )
    if rules.startswith("aachen"):
        ruled(made, borrowed_manoeuvres="yes")
    fight = run(made, "a dual with dagger", "a take-out with sling", "?")
    assert unit(fight, "a").off_hand == -1
    assert why_not(fight, "a dual with dagger").startswith("not-skilled-enough")


@pytest.mark.rule("SOV-089", "SOV-045")
def test_a_mage_that_sheathes_its_sword_has_a_hand_free_to_cast() -> None:
    made = setup("a . g", a=spark(weapons=(SWORD, UNARMED), shield=1), g=foe())
    fight = run(made, "?")
    assert why_not(fight, SPARK) == "hands-full SOV-045"
    fight.push("a take-out with unarmed")
    assert why_not(fight, SPARK) == ""
