"""Records: facts that belong together, given to a constructor as one parameter."""

from __future__ import annotations

from typing import Any

Records = dict[str, tuple[type, tuple[str, ...]]]
"""By the name of the parameter: the class of the record, and its fields."""


def grouped(facts: dict[str, Any], records: Records) -> dict[str, Any]:
    """Facts by name, with those of a record put together in it."""
    plain = dict(facts)
    for record, (kind, fields) in records.items():
        given = {name: plain.pop(name) for name in fields if name in plain}
        if given:
            plain[record] = kind(**given)
    return plain
