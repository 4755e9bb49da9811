"""The folder of cases from public reports, and fits of its files: what tests of them share."""

import os
import pathlib

from program import ProgramTest

SHARED = pathlib.Path(os.environ.get("G2T_SHARED_DIR") or pathlib.Path(__file__).resolve().parents[2] / "../shared")
CASES = SHARED / "cases"
STANLI = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "g2t/stanli-0.24.0/libstanli.so"
HAS_CASES, HAS_STANLI = CASES.exists(), STANLI.exists()


class CaseTest(ProgramTest):
    def fit_case(self, file, *more, model="logistic", status=0):
        """A fit of a case's data by a Gaussian, with the answer that this has: talk, and summary if there is one. Status None: any."""
        (self.folder / "run.summary.json").unlink(missing_ok=True)
        done = self.run_g2t("fit", model, "--data", CASES / file, "--costs", "costs.json", "--answer", "gaussian",
                            "--tolerance", 0.02, "--output", "run", "--force", *more, status=status)
        return done, self.read_json("run.summary.json") if "run.summary.json" in self.files() else None

    def check_moments(self, summary, means, sds, elbo):
        """Of q."""
        for entry, mean, sd in zip(summary["approximation"]["parameters"], means, sds, strict=True):
            self.assertLess(abs(entry["mean"] - mean), 0.05 * sd)
            self.assertLess(abs(entry["sd"] / sd - 1), 0.05)
        self.assertLess(abs(summary["elbo"] - elbo), 0.05)

    def data_of(self, file):
        """The option for the data of a program: of its own name, or the only ones there."""
        program = CASES / file
        for data in (program.with_suffix(".json"), program.parent / "data.json"):
            if data.exists():
                return ["--data", data]
        return []

    def fit_program(self, file, *more, status=0):
        if not HAS_STANLI:
            self.skipTest("no stanli; tools/install-stan --stanli")
        return self.run_g2t("fit", CASES / file, "--stan-backend", "stanli", "--costs", "costs.json", "--output", "run",
                            "--force", *more, status=status)
