#!/usr/bin/env python3
"""Checks the arithmetic of the comparison (posteriors.py) on made-up summaries."""
import json
import math
import pathlib
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).parent.parent))
from posteriors import answer, assess, counts, dotted, errors, faster, good, table_row, write, wrong  # noqa: E402

ORACLE = {"parameters": [{"name": "a", "mean": 1.0, "sd": 2.0}, {"name": "b.1", "mean": -1.0, "sd": 0.5}]}


def summary(a, b, **changes):
    """Of two parameters, (mean, sd) each, and one that the reference has not."""
    entries = [{"name": name, "mean": mean, "sd": sd} for name, (mean, sd) in (("a", a), ("b.1", b), ("other", (1e9, 1e9)))]
    return {"status": "converged", "dimension": 2, "constrained": entries, "seconds": {"waited": 2.0, "total": 1.0},
            "answer": {"way": "moved", "error_of_means": 0.03}, "diagnostics": {"model_gradients": 10}} | changes


def row(*pairs, **changes):
    return {"model": "m", "seed": 1, "nuts": {"gradients": 9, "seconds": 2.5, "rms": 0.01}} | assess(
        summary(*pairs, **changes), ORACLE)


class Posteriors(unittest.TestCase):
    def test_errors(self):
        means, sds = errors({"a": (1.2, 2.2), "b.1": (-1.2, 0.4)}, ORACLE["parameters"])
        self.assertAlmostEqual(means["rms"], math.sqrt((0.1**2 + 0.4**2) / 2))
        self.assertAlmostEqual(means["largest"], 0.4)
        self.assertEqual((means["worst"], sds["worst"]), ("b.1", "b.1"))
        self.assertAlmostEqual(sds["rms"], math.sqrt((0.1**2 + 0.2**2) / 2))
        self.assertAlmostEqual(sds["largest"], 0.2)

    def test_what_is_missing_or_infinite_has_no_error(self):
        self.assertEqual(errors({"a": (1.0, 2.0)}, ORACLE["parameters"]), (None, None))
        means, sds = errors({"a": (1.0, None), "b.1": (-1.0, 0.5)}, ORACLE["parameters"])
        self.assertEqual((means["largest"], sds), (0.0, None))
        self.assertIsNone(errors({"a": (math.nan, 2.0), "b.1": (-1.0, 0.5)}, ORACLE["parameters"])[0])
        self.assertTrue(wrong(row((1.0, 2.0), (math.nan, 0.5))))

    def test_way_of_the_answer(self):
        entry = {"name": "a", "mean": 1.0, "sd": 2.0, "weighted_mean": 3.0, "weighted_sd": 4.0}
        for known, expected in (({"khat": 0.69}, ("weighted", (3.0, 4.0))), ({"khat": 0.7}, ("gaussian", (1.0, 2.0))),
                                ({"khat": None}, ("gaussian", (1.0, 2.0))), ({}, ("gaussian", (1.0, 2.0))),
                                ({"khat": 0.2, "answer": {"way": "moved"}}, ("moved", (1.0, 2.0)))):
            way, found = answer({"constrained": [entry]} | known)
            self.assertEqual((way, found["a"]), expected)

    def test_verdicts(self):
        near, far = row((1.1, 2.1), (-1.02, 0.5)), row((1.4, 2.0), (-1.0, 0.5))
        self.assertEqual((good(near), wrong(near)), (True, False))
        self.assertEqual((good(far), wrong(far)), (False, False))
        self.assertTrue(wrong(row((1.61, 2.0), (-1.0, 0.5))))
        self.assertFalse(wrong(row((1.59, 2.0), (-1.0, 0.5))))
        self.assertTrue(wrong(row((1.0, 2.51), (-1.0, 0.5))))
        self.assertFalse(wrong(row((1.0, 2.49), (-1.0, 0.5))))
        self.assertFalse(good(row((1.0, 2.4), (-1.0, 0.5))))
        unsure = row((1.61, 2.0), (-1.0, 0.5), status="not_trusted")
        self.assertEqual((good(unsure), wrong(unsure)), (False, False))
        self.assertFalse(good(row((1.0, 2.0), (-1.0, 0.5), status="not_trusted")))

    def test_costs(self):
        near = row((1.0, 2.0), (-1.0, 0.5))
        self.assertEqual((near["gradients"], near["densities"], near["seconds"]), (10, None, 2.0))
        self.assertEqual(near["predicted"], {"error_of_means": 0.03})
        self.assertTrue(faster(near))
        self.assertFalse(faster(near | {"seconds": 2.5}))
        self.assertFalse(faster(near | {"nuts": None}))

    def test_table_and_counts(self):
        rows = [row((1.0, 2.0), (-1.0, 0.5)), row((1.61, 2.0), (-1.0, 0.5)), row((1, 2), (-1, 1), status="not_trusted"),
                {"model": "n", "seed": 1, "nuts": None, "exit_status": 1}]
        self.assertIn("| m | 2 | converged | moved | 0.216 | 0.31 a | 0.0 % |", table_row(rows[1]))
        self.assertIn("| n |  | exit 1 |", table_row(rows[3]))
        text = counts(rows)
        for each in ("converged: 2 of 4", "square: 1", "off: 1: m (seed 1)", "defaults: 3"):
            self.assertIn(each, text)

    def test_files(self):
        self.assertEqual(dotted("theta[1,2]"), "theta.1.2")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.json"
            write(path, {"a": 1, "rows": [{"b": 2}, {"b": 3}]})
            self.assertEqual(json.loads(path.read_text()), {"a": 1, "rows": [{"b": 2}, {"b": 3}]})


if __name__ == "__main__":
    unittest.main()
