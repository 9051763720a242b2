"""The books: five values of `Ruleset`, found by name."""

from __future__ import annotations

from shieldwall.core.ruleset import Ruleset
from shieldwall.rules.sovereign import SOVEREIGN

RULESETS: dict[str, Ruleset] = {book.name: book for book in (SOVEREIGN,)}
