"""g2t fit: files, JSON, repeatability, and what it will not overwrite."""

import csv
import json
import subprocess
import time
import unittest

from program import G2T, QUICK, ProgramTest

FILES = ["run.csv", "run.q.json", "run.selection.json", "run.summary.json", "run.trace.csv"]


class Fit(ProgramTest):
    def test_writes_what_the_contract_says(self):
        self.simulate()
        done = self.fit("--output", "run")
        for name in FILES:
            self.assertIn(name, self.files())
            self.assertIn(name, done.stdout)
        summary = self.read_json("run.summary.json")
        for key in ("status", "verdict", "elbo", "elbo_method", "elbo_se", "gap", "gap_se", "khat", "seconds",
                    "iterations", "gradient_draws", "step_draws", "dimension", "seed", "version", "recipe", "starts", "answer", "parameters", "approximation",
                    "diagnostics", "warnings", "settings"):
            self.assertIn(key, summary)
        self.assertEqual(summary["status"], "budget_spent")
        self.assertEqual(summary["elbo_method"], "exact")
        self.assertEqual(summary["iterations"], 60)
        self.assertEqual(summary["dimension"], 4)
        self.assertEqual([p["name"] for p in summary["parameters"]], ["intercept", "x1", "x2", "x3"])
        self.assertTrue(done.stdout.startswith(summary["verdict"] + "\n"))
        for key in ("total", "start", "race", "selection", "steps"):
            self.assertGreaterEqual(summary["seconds"][key], 0)
        for key in ("reading", "answer", "trace", "wall", "waited"):  # a run by a cost table is repeatable
            self.assertIsNone(summary["seconds"][key])

        self.assertIsNone(summary["answer"]["seconds"])
        self.assertEqual(summary["answer"]["way"], "gaussian")

        q = self.read_json("run.q.json")
        self.assertEqual((q["family"], len(q["mean"]), len(q["cholesky"][3])), ("full-rank", 4, 4))
        selections = self.read_json("run.selection.json")["selections"]
        self.assertEqual([record["iteration"] for record in selections], [0])  # more would take over 2 % of so short a run
        self.assertIn("product", selections[0]["choice"])
        trace = self.read("run.trace.csv").splitlines()
        self.assertEqual(trace[0], "elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe")
        draws = [row for row in csv.reader(self.read("run.csv").splitlines()) if row and not row[0].startswith("#")]
        self.assertEqual(draws[0], ["lp__", "log_p__", "log_g__", "intercept", "x1", "x2", "x3"])
        self.assertEqual(len(draws), 1 + 1 + 2000)  # names, mean, draws

    def test_table_says_what_matters(self):
        self.simulate()
        brief = self.fit().stdout
        for words in ("Budget spent", "intercept", "mean", "sd", "MCSE", "ESS"):
            self.assertIn(words, brief)
        for words in ("ELBO", "estimator", "step size", "The approximation q"):
            self.assertNotIn("  " + words, brief)
        done = self.fit("--details")
        for words in ("Budget spent", "ELBO", "exact", "estimator", "runner-up", "intercept", "mean", "sd"):
            self.assertIn(words, done.stdout)
        self.assertRegex(done.stdout, r"E\|g\|\^2 \S+ x \S+ us a step = \S+;")
        self.assertRegex(done.stdout, r"runner-up .*: cost \S+ \(\S+ x\)")
        self.assertIn("60 rows, 3 features", done.stderr)
        self.assertNotIn("\r", done.stderr)  # no moving line where there is no terminal
        self.assertEqual(self.fit("--quiet").stderr, "")

    def test_every_model(self):
        self.simulate("poisson", "stops")
        self.simulate("bnn", "wine")
        for model, options in (("poisson", ["--data", "stops.csv", "--response", "y", "--groups", "eth,precinct"]),
                               ("bnn", ["--data", "wine.csv", "--response", "y", "--hidden-units", 3])):
            done = self.run_g2t("fit", model, *options, *QUICK, "--family", "mean-field", "--output", model)
            self.assertIn("Budget spent", done.stdout)
            truth = self.read_json({"poisson": "stops", "bnn": "wine"}[model] + ".truth.json")
            names = [parameter["name"] for parameter in self.read_json(model + ".summary.json")["parameters"]]
            self.assertEqual(names, truth["names"])
        self.assertRegex(self.read("poisson.csv"), r",sigma[._]eth,")

    def test_json_is_all_there_is_on_stdout(self):
        self.simulate()
        done = self.fit("--json", "--output", "run")
        self.assertEqual(json.loads(done.stdout), self.read_json("run.summary.json"))

    def test_is_repeatable_to_the_byte(self):
        self.simulate()
        self.fit("--output", "run", "--seed", 7)
        first = {name: self.read(name) for name in FILES}
        for name in FILES:
            (self.folder / name).unlink()
        self.fit("--output", "run", "--seed", 7)
        for name in FILES:
            self.assertTrue(first[name] == self.read(name), name)
        self.fit("--output", "run", "--seed", 8, "--force")
        self.assertNotEqual(first["run.q.json"], self.read("run.q.json"))

    def test_files_that_exist_are_kept_before_anything_is_read(self):
        self.simulate()
        self.fit("--output", "run")
        self.write("bad.svm", "no data at all")
        said = self.run_g2t("fit", "logistic", "--data", "bad.svm", "--output", "run", status=1).stderr
        self.assertIn("run.csv", said)
        self.assertIn("--force", said)

    def test_estimators(self):
        self.simulate()
        self.write("mine.json", json.dumps({"base": "rep", "control_variates": ["prior"], "weights": [0.5], "draws": 4,
                                            "antithetic": True}))
        for options, words in ((["--estimator", "stl"], "rep - 1 entropy; chosen by you"),
                               (["--estimator", "mine.json"], "rep + 0.5 prior; chosen by you"),
                               (["--estimator", "fixed", "--control-variates", "prior"], "weights fitted"),
                               (["--pool", "rep,stl,miller"], "runner-up"),
                               (["--antithetic"], "runner-up"),
                               (["--select-at", "0.999"], "no selection could be made")):
            self.assertIn(words, self.fit("--details", *options).stdout)

    def test_goes_on_from_a_saved_q(self):
        self.simulate()
        self.fit("--output", "run")
        before = self.read_json("run.summary.json")["elbo"]
        self.fit("--output", "more", "--init", "run.q.json")
        self.assertGreater(self.read_json("more.summary.json")["elbo"], before - 0.01)

    def test_overwrites_nothing(self):
        self.simulate()
        self.fit("--output", "run")
        before = self.read("run.q.json")
        done = self.fit("--output", "run", "--seed", 2, status=1)
        self.assertIn("run.csv", done.stderr)
        self.assertEqual(before, self.read("run.q.json"))
        self.fit("--output", "run", "--seed", 2, "--force")
        self.assertNotEqual(before, self.read("run.q.json"))

    def test_an_output_never_replaces_an_input(self):
        self.simulate()
        self.fit("--output", "run")
        before = self.read("run.q.json")
        done = self.fit("--init", "run.q.json", "--output", "run", "--force", status=1)
        self.assertIn("run.q.json", done.stderr)
        self.assertEqual(before, self.read("run.q.json"))

    def test_shows_the_result_if_its_files_cannot_be_written(self):
        self.simulate()
        (self.folder / "out").mkdir()
        running = subprocess.Popen([G2T, "fit", "logistic", "--data", "data.svm", "--time-budget", "2s",
                                    "--coordinates", "plain", "--output", "out/run"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        while "logistic regression" not in running.stderr.readline():  # said after the outputs were checked
            pass
        (self.folder / "out").rmdir()
        out, err = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 1)
        self.assertIn("Budget spent", out)
        self.assertNotIn("Written", out)
        self.assertIn("out/run", err)

    def test_short_time_budget(self):
        self.simulate()
        begin = time.monotonic()
        done = self.run_g2t("fit", "logistic", "--data", "data.svm", "--time-budget", "300ms", "--coordinates", "plain",
                            "--output", "run", "--details")
        elapsed = time.monotonic() - begin
        seconds = self.read_json("run.summary.json")["seconds"]
        parts = [seconds[key] for key in ("reading", "start", "race", "selection", "steps", "answer")]
        self.assertGreater(min(parts), 0)
        self.assertGreaterEqual(seconds["waited"], sum(parts))
        self.assertGreaterEqual(seconds["waited"], seconds["total"] + seconds["reading"])
        self.assertLessEqual(seconds["waited"], elapsed)
        self.assertRegex(done.stdout, f"^Budget spent: {seconds['waited']:.1f} s")
        self.assertRegex(done.stdout, r"  time +\S+ \S+ reading, .* start, .* race, .* selecting .*, .* steps, .* answer")

    def test_warnings_are_data(self):
        self.simulate()
        done = self.fit("--step-size", "5", "--estimator", "rep", "--keep-step-size", "--output", "run", status=3)
        summary = self.read_json("run.summary.json")
        self.assertIn("NOT CONVERGED", done.stdout)
        kinds = [warning["kind"] for warning in summary["warnings"]]
        self.assertTrue({"diverged", "elbo_below_start"} & set(kinds), kinds)
        for warning in summary["warnings"]:
            self.assertIn(f"Warning: {warning['message']}\n", done.stdout)
            self.assertEqual(set(warning), {"kind", "message", "numbers", "names"})
        flips = [warning for warning in summary["warnings"] if warning["kind"] == "sign_flips"]
        self.assertEqual([warning["numbers"]["flips"] for warning in flips], [summary["diagnostics"]["sign_flips"]])


if __name__ == "__main__":
    unittest.main()
