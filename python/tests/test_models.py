"""Models from arrays, frames and sparse matrices, with the checks and words of files."""

import json
import pickle

import numpy as np
import pytest
from conftest import gaussian

import g2t

pandas = pytest.importorskip("pandas")
sparse = pytest.importorskip("scipy.sparse")


def same_model(one, other):
    """At one point, to the last bit."""
    points = 0.1 * np.sin(np.arange(1, 3 * one.dimension + 1)).reshape(3, -1)
    for a, b in zip(one.value_and_grad(points), other.value_and_grad(points)):
        np.testing.assert_array_equal(a, b)


def test_one_model_by_many_doors(labelled, tmp_path):
    X, y = labelled
    frame = pandas.DataFrame(X, columns=["x1", "x2", "x3"])
    array = g2t.Logistic(X, y)
    assert array.names == ["intercept", "x1", "x2", "x3"]
    assert repr(array) == f"logistic regression, 4 parameters\nX: 200 rows, 3 features, {y.sum()} positive (labels 0, 1)"
    whole = frame.assign(label=y)
    whole.to_csv(tmp_path / "rows.csv", index=False)
    for other in (g2t.Logistic(frame, y), g2t.Logistic(frame, pandas.Series(y, name="label")), g2t.Logistic(whole, "label"),
                  g2t.Logistic(sparse.csc_matrix(X), y), g2t.Logistic(np.asfortranarray(X), y.astype(float)),
                  g2t.Logistic(X.tolist(), [bool(label) for label in y]), g2t.Logistic(tmp_path / "rows.csv", "label"),
                  g2t.Logistic(X, np.where(y, "yes", "no"), positive="yes")):
        same_model(array, other)


def test_options_are_the_programs(labelled):
    X, y = labelled
    frame = pandas.DataFrame({"age": X[:, 0] * 10 + 40, "city": np.where(X[:, 1] > 0, "Rome", "Oslo"), "year": X[:, 2].round()})
    model = g2t.Logistic(frame, y, standardize=True, categorical=["city", "year"], intercept=False, prior_scale=2.5)
    assert model.names[:3] == ["age", *(f"city.{name}" for name in dict.fromkeys(frame["city"]))]
    assert model.names[3].startswith("year.-")
    assert g2t.fit(model).details["settings"]["no_intercept"] is True
    for wrong, said in [({"prior_scal": 1}, "there is no option 'prior_scal'; did you mean 'prior_scale'?"),
                        ({"seed": 1}, r"seed is an option of g2t.fit\(\)"),
                        ({"intercept": "perhaps"}, "intercept = 'perhaps': True or False is needed"),
                        ({"prior_scale": 0}, "prior_scale = '0': a number above 0 is needed"),
                        ({"hidden_units": 3}, "hidden_units is an option of models"),
                        ({"header": "yes"}, "header is an option of models"),
                        ({}, "column 'city', data row 1: .*a column of levels needs categorical city")]:
        with pytest.raises(g2t.Error, match=said):
            g2t.Logistic(frame, y, **wrong)


@pytest.mark.parametrize("make, said", [
    (lambda X, y: g2t.Logistic(np.where(X > 2, np.nan, X), y), r"X: column 'x\d', data row \d+: .*nan"),
    (lambda X, y: g2t.Logistic(sparse.csr_matrix(np.where(X > 2, np.nan, X)), y), "X has entries that are not finite"),
    (lambda X, y: g2t.Logistic(X, y[:-1]), "'x1'.*has 200 values, but 'y' has 199"),
    (lambda X, y: g2t.Logistic(X, y + X[:, 0]), "a class label must be a whole number"),
    (lambda X, y: g2t.Logistic(X, np.arange(200)), "more than two labels occur"),
    (lambda X, y: g2t.Logistic(X, np.where(y, "a", "b")), "labels are text; say with positive which"),
    (lambda X, y: g2t.Logistic(X, [None, *y[1:]]), "data row 1: a label is missing"),
    (lambda X, y: g2t.Logistic(sparse.csr_matrix(X), y, standardize=True), "standardize"),
    (lambda X, y: g2t.Logistic(X[:, :, None], y), "X has 3 dimensions"),
    (lambda X, y: g2t.Logistic(X, X), "y has 2 dimensions"),
    (lambda X, y: g2t.Logistic(X), "needs y"),
    (lambda X, y: g2t.Logistic(pandas.DataFrame(X), "label"), "X has no column 'label'"),
    (lambda X, y: g2t.Logistic("no-such-file.csv"), "no-such-file.csv: cannot be read: No such file"),
    (lambda X, y: g2t.Poisson(y + 0.5), "a count must be a whole number: '0.5'|'1.5'"),
    (lambda X, y: g2t.Poisson(y, exposure=y), "an exposure must be above 0"),
    (lambda X, y: g2t.Poisson(y, groups={"g": y[:5]}), "has 5 values"),
    (lambda X, y: g2t.Poisson(pandas.DataFrame({"n": y})), "needs response"),
    (lambda X, y: g2t.Network(X, ["a"] * 200), "data row 1"),
])
def test_data_that_cannot_be_used_are_refused(labelled, make, said):
    with pytest.raises(g2t.Error, match=said):
        make(*labelled)


def test_poisson_by_many_doors(tmp_path):
    rng = np.random.default_rng(2)
    city, year = rng.choice(["b", "a"], 60), rng.choice([2, 10], 60)
    counts, exposure = rng.poisson(3, 60), rng.uniform(1, 2, 60)
    frame = pandas.DataFrame({"n": counts, "city": city, "year": year, "hours": exposure})
    frame.to_csv(tmp_path / "counts.csv", index=False)
    by_name = {"groups": ["city", "year"], "exposure": "hours", "response": "n"}
    model = g2t.Poisson(counts, groups={"city": city, "year": year}, exposure=exposure)
    assert model.names[:3] == ["mu", "log_sigma.city", "log_sigma.year"] and model.names[-2:] == ["year.2", "year.10"]
    for other in (g2t.Poisson(frame["n"], frame[["city", "year"]], frame["hours"]), g2t.Poisson(frame, **by_name),
                  g2t.Poisson(tmp_path / "counts.csv", **by_name), g2t.Poisson(counts, [city, year], exposure)):
        same_model(model, other)
    fit = g2t.fit(model)
    np.testing.assert_allclose(fit.posterior["sigma.city"], np.exp(fit.draws[:, 1]), rtol=1e-12)
    assert g2t.Poisson(counts).names == ["mu"]
    assert g2t.Poisson(counts, groups=city).names[1] == "log_sigma.group"


def test_network(labelled):
    X, _ = labelled
    frame = pandas.DataFrame(X, columns=["a", "b", "c"])
    model = g2t.Network(frame, X[:, 0] ** 2, hidden_units=2, prior="fixed", standardize=True)
    same_model(model, g2t.Network(sparse.csr_matrix(X), X[:, 0] ** 2, names=None, hidden_units=2, prior="fixed", standardize=True))
    assert model.title.startswith("Bayesian neural network, 2 hidden units")


SCHOOLS = {"J": 8, "y": [28.0, 8, -3, 7, -1, 1, 18, 12], "sigma": np.array([15, 10, 16, 11, 9, 11, 10, 18])}


@pytest.fixture
def schools(eight_schools):
    try:
        return g2t.Stan(eight_schools, data=SCHOOLS, backend="stanli")
    except g2t.InputError as error:
        if "stanli" not in str(error) or "install" not in str(error):
            raise
        pytest.skip(str(error))


def test_stan_data_and_text(schools, eight_schools, tmp_path):
    (tmp_path / "data.json").write_text(json.dumps({**SCHOOLS, "sigma": SCHOOLS["sigma"].tolist()}))
    same_model(schools, g2t.Stan(str(eight_schools), tmp_path / "data.json", backend="stanli"))
    same_model(schools, g2t.Stan(eight_schools.read_text(), {**SCHOOLS, "y": pandas.Series(SCHOOLS["y"])}, backend="stanli"))
    for data, said in [({**SCHOOLS, "J": 7}, "data: the model refuses the data: mismatch in dimension declared"),
                       ({"J": 8}, "the model refuses the data"),
                       ({**SCHOOLS, "y": ["a"] * 8}, "data"),
                       ([1, 2], "data is a list"),
                       ({**SCHOOLS, "y": np.array(["2020-01-01"], dtype="M8[D]")}, r"data\['y'\] is of type datetime64")]:
        with pytest.raises(g2t.Error, match=said):
            g2t.Stan(eight_schools, data, backend="stanli")
    with pytest.raises(g2t.Error, match="backend = 'jit'"):
        g2t.Stan(eight_schools, SCHOOLS, backend="jit")
    with pytest.raises(g2t.InputError, match="backend = compiled takes them"):
        g2t.Stan(eight_schools, {**SCHOOLS, "y": [np.nan] * 8}, backend="stanli")
    with pytest.raises(g2t.InvalidArgument, match="did you mean 'native'"):
        g2t.Stan(eight_schools, SCHOOLS, nativ=True)


def test_stan_values_are_arrays(schools, tmp_path):
    fit = g2t.fit(schools)
    assert fit.posterior["theta"].shape == (len(fit.draws), 8) and fit.posterior["tau"].shape == (len(fit.draws),)
    at = schools.values(fit.draws)
    np.testing.assert_allclose(fit.posterior["theta"][:, 2], at[:, schools.value_names.index("theta.3")], rtol=1e-12)
    fit.save(tmp_path / "schools")
    again = g2t.load(tmp_path / "schools")
    for name, values in fit.posterior.items():
        np.testing.assert_array_equal(again.posterior[name], values)
    with pytest.raises(g2t.InputError, match="on the model's own scale alone"):
        again.draws
    again = pickle.loads(pickle.dumps(fit))
    np.testing.assert_array_equal(again.draws, fit.draws)


def test_a_start_by_values_and_models_within_a_fit(schools):
    start = {"mu": 4.0, "tau": 2.0, "eta": np.zeros(8)}
    seen = []
    fit = g2t.fit(schools, init=start, progress=lambda _: seen.append(schools.value_and_grad(np.zeros(schools.dimension))[0][0]))
    assert fit.status == "converged" and len(set(seen)) == 1  # one model, evaluated within its own fit


def test_stan_program_with_a_fault(schools):
    with pytest.raises(g2t.InputError) as caught:
        g2t.Stan("parameters {\n  real x\n}\n", backend="stanli")
    assert "model.stan" in str(caught.value)


def test_values_of_models_that_are_functions():
    assert g2t.CallableModel(gaussian, 3).values(np.zeros(3)).shape == (1, 3)
