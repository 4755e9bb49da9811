"""Eight schools, non-centred."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import half_student, normal

    def log_density(z):
        theta = z["mu"] + jnp.exp(z["log_tau"]) * z["eta"]
        return (normal(z["mu"], 0, 5) + half_student(z["log_tau"], 1, 5) + normal(z["eta"], 0, 1)
                + normal(data["y"], theta, data["sigma"]))

    def constrain(z):
        return {"mu": z["mu"], "tau": jnp.exp(z["log_tau"]), "eta": z["eta"]}

    return log_density, {"mu": 0.0, "log_tau": 0.0, "eta": np.zeros(8)}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        mu = pm.Normal("mu", 0, 5)
        tau = pm.HalfCauchy("tau", 5)
        eta = pm.Normal("eta", 0, 1, shape=8)
        pm.Normal("y", mu + tau * eta, data["sigma"], observed=data["y"])
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        mu = numpyro.sample("mu", dist.Normal(0, 5))
        tau = numpyro.sample("tau", dist.HalfCauchy(5))
        with numpyro.plate("schools", 8):
            eta = numpyro.sample("eta", dist.Normal(0, 1))
            numpyro.sample("y", dist.Normal(mu + tau * eta, data["sigma"]), obs=data["y"])

    return model
