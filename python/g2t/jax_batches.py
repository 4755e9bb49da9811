"""JAX functions of one point, called with numpy arrays of any number of points."""

import numpy as np

from g2t.errors import InvalidArgument

STEP_SIZES = (1, 8, 32)  # of batches: a call with any other number of points is made of these, so that few are compiled
LARGE_SIZES = (8,)  # for programs that take seconds to compile


def imported(module, use):
    """An optional package, or what is to be done without it."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        if (error.name or name).partition(".")[0] != name:
            raise
        raise InvalidArgument(f"{use} needs {name}, which is not installed: pip install {name}") from error


def double_precision():
    """A context in which JAX computes with float64, whatever the user's setting, which stays as it is."""
    jax = imported("jax", "g2t.from_jax")
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    from jax.experimental import enable_x64  # before 0.8

    return enable_x64(True)


class Batched:
    """A function of one point [d] as one of points [S, d], which returns its result's arrays with S in front.

    `shared` arguments before the points are the same for all of them. Batches are compiled for the given sizes alone, when
    one is needed first: the last batch repeats its last point. `options` are of XLA.
    """

    def __init__(self, function, sizes=STEP_SIZES, shared=0, options=None):
        jax = imported("jax", "g2t.from_jax")
        self._tree = jax.tree_util
        self.sizes, self.options = sizes, options
        self._of_one, self._shared = function, shared
        self._function = jax.jit(jax.vmap(function, in_axes=(None,) * shared + (0,)),
                                 **({"compiler_options": options} if options else {}))

    def with_options(self, options):
        """The same function, compiled otherwise."""
        return type(self)(self._of_one, self.sizes, self._shared, options)

    def __call__(self, *arguments):
        *shared, points = arguments
        with double_precision():
            parts = [self._part(shared, points, begin, size) for begin, size in _batches(len(points), self.sizes)]
        return parts[0] if len(parts) == 1 else self._tree.tree_map(lambda *arrays: np.concatenate(arrays), *parts)

    def equations(self, *arguments):
        """How many the program of eight points has, with which the time to compile it grows; traced, and not compiled."""
        *shared, point = arguments
        with double_precision():
            return _count(self._function.trace(*shared, np.repeat(point[None], 8, axis=0)).jaxpr.jaxpr)

    def _part(self, shared, points, begin, size):
        batch = points[begin : begin + size]
        count = len(batch)
        if count < size:
            batch = np.concatenate([batch, np.repeat(batch[-1:], size - count, axis=0)])
        return self._tree.tree_map(lambda array: np.asarray(array)[:count], self._function(*shared, batch))


def _count(jaxpr):
    """Equations, with those of loops, branches and functions within."""
    inner = [part for equation in jaxpr.eqns for value in equation.params.values()
             for part in (value if isinstance(value, (tuple, list)) else [value])]
    inner = [getattr(part, "jaxpr", part) for part in inner]
    return len(jaxpr.eqns) + sum(_count(part) for part in inner if hasattr(part, "eqns"))


def _batches(count, sizes):
    """Pairs of a begin and a size; of the larger sizes only those that are at least half full."""
    begin = 0
    while begin < count:
        left = count - begin
        size = max((size for size in sizes if size <= 2 * left), default=sizes[0])
        yield begin, size
        begin += size
