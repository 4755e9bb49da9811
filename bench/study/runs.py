"""What the study scripts share: calling the program, and reading when a fit came near the best ELBO."""
import csv
import json
import math
import os
import statistics
import subprocess


def g2t(*words):
    """The program's JSON answer. A fit that ends without trust (exit status 3) is one all the same."""
    done = subprocess.run([os.environ.get("G2T", "g2t"), *map(str, words), "--json", "--quiet"], capture_output=True,
                          text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"g2t {' '.join(map(str, words))}: {done.stderr}")
    return json.loads(done.stdout)


def fit(prefix, *words):
    """A fit's summary and its trace as (seconds, draws, ELBO)."""
    summary = g2t("fit", *words, "--output", prefix, "--force", "--answer", "gaussian", "--answer-draws", 2)
    with open(f"{prefix}.trace.csv") as file:
        rows = [(float(row["elapsed_seconds"]), int(row["gradient_draws"]), float(row["elbo"]))
                for row in csv.DictReader(file) if row["elbo"] not in ("", "nan")]
    return summary, rows


def first_within(rows, target):
    """Seconds and draws at the first ELBO of at least the target; infinite if there is none."""
    return next(((seconds, draws) for seconds, draws, elbo in rows if elbo >= target), (math.inf, math.inf))


def time_to_gap(runs, variant, gap):
    """Medians over the seeds of seconds and draws to within a gap of the best ELBO that any variant has with that seed
    (seeds may end in modes of their own). `runs` are fits by (variant, seed)."""
    near = []
    for seed in sorted({seed for _, seed in runs}):
        best = max(elbo for (_, other), (_, rows) in runs.items() if other == seed for _, _, elbo in rows)
        near.append(first_within(runs[variant, seed][1], best - gap))
    return statistics.median(seconds for seconds, _ in near), statistics.median(draws for _, draws in near)
