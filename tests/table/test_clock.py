"""The turn order in every kind of round, and how a choice is drawn on the map."""

from __future__ import annotations

from tests.table.server import Json, Person, Server

PHASES = ["declarations", "initiative", "movement", "missiles", "magic", "melee"]


def nobody_is_afraid(server: Server) -> Json:
    """Dice by hand, so that the same people declare each time."""
    return server.start("crypt", settings={"dice": "by hand"})


def roll_high(gm: Person) -> None:
    """No unit breaks."""
    while gm.asked["die"] is not None:
        die = gm.asked["die"]
        gm.send(type="die", request=die["request"], value=die["sides"])
        gm.until("asked")


def declare(gm: Person, unit: str, choice: str) -> None:
    ask = next(ask for ask in gm.own_asks() if ask["unit"] == unit)
    gm.send(type="choose", request=ask["request"], choice=choice)
    gm.sync()


def test_a_round_in_phases_says_which_and_keeps_declarations_sealed(server: Server) -> None:
    started = nobody_is_afraid(server)
    with server.gm(started["fight"]) as gm, server.player(started, "Corvin") as corvin:
        gm.until_asked()
        roll_high(gm)
        clock = gm.state["clock"]
        assert (clock["phases"], clock["phase"]) == (PHASES, "declarations")
        corvin.sync()
        declare(gm, "ysolt", "ysolt declare : mend flesh")
        corvin.sync()
        assert gm.asked["sealed"] == {"ysolt": "Declare mend flesh"}
        assert not any("mend flesh" in text for text in corvin.texts())
        corvin.choose("corvin pass")
        gm.until("log")
        gm.sync()
        roll_high(gm)
        assert "Ysolt declares: mend flesh." in gm.texts()
        assert gm.state["clock"]["phase"] == "initiative"


def test_of_two_sealed_answers_either_is_taken_back(server: Server) -> None:
    started = nobody_is_afraid(server)
    with server.gm(started["fight"]) as gm, server.player(started, "Corvin") as corvin:
        gm.until_asked()
        roll_high(gm)
        declare(gm, "ysolt", "ysolt declare : mend flesh")
        asks = {ask["unit"]: ask["request"] for ask in gm.asked["asks"]}
        gm.send(type="undo", unit="corvin")
        assert "corvin has no sealed answer" in gm.until("error")["text"]
        assert "corvin" in asks
        gm.send(type="undo", unit="ysolt")
        gm.sync()
        assert gm.asked["sealed"] == {}
        assert "ysolt" in {ask["unit"] for ask in gm.own_asks()}
        corvin.sync()


def test_a_sealed_answer_stands_when_a_player_wants_to_be_asked_otherwise(server: Server) -> None:
    started = nobody_is_afraid(server)
    with server.gm(started["fight"]) as gm, server.player(started, "Corvin") as corvin:
        gm.until_asked()
        roll_high(gm)
        declare(gm, "ysolt", "ysolt declare : mend flesh")
        corvin.sync()
        corvin.send(type="stops", unit="corvin", when="always")
        corvin.sync()
        gm.sync()
        assert gm.asked["sealed"] == {"ysolt": "Declare mend flesh"}
        assert "ysolt" not in {ask["unit"] for ask in gm.own_asks()}


def test_an_order_that_leaves_nobody_to_wait_for_lets_the_round_go_on(server: Server) -> None:
    """Alda has chosen to wait; then the sergeant, the only other one asked, is asked no more."""
    started = server.start("duel", book="dolmenwood", settings={"dice": "by hand"})
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        roll_high(gm)
        assert {ask["unit"] for ask in gm.asked["asks"]} == {"alda", "sergeant"}
        declare(gm, "alda", "alda wait sergeant")
        assert set(gm.asked["sealed"]) == {"alda"}
        gm.send(type="rule", what="stops sergeant never", note="")
        gm.sync()
        assert gm.asked["sealed"] == {}
        assert gm.asked["asks"] or gm.asked["die"]
    answer = server.http.get(f"/api/fights/{started['fight']}/tape")
    assert "> alda wait sergeant" in answer.text


def test_where_they_act_one_by_one_the_order_names_them_and_the_block(server: Server) -> None:
    started = server.start("ford", rulings={"initiative_individual": "players"})
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        clock = gm.state["clock"]
        assert clock["phases"] == []
        assert sorted(clock["order"]) == ["anselm", "hild", "ordulf", "toll-takers", "wulfrun"]
        # Sides with the same roll act together.
        assert clock["now"]
        assert clock["now"] == clock["order"][: len(clock["now"])]


def test_where_sides_act_the_side_whose_turn_it_is_is_named(server: Server) -> None:
    started = server.start("yard")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        clock = gm.state["clock"]
        assert sorted(clock["order"]) == sorted(side["name"] for side in gm.state["sides"])
        assert clock["now"] == [clock["side"]]


def test_the_shelf_says_which_book_an_encounter_is_played_by(server: Server) -> None:
    shelf = server.http.get("/api/shelf").json()
    books = {line["name"]: line["book"] for line in shelf["encounters"]}
    assert (books["crypt"], books["ford"], books["hall"]) == ("dolmenwood", "aachen", "sovereign")


def test_a_way_says_at_which_step_it_provokes_and_a_bow_how_far_it_reaches(server: Server) -> None:
    started = server.start("hall")
    with server.gm(started["fight"]) as gm:
        gm.until_asked()
        for order in ("move alda F9", "move sergeant G9"):
            gm.send(type="rule", what=order, note="")
            gm.sync()
        if gm.state["clock"]["side"] != "party":
            for unit in ("skeleton-1", "skeleton-2", "skeleton-3", "sergeant"):
                gm.choose(f"{unit} done")
                gm.sync()
            for unit in ("veteran-archer-1", "veteran-archer-2"):
                gm.choose(f"{unit} done")
                gm.sync()
        request = gm.own_asks()[0]["request"]
        gm.send(type="focus", request=request, unit="alda")
        groups = gm.until("options")["groups"]
        ways = next(group for group in groups if group["verb"] == "run")["options"]
        away = next(one for one in ways if one["square"] == "D9")
        # Round the pillar: the first step stays beside the sergeant, the second leaves its reach.
        assert away["path"][0] in ("F8", "F10")
        assert (away["provokes"], away["strikes"]) == (["sergeant"], {"sergeant": 1})
        beside = next(one for one in ways if one["square"] == "F8")
        assert beside["strikes"] == {}
        gm.send(type="focus", request=request, unit="cenric")
        groups = gm.until("options")["groups"]
        shot = next(group for group in groups if group["verb"] == "shoot")["options"][0]
        assert shot["ranges"] == sorted(shot["ranges"])
        assert len(shot["ranges"]) == 2
