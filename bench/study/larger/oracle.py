#!/usr/bin/env python3
"""Posterior means and standard deviations of the larger Stan models by long NUTS runs, and NUTS with its defaults beside
them: oracle/NAME.json.

Four chains of stanli's NUTS. Only the parameters block counts, without what never varies (the first row of a Cholesky factor
of correlations). Centred models whose geometry is hard are sampled by their non-centred twins, which have the same
posterior. "doubts" lists why a reference is not to be trusted: R-hat of 1.01 or more, fewer than 1,500 effective draws, or
divergences.

"nuts" is what a user gets from the model itself: four chains of 1,000 + 1,000. Its error is that of its means in the
reference's sds; its seconds are the processor's, of all chains, so that other work on the machine does not count; its
gradients are leapfrog steps, warm-up included.

usage: bench/study/larger/oracle.py [--models rasch,factors] [--part truth|nuts|both] [--draws 5000]
"""
import argparse
import functools
import json
import pathlib
import sys
import time

import numpy as np
import stanli

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent))
from posteriors import STANLI_VERSION as VERSION  # noqa: E402
from posteriors import dotted, errors, stanli_model, write  # noqa: E402

SAMPLED_BY = {"radon_centered": "radon_noncentered", "volatility_centered": "volatility_noncentered"}
# Draws of each chain where 5,000 are too few, or more than needed; target acceptance where 0.95 is too low, or its short
# steps only cost time.
DRAWS = {"local_level": 10000, "volatility_noncentered": 8000, "item_response_2pl": 2500, "item_response_3pl": 2000,
         "rasch": 2000, "occupancy": 2000, "multinomial_logit": 2500, "negative_binomial_groups": 2500,
         "process_counts": 2000, "sparse_horseshoe": 2500}
DELTAS = {"volatility_noncentered": 0.99, "sparse_horseshoe": 0.98}
DELTAS |= dict.fromkeys(("item_response_2pl", "item_response_3pl", "rasch", "occupancy", "multinomial_logit",
                         "negative_binomial_groups", "process_counts"), 0.8)
SEED, WARM_UP, DELTA = 20261129, 1000, 0.95
USUAL = {"chains": 4, "warm_up": 1000, "draws": 1000, "delta": 0.8}


def every():
    return sorted(path.stem for path in (HERE / "models").glob("*.stan"))


def number(value, digits=5):
    return float(f"{value:.{digits}g}")


def load(name):
    return stanli_model(HERE / "models", name)


@functools.lru_cache(maxsize=2)  # for twins that follow one another
def sample(name, warm_up, draws, delta, seed):
    """Draws (chain, draw, column), the columns' names, and what is known of the run."""
    model, start, used = load(name), time.perf_counter(), time.process_time()
    fit = model.sample(chains=4, seed=seed, warmup=warm_up, samples=draws, save_warmup=True, parallel_chains=2,
                       refresh=0, delta=delta)
    run = {"seconds": round(time.process_time() - used, 2), "wall_seconds": round(time.perf_counter() - start, 2)}
    stats = {key: fit.sampler_stats[:, :, stanli.SAMPLER_COLUMNS.index(key)]
             for key in ("n_leapfrog__", "divergent__", "treedepth__")}
    run |= {"gradients": int(stats["n_leapfrog__"].sum()), "divergences": int(stats["divergent__"][:, warm_up:].sum()),
            "deepest_trees": int((stats["treedepth__"][:, warm_up:] >= 10).sum())}
    return fit.draws()[:, warm_up:], [dotted(each) for each in fit.names], run


def summary(names, draws, columns):
    """(name, mean, sd) rows of the named columns that vary, and the largest R-hat and fewest effective draws with names."""
    kept = np.ascontiguousarray(draws[:, :, [columns.index(name) for name in names]])
    varies = kept.std(axis=(0, 1)) > 1e-12
    table = stanli.Fit([name for name, each in zip(names, varies) if each], np.ascontiguousarray(kept[:, :, varies]), None,
                       10, 0).summary()
    rows = [{"name": name, "mean": number(table.mean[i]), "sd": number(table.sd[i])} for i, name in enumerate(table.names)]
    worst, fewest = int(np.argmax(table.r_hat)), int(np.argmin(table.ess_bulk))
    return rows, {"rhat": round(float(table.r_hat[worst]), 4), "rhat_of": table.names[worst],
                  "ess": round(float(table.ess_bulk[fewest])), "ess_of": table.names[fewest]}


def truth(name, names, draws):
    by, delta = SAMPLED_BY.get(name, name), DELTAS.get(SAMPLED_BY.get(name, name), DELTA)
    kept, columns, run = sample(by, WARM_UP, draws, delta, SEED)
    rows, worst = summary(names, kept, columns)
    doubts = [text for text, is_so in ((f"R-hat {worst['rhat']}", worst["rhat"] >= 1.01),
                                       (f"effective draws {worst['ess']}", worst["ess"] < 1500),
                                       (f"divergences {run['divergences']}", run["divergences"] > 0)) if is_so]
    return {"sampler": f"stanli {VERSION}, NUTS", "sampled_by": by, "chains": 4, "warm_up": WARM_UP, "draws": draws,
            "seed": SEED, "delta": delta, **run, **worst, "doubts": doubts, "parameters": rows}


def usual(name, names, parameters):
    draws, columns, run = sample(name, USUAL["warm_up"], USUAL["draws"], USUAL["delta"], SEED + 1)
    rows, worst = summary(names, draws, columns)
    means, sds = errors({row["name"]: (row["mean"], row["sd"]) for row in rows}, parameters)
    return USUAL | run | worst | {"rms": number(means["rms"], 3), "largest": number(means["largest"], 3),
                                  "rms_of_sds": number(sds["rms"], 3), "largest_of_sds": number(sds["largest"], 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default="")
    parser.add_argument("--part", choices=("truth", "nuts", "both"), default="both")
    parser.add_argument("--draws", type=int, default=5000, help="of each chain of the reference, after warm-up")
    arguments = parser.parse_args()
    (HERE / "oracle").mkdir(exist_ok=True)
    for name in filter(None, arguments.models.split(",")) if arguments.models else every():
        path, model = HERE / "oracle" / f"{name}.json", load(name)
        names = [dotted(each) for each in model.constrained_names]
        found = json.loads(path.read_text()) if path.exists() else {}
        if arguments.part != "nuts":
            old = {"nuts": found["nuts"]} if "nuts" in found else {}
            found = {"model": name, "dimension": model.n_unconstrained, **old,
                     **truth(name, names, DRAWS.get(SAMPLED_BY.get(name, name), arguments.draws))}
            write(path, found)
            print(f"{name:26s}", {key: value for key, value in found.items() if key != "parameters"}, flush=True)
        if arguments.part != "truth":
            found["nuts"] = usual(name, names, found["parameters"])
            found["parameters"] = found.pop("parameters")
            write(path, found)
            print(f"{name:26s} nuts", found["nuts"], flush=True)


if __name__ == "__main__":
    main()
