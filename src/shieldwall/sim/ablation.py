"""Ablation: the effect of each rule when switched off."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from shieldwall.content import setup_from_text
from shieldwall.engine.option import BASIC, option_of
from shieldwall.engine.ruleset import Ruleset
from shieldwall.fight_start import rules_of
from shieldwall.sim.job import Job
from shieldwall.sim.report.report_figures import verb_title
from shieldwall.sim.rule_switches import MORALE, Switches
from shieldwall.sim.variants import Variant

NEUTRAL: Final[tuple[tuple[str, tuple[tuple[str, int], ...]], ...]] = (
    ("Cover against shots", (("half_cover", 0), ("full_cover", 0))),
    ("Long range", (("long_range", 0),)),
    ("Shooting with a foe adjacent", (("engaged_shot", 0),)),
    ("Prone: harder and easier to hit",
     (("prone_distant_shot", 0), ("prone_adjacent", 0), ("prone_long", 0), ("prone_attacker", 0))),
    ("Charge: bonus and open guard", (("charge_to_hit", 0), ("charge_ac", 0))),
    ("Untrained attacks", (("untrained_attack", 0),)),
    ("Bonuses of a swarm", (("swarm_to_hit", 0), ("swarm_damage", 0))),
    ("Unseen targets", (("unseen_target", 0),)),
    ("Difficult ground", (("difficult_cost", 1),)),
)  # fmt: skip
"""Modifiers that can be neutralized by a number."""


def ablations(base: Job) -> list[Variant]:
    """A variant for each rule of the base's book that can be switched off."""
    rules = rules_of(setup_from_text(base.setup_text))
    found = []
    verbs = [spec.verb for spec in rules.action_list] + [s.verb for s in rules.reaction_list]
    for verb in dict.fromkeys(verbs):
        if not option_of(verb).has(BASIC):
            found.append(Variant(titled(rules, verb), off(base, without=(verb,))))
    for label, dials in NEUTRAL:
        known = tuple(dial for dial in dials if is_set(rules, *dial))
        if known:
            cite = rules.cites[known[0][0]]
            found.append(Variant(f"{label} ({cite})", off(base, dials=known)))
    found.append(Variant("Morale", off(base, without=(MORALE,))))
    return found


def is_set(rules: Ruleset, dial: str, neutral: int) -> bool:
    return dial in rules.cites and rules.dial(dial) != neutral


def titled(rules: Ruleset, verb: str) -> str:
    cites = {spec.verb: spec.cite for spec in rules.reaction_list}
    cites |= {spec.verb: spec.cite for spec in rules.action_list}
    return f"{verb_title(rules, verb)} ({cites[verb]})"


def off(base: Job, without: tuple[str, ...] = (), dials: tuple[tuple[str, int], ...] = ()) -> Job:
    before = base.switches
    return replace(base, switches=Switches((*before.dials, *dials), (*before.without, *without)))
