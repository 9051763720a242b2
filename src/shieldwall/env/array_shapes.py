"""Lists as arrays: the only module that uses numpy, which is optional.

Interpreted, since a compiled module may only import what is installed where it is compiled.
"""

from __future__ import annotations

from array import array
from typing import Any


def shaped(floats: bytes, shape: tuple[int, ...]) -> Any:
    """A numpy array of 32-bit floats; without numpy, a flat `array`."""
    try:
        import numpy as np
    except ImportError:
        return array("f", floats)
    return np.frombuffer(floats, dtype=np.float32).reshape(shape).copy()
