"""What compiles a PyMC model's graphs: JAX, numba, or PyTensor's own C."""

from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from g2t.callable import CompiledFunction
from g2t.errors import InvalidArgument
from g2t.jax_batches import Batched, double_precision
from g2t.jax_check import WITHOUT_FUSION

_CHECKED = 8  # points of a batch: what is compiled for it is what is checked


class Compiled(NamedTuple):
    """The log density as CallableModel takes it; several: graphs to a function of points [S, d] to a list of arrays [S, ...]."""

    backend: str
    value_and_grad: Any
    batched: bool
    hessian_product: Any
    several: Any


def compiled(graphs, backend):
    """By the backend that is asked for, or by the first one that is installed and can compile this model, with its values."""
    if backend is not None and backend not in _BACKENDS:
        raise InvalidArgument(f"backend = {backend!r}: 'jax', 'numba', 'c' or None is needed")
    failures = {}
    for name in _BACKENDS if backend is None else [backend]:
        if name != "c" and find_spec(name) is None:
            failures[name] = ModuleNotFoundError("not installed")
            continue
        try:
            made = _BACKENDS[name](graphs)
            values = made.several(list(graphs.values.values()))
            values(graphs.start()[None])  # functions are compiled when they are called first
            return made, values
        except Exception as error:  # of three libraries, of whatever type
            failures[name] = error
    reasons = "; ".join(f"{name}: {(str(error).splitlines() or [repr(error)])[0]}" for name, error in failures.items())
    raise InvalidArgument(f"the model cannot be compiled with its gradient ({reasons})") from failures[name]


def _by_jax(graphs):
    """XLA may compute a thing twice, with other rounding. Where 0 is clipped, as for distances of covariance functions, gradients
    were wrong by as much as themselves, so they are compared with PyTensor's own; without fusion they are right, but slower."""
    for options in (None, WITHOUT_FUSION):
        made = _by_xla(graphs, options)
        if _agrees(graphs, made):
            return made
    raise ArithmeticError("its gradients are not those of PyTensor")


def _by_xla(graphs, options):
    import jax

    value_and_grad = _jax_function(graphs, [graphs.log_density, graphs.gradient()])

    def product(point, vector):
        return jax.jvp(lambda z: value_and_grad(z)[1], (point,), (vector,))[1]

    products = Batched(product, sizes=(8,), shared=1, options=options)
    try:
        products.equations(graphs.start(), graphs.start())  # traces them
    except (TypeError, NotImplementedError, ValueError):  # JAX knows no second derivative
        products = None
    return Compiled("jax", Batched(value_and_grad, sizes=(_CHECKED,), options=options), True, products,
                    lambda outputs: Batched(_jax_function(graphs, outputs), sizes=(32,), options=options))


def _jax_function(graphs, outputs):
    with double_precision():
        return graphs.function(outputs, "JAX").vm.jit_fn


def _agrees(graphs, made):
    points = graphs.start() + 0.5 * np.random.default_rng(1).normal(size=(_CHECKED, len(graphs.names)))
    reference = graphs.function([graphs.log_density, graphs.gradient()], "FAST_COMPILE")
    expected = [np.stack(arrays) for arrays in zip(*(reference(point) for point in points))]
    return all(np.allclose(ours, theirs, rtol=1e-6, atol=1e-6, equal_nan=True)
               for ours, theirs in zip(made.value_and_grad(points), expected))


def _by_numba(graphs):
    """A C function around numba's, so that the engine calls it without the interpreter."""
    import numba
    from numba import types

    both = graphs.function([graphs.log_density, graphs.gradient()], "NUMBA").vm.jit_fn
    dimension = len(graphs.names)
    numbers = types.CPointer(types.float64)

    @numba.cfunc(types.intc(numbers, numbers, numbers, types.voidptr))
    def density(point, value, gradient, _):
        try:
            returned = both(numba.carray(point, (dimension,)).copy())
            value[0] = returned[0].item()
            numba.carray(gradient, (dimension,))[:] = returned[1]
        except Exception:  # a matrix that is not positive definite, ...: the draw fails
            return 1
        return 0

    function = CompiledFunction(density.address, is_thread_safe=True, owner=density)
    return Compiled("numba", function, True, None, lambda outputs: _one_by_one(graphs, outputs, "NUMBA"))


def _by_c(graphs):
    both = graphs.function([graphs.log_density, graphs.gradient()], _C)
    return Compiled("c", both, False, None, lambda outputs: _one_by_one(graphs, outputs, _C))


def _one_by_one(graphs, outputs, mode):
    function = graphs.function(outputs, mode)
    return lambda points: [np.stack(arrays) for arrays in zip(*(function(point) for point in points))]


_C = "CVM"
_BACKENDS = {"jax": _by_jax, "numba": _by_numba, "c": _by_c}
