"""The GM's tools and automatic parts: undo, minds, timers, dice by hand, seats."""

from __future__ import annotations

import pytest
from tests.table.server import Json, Person, Server
from tests.table.test_playing import play_to_the_party


def change(gm: Person, **settings: object) -> None:
    gm.send(type="settings", settings={**gm.state["settings"], **settings})
    gm.sync()


def test_a_player_takes_back_its_own_choice_while_no_die_was_rolled(server: Server) -> None:
    started = server.start("yard")
    with (
        server.gm(started["fight"]) as gm,
        server.player(started, "Alda") as alda,
        server.player(started, "Brand") as brand,
    ):
        play_to_the_party(server, started, gm)
        alda.until_asked()
        assert not alda.state["can_undo"]
        alda.choose("alda prone")
        alda.until("asked")
        assert alda.state["can_undo"]
        brand.sync()
        brand.send(type="undo")
        assert "own last choice" in brand.until("error")["text"]
        alda.send(type="undo")
        alda.until("asked")
        assert "prone" not in alda.unit("alda")["conditions"]
        assert "Alda drops prone." not in alda.texts()
        brand.sync()
        assert "Alda drops prone." not in brand.texts()


def test_a_player_takes_nothing_back_once_a_die_was_rolled(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        alda.choose("alda improvise : sing")
        alda.sync()
        gm.sync()
        ask = next(ask for ask in gm.own_asks() if ask["point"] == "ruling")
        ruling = "referee rule : free, check dex exert 8, nothing"
        gm.send(type="choose", request=ask["request"], choice=ruling)
        gm.sync()
        assert [message for message in gm.received if message["type"] == "refused"] == []
        alda.sync()
        assert any("check" in text for text in alda.texts())
        assert not alda.state["can_undo"]
        alda.send(type="undo")
        assert "Ask the GM" in alda.until("error")["text"]


def test_the_gm_takes_back_anything(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        before = gm.texts()
        for _ in range(4):
            gm.choose(f"{gm.own_asks()[0]['focus']} done")
            gm.until("asked")
        assert gm.texts() != before
        for _ in range(4):
            gm.send(type="undo")
            gm.until("asked")
        assert gm.texts() == before
        assert not gm.state["can_undo"]
        gm.send(type="undo")
        assert gm.until("error")["text"] == "There is nothing to take back."


def test_a_pause_stops_the_players_and_not_the_gm(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        change(gm, paused=True)
        alda.until_asked()
        alda.choose("alda prone")
        assert alda.until("error")["text"] == "The table is paused."
        change(gm, paused=False)
        alda.choose("alda prone")
        alda.until("asked")
        assert "Alda drops prone." in alda.texts()


def test_dice_by_hand_are_asked_of_whose_they_are(server: Server) -> None:
    started = server.start("yard", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm:
        for value in (8, 1):
            die = gm.until_asked()["die"]
            assert die["sides"] == 8
            assert "initiative" in die["text"]
            gm.send(type="die", request=die["request"], value=9)
            assert gm.until("refused")["text"] == "a d8 shows 1 to 8, not 9."
            gm.send(type="die", request=die["request"], value=value)
            gm.until("asked")
        assert gm.state["clock"]["side"] == "party"
        assert gm.texts()[:2] == ["Initiative for the party: 9.", "Initiative for the foes: 1."]


def test_the_second_of_two_dice_says_what_the_first_has_shown(server: Server) -> None:
    """Both questions have the same text: it would be unclear whether the first die had counted."""
    started = server.start("guardroom", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm:
        asked = []
        for value in (2, 5, 3):
            die = gm.until_asked()["die"]
            asked.append((die["text"], die["so_far"]))
            gm.send(type="die", request=die["request"], value=value)
            gm.until("asked")
    first, second, third = asked
    assert first == ("d6 for Maud's hard entry", [])
    assert second == ("d6 for Maud's hard entry", [2])
    assert third[1] == []


def test_a_mind_plays_a_side_until_it_is_taken_off(server: Server) -> None:
    started = server.start("duel", minds={"champion": "simple"})
    with server.gm(started["fight"]) as gm:
        for _ in range(20):
            gm.until_asked()
            # The open question may already be a reaction to the sergeant's attack.
            if any("sergeant" in text.lower() for text in gm.texts()):
                break
            gm.choose("alda done")
            gm.until("asked")
            gm.sync()
        assert any("sergeant" in text.lower() for text in gm.texts())
        assert all(ask["unit"] != "sergeant" for ask in gm.own_asks())
        gm.send(type="mind", who="champion", mind="")
        gm.sync()
        assert gm.state["minds"] == {}


def test_a_mind_shows_its_plan_and_waits_for_the_gm(server: Server) -> None:
    started = server.start("duel")
    with server.gm(started["fight"]) as gm:
        gm.send(type="mind", who="champion", mind="simple", shows_plan=True)
        while gm.state.get("minds") != {"champion": "simple"}:
            gm.read()
        if gm.state["clock"]["side"] != "champion":
            gm.choose("alda done")
        plan = gm.until("plan")
        assert plan["choice"].startswith("sergeant ")
        before = gm.texts()
        gm.sync()
        assert gm.texts() == before, "nothing is done before the GM says so"
        gm.send(type="approve", request=plan["request"])
        gm.until("state")
        gm.sync()
        acted = gm.texts() != before or gm.unit("sergeant")["acted"]
        assert acted


def test_minds_among_themselves_pause_the_table_and_nobody_but_the_gm_ends_the_fight(
    server: Server,
) -> None:
    minds = {"party": "simple", "foes": "simple"}
    started = server.start("yard", minds=minds, settings={"paused": True})
    with server.gm(started["fight"]) as gm:
        gm.until("state")
        server.rooms.by_id[started["fight"]].room_timers.most_alone = 1
        for number in (2, 3):
            gm.send(type="settings", settings={**gm.state["settings"], "paused": False})
            told = gm.until("error")["text"]
            assert told.startswith("The minds have fought 1 rounds and no side has won.")
            gm.until_state(lambda state: bool(state["settings"]["paused"]))
            assert gm.state["clock"]["round"] == number
        gm.send(type="rule", what="end truce")
        assert gm.until("over")["reason"] == "truce"


def test_an_unanswered_moment_passes_when_the_time_is_up(server: Server) -> None:
    """Brand could react when the foes come, but no client is connected there."""
    started = server.start("yard", book="dolmenwood", settings={"timer": 1})
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        asked = alda.until_asked()
        assert asked["asks"][0]["deadline"] is not None
        first = asked["asks"][0]["request"]
        while any(ask["request"] == first for ask in alda.asked["asks"]):
            alda.read()
        gm.sync()


def test_seats_are_given_handed_over_and_taken_back(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        gm.send(type="seat", name="Nora", units=["alda"], role="player")
        gm.until("state")
        gm.sync()
        seats = {seat["name"]: seat for seat in gm.state["seats"]}
        assert seats["Nora"]["units"] == ["alda"]
        assert seats["Alda"]["units"] == []
        token = seats["Nora"]["link"].partition("token=")[2]
        assert len(token) >= 22, "at least 128 bits"
        alda.sync()
        assert alda.own_asks() == []
        with Person(server.base, token) as nora:
            nora.until_asked()
            gm.send(type="revoke", name="Nora")
            assert nora.is_shown_out()
        with Person(server.base, token) as nora:
            assert nora.is_shown_out(), "the link is dead"


def test_a_guest_sits_down_on_a_free_seat_once(server: Server) -> None:
    started = server.start("yard")
    guest = {"authorization": f"Bearer {server.rooms.guest_token}"}
    (line,) = server.http.get("/api/fights", headers=guest).json()
    assert [seat["name"] for seat in line["free"]] == ["Alda", "Brand", "Cenric", "Dunstan"]
    assert line["gm_link"] == ""
    address = f"/api/fights/{started['fight']}/seats/Alda/take"
    token = server.http.post(address, headers=guest).json()["link"].partition("token=")[2]
    assert server.http.post(address, headers=guest).status_code == 409
    with Person(server.base, token) as alda:
        alda.until("asked")
        assert alda.welcome["seat"] == "Alda"
    with server.player(started, "Alda") as late:
        assert late.is_shown_out(), "the link that was never used is no longer good"


def test_a_new_link_shows_out_who_came_by_the_old_one(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        gm.sync()
        alda.until("asked")
        gm.send(type="invite", name="Alda")
        assert alda.is_shown_out()
        gm.sync()
        link: Json = next(seat for seat in gm.state["seats"] if seat["name"] == "Alda")
        with Person(server.base, link["link"].partition("token=")[2]) as again:
            again.until("asked")
            assert again.welcome["seat"] == "Alda"


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"type": "rule", "what": "hp alda 3"}, "Only the GM can do that."),
        (
            {"type": "order", "name": "remove", "values": {"unit": "alda"}},
            "Only the GM can do that.",
        ),
        (
            {"type": "condition", "unit": "alda", "name": "prone", "on": True},
            "Only the GM can do that.",
        ),
        ({"type": "seat", "name": "Me", "units": ["alda"]}, "Only the GM can do that."),
        ({"type": "mind", "who": "foes", "mind": "simple"}, "Only the GM can do that."),
        ({"type": "stops", "unit": "brand", "when": "never"}, "brand is not yours to play."),
    ],
)
def test_a_player_cannot_do_what_is_the_gms(server: Server, message: Json, says: str) -> None:
    started = server.start("yard")
    with server.player(started, "Alda") as alda:
        alda.until("asked")
        alda.send(**message)
        assert alda.until("error")["text"] == says


def test_the_gm_fills_in_forms_and_the_table_writes_the_orders(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        before = gm.unit("alda")["hp"]
        gm.send(type="order", name="hp", values={"unit": "alda", "how": "-3"})
        gm.send(type="condition", unit="alda", name="prone", on=True)
        gm.sync()
        assert gm.unit("alda")["hp"] == before - 3
        assert "prone" in gm.unit("alda")["has"]
        gm.send(type="condition", unit="alda", name="prone", on=False)
        values = {"what": "giant rat", "square": "J10", "side": "foes", "ident": "rex"}
        gm.send(type="order", name="add", values=values, note="it gnaws through")
        gm.sync()
        assert "prone" not in gm.unit("alda")["has"]
        assert gm.unit("rex")["square"] == "J10"
        assert any("it gnaws through" in text for text in gm.texts())


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ({"type": "order", "name": "hpp"}, "No order is called 'hpp'; did you mean hp?"),
        ({"type": "order", "name": "hp", "values": {"unit": "alda"}}, "Set HP: how is missing."),
        (
            {"type": "order", "name": "remove", "values": {"unit": "alda", "how": "3"}},
            "Remove has no field 'how'.",
        ),
        (
            {"type": "condition", "unit": "alda", "name": "pron", "on": True},
            "No condition is called 'pron'; did you mean prone?",
        ),
    ],
)
def test_a_form_that_is_filled_in_wrongly_is_refused(
    server: Server, message: Json, says: str
) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        gm.send(**message)
        assert gm.until("error")["text"] == says


def test_something_else_is_said_in_words_of_ones_own(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        request = alda.until_asked()["asks"][0]["request"]
        alda.send(type="improvise", request=request, unit="brand", words="sing")
        assert "not yours to play" in alda.until("refused")["text"]
        alda.send(type="improvise", request=request, unit="alda", words="sing  a song")
        alda.sync()
        assert "Alda improvises: sing a song." in alda.texts()
