#!/usr/bin/env python3
"""Predicted against realised mean squared norms: the bias of a selection table.

For every preset many selections, each from M draws of its own at one q, give a recipe, its mean squared norm as predicted
by the selection table, and the optimistic plug-in estimate. The realised value is measured on many fresh draws, all
recipes on the same ones. Printed: means over the selections of predicted / realised, and the share of selections whose
prediction is within two of its standard errors.

usage: G2T=build/dev/cli/g2t bench/study/optimism.py [--presets a1a,frisk] [--draws 50,100,400] [--selections 100]
"""
import argparse
import json
import pathlib
import statistics
import tempfile

from runs import g2t


def recipe_file(folder, k, selection):
    choice = selection["choice"]
    path = folder / f"recipe{k}.json"
    path.write_text(json.dumps({"base": "rep", "control_variates": choice["control_variates"],
                                "weights": choice["weights"], "draws": selection["draws"],
                                "antithetic": selection["moments"]["unit"] == "pair"}))
    return str(path)


def compare(preset, draws, arguments, folder, common):
    selections = [g2t("select", preset, *common, "--select-draws", str(draws), "--seed", str(seed),
                      "--control-variates", arguments.control_variates, "--estimator", arguments.estimator,
                      "--split", arguments.split)
                  for seed in range(1, arguments.selections + 1)]
    files = [recipe_file(folder, k, selection) for k, selection in enumerate(selections)]
    fresh = g2t("select", preset, *common, "--select-draws", str(arguments.fresh), "--seed", "1000003", "--pool",
                ",".join(files))["subsets"]
    choices = [selection["choice"] for selection in selections]
    cross_fitted = [choice["g2"] / real["g2"] for choice, real in zip(choices, fresh)]
    plug_in = [choice["plug_in_g2"] / real["g2"] for choice, real in zip(choices, fresh)]
    covered = [abs(choice["g2"] - real["g2"]) < 2 * choice["g2_se"] for choice, real in zip(choices, fresh)]
    print(f"{preset:16s} {draws:5d}   {statistics.mean(cross_fitted):6.3f} +- {statistics.stdev(cross_fitted):5.3f}   "
          f"{statistics.mean(plug_in):6.3f} +- {statistics.stdev(plug_in):5.3f}   {statistics.mean(covered):5.0%}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presets", default="a1a,mushrooms,frisk,bnn-a,bnn-b")
    parser.add_argument("--draws", default="50,100,400")
    parser.add_argument("--selections", type=int, default=100)
    parser.add_argument("--fresh", type=int, default=20000)
    parser.add_argument("--estimator", default="fixed", help="fixed: all control variates; auto: the choice")
    parser.add_argument("--control-variates", default="entropy,prior")
    parser.add_argument("--split", default="none", help="parts or blocks: pieces with weights of their own")
    parser.add_argument("--fit", default="2000", help="iterations of the fit at whose end the selections are made")
    arguments = parser.parse_args()
    print("preset           draws   predicted / realised   plug-in / realised   within 2 se")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for preset in arguments.presets.split(","):
            full = "paper:" + preset
            prefix = str(folder / preset)
            g2t("fit", full, "--coordinates", "natural", "--iterations", arguments.fit, "--output", prefix)
            costs = str(folder / f"{preset}.costs.json")
            common = ["--coordinates", "natural", "--antithetic=false", "--q", prefix + ".q.json",
                      "--decide-by", "cross-fit"]
            g2t("select", full, *common, "--control-variates", arguments.control_variates, "--split", arguments.split,
                "--write-costs", costs)
            for draws in arguments.draws.split(","):
                compare(full, int(draws), arguments, folder, [*common, "--costs", costs])


if __name__ == "__main__":
    main()
