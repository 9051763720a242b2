"""An action ends if its actor has changed so that it is no longer possible.

Every kind of interruption is tried on several actions: a beast's bite knocks down, pushes, holds,
swallows, paralyses or entangles, as a free attack or a held action.
"""

import pytest
from tests.open_scene import play_open
from tests.powers.beasts import beast, rider
from tests.rules.feat_scene import feat
from tests.rules.magic_scene import mage
from tests.scene import (
    DAGGER,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    may,
    play,
    terms,
    told,
    unit,
    where,
    why_not,
)

from shieldwall.abilities.body_conditions import ENTANGLED
from shieldwall.engine.magic.spell_data import (
    CONDITION,
    HOLD,
    KNOCK,
    PUSH,
    SWALLOW,
    Amount,
    Primitive,
)
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.sheet import BRAWL, Sheet, Weapon, make_weapon
from shieldwall.text.sentences import sentence

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


def long_bite(why: str) -> Weapon:
    riders = (rider("bite", RIDERS[why]),)
    return make_weapon("bite", 1, 6, natural=True, skill=BRAWL, reach=10, riders=riders)


def hero(**facts: object) -> Sheet:
    return fighter(**{"hp": 30, **facts})


# A free attack on a mover.

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
def test_no_unit_screens_an_ally_it_has_not_reached(why: str) -> None:
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
def test_no_unit_stopped_at_the_edge_leaves_the_map(why: str) -> None:
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


# A free attack on a unit that handles an item.


@pytest.mark.rule("SOV-041", "SOV-095")
@pytest.mark.parametrize("why", ["helpless", "swallowed", "grappled"])
def test_no_unit_put_out_of_action_stands_up(why: str) -> None:
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
def test_a_unit_that_was_only_jostled_stands_up(why: str) -> None:
    """The rules let a pushed or slowed unit stand up."""
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
    """Pushed 10 ft, or out of action, a unit does not reach an item in its old square."""
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
def test_a_unit_that_was_thrown_down_attacks_from_the_ground() -> None:
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
def test_a_unit_that_was_grappled_goes_on_with_bare_hands() -> None:
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


# Grips and stomachs.


@pytest.mark.rule("SOV-130")
def test_a_unit_that_is_pushed_out_of_a_grasp_is_free() -> None:
    """The bite of another beast blows the held unit 10 ft away from its holder."""
    fight = play(
        ". . . . . . .\n. h g a . . .\n. . . . . . .",
        "> g attack a with bite"
        + BITTEN
        + "> g done\n> h attack a with bite"
        + BITTEN
        + "= pushed-to unit=a at=F2\n",
        first="foes",
        a=hero(),
        g=biter("grappled", size=1),
        h=biter("moved", size=1, weapons=(long_bite("moved"),)),
    )
    assert told(fight, "grappled", "freed") == ["grappled unit=a by=g", "freed unit=a by=g"]
    assert not unit(fight, "a").locked


@pytest.mark.rule("SOV-130")
def test_no_unit_wrestles_from_within_a_stomach() -> None:
    fight = play(
        HALL,
        "> g attack a with bite" + BITTEN + "> g done\n",
        first="foes",
        a=hero(weapons=(UNARMED,)),
        g=biter("swallowed"),
    )
    assert why_not(fight, "a shove g with unarmed : prone").startswith("in-a-stomach")
    assert why_not(fight, "a grapple g with unarmed").startswith("in-a-stomach")
    assert may(fight, "a attack g with unarmed")


@pytest.mark.rule("SOV-012", "SOV-044")
@pytest.mark.parametrize("why", RIDERS)
def test_without_a_map_a_run_ends_as_well(why: str) -> None:
    fight = play_open(
        "a 60, g 60",
        "> a run 90ft\n> g strike a with bite" + BITTEN,
        engaged="a-g",
        a=hero(),
        g=biter(why),
    )
    stops = [f"interrupted unit=a action=run why={why}"]
    if why == "moved":
        # Two who stand at one position have no direction to push in.
        stops = []
    assert told(fight, "interrupted") == stops
    assert bool(told(fight, "moved")) == (why == "moved")


@pytest.mark.rule("SOV-012")
def test_a_unit_that_is_swallowed_is_carried_along_without_a_map_too() -> None:
    fight = play_open(
        "a 60, g 60, b 200",
        "> g attack a with bite" + BITTEN + "> g run 40ft\n> g done\n",
        first="foes",
        engaged="a-g",
        a=hero(weapons=(DAGGER,)),
        b=hero(),
        g=biter("swallowed"),
    )
    assert (unit(fight, "a").x, unit(fight, "g").x) == (8, 8)


# The log.


@pytest.mark.rule("SOV-044")
@pytest.mark.parametrize(
    ("why", "said"),
    [("grappled", "The a's run ends: grappled."), ("prone", "The a's run ends: knocked prone.")],
)
def test_the_log_says_why_an_action_ended(why: str, said: str) -> None:
    fight = play(HALL, "> a run H2\n> g strike a with bite" + BITTEN, a=hero(), g=biter(why))
    assert [
        sentence(fight.names, fight.state, event)
        for event in fight.events
        if event.KIND == "interrupted"
    ] == [said]


# A spell in progress.


@pytest.mark.rule("SOV-054", "SOV-098")
def test_a_spell_at_a_unit_that_has_slipped_out_of_sight_has_no_effect() -> None:
    """The held run acts first: the target of the curse is gone."""
    fight = play(
        ". . . . .\na . . g .\n# # # # .\n. . . . .",
        "> g hold\n> a cast g : curse of boils\n> g run E2-E3-E4-D4\n",
        first="foes",
        stops="matters",
        a=mage("curse of boils", level=3),
        g=foe(hp=20),
    )
    assert told(fight, "spoiled") == ["spoiled unit=a spell=curse_of_boils why=impossible"]
    assert told(fight, "save", "condition") == []
    assert unit(fight, "a").mains == 0


# An action in progress on a turn.


@pytest.mark.rule("SOV-030", "SOV-035")
def test_the_turn_of_a_unit_that_is_helpless_is_over() -> None:
    """Paralysed in the middle of its turn, it is not asked for anything it could do for nothing."""
    fight = play(
        HALL + ". . . . . . . . b\n",
        "> a run H2\n> g strike a with bite" + BITTEN,
        a=hero(weapons=(SWORD, DAGGER), stowed=2, abilities=feat("armsmaster", 1)),
        b=hero(),
        g=biter("helpless"),
    )
    assert told(fight, "turn-over") == ["turn-over unit=a"]
    assert why_not(fight, "a prone").startswith("has-acted")
    assert why_not(fight, "a draw with dagger") == "is-helpless SOV-039"
    assert may(fight, "b done")


@pytest.mark.rule("SOV-098", "SOV-047")
def test_the_rest_of_a_routine_is_lost_with_the_grip_that_stops_it() -> None:
    """Two claws for one Main: swallowed before the first, neither falls."""
    claw = make_weapon("claw", 1, 4, natural=True, skill=BRAWL)
    fight = play(
        HALL,
        "> g hold\n> a attack g with claw\n> g attack a with bite" + BITTEN,
        first="foes",
        stops="matters",
        a=hero(weapons=(claw,), routine=(0, 0), creature=True),
        g=biter("swallowed"),
    )
    assert told(fight, "interrupted") == ["interrupted unit=a action=attack why=swallowed"]
    assert (unit(fight, "a").mains, unit(fight, "a").flurry) == (0, ())
