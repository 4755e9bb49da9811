#!/usr/bin/env python3
"""What weights of their own for pieces of control variates are worth.

For every preset, in natural coordinates, at the end of a fit: the least mean squared norm times seconds among the paper's
eight subsets of {entropy, taylor, prior}, among all subsets of the whole control variates, of their parts, and of their
blocks; all with one cost table and the same draws. Then fits on the clock of that table, with each of the
three: time and draws to a gap, median over the seeds, and the recipe at the end.

usage: G2T=build/dev/cli/g2t bench/study/pieces.py [--presets a1a,frisk] [--seeds 1,2,3] [--gap 0.1]
"""
import argparse
import pathlib
import tempfile

from runs import fit, g2t, time_to_gap

SPLITS = ("none", "parts", "blocks")
NATURAL = ["--coordinates", "natural"]


def describe(choice):
    return "rep" + "".join(f" {weight:+.2f} {name}" for name, weight in
                           zip(choice["control_variates"], choice["weights"]))


def cost_table(preset, q, folder):
    """One table for whole control variates and pieces."""
    names = []
    for split in SPLITS:
        terms = g2t("select", preset, *NATURAL, *q, "--split", split, "--select-draws", 32)["terms"][1:]
        names += [name for name in terms if name not in names]
    path = folder / (preset.replace(":", "-") + ".costs.json")
    g2t("select", preset, *NATURAL, *q, "--split", "none", "--control-variates", ",".join(names), "--select-draws", 32,
        "--write-costs", path)
    return path


def choices(preset, q, costs, draws):
    common = ["select", preset, *NATURAL, *q, "--costs", costs, "--select-draws", draws, "--decide-by", "cross-fit"]
    eight = g2t(*common, "--split", "none", "--control-variates", "entropy,taylor,prior")["choice"]
    yield "the paper's eight", 3, eight, eight
    for split in SPLITS:
        answer = g2t(*common, "--split", split)
        yield f"all, split: {split}", len(answer["terms"]) - 1, answer["choice"], eight


def fits(preset, costs, seeds, gap, folder):
    runs = {}
    for seed in seeds:
        for split in SPLITS:
            runs[split, seed] = fit(folder / "run", preset, *NATURAL, "--costs", costs, "--seed", seed, "--split", split,
                                    "--tolerance", "1e-2")
    for split in SPLITS:
        seconds, draws = time_to_gap(runs, split, gap)
        summary = runs[split, seeds[-1]][0]
        print(f"    fit, split: {split:7s} {1e3 * seconds:10.1f} ms {draws:10.0f} draws to {gap} nats; "
              f"ends with {describe(summary['recipe'])}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presets", default="a1a,mushrooms,frisk,bnn-a,bnn-b")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--draws", type=int, default=800, help="behind the moments")
    parser.add_argument("--gap", type=float, default=0.1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for preset in arguments.presets.split(","):
            full = "paper:" + preset
            g2t("fit", full, *NATURAL, "--seed", 2, "--output", folder / preset, "--force")
            q = ["--q", folder / f"{preset}.q.json"]
            costs = cost_table(full, q, folder)
            print(preset)
            for label, count, choice, eight in choices(full, q, costs, arguments.draws):
                print(f"    {label:20s} {count:3d} control variates  E|g|^2 {choice['g2']:10.4g} +- {choice['g2_se']:8.2g}  "
                      f"{1e6 * choice['seconds']:8.1f} us  product {choice['product'] / eight['product']:6.3f}  "
                      f"{describe(choice)}", flush=True)
            fits(full, costs, [int(seed) for seed in arguments.seeds.split(",")], arguments.gap, folder)


if __name__ == "__main__":
    main()
