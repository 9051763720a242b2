"""Feats that improve attacks: armsmaster, shocking assault, deadeye, close combatant."""

import pytest
from tests.rules.feat_scene import KNIFE, feat
from tests.scene import (
    BOW,
    DAGGER,
    POLEARM,
    SLING,
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
    why_not,
)

from shieldwall.engine.abilities import NO_ABILITIES, Abilities
from shieldwall.engine.state.sheet import Weapon, make_weapon
from shieldwall.fight import Fight

CLUB = make_weapon("club", 1, 4)


def strike(
    weapon: Weapon, traits: Abilities, die: int, ac: int = 15, verb: str = "attack", stab: int = 2
) -> Fight:
    damage = f"\n! damage d{weapon.sides} 3" if die > 10 else ""
    return play(
        "a g" if verb == "attack" else "a . g",
        f"> a {verb} g with {weapon.name}\n! attack d20 {die}{damage}\n",
        a=fighter(weapons=(weapon,), abilities=traits, stab=stab, shoot=1),
        g=foe(hp=20, ac=ac),
    )


# Armsmaster.


@pytest.mark.rule("SOV-112")
@pytest.mark.parametrize(
    ("weapon", "verb", "extra"),
    [(SWORD, "attack", 2), (SPEAR, "throw", 2), (CLUB, "attack", 2), (SLING, "shoot", 0)],
)
def test_an_armsmaster_adds_stab_to_what_blades_and_throws_deal(
    weapon: Weapon, verb: str, extra: int
) -> None:
    fight = strike(weapon, feat("armsmaster", 1, stab=2), 18, verb=verb)
    assert terms(fight, "harm").get("feats", 0) == extra
    assert unit(fight, "g").hp == 20 - 3 - extra


@pytest.mark.rule("SOV-117")
def test_an_armsmaster_adds_stab_to_shock_where_there_is_any() -> None:
    skilled = feat("armsmaster", 1, stab=2)
    fight = strike(SWORD, skilled, 1, ac=13)
    assert told(fight, "harm") == ["harm unit=g by=a amount=4 left=16 cause=shock"]
    assert terms(fight, "harm") == {"Shock": 2, "feats": 2}
    assert told(strike(CLUB, skilled, 1, ac=10), "harm") == []
    assert told(strike(UNARMED, skilled, 1, ac=10), "harm") == []


@pytest.mark.rule("SOV-117", "SOV-124")
def test_a_hit_deals_no_less_than_the_shock_that_a_feat_has_raised() -> None:
    """Shock 2 and the feat's 2."""
    fight = play(
        "a g",
        "> a attack g with polearm\n! attack d20 18\n! damage d10 1\n",
        a=fighter(weapons=(POLEARM,), abilities=feat("shocking_assault", 2)),
        g=foe(hp=20, ac=13),
    )
    assert terms(fight, "harm") == {"weapon": 1, "up to Shock": 3}


@pytest.mark.rule("SOV-115", "SOV-117")
@pytest.mark.parametrize(
    ("name", "level", "dealt"),
    [
        ("armsmaster", 1, 0),
        ("armsmaster", 2, 2),
        ("shocking_assault", 1, 2),
        ("close_combatant", 1, 0),
        ("close_combatant", 2, 2),
    ],
)
def test_to_some_every_unit_has_ac_10_against_shock(name: str, level: int, dealt: int) -> None:
    """A sword's Shock is for AC 13; this is AC 30."""
    fight = strike(SWORD, feat(name, level), 1, ac=30)
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-115")
def test_a_shock_that_would_not_reach_ac_10_is_not_helped() -> None:
    blunt = make_weapon("rag", 1, 4, shock=2, shock_ac=9)
    assert told(strike(blunt, feat("shocking_assault", 1), 1, ac=12), "harm") == []


@pytest.mark.rule("SOV-108")
@pytest.mark.parametrize(
    ("weapon", "verb", "bonus"), [(SWORD, "attack", 1), (SPEAR, "throw", 1), (SLING, "shoot", 0)]
)
def test_an_armsmaster_of_the_second_level_hits_better(
    weapon: Weapon, verb: str, bonus: int
) -> None:
    for level, extra in ((1, 0), (2, bonus)):
        fight = strike(weapon, feat("armsmaster", level), 2, verb=verb)
        assert terms(fight).get("feats", 0) == extra


# Shocking assault.


@pytest.mark.rule("SOV-117")
@pytest.mark.parametrize(("level", "dealt"), [(1, 2), (2, 4)])
def test_shocking_assault_makes_shock_2_worse(level: int, dealt: int) -> None:
    fight = strike(SWORD, feat("shocking_assault", level), 1, ac=13)
    assert unit(fight, "g").hp == 20 - dealt


@pytest.mark.rule("SOV-117")
def test_shocking_assault_helps_fists_that_have_shock_too() -> None:
    fists = make_weapon("fists", 1, 6, shock=1, shock_ac=15, unarmed=True, skill=0)
    fight = strike(fists, feat("shocking_assault", 2), 1, ac=13)
    assert terms(fight, "harm") == {"Shock": 1, "feats": 2}


# Deadeye.


def shot(level: int, weapon: Weapon = BOW, drawing: str = "a g") -> Fight:
    traits = feat("deadeye", level, shoot=2) if level else NO_ABILITIES
    return play(
        drawing,
        f"> a shoot g with {weapon.name}\n! attack d20 19\n! damage d{weapon.sides} 2\n",
        a=fighter(weapons=(weapon, SWORD), abilities=traits, shoot=2),
        g=foe(hp=20),
    )


@pytest.mark.rule("SOV-112")
def test_a_deadeye_adds_shoot_to_the_damage_of_shots_and_of_nothing_else() -> None:
    assert terms(shot(1, drawing="a . g"), "harm") == {"weapon": 2, "feats": 2}
    traits = feat("deadeye", 2, shoot=2)
    assert "feats" not in terms(strike(SWORD, traits, 18), "harm")
    assert "feats" not in terms(strike(SPEAR, traits, 18, verb="throw"), "harm")


@pytest.mark.rule("SOV-050", "SOV-104")
def test_a_deadeye_shoots_a_bow_with_a_foe_at_hand_first_badly_then_freely() -> None:
    plain = play("a g", "", a=fighter(weapons=(BOW,)), g=foe())
    assert why_not(plain, "a shoot g with small bow") == "bound SOV-050"
    assert terms(shot(1))["foe in melee range"] == -4
    assert "foe in melee range" not in terms(shot(2))


@pytest.mark.rule("SOV-104")
@pytest.mark.parametrize(("level", "penalty"), [(1, -4), (2, 0)])
def test_a_one_handed_shot_profits_from_the_second_level_alone(level: int, penalty: int) -> None:
    assert terms(shot(level, SLING)).get("foe in melee range", 0) == penalty


@pytest.mark.rule("SOV-104")
def test_a_deadeye_does_not_throw_better() -> None:
    fight = play(
        "a g",
        "> a throw g with spear\n! attack d20 2\n",
        a=fighter(weapons=(SPEAR,), abilities=feat("deadeye", 2)),
        g=foe(),
    )
    assert terms(fight)["foe in melee range"] == -4


# Close combatant.


@pytest.mark.rule("SOV-104")
@pytest.mark.parametrize(("weapon", "penalty"), [(KNIFE, 0), (DAGGER, -4), (SPEAR, -4)])
def test_a_close_combatant_throws_what_is_as_small_as_a_knife_undisturbed(
    weapon: Weapon, penalty: int
) -> None:
    """The scene's dagger is not marked as small."""
    fight = play(
        "a g",
        f"> a throw g with {weapon.name}\n! attack d20 2\n",
        a=fighter(weapons=(weapon,), abilities=feat("close_combatant", 1)),
        g=foe(),
    )
    assert terms(fight).get("foe in melee range", 0) == penalty


@pytest.mark.rule("SOV-104")
def test_others_throw_a_knife_badly_with_a_foe_at_hand() -> None:
    fight = play(
        "a g",
        "> a throw g with knife\n! attack d20 2\n",
        a=fighter(weapons=(KNIFE,)),
        g=foe(),
    )
    assert terms(fight)["foe in melee range"] == -4


@pytest.mark.rule("SOV-086")
@pytest.mark.parametrize(("level", "mains"), [(1, 0), (2, 1)])
def test_a_close_combatant_disengages_for_nothing_at_the_second_level(
    level: int, mains: int
) -> None:
    fight = play(
        ". a g",
        "> a disengage\n> a run A1\n",
        a=fighter(abilities=feat("close_combatant", level)),
        g=foe(),
    )
    assert told(fight, "disengages", "opportunity") == ["disengages unit=a"]
    assert unit(fight, "a").mains == mains
    assert may(fight, "a disengage") == (mains == 1)
