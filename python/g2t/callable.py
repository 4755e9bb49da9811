"""Log densities that are functions."""

import json
from typing import NamedTuple

import numpy as np

from g2t import _g2t
from g2t.errors import InvalidArgument
from g2t.model import Model
from g2t.returned import converted, refuse_pair

_CHECKED_DRAWS = 8  # a step's


class CompiledFunction(NamedTuple):
    """A function that needs no Python, in the place of value_and_grad: int f(const double* point, double* value, double*
    gradient, void* user_data), for one point; it returns 0, or else the draw fails. numba's cfunc and ctypes make such addresses.

    is_thread_safe: it may run in several threads at once (`threads=` of a fit); owner: what must live as long as the model.
    """

    address: int
    user_data: int = 0
    is_thread_safe: bool = False
    owner: object = None


class CallableModel(Model):
    """A log density with its gradient, as a function of unconstrained points.

    value_and_grad: points [S, d] to log densities [S] and gradients [S, d]; batched=False: a point [d] to a number and [d].
        It is called from one thread, with arrays of its own, which it may change or keep. A CompiledFunction is called without
        the interpreter.
    dimension: d.
    names: of the coordinates; None: z1, z2, ...
    hessian_product: a point [d] and vectors [V, d] to their products with the Hessian, [V, d]; None: differences of gradients.
    constrain: points [S, d] to a dictionary of arrays [S, ...] on the model's own scale.
    unconstrain: such a dictionary, of one point, to [d]; for starts that are given by name.
    parameters: those of constrain's names that are parameters, and not computed from them; None: all.
    start: a point [d] to start from; None: several are tried.
    title: what the model is called.
    labels: a g2t.labels.Labels: dimensions of the values by name, and the data; for Fit.to_arviz().
    log_likelihood: points [N, d] to a dictionary of arrays [N, ...], by the names of the observed data; for Fit.to_arviz().
    """

    def __init__(self, value_and_grad, dimension, *, batched=True, names=None, hessian_product=None, constrain=None,
                 unconstrain=None, parameters=None, start=None, title=None, labels=None, log_likelihood=None):
        is_compiled = isinstance(value_and_grad, CompiledFunction)
        if not is_compiled and not callable(value_and_grad):
            raise InvalidArgument(f"value_and_grad is a {type(value_and_grad).__name__}: a function is needed")
        self._labels, self._log_likelihood = labels, log_likelihood
        self._start = None if start is None else np.array(start, dtype=np.float64)
        functions = _g2t.CallableFunctions()
        functions.dimension = d = _dimension_of(dimension, names, self._start)
        functions.names = [f"z{i + 1}" for i in range(d)] if names is None else [str(name) for name in names]
        if len(functions.names) != d:
            raise InvalidArgument(f"there are {len(functions.names)} names, but the dimension is {d}")
        if self._start is not None and self._start.shape != (d,):
            raise InvalidArgument(f"start has shape {self._start.shape}: a point [{d}] is needed")
        if is_compiled:
            functions.address, functions.user_data, functions.is_thread_safe, functions.value_and_grad = value_and_grad
        else:
            functions.value_and_grad = value_and_grad if batched else _one_at_a_time(value_and_grad, d)
        functions.hessian_product = hessian_product
        functions.constrain = functions.unconstrain = None
        if constrain is not None:
            scale = _Scale(constrain, self._point(d), parameters)
            functions.constrain = scale.flat
            functions.value_names, functions.parameter_count = scale.names, scale.parameter_count
            self._shapes = scale.shapes
        if unconstrain is not None:
            functions.unconstrain = lambda text: np.asarray(unconstrain(json.loads(text)))[None, :]
        title = title or getattr(value_and_grad, "__name__", "callable")
        self._native = _g2t.make_callable("function" if title == "<lambda>" else title, functions)
        self.value_and_grad(np.tile(self._point(d), (_CHECKED_DRAWS, 1)))  # what it returns is refused here

    def _point(self, d):
        return np.zeros(d) if self._start is None else self._start


def _dimension_of(dimension, names, start):
    if dimension is None and names is None and start is None:
        raise InvalidArgument("dimension is needed: the number of coordinates of a point that the function takes")
    dimension = dimension if dimension is not None else len(names) if names is not None else len(start)
    if isinstance(dimension, bool) or not hasattr(dimension, "__index__") or dimension < 1:
        raise InvalidArgument(f"dimension = {dimension!r}: a whole number from 1 on is needed")
    return int(dimension)


def _one_at_a_time(function, d):
    """The batch as a loop over its points."""

    def batch(points):
        values, gradients = np.empty(len(points)), np.empty((len(points), d))
        for i, point in enumerate(points):
            returned = function(point)
            if not isinstance(returned, (tuple, list)) or len(returned) != 2:
                refuse_pair(returned, None, d)
            values[i] = converted(returned[0], "value_and_grad", "a value", ())
            gradients[i] = converted(returned[1], "value_and_grad", "a gradient", (d,))
        return values, gradients

    return batch


class _Scale:
    """The model's own scale: named arrays as columns, the first index of an array the fastest, as Stan has them."""

    def __init__(self, constrain, point, parameters):
        self._constrain = constrain
        arrays = self._arrays(point[None, :], None)
        first = list(arrays) if parameters is None else [str(name) for name in parameters]
        for name in first:
            if name not in arrays:
                raise InvalidArgument(f"parameters has '{name}', which constrain does not return")
        order = first + [name for name in arrays if name not in first]
        self.shapes = [(name, arrays[name].shape[1:]) for name in order]
        self.names = [full for name, shape in self.shapes for full in _names_of(name, shape)]
        self.parameter_count = sum(int(np.prod(shape)) for name, shape in self.shapes if name in first)

    def flat(self, points):
        arrays = self._arrays(points, self.shapes)
        return np.concatenate([arrays[name].reshape(len(points), -1, order="F") for name, _ in self.shapes], axis=1)

    def _arrays(self, points, shapes):
        returned = self._constrain(points)
        if not hasattr(returned, "items"):
            raise InvalidArgument(f"constrain returned a {type(returned).__name__}: a dictionary of arrays is needed")
        arrays = {str(name): np.asarray(values, dtype=np.float64) for name, values in returned.items()}
        if shapes is not None and set(arrays) != {name for name, _ in shapes}:
            raise InvalidArgument("constrain returned other names than the first time: " + ", ".join(arrays))
        for name, values in arrays.items():
            if values.ndim < 1 or len(values) != len(points):
                raise InvalidArgument(f"constrain returned '{name}' of shape {values.shape}: [{len(points)}, ...] is needed")
        for name, shape in shapes or ():
            if arrays[name].shape[1:] != shape:
                raise InvalidArgument(f"constrain returned '{name}' of shape {arrays[name].shape}: before it was [S, *{shape}]")
        return arrays


def _names_of(name, shape):
    if not shape:
        return [name]
    indices = np.indices(shape).reshape(len(shape), -1, order="F").T + 1
    return [".".join([name, *map(str, index)]) for index in indices]
