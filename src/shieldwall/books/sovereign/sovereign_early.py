"""Sovereign, the earlier edition: differences from the current one."""

from __future__ import annotations

from dataclasses import replace

from shieldwall.books.sovereign.early_feats import ENVENOM, MEND
from shieldwall.books.sovereign.early_pursuit import after_the_fight_by_check
from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.engine.action_spec import FREE
from shieldwall.engine.ruleset import (
    ANY_COMBAT_SKILL,
    BOUND_BY_ARMED,
    TIE_PLAYERS,
    WHERE_IT_WILL_LIVE,
    BookText,
    Dial,
)
from shieldwall.engine.state.condition import UNTIL_END_OF_ROUND

CONCORDANCE = {
    "SOV-015": "SVE-002",
    "SOV-016": "SVE-002",
    "SOV-024": "SVE-004",
    "SOV-025": "SVE-004",
    "SOV-026": "SVE-005",
    "SOV-032": "SVE-001",
    "SOV-038": "SVE-023",
    "SOV-049": "SVE-008",
    "SOV-056": "SVE-009",
    "SOV-064": "SVE-010",
    "SOV-066": "SVE-010",
    "SOV-071": "SVE-011",
    "SOV-074": "SVE-012",
    "SOV-086": "SVE-013",
    "SOV-091": "SVE-014",
    "SOV-092": "SVE-014",
    "SOV-096": "SVE-015",
    "SOV-116": "SVE-016",
    "SOV-117": "SVE-017",
    "SOV-130": "SVE-028",
    "SOV-137": "SVE-018",
    "SOV-138": "SVE-020",
    "SOV-141": "SVE-019",
    "SOV-144": "SVE-021",
    "SOV-145": "SVE-021",
    "SOV-147": "SVE-026",
}
"""Ids of rules that the earlier text states in its own words."""

SOVEREIGN_EARLY = SOVEREIGN.but(
    "sovereign-early",
    "Sovereign, the earlier edition",
    Dial("initiative_tie", TIE_PLAYERS, "SVE-001"),
    Dial("alert_party_ambush_immune", 0, "SVE-005"),
    Dial("binding_foe", BOUND_BY_ARMED, "SVE-008"),
    Dial("charge_ac_until", UNTIL_END_OF_ROUND, "SVE-010"),
    Dial("screen_skill", ANY_COMBAT_SKILL, "SVE-011"),
    Dial("reload_crossbow_trained", FREE, "SVE-014"),
    Dial("execution_spares", 1, "SVE-019"),
    Dial("execution_bonuses_stack", 0, "SVE-020"),
    Dial("morale_stays", WHERE_IT_WILL_LIVE, "SVE-021"),
    # Its chases are decided by one check.
    without=("chase_die", "chase_speed", "chase_wins", "chase_gap"),
    actions=(MEND, ENVENOM),
    policies=replace(SOVEREIGN.policies, aftermath=after_the_fight_by_check),
    facts=replace(
        SOVEREIGN.facts,
        concordance=CONCORDANCE,
        book_folders=("", "sovereign-early"),
        text=BookText(
            "sovereign-early",
            "the edition before: the party wins ties, a charge is open only to the end of the "
            "round, trained hands load a crossbow at once",
            ("sovereign-early", "sovereign"),
            "SOV-047",
            ("SVE-026",),
        ),
    ),
)
