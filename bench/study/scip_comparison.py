#!/usr/bin/env python3
"""The exact search against SCIP on the paper's problem: which control variates, with what weights?

Writes random and nasty problems, lets `g2t solve` and SCIP solve each, and prints a table for each kind; README.md
explains them. Needs `pip install numpy pyscipopt`.
"""
import argparse
import itertools
import json
import os
import subprocess
import tempfile
import time

import numpy as np
import pyscipopt

from subset_problems import LEAST_SHARE, brute_force, nasty_problems, product_of, random_problem, scaled

SAME = 1e-6  # relative difference of products that count as the same


def weight_bounds(problem):
    """Of the weights where V_G <= u, an ellipsoid; None if Q is singular."""
    q, r = np.array(problem["Q"]), np.array(problem["r"])
    if np.linalg.matrix_rank(q, hermitian=True, tol=1e-9 * q.diagonal().max()) < len(r):
        return None
    inverse = np.linalg.inv(q)
    centre = -inverse @ r
    radius = np.sqrt(-(r @ centre) * inverse.diagonal())
    return np.minimum(centre - radius, 0), np.maximum(centre + radius, 0)


def solve_by_scip(problem, seconds):
    """(support, seconds, status) of the program in Geffner and Domke (2020), section 4."""
    model, count = pyscipopt.Model(), len(problem["r"])
    model.hideOutput()
    model.setParam("limits/time", seconds)
    used = [model.addVar(vtype="B") for _ in range(count)]
    weights = [model.addVar(lb=None) for _ in range(count)]
    norm, cost = model.addVar(lb=0, ub=problem["u"]), model.addVar(lb=problem["t0"])
    product = model.addVar(lb=0, obj=1)
    q = problem["Q"]
    square = pyscipopt.quicksum(q[i][j] / 2 * weights[i] * weights[j] for i in range(count) for j in range(count))
    slope = pyscipopt.quicksum(problem["r"][i] * weights[i] for i in range(count))
    model.addCons(norm >= square + slope + problem["u"])
    model.addCons(cost == problem["t0"] + pyscipopt.quicksum(problem["t"][i] * used[i] for i in range(count)))
    model.addCons(product >= norm * cost)
    bounds = weight_bounds(problem)
    for i in range(count):
        if bounds is None:
            model.addConsIndicator(weights[i] <= 0, used[i], activeone=False)
            model.addConsIndicator(-weights[i] <= 0, used[i], activeone=False)
        else:
            model.addCons(weights[i] >= bounds[0][i] * used[i])
            model.addCons(weights[i] <= bounds[1][i] * used[i])
    begin = time.perf_counter()
    model.optimize()
    taken = time.perf_counter() - begin
    if model.getNSols() == 0:
        return [], taken, model.getStatus()
    return [i for i in range(count) if model.getVal(used[i]) > 0.5], taken, model.getStatus()


def solve_here(problem, program):
    """(support, product, seconds of the whole process)"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "problem.json")
        with open(path, "w") as file:
            json.dump(problem, file)
        begin = time.perf_counter()
        done = subprocess.run([program, "solve", path, "--json"], capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - begin
    out = json.loads(done.stdout)
    return [i - 1 for i in out["chosen"]], out["product"], seconds


def verdict(value, best, problem):
    """Whether the products are the same, as those are that rounding cannot tell from 0; else their ratio."""
    least = 10 * LEAST_SHARE * problem["u"] * problem["t0"]
    ratio = max(value, least) / max(best, least)
    return "yes" if abs(ratio - 1) < SAME else f"{ratio:.6g} x"


def names(support):
    return "+".join(str(i + 1) for i in support) or "none"


def compare_random(options):
    print(f"{'J':>3} {'no.':>3} {'our product':>12} {'s':>6} {'SCIP product':>12} {'s':>7} {'status':<10} same?")
    for count, seed in itertools.product(options.counts, range(1, options.instances + 1)):
        problem = random_problem(count, seed)
        _, ours, our_seconds = solve_here(problem, options.program)
        support, seconds, status = solve_by_scip(scaled(problem), options.seconds)
        theirs = product_of(problem, support)
        print(f"{count:3} {seed:3} {ours:12.8f} {our_seconds:6.3f} {theirs:12.8f} {seconds:7.2f} {status:<10} "
              f"{verdict(theirs, ours, problem)}", flush=True)


def compare_nasty(options):
    row = "{:<24} {:<12} {:<12} {:<7} {:<12} {:<9} {:<10} {:<12} {:<9} {}"
    print("\n" + row.format("problem", "brute force", "ours", "same?", "SCIP, scaled", "same?", "status", "SCIP, as is",
                            "same?", "status"))
    for name, problem in nasty_problems():
        least, best = brute_force(problem)
        chosen, ours, _ = solve_here(problem, options.program)
        cells = [name, names(best), names(chosen), verdict(ours, least, problem)]
        for version in (scaled(problem), problem):
            support, _, status = solve_by_scip(version, options.seconds)
            cells += [names(support), verdict(product_of(problem, support), least, problem), status]
        print(row.format(*cells), flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(part) for part in text.split(",")]
    parser.add_argument("--program", default="g2t", help="the g2t to run (default: g2t)")
    parser.add_argument("--counts", type=numbers, default=[3, 10, 20], help="control variates (default: 3,10,20)")
    parser.add_argument("--instances", type=int, default=5, help="of each count (default: 5)")
    parser.add_argument("--seconds", type=float, default=60, help="SCIP's limit for an instance (default: 60)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    compare_random(options)
    compare_nasty(options)


if __name__ == "__main__":
    main()
