"""Simulation jobs from an encounter's text: unchanged and with changes."""

from __future__ import annotations

from dataclasses import replace

from shieldwall.content.combatants.parties import party_by
from shieldwall.content.formats.naming import plural_of
from shieldwall.content.formats.problems import ContentError
from shieldwall.content.formats.yaml_tree import parse_tree
from shieldwall.content.setup_changes import (
    at_distance,
    feet_apart,
    foe_kinds,
    players_side,
    with_hp,
    with_number,
    with_party,
)
from shieldwall.content.setup_text import setup_from_text, setup_to_text
from shieldwall.content.user_folder import own_files
from shieldwall.engine.state.setup import Setup
from shieldwall.exchange.yaml_edit import tree_of
from shieldwall.fight_start import rules_of
from shieldwall.sim.job import Job
from shieldwall.sim.rule_switches import MORALE, Switches
from shieldwall.table.library.editor_view import sketch
from shieldwall.table.library.library_files import read_own
from shieldwall.table.library.library_lines import shipped_text
from shieldwall.table.library.library_models import AskChances, Changes, DraftSide, FoeKind, Knobs
from shieldwall.table.play.fight_setup import Wrong

SHOCK = "shock"


def text_of(wanted: AskChances) -> str:
    """The text in the request, or that of the named file."""
    if wanted.text:
        return wanted.text
    if wanted.encounter in own_files("encounters"):
        return read_own("encounters", wanted.encounter).text
    return shipped_text("encounters", wanted.encounter)


def setup_of(text: str) -> Setup:
    found = sketch(text)
    if found.setup is None:
        first = found.problems[0].message if found.problems else "it is empty"
        raise Wrong(f"The encounter has a problem that must be solved first: {first}.")
    return found.setup


def knobs_of(text: str) -> Knobs:
    """The adjustable values of an encounter."""
    setup = setup_of(text)
    rules = rules_of(setup)
    party = party_name(text)
    ours = [one.sheet for one in setup.placements if one.side == players_side(setup)]
    return Knobs(
        title=setup.title,
        book=rules.title,
        foes=[
            FoeKind(name=name, plural=plural_of(name), count=len(alike), hp=int(alike[0].sheet.hp))
            for name, alike in foe_kinds(setup).items()
        ],
        sides=[
            DraftSide(name=side.name, players=side.players, team=int(side.team))
            for side in setup.sides
        ],
        surprised=[setup.sides[number].name for number in setup.surprised],
        party=party,
        lowest=min((int(sheet.hit_dice) for sheet in ours), default=1),
        distance=feet_apart(setup),
        shock=rules.has_shock,
        morale=bool(foe_kinds(setup)),
    )


def party_name(text: str) -> str:
    """The party of the players' side, if it has one."""
    tree = tree_of(parse_tree(text, "encounter.yaml"))
    sides = tree.get("sides", []) if isinstance(tree, dict) else []
    for side in sides if isinstance(sides, list) else []:
        if isinstance(side, dict) and isinstance(name := side.get("party"), str):
            return name
    return ""


def base_job(setup: Setup, seed: int, paired: bool) -> Job:
    return Job(setup_to_text(setup), seed, paired=paired)


def changed_job(base: Job, changes: Changes, party: str) -> Job:
    """The same fight with the changes applied."""
    setup = setup_from_text(base.setup_text)
    try:
        setup = changed_setup(setup, changes, party)
    except ContentError as error:
        raise Wrong(f"{error.problems[0].message}.") from None
    rules = rules_of(setup)
    dials: tuple[tuple[str, int], ...] = ()
    if not changes.shock and rules.has_shock:
        dials = ((SHOCK, 0),)
    switches = Switches(dials, () if changes.morale else (MORALE,))
    return replace(base, setup_text=setup_to_text(setup), switches=switches)


def changed_setup(setup: Setup, changes: Changes, party: str) -> Setup:
    if changes.levels:
        if not party:
            raise Wrong("The players' side has no party; its levels cannot be changed.")
        there = {one.ident for one in setup.placements}
        members = party_by(rules_of(setup), party, changes.levels)
        setup = with_party(setup, [one for one in members if one.ident in there])
    for kind, number in changes.numbers.items():
        setup = with_number(setup, kind, max(0, number))
    for kind, percent in changes.hp.items():
        setup = with_hp(setup, kind, max(1, min(1000, percent)))
    if changes.distance is not None and not setup.grid.open:
        setup = at_distance(setup, changes.distance)
    if changes.surprised is not None:
        names = [side.name for side in setup.sides]
        for name in changes.surprised:
            if name not in names:
                raise Wrong(f"No side is called {name!r}.")
        setup.surprised = tuple(
            number for number, name in enumerate(names) if name in changes.surprised
        )
    return setup


def label_of(changes: Changes, setup: Setup) -> str:
    """A short label of the changes."""
    if changes.label:
        return changes.label
    said: list[str] = []
    kinds = foe_kinds(setup)
    for kind, number in changes.numbers.items():
        before = len(kinds.get(kind, []))
        if number != before:
            name = kind if number == 1 else plural_of(kind)
            said.append(f"{number} {name} instead of {before}")
    for kind, percent in changes.hp.items():
        name = kind if len(kinds.get(kind, [])) == 1 else plural_of(kind)
        said.append(f"{name} at {percent} % HP")
    if changes.levels:
        levels = "1 level" if abs(changes.levels) == 1 else f"{abs(changes.levels)} levels"
        said.append(f"party {levels} {'higher' if changes.levels > 0 else 'lower'}")
    if changes.surprised is not None:
        said.append(f"surprised: {', '.join(changes.surprised) or 'none'}")
    if changes.distance is not None:
        said.append(f"{changes.distance} ft apart")
    if not changes.shock:
        said.append("no Shock")
    if not changes.morale:
        said.append("no morale checks")
    return ", ".join(said) or "as it is"
