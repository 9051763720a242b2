"""Data that the page gets as fields: animations, kinds and rows of options, pings."""

from __future__ import annotations

from tests.table.server import Json, Server
from tests.table.test_playing import play_to_the_party
from tests.table.test_secrets import Table, thickets

from shieldwall.books import RULESETS
from shieldwall.engine.events.clock_events import RoundBegan, Saved
from shieldwall.engine.events.phase_events import MoraleChecked
from shieldwall.engine.option import OPTIONS
from shieldwall.table.publish.beats import big_of

__all__ = ["thickets"]


def last(lines: list[Json], kind: str) -> Json:
    return [line for line in lines if line["kind"] == kind][-1]


def test_every_action_of_every_book_is_of_some_kind() -> None:
    verbs = {spec.verb for rules in RULESETS.values() for spec in rules.action_list}
    assert sorted(verbs - set(OPTIONS)) == []


def test_a_blow_is_told_with_its_dice_only_to_seats_that_may_know_them(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    table.alda_does("alda run G2")
    table.gm_passes_all()
    table.alda_does("alda attack sergeant with sword")
    table.gm_passes_all()
    table.die(19)
    table.gm_passes_all()
    table.die(2)
    walked = last(table.gm.lines, "moved")["beat"]
    assert walked["unit"] == "alda"
    assert walked["shows"] == "walk"
    assert walked["squares"][-1] == "G2"
    assert last(table.gm.lines, "attack")["beat"]["shows"] == "blow"
    assert last(table.gm.lines, "harm")["beat"]["shows"] == "harm"
    mine, theirs = last(table.gm.lines, "attack")["beat"], last(table.alda.lines, "attack")["beat"]
    assert (mine["unit"], mine["target"], mine["word"]) == ("alda", "sergeant", "melee")
    assert mine["roll"]["die"] == theirs["roll"]["die"] == 19
    assert mine["roll"]["needs"] == table.gm.unit("sergeant")["ac"]
    assert theirs["roll"]["needs"] is None
    assert theirs["roll"]["success"]
    harm = last(table.gm.lines, "harm")["beat"], last(table.alda.lines, "harm")["beat"]
    assert harm[0]["left"] == table.gm.unit("sergeant")["hp"]
    assert harm[1]["left"] is None
    assert harm[0]["amount"] == harm[1]["amount"]
    table.close()


def test_the_line_of_an_order_shows_the_move_and_the_fall_it_tells(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    for what in ("move alda G2", "fate sergeant dead"):
        table.gm.send(type="rule", what=what)
        table.settle()
    for person in (table.gm, table.alda):
        moved = next(line for line in person.lines if line["text"] == "GM: Alda moved to G2.")
        assert (moved["beat"]["shows"], moved["beat"]["unit"]) == ("go", "alda")
        assert moved["beat"]["squares"] == ["G2"]
        assert "Alda is now at G2." not in person.texts()
    fell = next(line for line in table.gm.lines if line["text"] == "GM: the sergeant is now dead.")
    assert (fell["beat"]["shows"], fell["big"]) == ("fall", "grave")
    assert "The sergeant is slain." not in table.gm.texts()
    table.close()


def test_a_player_who_did_not_hear_the_order_hears_what_came_of_it(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    for what in ("hide sergeant", "reveal sergeant"):
        table.gm.send(type="rule", what=what)
        table.settle()
    assert "GM: the sergeant is now visible to all." not in table.alda.texts()
    assert "The sergeant is spotted." in table.alda.texts()
    table.close()


def test_rows_costs_and_notes_come_as_fields(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    groups = {one["verb"]: one for one in table.alda.own_asks()[0]["groups"]}
    walks = groups["run"]
    assert walks["kind"] == "move"
    assert {one["row"] for one in walks["options"]} == {"Move"}
    assert {one["cost"] for one in walks["options"]} == {"Move"}
    assert all(one["square"] in one["label"] for one in walks["options"])
    assert walks["spends"] == ["move"]
    assert all(one["spends"] == ["move"] for one in walks["options"])
    assert walks["rule"].startswith("SOV-")
    table.close()


def test_hands_numbers_and_conditions_come_as_fields(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    alda = table.gm.unit("alda")
    assert alda["holds"] == alda["in_hand"] == "sword"
    assert "unarmed" not in alda["carries"]
    assert "sword" in alda["carries"]
    drawn = [
        option
        for group in table.alda.own_asks()[0]["groups"]
        for option in group["options"]
        if option["weapon"] == "unarmed"
    ]
    assert {(one["weapon_words"], one["bare"]) for one in drawn} == {("bare hands", True)}
    table.gm.send(type="workshop")
    toggles = {one["name"]: one for one in table.gm.until("workshop")["toggles"]}
    for name in ("prone", "hidden", "helpless", "back-turned", "surprised"):
        for way, is_on in (("on", True), ("off", False)):
            first, *rest = toggles[name][way]
            table.gm.send(type="rule", what=" ".join([first, "sergeant", *rest]))
            table.settle()
            assert (name in table.gm.unit("sergeant")["has"]) == is_on, (name, way)
    table.gm.send(type="rule", what="remove sergeant")
    table.settle()
    assert table.gm.unit("sergeant")["is_removed"]
    table.close()


def test_hit_points_are_changed_by_so_many(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    before = table.gm.unit("sergeant")["hp"]
    table.gm.send(type="rule", what="hp sergeant -3")
    table.settle()
    assert table.gm.unit("sergeant")["hp"] == before - 3
    table.gm.send(type="rule", what="hp sergeant +500")
    table.settle()
    assert table.gm.unit("sergeant")["hp"] == table.gm.unit("sergeant")["max_hp"]
    table.close()


def test_everybody_sees_what_a_player_points_at_and_not_too_often(thickets: Server) -> None:
    table = Table(thickets, "few")
    table.die(8, 1)
    for _ in range(9):
        table.alda.send(type="point", square="C3")
    table.alda.sync()
    table.settle()
    seen = [one for one in table.gm.received if one["type"] == "pointed"]
    assert {(one["seat"], one["square"]) for one in seen} == {("Alda", "C3")}
    assert 1 <= len(seen) < 9
    table.alda.send(type="point", square="nowhere")
    assert "is not a square" in table.alda.until("error")["text"]
    table.close()


def test_a_round_courage_and_the_extremes_of_a_save_are_told_big() -> None:
    def save(die: int, passed: bool) -> str:
        return big_of(Saved(unit=0, against="magic", die=die, needed=15, passed=passed))

    assert [save(20, True), save(1, False), save(7, False)] == ["good", "bad", ""]
    assert big_of(RoundBegan(2)) == "round"
    assert big_of(MoraleChecked(0, "first death", 7, 8, held=True)) == "good"


def test_a_spell_is_told_with_the_squares_it_fills(server: Server) -> None:
    started = server.start("drake-nest")
    with server.gm(started["fight"]) as gm:
        play_to_the_party(server, started, gm)
        request = gm.until_asked()["asks"][0]["request"]
        gm.send(type="focus", request=request, unit="corvin")
        groups = gm.until("options")["groups"]
        spell = next(one for group in groups for one in group["options"] if one["area"])
        gm.choose(spell["choice"])
        gm.sync()
        beat = last(gm.lines, "casts")["beat"]
        assert beat["shows"] == "magic"
        assert sorted(beat["squares"]) == sorted(spell["area"])
