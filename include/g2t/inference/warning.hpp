// What a fit warns of, as data: a kind and its numbers. All words for them are in one place.
#pragma once

#include <g2t/core/failures.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/wording.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace g2t {

enum class WarningKind {
  // Counted during the run.
  FailedDraws,             ///< log density or score not finite: left out
  ShrunkSteps,             ///< most draws failed, so q was made smaller
  SkippedSteps,            ///< plain: no usable draw, or a move that is not finite
  NonFiniteSteps,          ///< natural: not made
  SignFlips,               ///< scales that crossed zero
  StepSizeCuts,            ///< back to the best state with a smaller step size
  FailedSelections,        ///< plain: too few usable draws, or too little time
  SelectionsShortOfDraws,  ///< natural: too few usable draws
  MissingValues,           ///< of the model's own quantities, in all draws
  IncompleteValues,        ///< in some draws
  ModesCovered,            ///< by the answer, with the share of each
  LongTails,               ///< values whose sds a few draws decide
  ReportShortOfDraws,      ///< no time for all that it is of
  UndecidedStepSize,       ///< no time for the step race
  NoSteps,                 ///< none after the warm-up
  // Against convergence.
  Stuck,              ///< too many steps in a row without a finite draw
  Diverged,           ///< plain: the ELBO is not finite,
  ElboBelowStart,     ///< or below that of the start
  ElboBelowBest,      ///< plain: the ELBO fell after its best,
  BestIsResult,       ///< and the result is the best q of the trace
  EarlierIsResult,    ///< natural: the ELBO fell, and the result is the best q of the trace
  ElboNotFinite,      ///< natural
  ManyFailedDraws,    ///< so many that q is fitted to another distribution
  MovingScale,        ///< of one parameter, from block to block
  UnboundedDirection, ///< of the parameters named: the posterior is flat there, or rises for ever
  CurvatureNotKnown,  ///< mean-field: so the gap is not known
  NoConvergenceTest,  ///< no time for it
  GapAboveTolerance,  ///< with more steps it may pass
  GapStalled,         ///< the same, and it did not fall in the last block
  ChainsNotSettled,   ///< when their warm-up had to end
  ImpreciseMeans,     ///< of the answer: Monte Carlo errors above the tolerance
  ImpreciseSds,
  // Against trust.
  HeavyTails,             ///< Pareto k of the weights
  UnevenWeights,          ///< few of the draws that are weighted are effective
  ChainsDrift,            ///< the first half of their moves against the second
  ChainsDisagree,         ///< those from wider starts with the others
  ChainApart,             ///< one whose mean is far from that of all others
  ChainStuck,             ///< one that hardly moves
  ModesNotSeen,           ///< many modes that one start alone found
  SeveralModes,           ///< among the starts
  SampleOfRows,           ///< all rows do not agree with those that the run went by
  ConditionalSds,         ///< mean-field: marginal sds are larger, by the curvature
  WrongGradient,          ///< of a run that went astray: it is no derivative of the log density near the start
};
inline constexpr int kWarningKindCount = static_cast<int>(WarningKind::WrongGradient) + 1;

/// "failed_draws", "shrunk_steps", ...
std::string warning_name(WarningKind kind);

struct FitWarning {
  WarningKind kind;
  std::vector<std::pair<std::string, double>> numbers{};  ///< that the words contain, by name
  std::vector<std::string> names{};                       ///< of the parameters or values in question
  std::vector<FailureKind> failures{};                    ///< why evaluations failed, if the model reports it
  Structure family = Structure::Dense;                    ///< of q, where the words depend on it
  bool has_iteration_limit = false;                       ///< the run could be given more iterations, besides time

  /// NaN if it has none of this name.
  [[nodiscard]] double number(std::string_view name) const;
};

/// A sentence with a remedy, which names settings as its reader sets them.
std::string describe(const FitWarning& warning, Wording wording);

}  // namespace g2t
