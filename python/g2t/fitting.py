"""g2t.fit: a model and keywords to a Fit."""

import inspect
import json
import pathlib
import tempfile
import warnings

import numpy as np

from g2t import _g2t, options
from g2t.callable import CallableModel
from g2t.errors import InvalidArgument
from g2t.model import Model
from g2t.progress import FitLine
from g2t.result import Fit

_OF_CALLABLES = ("dimension", "batched", "names")


def fit(model, *, progress=None, dimension=None, batched=True, names=None, **keywords):
    if isinstance(model, Model):
        if dimension is not None or not batched or names is not None:
            raise InvalidArgument(f"{', '.join(_OF_CALLABLES)} are for functions: {type(model).__name__} has its own")
    elif callable(model):
        model = CallableModel(model, dimension, batched=batched, names=names)
    else:
        raise InvalidArgument(f"{model!r} is no model: g2t.Stan(...), g2t.Logistic(...), ... or a function that returns "
                              "values and gradients is needed")
    with tempfile.TemporaryDirectory(prefix="g2t-") as folder:
        start = _start_of(model, keywords)
        given = options.given(options.fit_rows(), keywords, lambda keyword, value: _file_of(folder, keyword, value))
        with FitLine(progress, _seconds(keywords.get("time_budget"))) as line:
            native = _g2t.fit(model._native, given, start, line.hook, lambda text: warnings.warn(text, stacklevel=4))
    return Fit(native, model._shapes, model._labels, model._log_likelihood)


def _start_of(model, keywords):
    """A point or an earlier fit to start from, which is then no keyword any more; None: by the option."""
    init = keywords.get("init")
    if init is None and model._start is not None:
        return model._start
    if isinstance(init, Fit):
        del keywords["init"]
        return init._start()
    if isinstance(init, (str, dict, float, int)) or init is None or hasattr(init, "__fspath__"):
        return None
    del keywords["init"]
    point = np.asarray(init, dtype=np.float64)
    if point.ndim != 1:
        raise InvalidArgument(f"init has {point.ndim} dimensions: a point [{model.dimension}] is needed")
    return point


def _file_of(folder, keyword, value):
    """A dictionary as a JSON file: a start, a recipe, a table of costs."""
    taken = len(list(pathlib.Path(folder).iterdir()))
    file = pathlib.Path(folder) / f"{keyword}{taken or ''}.json"
    file.write_text(json.dumps(value, default=_plain), encoding="utf-8")
    return str(file)


def _plain(value):
    return value.tolist() if hasattr(value, "tolist") else list(value)


def _seconds(budget):
    """For the share of a bar; None where that is a text."""
    return float(budget) if isinstance(budget, (int, float)) else None if budget is not None else 30.0


def _describe(function):
    """The keywords of the option list in the signature and the documentation."""
    rows = options.fit_rows()
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    more = [inspect.Parameter(row["keyword"], inspect.Parameter.KEYWORD_ONLY, default=None) for row in rows]
    function.__signature__ = signature.replace(parameters=own + more)
    function.__doc__ = f"""Fits a model, and returns a Fit: draws of the posterior, how good they are, and how they came about.

model: g2t.Stan(...), g2t.Logistic(...), g2t.Poisson(...), g2t.Network(...), or a function that takes points [S, d] and returns
    log densities [S] and gradients [S, d] (with batched=False: a point [d], a number and [d]).
dimension, batched, names: of such a function, d, and the names of its coordinates.
progress: None: a line on a terminal, a bar in a notebook, silent elsewhere; True, False; or a function of a Progress.

Ctrl-C ends a fit with the result so far; its status is "interrupted".

Options, as the program has them (None: not given); init takes an array or an earlier Fit too:

{options.described(rows)}
"""


_describe(fit)
