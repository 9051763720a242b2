"""Every listed option can be typed, and no input breaks the program."""

from __future__ import annotations

import random

import pytest

from shieldwall.cli.fights.session import Left, Session
from shieldwall.cli.terminal import Terminal
from shieldwall.content import load_encounter
from shieldwall.display.choice_groups import Choices, ready_units
from shieldwall.engine.points import RULING
from shieldwall.fight import Fight
from shieldwall.fight_start import seat_names
from shieldwall.minds import make_mind
from shieldwall.text.notation import choice_text

CHATTER = ("why", "why 2", "log", "map", "options", "help", "undo", "", "nonsense", "run Z99", "42")
MOST_LINES = 40


class Babbler:
    """Types in a person's place: mostly something allowed, now and then something else."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.luck = random.Random(seed)
        self.lines = 0
        self.answered = ""
        """The last answer, if it was a legal one."""
        self.length = 0

    def __call__(self, prompt: str) -> str:
        self.lines += 1
        length = len(self.session.fight.entries) + len(self.session.fight.sealed())
        assert not self.answered or length > self.length, f"{self.answered!r} was not taken"
        self.answered = ""
        self.length = length
        if self.lines > MOST_LINES:
            raise Left
        return self.something()

    def something(self) -> str:
        fight = self.session.fight
        if self.luck.random() < 0.2 or fight.outcome is not None:
            return self.luck.choice(CHATTER)
        if fight.die is not None:
            self.answered = str(self.luck.randint(1, fight.die.sides))
            return self.answered
        request = fight.request
        assert request is not None
        if request.unit < 0 and request.point == RULING:
            self.answered = choice_text(fight.names, self.luck.choice(list(request.options)))
            return self.answered
        mine = [unit for unit in ready_units(request) if unit.seat in self.session.people]
        unit = self.luck.choice(mine)
        choices = Choices(fight.names, request, int(unit.index))
        verb = self.luck.choice(choices.verbs())
        self.answered = f"{unit.ident} {self.luck.choice(choices.typed(verb))}"
        return self.answered


@pytest.mark.parametrize(
    ("encounter", "by_hand"),
    [("corridor", False), ("hall", False), ("yard", False), ("duel", True)],
)
def test_what_is_listed_is_taken_and_nonsense_is_refused(
    encounter: str, by_hand: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = load_encounter(encounter)
    for seed in range(3):
        fight = Fight(setup, seed, by_hand)
        people = set(range(len(seat_names(setup)))) if seed % 2 else {0}
        minds = [make_mind("simple") for _ in seat_names(setup)]
        width, height = ((80, 24), (40, 15), (24, 8))[seed]
        terminal = Terminal(seed == 0, width, height, unicode=seed != 2)
        session = Session(fight, people, minds, terminal)
        babbler = Babbler(session, seed)
        session.input.ask = babbler  # type: ignore[method-assign]
        try:
            session.play()
        except Left:
            assert babbler.lines > MOST_LINES
        else:
            assert fight.outcome is not None
            session.end()
        assert len(fight.events) > 5
        capsys.readouterr()
