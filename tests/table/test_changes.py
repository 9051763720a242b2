"""The GM changes a running fight, and each seat sees what it may."""

from __future__ import annotations

from tests.table.server import Json, Person, Server
from tests.table.test_playing import play_to_the_party


def rule(gm: Person, what: str, note: str = "") -> str:
    """Give a ruling; returns the message if it is refused."""
    gm.send(type="rule", what=what, note=note)
    seen = len(gm.received)
    gm.sync()
    refused = [one for one in gm.received[seen:] if one["type"] == "refused"]
    return str(refused[0]["text"]) if refused else ""


def idents(person: Person) -> list[str]:
    return [unit["id"] for unit in person.state["units"]]


def map_of(person: Person) -> Json:
    found: Json = person.state["map"]
    return found


def test_the_gm_adds_names_and_removes_somebody(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        assert rule(gm, "add goblin ZZ99") == (
            "'ZZ99' is outside the map; it should read like 'add goblin C4 for foes'"
        )
        square = next(
            f"{letter}{row}"
            for row in (1, 2, 3, 4)
            for letter in "ABCDEFGH"
            if rule(gm, f"add goblin {letter}{row} for foes as brute", "it heard the noise") == ""
        )
        alda.sync()
        assert "brute" in idents(alda)
        assert f"The brute joins the fight at {square} (it heard the noise)." in alda.texts()
        assert rule(gm, "name brute Gruk") == ""
        alda.sync()
        assert alda.unit("brute")["name"] == "Gruk"
        assert rule(gm, "remove brute") == ""
        alda.sync()
        assert alda.unit("brute")["band"] == "gone"
        for _ in range(3):
            gm.send(type="undo")
        gm.sync()
        alda.sync()
        assert "brute" not in idents(alda)
        assert not any("joins the fight" in text for text in alda.texts())


def test_a_unit_that_is_added_hidden_is_told_to_no_player(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.sync()
        before = len(alda.received)
        square = next(
            name for name in ("A1", "B1", "C1", "D1", "E1")
            if rule(gm, f"add goblin {name} for foes hidden as lurker") == ""
        )  # fmt: skip
        assert rule(gm, "name lurker Shade") == ""
        assert rule(gm, "hp lurker 1", f"from {square}") == ""
        alda.sync()
        news = alda.received[before:]
        assert "lurker" not in str(news)
        assert "Shade" not in str(news)
        assert "lurker" in idents(gm)
        assert gm.unit("lurker")["conditions"] == ["hidden"]
        assert rule(gm, "reveal lurker") == ""
        alda.sync()
        assert "lurker" in idents(alda)


def test_the_ground_changes_for_everybody_at_once(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.sync()
        ground = map_of(alda)["ground"]
        x, y = next(
            (x, y) for y, row in enumerate(ground) for x, mark in enumerate(row) if mark == "."
        )
        square = f"{chr(65 + x)}{y + 1}"
        assert rule(gm, f"ground {square} difficult", "mud") == ""
        alda.sync()
        assert map_of(alda)["ground"][y][x] == "~"
        assert f"GM: the ground at {square} is now difficult (mud)." in alda.texts()
        gm.send(type="undo")
        gm.sync()
        alda.sync()
        assert map_of(alda)["ground"] == ground


def test_a_change_withdraws_what_is_asked_and_asks_again(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        old = alda.own_asks()[0]["request"]
        assert rule(gm, "hp alda 3") == ""
        alda.sync()
        new = alda.own_asks()[0]["request"]
        assert new != old
        alda.choose("alda prone", old)
        refused = alda.until("refused")
        assert refused["stale"]
        assert alda.until("asked")["asks"][0]["request"] == new
        assert "prone" not in alda.unit("alda")["conditions"]


def test_the_workshop_lists_what_may_be_changed(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        alda.send(type="workshop")
        assert alda.until("error")["text"] == "Only the GM can do that."
        gm.send(type="workshop")
        shop = gm.until("workshop")
        assert "ogre" in [creature["name"] for creature in shop["creatures"]]
        assert shop["orders"]["remove"] == "remove ogre"
        ruling = next(one for one in shop["rulings"] if one["name"] == "swarm_max_assailants")
        other = next(word for word in ruling["options"] if word != ruling["now"])
        assert rule(gm, f"ruling swarm_max_assailants {other}") == ""
        assert rule(gm, f"enforce {shop['rules'][0]['rule']} warn") == ""
        gm.send(type="workshop")
        again = gm.until("workshop")
        now = next(one for one in again["rulings"] if one["name"] == "swarm_max_assailants")
        assert now["now"] == other
        assert again["rules"][0]["mode"] == "warn"


def test_the_gm_plays_on_after_the_end(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        foe = next(unit["id"] for unit in gm.state["units"] if unit["team"] != 0)
        assert rule(gm, f"hp {foe} 0") == ""
        assert any(one["type"] == "over" for one in gm.received)
        assert gm.asked["asks"] == []
        assert rule(gm, "play-on", "another comes") == ""
        assert gm.asked["asks"] != []


def test_changes_outlive_the_server(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until("asked")
        assert rule(gm, "ground A1 difficult") == ""
        assert rule(gm, "dark on") == ""
        before = (gm.state["map"], gm.state["units"], gm.texts())
    server.rooms.by_id.clear()
    with server.gm(started["fight"]) as gm:
        gm.until("asked")
        assert (gm.state["map"], gm.state["units"], gm.texts()) == before
