"""GM changes during a fight: units, ground, rulings, the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine.promises import check_fork, check_replay, check_saved
from tests.scene import BOW, fighter, foe, play, told, unit, where, why_not

from shieldwall.abilities.body_conditions import BLIND
from shieldwall.books.shared.shared_dials import SWARM_MAX_ASSAILANTS
from shieldwall.engine.battle import Battle
from shieldwall.engine.space.grid import DIFFICULT, PLAIN
from shieldwall.engine.space.sight.cover import BLOCKED
from shieldwall.engine.space.threat import cover_from
from shieldwall.engine.state.condition import HELPLESS, LASTING
from shieldwall.engine.state.state import ACTIVE, DEAD, DOWN, FLED, REMOVED, SURRENDERED
from shieldwall.engine.tape.entries import Rolled, Ruled
from shieldwall.engine.tape.oracles import Oracle
from shieldwall.fight import BadRuling, Fight, NothingToUndo
from shieldwall.store.save_file import TapeFile, load_fight, replay_tape, save_fight, tape_text
from shieldwall.text.notation import NotationError
from shieldwall.text.sentences import refusal_sentence, sentence, who


def duel(drawing: str = "a g . .\n. . . .", tape: str = "", **more: object) -> Fight:
    sheets: dict[str, object] = {"a": fighter(hp=8), "g": foe(hp=6), **more}
    return play(drawing, tape, stops="never", **sheets)  # type: ignore[arg-type]


def ruled(fight: Fight, *orders: str) -> Fight:
    for order in orders:
        fight.rule(order)
    return fight


def refused(fight: Fight, order: str) -> str:
    """The words of the refusal; nothing has changed."""
    before = fight.state.key()
    with pytest.raises((BadRuling, NotationError)) as caught:
        fight.rule(order)
    assert fight.state.key() == before
    if isinstance(caught.value, BadRuling):
        return caught.value.words or refusal_sentence(
            fight.names, fight.state, caught.value.refusal
        )
    return str(caught.value)


def kept(fight: Fight, folder: Path) -> None:
    """The fight survives a replay, a save, a fork and an undo of everything."""
    check_replay(fight)
    check_saved(fight, Random(1), folder)
    check_fork(fight, Random(2))
    dice = [entry for entry in fight.entries[:2] if isinstance(entry, Rolled)]
    beginning = Fight.replay(fight.setup, list(dice))
    rulings = sum(not isinstance(entry, Rolled) for entry in fight.entries)
    for _ in range(rulings):
        fight.pop()
    with pytest.raises(NothingToUndo):
        fight.pop()
    assert fight.state.key() == beginning.state.key()
    assert fight.events == beginning.events


# Who is there.


def test_a_unit_like_another_joins_and_the_tape_says_like_which(tmp_path: Path) -> None:
    fight = duel()
    fight.rule("add g C2", "it heard the noise")
    assert fight.entries[-1] == Ruled("add g-2 C2 for foes like g", "it heard the noise")
    newcomer = unit(fight, "g-2")
    assert newcomer.sheet is unit(fight, "g").sheet
    assert (where(fight, "g-2"), newcomer.side, newcomer.seat, newcomer.hp) == ("C2", 1, 1, 6)
    assert told(fight, "joins") == ["joins unit=g-2 at=C2 note=it_heard_the_noise"]
    assert sentence(fight.names, fight.state, fight.events[-1]) == (
        "G 2 joins the fight at C2 (it heard the noise)."
    )
    kept(fight, tmp_path)


def test_a_creature_of_the_shelves_brings_its_sheet_onto_the_tape(tmp_path: Path) -> None:
    fight = ruled(duel(), "add ogre C1 for foes as brute")
    entry = fight.entries[-1]
    assert isinstance(entry, Ruled)
    assert entry.what.startswith('add brute C1 for foes sheet {"ac":')
    assert unit(fight, "brute").sheet.name == "ogre"
    assert unit(fight, "brute").sheet.size == 2
    again = replay_tape(TapeFile("tape", tape_text(fight)), fight.setup)
    assert again.state == fight.state
    assert again.state.units[2].sheet.hp == fight.state.units[2].sheet.hp
    kept(fight, tmp_path)


def test_a_unit_that_joins_acts_this_round_where_its_side_is_still_to_act() -> None:
    fight = ruled(duel(), "add g C2 for foes", "add a D2 for party as b")
    assert not unit(fight, "g-2").acted
    assert unit(fight, "g-2").mains == 1
    assert unit(fight, "b").acted
    fight.push("a done")
    fight.push("g-2 done")
    fight.push("g done")
    assert fight.state.clock.round == 2
    assert not unit(fight, "b").acted
    fight.push("b done")
    fight.push("a done")


def test_no_unit_joins_where_there_is_no_room_or_under_a_name_that_is_taken() -> None:
    fight = duel()
    assert refused(fight, "add g A1") == "There is no room at A1 (SOV-045)"
    assert refused(fight, "add ogre D2") == "There is no room at D2 (SOV-045)"
    assert refused(fight, "add g C2 as a") == "a unit is already called a"
    assert refused(fight, "add g C2 as C3").startswith("'c3' cannot be a unit's short name")
    assert refused(fight, "add gobln C2") == ("no creature is called 'gobln'; did you mean goblin?")
    assert refused(fight, "add g E9").startswith("'E9' is outside the map")
    assert refused(fight, "add g C2 for foos") == ("no side is called 'foos'; did you mean foes?")


def test_a_unit_that_joins_hidden_is_known_to_no_unit_until_it_is_revealed() -> None:
    fight = ruled(duel(), "add g D2 for foes hidden")
    newcomer = unit(fight, "g-2")
    assert newcomer.unknown_to == 1
    assert fight.events[-1].unknown[2] == 1
    assert why_not(fight, "a attack g-2 with sword").startswith("place-unknown")
    fight.rule("reveal g-2")
    assert unit(fight, "g-2").unknown_to == 0
    assert told(fight, "spotted") == ["spotted unit=g-2"]


def test_a_unit_that_is_removed_is_gone_and_its_side_is_not_shaken(tmp_path: Path) -> None:
    fight = ruled(duel(), "add g C2", "remove g")
    assert unit(fight, "g").status == REMOVED
    assert told(fight, "removed", "breaks", "ends") == ["removed unit=g"]
    assert refused(fight, "remove g") == "The g has been removed from the fight (SOV-045)"
    fight.rule("move a B1")
    assert where(fight, "a") == "B1"
    kept(fight, tmp_path)


def test_removing_the_last_foe_ends_the_fight() -> None:
    fight = ruled(duel(), "remove g")
    assert fight.outcome is not None
    assert fight.outcome.team == 0


def test_the_turn_of_a_unit_that_is_removed_is_over() -> None:
    fight = duel("a b g .", "> a prone\n", b=fighter())
    fight.rule("remove a")
    assert fight.state.clock.active == -1
    assert why_not(fight, "b done") == ""


def test_a_name_is_for_people_and_the_tape_keeps_the_short_one(tmp_path: Path) -> None:
    fight = ruled(duel(), "name g Gruk the Old")
    assert who(fight.state, 1) == "Gruk the Old"
    fight.push("a attack g with sword")
    assert "Gruk the Old with" in " ".join(
        sentence(fight.names, fight.state, event) for event in fight.events
    )
    assert refused(fight, f"name g {'x' * 41}") == "A name has at most 40 letters (SOV-045)"
    kept(fight, tmp_path)


def test_a_unit_that_changes_sides_is_no_units_foe_any_more(tmp_path: Path) -> None:
    fight = duel("a g h .", h=foe())
    fight.rule("side g party")
    assert (unit(fight, "g").side, unit(fight, "g").seat) == (0, 0)
    assert told(fight, "turns") == ["turns unit=g side=party"]
    assert why_not(fight, "g attack h with sword") == ""
    assert why_not(fight, "h attack a with sword").startswith("not-its-side")
    assert refused(fight, "side g party") == "The g is already on that side (SOV-045)"
    kept(fight, tmp_path)


# In what state.


def test_a_condition_holds_for_its_rounds_and_may_be_taken_away(tmp_path: Path) -> None:
    fight = ruled(duel(), "condition g helpless for 2 rounds", "condition a blind")
    helpless = unit(fight, "g").effect(HELPLESS)
    assert helpless is not None
    assert helpless.until == LASTING + 2
    assert unit(fight, "a").effect(BLIND) is not None
    assert fight.state.murky
    fight.rule("condition a blind off")
    assert unit(fight, "a").effect(BLIND) is None
    assert refused(fight, "condition a blind off") == "The a does not have that condition (SOV-045)"
    fight.push("a done")
    assert fight.state.clock.round == 2
    fight.push("a done")
    assert unit(fight, "g").effect(HELPLESS) is None
    kept(fight, tmp_path)


@pytest.mark.parametrize("flag", ["surprised", "stable", "frail"])
def test_flags_are_set_and_unset(flag: str) -> None:
    fight = ruled(duel(), f"condition g {flag}")
    assert getattr(unit(fight, "g"), flag) is True
    assert refused(fight, f"condition g {flag}") == "The g is already in that state (SOV-045)"
    fight.rule(f"condition g {flag} off")
    assert getattr(unit(fight, "g"), flag) is False


@pytest.mark.parametrize(
    ("word", "status", "kind"),
    [("dead", DEAD, "falls"), ("down", DOWN, "falls"), ("fled", FLED, "leaves"),
     ("surrendered", SURRENDERED, "surrenders")],
)  # fmt: skip
def test_the_referee_says_how_a_unit_fares(
    word: str, status: int, kind: str, tmp_path: Path
) -> None:
    fight = duel("a g h .", h=foe())
    fight.rule(f"fate g {word}")
    assert unit(fight, "g").status == status
    assert len(told(fight, kind)) == 1
    fight.rule("fate g standing")
    assert (unit(fight, "g").status, int(unit(fight, "g").hp) > 0) == (ACTIVE, True)
    kept(fight, tmp_path)


def test_no_unit_gets_up_where_another_stands() -> None:
    fight = ruled(duel("a g h .", h=foe()), "fate g dead", "move a B1")
    assert refused(fight, "fate g standing") == "The g does not fit at B1 (SOV-045)"


def test_hiding_is_known_to_no_other_unit_and_revealing_to_all() -> None:
    fight = ruled(duel(), "hide g")
    assert unit(fight, "g").unknown_to == 1
    fight.rule("reveal g")
    assert unit(fight, "g").unknown_to == 0
    assert refused(fight, "reveal g") == "The g is not hidden (SOV-045)"


def test_a_turn_more_and_an_action_more() -> None:
    fight = duel("a b g .", "> a done\n", b=fighter())
    assert why_not(fight, "a prone").startswith("has-acted")
    fight.rule("ready a")
    assert why_not(fight, "a prone") == ""
    fight.rule("give b main")
    fight.rule("give b move")
    assert (unit(fight, "b").mains, unit(fight, "b").moves) == (2, 2)


# The ground.


def test_ground_and_floor_change_what_a_way_costs(tmp_path: Path) -> None:
    fight = duel("a . . g")
    fight.rule("ground B1-C1 difficult", "the barrel bursts")
    assert [int(value) for value in fight.state.grid.ground] == [
        PLAIN, DIFFICULT, DIFFICULT, PLAIN,
    ]  # fmt: skip
    assert fight.state.gm_changes.edits == ("ground B1-C1 difficult",)
    assert sentence(fight.names, fight.state, fight.events[-1]) == (
        "GM: the ground at B1-C1 is now difficult (the barrel bursts)."
    )
    fight.rule("floor A1 10")
    assert unit(fight, "a").feet == 120
    assert fight.setup.grid.floor[0] == 0
    kept(fight, tmp_path)


def test_a_wall_hides_and_a_door_in_it_opens(tmp_path: Path) -> None:
    fight = duel("a . . g", a=fighter(weapons=(BOW,)))

    def cover() -> int:
        return int(cover_from(fight.state.grid, unit(fight, "a"), unit(fight, "g")))

    assert cover() != BLOCKED
    assert why_not(fight, "a shoot g with small bow") == ""
    fight.rule("wall B1-C1 door")
    assert cover() == BLOCKED
    assert why_not(fight, "a shoot g with small bow").startswith("no-line")
    fight.rule("door B1-C1 open")
    assert cover() != BLOCKED
    assert refused(fight, "door 1 open") == "The door is already in that state (SOV-045)"
    fight.rule("door 1 closed")
    assert cover() == BLOCKED
    fight.rule("wall B1-C1 none")
    assert cover() != BLOCKED
    assert refused(fight, "door B1-C1 open").startswith("no door is at B1-C1")
    kept(fight, tmp_path)


def test_a_piece_of_a_long_wall_is_torn_out_and_the_rest_stands() -> None:
    fight = duel("a . .\n. . .\n. . g")
    for edge in ("A1-B1", "A2-B2", "A3-B3"):
        fight.rule(f"wall {edge} wall")
    fight.rule("wall A2-B2 none")
    lines = [(wall.x0, wall.y0, wall.x1, wall.y1) for wall in fight.state.grid.walls]
    assert lines == [(60, 0, 60, 60), (60, 120, 60, 180)]


def test_nothing_is_built_into_a_unit() -> None:
    fight = duel()
    assert refused(fight, "solid A1 full") == "The a is in the way (SOV-045)"
    assert refused(fight, "ground B1 impassable") == "The g is in the way (SOV-045)"
    fight.rule("solid C1 full")
    assert fight.state.grid.is_solid(2)
    fight.rule("solid C1 none")
    assert not fight.state.grid.is_solid(2)


def test_all_copies_share_a_changed_map() -> None:
    fight = ruled(duel(), "ground C1 difficult")
    twin = fight.fork()
    assert twin.state.grid is fight.state.grid
    again = replay_tape(TapeFile("tape", tape_text(fight)), fight.setup)
    assert again.state.grid is fight.state.grid


def test_a_door_that_is_gone_does_not_lend_its_place_to_the_next() -> None:
    fight = ruled(
        duel("a . . g"), "wall B1-C1 door", "door 1 open", "wall B1-C1 none", "wall A1-B1 door"
    )
    assert [
        (wall.door, fight.state.grid.is_open(wall.door)) for wall in fight.state.grid.walls
    ] == [(1, False)]


def test_darkness_falls_and_lifts(tmp_path: Path) -> None:
    fight = ruled(duel("a . . g"), "dark on")
    assert fight.state.dark
    assert unit(fight, "g").unknown_to == 1
    fight.rule("dark off")
    assert unit(fight, "g").unknown_to == 0
    assert refused(fight, "dark off").startswith("The light is already")
    kept(fight, tmp_path)


# By which rulings.


def test_a_ruling_counts_from_now_on_and_not_before(tmp_path: Path) -> None:
    fight = duel()
    before = fight.rules
    fight.rule("ruling swarm-max-assailants 3")
    assert SWARM_MAX_ASSAILANTS.of(fight.rules) == 3
    assert SWARM_MAX_ASSAILANTS.of(before) != 3
    request = fight.request
    assert request is not None
    assert request.battle.rules is fight.rules
    assert refused(fight, "ruling swarm-max-assailants 99").startswith("'99' is no option")
    kept(fight, tmp_path)
    assert fight.rules is before


def test_a_rule_that_is_no_longer_enforced_only_warns() -> None:
    fight = duel("a g . .", a=fighter(weapons=(BOW,)))
    assert why_not(fight, "a shoot g with small bow").startswith("bound")
    fight.rule("enforce SOV-050 warn")
    assert why_not(fight, "a shoot g with small bow") == ""
    fight.push("a shoot g with small bow")
    assert len(told(fight, "waived")) == 1
    assert refused(fight, "enforce SOV-999 off").startswith("'SOV-999' is no rule")


# The end.


def test_the_referee_plays_on_after_the_end_and_ends_it_himself(tmp_path: Path) -> None:
    fight = ruled(duel(), "hp g 0")
    assert fight.outcome is not None
    assert refused(fight, "hp a 3") == "The fight is over (SOV-034)"
    fight.rule("play-on", "a door opens")
    assert fight.request is not None
    fight.rule("add g C2")
    fight.rule("remove g-2")
    fight.push("a done")
    fight.rule("end truce")
    assert fight.outcome is not None
    kept(fight, tmp_path)


def test_a_fight_without_units_cannot_be_played_on() -> None:
    fight = ruled(duel("a g . .", a=foe()), "play-on", "hp g 0", "hp a 0")
    assert fight.outcome is not None
    assert refused(fight, "play-on") == "No side is left to fight (SOV-045)"


def test_playing_on_goes_back_with_an_undo() -> None:
    fight = ruled(duel(), "hp g 0", "play-on")
    fight.pop()
    assert fight.outcome is not None
    fight.pop()
    assert fight.outcome is None


# Between two steps.


@pytest.mark.parametrize("rules", ["sovereign", "sovereign-early", "aachen", "aachen-early"])
def test_the_turn_of_a_unit_that_an_order_paralyses_is_over(rules: str) -> None:
    fight = duel("a b . g", "> a prone\n", b=fighter(), rules=rules)
    fight.rule("condition a helpless for 2 rounds")
    assert told(fight, "turn-over") == ["turn-over unit=a"]
    assert why_not(fight, "a prone").startswith("has-acted")
    assert why_not(fight, "b done") == ""


def test_a_change_in_the_middle_of_an_action_waits_until_it_is_over() -> None:
    fight = play(
        "a g . .", "> a done\n> g attack a with sword\n! attack d20 19\n", stops="matters",
        a=fighter(hp=8), g=foe(hp=6),
    )  # fmt: skip
    assert [request.unit for request in fight.requests] == [0]
    asked = fight.requests[0]
    fight.rule("add g C1")
    assert "g-2" not in fight.names.index
    assert [entry.what for entry in fight.pending()] == ["add g-2 C1 for foes like g"]
    assert fight.requests[0] is not asked
    fight.push("a pass")
    assert "g-2" in fight.names.index
    assert fight.pending() == []


def test_what_is_not_understood_is_said_with_an_example() -> None:
    fight = duel()
    assert refused(fight, "hpp g 2") == "'hpp' is not an order; did you mean hp?"
    assert refused(fight, "remove gg") == "no unit is called 'gg'; did you mean g?"
    assert refused(fight, "ground C1 mud") == (
        "it should read like 'ground E5 difficult, or ground E5-G7 plain'"
    )
    assert refused(fight, "side g foos") == "no side is called 'foos'; did you mean foes?"


def test_a_newcomer_is_saved_and_comes_back_where_the_rules_have_changed(tmp_path: Path) -> None:
    fight = ruled(duel(), "add ogre C1 as brute", "ground B2 difficult", "name brute Big")
    path = str(tmp_path / "fight")
    save_fight(fight, path)
    lines = Path(path).read_text().splitlines()
    broken = [line.replace("* name", "* nonsense") for line in lines]
    Path(path).write_text("\n".join(broken) + "\n")
    again = load_fight(path)
    assert again.replayable_to is not None
    assert again.state == fight.state
    battle = Battle(again.state, again.rules, Oracle(), None, 0)
    assert battle.rules is fight.rules
