#!/usr/bin/env python3
"""References for the brms models by long NUTS runs, and what NUTS with its defaults costs and misses: oracle/NAME.json.

The default run is four chains of 1,000 warm-up iterations and 1,000 draws with stanli's NUTS, one chain after the other on
one core; if a transition diverges, a second one with delta 0.95, as brms advises. Its effective draws say how long the
reference has to be for 6,000 of the worst quantity that counts, 3,000 from 100 parameters on. Says where a reference is not
to be trusted: R-hat of 1.01 or more, fewer than 2,000 effective draws, or divergences. Half an hour in all on a quiet core.

usage: bench/study/brms/oracle.py [--models beta_rates,zip_ticks] [--dimensions]
       --dimensions only checks that the interpreter takes the models, and writes their dimensions to models/list.json
"""
import argparse
import json
import math
import time

import numpy as np

from cases import HERE, MODELS, VERSION, counts, dotted, errors, listed, load, names, sd_errors, write
from oracle import number, summary  # of bench/study/stan
import stanli

SEED, LONGEST = 20261129, 12000
DELTAS = {"horseshoe_mtcars": 0.999, "splines_mcycle": 0.99, "gp_discoveries": 0.99, "sigma_sleep": 0.99,
          "nested_pastes": 0.99}
DENSE = ("splines_mcycle",)  # trees are deep without a dense metric


def sample(name, seed, warm_up, draws, delta, metric="diag_e"):
    """Draws (chain, draw, quantity), the quantities' names, and what the run was and cost."""
    model = load(name)
    wall, processor = time.perf_counter(), time.process_time()
    fit = model.sample(chains=4, seed=seed, warmup=warm_up, samples=draws, save_warmup=True, parallel_chains=1, refresh=0,
                       delta=delta, metric=metric)
    known = {"chains": 4, "warm_up": warm_up, "draws": draws, "seed": seed, "delta": delta, "metric": metric,
             "divergences": int(fit.divergences.sum()), "deepest_trees": int(fit.max_treedepth_hits.sum()),
             "gradients": int(fit.sampler_stats[:, :, stanli.SAMPLER_COLUMNS.index("n_leapfrog__")].sum()),
             "seconds": round(time.perf_counter() - wall, 2), "processor_seconds": round(time.process_time() - processor, 2)}
    return fit.draws()[:, warm_up:], list(map(dotted, fit.names)), known


def moments(draws, labels):
    """Rows of the quantities that count, and of the others."""
    kept = [i for i, label in enumerate(labels) if not label.startswith(("lprior", "L_", "Cor_"))]
    rows, _ = summary(np.ascontiguousarray(draws[:, :, kept]), [labels[i] for i in kept])
    return [row for row in rows if counts(row["name"])], [row for row in rows if not counts(row["name"])]


def extremes(rows):
    worst, fewest = max(rows, key=lambda row: row["rhat"]), min(rows, key=lambda row: row["ess"])
    return {"largest_rhat": worst["rhat"], "largest_rhat_of": worst["name"], "smallest_ess": fewest["ess"],
            "smallest_ess_of": fewest["name"]}


def missed(rows, reference):
    means = errors({row["name"]: row["mean"] for row in rows}, reference)
    sds = sd_errors({row["name"]: row["sd"] for row in rows}, reference)
    return {"rms_of_means": number(means[0], 3), "largest_of_means": number(means[1], 3),
            "rms_of_sds": number(sds[0], 3), "largest_of_sds": number(sds[1], 3)}


def doubts(run, worst):
    found = [f"{run['divergences']} divergences"] if run["divergences"] else []
    if worst["largest_rhat"] >= 1.01:
        found.append(f"R-hat {worst['largest_rhat']} of {worst['largest_rhat_of']}")
    if worst["smallest_ess"] < 2000:
        found.append(f"{worst['smallest_ess']} effective draws of {worst['smallest_ess_of']}")
    return found


def effort(dimension):
    """Warm-up iterations, delta, fewest draws of a chain, and effective draws of a reference."""
    return (2000, 0.95, 4000, 6000) if dimension < 100 else (1000, 0.8, 2000, 3000)


def reference(name):
    defaults, dimension = [], load(name).n_unconstrained
    for delta in (0.8, 0.95):
        draws, labels, run = sample(name, 1, 1000, 1000, delta)
        rows, _ = moments(draws, labels)
        defaults.append((rows, run | extremes(rows)))
        if not run["divergences"]:
            break
    fewest = max(defaults[-1][1]["smallest_ess"], 1)
    warm_up, delta, least, effective = effort(dimension)
    length = min(max(1000 * math.ceil(effective / fewest), least), LONGEST)
    delta = max(DELTAS.get(name, delta), defaults[-1][1]["delta"])
    draws, labels, run = sample(name, SEED, warm_up, length, delta, "dense_e" if name in DENSE else "diag_e")
    rows, others = moments(draws, labels)
    worst = extremes(rows)
    write(HERE / "oracle" / f"{name}.json",
          {"model": name, "dimension": dimension, "sampler": f"stanli {VERSION}, NUTS", **run, **worst,
           "doubts": doubts(run, worst), "nuts": [known | missed(each, rows) for each, known in defaults],
           "parameters": rows, "others": others})
    last = defaults[-1][1]
    print(f"{name:20s} {length} draws, R-hat {worst['largest_rhat']:.4f}, ess {worst['smallest_ess']} "
          f"{worst['smallest_ess_of']}, {run['divergences']} divergences, {run['seconds']:.0f} s; default: delta "
          f"{last['delta']}, ess {last['smallest_ess']}, {last['divergences']} divergences, {last['gradients']:,} gradients, "
          f"{last['seconds']:.1f} s{'  DOUBTFUL' if doubts(run, worst) else ''}", flush=True)


def write_dimensions():
    entries = []
    for entry in listed():
        model = load(entry["name"])
        _, gradient = model.log_prob_grad(np.zeros(model.n_unconstrained))
        if not np.isfinite(gradient).all():
            raise SystemExit(f"{entry['name']}: the gradient at zero is not finite")
        entries.append(entry | {"dimension": model.n_unconstrained})
    (MODELS / "list.json").write_text("[\n  " + ",\n  ".join(map(json.dumps, entries)) + "\n]\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="")
    parser.add_argument("--dimensions", action="store_true")
    arguments = parser.parse_args()
    if arguments.dimensions:
        return write_dimensions()
    (HERE / "oracle").mkdir(exist_ok=True)
    for name in names(arguments.models):
        reference(name)


if __name__ == "__main__":
    main()
