"""Autoregression around a constant, given the first observations."""

import numpy as np


def lagged(data):
    return np.stack([data["y"][data["P"] - p : data["N"] - p] for p in range(1, data["P"] + 1)], axis=1)


def jax_model(data):
    import jax.numpy as jnp
    from densities import exponential, normal

    x, y = lagged(data), data["y"][data["P"] :]

    def log_density(z):
        return (normal(z["alpha"], 0, 2) + normal(z["beta"], 0, 0.5) + exponential(z["log_sigma"])
                + normal(y, z["alpha"] + x @ z["beta"], jnp.exp(z["log_sigma"])))

    def constrain(z):
        return {"alpha": z["alpha"], "beta": z["beta"], "sigma": jnp.exp(z["log_sigma"])}

    return log_density, {"alpha": 0.0, "beta": np.zeros(data["P"]), "log_sigma": 0.0}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 2)
        beta = pm.Normal("beta", 0, 0.5, shape=data["P"])
        sigma = pm.Exponential("sigma", 1)
        pm.Normal("y", alpha + lagged(data) @ beta, sigma, observed=data["y"][data["P"] :])
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        alpha = numpyro.sample("alpha", dist.Normal(0, 2))
        beta = numpyro.sample("beta", dist.Normal(0, 0.5).expand([data["P"]]))
        sigma = numpyro.sample("sigma", dist.Exponential(1))
        numpyro.sample("y", dist.Normal(alpha + lagged(data) @ beta, sigma), obs=data["y"][data["P"] :])

    return model
