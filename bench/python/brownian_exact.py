#!/usr/bin/env python3
"""The scales of the Gym's Brownian motion by integration: given both, the observations are normal, so a grid has all of them.

usage: bench/python/brownian_exact.py   (needs what gym.py needs)
"""

import sys

import jax
import jax.numpy as jnp
import numpy as np
from gym import gym_with_float64

INNOVATION, OBSERVATION = np.linspace(-5, 1.5, 260), np.linspace(-25, 1.5, 1060)  # logarithms of the scales


def observations():
    """Times from 1, and what was seen then."""
    gym_with_float64(np, jnp)
    (module,) = (module for name, module in sys.modules.items() if name.endswith("targets.brownian_motion"))
    seen = np.array(module.data.brownian_motion_missing_middle_observations()["observed_locs"], dtype=float)
    times = np.flatnonzero(~np.isnan(seen))
    return times + 1, seen[times]


def main():
    jax.config.update("jax_enable_x64", True)
    times, seen = observations()
    shares, axes = np.linalg.eigh(np.minimum.outer(times, times))
    innovation, observation = np.meshgrid(INNOVATION, OBSERVATION, indexing="ij")
    variances = np.exp(2 * innovation)[..., None] * shares + np.exp(2 * observation)[..., None]
    prior = -(innovation**2 + observation**2) / 8  # lognormal(0, 2), of the logarithms
    density = prior - 0.5 * (np.log(variances) + (axes.T @ seen) ** 2 / variances).sum(axis=-1)
    weights = np.exp(density - density.max())
    for name, scale in (("innovation", np.exp(innovation)), ("observation", np.exp(observation))):
        mean = np.average(scale, weights=weights)
        print(f"{name} scale: mean {mean:.4f}, sd {np.sqrt(np.average((scale - mean) ** 2, weights=weights)):.4f}")


if __name__ == "__main__":
    main()
