// All evidence about a run in plain coordinates: the status and the warnings that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/plain/plain_verdict.h>

#include <cmath>
#include <functional>
#include <limits>

namespace g2t {
namespace {

/// Everything that a verdict goes by: of a run that rose from -20 to -5 nats and has nothing against it.
struct PlainCase {
  FitEvidence evidence;
  FitResult result;

  PlainCase() {
    result.q = isotropic_gaussian(Structure::Diagonal, Vector({{1, 2}}), 1);
    result.is_average = true;
    result.iterations = 1000;
    result.gradient_draws = 8000;
    result.step_size = 0.25;
    result.elbo = {.value = -5, .standard_error = 0.3};
    result.trace.resize(2);
    set_first(-20);
    set_best(-5);
  }
  void set_first(double elbo) { result.trace.front().elbo = {.value = elbo, .standard_error = 0.4}; }
  void set_best(double elbo) {
    evidence.best_q = isotropic_gaussian(Structure::Diagonal, Vector({{7, 8}}), 1);
    evidence.best_elbo = {.value = elbo, .standard_error = 0.4};
  }
  /// All of its draws failed.
  void lose_elbo() {
    result.elbo.value = -std::numeric_limits<double>::infinity();
    result.elbo.standard_error = std::numeric_limits<double>::infinity();
  }
  void make_exact() {
    for (Elbo* const elbo : {&result.elbo, &evidence.best_elbo}) {
      elbo->is_exact = true;
      elbo->standard_error = 0;
    }
  }
  void lose_best() { evidence.best_q = {}; }
};

struct PlainRow {
  std::string name;
  std::function<void(PlainCase&)> change;
  FitStatus status;
  std::vector<WarningKind> kinds;
};

// The noise of a difference of ELBOs is 0.5 nats where none is exact: 3.5 nats are clear.
const std::vector<PlainRow>& plain_rows() {
  using enum WarningKind;
  using enum FitStatus;
  using Case = PlainCase;
  static const std::vector<PlainRow> rows = {
      {"nothing", [](Case&) {}, BudgetSpent, {}},
      {"interrupted", [](Case& c) { c.evidence.is_interrupted = true; }, Interrupted, {}},
      // Counted during the run.
      {"failed draws", [](Case& c) { c.result.diagnostics.failed_draws = 1; }, BudgetSpent, {FailedDraws}},
      {"skipped steps", [](Case& c) { c.result.diagnostics.skipped_steps = 1; }, BudgetSpent, {SkippedSteps}},
      {"sign flips", [](Case& c) { c.result.diagnostics.sign_flips = 1; }, BudgetSpent, {SignFlips}},
      {"cuts", [](Case& c) { c.result.diagnostics.step_size_cuts = 1; }, BudgetSpent, {StepSizeCuts}},
      {"flips that a cut mended",
       [](Case& c) { c.result.diagnostics.sign_flips = c.result.diagnostics.step_size_cuts = 1; }, BudgetSpent,
       {StepSizeCuts}},
      {"selections", [](Case& c) { c.result.diagnostics.failed_selections = 1; }, BudgetSpent, {FailedSelections}},
      {"race", [](Case& c) { c.result.is_race_decided = false; }, BudgetSpent, {UndecidedStepSize}},
      {"no steps", [](Case& c) { c.evidence.has_no_steps = true; }, BudgetSpent, {NoSteps}},
      // How it ended.
      {"stuck", [](Case& c) { c.evidence.is_stuck = true; }, NotConverged, {Stuck, BestIsResult}},
      {"stuck without a best", [](Case& c) { c.evidence.is_stuck = true, c.lose_best(); }, NotConverged, {Stuck}},
      {"stuck, interrupted", [](Case& c) { c.evidence.is_stuck = c.evidence.is_interrupted = true; }, Interrupted,
       {Stuck, BestIsResult}},
      {"no ELBO", [](Case& c) { c.lose_elbo(); }, NotConverged, {Diverged, BestIsResult}},
      {"no ELBO anywhere", [](Case& c) { c.lose_elbo(), c.lose_best(), c.result.trace.clear(); }, NotConverged,
       {Diverged}},
      {"stuck without ELBO", [](Case& c) { c.lose_elbo(), c.evidence.is_stuck = true; }, NotConverged,
       {Stuck, BestIsResult}},
      {"below the start", [](Case& c) { c.set_first(-1.4), c.set_best(-1.4); }, NotConverged,
       {ElboBelowStart, BestIsResult}},
      {"hardly below the start", [](Case& c) { c.set_first(-1.6), c.set_best(-1.6); }, BudgetSpent, {}},
      {"a start without ELBO", [](Case& c) { c.set_first(std::numeric_limits<double>::infinity()); }, BudgetSpent, {}},
      {"below the best", [](Case& c) { c.set_best(-1.4); }, BudgetSpent, {ElboBelowBest, BestIsResult}},
      {"hardly below the best", [](Case& c) { c.set_best(-1.6); }, BudgetSpent, {}},
      {"exactly below the best", [](Case& c) { c.set_best(-3.9), c.make_exact(); }, BudgetSpent,
       {ElboBelowBest, BestIsResult}},
      {"exactly, hardly below the best", [](Case& c) { c.set_best(-4.1), c.make_exact(); }, BudgetSpent, {}},
      {"below the best, interrupted", [](Case& c) { c.set_best(-1.4), c.evidence.is_interrupted = true; }, Interrupted,
       {ElboBelowBest, BestIsResult}},
  };
  return rows;
}

TEST(PlainVerdict, StatusAndWarningsFollowFromTheEvidence) {
  for (const PlainRow& row : plain_rows()) {
    PlainCase c;
    row.change(c);
    set_plain_verdict(c.result, c.evidence);
    std::vector<std::string> kinds, expected;
    for (const FitWarning& warning : c.result.warnings) kinds.push_back(warning_name(warning.kind));
    for (const WarningKind kind : row.kinds) expected.push_back(warning_name(kind));
    EXPECT_EQ(status_name(c.result.status), status_name(row.status)) << row.name;
    EXPECT_EQ(kinds, expected) << row.name;
    const bool is_best = !expected.empty() && expected.back() == warning_name(WarningKind::BestIsResult);
    EXPECT_EQ(c.result.q.mean[0], is_best ? 7 : 1) << row.name;
    EXPECT_EQ(c.result.is_average, !is_best) << row.name;
    EXPECT_TRUE(!is_best || c.result.elbo.value == c.evidence.best_elbo.value) << row.name;
  }
}

TEST(PlainVerdict, CountsAreSaidInOrderWithTheirNumbers) {
  PlainCase c;
  FitDiagnostics& seen = c.result.diagnostics;
  seen.failed_draws = 1, seen.skipped_steps = 2, seen.step_size_cuts = 3, seen.failed_selections = 4;
  seen.failures = {{"log of a negative number", 1}};
  c.result.is_race_decided = false;
  c.set_best(0);
  set_plain_verdict(c.result, c.evidence);
  const std::vector<FitWarning>& warnings = c.result.warnings;
  ASSERT_EQ(warnings.size(), 7u);  // the last one: the best is the result
  EXPECT_EQ(warnings[0].number("failed_draws"), 1);
  EXPECT_EQ(warnings[0].number("draws"), 8000);
  EXPECT_EQ(warnings[0].failures.at(0).what, "log of a negative number");
  EXPECT_EQ(warnings[1].number("steps"), 2);
  EXPECT_EQ(warnings[2].number("cuts"), 3);
  EXPECT_EQ(warnings[2].number("step_size"), 0.25);
  EXPECT_EQ(warnings[3].number("selections"), 4);
  EXPECT_EQ(warnings[4].number("step_size"), 0.25);
  EXPECT_EQ(warnings[5].number("nats"), 5);
}

/// With an answer of 2,000 draws whose parameter's mean and sd have errors of a fiftieth.
FitResult answered_result(FitStatus status) {
  FitResult out;
  out.status = status;
  Posterior& answer = out.posterior;
  answer.way = AnswerWay::Weighted;
  answer.khat = 0.2;
  answer.effective_sample_size = 1500;
  answer.draws.setZero(2000, 1);
  QuantitySummary& summary = answer.parameters;
  summary.names = {"a"};
  summary.parameter_count = summary.computed_count = 1;
  summary.draws = 2000;
  summary.missing = {0};
  summary.mean = Vector::Zero(1);
  summary.sd = Vector::Ones(1);
  summary.mcse_mean = summary.mcse_sd = Vector::Constant(1, 0.02);
  summary.tail_shape = Vector::Constant(1, 0.1);
  return out;
}

struct AnsweredRow {
  std::string name;
  std::function<void(FitOptions&, FitResult&)> change;
  FitStatus status;
  std::vector<WarningKind> kinds;
};

// Of q as the answer the status stays as it is; another answer has one of its own.
TEST(PlainVerdict, AnAnswerThatIsMoreThanQHasItsOwnStatus) {
  using enum WarningKind;
  using enum FitStatus;
  using O = FitOptions;
  using R = FitResult;
  const auto values = [](R& r) { r.posterior.quantities = r.posterior.parameters; };
  const std::vector<AnsweredRow> rows = {
      {"q", [](O& o, R&) { o.answer = AnswerWay::Gaussian; }, BudgetSpent, {}},
      {"q in doubt", [](O& o, R& r) { o.answer = AnswerWay::Gaussian, r.posterior.khat = 0.9; }, BudgetSpent, {}},
      {"weights", [](O&, R&) {}, Converged, {}},
      {"weights in doubt", [](O&, R& r) { r.posterior.khat = 0.9; }, NotTrusted, {HeavyTails}},
      {"imprecise", [](O&, R& r) { r.posterior.parameters.mcse_mean[0] = 0.2; }, NotTrusted, {ImpreciseMeans}},
      {"interrupted", [](O&, R& r) { r.status = Interrupted, r.posterior.khat = 0.9; }, Interrupted, {}},
      {"fewer draws", [](O& o, R&) { o.answer_draws = 2001; }, Converged, {ReportShortOfDraws}},
      {"fewer draws, interrupted", [](O& o, R& r) { o.answer_draws = 2001, r.status = Interrupted; }, Interrupted, {}},
      {"missing values", [&](O&, R& r) { values(r), r.posterior.quantities.missing = {1999}; }, Converged, {MissingValues}},
      {"some missing values", [&](O&, R& r) { values(r), r.posterior.quantities.missing = {7}; }, Converged,
       {IncompleteValues}},
      {"long tails",
       [](O&, R& r) { r.posterior.parameters.tail_shape[0] = 0.6, r.posterior.parameters.mcse_sd[0] = 0.2; }, Converged,
       {LongTails}},
  };
  for (const AnsweredRow& row : rows) {
    FitOptions options = plain_fit_options();
    options.answer = AnswerWay::Weighted;
    FitResult result = answered_result(BudgetSpent);
    row.change(options, result);
    judge_plain_answer(options, result);
    std::vector<std::string> kinds, expected;
    for (const FitWarning& warning : result.warnings) kinds.push_back(warning_name(warning.kind));
    for (const WarningKind kind : row.kinds) expected.push_back(warning_name(kind));
    EXPECT_EQ(status_name(result.status), status_name(row.status)) << row.name;
    EXPECT_EQ(kinds, expected) << row.name;
  }
}

}  // namespace
}  // namespace g2t
