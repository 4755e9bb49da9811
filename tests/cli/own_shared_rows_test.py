"""The example of own rows in several processes: the same posterior in one, two and three of them."""

import os
import shutil
import subprocess
import unittest

EXAMPLE = os.environ["EXAMPLE"]
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_btl_base_warn_component_unused": "0"}


class OwnSharedRowsTest(unittest.TestCase):
    def run_example(self, *launcher):
        done = subprocess.run([*launcher, EXAMPLE], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL,
                              env=ENVIRONMENT)
        if "built without MPI" in done.stderr:
            self.skipTest("built without MPI")
        self.assertEqual(done.returncode, 0, done.stderr)
        status, *rows = done.stdout.splitlines()
        self.assertEqual(status, "converged")
        return [float(word.strip(",")) for row in rows for word in row.split() if word[0].isdigit()]

    def test_same_posterior(self):
        mean_a, sd_a, mean_b, sd_b = self.run_example()
        self.assertAlmostEqual(mean_a, 1.04, delta=0.1)
        self.assertAlmostEqual(mean_b, 2, delta=0.2)
        self.assertGreater(min(sd_a, sd_b), 0.02)
        if not shutil.which("mpirun"):
            self.skipTest("there is no mpirun (tools/install-dependencies --for-all-tests brings Open MPI)")
        for count in ("2", "3"):
            several = self.run_example("mpirun", "--oversubscribe", "-n", count)
            # By wall time a run may take other steps: the posterior is the same, within Monte Carlo errors.
            for one, other in zip((mean_a, sd_a, mean_b, sd_b), several):
                self.assertAlmostEqual(one, other, delta=0.15 * max(sd_a, sd_b))


if __name__ == "__main__":
    unittest.main()
