"""Playing at the table: who is asked, who may answer, what each seat gets."""

from __future__ import annotations

from tests.table.server import Json, Person, Server


def play_to_the_party(server: Server, started: Json, gm: Person) -> None:
    """The GM ends the foes' turns until the party is to act."""
    gm.until("asked")
    while gm.state["clock"]["side"] != "party":
        before = gm.asked
        gm.choose(f"{gm.own_asks()[0]['focus']} done")
        while gm.asked is before:
            gm.read()


def test_a_fight_of_a_shipped_encounter_is_played_by_its_gm(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        assert gm.welcome["role"] == "gm"
        assert gm.state["map"]["width"] > 0
        unit = gm.own_asks()[0]["focus"]
        gm.choose(f"{unit} done")
        gm.until("asked")
        assert gm.unit(unit)["acted"]


def test_a_choice_reaches_every_screen(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.choose("alda prone")
        while "Alda drops prone." not in gm.texts():
            gm.read()
        alda.until("asked")
        assert "Alda drops prone." in alda.texts()
        assert "prone" in alda.unit("alda")["conditions"]


def test_a_player_answers_for_its_own_units_only(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.choose("brand prone")
        assert alda.until("refused")["text"] == "brand is not yours to play."
        alda.sync()
        assert "Brand drops prone." not in alda.texts()


def test_what_the_rules_forbid_is_refused_with_the_rule(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.choose("alda stand")
        refused = alda.until("refused")
        assert refused["text"] == "Alda is already standing (SOV-095)"
        assert refused["cite"] == "SOV-095"
        assert not refused["stale"]


def test_two_who_act_at_once_one_wins_and_the_other_is_asked_anew(server: Server) -> None:
    started = server.start("yard")
    with (
        server.gm(started["fight"]) as gm,
        server.player(started, "Alda") as alda,
        server.player(started, "Brand") as brand,
    ):
        play_to_the_party(server, started, gm)
        alda.until_asked()
        brand.until_asked()
        first, second = alda.own_asks()[0]["request"], brand.own_asks()[0]["request"]
        alda.choose("alda prone", first)
        brand.choose("brand prone", second)
        for person in (alda, brand):
            person.sync()
        gm.sync()
        fallen = [text for text in gm.texts() if text.endswith("drops prone.")]
        stale = [m for p in (alda, brand) for m in p.received if m["type"] == "refused"]
        assert len(fallen) + len(stale) == 2
        assert len(fallen) == 1
        assert stale[0]["stale"]
        assert stale[0]["text"] == "That question is no longer open."


def test_a_stale_answer_is_refused_with_the_new_request(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        old = alda.own_asks()[0]["request"]
        alda.choose("alda prone", old)
        alda.until("asked")
        alda.choose("alda done", old)
        refused = alda.until("refused")
        assert refused["stale"]
        assert refused["request"] == old
        again = alda.until("asked")
        assert again["asks"][0]["request"] != old
        alda.choose("alda stand", again["asks"][0]["request"])
        alda.until("asked")
        assert "Alda stands up." in alda.texts()


def test_a_player_who_comes_back_goes_on_there(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        play_to_the_party(server, started, gm)
        with server.player(started, "Alda") as alda:
            alda.until_asked()
            seen, run = alda.lines[-1]["number"], alda.welcome["run"]
        gm.sync()
        gm.send(type="rule", what="prone alda", note="")
        while "GM: Alda is now prone." not in gm.texts():
            gm.read()
        with server.player(started, "Alda", since=seen, run=run) as alda:
            alda.until("log")
            assert alda.texts() == ["GM: Alda is now prone."]
            alda.until_asked()
            alda.choose("alda stand")
            alda.until("asked")
            assert "prone" not in alda.unit("alda")["conditions"]


def test_a_change_of_the_gm_withdraws_the_question_and_asks_again(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        before = alda.own_asks()[0]["request"]
        gm.send(type="rule", what="hp alda 3", note="an old wound")
        alda.until("asked")
        assert alda.own_asks()[0]["request"] != before
        assert alda.unit("alda")["hp"] == 3
        assert alda.texts()[-1] == "GM: Alda's HP set to 3 (an old wound)."
        alda.choose("alda prone", before)
        assert alda.until("refused")["stale"]


def test_an_absent_or_silent_player_never_stops_the_table(server: Server) -> None:
    """Brand's seat has no client, so the GM plays its units. Alda is connected and silent."""
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        gm.sync()
        for unit in ("brand", "alda"):
            ask = gm.asked["asks"][0]
            gm.send(type="focus", request=ask["request"], unit=unit)
            assert gm.until("options")["groups"]
            gm.send(type="choose", request=ask["request"], choice=f"{unit} done")
            gm.sync()
            assert gm.unit(unit)["acted"]
        alda.sync()
        assert alda.unit("alda")["acted"]
        with server.player(started, "Cenric") as late:
            # A client that joins late plays on from there.
            late.until_asked()
            late.choose("cenric done")
            late.sync()
            assert late.unit("cenric")["acted"]
