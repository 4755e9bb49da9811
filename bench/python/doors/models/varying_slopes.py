"""Linear regression whose intercept and slope vary by group and are correlated (LKJ prior)."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import exponential, half_normal, normal

    x, y, group = data["x"], data["y"], data["group"] - 1

    def factor(z):
        rho = jnp.tanh(z["w"])
        return jnp.array([[1.0, 0.0], [rho, jnp.sqrt(1 - rho**2)]])

    def log_density(z):
        u = (jnp.exp(z["log_tau"])[:, None] * factor(z)) @ z["z"]
        mean = z["b"][0] + u[0, group] + (z["b"][1] + u[1, group]) * x
        of_rho = 2 * jnp.log1p(-jnp.tanh(z["w"]) ** 2)  # the prior, and the change of variables
        return (normal(z["b"], 0, 2) + half_normal(z["log_tau"], 1) + of_rho + normal(z["z"], 0, 1)
                + exponential(z["log_sigma"]) + normal(y, mean, jnp.exp(z["log_sigma"])))

    def constrain(z):
        return {"b": z["b"], "tau": jnp.exp(z["log_tau"]), "L": factor(z), "z": z["z"], "sigma": jnp.exp(z["log_sigma"])}

    return log_density, {"b": np.zeros(2), "log_tau": np.zeros(2), "w": 0.0, "z": np.zeros((2, data["J"])),
                         "log_sigma": 0.0}, constrain


def pymc_model(data):
    import pymc as pm
    import pytensor.tensor as pt

    x, group = data["x"], data["group"] - 1
    with pm.Model() as model:
        b = pm.Normal("b", 0, 2, shape=2)
        sds = pm.HalfNormal.dist(1, shape=2)
        factor, _, tau = pm.LKJCholeskyCov("packed", n=2, eta=2, sd_dist=sds, store_in_trace=False)
        pm.Deterministic("tau", tau)
        pm.Deterministic("L", factor / tau[:, None])
        z = pm.Normal("z", 0, 1, shape=(2, data["J"]))
        sigma = pm.Exponential("sigma", 1)
        u = pt.dot(factor, z)
        pm.Normal("y", b[0] + u[0, group] + (b[1] + u[1, group]) * x, sigma, observed=data["y"])
    return model


def numpyro_model(data):
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    x, group = data["x"], data["group"] - 1

    def model():
        b = numpyro.sample("b", dist.Normal(0, 2).expand([2]))
        tau = numpyro.sample("tau", dist.HalfNormal(1).expand([2]))
        factor = numpyro.sample("L", dist.LKJCholesky(2, 2.0))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([2, data["J"]]))
        sigma = numpyro.sample("sigma", dist.Exponential(1))
        u = (tau[:, None] * factor) @ z
        numpyro.sample("y", dist.Normal(b[0] + u[0, group] + (b[1] + u[1, group]) * x, sigma), obs=data["y"])

    return model
