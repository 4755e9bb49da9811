"""Cases from public reports about files, messages and exit statuses, run as users would; each test has its case's name."""

import csv
import io
import os
import pathlib
import statistics
import unittest

from program import ProgramTest

SHARED = pathlib.Path(os.environ.get("G2T_SHARED_DIR") or pathlib.Path(__file__).resolve().parents[2] / "../shared")
CASES = SHARED / "cases"
STANLI = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "g2t/stanli-0.24.0/libstanli.so"


@unittest.skipUnless(CASES.exists(), "no folder of cases; set G2T_SHARED_DIR")
class SharedCases(ProgramTest):
    def fit_case(self, file, *more, model="logistic", status=0):
        """A fit of a case's data by a Gaussian, with the answer that this has: talk, and summary if it ends well. Status None: any."""
        done = self.run_g2t("fit", model, "--data", CASES / file, "--costs", "costs.json", "--answer", "gaussian",
                            "--tolerance", 0.02, "--output", "run", "--force", *more, status=status)
        return done, self.read_json("run.summary.json") if status == 0 else None

    def check_moments(self, summary, means, sds, elbo):
        for entry, mean, sd in zip(summary["approximation"]["parameters"], means, sds, strict=True):
            self.assertLess(abs(entry["mean"] - mean), 0.05 * sd)
            self.assertLess(abs(entry["sd"] / sd - 1), 0.05)
        self.assertLess(abs(summary["elbo"] - elbo), 0.05)

    def fit_program(self, file, *more, status=0):
        if not STANLI.exists():
            self.skipTest("no stanli; tools/install-stan --stanli")
        return self.run_g2t("fit", CASES / file, "--stan-backend", "stanli", "--costs", "costs.json", "--output", "run",
                            "--force", *more, status=status)

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

    def test_74_bom_program(self):
        done = self.run_g2t("fit", CASES / "74-bom-program/bom.stan", "--data", CASES / "74-bom-program/data.json", status=1)
        self.assertRegex(done.stderr, "bom.stan: starts with a byte order mark|no Stan toolchain")
        done = self.fit_program("74-bom-program/bom.stan", "--data", CASES / "74-bom-program/data.json", status=1)
        self.assertIn("bom.stan: starts with a byte order mark; save it without", done.stderr)

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
