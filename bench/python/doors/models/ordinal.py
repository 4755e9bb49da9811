"""Ordered logistic regression."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import normal, ordered
    from jax.nn import sigmoid

    def log_density(z):
        cut, log_determinant = ordered(z["z"])
        below = sigmoid(jnp.concatenate([jnp.full(1, -jnp.inf), cut, jnp.full(1, jnp.inf)]) - (data["x"] @ z["beta"])[:, None])
        rows = np.arange(data["N"])
        return (normal(z["beta"], 0, 2) + normal(cut, 0, 3) + log_determinant
                + jnp.sum(jnp.log(below[rows, data["y"]] - below[rows, data["y"] - 1])))

    def constrain(z):
        return {"beta": z["beta"], "cut": ordered(z["z"])[0]}

    return log_density, {"beta": np.zeros(data["D"]), "z": np.zeros(data["K"] - 1)}, constrain


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        beta = pm.Normal("beta", 0, 2, shape=data["D"])
        cut = pm.Normal("cut", 0, 3, shape=data["K"] - 1, transform=pm.distributions.transforms.ordered,
                        initval=np.linspace(-1, 1, data["K"] - 1))
        pm.OrderedLogistic("y", eta=data["x"] @ beta, cutpoints=cut, observed=data["y"] - 1, compute_p=False)
    return model


def numpyro_model(data):
    import numpyro
    import numpyro.distributions as dist

    def model():
        beta = numpyro.sample("beta", dist.Normal(0, 2).expand([data["D"]]))
        normals = dist.Normal(0, 3).expand([data["K"] - 1])
        cut = numpyro.sample("cut", dist.ImproperUniform(dist.constraints.ordered_vector, (), (data["K"] - 1,)))
        numpyro.factor("cut_prior", normals.log_prob(cut).sum())
        numpyro.sample("y", dist.OrderedLogistic(data["x"] @ beta, cut), obs=data["y"] - 1)

    return model
