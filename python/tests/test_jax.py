"""Log densities in JAX: trees, batches, float64, Hessian products, and what is refused."""

import collections
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import MEAN, SD

import g2t
from g2t.jax_batches import double_precision

jax = pytest.importorskip("jax")
import jax.numpy as jnp  # noqa: E402


def gaussian(z):
    return -0.5 * (((z - MEAN) / SD) ** 2).sum() - np.log(SD).sum() - 1.5 * np.log(2 * np.pi)


def run(text):
    """The output of a Python program."""
    return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, check=True).stdout


@pytest.fixture(autouse=True)
def float32():
    """JAX's own default, which PyTensor changes for the whole process where PyMC was used before."""
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)


def test_the_posterior_is_that_of_the_function():
    assert not jax.config.jax_enable_x64
    fit = g2t.fit(g2t.from_jax(gaussian, np.zeros(3)))
    assert fit.status == "converged" and abs(fit.elbo) < 1e-6
    np.testing.assert_allclose(fit.mean, MEAN, atol=1e-5)
    np.testing.assert_allclose(fit.sd, SD, rtol=0.05)
    np.testing.assert_array_equal(fit.posterior["z"], fit.draws)
    assert not jax.config.jax_enable_x64 and jnp.zeros(1).dtype == jnp.float32


@pytest.mark.parametrize("example", [np.zeros(3, np.float32), jnp.zeros(3), [0.0, 0.0, 0.0], np.zeros(3, int),
                                     jax.ShapeDtypeStruct((3,), jnp.float32)])
def test_float64_whatever_the_example(example):
    def density(z):
        z = jnp.stack(z) if isinstance(z, list) else z
        assert z.dtype == jnp.float64
        return gaussian(z)

    points = np.random.default_rng(1).normal(size=(5, 3))
    values, gradients = g2t.from_jax(density, example).value_and_grad(points)
    np.testing.assert_allclose(values, [gaussian(z) for z in points], rtol=1e-14)
    np.testing.assert_allclose(gradients, -(points - MEAN) / SD**2, rtol=1e-14)


def test_with_float64_switched_on_it_is_the_same():
    text = """
        import jax, numpy as np, g2t
        jax.config.update("jax_enable_x64", {})
        fit = g2t.fit(g2t.from_jax(lambda z: -0.5 * (z**2).sum() - (z**4).sum(), np.zeros(2)), seed=1)
        print(fit.draws.sum().hex())
    """
    said = [run(text.format(on)) for on in (True, False)]
    assert said[0] == said[1] != ""


Pair = collections.namedtuple("Pair", "loc scales")
TREE = {"pair": Pair(0.0, np.zeros((2, 3))), "rest": [np.zeros(2), (1.0,)], "7": np.zeros(())}


def density_of_tree(tree):
    leaves = jax.tree_util.tree_leaves(tree)
    assert tree["pair"].loc is leaves[1]
    return sum(-0.5 * ((leaf - mean_of(k, leaf.shape)) ** 2).sum() for k, leaf in enumerate(leaves))


def mean_of(k, shape):
    return k + np.arange(np.prod(shape)).reshape(shape)


def test_trees_by_name():
    model = g2t.from_jax(density_of_tree, TREE, title="tree")
    assert model.title == "tree, 11 parameters" and model.dimension == 11
    scales = [f"pair.scales.{i}.{j}" for i in (1, 2) for j in (1, 2, 3)]
    assert model.names == ["7", "pair.loc", *scales, "rest1.1", "rest1.2", "rest21"]
    fit = g2t.fit(model)
    assert {name: values.shape[1:] for name, values in fit.posterior.items()} == {
        "7": (), "pair.loc": (), "pair.scales": (2, 3), "rest1": (2,), "rest21": ()}
    for k, values in enumerate(fit.posterior.values()):
        np.testing.assert_allclose(values.mean(axis=0), mean_of(k, values.shape[1:]), atol=0.15)
    names = dict(zip(model.names, fit.draws.T))
    np.testing.assert_array_equal(fit.posterior["pair.scales"][:, 1, 2], names["pair.scales.2.3"])
    start = {"7": 1.0, "pair.loc": 2.0, "pair.scales": np.ones((2, 3)), "rest1": [0, 0], "rest21": 0.0}
    assert g2t.fit(model, init=start).status == "converged"


def test_names_and_the_models_own_scale():
    model = g2t.from_jax(gaussian, np.zeros(3), names=["a", "b", "c"],
                         constrain=lambda z: {"scale": jnp.exp(z[0]), "pair": jnp.stack([z[1:], 2 * z[1:]])})
    assert model.names == ["a", "b", "c"]
    fit = g2t.fit(model)
    assert fit.posterior["pair"].shape == (len(fit.draws), 2, 2)
    np.testing.assert_allclose(fit.posterior["scale"], np.exp(fit.draws[:, 0]), rtol=1e-12)
    np.testing.assert_array_equal(fit.posterior["pair"][:, 1], 2 * fit.draws[:, 1:])
    clash = g2t.from_jax(lambda z: -sum(a**2 for a in jax.tree_util.tree_leaves(z)), {"w": [0.0], "w1": 0.0})
    assert clash.names == ["w1", "w1_"]


def test_few_batch_sizes_are_compiled():
    traced = []

    def density(z):
        traced.append(1)
        bend = z[1] - z[0] ** 2 / 4
        return -(z[0] ** 2) / 2 - 2 * bend**2

    model = g2t.from_jax(density, np.zeros(2), constrain=lambda z: {"z": z})
    for coordinates in ("natural", "plain"):
        g2t.fit(model, coordinates=coordinates, time_budget=5, iterations=300)
    # once for its shape, three batch sizes, the Hessian's check and its one size
    assert len(traced) <= 6
    for count in (1, 2, 3, 7, 9, 33, 100):
        points = np.random.default_rng(count).normal(size=(count, 2))
        values, gradients = model.value_and_grad(points)
        bend = points[:, 1] - points[:, 0] ** 2 / 4
        np.testing.assert_allclose(values, -points[:, 0] ** 2 / 2 - 2 * bend**2, rtol=1e-12)
        np.testing.assert_allclose(gradients[:, 1], -4 * bend, rtol=1e-12)
    assert len(traced) <= 6


def test_a_large_program_is_compiled_once():
    traced = []

    def density(z):
        traced.append(1)
        for k in range(400):
            z = z + 0.001 * jnp.sin(z * k)
        return gaussian(z)

    fit = g2t.fit(g2t.from_jax(density, np.zeros(3)), time_budget=10)
    assert len(traced) == 2  # for its shape, and for eight points
    np.testing.assert_allclose(fit.mean, MEAN, atol=0.5)


def curved(z):
    return -jnp.cosh(z[0] * z[1] + 1).sum() - (z**4).sum() + jnp.sin(z @ z)


@pytest.mark.parametrize("count", [1, 3, 8, 20])
def test_hessian_products_are_those_of_the_dense_hessian(count):
    seen = []
    real = g2t.CallableModel.__init__

    def spy(self, *args, hessian_product=None, **keywords):
        seen.append(hessian_product)
        real(self, *args, hessian_product=hessian_product, **keywords)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(g2t.CallableModel, "__init__", spy)
        g2t.from_jax(curved, np.zeros(3))
    rng = np.random.default_rng(count)
    point, vectors = rng.normal(size=3), rng.normal(size=(count, 3))
    with double_precision():
        dense = np.asarray(jax.hessian(curved)(point))
    np.testing.assert_allclose(seen[0](point, vectors), vectors @ dense, rtol=1e-10)


def test_gradients_of_ones_own_need_no_second_derivatives():
    @jax.custom_vjp
    def density(z):
        return gaussian(z)

    density.defvjp(lambda z: (gaussian(z), z), lambda z, g: (-g * (z - MEAN) / SD**2,))
    fit = g2t.fit(g2t.from_jax(density, np.zeros(3)), family="mean-field")
    assert fit.status == "converged"
    np.testing.assert_allclose(fit.mean, MEAN, atol=0.01)


class Broken(Exception):
    pass


def breaks(z):
    raise Broken("here")


@pytest.mark.parametrize("density, example, error, said", [
    (3, np.zeros(3), g2t.InvalidArgument, "log_density is a int: a function"),
    (lambda z: z, np.zeros(3), g2t.InvalidArgument, r"an array of shape \[3\] and type float64: a real scalar"),
    (lambda z: z[:1], np.zeros(3), g2t.InvalidArgument, r"shape \[1\]"),
    (lambda z: z.sum().astype(int), np.zeros(3), g2t.InvalidArgument, r"type int64"),
    (lambda z: (z.sum(), z), np.zeros(3), g2t.InvalidArgument, "returned a tuple: a scalar"),
    (lambda z: None, np.zeros(3), g2t.InvalidArgument, "returned a NoneType"),
    (lambda z: np.sum(np.array(z)), np.zeros(3), g2t.InvalidArgument, "jax.numpy is needed"),
    (gaussian, {}, g2t.InvalidArgument, "example has no numbers"),
    (gaussian, None, g2t.InvalidArgument, "example has no numbers"),
    (gaussian, "three", g2t.InvalidArgument, "'z' is of type <U5"),
    (gaussian, np.zeros(3, complex), g2t.InvalidArgument, "'z' is of type complex128"),
    (gaussian, np.zeros(4), TypeError, "incompatible shapes"),
    (gaussian, {"z": np.zeros(3)}, TypeError, "unsupported operand"),
    (breaks, np.zeros(3), Broken, "here"),
])
def test_what_cannot_be_fitted(density, example, error, said):
    with pytest.raises(error, match=said):
        g2t.from_jax(density, example)


def test_a_function_that_rounds_to_float32_is_warned_of():
    with pytest.warns(UserWarning, match="values of type float32|a value of type float32"):
        g2t.from_jax(lambda z: gaussian(z).astype(jnp.float32), np.zeros(3))


def test_names_of_another_number():
    with pytest.raises(g2t.InvalidArgument, match="2 names, but the dimension is 3"):
        g2t.from_jax(gaussian, np.zeros(3), names=["a", "b"])


def test_values_that_are_not_finite_are_counted():
    fit = g2t.fit(g2t.from_jax(lambda z: jnp.where(z[0] > 0.9, gaussian(z), jnp.nan), np.zeros(3)), time_budget=2)
    assert fit.details["diagnostics"]["failures"][0]["what"] == "the log density is not a number"


def test_jax_is_imported_when_it_is_used():
    text = """
        import sys, g2t
        g2t.from_jax, g2t.from_numpyro
        assert "jax" not in sys.modules and "numpyro" not in sys.modules
        sys.modules["jax"] = None
        try:
            g2t.from_jax(print, 0)
        except g2t.InvalidArgument as error:
            print(error)
    """
    assert run(text) == "g2t.from_jax needs jax, which is not installed: pip install jax\n"
