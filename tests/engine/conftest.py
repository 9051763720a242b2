"""Gives failed assertions of `promises` the same explanations as those of tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.engine.promises", "tests.engine.arena")
