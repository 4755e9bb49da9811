#!/usr/bin/env python3
"""The share of a fit's time outside the model: eight schools (about a microsecond a gradient) and a logistic GLM.

The model's time is its count of gradients and log densities in the fit, times what `g2t diagnose-model` measures for one of
each, before and after the fit. Prints the share of the fit's wall seconds that is left, for five seeds, and the median; a
process also translates the program and starts the compiler's --version, about a tenth of a second.

usage: bench/study/stan/overhead.py [--g2t build/release/cli/g2t] [--options "--stan-backend stanli"]
"""
import argparse
import json
import pathlib
import random
import shlex
import statistics
import subprocess
import tempfile
import time

from models import EXAMPLES

GLM = """data {
  int<lower=0> N, D;
  matrix[N, D] x;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real alpha;
  vector[D] beta;
}
model {
  alpha ~ normal(0, 1);
  beta ~ normal(0, 1);
  y ~ bernoulli_logit_glm(x, alpha, beta);
}
"""
ROWS, COLUMNS = 1600, 120


def write_glm(folder):
    draw = random.Random(1)
    x = [[draw.gauss(0, 0.3) for _ in range(COLUMNS)] for _ in range(ROWS)]
    y = [int(draw.gauss(0, 1) + sum(row[:10]) > 0) for row in x]
    (folder / "glm.stan").write_text(GLM)
    (folder / "glm.json").write_text(json.dumps({"N": ROWS, "D": COLUMNS, "x": x, "y": y}))


def run(words):
    start = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True)
    return json.loads(done.stdout), time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--g2t", default="g2t")
    parser.add_argument("--options", default="")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="g2t-") as name:
        folder = pathlib.Path(name)
        write_glm(folder)
        for path in (EXAMPLES / "eight_schools.stan", folder / "glm.stan"):
            model = [str(path), "--data", str(path.with_suffix(".json")), "--json", "--quiet", *shlex.split(arguments.options)]
            shares = []
            for seed in range(1, 6):
                cost = [run([arguments.g2t, "diagnose-model", *model])[0]]
                summary, seconds = run([arguments.g2t, "fit", *model, "--seed", str(seed)])
                cost.append(run([arguments.g2t, "diagnose-model", *model])[0])
                seen = summary["diagnostics"]
                gradient = statistics.mean(entry["gradient_seconds"] for entry in cost)
                density = statistics.mean(entry["density_seconds"] for entry in cost)
                own = seen["model_gradients"] * gradient + seen["model_densities"] * density
                wall = summary["seconds"]["wall"]
                shares.append(1 - own / wall)
                print(f"{path.stem} seed {seed}: {summary['status']}, {seen['model_gradients']} gradients of {gradient * 1e6:.2f} us, "
                      f"{seen['model_densities']} densities of {density * 1e6:.2f} us = {own * 1e3:.1f} ms; fit {wall * 1e3:.1f} ms, process "
                      f"{seconds * 1e3:.0f} ms: {100 * shares[-1]:.0f} % is not the model's", flush=True)
            print(f"{path.stem}: median {100 * statistics.median(shares):.0f} %")


if __name__ == "__main__":
    main()
