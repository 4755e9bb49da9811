"""Signals at random moments of a fit, ignored ones, and readers that go away."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import G2T, ProgramTest

IS_ALL = os.environ.get("G2T_ALL_SIGNALS") == "1"
STANLI = os.path.expanduser("~/.cache/g2t/stanli-0.24.0/libstanli.so")
BRIDGE = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
STAN = """data { int n; array[n] real y; } parameters { real mu; real<lower=0> s; } model { y ~ normal(mu, s); }
generated quantities { array[50] real z; for (i in 1:50) z[i] = normal_rng(mu, s); }
"""
MOMENTS = 20 if IS_ALL else 1  # of each run
SECONDS = 2.0  # after the signal
# What each is about, and its options.
RUNS = {"reading": ["logistic", "--data", "large.svm"],
        "steps": ["logistic", "--data", "data.svm", "--coordinates", "plain", "--time-budget", "3s"],
        "starts and selection": ["bnn", "--data", "net.csv", "--response", "y", "--hidden-units", "5", "--time-budget", "3s"],
        "chains": ["logistic", "--data", "data.svm", "--answer", "moved"],
        "values": ["normal.stan", "--data", "normal.json", "--stan-backend", "stanli", "--answer-draws", "20000"],
        "writing": ["logistic", "--data", "data.svm", "--answer-draws", "100000"]}


def processor_seconds(process):
    """Of a process that runs, or has ended and is not waited for."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Signals(ProgramTest):
    def start(self, *arguments, **options):
        return subprocess.Popen([G2T, "fit", *arguments, "--output", "run", "--force"], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, **options)

    def check_moment(self, arguments, number, seconds):
        """How the run ended, and whether it was within the time: by the processor's where others take their share."""
        for suffix in (".csv", ".trace.csv", ".selection.json", ".q.json", ".summary.json"):
            (self.folder / f"run{suffix}").unlink(missing_ok=True)
        running = self.start(*arguments)
        time.sleep(seconds)
        before = processor_seconds(running)
        os.kill(running.pid, number)  # it may have ended, but is not waited for
        begin = time.monotonic()
        os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOWAIT)
        waited, used = time.monotonic() - begin, processor_seconds(running) - before
        out, err = running.communicate(timeout=60)
        self.assertTrue(waited < SECONDS or used < SECONDS, f"{waited:.1f} s, {used:.1f} s of processor time")
        files = {path.name for path in self.folder.glob("run*")}
        killed = running.returncode == -number  # as a shell says, 130 or 143: before there was a result, or after all
        if killed and not files:
            return "nothing yet"
        self.assertEqual(len(files), 5, err)
        summary = self.read_json("run.summary.json")
        if summary["status"] != "interrupted":  # it had ended, but for the files
            self.assertTrue(killed or running.returncode in (0, 3), err)
            return "all done"
        self.assertEqual(running.returncode, 128 + number, err)
        self.assertIn("INTERRUPTED", out)
        rows = [line for line in self.read("run.csv").splitlines() if line[0] not in "#l"]
        self.assertEqual(len(rows), 1 + summary["answer"]["draws"])  # the mean of q first
        return "interrupted"

    def test_any_moment(self):
        self.simulate(rows=2000)
        self.run_g2t("simulate", "bnn", "--output", "net")
        self.run_g2t("simulate", "logistic", "--rows", "8000", "--features", "60", "--output", "large")
        self.write("normal.stan", STAN)
        self.write("normal.json", json.dumps({"n": 5, "y": [1, 2, 3, 4, 6]}))
        numbers = random.Random(3)
        ends = {}
        for name, arguments in RUNS.items():
            if "stanli" in arguments and not os.path.exists(STANLI):
                continue
            begin = time.monotonic()
            whole = self.start(*arguments)
            whole.communicate(timeout=120)
            self.assertIn(whole.returncode, (0, 3))
            seconds = time.monotonic() - begin
            for trial in range(MOMENTS):
                number = (signal.SIGINT, signal.SIGTERM)[trial % 2]
                with self.subTest(name, trial=trial):
                    end = self.check_moment(arguments, number, seconds * (numbers.random() if IS_ALL else 0.5))
                    ends[name, end] = ends.get((name, end), 0) + 1
        print("; ".join(f"{name}: {count} x {end}" for (name, end), count in ends.items()))
        self.assertIn("interrupted", {end for _, end in ends})

    def start_slow(self, **options):
        """A fit whose log densities take a millisecond each, once it has begun."""
        self.write("says.json", json.dumps({"says": "slow densities, banana"}))
        running = self.start(BRIDGE, "--data", "says.json", "--time-budget", "5s", "--answer-draws", "20000", **options)
        self.assertIn("fake_bridge", running.stderr.readline())
        time.sleep(0.3)
        return running

    def test_second_signal_ends_at_once(self):
        running = self.start_slow()
        running.send_signal(signal.SIGINT)
        time.sleep(0.05)
        self.assertIsNone(running.poll())
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(timeout=30), -signal.SIGTERM)
        running.communicate()
        self.assertEqual([path.name for path in self.folder.glob("run*")], [])

    def ignore_interrupt(self):
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def test_what_is_ignored_stays_ignored(self):
        """nohup, and jobs that a script has put into the background."""
        running = self.start_slow(preexec_fn=self.ignore_interrupt)
        running.send_signal(signal.SIGINT)
        time.sleep(0.5)
        self.assertIsNone(running.poll())
        running.send_signal(signal.SIGTERM)
        running.send_signal(signal.SIGINT)  # not the second one
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 143)
        self.assertIn("INTERRUPTED", out)

    def test_reader_that_goes_away(self):
        self.simulate(rows=60)
        self.run_g2t("fit", "logistic", "--data", "data.svm", "--output", "run")
        for command in ([G2T, "draw", "run.q.json", "-n", "100000"],
                        [G2T, "fit", "logistic", "--data", "data.svm", "--output", "more", "--json", "--quiet"]):
            running = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if command[1] == "draw":
                self.assertTrue(running.stdout.readline())
            running.stdout.close()
            self.assertEqual(running.stderr.read(), "")
            self.assertEqual(running.wait(timeout=60), -signal.SIGPIPE)
            running.stderr.close()
        self.assertEqual(len(list(self.folder.glob("more.*"))), 5)


if __name__ == "__main__":
    unittest.main()
