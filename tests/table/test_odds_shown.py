"""Odds at the table: all of them for the GM, and for players only those that reveal nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.odds.test_preview import STORM
from tests.table.server import Json, Person, Server, own_encounters, until_idle
from tests.table.test_playing import play_to_the_party


def foes_first(server: Server, **settings: object) -> tuple[Json, Person]:
    started = server.start("yard", settings={"dice": "by hand", **settings})
    gm = server.gm(started["fight"])
    for value in (1, 8):
        die = gm.until_asked()["die"]
        gm.send(type="die", request=die["request"], value=value)
        gm.until("asked")
    return started, gm


def shot_of(person: Person, unit: str) -> str:
    ask = person.asked["asks"][0]
    person.send(type="focus", request=ask["request"], unit=unit)
    for group in person.until("options")["groups"]:
        if group["verb"] == "shoot":
            choice: str = group["options"][0]["choice"]
            return choice
    raise AssertionError(f"{unit} cannot shoot")


def test_the_gm_sees_what_a_shot_comes_to(server: Server) -> None:
    _, gm = foes_first(server)
    choice = shot_of(gm, "veteran-archer")
    gm.send(type="preview", request=gm.asked["asks"][0]["request"], choice=choice)
    found = gm.until("previewed")
    assert found["choice"] == choice
    preview = found["preview"]
    assert 0 < preview["hit"] < 1
    assert preview["damage"] > 0
    assert preview["drop"] is not None
    assert preview["how_sure"] == "exact"
    gm.__exit__(None, None, None)


def test_a_players_odds_give_no_armour_away(server: Server) -> None:
    started = server.start("yard", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm, server.player(started, "Cenric") as cenric:
        for value in (8, 1):
            die = gm.until_asked()["die"]
            gm.send(type="die", request=die["request"], value=value)
            gm.until("asked")
        cenric.until_asked()
        request = cenric.own_asks()[0]["request"]
        choice = shot_of(cenric, "cenric")
        cenric.send(type="preview", request=request, choice=choice)
        preview = cenric.until("previewed")["preview"]
        assert (preview["hit"], preview["damage"], preview["drop"]) == (None, None, None)
        assert preview["words"] == "You do not know its AC."
        shown = {**gm.state["settings"], "foes_ac": "numbers"}
        gm.send(type="settings", settings=shown)
        gm.sync()
        cenric.send(type="preview", request=request, choice=choice)
        preview = cenric.until("previewed")["preview"]
        assert preview["hit"] > 0
        assert preview["drop"] is None, "that would tell how many hit points it has"


def test_danger_and_lines_of_sight_are_told(server: Server) -> None:
    _, gm = foes_first(server)
    gm.send(type="squares", unit="alda")
    danger = gm.until("danger")
    assert danger["unit"] == "alda"
    assert gm.unit("alda")["square"] in danger["squares"]
    assert all(0 <= chance <= 1 for chance in danger["squares"].values())
    gm.send(type="look", viewer="alda", target="sergeant")
    sight = gm.until("sight")
    assert sight["cover"] in ("none", "half", "full", "no line")
    assert len(sight["corners"]) == 8
    assert "sergeant" in sight["words"]
    gm.send(type="look", viewer="alda", target="nowhere")
    assert gm.until("error")["text"] == "'nowhere' is not a square; squares have names like C7."
    gm.__exit__(None, None, None)


def test_looking_at_a_foe_out_of_reach_says_why_it_cannot_be_struck(server: Server) -> None:
    _, gm = foes_first(server)
    gm.send(type="look", viewer="veteran-archer", target="alda")
    why = {one["verb"]: one for one in gm.until("sight")["why"]}
    assert "shoot" not in why, "the archer can shoot at her"
    assert "the weapon reaches 5 ft" in why["attack"]["why"]
    assert why["attack"]["cite"] == "SOV-047"
    # Of a friend, and of one whose turn it is not, nothing is said.
    gm.send(type="look", viewer="veteran-archer", target="sergeant")
    assert gm.until("sight")["why"] == []
    gm.send(type="look", viewer="alda", target="sergeant")
    assert gm.until("sight")["why"] == []
    gm.__exit__(None, None, None)


def test_without_a_map_a_foe_out_of_reach_says_why_too(server: Server) -> None:
    started = server.start("yard", space="open", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm:
        for value in (1, 8):
            die = gm.until_asked()["die"]
            gm.send(type="die", request=die["request"], value=value)
            gm.until("asked")
        gm.send(type="look", viewer="veteran-archer", target="alda")
        sight = gm.until("sight")
        assert sight["cover"] in ("none", "half", "full", "no line")
        assert sight["corners"] == []
        why = {one["verb"]: one for one in sight["why"]}
        assert "the weapon reaches 5 ft" in why["attack"]["why"]
        assert why["attack"]["cite"] == "SOV-047"
        gm.send(type="look", viewer="veteran-archer", target="30ft")
        assert gm.until("error")["text"] == "Without a map, choose a unit to look at, not a place."


def test_a_save_is_rolled_by_whoever_saves(server: Server) -> None:
    """Six must save at the sight of the mummy: each is named, and each player has the die."""
    started = server.start("crypt", settings={"dice": "by hand"})
    asked = []
    with server.gm(started["fight"]) as gm, server.player(started, "Pip") as pip:
        pip.until("asked")
        while (die := gm.until_asked()["die"]) is not None and "save" in die["text"]:
            asked.append(die["text"])
            if "Pip" in die["text"]:
                assert pip.until_asked()["die"]["mine"]
                assert not die["mine"]
            gm.send(type="die", request=die["request"], value=20)
            gm.until("asked")
    party = ["Maud", "Osric", "Fenn", "Pip", "Ysolt", "Corvin"]
    assert asked == [f"d20 for {name}'s save" for name in party]


def test_a_danger_map_is_answered_at_once_and_sharpened_until_it_is_exact(
    server: Server,
) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.send(type="squares", unit="alda")
        answers = [alda.until("danger")]
        while answers[-1]["how_sure"] != "exact":
            answers.append(alda.until("danger"))
        assert [one["sharper"] for one in answers] == [False] + [True] * (len(answers) - 1)
        assert all(set(one["squares"]) == set(answers[0]["squares"]) for one in answers)
        until_idle(server, started["fight"])
        alda.sync()
        assert alda.received[-2]["how_sure"] == "exact", "an exact one is the last"


def test_a_danger_map_is_not_sharpened_once_something_has_happened(server: Server) -> None:
    """A later request is answered: only the last one counts."""
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.send(type="squares", unit="alda")
        alda.choose("alda prone")
        alda.until("asked")
        until_idle(server, started["fight"])
        alda.sync()
        place = max(n for n, one in enumerate(alda.received) if one["type"] == "state")
        assert not any(one["type"] == "danger" for one in alda.received[place:])
        alda.send(type="squares", unit="alda")
        assert not alda.until("danger")["sharper"]


def test_what_cannot_be_foretold_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with own_encounters(tmp_path, monkeypatch, STORM, {"storm": {}}) as server:
        started = server.start("storm", settings={"dice": "by hand"})
        with server.gm(started["fight"]) as gm, server.player(started, "Corvin") as corvin:
            for value in (8, 1):
                die = gm.until_asked()["die"]
                gm.send(type="die", request=die["request"], value=value)
                gm.until("asked")
            request = corvin.until_asked()["asks"][0]["request"]
            bomb = "corvin cast J4 : magic bomb"
            corvin.send(type="preview", request=request, choice=bomb)
            found = corvin.until("previewed")
            assert (found["request"], found["choice"]) == (request, bomb)
            preview = found["preview"]
            assert preview["unforeseen"] == "There are too many dice to count them all."
            assert (preview["hit"], preview["damage"], preview["how_sure"]) == (None, None, "")
