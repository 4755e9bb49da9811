#!/usr/bin/env python3
"""Stan's ADVI and Pathfinder on the Stan examples with CmdStan's default settings, against the oracle: peers.json.

Errors are those of the means of the 1,000 draws that each returns, in oracle standard deviations: 0.03 of their root mean
square is the noise of the draws. stanli has single paths only: "pathfinder 4" pools four and draws 1,000 by their smoothed
importance weights, as CmdStan's multi-path does, but with our code.

usage: bench/study/stan/peers.py [--models ode,garch] [--seeds 1,2,3,4,5]
"""
import argparse
import json
import re
import statistics

import numpy as np

from models import HERE, VERSION, dotted, errors, load, names, oracle, write
from psis import smoothed
from services import pathfinder, variational


def advi(full_rank):
    def fit(model, seed):
        run = variational(model, full_rank, seed)
        text = "\n".join(run.lines)
        adaptation = max(map(int, re.findall(r"Iteration: +(\d+) / \d+ .*Adaptation", text)), default=0)
        ascent = max(map(int, re.findall(r"^ +(\d+) +\S+ +\S+ +\S+", text, flags=re.M)), default=0)
        said = ("failed" if run.draws is None else "iteration limit" if "maximum number of iterations" in text else
                "converged, perhaps not to a good optimum" if "may not have converged" in text else "converged")
        elbos = 1 + adaptation // 50 + ascent // 100  # of 100 draws each, without gradients
        return run, run.draws, run.seconds, {"gradients": adaptation + ascent, "densities": 100 * elbos, "said": said}
    return fit


def one_path(model, seed):
    run = pathfinder(model, seed)
    khat = None if run.draws is None else smoothed(run.log_ratios)[1]
    return run, run.draws, run.seconds, {"khat": khat, "said": "failed" if run.draws is None else "nothing"}


def four_paths(model, seed):
    runs = [pathfinder(model, seed, path) for path in (1, 2, 3, 4)]
    seconds = sum(run.seconds for run in runs)
    good = [run for run in runs if run.draws is not None]
    if not good:
        return runs[0], None, seconds, {"khat": None, "said": "failed"}
    draws, ratios = np.concatenate([run.draws for run in good]), np.concatenate([run.log_ratios for run in good])
    finite = np.isfinite(ratios)
    weights, khat = smoothed(ratios[finite])
    chosen = np.random.default_rng(seed).choice(np.flatnonzero(finite), size=1000, p=weights)
    return good[0], draws[chosen], seconds, {"khat": khat, "said": "khat above 0.7" if khat > 0.7 else "nothing"}


METHODS = {"advi mean-field": advi(False), "advi full-rank": advi(True), "pathfinder": one_path, "pathfinder 4": four_paths}


def number(value, digits=3):
    return None if value is None or not np.isfinite(value) else float(f"{value:.{digits}g}")


def assess(name, method, seeds):
    model, parameters = load(name), oracle(name)["parameters"]
    rows, messages = [], []
    for seed in seeds:
        run, draws, seconds, known = METHODS[method](model, seed)
        found = None
        if draws is not None:
            with np.errstate(over="ignore", invalid="ignore"):
                found = errors({dotted(column): draws[:, i].mean() for column, i in run.columns.items()}, parameters)
        if found is None:
            known["said"] = "failed" if draws is None else known["said"] + ", means not finite"
            messages.append((run.message or "means not finite").splitlines()[0][:160])
        rms, largest, worst = found or (None, None, None)
        rows.append({"rms": rms, "largest": largest, "worst": worst, "seconds": seconds, **known})

    def median(key):
        values = [row[key] for row in rows if row.get(key) is not None]
        return number(statistics.median(values)) if values else None

    said = [row["said"] for row in rows]
    return {"model": name, "method": method, "rms": median("rms"), "largest": median("largest"),
            "rms_by_seed": [number(row["rms"]) for row in rows], "largest_by_seed": [number(row["largest"]) for row in rows],
            "worst": sorted({row["worst"] for row in rows if row["worst"]}), "seconds": median("seconds"),
            "gradients": median("gradients"), "densities": median("densities"), "khat": median("khat"),
            "failed": sum(row["rms"] is None for row in rows), "messages": sorted(set(messages)),
            "said": {each: said.count(each) for each in sorted(set(said))}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="")
    parser.add_argument("--seeds", default="1,2,3,4,5")
    arguments = parser.parse_args()
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    path = HERE / "peers.json"
    rows = json.loads(path.read_text())["rows"] if path.exists() else []
    for name in names(arguments.models):
        rows = [row for row in rows if row["model"] != name]
        for method in METHODS:
            row = assess(name, method, seeds)
            rows.append(row)
            print(f"{name:24s} {method:16s} rms {row['rms']}  largest {row['largest']}  {row['seconds']} s  "
                  f"failed {row['failed']}  {row['said']}", flush=True)
        rows.sort(key=lambda row: row["model"])
        write(path, {"services": f"Stan's, in stanli {VERSION}; medians over the seeds that did not fail", "seeds": seeds,
                     "rows": rows})


if __name__ == "__main__":
    main()
