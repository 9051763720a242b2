"""Parsing the changes of a comparison: `rules=sovereign-early, mind.foes=simple`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from shieldwall.books import RULINGS
from shieldwall.books.former_dials import RETIRED, dial_name, dial_value
from shieldwall.content import load_party, setup_from_text, setup_to_text
from shieldwall.content.formats.problems import did_you_mean, fail
from shieldwall.content.house_rules.ruling_text import dial_problem, dials_of, more_rulings
from shieldwall.content.setup_changes import at_distance, with_hp, with_number, with_party
from shieldwall.engine.state.setup import Setup
from shieldwall.fight_start import rules_of
from shieldwall.sim.job import Job
from shieldwall.sim.mind_assignment import seat_minds
from shieldwall.sim.rule_switches import MORALE, Switches

KEYS: Final = (
    "rules", "party", "mind", "mind.SIDE", "without", "dial.NAME", "number.FOE", "hp.FOE",
    "distance",
)  # fmt: skip
WHERE: Final = "--with"

Reload = Callable[[str], Setup]
"""Loads the same source with another book."""


OF_THE_FIELD: Final = ("party", "number", "hp", "distance")
"""Changes that are impossible in a saved fight."""


@dataclass(frozen=True)
class Variant:
    """A job and its label."""

    label: str
    job: Job


def make_variant(base: Job, text: str, reload: Reload) -> Variant:
    """The base job with the changes of the text, separated by commas."""
    job = base
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise fail(WHERE, "say what to change, such as `initiative_tie=players`")
    # Another book reloads the whole fight, so that comes first.
    for part in sorted(parts, key=lambda part: not part.startswith("rules=")):
        job = changed_by(job, part, reload)
    return Variant(label_of(base, parts), job)


def label_of(base: Job, parts: list[str]) -> str:
    """A ruling names the option it replaces; other changes are self-explanatory."""
    book = rules_of(setup_from_text(base.setup_text))
    said = []
    for part in parts:
        name, _, word = (text.strip() for text in part.partition("="))
        ruling = RULINGS.get(dial_name(name))
        taken = None if ruling is None else ruling.taken_by(book)
        if taken is not None and taken.word != word:
            part += f" instead of {taken.word}"
        said.append(part)
    return ", ".join(said)


def changed_by(job: Job, part: str, reload: Reload) -> Job:
    key, equals, value = (word.strip() for word in part.partition("="))
    if not equals or not value:
        raise fail(
            WHERE, f"{part!r} should read NAME=VALUE; names are {', '.join(KEYS)} or a ruling"
        )
    setup = setup_from_text(job.setup_text)
    head, _, tail = key.partition(".")
    if job.tape and head in OF_THE_FIELD:
        raise fail(
            WHERE,
            f"{part!r}: A saved fight brings its own people and places; change rulings, dials, "
            "minds, or what is left out",
        )
    if key == "rules":
        return replace(job, setup_text=setup_to_text(reload(value)))
    if key == "party":
        return with_setup(job, with_party(setup, load_party(value, setup.rules)))
    if head == "mind":
        minds = (*job.minds, f"{tail}={value}" if tail else value)
        seat_minds(setup, minds)
        return replace(job, minds=minds)
    if key == "without":
        return switched_off(job, value, setup)
    if head == "dial" and tail:
        return with_dial(job, tail, value, setup)
    if head in ("number", "hp") and tail:
        change = with_number if head == "number" else with_hp
        return with_setup(job, change(setup, tail, whole(part, value)))
    if key == "distance":
        return with_setup(job, at_distance(setup, whole(part, value)))
    key = dial_name(key)
    if key not in RULINGS and key not in rules_of(setup).cites:
        known = [*KEYS, *RULINGS]
        raise fail(WHERE, f"unknown {key!r}{did_you_mean(key, known) or ''}")
    setup.rulings = more_rulings(rules_of(setup), setup.rulings, ((key, value),), WHERE)
    return with_setup(job, setup)


def with_setup(job: Job, setup: Setup) -> Job:
    return replace(job, setup_text=setup_to_text(setup))


def switched_off(job: Job, verb: str, setup: Setup) -> Job:
    rules = rules_of(setup)
    known = [MORALE, *rules.actions, *(spec.verb for spec in rules.reaction_list)]
    if verb not in known:
        raise fail(WHERE, f"without={verb}: no such rule{did_you_mean(verb, known)}")
    before = job.switches
    return replace(job, switches=Switches(before.dials, (*before.without, verb)))


def with_dial(job: Job, name: str, value: str, setup: Setup) -> Job:
    rules = rules_of(setup)
    if name in RETIRED:
        raise fail(WHERE, f"dial.{name}: {RETIRED[name]}")
    given, name = name, dial_name(name)
    known = dials_of(rules)
    if name not in known:
        raise fail(WHERE, f"no dial is called {name!r}{did_you_mean(name, known)}")
    before = job.switches
    number = dial_value(given, whole(f"dial.{given}={value}", value))
    problem = dial_problem(rules, name, number)
    if problem:
        raise fail(WHERE, f"dial.{name}={value}: {problem}")
    return replace(job, switches=Switches((*before.dials, (name, number)), before.without))


def whole(part: str, value: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,4}%?( ?ft)?", value) is None:
        raise fail(WHERE, f"{part!r}: {value!r} should be a whole number")
    return int(value.removesuffix("%").removesuffix("ft").strip())
