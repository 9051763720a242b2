"""Records: related facts, passed to a constructor as one parameter."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

Records = dict[str, Any]
"""Record classes by parameter name."""


def grouped(facts: dict[str, Any], records: Records) -> dict[str, Any]:
    """Facts by name, with those of a record grouped into it."""
    plain = dict(facts)
    for parameter, record in records.items():
        names = [field.name for field in fields(record)]
        given = {name: plain.pop(name) for name in names if name in plain}
        if given:
            plain[parameter] = record(**given)
    return plain
