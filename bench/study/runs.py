"""What the study scripts share: calling the program, and reading when a fit came near the best ELBO."""
import csv
import json
import math
import os
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
    summary = g2t("fit", *words, "--output", prefix, "--force", "--output-draws", 1)
    with open(f"{prefix}.trace.csv") as file:
        rows = [(float(row["elapsed_seconds"]), int(row["gradient_draws"]), float(row["elbo"]))
                for row in csv.DictReader(file) if row["elbo"] not in ("", "nan")]
    return summary, rows


def first_within(rows, target):
    """Seconds and draws at the first ELBO of at least the target; infinite if there is none."""
    return next(((seconds, draws) for seconds, draws, elbo in rows if elbo >= target), (math.inf, math.inf))
