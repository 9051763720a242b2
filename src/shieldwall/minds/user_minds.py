"""User minds: `file.py:name`, any callable from a request to a choice.

Exceptions and illegal answers of such a mind are reported and end the run.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path

from shieldwall.engine.tape.request import Choice, Request
from shieldwall.minds.mind import Mind
from shieldwall.text.notation import Names, choice_text, suggest
from shieldwall.text.sentences import refusal_sentence, request_sentence, who


class MindError(ValueError):
    """A mind that cannot be used; the message is for the user."""


class MindFailed(ValueError):
    """A mind that raised an error or gave an illegal answer: its name, unit and request."""

    def __init__(self, mind: str, unit: str, request: str, why: str) -> None:
        super().__init__(f"the mind {mind} failed for {unit} ({request.rstrip('.?')}): {why}")
        self.mind = mind
        self.unit = unit
        self.request = request
        self.why = why


class OwnMind(Mind):
    """A user's callable at a seat."""

    def __init__(self, name: str, answer: Callable[[Request], object]) -> None:
        super().__init__(name, getattr(answer, "recalls", True) is True)
        self.answer = answer

    def __call__(self, request: Request) -> Choice:
        try:
            choice = self.answer(request)
        except Exception as error:
            raise self.failed(request, in_words(error)) from error
        if not isinstance(choice, Choice):
            raise self.failed(request, f"it answered {choice!r:.80}, which is no Choice")
        refusal = request.options.why_not(choice)
        if refusal is not None:
            state = request.battle.state
            names = Names(state)
            sentence = refusal_sentence(names, state, refusal, choice)
            raise self.failed(request, f"it answered '{shown(names, choice)}'. {sentence}")
        return choice

    def plan(self, request: Request, choice: Choice) -> str:
        tell = getattr(self.answer, "plan", None)
        if tell is None:
            return ""
        try:
            return str(tell(request, choice))
        except Exception as error:
            raise self.failed(
                request, f"asked for its plan, it raised {in_words(error)}"
            ) from error

    def failed(self, request: Request, why: str) -> MindFailed:
        state = request.battle.state
        unit = "its side"
        if request.unit >= 0:
            unit = who(state, request.unit)
        return MindFailed(self.name, unit, request_sentence(state, request), why)


def shown(names: Names, choice: Choice) -> str:
    """The choice in notation, as far as possible."""
    try:
        return choice_text(names, choice)
    except (IndexError, KeyError):
        return repr(choice)


def in_words(error: Exception) -> str:
    """The exception, and the last line of the user's file in its traceback."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".py"):
            place = f" ({Path(file).name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return f"{type(error).__name__}: {error}{place}"


def is_own(text: str) -> bool:
    """Whether a name refers to a file."""
    return text.rpartition(":")[0].endswith(".py") or text.endswith(".py")


def own_mind(text: str) -> OwnMind:
    """The mind of `file.py:name`."""
    file, colon, name = text.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise MindError(f"{text}: say which mind of the file, as in {text}:my_mind")
    path = Path(file)
    if not path.is_file():
        raise MindError(f"{file}: no such file")
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise MindError(f"{file}: cannot be read as Python")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise MindError(f"{file}: {in_words(error)}") from error
    found = getattr(module, name, None)
    if found is None:
        known = [word for word, value in vars(module).items() if callable(value)]
        known = [word for word in known if not word.startswith("_")]
        hint = suggest(name, known, f"; there is {', '.join(known)}" if known else "")
        raise MindError(f"{file}: has no {name!r}{hint}")
    if isclass(found):
        try:
            found = found()
        except Exception as error:
            raise MindError(f"{file}: {name} cannot be made: {in_words(error)}") from error
    if not callable(found):
        raise MindError(f"{file}: {name} is {type(found).__name__}, not a callable")
    return OwnMind(text, found)


__all__ = ["MindError", "MindFailed", "OwnMind", "is_own", "own_mind"]
