// Names and numbers of warnings.
#include <g2t/inference/warning.hpp>

#include <algorithm>
#include <limits>

namespace g2t {

std::string warning_name(WarningKind kind) {
  switch (kind) {
    case WarningKind::FailedDraws: return "failed_draws";
    case WarningKind::ShrunkSteps: return "shrunk_steps";
    case WarningKind::SkippedSteps: return "skipped_steps";
    case WarningKind::NonFiniteSteps: return "non_finite_steps";
    case WarningKind::SignFlips: return "sign_flips";
    case WarningKind::StepSizeCuts: return "step_size_cuts";
    case WarningKind::FailedSelections: return "failed_selections";
    case WarningKind::SelectionsShortOfDraws: return "selections_short_of_draws";
    case WarningKind::MissingValues: return "missing_values";
    case WarningKind::IncompleteValues: return "incomplete_values";
    case WarningKind::ModesCovered: return "modes_covered";
    case WarningKind::LongTails: return "long_tails";
    case WarningKind::ReportShortOfDraws: return "report_short_of_draws";
    case WarningKind::UndecidedStepSize: return "undecided_step_size";
    case WarningKind::NoSteps: return "no_steps";
    case WarningKind::Stuck: return "stuck";
    case WarningKind::Diverged: return "diverged";
    case WarningKind::ElboBelowStart: return "elbo_below_start";
    case WarningKind::ElboBelowBest: return "elbo_below_best";
    case WarningKind::BestIsResult: return "best_is_result";
    case WarningKind::EarlierIsResult: return "earlier_is_result";
    case WarningKind::ElboNotFinite: return "elbo_not_finite";
    case WarningKind::ManyFailedDraws: return "many_failed_draws";
    case WarningKind::MovingScale: return "moving_scale";
    case WarningKind::UnboundedDirection: return "unbounded_direction";
    case WarningKind::CurvatureNotKnown: return "curvature_not_known";
    case WarningKind::NoConvergenceTest: return "no_convergence_test";
    case WarningKind::GapAboveTolerance: return "gap_above_tolerance";
    case WarningKind::GapStalled: return "gap_stalled";
    case WarningKind::ChainsNotSettled: return "chains_not_settled";
    case WarningKind::ImpreciseMeans: return "imprecise_means";
    case WarningKind::ImpreciseSds: return "imprecise_sds";
    case WarningKind::HeavyTails: return "heavy_tails";
    case WarningKind::UnevenWeights: return "uneven_weights";
    case WarningKind::ChainsDrift: return "chains_drift";
    case WarningKind::ChainsDisagree: return "chains_disagree";
    case WarningKind::ChainApart: return "chain_apart";
    case WarningKind::ChainStuck: return "chain_stuck";
    case WarningKind::ModesNotSeen: return "modes_not_seen";
    case WarningKind::SeveralModes: return "several_modes";
    case WarningKind::SampleOfRows: return "sample_of_rows";
    case WarningKind::ConditionalSds: return "conditional_sds";
    case WarningKind::WrongGradient: return "wrong_gradient";
  }
  return "";
}

double FitWarning::number(std::string_view name) const {
  const auto found =
      std::find_if(numbers.begin(), numbers.end(), [&](const auto& entry) { return entry.first == name; });
  return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

}  // namespace g2t
