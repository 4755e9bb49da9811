#!/usr/bin/env python3
"""Other programs on a logistic regression of many rows: peers.py FILE.svm Q.json [SECONDS]

FILE.svm as `g2t simulate logistic` writes it, Q.json of a fit to it. scikit-learn's lbfgs finds the mode. NumPyro's and PyMC's
variational inference take 10,000 rows a step and get so many seconds (90) for each family, Adam's step size halved eight times
on the way. Errors are in posterior sds, root mean square, against the mode and the Hessian there, which at a
million rows are the posterior's mean and covariance to 0.01 sds. Needs scikit-learn, numpyro, jax and pymc."""

import json
import os
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
import pymc
import pytensor
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoMultivariateNormal, AutoNormal
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression


ROWS_A_STEP = 10000
FIRST_STEP_SIZE, HALVINGS = 0.01, 8  # it falls in the seconds of a fit
CHUNK = 1 << 28  # bytes of text, or 100,000 rows: what is in memory beside the numbers


def read(path, feature_count):
    """Features with a column of ones before them, and responses 0 and 1."""
    pieces, labels = [], []
    for offset in range(0, os.path.getsize(path), CHUNK):
        features, some = load_svmlight_file(path, n_features=feature_count, offset=offset, length=CHUNK, zero_based=False)
        pieces.append(np.hstack([np.ones((len(some), 1)), features.toarray()]))
        labels.append((some > 0).astype(float))
    x = np.empty((sum(map(len, labels)), pieces[0].shape[1]))
    row = len(x)
    while pieces:
        piece = pieces.pop()
        x[row - len(piece) : row], row = piece, row - len(piece)
    return x, np.concatenate(labels)


def mode_of(x, y, start):
    """Newton's method: the mode, and the posterior's covariance there."""
    z = start
    for _ in range(3):
        hessian, gradient = np.eye(x.shape[1]), -z
        for first in range(0, len(x), 100000):
            some, sign = x[first : first + 100000], 2 * y[first : first + 100000] - 1
            p = 1 / (1 + np.exp(sign * (some @ z)))
            hessian += (some * (p * (1 - p))[:, None]).T @ some
            gradient = gradient + some.T @ (sign * p)
        z = z + np.linalg.solve(hessian, gradient)
    return z, np.linalg.inv(hessian)


def report(name, seconds, mean, sd, mode, sds, more=""):
    means = np.sqrt(np.mean(((mean - mode) / sds) ** 2))
    of_sds = "" if sd is None else f", log sds {np.sqrt(np.mean(np.log(sd / sds) ** 2)):.4f}"
    print(f"{name}: {seconds:.2f} s{more}; error of means {means:.4f}{of_sds}", flush=True)


def fit_numpyro(guide_of, x, y, seconds):
    """Means, sds and steps of a fit for so many seconds."""
    count, d = x.shape

    def model(x, y):
        w = numpyro.sample("w", dist.Normal(0, 1).expand([d]).to_event(1))
        with numpyro.plate("rows", count, subsample_size=ROWS_A_STEP) as taken:
            numpyro.sample("y", dist.Bernoulli(logits=x[taken] @ w), obs=y[taken])

    def begin_with(size):
        svi = SVI(model, guide_of(model, init_scale=0.01), numpyro.optim.Adam(size), Trace_ELBO())
        take = jax.jit(lambda state, x, y: jax.lax.fori_loop(0, 50, lambda _, now: svi.update(now, x, y)[0], state))
        state = jax.block_until_ready(take(svi.init(jax.random.PRNGKey(0), x, y), x, y))
        return svi, lambda state: jax.block_until_ready(take(state, x, y)), state

    svi, advance, state = begin_with(FIRST_STEP_SIZE)
    begin = time.time()
    for _ in range(3):
        state = advance(state)
    period = seconds / (time.time() - begin) * 150 / HALVINGS  # steps in the seconds between two halvings
    svi, advance, state = begin_with(lambda step: FIRST_STEP_SIZE * 0.5 ** (step / period))
    begin, steps = time.time(), 0
    while time.time() - begin < seconds:
        state, steps = advance(state), steps + 50
    found = svi.get_params(state)
    if "auto_scale_tril" in found:
        return np.array(found["auto_loc"]), np.linalg.norm(np.array(found["auto_scale_tril"]), axis=1), steps
    return np.array(found["w_auto_loc"]), np.array(found["w_auto_scale"]), steps


class OutOfTime(Exception):
    pass


def fit_pymc(method, x, y, seconds):
    """The same by PyMC; the first step, with its compilation, is not counted."""
    size = pytensor.shared(np.asarray(FIRST_STEP_SIZE))
    begin, steps = None, 0

    def watch(_approximation, _losses, step):
        nonlocal begin, steps
        begin, steps = begin or time.time(), step
        spent = (time.time() - begin) / seconds
        size.set_value(np.asarray(FIRST_STEP_SIZE * 0.5 ** (HALVINGS * spent)))
        if spent > 1:
            raise OutOfTime

    with pymc.Model():
        taken_x, taken_y = pymc.Minibatch(x, y.astype(np.int32), batch_size=ROWS_A_STEP)
        w = pymc.Normal("w", 0, 1, shape=x.shape[1])
        pymc.Bernoulli("y", logit_p=taken_x @ w, observed=taken_y, total_size=len(y))
        inference = method(random_seed=0)
        try:
            inference.fit(10**9, callbacks=[watch], obj_optimizer=pymc.adam(learning_rate=size), progressbar=False)
        except (OutOfTime, FloatingPointError) as stop:
            print(f"PyMC stopped after step {steps}: {str(stop).splitlines()[:1]}")
        return inference.approx.mean.eval(), inference.approx.std.eval(), steps


def main():
    data, q_file, *seconds = sys.argv[1:]
    seconds = float(seconds[0]) if seconds else 90
    q = json.load(open(q_file))
    begin = time.time()
    x, y = read(data, len(q["mean"]) - 1)
    print(f"reading, by scikit-learn: {time.time() - begin:.0f} s", flush=True)
    begin = time.time()
    found = LogisticRegression(C=1.0, solver="lbfgs", tol=1e-4, max_iter=200).fit(x[:, 1:], y)
    taken = time.time() - begin
    point = np.r_[found.intercept_, found.coef_[0]]
    mode, covariance = mode_of(x, y, point)
    sds = np.sqrt(np.diag(covariance))
    report("scikit-learn", taken, point, None, mode, sds)
    report("g2t (time: see its summary)", 0, np.array(q["mean"]), np.array([np.linalg.norm(row) for row in q["cholesky"]]), mode, sds)
    x, y = x.astype(np.float32), y.astype(np.float32)
    ways = [("NumPyro", fit_numpyro, guide, (jnp.asarray(x), jnp.asarray(y))) for guide in (AutoMultivariateNormal, AutoNormal)]
    ways += [("PyMC", fit_pymc, method, (x, y)) for method in (pymc.FullRankADVI, pymc.ADVI)]
    for program, fit, family, rows in ways:
        mean, sd, steps = fit(family, *rows, seconds)
        report(f"{program}, {family.__name__}", seconds, mean, sd, mode, sds, f", {steps} steps of {ROWS_A_STEP} rows")


if __name__ == "__main__":
    main()
