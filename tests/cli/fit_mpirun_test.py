"""g2t fit under mpirun: the fit of one process up to rounding, errors as one process says them, and no process that waits."""

import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

from program import G2T, ProgramTest

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_base_warn_component_unused": "0"}
FIT = ["fit", "logistic", "--data", "data.svm", "--costs", "costs.json", "--seed", "3"]


def mpirun(count, arguments):
    return ["mpirun", "--oversubscribe", "-n", str(count), G2T, *map(str, arguments)]


def is_running(pid):
    """False for a process that has ended, though nobody may have asked for its status yet."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children_of(pid):
    """Processes below one, with the numbers of their parents."""
    rows = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True).stdout.split("\n")
    pairs = [tuple(map(int, row.split())) for row in rows if row.strip()]
    found, queue = [], [pid]
    while queue:
        parent = queue.pop()
        below = [child for child, of in pairs if of == parent]
        found += below
        queue += below
    return found


class FitMpirunTest(ProgramTest):
    def run_mpi(self, count, *arguments, status=0):
        done = subprocess.run(mpirun(count, arguments), cwd=self.folder, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        if "built without Open MPI" in done.stderr:
            self.skipTest("g2t was built without Open MPI")
        if status is not None:
            self.assertEqual(done.returncode, status, f"{done.stdout}{done.stderr}")
        return done

    def start(self, count, *arguments):
        return subprocess.Popen(mpirun(count, arguments), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, stdin=subprocess.DEVNULL, env=ENVIRONMENT)

    def numbers(self, prefix):
        rows = [line for line in self.read(prefix + ".csv").split("\n") if line and not line.startswith("#")]
        return [[float(cell) for cell in row.split(",")] for row in rows[1:]]

    def assert_same_fit(self, one, several, tolerance):
        a, b = self.read_json(one + ".q.json"), self.read_json(several + ".q.json")
        self.assertEqual(a["family"], b["family"])
        self.assertEqual(a["names"], b["names"])
        for left, right in zip(a["mean"], b["mean"]):
            self.assertAlmostEqual(left, right, delta=tolerance)
        left, right = self.numbers(one), self.numbers(several)
        self.assertEqual(len(left), len(right))
        for x, y in zip(left, right):
            self.assertEqual([math.isnan(u) for u in x], [math.isnan(v) for v in y])
            for u, v in [pair for pair in zip(x, y) if not math.isnan(pair[0])]:
                self.assertAlmostEqual(u, v, delta=tolerance * (1 + abs(u)))

    def test_same_fit(self):
        self.simulate(rows=2000)
        self.run_g2t(*FIT, "--output", "one")
        for count in (2, 3):
            self.run_mpi(count, *FIT, "--output", f"of{count}")
            self.assert_same_fit("one", f"of{count}", 1e-7)
            self.assertEqual(self.read_json("one.summary.json")["data"]["fingerprint"],
                             self.read_json(f"of{count}.summary.json")["data"]["fingerprint"])

    def test_csv_and_other_models(self):
        self.simulate("poisson", "stops", rows=400)
        self.simulate("bnn", "net", rows=400)
        for model, options in (("poisson", ["--data", "stops.csv", "--response", "y", "--groups", "eth,precinct"]),
                               ("bnn", ["--data", "net.csv", "--response", "y", "--hidden-units", 3])):
            command = ["fit", model, *options, "--coordinates", "plain", "--costs", "costs.json", "--iterations", 60,
                       "--warmup-steps", 20, "--select-draws", 40]
            self.run_g2t(*command, "--output", f"{model}-one")
            self.run_mpi(2, *command, "--output", f"{model}-two")
            self.assert_same_fit(f"{model}-one", f"{model}-two", 1e-6)

    def test_files_of_parts(self):
        self.simulate(rows=500)
        lines = self.read("data.svm").splitlines(keepends=True)
        self.write("parts.svm.0", "".join(lines[:100]))
        self.write("parts.svm.1", "".join(lines[100:]))
        self.run_g2t(*FIT, "--output", "one")
        parts = [word.replace("data.svm", "parts.svm") for word in FIT]
        self.run_mpi(2, *parts, "--output", "two")
        self.assert_same_fit("one", "two", 1e-7)
        done = self.run_mpi(3, *parts, status=None)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("2 files parts.svm.0, ... for 3 processes", done.stderr)

    def test_draws_of_a_stan_model(self):
        library = os.environ["G2T_FAKE_BRIDGES"] + "/fake_bridge_full.so"
        for threads in (1, 2):
            command = ["fit", library, "--costs", "costs.json", "--seed", 3, "--threads", threads]
            self.run_g2t(*command, "--output", f"one{threads}")
            done = self.run_mpi(3, *command, "--output", f"three{threads}")
            self.assertIn("3 processes, each for some of the draws", done.stderr)
            for end in (".csv", ".q.json", ".trace.csv"):
                self.assertEqual(self.read(f"one{threads}{end}").replace("one", "three"), self.read(f"three{threads}{end}"))

    def test_errors_are_those_of_one_process(self):
        self.simulate(rows=2000)
        lines = self.read("data.svm").splitlines(keepends=True)
        lines[1700] = "1 2:x\n"
        self.write("data.svm", "".join(lines))
        alone = self.run_g2t(*FIT, status=1).stderr.strip()
        self.assertIn("data.svm:1701:", alone)
        done = self.run_mpi(3, *FIT, status=1)
        self.assertEqual(done.stderr.count(alone), 1, done.stderr)
        done = self.run_mpi(2, "fit", "logistic", "--data", "data.svm", "--draws", "none", status=2)
        self.assertEqual(done.stderr.count("--draws"), 1, done.stderr)
        done = self.run_mpi(2, *FIT, "--output", "no/such/folder/x", status=None)
        self.assertIn(done.returncode, (1, 2))
        self.assertEqual(done.stderr.count("no/such/folder"), 1, done.stderr)

    def test_other_subcommands_refuse(self):
        done = self.run_mpi(2, "solve", "problem.json", status=2)
        self.assertEqual(done.stderr.count("g2t solve is done by one"), 1, done.stderr)

    def long_fit(self, count):
        if not (self.folder / "data.svm").exists():
            self.simulate(rows=20000)
        return self.start(count, "fit", "logistic", "--data", "data.svm", "--coordinates", "plain", "--time-budget", "60s",
                          "--output", "long", "--force")

    def ranks_of(self, running, count):
        """The processes of the fit, once they evaluate."""
        for _ in range(200):
            time.sleep(0.05)
            ranks = [pid for pid in children_of(running.pid)
                     if pathlib.Path(f"/proc/{pid}/comm").exists() and pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "g2t"]
            if len(ranks) == count:
                break
        self.assertEqual(len(ranks), count)
        time.sleep(2)
        return sorted(ranks)

    def test_a_killed_process_ends_all(self):
        for which in (0, 1):
            running = self.long_fit(2)
            ranks = self.ranks_of(running, 2)
            begin = time.monotonic()
            os.kill(ranks[which], signal.SIGKILL)
            _, errors = running.communicate(timeout=60)
            self.assertLess(time.monotonic() - begin, 10)
            self.assertNotEqual(running.returncode, 0)
            self.assertIn("signal 9", errors)
            self.assertFalse([pid for pid in ranks if is_running(pid)])

    def test_a_signal_to_mpirun_ends_the_fit_with_its_files(self):
        running = self.long_fit(2)
        ranks = self.ranks_of(running, 2)
        begin = time.monotonic()
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertNotEqual(running.returncode, 0)
        self.assertFalse([pid for pid in ranks if is_running(pid)])
        self.assertEqual(self.read_json("long.summary.json")["status"], "interrupted")

    def test_alone_without_mpi(self):
        """Without mpirun nothing of MPI is initialised: its variables are not set, and a wrong one does no harm."""
        self.simulate(rows=60)
        self.run_g2t(*FIT, env={**os.environ, "OMPI_MCA_btl": "no_such_transport"})


if __name__ == "__main__":
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun (tools/install-dependencies --for-all-tests brings Open MPI)")
        sys.exit(77)
    unittest.main()
