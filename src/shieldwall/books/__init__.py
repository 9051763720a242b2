"""The books: five `Ruleset` instances by name, and their open rulings."""

from __future__ import annotations

from shieldwall.books.aachen.aachen_book import AACHEN
from shieldwall.books.aachen.aachen_early import AACHEN_EARLY
from shieldwall.books.aachen.aachen_rulings import AACHEN_RULINGS, EARLY_SOVEREIGN_RULINGS
from shieldwall.books.dolmenwood.dolmenwood_book import DOLMENWOOD
from shieldwall.books.dolmenwood.dolmenwood_rulings import DOLMENWOOD_RULINGS
from shieldwall.books.rulings import Ruling
from shieldwall.books.sovereign.sovereign_book import SOVEREIGN
from shieldwall.books.sovereign.sovereign_early import SOVEREIGN_EARLY
from shieldwall.books.sovereign.sovereign_rulings import SOVEREIGN_RULINGS
from shieldwall.engine.ruleset import Ruleset

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
"""By name of the dial."""
