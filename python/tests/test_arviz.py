"""Fits as ArviZ has results: groups, chains, dimensions, and that ArviZ can use them."""

import pickle

import numpy as np
import pytest
from conftest import MEAN, SD, gaussian

import g2t
from g2t.labels import Labels

az = pytest.importorskip("arviz")


def by_group(result):
    """The groups of either of ArviZ's containers as {name: dataset}."""
    if hasattr(result, "children"):
        return {name: node.to_dataset() for name, node in result.children.items()}
    return {name: result[name] for name in result.groups()}


def on_scale(points):
    return {"a": points[:, 0], "pair": points[:, 1:], "both": np.exp(points[:, 1:])}


def densities(points):
    """Of two made-up observations."""
    return {"y": -0.5 * (points[:, 1:] - 1) ** 2}


LABELS = Labels(coords={"side": ["left", "right"], "time": [1, 2, 3]}, dims={"pair": ["side"], "y": ["side"], "both": ["time"]},
                observed={"y": np.ones(2)}, constant={"x": np.arange(3.0)})


@pytest.fixture(scope="module")
def model():
    return g2t.CallableModel(gaussian, 3, names=["a", "b", "c"], constrain=on_scale, parameters=["a", "pair"], labels=LABELS,
                             log_likelihood=densities)


@pytest.fixture(scope="module")
def fit(model):
    return g2t.fit(model, seed=1)


def test_groups_have_the_names_dimensions_and_labels_of_the_model(fit):
    groups = by_group(fit.to_arviz())
    assert set(groups) == {"posterior", "log_likelihood", "observed_data", "constant_data"}
    posterior = groups["posterior"]
    assert posterior["a"].dims == ("chain", "draw") and posterior["pair"].dims == ("chain", "draw", "side")
    assert list(posterior["side"].values) == ["left", "right"]
    assert posterior["both"].dims == ("chain", "draw", "both_dim_0")  # three labels are not its two
    np.testing.assert_array_equal(posterior["pair"].values[0], fit.posterior["pair"])
    np.testing.assert_array_equal(groups["log_likelihood"]["y"].values[0], densities(fit.draws)["y"])
    assert groups["log_likelihood"]["y"].dims == ("chain", "draw", "side") and groups["observed_data"]["y"].dims == ("side",)
    assert groups["constant_data"]["x"].dims == ("x_dim_0",)
    known = ~np.isnan(fit.log_density)
    assert 0 < known.sum() < len(known)  # the density of a Gaussian's draws needs no more: there is no lp
    np.testing.assert_allclose(fit.log_density[known], gaussian(fit.draws[known])[0], rtol=1e-12)
    attributes = posterior.attrs
    assert attributes["inference_library"] == "g2t" and attributes["inference_library_version"] == g2t.__version__
    assert attributes["status"] == fit.status == "converged" and attributes["sampling_time"] == fit.seconds


def test_chains_are_chains(model):
    fit = g2t.fit(model, answer="moved", seed=1)
    count = fit.chains.max() + 1
    values = by_group(fit.to_arviz(unconstrained=True))
    np.testing.assert_allclose(values["sample_stats"]["lp"].values[1], gaussian(fit.draws[fit.chains == 1])[0], rtol=1e-12)
    assert values["posterior"]["a"].shape == (count, len(fit.draws) // count)
    for chain in (0, count - 1):
        np.testing.assert_array_equal(values["posterior"]["a"].values[chain], fit.draws[fit.chains == chain, 0])
        np.testing.assert_array_equal(values["unconstrained_posterior"]["c"].values[chain], fit.draws[fit.chains == chain, 2])
        np.testing.assert_array_equal(values["log_likelihood"]["y"].values[chain], densities(fit.draws[fit.chains == chain])["y"])


def test_chains_of_unequal_length_are_one():
    from g2t.arviz import _rows_of_chains

    assert _rows_of_chains(np.array([0, 1, 0, 1]), 4).tolist() == [[0, 2], [1, 3]]
    assert _rows_of_chains(np.array([0, 1, 0]), 3).tolist() == [[0, 2, 1]]


def test_what_the_call_adds(fit):
    groups = by_group(fit.to_arviz(log_likelihood=False, dims={"both": "way"}, coords={"way": [10, 20]}, observed_data={"w": 3.0},
                                   constant_data={"both": [1, 2]}))
    assert "log_likelihood" not in groups and list(groups["posterior"]["way"].values) == [10, 20]
    assert float(groups["observed_data"]["w"]) == 3 and groups["constant_data"]["both"].dims == ("way",)
    moved = by_group(fit.to_arviz(log_likelihood={"y": "both"}))
    assert "both" not in moved["posterior"] and moved["log_likelihood"]["y"].shape == (1, len(fit.draws), 2)
    assert list(by_group(fit.to_arviz(log_likelihood="both"))["log_likelihood"].data_vars) == ["both"]
    with pytest.raises(g2t.InvalidArgument, match="there is no value 'neither': a, pair, both"):
        fit.to_arviz(log_likelihood="neither")


def test_without_the_function_there_are_no_log_likelihoods(fit, tmp_path):
    again = pickle.loads(pickle.dumps(fit))
    groups = by_group(again.to_arviz())
    assert "log_likelihood" not in groups and groups["posterior"]["pair"].dims == ("chain", "draw", "side")
    fit.save(tmp_path / "run")
    assert set(by_group(g2t.load(tmp_path / "run").to_arviz())) == {"posterior"}
    with pytest.raises(g2t.InvalidArgument, match="no function"):
        again.to_arviz(log_likelihood=True)


def test_arviz_uses_them(fit, tmp_path):
    result = fit.to_arviz()
    assert np.isfinite(az.loo(result).elpd if hasattr(az.loo(result), "elpd") else az.loo(result).elpd_loo)
    table = az.summary(result, var_names=["a"], round_to=6)
    np.testing.assert_allclose(float(table["mean"].iloc[0]), MEAN[0], atol=0.05)
    np.testing.assert_allclose(float(table["sd"].iloc[0]), SD[0], rtol=0.05)


def test_data_of_the_built_in_models(labelled):
    X, y = labelled
    groups = by_group(g2t.fit(g2t.Logistic(X, y)).to_arviz())
    assert groups["observed_data"]["y"].dims == ("row",) and (groups["observed_data"]["y"].values == y).all()
    assert list(groups["posterior"].data_vars) == ["intercept", "x1", "x2", "x3"]
    city = np.repeat(["Oslo", "Rome"], 100)
    groups = by_group(g2t.fit(g2t.Poisson(y, groups={"city": city}, exposure=np.ones(200))).to_arviz())
    assert (groups["observed_data"]["counts"].values == y).all() and (groups["constant_data"]["city"].values == city).all()


def test_log_likelihoods_of_the_built_in_models(labelled, tmp_path, monkeypatch):
    X, y = labelled
    fit = g2t.fit(g2t.Logistic(X, y))
    eta = fit.draws @ np.vstack([np.ones(200), X.T])
    groups = by_group(fit.to_arviz())
    np.testing.assert_allclose(groups["log_likelihood"]["y"].values[0], np.where(y, -np.log1p(np.exp(-eta)), -np.log1p(np.exp(eta))),
                               atol=1e-12)
    assert groups["log_likelihood"]["y"].dims == ("chain", "draw", "row")
    city, exposure = np.repeat(["Oslo", "Rome"], 100), np.arange(1.0, 201)
    poisson = g2t.fit(g2t.Poisson(y, groups={"city": city}, exposure=exposure))
    mu, _, oslo, rome = poisson.draws.T
    log_rate = np.repeat(np.stack([mu + oslo, mu + rome]), 100, axis=0).T + np.log(exposure)
    first = slice(None) if poisson.chains is None else poisson.chains == 0
    np.testing.assert_allclose(by_group(poisson.to_arviz())["log_likelihood"]["counts"].values[0],
                               (y * log_rate - np.exp(log_rate))[first], atol=1e-11)
    rows = tmp_path / "rows.csv"
    rows.write_text("label,x\n" + "".join(f"{label},{x[0]}\n" for label, x in zip(y, X)))
    assert by_group(g2t.fit(g2t.Logistic(rows)).to_arviz())["log_likelihood"]["label"].shape[-1] == 200
    monkeypatch.setattr("g2t.arviz._MANY", 1000)
    assert "log_likelihood" not in by_group(fit.to_arviz()) and "log_likelihood" in by_group(fit.to_arviz(log_likelihood=True))


def test_generated_quantities_of_stan(eight_schools):
    data = {"J": 8, "y": [28.0, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]}
    try:
        model = g2t.Stan(eight_schools, data=data, backend="stanli")
    except g2t.InputError as error:
        if "stanli" not in str(error) or "install" not in str(error):
            raise
        pytest.skip(str(error))
    fit = g2t.fit(model, seed=1)
    assert "log_lik" in by_group(fit.to_arviz())["posterior"]
    result = fit.to_arviz(log_likelihood={"y": "log_lik"}, observed_data={"y": data["y"]}, dims={"theta": "school", "y": "school"})
    groups = by_group(result)
    assert "log_lik" not in groups["posterior"] and groups["posterior"]["theta"].dims == ("chain", "draw", "school")
    assert groups["log_likelihood"]["y"].shape == (1, len(fit.draws), 8)
