"""Move, then attack: the table finds the square, the weapon and the odds."""

from __future__ import annotations

import pytest
from tests.table.server import Json, Person, Server
from tests.table.test_playing import play_to_the_party


def walks_of(person: Person, unit: str) -> tuple[str, list[Json]]:
    ask = person.own_asks()[0]
    person.send(type="focus", request=ask["request"], unit=unit)
    groups = person.until("options")["groups"]
    walks = next(group["options"] for group in groups if group["verb"] == "run")
    return ask["request"], walks


def to(walks: list[Json], square: str) -> str:
    return str(next(one["choice"] for one in walks if one["square"] == square))


@pytest.mark.rule("SOV-035")
def test_a_walk_comes_with_the_blow_that_may_follow_and_its_odds(server: Server) -> None:
    started = server.start("yard", settings={"foes_ac": "numbers"})
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        gm.send(type="rule", what="move veteran-1 J9")
        gm.sync()
        alda.sync()
        alda.until_asked()
        request, walks = walks_of(alda, "alda")
        # From C9 a spear can be thrown at J9; from J9 a sword reaches K9.
        alda.send(type="approach", request=request, target="veteran-1", walks=[to(walks, "C9")])
        assert alda.until("approached")["blow"].startswith("alda throw veteran-1")
        gm.send(type="rule", what="move veteran-1 K9")
        gm.sync()
        alda.sync()
        request, walks = walks_of(alda, "alda")
        asked = [to(walks, "J9"), to(walks, "J8")]
        alda.send(type="approach", request=request, target="veteran-1", walks=asked)
        found = alda.until("approached")
        assert (found["first"], found["walk"]) == (asked[0], asked[0])
        assert found["blow"].startswith("alda attack veteran-1")
        assert 0 < found["preview"]["hit"] < 1
        alda.send(type="choose", request=request, choice=found["walk"])
        alda.until("asked")
        options = [
            option["choice"]
            for ask in alda.own_asks()
            for group in ask["groups"]
            for option in group["options"]
        ]
        assert found["blow"] in options, "what was promised can be chosen"


def test_where_no_walk_helps_the_answer_says_so_and_hides_armour(server: Server) -> None:
    started = server.start("yard", settings={"foes_ac": "hidden"})
    with server.gm(started["fight"]) as gm, server.player(started, "Alda") as alda:
        play_to_the_party(server, started, gm)
        alda.until_asked()
        request, walks = walks_of(alda, "alda")
        alda.send(type="approach", request=request, target="sergeant", walks=[to(walks, "C9")])
        found = alda.until("approached")
        assert (found["walk"], found["blow"], found["preview"]) == ("", "", None)
        alda.send(type="approach", request=request, target="nobody", walks=[to(walks, "C9")])
        assert alda.until("refused")["text"] == "nobody is not known."
