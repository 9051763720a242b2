"""Sovereign from its text again: combinations that the first scripts did not try."""

from __future__ import annotations

import pytest
from tests.gifted import gifted
from tests.powers.beasts import rider
from tests.scene import (
    BOW,
    CLAWS,
    DAGGER,
    POLEARM,
    SLING,
    SPEAR,
    SWORD,
    UNARMED,
    fighter,
    foe,
    setup,
    terms,
    told,
    unit,
    where,
)
from tests.scripted import go_on, run

from shieldwall.engine.attack.blow import armour_class
from shieldwall.engine.magic.spell_data import CONDITION, Primitive
from shieldwall.engine.state.condition import HELPLESS
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.state.sheet import BRAWL, Sheet, Weapon, make_weapon

BOTH = pytest.mark.parametrize("rules", ["sovereign", "sovereign-early"])
NUMBING = make_weapon(
    "bite", 1, 6, natural=True, skill=BRAWL,
    riders=(rider("bite", Primitive(CONDITION, effect=HELPLESS)),),
)  # fmt: skip
"""A unit wounded by it can do nothing for the rest of the fight."""


def scene(
    drawing: str, rules: str, stops: str = "never", party: str = "a b c d e", **sheets: Sheet
) -> Setup:
    return setup(drawing, party=party, stops=stops, rules=rules, **sheets)  # type: ignore[arg-type]


# Effects until the unit's next turn.


@pytest.mark.rule("SOV-079", "SOV-080")
@BOTH
def test_total_defense_ends_with_a_turn_that_one_cannot_take(rules: str) -> None:
    """`a` defends itself and is paralysed; its next turn comes all the same."""
    fight = run(
        scene("g a h\n. . .\n. . b", rules, "always", a=fighter(hp=20), b=fighter(), g=foe(hp=30),
              h=foe(hp=30, weapons=(NUMBING,))),
        "g attack a with sword", 12, "a total-defense", "g done",
        "h attack a with bite", 20, 1, "h done",
        first="foes",
    )  # fmt: skip
    assert armour_class(unit(fight, "a")) == 14, "its side has not acted yet"
    go_on(fight, "b done", "g attack a with sword", 11, 3)
    assert told(fight, "attack")[-1].endswith("total=12 ac=12 hit=yes")


@pytest.mark.rule("SOV-066")
def test_a_charger_who_is_paralysed_is_not_open_for_ever() -> None:
    fight = run(
        scene("a . . g h\n. . . . .\n. . . . b", "sovereign", a=fighter(hp=20), b=fighter(),
              g=foe(hp=30), h=foe(hp=30, weapons=(NUMBING,))),
        "a charge g C1 with sword", 5, "a done", "b done",
        "h run C2", "h attack a with bite", 20, 1, "h done",
    )  # fmt: skip
    assert armour_class(unit(fight, "a")) == 10
    go_on(fight, "g done", "b done", "h done", "g attack a with sword", 10)
    assert told(fight, "attack")[-1].endswith("total=11 ac=12 hit=no")


# Two weapons.


@pytest.mark.rule("SOV-041", "SOV-135", "SOV-136")
@BOTH
@pytest.mark.parametrize("weapon", [SWORD, DAGGER])
def test_a_free_attack_is_made_with_either_of_two_weapons(rules: str, weapon: Weapon) -> None:
    fight = run(
        scene("a g .", rules, a=fighter(weapons=(SWORD, DAGGER), stab=1), g=foe(hp=30)),
        "a dual with dagger", "a done", "g run C1", f"a strike g with {weapon.name}", 15, 3,
    )  # fmt: skip
    assert terms(fight)["two weapons"] == -1
    assert unit(fight, "g").hp == 25


@pytest.mark.rule("SOV-043")
@BOTH
def test_a_blade_in_the_other_hand_makes_one_armed(rules: str) -> None:
    """A sling in one hand and a dagger in the other: the dagger threatens, the sling does not."""
    fight = run(
        scene("a g .", rules, a=fighter(weapons=(SLING, DAGGER), stab=1, shoot=1), g=foe(hp=30)),
        "a dual with dagger", "a done", "g run C1", "no a strike g with sling",
        "a strike g with dagger", 15, 3,
    )  # fmt: skip
    assert told(fight, "opportunity") == ["opportunity unit=a target=g"]


@pytest.mark.rule("SOV-085")
@BOTH
@pytest.mark.parametrize(("used", "allowed"), [("spear", True), ("sword", False)])
def test_the_longer_of_two_weapons_reaches_and_the_other_does_not(
    rules: str, used: str, allowed: bool
) -> None:
    made = scene("a . g .", rules, a=fighter(weapons=(SWORD, SPEAR), stab=1), g=foe(hp=30))
    asked = ("a dual with spear", "a done", "g run D1")
    if allowed:
        fight = run(made, *asked, f"a strike g with {used}", 15, 3)
        assert unit(fight, "g").hp == 27, "at 10 ft the sword adds nothing"
    else:
        run(made, *asked, f"no a strike g with {used}")


@pytest.mark.rule("SOV-135")
@BOTH
@pytest.mark.parametrize(
    ("weapons", "other", "act", "bonus"),
    [
        ((SWORD, DAGGER), "dagger", "a throw g with dagger", 2),
        ((SWORD, SLING), "sling", "a attack g with sword", 2),
        ((POLEARM, SWORD), "", "a attack g with polearm", 0),
    ],
)
def test_the_target_is_in_range_of_each_weapon_as_that_is_used(
    rules: str, weapons: tuple[Weapon, ...], other: str, act: str, bonus: int
) -> None:
    """Next to the target a sword reaches it, and so does a stone, in either mode."""
    fight = run(
        scene("a g", rules, a=fighter(weapons=weapons, stab=1, shoot=1), g=foe(hp=30)),
        *([f"a dual with {other}"] if other else []), act, 19, 3,
    )  # fmt: skip
    assert unit(fight, "g").hp == 27 - bonus


# Swarms.


@pytest.mark.rule("SOV-057", "SOV-060")
@BOTH
def test_a_unit_that_has_left_the_field_is_no_assailant(rules: str) -> None:
    """`g` joins and flees: `h` strikes alone, and its Shock ends at AC 13."""
    fight = run(
        scene("g a h", rules, a=fighter(ac=18, hp=20), g=foe(), h=foe()),
        "g swarm a with sword", "g leave", "h swarm a with sword", "h fall-upon a with sword", 2,
        first="foes",
    )  # fmt: skip
    assert "swarm" not in terms(fight)
    assert unit(fight, "a").hp == 20


@pytest.mark.rule("SOV-057")
@BOTH
def test_a_unit_that_is_paralysed_is_no_assailant(rules: str) -> None:
    """`b` holds its bite until `g` has joined."""
    fight = run(
        scene("g a h\n. b i", rules, "always", a=fighter(ac=18, hp=20), g=foe(hp=30), h=foe(),
              i=foe(), b=fighter(hp=20, weapons=(NUMBING,))),
        "a done", "b hold", "g swarm a with sword", "g done", "h swarm a with sword",
        "b attack g with bite", 20, 1, "h done", "i swarm a with sword",
        "i fall-upon a with sword", 2,
    )  # fmt: skip
    assert terms(fight)["swarm"] == 2


# Met on the way.


@pytest.mark.rule("SOV-152", "SOV-097")
@BOTH
@pytest.mark.parametrize("weapon", [SPEAR, DAGGER])
@pytest.mark.parametrize("verb", ["snap", "attack"])
def test_a_unit_that_could_have_thrown_before_is_asked_where_it_can_strike(
    rules: str, weapon: Weapon, verb: str
) -> None:
    """`g` runs past `a`, always in range, and is met where it comes into reach."""
    drawing = "g . . . . . .\n. . . . . . .\n. . . a . . ."
    fight = run(
        scene(drawing, rules, "always", a=fighter(weapons=(weapon,)), g=foe(hp=4)),
        *(["a hold"] if verb == "attack" else ["a done"]),
        "g run B2 C2 D2 E2 F2 G1", "?",
    )  # fmt: skip
    squares = []
    while fight.request is not None and fight.request.point != 0:
        squares.append(where(fight, "g"))
        fight.push("a pass")
    reach = "B2" if weapon is SPEAR else "C2"
    assert reach in squares


@pytest.mark.rule("SOV-152", "SOV-065")
@BOTH
def test_a_charger_is_met_at_the_point_of_a_spear(rules: str) -> None:
    fight = run(
        scene("a . . . g", rules, "always", a=fighter(hp=3),
              g=foe(hp=30, weapons=(SPEAR,), disciplined=True)),
        "a charge g D1 with sword", "g snap a with spear", 18, 6,
    )  # fmt: skip
    assert where(fight, "a") == "C1"


# Executions.


@pytest.mark.rule("SOV-138", "SOV-142")
@BOTH
def test_a_dagger_thrown_at_a_unit_that_saves_deals_what_a_throw_deals(rules: str) -> None:
    """4 and the 2 that only throws of this one deal."""
    thrower = fighter(weapons=(DAGGER,), shoot=2, abilities=gifted(thrown_damage=2))
    made = setup("a . g . h", surprised="foes", rules=rules, a=thrower, g=foe(hp=30), h=foe())
    made.poised = ("a",)
    fight = run(made, "a execute g with dagger", 6, 6, 19, first="")
    assert unit(fight, "g").hp == 24


# An Instant that comes to nothing.


@pytest.mark.rule("SOV-040", "SOV-051", "SOV-130")
@BOTH
def test_a_snap_attack_that_a_grapple_has_forestalled_is_noted_and_spent(rules: str) -> None:
    """Both react to one attack; `h` comes first and grapples `z` before it can attack."""
    fight = run(
        scene("a g z\n. . h", rules, "always", party="a z", a=fighter(hp=20), g=foe(hp=30),
              h=foe(hp=20, weapons=(UNARMED,), brawl=2), z=fighter(hp=20)),
        "h hold", "g attack a with sword", 18, "?",
        first="foes",
    )  # fmt: skip
    fight.push("a pass")
    fight.push("z snap g with sword")
    fight.push("h grapple z with unarmed")
    go_on(fight, 20, 6, 6, 3)
    assert told(fight, "interrupted") == ["interrupted unit=z action=snap why=impossible"]
    assert unit(fight, "z").mains == 0


# Claws and teeth.


@pytest.mark.rule("SOV-043", "SOV-041")
@BOTH
def test_one_with_claws_is_armed_whatever_it_holds(rules: str) -> None:
    """With its bow in hand it uses its claws on units that move away."""
    fight = run(
        scene("a g .\n. . .\n. . .", rules, a=fighter(hp=20), g=foe(hp=30, weapons=(BOW, CLAWS))),
        "a run A3", "no g strike a with small bow", "g strike a with claws", 15, 4,
    )  # fmt: skip
    assert unit(fight, "a").hp == 16


@pytest.mark.rule("SOV-049", "SVE-008")
@BOTH
def test_one_with_claws_binds_a_bow_whatever_it_holds(rules: str) -> None:
    """In the earlier edition only an attacker does, and one with claws is one."""
    archer = fighter(weapons=(BOW,))
    both = scene("a g . h", rules, a=archer, g=foe(weapons=(BOW, CLAWS)), h=foe())
    run(both, "no a shoot h with small bow")
    bow = scene("a g . h", rules, a=archer, g=foe(weapons=(BOW,)), h=foe())
    if rules == "sovereign-early":
        run(bow, "a shoot h with small bow", 2)


@pytest.mark.rule("SOV-043", "SOV-089")
@BOTH
def test_one_with_claws_is_armed_with_its_weapon_packed_away(rules: str) -> None:
    fight = run(
        scene("a g .\n. . .\n. . .", rules, a=fighter(hp=20), g=foe(hp=30, weapons=(SWORD, CLAWS))),
        "g stow with sword", "g done", "a run A3", "no g strike a with sword",
        "g strike a with claws", 15, 4, first="foes",
    )  # fmt: skip
    assert unit(fight, "a").hp == 16
