"""What users' functions return, where it is not float64 of the right shape at once."""

import warnings

import numpy as np

from g2t.errors import InvalidArgument


def converted(returned, function, part, shape):
    """The same numbers as float64 of this shape.

    float32 is taken with a warning: its differences of log densities are lost in rounding.
    """
    array = np.asarray(returned)
    if array.dtype.kind not in "biuf":
        raise InvalidArgument(f"{function} returned {part} of type {array.dtype}: float64 is needed")
    if array.shape != tuple(shape):
        raise InvalidArgument(f"{function} returned {part} of shape {_text(array.shape)}: {_text(shape)} is needed")
    if array.dtype.kind == "f" and array.dtype.itemsize < 8:
        warnings.warn(f"{function} returned {part} of type {array.dtype}, of whose digits log densities need more: use float64 "
                      '(JAX: jax.config.update("jax_enable_x64", True))', stacklevel=2)
    return np.asarray(array, dtype=np.float64)


def refuse_pair(returned, draws, dimension):
    """Says what value_and_grad should have returned; draws is None for one point at a time."""
    needed = (f"a pair is needed: a value and a gradient [{dimension}]" if draws is None else
              f"a pair is needed: values [{draws}] and gradients [{draws}, {dimension}]")
    if isinstance(returned, (tuple, list)):
        raise InvalidArgument(f"value_and_grad returned {len(returned)} things: {needed}")
    raise InvalidArgument(f"value_and_grad returned {_kind(returned)} alone: {needed}. Without gradients there is no fit: JAX "
                          "derives them from the log density, jax.vmap(jax.value_and_grad(log_density))")


def _kind(value):
    shape = getattr(value, "shape", None)
    return f"an array of shape {_text(shape)}" if shape is not None else f"a {type(value).__name__}"


def _text(shape):
    return "[" + ", ".join(str(size) for size in shape) + "]"
