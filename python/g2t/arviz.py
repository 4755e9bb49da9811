"""A fit as ArviZ has results: groups of labelled arrays."""

import numpy as np

from g2t import _g2t
from g2t.errors import InvalidArgument
from g2t.jax_batches import imported
from g2t.labels import Labels

_SAMPLED = ("chain", "draw")
_MANY = 50_000_000  # log likelihoods that nobody asked for: 400 MB


def to_arviz(fit, labels, log_likelihood=None, unconstrained=False):
    """Fit.to_arviz, with labels that are whole."""
    arviz, xarray = imported("arviz", "to_arviz()"), imported("xarray", "to_arviz()")
    posterior, likelihood = _split(fit, log_likelihood)
    order = _rows_of_chains(fit.chains, len(next(iter(fit.posterior.values()))))
    groups = {"posterior": _by_chain(posterior, order)}
    if not np.isnan(fit.log_density).any():
        groups["sample_stats"] = {"lp": fit.log_density[order]}
    if unconstrained:
        groups["unconstrained_posterior"] = {name: fit.draws[:, k][order] for k, name in enumerate(fit.names)}
    if likelihood:
        groups["log_likelihood"] = _by_chain(likelihood, order)
    out = {name: _dataset(xarray, arrays, labels, _SAMPLED) for name, arrays in groups.items()}
    for name, arrays in (("observed_data", labels.observed), ("constant_data", labels.constant)):
        if arrays:
            out[name] = _dataset(xarray, arrays, labels, ())
    for dataset in out.values():
        dataset.attrs = {"inference_library": "g2t", "inference_library_version": _g2t.version()}
    out["posterior"].attrs.update(status=fit.status, verdict=fit.verdict, sampling_time=fit.seconds)
    if int(arviz.__version__.split(".")[0]) < 1:
        return arviz.InferenceData(**out)
    return xarray.DataTree.from_dict(out)


def _split(fit, asked):
    """The values but those that are log likelihoods, and these by the names of the data."""
    values = dict(fit.posterior)
    if asked is False:
        return values, {}
    if asked is None or asked is True:
        if asked and fit._log_likelihood is None:
            raise InvalidArgument("log_likelihood = True: the fit has no function for it; log_likelihood='log_lik' takes a value")
        function = fit._log_likelihood
        is_wanted = function is not None and (asked or getattr(function, "count", 0) * len(fit.draws) <= _MANY)
        return values, function(fit.draws) if is_wanted else {}
    names = {asked: asked} if isinstance(asked, str) else dict(asked)
    for name in names.values():
        if name not in values:
            raise InvalidArgument(f"log_likelihood: there is no value '{name}': " + ", ".join(values))
    return values, {observed: values.pop(name) for observed, name in names.items()}


def _rows_of_chains(chains, count):
    """The draws' numbers, [chain, draw]; chains of different lengths become one, one after the other."""
    if chains is None:
        return np.arange(count)[None, :]
    order = np.argsort(chains, kind="stable")
    lengths = np.bincount(chains)
    return order.reshape(len(lengths), -1) if np.all(lengths == lengths[0]) else order[None, :]


def _by_chain(arrays, order):
    return {name: np.asarray(values)[order] for name, values in arrays.items()}


def _dataset(xarray, arrays, labels, sampled):
    """Dimensions that a label's length does not fit are called NAME_dim_0, ..., as ArviZ does."""
    sizes = {name: len(values) for name, values in labels.coords.items()}
    variables = {}
    for name, values in arrays.items():
        values = np.asarray(values)
        dims = list(sampled)
        wanted = list(labels.dims.get(name, ()))
        for k, size in enumerate(values.shape[len(sampled):]):
            dim = wanted[k] if k < len(wanted) else None
            if dim is None or dim in dims or sizes.setdefault(dim, size) != size:
                dim = f"{name}_dim_{k}"
                sizes[dim] = size
            dims.append(dim)
        variables[name] = (dims, values)
    used = {dim: size for dims, values in variables.values() for dim, size in zip(dims, values.shape)}
    coords = {dim: np.asarray(labels.coords[dim]) if dim in labels.coords else np.arange(size) for dim, size in used.items()}
    return xarray.Dataset(variables, coords)


def merged(labels, coords, dims, observed, constant):
    """The model's labels with what the call adds; a single name of a dimension may stand for a list."""
    own = labels or Labels()
    dims = {name: [value] if isinstance(value, str) else list(value) for name, value in (dims or {}).items()}
    return Labels({**own.coords, **(coords or {})}, {**own.dims, **dims}, {**own.observed, **(observed or {})},
                  {**own.constant, **(constant or {})})
