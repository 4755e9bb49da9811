#!/usr/bin/env python3
"""How often `g2t fit` doubts an answer that is right: fits of ten easy models, and how many did not converge.

Easy: over ten seeds their answers are right (README.md). Prints every fit that did not converge, and the count; ends with
status 1 if there are more than one in a hundred.

usage: bench/study/stan/false_alarms.py [--g2t build/release/cli/g2t] [--options "--stan-backend stanli"] [--seeds 40]
"""
import argparse
import json
import pathlib
import shlex
import subprocess

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples" / "stan"
EASY = ("autoregression", "eight_schools", "garch", "hidden_markov", "linear_groups", "logistic_groups", "ordered_mixture",
        "poisson_groups", "simplex_cholesky", "survival")
MOST = 0.01  # of the fits


def fit(program, name, seed, options):
    """Status and kinds of warnings."""
    done = subprocess.run([program, "fit", EXAMPLES / f"{name}.stan", "--data", EXAMPLES / f"{name}.json", "--seed", str(seed),
                           "--json", "--quiet", *shlex.split(options)], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{name}, seed {seed}: {done.stderr}")
    summary = json.loads(done.stdout)
    return summary["status"], [warning["kind"] for warning in summary["warnings"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--g2t", default="g2t", help="the program")
    parser.add_argument("--options", default="--stan-backend stanli", help="more of its options, as one word")
    parser.add_argument("--seeds", type=int, default=40, help="of each model")
    arguments = parser.parse_args()
    alarms = 0
    for name in EASY:
        for seed in range(1, arguments.seeds + 1):
            status, kinds = fit(arguments.g2t, name, seed, arguments.options)
            if status != "converged":
                alarms += 1
                print(f"{name}, seed {seed}: {status} ({', '.join(kinds)})", flush=True)
    count = len(EASY) * arguments.seeds
    print(f"{alarms} of {count} fits did not converge")
    return 1 if alarms > MOST * count else 0


if __name__ == "__main__":
    raise SystemExit(main())
