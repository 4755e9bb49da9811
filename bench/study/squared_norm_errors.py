#!/usr/bin/env python3
"""Errors of the squared norms of a selection table, and of its weights, over many seeds.

At one point (by default the start of a preset) many selections, each from M draws of its own, are compared with moments of
many draws. Printed for each subset: the mean weights and their sds; the noise left at the weights over the least noise, mean
and worst; the sd of the squared norm over the seeds, the root of its mean squared standard error, and the share of seeds
whose interval of 2.365 standard errors (Student's t for eight folds) holds the truth.

usage: G2T=build/dev/cli/g2t bench/study/squared_norm_errors.py [--preset frisk] [--draws 5] [--select-draws 400]
       [--seeds 400] [--q PREFIX.q.json] [--decide-by cross-fit]
"""
import argparse
import math
import pathlib
import statistics
import tempfile

from runs import g2t

QUANTILE = 2.365


def noise(moments, terms, subset):
    weights = dict(zip(subset["control_variates"], subset["weights"]))
    a = [weights.get(term, 0) for term in terms]
    squared = moments["u"] + sum(r * x for r, x in zip(moments["r"], a))
    squared += sum(x * q * y for x, row in zip(a, moments["Q"]) for q, y in zip(row, a)) / 2
    return squared - moments["gradient_squared_norm"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="frisk")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--select-draws", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=400)
    parser.add_argument("--truth", type=int, default=1000000, help="draws of the moments that count as exact")
    parser.add_argument("--q")
    parser.add_argument("--decide-by", default="cross-fit")
    arguments = parser.parse_args()
    preset = "paper:" + arguments.preset
    with tempfile.TemporaryDirectory() as folder:
        costs = str(pathlib.Path(folder) / "costs.json")
        g2t("select", preset, "--write-costs", costs)
        common = ["--costs", costs, "--draws", str(arguments.draws), "--decide-by", arguments.decide_by]
        common += ["--q", arguments.q] if arguments.q else []
        truth = g2t("select", preset, *common, "--select-draws", str(arguments.truth), "--seed", "1000003")
        tables = [g2t("select", preset, *common, "--select-draws", str(arguments.select_draws), "--seed", str(seed))
                  for seed in range(1, arguments.seeds + 1)]
    terms, signal = truth["terms"][1:], truth["moments"]["gradient_squared_norm"]
    found = [table["moments"]["gradient_squared_norm"] for table in tables]
    print(f"|E g|^2 {signal:.5g}: mean {statistics.mean(found):.5g}, sd {statistics.stdev(found):.3g}")
    for k, exact in enumerate(truth["subsets"]):
        subsets = [table["subsets"][k] for table in tables]
        left = [noise(truth["moments"], terms, subset) for subset in subsets]
        least = noise(truth["moments"], terms, exact)
        off = [subset["g2"] - signal - part / arguments.draws for subset, part in zip(subsets, left)]
        errors = [subset["g2_se"] for subset in subsets]
        covered = statistics.mean(abs(o) <= QUANTILE * e for o, e in zip(off, errors))
        print(" + ".join(["rep"] + exact["control_variates"]))
        for i, name in enumerate(exact["control_variates"]):
            weights = [subset["weights"][i] for subset in subsets]
            print(f"  weight of {name}: {statistics.mean(weights):.3f}, sd {statistics.stdev(weights):.4f}")
        print(f"  noise over the least: {statistics.mean(left) / least:.3f}, at worst {max(left) / least:.3f}")
        print(f"  squared norm: sd {statistics.stdev(off):.3g}, standard error "
              f"{math.sqrt(statistics.mean(e * e for e in errors)):.3g}, in its interval {covered:.1%}")


if __name__ == "__main__":
    main()
