"""An action ends where its actor no longer is what it took for granted.

Every kind of interruption meets several actions: a beast's bite throws down, pushes, holds,
swallows, paralyses or entangles, and it comes as a free attack or as a held one.
"""

import pytest
from tests.powers.beasts import beast, rider
from tests.scene import (
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    play,
    terms,
    told,
    unit,
    where,
)

from shieldwall.core.effect_kinds import ENTANGLED, HELPLESS
from shieldwall.core.magic import CONDITION, HOLD, KNOCK, PUSH, SWALLOW, Amount, Primitive
from shieldwall.core.sheet import Sheet
from shieldwall.fight import Fight

RIDERS = {
    "helpless": Primitive(CONDITION, effect=HELPLESS),
    "swallowed": Primitive(SWALLOW),
    "grappled": Primitive(HOLD),
    "moved": Primitive(PUSH, amount=Amount(plus=10)),
    "prone": Primitive(KNOCK),
    "slowed": Primitive(CONDITION, effect=ENTANGLED, value=Amount(plus=9)),
}
BITTEN = """
! attack d20 18
! damage d6 1
"""


def biter(why: str, **facts: object) -> Sheet:
    """A beast two squares wide whose bite does this to whomever it wounds."""
    given: dict[str, object] = {"size": 2, "riders": (rider("bite", RIDERS[why]),)}
    given.update(facts)
    return beast(**given)


def hero(**facts: object) -> Sheet:
    return fighter(**{"hp": 30, **facts})


def after(fight: Fight, kind: str) -> list[str]:
    """What happened after the last event of a kind."""
    kinds = [event.KIND for event in fight.events]
    place = len(kinds) - kinds[::-1].index(kind)
    return kinds[place:]


# A free attack on one who moves.

HALL = """
. . . . . . . . .
. . g g a . . . .
. . g g . . . . .
"""


@pytest.mark.rule("SOV-044", "SOV-084", "SOV-085")
@pytest.mark.parametrize("why", RIDERS)
def test_a_run_ends_where_a_free_attack_has_stopped_it(why: str) -> None:
    """Bitten before the first step: the run to H2 is lost, and the Move with it."""
    fight = play(HALL, "> a run H2\n> g strike a with bite" + BITTEN, a=hero(), g=biter(why))
    assert told(fight, "interrupted") == [f"interrupted unit=a action=run why={why}"]
    assert told(fight, "moved") == []
    places = {"moved": "G2", "swallowed": "C2"}
    assert where(fight, "a") == places.get(why, "E2")
    assert unit(fight, "a").moves == 0, "what was paid is spent"
    assert unit(fight, "a").mains == (0 if why == "helpless" else 1)


@pytest.mark.rule("SOV-044", "SOV-063")
@pytest.mark.parametrize("why", RIDERS)
def test_a_charge_ends_without_its_blow(why: str) -> None:
    fight = play(
        ". . . . . . . . .\n. . g g a . . . h\n. . g g . . . . .",
        "> a charge H2 h with sword\n> g strike a with bite" + BITTEN,
        a=hero(),
        g=biter(why),
        h=foe(hp=20),
    )
    assert told(fight, "interrupted") == [f"interrupted unit=a action=charge why={why}"]
    assert [text for text in told(fight, "attack") if "unit=a" in text] == []
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0)


@pytest.mark.rule("SOV-044", "SOV-069")
@pytest.mark.parametrize("why", RIDERS)
def test_nobody_screens_an_ally_it_has_not_reached(why: str) -> None:
    fight = play(
        ". . . . . . . . .\n. . g g a . . . b\n. . g g . . . . .",
        "> a screen H2 b\n> g strike a with bite" + BITTEN,
        a=hero(stab=1),
        b=hero(),
        g=biter(why),
    )
    assert told(fight, "interrupted", "screens") == [f"interrupted unit=a action=screen why={why}"]


@pytest.mark.rule("SOV-044", "SOV-034")
@pytest.mark.parametrize("why", RIDERS)
def test_nobody_leaves_the_map_who_was_stopped_at_its_edge(why: str) -> None:
    fight = play(
        ". g g . .\na g g . b\n. . . . .",
        "> a leave\n> g strike a with bite" + BITTEN,
        a=hero(),
        b=hero(),
        g=biter(why),
    )
    stops = [] if why == "moved" else [f"interrupted unit=a action=leave why={why}"]
    # At the edge of the map there is nowhere to be pushed to.
    assert told(fight, "interrupted") == stops
    assert bool(told(fight, "leaves")) == (why == "moved")


# A free attack on one who fumbles.


@pytest.mark.rule("SOV-041", "SOV-095")
@pytest.mark.parametrize("why", ["helpless", "swallowed", "grappled"])
def test_nobody_stands_up_who_has_been_put_out_of_action(why: str) -> None:
    fight = play(
        HALL,
        "> a prone\n> a stand\n> g strike a with bite" + BITTEN,
        a=hero(),
        g=biter(why),
    )
    assert told(fight, "interrupted", "stands") == [f"interrupted unit=a action=stand why={why}"]
    assert unit(fight, "a").moves == 0


@pytest.mark.rule("SOV-041", "SOV-095")
@pytest.mark.parametrize("why", ["moved", "prone", "slowed"])
def test_one_who_was_only_jostled_stands_up(why: str) -> None:
    """Nothing in the rules keeps one who was pushed or slowed from getting to its feet."""
    fight = play(
        HALL,
        "> a prone\n> a stand\n> g strike a with bite" + BITTEN,
        a=hero(),
        g=biter(why),
    )
    assert told(fight, "interrupted", "stands") == ["stands unit=a"]
    assert not unit(fight, "a").prone


@pytest.mark.rule("SOV-041", "SOV-094")
@pytest.mark.parametrize("why", RIDERS)
def test_a_thing_is_not_picked_up_from_afar(why: str) -> None:
    """Pushed 10 ft, or out of action, one does not reach what lies at one's feet."""
    fight = play(
        ". . . . . . .\n. . . a g g .\n. . . . g g .",
        "> a throw g with spear\n! attack d20 2\n> a pick-up E2 : spear\n> g strike a with bite"
        + BITTEN,
        a=hero(weapons=(SPEAR, SWORD)),
        g=biter(why, ac=20),
    )
    goes_on = why in ("prone", "slowed")
    assert bool(told(fight, "picks-up")) == goes_on
    stops = [] if goes_on else [f"interrupted unit=a action=pick-up why={why}"]
    assert told(fight, "interrupted") == stops


# A held bite before the dice.


@pytest.mark.rule("SOV-098", "SOV-047")
@pytest.mark.parametrize("why", ["helpless", "swallowed", "grappled", "moved"])
def test_an_attack_ends_before_its_dice(why: str) -> None:
    """Paralysed, swallowed, held or out of reach: no sword falls, and the Main is spent."""
    fight = play(
        HALL,
        "> g hold\n> a attack g with sword\n> g attack a with bite" + BITTEN,
        first="foes",
        stops="matters",
        a=hero(),
        g=biter(why),
    )
    assert told(fight, "interrupted") == [f"interrupted unit=a action=attack why={why}"]
    assert [text for text in told(fight, "attack") if "unit=a " in text] == []
    assert unit(fight, "a").mains == 0


@pytest.mark.rule("SOV-098", "SOV-101")
def test_one_who_was_thrown_down_attacks_from_the_ground() -> None:
    """The rules allow it, at the attack penalty of the prone."""
    fight = play(
        HALL,
        "> g hold\n> a attack g with sword\n> g attack a with bite" + BITTEN + "! attack d20 2",
        first="foes",
        stops="matters",
        a=hero(),
        g=biter("prone"),
    )
    assert told(fight, "interrupted") == []
    assert terms(fight)["attacker prone"] < 0


@pytest.mark.rule("SOV-098", "SOV-130")
def test_one_who_was_grappled_goes_on_with_bare_hands() -> None:
    """In a grapple nothing but unarmed attacks is allowed: the fist falls, the sword would not."""
    fight = play(
        HALL,
        "> g hold\n> a attack g with unarmed\n> g attack a with bite" + BITTEN + "! attack d20 2",
        first="foes",
        stops="matters",
        a=hero(weapons=(UNARMED, SWORD)),
        g=biter("grappled"),
    )
    assert told(fight, "interrupted") == []
    assert told(fight, "attack")[-1].startswith("attack unit=a target=g weapon=unarmed")


@pytest.mark.rule("SOV-098", "SOV-125", "SOV-127")
@pytest.mark.parametrize("deed", ["shove g with unarmed : prone", "grapple g with unarmed"])
@pytest.mark.parametrize("why", ["helpless", "swallowed", "moved"])
def test_a_manoeuvre_ends_before_its_dice(why: str, deed: str) -> None:
    fight = play(
        HALL,
        f"> g hold\n> a {deed}\n> g attack a with bite" + BITTEN,
        first="foes",
        stops="matters",
        a=hero(weapons=(UNARMED,)),
        g=biter(why),
    )
    verb = deed.split()[0]
    assert told(fight, "interrupted") == [f"interrupted unit=a action={verb} why={why}"]
    assert told(fight, "check") == []


@pytest.mark.rule("SOV-098", "SOV-036")
@pytest.mark.parametrize("why", ["helpless", "swallowed", "grappled", "moved"])
def test_what_was_only_declared_has_cost_nothing(why: str) -> None:
    """The held bite comes before the run begins: nothing has been paid for it."""
    fight = play(
        ". . . . . . . . .\n. . g g a . . . b\n. . g g . . . . .",
        "> g hold\n> a run F2\n> g attack a with bite" + BITTEN,
        first="foes",
        stops="matters",
        a=hero(),
        b=hero(),
        g=biter(why),
    )
    assert told(fight, "interrupted", "moved") == [f"interrupted unit=a action=run why={why}"]
    assert unit(fight, "a").moves == (0 if why == "helpless" else 1)
    assert unit(fight, "a").acted == (why == "helpless"), "the turn of the helpless is over"
