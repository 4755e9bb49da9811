#!/usr/bin/env python3
"""Fits by samples of the rows of simulated logistic regressions, in turns: what `--sample-rows auto` takes beside the best size.

    G2T=build/release/cli/g2t bench/study/rows/regret.py FOLDER [--rows 1000,10000,100000,1000000] [--rounds 3]

Data of 50 features are simulated into the folder, unless they are there. Seconds are those of a fit without reading, medians
over the rounds; ELBOs are compared by all rows: how far, in nats, that of a sample's q is below the one of all rows.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from runs import g2t  # noqa: E402

SIZES = ["auto", 0, 1024, 4096, 16384, 65536]


def data(folder, rows):
    path = folder / f"logistic-{rows}.svm"
    if not path.exists():
        words = ["simulate", "logistic", "--rows", rows, "--features", 50, "--seed", 2, "--output", path.with_suffix("")]
        subprocess.run([os.environ.get("G2T", "g2t"), *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    return path


def fit(path, size, threads):
    summary = g2t("fit", "logistic", "--data", path, "--sample-rows", size, "--threads", threads, "--force", "--output",
                  path.with_name("fit"), "--time-budget", "10m")
    return summary["seconds"]["wall"], summary


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rows", default="1000,10000,100000,1000000")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    print("| rows | rows of the sample | seconds | over the best | way of the answer | passes | log densities, sd |")
    print("|---|---|---|---|---|---|---|")
    for rows in map(int, options.rows.split(",")):
        path = data(options.folder, rows)
        sizes = [size for size in options.sizes.split(",") if size in ("auto", "0") or int(size) < rows / 4]
        times, last = {size: [] for size in sizes}, {}
        for _ in range(options.rounds):
            for size in sizes:
                seconds, last[size] = fit(path, size, options.threads)
                times[size].append(seconds)
        medians = {size: statistics.median(times[size]) for size in sizes}
        best = min(seconds for size, seconds in medians.items() if size != "auto")
        for size in sizes:
            report = last[size]["rows"] or {}
            name = f"{size}: {report.get('sample') or 'all'}" if size == "auto" else size if size != "0" else "all"
            print(f"| {rows} | {name} | {medians[size]:.3g} | {medians[size] / best:.2f} | {last[size]['answer']['way']} | "
                  f"{report.get('passes', '')} | {report.get('log_density_sd', '')} |", flush=True)


if __name__ == "__main__":
    main()
