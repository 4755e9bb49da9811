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

    Discrete latent sites are refused. Those of finite support are summed out by NumPyro where funsor is installed; then
    fit.posterior has the continuous sites alone. Plates that take a part of their rows are refused, and models without latent
    sites.
    """
    imported("numpyro", "g2t.from_numpyro")
    from numpyro.infer.util import constrain_fn
    from numpyro.infer.util import log_likelihood as by_site

    if not callable(model):
        raise InvalidArgument(f"model is a {type(model).__name__}: a NumPyro model is a function")
    bound = functools.partial(model, *args, **kwargs)  # so that no argument of NumPyro's own functions is in the way
    with double_precision():
        sites = Sites(bound)
        sites.refuse_what_cannot_be_fitted()
        bound = sites.with_params(bound)
        potential, point = _potential(bound, sites)

    def constrain(z):
        values = constrain_fn(bound, (), {}, dict(point.tree(z)), return_deterministic=True)
        return collections.OrderedDict((name, values[name]) for name in sites.values)

    def log_likelihood(z):
        values = by_site(bound, {name: constrain(z)[name] for name in sites.latent}, batch_ndims=0)
        return {name: values[name] for name in sites.observed}

    has_likelihood = sites.observed and not sites.discrete
    return jax_model(lambda z: -potential(point.tree(z)), point, constrain=Batched(constrain, sizes=(32,)),
                     unconstrain=lambda values: point.flat(_unconstrained(bound, sites, values)), parameters=sites.latent,
                     title=getattr(model, "__name__", "NumPyro model"), labels=sites.labels(),
                     log_likelihood=Batched(log_likelihood, sizes=(32,)) if has_likelihood else None)


def _potential(bound, sites):
    """NumPyro's own function of unconstrained values by site, and their shapes, by a trace: nothing is computed."""
    import jax
    from numpyro.infer.util import initialize_model

    made = []

    def initialize(key):
        made.append(initialize_model(key, bound, validate_grad=False))
        return made[0].param_info.z

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Some algorithms will automatically enumerate", FutureWarning)
        shapes = jax.eval_shape(initialize, jax.random.PRNGKey(0))
    return made[0].potential_fn, PointTree(collections.OrderedDict((name, shapes[name]) for name in sites.latent))


def _unconstrained(bound, sites, values):
    from numpyro.infer.util import unconstrain_fn

    for name in sites.latent:
        if name not in values:
            raise InvalidArgument(f"init has no value of '{name}'")
    with double_precision():
        return unconstrain_fn(bound, (), {}, {name: np.asarray(values[name], dtype=np.float64) for name in sites.latent})
