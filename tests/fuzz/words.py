"""Texts of one line: choices, orders, dice and events of a fight."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from tests.engine.arena import arena, quick_choice
from tests.fuzz.target import REFUSED, USED, Broken, Target

from shieldwall.books import RULESETS
from shieldwall.content.formats.dice_text import DiceError, parse_dice, roll_dice
from shieldwall.engine.tape.dice import Dice
from shieldwall.engine.tape.request import IllegalChoice
from shieldwall.fight import BadRuling, Fight
from shieldwall.gm.order_entries import USAGE
from shieldwall.text.notation import (
    NotationError,
    choice_text,
    entry_text,
    event_text,
    parse_choice,
    parse_event,
    parse_rolled,
    parse_ruled,
    read_choice,
)
from shieldwall.text.sentences import refusal_sentence

ARENAS: Final = ("coven", "menagerie", "skirmish in the open", "gatehouse", "two masters", "duel")
STEPS: Final = 12


@cache
def fight_at(book: str, name: str) -> Fight:
    """In the middle of it. Look, do not touch: play on a fork."""
    fight = Fight(arena(name, book), 3)
    chance = random.Random(4)
    for _ in range(STEPS):
        if fight.outcome is None:
            fight.push(quick_choice(fight, chance))
    return fight


def fights() -> list[tuple[str, str]]:
    """Each book in half of the arenas, each arena in half of the books."""
    return [
        (book, name)
        for row, book in enumerate(RULESETS)
        for column, name in enumerate(ARENAS)
        if (row + column) % 2 == 0
    ]


def place_of(text: str) -> tuple[Fight, str]:
    """`sovereign/duel> alda attack orc`: the fight it is said in, and what is said."""
    where, _, said = text.partition("> ")
    book, _, name = where.partition("/")
    if book not in RULESETS or name not in ARENAS:
        book, name = "sovereign", "duel"
    return fight_at(book, name), said


class Said(Target):
    """Lines that begin with the fight they are said in; only what is said is spoilt."""

    def said_in(self, fight: Fight) -> list[str]:
        raise NotImplementedError

    def make_seeds(self) -> list[str]:
        return [
            f"{book}/{name}> {said}"
            for book, name in fights()
            for said in self.said_in(fight_at(book, name))
        ]

    def make(self, dice: random.Random) -> str:
        where, _, said = dice.choice(self.seeds).partition("> ")
        held = self.seeds
        self.seeds = [said]
        spoilt = super().make(dice)
        self.seeds = held
        return f"{where}> {spoilt}"


class Notation(Said):
    """Choices, dice and events as a tape and a client write them."""

    name = "notation"
    share = 250

    def said_in(self, fight: Fight) -> list[str]:
        found = [entry_text(fight.names, entry) for entry in fight.entries]
        found += [f"= {event_text(fight.names, event)}" for event in fight.events[-30:]]
        chance = random.Random(7)
        if fight.outcome is None:
            found += [
                f"> {choice_text(fight.names, quick_choice(fight, chance))}" for _ in range(8)
            ]
        arms = [name for held in fight.names.weapons for name in held]
        self.words = sorted({*self.words, *fight.names.units, *arms})
        return found

    def run(self, text: str) -> str:
        fight, said = place_of(text)
        mark, rest = said[:1], said[1:].strip()
        try:
            if mark == "!":
                parse_rolled(rest)
            elif mark == "*":
                parse_ruled(rest)
            elif mark == "=":
                event = parse_event(fight.names, rest)
                if parse_event(fight.names, event_text(fight.names, event)) != event:
                    raise Broken("an event reads back as another one")
            else:
                return self._choice(fight, rest)
        except NotationError:
            return REFUSED
        return USED

    def _choice(self, fight: Fight, text: str) -> str:
        try:
            choice = parse_choice(fight.names, text)
            if parse_choice(fight.names, choice_text(fight.names, choice)) != choice:
                raise Broken("a choice reads back as another one")
        except NotationError:
            choice = None
        request = fight.request
        if request is None:
            return REFUSED if choice is None else USED
        choice = read_choice(fight.names, request, text)
        refusal = request.options.why_not(choice)
        if refusal is not None:
            refusal_sentence(fight.names, fight.state, refusal, choice)
            return REFUSED
        choice_text(fight.names, choice)
        return USED


class Played(Notation):
    """Choices that are really made, on a fork: what is allowed must also work."""

    name = "choices"
    share = 60

    def said_in(self, fight: Fight) -> list[str]:
        return [said for said in super().said_in(fight) if said.startswith(">")]

    def run(self, text: str) -> str:
        fight, said = place_of(text)
        twin = fight.fork()
        try:
            twin.push(said[1:].strip())
        except NotationError:
            return REFUSED
        except IllegalChoice as error:
            refusal_sentence(twin.names, twin.state, error.refusal, error.choice)
            return REFUSED
        return USED


class Orders(Said):
    """What the referee writes: `hp ogre 5`, `add goblin C4 for foes`."""

    name = "orders"
    share = 80

    def said_in(self, fight: Fight) -> list[str]:
        unit, other = fight.names.units[0], fight.names.units[-1]
        known = (*fight.names.units, *fight.names.sides, *USAGE, "goblin", "hidden")
        self.words = sorted({*self.words, *known})
        square = fight.names.square(fight.state.units[0].y * fight.names.width)
        return [
            f"hp {unit} 5", f"add goblin {square} for foes",
            f"add giant rat {square} for foes hidden as rat-9",
            f"move {unit} {square}", f"prone {unit}", f"stand {unit}", f"give {unit} main",
            f"modifier {unit} +1",
            f"stops {unit} always", "dark on", "fog on", "tell the ground shakes", f"slay {other}",
            f"condition {unit} blind for 2 rounds", "end truce", "door 1 open",
            f"side {unit} foes", "play on",
            f"force {unit} attack {other}", "ruling shock all", "enforce SOV-050 warn",
            "dial run-squares 4",
            *(text for text in USAGE.values()),
        ]  # fmt: skip

    def run(self, text: str) -> str:
        fight, said = place_of(text)
        twin = fight.fork()
        what = " ".join(said.split())
        try:
            twin.rule(what)
        except BadRuling as error:
            if not error.words:
                refusal_sentence(twin.names, twin.state, error.refusal)
            return REFUSED
        except NotationError:
            return REFUSED
        return USED


class DiceText(Target):
    """Dice as people type them."""

    name = "dice"
    share = 150
    words = (
        "d6", "2d6", "d%", "4dF", "kh3", "kl1", "dh1", "dl1", "ro<2", "rr=1", "!", "!>5", "mi10",
        "ma5",
        "cs>=5", "adv", "dis", "*", "(", ")", "+1", "-1", "[fire]", "d1000", "200d6", "100000",
    )  # fmt: skip

    def make_seeds(self) -> list[str]:
        return [
            "2d6+1", "d20", "d%", "4dF", "4d6kh3", "2d20kl", "4d6dl1", "2d6ro<2", "d6!", "d20mi10",
            "8d6cs>=5", "2d6 * 10", "2*(1d4+1)", "d20 adv", "1d8+2[fire]", "(((1d4)))",
            "3d6rr<3kh2!", "-d6+5",
        ]  # fmt: skip

    def make(self, dice: random.Random) -> str:
        if dice.random() < 0.5:
            return dice.choice(("", " ")).join(
                dice.choice(self.words) for _ in range(dice.randrange(1, 9))
            )
        return super().make(dice)

    def run(self, text: str) -> str:
        try:
            tree = parse_dice(text)
        except DiceError:
            return REFUSED
        if parse_dice(str(tree)) != tree:
            raise Broken(f"written as {tree}, which reads otherwise")
        stream = Dice(1)
        try:
            roll_dice(tree, lambda sides: int(stream.roll(sides)))
        except DiceError:
            return REFUSED
        return USED
