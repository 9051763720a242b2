"""Numbers as arrays: the one place where states meet numpy, which need not be installed.

Interpreted, since a module that is compiled may import only what is there wherever it is compiled.
"""

from __future__ import annotations

from array import array
from typing import Any


def shaped(values: list[float], shape: tuple[int, ...]) -> Any:
    """A numpy array of floats; where numpy is not installed, a flat `array`."""
    try:
        import numpy as np
    except ImportError:
        return array("f", values)
    return np.array(values, dtype=np.float32).reshape(shape)
