// All evidence about a run in natural coordinates: the status and the warnings that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/natural_verdict.h>

#include <cmath>
#include <functional>
#include <limits>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kVerdictInfinity = std::numeric_limits<double>::infinity();

/// Everything that a verdict goes by: of a mean-field fit that has converged and has nothing against it.
struct NaturalCase {
  FitOptions options;
  NaturalEvidence evidence;
  FitResult result;

  NaturalCase() {
    evidence.is_within_tolerance = true;
    result.q = {.structure = Structure::Diagonal, .mean = Vector({{1, 2}}), .scale = Vector({{0.5, 3}}), .cholesky = {}};
    result.parameter_names = {"a", "b"};
    result.elbo = {.value = -5, .standard_error = 0.3};
    result.gradient_draws = 10000;
    result.gap.value = 0.01;
    result.gap.standard_error = 0.001;
    result.importance.khat = 0.2;
    result.importance.effective_sample_size = 1500;
    result.importance.draws = 2000;
    result.diagnostics.report_draws = kReportDraws;
  }
  void set_gap(double value) {
    evidence.is_within_tolerance = false;
    result.gap.value = value;
  }
  void set_best(double elbo) {
    evidence.best_q = isotropic_gaussian(Structure::Diagonal, Vector({{7, 8}}), 1);
    evidence.best_elbo = {.value = elbo, .standard_error = 0.4};
  }
  void adapt_weights(double q_khat, double effective_sample_size, double shift) {
    result.importance.q_khat = q_khat;
    result.importance.effective_sample_size = effective_sample_size;
    result.importance.draws = 20000;
    result.importance.sd = Vector({{0.5, 2}});
    result.importance.mean = result.q.mean - Vector({{0, 2 * shift}});
  }
  void add_start(double elbo, Index mode, bool is_chosen = false) {
    StartRecord start;
    start.elbo.value = elbo;
    start.mode = mode;
    start.is_chosen = is_chosen;
    result.starts.push_back(start);
  }
  void set_quantity(double mean, double weighted_mean) {
    QuantitySummary& own = result.constrained;
    own.names = {"own"};
    own.parameter_count = own.computed_count = 1;
    own.draws = own.weighted_draws = kReportDraws;
    own.mean = Vector::Constant(1, mean);
    own.weighted_mean = Vector::Constant(1, weighted_mean);
    own.weighted_sd = Vector::Ones(1);
  }
  void decide() { set_natural_verdict(options, evidence, result); }
  void lose_elbo() { result.elbo = {.value = -kVerdictInfinity, .standard_error = kVerdictInfinity}; }  // all draws failed
  [[nodiscard]] std::vector<std::string> kinds() const {
    std::vector<std::string> out;
    for (const FitWarning& warning : result.warnings) out.push_back(warning_name(warning.kind));
    return out;
  }
};

struct NaturalRow {
  std::string name;
  std::function<void(NaturalCase&)> change;
  FitStatus status;
  std::vector<WarningKind> kinds;
};

const std::vector<NaturalRow>& natural_rows() {
  using enum WarningKind;
  using enum FitStatus;
  using Case = NaturalCase;
  static const std::vector<NaturalRow> rows = {
      {"Nothing", [](Case&) {}, Converged, {}},
      // Counted during the run.
      {"AFewFailedDraws", [](Case& c) { c.result.diagnostics.failed_draws = 100; }, Converged, {FailedDraws}},
      {"FailedDraws", [](Case& c) { c.result.diagnostics.failed_draws = 101; }, NotConverged,
       {FailedDraws, ManyFailedDraws}},
      {"FailedDrawsAndAGap", [](Case& c) { c.result.diagnostics.failed_draws = 101, c.set_gap(1); }, NotConverged,
       {FailedDraws, GapAboveTolerance}},
      {"Shrunk", [](Case& c) { c.result.diagnostics.shrunk_steps = 1; }, Converged, {ShrunkSteps}},
      {"Skipped", [](Case& c) { c.result.diagnostics.skipped_steps = 1; }, Converged, {NonFiniteSteps}},
      {"FailedSelections", [](Case& c) { c.result.diagnostics.failed_selections = 1; }, Converged,
       {SelectionsShortOfDraws}},
      {"MissingQuantity", [](Case& c) { c.set_quantity(std::nan(""), 0); }, Converged, {MissingValues}},
      {"AllCounts",
       [](Case& c) {
         c.set_quantity(std::nan(""), 0);
         FitDiagnostics& seen = c.result.diagnostics;
         seen.failed_draws = seen.shrunk_steps = seen.skipped_steps = seen.failed_selections = 2;
       },
       Converged, {FailedDraws, ShrunkSteps, NonFiniteSteps, SelectionsShortOfDraws, MissingValues}},
      {"CutReport", [](Case& c) { c.result.diagnostics.report_draws = 1999; }, Converged, {ReportShortOfDraws}},
      {"CutValues", [](Case& c) { c.set_quantity(0, 0), c.result.constrained.draws = 500; }, Converged,
       {ReportShortOfDraws}},
      {"CutByRequest",
       [](Case& c) { c.evidence.is_interrupted = true, c.result.diagnostics.report_draws = 100; }, Interrupted, {}},
      // Against convergence.
      {"Interrupted", [](Case& c) { c.evidence.is_interrupted = true; }, Interrupted, {}},
      {"InterruptedEarly", [](Case& c) { c.evidence.is_interrupted = true, c.set_gap(1); }, Interrupted, {}},
      {"InterruptedInDoubt", [](Case& c) { c.evidence.is_interrupted = true, c.result.importance.khat = 0.9; },
       Interrupted, {HeavyTails}},
      {"Stuck", [](Case& c) { c.evidence.is_stuck = true; }, NotConverged, {Stuck}},
      {"StuckWithoutElbo", [](Case& c) { c.evidence.is_stuck = true, c.lose_elbo(); },
       NotConverged, {Stuck}},
      {"NoElbo", [](Case& c) { c.lose_elbo(); }, NotConverged, {ElboNotFinite}},
      {"MovingScale", [](Case& c) { c.evidence.is_scale_moving = true; }, NotConverged, {MovingScale}},
      {"MovingScaleAndGap", [](Case& c) { c.evidence.is_scale_moving = true, c.set_gap(1); }, NotConverged,
       {MovingScale}},
      {"Unbounded", [](Case& c) { c.evidence.unbounded_parameters = {0}; }, NotConverged, {UnboundedDirection}},
      {"UnboundedAndStuck",
       [](Case& c) { c.evidence.unbounded_parameters = {0}, c.evidence.is_stuck = c.evidence.is_scale_moving = true; },
       NotConverged, {UnboundedDirection}},
      {"Gap", [](Case& c) { c.set_gap(1); }, NotConverged, {GapAboveTolerance}},
      {"StalledGap", [](Case& c) { c.set_gap(1), c.evidence.is_gap_stalled = true; }, NotConverged, {GapStalled}},
      {"NoCurvature", [](Case& c) { c.set_gap(std::nan("")); }, NotConverged, {CurvatureNotKnown}},
      {"NoTest",
       [](Case& c) {
         c.set_gap(std::nan(""));
         c.result.q = isotropic_gaussian(Structure::Dense, Vector({{1, 2}}), 1);
       },
       NotConverged, {NoConvergenceTest}},
      // An earlier q: the noise of the difference is 0.5 nats.
      {"EarlierHardlyBetter", [](Case& c) { c.set_gap(1), c.set_best(-5 + 3.4); }, NotConverged, {GapAboveTolerance}},
      {"EarlierBetter", [](Case& c) { c.set_gap(1), c.set_best(-5 + 3.6); }, NotConverged,
       {GapAboveTolerance, EarlierIsResult}},
      {"EarlierBetterAndInterrupted",
       [](Case& c) { c.set_gap(1), c.set_best(-5 + 3.6), c.evidence.is_interrupted = true; }, Interrupted,
       {EarlierIsResult}},
      {"EarlierBetterButConverged", [](Case& c) { c.set_best(-5 + 3.6); }, Converged, {}},
      {"EarlierAlone", [](Case& c) { c.set_best(-1000), c.lose_elbo(); }, NotConverged,
       {ElboNotFinite, EarlierIsResult}},
      // Against trust.
      {"HeavyTails", [](Case& c) { c.result.importance.khat = 0.71; }, NotTrusted, {HeavyTails}},
      {"LightTails", [](Case& c) { c.result.importance.khat = 0.69; }, Converged, {}},
      {"HeavyTailsOfEvenWeights",
       [](Case& c) { c.result.importance.khat = 0.9, c.result.importance.effective_sample_size = 1901; }, Converged, {}},
      {"HeavyTailsOfLessEvenWeights",
       [](Case& c) { c.result.importance.khat = 0.9, c.result.importance.effective_sample_size = 1899; }, NotTrusted,
       {HeavyTails}},
      {"NotConvergedInDoubt", [](Case& c) { c.set_gap(1), c.result.importance.khat = 0.9; }, NotConverged,
       {GapAboveTolerance, HeavyTails}},
      {"AdaptedWeights", [](Case& c) { c.adapt_weights(0.9, 6500, 0); }, Converged, {}},
      {"UnevenAdaptedWeights", [](Case& c) { c.adapt_weights(0.9, 50, 0); }, NotTrusted, {UnevenWeights}},
      {"HeavyTailsOfAdaptedWeights", [](Case& c) { c.adapt_weights(0.9, 50, 0), c.result.importance.khat = 0.8; },
       NotTrusted, {HeavyTails}},
      {"Shift", [](Case& c) { c.adapt_weights(0.5, 50, 0.31); }, NotTrusted, {ShiftedMean}},
      {"ShiftDown", [](Case& c) { c.adapt_weights(0.5, 50, -0.31); }, NotTrusted, {ShiftedMean}},
      {"ShiftThatWeightsMend", [](Case& c) { c.adapt_weights(0.9, 6500, 0.31); }, NotTrusted, {ShiftedMeanReweighted}},
      {"SmallShift", [](Case& c) { c.adapt_weights(0.9, 6500, 0.29); }, Converged, {}},
      {"ShiftByWeightsOfQ", [](Case& c) { c.adapt_weights(std::nan(""), 6500, 3); }, Converged, {}},
      {"ShiftOfAQuantity", [](Case& c) { c.adapt_weights(0.5, 6500, 0), c.set_quantity(4, 4.31); }, NotTrusted,
       {ShiftedMeanReweighted}},
      {"ShiftOfWhatNobodySees", [](Case& c) { c.adapt_weights(0.5, 6500, 0.31), c.set_quantity(4, 4.29); }, Converged,
       {}},
      {"TwoModes", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-14.9, 1); }, NotTrusted, {SeveralModes}},
      {"ANegligibleMode", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-15.1, 1); }, Converged, {}},
      {"OneModeTwice", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-6, 0); }, Converged, {}},
      {"NoMode", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-6, -1); }, Converged, {}},
      {"FailedStart", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-kVerdictInfinity, 1); }, Converged, {}},
      {"ModesBelowAStartInNone",
       [](Case& c) { c.add_start(-20, 0), c.add_start(-21, 1), c.add_start(-5, -1, true); }, Converged, {}},
      {"ConditionalSds", [](Case& c) { c.result.marginal_sd_ratio = Vector({{1, 1.26}}); }, NotTrusted,
       {ConditionalSds}},
      {"AlmostMarginalSds", [](Case& c) { c.result.marginal_sd_ratio = Vector({{1, 1.24}}); }, Converged, {}},
  };
  return rows;
}

TEST(NaturalVerdict, StatusAndWarningsFollowFromTheEvidence) {
  for (const NaturalRow& row : natural_rows()) {
    NaturalCase c;
    row.change(c);
    c.decide();
    std::vector<std::string> expected;
    for (const WarningKind kind : row.kinds) expected.push_back(warning_name(kind));
    EXPECT_EQ(status_name(c.result.status), status_name(row.status)) << row.name;
    EXPECT_EQ(c.kinds(), expected) << row.name;
  }
}

TEST(NaturalVerdict, GapsAreDistancesToo) {
  NaturalCase c;
  c.set_gap(0.25);
  c.options.iterations = 100;
  c.decide();
  const FitWarning& warning = c.result.warnings.at(0);
  EXPECT_DOUBLE_EQ(warning.number("distance"), 0.5);  // d / 2 distance^2 nats
  EXPECT_EQ(warning.number("gap"), 0.25);
  EXPECT_EQ(warning.number("gap_se"), 0.001);
  EXPECT_EQ(warning.number("tolerance"), c.options.tolerance);
  EXPECT_TRUE(warning.has_iteration_limit);
}

TEST(NaturalVerdict, NamesTheScaleThatMoves) {
  NaturalCase c;
  c.evidence.is_scale_moving = true;
  c.evidence.moving_parameter = 1;
  c.decide();
  EXPECT_THAT(c.result.warnings.at(0).names, ElementsAre("b"));
  EXPECT_EQ(c.result.warnings.at(0).number("scale"), 3);
  EXPECT_FALSE(c.result.warnings.at(0).has_iteration_limit);
}

TEST(NaturalVerdict, AnEarlierResultComesWithoutWhatIsKnownOfTheLast) {
  NaturalCase c;
  c.set_gap(1);
  c.set_best(0);
  c.result.mcse_mean = c.result.mcse_sd = Vector::Ones(2);
  c.decide();
  EXPECT_EQ(c.result.q.mean, Vector({{7, 8}}));
  EXPECT_EQ(c.result.elbo.value, 0);
  EXPECT_EQ(c.result.warnings.at(1).number("nats"), 5);
  EXPECT_TRUE(std::isnan(c.result.gap.value) && std::isnan(c.result.gap.standard_error));
  EXPECT_EQ(c.result.mcse_mean.size() + c.result.mcse_sd.size(), 0);
}

TEST(NaturalVerdict, AnEarlierResultIsSaidWithoutADifferenceIfTheLastHasNoElbo) {
  NaturalCase c;
  c.set_best(-1000);
  c.lose_elbo();
  c.decide();
  EXPECT_EQ(c.result.elbo.value, -1000);
  EXPECT_EQ(c.result.q.mean, Vector({{7, 8}}));
  for (const FitWarning& warning : c.result.warnings) {
    EXPECT_TRUE(warning.numbers.empty());
    EXPECT_THAT(describe(warning, Wording::Fields), AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
  }
}

TEST(NaturalVerdict, ListsTheBestStartOfEveryModeOrTheChosenOne) {
  NaturalCase c;
  c.add_start(-9, 1);
  c.add_start(-8, 1);
  c.add_start(-8.5, 1);
  c.add_start(-5, 0);
  c.add_start(-6, 0, true);
  c.add_start(-5.5, 0);
  c.decide();
  const FitWarning& warning = c.result.warnings.at(0);
  EXPECT_EQ(warning.number("modes"), 2);
  EXPECT_EQ(warning.number("elbo_1"), -8);
  EXPECT_EQ(warning.number("elbo_2"), -6);
  EXPECT_EQ(warning.number("chosen"), 2);
}

TEST(NaturalVerdict, NamesTheMeanThatIsShifted) {
  NaturalCase c;
  c.adapt_weights(0.5, 6500, 0.4);
  c.decide();
  EXPECT_THAT(c.result.warnings.at(0).names, ElementsAre("b"));
  EXPECT_NEAR(c.result.warnings.at(0).number("shift"), 0.4, 1e-12);

  NaturalCase own;
  own.adapt_weights(0.5, 6500, 0.4);
  own.set_quantity(4, 3.5);
  own.decide();
  EXPECT_THAT(own.result.warnings.at(0).names, ElementsAre("own"));
  EXPECT_DOUBLE_EQ(own.result.warnings.at(0).number("shift"), 0.5);
}

TEST(NaturalVerdict, NamesTheFiveSdsThatAreMostTooSmall) {
  NaturalCase c;
  c.result.q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(7), 1);
  c.result.parameter_names = {"p1", "p2", "p3", "p4", "p5", "p6", "p7"};
  c.result.marginal_sd_ratio = Vector({{1.3, 1.6, 1, 1.5, 1.4, 1.8, 1.7}});
  c.decide();
  const FitWarning& warning = c.result.warnings.at(0);
  EXPECT_EQ(warning.number("parameters"), 6);
  EXPECT_THAT(warning.names, ElementsAre("p6", "p7", "p2", "p4", "p5"));
  EXPECT_EQ(warning.number("ratio_1"), 1.8);
  EXPECT_EQ(warning.number("ratio_5"), 1.4);
}

}  // namespace
}  // namespace g2t
