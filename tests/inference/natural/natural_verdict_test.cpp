// All evidence about a run in natural coordinates: the status and the warnings that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/natural_verdict.h>

#include <cmath>
#include <functional>
#include <limits>

namespace g2t {
namespace {

using ::testing::ElementsAre;

constexpr double kVerdictInfinity = std::numeric_limits<double>::infinity();

/// Everything that a verdict goes by: of a mean-field fit, with an answer that has nothing against it.
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
    result.importance.even_share = 0.75;
    result.importance.draws = 2000;
    result.posterior.draws.setZero(2000, 2);
    result.posterior.parameters = summary_of(2000);
  }
  static QuantitySummary summary_of(Index draws) {
    QuantitySummary out;
    out.names = {"a", "b"};
    out.parameter_count = out.computed_count = 2;
    out.mean = Vector({{1, 2}});
    out.sd = Vector({{0.5, 3}});
    out.mcse_mean = out.mcse_sd = 0.02 * out.sd;
    out.tail_shape = Vector::Constant(2, 0.1);
    out.missing = {0, 0};
    out.draws = draws;
    return out;
  }
  void ask_for_q() {
    options.answer = AnswerWay::Gaussian;
    result.posterior.way = AnswerWay::Gaussian;
  }
  void set_gap(double value) {
    evidence.is_within_tolerance = false;
    result.gap.value = value;
  }
  void blur_means() { result.posterior.parameters.mcse_mean *= 5; }
  void move() {
    result.posterior.way = AnswerWay::Moved;
    result.posterior.chains.emplace();
    result.posterior.chains->is_warm = true;
    result.posterior.chains->lowest_acceptance = 0.5;
    result.posterior.chains->critical_z = 4;
  }
  void add_start(double elbo, Index mode, bool is_chosen = false) {
    StartRecord start;
    start.elbo.value = elbo;
    start.mode = mode;
    start.is_chosen = is_chosen;
    result.starts.push_back(start);
  }
  void set_quantities(Index draws, std::vector<Index> missing) {
    result.posterior.quantities = summary_of(draws);
    result.posterior.quantities.missing = std::move(missing);
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
      {"NothingOfQ", [](Case& c) { c.ask_for_q(); }, Converged, {}},
      {"NothingOfChains", [](Case& c) { c.move(); }, Converged, {}},
      // Counted during the run.
      {"AFewFailedDraws", [](Case& c) { c.ask_for_q(), c.result.diagnostics.failed_draws = 100; }, Converged, {FailedDraws}},
      {"FailedDraws", [](Case& c) { c.ask_for_q(), c.result.diagnostics.failed_draws = 101; }, NotConverged,
       {FailedDraws, ManyFailedDraws}},
      {"FailedDrawsAndAGap", [](Case& c) { c.ask_for_q(), c.result.diagnostics.failed_draws = 101, c.set_gap(1); },
       NotConverged, {FailedDraws, GapAboveTolerance}},
      {"FailedDrawsThatTheAnswerLeavesOut", [](Case& c) { c.result.diagnostics.failed_draws = 101; }, Converged,
       {FailedDraws}},
      {"Shrunk", [](Case& c) { c.result.diagnostics.shrunk_steps = 1; }, Converged, {ShrunkSteps}},
      {"Skipped", [](Case& c) { c.result.diagnostics.skipped_steps = 1; }, Converged, {NonFiniteSteps}},
      {"FailedSelections", [](Case& c) { c.result.diagnostics.failed_selections = 1; }, Converged,
       {SelectionsShortOfDraws}},
      {"MissingQuantity", [](Case& c) { c.set_quantities(2000, {0, 2000}); }, Converged, {MissingValues}},
      {"IncompleteQuantity", [](Case& c) { c.set_quantities(2000, {3, 0}); }, Converged, {IncompleteValues}},
      {"LongTails",
       [](Case& c) {
         c.result.posterior.parameters.tail_shape[1] = 0.6;
         c.result.posterior.parameters.mcse_sd[1] = 1;
       },
       Converged, {LongTails}},
      {"AllCounts",
       [](Case& c) {
         c.set_quantities(2000, {3, 2000});
         FitDiagnostics& seen = c.result.diagnostics;
         seen.failed_draws = seen.shrunk_steps = seen.skipped_steps = seen.failed_selections = 2;
       },
       Converged, {FailedDraws, ShrunkSteps, NonFiniteSteps, SelectionsShortOfDraws, MissingValues, IncompleteValues}},
      {"CutAnswer", [](Case& c) { c.result.posterior.draws.setZero(1999, 2); }, Converged, {ReportShortOfDraws}},
      {"CutValues", [](Case& c) { c.set_quantities(1500, {0, 0}); }, Converged, {ReportShortOfDraws}},
      {"NoValue", [](Case& c) { c.set_quantities(0, {0, 0}); }, NotConverged,
       {ReportShortOfDraws, ImpreciseMeans, ImpreciseSds}},
      {"CutByRequest",
       [](Case& c) { c.evidence.is_interrupted = true, c.result.posterior.draws.setZero(100, 2); }, Interrupted, {}},
      // Of the answer.
      {"ImpreciseAnswer", [](Case& c) { c.blur_means(); }, NotConverged, {ImpreciseMeans}},
      {"ChainsThatDrift", [](Case& c) { c.move(), c.result.posterior.chains->drift = 0.3, c.result.posterior.chains->drift_z = 9; },
       NotTrusted, {ChainsDrift}},
      {"ChainsThatDriftOutOfTime",
       [](Case& c) {
         c.move(), c.result.posterior.chains->drift = 0.3, c.result.posterior.chains->drift_z = 9;
         c.evidence.is_out_of_time = true;
       },
       NotConverged, {ChainsDrift}},
      {"ChainsThatDidNotSettle", [](Case& c) { c.move(), c.result.posterior.chains->is_warm = false; }, NotConverged,
       {ChainsNotSettled}},
      {"WeightsOfTheAnswer", [](Case& c) { c.result.posterior.way = AnswerWay::Weighted; }, NotTrusted, {HeavyTails}},
      {"InTimeOrNot", [](Case& c) { c.evidence.is_out_of_time = true; }, Converged, {}},
      {"Interrupted", [](Case& c) { c.evidence.is_interrupted = true; }, Interrupted, {}},
      {"InterruptedInDoubt", [](Case& c) { c.evidence.is_interrupted = true, c.blur_means(); }, Interrupted, {ImpreciseMeans}},
      {"Stuck", [](Case& c) { c.evidence.is_stuck = true; }, NotConverged, {Stuck}},
      {"StuckWithoutElbo", [](Case& c) { c.evidence.is_stuck = true, c.lose_elbo(); },
       NotConverged, {Stuck}},
      {"NoElbo", [](Case& c) { c.lose_elbo(); }, NotConverged, {ElboNotFinite}},
      // A q that is no optimum is enough to start from.
      {"GapOfAStart", [](Case& c) { c.set_gap(1); }, Converged, {}},
      {"NoTestOfAStart", [](Case& c) { c.set_gap(std::nan("")); }, Converged, {}},
      {"MovingScaleOfAStart", [](Case& c) { c.evidence.is_scale_moving = true; }, Converged, {}},
      {"MovingScaleInDoubt", [](Case& c) { c.evidence.is_scale_moving = true, c.blur_means(); }, NotConverged,
       {MovingScale, ImpreciseMeans}},
      // As the answer it must be one.
      {"MovingScale", [](Case& c) { c.ask_for_q(), c.evidence.is_scale_moving = true; }, NotConverged, {MovingScale}},
      {"MovingScaleAndGap", [](Case& c) { c.ask_for_q(), c.evidence.is_scale_moving = true, c.set_gap(1); }, NotConverged,
       {MovingScale}},
      {"Unbounded", [](Case& c) { c.evidence.unbounded_parameters = {0}; }, NotConverged, {UnboundedDirection}},
      {"UnboundedAndStuck",
       [](Case& c) { c.evidence.unbounded_parameters = {0}, c.evidence.is_stuck = c.evidence.is_scale_moving = true; },
       NotConverged, {UnboundedDirection}},
      {"UnboundedWhileScalesMove",
       [](Case& c) { c.evidence.unbounded_parameters = {0}, c.evidence.is_scale_moving = true; }, Converged, {}},
      {"FlatWhileScalesMove",
       [](Case& c) { c.evidence.unbounded_parameters = {0}, c.evidence.is_answer_flat = c.evidence.is_scale_moving = true; },
       NotConverged, {UnboundedDirection}},
      {"Gap", [](Case& c) { c.ask_for_q(), c.set_gap(1); }, NotConverged, {GapAboveTolerance}},
      {"GapInterrupted", [](Case& c) { c.ask_for_q(), c.set_gap(1), c.evidence.is_interrupted = true; }, Interrupted,
       {GapAboveTolerance}},
      {"StalledGap", [](Case& c) { c.ask_for_q(), c.set_gap(1), c.evidence.is_gap_stalled = true; }, NotConverged, {GapStalled}},
      {"NoCurvature", [](Case& c) { c.ask_for_q(), c.set_gap(std::nan("")); }, NotConverged, {CurvatureNotKnown}},
      {"NoTest",
       [](Case& c) {
         c.ask_for_q();
         c.set_gap(std::nan(""));
         c.result.q = isotropic_gaussian(Structure::Dense, Vector({{1, 2}}), 1);
       },
       NotConverged, {NoConvergenceTest}},
      {"ImpreciseQ", [](Case& c) { c.ask_for_q(), c.blur_means(); }, NotConverged, {ImpreciseMeans}},
      {"HeavyTails", [](Case& c) { c.ask_for_q(), c.result.importance.khat = 0.71; }, NotTrusted, {HeavyTails}},
      {"HeavyTailsOfAStart", [](Case& c) { c.result.importance.khat = 0.71; }, Converged, {}},
      {"LightTails", [](Case& c) { c.ask_for_q(), c.result.importance.khat = 0.69; }, Converged, {}},
      {"HeavyTailsOfEvenWeights",
       [](Case& c) { c.ask_for_q(), c.result.importance.khat = 0.9, c.result.importance.even_share = 0.951; },
       Converged, {}},
      {"HeavyTailsOfLessEvenWeights",
       [](Case& c) { c.ask_for_q(), c.result.importance.khat = 0.9, c.result.importance.even_share = 0.949; },
       NotTrusted, {HeavyTails}},
      {"NotConvergedInDoubt", [](Case& c) { c.ask_for_q(), c.set_gap(1), c.result.importance.khat = 0.9; }, NotConverged,
       {GapAboveTolerance, HeavyTails}},
      {"ConditionalSds", [](Case& c) { c.ask_for_q(), c.result.marginal_sd_ratio = Vector({{1, 1.26}}); }, NotTrusted,
       {ConditionalSds}},
      {"ConditionalSdsOfAStart", [](Case& c) { c.result.marginal_sd_ratio = Vector({{1, 1.26}}); }, Converged, {}},
      {"AlmostMarginalSds", [](Case& c) { c.ask_for_q(), c.result.marginal_sd_ratio = Vector({{1, 1.24}}); }, Converged, {}},
      // Against any answer.
      {"TwoModes", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-14.9, 1); }, NotTrusted, {SeveralModes}},
      {"ANegligibleMode", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-15.1, 1); }, Converged, {}},
      {"OneModeTwice", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-6, 0); }, Converged, {}},
      {"NoMode", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-6, -1); }, Converged, {}},
      {"FailedStart", [](Case& c) { c.add_start(-5, 0, true), c.add_start(-kVerdictInfinity, 1); }, Converged, {}},
      {"ModesBelowAStartInNone",
       [](Case& c) { c.add_start(-20, 0), c.add_start(-21, 1), c.add_start(-5, -1, true); }, Converged, {}},
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
  c.ask_for_q();
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
  c.ask_for_q();
  c.evidence.is_scale_moving = true;
  c.evidence.moving_parameter = 1;
  c.decide();
  EXPECT_THAT(c.result.warnings.at(0).names, ElementsAre("b"));
  EXPECT_EQ(c.result.warnings.at(0).number("scale"), 3);
  EXPECT_FALSE(c.result.warnings.at(0).has_iteration_limit);
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

TEST(NaturalVerdict, NamesTheFiveSdsThatAreMostTooSmall) {
  NaturalCase c;
  c.ask_for_q();
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
