"""How strictly a table enforces a rule that can be waived."""

from __future__ import annotations

from typing import Final

ON: Final = 0
WARN: Final = 1
OFF: Final = 2
MODES: Final = ("on", "warn", "off")
