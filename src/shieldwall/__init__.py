"""Shieldwall: combat of old-school tabletop games, played by the rules.

    >>> from shieldwall import Fight, load_encounter
    >>> fight = Fight(load_encounter("duel"), seed=7)
    >>> fight.request.options  # doctest: +ELLIPSIS
    <...>

The names below are the public ones; each is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shieldwall.version import __version__ as __version__

if TYPE_CHECKING:
    from shieldwall.content import ContentError, list_encounters, load_encounter
    from shieldwall.core.request import Choice, IllegalChoice, Refusal, Request
    from shieldwall.core.ruleset import Dial, Ruleset
    from shieldwall.core.setup import Setup
    from shieldwall.core.state import Outcome, State
    from shieldwall.fight import Fight
    from shieldwall.minds import make_mind
    from shieldwall.rules import RULESETS
    from shieldwall.savefile import SaveError, load_fight, replay_file, save_fight, tape_text
    from shieldwall.sim import SimResult, simulate
    from shieldwall.telling import refusal_sentence, sentence


_HOMES = {
    "Choice": "core.request",
    "ContentError": "content",
    "Dial": "core.ruleset",
    "Fight": "fight",
    "IllegalChoice": "core.request",
    "Outcome": "core.state",
    "RULESETS": "rules",
    "Refusal": "core.request",
    "Request": "core.request",
    "Ruleset": "core.ruleset",
    "SaveError": "savefile",
    "Setup": "core.setup",
    "SimResult": "sim",
    "State": "core.state",
    "list_encounters": "content",
    "load_encounter": "content",
    "load_fight": "savefile",
    "make_mind": "minds",
    "refusal_sentence": "telling",
    "replay_file": "savefile",
    "save_fight": "savefile",
    "sentence": "telling",
    "simulate": "sim",
    "tape_text": "savefile",
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
