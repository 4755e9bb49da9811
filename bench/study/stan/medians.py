#!/usr/bin/env python3
"""The table of README.md from results.json: a line per model, medians over its seeds; then the counts of the text.

  medians.py [RESULTS]
"""

import collections
import json
import pathlib
import statistics
import sys

PEERS = ("advi mean-field", "advi full-rank", "pathfinder", "pathfinder 4")


def line_of(model, rows):
    def median(value):
        return statistics.median(value(row) for row in rows)

    ways = collections.Counter(row["way"] for row in rows).most_common()
    way = ways[0][0] if len(ways) == 1 else ", ".join(f"{name} {count}" for name, count in ways)
    cells = [model, rows[0]["dimension"], sum(row["status"] == "converged" for row in rows), way,
             f"{median(lambda row: row['gradients']):,.0f}", f"{median(lambda row: row['densities']):,.0f}",
             f"{median(lambda row: row['seconds']):.2f}", f"{median(lambda row: row['means']['rms']):.3f}",
             f"{max(row['means']['largest'] for row in rows):.2f}", f"{median(lambda row: row['sds']['rms']):.3f}",
             *(f"{rows[0]['peers'][peer]:.2f}" for peer in PEERS)]
    return "| " + " | ".join(map(str, cells)) + " |"


def counts_of(rows):
    done = [row for row in rows if row["status"] == "converged"]
    wide = [row for row in done if row["sds"]["rms"] > 0.05]
    return [f"{len(done)} of {len(rows)} converged, median gradients {statistics.median(row['gradients'] for row in rows):,.0f}",
            f"means within 0.06: {sum(row['means']['rms'] <= 0.06 for row in done)}, at most "
            f"{max(row['means']['rms'] for row in done):.3f}; largest of one mean {max(row['means']['largest'] for row in done):.2f}",
            f"sds within 5 %: {len(done) - len(wide)}; others: "
            + ", ".join(f"{row['model']} {row['seed']} ({100 * row['sds']['rms']:.1f} %)" for row in wide),
            f"an sd more than 25 % off: {sum(row['sds']['largest'] > 0.25 for row in done)}"]


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "results.json"
    rows = json.loads(pathlib.Path(path).read_text())["rows"]
    models = collections.OrderedDict()
    for row in rows:
        models.setdefault(row["model"], []).append(row)
    print("\n".join([line_of(model, own) for model, own in models.items()] + [""] + counts_of(rows)))


main()
