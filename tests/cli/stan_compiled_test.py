#!/usr/bin/env python3
"""One Stan program, compiled: the fit, threads, prior and likelihood, the cache, and faults at their lines.

Compiles once (about a minute) where the cache has not got the library; skips where the toolchain is not installed.
"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

G2T = os.environ.get("G2T", "g2t")
TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
# Six points, x around 47: intercept and slope are correlated at -0.998.
X, Y = [41, 43, 44.5, 47, 48, 50.5], [61.2, 54.9, 51.3, 43.0, 40.6, 32.1]
FUNCTIONS = "vector line(vector x, real a, real b) {\n  return a + b * x;\n}\n"
PROGRAM = """functions {
#include line.stanfunctions
}
data {
  int N;
  vector[N] x;
  vector[N] y;
  int<lower=0, upper=1> prior_only;
  int<lower=0> days;
}
parameters {
  real a;
  real b;
  real ls;
}
model {
  target += normal_lpdf(a | 0, 100) + normal_lpdf(b | 0, 100) + normal_lpdf(ls | 0, 2);
  if (!prior_only) {
    target += normal_lpdf(y | line(x, a, b), exp(ls));
  }
}
generated quantities {
  real sigma = exp(ls);
  real y_next = normal_rng(a + b * 52, sigma);
  real cases = 0;  // a simulation that takes far longer than the density, as those of epidemics do
  {
    real level = 1;
    for (day in 1:days) {
      level = 0.99 * level + 0.01 * (1 + sin(level + day * b));
      cases += level;
    }
  }
}
"""
EXACT = {"a": (185.4820, 4.0737), "b": (-3.0285, 0.0890), "ls": (-0.5742, 0.3990)}


def log_normal(x, mean, sd):
    return -0.5 * ((x - mean) / sd) ** 2 - math.log(sd) - 0.5 * math.log(2 * math.pi)


class Compiled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="g2t-"))
        (cls.folder / "line.stanfunctions").write_text(FUNCTIONS)
        (cls.folder / "regression.stan").write_text(PROGRAM)
        for name, prior_only in (("data", 0), ("prior", 1)):
            (cls.folder / f"{name}.json").write_text(json.dumps({"N": 6, "x": X, "y": Y, "prior_only": prior_only, "days": 0}))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def g2t(self, *words, status=0):
        done = subprocess.run([G2T, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def fit(self, *words, status=0):
        done = self.g2t("fit", "regression.stan", "--data", "data.json", "--json", *words, status=status)
        return json.loads(done.stdout), done.stderr

    def test_fit(self):
        summary, talk = self.fit("--seed", "2")
        self.assertEqual(summary["status"], "converged")
        self.assertIn("with all constants", talk)
        self.assertAlmostEqual(summary["elbo"], -20.4848, delta=0.1)
        constrained = {entry["name"]: entry for entry in summary["constrained"]}
        self.assertEqual([constrained[name]["kind"] for name in ("a", "sigma", "y_next")],
                         ["parameter", "generated", "generated"])
        self.assertLess(summary["khat"], 1)
        for name, (mean, sd) in EXACT.items():
            self.assertLess(abs(constrained[name]["mean"] - mean), 0.1 * sd, name)

    def test_slow_generated_quantities(self):
        (self.folder / "slow.json").write_text(json.dumps({"N": 6, "x": X, "y": Y, "prior_only": 0, "days": 600000}))
        begin = time.monotonic()
        done = self.g2t("fit", "regression.stan", "--data", "slow.json", "--json", "--seed", "2", "--time-budget", "5s")
        summary = json.loads(done.stdout)
        self.assertLess(time.monotonic() - begin, 5 + 2)
        self.assertLess(summary["seconds"]["wall"], 5 + 2)
        self.assertEqual(summary["status"], "converged")
        values = {entry["name"]: entry for entry in summary["constrained"]}
        for name, (mean, sd) in EXACT.items():  # of a hundred draws or more
            self.assertLess(abs(values[name]["mean"] - mean), 0.5 * sd, name)
        self.assertGreater(values["cases"]["mean"], 0)

    def test_threads(self):
        files = {}
        for threads in ("1", "2", "4"):
            self.fit("--threads", threads, "--estimator", "stl", "--iterations", "200", "--output", f"t{threads}", "--force")
            files[threads] = [(self.folder / f"t{threads}{end}").read_bytes() for end in (".csv", ".q.json")]
        self.assertEqual(files["1"], files["2"])
        self.assertEqual(files["1"], files["4"])

    def test_prior_and_likelihood(self):
        point = {"a": 180.0, "b": -3.0, "ls": -0.5}
        (self.folder / "points.json").write_text(json.dumps({"points": [list(point.values())]}))
        done = self.g2t("evaluate", "regression.stan", "--data", "data.json", "--prior-only-data", "prior.json", "--at",
                        "points.json", "--check-gradient", "--json")
        found = json.loads(done.stdout)["points"][0]
        prior = log_normal(180, 0, 100) + log_normal(-3, 0, 100) + log_normal(-0.5, 0, 2)
        likelihood = sum(log_normal(y, 180 - 3 * x, math.exp(-0.5)) for x, y in zip(X, Y))
        self.assertAlmostEqual(found["log_prior"], prior, places=9)
        self.assertAlmostEqual(found["log_likelihood"], likelihood, places=9)
        self.assertTrue(found["gradient_check"]["passed"])
        curvature = -1e-4 - 6 * math.exp(1)
        self.assertAlmostEqual(found["hessian_diagonal"][0] / curvature, 1, delta=1e-6)
        done = self.g2t("evaluate", "regression.stan", "--data", "data.json", "--prior-only-data", "data.json", "--at",
                        "points.json", status=1)
        self.assertIn("the prior must be alone here", done.stderr)

    def test_cache_and_folder(self):
        self.fit("--iterations", "5")
        elsewhere = self.folder / "else where"
        elsewhere.mkdir()
        for name in ("regression.stan", "line.stanfunctions"):
            shutil.copy(self.folder / name, elsewhere / name)
        done = self.g2t("fit", elsewhere / "regression.stan", "--data", "data.json", "--iterations", "5")
        self.assertNotIn("compiling", done.stderr)
        self.assertEqual(sorted(path.name for path in elsewhere.iterdir()), ["line.stanfunctions", "regression.stan"])

    def test_copies_and_places(self):
        self.fit("--iterations", "5")
        (self.folder / "copy.stan").write_text("// A remark.\n// Another.\n" + PROGRAM)
        bad = {"N": 6, "x": X, "y": Y, "prior_only": 2, "days": 0}  # above its declared limit, which is checked at a line
        (self.folder / "bad.json").write_text(json.dumps(bad))
        for name, line in (("regression.stan", 8), ("copy.stan", 10)):
            done = self.g2t("fit", name, "--data", "bad.json", status=1)
            self.assertNotIn("compiling", done.stderr)
            self.assertIn(f"(in '{name}', line {line}", done.stderr)

    def test_library_that_is_handed_over(self):
        self.fit("--iterations", "5")
        (self.folder / "handed").mkdir()
        self.g2t("compile", "regression.stan", "-o", "handed/r.so")
        fit = ["--data", "data.json", "--coordinates", "plain", "--estimator", "stl", "--step-size", "1e-4", "--iterations", "50",
               "--force", "--output"]
        self.g2t("fit", "regression.stan", *fit, "here")
        nowhere = dict(os.environ, XDG_CACHE_HOME="/nonexistent", CXX="no-compiler", PATH="/nonexistent")
        done = subprocess.run([shutil.which(G2T), "fit", "handed/r.so", *fit, "there"], cwd=self.folder, capture_output=True,
                              text=True, env=nowhere)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "here.q.json").read_bytes(), (self.folder / "there.q.json").read_bytes())

    def test_generated_quantities_of_new_data(self):
        self.fit("--output", "fitted", "--force")
        (self.folder / "new.json").write_text(json.dumps({"N": 1, "x": [0], "y": [0], "prior_only": 0, "days": 3}))
        self.g2t("draw", "fitted.csv", "--model", "regression.stan", "--data", "new.json", "--output", "new.csv", "--force")
        before, after = ([list(map(float, line.split(","))) for line in (self.folder / name).read_text().splitlines()
                          if line[0] in "0-"] for name in ("fitted.csv", "new.csv"))
        self.assertEqual(len(after), len(before))
        for old, new in zip(before[1:], after[1:]):  # a, b, ls, sigma, y_next, cases are the last
            self.assertEqual(old[-6:-3], new[-6:-3])
            self.assertAlmostEqual(old[-3], new[-3], places=12)
            level, cases = 1, 0
            for day in (1, 2, 3):
                level = 0.99 * level + 0.01 * (1 + math.sin(level + day * new[-5]))
                cases += level
            self.assertAlmostEqual(new[-1], cases, places=12)

    def test_diagnosis(self):
        (self.folder / "more.json").write_text(json.dumps({"N": 6, "x": X, "y": Y, "prior_only": 0, "days": 0, "yy": 1}))
        seen = json.loads(self.g2t("diagnose-model", "regression.stan", "--data", "more.json", "--json").stdout)
        self.assertEqual((seen["dimension"], seen["names"], seen["thread_safe"]), (3, ["a", "b", "ls"], True))
        self.assertEqual((seen["unused_data"], seen["missing_data"]), (["yy"], []))
        self.assertTrue(all(point["gradient_passed"] for point in seen["points"]))
        self.assertGreater(seen["gradient_seconds"], 0)

    def test_faults(self):
        (self.folder / "wrong.stan").write_text(PROGRAM.replace("real b;", "real b"))
        done = self.g2t("fit", "wrong.stan", "--data", "data.json", status=1)
        self.assertRegex(done.stderr, r"wrong\.stan:14:\d+: is no valid Stan program")
        self.assertIn("Syntax error in 'wrong.stan', line 14", done.stderr)
        (self.folder / "less.json").write_text(json.dumps({"N": 6, "x": X, "prior_only": 0, "days": 0}))
        done = self.g2t("fit", "regression.stan", "--data", "less.json", status=1)
        self.assertIn("is `y` in the data?", done.stderr)
        (self.folder / "text.json").write_text(json.dumps({"N": 6.5, "x": X, "y": Y, "prior_only": 0, "days": 0}))
        done = self.g2t("fit", "regression.stan", "--data", "text.json", status=1)
        self.assertIn("whole numbers are needed for `N`", done.stderr)


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--check"], capture_output=True).returncode or not shutil.which("g++"):
        print("skipped: no Stan toolchain; tools/install-stan installs one")
        sys.exit(77)
    unittest.main()
