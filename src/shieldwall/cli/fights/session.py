"""A fight in the terminal: narrate, ask the players, let minds answer."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from shieldwall.cli.fights.commands import (
    ALIASES,
    COMMANDS,
    COMPLETED,
    EVERYBODY_DONE,
    FULL_NAME,
    MORE_HELP,
    MORE_OPTIONS,
    MOST_LISTED,
)
from shieldwall.cli.fights.narration import Narration, summary
from shieldwall.cli.fights.odds_lines import TurnOdds
from shieldwall.cli.fights.rule_reader import is_rule_id, read_rule, rule_ids, verbs_of
from shieldwall.cli.fights.save_path import why_not_overwrite
from shieldwall.cli.fights.screen import Screen
from shieldwall.cli.fights.turns import end_turns, first_to_attack, last_choice
from shieldwall.cli.fights.typed_line import Question, TypedLine, joined, rule_of_verb
from shieldwall.cli.line_input import LineInput
from shieldwall.cli.terminal import Terminal, say
from shieldwall.display.choice_groups import Choices, ready_units
from shieldwall.display.markers import Marks
from shieldwall.engine.events.clock_events import RoundBegan
from shieldwall.engine.points import RULING
from shieldwall.engine.state.state import Unit
from shieldwall.engine.tape.entries import Chose
from shieldwall.engine.tape.request import DONE, REFEREE, Choice, IllegalChoice, Request
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.fight import BadRuling, Fight, Mind, NothingToUndo
from shieldwall.gm.order_entries import USAGE
from shieldwall.gm.order_grammar import REFEREE_NAME, REFUSE, RULE
from shieldwall.store.save_file import save_fight
from shieldwall.text.notation import NotationError, read_choice, suggest
from shieldwall.text.sentences import (
    die_sentence,
    refusal_sentence,
    request_sentence,
    sentence,
    start,
    who,
    why,
)


class Left(Exception):
    """The player has left."""


class Session:
    """One session: persons answer for the seats in `people`, `minds` for the others."""

    def __init__(
        self,
        fight: Fight,
        people: set[int],
        minds: Sequence[Mind],
        terminal: Terminal,
        autosave: str | None = None,
    ) -> None:
        self.fight = fight
        self.people = people
        self.minds = minds
        self.terminal = terminal
        self.autosave = autosave
        self.marks = Marks(fight.setup)
        self.screen = Screen(fight, self.marks, terminal)
        self.narration = Narration(fight, self.marks, terminal)
        self.input = LineInput()
        self.told = 0
        self.news = 0
        """Lines printed since the last question."""
        self.focus = -1
        """The unit the player looks at while the side may pick one."""
        self.moment = (-1, -1, -1)
        """Round, phase and side of the last turn asked about."""
        self.saved_as = ""
        self.saved_at = -1
        self.began = self.chosen()
        """Number of choices at the start of the session."""
        self.leaving = -1
        """Number of choices when the player first tried to leave without saving."""
        self.turn_odds = TurnOdds(fight, terminal)
        self.shows_odds = True
        """Whether the odds are shown below the options."""
        self.resume_options = ""
        """Options for the command that resumes a saved fight."""

    def play(self) -> None:
        """Play until the fight is over; raises Left if the player leaves earlier."""
        alone = self.fight.state.clock.round
        while self.fight.outcome is None:
            self._tell()
            self._autosave()
            if self.fight.die is not None:
                self._ask_die()
            else:
                request = self.fight.request
                assert request is not None
                if not self.people.isdisjoint(request.seats):
                    alone = self.fight.state.clock.round
                    self._ask_choice(request)
                elif not self.fight.give_up(alone):
                    self.fight.push(self.minds[request.seats[0]](request))
        self._tell()
        self._autosave()

    def end(self) -> bool:
        """The end of the fight; True if the player undid a choice and plays on."""
        for line in ["", *summary(self.fight, self.marks, self.terminal)]:
            say(line)
        if not self.input.live or not self.people:
            return False
        say("")
        self.input.next_words = lambda before: [] if before else ["undo", "why", "log", "save"]
        while self.fight.outcome is not None:
            line = self._line("The fight is over. Enter to leave, or undo, why, log, save: ")
            if not line:
                return False
            self._command(line)
            if line.split()[0].lower() not in COMMANDS:
                self._say(f"{line.split()[0]!r} does nothing after the end of the fight.")
        return True

    def how_to_go_on(self) -> list[str]:
        """Hints for a player who leaves in the middle."""
        if self.fight.outcome is not None:
            return []
        if self.saved_at == len(self.fight.entries) and self.saved_as:
            return [f"Continue with: {self._resume_command(self.saved_as)}"]
        return self.terminal.wrap(
            "The fight is not saved. Next time use `save FILE` before you quit, or start with "
            "--save FILE."
        )

    # Narration.

    def _tell(self) -> None:
        lines = self.narration.lines(self.fight.events[self.told :])
        for line in lines:
            say(line)
        self.news += len(lines)
        self.told = len(self.fight.events)

    def _autosave(self) -> None:
        if self.autosave is not None:
            self._save(self.autosave)

    def _save(self, path: str) -> None:
        save_fight(self.fight, path)
        self.saved_as = path
        self.saved_at = len(self.fight.entries)

    def _resume_command(self, path: str) -> str:
        return f"shieldwall play --resume {shlex.quote(path)} {self.resume_options}".strip()

    # Questions.

    def _line(self, prompt: str) -> str:
        first, space, rest = self._typed(prompt).strip().partition(" ")
        return f"{ALIASES.get(first.lower(), first)}{space}{rest}"

    def _typed(self, prompt: str) -> str:
        """A line from the player; Ctrl-C and Ctrl-D ask before they leave, as `quit` does."""
        while True:
            try:
                return self.input.ask(prompt)
            except (KeyboardInterrupt, EOFError):
                if not self.input.live or self.fight.outcome is not None:
                    raise
                if self._may_leave(at_prompt=True):
                    raise

    def _ask_die(self) -> None:
        wanted = self.fight.die
        assert wanted is not None
        prompt = die_sentence(
            self.fight.state, self.fight.events, wanted.tag, wanted.sides, wanted.roller
        )
        self.input.next_words = lambda before: [] if before else list(COMMANDS)
        while True:
            line = self._line(f"{prompt}: ")
            if line and line.split()[0].lower() in COMMANDS:
                if self._command(line):
                    return
                continue
            try:
                self.fight.push_die(int(line))
                return
            except ValueError:
                say(f"A d{wanted.sides} shows 1 to {wanted.sides}, not {line!r}.")

    def _ask_referee(self, request: Request) -> None:
        """Ask for a ruling in words, or for one of two answers."""
        self.terminal.tell(request_sentence(self.fight.state, request))
        self.news = 0
        verbs = list(dict.fromkeys(choice.verb for choice in request.options))
        self.input.next_words = lambda before: [] if before else [*verbs, *COMMANDS]
        while True:
            line = self._line(f"{REFEREE_NAME}: {' or '.join(verbs)}? ")
            first, _, rest = line.partition(" ")
            if first in COMMANDS and first not in verbs:
                if self._command(line):
                    return
            elif line:
                if first in (RULE, REFUSE) and rest and not rest.startswith(": "):
                    line = f"{first} : {rest}"
                if self._push(request, line):
                    return

    def _push(self, request: Request, line: str) -> bool:
        names = self.fight.names
        try:
            self.fight.push(read_choice(names, request, line))
        except NotationError as error:
            self._say(self._ended(str(error)))
            return False
        except IllegalChoice as error:
            state = self.fight.state
            self._say(self._ended(refusal_sentence(names, state, error.refusal, error.choice)))
            return False
        return True

    def _ask_choice(self, request: Request) -> None:
        if request.unit == REFEREE and request.point == RULING:
            self._ask_referee(request)
            return
        ready = [unit for unit in ready_units(request) if unit.seat in self.people]
        on_turn = isinstance(request.options, TurnOptions)
        if on_turn:
            self._choose_focus(request, ready)
        choices = Choices(self.fight.names, request, self.focus if on_turn else request.unit)
        odds = self.turn_odds.lines(request, choices) if self.shows_odds else []
        for line in self.screen.before_choice(request, choices, ready, self.news, odds):
            say(line)
        self.news = 0
        typed = TypedLine(choices, ready, self.marks)
        self.input.next_words = lambda before: self._next_words(choices, ready, before)
        while True:
            line = self._line(self._prompt(request, choices))
            if not line:
                unit = request.battle.state.units[choices.unit]
                if not on_turn or unit.mains or unit.moves:
                    continue
                line = DONE
            try:
                line = typed.first_word(line, COMPLETED, COMMANDS)
            except NotationError as error:
                self._say(self._ended(str(error)))
                continue
            if line == EVERYBODY_DONE and on_turn:
                end_turns(self.fight, self.people)
                return
            if line in self.fight.names.index:
                if self._look_at(request, line, ready):
                    return
                continue
            if line.split()[0] in COMMANDS:
                if self._command(line, choices):
                    return
            elif self._answer(typed, line):
                return

    def _choose_focus(self, request: Request, ready: list[Unit]) -> None:
        """Keep the unit in focus while it can act; in a new phase, begin with one that attacks."""
        clock = self.fight.state.clock
        moment = (int(clock.round), int(clock.phase), int(ready[0].side))
        if self.screen.phase() and moment != self.moment:
            self.focus = first_to_attack(self.fight, request, ready)
        elif all(unit.index != self.focus for unit in ready):
            self.focus = int(ready[0].index)
        self.moment = moment

    def _prompt(self, request: Request, choices: Choices) -> str:
        name = self.fight.names.units[choices.unit]
        if isinstance(request.options, TurnOptions):
            return f"{name}> "
        return f"{name}: {' or '.join(choices.verbs())}? "

    def _next_words(self, choices: Choices, ready: list[Unit], before: list[str]) -> list[str]:
        idents = [unit.ident for unit in ready]
        if not before:
            return [*choices.verbs(), *COMPLETED, *(idents if len(ready) > 1 else [])]
        if before[0] in idents:
            number = next(unit.index for unit in ready if unit.ident == before[0])
            other = Choices(choices.names, choices.request, int(number))
            return other.next_words(before[1:])
        if before == ["log"]:
            return ["all"]
        if before == ["odds"]:
            return ["on", "off"]
        if before == ["options"]:
            return choices.verbs()
        if before == ["help"]:
            return [*verbs_of(self.fight.rules), *COMMANDS]
        if before == ["rule"]:
            return [*USAGE, *rule_ids(self.fight.rules)]
        meant = [verb for verb in choices.verbs() if verb.startswith(before[0])]
        if len(meant) == 1:
            before = [meant[0], *before[1:]]
        return choices.next_words(before)

    def _look_at(self, request: Request, ident: str, ready: list[Unit]) -> bool:
        """A name alone: show that unit's choices, or why it has none."""
        unit = self.fight.state.units[self.fight.names.index[ident]]
        if unit in ready:
            self.focus = int(unit.index)
            return True
        idle = Choice(int(unit.index), DONE)
        refusal = request.options.why_not(idle)
        if refusal is None:
            say(f"{start(who(self.fight.state, idle.unit))} is played by a mind.")
        else:
            self._say(self._ended(refusal_sentence(self.fight.names, self.fight.state, refusal)))
        return False

    def _answer(self, typed: TypedLine, line: str) -> bool:
        """Apply the typed answer; False after printing why it is refused."""
        names = self.fight.names
        try:
            choice = typed.read(line)
            while isinstance(choice, Question):
                asked = choice
                try:
                    answer = self._asked_back(asked)
                    if not answer:
                        return False
                    if answer.split()[0].lower() in COMMANDS:
                        if self._command(answer, typed.choices):
                            return True
                        continue
                    choice = typed.read(self._meant(typed, asked, answer))
                except NotationError as error:
                    if not self.input.live:
                        raise
                    self._say(self._ended(str(error)))
                    choice = asked
            if self._is_of_others(choice, typed.ready):
                return False
            self.fight.push(choice)
        except NotationError as error:
            self._say(self._ended(str(error)))
            return False
        except IllegalChoice as error:
            state = self.fight.state
            told = self._ended(refusal_sentence(names, state, error.refusal, error.choice))
            if error.refusal.reason == "not-this-phase" and self.screen.phase():
                told += f" Now: {self.screen.phase()}. `done` goes on."
            if not isinstance(typed.choices.request.options, TurnOptions):
                verbs = typed.choices.verbs()
                told += f" Now: {joined(verbs)}."
                if error.choice.verb not in verbs:
                    told = (
                        f"Answer this first. Now: {joined(verbs)}. `help {verbs[0]}` explains it."
                    )
            self._say(told)
            return False
        if isinstance(typed.choices.request.options, TurnOptions):
            self.focus = choice.unit
        return True

    def _asked_back(self, question: Question) -> str:
        """The player's answer to a follow-up question; "" to go back."""
        for number, (label, _) in enumerate(question.answers, 1):
            say(f"  {number:>2}  {label}")
        how = "number or name; Enter: back" if question.answers else "Enter: back"
        return self._line(f"{question.asked} ({how}) ").strip()

    def _meant(self, typed: TypedLine, question: Question, answer: str) -> str:
        """The line meant by an answer: a completion, or another action instead."""
        first = answer.split()[0].lower()
        if first in typed.choices.verbs() and first not in self.fight.names.index:
            return answer
        return question.line(answer)

    def _is_of_others(self, choice: Choice, ready: list[Unit]) -> bool:
        if choice.unit < 0:
            return False
        unit = self.fight.state.units[choice.unit]
        if unit.seat in self.people or not any(unit.side == other.side for other in ready):
            return False
        say(f"{start(who(self.fight.state, choice.unit))} is played by a mind.")
        return True

    def _say(self, text: str) -> None:
        """Print a sentence, wrapped."""
        self.terminal.tell(text)

    def _ended(self, message: str) -> str:
        return start(message) if message.endswith(("?", ".", "'")) else f"{start(message)}."

    # Commands.

    def _command(self, line: str, choices: Choices | None = None) -> bool:
        """Run a command that is not a choice in the fight; True if the question has changed."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        word = word.lower()
        if word == "quit":
            if self._may_leave():
                raise Left
            return False
        if word == "undo":
            return self._undo()
        if word == "rule":
            return self._rule(rest)
        if word == "help":
            self._help(rest.lower())
        elif word == "map":
            self._map(choices)
        elif word == "who":
            for line in self.screen.roster(-1 if choices is None else choices.unit, FULL_NAME):
                say(line)
        elif word == "why":
            self._why(rest)
        elif word == "log":
            self._log(rest == "all")
        elif word == "save":
            self._save_as(rest)
        elif word == "options" and choices is not None:
            self._options(choices, rest)
        elif word == "odds":
            self._odds(rest, choices)
        return False

    def _help(self, verb: str = "") -> None:
        """All commands, or the rule of one action: `help snap`."""
        if verb in COMMANDS:
            self._say(f"{verb}: {COMMANDS[verb]}")
            return
        cite = rule_of_verb(self.fight.rules, verb) if verb else ""
        if cite:
            self._read_rule(cite)
            return
        if verb:
            like = suggest(verb, [*verbs_of(self.fight.rules), *COMMANDS])
            self._say(self._ended(f"no action is called {verb!r}{like or MORE_HELP}"))
            return
        self._say("Type an action and its target, for example: run E6, attack orc, done.")
        self._say(
            "Beginnings of words are enough: att vet 1. TAB completes. `done` ends a turn, "
            "`done all` the turns of all your units. Other commands:"
        )
        for word, text in COMMANDS.items():
            for line in self.terminal.wrap(
                f"\xa0\xa0{word:<9}{text}".replace("  ", "\xa0\xa0"), " " * 11
            ):
                say(line)

    def _map(self, choices: Choices | None) -> None:
        height = int(self.fight.state.grid.height)
        acting = -1 if choices is None else choices.unit
        for line in self.screen.map(3 * height + len(self.fight.state.units), acting):
            say(line)

    def _why(self, rest: str) -> None:
        numbered = [event for event in self.fight.events if event.terms]
        back = int(rest) if rest.isdigit() and rest != "0" else 1
        if back > len(numbered):
            say("There are not that many rolls yet." if numbered else "No number yet.")
            return
        event = numbered[-back]
        say(self.narration.coloured(sentence(self.fight.names, self.fight.state, event)))
        self.terminal.tell(f"  {why(event)}", "    ")

    def _log(self, everything: bool) -> None:
        events = self.fight.events
        first = 0
        if not everything:
            rounds = [n for n, event in enumerate(events) if isinstance(event, RoundBegan)]
            first = rounds[-2] if len(rounds) > 1 else 0
        for line in self.narration.lines(events[first:]):
            say(line)

    def _save_as(self, path: str) -> None:
        if not path:
            say("Name a file: save FILE")
            return
        problem = why_not_overwrite(path)
        if problem:
            say(problem)
            return
        try:
            self._save(path)
        except OSError as error:
            say(f"{path}: {error.strerror}")
            return
        say(f"Saved. Continue with: {self._resume_command(path)}")

    def _options(self, choices: Choices, only: str = "") -> None:
        """Print the options; long lists are cut unless one verb was given."""
        meant = [verb for verb in choices.verbs() if verb.startswith(only.lower())]
        if not meant:
            like = suggest(only.lower(), choices.verbs())
            self._say(self._ended(f"you cannot {only} now{like or MORE_OPTIONS}"))
        for verb in meant:
            texts = [text.removeprefix(f"{verb} ") for text in choices.full_list(verb)]
            more = 0 if only else len(texts) - MOST_LISTED
            if more > 1:
                texts = [*texts[:MOST_LISTED], f"and {more} more (`options {verb}`)"]
            text = verb if texts == [verb] else f"{verb}: {', '.join(texts)}"
            self.terminal.tell(f"  {text}", "    ")

    def _odds(self, rest: str, choices: Choices | None) -> None:
        if rest in ("on", "off"):
            self.shows_odds = rest == "on"
            say(f"Odds: {'shown' if self.shows_odds else 'hidden'}.")
        elif rest:
            say("Type `odds`, `odds on` or `odds off`.")
        elif choices is not None:
            lines = self.turn_odds.lines(choices.request, choices, True)
            for line in lines or ["None of your choices rolls dice."]:
                say(line)

    def chosen(self) -> int:
        """Number of choices on the tape."""
        return sum(isinstance(entry, Chose) for entry in self.fight.entries)

    def _may_leave(self, at_prompt: bool = False) -> bool:
        """Whether everything is saved, or the player has asked twice."""
        entries = len(self.fight.entries)
        if self.chosen() == self.began or entries in (self.saved_at, self.leaving):
            return True
        self.leaving = entries
        if at_prompt:
            say("")
        self._say(
            "The fight is not saved: `save FILE` saves it, `quit` again leaves without saving."
        )
        return False

    def _read_rule(self, ident: str) -> None:
        problem = read_rule(self.terminal, self.fight.rules, ident)
        if problem:
            self._say(self._ended(problem))

    def _rule(self, text: str) -> bool:
        """`rule hp ogre 5 # it was hurt before`, or `rule SOV-081` to read one."""
        if is_rule_id(text):
            self._read_rule(text)
            return False
        what, _, note = f" {text}".partition(" #")
        if not what.strip():
            say("Rulings you can make (add ` # why` for the log):")
            for usage in USAGE.values():
                say(f"  rule {usage}")
            say("  rule force ogre attack alda with club")
            return False
        names, state = self.fight.names, self.fight.state
        before = len(self.fight.events)
        try:
            self.fight.rule(what.strip(), note.strip())
        except NotationError as error:
            self._say(self._ended(str(error)))
            return False
        except BadRuling as error:
            words = error.words or refusal_sentence(names, state, error.refusal)
            self._say(self._ended(words))
            return False
        self.told = min(self.told, before, self.fight.marks[-1])
        return True

    def _undo(self) -> bool:
        """Undo up to the player's own last answer, including later answers of minds."""
        trial = self.fight.fork()
        pops, taken = 0, ""
        try:
            while not taken:
                taken = last_choice(trial, self.people)
                trial.pop()
                pops += 1
        except NothingToUndo:
            say("You have no choice to take back.")
            return False
        for _ in range(pops):
            self.fight.pop()
        self.told = len(self.fight.events)
        say(self.terminal.paint(f"Taken back: {taken}.", "dim"))
        return True
