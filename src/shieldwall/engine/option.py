"""An option: what one verb is called, how it is told, its kind and its place in lists.

Every verb has one entry, next to the action or reaction that does it. Minds, odds, table, terminal
and page ask the entry and keep no lists of verbs of their own.
"""

from __future__ import annotations

from typing import Final, Literal

from mypy_extensions import i64

from shieldwall.engine.tape.request import DONE, PASS

Kind = Literal["attack", "move", "magic", "guard", "wrestle", "help", "gear", "other", "end"]
"""The sorts of option, as the action bar of the page groups them."""

# Marks: yes-no facts about an option.
STRIKE: Final = 1
"""An attack of its own on a named foe."""
ARMED: Final = 2
"""Done with a weapon; where none is named, the one that fits is meant."""
WALK: Final = 4
"""A way along squares, with its cost in feet and the foes it provokes."""
LISTED: Final = 8
"""Terminal: listed with all targets; of others only the name, until somebody asks."""
WEAPON_UNSAID: Final = 16
"""Terminal: the list of targets does not name the weapons."""
OUT_OF_TURN: Final = 32
"""Done out of turn, so that it cannot be what a held action does."""
GIVES_UP: Final = 64
"""The unit leaves the fight or asks for terms."""
NOT_AT_RANDOM: Final = 128
"""Needs the GM, ends one's own fight or only hinders oneself: the random mind leaves it out."""
BASIC: Final = 256
"""Never switched off to measure its worth: there is no fight without it, or it follows others."""
SEARCHED: Final = 512
"""Looked into when the best answers of a side are computed."""
DUELLED: Final = 1024
"""Looked into on a turn of an exact duel."""
FREE_TEXT: Final = 2048
"""Takes words of the player's own."""
FOR_A_SIDE: Final = 4096
"""Names a unit and means its side."""
ENDS_TURN: Final = 8192
ENDS_MOMENT: Final = 16384
FIXED_PRICE: Final = 32768
"""House rules cannot change what it costs."""

LAST: Final = 9
"""The rank of options that players seldom choose."""


class OptionWords:
    """The texts of an option. `{target}`, `{weapon}`, `{square}`, `{note}` are filled in."""

    def __init__(
        self,
        sentence: str,
        deed: str = "",
        name: str = "",
        noun: str = "",
        anywhere: str = "",
        noted: str = "",
        bare: str = "",
        alone: str = "",
        deed_to_other: str = "",
        title: str = "",
    ) -> None:
        self.sentence = sentence
        """As a list of choices says it: `attack {target} ({weapon})`."""
        self.deed = deed
        """What the unit does: `attacks {target}`."""
        self.name = name
        """Short enough for a button; "" for the verb itself."""
        self.noun = noun
        """What it is called when it is interrupted; "" for the verb itself."""
        self.anywhere = anywhere or sentence
        """The sentence where no square is named."""
        self.noted = noted
        """The sentence where a note is given, if it differs."""
        self.bare = bare
        """The sentence for bare hands, if it differs."""
        self.alone = alone
        """The sentence without a target, if it differs."""
        self.deed_to_other = deed_to_other
        """The text where the target is another unit, if it differs."""
        self.title = title
        """Of an answer that is no action or reaction: what reports call it."""


class OptionEntry:
    """One verb: its kind, rank, icon, marks and texts."""

    def __init__(
        self,
        verb: str,
        kind: Kind,
        words: OptionWords,
        marks: int = 0,
        rank: int = LAST,
        icon: str = "",
        price_dial: str = "",
    ) -> None:
        self.verb = verb
        self.kind: Kind = kind
        self.words = words
        self.marks: i64 = marks
        self.rank = rank
        """Of several options on one target, a click means the one with the lowest rank."""
        self.icon = icon
        """A picture of the page; "" for that of the kind."""
        self.price_dial = price_dial
        """The dials that say what it costs, where that is no fact of its own."""

    def has(self, mark: int) -> bool:
        return self.marks & mark != 0


OPTIONS: Final[dict[str, OptionEntry]] = {}
"""Every entry by its verb; filled when the books are loaded."""


def register_option(option: OptionEntry) -> None:
    """Add an entry; a verb has one."""
    assert option.verb not in OPTIONS, f"{option.verb} has an entry already"
    OPTIONS[option.verb] = option


def option_of(verb: str) -> OptionEntry:
    """The entry of a verb; house rules may add verbs that have none, told by their names."""
    found = OPTIONS.get(verb)
    if found is None:
        found = OptionEntry(verb, "other", OptionWords(verb.replace("-", " ")))
    return found


def verbs_with(mark: int) -> tuple[str, ...]:
    """The verbs that have a mark, the lowest rank first."""
    found = [option for option in OPTIONS.values() if option.has(mark)]
    found.sort(key=_rank)
    return tuple([option.verb for option in found])


def _rank(option: OptionEntry) -> int:
    return option.rank


register_option(OptionEntry(
    DONE, "end", OptionWords("end turn", "ends the turn", name="End turn", title="End the turn"),
    icon="empty-hourglass", marks=OUT_OF_TURN | SEARCHED | ENDS_TURN,
))  # fmt: skip
register_option(OptionEntry(
    PASS, "end", OptionWords("pass", "passes", name="Pass", title="Let it pass"),
    marks=SEARCHED | ENDS_MOMENT,
))  # fmt: skip
