"""Log densities written in JAX, which derives, compiles and batches what a fit needs."""

import numpy as np

from g2t.callable import CallableModel
from g2t.data import free_name
from g2t.errors import InvalidArgument
from g2t.jax_batches import LARGE_SIZES, Batched, double_precision, imported
from g2t.jax_check import checked

_ROOT = "z"  # the name of an array that is not in a tree
_LARGE = 1000  # equations: from here on few compilations are worth more than what they speed up


def from_jax(log_density, example, *, names=None, constrain=None, title=None):
    """A model from a log density in JAX: gradients, Hessian products, batches and compilation come from JAX.

    log_density: an unconstrained point, shaped as `example`, to a scalar. It is traced, once a batch size; what it raises comes
        back as it is. It computes with float64, also where JAX's own default is float32.
    example: an array, or a pytree of arrays (dictionaries, lists, named tuples, ...), of which the shapes alone count.
    names: of the d coordinates; None: "theta.1", "loc", ... by the tree's keys, and z.1, z.2, ... for an array.
    constrain: such a point to a pytree on the model's own scale, which fit.posterior then has by name; None: the point itself.
    title: what the model is called; None: the function's name.
    """
    if not callable(log_density):
        raise InvalidArgument(f"log_density is a {type(log_density).__name__}: a function is needed")
    point = PointTree(example)

    def constrain_flat(z):
        return named_leaves(constrain(point.tree(z)))

    return jax_model(lambda z: log_density(point.tree(z)), point, names=names,
                     constrain=None if constrain is None else Batched(constrain_flat, sizes=(32,)),
                     title=title or getattr(log_density, "__name__", "JAX function"))


def jax_model(log_density, point, *, names=None, constrain=None, unconstrain=None, **keywords):
    """The CallableModel of a log density of flat points [d]; constrain: points [S, d] to named arrays; None: the tree's own.

    A large program is compiled once, for eight points: its Hessian products are differences of gradients.
    """
    jax = imported("jax", "g2t.from_jax")
    _check_log_density(jax, log_density, point)
    zeros = np.zeros(point.dimension)
    value_and_grad = Batched(jax.value_and_grad(log_density))
    is_large = value_and_grad.equations(zeros) > _LARGE
    if is_large:
        value_and_grad.sizes = LARGE_SIZES
    value_and_grad = checked(value_and_grad, point.dimension)
    product = None if is_large else _hessian_product(jax.grad(log_density), zeros, value_and_grad.options)
    if constrain is None:
        constrain, unconstrain = point.arrays, point.flat
    return CallableModel(value_and_grad, point.dimension, names=names or point.names, hessian_product=product,
                         constrain=constrain, unconstrain=unconstrain, **keywords)


class PointTree:
    """Points as pytrees and as flat arrays, their leaves one after the other."""

    def __init__(self, example):
        jax = imported("jax", "g2t.from_jax")
        shapes = named_leaves(example)
        for name, leaf in shapes.items():
            if not hasattr(leaf, "shape") or getattr(leaf, "dtype", None) is None:
                leaf = shapes[name] = np.asarray(leaf)
            if getattr(leaf.dtype, "kind", "") not in "iuf" and leaf.dtype.name != "bfloat16":
                raise InvalidArgument(f"example: '{name}' is of type {leaf.dtype}: numbers are needed, unconstrained and real")
        self.shapes = {name: tuple(leaf.shape) for name, leaf in shapes.items()}
        self._sizes = [int(np.prod(shape)) for shape in self.shapes.values()]
        self.dimension = sum(self._sizes)
        if self.dimension == 0:
            raise InvalidArgument("example has no numbers: an array or a pytree of arrays is needed, shaped as a point")
        self.names = [".".join([name, *(str(i + 1) for i in index)])
                      for name, shape in self.shapes.items() for index in np.ndindex(shape)]
        self._build = jax.tree_util.tree_structure(example).unflatten

    def tree(self, z):
        return self._build([z[begin:end].reshape(shape) for begin, end, shape in self._places()])

    def arrays(self, points):
        """{name: [S, ...]} of points [S, d]."""
        return {name: points[:, begin:end].reshape(len(points), *shape)
                for name, (begin, end, shape) in zip(self.shapes, self._places())}

    def flat(self, values):
        """[d] of {name: array}, of one point."""
        return np.concatenate([np.broadcast_to(np.asarray(values[name], dtype=np.float64), shape).ravel()
                               for name, shape in self.shapes.items()])

    def _places(self):
        ends = np.cumsum(self._sizes).tolist()
        return zip([0, *ends], ends, self.shapes.values())


def named_leaves(tree):
    """{name: leaf} of a pytree: keys and fields with dots between, places of a sequence as numbers from 1 behind."""
    jax = imported("jax", "g2t.from_jax")
    out = {}
    for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
        name = ""
        for key in path:
            if hasattr(key, "idx"):
                name = f"{name or _ROOT}{key.idx + 1}"
            else:
                name = f"{name}.{_key(key)}".lstrip(".")
        out[free_name(name or _ROOT, out)] = leaf
    return out


def _key(key):
    return str(getattr(key, "key", getattr(key, "name", key)))


def _check_log_density(jax, log_density, point):
    """Says what is no scalar, and what is no JAX."""
    with double_precision():
        try:
            value = jax.eval_shape(log_density, jax.ShapeDtypeStruct((point.dimension,), np.float64))
        except jax.errors.TracerArrayConversionError as error:
            raise InvalidArgument("log_density calls numpy with JAX's values: jax.numpy is needed in its place") from error
    if not hasattr(value, "shape"):
        raise InvalidArgument(f"log_density returned a {type(value).__name__}: a scalar is needed")
    if value.shape != () or value.dtype.kind != "f":
        shape = ", ".join(map(str, value.shape))
        raise InvalidArgument(f"log_density returned an array of shape [{shape}] and type {value.dtype}: a real scalar is "
                              "needed, the log density of one point")


def _hessian_product(gradient, zeros, options):
    """None if JAX cannot derive it: not all functions with a gradient of their own let it."""
    import jax

    product = Batched(lambda z, vector: jax.jvp(gradient, (z,), (vector,))[1], sizes=(8,), shared=1, options=options)
    try:
        product.equations(zeros, zeros)
    except (TypeError, NotImplementedError, ValueError):
        return None
    return product
