"""Models that fail: libraries that cannot be loaded, and evaluations of which one has no value."""

import errno
import json
import os
import unittest

from faults import IS_ALL, FaultsTest, spread
from program import COSTS

STAN = os.environ.get("G2T_STANLI", os.path.expanduser("~/.cache/g2t/stanli-0.24.0/libstanli.so"))
BRIDGE = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
PROGRAM = "data { int n; array[n] real y; } parameters { real mu; real<lower=0> s; } model { y ~ normal(mu, s); }\n"
# What one evaluation does, and how the summary calls it; a log density alone has no score that could be infinite.
FAULTS = {"rejects": "no value this once", "no number": "the log density is not a number", "infinite score": "the gradient is not finite"}
TOLERANCE = 0.05  # in means and sds of q


class Libraries(FaultsTest):
    def fail_to_load(self, fit):
        """All loads of a fit fail in turn, and all from then on."""
        (self.folder / "costs.json").write_text(json.dumps(COSTS))
        self.fail_each([*fit, "--costs", "costs.json"], sample=3, ways={"load": [(errno.ENOENT, False), (errno.ENOENT, True)]})
        self.assertIn(("load", "error, old files"), self.outcomes)

    def test_compiled_model(self):
        (self.folder / "says.json").write_text(json.dumps({"says": ""}))
        self.fail_to_load(["fit", BRIDGE, "--data", "says.json", "--seed", "1", "--output", "run"])

    def test_interpreter(self):
        if not os.path.exists(STAN):
            self.skipTest("stanli is not installed: tools/install-stan --stanli")
        (self.folder / "normal.stan").write_text(PROGRAM)
        (self.folder / "normal.json").write_text(json.dumps({"n": 5, "y": [1, 2, 3, 4, 6]}))
        self.fail_to_load(["fit", "normal.stan", "--data", "normal.json", "--stan-backend", "stanli", "--output", "run"])


class Evaluations(FaultsTest):
    """Of a library whose evaluations are counted."""

    def fit(self, says, *more):
        (self.folder / "says.json").write_text(json.dumps({"says": says}))
        done = self.run_g2t("fit", BRIDGE, "--data", "says.json", "--json", "--seed", "1", *more)
        return json.loads(done.stdout)

    def fail_each_evaluation(self, *more, tolerance=TOLERANCE):
        right = self.fit("", *more)
        count = right["diagnostics"]["model_gradients"] + right["diagnostics"]["model_densities"]
        parameters = right["approximation"]["parameters"]
        for fault, words in FAULTS.items():
            seen = 0
            for number in spread(count, 60 if IS_ALL else 6):
                with self.subTest(fault, number=number):
                    summary = self.fit(f"{fault} at {number}", *more)
                    failures = {failure["what"]: failure["count"] for failure in summary["diagnostics"]["failures"]}
                    self.assertIn(failures, ({words: 1},) if fault != "infinite score" else ({words: 1}, {}))
                    seen += len(failures)
                    self.assertEqual(summary["status"], right["status"])
                    for found, expected in zip(summary["approximation"]["parameters"], parameters, strict=True):
                        self.assertAlmostEqual(found["mean"], expected["mean"], delta=tolerance)
                        self.assertAlmostEqual(found["sd"], expected["sd"], delta=tolerance)
            self.assertGreater(seen, 0)
            print(f"{self._testMethodName} {fault}: {seen} counted")

    def test_natural_coordinates(self):
        self.fail_each_evaluation()

    def test_plain_coordinates(self):
        # One draw may decide between the average and the last iterate.
        self.fail_each_evaluation("--coordinates", "plain", "--iterations", "100", tolerance=0.15)


if __name__ == "__main__":
    unittest.main()
