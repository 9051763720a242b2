"""An MCP server: language-model agents list encounters, play, look up rules and odds, simulate.

Needs the package `mcp` (`pip install shieldwall[mcp]`). Started by `shieldwall mcp`, over stdio.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError as McpToolError

from shieldwall.agents.agent_fights import AgentFights, ToolError, shipped_encounter
from shieldwall.books import RULESETS
from shieldwall.content import ContentError, list_encounters
from shieldwall.content.house_rules.rule_texts import FILES, rule_text, texts_of
from shieldwall.minds import MIND_NAMES, MindError
from shieldwall.sim import simulate as play_fights
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.answer_text import headline, share_data

INSTRUCTIONS = """Shieldwall plays fights of old-school tabletop games by the rules.
Call `encounters`, then `start`; it gives a key for each side you play. With the key: `see` tells
what happened and what is asked, `options` lists what you may do, `odds` gives the odds of one
of them, `choose` does it. `rules` finds rules by id or words, `simulate` plays an encounter many
times.
A key shows only what its side knows: keep keys apart."""
MOST_SIMULATED = 2000
MOST_RULES = 12
T = TypeVar("T")


def make_server() -> MCPServer:
    """A server with its own fights."""
    server = MCPServer("shieldwall", instructions=INSTRUCTIONS)
    fights = AgentFights()

    @server.tool()
    def encounters() -> list[dict[str, str]]:
        """List the encounters that can be played."""
        return [
            {"name": entry.name, "title": entry.title, "sides": entry.sides, "map": entry.size,
             "book": entry.book}
            for entry in list_encounters()
        ]  # fmt: skip

    @server.tool()
    def start(
        encounter: str,
        players: dict[str, str] | None = None,
        rules: str = "",
        mapless: bool = False,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """Start a fight. Returns a secret key for each side an agent plays.

        players: by side "agent", or a mind such as "soldier" or "captain"; without it an agent
        plays the players' side. rules: another book than the encounter's own.
        """
        made = guarded(lambda: fights.start(encounter, rules, mapless, players or {}, seed))
        sides = {made.fight.setup.sides[side].name: key for key, side in made.keys.items()}
        return {"title": made.fight.setup.title, "book": made.fight.setup.rules, "keys": sides}

    @server.tool()
    def see(key: str) -> str:
        """List new events, the positions of all units, and the open question."""
        return guarded(lambda: fights.of(key).see(key))

    @server.tool()
    def options(key: str, only: str = "") -> list[str]:
        """List what you may do now, numbered. only: words that must occur, e.g. "attack"."""
        return guarded(lambda: fights.of(key).option_lines(key, only))

    @server.tool()
    def choose(key: str, option: str) -> str:
        """Do something: the number of an option, or words such as "alda attack goblin-1".

        Then the others play until you are asked again; returns what happened and the next question.
        """
        fight = guarded(lambda: fights.of(key))
        done = guarded(lambda: fight.choose(key, option))
        return f"{done}\n{fight.see(key)}"

    @server.tool()
    def odds(key: str, option: int) -> dict[str, Any]:
        """Exact odds of an option: chance to hit, damage, and who attacks first."""
        return guarded(lambda: fights.of(key).odds(key, option))

    @server.tool()
    def rules(query: str, book: str = "") -> list[dict[str, str]]:
        """Find rules by id (e.g. "SOV-081") or by words, with their texts and readings."""
        return guarded(lambda: found_rules(query, book))

    @server.tool()
    def simulate(
        encounter: str, fights: int = 200, minds: list[str] | None = None, seed: int = 1
    ) -> dict[str, Any]:
        """Play an encounter many times. minds: "captain" for all, "foes=simple" for one side."""
        return guarded(lambda: simulated(encounter, min(fights, MOST_SIMULATED), minds or [], seed))

    return server


def guarded(work: Callable[[], T]) -> T:
    """Turn mistakes of the agent into messages it can act on."""
    try:
        return work()
    except (ToolError, ContentError, MindError) as error:
        raise McpToolError(str(error)) from error


def found_rules(query: str, book: str) -> list[dict[str, str]]:
    exact = rule_text(query.strip().upper())
    if exact is not None:
        found = [exact]
    else:
        if book and book not in RULESETS:
            raise ToolError(f"no book is called {book!r}; there is {', '.join(RULESETS)}")
        words = query.lower().split()
        found = [
            rule
            for name in (RULESETS[book].facts.text.rule_files if book else FILES)
            for rule in texts_of(name).values()
            if all(word in f"{rule.title} {rule.text}".lower() for word in words)
        ]
    return [
        {"id": rule.ident, "title": rule.title, "text": rule.text, "why": rule.why}
        for rule in found[:MOST_RULES]
    ]


def simulated(encounter: str, fights: int, minds: list[str], seed: int) -> dict[str, Any]:
    for name in minds:
        if name.rpartition("=")[2] not in MIND_NAMES:
            # A path would run a file of this machine.
            raise ToolError(f"no mind is called {name!r}; there is {', '.join(MIND_NAMES)}")
    setup = shipped_encounter(encounter)
    result = play_fights(setup, max(1, fights), seed, minds=seat_minds(setup, minds))
    return {
        "answer": headline(result),
        "fights": result.fights,
        "won": share_data(result.share(result.won)),
        "somebody_dies": share_data(result.share(result.somebody_dies)),
        "total_party_kill": share_data(result.share(result.party_killed)),
    }


__all__ = ["make_server"]
