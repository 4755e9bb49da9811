"""Files of a run: compressed and piped input, disks and folders that take no output, two runs at once."""

import gzip
import json
import os
import resource
import subprocess
import unittest

from program import G2T, ProgramTest

CSV = "y,x\n1,0.5\n0,-1\n1,2\n0,0.25\n1,-0.5\n0,1.5\n"


class Files(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("data.csv", CSV)
        self.before = self.files()

    def fit_csv(self, *more, status=0, data="data.csv", **options):
        return self.run_g2t("fit", "logistic", "--data", data, "--costs", "costs.json", *more, status=status, **options)

    def error_of(self, *more, status=1, **options):
        """The one line that a refused run prints; nothing is left behind."""
        done = self.fit_csv(*more, status=status, **options)
        lines = [line for line in done.stderr.splitlines() if line.startswith("g2t")]
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def test_every_input_may_be_compressed(self):
        self.fit_csv("--output", "plain")
        for name in ("data.csv", "costs.json", "plain.q.json"):
            self.write(name + ".gz", gzip.compress(self.read(name).encode()))
        done = self.run_g2t("fit", "logistic", "--data", "data.csv.gz", "--costs", "costs.json.gz", "--output", "packed")
        self.assertIn("data.csv.gz: 6 rows, 1 feature", done.stderr)
        self.assertEqual(self.read("packed.q.json"), self.read("plain.q.json"))
        self.assertEqual(self.run_g2t("draw", "plain.q.json.gz", "-n", 3).stdout.splitlines()[-3:],
                         self.run_g2t("draw", "plain.q.json", "-n", 3).stdout.splitlines()[-3:])
        for settings in (gzip.compress(b"seed = 7\n"), b"\xef\xbb\xbfseed = 7\n"):
            self.write("run.toml", settings)
            self.assertIn("seed 7", self.fit_csv("--config", "run.toml").stderr)
        cut = (self.folder / "data.csv.gz").read_bytes()[:-9]
        self.write("cut.csv.gz", cut)
        self.assertIn("cut.csv.gz: is compressed (gzip) and cut off", self.error_of(data="cut.csv.gz"))

    def test_data_from_a_pipe(self):
        for data in (CSV.encode(), gzip.compress(CSV.encode())):
            done = subprocess.run([G2T, "fit", "logistic", "--data", "-", "--costs", "costs.json"], cwd=self.folder,
                                  input=data, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b"standard input: 6 rows, 1 feature", done.stderr)
        done = subprocess.run([G2T, "fit", "logistic", "--data", "-", "--costs", "-"], cwd=self.folder, input=CSV.encode(),
                              capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard input: can be read once", done.stderr)

    def test_chunks_of_a_file_in_threads(self):
        self.run_g2t("simulate", "logistic", "--rows", 2000, "--features", 100, "--output", "big")  # some 4 MB
        text = self.read("big.svm")
        self.write("big.gz", gzip.compress(text.encode(), 1))
        self.write("points.json", json.dumps({"points": [[0.01 * k for k in range(101)]]}))
        evaluate = ["evaluate", "logistic", "--at", "points.json", "--json", "--data-format", "libsvm", "--data"]
        expected = self.run_g2t(*evaluate, "big.svm").stdout
        for threads in (1, 2, 4):
            self.assertEqual(self.run_g2t(*evaluate, "big.gz", "--threads", threads).stdout, expected)
            done = subprocess.run([G2T, *evaluate, "-", "--threads", str(threads)], cwd=self.folder, input=text, text=True,
                                  capture_output=True, timeout=60)
            self.assertEqual(done.stdout, expected, done.stderr)
        lines = text.splitlines()
        lines[1500] = lines[1500].replace(" 7:", " seven:")
        lines[1700] = "spam"
        self.write("bad.svm", "\n".join(lines))
        for threads in (1, 2, 4):
            done = self.run_g2t(*evaluate, "bad.svm", "--threads", threads, status=1)
            self.assertIn("bad.svm:1501:", done.stderr)
            self.assertIn("an index must be a whole number", done.stderr)

    def test_a_header_of_numbers(self):
        self.write("years.csv", CSV.replace("y,x", "2019,2020"))
        self.assertIn("more than two labels", self.error_of(data="years.csv"))
        self.assertIn("6 rows", self.fit_csv("--header", "yes", data="years.csv").stderr)
        self.error_of("--header", "perhaps", status=2)

    def test_no_raw_bytes(self):
        self.write("colour.csv", CSV.replace("y,x", "y,x\x1b[31m"))
        done = self.fit_csv("--details", data="colour.csv")
        self.assertNotIn("\x1b", done.stdout + done.stderr)
        self.assertIn("\\x1B[31m", done.stdout)
        self.assertNotIn("\x1b", self.error_of("--response", "z", data="colour.csv"))

    def test_places_that_take_no_output(self):
        (self.folder / "results").mkdir()
        for output, status, words in (("results", 1, "is a folder"), ("results/", 1, "results/NAME"),
                                      ("none/run", 1, "No such file or directory"), ("data.csv/run", 1, "ot a directory"),
                                      ("x" * 300, 1, "File name too long"), ("/dev/full", 1, "/dev/full"),
                                      ("/proc/run", 1, "/proc/run")):
            with self.subTest(output):
                self.assertIn(words, self.error_of("--output", output, status=status))
                self.assertEqual(self.files(), sorted([*self.before, "results"]))
                self.assertEqual(list((self.folder / "results").iterdir()), [])

    def test_a_folder_that_is_read_only(self):
        if os.geteuid() == 0:
            self.skipTest("the system lets root write anywhere")
        (self.folder / "closed").mkdir(mode=0o555)
        self.assertIn("Permission denied", self.error_of("--output", "closed/run"))

    def test_a_full_disk(self):
        def limit():  # stands for a disk with no more room
            resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000))
        line = self.error_of("--output", "run", preexec_fn=limit)
        self.assertIn("run.csv: cannot be written: File too large", line)
        self.assertEqual(self.files(), self.before)

    def test_two_runs_with_one_prefix(self):
        command = [G2T, "fit", "logistic", "--data", "data.csv", "--costs", "costs.json", "--output", "run", "--force"]
        runs = [subprocess.Popen([*command, "--seed", str(seed)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL) for seed in (1, 2, 3)]
        self.assertEqual([run.wait(timeout=60) for run in runs], [0, 0, 0])
        names = ["run.csv", "run.q.json", "run.selection.json", "run.summary.json", "run.trace.csv"]
        self.assertEqual(self.files(), sorted([*self.before, *names]))
        together = {name: self.read(name) for name in names}
        seed = self.read_json("run.summary.json")["seed"]
        subprocess.run([*command, "--seed", str(seed)], cwd=self.folder, check=True, capture_output=True)
        for name in names[:-2] + names[-1:]:
            self.assertEqual(together[name], self.read(name), name)

    def test_one_of_the_earlier_files_is_missing(self):
        """Its folder has one name, whether the file is there or not: a lock of each would wait for the other."""
        self.simulate()
        for missing in ("run.summary.json", "run.csv", "run.q.json"):
            self.fit("--output", "run", "--force")
            (self.folder / missing).unlink()
            self.fit("--output", "run", "--force")
            self.assertIn(missing, self.files())

    def test_more_features_than_memory(self):
        self.write("typo.svm", "1 1:0.5\n0 2:1 2000000000:1\n")
        line = self.error_of(data="typo.svm")
        self.assertIn("typo.svm:2:7: out of memory: for 2,000,000,000 features", line)

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))
        self.write("wide.svm", "1 1:0.5\n0 2:1 1000000:1\n")
        line = self.error_of(data="wide.svm", preexec_fn=limit)
        self.assertIn("for 2000 draws of 1,000,001 parameters and a mean-field q at least 32.0 GB are needed", line)
        self.assertIn("ulimit -v has 2.0 GB", line)


if __name__ == "__main__":
    unittest.main()
