"""The simple mind's magic: it casts if that helps, never on friends, and only legally."""

from __future__ import annotations

from tests.rules.magic_scene import mage
from tests.scene import SWORD, fighter, foe, play

from shieldwall.content.magic.spells import described_spell
from shieldwall.engine.state.sheet import Sheet
from shieldwall.fight import Fight
from shieldwall.minds import make_mind
from shieldwall.text.notation import choice_text


def chosen(fight: Fight) -> str:
    """The simple mind's answer to what is asked, in notation; it must be allowed."""
    request = fight.request
    assert request is not None
    choice = make_mind("simple")(request)
    assert choice in request.options
    return choice_text(fight.names, choice)


def sturdy(**facts: object) -> Sheet:
    return foe(**{"hp": 30, "hit_dice": 3, "fearless": True, **facts})


def test_an_area_is_for_two_foes_and_no_friend() -> None:
    alone = play("a . . . . . . . g h", "", a=mage("sleep"), g=sturdy(), h=sturdy())
    assert chosen(alone).startswith("a cast ")
    assert chosen(alone).endswith(" : sleep")
    among = play(
        "a . . . . . . b g h", "", a=mage("sleep"), b=fighter(), g=sturdy(), h=sturdy()
    )  # fmt: skip
    assert "sleep" not in chosen(among)
    one = play("a . . . . . . . g", "", a=mage("sleep"), g=sturdy())
    assert "sleep" not in chosen(one)


def test_a_burst_that_would_catch_its_caster_is_not_cast() -> None:
    fight = play("a . g h", "", a=mage("magic bomb", level=3), g=sturdy(), h=sturdy())
    assert "magic bomb" not in chosen(fight)


def test_units_that_sleep_already_are_not_put_to_sleep_again() -> None:
    fight = play(
        "a . . . . . . . g h",
        "> a cast I1 : sleep\n> a done\n",
        a=mage("sleep"), g=sturdy(), h=sturdy(),
    )  # fmt: skip
    assert "sleep" not in chosen(fight)


def test_a_spark_goes_where_it_kills() -> None:
    fight = play(
        "a . . . g h", "",
        a=mage("arcane spark"), g=sturdy(hp=30, hit_dice=5), h=foe(hp=8, hit_dice=1),
    )  # fmt: skip
    assert chosen(fight) == "a cast h : arcane spark"


def test_a_unit_that_was_hurt_this_round_does_something_else() -> None:
    fight = play(
        "a g",
        "> g attack a with sword\n! attack d20 1\n> g done\n",
        first="foes",
        a=mage("arcane spark", ac=12), g=sturdy(),
    )  # fmt: skip
    assert chosen(fight) == "a attack g with sword"


FELLED = "> g attack b with sword\n! attack d20 20\n! damage d8 8\n> g done\n"


def test_a_dying_friend_comes_first() -> None:
    healer = play(
        "a b g", FELLED, first="foes",
        a=mage("healing touch", "arcane spark"), b=fighter(hp=3), g=sturdy(),
    )  # fmt: skip
    assert chosen(healer) == "a cast b : healing touch"
    flask = fighter(potions=(described_spell("potion of healing"),))
    bearer = play("a b g", FELLED, first="foes", a=flask, b=fighter(hp=3), g=sturdy())
    assert chosen(bearer) == "a drink b : potion of healing"


def test_a_sleeper_at_ones_side_is_shaken_awake() -> None:
    fight = play(
        "a . . . . . . . g h",
        "> a cast I1 : sleep\n> a done\n",
        a=mage("sleep"), g=sturdy(), h=sturdy(hit_dice=9, weapons=(SWORD,)),
    )  # fmt: skip
    assert chosen(fight) == "h wake g"


def test_a_foe_who_casts_is_struck_at_or_countered() -> None:
    struck = play(
        "a g", "> a cast g : arcane spark\n", stops="matters",
        a=mage("arcane spark"), g=sturdy(disciplined=True),
    )  # fmt: skip
    assert chosen(struck) == "g snap a with sword"
    undone = play(
        "a . . g", "> a cast g : arcane spark\n", stops="matters",
        a=mage("arcane spark"), g=mage("counter magic"),
    )  # fmt: skip
    assert chosen(undone) == "g invoke : counter magic"


def test_a_servant_is_called_where_nothing_better_offers() -> None:
    fight = play("a . . . . g", "", a=mage("summon creature", level=7), g=sturdy())
    assert chosen(fight) == "a cast : summon creature"
