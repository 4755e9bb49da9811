#!/usr/bin/env python3
"""Other programs on a logistic regression of many rows: peers.py FILE.svm Q.json [SECONDS]

FILE.svm as `g2t simulate logistic` writes it, Q.json of a fit to it. scikit-learn's lbfgs finds the mode; NumPyro's stochastic
variational inference, with 10,000 rows a step, gets so many seconds (90) with Adam's step size fixed, and as many with one that
falls. Errors are in posterior sds, root mean square, against the
mode and the Hessian there, which at a million rows are the posterior's mean and covariance to 0.01 sds.
Needs scikit-learn, numpyro and jax."""

import json
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import SVI, Trace_ELBO
from numpyro.infer.autoguide import AutoMultivariateNormal, AutoNormal
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression


def mode_of(x, y, start):
    """Newton's method: the mode, and the posterior's covariance there."""
    z, sign = start, 2 * y - 1
    for _ in range(3):
        p = 1 / (1 + np.exp(sign * (x @ z)))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.eye(x.shape[1])
        z = z + np.linalg.solve(hessian, x.T @ (sign * p) - z)
    return z, np.linalg.inv(hessian)


def report(name, seconds, mean, sd, mode, sds, more=""):
    means = np.sqrt(np.mean(((mean - mode) / sds) ** 2))
    of_sds = "" if sd is None else f", log sds {np.sqrt(np.mean(np.log(sd / sds) ** 2)):.4f}"
    print(f"{name}: {seconds:.2f} s{more}; error of means {means:.4f}{of_sds}", flush=True)


STEP_SIZES = {"0.001": 1e-3, "0.01, halved every 200 steps": lambda step: 1e-2 * 0.5 ** (step / 200)}


def fit_numpyro(guide_of, step_size, x, y, seconds, rows=10000):
    """Means, sds and steps of a fit for so many seconds."""
    count, d = x.shape

    def model(x, y):
        w = numpyro.sample("w", dist.Normal(0, 1).expand([d]).to_event(1))
        with numpyro.plate("rows", count, subsample_size=rows) as taken:
            numpyro.sample("y", dist.Bernoulli(logits=x[taken] @ w), obs=y[taken])

    svi = SVI(model, guide_of(model, init_scale=0.01), numpyro.optim.Adam(step_size), Trace_ELBO())
    state = svi.init(jax.random.PRNGKey(0), x, y)
    advance = jax.jit(lambda state: jax.lax.fori_loop(0, 50, lambda _, now: svi.update(now, x, y)[0], state))
    state = jax.block_until_ready(advance(state))
    begin, steps = time.time(), 0
    while time.time() - begin < seconds:
        state, steps = jax.block_until_ready(advance(state)), steps + 50
    found = svi.get_params(state)
    if "auto_scale_tril" in found:
        return np.array(found["auto_loc"]), np.linalg.norm(np.array(found["auto_scale_tril"]), axis=1), steps
    return np.array(found["w_auto_loc"]), np.array(found["w_auto_scale"]), steps


def main():
    data, q_file, *seconds = sys.argv[1:]
    seconds = float(seconds[0]) if seconds else 90
    features, labels = load_svmlight_file(data)
    x, y = features.toarray(), (labels > 0).astype(float)
    begin = time.time()
    found = LogisticRegression(C=1.0, solver="lbfgs", tol=1e-4, max_iter=200).fit(x, y)
    taken = time.time() - begin
    x = np.hstack([np.ones((len(y), 1)), x])
    point = np.r_[found.intercept_, found.coef_[0]]
    mode, covariance = mode_of(x, y, point)
    sds = np.sqrt(np.diag(covariance))
    report("scikit-learn", taken, point, None, mode, sds)
    q = json.load(open(q_file))
    report("g2t (time: see its summary)", 0, np.array(q["mean"]), np.array([np.linalg.norm(row) for row in q["cholesky"]]), mode, sds)
    x, y = jnp.asarray(x, dtype=jnp.float32), jnp.asarray(y, dtype=jnp.float32)
    for guide_of in (AutoMultivariateNormal, AutoNormal):
        for name, step_size in STEP_SIZES.items():
            mean, sd, steps = fit_numpyro(guide_of, step_size, x, y, seconds)
            report(f"NumPyro, {guide_of.__name__}, Adam {name}", seconds, mean, sd, mode, sds, f", {steps} steps of 10,000 rows")


if __name__ == "__main__":
    main()
