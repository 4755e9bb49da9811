"""Help, version, configuration files, and what may not be."""

import json
import subprocess
import unittest

from program import G2T, QUICK, ProgramTest


class Usage(ProgramTest):
    def test_help_and_version(self):
        self.assertIn("simulate", self.run_g2t("--help").stdout)
        self.assertRegex(self.run_g2t("--version").stdout, r"^g2t \d+\.\d+\.\d+\n$")
        for name in ("fit", "select", "evaluate", "draw", "simulate", "solve", "guarantee", "study", "report"):
            done = self.run_g2t(name, "--help")
            self.assertIn("Examples:\n  g2t " + name, done.stdout)
            self.assertIn("--config", done.stdout)
            self.assertEqual(done.stderr, "")

    def test_config(self):
        self.simulate()
        self.write("run.toml", '# settings\nMODEL = "logistic"\ndata = "data.svm"\nselect-at = [0, 0.5]\nseed = 7\n'
                               'antithetic = true\n[draw]\ndraws = 3\n[fit]\nmomentum = 0.8\n')
        done = self.run_g2t("fit", "--config", "run.toml", *QUICK, "--seed", 9, "--json")
        settings = json.loads(done.stdout)["settings"]
        self.assertEqual((settings["seed"], settings["select_at"], settings["antithetic"], settings["momentum"]),
                         (9, [0, 0.5], True, 0.8))
        for text, words in (("dras = 5\n", "did you mean 'draws'"), ("[fits]\nseed = 1\n", "no such section")):
            self.write("bad.toml", text)
            done = self.run_g2t("fit", "logistic", "--data", "data.svm", "--config", "bad.toml", status=1)
            self.assertIn("bad.toml", done.stderr)
            self.assertIn(words, done.stderr)
        self.assertIn("no.toml", self.run_g2t("fit", "logistic", "--config", "no.toml", status=1).stderr)

    def test_output_that_cannot_be_written(self):
        self.simulate()
        self.write("q.json", json.dumps({"family": "mean-field", "mean": [0, 0], "scale": [1, 1]}))
        fit = ["fit", "logistic", "--data", "data.svm", *QUICK, "--quiet"]
        for words in (["simulate", "logistic", "--output", "d", "--force"], fit, [*fit, "--json"], ["fit", "--help"],
                      [*fit, "--output", "run", "--force"], ["draw", "q.json", "-n", "9000"]):  # more than a buffer holds
            for where, reason in ((">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")):
                done = subprocess.run(["sh", "-c", f'"$0" "$@" {where}', G2T, *words], cwd=self.folder, text=True,
                                      stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
                self.assertEqual(done.returncode, 1, words)
                self.assertRegex(done.stderr, f"^g2t.*: standard output: {reason}\n$", words)
        self.assertTrue(self.read_json("run.summary.json"))  # the files are whole

    def test_closed_output_is_no_file(self):
        """Else what is printed would stand in the first file that is opened."""
        self.simulate()
        self.write("mine.json", json.dumps({"name": "mine", "model": "logistic", "options": {"data": "data.svm"}}))
        subprocess.run(["sh", "-c", '"$0" "$@" >&- 2>&-', G2T, "study", "--models", "mine.json", "--estimators", "rep",
                        "--step-sizes", "1e-2", "--repetitions", "1", "--budget-steps", "50", "--output", "out"],
                       cwd=self.folder, check=False)
        for line in self.read("out/runs.jsonl").splitlines():
            self.assertEqual(json.loads(line)["model"], "mine")


if __name__ == "__main__":
    unittest.main()
