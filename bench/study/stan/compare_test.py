#!/usr/bin/env python3
"""Checks the arithmetic of compare.py on made-up summaries."""
import math
import unittest

from compare import assess
from models import errors

ORACLE = [{"name": "a", "mean": 1.0, "sd": 2.0}, {"name": "b.1", "mean": -1.0, "sd": 0.5}]


def summary(a, b, weighted=(None, None), **changes):
    return {"status": "converged", "khat": 0.2, "gradient_draws": 1000, "dimension": 2, "constrained": [
        {"name": "a", "mean": a, "weighted_mean": weighted[0]}, {"name": "b.1", "mean": b, "weighted_mean": weighted[1]},
        {"name": "not in the oracle", "mean": 1e9, "weighted_mean": None}]} | changes


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

    def test_weighted_counts_only_below_the_limit_of_khat(self):
        for khat, expected in ((0.69, "weighted"), (0.7, "plain"), (None, "plain")):
            found = assess(summary(2.0, -1.0, weighted=(1.0, -1.0), khat=khat), 0, ORACLE)
            self.assertEqual(found["counts"], expected)
            self.assertAlmostEqual(found["error"]["largest"], 0.0 if expected == "weighted" else 0.5)
        self.assertEqual(assess(summary(2.0, -1.0), 0, ORACLE)["counts"], "plain")
        self.assertIsNone(assess(summary(2.0, -1.0), 0, ORACLE)["weighted"])

    def test_rule_a(self):
        near, far = (1.1, -1.02), (1.4, -1.02)
        self.assertTrue(assess(summary(*near), 0, ORACLE)["rule_a"])
        self.assertFalse(assess(summary(*far), 0, ORACLE)["rule_a"])
        self.assertTrue(assess(summary(*far), 3, ORACLE)["rule_a"])
        self.assertFalse(assess(summary(*near, gradient_draws=5001), 0, ORACLE)["rule_a"])
        self.assertTrue(assess(summary(*near, gradient_draws=15000, dimension=50), 0, ORACLE)["rule_a"])
        self.assertFalse(assess(summary(*near, diagnostics={"model_gradients": 5001}), 0, ORACLE)["rule_a"])
        self.assertTrue(assess(summary(*near, diagnostics={"model_gradients": 5000}), 0, ORACLE)["rule_a"])
        self.assertFalse(assess(summary(math.nan, -1.0), 0, ORACLE)["rule_a"])

    def test_rule_b(self):
        self.assertTrue(assess(summary(1.59, -1.0), 0, ORACLE)["rule_b"])
        self.assertFalse(assess(summary(1.61, -1.0), 0, ORACLE)["rule_b"])
        self.assertFalse(assess(summary(1.61, -1.0), 3, ORACLE)["rule_b"])
        self.assertTrue(assess(summary(1.61, -1.0, status="stopped"), 3, ORACLE)["rule_b"])
        self.assertFalse(assess(summary(math.nan, -1.0), 0, ORACLE)["rule_b"])


if __name__ == "__main__":
    unittest.main()
