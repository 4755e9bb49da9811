"""Poisson regression of counts on exposures, with a varying rate for each group."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import half_normal, normal, poisson

    group, offset = data["group"] - 1, np.log(data["exposure"])

    def log_density(z):
        log_rate = offset + z["alpha"] + z["beta"] * data["x"] + jnp.exp(z["log_tau"]) * z["z"][group]
        return (normal(z["alpha"], 0, 2) + normal(z["beta"], 0, 1) + half_normal(z["log_tau"], 1) + normal(z["z"], 0, 1)
                + poisson(data["y"], log_rate))

    def constrain(z):
        return {"alpha": z["alpha"], "beta": z["beta"], "tau": jnp.exp(z["log_tau"]), "z": z["z"]}

    return log_density, {"alpha": 0.0, "beta": 0.0, "log_tau": 0.0, "z": np.zeros(data["J"])}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 2)
        beta = pm.Normal("beta", 0, 1)
        tau = pm.HalfNormal("tau", 1)
        z = pm.Normal("z", 0, 1, shape=data["J"])
        rate = data["exposure"] * pm.math.exp(alpha + beta * data["x"] + tau * z[data["group"] - 1])
        pm.Poisson("y", rate, observed=data["y"])
    return model


def numpyro_model(data):
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    def model():
        alpha = numpyro.sample("alpha", dist.Normal(0, 2))
        beta = numpyro.sample("beta", dist.Normal(0, 1))
        tau = numpyro.sample("tau", dist.HalfNormal(1))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([data["J"]]))
        rate = data["exposure"] * jnp.exp(alpha + beta * data["x"] + tau * z[data["group"] - 1])
        numpyro.sample("y", dist.Poisson(rate), obs=data["y"])

    return model
