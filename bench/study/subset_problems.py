"""Subset problems, random and nasty, and their answers by brute force, for scip_comparison.py."""
import itertools
import math

import numpy as np

LEAST_SHARE = 1.5e-14  # of u: a smaller squared norm cannot be told from rounding


def moments(base, columns, costs, unit=1):
    """Squared norm u + r'a + a'Qa/2 of base + columns a, as `g2t solve` reads it; the base alone costs 1."""
    rows = len(base) / unit
    return {"u": base @ base / rows, "r": (2 * columns.T @ base / rows).tolist(),
            "Q": (2 * columns.T @ columns / rows).tolist(), "t0": 1, "t": list(costs)}


def random_problem(count, seed, correlation=0.5, noise=0.5):
    """A regression on columns of which neighbours correlate, as in the micro-benchmark of the search."""
    random, rows = np.random.default_rng([count, seed]), max(400, 4 * count)
    columns = random.normal(size=(rows, count))
    for j in range(1, count):
        columns[:, j] = correlation * columns[:, j - 1] + math.sqrt(1 - correlation**2) * columns[:, j]
    signal = columns @ (random.normal(size=count) * 0.9 ** random.permutation(count))
    base = signal + noise * signal.std() * random.normal(size=rows)
    return moments(base, columns, 0.1 * np.exp(random.normal(size=count)))


def nasty_problems(seed=1):
    """(name, problem) of six to eight control variates."""
    def data(count=6, weights=(1, -0.8, 0.5, 0.3), noise=0.2):
        random = np.random.default_rng(seed)
        columns = random.normal(size=(200, count))
        base = columns[:, :len(weights)] @ weights + noise * random.normal(size=200)
        return base, columns, np.linspace(0.08, 0.02, count)

    base, columns, costs = data()
    yield "plain", moments(base, columns, costs)
    copy = columns.copy()
    copy[:, 5], copy[:, 4] = 2 * columns[:, 1], 0
    yield "c6 = 2 c2, c5 = 0", moments(base, copy, costs)
    copy = columns.copy()
    copy[:, 5] = columns[:, 1] / 3
    yield "c6 = c2 / 3", moments(base, copy, costs)
    for unit in (1e-12, 1e12):
        yield f"moments times {unit:g}", moments(base, columns, costs, unit)
    yield "columns times 1e6, 1e-6", moments(base, columns * [1e6, 1, 1e-6, 1, 1e6, 1e-6], costs)
    yield "costs from 1e-9 to 1", moments(base, columns, [1, 1e-1, 1e-3, 1e-5, 1e-7, 1e-9])
    wide_base, wide, wide_costs = data(count=8)
    wide[:, 6], wide[:, 7] = wide[:, 0] - 2 * wide[:, 1], 0.5 * wide[:, 0] + wide[:, 2]
    yield "two linear relations", moments(wide_base, wide, wide_costs)
    for noise in (0, 1e-10):
        base, columns, costs = data(weights=(1, -1, 0.5), noise=noise)
        yield f"exact but for {noise:g}" if noise else "exact combination", moments(base, columns, costs)


def product_of(problem, support):
    """With its best weights, from a pseudo-inverse of Q scaled to unit diagonal."""
    q, r = np.array(problem["Q"]), np.array(problem["r"])
    used = [i for i in support if q[i, i] > 0]
    scales = 1 / np.sqrt(q.diagonal()[used])
    inverse = np.linalg.pinv(q[np.ix_(used, used)] * np.outer(scales, scales), rcond=1e-10, hermitian=True)
    slopes = r[used] * scales
    g2 = max(problem["u"] - slopes @ inverse @ slopes / 2, LEAST_SHARE * problem["u"])
    return g2 * (problem["t0"] + sum(problem["t"][i] for i in support))


def brute_force(problem):
    count = len(problem["r"])
    return min((product_of(problem, support), support) for size in range(count + 1)
               for support in itertools.combinations(range(count), size))


def scaled(problem):
    """The same without units: u = 1, Q with unit diagonal, t0 = 1."""
    q, u = np.array(problem["Q"]), problem["u"]
    scales = np.where(q.diagonal() > 0, 1 / np.sqrt(np.maximum(q.diagonal(), 1e-300)), 0)
    return {"u": 1, "r": (np.array(problem["r"]) * scales / math.sqrt(u)).tolist(),
            "Q": (q * np.outer(scales, scales)).tolist(), "t0": 1, "t": [t / problem["t0"] for t in problem["t"]]}
