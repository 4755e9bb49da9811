"""Gradients that XLA's optimization may have spoiled."""

import numpy as np

WITHOUT_FUSION = {"xla_disable_hlo_passes": "fusion"}
_POINTS, _STEP, _TOLERANCE = 4, 1e-5, 1e-4


def checked(value_and_grad, dimension):
    """The function of batches, or itself without XLA's fusion where gradients do not agree with differences of the values.

    A fused program may compute one array twice, with other rounding; where 0 is clipped, a gradient then is wrong by as much as
    itself (decision 0039), in batches of one size and not of another. Functions whose gradients agree neither way are left as
    they are: fits look at them, too.
    """
    if _agrees(value_and_grad, dimension):
        return value_and_grad
    other = value_and_grad.with_options(WITHOUT_FUSION)
    return other if _agrees(other, dimension) else value_and_grad


def _agrees(batched, dimension):
    sizes = batched.sizes
    try:
        for size in sizes:
            batched.sizes = (size,)
            if not _agrees_in(batched, dimension):
                return False
    finally:
        batched.sizes = sizes
    return True


def _agrees_in(batched, dimension):
    points, directions = np.random.default_rng(1).normal(size=(2, _POINTS, dimension))
    points, steps = 0.5 * points, _STEP * directions / np.linalg.norm(directions, axis=1, keepdims=True)
    _, gradients = batched(np.concatenate([points, points]))
    values, _ = batched(np.concatenate([points + steps, points - steps]))
    slopes = (gradients[:_POINTS] * steps).sum(axis=1)
    differences = (values[:_POINTS] - values[_POINTS:]) / 2
    scale = _STEP * (1 + np.linalg.norm(gradients[:_POINTS], axis=1))
    known = np.isfinite(differences) & np.isfinite(slopes)
    rounding = 4 * np.finfo(float).eps * np.abs(values[:_POINTS])
    return np.all(np.abs(slopes - differences)[known] <= (_TOLERANCE * scale + rounding)[known])
