"""R as a client: models of brms by g2t and back as a brmsfit, against kept results of brms's NUTS; what docs/stan.md says to type."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from program import G2T, ProgramTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = "brms rstan posterior bayesplot loo lme4 MASS jsonlite svglite".split()


def r_blocks():
    """What docs/stan.md has for R."""
    return re.findall(r"```r\n(.*?)```", (ROOT / "docs/stan.md").read_text(), re.S)


class Client(ProgramTest):
    def run_r(self, *arguments, status=0):
        path = f"{pathlib.Path(G2T).resolve().parent}:{os.environ['PATH']}"
        done = subprocess.run(["Rscript", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=250,
                              env=dict(os.environ, PATH=path), stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_four_models_of_brms(self):
        done = self.run_r(ROOT / "bench/study/brms/client/compare.R", "--picture", "all.svg", "--stan-backend", "stanli")
        rows = re.findall(r"^(\w+) +(\d+) values, 2000 draws: means (0\.\d+) sds off \(largest (0\.\d+)\)", done.stdout, re.M)
        self.assertEqual([(name, int(values)) for name, values, _, _ in rows],
                         [("sleep", 42), ("claims", 10), ("ratings", 6), ("urine", 12)])
        for _, _, rms, largest in rows:
            self.assertLess(float(rms), 0.06)  # of 2,000 draws, and errors of NUTS
            self.assertLess(float(largest), 0.15)
        self.assertIn("<svg", self.read("all.svg"))
        self.assertIn("conditional_effects() of brms", self.read("all.svg"))

    def test_a_wrong_answer_is_seen(self):
        self.write("wrong.sh", f"#!/bin/sh\n'{pathlib.Path(G2T).resolve()}' \"$@\" --family mean-field --answer gaussian; exit 0\n")
        (self.folder / "bin").mkdir()
        (self.folder / "wrong.sh").rename(self.folder / "bin/g2t")
        (self.folder / "bin/g2t").chmod(0o755)
        script = f"Sys.setenv(PATH = paste0('{self.folder}/bin:', Sys.getenv('PATH'))); "
        call = f"quit(status = system2('Rscript', c('{ROOT}/bench/study/brms/client/compare.R', '--stan-backend', 'stanli')))"
        self.assertIn("WRONG", self.run_r("-e", script + call, status=1).stdout)

    def test_the_page_has_the_example(self):
        function = (ROOT / "examples/brms.R").read_text()
        self.assertIn(function[function.index("brm_by_g2t <-"):], r_blocks())

    def test_the_lines_of_the_page(self):
        (by_chains,) = [block for block in r_blocks() if "as_draws_array(draws)" in block]
        (after_brms,) = [block for block in r_blocks() if "library(brms)" in block]
        self.run_g2t("fit", ROOT / "examples/stan/eight_schools.stan", "--data", ROOT / "examples/stan/eight_schools.json",
                     "--stan-backend", "stanli", "--answer", "moved", "--output", "schools")
        self.write("chains.R", by_chains + 'cat("chains", posterior::nchains(draws), "\\n")\n')
        self.assertRegex(self.run_r("chains.R").stdout, r"tau +3\.\d(.|\n)*chains 12\d")
        self.run_g2t("fit", ROOT / "examples/stan/eight_schools.stan", "--data", ROOT / "examples/stan/eight_schools.json",
                     "--stan-backend", "stanli", "--answer", "weighted", "--output", "schools", "--force")
        self.write("other.R", by_chains.splitlines()[0] + "\nd <- posterior::as_draws_df(d[-(1:3)])\n"
                   'print(posterior::summarise_draws(d, "mean")); cat(posterior::ndraws(d), "draws\\n")\n')
        self.assertRegex(self.run_r("other.R").stdout, r"mu +4\.\d(.|\n)*2000 draws")
        after_brms = after_brms.replace("examples/brms.R", str(ROOT / "examples/brms.R"))
        after_brms = after_brms.replace("sleepstudy)", 'sleepstudy, options = c("--stan-backend", "stanli"))')
        self.write("brms.R", after_brms)
        done = self.run_r("brms.R")
        self.assertRegex(done.stdout, r"Days +10\.\d")
        self.assertIn("elpd_loo", done.stdout)
        self.assertIn("has old Stan syntax (arrays), which is read as the present one", done.stderr)

    def test_failures_stop_r(self):
        self.write("fails.R", f"source('{ROOT}/examples/brms.R'); brm_by_g2t(dist ~ speed, cars, options = '--no-such')")
        self.assertIn("g2t failed", self.run_r("fails.R", status=1).stderr)


if __name__ == "__main__":
    if shutil.which("Rscript") is None:
        print("skipped: R is not installed (tools/install-dependencies --for-all-tests)")
        sys.exit(77)
    missing = 'for (p in commandArgs(TRUE)) if (!requireNamespace(p, quietly = TRUE)) cat(p, "")'
    lacks = subprocess.run(["Rscript", "-e", missing, *PACKAGES], capture_output=True, text=True).stdout.strip()
    if lacks:
        print(f"skipped: R lacks the packages {lacks} (tools/install-dependencies --for-all-tests)")
        sys.exit(77)
    if subprocess.run([ROOT / "tools/install-stan", "--stanli", "--check"], capture_output=True).returncode != 0:
        print("skipped: stanli is not installed (tools/install-stan --stanli)")
        sys.exit(77)
    unittest.main()
