"""Linear regression with a varying intercept for each group."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import exponential, half_normal, normal

    x, y, group = data["x"], data["y"], data["group"] - 1

    def u_of(z):
        return jnp.exp(z["log_tau"]) * z["z"]

    def log_density(z):
        mean = z["alpha"] + u_of(z)[group] + x @ z["beta"]
        return (normal(z["alpha"], 0, 5) + normal(z["beta"], 0, 2.5) + half_normal(z["log_tau"], 2) + exponential(z["log_sigma"])
                + normal(z["z"], 0, 1) + normal(y, mean, jnp.exp(z["log_sigma"])))

    def constrain(z):
        return {"alpha": z["alpha"], "beta": z["beta"], "tau": jnp.exp(z["log_tau"]), "sigma": jnp.exp(z["log_sigma"]),
                "u": u_of(z)}

    return log_density, {"alpha": 0.0, "beta": np.zeros(data["K"]), "log_tau": 0.0, "log_sigma": 0.0,
                         "z": np.zeros(data["J"])}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 5)
        beta = pm.Normal("beta", 0, 2.5, shape=data["K"])
        tau = pm.HalfNormal("tau", 2)
        sigma = pm.Exponential("sigma", 1)
        u = pm.Deterministic("u", tau * pm.Normal("z", 0, 1, shape=data["J"]))
        pm.Normal("y", alpha + u[data["group"] - 1] + data["x"] @ beta, sigma, observed=data["y"])
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        alpha = numpyro.sample("alpha", dist.Normal(0, 5))
        beta = numpyro.sample("beta", dist.Normal(0, 2.5).expand([data["K"]]))
        tau = numpyro.sample("tau", dist.HalfNormal(2))
        sigma = numpyro.sample("sigma", dist.Exponential(1))
        u = numpyro.deterministic("u", tau * numpyro.sample("z", dist.Normal(0, 1).expand([data["J"]])))
        numpyro.sample("y", dist.Normal(alpha + u[data["group"] - 1] + data["x"] @ beta, sigma), obs=data["y"])

    return model
