"""Rounds: declarations, initiative, waiting, phases; ties and surprise (DOL-001 to DOL-003)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.rules.dolmenwood.hollow import (
    DART,
    JAVELIN,
    LONGSWORD,
    SHORTBOW,
    beast,
    clean,
    delve,
    hero,
    hollow,
    rolls,
)
from tests.scene import may, play_setup, ruled, told, unit, where, why_not

from shieldwall.abilities.declared_spells import PLEDGED
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    FOES,
    Primitive,
    make_spell,
)
from shieldwall.engine.ruleset import Dial
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.state import ACTIVE, DEAD
from shieldwall.engine.tape.request import Choice
from shieldwall.fight import Fight
from shieldwall.text.notation import entry_text
from shieldwall.text.sentences import die_sentence


@pytest.mark.rule("DOL-001", "DOL-002")
def test_a_round_is_declarations_initiative_the_winners_phases_the_others_and_morale() -> None:
    fight = delve(
        "a . . . . . . . g",
        "> a declare : dart\n"
        + rolls(6, 1)
        + """
        > a cast g : dart
        ! dart d6 2
        > g run E1
        > g throw a with javelin
        ! attack d20 2
        > referee morale : 0
        ! morale d6 1
        ! morale d6 1
        """
        + rolls(6, 1),
        a=hero(spells=(DART,)),
        g=beast(weapons=(JAVELIN, LONGSWORD), morale=7),
    )
    kinds = [text.split()[0] for text in told(fight)]
    wanted = [
        "round", "declares", "initiative", "initiative", "order", "side", "phase", "casts",
        "harm", "side", "phase", "moved", "phase", "attack", "morale", "round",
    ]  # fmt: skip
    assert [kind for kind in kinds if kind in wanted][: len(wanted)] == wanted
    assert told(fight, "phase")[:3] == [
        "phase phase=magic sides=party",
        "phase phase=movement sides=foes",
        "phase phase=missiles sides=foes",
    ]


@pytest.mark.rule("DOL-002")
def test_all_members_finish_a_phase_before_the_next_in_any_order_they_like() -> None:
    fight = delve(
        """
        a . . . . g
        b . . . . .
        """,
        rolls(6, 1) + "> b run C2",
        a=hero(weapons=(SHORTBOW,)),
        b=hero(),
        g=beast(),
    )
    assert fight.state.clock.phase == 0
    assert why_not(fight, "a shoot g with shortbow") == "not-this-phase DOL-002"
    assert may(fight, "a run B1")
    fight.push("a done")
    assert fight.state.clock.phase == 1
    assert may(fight, "a shoot g with shortbow")
    assert why_not(fight, "a run B1") == "not-this-phase DOL-002"


@pytest.mark.rule("DOL-002")
def test_a_unit_that_dies_in_an_activation_is_gone_for_the_rest_of_it() -> None:
    fight = delve(
        """
        a . . g
        b . . .
        """,
        rolls(6, 1)
        + """
        > a done
        > b done
        > a shoot g with shortbow
        ! attack d20 20
        ! damage d6 6
        = falls unit=g by=a how=dead
        """,
        a=hero(weapons=(SHORTBOW,)),
        b=hero(),
        g=beast(hp=3),
    )
    assert fight.outcome is not None


@pytest.mark.rule("DOL-013", "DOL-014", "DOL-015", "DOL-003")
def test_each_side_rolls_one_die_each_round_with_nothing_added_and_the_highest_acts_first() -> None:
    fight = delve(
        """
        a . . . g
        b . . . z
        """,
        rolls(2, 4, 6)
        + """
        > z done
        > z done
        > g done
        > g done
        > a done
        > b done
        > a done
        > b done
        """
        + rolls(5, 1, 3)
        + "> a run B1\n",
        third="z",
        a=hero(dex=3),
        b=hero(dex=3),
        g=beast(),
        z=beast(),
    )
    assert told(fight, "order") == ["order sides=third,foes,party", "order sides=party,third,foes"]
    assert told(fight, "initiative")[0] == "initiative side=party die=2 total=2"
    assert where(fight, "a") == "B1"


# Ties.


@pytest.mark.rule("DOL-016")
@pytest.mark.ruling("tied_sides", "reroll")
def test_tied_sides_roll_again_and_only_they() -> None:
    fight = delve(
        "a . g . z",
        rolls(3, 3, 5) + "! initiative tie d6 2\n! initiative tie d6 6\n",
        third="z",
        a=hero(),
        g=beast(),
        z=beast(),
    )
    assert told(fight, "order") == ["order sides=third,foes,party"]
    assert told(fight, "rolls-again") == [
        "rolls-again side=party die=2",
        "rolls-again side=foes die=6",
    ]


@pytest.mark.rule("DOL-016")
def test_among_units_that_act_at_once_harm_waits_for_the_end_of_the_phase(
    edition: Callable[..., str],
) -> None:
    made = hollow("a g", a=hero(hp=3), g=beast(hp=3))
    made.rules = edition(Dial("tied_sides", 1, "DOL-016"), of="dolmenwood")
    fight = play_setup(
        made,
        clean(
            rolls(3, 3)
            + """
            > a done
            > g done
            > a attack g with longsword
            ! attack d20 15
            ! damage d8 5
            = harm-due unit=g by=a amount=5 cause=hit
            """
        ),
        first="",
    )
    assert unit(fight, "g").status == ACTIVE
    assert unit(fight, "g").hp == 3
    assert may(fight, "g attack a with longsword"), "it does not know yet that it is dead"


@pytest.mark.rule("DOL-016")
@pytest.mark.ruling("tied_sides", "simultaneous")
def test_both_die_when_both_strike_at_once(edition: Callable[..., str]) -> None:
    made = hollow("a g", a=hero(hp=3), g=beast(hp=3))
    made.rules = edition(Dial("tied_sides", 1, "DOL-016"), of="dolmenwood")
    fight = play_setup(
        made,
        clean(
            rolls(3, 3)
            + """
            > a done
            > g done
            > a attack g with longsword
            ! attack d20 15
            ! damage d8 5
            > g attack a with longsword
            ! attack d20 15
            ! damage d8 5
            = falls unit=a by=g how=dead
            = falls unit=g by=a how=dead
            """
        ),
        first="",
    )
    assert (unit(fight, "a").status, unit(fight, "g").status) == (DEAD, DEAD)
    assert fight.outcome is not None
    assert fight.outcome.key() == ("defeat", -1)


@pytest.mark.rule("DOL-016", "DOL-035")
def test_what_happens_at_once_disrupts_no_spell_and_holds_no_unit_before_the_phase_is_over(
    edition: Callable[..., str],
) -> None:
    hold = make_spell("hold", 1, (Primitive(CONDITION, effect=HELPLESS),), who=FOES, reach=60)
    made = hollow(
        "a . . g",
        a=hero(spells=(hold,)),
        g=beast(spells=(DART,), weapons=(JAVELIN, LONGSWORD)),
    )
    made.rules = edition(Dial("tied_sides", 1, "DOL-016"), of="dolmenwood")
    fight = play_setup(
        made,
        clean(
            "> a declare : hold\n> g declare : dart\n"
            + rolls(4, 4)
            + """
            > g done
            > a cast g : hold
            > g cast a : dart
            ! dart d6 2
            = harm unit=a by=g amount=2 left=8 cause=hit
            = condition unit=g what=helpless until=2
            """
            + rolls(6, 1)
        ),
        first="",
    )
    assert told(fight, "spoiled") == []
    assert unit(fight, "g").effect(HELPLESS) is not None
    assert unit(fight, "a").hp == 8


# Waiting.


@pytest.mark.rule("DOL-017")
def test_a_side_may_let_the_other_go_first_once_the_rolls_are_seen() -> None:
    fight = delve(
        "a . . . g",
        rolls(6, 1) + "> a wait g\n> g go\n> g run D1\n",
        stops="always",
        a=hero(),
        g=beast(),
    )
    assert told(fight, "order") == ["order sides=foes,party"]
    assert where(fight, "g") == "D1"


@pytest.mark.rule("DOL-017")
def test_a_unit_that_waits_goes_on_when_an_order_leaves_no_other_unit_to_ask() -> None:
    fight = delve("a . . . g", rolls(6, 1), stops="always", a=hero(), g=beast())
    fight.push("a wait g")
    fight.rule("stops g never")
    assert told(fight, "order") == ["order sides=foes,party"]
    assert fight.sealed() == []
    assert [entry_text(fight.names, entry) for entry in fight.tape[-2:]] == [
        "* stops g never",
        "> a wait g",
    ]


@pytest.mark.rule("DOL-017")
def test_where_both_wait_the_order_stays() -> None:
    fight = delve(
        "a . . . g",
        rolls(6, 1) + "> a wait g\n> g wait a\n",
        stops="always",
        a=hero(),
        g=beast(),
    )
    assert told(fight, "order") == ["order sides=party,foes"]


@pytest.mark.rule("DOL-016", "DOL-017")
def test_where_both_of_two_tied_sides_wait_they_still_act_at_once() -> None:
    """Neither reacts to the other, and neither has lost: no spell of theirs is disrupted."""
    made = ruled(
        hollow("a . . g", stops="always", a=hero(spells=(DART,)), g=beast(weapons=(JAVELIN,))),
        tied_sides="simultaneous",
    )
    fight = play_setup(
        made,
        clean(
            "> a declare : dart\n" + rolls(3, 3) + """
            > a wait g
            > g wait a
            > g done
            > g throw a with javelin
            ! attack d20 18
            ! damage d4 2
            = harm unit=a by=g amount=2 left=8 cause=hit
            > a cast g : dart
            ! dart d6 2
            """
            + rolls(6, 1)
        ),
        first="",
    )  # fmt: skip
    assert told(fight, "order") == ["order sides=party,foes"]
    assert told(fight, "spoiled") == []


@pytest.mark.rule("DOL-017")
@pytest.mark.parametrize(
    ("answers", "order"),
    [
        (("a wait g", "g wait z", "z wait a"), "party,foes,third"),
        (("a wait z", "g go", "z wait a"), "party,foes,third"),
        (("a wait g", "g wait a", "z go"), "party,foes,third"),
        (("a wait g", "g wait z", "z go"), "third,foes,party"),
    ],
)
def test_sides_that_wait_for_one_another_in_a_circle_act_as_rolled(
    answers: tuple[str, ...], order: str
) -> None:
    fight = delve(
        "a . g . z",
        rolls(6, 4, 2) + "".join(f"> {answer}\n" for answer in answers),
        third="z",
        stops="always",
        a=hero(),
        g=beast(),
        z=beast(),
    )
    assert told(fight, "order") == [f"order sides={order}"]


@pytest.mark.rule("DOL-017")
def test_of_more_than_two_sides_one_waits_behind_the_side_it_names() -> None:
    fight = delve(
        "a . g . z",
        rolls(6, 4, 2) + "> a wait g\n> g go\n> z go\n",
        third="z",
        stops="always",
        a=hero(),
        g=beast(),
        z=beast(),
    )
    assert told(fight, "order") == ["order sides=foes,party,third"]
    assert told(fight, "waits") == ["waits side=party after=foes"]


@pytest.mark.rule("DOL-017")
def test_one_waits_for_a_side_that_is_there_and_not_its_own() -> None:
    fight = delve("a b . . g", rolls(6, 1), stops="always", a=hero(), b=hero(), g=beast())
    assert why_not(fight, "a wait b") == "wait-for-whom DOL-017"
    assert why_not(fight, "a attack g with longsword") == "go-or-wait DOL-017"
    assert may(fight, "a wait g")


@pytest.mark.rule("DOL-017", "DOL-035")
def test_a_side_that_waits_counts_as_having_lost() -> None:
    fight = delve(
        "a . . g",
        "> a declare : dart\n"
        + rolls(6, 1)
        + """
        > a wait g
        > g go
        > g done
        > g throw a with javelin
        ! attack d20 15
        = spoiled unit=a spell=dart why=disrupted
        ! damage d4 1
        """
        + rolls(6, 1),
        stops="always",
        a=hero(spells=(DART,)),
        g=beast(weapons=(JAVELIN, LONGSWORD)),
    )
    assert unit(fight, "a").forgotten == 1


# Surprise.


@pytest.mark.rule("DOL-001", "G-46")
def test_a_surprised_side_skips_the_first_round_without_declaration_or_roll() -> None:
    fight = delve(
        "a . . g",
        """
        > a done
        > a done
        """
        + "> g pass\n"
        + rolls(1, 6)
        + "> g run C1\n",
        surprised="foes",
        a=hero(),
        g=beast(spells=(DART,)),
    )
    assert fight.state.clock.round == 2
    assert told(fight, "order")[0] == "order sides=party"
    assert where(fight, "g") == "C1"


@pytest.mark.rule("DOL-001", "G-46")
@pytest.mark.ruling("surprise_rolled_by", "ambushed")
@pytest.mark.parametrize(("die", "caught"), [(2, True), (3, False)])
def test_units_that_are_ambushed_are_surprised_by_a_roll_of_two_or_less(
    die: int, caught: bool
) -> None:
    made = hollow("a . . g", a=hero(), g=beast())
    made.ambush = 0
    dice = "" if caught else rolls(1, 6)
    fight = play_setup(made, clean(f"! surprise d6 {die}\n" + dice), first="")
    assert unit(fight, "g").surprised is caught


@pytest.mark.rule("DOL-001", "G-46")
@pytest.mark.ruling("surprise_rolled_by", "everybody")
def test_every_side_rolls_for_surprise_where_the_table_says_so(
    edition: Callable[..., str],
) -> None:
    made = hollow("a . . g", a=hero(), g=beast())
    made.rules = edition(Dial("surprise_rolled_by", 1, "G-46"), of="dolmenwood")
    fight = play_setup(made, clean("! surprise d6 1\n! surprise d6 2\n" + rolls(2, 1)), first="")
    assert not unit(fight, "a").surprised, "where nobody was ready, nobody has anything of it"
    assert told(fight, "surprise-roll") == [
        "surprise-roll side=party die=1 surprised=yes",
        "surprise-roll side=foes die=2 surprised=yes",
    ]


@pytest.mark.rule("DOL-006", "DOL-007", "G-38")
def test_a_new_round_gives_a_move_and_one_action_again() -> None:
    fight = delve(
        "a g",
        rolls(6, 1)
        + """
        > a done
        > a attack g with longsword
        ! attack d20 2
        > g done
        > g done
        > a pass
        > g pass
        """
        + rolls(6, 1),
        a=hero(),
        g=beast(),
    )
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (1, 1)
    assert unit(fight, "a").effect(PLEDGED) is None


@pytest.mark.rule("DOL-014")
def test_a_die_rolled_by_hand_is_asked_of_the_right_side_and_hand() -> None:
    fight = Fight(hollow("a g", a=hero(), g=beast()), by_hand=True)
    asked: list[str] = []
    while len(asked) < 6:
        die = fight.die
        if die is None:
            verb = "attack g with longsword" if fight.state.clock.phase == 3 else "done"
            request = fight.request
            assert request is not None
            if fight.state.clock.phase < 0:
                fight.push(f"{fight.names.units[request.unit]} pass")
            elif Choice(0, "done") in request.options:
                fight.push(f"a {verb}")
            else:
                fight.push("g done")
        else:
            asked.append(die_sentence(fight.state, fight.events, die.tag, die.sides, die.roller))
            fight.push_die(2 if die.tag == "attack" else 6 if len(asked) % 3 == 1 else 1)
    assert (
        asked
        == [
            "d6 for the initiative of the party",
            "d6 for the initiative of the foes",
            "d20 for the a's attack",
        ]
        * 2
    )
