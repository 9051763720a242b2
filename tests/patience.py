"""How long tests wait before they call something missing: SHIELDWALL_PATIENCE_MS.

A busy machine needs long waits, and they cost nothing while a test passes, so this is generous.
Set it lower to see a broken test fail sooner.
"""

from __future__ import annotations

import os
from typing import Final

MILLISECONDS: Final = int(os.environ.get("SHIELDWALL_PATIENCE_MS") or 180_000)
SECONDS: Final = max(1, MILLISECONDS // 1000)
