// Means of a model's own quantities against the weighted ones: of few draws, their noise is no shift.
#include <gtest/gtest.h>
#include <inference/natural/natural_verdict.h>

namespace g2t {
namespace {

// A converged fit with adapted weights, and one parameter whose mean is so many sds from the weighted one.
FitResult shifted_fit(double shift, Index draws) {
  FitResult out;
  out.q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1);
  out.parameter_names = {"log x"};
  out.elbo = {.value = -1, .standard_error = 0.01, .draws = kReportDraws};
  out.diagnostics.report_draws = kReportDraws;
  out.importance.khat = 0.3;
  out.importance.q_khat = 0.5;
  out.importance.effective_sample_size = 6000;
  out.importance.draws = 10000;
  out.importance.mean = Vector::Zero(1);
  out.importance.sd = Vector::Ones(1);
  out.constrained.names = {"x"};
  out.constrained.parameter_count = out.constrained.computed_count = 1;
  out.constrained.mean = Vector::Constant(1, shift);
  out.constrained.weighted_mean = Vector::Zero(1);
  out.constrained.sd = out.constrained.weighted_sd = Vector::Ones(1);
  out.constrained.draws = out.constrained.weighted_draws = draws;
  return out;
}

FitStatus status_of(FitResult result) {
  NaturalEvidence evidence;
  evidence.is_within_tolerance = true;
  set_natural_verdict({}, evidence, result);
  return result.status;
}

TEST(ShiftedMean, IsToldFromTheNoiseOfFewDraws) {
  EXPECT_EQ(status_of(shifted_fit(0.5, kReportDraws)), FitStatus::NotTrusted);
  EXPECT_EQ(status_of(shifted_fit(0.5, 32)), FitStatus::Converged);  // two standard errors
  EXPECT_EQ(status_of(shifted_fit(0.5, 1000)), FitStatus::NotTrusted);
  EXPECT_EQ(status_of(shifted_fit(1.0, 32)), FitStatus::NotTrusted);
  EXPECT_EQ(status_of(shifted_fit(0.25, kReportDraws)), FitStatus::Converged);
}

}  // namespace
}  // namespace g2t
