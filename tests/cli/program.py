"""Runs the program in a folder of its own: what all of these tests share."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

G2T = os.environ["G2T"]

# Seconds of each term, made up: with them time is model time, and a run is repeatable to the byte.
COSTS = {
    "terms": {
        "rep": {"per_step": 2e-5, "per_draw": 4e-6},
        "entropy": {"per_step": 1e-7, "per_draw": 1e-7},
        "taylor": {"per_step": 1e-5, "per_draw": 1e-6},
        "taylor-products": {"per_step": 1e-5, "per_draw": 2e-6},
        "anchored-taylor": {"per_step": 1e-6, "per_draw": 1e-6},
        "prior": {"per_step": 1e-6, "per_draw": 3e-7},
    },
    "shared": [{"members": ["taylor", "taylor-products"], "per_step": 5e-6, "per_draw": 0.0}],
}

# A short run in plain coordinates, and one in natural ones that stops by itself.
QUICK = ["--coordinates", "plain", "--costs", "costs.json", "--iterations", "60", "--warmup-steps", "20",
         "--select-draws", "40"]
NATURAL = ["--costs", "costs.json"]


class ProgramTest(unittest.TestCase):
    """Each test has an empty folder with costs.json in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="g2t-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("costs.json", json.dumps(COSTS))

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(data)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def read_json(self, name):
        return json.loads(self.read(name))

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def run_g2t(self, *arguments, status=0, **options):
        """Status None: any."""
        done = subprocess.run([G2T, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, stdin=subprocess.DEVNULL, **options)
        if status is not None:
            self.assertEqual(done.returncode, status, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def terminate(self, running, after):
        """Terminates a running program after so many seconds: it ends within two more. What it printed."""
        time.sleep(after)
        self.assertIsNone(running.poll(), "it has ended by itself")
        running.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        out, _ = running.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual(running.returncode, 143)
        return out

    def simulate(self, model="logistic", prefix="data", rows=60):
        sizes = {"logistic": ["--rows", rows, "--features", 3], "poisson": ["--groups", "eth=3,precinct=4"],
                 "bnn": ["--rows", rows, "--features", 2, "--hidden-units", 3]}
        self.run_g2t("simulate", model, *sizes[model], "--output", prefix)

    def fit(self, *arguments, status=0):
        """A quick fit of data.svm, on the cost table's clock."""
        estimator = arguments[arguments.index("--estimator") + 1] if "--estimator" in arguments else "auto"
        quick = QUICK if estimator in ("auto", "fixed") else QUICK[:-2]  # a given recipe needs no draws for a selection
        return self.run_g2t("fit", "logistic", "--data", "data.svm", *quick, *arguments, status=status)
