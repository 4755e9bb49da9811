"""Generated quantities that fail in some draws: they alone are missing there, and the parameters are of all draws.

The interpreter runs the programs, which have posteriors in closed form; the compiler one of them, where it is installed.
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import unittest

from program import G2T, ProgramTest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"

# Posterior of the mean: precision 1/4 + 4, so normal(9.6 / 4.25, 1 / sqrt(4.25)).
REJECT = """data { int N; vector[N] y; }
parameters { real mu; }  // "generated quantities {" is said here, and /* there
model { mu ~ normal(0, 2); y ~ normal(mu, 1); /* generated quantities { */ }
generated quantities {
  real twice = 2 * mu;
  if (mu > 2.5) reject("mu is too large: ", mu);
}"""
REJECT_DATA = {"N": 4, "y": [2, 3, 2.5, 2.1]}
MU, MU_SD = 9.6 / 4.25, 1 / math.sqrt(4.25)

# log(rate) is normal: the rate that poisson_rng takes has an upper limit, here at r = 0.5.
OVERFLOW = """parameters { real r; }
transformed parameters { real minus = -r; array[2] real both = {r, 1}; }
model { r ~ normal(0, 1); }
generated quantities { int n = poisson_rng(exp(r - 0.5) * 1e9); }"""

# The index is out of bounds above 1, the divisor zero below -0.5: 1.5 sds from the mean.
INDEX = """data { array[3] real choice; }
parameters { real x; }
model { x ~ normal(0.25, 0.5); }
generated quantities {
  real chosen = choice[x > 1 ? 4 : 1];
  int quotient = 6 %/% (x < -0.5 ? 0 : 2);
}"""

# Values break their own declaration; sigma is lognormal(-1, 0.3), on a scale of its own.
DECLARED = """functions {
#include scale.stanfunctions
}
parameters { real<lower=0> sigma; }
transformed parameters { real precision = 1 / square(sigma); }
model { sigma ~ lognormal(-1, 0.3); }
generated quantities { real<upper=0> below = log_of(sigma) + 1; }"""

# Without transformed parameters the draw has no density, but its parameters are there.
TRANSFORMED = """parameters { real x; }
transformed parameters { real root = x; if (x > 3.2) reject("there is no root of ", x); }
model { x ~ normal(0, 1); }"""

# No exception: the root of a negative number is no number, and its logarithm's neither; above is what is infinite.
NOT_A_NUMBER = """parameters { real x; }
model { x ~ normal(0.5, 1); }
generated quantities {
  real root = sqrt(x);
  real logarithm = log(root);
  real sum = x + 1;
}"""

# Nothing can be generated in the mode on the right, which has three tenths of the posterior.
MODES = """parameters { real x; }
model { target += log_mix(0.7, normal_lpdf(x | -2, 0.5), normal_lpdf(x | 2, 0.5)); }
generated quantities { real left = x; if (x > 0) reject("on the right"); }"""

ALWAYS = """parameters { real x; }
model { x ~ normal(3, 2); }
generated quantities { real before = x; reject("nothing is generated"); }"""


# Draws of these parameters go through a file: arrays of matrices, a simplex, a positive scale.
NEW_DATA = """data { int N; vector[N] x; vector[N] y; int M; vector[M] x_new; }
parameters { real a; real<lower=0> s; array[2] matrix[2, 3] m; simplex[3] p; }
model { a ~ normal(0, 3); s ~ normal(0, 1); for (k in 1:2) to_vector(m[k]) ~ normal(k, 1); y ~ normal(a * x, s); }
generated quantities {
  vector[M] mean_new = a * x_new;
  array[M] real y_new = normal_rng(mean_new, s);
  real entries = m[2][1, 3] + 10 * m[1][2, 1] + 100 * p[2];
}"""


def share_above(x):
    return 0.5 * math.erfc(x / math.sqrt(2))


class Generated(ProgramTest):
    backend = "stanli"

    def fit(self, program, *arguments, data=None, tolerance=0.02):
        """Its talk and table, its summary, and the summary's values by name."""
        self.write("model.stan", program)
        if data is not None:
            arguments = ["--data", self.write("data.json", json.dumps(data)), *arguments]
        done = self.run_g2t("fit", "model.stan", "--stan-backend", self.backend, "--costs", "costs.json", "--tolerance", tolerance,
                            "--output", "run", "--force", *arguments)
        summary = self.read_json("run.summary.json")
        self.assertEqual(summary["status"], "converged")
        return done, summary, {value["name"]: value for value in summary["constrained"]}

    def draws(self):
        rows = [row for row in csv.reader(self.read("run.csv").splitlines()) if row and not row[0].startswith("#")]
        return [dict(zip(rows[0], map(float, row))) for row in rows[2:]]  # without the image of q's mean

    def assert_moments(self, value, mean, sd):
        self.assertNotIn("missing_draws", value)
        self.assertLessEqual(abs(value["mean"] - mean), 4 * value["mcse_mean"] + 0.01 * sd, value)
        self.assertLessEqual(abs(value["sd"] - sd), 4 * value["mcse_sd"] + 0.01 * sd, value)

    def assert_missing(self, done, summary, values, names, share=None, throws=True):
        """The values named, and no others, lack the same draws, which are counted once; so are the exceptions."""
        self.assertEqual({name for name, value in values.items() if "missing_draws" in value}, set(names))
        counts = {values[name]["missing_draws"] for name in names}
        self.assertEqual(len(counts), 1)
        count, total = counts.pop(), summary["answer"]["draws"]
        if share is not None:
            self.assertLess(abs(count / total - share), 4 * math.sqrt(share * (1 - share) / total) + 0.01)
        self.assertEqual(sum(failure["count"] for failure in summary["diagnostics"]["failures"]), count if throws else 0)
        warning, = (warning for warning in summary["warnings"] if warning["kind"] == "incomplete_values")
        self.assertEqual(warning["numbers"]["values"], len(names))
        for name in values:
            self.assertEqual(f" {name} ({count} draws)" in warning["message"], name in names, warning["message"])
        self.assertIn(warning["message"], done.stdout)
        drawn = self.draws()
        for name in values:
            self.assertEqual(sum(math.isnan(draw[name]) for draw in drawn), count if name in names else 0, name)

    def check_a_rejection(self, *arguments, **options):
        done, summary, values = self.fit(REJECT, *arguments, data=REJECT_DATA, **options)
        self.assert_moments(values["mu"], MU, MU_SD)
        self.assert_missing(done, summary, values, ["twice"], share_above((2.5 - MU) / MU_SD))
        self.assertIn("mu is too large", summary["diagnostics"]["failures"][0]["what"])
        for draw in self.draws():  # those of the draws that it says, and right where they are
            self.assertEqual(math.isnan(draw["twice"]), draw["mu"] > 2.5)
            if draw["mu"] <= 2.5:
                self.assertEqual(draw["twice"], 2 * draw["mu"])


class Interpreted(Generated):
    def test_new_data(self):
        old = {"N": 4, "x": [1, 2, 3, 4], "y": [1.1, 2.2, 2.9, 4.1], "M": 0, "x_new": []}
        self.fit(NEW_DATA, data=old)
        draw = ["draw", "run.csv", "--model", "model.stan", "--stan-backend", self.backend, "--data", "new.json"]
        self.write("new.json", json.dumps(dict(old, y=[0] * 4, M=2, x_new=[10, -20])))
        self.run_g2t(*draw, "--output", "new.csv")
        before, after = ([{name: float(text) for name, text in row.items()} for row in csv.DictReader(
            line for line in self.read(name).splitlines() if not line.startswith("#"))][1:] for name in ("run.csv", "new.csv"))
        self.assertEqual(len(after), len(before))
        deviations = []
        for was, row in zip(before, after):
            for name in was:
                if name.split(".")[0] in ("a", "s", "m", "p"):
                    self.assertEqual(row[name], was[name])
            self.assertAlmostEqual(row["mean_new.2"], -20 * row["a"], places=9)
            self.assertAlmostEqual(row["entries"], row["m.2.1.3"] + 10 * row["m.1.2.1"] + 100 * row["p.2"], places=9)
            deviations.append((row["y_new.1"] - 10 * row["a"]) / row["s"])
        self.assertLess(abs(sum(deviations)), 4 * math.sqrt(len(deviations)))
        self.assertLess(abs(sum(x * x for x in deviations) / len(deviations) - 1), 4 * math.sqrt(2 / len(deviations)))
        few = self.run_g2t(*draw, "-n", 3).stdout.splitlines()
        self.assertEqual(len([line for line in few if not line.startswith("#")]), 1 + 1 + 3)
        self.assertIn("--answer", self.run_g2t(*draw, "--answer", "moved", status=2).stderr)
        self.assertIn("--model", self.run_g2t("draw", "run.csv", status=2).stderr)
        self.write("d.svm", "0 1:1\n1 1:2\n")
        of_logistic = self.run_g2t("draw", "run.csv", "--model", "logistic", "--data", "d.svm", status=2).stderr
        self.assertIn("a Stan model is needed", of_logistic)

    def test_a_rejection_keeps_the_parameters(self):
        self.check_a_rejection()

    def test_a_rejection_by_any_seed_and_way(self):
        for seed in (2, 3):
            self.check_a_rejection("--seed", seed)
        for way in ("gaussian", "weighted", "moved"):
            self.check_a_rejection("--answer", way, tolerance=0.05)

    def test_numbers_that_are_none_keep_the_parameters(self):
        for seed in (1, 2, 3):
            done, summary, values = self.fit(NOT_A_NUMBER, "--seed", seed)
            self.assert_moments(values["x"], 0.5, 1)
            self.assert_moments(values["sum"], 1.5, 1)
            self.assert_missing(done, summary, values, ["root", "logarithm"], share_above(0.5), throws=False)
            for draw in self.draws():
                self.assertEqual(math.isnan(draw["root"]), draw["x"] < 0)

    def test_a_mode_without_values(self):
        for seed in (1, 2, 3):
            done, summary, values = self.fit(MODES, "--seed", seed, "--starts", 20)
            self.assert_moments(values["x"], -0.8, math.sqrt(0.25 + 16 * 0.21))
            self.assert_missing(done, summary, values, ["left"], 0.3)
            self.assertAlmostEqual(values["left"]["mean"], -2, delta=0.05)
            self.assertAlmostEqual(values["left"]["sd"], 0.5, delta=0.05)

    def test_an_overflow_keeps_transformed_parameters(self):
        done, summary, values = self.fit(OVERFLOW)
        self.assert_moments(values["r"], 0, 1)
        self.assert_moments(values["minus"], 0, 1)
        limit = 0.5 + math.log(2**30 / 1e9)
        self.assert_missing(done, summary, values, ["n"], share_above(limit))
        for draw in self.draws():
            self.assertEqual((draw["minus"], draw["both.1"], draw["both.2"]), (-draw["r"], draw["r"], 1))
            self.assertEqual(math.isnan(draw["n"]), draw["r"] > limit)

    def test_index_and_division_keep_the_parameters(self):
        done, summary, values = self.fit(INDEX, data={"choice": [7, 8, 9]})
        self.assert_moments(values["x"], 0.25, 0.5)
        self.assert_missing(done, summary, values, ["chosen", "quotient"], 2 * share_above(1.5))
        self.assertEqual(len(summary["diagnostics"]["failures"]), 2)
        self.assertEqual((values["chosen"]["mean"], values["quotient"]["sd"]), (7, 0))

    def test_a_declaration_that_values_break(self):
        self.write("scale.stanfunctions", "real log_of(real x) { return log(x); }  // } generated quantities {\n")
        done, summary, values = self.fit(DECLARED)
        self.assert_moments(values["sigma"], math.exp(-1 + 0.045), math.exp(-1 + 0.045) * math.sqrt(math.expm1(0.09)))
        self.assert_missing(done, summary, values, ["below"], 0.5)
        for draw in self.draws():
            self.assertAlmostEqual(draw["precision"] * draw["sigma"] ** 2, 1)

    def test_transformed_parameters_that_fail(self):
        values = self.fit(TRANSFORMED)[2]  # the density fails with them: few such draws are in the answer, if any
        self.assertNotIn("missing_draws", values["x"])
        self.assertLess(abs(values["x"]["sd"] - 1), 0.1)

    def test_values_that_all_draws_lack(self):
        done, summary, values = self.fit(ALWAYS)
        self.assert_moments(values["x"], 3, 2)
        self.assertEqual(values["before"]["missing_draws"], summary["answer"]["draws"])
        self.assertEqual({values["before"][key] for key in ("mean", "sd", "q5", "q50", "q95", "mcse_mean", "ess")}, {None})
        self.assertEqual(sum(failure["count"] for failure in summary["diagnostics"]["failures"]), summary["answer"]["draws"])
        self.assertRegex(done.stdout, r"Warning: 1 value of the model could not be computed \(nan\): before \(")


class Compiled(Generated):
    backend = "compiled"

    def test_a_rejection_keeps_the_parameters(self):
        if subprocess.run([TOOLS / "install-stan", "--check"], capture_output=True).returncode != 0:
            self.skipTest("no Stan toolchain is installed")
        self.write("model.stan", REJECT)
        self.write("data.json", json.dumps(REJECT_DATA))
        subprocess.run([G2T, "diagnose-model", "model.stan", "--data", "data.json"], cwd=self.folder, capture_output=True,
                       timeout=800, check=True)  # compiles, once
        self.check_a_rejection()


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    unittest.main()
