#!/usr/bin/env python3
"""The effect of the number of draws per step.

For every preset, in natural coordinates: a cost table with a row for each number of draws, the product of mean squared
norm and seconds against the number of draws at the start and at the end of a fit, and the number that the rule chooses.
Then fits on the clock of that table with each number (odd ones as single draws, even ones in pairs) and with `auto`: time
and draws to a gap, median over the seeds.

usage: G2T=build/dev/cli/g2t bench/study/draws.py [--presets a1a,frisk] [--seeds 1,2,3] [--gap 0.1]
"""
import argparse
import json
import pathlib
import tempfile

from runs import fit, g2t, time_to_gap

NATURAL = ["--coordinates", "natural"]
TERMS = "entropy,anchored-taylor,prior"
FEW = (1, 2, 5)
FIXED = (1, 5, 8, 16, 64)


def unit(draws):
    return [] if draws % 2 == 0 else ["--antithetic=false"]


def write_costs(preset, q, path, *words):
    g2t("select", preset, *NATURAL, *q, *words, "--control-variates", TERMS, "--select-draws", 32, "--write-costs", path,
        "--force")
    return json.loads(path.read_text())


def cost_table(preset, q, folder):
    """Those that the rule chooses among, measured in turn; and a few smaller numbers of single draws, each by itself."""
    whole = write_costs(preset, q, folder / "costs.json", "--draws", "auto")
    few = {draws: write_costs(preset, q, folder / f"costs{draws}.json", "--draws", draws, "--antithetic=false")
           for draws in FEW if draws < first_row(whole)}

    def add_rows(cost, costs):
        rows = [[draws, one["per_step"] + draws * one["per_draw"]] for draws, one in costs]
        cost["by_draws"] = rows + cost["by_draws"]

    for name, cost in whole["terms"].items():
        add_rows(cost, [(draws, table["terms"][name]) for draws, table in few.items()])
    for k, cost in enumerate(whole.get("shared", [])):
        add_rows(cost, [(draws, table["shared"][k]) for draws, table in few.items()])
    path = folder / f"{preset.replace(':', '-')}.costs.json"
    path.write_text(json.dumps(whole))
    return path


def first_row(table):
    return table["terms"]["rep"]["by_draws"][0][0]


def curve(preset, where, label, costs):
    answer = g2t("select", preset, *NATURAL, *where, "--costs", costs, "--draws", "auto", "--select-draws", 800,
                 "--control-variates", TERMS)
    least = min(entry["product"] for entry in answer["by_draws"])
    for antithetic in (False, True):
        entries = [entry for entry in answer["by_draws"] if entry["antithetic"] == antithetic]
        print(f"    {label}, {'pairs ' if antithetic else 'single'}  " +
              "  ".join(f"{entry['draws']}: {entry['product'] / least:.3g}" for entry in entries))
    unit_name = "in pairs" if answer["moments"]["unit"] == "pair" else "single"
    print(f"    {label}: {answer['draws']} {unit_name} chosen", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presets", default="a1a,mushrooms,frisk,bnn-a,bnn-b")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--gap", type=float, default=0.1)
    arguments = parser.parse_args()
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for preset in arguments.presets.split(","):
            full = "paper:" + preset
            g2t("fit", full, *NATURAL, "--seed", 2, "--output", folder / preset, "--force")
            q = ["--q", folder / f"{preset}.q.json"]
            costs = cost_table(full, q, folder)
            print(preset)
            curve(full, [], "at the start", costs)
            curve(full, q, "at the end", costs)
            runs = {}
            for seed in seeds:
                for draws in (*FIXED, "auto"):
                    odd = [] if draws == "auto" else unit(draws)
                    runs[draws, seed] = fit(folder / "run", full, *NATURAL, *odd, "--costs", costs, "--seed", seed,
                                            "--draws", draws, "--control-variates", TERMS, "--tolerance", "1e-2",
                                            "--time-budget", "20s")
            for draws in (*FIXED, "auto"):
                seconds, evaluations = time_to_gap(runs, draws, arguments.gap)
                print(f"    fit, {draws!s:4s} draws {1e3 * seconds:10.1f} ms {evaluations:10.0f} draws to {arguments.gap} nats; "
                      f"ends with {runs[draws, seeds[-1]][0]['recipe']['draws']}", flush=True)


if __name__ == "__main__":
    main()
