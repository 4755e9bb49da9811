#!/usr/bin/env python3
"""Posterior means and standard deviations of the Stan examples by long NUTS runs: oracle/NAME.json.

Four chains of stanli's NUTS; only the parameters block counts, without what never varies (the first row of a Cholesky
factor of correlations). Centred eight schools is sampled without its funnel: by the non-centred model, which has the same
posterior. Says where a run is not to be trusted: R-hat of 1.01 or more, few effective draws, or divergences.

usage: bench/study/stan/oracle.py [--models ode,garch] [--draws 10000]
"""
import argparse
import time

import numpy as np
import stanli

from bridge import Bridge
from models import HERE, VERSION, dotted, load, names, write

WARM_UP, SEED, DELTA = 2000, 20261128, 0.95
DELTAS = {"horseshoe": 0.995, "stochastic_volatility": 0.999, "gaussian_process": 0.99, "eight_schools": 0.99}
SAMPLED_BY = {"eight_schools_centered": "eight_schools"}


def number(value, digits=6):
    return float(f"{value:.{digits}g}")


def sample(name, draws):
    """Draws of all constrained parameters (chain, draw, parameter), their names, and what is known of the run."""
    model, by = load(name), load(SAMPLED_BY.get(name, name))
    start = time.perf_counter()
    fit = by.sample(chains=4, seed=SEED, warmup=WARM_UP, samples=draws, save_warmup=True, parallel_chains=1, refresh=0,
                    delta=DELTAS.get(SAMPLED_BY.get(name, name), DELTA))
    seconds = time.perf_counter() - start
    kept = fit.draws()[:, WARM_UP:][:, :, [fit.names.index(each) for each in model.constrained_names]]
    gradients = int(fit.sampler_stats[:, :, stanli.SAMPLER_COLUMNS.index("n_leapfrog__")].sum())
    return kept, list(map(dotted, model.constrained_names)), {
        "divergences": int(fit.divergences.sum()), "deepest_trees": int(fit.max_treedepth_hits.sum()),
        "seconds": round(seconds, 2), "gradients": gradients}


def summary(draws, labels):
    """Rows (name, mean, sd, mcse, rhat, ess) of those that vary, and the names of those that do not."""
    varies = draws.std(axis=(0, 1)) > 1e-12
    moving = np.ascontiguousarray(draws[:, :, varies])
    table = stanli.Fit([label for label, each in zip(labels, varies) if each], moving, None, 10, 0).summary()
    rows = [{"name": label, "mean": number(table.mean[i]), "sd": number(table.sd[i]), "mcse": number(table.mcse_mean[i], 3),
             "rhat": round(float(table.r_hat[i]), 4), "ess": round(float(table.ess_bulk[i]))}
            for i, label in enumerate(table.names)]
    return rows, [label for label, each in zip(labels, varies) if not each]


def unconstrained(name, draws):
    bridge = Bridge(name)
    points = bridge.unconstrain(draws[:, ::4].reshape(-1, draws.shape[2]))
    return [{"name": label, "mean": number(mean), "sd": number(sd)}
            for label, mean, sd in zip(bridge.names, points.mean(axis=0), points.std(axis=0, ddof=1))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="")
    parser.add_argument("--draws", type=int, default=10000, help="of each chain, after warm-up")
    arguments = parser.parse_args()
    for name in names(arguments.models):
        draws, labels, run = sample(name, arguments.draws)
        rows, constants = summary(draws, labels)
        unbounded = unconstrained(name, draws)
        settings = {"chains": 4, "warm_up": WARM_UP, "draws": arguments.draws, "seed": SEED,
                    "delta": DELTAS.get(SAMPLED_BY.get(name, name), DELTA)}
        write(HERE / "oracle" / f"{name}.json",
              {"model": name, "dimension": len(unbounded), "sampler": f"stanli {VERSION}, NUTS",
               "sampled_by": SAMPLED_BY.get(name, name), **settings, **run, "constants": constants, "parameters": rows,
               "unconstrained": unbounded})
        worst = max(rows, key=lambda row: row["rhat"])
        fewest = min(rows, key=lambda row: row["ess"])
        doubt = worst["rhat"] >= 1.01 or fewest["ess"] < 2000 or run["divergences"] > 0
        print(f"{name:24s} d {len(unbounded):3d}  R-hat {worst['rhat']:.4f} {worst['name']}  ess {fewest['ess']} "
              f"{fewest['name']}  {run}{'  DOUBTFUL' if doubt else ''}", flush=True)


if __name__ == "__main__":
    main()
