"""g2t predict: against closed forms, columns by name and index, and what is refused."""

import csv
import io
import json
import math
import shutil
import statistics
import subprocess
import unittest

from program import NATURAL, QUICK, ProgramTest

ROWS = "y,x,colour\n" + "".join(
    f"{int((k * 7) % 10 < 4 + k % 3)},{k * 0.3 - 4},{('red', 'green', 'blue')[k % 3]}\n" for k in range(30))


def sigmoid(margin):
    return 1 / (1 + math.exp(-margin))


def log_mean_exp(values):
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values) / len(values))


class Predict(ProgramTest):
    def draws(self, prefix="run"):
        """Draws by name; the first row is their mean."""
        lines = [line for line in self.read(prefix + ".csv").splitlines() if not line.startswith("#")]
        names = lines[0].split(",")
        table = [list(map(float, line.split(","))) for line in lines[2:]]
        return {name: [row[k] for row in table] for k, name in enumerate(names)}

    def predict(self, *arguments, status=0):
        done = self.run_g2t("predict", "run", *arguments, status=status)
        rows = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(io.StringIO(done.stdout))]
        return rows, done.stderr

    def refused(self, *arguments):
        return self.run_g2t("predict", "run", *arguments, status=1).stderr

    def fit_logistic(self, *more):
        self.write("train.csv", ROWS)
        self.run_g2t("fit", "logistic", "--data", "train.csv", "--categorical", "colour", "--standardize", *NATURAL,
                     "--output", "run", *more)

    def assertSamples(self, row, values):
        values = sorted(values)
        place = 0.05 * (len(values) - 1)
        below = int(place)
        self.assertAlmostEqual(row["mean"], statistics.fmean(values), places=12)
        self.assertAlmostEqual(row["sd"], statistics.stdev(values), places=12)
        self.assertAlmostEqual(row["q50"], statistics.median(values), places=12)
        self.assertAlmostEqual(row["q5"], values[below] + (place - below) * (values[below + 1] - values[below]), places=12)

    def test_logistic_from_csv(self):
        self.fit_logistic()
        draws = self.draws()
        x = [k * 0.3 - 4 for k in range(30)]
        center, scale = statistics.fmean(x), statistics.pstdev(x)
        # Other order, without the response, and with levels of their own order.
        self.write("new.csv", "colour,x\nblue,2\nred,-1.5\nblue,100\n")
        rows, said = self.predict("--data", "new.csv")
        self.assertIn("probability of '1' of 3 rows of new.csv, from 2000 draws of the posterior", said)
        for row, (name, value) in zip(rows, (("colour.blue", 2), (None, -1.5), ("colour.blue", 100))):
            margins = [a + b * (value - center) / scale for a, b in zip(draws["intercept"], draws["x"])]
            effects = draws[name] if name else [0] * len(margins)
            self.assertSamples(row, [sigmoid(margin + effect) for margin, effect in zip(margins, effects)])
        self.assertEqual([row["row"] for row in rows], [1, 2, 3])

    def test_scores(self):
        self.fit_logistic()
        draws = self.draws()
        self.write("new.csv", "x,colour,y\n2,red,0\n-1,red,1\n")
        rows, said = self.predict("--data", "new.csv", "--score")
        x = [k * 0.3 - 4 for k in range(30)]
        center, scale = statistics.fmean(x), statistics.pstdev(x)
        expected = []
        for value, sign in ((2, -1), (-1, 1)):
            margins = [a + b * (value - center) / scale for a, b in zip(draws["intercept"], draws["x"])]
            expected.append(log_mean_exp([-math.log1p(math.exp(-sign * margin)) for margin in margins]))
        for row, right in zip(rows, expected):
            self.assertAlmostEqual(row["log_density"], right, places=12)
            self.assertNotIn("pareto_k", row)
        self.assertIn(f"log predictive density {sum(expected):.4f} +- {abs(expected[0] - expected[1]):.4f}", said)
        self.assertIn("no leave-one-out densities", said)

    def test_leave_one_out(self):
        self.fit_logistic()
        document = json.loads(self.run_g2t("predict", "run", "--score", "--json").stdout)
        loo, rows = document["loo"], document["rows"]
        self.assertEqual(len(rows), 30)
        self.assertAlmostEqual(loo["elpd_loo"], sum(row["elpd_loo"] for row in rows), places=10)
        self.assertAlmostEqual(loo["p_loo"], document["score"]["log_density"] - loo["elpd_loo"], places=10)
        self.assertEqual(loo["looic"], -2 * loo["elpd_loo"])
        self.assertTrue(1 < loo["p_loo"] < 4)  # four parameters, and a prior
        self.assertEqual(loo["doubtful_rows"], 0)
        # The same rows under another name are known; others of the same form are not.
        self.write("copy.csv", ROWS)
        again = json.loads(self.run_g2t("predict", "run", "--data", "copy.csv", "--score", "--json").stdout)
        self.assertEqual(again["loo"], loo)
        self.write("train.csv", ROWS.replace("0.2", "0.3", 1))
        self.assertIn("has other rows than the fit has seen", self.refused("--score"))

    def test_leave_one_out_is_that_of_r(self):
        has_loo = ["Rscript", "-e", "stopifnot(requireNamespace('loo', quietly = TRUE))"]
        if shutil.which("Rscript") is None or subprocess.run(has_loo, capture_output=True).returncode != 0:
            self.skipTest("R's loo is not installed")
        self.fit_logistic("--answer", "gaussian")
        self.run_g2t("predict", "run", "--score", "--output", "ours.csv")
        self.write("compare.R", """
            draws <- as.matrix(read.csv("run.csv", comment.char = "#", check.names = FALSE)[-1, -(1:3)])
            data <- read.csv("train.csv")
            x <- (data$x - mean(data$x)) / sqrt(mean((data$x - mean(data$x))^2))
            design <- rbind(1, x, data$colour == "green", data$colour == "blue")
            sign <- 2 * data$y - 1
            density <- t(apply(draws %*% design, 1, function(margin) plogis(sign * margin, log.p = TRUE)))
            right <- loo::loo(density, r_eff = rep(1, ncol(density)))
            ours <- read.csv("ours.csv")
            stopifnot(abs(right$pointwise[, "elpd_loo"] - ours$elpd_loo) < 1e-9, abs(right$pointwise[, "p_loo"] - ours$p_loo) < 1e-9,
                      abs(right$diagnostics$pareto_k - ours$pareto_k) < 1e-9)""")
        done = subprocess.run(["Rscript", "compare.R"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_poisson(self):
        self.write("train.csv", "count,area,people\n" + "".join(f"{(k * 5) % 7},{k % 4 + 1},{10 + k}\n" for k in range(24)))
        self.run_g2t("fit", "poisson", "--data", "train.csv", "--response", "count", "--groups", "area", "--exposure", "people",
                     *QUICK, "--output", "run")
        draws = self.draws()
        self.write("new.csv", "note,area,people,count\na,3,50,2\nb,1.0,7,4\n")  # a column that no fit would use
        rows, said = self.predict("--data", "new.csv", "--score")
        self.assertIn("rate of 'count'", said)
        for row, (area, people, count) in zip(rows, (("3", 50, 2), ("1", 7, 4))):
            rates = [people * math.exp(mu + effect) for mu, effect in zip(draws["mu"], draws["area." + area])]
            self.assertSamples(row, rates)
            right = log_mean_exp([count * math.log(rate) - rate - math.lgamma(count + 1) for rate in rates])
            self.assertAlmostEqual(row["log_density"], right, places=10)
        self.write("new.csv", "area,people\n3,50\n5,50\n")
        self.assertIn("new.csv:3:1: column 'area', data row 2: a level that the fit has not seen; it knows 1, 2, 3, 4: '5'",
                      self.refused("--data", "new.csv"))

    def test_network(self):
        self.simulate("bnn", "wine", 40)
        self.run_g2t("fit", "bnn", "--data", "wine.csv", "--hidden-units", 2, "--standardize", *QUICK,
                     "--output", "run")
        draws = self.draws()
        table = list(csv.DictReader(io.StringIO(self.read("wine.csv"))))
        moments = {name: (statistics.fmean([float(row[name]) for row in table]), statistics.pstdev([float(row[name]) for row in table]))
                   for name in table[0]}
        self.write("new.csv", "x2,x1,y\n0.5,-1,2\n")
        row = self.predict("--data", "new.csv", "--score")[0][0]
        inputs = {name: (value - moments[name][0]) / moments[name][1] for name, value in (("x1", -1), ("x2", 0.5))}
        center, scale = moments["y"]
        outputs, densities, variances = [], [], []
        for s in range(len(draws["log_tau"])):
            output = draws["output.bias"][s]
            for h in ("1", "2"):
                unit = draws["hidden.bias." + h][s] + sum(draws[f"hidden.weight.{name}.{h}"][s] * inputs[name] for name in inputs)
                output += draws["output.weight." + h][s] * max(unit, 0)
            outputs.append(center + scale * output)
            variances.append((scale * math.exp(draws["log_tau"][s])) ** 2)
            densities.append(-0.5 * (2 - outputs[-1]) ** 2 / variances[-1] - 0.5 * math.log(2 * math.pi * variances[-1]))
        self.assertAlmostEqual(row["mean"], statistics.fmean(outputs), places=10)
        self.assertAlmostEqual(row["sd"], math.sqrt(statistics.variance(outputs) + statistics.fmean(variances)), places=10)
        self.assertAlmostEqual(row["log_density"], log_mean_exp(densities), places=10)
        for name, share in (("q5", 0.05), ("q50", 0.5), ("q95", 0.95)):
            below = [0.5 * math.erfc(-(row[name] - o) / math.sqrt(2 * v)) for o, v in zip(outputs, variances)]
            self.assertAlmostEqual(statistics.fmean(below), share, places=9)

    def test_libsvm(self):
        self.simulate("logistic", "data", 60)
        self.run_g2t("fit", "logistic", "--data", "data.svm", *NATURAL, "--output", "run")
        draws = self.draws()
        self.write("new.svm", "0 2:1.5\n1\n")  # what is missing is zero
        rows = self.predict("--data", "new.svm")[0]
        self.assertSamples(rows[0], [sigmoid(a + 1.5 * b) for a, b in zip(draws["intercept"], draws["x2"])])
        self.assertSamples(rows[1], [sigmoid(a) for a in draws["intercept"]])
        self.write("wide.svm", "1 1:1\n1 4:2\n")
        self.assertIn("wide.svm:2:3: index 4 is beyond the 3 features", self.refused("--data", "wide.svm"))
        self.write("other.svm", "7 1:1\n")
        self.predict("--data", "other.svm")  # labels count for scores alone
        self.assertIn("other.svm:1:1: a label that the fit has not seen", self.refused("--data", "other.svm", "--score"))

    def test_without_names_columns_go_by_place(self):
        self.write("train.csv", "".join(f"{k % 2},{k},{(k * 7) % 5}\n" for k in range(12)))
        self.run_g2t("fit", "logistic", "--data", "train.csv", *NATURAL, "--output", "run")
        self.write("new.csv", "0,1,2\n")
        self.assertEqual(len(self.predict("--data", "new.csv")[0]), 1)
        self.write("new.csv", "1,2\n")
        self.assertIn("has 2 columns, but the fit's data had 3", self.refused("--data", "new.csv"))

    def test_refused(self):
        self.fit_logistic()
        for text, message in (("x\n1\n", "colour"), ("x,colour,z\n1,red,2\n", "a column that the fit has not seen"),
                              ("x,color\n1,red\n", "which has colour: 'color'"),
                              ("x,colour\n1,pink\n", "knows red, green, blue: 'pink'"),
                              ("x,colour\nfar,red\n", "'far'"), ("1,red\n2,red\n", "a column that the fit has not seen")):
            self.write("new.csv", text)
            self.assertIn(message, self.refused("--data", "new.csv"), text)
        self.write("new.csv", "x,colour\n1,red\n")
        self.assertIn("y", self.refused("--data", "new.csv", "--score"))  # no response
        self.assertIn("absent.csv", self.refused("--data", "absent.csv"))
        self.assertIn("nobody.summary.json", self.run_g2t("predict", "nobody", status=1).stderr)

    def test_output(self):
        self.fit_logistic()
        self.write("other.csv", "x,colour\n1,red\n")
        before = {name: self.read(name) for name in self.files()}
        rows, _ = self.predict()
        done = self.run_g2t("predict", "run.summary.json", "--output", "out.csv")
        self.assertIn("probability of '1' of 30 rows", done.stdout)
        self.assertEqual(len(self.read("out.csv").splitlines()), 31)
        self.assertEqual(len(rows), 30)
        self.run_g2t("predict", "run", "--output", "out.csv", status=1)
        for name in ("run.csv", "run.summary.json", "train.csv"):  # inputs are never replaced
            self.run_g2t("predict", "run", "--output", name, "--force", status=1)
            self.run_g2t("predict", "run", "--data", "other.csv", "--output", name, "--force", status=1)
        self.assertEqual({name: self.read(name) for name in before}, before)


if __name__ == "__main__":
    unittest.main()
