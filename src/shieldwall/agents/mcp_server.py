"""An MCP server: language-model agents list encounters, play, look up rules and odds, simulate.

Needs the package `mcp` (`pip install shieldwall[mcp]`). Started by `shieldwall mcp`, over stdio.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError as McpToolError

from shieldwall.agents.agent_fights import (
    AgentFights,
    ToolError,
    check_book,
    check_mind,
    hint,
    shipped_encounter,
)
from shieldwall.books import RULESETS
from shieldwall.content import ContentError, list_encounters
from shieldwall.content.house_rules.rule_texts import FILES, texts_of
from shieldwall.fight_start import seat_names
from shieldwall.minds import MindError
from shieldwall.sim import simulate as play_fights
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.report.answer_text import headline, share_data
from shieldwall.text.rulebook import GAPS, text_of

INSTRUCTIONS = """Shieldwall plays fights of old-school tabletop games by the rules.
Call `encounters`, then `start`; it gives a key for each side you play. With the key: `see` tells
what happened and what is asked, `options` lists what you may do, `odds` gives the odds of one
of them, `choose` does it. `rules` finds rules by id or words, `simulate` plays an encounter many
times.
A key shows only what its side knows: keep keys apart."""
MOST_SIMULATED = 2000
MOST_SECONDS = 60.0
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
        """List what you may do now, numbered, at most 100 at once.

        only: words that must all occur, e.g. "alda attack".
        """
        return guarded(lambda: fights.of(key).option_lines(key, only))

    @server.tool()
    def choose(key: str, option: int | str) -> str:
        """Do something: the number of an option, or words such as "alda attack goblin-1".

        Then the others play until you are asked again; returns what happened and the next question.
        """
        fight = guarded(lambda: fights.of(key))
        done = guarded(lambda: fight.choose(key, option))
        return f"{done}\n{fight.see(key)}"

    @server.tool()
    def odds(key: str, option: int | str) -> dict[str, Any]:
        """Exact odds of an option: chance to hit, damage, and who attacks first.

        option: its number, or words such as "alda attack goblin-1".
        """
        return guarded(lambda: fights.of(key).odds(key, option))

    @server.tool()
    def rules(query: str, book: str = "") -> list[dict[str, str]]:
        """Find rules by id (e.g. "SOV-081") or by words, with their texts and readings."""
        return guarded(lambda: found_rules(query, book))

    @server.tool()
    def simulate(
        encounter: str, fights: int = 200, minds: list[str] | None = None, seed: int = 1
    ) -> dict[str, Any]:
        """Play an encounter many times, for a minute at most.

        minds: "captain" for all, "foes=simple" for one side.
        """
        return guarded(lambda: simulated(encounter, fights, minds or [], seed))

    return server


def guarded(work: Callable[[], T]) -> T:
    """Turn mistakes of the agent into messages it can act on."""
    try:
        return work()
    except (ToolError, ContentError, MindError) as error:
        raise McpToolError(str(error)) from error


def found_rules(query: str, book: str) -> list[dict[str, str]]:
    ident = ident_of(query)
    exact = text_of(ident)
    if exact is not None:
        found = [exact]
    else:
        if book:
            check_book(book)
        words = query.lower().split()
        if not words:
            raise ToolError('say what to look for: an id such as "SOV-081", or words')
        found = [
            rule
            for name in (*(RULESETS[book].facts.text.rule_files if book else FILES), GAPS)
            for rule in texts_of(name).values()
            if all(word in f"{rule.title} {rule.text}".lower() for word in words)
        ]
    if not found:
        raise ToolError(f"no rule has {query!r}; try fewer words, or an id such as SOV-081")
    return [
        {"id": rule.ident, "title": rule.title, "text": rule.text, "why": rule.why}
        for rule in found[:MOST_RULES]
    ]


def ident_of(query: str) -> str:
    """An id as the books write it: "sov 47" is SOV-047."""
    found = re.fullmatch(r"([a-z]+)[ -]?([0-9]+)", query.strip().lower())
    if found is None:
        return query.strip().upper()
    letters, number = found[1].upper(), found[2]
    return f"{letters}-{number.zfill(2 if len(letters) == 1 else 3)}"


def simulated(encounter: str, fights: int, minds: list[str], seed: int) -> dict[str, Any]:
    if fights < 1:
        raise ToolError(f"{fights} fights cannot be played: ask for 1 to {MOST_SIMULATED}")
    setup = shipped_encounter(encounter)
    names = seat_names(setup)
    for text in minds:
        side, equals, mind = text.rpartition("=")
        if equals and side not in names:
            raise ToolError(f"no side is called {side!r}{hint(side, names)}")
        check_mind(mind)
    result = play_fights(
        setup, min(fights, MOST_SIMULATED), seed, until_told(), seat_minds(setup, minds)
    )
    return {
        "answer": headline(result),
        "fights": result.fights,
        "won": share_data(result.share(result.won)),
        "somebody_dies": share_data(result.share(result.somebody_dies)),
        "total_party_kill": share_data(result.share(result.party_killed)),
    }


def until_told() -> Callable[[int], None]:
    """Ends a simulation after a while, as Ctrl-C does: the fights played until then count."""
    end = time.monotonic() + MOST_SECONDS

    def look(played: int) -> None:
        if time.monotonic() > end:
            raise KeyboardInterrupt

    return look


__all__ = ["make_server"]
