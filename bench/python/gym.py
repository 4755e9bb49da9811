#!/usr/bin/env python3
"""Fits of the Inference Gym's models by g2t.from_jax, against the means and sds that the Gym has for them.

usage: PYTHONPATH=build/dev/python bench/python/gym.py [--seconds N] [MODEL ...]
Needs: pip install inference_gym "tfp-nightly[jax]". A model is a name in MODELS; each is fitted in a process of its own, with
default options, and killed after --seconds (default 120), compilation included. A table in Markdown goes to the output.
Errors of means are in sds of the posterior; "again" are the seconds of a second fit, in which nothing is compiled.
"""

import argparse
import json
import time

from apart import measured

MODELS = [
    "Banana",
    "BrownianMotionMissingMiddleObservations",
    "BrownianMotionUnknownScalesMissingMiddleObservations",
    "ConvectionLorenzBridge",
    "ConvectionLorenzBridgeUnknownScales",
    "EightSchools",
    "GermanCreditNumericLogisticRegression",
    "GermanCreditNumericProbitRegression",
    "GermanCreditNumericSparseLogisticRegression",
    "IllConditionedGaussian",
    "NealsFunnel",
    "NonIdentifiableQuarticMeasurementModel",
    "RadonContextualEffectsIndiana",
    "RadonContextualEffectsMinnesota",
    "RadonContextualEffectsHalfNormalIndiana",
    "RadonContextualEffectsHalfNormalMinnesota",
    "StochasticVolatilitySP500",
    "StochasticVolatilitySP500Small",
    "SyntheticItemResponseTheory",
    "SyntheticLogGaussianCoxProcess",
    "VectorizedStochasticVolatilityLogSP500",
    "VectorizedStochasticVolatilityLogSP500Small",
    "VectorizedStochasticVolatilitySP500",
    "VectorizedStochasticVolatilitySP500Small",
]
COLUMNS = ("status", "d", "rms error", "largest", "sd ratio", "gradients", "seconds", "again")


def target(name):
    """The model's log density on unconstrained trees, such a tree, the Gym's scale as a flat array, and its means and sds."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    jax.config.update("jax_enable_x64", True)
    gym = gym_with_float64(np, jnp)
    model = getattr(gym.targets, name)()
    structure = jax.tree_util.tree_structure(model.dtype)
    bijectors = structure.flatten_up_to(model.default_event_space_bijector)
    shapes = [b.inverse_event_shape(shape) for b, shape in zip(bijectors, structure.flatten_up_to(model.event_shape))]
    example = structure.unflatten([np.zeros(tuple(shape)) for shape in shapes])

    def on_scale(z):
        return structure.unflatten([b.forward(leaf) for b, leaf in zip(bijectors, structure.flatten_up_to(z))])

    def log_density(z):
        jacobian = sum(jnp.sum(b.forward_log_det_jacobian(leaf, event_ndims=jnp.ndim(leaf)))
                       for b, leaf in zip(bijectors, structure.flatten_up_to(z)))
        return model.unnormalized_log_prob(on_scale(z)) + jacobian

    identity = model.sample_transformations["identity"]

    def flat(tree):  # leaves in one order: the Gym has dictionaries on both sides, or tuples and arrays by time
        return np.concatenate([np.ravel(np.asarray(leaf, dtype=np.float64)) for leaf in jax.tree_util.tree_leaves(tree)])

    def values(z):
        return {"value": jnp.concatenate([jnp.ravel(leaf) for leaf in jax.tree_util.tree_leaves(identity(on_scale(z)))])}

    sd = identity.ground_truth_standard_deviation
    return log_density, example, values, flat(identity.ground_truth_mean), None if sd is None else flat(sd)


def gym_with_float64(np, jnp):
    """The Gym and its library have float32 written in their sources: here it is another name of float64."""
    from inference_gym.backends import rewrite

    rewritten = rewrite._external_rewrites  # the Gym rewrites its own sources for JAX in any case
    rewrite._external_rewrites = lambda backend, text: rewritten(backend, text).replace("float32", "float64")
    jnp.float32 = jnp.float64
    float32, np.float32 = np.float32, np.float64
    from inference_gym import using_jax as gym

    np.float32 = float32
    return gym


def row_of(name):
    """Fits a model, twice; the columns of its row."""
    import numpy as np

    import g2t

    log_density, example, values, mean, sd = target(name)
    start = time.monotonic()
    model = g2t.from_jax(log_density, example, constrain=values, title=name)
    fit = g2t.fit(model, seed=1)
    seconds = time.monotonic() - start
    again = g2t.fit(model, seed=1).seconds
    draws = fit.posterior["value"]
    errors = (draws.mean(axis=0) - mean) / (draws.std(axis=0) if sd is None else sd)
    ratio = "" if sd is None else f"{np.exp(np.mean(np.log(draws.std(axis=0) / sd))):.2f}"
    warned = "; ".join(warning.kind for warning in fit.warnings)
    return {"status": fit.status + (f" ({warned})" if warned else ""), "d": model.dimension,
            "rms error": f"{np.sqrt(np.mean(errors**2)):.3f}", "largest": f"{np.abs(errors).max():.2f}", "sd ratio": ratio,
            "gradients": f"{fit.details['diagnostics']['model_gradients']:,}", "seconds": f"{seconds:.1f}", "again": f"{again:.1f}"}


def main():
    arguments = argparse.ArgumentParser(description="Fits of the Inference Gym's models.")
    arguments.add_argument("models", nargs="*", default=MODELS)
    arguments.add_argument("--seconds", type=int, default=120, help="of a model, before it is killed")
    arguments.add_argument("--one", metavar="MODEL", help="fits this one here, and prints its row as JSON")
    given = arguments.parse_args()
    if given.one:
        print(json.dumps(row_of(given.one)))
        return
    print("| model | " + " | ".join(COLUMNS) + " |\n|---|" + "---|" * len(COLUMNS))
    for name in given.models:
        row, failure = measured([__file__, "--one", name], given.seconds, JAX_TRACEBACK_FILTERING="off")
        row = row or {"status": failure[:160]}
        print(f"| {name} | " + " | ".join(str(row.get(column, "")) for column in COLUMNS) + " |", flush=True)


if __name__ == "__main__":
    main()
