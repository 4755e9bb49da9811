"""NumPyro models."""

import collections
import functools
import warnings

import numpy as np

from g2t.errors import InvalidArgument
from g2t.jax_batches import Batched, double_precision, imported
from g2t.jax_model import PointTree, jax_model
from g2t.numpyro_sites import Sites


def from_numpyro(model, *args, **kwargs):
    """A model from a NumPyro model and the arguments that it is called with, all of them its own.

    NumPyro itself makes the log density on unconstrained coordinates and leads back to the model's own scale. fit.posterior has
    the latent sites and the deterministic ones. Plates are dimensions, observed sites are data, for Fit.to_arviz().

    Discrete latent sites are refused, but NumPyro sums out those of finite support where funsor is installed; so are plates that
    take a part of their rows, and models without latent sites.
    """
    imported("numpyro", "g2t.from_numpyro")
    if not callable(model):
        raise InvalidArgument(f"model is a {type(model).__name__}: a NumPyro model is a function")
    bound = functools.partial(model, *args, **kwargs)  # so that no argument of NumPyro's own functions is in the way
    with double_precision():
        sites = Sites(bound)
        sites.refuse_what_cannot_be_fitted()
        info = _initialized(bound)
    if not info.param_info.z:
        raise InvalidArgument("the model has no latent sites: there is nothing to fit")
    point = PointTree(collections.OrderedDict((name, info.param_info.z[name]) for name in sites.latent))

    def log_density(z):
        return -info.potential_fn(point.tree(z))

    def constrain(z):
        values = info.postprocess_fn(dict(point.tree(z)))
        return collections.OrderedDict((name, values[name]) for name in sites.values if name in values)

    def log_likelihood(z):
        from numpyro.infer import log_likelihood

        values = info.postprocess_fn(dict(point.tree(z)))
        by_site = log_likelihood(bound, {name: values[name] for name in sites.latent}, batch_ndims=0)
        return {name: by_site[name] for name in sites.observed}

    has_likelihood = sites.observed and not sites.discrete
    return jax_model(log_density, point, constrain=Batched(constrain, sizes=(32,)),
                     unconstrain=lambda values: point.flat(_unconstrained(bound, sites, values)), parameters=sites.latent,
                     title=getattr(model, "__name__", "NumPyro model"), labels=sites.labels(),
                     log_likelihood=Batched(log_likelihood, sizes=(32,)) if has_likelihood else None)


def _initialized(bound):
    import jax
    from numpyro.infer.util import initialize_model

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Some algorithms will automatically enumerate", FutureWarning)
        return initialize_model(jax.random.PRNGKey(0), bound, validate_grad=False)


def _unconstrained(bound, sites, values):
    from numpyro.infer.util import unconstrain_fn

    for name in sites.latent:
        if name not in values:
            raise InvalidArgument(f"init has no value of '{name}'")
    with double_precision():
        return unconstrain_fn(bound, (), {}, {name: np.asarray(values[name], dtype=np.float64) for name in sites.latent})
