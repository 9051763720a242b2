"""Lets the promises explain themselves when one is broken, as tests do."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.engine.promises", "tests.engine.arena")
