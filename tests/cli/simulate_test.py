"""g2t simulate: files of the right shape, the same for the same seed, and a truth that fits find again."""

import math
import shlex
import statistics
import unittest

from program import ProgramTest


class Simulate(ProgramTest):
    def test_logistic(self):
        done = self.run_g2t("simulate", "logistic", "--rows", 50, "--features", 4, "--output", "d")
        lines = self.read("d.svm").splitlines()
        self.assertEqual(len(lines), 50)
        self.assertEqual({line.split()[0] for line in lines}, {"1", "-1"})
        truth = self.read_json("d.truth.json")
        self.assertEqual(list(truth), ["model", "names", "truth", "command"])
        self.assertEqual(truth["names"], ["intercept", "x1", "x2", "x3", "x4"])
        self.assertIn(truth["command"], done.stdout)
        first = self.read("d.svm")
        self.run_g2t("simulate", "logistic", "--rows", 50, "--features", 4, "--output", "d", status=1)
        self.run_g2t("simulate", "logistic", "--rows", 50, "--features", 4, "--output", "d", "--force")
        self.assertEqual(self.read("d.svm"), first)
        self.run_g2t("simulate", "logistic", "--rows", 50, "--features", 4, "--output", "e", "--seed", 2)
        self.assertNotEqual(self.read("e.svm"), first)

    def test_csv(self):
        self.run_g2t("simulate", "logistic", "--rows", 5, "--features", 2, "--format", "csv", "--output", "d")
        self.assertEqual(self.read("d.csv").splitlines()[0], "y,x1,x2")
        self.run_g2t("simulate", "poisson", "--groups", "eth=2,town=3", "--output", "p")
        lines = self.read("p.csv").splitlines()
        self.assertEqual((lines[0], len(lines)), ("y,eth,town", 7))
        self.assertEqual(self.read_json("p.truth.json")["names"],
                         ["mu", "log_sigma.eth", "log_sigma.town", "eth.1", "eth.2", "town.1", "town.2", "town.3"])

    def test_counts_of_a_large_rate(self):
        groups = ",".join(f"g{k}=1" for k in range(40))  # many effects, so that their sum is large for some seed
        for seed in range(1, 100):
            self.run_g2t("simulate", "poisson", "--groups", groups, "--rows", 30, "--seed", seed, "--output", "p",
                         "--force")
            rate = math.exp(1 + sum(self.read_json("p.truth.json")["truth"][41:]))
            if rate > 2000:
                break
        self.assertGreater(rate, 2000)
        counts = [int(line.split(",")[0]) for line in self.read("p.csv").splitlines()[1:]]
        self.assertLess(abs(statistics.mean(counts) - rate), 5 * math.sqrt(rate / 30))

    def test_its_command_finds_the_truth(self):
        self.run_g2t("simulate", "logistic", "--rows", 3000, "--features", 3, "--output", "d")
        truth = self.read_json("d.truth.json")
        command = shlex.split(truth["command"])[1:]
        self.run_g2t(*command, "--time-budget", "1s", "--output", "fit")
        for value, parameter in zip(truth["truth"], self.read_json("fit.summary.json")["parameters"]):
            self.assertLess(abs(parameter["mean"] - value), 4.5 * parameter["sd"] + 0.02, parameter)


    def test_the_same_whatever_the_blocks(self):
        rows, features = 3000, 200  # more than two blocks, the last one shorter
        self.run_g2t("simulate", "logistic", "--rows", rows, "--features", features, "--output", "d")
        self.run_g2t("simulate", "logistic", "--rows", rows, "--features", features, "--format", "csv", "--output", "d", "--force")
        table = self.read("d.csv").splitlines()[1:]
        lines = self.read("d.svm").splitlines()
        self.assertEqual((len(table), len(lines)), (rows, rows))
        for cells, line in zip(table, lines):
            label, *values = cells.split(",")
            entries = " ".join(f"{k}:{value}" for k, value in enumerate(values, 1))
            self.assertEqual(line, ("1 " if label == "1" else "-1 ") + entries)

    def test_more_than_the_disk(self):
        done = self.run_g2t("simulate", "logistic", "--rows", "1000000000000", "--features", "100", "--output", "big", status=1)
        self.assertIn("no space: for 1e+12 rows", done.stderr)
        self.assertEqual(self.files(), ["costs.json"])

    def test_more_than_memory(self):
        for words in (("logistic", "--features", "1000000000"), ("bnn", "--features", "1000000000"),
                      ("poisson", "--rows", "1000000000000")):
            done = self.run_g2t("simulate", *words, "--output", "big", status=1)
            self.assertIn("out of memory: for ", done.stderr)
            self.assertEqual(self.files(), ["costs.json"])


if __name__ == "__main__":
    unittest.main()
