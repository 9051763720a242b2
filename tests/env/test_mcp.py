"""The MCP server, asked through the client of the package itself."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

pytest.importorskip("mcp", reason="mcp is not installed (pip install shieldwall[mcp])")

import anyio
from mcp import Client, StdioServerParameters, stdio_client

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


def test_mistakes_come_back_as_messages() -> None:
    async def ask() -> list[str]:
        async with Client(make_server()) as client:
            wrong = [
                await client.call_tool("start", {"encounter": "/etc/passwd"}),
                await client.call_tool("see", {"key": "party-0"}),
                await client.call_tool("simulate", {"encounter": "duel", "minds": ["a.py:x"]}),
            ]
            assert all(one.is_error for one in wrong)
            return [text_of(one) for one in wrong]

    texts = anyio.run(ask)
    assert "no encounter is called" in texts[0]
    assert "no fight has this key" in texts[1]
    assert "no mind is called" in texts[2]


def test_it_answers_over_stdio() -> None:
    async def ask() -> list[str]:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "shieldwall", "mcp"], env=dict(os.environ)
        )
        async with Client(stdio_client(server)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    with anyio.from_thread.start_blocking_portal() as portal:
        assert "choose" in portal.call(ask)


def test_a_side_is_not_told_of_whom_it_does_not_know() -> None:
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
