"""Programs in the syntax that Stan had before 2.33: the same densities as their twins in the present one, and messages that
name the user's own lines. By the interpreter, and one of them compiled (about a minute where the cache has not got it)."""

import json
import pathlib
import re
import subprocess
import sys
import unittest

from program import ProgramTest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"

# An old program, its twin, data, and the number of parameters.
TWINS = {
    "arrays of matrices, nested loops": (
        "data { int G; int n[G]; matrix[2, 2] M[G]; }\nparameters { vector[2] b[G]; }\n"
        "model { for (g in 1:G) { for (i in 1:n[g]) b[g] ~ normal(M[g] * b[g] + i, 2); } }",
        "data { int G; array[G] int n; array[G] matrix[2, 2] M; }\nparameters { array[G] vector[2] b; }\n"
        "model { for (g in 1:G) { for (i in 1:n[g]) b[g] ~ normal(M[g] * b[g] + i, 2); } }",
        {"G": 2, "n": [1, 3], "M": [[[0.1, 0.2], [0.3, 0.4]], [[0, 1], [0.5, 0]]]}, 4),
    "transformed data": (
        "data { int N; }\ntransformed data { real x[N]; int k[2] = {3, 1}; for (i in 1:N) x[i] <- k[1] * i; }\n"
        "parameters { real m; } model { x ~ normal(m, k[2] + 1); }",
        "data { int N; }\ntransformed data { array[N] real x; array[2] int k = {3, 1}; for (i in 1:N) x[i] = k[1] * i; }\n"
        "parameters { real m; } model { x ~ normal(m, k[2] + 1); }", {"N": 3}, 1),
    "right-hand side of an equation": (
        "functions {\n  real[] slope(real t, real[] y, real[] theta, real[] x, int[] k) {\n    real d[2];\n"
        "    d[1] <- y[2];\n    d[2] <- -y[1] - theta[1] * y[2];\n    return d;\n  }\n}\n"
        "data { real t[3]; real y0[2]; real y[3]; real top; }\ntransformed data { real x[0]; int k[0]; }\n"
        "parameters { real<lower=0, upper=top> theta[1]; }\nmodel {\n  real y_hat[3, 2];\n"
        "  y_hat <- integrate_ode_rk45(slope, y0, 0.0, t, theta, x, k);\n  y ~ normal(y_hat[, 1], 0.5);  # data\n}",
        "functions {\n  array[] real slope(real t, array[] real y, array[] real theta, array[] real x, array[] int k) {\n"
        "    array[2] real d;\n    d[1] = y[2];\n    d[2] = -y[1] - theta[1] * y[2];\n    return d;\n  }\n}\n"
        "data { array[3] real t; array[2] real y0; array[3] real y; real top; }\n"
        "transformed data { array[0] real x; array[0] int k; }\nparameters { array[1] real<lower=0, upper=top> theta; }\nmodel {\n"
        "  array[3, 2] real y_hat;\n  y_hat = integrate_ode_rk45(slope, y0, 0.0, t, theta, x, k);\n"
        "  y ~ normal(y_hat[, 1], 0.5);\n}", {"t": [1, 2, 3], "y0": [1, 0], "y": [0.5, -0.3, -0.8], "top": 4}, 1),
    "bounds, offsets, constrained types": (
        "data { real low[2]; }\nparameters { real<lower=low[1], upper=(low[1] > low[2] ? 9 : 5)> a[3];\n"
        "  vector<offset=1, multiplier=2>[2] z[2]; ordered[2] c[2]; cholesky_factor_corr[2] L[2]; simplex[3] p[2]; }\n"
        "model { a ~ normal(0, 1); for (i in 1:2) { z[i] ~ normal(1, 2); c[i] ~ normal(0, 1);\n"
        "  L[i] ~ lkj_corr_cholesky(2); p[i] ~ dirichlet(rep_vector(2, 3)); } }",
        "data { array[2] real low; }\nparameters { array[3] real<lower=low[1], upper=(low[1] > low[2] ? 9 : 5)> a;\n"
        "  array[2] vector<offset=1, multiplier=2>[2] z; array[2] ordered[2] c; array[2] cholesky_factor_corr[2] L;\n"
        "  array[2] simplex[3] p; }\nmodel { a ~ normal(0, 1); for (i in 1:2) { z[i] ~ normal(1, 2); c[i] ~ normal(0, 1);\n"
        "  L[i] ~ lkj_corr_cholesky(2); p[i] ~ dirichlet(rep_vector(2, 3)); } }", {"low": [1, 2]}, 17),
    "functions that have gone": (
        "functions { real tent_log(real y, real w) { return -fabs(y) * w; } }\nparameters { real m; real array_of_m; real x; }\n"
        "model {\n  m ~ tent(2);\n  increment_log_prob(normal_log(array_of_m, m, 1) + if_else(m > 0, multiply_log(2, exp(x)), 0));\n"
        "  increment_log_prob(tent_log(x, 1) + log(normal_cdf(x, 0, 1)) + normal_ccdf_log(m, 0, 1));\n"
        "  increment_log_prob(binomial_coefficient_log(5, 2) * m + sum(cov_exp_quad({0.5, x}, 1.0, 2.0)));\n}",
        "functions { real tent_lpdf(real y, real w) { return -abs(y) * w; } }\nparameters { real m; real array_of_m; real x; }\n"
        "model {\n  m ~ tent(2);\n  target += normal_lpdf(array_of_m | m, 1) + (m > 0 ? lmultiply(2, exp(x)) : 0);\n"
        "  target += tent_lpdf(x | 1) + log(normal_cdf(x | 0, 1)) + normal_lccdf(m | 0, 1);\n"
        "  target += lchoose(5, 2) * m + sum(gp_exp_quad_cov({0.5, x}, 1.0, 2.0));\n}", {}, 3),
}
STAY = "which is read as the present one; the file stays as it is"


class OldSyntax(ProgramTest):
    backend = "stanli"

    def evaluate(self, program, data, count, status=0):
        self.write("m.stan", program)
        self.write("d.json", json.dumps(data))
        points = [[0.3 * ((k * (j + 2)) % 5) - 0.6 for k in range(count)] for j in range(3)]
        self.write("at.json", json.dumps({"points": points}))
        done = self.run_g2t("evaluate", "m.stan", "--data", "d.json", "--at", "at.json", "--stan-backend", self.backend, status=status)
        self.assertEqual(self.read("m.stan"), program)
        return done

    def test_twins_are_one_model(self):
        for name, (old, present, data, count) in TWINS.items():
            with self.subTest(name):
                first, second = self.evaluate(old, data, count), self.evaluate(present, data, count)
                self.assertEqual(len(re.findall("log density -?[0-9.]+$", first.stdout, re.M)), 3, first.stdout)
                self.assertEqual(first.stdout, second.stdout)
                self.assertEqual(first.stderr.count(STAY), 1, first.stderr)
                self.assertNotIn("old Stan syntax", second.stderr)

    def test_errors_have_the_users_places(self):
        program = "data {\n  int N;\n  real y[N];  # rows\n}\nparameters { real m[2]; }\nmodel {\n  real z[N]; y ~ normall(m[1], 1);\n}\n"
        done = self.evaluate(program, {"N": 0, "y": []}, 2, status=1)
        self.assertIn("m.stan:7:17: is no", done.stderr)
        self.assertIn("Semantic error in 'm.stan', line 7, column 17 to column 24", done.stderr)
        self.assertIn("     7:    real z[N]; y ~ normall(m[1], 1);\n" + " " * (9 + 17) + "^\n", done.stderr)
        self.assertNotIn("array[", done.stderr)

    def test_included_files(self):
        (self.folder / "shared").mkdir()
        self.write("shared/f.stan", "real[] twice(real[] x) {\n  real y[size(x)]; for (i in 1:size(x)) y[i] <- 2 * x[i];\n  return y; }\n")
        program = "functions {\n#include f.stan\n}\nparameters { real a[2]; } model { twice(a) ~ normal(0, 1); }"
        self.write("m.stan", program)
        self.write("at.json", '{"points": [[0.5, 1]]}')
        run = ["evaluate", "m.stan", "--at", "at.json", "--stan-backend", self.backend, "--include-paths", "shared"]
        self.assertIn("log density -2.5", self.run_g2t(*run).stdout) if self.backend == "stanli" else self.run_g2t(*run)
        self.write("shared/f.stan", self.read("shared/f.stan").replace("return y;", "real u[3]; return q;"))
        self.assertRegex(self.run_g2t(*run, status=1).stderr, r"f\.stan', line 3, column 20(.|\n)*included from\n'm.stan', line 2, column 0")

    def test_data_are_compared_with_old_declarations(self):
        if self.backend != "stanli":
            return
        program = "data { int N; matrix[2, 3] x[N]; } parameters { real m; } model { m ~ normal(x[1, 1, 1], 1); }"
        done = self.evaluate(program, {"N": 1, "x": [[[1, 2], [3, 4], [5, 6]]]}, 1, status=1)
        self.assertRegex(done.stderr, r"d\.json: the model refuses the data: .*dims declared=\(1,2,3\); dims found=\(1,3,2\)")

    def test_diagnose_model(self):
        self.write("m.stan", "data { int N; real y[N]; } parameters { real m; } model { y ~ normal(m, 1); }")
        self.write("d.json", '{"N": 1, "y": [2], "z": 3}')
        self.assertIn("1 unconstrained: m", self.run_g2t("diagnose-model", "m.stan", "--data", "d.json", "--stan-backend", self.backend).stdout)


class Bounds(OldSyntax):
    """Bounds that leave a parameter no room are refused by name."""

    test_twins_are_one_model = test_errors_have_the_users_places = test_included_files = None
    test_data_are_compared_with_old_declarations = test_diagnose_model = None
    PROGRAM = ("data { real a; real b; real c; }\nparameters { real z; real<lower=0, upper=c> f; vector<lower=a, upper=b>[2] v; }\n"
               "model { z ~ normal(v[1], 1); }")

    def test_no_room(self):
        self.assertIn("Point 1: log density", self.evaluate(self.PROGRAM, {"a": 0, "b": 1, "c": 2}, 4).stdout)
        for data, name, bounds in (({"a": 1, "b": 1, "c": 2}, "v", "lower one is 1, the upper one 1"),
                                   ({"a": 3, "b": 0.5, "c": 2}, "v", "lower one is 3, the upper one 0.5"),
                                   ({"a": 0, "b": 1, "c": 0}, "f", "lower one is 0, the upper one 0")):
            done = self.evaluate(self.PROGRAM, data, 4, status=1)
            self.assertRegex(done.stderr, rf"^g2t evaluate: m\.stan: the bounds of `{name}(\.1)?` leave it no room: the {bounds} "
                                          r"\(data from d\.json\)\n$")

    def test_bounds_by_parameters_may_leave_room(self):
        program = "parameters { real m; real<lower=0, upper=m> x; } model { m ~ normal(3, 1); }"
        self.write("m.stan", program)
        self.write("at.json", '{"points": [[1, 0]]}')
        self.run_g2t("evaluate", "m.stan", "--at", "at.json", "--stan-backend", self.backend)


class Compiled(OldSyntax):
    """The program of the equation: the same as its twin, from the same library, whose messages have the user's places."""

    backend = "compiled"
    test_twins_are_one_model = test_included_files = test_data_are_compared_with_old_declarations = test_diagnose_model = None

    def test_a_library_for_both(self):
        old, present, data, count = TWINS["right-hand side of an equation"]
        first = self.evaluate(old, data, count)
        second = self.evaluate(present, data, count)
        self.assertEqual(first.stdout, second.stdout)
        self.assertIn(STAY, first.stderr)
        self.assertNotIn("compiled m.stan in", second.stderr)
        done = self.evaluate(old, dict(data, y0=[1]), count, status=1)
        self.assertRegex(done.stderr, r"variable name=y0.*\(in 'm\.stan', line 9, column 18 to column 29\)")

    def test_no_room(self):
        old, _, data, count = TWINS["right-hand side of an equation"]
        for top in (0, -1):
            done = self.evaluate(old, dict(data, top=top), count, status=1)
            self.assertIn(f"m.stan: the bounds of `theta` leave it no room: the lower one is 0, the upper one {top} (data", done.stderr)

    def test_compile(self):
        old, _, data, count = TWINS["right-hand side of an equation"]
        self.evaluate(old, data, count)
        done = self.run_g2t("compile", "m.stan", "-o", "m.so")
        self.assertIn(STAY, done.stderr)
        done = self.run_g2t("evaluate", "m.so", "--data", self.write("bad.json", json.dumps(dict(data, y0=[1]))), "--at", "at.json", status=1)
        self.assertRegex(done.stderr, r"variable name=y0.*\(in 'm\.stan', line 9, column 18 to column 29\)")


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    if subprocess.run([TOOLS / "install-stan", "--check"], capture_output=True).returncode != 0:
        print("without the compiled model: no toolchain is installed (tools/install-stan)")
        del Compiled
    unittest.main()
