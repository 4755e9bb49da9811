"""kill -9 at random moments: files are whole, of one run, and what is left behind is gone after the next run."""

import csv
import json
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from faults import G2T, IS_ALL, FaultsTest

KILLS = 200 if IS_ALL else 10
STAN = os.environ.get("G2T_STANLI", os.path.expanduser("~/.cache/g2t/stanli-0.24.0/libstanli.so"))
PROGRAM = "data { int n; array[n] real y; } parameters { real mu; real<lower=0> s; } model { y ~ normal(mu, s); }\n"
SUFFIXES = (".csv", ".trace.csv", ".selection.json", ".q.json", ".summary.json")


class Killed(FaultsTest):
    def seconds(self, arguments):
        """How long a command takes, by the clock, after all files are in memory."""
        self.run_g2t(*arguments)
        begin = time.monotonic()
        self.run_g2t(*arguments)
        return time.monotonic() - begin

    def kill_at(self, arguments, seconds):
        """True if it was killed before it ended."""
        running = subprocess.Popen([G2T, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL)
        time.sleep(seconds)
        running.kill()
        return running.wait(timeout=30) == -signal.SIGKILL

    def check_fit(self, seeds):
        """Files parse, are as long as they say, and are of one of the two runs; which one."""
        texts = {suffix: (self.folder / f"run{suffix}").read_text() for suffix in SUFFIXES}
        summary = json.loads(texts[".summary.json"])
        self.assertIn(summary["seed"], seeds)
        for suffix in (".q.json", ".selection.json"):
            json.loads(texts[suffix])
        for suffix, text in texts.items():
            if suffix != ".summary.json":
                self.assertEqual(summary["files"][suffix], fingerprint(text.encode()), suffix)
        rows = [row for row in csv.reader(texts[".csv"].splitlines()) if not row[0].startswith("#")]
        self.assertEqual(len(rows), 2 + summary["answer"]["draws"])
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assertTrue(texts[".csv"].endswith("\n"))
        return summary["seed"]

    def is_of_two_runs(self):
        known = json.loads((self.folder / "run.summary.json").read_text())["files"]
        return any(known[suffix] != fingerprint((self.folder / f"run{suffix}").read_bytes())
                   for suffix in SUFFIXES if suffix != ".summary.json")

    def kill_fits(self, fit):
        """Fits with seeds 1 and 2 in turn, each killed at some moment."""
        most = self.seconds(fit(1)) * 1.1
        numbers = random.Random(1)
        kept = 0
        for trial in range(KILLS):
            seed = 2 + trial
            before = self.check_fit(range(KILLS + 2))
            moment = numbers.uniform(0.6, 1) if trial % 2 else numbers.uniform(0, 1)  # half of them near the end
            was_killed = self.kill_at(fit(seed), most * moment)
            if self.is_of_two_runs():  # killed between two renames: said, and undone by the next run
                self.assertIn("is not the file", self.run_g2t("report", "run", "--output", "seen.html", status=1).stderr)
                self.run_g2t(*[word for word in fit(seed) if word != "--force"], status=1)
            after = self.check_fit({before, seed})
            self.assertTrue(was_killed or after == seed)
            kept += after == before
        left = len(list(self.folder.glob("*.partial-*")))
        self.run_g2t(*fit(1))
        self.assertEqual([path.name for path in self.folder.iterdir() if ".partial-" in path.name or ".earlier-" in path.name], [])
        print(f"{self._testMethodName}: {KILLS} of {KILLS} right: {kept} times the earlier files; {left} unfinished files left last")
        self.assertLess(left, 6)  # of one run at most: each removes those of the one before

    def test_fit(self):
        self.run_g2t("simulate", "logistic", "--rows", "200", "--features", "5", "--output", "data")
        self.kill_fits(lambda seed: ["fit", "logistic", "--data", "data.svm", "--output", "run", "--force", "--quiet", "--seed", str(seed)])

    def test_stan_fit(self):
        if not os.path.exists(STAN):
            self.skipTest("stanli is not installed: tools/install-stan --stanli")
        (self.folder / "normal.stan").write_text(PROGRAM)
        (self.folder / "normal.json").write_text(json.dumps({"n": 5, "y": [1, 2, 3, 4, 6]}))
        self.kill_fits(lambda seed: ["fit", "normal.stan", "--data", "normal.json", "--stan-backend", "stanli", "--output", "run", "--force",
                                     "--quiet", "--seed", str(seed)])

    def test_between_two_renames(self):
        """The earlier files come back with the next run, and until then readers say what they see."""
        self.run_g2t("simulate", "logistic", "--rows", "60", "--features", "3", "--output", "data")
        fit = ["fit", "logistic", "--data", "data.svm", "--output", "run", "--seed"]
        self.run_g2t(*fit, "1")
        before = self.files()
        for number in range(1, 6):
            with self.subTest(number):
                done, _ = self.run_with([*fit, "2", "--force"], call="rename", number=number, error="kill")
                self.assertEqual(done.returncode, -signal.SIGKILL)
                read = subprocess.run([G2T, "report", "run", "--output", "page.html", "--force"], cwd=self.folder, capture_output=True,
                                      text=True, timeout=60)
                self.assertEqual(read.returncode, 1 if number > 1 else 0, read.stderr)
                self.assertEqual("is not the file that the run" in read.stderr, number > 1)
                again = subprocess.run([G2T, *fit, "3"], cwd=self.folder, capture_output=True, text=True, timeout=60)
                self.assertIn("exists already", again.stderr)
                (self.folder / "page.html").unlink(missing_ok=True)
                self.assertEqual(self.files(), before)

    def test_study(self):
        self.run_g2t("simulate", "logistic", "--rows", "60", "--features", "3", "--output", "data")
        (self.folder / "mine.json").write_text(json.dumps({"name": "mine", "model": "logistic", "options": {"data": "data.svm"}}))
        study = ["study", "--quiet", "--output", "out"]
        self.run_g2t(*study, "--models", "mine.json", "--estimators", "rep,stl", "--step-sizes", "1e-3", "--budget-steps", "200",
                     "--repetitions", "1", "--clock", "cost-model")
        kept = self.root / "kept"
        shutil.copytree(self.folder, kept)
        more = [*study, "--resume", "--repetitions", "4"]
        begin = time.monotonic()
        self.run_g2t(*more)
        most = (time.monotonic() - begin) * 1.1
        numbers = random.Random(2)
        lines = 0
        for trial in range(KILLS):
            if trial % 4 == 0:  # then go on with what killed ones left
                self.restore()
            before = (self.folder / "out/runs.jsonl").read_bytes()
            self.kill_at(more, numbers.uniform(0, most))
            log = (self.folder / "out/runs.jsonl").read_bytes()
            whole = log[: log.rfind(b"\n") + 1]
            self.assertTrue(log.startswith(before[: before.rfind(b"\n") + 1]), "a finished run is lost")
            keys = [(run["estimator"], run["repetition"]) for run in map(json.loads, whole.splitlines())]
            self.assertEqual(len(keys), len(set(keys)))
            json.loads((self.folder / "out/study.json").read_text())
            for table in (self.folder / "out/tables").glob("*.csv"):
                rows = list(csv.reader(table.read_text().splitlines()))
                self.assertEqual({len(row) for row in rows}, {len(rows[0])}, table)
            lines += len(keys)
        self.run_g2t(*more)
        self.assertEqual(len((self.folder / "out/runs.jsonl").read_text().splitlines()), 8)
        self.assertEqual([path for path in self.folder.rglob("*") if ".partial-" in path.name or ".earlier-" in path.name], [])
        print(f"test_study: {KILLS} of {KILLS} right, {lines / KILLS:.1f} of 8 runs kept on average")


def fingerprint(data):
    """FNV-1a."""
    value = 14695981039346656037
    for byte in data:
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:016x}"


if __name__ == "__main__":
    unittest.main()
