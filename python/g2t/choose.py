"""Choosing gradient estimators in a training loop of one's own."""

import json
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from g2t import _g2t
from g2t.errors import InvalidArgument


class Choice(NamedTuple):
    """What is chosen: its mean squared norm, the seconds of a step, and their product, the least there is."""

    chosen: list  # control variates, from 0; of select_measured: the one name
    weights: np.ndarray
    squared_norm: float
    seconds: float
    product: float


def solve(u, r, Q, t0, t, groups=None):
    """The control variates and weights a with the least (1/2 a'Qa + r'a + u) * seconds, over all subsets.

    u, r [J], Q [J, J]: the mean squared norm of the base, and how J control variates change it.
    t0, t [J]: seconds of a step with the base alone, and of what each control variate adds; infinity: never.
    groups: what several share, as pairs (members, seconds), members from 0; paid once by any of them.
    """
    problem = {"u": float(u), "r": _numbers(r), "Q": _numbers(Q), "t0": float(t0),
               "t": ["Infinity" if seconds == np.inf else seconds for seconds in _numbers(t)]}
    if groups is not None:
        problem["groups"] = [{"members": [int(member) + 1 for member in members], "seconds": float(seconds)}
                             for members, seconds in groups]
    return Choice(*_g2t.solve(json.dumps(problem)))


def select_measured(gradients, seconds):
    """The estimator with the least mean squared norm times seconds.

    gradients: {name: array [n, d]}, n independent gradients by each estimator, at one point; or mean squared norms.
    seconds: {name: seconds of a step}.
    """
    if not isinstance(gradients, Mapping) or not isinstance(seconds, Mapping):
        raise InvalidArgument("gradients and seconds are dictionaries by the estimators' names")
    if set(gradients) != set(seconds):
        raise InvalidArgument(f"gradients are of {_list(gradients)}, but seconds of {_list(seconds)}")
    names = list(gradients)
    norms = [_mean_squared_norm(name, gradients[name]) for name in names]
    times = [float(seconds[name]) for name in names]
    k = _g2t.select_measured([str(name) for name in names], norms, times)
    return Choice([names[k]], np.ones(1), norms[k], times[k], norms[k] * times[k])


def _mean_squared_norm(name, gradients):
    array = np.asarray(gradients, dtype=np.float64)
    if array.ndim == 0:
        return float(array)
    if array.ndim != 2 or len(array) == 0:
        raise InvalidArgument(f"gradients[{name!r}] has shape {array.shape}: [n, d] is needed, or a mean squared norm")
    return float(np.mean(np.sum(array * array, axis=1)))


def _numbers(values):
    return np.asarray(values, dtype=np.float64).tolist()


def _list(names):
    return ", ".join(sorted(map(str, names)))
