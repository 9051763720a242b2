"""The MCP server, asked through the client of the package itself."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

pytest.importorskip("mcp", reason="mcp is not installed (pip install shieldwall[mcp])")

import anyio
from mcp import Client, StdioServerParameters, stdio_client

from shieldwall.agents import mcp_server
from shieldwall.agents.agent_fights import AGENT, AgentFight, AgentFights, ToolError
from shieldwall.agents.mcp_server import make_server
from shieldwall.content import load_encounter


def text_of(result: Any) -> str:
    return "\n".join(part.text for part in result.content)


def data_of(result: Any) -> Any:
    assert not result.is_error, text_of(result)
    found = result.structured_content
    return found["result"] if set(found) == {"result"} else found


def test_an_agent_plays_a_duel_to_its_end() -> None:
    async def play() -> str:
        async with Client(make_server()) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                "encounters", "start", "see", "options", "choose", "odds", "rules", "simulate",
            }  # fmt: skip
            listed = data_of(await client.call_tool("encounters", {}))
            assert "duel" in [one["name"] for one in listed]
            asked = {"encounter": "duel", "mapless": True, "seed": 3}
            keys = data_of(await client.call_tool("start", asked))["keys"]
            assert list(keys) == ["challenger"]
            key = keys["challenger"]
            seen = text_of(await client.call_tool("see", {"key": key}))
            assert "(yours): at" in seen
            for _ in range(60):
                options = data_of(await client.call_tool("options", {"key": key}))
                if not options:
                    break
                blows = [one for one in options if " attack " in one or " charge " in one]
                number = (blows or options[-1:])[0].split(":")[0]
                result = await client.call_tool("choose", {"key": key, "option": number})
                assert not result.is_error, text_of(result)
            return text_of(await client.call_tool("see", {"key": key}))

    assert "The fight is over: " in anyio.run(play)


def test_odds_rules_and_simulations_are_answered() -> None:
    async def ask() -> None:
        async with Client(make_server()) as client:
            asked = {"encounter": "duel", "mapless": True, "seed": 3}
            keys = data_of(await client.call_tool("start", asked))["keys"]
            key = keys["challenger"]
            blows = data_of(await client.call_tool("options", {"key": key, "only": " attack "}))
            number = int(blows[0].split(":")[0])
            odds = data_of(await client.call_tool("odds", {"key": key, "option": number}))
            assert 0.0 < odds["hit"] < 1.0
            assert odds["option"] == "alda attack sergeant with sword"
            rule = data_of(await client.call_tool("rules", {"query": "SOV-081"}))
            assert [one["id"] for one in rule] == ["SOV-081"]
            words = data_of(await client.call_tool("rules", {"query": "total defense"}))
            assert len(words) > 1
            asked = {"encounter": "duel", "fights": 2, "minds": ["simple"]}
            found = data_of(await client.call_tool("simulate", asked))
            assert found["fights"] == 2
            assert found["won"]["high"] - found["won"]["low"] > 0.5

    anyio.run(ask)


async def hall_key(client: Client) -> str:
    """The party's key of a new fight in the hall."""
    started = await client.call_tool("start", {"encounter": "hall", "seed": 1})
    key: str = data_of(started)["keys"]["party"]
    return key


def test_mistakes_come_back_as_messages() -> None:
    async def ask() -> None:
        async with Client(make_server()) as client:
            keys = data_of(await client.call_tool("start", {"encounter": "hall", "seed": 1}))[
                "keys"
            ]
            key = keys["party"]
            for tool, given, words in (
                ("start", {"encounter": "/etc/passwd"}, "no encounter is called"),
                ("start", {"encounter": "dule"}, "did you mean duel"),
                ("start", {"encounter": "duel", "rules": "sovreign"}, "did you mean sovereign"),
                ("start", {"encounter": "duel", "players": {"champion": "cpatain"}}, "captain"),
                ("start", {"encounter": "duel", "players": {"champion": "a.py:x"}}, "no mind"),
                ("start", {"encounter": "duel", "players": {"champions": "agent"}}, "champion?"),
                (
                    "start",
                    {"encounter": "duel", "players": {"champion": "simple"}},
                    "one side must be",
                ),
                ("see", {"key": "party-0"}, "no fight has this key"),
                ("choose", {"key": key, "option": 99999}, "no option 99999; they go from 0 to"),
                ("choose", {"key": key, "option": -1}, "there is no option -1"),
                ("options", {"key": key, "only": "fly moon"}, "no option has all the words"),
                ("choose", {"key": key, "option": "fly to the moon"}, "say who"),
                ("odds", {"key": key, "option": 99999}, "there is no option 99999"),
                ("odds", {"key": key, "option": "alda attack sergeant"}, "ft"),
                ("rules", {"query": ""}, "say what to look for"),
                ("rules", {"query": "xyzzy"}, "no rule has 'xyzzy'"),
                ("rules", {"query": "shock", "book": "aachn"}, "did you mean aachen"),
                ("simulate", {"encounter": "duel", "minds": ["a.py:x"]}, "no mind is called"),
                (
                    "simulate",
                    {"encounter": "duel", "minds": ["nobody=simple"]},
                    "no side is called",
                ),
                ("simulate", {"encounter": "duel", "fights": 0}, "ask for 1 to"),
            ):
                result = await client.call_tool(tool, given)
                assert result.is_error, (tool, given)
                assert words in text_of(result), (tool, given, text_of(result))

    anyio.run(ask)


def test_many_options_are_listed_in_part_and_found_by_words() -> None:
    async def ask() -> None:
        async with Client(make_server()) as client:
            keys = data_of(await client.call_tool("start", {"encounter": "hall", "seed": 1}))[
                "keys"
            ]
            key = keys["party"]
            every = data_of(await client.call_tool("options", {"key": key}))
            assert len(every) == 101
            assert every[-1].startswith("and ")
            assert "brand run " in every[-1]
            asked = {"key": key, "only": "brand run"}
            runs = data_of(await client.call_tool("options", asked))
            assert all(" brand run " in line for line in runs)
            number, _, words = runs[0].partition(": ")
            by_number = await client.call_tool("odds", {"key": key, "option": int(number)})
            by_words = await client.call_tool("odds", {"key": key, "option": words})
            assert data_of(by_number) == data_of(by_words)
            done = text_of(await client.call_tool("choose", {"key": key, "option": int(number)}))
            assert done.startswith("Brand")

    anyio.run(ask)


def test_rules_are_found_by_ids_however_they_are_written() -> None:
    async def ask() -> None:
        async with Client(make_server()) as client:
            for query, ident in (("sov 47", "SOV-047"), ("AAC36", "AAC-036"), ("g-1", "G-01")):
                found = data_of(await client.call_tool("rules", {"query": query}))
                assert [one["id"] for one in found] == [ident]

    anyio.run(ask)


def test_a_long_simulation_ends_with_the_fights_played_until_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mcp_server, "MOST_SECONDS", 0.0)
    found = mcp_server.simulated("duel", 50, ["simple"], 1)
    assert found["fights"] == 1


def test_it_answers_over_stdio() -> None:
    async def ask() -> list[str]:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "shieldwall", "mcp"], env=dict(os.environ)
        )
        async with Client(stdio_client(server)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    with anyio.from_thread.start_blocking_portal() as portal:
        assert "choose" in portal.call(ask)


def test_a_side_is_not_told_of_units_it_does_not_know() -> None:
    setup = load_encounter("duel")
    foe = setup.placements[1].ident
    setup.hidden = (foe,)
    fight = AgentFight(setup, 1, {side.name: AGENT for side in setup.sides})
    ours, theirs = fight.keys
    assert foe not in fight.see(ours)
    assert foe in fight.see(theirs)
    assert not [line for line in fight.option_lines(ours) if foe in line]
    if fight.request_of(ours) is None:
        fight.choose(theirs, f"{foe} done")
    with pytest.raises(ToolError) as refused:
        fight.choose(ours, f"{setup.placements[0].ident} attack {foe}")
    assert "no unit is called" in str(refused.value) or "neither a unit" in str(refused.value)
    with pytest.raises(ToolError, match="Another side decides"):
        fight.choose(theirs, "0")


def test_keys_open_one_side_each_and_foes_wounds_are_told_in_words() -> None:
    fights = AgentFights()
    made = fights.start("duel", "", True, {"challenger": AGENT, "champion": AGENT}, 1)
    ours, theirs = made.keys
    assert fights.of(ours) is fights.of(theirs) is made
    names = made.fight.names.units
    mine, other = made.see(ours).splitlines()[-3:-1]
    assert mine.startswith(f"{names[0]} (yours)")
    assert "HP" in mine
    assert other.startswith(f"{names[1]} (foe)")
    assert "HP" not in other
    assert "unhurt" in other
    with pytest.raises(ToolError, match="no side is called"):
        fights.start("duel", "", True, {"dragons": AGENT}, 1)
