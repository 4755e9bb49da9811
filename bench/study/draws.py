#!/usr/bin/env python3
"""What the number of draws a step is worth.

For every preset, in natural coordinates: a cost table with a row for each number of draws, the product of mean squared
norm and seconds against the number of draws at the start and at the end of a fit, and the number that the rule chooses.
Then fits on the clock of that table with each number (odd ones as single draws, even ones in pairs) and with `auto`: time
and draws to a gap, median over the seeds.

usage: G2T=build/dev/cli/g2t bench/study/draws.py [--presets a1a,frisk] [--seeds 1,2,3] [--gap 0.1]
"""
import argparse
import json
import pathlib
import statistics
import tempfile

from runs import first_within, fit, g2t

NATURAL = ["--coordinates", "natural"]
NUMBERS = (1, 2, 4, 5, 8, 16, 32, 64)
FIXED = (1, 5, 8, 16, 64)


def unit(draws):
    return [] if draws % 2 == 0 else ["--antithetic=false"]


def cost_table(preset, q, folder):
    """Every number of draws measured by itself, put together."""
    tables = []
    for draws in NUMBERS:
        path = folder / f"costs{draws}.json"
        g2t("select", preset, *NATURAL, *q, *unit(draws), "--draws", draws, "--control-variates",
            "entropy,anchored-taylor,prior", "--select-draws", 32, "--write-costs", path, "--force")
        tables.append(json.loads(path.read_text()))

    def together(works):
        rows = [[draws, work["per_step"] + draws * work["per_draw"]] for draws, work in zip(NUMBERS, works)]
        return {"per_step": works[-1]["per_step"], "per_draw": works[-1]["per_draw"], "by_draws": rows}

    out = {"terms": {name: together([table["terms"][name] for table in tables]) for name in tables[0]["terms"]},
           "shared": [{"members": shared["members"], **together([table["shared"][k] for table in tables])}
                      for k, shared in enumerate(tables[0].get("shared", []))]}
    path = folder / f"{preset.replace(':', '-')}.costs.json"
    path.write_text(json.dumps(out))
    return path


def curve(preset, where, label, costs):
    answer = g2t("select", preset, *NATURAL, *where, "--costs", costs, "--draws", "auto", "--select-draws", 800,
                 "--control-variates", "entropy,anchored-taylor,prior")
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
                                            "--draws", draws, "--control-variates", "entropy,anchored-taylor,prior",
                                            "--tolerance", "1e-2", "--time-budget", "20s")
            for draws in (*FIXED, "auto"):
                near = []
                for seed in seeds:
                    best = max(max(elbo for _, _, elbo in runs[other, seed][1]) for other in (*FIXED, "auto"))
                    near.append(first_within(runs[draws, seed][1], best - arguments.gap))
                print(f"    fit, {draws!s:4s} draws {1e3 * statistics.median(seconds for seconds, _ in near):10.1f} ms "
                      f"{statistics.median(n for _, n in near):10.0f} draws to {arguments.gap} nats; "
                      f"ends with {runs[draws, seeds[-1]][0]['recipe']['draws']}", flush=True)


if __name__ == "__main__":
    main()
