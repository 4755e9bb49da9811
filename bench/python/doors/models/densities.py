"""Log densities and transforms that the models in plain JAX share; sums over all entries."""

import jax.numpy as jnp
from jax.scipy import stats
from jax.scipy.special import xlogy


def normal(x, mean, sd):
    return jnp.sum(stats.norm.logpdf(x, mean, sd))


def half_normal(log_x, sd):
    """Of a positive x, as a density of its logarithm."""
    return normal(jnp.exp(log_x), 0, sd) + jnp.sum(log_x)


def exponential(log_x):
    return jnp.sum(-jnp.exp(log_x) + log_x)


def half_student(log_x, degrees, scale):
    return jnp.sum(stats.t.logpdf(jnp.exp(log_x), degrees, 0, scale) + log_x)


def inverse_gamma(log_x, shape, scale):
    return jnp.sum(-shape * log_x - scale * jnp.exp(-log_x))


def poisson(counts, log_rate):
    return jnp.sum(counts * log_rate - jnp.exp(log_rate))


def bernoulli(y, logit):
    return jnp.sum(y * logit - jnp.logaddexp(0, logit))


def ordered(z):
    """A first entry and logarithms of gaps to increasing numbers, and the log determinant."""
    return z[0] + jnp.concatenate([jnp.zeros(1), jnp.cumsum(jnp.exp(z[1:]))]), jnp.sum(z[1:])


def simplex(z):
    """K - 1 numbers to K shares by softmax with a last entry of 0, and the log determinant."""
    log_shares = jnp.append(z, 0.0) - jnp.logaddexp.reduce(jnp.append(z, 0.0))
    return jnp.exp(log_shares), jnp.sum(log_shares)


def dirichlet(shares, concentration):
    return jnp.sum(xlogy(concentration - 1, shares))
