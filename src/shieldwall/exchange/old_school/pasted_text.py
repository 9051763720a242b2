"""A pasted stat block: its text in plain characters, and what no pattern has read yet."""

from __future__ import annotations

import re

from shieldwall.exchange.creature_draft import Draft
from shieldwall.exchange.fifth.fifth_words import unlinked
from shieldwall.exchange.old_school.old_school_words import RULE_WORDS
from shieldwall.exchange.untrusted_json import printable


def normal(text: str) -> str:
    """Replace typographic characters, join hyphenated words at line ends, remove stars."""
    plain = unlinked(printable(text.replace("\u00ad\n", "").replace("\u00ad", "")))
    for signs, sign in (
        ("’‘´`′", "'"),
        ("“”″", '"'),
        ("–—−‒―", "-"),
        ("×✕", "x"),
        ("•·▪◦▶►", "\n- "),
    ):
        plain = re.sub(f"[{signs}]", sign, plain)
    plain = plain.replace("≤", "<=").replace("\t", " ")
    plain = re.sub(r"\*\*|__", "", plain)
    # Boxes to tick off hit points: the next figure is that of the next creature.
    plain = re.sub(r"[ ]*[☐□⬜❏◻][ ☐□⬜❏◻]*(?=\n\s*[0-9])", ",", plain)
    plain = re.sub(r"[ ]*[☐□⬜❏◻][ ☐□⬜❏◻]*", "", plain)
    return "\n".join(" ".join(line.split()) for line in plain.split("\n"))


class Pasted:
    """A block from which patterns remove words one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = [True] * len(text)
        self.draft = Draft()

    def take(self, pattern: str, within: tuple[int, int] | None = None) -> re.Match[str] | None:
        """The first match in the remaining text, which is removed."""
        start, end = within or (0, len(self.text))
        for found in re.compile(pattern, re.IGNORECASE | re.MULTILINE).finditer(
            self.text, start, end
        ):
            if all(self.left[found.start() : found.end()]) and found.end() > found.start():
                self.gone(found.start(), found.end())
                return found
        return None

    def gone(self, start: int, end: int) -> None:
        self.left[start:end] = [False] * (end - start)

    def rest(self) -> None:
        """Turn the remaining text into notes, line by line."""
        place = 0
        for line in self.text.split("\n"):
            kept = "".join(
                char if self.left[place + number] else "\0" for number, char in enumerate(line)
            )
            for part in re.split(r"\0+", kept):
                bare = part.strip(" ,;:.-")
                figures = re.match(r"saves? as\b|sv\b|saving throws?: [A-Z]", bare, re.IGNORECASE)
                if RULE_WORDS.search(bare) and len(bare.split()) > 2 and not figures:
                    self.draft.leave("traits", bare)
                else:
                    self.draft.note(bare)
            place += len(line) + 1
