"""Shieldwall: combat of old-school tabletop games, played by the rules.

    >>> from shieldwall import Fight, load_encounter
    >>> fight = Fight(load_encounter("duel"), seed=7)
    >>> fight.request.options  # doctest: +ELLIPSIS
    <...>

The names below are the public ones; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.moved import accept_old_names
from shieldwall.version import __version__ as __version__

if TYPE_CHECKING:
    from shieldwall.books import RULESETS
    from shieldwall.content import ContentError, list_encounters, load_encounter
    from shieldwall.engine.ruleset import Dial, Ruleset
    from shieldwall.engine.state.setup import Setup
    from shieldwall.engine.state.state import Outcome, State
    from shieldwall.engine.tape.request import Choice, IllegalChoice, Refusal, Request
    from shieldwall.fight import Fight
    from shieldwall.minds import make_mind
    from shieldwall.sim import SimResult, simulate
    from shieldwall.store.save_file import SaveError, load_fight, replay_file, save_fight, tape_text
    from shieldwall.text.sentences import refusal_sentence, sentence

accept_old_names()

_HOMES = {
    "Choice": "engine.tape.request",
    "ContentError": "content",
    "Dial": "engine.ruleset",
    "Fight": "fight",
    "IllegalChoice": "engine.tape.request",
    "Outcome": "engine.state.state",
    "RULESETS": "books",
    "Refusal": "engine.tape.request",
    "Request": "engine.tape.request",
    "Ruleset": "engine.ruleset",
    "SaveError": "store.save_file",
    "Setup": "engine.state.setup",
    "SimResult": "sim",
    "State": "engine.state.state",
    "list_encounters": "content",
    "load_encounter": "content",
    "load_fight": "store.save_file",
    "make_mind": "minds",
    "refusal_sentence": "text.sentences",
    "replay_file": "store.save_file",
    "save_fight": "store.save_file",
    "sentence": "text.sentences",
    "simulate": "sim",
    "tape_text": "store.save_file",
}

__all__ = [
    "RULESETS", "Choice", "ContentError", "Dial", "Fight", "IllegalChoice", "Outcome", "Refusal",
    "Request", "Ruleset", "SaveError", "Setup", "SimResult", "State", "list_encounters",
    "load_encounter", "load_fight", "make_mind", "refusal_sentence", "replay_file", "save_fight",
    "sentence", "simulate", "tape_text",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'shieldwall' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"shieldwall.{home}"), name)
