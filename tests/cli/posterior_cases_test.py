"""Cases from public reports about posteriors that go wrong silently, from their own files; each test has its case's name.

With the default options the answer is the posterior; where a case gives the best Gaussian, q is asked for.
"""

import csv
import json
import math
import time
import unittest

from shared_cases import CASES, CaseTest, HAS_CASES, HAS_STANLI

SKIP = "" if HAS_CASES and HAS_STANLI else "no folder of cases (G2T_SHARED_DIR), or no stanli (tools/install-stan --stanli)"
NO_INTERCEPT = ["--no-intercept"]


@unittest.skipIf(SKIP, SKIP)
class Posteriors(CaseTest):
    """Means within a tenth of an sd, sds within a tenth: three of the answer's errors (0.05 of an sd, 3 %) and more."""

    def check_posterior(self, summary, means, sds):
        values = [value for value in summary["constrained"] or summary["parameters"] if value.get("kind", "parameter") == "parameter"]
        for value, mean, sd in zip(values, means, sds, strict=True):
            self.assertLess(abs(value["mean"] - mean), 0.1 * sd, value)
            self.assertLess(abs(value["sd"] / sd - 1), 0.1, value)

    @staticmethod
    def warned(summary):
        return [warning["kind"] for warning in summary["warnings"]]

    def posterior(self, program, *arguments, seeds=(1,), status=0):
        """Of each seed; a data file beside the program is taken."""
        for seed in seeds:
            self.fit_program(program, *self.data_of(program), "--seed", seed, *arguments, status=status)
            yield self.read_json("run.summary.json")

    def test_25_logistic_separable(self):
        """Coefficients that run to infinity, or an ELBO above the evidence."""
        for prior, q, exact, evidence in (
                (1, ([-0.0398, 1.4825], [0.6820, 0.6651], -3.7538), ([-0.0398, 1.4834], [0.6875, 0.6834]), -3.7397),
                (10, ([-0.5671, 13.0239], [2.6683, 4.4894], -2.5858), ([-0.5612, 12.9256], [3.1465, 6.2454]), -2.3333)):
            more = [*NO_INTERCEPT, "--prior-scale", prior]
            _, summary = self.fit_case("25-logistic-separable/sep.svm", *more, "--family", "full-rank", status=None)
            self.check_moments(summary, *q)
            self.assertLess(summary["elbo"], evidence + 3 * summary["elbo_se"] + 1e-4)
            self.run_g2t("fit", "logistic", "--data", CASES / "25-logistic-separable/sep.svm", *more, "--output", "run", "--force")
            self.check_posterior(self.read_json("run.summary.json"), *exact)

    def test_27_logistic_wild_scales(self):
        """A weight at its prior, called converged; a value of 1e100 that hangs or ends in NaN."""
        means, sds = [8.7774e-06, 3.10e-07, -0.6088], [3.5766e-06, 1.0, 0.8989]
        _, summary = self.fit_case("27-logistic-wild-scales/wild.svm", *NO_INTERCEPT, "--family", "full-rank", status=None)
        self.check_moments(summary, means, sds, -14.0555)
        begin = time.monotonic()
        self.run_g2t("fit", "logistic", "--data", CASES / "27-logistic-wild-scales/extreme.svm", *NO_INTERCEPT, "--output", "run",
                     "--force")
        self.assertLess(time.monotonic() - begin, 60)
        # The sign of the weight is known, nothing else: half of the prior.
        self.check_posterior(self.read_json("run.summary.json"), [math.sqrt(2 / math.pi)], [math.sqrt(1 - 2 / math.pi)])

    def test_28_logistic_n1_d3(self):
        """NaN from a variance over one row."""
        _, summary = self.fit_case("28-logistic-n1-d3/one.svm", *NO_INTERCEPT, "--positive", 1, "--family", "full-rank")
        self.check_moments(summary, [0.1383, -0.5533, 0.2766], [0.9900, 0.8264, 0.9596], -0.6971)
        self.assertLess(summary["elbo"], -math.log(2) + 3 * summary["elbo_se"])

    def test_29_logistic_overflow_margins(self):
        """NaN or minus infinity where margins are 1,000."""
        file = CASES / "29-logistic-overflow-margins/big.svm"
        self.write("at.json", '{"points": [[-1], [0], [0.001], [1]]}')
        done = self.run_g2t("evaluate", "logistic", "--data", file, *NO_INTERCEPT, "--at", "at.json", "--json")
        expected = ((-801.418939, 801), (-2.998380, -475), (-3.740172, -992.423188), (-1751.418939, -1751))
        for point, (log_density, gradient) in zip(json.loads(done.stdout)["points"], expected, strict=True):
            self.assertAlmostEqual(point["log_density"], log_density, places=6)
            self.assertAlmostEqual(point["gradient"][0], gradient, places=6)
        _, summary = self.fit_case("29-logistic-overflow-margins/big.svm", *NO_INTERCEPT, status=None)
        self.check_moments(summary, [-0.001270], [0.001707], -8.3192)
        self.run_g2t("fit", "logistic", "--data", file, *NO_INTERCEPT, "--output", "run", "--force")
        self.check_posterior(self.read_json("run.summary.json"), [-0.001336], [0.001830])

    def test_30_far_prior_single_observation(self):
        """A mean on the way to the posterior, called converged."""
        program = (CASES / "30-far-prior-single-observation/model.stan").read_text()
        for at in (-24, -240):
            self.write("far.stan", program.replace("-24", str(at)))
            for summary in self.posterior(self.folder / "far.stan"):
                self.assertLess(abs(summary["constrained"][0]["mean"] - at / 1.09), 0.03)
                self.assertLess(abs(summary["constrained"][0]["sd"] / 0.287348 - 1), 0.06)

    def test_33_correlated_meanfield_sd(self):
        """Conditional sds of a mean-field q given as those of the posterior."""
        program = "33-correlated-meanfield-sd/model.stan"
        for family in ("mean-field", "full-rank"):
            for summary in self.posterior(program, "--family", family):
                self.check_posterior(summary, [2, -1], [1, 3])
        done = self.fit_program(program, "--family", "mean-field", "--answer", "gaussian", "--tolerance", 0.02, status=3)
        self.assertIn("sds are conditional ones", done.stdout)
        self.check_moments(self.read_json("run.summary.json"), [2, -1], [0.198997, 0.596992], -1.614463)

    def test_34_regression_uncentred(self):
        """A slope of the wrong sign beside a large sigma, called converged."""
        for summary in self.posterior("34-regression-uncentred/model.stan", seeds=range(1, 5)):
            self.check_posterior(summary, [185.4820, -3.0285, -0.5742], [4.0737, 0.0890, 0.3990])

    def test_36_cauchy_heavy_tail(self):
        """A sd of the Gaussian, 1.6, as that of a posterior that has none, and quantiles to match."""
        for summary in self.posterior("36-cauchy-heavy-tail/model.stan", seeds=range(1, 5), status=None):
            value = summary["constrained"][0]
            self.assertTrue(4.7 < value["q95"] < 8.5 and 4.7 < -value["q5"] < 8.5, value)  # 6.314
            self.assertIn("long_tails", self.warned(summary))
            self.assertGreater(value["tail_shape"], 1)

    def test_37_stiff_scales_step_size(self):
        """A good early fit that one large step loses."""
        for summary in self.posterior("37-stiff-scales-step-size/model.stan"):
            self.check_posterior(summary, [5, -3], [0.01, 100])

    def test_38_nan_half_space(self):
        """A model without density on half of the line, fitted without a word, or NaN in its files."""
        seen = []
        for program in ("a.stan", "b.stan"):
            for summary in self.posterior(f"38-nan-half-space/{program}"):
                self.check_posterior(summary, [2], [math.sqrt(2)])  # x e^-x where it has a density
                self.assertIn("failed_draws", self.warned(summary))
                seen.append((summary["status"], summary["diagnostics"]["failed_draws"]))
            rows = [row for row in self.read("run.csv").splitlines() if not row.startswith("#")]
            self.assertEqual([row for row in rows if "nan" in row.lower()], [])
        self.assertEqual(*seen)

    def test_39_init_minus_inf(self):
        """Endless tries, or a message that hides the model's own."""
        for summary in self.posterior("39-init-minus-inf/zero.stan"):
            self.check_posterior(summary, [76 / 17], [0.9442])
        done = self.fit_program("39-init-minus-inf/always.stan", status=1)
        self.assertRegex(done.stderr, r"at zero it is -inf.*--init")
        self.write("init.json", '{"x": 8}')
        self.fit_program("39-init-minus-inf/always.stan", "--init", "init.json")
        self.assertIn("sizes differ: 2 and 3", self.fit_program("39-init-minus-inf/throws.stan", status=1).stderr)

    def test_41_multimodal(self):
        """One mode or the other, by the seed."""
        for summary in self.posterior("41-multimodal/model.stan", seeds=range(1, 6), status=None):
            if summary["status"] == "converged":  # then with both modes, or told to be of one
                value = summary["constrained"][0]
                self.assertLess(abs(value["mean"] + 1.6), 0.15 * 3.7)
                self.assertLess(abs(value["sd"] / 3.7 - 1), 0.1)
            else:
                self.assertIn("several_modes", self.warned(summary))

    def test_42_elbo_sign_and_constants(self):
        """A positive ELBO taken for an error, and constants that come or go unsaid."""
        dropped = 3 * (0.5 * math.log(2 * math.pi) + math.log(0.01))
        for program, elbo in (("tilde", dropped), ("target", 0), ("plus50", 50)):
            done = self.fit_program(f"42-elbo-sign-and-constants/{program}.stan")
            summary = self.read_json("run.summary.json")
            self.assertAlmostEqual(summary["elbo"], elbo, delta=0.05)
            self.assertEqual(summary["warnings"], [])
            self.assertIn("without the constants of ~ statements", done.stderr)

    def test_43_bnn_tiny_evidence_bound(self):
        """Weights that collapse to their priors, or an ELBO above the evidence."""
        for summary in self.posterior("43-bnn-tiny-evidence-bound/model.stan", "--family", "mean-field", "--answer", "gaussian",
                                      "--tolerance", 0.02, seeds=(1, 2), status=None):
            self.assertLess(summary["elbo"], -4.4392 + 3 * summary["elbo_se"])
            found = summary["approximation"]["parameters"]
            sign = math.copysign(1, -found[0]["mean"])  # one of two mirror images
            mirrored = [sign * found[0]["mean"], sign * found[1]["mean"], sign * found[2]["mean"], found[3]["mean"]]
            for mean, right, sd in zip(mirrored, [-1.3393, -0.0791, -1.0318, -0.0365], [0.3224, 0.1869, 0.1369, 0.1055], strict=True):
                self.assertLess(abs(mean - right), 0.1 * sd)
            self.assertAlmostEqual(summary["elbo"], -6.2251, delta=0.05)

    def test_51_constrained_output(self):
        """exp of a mean on the log scale given as the mean."""
        for summary in self.posterior("51-constrained-output/model.stan"):
            self.check_posterior(summary, [0.341298, 0.660143], [0.181891, 0.1937])
            self.assertEqual([value["kind"] for value in summary["constrained"]], ["parameter"] * 2)
        rows = [row for row in csv.reader(self.read("run.csv").splitlines()) if not row[0].startswith("#")]
        sigma, p = (rows[0].index(name) for name in ("sigma", "p"))
        self.assertTrue(all(float(row[sigma]) > 0 and 0 < float(row[p]) < 1 for row in rows[2:]))

    def test_69_exponential_tail(self):
        """Every seed ends with 'k too high', or none of the seeds has the right sd."""
        for program, means, sds in (("expo", [1], [1]), ("rare", [0.02381], [0.02324]), ("uni", [10.473], [0.956])):
            trusted = 0
            for summary in self.posterior(f"69-exponential-tail/{program}.stan", seeds=range(1, 6), status=None):
                trusted += summary["status"] == "converged"
                self.check_posterior(summary, means, sds)
            self.assertGreaterEqual(trusted, 4, program)

    def test_71_negbin_flat_phi(self):
        """A false peak of rounding errors at phi = 1e14, called converged."""
        for summary in self.posterior("71-negbin-flat-phi/nb.stan", status=None):
            value = summary["constrained"][0]
            self.assertLess(abs(value["mean"] - 1.358), 0.02)
            self.assertLess(abs(value["sd"] / 0.064 - 1), 0.15)
        done = self.fit_program("71-negbin-flat-phi/nbflat.stan", *self.data_of("71-negbin-flat-phi/nbflat.stan"), "--time-budget", 10,
                                status=3)
        self.assertRegex(done.stdout, "the scale of phi was still changing|NOT CONVERGED")

    def test_76_ordinal_empty_level(self):
        """Thresholds that the data do not keep apart, in one point or NaN."""
        for summary in self.posterior("76-ordinal-empty-level/ord.stan"):
            self.check_posterior(summary, [-0.871, -1.726, -0.016, 0.144, 1.993], [0.418, 0.525, 0.425, 0.424, 0.584])
        self.fit_program("76-ordinal-empty-level/ordflat.stan", *self.data_of("76-ordinal-empty-level/ordflat.stan"), "--time-budget",
                         10, status=3)

    def test_77_zero_inflated_small(self):
        """A sd of the share of zeros that is too small."""
        for summary in self.posterior("77-zero-inflated-small/zip.stan", seeds=(1, 2, 3)):
            self.check_posterior(summary, [0.324, 1.298], [0.146, 0.352])

    def test_78_changepoint_step(self):
        """The prior of the break, (0, 24), as its posterior: gradients do not see the jump of the density."""
        for summary in self.posterior("78-changepoint-step/cp.stan", seeds=(1, 2, 3), status=None):
            if summary["status"] != "converged":
                continue
            tau, first, second = summary["constrained"]
            self.assertLess(abs(tau["mean"] - 9.435), 0.15)
            self.assertLess(abs(tau["sd"] - 0.767), 0.15)
            self.assertLess(abs(first["mean"] - 0.312), 0.1)
            self.assertLess(abs(second["mean"] - 2.851), 0.1)


if __name__ == "__main__":
    unittest.main()
