"""g2t guarantee: the table for given constants, and for the estimators of a selection table."""

import json
import math
import unittest

from program import ProgramTest


class GuaranteeTest(ProgramTest):
    def rows(self, *arguments):
        return json.loads(self.run_g2t("guarantee", *arguments, "--json").stdout)["guarantees"]

    def test_smooth_rows(self):
        rows = self.rows("--smoothness", 2, "--gap", 5, "--g2", 40, "--seconds", 1e-3, "--target", 0.5)
        self.assertEqual([row["method"] for row in rows], ["SGD", "heavy ball", "Nesterov"])
        sgd, estimator = rows[0], rows[0]["estimators"][0]
        self.assertAlmostEqual(sgd["scale"], math.sqrt(2 * 2 * 5))
        self.assertEqual(estimator["steps"], math.ceil(40 * 20 / 0.25))
        self.assertAlmostEqual(estimator["total_seconds"], estimator["steps"] * 1e-3)
        self.assertAlmostEqual(estimator["bound"], 0.5)
        self.assertAlmostEqual(estimator["step_size"], math.sqrt(2 * 5 / (2 * estimator["steps"] * 40)))

    def test_a_selection_table(self):
        self.simulate()
        self.fit("--output", "run")
        fitted = self.rows("--distance", 3, "--from", "run.selection.json", "--target", 0.1)
        names = [one["name"] for one in fitted[0]["estimators"]]
        self.assertIn("rep", names)
        products = [one["g2"] * one["seconds"] for one in fitted[0]["estimators"]]
        self.assertEqual(products, sorted(products))  # and so by the time that they take
        self.assertEqual(len(names), len(set(names)))
        table = self.run_g2t("guarantee", "--distance", 3, "--from", "run.selection.json", "--target", 0.1).stdout
        self.assertIn("E F(mean of w_k) - F* <= 3 G/sqrt K", table)

    def test_refusals(self):
        for arguments, word in ((["--g2", 1, "--target", 1], "--distance"),
                                (["--distance", 1, "--target", 1], "--from"),
                                (["--distance", 1, "--g2", 1], "--target"),
                                (["--distance", 1, "--g2", 1, "--from", "x", "--target", 1], "--from"),
                                (["--smoothness", 1, "--convexity", 2, "--g2", 1, "--target", 1], "--convexity"),
                                (["--distance", -1, "--g2", 1, "--target", 1], "--distance")):
            self.assertIn(word, self.run_g2t("guarantee", *arguments, status=2).stderr)
        self.run_g2t("guarantee", "--distance", 1, "--from", "none.json", "--target", 1, status=1)


if __name__ == "__main__":
    unittest.main()
