"""Lookup of names as people write them: case, singular, plural."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

Thing = TypeVar("Thing")


def find_named(known: Mapping[str, Thing], text: str) -> Thing | None:
    """Find a name: exact, ignoring case, or in the plural."""
    found = known.get(text)
    if found is not None:
        return found
    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(plain(name), name)
    for guess in singulars(plain(text)):
        if guess in folded:
            return known[folded[guess]]
    return None


def plain(text: str) -> str:
    """Normalised name for comparison: `Padded Armor` equals `padded armour`."""
    return " ".join(text.casefold().replace("armor", "armour").split())


def singulars(text: str) -> Iterator[str]:
    """Possible singulars of a word, itself first: `wolves`, `bodies`, `men-at-arms`."""
    yield text
    head, joint, tail = text.partition("-")
    if joint:
        for guess in singulars(head):
            if guess != head:
                yield guess + joint + tail
    first, space, last = text.rpartition(" ")
    if last.endswith("men"):
        yield f"{first}{space}{last[:-3]}man"
    if last.endswith("ves"):
        yield f"{first}{space}{last[:-3]}f"
        yield f"{first}{space}{last[:-3]}fe"
    if last.endswith("ies"):
        yield f"{first}{space}{last[:-3]}y"
    if last.endswith("es"):
        yield f"{first}{space}{last[:-2]}"
    if last.endswith("s"):
        yield f"{first}{space}{last[:-1]}"
    if last in ("mice", "lice"):
        yield f"{first}{space}{last[0]}ouse"


def plural_of(name: str) -> str:
    """The plural: `wolves`, `harpies`, `men-at-arms`; `singulars` finds the name again."""
    head, _, tail = name.partition("-")
    if "-" in tail:
        return f"{plural_of(head)}-{tail}"
    for ending, plural in PLURALS:
        if name.endswith(ending):
            return name.removesuffix(ending) + plural
    return f"{name}s"


PLURALS: Final = (
    ("man", "men"), ("mouse", "mice"), ("louse", "lice"), ("ff", "ffs"), ("fe", "ves"),
    ("f", "ves"), ("ay", "ays"), ("ey", "eys"), ("oy", "oys"), ("y", "ies"), ("s", "ses"),
    ("x", "xes"), ("z", "zes"), ("ch", "ches"), ("sh", "shes"),
)  # fmt: skip
"""Singular and plural endings."""
