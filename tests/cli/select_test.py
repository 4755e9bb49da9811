"""g2t select: the selection table as text and as JSON."""

import json
import unittest

from program import COSTS, ProgramTest

POINT = ["--data", "data.svm", "--coordinates", "plain", "--costs", "costs.json", "--select-draws", 60]


class Select(ProgramTest):
    def setUp(self):
        super().setUp()
        self.simulate()

    def test_json(self):
        selection = json.loads(self.run_g2t("select", "logistic", *POINT, "--draws", 5, "--control-variates",
                                         "entropy,taylor,prior", "--json").stdout)
        self.assertEqual(selection["terms"], ["rep", "entropy", "taylor", "prior"])
        self.assertEqual((selection["draws"], selection["select_draws"]), (5, 60))
        self.assertEqual(selection["costs"]["terms"], COSTS["terms"])
        self.assertEqual(selection["moments"]["unit"], "draw")
        self.assertEqual((len(selection["moments"]["r"]), len(selection["t"])), (3, 3))
        self.assertEqual(len(selection["subsets"]), 8)
        self.assertTrue(selection["choice"]["tied"])
        least = min(selection["subsets"], key=lambda entry: entry["product"])
        self.assertTrue(least["tied"])
        self.assertEqual(selection["decided_by"], "cross-fit")
        for entry in selection["subsets"]:
            self.assertAlmostEqual(entry["product"] / (entry["g2"] * entry["seconds"]), 1, places=12)

    def test_choices_by_draws(self):
        selection = json.loads(self.run_g2t("select", "logistic", *POINT, "--json").stdout)
        self.assertEqual([entry["draws"] for entry in selection["by_draws"]], [1, 2, 4, 8, 16, 32, 64, 128])
        same = next(entry for entry in selection["by_draws"] if entry["draws"] == selection["draws"])
        self.assertEqual(same["product"], selection["choice"]["product"])

    def test_pieces(self):
        selection = json.loads(self.run_g2t("select", "logistic", *POINT, "--split", "parts", "--control-variates",
                                         "entropy,prior", "--json").stdout)
        self.assertEqual(selection["terms"], ["rep", "entropy.mean", "entropy.scale", "prior.mean", "prior.scale"])
        self.assertEqual(len(selection["subsets"]), 16)
        whole = json.loads(self.run_g2t("select", "logistic", *POINT, "--control-variates", "entropy,prior",
                                        "--json").stdout)
        noise = [min(entry["plug_in_g2"] for entry in each["subsets"]) - each["moments"]["gradient_squared_norm"]
                 for each in (selection, whole)]
        self.assertLessEqual(noise[0], noise[1] * (1 + 1e-9))
        self.run_g2t("select", "logistic", *POINT, "--control-variates", "entropy.scale", status=0)
        bad = self.run_g2t("select", "logistic", *POINT, "--control-variates", "entropy.sd", status=2)
        self.assertIn("mean and scale", bad.stderr)

    def test_chosen_draws(self):
        selection = json.loads(self.run_g2t("select", "logistic", *POINT, "--draws", "auto", "--control-variates",
                                         "entropy", "--json").stdout)
        tried = [(entry["draws"], entry["antithetic"]) for entry in selection["by_draws"]]
        self.assertEqual(tried, [(n, True) for n in (2, 4, 8, 16, 32, 64)] + [(n, False) for n in (1, 2, 4, 8, 16, 32, 64)])
        least = min(entry["product"] for entry in selection["by_draws"])
        self.assertLessEqual(selection["choice"]["product"], 1.02 * least)
        self.assertIn((selection["draws"], selection["moments"]["unit"] == "pair"), tried)
        table = self.run_g2t("select", "logistic", *POINT, "--draws", "auto").stdout
        self.assertIn("in pairs", table)
        bad = self.run_g2t("select", "logistic", *POINT, "--draws", "auto", "--pool", "rep,stl", status=2)
        self.assertIn("--draws", bad.stderr)

    def test_table(self):
        done = self.run_g2t("select", "logistic", *POINT, "--control-variates", "entropy,prior", "--largest-weight", "none")
        lines = done.stdout.splitlines()
        self.assertIn("4 estimators compared on the same 60 draws", lines[0])
        chosen = [line for line in lines if line.startswith("* ")]
        self.assertEqual(len(chosen), 2)  # of the estimators, and of the numbers of draws
        self.assertTrue(chosen[0].endswith(" 1.00"), chosen)
        lines = done.stdout.split("draws per step, and the choice")[0].splitlines()
        self.assertEqual(sum(line.endswith((" x", " x ~")) for line in lines), 2)
        self.assertIn("Not listed: 1 estimator", done.stdout)  # at this point prior is a multiple of entropy
        self.assertIn("a whole step with rep alone", done.stdout)

    def test_weights_are_bounded(self):
        def largest(*more):
            selection = json.loads(self.run_g2t("select", "logistic", *POINT, "--control-variates", "entropy,prior", *more,
                                             "--json").stdout)
            return max(abs(weight) for entry in selection["subsets"] for weight in entry["weights"])
        self.assertGreater(largest("--largest-weight", "none"), 20)  # of prior, which is small at this point
        self.assertEqual(largest(), 2)
        self.assertEqual(largest("--largest-weight", "0.25"), 0.25)

    def test_at_a_saved_q(self):
        self.fit("--output", "run")
        done = self.run_g2t("select", "logistic", *POINT, "--q", "run.q.json")
        self.assertIn("At run.q.json", done.stdout)
        same = self.run_g2t("select", "logistic", *POINT, "--init", "run.q.json")
        self.assertEqual(done.stdout, same.stdout)

    def test_threads(self):
        one = self.run_g2t("select", "logistic", *POINT, "--json")
        self.assertEqual(self.run_g2t("select", "logistic", *POINT, "--json", "--threads", 3).stdout, one.stdout)

    def test_pool(self):
        done = self.run_g2t("select", "logistic", *POINT, "--pool", "rep,stl")
        self.assertIn("stl: rep - 1 entropy", done.stdout)
        self.assertIn("2 estimators", done.stdout)

    def test_measured_costs_can_be_written_and_read(self):
        self.run_g2t("select", "logistic", "--data", "data.svm", "--select-draws", 20, "--write-costs", "mine.json")
        self.assertIn("rep", self.read_json("mine.json")["terms"])
        self.run_g2t("select", "logistic", "--data", "data.svm", "--select-draws", 20, "--costs", "mine.json")


if __name__ == "__main__":
    unittest.main()
