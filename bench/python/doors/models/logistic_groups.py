"""Logistic regression with a varying intercept for each group, non-centred."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import bernoulli, half_normal, normal

    x, y, group = data["x"], data["y"], data["group"] - 1

    def log_density(z):
        logit = z["alpha"] + jnp.exp(z["log_tau"]) * z["z"][group] + x @ z["beta"]
        return (normal(z["alpha"], 0, 2.5) + normal(z["beta"], 0, 2.5) + half_normal(z["log_tau"], 1) + normal(z["z"], 0, 1)
                + bernoulli(y, logit))

    def constrain(z):
        return {"alpha": z["alpha"], "beta": z["beta"], "tau": jnp.exp(z["log_tau"]), "z": z["z"]}

    return log_density, {"alpha": 0.0, "beta": np.zeros(data["K"]), "log_tau": 0.0, "z": np.zeros(data["J"])}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 2.5)
        beta = pm.Normal("beta", 0, 2.5, shape=data["K"])
        tau = pm.HalfNormal("tau", 1)
        z = pm.Normal("z", 0, 1, shape=data["J"])
        pm.Bernoulli("y", logit_p=alpha + tau * z[data["group"] - 1] + data["x"] @ beta, observed=data["y"])
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        alpha = numpyro.sample("alpha", dist.Normal(0, 2.5))
        beta = numpyro.sample("beta", dist.Normal(0, 2.5).expand([data["K"]]))
        tau = numpyro.sample("tau", dist.HalfNormal(1))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([data["J"]]))
        logits = alpha + tau * z[data["group"] - 1] + data["x"] @ beta
        numpyro.sample("y", dist.Bernoulli(logits=logits), obs=data["y"])

    return model
