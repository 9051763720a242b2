"""House rules: what a file may change in a book, and all its mistakes reported at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.content.helpers import encounter
from tests.scene import fighter, foe, play_setup, setup, terms, told, unit, where, why_not

from shieldwall.books import RULESETS
from shieldwall.books.shared.shared_dials import DOOR_COST
from shieldwall.content import (
    ContentError,
    load_encounter,
    read_encounter,
    setup_from_text,
    setup_to_text,
)
from shieldwall.content.combatants.feats import shipped_feats
from shieldwall.content.house_rules.homebrew import HouseBook, load_house, read_house
from shieldwall.content.library import equipment
from shieldwall.content.skirmish import skirmish
from shieldwall.engine.points import PROVOKED
from shieldwall.engine.space.grid import Opening, Wall
from shieldwall.engine.state.setup import Setup
from shieldwall.fight import Fight
from shieldwall.fight_start import rules_of
from shieldwall.store.save_file import replay_file, save_fight

HEAD = "extends: sovereign\nname: mine\ntitle: Mine\n"


def house(text: str) -> HouseBook:
    return read_house(HEAD + text, "h.yaml")


def problems(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_house(text, "h.yaml")
    return [str(problem) for problem in caught.value.problems]


def at_home(made: Setup, text: str) -> Setup:
    made.house = house(text).house
    return made


def test_dials_rulings_and_enforcement_change_the_book_and_nothing_else() -> None:
    made = house("dials: {snap_to_hit: -2, door_cost: free}\nrulings: {nat20: yes}\n"
                 "enforce: {SOV-050: warn}\n")  # fmt: skip
    book, base = made.book, RULESETS["sovereign"]
    assert (book.snap_to_hit, DOOR_COST.of(book), book.nat20) == (-2, 0, 1)
    assert (base.snap_to_hit, DOOR_COST.of(base), base.nat20, base.waived) == (-4, 1, 0, {})
    assert book.waived == {"SOV-050": 1}
    assert (book.name, book.title) == ("sovereign", "Mine")
    changed = {"snap_to_hit", "door_cost", "nat20"}
    assert [d.value for d in book.dials if d.name not in changed] == [
        d.value for d in base.dials if d.name not in changed
    ]


def test_an_action_may_cost_and_provoke_otherwise_or_be_taken_away() -> None:
    text = "actions:\n  disengage: {cost: move}\n  stand: {provokes: no}\n  grapple: remove\n"
    made = at_home(setup("a g", a=fighter(), g=foe()), text)
    fight = play_setup(made, "> a prone\n> a stand\n> a disengage\n")
    assert told(fight, "opportunity") == []
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 0), "the Main serves as a Move"
    assert why_not(fight, "a grapple g") == "no-such-action SOV-045"
    plain = play_setup(setup("a g", a=fighter(), g=foe()), "> a disengage\n")
    assert unit(plain, "a").mains == 0
    assert RULESETS["sovereign"].actions["disengage"].cost == 2


def test_opening_a_door_may_provoke() -> None:
    door = Wall(60, 0, 60, 60, 0, 120, "door", (Opening(12, 48, 0, 84),), 0)
    made = setup("a .\ng .", walls=(door,), a=fighter(), g=foe(), stops="always")
    fight = play_setup(at_home(made, "actions: {open: {provokes: yes}}\n"), "> a open B1\n")
    assert fight.request is not None
    assert fight.request.point == PROVOKED


def test_every_action_of_every_book_can_be_changed() -> None:
    for rules, book in RULESETS.items():
        for spec in book.action_list:
            made = spec.another()
            assert (made.verb, type(made)) == (spec.verb, type(spec)), rules


def test_a_run_that_costs_the_main_is_paid_with_it() -> None:
    made = at_home(setup("a . g", a=fighter(), g=foe()), "actions: {run: {cost: main}}\n")
    fight = play_setup(made, "> a run B1\n")
    assert (unit(fight, "a").mains, unit(fight, "a").moves) == (0, 1)


TRIP = """
actions:
  trip:
    title: Trip
    cost: main
    provokes: yes
    target: foe
    check: {attribute: dex, skill: exert, against: {attribute: str, skill: brawl}}
    effects: [prone: target, damage: 1d4+1, push: 10]
    or-else: [ac: {bonus: -2, who: self, until: next-turn}]
"""


def test_a_new_action_pays_provokes_rolls_and_does_what_it_says() -> None:
    made = at_home(
        setup("a g . . .", a=fighter(ac=19, dex=1), g=foe(hp=8, strength=1, brawl=1)), TRIP
    )
    fight = play_setup(
        made,
        """
        > a trip g
        > g strike a
        ! attack d20 1
        ! trip d6 5
        ! trip d6 4
        ! damage d4 3
        """,
    )
    assert told(fight, "deed", "check", "harm") == [
        "deed unit=a target=g what=Trip",
        "check unit=a what=trip total=10 needed=10 passed=yes",
        "harm unit=g by=a amount=4 left=4 cause=improvised",
    ]
    assert unit(fight, "g").prone
    assert where(fight, "g") == "D1"
    assert unit(fight, "a").mains == 0


def test_a_new_action_that_fails_does_what_is_said_for_that() -> None:
    made = at_home(setup("a g", a=fighter(ac=12), g=foe(weapons=())), TRIP)
    fight = play_setup(made, "> a trip g\n! trip d6 1\n! trip d6 1\n> a done\n> g done\n")
    assert not unit(fight, "g").prone
    assert [effect.value for effect in unit(fight, "a").effects] == [-2]
    fight.push("a prone")
    assert unit(fight, "a").effects == [], "until its next turn"


@pytest.mark.parametrize(
    ("drawing", "choice", "reason"),
    [
        ("a . g b", "a trip g", "not-beside SOV-045"),
        ("a b g .", "a trip b", "not-for-this-one SOV-045"),
        ("a g b .", "a trip a", "no-target SOV-045"),
    ],
)
def test_a_new_action_asks_who_is_meant_and_how_far(drawing: str, choice: str, reason: str) -> None:
    made = at_home(setup(drawing, a=fighter(), b=fighter(), g=foe()), TRIP)
    assert why_not(play_setup(made, ""), choice) == reason


REST = """
actions:
  rest:
    title: Catch one's breath
    cost: move
    target: self
    effects: [heal: 1d4, disengage: self, attack: {bonus: +1, who: self, until: end-of-round}]
"""


def test_what_one_does_to_oneself() -> None:
    made = at_home(setup("a g . .", a=fighter(hp=8), g=foe()), REST)
    fight = play_setup(
        made,
        "* hp a 6\n> a rest\n! healing d4 4\n> a attack g with sword\n! attack d20 1\n",
    )
    assert unit(fight, "a").hp == 8, "never above the full"
    assert terms(fight)["situation"] == 1
    assert told(fight, "disengages") == ["disengages unit=a"]


def test_a_weapon_is_changed_by_name_and_a_new_one_added() -> None:
    made = house(
        "weapons:\n  dagger: {shock: 3/15}\n  scythe: {damage: 1d10, traits: [2H], shock: 2/13}\n"
    )
    known = equipment(made.book.book_folders).weapons
    plain = equipment(RULESETS["sovereign"].book_folders).weapons
    assert known["dagger"].shock == (3, 15)
    assert (known["dagger"].damage, known["dagger"].ranges.thrown) == (plain["dagger"].damage, True)
    assert plain["dagger"].shock != (3, 15)
    assert known["scythe"].grip.two_handed
    assert "scythe" not in plain


def test_units_of_an_encounter_carry_the_weapons_of_the_house(tmp_path: Path) -> None:
    scythe = "weapons: {scythe: {damage: 1d10, traits: [2H]}}\n"
    (tmp_path / "mine.yaml").write_text(HEAD + scythe)
    text = encounter(more="creatures:\n  reaper: {hd: 1, weapons: [scythe]}\n")
    text = text.replace("what: orc", "what: reaper").replace("rules: sovereign", "rules: mine")
    made = read_encounter(text, "e.yaml", tmp_path)
    assert made.placements[0].sheet.weapons[0].name == "scythe"
    again = setup_from_text(setup_to_text(made))
    assert again.placements[0].sheet.weapons[0].sides == 10


def test_a_feat_is_changed_by_name_level_by_level() -> None:
    plain = shipped_feats(RULESETS["sovereign"].book_folders)
    name = next(iter(plain))
    made = house(f"abilities:\n  {name}:\n    level-1: {{text: Another thing.}}\n")
    changed = shipped_feats(made.book.book_folders)
    assert list(changed) == list(plain)
    assert changed[name] != plain[name]


def test_everything_that_is_wrong_is_told_at_once_with_what_was_meant() -> None:
    told = problems(
        HEAD
        + """dials:
  snap_to_hitt: -2
  cover_in_melee: perhaps
  initiative_die: many
rulings: {nat2: yes}
enforce: {SOV-01: off}
actions:
  disengag: {cost: move}
  charge: {cost: man}
  run: {title: Sprint}
  reload: {cost: free}
  flee: remove
  strike: {title: S, cost: main, target: foe, effects: [prone: target]}
  trip: {title: T, cost: main, target: foe, effects: [prne: target]}
  rest: {title: R, cost: main, target: self, effects: [damage: 1d4], or-else: [prone: self]}
  shout: {title: S, cost: main, effects: [tell: Hey]}
weapons:
  dagger: {shok: 2/15}
colour: red
"""
    )
    assert told[4].startswith("h.yaml:9: enforce.SOV-01: 'SOV-01' is no rule that can be waived")
    assert told[:4] + told[5:] == [
        "h.yaml:5: dials.snap_to_hitt: there is no dial 'snap_to_hitt'; did you mean snap_to_hit, "
        "swarm_to_hit or dual_to_hit?",
        "h.yaml:6: dials.cover_in_melee: 'perhaps' is no option of cover_in_melee; use yes or no",
        "h.yaml:7: dials.initiative_die: 'many' is not a whole number from 2 to 100",
        "h.yaml:8: rulings.nat2: no ruling is called 'nat2'; did you mean nat20?",
        "h.yaml:11: actions.disengag: sovereign has no action 'disengag'; a new one needs `title`, "
        "`cost`, `target` and `effects`; did you mean disengage?",
        "h.yaml:12: actions.charge.cost: 'man' is not known here; did you mean main?",
        "h.yaml:13: actions.run.title: only `cost` and `provokes` of run can be changed; for "
        "another action choose another name",
        "h.yaml:14: actions.reload.cost: what reload costs is a dial: reload_bow_trained, "
        "reload_bow_untrained, reload_crossbow_trained, crossbow_untrained_reload",
        "h.yaml:15: actions.flee: sovereign has no action 'flee' to remove; did you mean leave?",
        "h.yaml:16: actions.strike: 'strike' is taken; an action needs another name",
        "h.yaml:17: actions.trip.effects[1].prne: unknown key; did you mean prone?",
        "h.yaml:18: actions.rest.effects[1]: a unit cannot do that to itself; it needs a target",
        "h.yaml:18: actions.rest.or-else: `or-else` goes with a `check` that can fail",
        "h.yaml:19: actions.shout: a new action needs `target` too",
        "h.yaml:21: weapons.dagger.shok: unknown key; did you mean shock?",
        "h.yaml:22: colour: unknown key; known: extends, name, title, dials, rulings, enforce, "
        "actions, weapons, abilities",
    ]


def test_a_misspelt_weapon_or_ability_is_told_what_was_probably_meant() -> None:
    told = problems(
        """extends: sovereign
name: h
title: H
weapons:
  daggr: {shock: 2/15}
  dagger: {shock: 2/15}
abilities:
  armsmastr:
    level-1: {}
  swimmer:
    level-1: {text: Swims.}
"""
    )
    assert [line for line in told if "a new one needs" in line] == [
        "h.yaml:5: weapons.daggr: sovereign has no 'daggr'; a new one needs `damage`; did you mean "
        "dagger?",
        "h.yaml:8: abilities.armsmastr: sovereign has no 'armsmastr'; a new one needs `level-1` "
        "with a `text`; did you mean armsmaster?",
    ]


@pytest.mark.parametrize("name", ["quick-blades", "dirty-tricks"])
def test_a_shipped_example_plays_is_saved_and_replays_by_itself(name: str, tmp_path: Path) -> None:
    from shieldwall.minds import make_mind

    made = load_encounter("duel", name)
    assert made.rules == "sovereign"
    assert made.house is not None
    assert made.house.name == name
    again = setup_from_text(setup_to_text(made))
    assert again.house == made.house
    assert setup_to_text(again) == setup_to_text(made)
    fight = Fight(made, seed=5)
    assert fight.rules.title == load_house(name).house.title
    minds = [make_mind("simple") for _ in range(3)]
    fight.play(minds)
    path = tmp_path / "f.fight"
    save_fight(fight, str(path))
    assert replay_file(str(path)).events == fight.events


def test_an_encounter_names_house_rules_that_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(HEAD + "dials: {snap_to_hit: -1}\n")
    text = encounter().replace("rules: sovereign", "rules: mine.yaml")
    made = read_encounter(text, "e.yaml", tmp_path)
    assert rules_of(made).snap_to_hit == -1
    assert rules_of(made) is rules_of(setup_from_text(setup_to_text(made)))
    with pytest.raises(ContentError, match=r"unknown rules 'yours\.yaml'"):
        read_encounter(text.replace("mine", "yours"), "e.yaml", tmp_path)
    (tmp_path / "mine.yaml").write_text("extends: sovreign\nname: mine\ntitle: Mine\n")
    with pytest.raises(ContentError, match=r"mine\.yaml:1: extends: no book is called 'sovreign'"):
        read_encounter(text, "e.yaml", tmp_path)


def test_a_ruling_of_the_table_goes_before_that_of_the_house() -> None:
    made = load_encounter("duel", "quick-blades", (("nat20", "no"),))
    assert rules_of(made).nat20 == 0
    assert rules_of(load_encounter("duel", "quick-blades")).nat20 == 1


def test_a_party_meets_foes_by_house_rules(tmp_path: Path) -> None:
    """Creatures with a spear carry the house's spear."""
    path = tmp_path / "pikes.yaml"
    path.write_text(
        "extends: sovereign\nname: pikes\ntitle: Pikes\nweapons:\n  spear: {damage: 1d12}\n",
        encoding="utf-8",
    )
    made = skirmish("adventurers", "2 goblin", rules=str(path))
    assert made.rules == "sovereign"
    assert made.house is not None
    assert made.house.title == "Pikes"
    spears = [w for p in made.placements for w in p.sheet.weapons if w.name == "spear"]
    assert spears
    assert {int(spear.sides) for spear in spears} == {12}
    with pytest.raises(ContentError, match="'quick-blade'; did you mean quick-blades"):
        skirmish("adventurers", "2 goblin", rules="quick-blade")
