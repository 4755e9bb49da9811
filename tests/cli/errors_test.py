"""Wrong input: one clear line on stderr, the right exit status, nothing written."""

import json
import os
import unittest

from program import ProgramTest

GOOD = "1 1:0.5 2:-1\n-1 1:2 2:0.25\n1 1:-0.5 2:1.5\n"
COUNTS = "y,town,size\n3,a,1\n0,b,2\n5,a,0.5\n"
FIT = ["fit", "logistic", "--data", "good.svm", "--output", "run"]
POISSON = ["fit", "poisson", "--groups", "town", "--output", "run", "--data"]

# What is given, exit status, and words of the message.
CASES = {
    "no subcommand": ([], 2, ["subcommand"]),
    "misspelt subcommand": (["fti", "logistic"], 2, ["fti", "did you mean 'fit'"]),
    "misspelt option": ([*FIT, "--time-budgt", "1s"], 2, ["--time-budgt", "did you mean '--time-budget'"]),
    "misspelt model": (["fit", "logistc", "--data", "good.svm"], 2, ["logistc", "logistic"]),
    "no model": (["fit"], 2, ["MODEL is missing"]),
    "an unexpected argument": ([*FIT, "more"], 2, ["'more'"]),
    "an option without its value": (["fit", "logistic", "--data"], 2, ["--data"]),
    "no data": (["fit", "logistic"], 2, ["--data"]),
    "an option twice": ([*FIT, "--seed", 1, "--seed", 2], 2, ["--seed", "more than once"]),
    "negative draws": ([*FIT, "--draws", "-3"], 2, ["--draws", "-3"]),
    "odd draws in pairs": ([*FIT, "--antithetic", "--draws", 5], 2, ["--draws", "5", "--antithetic"]),
    "a step size in natural coordinates": ([*FIT, "--step-size", "0.1"], 2, ["--step-size", "--coordinates plain"]),
    "a tolerance in plain coordinates": ([*FIT, "--coordinates", "plain", "--tolerance", "0.1"], 2,
                                         ["--tolerance", "--coordinates natural"]),
    "a negative tolerance": ([*FIT, "--tolerance", "-1"], 2, ["--tolerance", "-1"]),
    "no start": ([*FIT, "--starts", 0], 2, ["--starts", "0"]),
    "fractions of no budget": ([*FIT, "--select-at", "0.5"], 2, ["--select-at", "--time-budget"]),
    "unknown control variate": ([*FIT, "--control-variates", "entropy,tailor"], 2, ["tailor", "taylor"]),
    "unknown estimator": ([*FIT, "--estimator", "auot"], 2, ["auot", "auto"]),
    "pool and estimator": ([*FIT, "--pool", "rep,stl", "--estimator", "stl"], 2, ["--pool"]),
    "control variates and a recipe": ([*FIT, "--control-variates", "prior", "--estimator", "stl"], 2,
                                      ["--control-variates", "--estimator"]),
    "control variates and a pool": ([*FIT, "--control-variates", "prior", "--pool", "rep,stl"], 2,
                                    ["--control-variates", "--pool"]),
    "draws and a recipe file": ([*FIT, "--draws", 4, "--estimator", "recipe.json"], 2,
                                ["--draws", "which has 5"]),
    "malformed time": ([*FIT, "--time-budget", "10x"], 2, ["--time-budget", "10x"]),
    "fraction above one": ([*FIT, "--select-at", "0,1.5"], 2, ["--select-at", "1.5"]),
    "a choice at the end": ([*FIT, "--select-at", "0,1"], 2, ["--select-at", "below 1"]),
    "malformed seed": ([*FIT, "--seed", "1e3"], 2, ["--seed", "1e3"]),
    "option of another model": ([*FIT, "--hidden-units", 5], 2, ["--hidden-units", "logistic"]),
    "missing file": (["fit", "logistic", "--data", "no.svm", "--output", "run"], 1, ["no.svm", "No such file"]),
    "empty file": (["fit", "logistic", "--data", "empty.svm", "--output", "run"], 1, ["empty.svm"]),
    "NaN in data": (["fit", "logistic", "--data", "nan.svm", "--output", "run"], 1, ["nan.svm:2:", "nan"]),
    "a word in data": (["fit", "logistic", "--data", "word.svm", "--output", "run"], 1, ["word.svm:1:", "abc"]),
    "three labels": (["fit", "logistic", "--data", "labels.svm", "--output", "run"], 1, ["labels.svm"]),
    "one label": (["fit", "logistic", "--data", "one.svm", "--output", "run"], 1, ["one.svm"]),
    "no such positive label": ([*FIT, "--positive", "yes"], 2, ["yes"]),
    "ragged CSV": ([*POISSON, "ragged.csv", "--response", "y"], 1, ["ragged.csv:3"]),
    "unknown column": ([*POISSON, "good.csv", "--response", "why"], 1, ["good.csv", "why", "y"]),
    "fractional count": ([*POISSON, "good.csv", "--response", "size"], 1, ["good.csv:4:3", "0.5"]),
    "negative count": ([*POISSON, "negative.csv", "--response", "y"], 1, ["negative.csv:2:1", "-3"]),
    "recipe file that is none": ([*FIT, "--estimator", "bad-recipe.json"], 1, ["bad-recipe.json", "weights"]),
    "recipe file of broken JSON": ([*FIT, "--estimator", "broken.json"], 1, ["broken.json:1"]),
    "costs without a term": ([*FIT, "--costs", "few-costs.json"], 1, ["few-costs.json", "cost", "entropy"]),
    "q of another dimension": ([*FIT, "--init", "two.json"], 1, ["2", "3"]),
    "q of other parameters": ([*FIT, "--init", "named.json"], 1, ["named.json", "parameter 3", "'age'", "'x2'"]),
    "q of other parameters to select at": (["select", "logistic", "--data", "good.svm", "--q", "named.json"], 1,
                                           ["named.json", "'age'", "'x2'"]),
    "q of other parameters to evaluate": (["evaluate", "logistic", "--data", "good.svm", "--q", "named.json"], 1,
                                          ["named.json", "'age'", "'x2'"]),
    "q of another family": ([*FIT, "--init", "three.json", "--family", "full-rank"], 2, ["mean-field"]),
    "output in a missing folder": (["fit", "logistic", "--data", "good.svm", "--output", "no/run"], 1, ["no/run"]),
    "output that is there": (["fit", "logistic", "--data", "good.svm", "--output", "old"], 1, ["old.q.json"]),
    "points of another dimension": (["evaluate", "logistic", "--data", "good.svm", "--at", "points.json"], 1,
                                    ["points.json", "points[2]", "2", "3"]),
    "points and q": (["evaluate", "logistic", "--data", "good.svm", "--at", "points.json", "--q", "two.json"], 2,
                     ["--at", "--q"]),
    "select at a q of another dimension": (["select", "logistic", "--data", "good.svm", "--q", "two.json"], 1,
                                           ["2", "3"]),
    "draw from nothing": (["draw", "no.json"], 1, ["no.json"]),
    "draw from what is no q": (["draw", "points.json"], 1, ["points.json"]),
    "draw none": (["draw", "two.json", "-n", 0], 2, ["--draws", "'0'"]),
    "simulate without output": (["simulate", "logistic"], 2, ["--output"]),
    "simulate an unknown model": (["simulate", "normal", "--output", "run"], 2, ["normal", "logistic"]),
    "simulate malformed groups": (["simulate", "poisson", "--groups", "eth=x", "--output", "run"], 2, ["eth=x"]),
    "simulate too few rows": (["simulate", "poisson", "--rows", 5, "--output", "run"], 2, ["5", "96"]),
    "more data than memory": (["simulate", "bnn", "--rows", 10**14, "--output", "run"], 1, ["out of memory"]),
    "more data than the disk": (["simulate", "logistic", "--rows", 10**14, "--output", "run"], 1, ["no space", "GB are free"]),
    "preset without its data": (["fit", "paper:a1a", "--data-dir", "."], 1, ["a1a"]),
}


class Errors(ProgramTest):
    def setUp(self):
        super().setUp()
        gaussian = {"family": "mean-field", "mean": [0, 0], "scale": [1, 1]}
        named = {"family": "mean-field", "mean": [0, 0, 0], "scale": [1, 1, 1], "names": ["intercept", "x1", "age"]}
        for name, text in {
            "good.svm": GOOD, "empty.svm": "", "nan.svm": "1 1:0.5\n-1 1:nan\n", "word.svm": "1 1:abc\n",
            "labels.svm": GOOD + "2 1:1\n", "one.svm": "1 1:1\n1 1:2\n", "good.csv": COUNTS,
            "ragged.csv": "y,town\n3,a\n4\n", "negative.csv": "y,town\n-3,a\n2,b\n",
            "recipe.json": '{"base": "rep", "control_variates": ["entropy"], "weights": [-1], "draws": 5, "antithetic": false}',
            "bad-recipe.json": '{"base": "rep", "control_variates": ["entropy"], "weights": [], "draws": 5}',
            "broken.json": '{"base": ', "few-costs.json": '{"terms": {"rep": {"per_step": 1e-5, "per_draw": 1e-6}}}',
            "named.json": json.dumps(named), "two.json": json.dumps(gaussian),
            "three.json": json.dumps(gaussian).replace("[0, 0]", "[0, 0, 0]").replace(
                "[1, 1]", "[1, 1, 1]"),
            "points.json": '{"points": [[0, 0, 0], [1, 2]]}', "old.q.json": "kept",
        }.items():
            self.write(name, text)
        os.environ.pop("G2T_DATA_DIR", None)

    def test_cases(self):
        before = self.files()
        for name, (arguments, status, words) in CASES.items():
            with self.subTest(name):
                done = self.run_g2t(*arguments, status=status)
                lines = done.stderr.splitlines()
                self.assertEqual(len(lines), 1, done.stderr)
                self.assertTrue(lines[0].startswith("g2t"), lines)
                for word in words:
                    self.assertIn(word, lines[0])
                self.assertEqual(done.stdout, "")
                self.assertEqual(self.files(), before)
        self.assertEqual(self.read("old.q.json"), "kept")


if __name__ == "__main__":
    unittest.main()
