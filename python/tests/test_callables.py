"""Functions as models: shapes, types, failures and exceptions."""

import ctypes
import shutil
import subprocess
import threading
import traceback

import numpy as np
import pytest
from conftest import MEAN, SD, gaussian

import g2t


def test_the_posterior_is_that_of_the_function():
    fit = g2t.fit(gaussian, dimension=3, seed=1)
    assert fit.status == "converged"
    np.testing.assert_allclose(fit.mean, MEAN, atol=0.05)
    np.testing.assert_allclose(fit.sd, SD, rtol=0.05)
    assert abs(fit.elbo) < 1e-6  # the density is normalised


def test_one_at_a_time_is_the_same_fit():
    def one(point):
        values, gradients = gaussian(point[None, :])
        return values[0], gradients[0]

    together, alone = g2t.fit(gaussian, dimension=3), g2t.fit(one, dimension=3, batched=False)
    np.testing.assert_array_equal(together.draws, alone.draws)


def test_steps_come_as_eight_draws_from_one_thread():
    calls, threads = [], set()

    def counted(points):
        calls.append(points.shape)
        threads.add(threading.get_ident())
        return gaussian(points)

    g2t.fit(counted, dimension=3)
    assert (8, 3) in calls and all(d == 3 for _, d in calls)
    assert threads == {threading.get_ident()}


def test_arrays_are_float64_rows_that_a_function_may_change_and_keep():
    kept = []

    def careless(points):
        assert points.dtype == np.float64 and points.flags.c_contiguous and points.flags.writeable
        returned = gaussian(points.copy())
        points[:] = np.nan
        kept.append((points, returned))
        return returned

    fit = g2t.fit(careless, dimension=3)
    np.testing.assert_array_equal(fit.draws, g2t.fit(gaussian, dimension=3).draws)
    assert all(np.isnan(points).all() for points, _ in kept)


@pytest.mark.parametrize("change", [np.asfortranarray, lambda a: np.repeat(a, 2, axis=-1)[..., ::2], np.ndarray.tolist])
def test_any_order_and_lists_are_taken(change):
    fit = g2t.fit(lambda points: tuple(change(array) for array in gaussian(points)), dimension=3)
    np.testing.assert_array_equal(fit.draws, g2t.fit(gaussian, dimension=3).draws)


def test_float32_is_taken_with_a_warning():
    def rough(points):
        values, gradients = gaussian(points)
        return values.astype(np.float32), gradients.astype(np.float32)

    with pytest.warns(UserWarning, match="float32.*jax_enable_x64"):
        fit = g2t.fit(rough, dimension=3)
    np.testing.assert_allclose(fit.mean, MEAN, atol=0.1)


@pytest.mark.parametrize("wrong, said", [
    (lambda z: gaussian(z)[0], r"array of shape \[8\] alone: a pair is needed.*JAX"),
    (lambda z: gaussian(z)[0].sum(), "alone: a pair is needed"),
    (lambda z: (*gaussian(z), 1), "3 things"),
    (lambda z: (gaussian(z)[0].sum(), gaussian(z)[1]), r"values of shape \[\]: \[8\] is needed"),
    (lambda z: (gaussian(z)[0], gaussian(z)[1].T), r"gradients of shape \[3, 8\]: \[8, 3\] is needed"),
    (lambda z: (gaussian(z)[0] + 1j, gaussian(z)[1]), "values of type complex128: float64 is needed"),
    (lambda z: (gaussian(z)[0], [["a"] * 3] * 8), "gradients of type <U1"),
])
def test_what_is_no_pair_of_values_and_gradients_is_refused(wrong, said):
    with pytest.raises(g2t.InvalidArgument, match=said):
        g2t.fit(wrong, dimension=3)


def test_later_calls_are_checked_as_the_first():
    def changing(points):
        values, gradients = gaussian(points)
        return (values, gradients) if len(points) == 8 else (values, gradients[:, :2])

    with pytest.raises(g2t.InvalidArgument, match="gradients of shape"):
        g2t.fit(changing, dimension=3)


def test_values_that_are_not_finite_are_counted():
    def half(points):  # of the plane
        values, gradients = gaussian(points)
        return np.where(points[:, 0] > 0.9, values, np.nan), gradients

    fit = g2t.fit(half, dimension=3, time_budget=1)
    assert fit.details["diagnostics"]["failed_draws"] > 0
    assert fit.details["diagnostics"]["failures"][0]["what"] == "the log density is not a number"
    assert any(warning.kind == "failed_draws" for warning in fit.warnings)
    assert all("--" not in warning.message for warning in fit.warnings)


class Broken(Exception):
    pass


@pytest.mark.parametrize("calls_before", [0, 1, 30])
def test_an_exception_comes_back_as_itself(calls_before):
    count = 0

    def breaks(points):
        nonlocal count
        count += 1
        if count > calls_before:
            raise Broken("here")
        return gaussian(points)

    with pytest.raises(Broken, match="here") as caught:
        g2t.fit(breaks, dimension=3)
    assert "in breaks" in "".join(traceback.format_tb(caught.tb))
    assert count == calls_before + 1  # and is not called again


def test_wrong_gradients_are_told_by_their_parameter():
    model = g2t.CallableModel(lambda z: (gaussian(z)[0], gaussian(z)[1] * [1, 1.1, 1]), 3, names=["a", "b", "c"])
    assert model.check_gradient().startswith("gradient of coordinate 2 (b): ")
    assert g2t.CallableModel(gaussian, 3).check_gradient() == ""


def test_what_is_asked_of_a_function_is_checked():
    for wrong, said in [({}, "dimension is needed"), ({"dimension": 0}, "from 1 on"), ({"dimension": 2.5}, "from 1 on"),
                        ({"dimension": 3, "names": ["a"]}, "1 names, but the dimension is 3")]:
        with pytest.raises(g2t.InvalidArgument, match=said):
            g2t.fit(gaussian, **wrong)
    with pytest.raises(g2t.InvalidArgument, match="no model"):
        g2t.fit(3)
    with pytest.raises(g2t.InvalidArgument, match="are for functions"):
        g2t.fit(g2t.CallableModel(gaussian, 3), dimension=3)


def test_second_derivatives_are_used_where_they_are_given():
    def product(point, vectors):
        seen.append(vectors.shape)
        return -vectors / SD**2

    seen = []
    fit = g2t.fit(g2t.CallableModel(gaussian, 3, hessian_product=product), family="mean-field")
    assert seen and fit.status == "converged"
    np.testing.assert_allclose(fit.mean, g2t.fit(gaussian, dimension=3, family="mean-field").mean, atol=1e-3)


def on_scale(points):
    return {"scale": np.exp(points[:, 0]), "pair": np.stack([points[:, 1:], 2 * points[:, 1:]], axis=1), "twice": 2 * points[:, 2]}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The same density as a C function; user_data counts its calls, and points with a first coordinate above 4 fail."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("compiled")
    mean, sd = (", ".join(map(str, numbers)) for numbers in (MEAN, SD))
    (folder / "density.c").write_text(f"""
        int density(const double* z, double* value, double* gradient, void* calls) {{
          const double mean[] = {{{mean}}}, sd[] = {{{sd}}};
          ++*(long*)calls;
          *value = {float(-np.log(SD).sum() - 1.5 * np.log(2 * np.pi))};
          for (int i = 0; i < 3; ++i) {{
            const double scaled = (z[i] - mean[i]) / sd[i];
            *value -= 0.5 * scaled * scaled;
            gradient[i] = -scaled / sd[i];
          }}
          return z[0] > 4;
        }}""")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "density.so", folder / "density.c"], check=True)
    return ctypes.CDLL(str(folder / "density.so"))


def test_compiled_functions_need_no_python(compiled):
    calls = ctypes.c_long(0)
    address = ctypes.cast(compiled.density, ctypes.c_void_p).value
    function = g2t.CompiledFunction(address, ctypes.addressof(calls), owner=(compiled, calls))
    model = g2t.CallableModel(function, 3, title="compiled")
    values, gradients = model.value_and_grad([MEAN, [5.0, 0.0, 0.0]])
    assert np.isnan(values[1]) and calls.value == 8 + 2
    np.testing.assert_allclose(gradients[0], 0, atol=1e-12)
    fit = g2t.fit(model)
    assert fit.status == "converged" and calls.value > 1000
    np.testing.assert_allclose(fit.mean, MEAN, atol=0.05)
    threaded = g2t.CallableModel(function._replace(is_thread_safe=True), 3)
    np.testing.assert_array_equal(g2t.fit(threaded, threads=2).draws, fit.draws)
    with pytest.warns(UserWarning, match="evaluated by one thread"):
        g2t.fit(model, threads=2)


def test_values_on_the_models_own_scale():
    model = g2t.CallableModel(gaussian, 3, constrain=on_scale, parameters=["scale", "twice"], title="three")
    assert model.value_names == ["scale", "twice", "pair.1.1", "pair.2.1", "pair.1.2", "pair.2.2"]
    fit = g2t.fit(model)
    expected = on_scale(fit.draws)
    assert list(fit.posterior) == ["scale", "twice", "pair"]
    for name, values in fit.posterior.items():
        np.testing.assert_array_equal(values, expected[name])
    assert [entry["kind"] for entry in fit.details["constrained"]] == ["parameter"] * 2 + ["transformed"] * 4


def test_a_start_by_point_and_by_names():
    model = g2t.CallableModel(gaussian, 3, constrain=on_scale, unconstrain=lambda values: [np.log(values["scale"]), 0.0, 0.0])
    assert g2t.fit(model, init=MEAN).status == "converged"
    assert g2t.fit(model, init={"scale": 2.0, "twice": 0.0, "pair": [[0, 0], [0, 0]]}).status == "converged"
    with pytest.raises(g2t.InvalidArgument, match="2 numbers.*3 parameters"):
        g2t.fit(model, init=np.zeros(2))
    with pytest.raises(g2t.Error, match="scale"):
        g2t.fit(model, init={"scale": [1.0, 2.0], "twice": 0.0, "pair": [[0, 0], [0, 0]]})


@pytest.mark.parametrize("wrong, said", [
    (lambda z: z, "a dictionary of arrays is needed"),
    (lambda z: {"a": 1.0}, r"'a' of shape \(\)"),
    (lambda z: {"a": z[:, 0]} if len(z) == 1 else {"b": z[:, 0]}, "other names"),
    (lambda z: {"a": z[:, : len(z) % 2 + 1]}, "before it was"),
])
def test_what_constrain_returns_is_checked(wrong, said):
    with pytest.raises(g2t.InvalidArgument, match=said):
        g2t.fit(g2t.CallableModel(gaussian, 3, constrain=wrong))
