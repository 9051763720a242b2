"""Options: the texts, kind, rank and marks of each verb.

Every verb has one entry, next to its action or reaction. Minds, odds, table, terminal and page read
the entry and keep no lists of verbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from mypy_extensions import i64

from shieldwall.engine.tape.request import DONE, PASS

Kind = Literal["attack", "move", "magic", "guard", "wrestle", "help", "gear", "other", "end"]
"""Kinds of option, as grouped in the action bar of the page."""

# Marks: yes-no facts about an option, one bit each.
STRIKE: Final = 1
"""A separate attack on a named foe."""
ARMED: Final = 2
"""Uses a weapon; if none is named, the one that fits."""
WALK: Final = 4
"""A path of squares, with its cost in feet and the foes it provokes."""
LISTED: Final = 8
"""Terminal: listed with all targets. Other options are listed by name only, until asked for."""
WEAPON_UNSAID: Final = 16
"""Terminal: the list of targets omits the weapons."""
OUT_OF_TURN: Final = 32
"""Done out of turn, so it cannot be held."""
GIVES_UP: Final = 64
"""The unit leaves the fight or asks for terms."""
NOT_AT_RANDOM: Final = 128
"""Skipped by the random mind: it needs the GM, ends the unit's fight or only hinders the unit."""
BASIC: Final = 256
"""Never removed in an ablation: no fight works without it, or it only follows other options."""
SEARCHED: Final = 512
"""Searched when the best responses of a side are computed."""
DUELLED: Final = 1024
"""Searched on the turns of an exact duel."""
FREE_TEXT: Final = 2048
"""Takes free text from the player."""
FOR_A_SIDE: Final = 4096
"""Names a unit but applies to its side."""
ENDS_TURN: Final = 8192
ENDS_MOMENT: Final = 16384
FIXED_PRICE: Final = 32768
"""House rules cannot change its cost."""

LAST: Final = 9
"""The rank of rarely used options."""


class OptionWords:
    """The texts of an option. Placeholders: `{target}`, `{weapon}`, `{square}`, `{note}`."""

    def __init__(
        self,
        sentence: str,
        third_person: str = "",
        name: str = "",
        noun: str = "",
        anywhere: str = "",
        noted: str = "",
        bare: str = "",
        alone: str = "",
        third_person_to_other: str = "",
        title: str = "",
        synonyms: tuple[str, ...] = (),
    ) -> None:
        self.sentence = sentence
        """In a list of choices: `attack {target} ({weapon})`."""
        self.third_person = third_person
        """In plans of minds: `attacks {target}`."""
        self.name = name
        """Button label; "" for the verb."""
        self.noun = noun
        """Noun used when it is interrupted; "" for the verb."""
        self.anywhere = anywhere or sentence
        """The sentence without a square."""
        self.noted = noted
        """The sentence with a note, if different."""
        self.bare = bare
        """The sentence for bare hands, if different."""
        self.alone = alone
        """The sentence without a target, if different."""
        self.third_person_to_other = third_person_to_other
        """`third_person` if the target is another unit, if different."""
        self.title = title
        """Title in reports, for an answer that is no action or reaction."""
        self.synonyms = synonyms
        """Other words that people type for it."""


@dataclass(eq=False)
class OptionEntry:
    """One verb: kind, rank, icon, marks and texts."""

    verb: str
    kind: Kind
    words: OptionWords
    marks: i64 = 0
    rank: int = LAST
    """A click on a target picks the option with the lowest rank."""
    icon: str = ""
    """Icon on the page; "" for the icon of the kind."""
    price_dial: str = ""
    """The dials that set its cost, if it has no fixed cost."""

    def has(self, mark: int) -> bool:
        return self.marks & mark != 0


OPTIONS: Final[dict[str, OptionEntry]] = {}
"""All entries by verb; filled when the books are loaded."""


def register_option(option: OptionEntry) -> None:
    """Add an entry; each verb has exactly one."""
    assert option.verb not in OPTIONS, f"{option.verb} has an entry already"
    OPTIONS[option.verb] = option


def option_of(verb: str) -> OptionEntry:
    """The entry of a verb; a verb of a house rule gets a default entry from its name."""
    found = OPTIONS.get(verb)
    if found is None:
        found = OptionEntry(verb, "other", OptionWords(verb.replace("-", " ")))
    return found


def verbs_with(mark: int) -> tuple[str, ...]:
    """The verbs with a mark, lowest rank first."""
    found = [option for option in OPTIONS.values() if option.has(mark)]
    found.sort(key=_rank)
    return tuple([option.verb for option in found])


def _rank(option: OptionEntry) -> int:
    return option.rank


register_option(OptionEntry(
    DONE, "end", OptionWords("end turn", "ends the turn", name="End turn", title="End the turn",
    synonyms=("end", "skip", "next")),
    icon="empty-hourglass", marks=OUT_OF_TURN | SEARCHED | ENDS_TURN,
))  # fmt: skip
register_option(OptionEntry(
    PASS, "end", OptionWords("pass", "passes", name="Pass", title="Let it pass"),
    marks=SEARCHED | ENDS_MOMENT,
))  # fmt: skip
