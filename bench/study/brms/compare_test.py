#!/usr/bin/env python3
"""Checks the arithmetic of compare.py on made-up summaries."""
import math
import unittest

from compare import assess, cell, median, moments, table_row, tally, verdicts
from cases import counts, sd_errors

REFERENCE = {"dimension": 3, "doubts": [], "parameters": [{"name": "b_Intercept", "mean": 1.0, "sd": 2.0},
                                                          {"name": "sd_1.1", "mean": 3.0, "sd": 0.5}],
             "nuts": [{"processor_seconds": 9.0},
                      {"processor_seconds": 1.0, "gradients": 5000, "rms_of_means": 0.02, "rms_of_sds": 0.03}]}


def summary(means, sds=(2.0, 0.5), weighted=None, **changes):
    entries = [{"name": name, "mean": mean, "sd": sd} for name, mean, sd in zip(("b_Intercept", "sd_1.1"), means, sds)]
    for entry, value in zip(entries, weighted or ()):
        entry |= {"weighted_mean": value, "weighted_sd": entry["sd"]}
    return {"status": "converged", "khat": 0.3, "seconds": {"waited": 0.5}, "diagnostics": {"model_gradients": 700},
            "constrained": [*entries, {"name": "z_1.1.1", "mean": 1e9, "sd": 0.0}]} | changes


class Counted(unittest.TestCase):
    def test_what_brms_shows_counts(self):
        for name in ("b.1", "b_Intercept", "b_Intercept.2", "b_sigma.1", "bs.1", "bsp.1", "sd_1.2", "cor_1.1", "sds_1_1.1",
                     "simo_1.3", "lscale_1.1.1", "sdgp_1.1", "ar.2", "sigma", "shape", "phi", "nu", "zi"):
            self.assertTrue(counts(name), name)

    def test_what_is_behind_it_does_not(self):
        for name in ("Intercept", "Intercept.1", "Intercept_sigma", "z_1.1.1", "zs_1_1.1", "zgp_1.1", "zb.1", "hs_local.1",
                     "hs_global", "r_1_1.1", "L_1.2.1", "Cor_1.2.1", "lprior", "s_1_1.1"):
            self.assertFalse(counts(name), name)


class Assess(unittest.TestCase):
    def test_errors_of_sds_are_relative(self):
        rms, largest, worst = sd_errors({"b_Intercept": 2.2, "sd_1.1": 0.4}, REFERENCE["parameters"])
        self.assertAlmostEqual(rms, math.sqrt((0.1**2 + 0.2**2) / 2))
        self.assertAlmostEqual(largest, 0.2)
        self.assertEqual(worst, "sd_1.1")
        self.assertIsNone(sd_errors({"b_Intercept": 2.2}, REFERENCE["parameters"]))
        self.assertIsNone(sd_errors({"b_Intercept": 2.2, "sd_1.1": math.nan}, REFERENCE["parameters"]))

    def test_an_answer_counts_as_it_is(self):
        found = summary((1.0, 3.0), weighted=(5.0, 5.0), answer={"way": "moved"})
        self.assertEqual(moments(found), ("moved", {"b_Intercept": 1.0, "sd_1.1": 3.0}, {"b_Intercept": 2.0, "sd_1.1": 0.5}))

    def test_without_one_weights_count_below_the_limit_of_khat(self):
        for khat, way, mean in ((0.69, "weighted", 5.0), (0.7, "gaussian", 1.0), (None, "gaussian", 1.0)):
            found = moments(summary((1.0, 3.0), weighted=(5.0, 5.0), khat=khat))
            self.assertEqual((found[0], found[1]["b_Intercept"]), (way, mean))
        self.assertEqual(moments(summary((1.0, 3.0)))[0], "gaussian")

    def test_near_and_wrong(self):
        def verdict(*arguments, **changes):
            found = assess(summary(*arguments, **changes), REFERENCE, 0.4)
            return found["near"], found["wrong"]

        self.assertEqual(verdict((1.1, 3.01)), (True, False))
        self.assertEqual(verdict((1.1, 3.05)), (False, False))  # 0.05 and 0.1 sds: root mean square 0.079
        self.assertEqual(verdict((1.0, 3.16)), (False, True))  # 0.32 sds
        self.assertEqual(verdict((1.0, 3.0), (2.2, 0.54)), (True, False))
        self.assertEqual(verdict((1.0, 3.0), (2.4, 0.5)), (False, False))  # 20 % and none: 14 %
        self.assertEqual(verdict((1.0, 3.0), (1.4, 0.5)), (False, True))  # 30 %
        self.assertEqual(verdict((1.0, 3.16), status="not_trusted"), (False, False))
        self.assertEqual(verdict((math.nan, 3.0)), (False, True))

    def test_cost(self):
        found = assess(summary((1.0, 3.0)), REFERENCE, 0.9)
        self.assertEqual((found["gradients"], found["densities"], found["seconds"], found["faster"]), (700, None, 0.5, True))
        self.assertFalse(assess(summary((1.0, 3.0)), REFERENCE, 1.0)["faster"])  # than NUTS's last run


class Table(unittest.TestCase):
    def test_medians_and_tallies(self):
        rows = [{"means": {"rms": 1.0}}, {"means": None}, {"means": {"rms": 4.0}}, {"means": {"rms": 2.0}}, {}]
        self.assertEqual(median(rows, "means", "rms"), 2.0)
        self.assertIsNone(median(rows, "sds", "rms"))
        self.assertEqual(cell(None, 2), "")
        self.assertEqual(tally(["b", "a", "b"]), "b 2, a 1")
        self.assertEqual(tally(["a", "a"]), "a")

    def test_a_line_and_the_counts(self):
        rows = [{"model": "m", "seed": 1} | assess(summary((1.0, 3.0)), REFERENCE, 0.4),
                {"model": "m", "seed": 2} | assess(summary((1.0, 4.0)), REFERENCE, 0.4),
                {"model": "m", "seed": 3} | assess(summary((1.0, 4.0), status="not_trusted"), REFERENCE, 0.4)]
        self.assertEqual(table_row(rows, REFERENCE), ["m", "3", "converged 2, not_trusted 1", "gaussian", "1.414", "2.000",
                         "0.000", "0.000", "700", "", "0.50", "0.40", "5,000", "1.00", "0.020", "0.030"])
        self.assertEqual([line.split(": ")[1] for line in verdicts(rows)], ["2 of 3", "1", "1", "3"])
        self.assertTrue(verdicts(rows)[2].endswith("m (seed 2)"))


if __name__ == "__main__":
    unittest.main()
