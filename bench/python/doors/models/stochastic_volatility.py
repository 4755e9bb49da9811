"""Stochastic volatility: the log variance of a return is a stationary autoregression, non-centred."""

import numpy as np


def jax_model(data):
    import jax
    import jax.numpy as jnp
    from densities import half_normal, normal

    def log_volatility(mu, phi, sigma, z):
        def step(before, innovation):
            now = phi * before + sigma * innovation
            return now, now

        first = sigma * z[0] / jnp.sqrt(1 - phi**2)
        return mu + jnp.append(first, jax.lax.scan(step, first, z[1:])[1])

    def log_density(z):
        share = jax.nn.sigmoid(z["logit_phi"])  # (phi + 1) / 2
        h = log_volatility(z["mu"], 2 * share - 1, jnp.exp(z["log_sigma"]), z["z"])
        return (normal(z["mu"], 0, 2) + 10 * jnp.log(share) + 2 * jnp.log1p(-share) + half_normal(z["log_sigma"], 0.5)
                + normal(z["z"], 0, 1) + normal(data["y"], 0, jnp.exp(h / 2)))

    def constrain(z):
        return {"mu": z["mu"], "phi": 2 * jax.nn.sigmoid(z["logit_phi"]) - 1, "sigma": jnp.exp(z["log_sigma"]), "z": z["z"]}

    return log_density, {"mu": 0.0, "logit_phi": 0.0, "log_sigma": 0.0, "z": np.zeros(data["T"])}, constrain


def pymc_model(data):
    import pymc as pm
    import pytensor
    import pytensor.tensor as pt

    with pm.Model() as model:
        mu = pm.Normal("mu", 0, 2)
        phi = pm.Deterministic("phi", 2 * pm.Beta("share", 10, 2) - 1)
        sigma = pm.HalfNormal("sigma", 0.5)
        z = pm.Normal("z", 0, 1, shape=data["T"])
        first = sigma * z[0] / pt.sqrt(1 - phi**2)
        rest, _ = pytensor.scan(lambda innovation, before, phi, sigma: phi * before + sigma * innovation, sequences=z[1:],
                                outputs_info=first, non_sequences=[phi, sigma])
        pm.Normal("y", 0, pt.exp((mu + pt.concatenate([first[None], rest])) / 2), observed=data["y"])
    return model


def numpyro_model(data):
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    def model():
        mu = numpyro.sample("mu", dist.Normal(0, 2))
        phi = numpyro.deterministic("phi", 2 * numpyro.sample("share", dist.Beta(10, 2)) - 1)
        sigma = numpyro.sample("sigma", dist.HalfNormal(0.5))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([data["T"]]))

        def step(before, innovation):
            now = phi * before + sigma * innovation
            return now, now

        first = sigma * z[0] / jnp.sqrt(1 - phi**2)
        h = mu + jnp.append(first, jax.lax.scan(step, first, z[1:])[1])
        numpyro.sample("y", dist.Normal(0, jnp.exp(h / 2)), obs=data["y"])

    return model
