#!/usr/bin/env python3
"""Time to the same ELBO with the automatic choice of estimator against every fixed subset of control variates.

Runs `g2t fit` on the paper's presets on the cost clock (`--costs`), so that the machine's load does not matter, with
several step sizes and seeds for each estimator, keeps one JSON line a run, and prints tables in Markdown. A run's time
is where its trace first crosses the target ELBO, warm-up and selections included. See README.md beside this script.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import math
import os
import statistics
import subprocess
import tempfile

CONTROL_VARIATES = ("entropy", "taylor", "prior")
FIXED = tuple(",".join(subset) or "none" for size in range(4) for subset in itertools.combinations(CONTROL_VARIATES, size))
STEP_SIZES = [10 ** (-6 + 3 * k / 11) for k in range(12)]  # the paper's grid
SETTINGS = {  # preset: (model seconds, numbers of its step sizes on the grid)
    "frisk": (1.0, (2, 3, 4, 5)),
    "a1a": (4.0, (6, 7, 8, 9)),
    "bnn-a": (3.0, (6, 7, 8, 9)),
    "bnn-b": (5.0, (3, 4, 5, 6)),
    "mushrooms": (8.0, (3, 4, 5, 6)),
}


def key_of(run):
    return run["preset"], run["estimator"], run["step"], run["seed"], run["budget"]


def planned_runs(options):
    for preset in options.presets:
        budget, steps = SETTINGS[preset]
        grid = itertools.product(options.seeds, options.steps or steps, options.estimators)
        for seed, step, estimator in grid:
            yield {"preset": preset, "estimator": estimator, "step": step, "seed": seed,
                   "budget": options.budget or budget}


def cost_file(options, preset):
    """The preset's cost table; measured now if it is not there, so keep the machine quiet then."""
    path = os.path.join(options.costs, preset + ".json")
    if not os.path.exists(path):
        os.makedirs(options.costs, exist_ok=True)
        subprocess.run([options.program, "select", "paper:" + preset, "--write-costs", path],
                       check=True, stdout=subprocess.DEVNULL)
    return path


def fit(options, run):
    """Does one run; returns it with its trace, final ELBO (None if it failed), choices and share of time selecting."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "run")
        command = ["nice", "-n", "5", options.program, "fit", "paper:" + run["preset"], "--quiet", "--json",
                   "--costs", cost_file(options, run["preset"]), "--time-budget", f"{run['budget']}s",
                   "--step-size", repr(STEP_SIZES[run["step"]]), "--seed", str(run["seed"]),
                   "--output", prefix, "--output-draws", "1"]
        if run["estimator"] == "auto":
            command += ["--estimator", "auto"]
        else:
            command += ["--estimator", "fixed", "--control-variates", run["estimator"]]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 3):  # 3: the fit says itself that it should not be trusted
            raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")
        summary = json.loads(done.stdout)
        with open(prefix + ".trace.csv") as file:
            trace = [(float(row["elapsed_seconds"]), float(row["elbo"] or "nan")) for row in csv.DictReader(file)]
        with open(prefix + ".selection.json") as file:
            choices = [selection["choice"]["control_variates"] for selection in json.load(file)["selections"]]
    elbo = summary["elbo"] if summary["status"] == "budget_spent" else None
    return dict(run, status=summary["status"], elbo=elbo, iterations=summary["iterations"], choices=choices,
                selecting=summary["seconds"]["selection"] / summary["seconds"]["total"],
                trace=[point for point in trace if math.isfinite(point[1])])


def crossing(run, target):
    """Seconds at which the trace first reaches the target, linear between rows; infinite if it never does."""
    before = None
    for seconds, elbo in run["trace"]:
        if elbo >= target:
            return seconds if before is None else before[0] + (seconds - before[0]) * (
                target - before[1]) / (elbo - before[1])
        before = (seconds, elbo)
    return math.inf


def grouped(runs):
    """{(estimator, step): runs by seed}"""
    groups = {}
    for run in sorted(runs, key=lambda run: run["seed"]):
        groups.setdefault((run["estimator"], run["step"]), []).append(run)
    return groups


def best_steps(groups, target):
    """{estimator: (mean seconds, step, seconds by seed)} at each estimator's best step size."""
    best = {}
    for (estimator, step), runs in groups.items():
        times = [crossing(run, target) for run in runs]
        candidate = (statistics.fmean(times), step, times)
        best[estimator] = min(best.get(estimator, candidate), candidate)
    return best


def spread(times):
    return statistics.stdev(times) if len(times) > 1 and max(times) < math.inf else math.nan


def log_ratio_error(above, below):
    """Standard error of the mean over seeds of log(above / below), as a relative error of the ratio."""
    logs = [math.log(a / b) if max(a, b) < math.inf else math.nan for a, b in zip(above, below)]
    return statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 and all(map(math.isfinite, logs)) else math.nan


def report(runs, gap):
    """Two Markdown tables for a gap in nats: auto against the fixed subsets, and every estimator's time."""
    lines = [f"## Target: best final ELBO less {gap:g} nats", "",
             "| preset | target | auto s | best fixed | s | worst fixed | s | auto/best | best/worst | "
             "auto's choices at 0, 10, 50 % by seed | selecting |", "|---" * 11 + "|"]
    details = ["", "| preset | estimator | step size | mean s | sd over seeds | final ELBO |", "|---" * 6 + "|"]
    for preset in dict.fromkeys(run["preset"] for run in runs):
        groups = grouped(run for run in runs if run["preset"] == preset)
        finals = {key: [run["elbo"] for run in group] for key, group in groups.items()}
        target = max(statistics.fmean(elbos) for elbos in finals.values() if None not in elbos) - gap
        best = best_steps(groups, target)
        fixed = sorted((best[name][0], name) for name in best if name != "auto")
        for name, (mean, step, times) in sorted(best.items(), key=lambda item: item[1][0]):
            elbos = [math.nan if elbo is None else elbo for elbo in finals[name, step]]
            details.append(f"| {preset} | {name} | {STEP_SIZES[step]:.2g} | {mean:.3g} | {spread(times):.2g} | "
                           f"{statistics.fmean(elbos):.2f} |")
        if "auto" not in best or not fixed:
            continue
        auto, step, times = best["auto"]
        (low, low_name), (high, high_name) = fixed[0], fixed[-1]
        chosen = groups["auto", step]
        choices = " ; ".join(" > ".join("+".join(choice) or "none" for choice in run["choices"]) for run in chosen)
        selecting = statistics.fmean(run["selecting"] for run in chosen)
        lines.append(f"| {preset} | {target:.2f} | {auto:.3g} | {low_name} | {low:.3g} | {high_name} | {high:.3g} | "
                     f"{auto / low:.2f} +- {auto / low * log_ratio_error(times, best[low_name][2]):.2f} | "
                     f"{low / high:.2f} | {choices} | {100 * selecting:.1f} % |")
    return "\n".join(lines + details) + "\n"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names, numbers = (lambda text: text.split(",")), (lambda text: [int(part) for part in text.split(",")])
    parser.add_argument("--program", default="g2t", help="the g2t to run (default: g2t)")
    parser.add_argument("--costs", required=True, help="folder of cost tables, PRESET.json; missing ones are measured")
    parser.add_argument("--output", required=True, help="folder for runs.jsonl and summary.md")
    parser.add_argument("--presets", type=names, default=list(SETTINGS), help="comma-separated (default: all five)")
    parser.add_argument("--estimators", type=lambda text: text.split(";"), default=("auto",) + FIXED,
                        help="separated by ';', e.g. 'auto;none;entropy,prior' (default: auto and the eight subsets)")
    parser.add_argument("--seeds", type=numbers, default=[1, 2, 3], help="default: 1,2,3")
    parser.add_argument("--steps", type=numbers, help="numbers 0..11 on the grid of step sizes, for all presets")
    parser.add_argument("--budget", type=float, help="model seconds a run, for all presets")
    parser.add_argument("--gaps", type=lambda text: [float(part) for part in text.split(",")], default=[1.0, 5.0],
                        help="nats below the best final ELBO (default: 1,5)")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time (default: 2)")
    parser.add_argument("--resume", action="store_true", help="keep the runs of runs.jsonl and do only the others")
    return parser.parse_args()


def main():
    options = parse_arguments()
    os.makedirs(options.output, exist_ok=True)
    path = os.path.join(options.output, "runs.jsonl")
    kept = {}
    if options.resume and os.path.exists(path):
        with open(path) as file:
            kept = {key_of(run): run for run in map(json.loads, file)}
    plan = list(planned_runs(options))
    for preset in options.presets:
        cost_file(options, preset)
    with open(path, "a" if options.resume else "w") as file, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for run in pool.map(lambda run: fit(options, run), [run for run in plan if key_of(run) not in kept]):
            kept[key_of(run)] = run
            print(json.dumps(run), file=file, flush=True)
    summary = "\n".join(report([kept[key_of(run)] for run in plan], gap) for gap in options.gaps)
    with open(os.path.join(options.output, "summary.md"), "w") as file:
        file.write(summary)
    print(summary)


if __name__ == "__main__":
    main()
