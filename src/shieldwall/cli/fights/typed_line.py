"""Parser for typed choices: abbreviations, shown names, follow-up questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from shieldwall.books.shared.charge import CHARGE
from shieldwall.display.choice_groups import Choices, likeliest, says_the_same
from shieldwall.display.markers import Marks
from shieldwall.engine.option import option_of
from shieldwall.engine.points import RULING
from shieldwall.engine.ruleset import Ruleset
from shieldwall.engine.space.measure import distance
from shieldwall.engine.space.square_names import parse_place
from shieldwall.engine.state.state import State, Unit
from shieldwall.engine.tape.request import DONE, PASS, REFEREE, Choice
from shieldwall.engine.turn_options import TurnOptions
from shieldwall.text.notation import NotationError, parse_choice, read_choice, suggest
from shieldwall.text.sentences import who, whose

LONGEST_NAME: Final = 5
"""Maximum words of a name."""
MOST_SQUARES: Final = 12
"""Maximum squares offered by number; with more, the player types the name."""
LITTLE_WORDS: Final = ("at", "on", "to", "the", "towards")
TOGETHER: Final = re.compile(r"\b([A-Za-z]{3,})([0-9]+)\b")
"""`bandit1`, written without a space."""
FREE_TEXT: Final = "improvise"
"""The verb with a free-text note."""


@dataclass(eq=False)
class Question:
    """A missing part: the question, and for each answer a label and its line."""

    asked: str
    answers: list[tuple[str, str]]
    said: str
    """The text before a typed answer …"""
    tail: str = ""
    """… and the text after it."""

    def line(self, answer: str) -> str:
        """The line meant by an answer: a number, words, or the whole line again."""
        if answer.isdigit() and self.answers:
            if not 1 <= int(answer) <= len(self.answers):
                raise NotationError(f"there is no choice {answer}; type 1 to {len(self.answers)}")
            return self.answers[int(answer) - 1][1]
        if answer.split()[:1] == self.said.split()[:1]:
            return answer
        return f"{_insert(self.said, answer)}{self.tail}"


class TypedLine:
    """Reads lines for the units that can act now."""

    def __init__(self, choices: Choices, ready: list[Unit], marks: Marks) -> None:
        self.choices = choices
        self.ready = ready
        self.marks = marks
        self.names = choices.names
        self.state: State = choices.request.battle.state

    # Words.

    def first_word(self, line: str, commands: Iterable[str], exact: Iterable[str]) -> str:
        """The line with its abbreviated first word written out.

        Raises NotationError if it is ambiguous.
        """
        first, _, rest = line.partition(" ")
        wanted = first.lower()
        known = [*self.choices.verbs(), *commands]
        if wanted in known or wanted in exact or wanted in self.names.index:
            return f"{wanted} {rest}".strip()
        meant = [word for word in known if word.startswith(wanted)]
        every = self._all_verbs()
        if not meant:
            meant = [verb for verb in every if wanted in option_of(verb).words.synonyms]
        if not meant:
            meant = [verb for verb in every if verb.startswith(wanted)]
        if len(meant) == 1:
            return f"{meant[0]} {rest}".strip()
        ident, more = self._leading_unit(line)
        if ident:
            return f"{ident} {more}".strip()
        if meant:
            raise NotationError(f"{first} could be {joined(meant)}; type a little more")
        return line

    def _all_verbs(self) -> list[str]:
        rules = self.choices.request.battle.rules
        reactions = [spec.verb for spec in rules.reaction_list]
        return list(dict.fromkeys([DONE, PASS, *self.choices.verbs(), *rules.actions, *reactions]))

    def _leading_unit(self, line: str) -> tuple[str, str]:
        """The unit at the start of a line, by its shown name, and the rest of the line."""
        words = line.split()
        own = [int(unit.index) for unit in self.ready]
        for length in range(min(LONGEST_NAME, len(words)), 0, -1):
            text = " ".join(words[:length])
            found = self._called(text, own)
            sure = [unit for unit in found if unit in own or _plain(text) in self._exact(unit)]
            if len(found) == 1 and sure:
                return self.names.units[found[0]], " ".join(words[length:])
        return "", line

    def _called(self, text: str, likely: list[int]) -> list[int]:
        """The units a text may mean: by id, shown name, mark or the start of a word."""
        wanted = _plain(text)
        if not wanted:
            return []
        everybody = [int(unit.index) for unit in self.state.units if unit.is_present()]
        marked = [unit for unit in everybody if self.marks.name(self.state.units[unit]) == text]
        exact = [unit for unit in everybody if wanted in self._exact(unit)]
        if marked or exact:
            return marked if len(marked) == 1 else exact
        tests: list[Callable[[str], bool]] = [
            lambda name: _word_by_word(name, wanted),
            lambda name: any(_word_by_word(part, wanted) for part in _tails(name)),
            lambda name: _in_order(name, wanted),
        ]
        for units in (likely, everybody):
            for fits in tests:
                found = [unit for unit in units if any(map(fits, self._spelt(unit)))]
                if found:
                    return found
        apart = TOGETHER.sub(r"\1 \2", text)
        return self._called(apart, likely) if apart != text else []

    def _exact(self, unit: int) -> set[str]:
        """Names and the mark, except a mark that differs from another only in case."""
        marks = [self.marks.name(each).lower() for each in self.state.units]
        mark = marks[unit]
        return {*self._spelt(unit), *([mark] if marks.count(mark) == 1 else [])}

    def _spelt(self, unit: int) -> list[str]:
        return [_plain(self.names.units[unit]), _plain(who(self.state, unit))]

    # Choices.

    def read(self, line: str) -> Choice | Question:
        """The choice of a line; a question if target, square or item is missing."""
        request = self.choices.request
        first, _, rest = line.partition(" ")
        choices, head = self.choices, ""
        if first.lower() in self.names.index and rest:
            number = self.names.index[first.lower()]
            choices, head = Choices(self.names, request, number), f"{first.lower()} "
            typed = TypedLine(choices, self.ready, self.marks)
            line = typed.first_word(rest, (), ())
            first, _, rest = line.partition(" ")
        if first.lower() not in self._all_verbs():
            if request.point == RULING and request.unit == REFEREE:
                return read_choice(self.names, request, line)
            like = suggest(first.lower(), [*self.names.units, *self._all_verbs()])
            raise NotationError(
                f"{first!r} is neither a unit nor an action"
                + (like or "; `options` lists what you can do")
            )
        verb = first.lower()
        if verb == PASS and isinstance(request.options, TurnOptions):
            raise NotationError("use 'done' to end a turn")
        rules = request.battle.rules
        reactions = [spec.verb for spec in rules.reaction_list]
        if isinstance(request.options, TurnOptions) and verb in reactions:
            if verb not in rules.actions and verb not in choices.verbs():
                raise NotationError(f"{verb} is a reaction: you are asked when you can use it")
        try:
            said = self._spelt_out(choices, verb, rest, head)
            if isinstance(said, Question):
                return said
            choice = parse_choice(self.names, f"{self.names.units[choices.unit]} {said}")
        except NotationError:
            if choices.of(verb) or verb not in rules.actions:
                raise
            # There is nothing to aim at now; the refusal of the verb alone says why.
            return likeliest(choices, self._at_the_nearest(choices, Choice(choices.unit, verb)))
        self._check_foe(choice)
        question = self._open(choices, choice, f"{head}{said}")
        return question or likeliest(choices, self._at_the_nearest(choices, choice))

    def _check_foe(self, choice: Choice) -> None:
        """Refuse a charge at a friend by name: without a path the rules would ask for a square."""
        if choice.verb != CHARGE.verb or choice.target < 0 or choice.path:
            return
        mine, other = self.state.units[choice.unit], self.state.units[choice.target]
        if not self.choices.request.battle.are_foes(mine, other):
            friend, own = who(self.state, choice.target), whose(self.state, choice.unit)
            raise NotationError(f"{friend} is not one of {own} foes")

    def _spelt_out(self, choices: Choices, verb: str, rest: str, head: str) -> str | Question:
        """The words after a verb in the exact notation."""
        if verb == FREE_TEXT or " : " in rest:
            return choices.with_note(f"{verb} {rest}".strip())
        rest, note, several = self._note(choices, verb, rest)
        if several:
            lines = [f"{head}{verb} {rest} : {each}" for each in several]
            return _numbered(f"{verb} what?", lines, several, f"{head}{verb} {rest}")
        rest, _, weapon = f" {rest} ".partition(" with ")
        words = [word for word in rest.split() if word.lower() not in LITTLE_WORDS]
        out: list[str] = []
        while words:
            length, found = self._units_at(choices, verb, words)
            if len(found) > 1:
                tail = " ".join(words[length:]) + (f" with {weapon.strip()}" if weapon else "")
                tail += f" : {note}" if note else ""
                before = " ".join([f"{head}{verb}", *out])
                lines = [f"{before} {self.names.units[unit]} {tail}" for unit in found]
                shown = [self._shown(unit) for unit in found]
                return _numbered(f"{verb} which target?", lines, shown, before, tail)
            if not found:
                self._check_word(choices, verb, words[0])
            out.append(self.names.units[found[0]] if found else words[0])
            words = words[length:]
        text = " ".join([verb, *out])
        if weapon.strip():
            text += f" with {self._weapon(choices, verb, weapon)}"
        return f"{text} : {note}" if note else text

    def _units_at(self, choices: Choices, verb: str, words: list[str]) -> tuple[int, list[int]]:
        """The number of words that name a unit, and the candidates; a square stays as typed."""
        aims = list(dict.fromkeys(one.target for one in choices.of(verb) if one.target >= 0))
        if words[0].lower() in self.names.index:
            longer = f"{words[0]} {words[1]}" if len(words) > 1 else ""
            if not longer or not self._called(longer, aims):
                return 1, [self.names.index[words[0].lower()]]
        place = all(parse_place(part, self.names.mapless) for part in words[0].split("-"))
        for length in range(min(LONGEST_NAME, len(words)), 0, -1):
            text = " ".join(words[:length])
            found = self._called(text, aims)
            if place and length == 1 and self._goes_to_squares(verb) and not aims:
                break
            within = [unit for unit in found if unit in aims]
            if found:
                return length, within or found[:1]
        return 1, []

    def _check_word(self, choices: Choices, verb: str, word: str) -> None:
        """Refuse a word that is not shown anywhere, where the verb goes to no square."""
        aims = list(dict.fromkeys(one.target for one in choices.of(verb) if one.target >= 0))
        if not aims or any(one.path for one in choices.of(verb)) or "-" in word:
            return
        if parse_place(word, self.names.mapless) is None:
            return
        shown = joined([f"{self._shown(aim)} ({self._mark(aim)})" for aim in aims])
        raise NotationError(f"no unit is called {word!r} here; {verb} can aim at {shown}")

    def _mark(self, unit: int) -> str:
        return self.marks.name(self.state.units[unit])

    def _goes_to_squares(self, verb: str) -> bool:
        spec = self.choices.request.battle.rules.actions.get(verb)
        return spec is None or ("p" in spec.uses and "t" not in spec.uses)

    def _note(self, choices: Choices, verb: str, rest: str) -> tuple[str, str, list[str]]:
        """The words without the note, the note, and the candidates if it is ambiguous."""
        notes = list(dict.fromkeys(one.note for one in choices.of(verb) if one.note))
        if not notes or not rest:
            return rest, "", []
        exact = choices.with_note(f"{verb} {rest}")
        if " : " in exact:
            said, _, note = exact.partition(" : ")
            return said.partition(" ")[2], note, []
        words = rest.split()
        for length in range(len(words), 0, -1):
            sides = ((words[:length], words[length:]), (words[-length:], words[:-length]))
            for part, others in sides:
                wanted = " ".join(part).lower()
                if self._is_unit_or_square(wanted):
                    continue
                found = [note for note in notes if note.lower().startswith(wanted)]
                if len(found) == 1:
                    return " ".join(others), found[0], []
                if found:
                    return " ".join(others), "", found
        return rest, "", []

    def _is_unit_or_square(self, text: str) -> bool:
        return text in self.names.index or parse_place(text, self.names.mapless) is not None

    def _weapon(self, choices: Choices, verb: str, text: str) -> str:
        """The weapon whose name starts with the text; those of the verb first."""
        wanted = text.strip().lower()
        held = self.names.weapons[choices.unit]
        if wanted in held:
            return wanted
        for known in (choices.weapons(verb), held):
            found = [name for name in known if _begins(name, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                raise NotationError(f"{text.strip()!r} could be {joined(found)}")
        return wanted

    def _open(self, choices: Choices, choice: Choice, said: str) -> Question | None:
        """The question for the missing part of a choice: target, item, square."""
        if choice.verb == FREE_TEXT:
            return None
        if choices.request.options.why_not(choice) is None:
            return None
        fitting = [one for one in choices.of(choice.verb) if says_the_same(choice, one)]
        on_turn = isinstance(choices.request.options, TurnOptions)
        return (
            self._which_target(choice, said, fitting, 1 if on_turn else 2)
            or self._which_note(choice, said, fitting)
            or self._which_square(choice, said, fitting)
        )

    def _at_the_nearest(self, choices: Choices, choice: Choice) -> Choice:
        """The nearest foe if a verb has no legal target, for a specific refusal."""
        spec = choices.request.battle.rules.actions.get(choice.verb)
        asks = choices.request.options.why_not
        aimless = spec is not None and "t" in spec.uses and choice.target < 0
        if not aimless or choices.of(choice.verb) or asks(choice) is None:
            return choice
        unit = self.state.units[choice.unit]
        foes = [each for each in self.state.units if each.is_present() and each.side != unit.side]
        if not foes:
            return choice
        foe = int(min(foes, key=lambda each: distance(unit, each)).index)
        near = likeliest(choices, Choice(choice.unit, choice.verb, foe, choice.weapon))
        return choice if asks(near) is None else near

    def _which_target(
        self, choice: Choice, said: str, fitting: list[Choice], least: int
    ) -> Question | None:
        """Ask for the target; on a turn even if there is only one: a verb alone is no order yet."""
        aims = list(dict.fromkeys(one.target for one in fitting))
        if choice.target >= 0 or len(aims) < least or -1 in aims:
            return None
        verb, _, note = said.partition(" : ")
        tail = f" : {note}" if note else ""
        lines = [f"{_insert(verb, self.names.units[aim])}{tail}" for aim in aims]
        labels = [f"{choice.verb} {self._shown(aim)}" for aim in aims]
        answers = list(zip(labels, lines, strict=True))
        return Question(f"{choice.verb} which target?", answers, verb, tail)

    def _shown(self, unit: int) -> str:
        return who(self.state, unit).removeprefix("the ")

    def _which_note(self, choice: Choice, said: str, fitting: list[Choice]) -> Question | None:
        notes = list(dict.fromkeys(one.note for one in fitting))
        if choice.note or len(notes) < 2 or "" in notes:
            return None
        lines = [f"{said} : {note}" for note in notes]
        labels = [f"{said} {note}" for note in notes]
        return Question(f"{said} what?", list(zip(labels, lines, strict=True)), said)

    def _which_square(self, choice: Choice, said: str, fitting: list[Choice]) -> Question | None:
        if choice.path or choice.target >= 0:
            return None
        ends = list(dict.fromkeys(one.path[-1] for one in fitting if one.path))
        if len(ends) < 2 or any(not one.path for one in fitting):
            return None
        said, _, note = said.partition(" : ")
        tail = f" : {note}" if note else ""
        places = [self.names.square(cell) for cell in ends]
        if len(places) > MOST_SQUARES:
            return Question(f"{choice.verb} where? (for example {places[0]})", [], said, tail)
        answers = [(f"{choice.verb} {place}", f"{said} {place}{tail}") for place in places]
        return Question(f"{choice.verb} where?", answers, said, tail)


def _numbered(
    asked: str, lines: list[str], shown: list[str], said: str, tail: str = ""
) -> Question:
    verb = asked.partition(" ")[0]
    answers = [
        (f"{verb} {label}", " ".join(line.split()))
        for label, line in zip(shown, lines, strict=True)
    ]
    return Question(asked, answers, said, f" {tail}".rstrip())


def _insert(said: str, ident: str) -> str:
    """Insert the target before the weapon."""
    before, with_, weapon = said.partition(" with ")
    return f"{before} {ident}{with_}{weapon}"


def rule_of_verb(rules: Ruleset, typed: str) -> str:
    """The rule of an action or reaction whose verb begins with this; "" if there is none."""
    cites = {spec.verb: spec.cite for spec in rules.reaction_list}
    cites.update({spec.verb: spec.cite for spec in rules.action_list})
    return cites.get(typed) or next((cites[verb] for verb in cites if verb.startswith(typed)), "")


def joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _plain(text: str) -> str:
    """Normalised name for comparison: lower-case, no article, spaces for dashes."""
    name = re.sub(r"[-_#\s]+", " ", text.lower()).strip().rstrip(".")
    return name.removeprefix("the ")


def _tails(name: str) -> list[str]:
    words = name.split()
    return [" ".join(words[number:]) for number in range(1, len(words)) if words[number].isalpha()]


def _word_by_word(name: str, wanted: str) -> bool:
    """Whether each word starts as typed: `vet 1` for Veteran 1, not for Veteran 10."""
    words, typed = name.split(), wanted.split()
    return len(typed) <= len(words) and all(
        word == part if part.isdigit() else word.startswith(part)
        for word, part in zip(words, typed, strict=False)
    )


def _in_order(name: str, wanted: str) -> bool:
    """The same with words left out: `vet 1` for Veteran archer 1."""
    words = name.split()
    for part in wanted.split():
        fits = (word == part if part.isdigit() else word.startswith(part) for word in words)
        place = next((place for place, fit in enumerate(fits) if fit), -1)
        if place < 0:
            return False
        words = words[place + 1 :]
    return True


def _begins(name: str, wanted: str) -> bool:
    return any(part.startswith(wanted) for part in [name, *_tails(name)])
