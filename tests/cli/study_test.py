"""g2t study: its runs can be broken off and shared, and its tables are what the raw lines say."""

import csv
import json
import math
import shutil
import signal
import subprocess
import time
import unittest

from program import G2T
from study_support import StudyCase, elbo_at, final, quantile, study_command, time_to


class StudyTest(StudyCase):
    def table(self, output, name):
        with open(self.folder / output / "tables" / f"{name}.csv") as file:
            return list(csv.DictReader(file))

    def test_lines(self):
        said = self.small_study("out").stdout
        runs = self.runs("out")
        self.assertEqual(len(runs), 2 * (4 * 2 + 1))
        self.assertIn("18 of 18 runs", said)
        budget = json.loads(self.read("out/study.json"))["models"][0]["budget_seconds"]
        for (_, estimator, size, repetition), run in runs.items():
            self.assertEqual(run["seed"], repetition)
            self.assertEqual(run["budget_seconds"], budget)
            self.assertEqual(run["settings"]["seed"], repetition)
            self.assertEqual(size is None, estimator == "natural")
            self.assertEqual(run["clock"], "cost-model")
            self.assertEqual(run["costs"]["terms"].keys() & {"rep", "entropy"}, {"rep", "entropy"})
            self.assertTrue(run["version"] and run["compiler"] and run["processor"])
            if estimator in ("fixed:entropy", "auto"):
                self.assertEqual(run["selections"][0]["iteration"], 0)
                self.assertEqual(run["selections"][0]["base"]["g2"] is None, estimator != "auto")  # compared there alone
                self.assertEqual(len(run["selections"]), 3)
            if estimator != "natural":
                self.assertAlmostEqual(run["seconds"]["total"] / budget, 1, delta=0.02)  # the same time for all

    def test_tables_are_what_the_lines_say(self):
        self.small_study("out")
        runs = self.runs("out")
        groups = {}
        for (model, estimator, size, _), run in runs.items():
            groups.setdefault((estimator, size), []).append(run)
        best = {}  # of each estimator's step sizes
        for (estimator, size), group in groups.items():
            mean = sum(map(final, group)) / len(group)
            if estimator not in best or mean > best[estimator][0]:
                best[estimator] = mean, size
        published = [mean for name, (mean, _) in best.items() if name != "natural"]
        finals = self.table("out", "finals")
        self.assertEqual({row["estimator"] for row in finals}, set(best))
        for row in finals:
            mean, size = best[row["estimator"]]
            elbos = list(map(final, groups[row["estimator"], size]))
            self.assertEqual(row["step_size"] and float(row["step_size"]), "" if size is None else size)
            self.assertAlmostEqual(float(row["mean"]), mean)
            self.assertAlmostEqual(float(row["median"]), quantile(elbos, 0.5))
            self.assertAlmostEqual(float(row["high"]), quantile(elbos, 0.9))
            self.assertAlmostEqual(float(row["scaled"]), (mean - min(published)) / (max(published) - min(published)))
            self.assertAlmostEqual(float(row["below_best"]), max(map(final, runs.values())) - mean)

        fixed = {"rep", "stl", "fixed:entropy"}
        reference = max(quantile(map(final, group), 0.5) for (name, _), group in groups.items() if name in fixed)
        rows = self.table("out", "times_to_gap")
        self.assertEqual(len(rows), 3 * len(best))
        for row in rows:
            self.assertAlmostEqual(float(row["target"]), reference - float(row["gap"]))
            medians = {key: quantile([max(time_to(run, float(row["target"])), run["seconds"]["step"]) for run in group], 0.5)
                       for key, group in groups.items()}
            mine = min(value for (name, _), value in medians.items() if name == row["estimator"])
            least = min(value for (name, _), value in medians.items() if name in fixed)
            self.assertEqual(math.isinf(float(row["seconds"])), math.isinf(mine))
            if math.isfinite(mine):
                self.assertAlmostEqual(float(row["seconds"]) / mine, 1)
                self.assertAlmostEqual(float(row["ratio"]), mine / least)

        for row in self.table("out", "curves")[::7]:
            group = groups[row["estimator"], float(row["step_size"]) if row["step_size"] else None]
            at = [elbo_at(run, float(row["seconds"])) for run in group]
            self.assertAlmostEqual(float(row["mean"]), sum(at) / len(at))
            self.assertAlmostEqual(float(row["low"]), quantile(at, 0.1))
            is_best = best[row["estimator"]][1] == group[0]["step_size"]
            self.assertEqual(row["best"], "true" if is_best else "false")

        for row in self.table("out", "choices"):
            group = groups[row["estimator"], best[row["estimator"]][1]]
            number = int(row["selection"])
            made = [run["selections"][number - 1] for run in group if len(run["selections"]) >= number]
            chosen = ["{" + ",".join(one["control_variates"]) + "}" for one in made]
            self.assertEqual(int(row["runs"]), len(made))
            self.assertEqual(int(row["count"]), max(map(chosen.count, chosen)))
            self.assertEqual(chosen.count(row["choice"]), int(row["count"]))
        for row in self.table("out", "step_times"):
            steps = [run["seconds"]["step"] for (name, _), group in groups.items() if name == row["estimator"]
                     for run in group]
            self.assertAlmostEqual(float(row["seconds"]) / quantile(steps, 0.5), 1)

    def test_killed_and_resumed(self):
        self.small_study("whole")
        killed = subprocess.Popen([G2T, *study_command("broken", costs="whole", jobs=1)], cwd=self.folder,
                                  stdout=subprocess.DEVNULL)
        log = self.folder / "broken" / "runs.jsonl"
        while killed.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") >= 5):
            time.sleep(0.002)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        text = log.read_bytes()
        self.assertLess(text.count(b"\n"), 18)
        log.write_bytes(text + text[: len(text) // 7].split(b"\n")[0][:-9])  # and a line that was under way
        self.run_g2t("study", "--resume", "--output", "broken", "--quiet")
        self.assertEqual(self.runs("broken"), self.runs("whole"))

    def test_shared(self):
        self.small_study("whole")
        for output in ("machine1", "machine2"):
            shutil.copytree(self.folder / "whole", self.folder / output, ignore=shutil.ignore_patterns("runs*", "tables"))
        first = self.run_g2t("study", "--resume", "--output", "machine1", "--share", "1/2").stdout
        self.assertIn(f"{2 * 5} of 18 runs", first)  # two of four blocks of estimators
        self.run_g2t("study", "--resume", "--output", "machine2", "--share", "2/2")
        (self.folder / "machine2" / "runs.2-of-2.jsonl").rename(self.folder / "machine1" / "runs.2-of-2.jsonl")
        self.assertEqual(self.runs("machine1"), self.runs("whole"))

    def test_members_can_be_added(self):
        self.small_study("out")
        before = self.runs("out")
        self.write("calm.json", json.dumps({"name": "calm", "options": {"estimator": "stl", "momentum": 0.5}}))
        self.run_g2t("study", "--resume", "--output", "out", "--estimators", "calm.json", "--repetitions", 3, "--quiet")
        after = self.runs("out")
        self.assertEqual(len(after), 3 * (5 * 2 + 1))
        self.assertEqual({key: after[key] for key in before}, before)
        self.assertEqual({run["settings"]["momentum"] for key, run in after.items() if key[1] == "calm"}, {0.5})

    def test_interrupted(self):
        self.make_model()
        running = subprocess.Popen([G2T, *study_command("out", repetitions=4000)], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        log = self.folder / "out" / "runs.jsonl"
        while running.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") >= 3):
            time.sleep(0.002)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        self.assertIn("--resume continues", said)

    def test_wall_clock_and_pools(self):
        self.small_study("out", estimators="pool,auto-once,auto-scaled,auto-raced", clock="wall", budget="50ms",
                         budget_steps=None, repetitions=1, step_sizes="1e-3")
        runs = self.runs("out")
        self.assertEqual(len(runs), 4)
        for run in runs.values():
            self.assertGreater(run["seconds"]["total"], 0.04)  # of 50 ms, in which pauses of its clock count
            self.assertIsNotNone(run["costs"])
        self.assertEqual(len(runs["mine", "auto-once", 1e-3, 1]["selections"]), 1)
        self.assertIn(runs["mine", "pool", 1e-3, 1]["selections"][0]["name"], ("rep", "stl", "miller"))

    def test_refusals(self):
        self.small_study("out")
        self.write("twice.json", json.dumps({"name": "mine", "model": "logistic", "options": {"data": "other.svm"}}))
        self.write("natrual.json", json.dumps({"name": "mine", "model": "logistic", "natrual": {}}))
        for arguments, status, words in (
                (["--output", "out"], 2, "holds a study already"),
                (["--output", "none", "--resume"], 2, "no study"),
                (["--resume", "--output", "out", "--seed", 2], 2, "--seed is fixed"),
                (["--output", "new", "--models", "paper:a1b"], 2, "paper:a1a"),
                (["--output", "new", "--models", "mine.json", "--estimators", "fixed:tailor"], 2, "taylor"),
                (["--output", "new", "--models", "mine.json", "--estimators", "autos"], 2, "auto"),
                (["--output", "new", "--models", "absent.json"], 1, "absent.json"),
                (["--output", "new", "--models", "mine.json", "--step-sizes", "0.1,0"], 2, "'0'"),
                (["--output", "new", "--share", "3/2"], 2, "K/N"),
                (["--output", "new", "--clock", "sun"], 2, "cost-model"),
                (["--output", "new", "--quick", "--paper"], 2, "--paper"),
                (["--output", "new", "--models", "mine.json", "--budget", "1s", "--budget-steps", 10], 2, "--budget-steps"),
                (["--output", "new", "--models", "mine.json", "--seed", 2**53], 2, "2^53"),
                (["--output", "new", "--models", "mine.json", "--jobs", 0], 2, "--jobs"),
                (["--output", "out", "--resume", "--costs", "out"], 2, "--costs is fixed"),
                (["--output", "new", "--models", "twice.json,mine.json"], 2, "differ"),
                (["--output", "new", "--models", "natrual.json"], 1, "natrual"),
                (["--models", "mine.json"], 2, "--output"),
                (["--output", "mine.json", "--models", "mine.json"], 1, "mine.json")):
            self.assertIn(words, self.run_g2t("study", *arguments, status=status).stderr)
        self.assertFalse((self.folder / "new").exists())
        log = self.folder / "out" / "runs.jsonl"
        log.write_text(log.read_text().replace('"estimator"', '"estimater"', 1))
        self.assertIn("runs.jsonl, line 1", self.run_g2t("study", "--resume", "--output", "out", status=1).stderr)


if __name__ == "__main__":
    unittest.main()
