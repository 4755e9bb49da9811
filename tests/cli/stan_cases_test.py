"""Stan programs that other software has stumbled over: the right answer, or one clear message, and never a crash.

The interpreter runs them, or a library written by hand plays their part. Numbers come from quadrature or formulas.
"""

import csv
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time
import unittest

from program import G2T, ProgramTest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
FAKE_BRIDGES = os.environ["G2T_FAKE_BRIDGES"]  # libraries of tests/models/fake_bridge.cpp

LINE = """data { int N; vector[N] x; vector[N] y; } parameters { real a; real b; real ls; }
model { target += normal_lpdf([a, b] | 0, 100) + normal_lpdf(ls | 0, 2) + normal_lpdf(y | a + b * x, exp(ls)); }"""
LINE_DATA = {"N": 6, "x": [41, 43, 44.5, 47, 48, 50.5], "y": [61.2, 54.9, 51.3, 43.0, 40.6, 32.1]}
HALF = "parameters { real x; } model { target += log(x) - x; }"
REJECTS = 'parameters { real x; } model { if (x < 0) reject("x is negative: ", x); target += log(x) - x; }'
CAUCHY = "parameters { real x; } model { target += cauchy_lpdf(x | 0, 1); }"
STIFF = "parameters { real a; real b; } model { target += normal_lpdf(a | 5, 0.01) + normal_lpdf(b | -3, 100); }"
ALWAYS = "parameters { real x; } model { if (x < 3) target += negative_infinity(); target += normal_lpdf(x | 8, 0.5); }"
FAR = """parameters { real a; real b; real c; }
model { target += normal_lpdf(a | 1e6, 1) + normal_lpdf(b | -123456789.125, 0.001) + normal_lpdf(c | 0, 1e-9); }"""
PLAIN = ["--coordinates", "plain", "--iterations", 20000]


class StanTest(ProgramTest):
    def stan(self, program, *arguments, data=None, status=0, subcommand="fit"):
        """On the cost table's clock: repeatable to the byte. Status None: any."""
        self.write("model.stan", program)
        if data is not None:
            arguments = ["--data", self.write("data.json", json.dumps(data)), *arguments]
        costs = ["--costs", "costs.json"] if subcommand == "fit" else []
        command = [subcommand, "model.stan", "--stan-backend", "stanli", *costs, *arguments]
        if status is not None:
            return self.run_g2t(*command, status=status)
        return subprocess.run([G2T, *map(str, command)], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def fit(self, program, *arguments, status=0, **options):
        """Its talk and table, and its summary."""
        arguments = ["--answer", "gaussian", "--tolerance", 0.02, "--details", "--output", "run", "--force", *arguments]
        done = self.stan(program, *arguments, status=status, **options)
        summary = self.read_json("run.summary.json")
        self.assertEqual((status == 0), summary["status"] in ("converged", "budget_spent"))
        rows = [row.split(",", 2)[2] for row in self.read("run.csv").splitlines() if row[:2] == "0,"] if status == 0 else []
        self.assertNotRegex("\n".join([done.stdout, *rows]), r"(?i)\bnan\b")  # densities may not have been needed
        return done, summary

    def bridge(self, name, *arguments, says="", status=0):
        """The same by a library; what its data say decides what goes wrong."""
        self.write("says.json", json.dumps({"says": says}))
        done = self.run_g2t("fit", f"{FAKE_BRIDGES}/fake_bridge_{name}.so", "--data", "says.json", "--output", "run",
                            "--force", "--costs", "costs.json", *arguments, status=status)
        return done, self.read_json("run.summary.json")

    def assert_gaussian(self, summary, means, sds, elbo):
        self.assertEqual(len(summary["approximation"]["parameters"]), len(means))
        for found, mean, sd in zip(summary["approximation"]["parameters"], means, sds):
            self.assertLessEqual(abs(found["mean"] - mean), 0.05 * sd, found)
            self.assertLessEqual(abs(found["sd"] / sd - 1), 0.05, found)
        self.assertLessEqual(abs(summary["elbo"] - elbo), 0.05)

    def correlation(self):
        row = self.read_json("run.q.json")["cholesky"][1]
        return row[0] / math.hypot(*row)

    def table(self):
        return [row for row in csv.reader(self.read("run.csv").splitlines()) if row and not row[0].startswith("#")]


class Data(StanTest):
    def test_faults_in_data_are_one_line(self):
        program = "data { int J; vector[J] y; } parameters { real m; } model { target += normal_lpdf(y | m, 1); }"
        self.write("model.stan", program)
        for text, reason in (('{"J": 2, "y": [1, NaN]}', "NaN and Infinity have no place in JSON"),
                             ("", "every variable that the program declares")):
            self.write("faulty.json", text)
            done = self.run_g2t("fit", "model.stan", "--stan-backend", "stanli", "--data", "faulty.json", "--output", "run",
                                status=1)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn("faulty.json", done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertLess(len(done.stderr), 300)
            self.assertEqual([name for name in self.files() if name.startswith("run")], [])

    def test_data_bring_no_program_and_no_depth(self):
        self.assertIn("has the key __stanli", self.stan(LINE, data=dict(LINE_DATA, __stanli={"mir": "other"}), status=1).stderr)
        self.write("deep.json", '{"N": ' + "[" * 200000 + "]" * 200000 + "}")
        for backend in ("stanli", "compiled"):
            done = self.run_g2t("fit", "model.stan", "--data", "deep.json", "--stan-backend", backend, status=None)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, "more than 100 lists and objects|no Stan toolchain")

    def test_no_rows_leave_the_prior(self):
        program = """data { int<lower=0> N; matrix[N, 2] X; array[N] int<lower=0, upper=1> y; }
            parameters { vector[2] w; } model { target += normal_lpdf(w | 0, 1) + bernoulli_logit_lpmf(y | X * w); }"""
        done = self.stan(program, "--output", "run", data={"N": 0, "X": [], "y": []}, status=None)
        if done.returncode == 0:
            self.assert_gaussian(self.read_json("run.summary.json"), [0, 0], [1, 1], 0)
        else:  # the interpreter may not take them, and then says what does
            self.assertRegex(done.stderr, r"data\.json.*(no observations|--stan-backend compiled)")

    def test_no_data_at_all(self):
        program = "parameters { real x; } model { target += normal_lpdf(x | 3, 0.5); }"
        for data in (None, {}):
            self.assert_gaussian(self.fit(program, data=data)[1], [3], [0.5], 0)
        done = self.stan(program, data=[], status=1)
        self.assertRegex(done.stderr, r"data\.json: .*object is expected")

    def test_no_parameters(self):
        for program in ("model { target += -1.5; }", "parameters { simplex[1] t; } model { target += -1.5; }"):
            done = self.stan(program, "--output", "none", status=1)
            self.assertRegex(done.stderr, r"model\.stan: .*has no parameters")
            self.assertEqual(self.files(), ["costs.json", "model.stan"])

    def test_nothing_is_written_beside_the_program(self):
        if subprocess.run([TOOLS / "install-stan", "--check"], capture_output=True).returncode != 0:
            self.skipTest("no Stan toolchain is installed")
        self.write("model.stan", "parameters { real x; } model { x ~ normal(0, 1); }")
        self.write("model.hpp", "// the user's own\n")
        self.run_g2t("fit", "model.stan", status=1, env={**os.environ, "CXX": "false"})  # no compiler: only translated
        self.assertEqual(self.read("model.hpp"), "// the user's own\n")


class Families(StanTest):
    def test_correlation_that_mean_field_hides(self):
        program = """parameters { vector[2] x; }
            model { target += multi_normal_lpdf(x | [2, -1]', [[1, 2.94], [2.94, 9]]); }"""
        full = self.fit(program, "--family", "full-rank")[1]
        self.assert_gaussian(full, [2, -1], [1, 3], 0)
        self.assertAlmostEqual(self.correlation(), 0.98, delta=0.002)
        done, narrow = self.fit(program, "--family", "mean-field", status=3)
        self.assert_gaussian(narrow, [2, -1], [0.198997, 0.596992], -1.614463)
        self.assertRegex(done.stdout, "Warning: .*sds are conditional ones")
        self.assertAlmostEqual(full["elbo"] - narrow["elbo"], 1.6145, delta=0.05)

    def test_regression_far_from_its_origin_mean_field(self):
        summary = self.fit(LINE, "--family", "mean-field", data=LINE_DATA, status=3)[1]
        self.assert_gaussian(summary, [185.6293, -3.0317, -0.6235], [0.2013, 0.0044, 0.2894], -23.1505)

    def test_regression_far_from_its_origin_full_rank(self):
        for seed in range(1, 6):
            full = self.fit(LINE, "--family", "full-rank", "--seed", seed, data=LINE_DATA, status=3)[1]  # no Gaussian
            self.assert_gaussian(full, [185.5773, -3.0305, -0.6234], [2.8936, 0.0632, 0.2896], -20.4848)
            self.assertAlmostEqual(self.correlation(), -0.9976, delta=0.0005)

    def test_heavy_tails_are_told(self):
        for start in (0.3, 0, 2):
            self.write("init.json", json.dumps({"x": start}))
            done, summary = self.fit(CAUCHY, "--init", "init.json", status=3)
            self.assert_gaussian(summary, [0], [1.633978], -0.182758)
            self.assertRegex(done.stdout, "NOT TO BE TRUSTED(.*\n)*Warning: Pareto k .* tails")
        for seed in range(1, 9):  # the weights' tail is heavy, whatever the draws
            done = self.stan(CAUCHY, "--seed", seed, "--answer", "gaussian", "--tolerance", 0.02, "--json", status=3)
            self.assertGreater(json.loads(done.stdout)["khat"], 0.7)

    def test_scales_that_are_far_apart(self):
        for family in ("mean-field", "full-rank"):
            self.assert_gaussian(self.fit(STIFF, "--family", family)[1], [5, -3], [0.01, 100], 0)

    def test_a_step_ten_times_too_large(self):
        raced = json.loads(self.stan(STIFF, *PLAIN, "--json").stdout)["diagnostics"]["step_size"]
        for factor in (10, 1e5):
            done = self.stan(STIFF, *PLAIN, "--step-size", factor * raced, "--json", "--output", "run", "--force",
                             status=0 if factor == 10 else 3)
            summary = json.loads(done.stdout)
            self.assertIn(summary["status"], ("budget_spent", "not_converged"))
            self.assertTrue(all(0 < parameter["sd"] < math.inf for parameter in summary["parameters"]))
            for row in csv.DictReader(self.read("run.trace.csv").splitlines()):  # the best one seen, not the last
                noise = 4 * math.hypot(float(row["elbo_se"]), summary["elbo_se"])
                self.assertGreater(summary["elbo"], float(row["elbo"]) - noise, row)


class Failures(StanTest):
    def test_half_of_the_space_has_no_density(self):
        ends = []
        for message, program in (("not a number", HALF), ("x is negative", REJECTS)):
            done, summary = self.fit(program, status=3)
            self.assertIn("do not use this result", done.stdout)
            self.assertRegex(done.stdout, rf"Warning: [0-9,]+ of [0-9,]+ draws had .*{message}")
            ends.append((summary["status"], summary["elbo"], summary["diagnostics"]["failed_draws"]))
        self.assertEqual(*ends)

    def test_only_the_models_own_failures_are_counted(self):
        for program in (HALF, REJECTS, CAUCHY):
            done, summary = self.fit(program, status=3)
            self.assertNotIn("not available", json.dumps(summary["diagnostics"]["failures"]) + done.stdout)
        self.write("at.json", '{"points": [[2]]}')
        answer = self.stan(CAUCHY, "--at", "at.json", "--json", subcommand="evaluate")
        self.assertAlmostEqual(json.loads(answer.stdout)["points"][0]["hessian_diagonal"][0], 6 / 25, places=5)

    def test_minus_infinity_at_zero(self):
        program = "parameters { real x; } model { target += log(square(x)) - 0.5 * square(x - 4); }"
        self.write("init.json", '{"x": 4}')
        for start in ([], ["--init", "init.json"]):
            self.assert_gaussian(self.fit(program, *start)[1], [4.470979], [0.945655], 3.751877)

    def test_minus_infinity_around_zero(self):
        done = self.stan(ALWAYS, status=1)
        self.assertRegex(done.stderr, "--init = 'zero and [0-9]+ points within radius 2': .*-inf.*--init")
        self.write("init.json", '{"x": 8}')
        self.assert_gaussian(self.fit(ALWAYS, "--init", "init.json")[1], [8], [0.5], 0)
        self.write("init.json", '{"x": 1}')
        self.assertRegex(self.stan(ALWAYS, "--init", "init.json", status=1).stderr, r"\(1\) it is -inf")

    def test_a_model_that_always_throws(self):
        begin = time.monotonic()
        program = 'parameters { real x; } model { reject("sizes differ: 2 and 3"); x ~ normal(0, 1); }'
        done = self.stan(program, "--output", "run", status=1)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertIn("sizes differ: 2 and 3", done.stderr)
        self.assertEqual(self.files(), ["costs.json", "model.stan"])

    def test_generated_quantities_that_cannot_be_drawn(self):
        done, summary = self.bridge("full", says="no draws")
        self.assertEqual(summary["diagnostics"]["failures"][0]["what"], "nothing can be drawn")
        self.assertRegex(done.stdout, "Warning: .*nothing can be drawn")  # or NaN in the draws would be silent

    def test_errors_and_minus_infinity_are_told_apart(self):
        for says, message in (("reject", "z is negative"), ("log zero", "minus infinity"), ("nan", "not a number")):
            done, summary = self.bridge("full", "--answer", "gaussian", says=says, status=3)
            self.assertEqual([message in failure["what"] for failure in summary["diagnostics"]["failures"]], [True])
            self.assertIn(message, done.stdout)


class Output(StanTest):
    def test_one_of_two_modes_whatever_the_seed(self):
        program = """parameters { real x; }
            model { target += log_mix(0.7, normal_lpdf(x | -4, 0.5), normal_lpdf(x | 4, 0.5)); }"""
        for seed in range(1, 11):
            done = self.stan(program, "--seed", seed, "--answer", "gaussian", "--tolerance", 0.02, "--json", status=None)
            summary = json.loads(done.stdout)
            best = max(start["elbo"] for start in summary["starts"])
            mean, elbo = (-4, math.log(0.7)) if best > -0.8 else (4, math.log(0.3))
            self.assert_gaussian(summary, [mean], [0.5], elbo)
            saw_both = len({start["mode"] for start in summary["starts"]}) > 1
            self.assertEqual((done.returncode, summary["status"]), (3, "not_trusted") if saw_both else (0, "converged"))
            self.assertEqual("different modes" in done.stdout, saw_both)

    def test_constants_and_sign(self):
        dropped = 3 * (0.5 * math.log(2 * math.pi) + math.log(0.01))
        for statement, elbo in (("x ~ normal(3, 0.01)", dropped), ("target += normal_lpdf(x | 3, 0.01)", 0),
                                ("target += normal_lpdf(x | 3, 0.01) + 50", 50)):
            done, summary = self.fit(f"parameters {{ vector[3] x; }} model {{ {statement}; }}")
            self.assert_gaussian(summary, [3] * 3, [0.01] * 3, elbo)
            self.assertEqual(summary["warnings"], [])
            self.assertAlmostEqual(float(re.search(r"ELBO +(\S+)", done.stdout)[1]), elbo, delta=0.05)
            self.assertIn("without the constants of ~ statements", done.stderr)
        self.assertIn("with all constants", self.bridge("full")[0].stderr)

    def test_digits(self):
        self.write("init.json", '{"a": 1000000, "b": -123456789.125, "c": 0}')
        done, summary = self.fit(FAR, "--init", "init.json")
        self.assert_gaussian(summary, [1e6, -123456789.125, 0], [1, 0.001, 1e-9], 0)
        names, middle, *draws = self.table()
        columns = dict(zip(names, zip(*[map(float, row) for row in draws])))
        self.assertGreaterEqual(len(set(columns["a"])), 1980)
        self.assertNotIn(0.0, columns["c"])
        for name, sd in (("a", 1), ("b", 0.001), ("c", 1e-9)):
            self.assertLess(abs(statistics.stdev(columns[name]) / sd - 1), 0.1, name)
        self.assertEqual([float(text) for text in middle[3:]], [value["mean"] for value in summary["constrained"]])
        # Numbers read back are those in memory: they have the same log densities, to the last bit.
        self.write("at.json", json.dumps({"points": [list(map(float, row[3:])) for row in draws[:100]]}))
        again = json.loads(self.stan(FAR, "--at", "at.json", "--json", subcommand="evaluate").stdout)
        self.assertEqual([point["log_density"] for point in again["points"]], list(columns["log_p__"][:100]))
        shown = re.search(r"^ +b +(\S+)", done.stdout, re.MULTILINE)[1]  # for people too
        self.assertLess(abs(float(shown) + 123456789.125), 0.5 * 0.001, f"b is shown as {shown}")

    def test_both_scales(self):
        done, summary = self.fit("""parameters { real<lower=0> sigma; real<lower=0, upper=1> p; } model {
            target += lognormal_lpdf(sigma | -1.2, 0.5) + normal_lpdf(logit(p) | 0.8, 1) - log(p) - log1m(p); }""")
        self.assert_gaussian(summary, [-1.2, 0.8], [0.5, 1], 0)
        sigma, p = summary["constrained"]
        self.assertAlmostEqual(sigma["mean"], 0.341298, delta=0.05 * 0.181891)
        self.assertAlmostEqual(p["mean"], 0.660143, delta=0.05 * 0.18)
        self.assertAlmostEqual(sigma["sd"], 0.181891, delta=0.05 * 0.181891)
        self.assertIn("unconstrained", self.run_g2t("draw", "run.q.json", "-n", 2).stdout)  # without the model
        names, _, *draws = self.table()
        self.assertEqual((names[3:], sigma["name"], p["name"], p["kind"]), (["sigma", "p"], "sigma", "p", "parameter"))
        self.assertTrue(all(float(row[3]) > 0 and 0 < float(row[4]) < 1 for row in draws))
        self.assertRegex(done.stdout, r"ESS\n +sigma +0\.3(.*\n)*.*unconstrained scale\n.*\n +sigma +-1\.2")

    def test_results_do_not_depend_on_threads(self):
        for fit in (lambda *given: self.fit(LINE, *given, data=LINE_DATA, status=3), lambda *given: self.bridge("full", *given)):
            files = set()
            for threads in (1, 2, 4):
                fit("--threads", threads)
                files.add(str([self.read("run." + name) for name in ("csv", "q.json", "trace.csv", "selection.json")]))
            self.assertEqual(len(files), 1)

    def test_a_library_without_threads_has_one(self):
        files = set()
        for _ in range(20):
            done, _ = self.bridge("threadless", "--threads", 4)
            self.assertRegex(done.stderr, "evaluated by one thread, .*without STAN_THREADS")
            files.add(self.read("run.csv"))
        self.assertEqual(len(files), 1)

    def test_gradients_can_be_checked(self):
        self.write("at.json", json.dumps({"points": [[180, -3, 0.3]]}))
        done = self.stan(LINE, "--at", "at.json", "--check-gradient", data=LINE_DATA, subcommand="evaluate")
        self.assertIn("gradient ok", done.stdout)
        self.write("at.json", '{"points": [[0.3, -3]]}')
        arguments = ["--data", self.write("says.json", '"wrong gradient"'), "--at", "at.json", "--check-gradient"]
        done = self.run_g2t("evaluate", f"{FAKE_BRIDGES}/fake_bridge_full.so", *arguments, status=1)
        self.assertRegex(done.stdout, "GRADIENT WRONG: .*theta.* the model says 0")


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    unittest.main()
