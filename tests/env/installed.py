"""Packages of other projects: optional for developers, required in continuous integration."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest


def needed(module: str, extra: str = "") -> Any:
    """The module. If it is not installed, the test is skipped, or fails if all tests must run."""
    if os.environ.get("CI") == "true":
        return import_module(module)
    reason = f"{module} is not installed (pip install shieldwall[{extra or module}])"
    return pytest.importorskip(module, reason=reason)
