"""Untrusted YAML, such as unpacked Foundry compendia: bounded parsing."""

from __future__ import annotations

import re
from typing import Any, Final

from shieldwall.content.formats.problems import ContentError, fail

MAX_YAML: Final = 4_000_000
FACTS: Final = {"system", "data", "walls"}
OTHERS: Final = {"_id", "items", "_stats", "prototypeToken", "token", "grid"}
"""A Foundry document has a name, one of the first and one of the second as top-level keys."""


def is_document(text: str) -> bool:
    """Whether a text is one Foundry document in YAML, by its top-level keys."""
    found = set(re.findall(r"(?m)^([A-Za-z_]{2,20}):(?=\s|$)", text[:MAX_YAML]))
    return bool("name" in found and found & FACTS and found & OTHERS)


def parse_yaml(text: str, name: str) -> Any:
    """Parse YAML; raises ContentError if it is invalid."""
    import yaml

    class Loader(yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader):  # type: ignore[misc]
        """Without dates, which would lose their text."""

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in pairs if not tag.endswith(":timestamp")]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    if len(text) > MAX_YAML:
        raise fail(name, f"too long for YAML: at most {MAX_YAML:,} characters; export it as JSON")
    try:
        for event in yaml.parse(text, Loader=Loader):
            if isinstance(event, yaml.AliasEvent):
                # Nested aliases let a small file fill the memory.
                raise fail(name, "aliases in YAML are not read; export it as JSON")
        return yaml.load(text, Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = int(mark.line) + 1 if mark is not None else 0
        raise fail(name, "not valid YAML", line) from error
    except ContentError:
        raise
    except (RecursionError, ValueError) as error:
        raise fail(name, "not valid YAML") from error
