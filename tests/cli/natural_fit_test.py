"""g2t fit in natural coordinates: no option but the data, an honest verdict, files that say how it is known."""

import csv
import json
import unittest

from program import NATURAL, ProgramTest


class NaturalFit(ProgramTest):
    def natural(self, *arguments, status=0):
        return self.run_g2t("fit", "logistic", "--data", "data.svm", *NATURAL, *arguments, status=status)

    def test_data_is_all_it_needs(self):
        self.simulate(rows=200)
        done = self.run_g2t("fit", "logistic", "--data", "data.svm")
        for words in ("Converged in", "draws", "of them effective", "5 %", "95 %", "MCSE", "ESS"):
            self.assertIn(words, done.stdout)
        self.assertNotIn("ELBO", done.stdout)
        self.assertIn("natural coordinates", done.stderr)
        details = self.run_g2t("fit", "logistic", "--data", "data.svm", "--details").stdout
        for words in ("answer", "ELBO", "estimator", "gap", "tolerated", "Pareto k", "starts", "The approximation q"):
            self.assertIn(words, details)
        self.assertRegex(details, r"  time +\S+ \S+ reading, .* start, .* selecting .*, .* steps, .* answer, .* trace\n")

    def test_summary_says_how_it_is_known(self):
        self.simulate(rows=200)
        self.natural("--output", "run", "--answer", "gaussian", "--tolerance", "0.05")
        summary = self.read_json("run.summary.json")
        self.assertEqual(summary["status"], "converged")
        tolerated = summary["diagnostics"]["tolerated_gap"]
        self.assertAlmostEqual(tolerated, 0.5 * 4 * 0.05 ** 2)
        self.assertLessEqual(max(summary["gap"], 0) + summary["gap_se"], tolerated)
        self.assertLess(summary["khat"], 0.7)
        self.assertEqual([start["name"] for start in summary["starts"]][:4],
                         ["zero", "radius 0.5", "radius 2", "best of 20"])
        self.assertEqual(sum(start["chosen"] for start in summary["starts"]), 1)
        starts = sum(start["draws"] for start in summary["starts"])
        self.assertEqual(summary["step_draws"], 8 * summary["iterations"])
        self.assertGreater(summary["gradient_draws"], summary["step_draws"] + starts)
        squares = [(parameter["mcse_mean"] / parameter["sd"]) ** 2 for parameter in summary["approximation"]["parameters"]]
        self.assertLess((sum(squares) / len(squares)) ** 0.5, 0.05)

    def test_every_way_gives_the_same_answer(self):
        self.simulate(rows=200)
        answers = {way: json.loads(self.natural("--answer", way, "--json").stdout)
                   for way in ("auto", "gaussian", "weighted", "moved")}
        for way, summary in answers.items():
            self.assertEqual(summary["status"], "converged", way)
            self.assertIn(summary["answer"]["way"], {way} if way != "auto" else {"gaussian", "weighted", "moved"})
            self.assertLessEqual(summary["answer"]["error_of_means"], 0.05)
            self.assertEqual(summary["answer"]["gradients"] > 0, summary["answer"]["way"] == "moved")
            self.assertEqual([record["chosen"] for record in summary["answer"]["ways"]].count(True), 1)
            for one, other in zip(summary["parameters"], answers["moved"]["parameters"]):
                error = (one["mcse_mean"] ** 2 + other["mcse_mean"] ** 2) ** 0.5
                self.assertLess(abs(one["mean"] - other["mean"]), 5 * error, way)
                self.assertLess(abs(one["sd"] / other["sd"] - 1), 0.15, way)
                self.assertLess(one["q5"], one["q50"])
                self.assertLess(one["q50"], one["q95"])

    def test_is_repeatable_to_the_byte(self):
        self.simulate(rows=200)
        files = ["run.csv", "run.q.json", "run.selection.json", "run.summary.json", "run.trace.csv"]
        self.natural("--output", "run")
        first = {name: self.read(name) for name in files}
        for name in files:
            (self.folder / name).unlink()
        self.natural("--output", "run")
        for name in files:
            self.assertTrue(first[name] == self.read(name), name)

    def test_budgets_and_tolerance(self):
        self.simulate(rows=200)
        cut = self.natural("--iterations", 5, "--tolerance", "0.0005", "--answer", "gaussian", "--details", status=3)
        self.assertIn("NOT CONVERGED", cut.stdout)
        self.assertRegex(cut.stdout, r"Warning: .*--(iterations|tolerance)")
        self.assertNotIn(" reading", cut.stdout)  # by a cost table
        loose = json.loads(self.natural("--tolerance", "0.2", "--answer", "gaussian", "--json").stdout)
        strict = json.loads(self.natural("--tolerance", "0.01", "--answer", "gaussian", "--json").stdout)
        self.assertEqual((loose["answer"]["draws"], strict["answer"]["draws"]), (2000, 15000))
        self.assertLess(loose["step_draws"], strict["step_draws"])
        self.assertEqual((loose["status"], strict["status"]), ("converged", "converged"))

    def test_options_of_starts_and_draws(self):
        self.simulate(rows=200)
        self.natural("--output", "run")
        from_q = json.loads(self.natural("--init", "run.q.json", "--json").stdout)
        self.assertIsNone(from_q["starts"])
        self.assertEqual(len(json.loads(self.natural("--starts", 2, "--json").stdout)["starts"]), 2)
        single = json.loads(self.natural("--antithetic=false", "--draws", 5, "--json").stdout)
        self.assertEqual((single["recipe"]["antithetic"], single["recipe"]["draws"]), (False, 5))
        asked = self.natural("--select-at", "0.001", "--iterations", 3000, "--tolerance", "0.003", "--answer", "gaussian", "--details", status=3)
        self.assertIn("runner-up", asked.stdout)

    def draws_of(self, name):
        rows = [row for row in csv.reader(self.read(name).splitlines()) if row and not row[0].startswith("#")]
        return rows[0], [list(map(float, row)) for row in rows[2:]]

    def test_draws_are_of_the_answer(self):
        self.simulate(rows=200)
        self.natural("--answer", "moved", "--answer-draws", 3000, "--output", "run")
        names, fitted = self.draws_of("run.csv")
        self.assertEqual(names[:4], ["lp__", "log_p__", "log_g__", "chain__"])
        self.assertEqual({row[3] for row in fitted}, set(range(1, int(max(row[3] for row in fitted)) + 1)))
        summary = self.read_json("run.summary.json")
        self.assertEqual(len(fitted), summary["answer"]["draws"])
        for parameter in summary["parameters"]:
            values = [row[names.index(parameter["name"])] for row in fitted]
            self.assertAlmostEqual(sum(values) / len(values), parameter["mean"], places=9)
        self.run_g2t("draw", "run.q.json", "--model", "logistic", "--data", "data.svm", "--output", "more.csv")
        names, draws = self.draws_of("more.csv")
        self.assertGreaterEqual(len(draws), 2000)
        for parameter in summary["parameters"]:
            column = names.index(parameter["name"])
            mean = sum(row[column] for row in draws) / len(draws)
            self.assertLess(abs(mean - parameter["mean"]), 0.2 * parameter["sd"])
        refused = self.run_g2t("fit", "logistic", "--data", "data.svm", "--answer", "gaussian", "--weight-draws", 3000, status=2)
        self.assertIn("--weight-draws", refused.stderr)
        self.assertIn("--answer gaussian", refused.stderr)

    def test_selection_table_in_natural_coordinates(self):
        self.simulate(rows=200)
        self.natural("--output", "run")
        selection = json.loads(self.run_g2t("select", "logistic", "--data", "data.svm", "--costs", "costs.json", "--q",
                                         "run.q.json", "--json").stdout)
        self.assertEqual(selection["moments"]["unit"], "pair")
        self.assertEqual(selection["terms"], ["rep", "entropy.scale", "taylor.scale", "anchored-taylor.scale", "prior.mean",
                                           "prior.scale"])  # what does not vanish in pairs
        whole = json.loads(self.run_g2t("select", "logistic", "--data", "data.svm", "--costs", "costs.json", "--q",
                                        "run.q.json", "--split", "none", "--json").stdout)
        self.assertEqual(whole["terms"], ["rep", "entropy", "taylor", "anchored-taylor", "prior"])

    def test_presets_keep_their_model_alone(self):
        done = self.run_g2t("fit", "paper:a1a", "--coordinates", "natural", "--step-size", "0.1", status=2)
        self.assertIn("--step-size", done.stderr)


if __name__ == "__main__":
    unittest.main()
