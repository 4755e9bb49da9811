"""An epidemic whose generated quantities take far longer than its fit: budget, signals, and what the result says of both.

The interpreter runs stan/epidemic.stan. Its data are simulated, from R0 = 3.4, 2.9 and 3.7, effect = 1.4, seeded = 40, 25
and 15, phi = 8. Without a budget its quantities take minutes.
"""

import json
import pathlib
import subprocess
import sys
import time
import unittest

from program import G2T, ProgramTest

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = HERE.parents[1] / "tools"
TRUTH = {"R0.1": 3.4, "R0.2": 2.9, "R0.3": 3.7, "effect": 1.4, "seeded.1": 40, "seeded.2": 25, "seeded.3": 15, "phi": 8}
BUDGET, BEYOND = 3, 2  # seconds


class Epidemic(ProgramTest):
    def command(self, *arguments):
        return [G2T, "fit", str(HERE / "stan/epidemic.stan"), "--data", str(HERE / "stan/epidemic.json"), "--stan-backend",
                "stanli", *arguments]

    def check_fit(self, coordinates, statuses):
        """Its summary; the budget begins when program and data are read, which takes the interpreter seconds."""
        begin = time.monotonic()
        done = subprocess.run(self.command("--time-budget", f"{BUDGET}s", "--coordinates", coordinates, "--json"),
                              cwd=self.folder, capture_output=True, text=True, timeout=120)
        waited = time.monotonic() - begin
        summary = json.loads(done.stdout)
        self.assertIn(summary["status"], statuses, done.stderr)
        self.assertLess(waited - summary["seconds"]["reading"], BUDGET + BEYOND)
        self.assertLess(summary["seconds"]["wall"], BUDGET + BEYOND)
        return summary

    def check_draws(self, summary):
        """The diagnostics and a warning say of how many draws the quantities are."""
        seen = summary["diagnostics"]
        self.assertTrue(8 <= seen["constrained_draws"] < 2000, seen)
        warning = [warning for warning in summary["warnings"] if warning["kind"] == "report_short_of_draws"]
        self.assertEqual(len(warning), 1)
        self.assertEqual(warning[0]["numbers"]["value_draws"], seen["constrained_draws"])
        self.assertIn(f"{seen['constrained_draws']} for the model's own values", warning[0]["message"])
        self.assertIn("give more --time-budget", warning[0]["message"])
        for value in summary["constrained"]:
            self.assertIsNotNone(value["mean"], value["name"])

    def test_budget(self):
        summary = self.check_fit("natural", ["converged"])
        self.check_draws(summary)
        values = {value["name"]: value for value in summary["constrained"]}
        for name, truth in TRUTH.items():
            self.assertLess(abs(values[name]["mean"] - truth), 3 * values[name]["sd"], name)
        # Measures on the first day would have averted most deaths, those a day after the real ones nothing.
        self.assertGreater(values["averted.1.1"]["mean"], 1000)
        self.assertLess(values["averted.29.1"]["mean"], 0)
        self.assertGreater(values["forecast.1.1"]["mean"], 0)

    def test_budget_in_plain_coordinates(self):
        self.check_draws(self.check_fit("plain", ["budget_spent", "not_converged"]))

    def terminate_fit(self, seconds, *arguments):
        """Seconds after program and data are read; the summary of what the fit writes."""
        running = subprocess.Popen(self.command("--time-budget", "1h", "--output", "run", *arguments), cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(running.kill)
        for line in running.stderr:
            if "11 parameters" in line:
                break
        out = self.terminate(running, seconds)
        self.assertIn("INTERRUPTED", out)
        summary = self.read_json("run.summary.json")
        self.assertEqual(summary["status"], "interrupted")
        self.assertGreaterEqual(summary["diagnostics"]["constrained_draws"], 8)
        self.assertNotIn("report_short_of_draws", [warning["kind"] for warning in summary["warnings"]])
        self.assertIsNotNone(summary["constrained"][0]["mean"])
        return summary

    def test_termination_of_the_steps(self):
        self.terminate_fit(0.3)

    def test_termination_of_the_report(self):
        summary = self.terminate_fit(5)
        self.assertLess(summary["diagnostics"]["constrained_draws"], 2000)


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    unittest.main()
