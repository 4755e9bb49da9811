"""With given costs a run's files are the same to the byte: by any number of threads, beside another run, in any locale."""

import json
import os
import re
import subprocess
import unittest

from program import G2T, NATURAL, ProgramTest
from study_support import StudyCase, study_command

STANLI = os.path.expanduser("~/.cache/g2t/stanli-0.24.0/libstanli.so")
LOCALES = ("de_DE.utf8", "tr_TR.utf8", "fr_FR.utf8", "hi_IN")  # decimal commas, other small letters, other groups of digits
SUFFIXES = (".csv", ".trace.csv", ".selection.json", ".q.json", ".summary.json")
MODELS = {"logistic": ["logistic", "--data", "data.svm"],
          "poisson": ["poisson", "--data", "data.csv", "--response", "y", "--groups", "eth,precinct", "--weight-draws", "2000"],
          "bnn": ["bnn", "--data", "data.csv", "--response", "y", "--hidden-units", "3", "--iterations", "300", "--weight-draws", "2000"],
          "stan": ["normal.stan", "--data", "normal.json", "--stan-backend", "stanli"]}
PROGRAM = "data { int n; array[n] real y; } parameters { real mu; real<lower=0> s; } model { y ~ normal(mu, s); }\n"


class SameBytes(ProgramTest):
    def fit(self, name, *more, **environment):
        """The files of a fit; `threads` is a setting, and the only one that differs."""
        subprocess.run([G2T, "fit", *MODELS[name], *NATURAL, "--answer-draws", "500", "--output", "run", "--force", *more], cwd=self.folder,
                       env={**os.environ, **environment}, check=False, capture_output=True, timeout=120)
        out = {suffix: (self.folder / f"run{suffix}").read_text() for suffix in SUFFIXES}
        out[".summary.json"] = re.sub(r'"threads": \d+', '"threads": N', out[".summary.json"])
        for suffix in SUFFIXES:
            (self.folder / f"run{suffix}").unlink()
        return out

    def check(self, name):
        first = self.fit(name)
        for threads in ("2", "4") if name == "logistic" else ("4",):
            if name != "stan":
                self.assertEqual(self.fit(name, "--threads", threads), first, threads)
        for locale in LOCALES if name in ("logistic", "stan") else LOCALES[:2]:
            self.assertEqual(self.fit(name, LC_ALL=locale), first, locale)
        command = [G2T, "fit", *MODELS[name], *NATURAL, "--answer-draws", "500", "--output"]
        both = [subprocess.Popen([*command, other], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for other in ("one", "two")]
        for running in both:
            running.wait(timeout=120)
        for suffix in SUFFIXES[:-1]:
            for other in ("one", "two"):
                self.assertEqual(self.read(other + suffix), first[suffix], suffix)

    def test_logistic(self):
        self.simulate("logistic", rows=300)
        self.check("logistic")

    def test_poisson(self):
        self.simulate("poisson")
        self.check("poisson")

    def test_network(self):
        self.simulate("bnn")
        self.check("bnn")

    def test_stan(self):
        if not os.path.exists(STANLI):
            self.skipTest("stanli is not installed: tools/install-stan --stanli")
        self.write("normal.stan", PROGRAM)
        self.write("normal.json", json.dumps({"n": 5, "y": [1, 2, 3, 4, 6]}))
        self.check("stan")

    def test_locales_are_there(self):
        """Without them the tests above show nothing about them."""
        known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=True).stdout.split()
        missing = sorted(set(LOCALES) - set(known))
        if missing:
            self.skipTest(f"not installed: {missing}: tools/install-dependencies --for-all-tests")


class SameStudy(StudyCase):
    def test_study(self):
        """By jobs: all lines but for times of wall and processor."""
        self.small_study("one", jobs=1)
        first = self.runs("one")
        for jobs, environment in ((2, {}), (4, {"LC_ALL": "de_DE.utf8"})):
            self.run_g2t(*study_command(f"by{jobs}", jobs=jobs, costs="one", clock="cost-model"), env={**os.environ, **environment})
            self.assertEqual(self.runs(f"by{jobs}"), first)


if __name__ == "__main__":
    unittest.main()
