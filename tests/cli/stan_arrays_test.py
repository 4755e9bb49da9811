"""Arrays of vectors and matrices: each value under its own name on both scales, and data and starts of their own shape.

By the interpreter, and by a compiled program (about a minute where the cache has not got it) where a toolchain is installed.
"""

import json
import pathlib
import subprocess
import sys
import unittest

from program import ProgramTest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"

# The mean of each entry is its indices in digits.
ARRAYS = """parameters {
  array[2] vector[3] av; matrix[2, 3] m; array[2] matrix[2, 3] am; array[2, 3] vector[2] aav; array[3, 2] real ar;
  array[2] ordered[2] o; array[2] vector<lower=0>[2] positive; array[2] simplex[3] s; array[2] cholesky_factor_corr[3] L;
}
model {
  for (i in 1:2) for (j in 1:3) {
    target += normal_lpdf(av[i, j] | 10 * i + j, 0.1) + normal_lpdf(m[i, j] | 10 * i + j, 0.1)
              + normal_lpdf(ar[j, i] | 10 * j + i, 0.1);
    for (k in 1:2)
      target += normal_lpdf(am[k, i, j] | 100 * k + 10 * i + j, 0.1) + normal_lpdf(aav[k, j, i] | 100 * k + 10 * j + i, 0.1);
  }
  for (i in 1:2) for (j in 1:2)
    target += normal_lpdf(o[i, j] | 10 * i + j, 0.1) + lognormal_lpdf(positive[i, j] | 10 * i + j, 0.1);
  for (i in 1:2) target += dirichlet_lpdf(s[i] | rep_vector(4, 3)) + lkj_corr_cholesky_lpdf(L[i] | 2);
}
"""
SIZED = """functions { int twice(int n) { return 2 * n; } }
data {
  int<lower=0> N; // rows ; of
  matrix<lower=(0 < 1 ? -100 : 0)>[N, 2] X, Y;
  array[N, twice(N) - 1] vector[2] z;
  cov_matrix[2] S;
#include more.stan
}
transformed data { real sum_of = sum(X); }
parameters { matrix[2, 3] m; real<lower=0> s; array[2] vector[1] v; }
model { target += normal_lpdf(to_vector(m) | mean(w), 1) + normal_lpdf(s | 0, 1) + normal_lpdf(v[1] | 0, 1) + normal_lpdf(v[2] | 0, 1); }
"""
MORE = "row_vector[N] w;\narray[0] real none;\n"
DATA = {"N": 2, "X": [[1, 2], [3, 4]], "Y": [[5, 6], [7, 8]], "z": [[[1, 2]] * 3] * 2, "S": [[1, 0], [0, 1]], "w": [1, 2],
        "none": []}
START = {"m": [[1, 2, 3], [4, 5, 6]], "s": 1, "v": [[1], [2]]}
STANLI = ["--stan-backend", "stanli"]




class Arrays(ProgramTest):
    def assert_names(self, backend):
        """The gradient at 0 tells which entry a coordinate is of: a mean of 12 pulls with 1,200."""
        self.write("arrays.stan", ARRAYS)
        self.write("points.json", json.dumps({"points": [[0] * (6 + 6 + 12 + 12 + 6 + 4 + 4 + 4 + 6)]}))
        arguments = ["arrays.stan", *backend, "--json"]
        out = json.loads(self.run_g2t("evaluate", *arguments, "--at", "points.json").stdout)
        checked = 0
        for name, pull in zip(out["names"], out["points"][0]["gradient"]):
            variable, *indices = name.split(".")
            if variable in ("av", "m", "am", "aav", "ar", "positive"):
                self.assertAlmostEqual(pull / 100, int("".join(indices)), places=6, msg=name)
                checked += 1
        self.assertEqual(checked, 6 + 6 + 12 + 12 + 6 + 4)
        for variable, sizes in (("o", "2 2"), ("s", "2 2"), ("L", "2 3")):  # of vectors, whose coordinates follow one another
            rows, columns = map(int, sizes.split())
            self.assertEqual([name for name in out["names"] if name.startswith(variable + ".")],
                             [f"{variable}.{i + 1}.{j + 1}" for i in range(rows) for j in range(columns)])

    def test_names(self):
        self.assert_names(STANLI)

    def test_names_of_a_compiled_program(self):
        if subprocess.run([TOOLS / "install-stan", "--check"], capture_output=True).returncode != 0:
            self.skipTest("no Stan toolchain is installed")
        self.assert_names([])

    def test_a_q_with_the_names_of_before_is_refused(self):
        self.write("av.stan", "parameters { array[2] vector[2] av; } model { for (i in 1:2) av[i] ~ normal(10 * i, 1); }")
        self.run_g2t("fit", "av.stan", *STANLI, "--output", "run", "--costs", "costs.json")
        q = self.read_json("run.q.json")
        self.assertEqual(q["names"], ["av.1.1", "av.1.2", "av.2.1", "av.2.2"])
        for place, mean in enumerate([10, 10, 20, 20]):
            self.assertAlmostEqual(q["mean"][place], mean, delta=0.1)
        q["names"][1:3] = q["names"][2:0:-1]
        self.write("old.q.json", json.dumps(q))
        for words in (["fit", "av.stan", *STANLI, "--init", "old.q.json"],
                      ["draw", "old.q.json", "--model", "av.stan", *STANLI]):
            said = self.run_g2t(*words, status=1).stderr
            self.assertRegex(said, r"old\.q\.json: .*another order: its parameter 2 is 'av\.2\.1', the model's is 'av\.1\.2'")
            self.assertIn("fit the model again", said)


class Shapes(ProgramTest):
    def evaluate(self, data, status=0):
        self.write("sized.stan", SIZED)
        self.write("more.stan", MORE)
        self.write("data.json", data if isinstance(data, str) else json.dumps(data))
        self.write("points.json", json.dumps({"points": [[0] * 9]}))
        return self.run_g2t("evaluate", "sized.stan", *STANLI, "--data", "data.json", "--at", "points.json", status=status).stderr

    def test_the_right_ones_pass(self):
        self.assertNotIn("could not be compared", self.evaluate(DATA))
        self.evaluate({key: value for key, value in DATA.items() if key != "none"} | {"none": [[]], "unknown": [[1], [2]]})

    def test_the_wrong_ones_are_refused_in_the_words_of_stan(self):
        for name, value, fault in (
                ("X", [1, 2, 3, 4], r"number dimensions .*variable name=X; dims declared=\(2,2\); dims found=\(4\)"),
                ("Y", [[5, 6, 7, 8]], r"mismatch in dimension .*name=Y; position=0; dims declared=\(2,2\); dims found=\(1,4\)"),
                ("z", [[[1, 2, 3]] * 2] * 2, r"name=z; position=1; dims declared=\(2,3,2\); dims found=\(2,2,3\)"),
                ("w", [[1], [2]], r"number dimensions .*name=w; dims declared=\(2\); dims found=\(2,1\)"),
                ("N", [2], r"number dimensions .*name=N; dims declared=\(\); dims found=\(1\)"),
                ("S", [1, 0, 0, 1], r"name=S; dims declared=\(2,2\); dims found=\(4\)"),
                ("X", [[1, 2, 3], [4]], r"Variable: X, error: non-rectangular array")):
            self.assertRegex(self.evaluate({**DATA, name: value}, status=1), r"data\.json: the model refuses the data: .*" + fault)

    def test_syntax_has_its_place(self):
        text = json.dumps(DATA)
        self.assertIn("data.json: the key N occurs twice", self.evaluate(text.replace("{", '{"N": 3, '), status=1))
        self.assertRegex(self.evaluate('{"N": 2,\n "X": [[1, 2],]}', status=1), r"data\.json:2:15: this is not JSON")
        self.assertRegex(self.evaluate(text[:-1], status=1), rf"data\.json:1:{len(text)}: the JSON ends too soon")

    def test_starts(self):
        self.evaluate(DATA)
        fit = ["fit", "sized.stan", *STANLI, "--data", "data.json", "--costs", "costs.json", "--init", "start.json"]
        self.write("start.json", json.dumps(START))
        self.run_g2t(*fit)
        for name, value, fault in (
                ("m", [[1, 2], [3, 4], [5, 6]], r"name=m; position=0; dims declared=\(2,3\); dims found=\(3,2\)"),
                ("m", [1, 2, 3, 4, 5, 6], r"name=m; dims declared=\(2,3\); dims found=\(6\)"),
                ("s", [1], r"name=s; dims declared=\(\); dims found=\(1\)"),
                ("v", [1, 2], r"name=v; dims declared=\(2,1\); dims found=\(2\)")):
            self.write("start.json", json.dumps({**START, name: value}))
            self.assertRegex(self.run_g2t(*fit, status=1).stderr, r"start\.json: is no start: .*parameter initialization.*" + fault)


if __name__ == "__main__":
    if subprocess.run([TOOLS / "install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    unittest.main()
