"""g2t draw: moments of the draws, and their layout."""

import json
import math
import statistics
import unittest

from program import QUICK, ProgramTest


class Draw(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("q.json", json.dumps({"family": "full-rank", "mean": [1, -2], "cholesky": [[0.5], [1, 2]],
                                         "names": ["a", "b"]}))

    def rows(self, text):
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        return lines[0].split(","), [list(map(float, line.split(","))) for line in lines[1:]]

    def test_moments(self):
        names, rows = self.rows(self.run_g2t("draw", "q.json", "-n", 4000, "--seed", 3).stdout)
        self.assertEqual(names, ["lp__", "log_p__", "log_g__", "a", "b"])
        self.assertEqual(rows[0][3:], [1, -2])  # the mean
        draws = rows[1:]
        self.assertEqual(len(draws), 4000)
        for column, mean, sd in ((3, 1, 0.5), (4, -2, 5 ** 0.5)):
            values = [row[column] for row in draws]
            self.assertLess(abs(statistics.mean(values) - mean), 5 * sd / 4000 ** 0.5)
            self.assertLess(abs(statistics.stdev(values) / sd - 1), 5 / 8000 ** 0.5)

    def test_more_draws_of_a_fit(self):
        self.simulate("poisson", "stops")
        self.run_g2t("fit", "poisson", "--data", "stops.csv", "--response", "y", "--groups", "eth,precinct", *QUICK,
                     "--family", "mean-field", "--output", "run")
        names, fitted = self.rows(self.read("run.csv"))
        more_names, more = self.rows(self.run_g2t("draw", "run.q.json", "-n", 5).stdout)
        self.assertEqual(more_names, names)
        self.assertEqual(names[-2:], ["sigma.eth", "sigma.precinct"])
        for parameter in self.read_json("run.summary.json")["approximation"]["parameters"]:
            column = names.index(parameter["name"])  # fitted ones start with the mean of their draws
            self.assertAlmostEqual(more[0][column], parameter["mean"], places=9)
            self.assertLess(abs(fitted[0][column] - parameter["mean"]), 0.2 * parameter["sd"])
        self.assertFalse({tuple(row[3:]) for row in more[1:]} & {tuple(row[3:]) for row in fitted[1:]})
        for row in more[1:] + fitted[1:]:
            self.assertAlmostEqual(math.log(row[-2]), row[names.index("log_sigma.eth")], places=12)

    def test_file(self):
        self.run_g2t("draw", "q.json", "--output", "more.csv")
        text = self.read("more.csv")
        self.assertEqual(len(self.rows(text)[1]), 2001)
        self.assertIn("q.json", text)
        self.run_g2t("draw", "q.json", "--output", "more.csv", status=1)
        self.run_g2t("draw", "q.json", "--output", "more.csv", "--force", "--seed", 1)
        self.assertEqual(self.read("more.csv"), text)
        self.run_g2t("draw", "q.json", "--output", "q.json", "--force", status=1)


if __name__ == "__main__":
    unittest.main()
