"""Models of PyMC, with their names, transforms, dimensions and data."""

import functools

import numpy as np

from g2t.callable import CallableModel
from g2t.errors import InvalidArgument
from g2t.jax_batches import imported
from g2t.labels import Labels
from g2t.pymc_backends import compiled
from g2t.pymc_graphs import Graphs


def from_pymc(model=None, *, backend=None):
    """A model of PyMC: its log density on the unconstrained scale, with the Jacobians of its transforms.

    fit.posterior has the free variables on their own scale, then the deterministics; Fit.to_arviz() adds dimensions, coordinates,
    data and log likelihoods. Data and coordinates are those at the time of the call. Variables with an `initval` make the
    initial point the start; else g2t tries several.

    model: a pymc.Model; None: that of the context, `with model:`. A bambi model has it as model.backend.model, once it is built.
    backend: "jax", which derives second derivatives too; "numba", which runs without the interpreter and in several threads;
        "c", PyTensor's own, called draw by draw; None: the first of these that is installed and can compile the model.
    """
    pymc = imported("pymc", "g2t.from_pymc")
    model = _model_of(pymc, model)
    graphs = Graphs(model)
    made, values = compiled(graphs, backend)
    names = list(graphs.values)

    @functools.cache
    def terms():
        return made.several(list(graphs.log_likelihoods.values()))

    out = CallableModel(
        made.value_and_grad, len(graphs.names), batched=made.batched, names=graphs.names, hessian_product=made.hessian_product,
        constrain=lambda points: dict(zip(names, values(points))), unconstrain=graphs.unconstrain, parameters=graphs.free,
        start=graphs.start() if any(value is not None for value in model.rvs_to_initial_values.values()) else None,
        title=f"{model.name or 'PyMC model'} ({made.backend})", labels=_labels(model),
        log_likelihood=(lambda points: dict(zip(graphs.log_likelihoods, terms()(points)))) if graphs.log_likelihoods else None)
    _check_start(model, out, graphs.start())
    return out


def _model_of(pymc, model):
    if model is None:
        try:
            model = pymc.modelcontext(None)
        except TypeError as error:
            raise InvalidArgument("from_pymc() without a model belongs inside of `with model:`") from error
    if not isinstance(model, pymc.Model):
        inside = " (bambi: model.build(), then model.backend.model)" if hasattr(model, "backend") else ""
        raise InvalidArgument(f"model is a {type(model).__name__}: a pymc.Model is needed{inside}")
    if not model.free_RVs:
        raise InvalidArgument("the model has no free variables: there is nothing to fit")
    discrete = [variable.name for variable in model.free_RVs if model.rvs_to_values[variable] in model.discrete_value_vars]
    if discrete:
        raise InvalidArgument(f"discrete: {', '.join(discrete)}. A fit needs gradients: sum discrete variables out "
                              "(pymc_extras.marginalize, pm.Mixture), or sample the model by pm.sample()")
    return model


def _check_start(model, out, start):
    """Data outside of a distribution's support show here: no draw could have a density."""
    value = out.value_and_grad(np.tile(start, (8, 1)))[0][0]  # a batch as a step has it
    if not np.isfinite(value):
        terms = ", ".join(f"{name} {term}" for name, term in model.point_logps().items() if not np.isfinite(term))
        raise InvalidArgument(f"the log density at the model's initial point is {value} ({terms}): data may lie outside of a "
                              "distribution's support, or a variable needs another initval")


def _labels(model):
    from pymc.backends.arviz import coords_and_dims_for_inferencedata, find_constants, find_observations

    coords, dims = coords_and_dims_for_inferencedata(model)
    return Labels(coords, dims, find_observations(model), find_constants(model))
