"""`shieldwall watch`: minds play a fight, with its log."""

from __future__ import annotations

import click

from shieldwall.cli.chances.fight_source import Meeting, with_meeting
from shieldwall.cli.fights.board import Board
from shieldwall.cli.fights.narration import Narration, fight_data, summary
from shieldwall.cli.fights.open_board import Ranks
from shieldwall.cli.fights.save_path import why_not_overwrite
from shieldwall.cli.main import Complaint
from shieldwall.cli.options import (
    DEMO,
    colour_option,
    encounter_argument,
    json_option,
    mind_option,
    seed_option,
    skirmish_options,
    some_seed,
    table_options,
)
from shieldwall.cli.terminal import Terminal, say, say_json, this_terminal
from shieldwall.display.markers import Marks
from shieldwall.engine.events.clock_events import RoundBegan
from shieldwall.fight import Fight
from shieldwall.minds import Mind, seated
from shieldwall.store.save_file import save_fight


@click.command("watch")
@encounter_argument(DEMO)
@skirmish_options
@seed_option
@mind_option
@click.option("--plans", is_flag=True, help="Print each mind's plan.")
@click.option("--map", "with_map", is_flag=True, help="Draw the map at the start of each round.")
@click.option("--save", metavar="FILE", help="Save the fight, for `replay`.")
@table_options
@json_option
@colour_option
@with_meeting
def command(
    meeting: Meeting,
    seed: int | None,
    minds: tuple[str, ...],
    plans: bool,
    with_map: bool,
    save: str | None,
    as_json: bool,
    colour: bool | None,
) -> None:
    """Watch minds play a fight.

    \b
    Examples:
      shieldwall watch
      shieldwall watch hall --seed 7 --map
      shieldwall watch duel --seed 7 --save duel.fight
      shieldwall watch --party company --foes "6 goblins, ogre"
      shieldwall watch yard --mind party=captain --plans
    """
    setup = meeting.setup()
    if save is not None and (problem := why_not_overwrite(save)):
        raise Complaint(problem)
    fight = Fight(setup, some_seed(seed))
    thinkers = seated(setup, minds)
    if as_json:
        fight.play(thinkers)
    else:
        terminal = this_terminal(colour)
        say(f"{setup.title} ({fight.rules.title}, seed {fight.seed})")
        Watcher(fight, terminal, with_map, plans).play(thinkers)
    if save is not None:
        save_fight(fight, save)
    if as_json:
        say_json(fight_data(fight))


class Watcher:
    """Narrates a fight while it is played."""

    def __init__(
        self, fight: Fight, terminal: Terminal, with_map: bool, plans: bool = False
    ) -> None:
        self.fight = fight
        self.terminal = terminal
        self.with_map = with_map
        self.plans = plans
        self.marks = Marks(fight.setup)
        self.narration = Narration(fight, self.marks, terminal)
        self.told = 0
        self.planned = ""

    def play(self, minds: list[Mind]) -> None:
        fight = self.fight
        before = fight.state.clock.round - 1
        while fight.outcome is None:
            if fight.give_up(before):
                continue
            request = fight.request
            assert request is not None, "dice come from the seed"
            self.tell()
            mind = minds[request.seats[0]]
            choice = mind(request)
            plan = mind.plan(request, choice) if self.plans else ""
            if plan and plan != self.planned:
                for line in self.terminal.wrap(f"[{plan}]", " "):
                    say(self.terminal.paint(line, "dim"))
            self.planned = plan
            fight.push(choice)
        self.tell()
        for line in ["", *summary(fight, self.marks, self.terminal)]:
            say(line)

    def tell(self) -> None:
        news = self.fight.events[self.told :]
        self.told = len(self.fight.events)
        for line in self.narration.lines(news):
            say(line)
        if self.with_map and any(isinstance(event, RoundBegan) for event in news):
            self.draw()

    def draw(self) -> None:
        if self.fight.state.grid.open:
            for line in Ranks(self.fight.state, self.marks, self.terminal).lines():
                say(line)
            return
        board = Board(self.fight.state, self.marks, self.terminal)
        window = board.fitting(self.terminal.width - 1, 3 * board.height + 3, 0)
        for line in board.draw(window):
            say(line)
