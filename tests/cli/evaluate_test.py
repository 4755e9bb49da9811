"""g2t evaluate: densities against a formula, gradients against differences, ELBOs."""

import json
import math
import unittest

from program import ProgramTest

ROWS = [(1, (0.5, -1.0)), (-1, (2.0, 0.25)), (1, (-0.5, 1.5))]
POINT = [0.3, -0.2, 0.7]


def log_sigmoid(x):
    return -math.log1p(math.exp(-x))


class Evaluate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("data.svm", "".join(f"{y} 1:{a} 2:{b}\n" for y, (a, b) in ROWS))
        self.write("at.json", json.dumps({"points": [POINT, [0, 0, 0]]}))

    def test_points(self):
        out = json.loads(self.run_g2t("evaluate", "logistic", "--data", "data.svm", "--at", "at.json", "--json").stdout)
        self.assertEqual((out["dimension"], out["names"]), (3, ["intercept", "x1", "x2"]))
        margins = [y * (POINT[0] + POINT[1] * a + POINT[2] * b) for y, (a, b) in ROWS]
        likelihood = sum(map(log_sigmoid, margins))
        prior = sum(-z * z / 2 - math.log(2 * math.pi) / 2 for z in POINT)
        gradient = sum(y / (1 + math.exp(m)) for (y, _), m in zip(ROWS, margins)) - POINT[0]
        curvature = -1 - sum(1 / (1 + math.exp(m)) / (1 + math.exp(-m)) for m in margins)
        point = out["points"][0]
        self.assertAlmostEqual(point["log_likelihood"], likelihood, places=12)
        self.assertAlmostEqual(point["log_prior"], prior, places=12)
        self.assertAlmostEqual(point["log_density"], likelihood + prior, places=12)
        self.assertAlmostEqual(point["gradient"][0], gradient, places=12)
        self.assertAlmostEqual(point["hessian_diagonal"][0], curvature, places=12)
        self.assertAlmostEqual(out["points"][1]["log_likelihood"], 3 * math.log(0.5), places=12)

    def test_table_and_gradient(self):
        done = self.run_g2t("evaluate", "logistic", "--data", "data.svm", "--at", "at.json", "--check-gradient")
        self.assertEqual(done.stdout.count("gradient ok"), 2)
        for words in ("Point 2", "log likelihood", "intercept", "second derivative"):
            self.assertIn(words, done.stdout)

    def test_elbo(self):
        self.write("q.json", json.dumps({"family": "mean-field", "mean": [0, 0, 0], "scale": [1, 1, 1]}))
        out = json.loads(self.run_g2t("evaluate", "logistic", "--data", "data.svm", "--q", "q.json", "--json").stdout)
        self.assertEqual((out["elbo_method"], out["elbo_se"]), ("exact", 0))
        self.assertTrue(3 * -2 < out["elbo"] < 3 * math.log(0.5))  # q is the prior: E log likelihood, concave
        done = self.run_g2t("evaluate", "logistic", "--data", "data.svm", "--q", "q.json")
        threads = self.run_g2t("evaluate", "logistic", "--data", "data.svm", "--q", "q.json", "--threads", 2)
        self.assertEqual(threads.stdout, done.stdout)
        self.assertRegex(done.stdout, r"^ELBO -\d\.\d\d exact\n$")


if __name__ == "__main__":
    unittest.main()
