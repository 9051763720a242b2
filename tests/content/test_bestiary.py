"""The bestiary: every creature is complete, follows the natural-weapon rule and can fight."""

from __future__ import annotations

import pytest
from tests.content.helpers import problems_of

from shieldwall.abilities.weapon_properties import COLD_IRON_BLADE
from shieldwall.books import RULESETS
from shieldwall.content.combatants.creature_sheets import CREATURES, NOTES, SOURCE
from shieldwall.content.combatants.creatures import (
    BESTIARY,
    bestiary,
    require_facts,
    shipped_creatures,
)
from shieldwall.content.encounters import read_encounter
from shieldwall.content.formats.file_schema import Place
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.content.library import shipped
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.engine.abilities import NO_ABILITIES
from shieldwall.engine.battle import Battle
from shieldwall.engine.state.harm import BLUDGEONING, PIERCING, SLASHING
from shieldwall.engine.state.sheet import ANY_AC, TEMPERAMENTS, Sheet
from shieldwall.engine.tape.dice import Dice, substream
from shieldwall.engine.tape.oracles import Live
from shieldwall.fight_start import initial_state, rules_of, seat_names
from shieldwall.minds import make_mind
from shieldwall.sim.runs import simulate

ENTRIES = dict(bestiary())
CLAIMED = (
    "beholder", "mind flayer", "illithid", "displacer", "owlbear", "carrion crawler", "umber hulk",
    "githyanki", "githzerai", "kuo-toa", "slaad", "yuan-ti", "bulette", "drow", "gelatinous cube",
    "stirge", "rust monster", "breggle", "grimalkin", "mossling", "woodgrue", "nag-lord",
)  # fmt: skip
"""Names that publishers call their own."""


def sheet(name: str) -> Sheet:
    return shipped_creatures()[name]


def changes_play(creature: Sheet) -> bool:
    """Something beyond figures: a nature, a power, a rider, several blows a Main."""
    return (
        creature.abilities is not NO_ABILITIES
        or bool(creature.powers)
        or len(creature.routine) > 1
        or any(weapon.riders for weapon in creature.weapons)
    )


def test_it_holds_sixty_creatures_and_more_and_at_least_half_of_them_change_play() -> None:
    sheets = [sheet(name) for name in ENTRIES]
    assert len(sheets) >= 60
    assert 2 * sum(changes_play(one) for one in sheets) >= len(sheets)


def test_no_name_is_given_twice_from_file_to_file() -> None:
    names = [name for name, _ in bestiary()]
    assert len(names) == len(set(names))
    assert len(shipped(BESTIARY)) >= 4


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_each_has_a_temperament_a_sentence_and_a_source(name: str) -> None:
    values = ENTRIES[name].value
    assert sheet(name).temperament in TEMPERAMENTS
    assert values.value(NOTES, "").endswith(".")
    assert len(values.value(NOTES, "").split()) >= 4
    assert values.value(SOURCE, "")
    assert 2 <= sheet(name).morale <= 12
    assert not any(claimed in name for claimed in CLAIMED)


@pytest.mark.parametrize("book", sorted(RULESETS))
def test_every_shipped_creature_says_what_it_is_like_and_where_it_is_from(book: str) -> None:
    """The common ones and a book's own too; the loader asks for both."""
    rules = RULESETS[book]
    for name, one in shipped_creatures(rules.book_folders, rules.family).items():
        assert one.temperament in TEMPERAMENTS, name
        assert one.kin, name


def test_the_loader_refuses_a_shipped_creature_without_temperament_or_source() -> None:
    values = CREATURES.read(
        parse_tree("newt: {hd: 1, ac: 12, weapons: dagger}\n", "x.yaml"),
        place := Place("x.yaml", []),
    )
    assert values is not None
    require_facts(values["newt"].value)
    assert [str(problem) for problem in place.problems] == [
        "x.yaml:1: newt: 'temperament' is missing; a shipped creature has one",
        "x.yaml:1: newt: 'source' is missing; a shipped creature has one",
        "x.yaml:1: newt: 'notes' is missing; a shipped creature has one",
    ]


def test_the_abilities_asked_for_all_occur() -> None:
    sheets = [sheet(name) for name in ENTRIES]
    natures = [one.abilities for one in sheets]
    assert any(one.amount("regeneration") and one.amount("rise_sides") for one in natures)
    for name in (
        "immune", "resists", "weak", "hurt_by", "splits", "flight", "pack", "rage", "charge_dice",
        "pounces", "incorporeal", "invisible", "lies_low", "steadfast",
    ):  # fmt: skip
        assert any(one.amount(name) for one in natures), name
    done = {
        int(part.do)
        for one in sheets
        for power in (*one.powers, *(rider for weapon in one.weapons for rider in weapon.riders))
        for part in power.spell.primitives
    }
    from shieldwall.engine.magic.spell_data import (
        CONDITION,
        DAMAGE,
        DRAIN,
        EXHAUST,
        HOLD,
        KILL,
        KNOCK,
        SWALLOW,
    )

    assert {DAMAGE, KILL, CONDITION, DRAIN, EXHAUST, HOLD, SWALLOW, KNOCK} <= done
    assert {int(power.trigger) for one in sheets for power in one.powers} == {0, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("name", "weapon", "kind", "shock"),
    [
        ("war dog", "bite", PIERCING, (1, 13)),
        ("lion", "claw", SLASHING, (3, 18)),
        ("lion", "bite", PIERCING, (3, 15)),
        ("werewolf", "bite", PIERCING, (2, 13)),
        ("great ape", "fist", BLUDGEONING, (0, 0)),
        ("great roc", "talon", SLASHING, (6, 18)),
    ],
)
def test_shock_follows_from_the_kind_of_wound_the_size_and_the_hit_dice(
    name: str, weapon: str, kind: int, shock: tuple[int, int]
) -> None:
    (arm,) = [one for one in sheet(name).weapons if one.name == weapon]
    assert arm.kinds & kind
    assert (arm.shock, arm.shock_ac) == shock


def test_a_large_body_that_crushes_shocks_whatever_the_armour() -> None:
    butting = "natural: [{name: butt, damage: 1d6, type: bludgeoning}]"
    text = f"  ram: {{hd: 4, ac: 12, size: large, predator: yes, {butting}}}\n"
    setup = read_encounter(FIELD.format(what="ram") + "creatures:\n" + text, "ram.yaml")
    butt = setup.placements[-1].sheet.weapons[0]
    assert (butt.shock, butt.shock_ac) == (2, ANY_AC)


def test_claws_of_cold_iron_are_cold_iron_before_and_after_a_save() -> None:
    claws = "natural: [{name: claws, damage: 1d6, type: slashing, of: cold iron}]"
    text = f"  golem: {{hd: 4, ac: 12, {claws}}}\n"
    setup = read_encounter(FIELD.format(what="golem") + "creatures:\n" + text, "golem.yaml")
    for made in (setup, setup_from_text(setup_to_text(setup))):
        assert made.placements[-1].sheet.weapons[0].properties == (COLD_IRON_BLADE,)


def test_a_creature_with_no_natural_weapon_has_no_attack_and_can_be_fought() -> None:
    text = "creatures:\n  mold: {hd: 1, ac: 12, speed: 0, natural: []}\n"
    setup = read_encounter(FIELD.format(what="mold") + text, "mold.yaml")
    for made in (setup, setup_from_text(setup_to_text(setup))):
        assert made.placements[-1].sheet.weapons == ()
    *party, mold = simulate(setup, 4, 1).units
    assert mold.falls == 4
    assert [unit.hp_left[unit.hp] for unit in party] == [4] * len(party)


FIELD = """
title: The Pit
rules: sovereign
map:
  ceiling: 30 ft
  squares: |
    ................
    ................
    ....##..........
    ......~~~.......
    ................
    ................
    ................
    ................
sides:
  - {{name: party, party: adventurers, area: A1-B6}}
  - {{name: foes, units: [{{what: {what}, area: K1-P8}}]}}
rounds: 10
"""


def fight(name: str, book: str, seed: int) -> str:
    setup = read_encounter(FIELD.format(what=f"2 x {name}"), "pit.yaml", rules=book)
    minds = [make_mind() for _ in seat_names(setup)]
    oracle = Live(Dice(substream(11, seed)), minds)
    battle = Battle(initial_state(setup), rules_of(setup), oracle, [], setup.rounds)
    return battle.play().reason


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(RULESETS))
def test_every_creature_fights_by_every_book(book: str) -> None:
    """An illegal choice or a hole in the rules would stop the fight."""
    reasons = {fight(name, book, seed) for seed, name in enumerate(sorted(shipped_creatures()))}
    assert "defeat" in reasons
    assert reasons <= {
        "defeat", "retreat", "round-limit", "caught", "escaped", "surrender", "truce",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["troll", "giant toad", "amber jelly", "fire drake", "basilisk"])
def test_some_fight_by_dolmenwood_and_sovereign(name: str) -> None:
    for book in ("sovereign", "dolmenwood"):
        assert fight(name, book, 3)


# All problems are reported at once.

WRONG = """
creatures:
  beast:
    hd: 2
    ac: 12
    temperament: cuning
    immune: [fyre, sleep]
    regenerates: {hp: 3, not-after: [fire], rises: often}
    flys: 30
    natural:
      - name: bite
        damage: 1d6
        type: piercing
        riders:
          - {name: venom, of: poision, save: dom, does: [{do: kil, when: save failed}]}
    powers:
      - {name: breath, aim: conee, uses: 0, does: [{do: damage, amount: much}]}
      - {name: fear, when: presense, does: [{do: condition, effect: shakn, when: save failed}]}
"""


def test_every_mistake_in_a_creatures_abilities_is_named_with_its_line_and_a_hint() -> None:
    found = problems_of(FIELD.format(what="beast") + WRONG)
    for part in (
        "temperament: 'cuning'", "did you mean cunning", "immune[1]: 'fyre'", "did you mean fire",
        "unknown key; did you mean flies", "regenerates.rises", "riders[1].of",
        "did you mean poison", "riders[1].save", "doom", "does[1].do: 'kil'", "did you mean kill",
        "did you mean cone", "powers[1].uses", "powers[1].does[1].amount",
        "did you mean presence", "did you mean shaken",
    ):  # fmt: skip
        assert any(part in line for line in found), (part, found)


def test_a_part_that_depends_on_a_save_needs_one() -> None:
    text = (
        FIELD.format(what="beast")
        + """
creatures:
  beast:
    hd: 2
    ac: 12
    natural: [{name: bite, damage: 1d6, type: piercing}]
    powers: [{name: breath, does: [{do: damage, amount: 1d6, when: half on save}]}]
"""
    )
    (line,) = problems_of(text)
    assert line.endswith("powers[1].does: depends on a save; give `save` too")
