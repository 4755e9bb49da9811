"""Mixture of normals with ordered means."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import dirichlet, normal, ordered, simplex
    from jax.scipy.special import logsumexp
    from jax.scipy.stats import norm

    def log_density(z):
        theta, of_theta = simplex(z["z_theta"])
        mu, of_mu = ordered(z["z_mu"])
        parts = jnp.log(theta) + norm.logpdf(data["y"][:, None], mu, jnp.exp(z["log_sigma"]))
        return (dirichlet(theta, 3.0) + of_theta + normal(mu, 0, 5) + of_mu + normal(z["log_sigma"], 0, 0.5)
                + jnp.sum(logsumexp(parts, axis=1)))

    def constrain(z):
        return {"theta": simplex(z["z_theta"])[0], "mu": ordered(z["z_mu"])[0], "sigma": jnp.exp(z["log_sigma"])}

    K = data["K"]
    return log_density, {"z_theta": np.zeros(K - 1), "z_mu": np.zeros(K), "log_sigma": np.zeros(K)}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        theta = pm.Dirichlet("theta", np.full(data["K"], 3.0))
        mu = pm.Normal("mu", 0, 5, shape=data["K"], transform=pm.distributions.transforms.ordered,
                       initval=np.linspace(-1, 1, data["K"]))
        sigma = pm.LogNormal("sigma", 0, 0.5, shape=data["K"])
        pm.NormalMixture("y", theta, mu, sigma=sigma, observed=data["y"])
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        theta = numpyro.sample("theta", dist.Dirichlet(np.full(data["K"], 3.0)))
        normals = dist.Normal(0, 5).expand([data["K"]])
        mu = numpyro.sample("mu", dist.ImproperUniform(dist.constraints.ordered_vector, (), (data["K"],)))
        numpyro.factor("mu_prior", normals.log_prob(mu).sum())
        sigma = numpyro.sample("sigma", dist.LogNormal(0, 0.5).expand([data["K"]]))
        numpyro.sample("y", dist.MixtureSameFamily(dist.Categorical(theta), dist.Normal(mu, sigma)), obs=data["y"])

    return model
