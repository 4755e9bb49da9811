"""NumPyro models: their posteriors, sites, plates and data, and what is refused."""

import numpy as np
import pytest

import g2t

numpyro = pytest.importorskip("numpyro")
import jax.numpy as jnp  # noqa: E402
import numpyro.distributions as dist  # noqa: E402

Y, SIGMA = np.array([28.0, 8, -3, 7, -1, 1, 18, 12]), np.array([15.0, 10, 16, 11, 9, 11, 10, 18])


def schools(J, sigma, y=None):
    mu = numpyro.sample("mu", dist.Normal(0, 5))
    tau = numpyro.sample("tau", dist.HalfCauchy(5))
    with numpyro.plate("school", J):
        eta = numpyro.sample("eta", dist.Normal(0, 1))
        theta = numpyro.deterministic("theta", mu + tau * eta)
        numpyro.sample("y", dist.Normal(theta, sigma), obs=y)


@pytest.fixture(scope="module")
def eight():
    return g2t.from_numpyro(schools, 8, SIGMA, y=Y)


@pytest.fixture(scope="module")
def fit(eight):
    return g2t.fit(eight)


def test_it_is_the_model_that_stan_has(eight, fit, eight_schools):
    try:
        stan = g2t.Stan(eight_schools, data={"J": 8, "y": Y, "sigma": SIGMA}, backend="stanli")
    except g2t.InputError as error:
        if "stanli" not in str(error) or "install" not in str(error):
            raise
        pytest.skip(str(error))
    count = len(eight.value_names)
    assert eight.value_names == stan.value_names[:count]
    points = np.random.default_rng(1).normal(size=(20, 10))
    (values, gradients), (stans, gradients_of_stan) = eight.value_and_grad(points), stan.value_and_grad(points)
    np.testing.assert_allclose(values - stans, values[0] - stans[0], rtol=1e-9)  # constants differ
    np.testing.assert_allclose(gradients, gradients_of_stan, rtol=1e-9)
    np.testing.assert_allclose(eight.values(points), stan.values(points)[:, :count], rtol=1e-9)
    np.testing.assert_allclose(eight._log_likelihood(points)["y"], stan.values(points)[:, count:], rtol=1e-9)
    other = g2t.fit(stan)
    assert fit.status == other.status == "converged"
    np.testing.assert_allclose(fit.mean, other.mean, atol=0.25 * other.sd.max())


def test_sites_are_values(fit):
    assert {name: values.shape[1:] for name, values in fit.posterior.items()} == {"mu": (), "tau": (), "eta": (8,), "theta": (8,)}
    mu, tau, eta, theta = fit.posterior.values()
    np.testing.assert_allclose(theta, mu[:, None] + tau[:, None] * eta, rtol=1e-12)
    kinds = {entry["name"].split(".")[0]: entry["kind"] for entry in fit.details["constrained"]}
    assert kinds == {"mu": "parameter", "tau": "parameter", "eta": "parameter", "theta": "transformed"}


def test_plates_are_dimensions_and_observed_sites_data(eight, fit):
    labels = eight._labels
    assert labels.coords == {"school": list(range(8))}
    assert labels.dims == {"eta": ["school"], "theta": ["school"], "y": ["school"]}
    np.testing.assert_array_equal(labels.observed["y"], Y)
    likelihood = eight._log_likelihood(fit.draws)
    theta = fit.posterior["theta"]
    np.testing.assert_allclose(likelihood["y"], -0.5 * ((Y - theta) / SIGMA) ** 2 - np.log(SIGMA) - 0.5 * np.log(2 * np.pi))


def test_arviz_has_it_all(fit):
    pytest.importorskip("arviz")
    data = fit.to_arviz()
    assert data.posterior["theta"].dims == ("chain", "draw", "school")
    assert data.log_likelihood["y"].shape[-1] == 8 and data.observed_data["y"].dims == ("school",)


def test_a_start_by_values(eight):
    assert g2t.fit(eight, init={"mu": 4.0, "tau": 2.0, "eta": np.zeros(8), "theta": np.zeros(8)}).status == "converged"
    assert g2t.fit(eight, init={"mu": 4.0, "tau": 2.0, "eta": np.zeros(8)}).status == "converged"
    with pytest.raises(g2t.Error, match="tau"):
        g2t.fit(eight, init={"mu": 4.0, "eta": np.zeros(8)})


def test_normal_with_known_variance():
    def model(y, scale):
        mean = numpyro.sample("mean", dist.Normal(0.0, 2.0))
        numpyro.sample("y", dist.Normal(mean, scale), obs=y)

    y = np.random.default_rng(2).normal(1, 3, size=20)
    fit = g2t.fit(g2t.from_numpyro(model, y, scale=3.0))
    precision = 1 / 4 + 20 / 9
    assert fit.status == "converged"
    np.testing.assert_allclose(fit.mean, y.sum() / 9 / precision, atol=1e-4)
    np.testing.assert_allclose(fit.sd, precision**-0.5, rtol=0.05)
    cov = 4 + 9 * np.eye(20)
    evidence = -0.5 * y @ np.linalg.solve(cov, y) - 0.5 * np.linalg.slogdet(2 * np.pi * cov)[1]
    np.testing.assert_allclose(fit.elbo, evidence, atol=1e-4)  # the sign and all constants


def exact(posterior, mean, sd, draws):
    """Within four Monte Carlo errors."""
    np.testing.assert_allclose(posterior.mean(axis=0), mean, atol=4 * np.max(sd) / draws**0.5)
    np.testing.assert_allclose(posterior.std(axis=0), sd, rtol=0.15)


def test_supports_are_left_by_numpyros_transforms():
    def model(successes, counts):
        p = numpyro.sample("p", dist.Beta(2.0, 3.0))
        numpyro.sample("successes", dist.Binomial(20, p), obs=successes)
        q = numpyro.sample("q", dist.Dirichlet(jnp.array([1.0, 2.0, 3.0])))
        numpyro.sample("counts", dist.Multinomial(10, q), obs=counts)

    fit = g2t.fit(g2t.from_numpyro(model, 7, jnp.array([5, 3, 2])))
    assert fit.status == "converged" and fit.draws.shape[1] == 3
    exact(fit.posterior["p"], 9 / 25, (9 * 16 / 25**2 / 26) ** 0.5, 1000)
    share = np.array([6, 5, 5]) / 16
    exact(fit.posterior["q"], share, np.sqrt(share * (1 - share) / 17), 1000)
    np.testing.assert_allclose(fit.posterior["q"].sum(axis=1), 1, rtol=1e-12)


def test_supports_that_depend_on_values():
    def model():
        width = numpyro.sample("width", dist.Gamma(30.0, 10.0))
        numpyro.sample("place", dist.Uniform(0.0, width))

    fit = g2t.fit(g2t.from_numpyro(model))
    exact(fit.posterior["width"], 3.0, 0.3**0.5, 1000)
    assert (fit.posterior["place"] < fit.posterior["width"]).all()
    exact(fit.posterior["place"] / fit.posterior["width"], 0.5, 12**-0.5, 1000)


def test_matrices_and_plates_in_plates():
    def model(y):
        numpyro.sample("L", dist.LKJCholesky(3, 2.0))
        with numpyro.plate("outer", 4, dim=-2), numpyro.plate("inner", 2, dim=-1):
            both = numpyro.sample("both", dist.Normal(0, 1).expand([3]).to_event(1))
            numpyro.sample("y", dist.Normal(both.sum(-1), 1), obs=y)
        numpyro.factor("pull", -jnp.sum(both**2))

    model = g2t.from_numpyro(model, np.zeros((4, 2)))
    assert model._labels.coords == {"outer": [0, 1, 2, 3], "inner": [0, 1]}
    assert model._labels.dims == {"both": ["outer", "inner", None], "y": ["outer", "inner"]}
    assert list(model._labels.observed) == ["y"]  # a factor is no data
    fit = g2t.fit(model)
    assert fit.posterior["L"].shape[1:] == (3, 3) and fit.posterior["both"].shape[1:] == (4, 2, 3)
    L = fit.posterior["L"]
    np.testing.assert_allclose((L @ L.transpose(0, 2, 1))[:, [0, 1, 2], [0, 1, 2]], 1, rtol=1e-9)
    assert model._log_likelihood(fit.draws[:40])["y"].shape == (40, 4, 2)


def test_improper_priors_are_numpyros():
    def model(y):
        mean = numpyro.sample("mean", dist.ImproperUniform(dist.constraints.real, (), ()))
        numpyro.sample("y", dist.Normal(mean, 1.0), obs=y)

    fit = g2t.fit(g2t.from_numpyro(model, np.array([1.0, 2.0, 6.0])))
    np.testing.assert_allclose(fit.mean, 3.0, atol=1e-4)


def counted():
    n = numpyro.sample("n", dist.Poisson(3.0))
    numpyro.sample("x", dist.Normal(n, 1.0), obs=1.0)


def nothing(y):
    numpyro.sample("y", dist.Normal(0.0, 1.0), obs=y)


def partly(y):
    m = numpyro.sample("m", dist.Normal(0.0, 1.0))
    with numpyro.plate("row", 10, subsample_size=2) as rows:
        numpyro.sample("y", dist.Normal(m, 1.0), obs=jnp.asarray(y)[rows])


def breaks(y):
    raise ZeroDivisionError("here")


@pytest.mark.parametrize("model, error, said", [
    (counted, g2t.InvalidArgument, r"discrete latent sites cannot be fitted: 'n'.*MixtureSameFamily\)$"),
    (nothing, g2t.InvalidArgument, "the model has no latent sites"),
    (partly, g2t.InvalidArgument, "plate 'row' takes 2 of 10 rows"),
    (breaks, ZeroDivisionError, "here"),
    (3, g2t.InvalidArgument, "model is a int: a NumPyro model is a function"),
])
def test_what_cannot_be_fitted(model, error, said):
    with pytest.raises(error, match=said):
        g2t.from_numpyro(model, *([] if model is counted else [np.zeros(10)]))


def test_discrete_sites_of_finite_support():
    def model(y):
        m = numpyro.sample("m", dist.Normal(0.0, 1.0))
        with numpyro.plate("row", len(y)):
            which = numpyro.sample("which", dist.Bernoulli(0.5), infer={"enumerate": "parallel"})
            numpyro.sample("y", dist.Normal(m + 4.0 * which, 1.0), obs=y)

    def summed_out(y):
        m = numpyro.sample("m", dist.Normal(0.0, 1.0))
        parts = dist.Normal(m + jnp.array([0.0, 4.0]), 1.0)
        numpyro.sample("y", dist.MixtureSameFamily(dist.Categorical(probs=jnp.array([0.5, 0.5])), parts).expand([len(y)]), obs=y)

    y = np.random.default_rng(1).normal(size=30) + 0.5
    try:
        import funsor  # noqa: F401
    except ImportError:
        with pytest.raises(g2t.InvalidArgument, match="'which'.*or install funsor"):
            g2t.from_numpyro(model, y)
        return
    points = np.linspace(-1, 1, 5)[:, None]
    one, other = (g2t.from_numpyro(m, y) for m in (model, summed_out))
    for a, b in zip(one.value_and_grad(points), other.value_and_grad(points)):
        np.testing.assert_allclose(a, b, rtol=1e-9)
    assert one.value_names == ["m"] and one._log_likelihood is None


def test_params_are_said_to_stay():
    def model():
        scale = numpyro.param("scale", 2.0)
        numpyro.sample("x", dist.Normal(0.0, scale))

    with pytest.warns(UserWarning, match="param 'scale' is no random variable"):
        fit = g2t.fit(g2t.from_numpyro(model))
    np.testing.assert_allclose(fit.sd, 2.0, rtol=0.05)


def test_keywords_are_the_models_own():
    def model(names, seed=0, title=1.0):
        numpyro.sample("x", dist.Normal(names + seed, title))

    fit = g2t.fit(g2t.from_numpyro(model, names=1.0, seed=2.0, title=0.5))
    np.testing.assert_allclose(fit.mean, 3.0, atol=1e-4)
    assert "model" in repr(g2t.from_numpyro(numpyro.handlers.seed(model, 0), names=1.0)).lower()
