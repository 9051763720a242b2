"""The book a file is written for."""

from __future__ import annotations

from shieldwall.books import RULESETS
from shieldwall.content.formats.file_schema import Kind, Place, shown
from shieldwall.content.formats.problems import did_you_mean


class RulesName(Kind[str]):
    """The rules to play by."""

    what = "the rules to play by, such as `sovereign`"

    def parse(self, text: str, place: Place) -> str | None:
        if text in RULESETS:
            return text
        place.problem(f"unknown rules {shown(text)}{did_you_mean(text, list(RULESETS))}")
        return None
