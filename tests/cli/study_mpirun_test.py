"""g2t study under mpirun: the processes make the runs that one process would, each once."""

import os
import shutil
import subprocess
import sys
import unittest

from program import G2T
from study_support import StudyCase, study_command


class MpirunTest(StudyCase):
    def test_mpirun(self):
        self.small_study("whole")
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", G2T, *study_command("both", costs="whole")]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, env={**os.environ, "OMPI_MCA_btl_base_warn_component_unused": "0"})
        if "built without Open MPI" in done.stderr:
            self.skipTest("g2t was built without Open MPI")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("18 of 18 runs"), 1)  # one of them speaks
        self.assertEqual([path.name for path in sorted((self.folder / "both").glob("runs*"))],
                         ["runs.1-of-2.jsonl", "runs.2-of-2.jsonl"])
        self.assertEqual(self.runs("both"), self.runs("whole"))


if __name__ == "__main__":
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun (tools/install-dependencies --for-all-tests brings Open MPI)")
        sys.exit(77)
    unittest.main()
