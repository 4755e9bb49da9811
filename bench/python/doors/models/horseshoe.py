"""Linear regression with the regularised horseshoe."""

import numpy as np


def jax_model(data):
    import jax.numpy as jnp
    from densities import half_normal, half_student, inverse_gamma, normal

    def log_density(z):
        sigma, tau, c2, lam = (jnp.exp(z["log_" + name]) for name in ("sigma", "tau", "c2", "lambda"))
        beta = tau * jnp.sqrt(c2 * lam**2 / (c2 + (tau * lam) ** 2)) * z["z"]
        return (normal(z["alpha"], 0, 2) + half_normal(z["log_sigma"], 2)
                + half_student(z["log_tau"], 3, tau_scale(data) * sigma) + inverse_gamma(z["log_c2"], 4, 8)
                + half_student(z["log_lambda"], 3, 1) + normal(z["z"], 0, 1)
                + normal(data["y"], z["alpha"] + data["x"] @ beta, sigma))

    def constrain(z):
        return {"alpha": z["alpha"], "z": z["z"]} | {name: jnp.exp(z["log_" + name])
                                                     for name in ("sigma", "tau", "c2", "lambda")}

    zeros = np.zeros(data["D"])
    return log_density, {"alpha": 0.0, "log_sigma": 0.0, "log_tau": 0.0, "log_c2": 0.0, "log_lambda": zeros, "z": zeros}, constrain


def tau_scale(data):
    return data["relevant"] / (data["D"] - data["relevant"]) / np.sqrt(data["N"])


def pymc_model(data):
    import pymc as pm

    with pm.Model() as model:
        alpha = pm.Normal("alpha", 0, 2)
        sigma = pm.HalfNormal("sigma", 2)
        tau = pm.HalfStudentT("tau", 3, tau_scale(data) * sigma)
        c2 = pm.InverseGamma("c2", 4, 8)
        lam = pm.HalfStudentT("lambda", 3, 1, shape=data["D"])
        z = pm.Normal("z", 0, 1, shape=data["D"])
        beta = tau * pm.math.sqrt(c2 * lam**2 / (c2 + (tau * lam) ** 2)) * z
        pm.Normal("y", alpha + data["x"] @ beta, sigma, observed=data["y"])
    return model


def numpyro_model(data):
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    def half_student(scale):
        return dist.FoldedDistribution(dist.StudentT(3, 0, scale))

    def model():
        alpha = numpyro.sample("alpha", dist.Normal(0, 2))
        sigma = numpyro.sample("sigma", dist.HalfNormal(2))
        tau = numpyro.sample("tau", half_student(tau_scale(data) * sigma))
        c2 = numpyro.sample("c2", dist.InverseGamma(4, 8))
        lam = numpyro.sample("lambda", half_student(jnp.ones(data["D"])))
        z = numpyro.sample("z", dist.Normal(0, 1).expand([data["D"]]))
        beta = tau * jnp.sqrt(c2 * lam**2 / (c2 + (tau * lam) ** 2)) * z
        numpyro.sample("y", dist.Normal(alpha + data["x"] @ beta, sigma), obs=data["y"])

    return model
