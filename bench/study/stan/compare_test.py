#!/usr/bin/env python3
"""Checks the arithmetic of compare.py on made-up summaries, and the table of README.md."""
import math
import pathlib
import subprocess
import sys
import unittest

from compare import assess
from models import errors, sd_errors

ORACLE = [{"name": "a", "mean": 1.0, "sd": 2.0}, {"name": "b.1", "mean": -1.0, "sd": 0.5}]


def summary(a, b, sds=(2.0, 0.5), **changes):
    return {"status": "converged", "khat": 0.2, "gradient_draws": 1000, "dimension": 2, "answer": {"way": "moved"},
            "diagnostics": {"model_gradients": 700, "model_densities": 300}, "constrained": [
                {"name": "a", "mean": a, "sd": sds[0]}, {"name": "b.1", "mean": b, "sd": sds[1]},
                {"name": "not in the oracle", "mean": 1e9, "sd": None}]} | changes


class Assess(unittest.TestCase):
    def test_errors_are_in_oracle_sds(self):
        rms, largest, worst = errors({"a": 1.2, "b.1": -1.2}, ORACLE)  # off by 0.1 and 0.4 standard deviations
        self.assertAlmostEqual(rms, math.sqrt((0.1**2 + 0.4**2) / 2))
        self.assertAlmostEqual(largest, 0.4)
        self.assertEqual(worst, "b.1")

    def test_a_missing_or_infinite_mean_is_no_error(self):
        self.assertIsNone(errors({"a": 1.0}, ORACLE))
        self.assertIsNone(errors({"a": 1.0, "b.1": math.inf}, ORACLE))
        self.assertIsNone(errors({"a": 1.0, "b.1": math.nan}, ORACLE))

    def test_errors_of_sds_are_relative(self):
        rms, largest, worst = sd_errors({"a": 2.2, "b.1": 0.4}, ORACLE)  # off by 10 and 20 %
        self.assertAlmostEqual(rms, math.sqrt((0.1**2 + 0.2**2) / 2))
        self.assertAlmostEqual(largest, 0.2)
        self.assertEqual(worst, "b.1")
        self.assertIsNone(sd_errors({"a": 2.0, "b.1": None}, ORACLE))

    def test_has_the_way_and_its_counts(self):
        found = assess(summary(1.2, -1.0, (2.0, 0.55)), ORACLE)
        self.assertEqual((found["way"], found["gradients"], found["densities"]), ("moved", 700, 300))
        self.assertAlmostEqual(found["means"]["largest"], 0.1)
        self.assertAlmostEqual(found["sds"]["largest"], 0.1)

    def test_rule_a(self):
        near, far = (1.1, -1.02), (1.4, -1.02)  # root mean squares of 0.046 and 0.14
        self.assertTrue(assess(summary(*near), ORACLE)["rule_a"])
        self.assertFalse(assess(summary(*far), ORACLE)["rule_a"])
        self.assertTrue(assess(summary(*near, (2.09, 0.52)), ORACLE)["rule_a"])  # 4.3 %
        self.assertFalse(assess(summary(*near, (2.12, 0.52)), ORACLE)["rule_a"])  # 5.1 %
        for status in ("not_converged", "not_trusted"):
            self.assertFalse(assess(summary(*near, status=status), ORACLE)["rule_a"])
        self.assertFalse(assess(summary(math.nan, -1.0), ORACLE)["rule_a"])

    def test_rule_b(self):
        self.assertTrue(assess(summary(1.59, -1.0), ORACLE)["rule_b"])
        self.assertFalse(assess(summary(1.61, -1.0), ORACLE)["rule_b"])
        self.assertTrue(assess(summary(1.0, -1.0, (2.49, 0.38)), ORACLE)["rule_b"])
        self.assertFalse(assess(summary(1.0, -1.0, (2.51, 0.5)), ORACLE)["rule_b"])
        self.assertFalse(assess(summary(1.0, -1.0, (2.0, 0.37)), ORACLE)["rule_b"])
        self.assertTrue(assess(summary(1.61, -1.0, status="not_converged"), ORACLE)["rule_b"])
        self.assertFalse(assess(summary(math.nan, -1.0), ORACLE)["rule_b"])


class Readme(unittest.TestCase):
    def test_has_the_medians_of_the_results(self):
        folder = pathlib.Path(__file__).parent
        done = subprocess.run([sys.executable, "-B", folder / "medians.py"], capture_output=True, text=True, check=True)
        text = (folder / "README.md").read_text()
        lines = [line for line in done.stdout.splitlines() if line.startswith("| ")]
        self.assertEqual(len(lines), 18)
        for line in lines:
            self.assertIn(line, text)


if __name__ == "__main__":
    unittest.main()
