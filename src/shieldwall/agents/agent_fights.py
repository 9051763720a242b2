"""Fights played by agents: each key opens one side and shows what that side may know.

Everything shown is made with the code the table uses for players (`table.publish`): visible units,
wounds of foes, log lines of a seat.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from typing import Final

from shieldwall.books import RULESETS
from shieldwall.content import list_encounters, load_encounter
from shieldwall.content.ground.field import without_map
from shieldwall.engine.points import RULING
from shieldwall.engine.state.setup import Setup
from shieldwall.engine.tape.request import Choice, Request
from shieldwall.fight import Fight
from shieldwall.fight_start import initial_state
from shieldwall.knowledge.seat_knowledge import SeatKnowledge
from shieldwall.minds import MIND_NAMES, make_mind
from shieldwall.minds.gm_mind import default_answer
from shieldwall.minds.mind import Mind
from shieldwall.odds.option_odds import Previewer, Unforeseen
from shieldwall.table.message_parts import Settings
from shieldwall.table.play.unit_numbers import may_hide, new_names, renamed, unseen
from shieldwall.table.publish.fight_log import FightLog
from shieldwall.text.notation import NotationError, choice_text, read_choice, suggest
from shieldwall.text.sentences import option_sentence, refusal_sentence, request_sentence

AGENT: Final = "agent"
MOST_LINES: Final = 100
"""Maximum number of options listed at once."""
MOST_FIGHTS: Final = 64
"""Maximum number of fights; the oldest is dropped for a new one."""


class ToolError(ValueError):
    """A mistake of an agent, and how to correct it."""


def shipped_encounter(name: str, rules: str = "") -> Setup:
    """A shipped encounter by name only: agents must not read other files of this machine."""
    names = [info.name for info in list_encounters()]
    if name not in names:
        raise ToolError(f"no encounter is called {name!r}{hint(name, names)}")
    if rules:
        check_book(rules)
    return load_encounter(name, rules)


def check_book(name: str) -> None:
    if name not in RULESETS:
        raise ToolError(f"no book is called {name!r}{hint(name, RULESETS)}")


def check_mind(name: str, *others: str) -> None:
    """Only our own minds: a path would run a file of this machine."""
    known = (*others, *MIND_NAMES)
    if name not in known:
        raise ToolError(f"no mind is called {name!r}{hint(name, known)}")


def hint(wrong: str, known: Iterable[str]) -> str:
    return suggest(wrong, known, f"; there is {', '.join(known)}")


class AgentFight:
    """One fight with some sides played by agents and the others by minds."""

    def __init__(self, setup: Setup, seed: int, players: dict[str, str]) -> None:
        if may_hide(setup):
            # A gap in the numbering would reveal unseen units.
            setup = renamed(setup, new_names(setup, unseen(setup, initial_state(setup))))
        self.fight = Fight(setup, seed)
        self.log = FightLog()
        self.keys: dict[str, int] = {}
        """The side of each key."""
        self.told: dict[str, int] = {}
        """By key, the number of events already shown."""
        self.minds: dict[int, Mind] = {}
        for number, side in enumerate(setup.sides):
            if players[side.name] == AGENT:
                self.keys[f"{side.name}-{secrets.token_hex(8)}"] = number
            else:
                self.minds[number] = make_mind(players[side.name], seed)
        self.let_minds_play()

    def side_of(self, request: Request) -> int:
        """The side a request belongs to."""
        seat = request.seats[0]
        setup = self.fight.setup
        if seat < len(setup.sides):
            return seat
        return next(int(unit.side) for unit in self.fight.state.units if unit.seat == seat)

    def let_minds_play(self) -> None:
        """Play on until an agent has to decide or the fight ends."""
        fight = self.fight
        alone = fight.state.clock.round
        while fight.outcome is None:
            if fight.give_up(alone):
                continue
            request = fight.request
            assert request is not None
            if request.point == RULING:
                fight.push(default_answer(request))
                continue
            mind = self.minds.get(self.side_of(request))
            if mind is None:
                return
            fight.push(mind(request))

    def knowledge_of(self, side: int) -> SeatKnowledge:
        fight = self.fight
        own = [unit.ident for unit in fight.state.units if unit.side == side]
        own += [placement.ident for placement in fight.setup.placements if placement.side == side]
        return SeatKnowledge(fight.setup, fight.state, "player", frozenset(own), Settings())

    def request_of(self, key: str) -> Request | None:
        """The open request of the key's side."""
        request = self.fight.request
        if request is None or self.side_of(request) != self.keys[key]:
            return None
        return request

    # The view of a side.

    def see(self, key: str) -> str:
        """The events since the last call, the positions, and the open request."""
        lines = self.news(key)
        knowledge = self.knowledge_of(self.keys[key])
        fight = self.fight
        lines.append(f"Round {fight.state.clock.round}.")
        for number, unit in enumerate(fight.state.units):
            if not knowledge.knows(unit):
                continue
            hp = knowledge.hp(unit)
            told = f"HP {hp[0]}/{hp[1]}, " if hp is not None else ""
            cell = int(unit.y) * fight.names.width + int(unit.x)
            place = f"at {fight.names.square(cell)}, " if unit.is_present() else ""
            whose = (
                "yours"
                if unit.side == self.keys[key]
                else "foe"
                if knowledge.is_foe(unit)
                else "ally"
            )
            name = fight.names.units[number]
            lines.append(f"{name} ({whose}): {place}{told}{knowledge.band(unit)}")
        lines.append(self.question(key))
        return "\n".join(lines)

    def news(self, key: str) -> list[str]:
        self.log.follow(self.fight)
        knowledge = self.knowledge_of(self.keys[key])
        lines: list[str] = []
        for place in range(self.told.get(key, 0), len(self.log.events)):
            line = self.log.line(self.fight, knowledge, place, place)
            if line is not None:
                lines.append(line.text)
        self.told[key] = len(self.log.events)
        return lines

    def question(self, key: str) -> str:
        fight = self.fight
        if fight.outcome is not None:
            team = fight.state.sides[self.keys[key]].team
            won = fight.outcome.team
            result = "undecided" if won < 0 else "you have won" if won == team else "you have lost"
            return f"The fight is over: {result} ({fight.outcome.reason})."
        request = self.request_of(key)
        if request is None:
            return "Another side decides now."
        knowledge = self.knowledge_of(self.keys[key])
        foe = request.cause >= 0 and knowledge.is_foe(fight.state.units[request.cause])
        return request_sentence(fight.state, request, total=True, armour=not foe)

    def options(self, key: str) -> list[Choice]:
        """The side's options, in the order of the rules."""
        request = self.request_of(key)
        if request is None:
            return []
        side = self.keys[key]
        knowledge = self.knowledge_of(side)
        units = self.fight.state.units
        return [
            choice
            for choice in request.options
            if choice.unit >= 0
            and units[choice.unit].seat in request.seats
            and knowledge.knows_number(choice.target)
        ]

    def option_lines(self, key: str, only: str = "", most: int = MOST_LINES) -> list[str]:
        """Lines such as `12: alda attack goblin-1 with sword` with all the words of `only`.

        If there are more than `most`, the last line says what else there is.
        """
        names = self.fight.names
        words = only.lower().split()
        found: list[str] = []
        left: Counter[str] = Counter()
        options = self.options(key)
        for number, choice in enumerate(options):
            line = f"{number}: {choice_text(names, choice)}"
            if all(word in line.lower() for word in words):
                if len(found) < most:
                    found.append(line)
                else:
                    left[f"{names.units[choice.unit]} {choice.verb}"] += 1
        if options and not found:
            verbs = ", ".join(sorted({choice.verb for choice in options}))
            raise ToolError(f"no option has all the words {only!r}; there is {verbs}")
        if left:
            rest = ", ".join(f"{what} {count}" for what, count in left.items())
            found.append(f"and {left.total()} more, to be listed with `only`: {rest}")
        return found

    def asked(self, key: str) -> Request:
        """The open request of the key's side; a mistake if it has none."""
        request = self.request_of(key)
        if request is None:
            raise ToolError(self.question(key))
        return request

    def option(self, key: str, what: int | str) -> Choice:
        """An option by its number, or in notation: `alda attack goblin-1`."""
        request = self.asked(key)
        text = str(what).strip()
        if not text.removeprefix("-").isdecimal():
            return self.read(key, request, text)
        options = self.options(key)
        if not 0 <= int(text) < len(options):
            raise ToolError(f"there is no option {text}; they go from 0 to {len(options) - 1}")
        return options[int(text)]

    def choose(self, key: str, what: int | str) -> str:
        """Choose an option."""
        fight = self.fight
        choice = self.option(key, what)
        done = option_sentence(fight.names, fight.state, choice)
        fight.push(choice)
        self.let_minds_play()
        return done

    def read(self, key: str, request: Request, text: str) -> Choice:
        """Parse a choice with the names the side knows."""
        fight = self.fight
        names = self.knowledge_of(self.keys[key]).names(fight.names)
        try:
            choice = read_choice(names, request, text)
        except NotationError as error:
            raise ToolError(str(error)) from error
        refusal = request.options.why_not(choice)
        if refusal is not None:
            raise ToolError(refusal_sentence(names, fight.state, refusal))
        if choice.unit < 0 or fight.state.units[choice.unit].seat not in request.seats:
            raise ToolError("that is not one of yours")
        return choice

    def odds(self, key: str, what: int | str) -> dict[str, object]:
        """The odds of an option, by the side's knowledge."""
        choice = self.option(key, what)
        try:
            found = Previewer(self.fight, self.asked(key)).look(choice)
        except Unforeseen as error:
            raise ToolError(f"there are no odds for that: {error}") from error
        names = self.fight.names
        return {
            "option": choice_text(names, found.choice),
            "hit": float(found.odds.hit),
            "damage": float(found.odds.mean),
            "drops_target": float(found.odds.dropped),
            "hit_if_total_defense": None if found.dodged is None else float(found.dodged),
            "struck_first_by": {names.units[foe]: float(c) for foe, c in found.provokes.items()},
            "damage_taken": float(found.odds.mean_taken),
            "falls": float(found.odds.fell),
        }


class AgentFights:
    """All fights of a server."""

    def __init__(self) -> None:
        self.fights: list[AgentFight] = []

    def start(
        self, encounter: str, rules: str, mapless: bool, players: dict[str, str], seed: int | None
    ) -> AgentFight:
        setup = shipped_encounter(encounter, rules)
        if mapless and not setup.grid.open:
            setup = without_map(setup)
        names = [side.name for side in setup.sides]
        for name in players:
            if name not in names:
                raise ToolError(f"no side is called {name!r}{hint(name, names)}")
            check_mind(players[name], AGENT)
        if not players:
            players = {next((s.name for s in setup.sides if s.players), names[0]): AGENT}
        if AGENT not in players.values():
            raise ToolError(f"one side must be {AGENT!r}; `simulate` plays minds against minds")
        wanted = {name: players.get(name, "natural") for name in names}
        made = AgentFight(setup, secrets.randbits(62) if seed is None else seed, wanted)
        self.fights = [*self.fights[1 - MOST_FIGHTS :], made]
        return made

    def of(self, key: str) -> AgentFight:
        for fight in self.fights:
            if key in fight.keys:
                return fight
        raise ToolError("no fight has this key; start one, or ask the person who started it")
