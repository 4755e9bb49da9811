#!/usr/bin/env python3
"""Time of one estimator to a gap, over that of the best of several in hindsight, with 95 % intervals over repetitions.

  regret.py FOLDER... --chosen natural-auto [--nats 0.1]

FOLDER is a study (runs.jsonl) of one model. The others of its estimators with the role "fixed" are what could have been
chosen; an estimator counts at its best step size by the median time. The target is the highest median of final ELBOs less
--nats. Ratios are of medians; intervals by 2,000 bootstrap samples of the repetitions of both.
"""

import argparse
import json
import math
import pathlib
import random
import statistics


def time_to(run, target):
    trace = run["trace"]
    return next((second for second, elbo in zip(trace["seconds"], trace["elbo"]) if elbo is not None and elbo >= target), math.inf)


def runs_of(folder):
    out = {}
    for line in (folder / "runs.jsonl").read_text().splitlines():
        run = json.loads(line)
        out.setdefault((run["estimator"], run["step_size"]), []).append(run)
    return out


def final(run):
    elbos = [elbo for elbo in run["trace"]["elbo"] if elbo is not None]
    return elbos[-1] if elbos else -math.inf


def resampled(rng, values):
    return statistics.median(rng.choices(values, k=len(values)))


def ratio(own, other):
    return 1 if own == other else own / other  # neither may have come there


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--chosen", required=True, help="the estimator whose regret is asked for")
    parser.add_argument("--against", type=pathlib.Path, help="take fixed estimators from studies of the same names here")
    parser.add_argument("--nats", type=float, default=0.1)
    options = parser.parse_args()
    print(f"| model | best fixed | its seconds | {options.chosen} | ratio | 95 % |\n|---|---|---|---|---|---|")
    for folder in options.folders:
        runs = runs_of(folder)
        others = runs_of(options.against / folder.name) if options.against else runs
        fixed = {key: group for key, group in others.items() if group[0]["role"] == "fixed"}
        target = max(statistics.median(map(final, group)) for group in fixed.values()) - options.nats
        times = {key: [time_to(run, target) for run in group] for key, group in fixed.items()}
        best = min(times, key=lambda key: statistics.median(times[key]))
        own = min(([time_to(run, target) for run in group] for key, group in runs.items() if key[0] == options.chosen),
                  key=statistics.median)
        rng = random.Random(1)
        ratios = sorted(ratio(resampled(rng, own), resampled(rng, times[best])) for _ in range(2000))
        least = statistics.median(times[best])
        print(f"| {folder.name} | {best[0]} | {least:.3g} | {statistics.median(own):.3g} | {statistics.median(own) / least:.2f} | "
              f"{ratios[50]:.2f} to {ratios[1949]:.2f} |")


main()
