#!/usr/bin/env python3
"""Time to the same ELBO: the automatic choice of estimator against every fixed subset of control variates.

Runs `g2t fit` on the paper's presets on the cost clock, where the machine's load does not matter, with several step
sizes and seeds; keeps one JSON line a run; prints Markdown tables, which README.md explains.
"""
import argparse
import csv
import itertools
import json
import math
import os
import statistics
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

TERMS = ("entropy", "taylor", "prior")
FIXED = [",".join(subset) or "none" for size in range(4) for subset in itertools.combinations(TERMS, size)]
STEP_SIZES = [10 ** (-6 + 3 * k / 11) for k in range(12)]  # the paper's
SETTINGS = {  # preset: (model seconds, which step sizes, gaps in nats)
    "frisk": (0.3, (4, 5, 6, 7), (1, 5)),
    "a1a": (3.0, (3, 4, 7, 8), (1, 5)),
    "bnn-a": (1.5, (6, 7, 8, 9), (1, 5)),
    "bnn-b": (4.0, (6, 7, 8, 9), (30, 100)),  # far from its end
    "mushrooms": (7.0, (3, 4, 5, 6), (1, 5)),
}


def key_of(run):
    return run["preset"], run["estimator"], run["step"], run["seed"], run["budget"]


def planned_runs(options):
    for preset in options.presets:
        budget, steps = options.budget or SETTINGS[preset][0], options.steps or SETTINGS[preset][1]
        for estimator, step, seed in itertools.product(["auto"] + FIXED, steps, options.seeds):
            yield {"preset": preset, "estimator": estimator, "step": step, "seed": seed, "budget": budget}


def fit(options, run):
    """The run with its trace, final ELBO (-inf if it diverged), choices, and share of the time spent selecting."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "run")
        estimator = ["fixed", "--control-variates", run["estimator"]] if run["estimator"] != "auto" else ["auto"]
        command = [options.program, "fit", "paper:" + run["preset"], "--quiet", "--json", "--output", prefix,
                   "--costs", f"{options.costs}/{run['preset']}.json", "--time-budget", f"{run['budget']}s",
                   "--step-size", repr(STEP_SIZES[run["step"]]), "--seed", str(run["seed"]), "--estimator", *estimator]
        done = subprocess.run(["nice", "-n", "5", *command], capture_output=True, text=True)
        if done.returncode not in (0, 3):  # 3 is a fit that diverged
            raise RuntimeError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")
        summary = json.loads(done.stdout)
        with open(prefix + ".trace.csv") as trace, open(prefix + ".selection.json") as selections:
            rows = [(float(row["elapsed_seconds"]), float(row["elbo"] or "-inf")) for row in csv.DictReader(trace)]
            choices = [selection["choice"]["control_variates"] for selection in json.load(selections)["selections"]]
    return dict(run, elbo=summary["elbo"] if done.returncode == 0 else -math.inf, choices=choices,
                trace=[row for row in rows if math.isfinite(row[1])],
                selecting=summary["seconds"]["selection"] / summary["seconds"]["total"])


def crossing(run, target):
    """Seconds at which the ELBO first reaches the target, linear between rows of the trace; infinite if never."""
    for (start, low), (end, high) in itertools.pairwise(run["trace"]):
        if high >= target:
            return start + (end - start) * (target - low) / (high - low)
    return math.inf


def best_of_steps(groups, target):
    """{estimator: (mean seconds, step, seconds by seed)} at each estimator's best step size, fastest first."""
    times = {key: [crossing(run, target) for run in runs] for key, runs in groups.items()}
    best = {}
    for mean, step, estimator in sorted((statistics.fmean(times[key]), key[1], key[0]) for key in times):
        best.setdefault(estimator, (mean, step, times[estimator, step]))
    return best


def ratio(above, below):
    """The ratio of mean times, with a standard error from the ratios of the same seeds."""
    value = statistics.fmean(above) / statistics.fmean(below)
    if not 0 < value < math.inf or len(above) < 2:
        return f"{value:.2f}"
    logs = [math.log(a / b) for a, b in zip(above, below)]
    return f"{value:.2f} +- {value * statistics.stdev(logs) / math.sqrt(len(logs)):.2f}"


def report(runs, gaps):
    """Two Markdown tables: auto against the fixed subsets, and every estimator's time."""
    lines = ["| preset | gap | target | auto s | best fixed | its s | worst fixed | its s | auto / best | best / worst "
             "| auto's choices, seed by seed | selecting |", "|---" * 12 + "|"]
    details = ["\n| preset | gap | estimator | step size | seconds, seed by seed | mean final ELBO |", "|---" * 6 + "|"]
    for preset, own in itertools.groupby(runs, lambda run: run["preset"]):
        groups = {}
        for run in own:
            groups.setdefault((run["estimator"], run["step"]), []).append(run)
        elbos = {key: statistics.fmean(run["elbo"] for run in group) for key, group in groups.items()}
        for gap in gaps or SETTINGS[preset][2]:
            target = max(elbos.values()) - gap
            best = best_of_steps(groups, target)
            for name, (_, step, times) in best.items():
                each = " ".join(f"{seconds:.3g}" for seconds in times)
                details.append(f"| {preset} | {gap:g} | {name} | {STEP_SIZES[step]:.2g} | {each} | "
                               f"{elbos[name, step]:.2f} |")
            auto = best.pop("auto")
            low, high, chosen = min(best, key=best.get), max(best, key=best.get), groups["auto", auto[1]]
            choices = "; ".join(", ".join("+".join(choice) or "none" for choice in run["choices"]) for run in chosen)
            selecting = statistics.fmean(run["selecting"] for run in chosen)
            lines.append(f"| {preset} | {gap:g} | {target:.2f} | {auto[0]:.3g} | {low} | {best[low][0]:.3g} | {high} | "
                         f"{best[high][0]:.3g} | {ratio(auto[2], best[low][2])} | "
                         f"{ratio(best[low][2], best[high][2])} | {choices} | {100 * selecting:.1f} % |")
    return "\n".join(lines + details)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add, numbers = parser.add_argument, lambda text: [int(part) for part in text.split(",")]
    add("--program", default="g2t", help="the g2t to run (default: g2t)")
    add("--costs", required=True, help="folder of cost tables PRESET.json; missing ones are measured")
    add("--runs", required=True, help="file of one JSON line a run, written as the runs end")
    add("--presets", type=lambda text: text.split(","), default=list(SETTINGS), help="default: all five")
    add("--seeds", type=numbers, default=[1, 2, 3], help="default: 1,2,3")
    add("--steps", type=numbers, help="numbers 0 to 11 of the step sizes, instead of the presets' own")
    add("--budget", type=float, help="model seconds a run, instead of the presets' own")
    add("--gaps", type=lambda text: [float(part) for part in text.split(",")], help="nats, instead of the presets' own")
    add("--jobs", type=int, default=2, help="runs at a time (default: 2)")
    add("--resume", action="store_true", help="keep the runs that the file has and do only the others")
    return parser.parse_args()


def main():
    options = parse_arguments()
    os.makedirs(options.costs, exist_ok=True)
    for preset in options.presets:
        measure = [options.program, "select", "paper:" + preset, "--write-costs", f"{options.costs}/{preset}.json"]
        if not os.path.exists(measure[-1]):
            subprocess.run(measure, check=True, stdout=subprocess.DEVNULL)
    plan = list(planned_runs(options))
    with open(options.runs, "a+" if options.resume else "w+") as file, ThreadPoolExecutor(options.jobs) as pool:
        file.seek(0)
        done = {key_of(run): run for run in map(json.loads, file)}
        for run in pool.map(lambda run: fit(options, run), [run for run in plan if key_of(run) not in done]):
            done[key_of(run)] = run
            print(json.dumps(run), file=file, flush=True)
    print(report([done[key_of(run)] for run in plan], options.gaps))


if __name__ == "__main__":
    main()
