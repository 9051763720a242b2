"""Aachen from its text alone: short scripts of both drafts, each testing a sentence."""

from __future__ import annotations

import pytest
from tests.rules.aachen.aachen_scene import BOTH
from tests.scene import MACE, SLING, UNARMED, fighter, foe, setup, terms, told, unit
from tests.scripted import run

from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import RELOAD_BOW, SHOOT, Sheet, make_weapon
from shieldwall.fight import Fight

LARGE_BOW = make_weapon(
    "large bow", 1, 8, attributes=(0,), skill=SHOOT, melee=False, normal_range=100,
    long_range=600, two_handed=True, reload=RELOAD_BOW,
)  # fmt: skip


def scene(drawing: str, book: str, **sheets: Sheet) -> Setup:
    return setup(drawing, rules=book, **sheets)  # type: ignore[arg-type]


def hp(fight: Fight, ident: str) -> int:
    return int(unit(fight, ident).hp)


@pytest.mark.rule("AAC-007", "AAC-008")
@BOTH
@pytest.mark.parametrize(("theirs", "order"), [(3, "party,foes"), (4, "foes,party")])
def test_both_sides_add_their_best_dex_and_players_win_ties(
    book: str, theirs: int, order: str
) -> None:
    """4 and 1 against 3 and 2 is a tie."""
    made = scene("a . . g", book, a=fighter(dex=1), g=foe(dex=2))
    fight = run(made, 4, theirs, "?", first="")
    assert told(fight, "order") == [f"order sides={order}"]


@pytest.mark.rule("AAC-024")
@BOTH
def test_an_untrained_hand_strikes_at_2_less(book: str) -> None:
    strike = ("a attack g with sword", 5)
    fight = run(scene("a g", book, a=fighter(stab=-1), g=foe()), *strike)
    assert " total=4 " in told(fight, "attack")[-1]
    fight = run(scene("a g", "sovereign", a=fighter(stab=-1), g=foe()), *strike)
    assert " total=5 " in told(fight, "attack")[-1], "1 less in Sovereign"


@pytest.mark.rule("AAC-029")
@BOTH
@pytest.mark.parametrize(("squares", "change"), [(19, 0), (20, -2), (120, -2)])
def test_long_range_begins_at_100_ft_and_ends_at_600(book: str, squares: int, change: int) -> None:
    archer = fighter(weapons=(LARGE_BOW,))
    shoot = "a shoot g with large bow"
    made = scene("a " + ". " * (squares - 1) + "g", book, a=archer, g=foe())
    assert terms(run(made, shoot, 3)).get("long range", 0) == change
    run(scene("a " + ". " * 120 + "g", book, a=archer, g=foe()), f"no {shoot}")


@pytest.mark.rule("AAC-036", "AAC-037", "AAC-038", "AAC-045")
@BOTH
@pytest.mark.parametrize(
    ("ac", "dice", "left"),
    [(13, (2,), 17), (13, (15, 1), 17), (13, (15, 2), 17), (13, (15, 3), 16), (13, (15, 8), 11),
     (14, (2,), 20), (14, (15, 1), 18)],
)  # fmt: skip
def test_a_sword_of_2_13_in_a_strong_hand(
    book: str, ac: int, dice: tuple[int, ...], left: int
) -> None:
    made = scene("a g", book, a=fighter(strength=1), g=foe(hp=20, ac=ac))
    assert hp(run(made, "a attack g with sword", *dice), "g") == left


@pytest.mark.rule("AAC-044")
@BOTH
def test_a_natural_20_hits_and_a_natural_1_misses(book: str) -> None:
    strike = "a attack g with sword"
    made = scene("a g", book, a=fighter(), g=foe(hp=20, ac=40))
    assert hp(run(made, strike, 20, 4), "g") == 16
    made = scene("a g", book, a=fighter(attack=40), g=foe(hp=20, ac=14))
    assert hp(run(made, strike, 1), "g") == 20


@pytest.mark.rule("AAC-030", "AAC-032", "AAC-033")
@BOTH
def test_in_contact_a_large_bow_is_of_no_use_and_a_sling_of_little(book: str) -> None:
    run(
        scene("a g", book, a=fighter(weapons=(LARGE_BOW,)), g=foe()),
        "no a shoot g with large bow",
    )
    slinger = fighter(weapons=(SLING,))
    fight = run(scene("a g h", book, a=slinger, g=foe(), h=foe()), "a shoot h with sling", 5)
    assert terms(fight)["foe in melee range"] == -4
    fight = run(
        scene("a g", book, a=slinger, g=foe()),
        *("g prone", "g done", "a shoot g with sling", 5),
        first="foes",
    )
    assert terms(fight)["prone target"] == 2


@pytest.mark.rule("AAC-021")
@BOTH
def test_a_fighting_withdrawal_saves_from_the_free_attack(book: str) -> None:
    made = scene(". . a g", book, a=fighter(hp=20), g=foe())
    assert hp(run(made, "a run A1", "g strike a with sword", 15, 3), "a") == 17
    assert hp(run(made, "a disengage", "a run A1"), "a") == 20


@pytest.mark.rule("AAC-017", "AAC-018")
@BOTH
def test_a_move_is_not_split_and_a_bow_is_reloaded_on_the_turn(book: str) -> None:
    archer = fighter(weapons=(LARGE_BOW,), shoot=-1)
    made = scene("a . . . . . g", book, a=archer, g=foe(hp=20))
    shoot = ("a shoot g with large bow", 3)
    run(made, "a run B1", *shoot, "no a run A1")
    fight = run(made, *shoot, "a reload with large bow")
    assert unit(fight, "a").moves == 1


@pytest.mark.rule("AAC-040")
@BOTH
def test_what_the_draft_leaves_to_do_is_not_done_by_default(book: str) -> None:
    made = scene("a g", book, a=fighter(weapons=(UNARMED,)), g=foe())
    run(made, "no a grapple g with unarmed", "no a shove g with unarmed : prone")


@pytest.mark.rule("AAC-041")
@BOTH
def test_a_unit_that_is_knocked_out_is_a_casualty(book: str) -> None:
    rabble = foe(hp=2, creature=True, morale=7)
    fight = run(
        scene(
            "a g h i k", book, a=fighter(weapons=(MACE,)), g=rabble, h=rabble, i=rabble, k=rabble
        ),
        *("a spare", "a attack g with mace", 18, 6, 6, 6),
    )
    assert [unit(fight, name).broken for name in "hik"] == [True, True, True]
