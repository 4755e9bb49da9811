"""Ctrl-C and termination: the best result so far is written and marked."""

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
        self.assertEqual(self.read_json("run.q.json")["mean"], [p["mean"] for p in summary["parameters"]])
        self.assertIn("interrupted", self.read("run.csv"))

    def test_interrupt(self):
        self.check(signal.SIGINT, 130)

    def test_terminate(self):
        self.check(signal.SIGTERM, 143)


if __name__ == "__main__":
    unittest.main()
