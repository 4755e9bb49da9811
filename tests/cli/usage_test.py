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

    def test_full_disk(self):
        self.simulate()
        with open("/dev/full", "w") as full:
            done = subprocess.run([G2T, "simulate", "logistic", "--output", "d", "--rows", "5"], cwd=self.folder,
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("No space left", done.stderr)


if __name__ == "__main__":
    unittest.main()
