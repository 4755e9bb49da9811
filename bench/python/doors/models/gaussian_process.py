"""Latent Gaussian process for counts along a line."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import half_normal, inverse_gamma, normal, poisson

    squares, jitter = (data["x"][:, None] - data["x"]) ** 2, 1e-6 * np.eye(data["N"])

    def log_density(z):
        kernel = jnp.exp(2 * z["log_alpha"] - squares * jnp.exp(-2 * z["log_ell"]) / 2) + jitter
        f = z["mu"] + jnp.linalg.cholesky(kernel) @ z["z"]
        return (normal(z["mu"], 1, 1) + inverse_gamma(z["log_ell"], 5, 5) + half_normal(z["log_alpha"], 1)
                + normal(z["z"], 0, 1) + poisson(data["y"], f))

    def constrain(z):
        return {"mu": z["mu"], "ell": jnp.exp(z["log_ell"]), "alpha": jnp.exp(z["log_alpha"]), "z": z["z"]}

    return log_density, {"mu": 0.0, "log_ell": 0.0, "log_alpha": 0.0, "z": np.zeros(data["N"])}, constrain


def pymc_model(data):
    import pymc as pm
    import pytensor.tensor as pt

    with pm.Model() as model:
        mu = pm.Normal("mu", 1, 1)
        ell = pm.InverseGamma("ell", 5, 5)
        alpha = pm.HalfNormal("alpha", 1)
        z = pm.Normal("z", 0, 1, shape=data["N"])
        kernel = alpha**2 * pm.gp.cov.ExpQuad(1, ls=ell)(data["x"][:, None]) + 1e-6 * np.eye(data["N"])
        pm.Poisson("y", pm.math.exp(mu + pt.linalg.cholesky(kernel) @ z), observed=data["y"])
    return model


def numpyro_model(data):
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    squares = (data["x"][:, None] - data["x"]) ** 2

    def model():
        mu = numpyro.sample("mu", dist.Normal(1, 1))
        ell = numpyro.sample("ell", dist.InverseGamma(5, 5))
        alpha = numpyro.sample("alpha", dist.HalfNormal(1))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([data["N"]]))
        kernel = alpha**2 * jnp.exp(-squares / (2 * ell**2)) + 1e-6 * jnp.eye(data["N"])
        numpyro.sample("y", dist.Poisson(jnp.exp(mu + jnp.linalg.cholesky(kernel) @ z)), obs=data["y"])

    return model
