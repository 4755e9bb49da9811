"""Fit.predict against the formulas of the models."""

import pickle

import numpy as np
import pytest

import g2t


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def column(found, name):
    return np.asarray(found[name])


def test_probabilities_are_means_over_draws(labelled, tmp_path):
    X, y = labelled
    fit = g2t.fit(g2t.Logistic(X, y))
    new = X[:5] + 0.5
    p = sigmoid(fit.draws @ np.vstack([np.ones(5), new.T]))
    found = fit.predict(new)
    np.testing.assert_allclose(column(found, "mean"), p.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(column(found, "sd"), p.std(axis=0, ddof=1), rtol=1e-12)
    np.testing.assert_allclose(column(found, "q50"), np.median(p, axis=0), rtol=1e-3)
    assert (column(found, "q5") < column(found, "q95")).all()
    fit.save(tmp_path / "run")
    for again in (pickle.loads(pickle.dumps(fit)), g2t.load(tmp_path / "run")):
        np.testing.assert_allclose(column(again.predict(new), "mean"), column(found, "mean"), rtol=1e-12)
    with pytest.raises(g2t.InvalidArgument, match="X has 2 columns, but the fit's data had 3: x1, x2, x3"):
        fit.predict(new[:, :2])
    with pytest.raises(g2t.InvalidArgument, match="needs X"):
        fit.predict()


def test_columns_of_frames_are_found_by_name(labelled):
    pandas = pytest.importorskip("pandas")
    X, y = labelled
    frame = pandas.DataFrame({"kind": np.where(X[:, 0] > 0, "high", "low"), "x": X[:, 1], "bought": y})
    fit = g2t.fit(g2t.Logistic(frame, "bought", categorical="kind"))
    new = pandas.DataFrame({"x": [0.1, -2.0], "kind": ["low", "high"]}, index=["a", "b"])
    found = fit.predict(new)
    assert list(found.index) == ["a", "b"] and list(found.columns) == ["mean", "sd", "q5", "q50", "q95"]
    np.testing.assert_allclose(found["mean"], column(fit.predict(new[["kind", "x"]].to_numpy(dtype=object)), "mean"))
    with pytest.raises(g2t.InputError, match="middle"):
        fit.predict(pandas.DataFrame({"x": [1.0], "kind": ["middle"]}))
    with pytest.raises(g2t.InputError, match="kind"):
        fit.predict(new[["x"]])


def test_sparse_rows(labelled):
    sparse = pytest.importorskip("scipy.sparse")
    X, y = labelled
    X = np.where(X > 0, X, 0)
    fit = g2t.fit(g2t.Logistic(sparse.csr_matrix(X), y))
    found = fit.predict(sparse.csr_matrix(X[:7]))
    p = sigmoid(fit.draws @ np.vstack([np.ones(7), X[:7].T]))
    np.testing.assert_allclose(column(found, "mean"), p.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(column(fit.predict(X[:7]), "mean"), p.mean(axis=0), rtol=1e-12)
    with pytest.raises(g2t.InvalidArgument, match="4 columns, but the fit's data had 3"):
        fit.predict(np.ones((2, 4)))


def test_rates_and_exposure():
    counts, city = np.tile([2, 5, 0, 3], 25), np.repeat(["Oslo", "Rome"], 50)
    fit = g2t.fit(g2t.Poisson(counts, groups={"city": city}, exposure=np.full(100, 2.0)))
    mu, _, oslo, rome = fit.draws.T
    found = fit.predict(groups={"city": ["Rome", "Oslo"]}, exposure=[1.0, 3.0])
    np.testing.assert_allclose(column(found, "mean"), [np.exp(mu + rome).mean(), 3 * np.exp(mu + oslo).mean()], rtol=1e-12)
    np.testing.assert_array_equal(column(fit.predict({"city": ["Rome", "Oslo"], "exposure": [1.0, 3.0]}), "mean"), column(found, "mean"))
    np.testing.assert_array_equal(column(fit.predict(groups=["Rome", "Oslo"], exposure=[1.0, 3.0]), "mean"), column(found, "mean"))
    with pytest.raises(g2t.InvalidArgument, match="needs 'exposure'"):
        fit.predict(groups=["Rome"])
    with pytest.raises(g2t.InputError, match="Bergen"):
        fit.predict(groups=["Bergen"], exposure=[1.0])


def test_responses_of_a_network_have_its_noise():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 2))
    y = 10 + 3 * X[:, 0] + 0.5 * rng.normal(size=60)
    fit = g2t.fit(g2t.Network(X, y, hidden_units=2), seed=1)
    found = fit.predict(X)
    assert np.corrcoef(column(found, "mean"), y)[0, 1] > 0.95
    assert (column(found, "sd") > 0.3).all() and (column(found, "sd") < 1.5).all()


def test_other_models_say_how():
    fit = g2t.fit(lambda x: (-0.5 * (x**2).sum(axis=1), -x), dimension=2)
    with pytest.raises(g2t.InvalidArgument, match="Logistic, Poisson and Network"):
        fit.predict(np.ones((1, 2)))
