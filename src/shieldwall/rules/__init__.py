"""The books: five values of `Ruleset`, found by name, and the rulings they leave open."""

from __future__ import annotations

from shieldwall.core.ruleset import Ruleset
from shieldwall.rules.aachen import AACHEN
from shieldwall.rules.aachen_early import AACHEN_EARLY
from shieldwall.rules.dolmenwood import DOLMENWOOD
from shieldwall.rules.rulings import Ruling
from shieldwall.rules.rulings_aachen import AACHEN_RULINGS, EARLY_SOVEREIGN_RULINGS
from shieldwall.rules.rulings_dolmenwood import DOLMENWOOD_RULINGS
from shieldwall.rules.rulings_sovereign import SOVEREIGN_RULINGS
from shieldwall.rules.sovereign import SOVEREIGN
from shieldwall.rules.sovereign_early import SOVEREIGN_EARLY

RULESETS: dict[str, Ruleset] = {
    book.name: book for book in (SOVEREIGN, SOVEREIGN_EARLY, AACHEN, AACHEN_EARLY, DOLMENWOOD)
}

RULINGS: dict[str, Ruling] = {
    ruling.name: ruling
    for ruling in (
        *SOVEREIGN_RULINGS,
        *EARLY_SOVEREIGN_RULINGS,
        *AACHEN_RULINGS,
        *DOLMENWOOD_RULINGS,
    )
}
"""By the name of their dial."""
