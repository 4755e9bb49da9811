"""Cases from public reports about files, messages and exit statuses, run as users would; each test has its case's name."""

import csv
import io
import json
import statistics
import time
import unittest

from shared_cases import CASES, CaseTest, HAS_CASES, HAS_STANLI


@unittest.skipUnless(HAS_CASES, "no folder of cases; set G2T_SHARED_DIR")
class SharedCases(CaseTest):
    def test_07_libsvm_train_test_dims(self):
        _, summary = self.fit_case("07-libsvm-train-test-dims/train.svm", "--no-intercept", "--family", "full-rank")
        self.check_moments(summary, [0.4732, 0.4907, -0.0362, -0.8489], [0.8604, 0.8958, 0.8741, 0.8612], -3.2873)
        done, _ = self.fit_case("07-libsvm-train-test-dims/test_long.svm", "--features", 4, status=1)
        self.assertIn("test_long.svm:1:10: index 6 is beyond the 4 features", done.stderr)
        self.assertIn("4 features", self.fit_case("07-libsvm-train-test-dims/test_short.svm", "--features", 4)[0].stderr)

    def test_08_libsvm_one_class(self):
        for file, sign in (("all_pos.svm", 1), ("all_neg.svm", -1)):
            done, _ = self.fit_case(f"08-libsvm-one-class/{file}", "--no-intercept", status=1)
            self.assertIn("--positive", done.stderr)
            done, summary = self.fit_case(f"08-libsvm-one-class/{file}", "--no-intercept", "--positive", 1, "--family",
                                          "full-rank")
            self.assertIn("all rows have the same label", done.stderr)
            self.check_moments(summary, [1.0271 * sign, 0.4968 * sign], [0.7958, 0.8209], -2.0870)

    def test_12_csv_header_detection(self):
        for file in ("header.csv", "no_header.csv"):
            done, summary = self.fit_case(f"12-csv-header-detection/{file}", "--no-intercept", "--family", "full-rank")
            self.assertIn("the first line was taken as " + ("names" if file == "header.csv" else "data"), done.stderr)
            self.check_moments(summary, [-0.4382, -0.6617, -0.9658], [0.8602, 0.7945, 0.7851], -3.5430)
        done, _ = self.fit_case("12-csv-header-detection/numeric_names.csv", "--header", "yes")
        self.assertIn("6 rows", done.stderr)

    def test_22_poisson_huge_counts(self):
        _, summary = self.fit_case("22-poisson-huge-counts/mid.csv", "--response", "y", "--exposure", "exposure", model="poisson")
        self.check_moments(summary, [5.2956], [0.07072], -8.6605)
        done = self.run_g2t("fit", "poisson", "--data", CASES / "22-poisson-huge-counts/huge.csv", "--response", "y",
                            "--exposure", "exposure", "--costs", "costs.json", "--output", "huge", status=None)
        summary = self.read_json("huge.summary.json")
        if summary["status"] == "converged":
            self.assertLess(abs(summary["parameters"][0]["mean"] - 0.916290730), 1e-4)
        else:
            self.assertEqual(done.returncode, 3)
        self.write("at.json", '{"points": [[0], [1]]}')
        points = self.run_g2t("evaluate", "poisson", "--data", CASES / "22-poisson-huge-counts/huge.csv", "--response", "y",
                              "--exposure", "exposure", "--at", "at.json", "--json").stdout
        self.assertRegex(points, r"-790726899\.8[67]")
        self.assertRegex(points, r"-9008677\.614")

    def test_44_output_precision(self):
        self.fit_program("44-output-precision/model.stan", "--init", CASES / "44-output-precision/init.json", "--answer",
                         "gaussian", "--answer-draws", 1000, status=None)
        rows = [line for line in self.read("run.csv").splitlines() if not line.startswith("#")]
        draws = list(csv.DictReader(io.StringIO("\n".join(rows))))[1:]
        a, b, c = ([float(row[name]) for row in draws] for name in "abc")
        self.assertGreaterEqual(len(set(a)), 0.99 * len(a))
        self.assertTrue(0.9 < statistics.stdev(a) < 1.1)
        self.assertTrue(0.0009 < statistics.stdev(b) < 0.0011)
        self.assertTrue(all(value != 0 for value in c))

    def test_48_exit_codes(self):
        one = CASES / "01-libsvm-index-base/one.svm"
        for arguments, status in ((["--help"], 0), (["--version"], 0), ([], 2), (["fit", "logistic", "--modle", "x"], 2),
                                  (["fit", "logitic", "--data", one], 2), (["fit", "logistic", "--data", "no.svm"], 1),
                                  (["fit", "logistic", "--data", CASES / "06-libsvm-nan-inf-tokens/bad/word.svm"], 1),
                                  (["fit", "logistic", "--data", one, "--iterations", "-5"], 2),
                                  (["fit", "logistic", "--data", one, "--draws", "1e3x"], 2),
                                  (["fit", "logistic", "--data", one, "--threads", "0"], 2),
                                  (["fit", "logistic", "--data", one], 0),
                                  (["fit", "logistic", "--data", one, "--output", "none/run"], 1)):
            with self.subTest(arguments):
                done = self.run_g2t(*arguments, status=status)
                self.assertEqual(bool(done.stdout), status == 0)

    def test_49_seeds_threads(self):
        file, whole = "01-libsvm-index-base/one.svm", {}
        for seed in (0, 1, 2147483648, 4294967295, 4294967296, 4294967297, 18446744073709551615):
            _, summary = self.fit_case(file, "--seed", seed)
            self.assertEqual(summary["seed"], seed)
            whole[seed] = self.read("run.csv").split("lp__", 1)[1]
        self.assertEqual(len(set(whole.values())), len(whole))
        for threads in (1, 2, 4):
            self.fit_case(file, "--seed", 1, "--threads", threads)
            self.assertEqual(self.read("run.csv").split("lp__", 1)[1], whole[1])
        for seed in ("18446744073709551616", "-1", "1.5", "abc", ""):
            self.fit_case(file, "--seed", seed, status=2)

    def test_52_stan_no_parameters(self):
        for file in ("none.stan", "simplex1.stan"):
            done = self.fit_program(f"52-stan-no-parameters/{file}", status=1)
            self.assertRegex(done.stderr, "no (unconstrained )?parameters")

    def test_64_transposed_json(self):
        """A matrix read by column, and the posterior of that called converged."""
        folder = "64-transposed-json"
        self.fit_program(f"{folder}/m.stan", "--data", CASES / folder / "right.json")
        for value, mean, sd in zip(self.read_json("run.summary.json")["constrained"], (1.551, 1.994), (0.397, 0.367)):
            self.assertLess(abs(value["mean"] - mean), 0.1 * sd)
            self.assertLess(abs(value["sd"] / sd - 1), 0.1)
        for arguments, name in ((["m.stan", "--data", CASES / folder / "transposed.json"], "X"),
                                (["m.stan", "--data", CASES / folder / "flat.json"], "X"),
                                (["init.stan", "--init", CASES / folder / "init.json"], "declared")):
            done = self.fit_program(f"{folder}/{arguments[0]}", *arguments[1:], status=1)
            self.assertIn(name, done.stderr)
            self.assertRegex(done.stderr, r"declared")

    @unittest.skipUnless(HAS_STANLI, "no stanli; tools/install-stan --stanli")
    def test_66_slow_model_budget(self):
        """Minutes instead of the seconds of the budget. The interpreter's own reading takes up to 10 s, and is not of the budget."""
        for program in ("slow7ms", "slow60ms"):
            begin = time.monotonic()
            self.run_g2t("fit", CASES / f"66-slow-model-budget/{program}.stan", "--stan-backend", "stanli", "--time-budget", 3, "--output",
                         "run", "--force", status=None)
            self.assertLess(time.monotonic() - begin, 75)
            self.assertIn(self.read_json("run.summary.json")["status"], ("converged", "not_converged", "not_trusted", "budget_spent"))

    def test_74_bom_program(self):
        done = self.run_g2t("fit", CASES / "74-bom-program/bom.stan", "--data", CASES / "74-bom-program/data.json", status=1)
        self.assertRegex(done.stderr, "bom.stan: starts with a byte order mark|no Stan toolchain")
        done = self.fit_program("74-bom-program/bom.stan", "--data", CASES / "74-bom-program/data.json", status=1)
        self.assertIn("bom.stan: starts with a byte order mark; save it without", done.stderr)

    def test_80_array_of_matrices(self):
        """Values of the transposed matrix under a name, or signs of another entry than the start has."""
        folder = CASES / "80-array-of-matrices"
        self.fit_program(folder / "arrmat.stan", "--data", folder / "arrmat.json")
        checked = 0
        for value in self.read_json("run.summary.json")["constrained"]:
            name, *indices = value["name"].split(".")
            if name == "M":
                self.assertLess(abs(value["mean"] - int("".join(indices))), 1, value)
                checked += 1
        self.assertEqual(checked, 12)
        self.fit_program(folder / "signs.stan", "--init", folder / "signs.init.json", "--modes", "one", status=None)
        starts = json.loads((folder / "signs.init.json").read_text())
        for value in self.read_json("run.summary.json")["constrained"]:
            name, *indices = value["name"].split(".")
            start = starts.get(name)
            for index in indices:
                start = start[int(index) - 1] if start is not None else None
            if start is not None:
                self.assertGreater(value["mean"] * start, 0, value)

    def test_79_name_collisions(self):
        arguments = ["79-name-collisions/col.csv", "--response", "y", "--groups", "g"]  # five rows: no Gaussian fits well
        self.fit_case(*arguments, model="poisson", status=None)
        rows = [line for line in self.read("run.csv").splitlines() if not line.startswith("#")]
        names = next(csv.reader(rows))
        self.assertEqual(names[5:8], ["g.B,2", "g.B_2", "g.B 2"])
        self.assertNotIn("renamed", self.read("run.csv"))
        self.fit_case(*arguments, "--format", "cmdstan", model="poisson", status=None)
        self.assertIn("# renamed g_B_2 : g.B,2", self.read("run.csv"))


if __name__ == "__main__":
    unittest.main()
