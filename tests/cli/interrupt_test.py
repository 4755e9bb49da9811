"""Ctrl-C and termination: the best result so far is written and marked. A time budget holds for all but the files."""

import json
import os
import resource
import signal
import subprocess
import time
import unittest

from program import G2T, ProgramTest


class Interrupt(ProgramTest):
    def start(self):
        self.simulate(rows=2000)
        return subprocess.Popen([G2T, "fit", "logistic", "--data", "data.svm", "--coordinates", "plain", "--time-budget", "1h", "--step-size",
                                 "1e-4", "--output", "run"], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def check(self, number, status):
        running = self.start()
        self.assertIn("data.svm", running.stderr.readline())  # data are read
        time.sleep(1)
        running.send_signal(number)
        begin = time.monotonic()
        out, _ = running.communicate(timeout=30)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertEqual(running.returncode, status)
        self.assertIn("INTERRUPTED", out)
        summary = self.read_json("run.summary.json")
        self.assertEqual(summary["status"], "interrupted")
        self.assertEqual(self.read_json("run.q.json")["mean"], [p["mean"] for p in summary["approximation"]["parameters"]])
        self.assertIn("interrupted", self.read("run.csv"))

    def test_interrupt(self):
        self.check(signal.SIGINT, 130)

    def test_terminate(self):
        self.check(signal.SIGTERM, 143)

    # By a library that sleeps in log densities, or when values are asked for; steps take no time.

    def command(self, says, *arguments):
        self.write("says.json", json.dumps({"says": says}))
        library = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
        return [G2T, "fit", library, "--data", "says.json", *arguments]

    def check_soon(self, says, *arguments, after=2):
        """Terminates a fit after so many seconds."""
        running = subprocess.Popen(self.command(says, "--output", "run", "--force", *arguments), cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("fake_bridge", running.stderr.readline())
        out = self.terminate(running, after)
        summary = self.read_json("run.summary.json")
        self.assertEqual(summary["status"], "interrupted")
        self.assertIsNotNone(summary["elbo"])
        self.assertIsNotNone(summary["constrained"][0]["mean"])
        text = self.read("run.csv")
        self.assertIn("interrupted", text)
        rows = [line for line in text.splitlines() if line and line[0] not in "#l"]
        for row in rows:
            self.assertNotIn("nan", row.split(",", 2)[2])  # a density may not have been needed
        return out, rows

    def test_terminate_while_log_densities_are_computed(self):
        self.assertIn("INTERRUPTED", self.check_soon("slow densities", "--answer", "gaussian")[0])

    def test_terminate_while_weights_adapt(self):
        self.check_soon("slow densities, banana", "--answer", "weighted", "--answer-draws", "20000", "--weight-draws", "60000",
                        after=4)  # starts take a second, and the first 2,000 draws two

    def test_terminate_while_quantities_are_summarised(self):
        out, _ = self.check_soon("slow values, banana")
        self.assertIn("INTERRUPTED", out)

    def test_terminate_while_values_are_computed(self):
        lines = self.check_soon("slow values", "--answer-draws", "3000", after=4)[1]
        self.assertLess(len(lines), 3000)

    def test_terminate_draw(self):
        self.run_g2t(*self.command("", "--output", "run")[1:])
        self.write("says.json", json.dumps({"says": "slow values"}))
        library = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
        running = subprocess.Popen([G2T, "draw", "run.q.json", "--model", library, "--data", "says.json",
                                    "--output", "more.csv"], cwd=self.folder)
        time.sleep(1.5)
        running.send_signal(signal.SIGINT)
        begin = time.monotonic()
        self.assertEqual(running.wait(timeout=60), 130)
        self.assertLess(time.monotonic() - begin, 2)
        self.assertIn("# status = interrupted", self.read("more.csv"))

    def test_time_budget(self):
        for says in ("slow densities, banana", "slow values, banana"):
            for coordinates in ("natural", "plain"):
                begin = time.monotonic()
                done = subprocess.run(self.command(says, "--time-budget", "2s", "--coordinates", coordinates, "--json"),
                                      cwd=self.folder, capture_output=True, text=True, timeout=120)
                self.assertLess(time.monotonic() - begin, 4, (says, coordinates))
                summary = json.loads(done.stdout)
                self.assertLess(summary["seconds"]["wall"], 4)
                self.assertIsNotNone(summary["constrained"][0]["mean"])

    def test_time_budget_of_many_parameters(self):
        """Draws of all of them would take a minute and 8 GB. Processor time: other programs may take their share."""
        self.write("wide.svm", "1 1:0.5\n0 2:1 100000:1\n1 1:2\n0 3:1\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.run_g2t("fit", "logistic", "--data", "wide.svm", "--time-budget", "2s", "--json", status=None)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertIn(done.returncode, (0, 3), done.stderr)
        self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 6)
        self.assertLess(after.ru_maxrss, 2e6)  # kB
        answer = json.loads(done.stdout)["answer"]
        self.assertGreaterEqual(answer["draws"], 64)
        self.assertLess(answer["draws"], 2000)


if __name__ == "__main__":
    unittest.main()
