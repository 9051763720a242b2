"""Lists as arrays: the only module that uses numpy, which is optional.

Interpreted, since a compiled module may only import what is installed where it is compiled.
"""

from __future__ import annotations

from array import array
from typing import Any

from librt.vecs import vec


def shaped(floats: bytes | vec[float], shape: tuple[int, ...]) -> Any:
    """A numpy array of 32-bit floats; without numpy, a flat `array`."""
    try:
        import numpy as np
    except ImportError:
        return array("f", floats)
    if isinstance(floats, bytes):
        return np.frombuffer(floats, dtype=np.float32).reshape(shape).copy()
    return doubles(np, floats).reshape(shape).astype(np.float32)


def doubles(numpy: Any, numbers: vec[float]) -> Any:
    """The same numbers as a numpy array, without a copy."""
    return numpy.frombuffer(numbers, dtype=numpy.float64)
