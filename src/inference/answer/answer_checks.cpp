// Errors are judged by their root mean square over the parameters, which noise does not move much; a single one may be
// three times as large.
#include <g2t/inference/answer_checks.hpp>

#include <algorithm>
#include <cmath>
#include <g2t/importance/importance_weights.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kWorstOfMeans = 3, kWorstOfSds = 4;  // tolerances, of one parameter
constexpr double kMaxRHat = 1.04, kMaxChainRHat = 1.15;  // nested, of single chains; chains aim at less
constexpr Index kFewValues = 8;                    // draws: of fewer nothing can be said
constexpr double kMaxApart = 0.1;                  // of a variance, by one chain; chains aim at less
constexpr double kMinEffective = 0.35;             // of the weights, a draw that is resampled: adapting counted on half
constexpr double kMinAcceptance = 0.1;             // of a chain

std::string name_of_value(const QuantitySummary& summary, Index i) {
  return i >= 0 ? summary.names[static_cast<std::size_t>(i)] : std::string();
}

std::vector<FitWarning> doubts_of_chains(const ChainChecks& seen) {
  std::vector<FitWarning> out;
  if (!seen.is_warm)
    out.push_back({.kind = WarningKind::ChainsNotSettled, .numbers = {{"gradients", seen.gradients}}});
  else if (seen.is_drifting())
    out.push_back({.kind = WarningKind::ChainsDrift, .numbers = {{"drift", seen.drift}}});
  if (seen.r_hat > kMaxRHat || seen.chain_r_hat > kMaxChainRHat || seen.group_z > seen.critical_z)
    out.push_back({.kind = WarningKind::ChainsDisagree,
                   .numbers = {{"r_hat", std::max(seen.r_hat, seen.chain_r_hat)}, {"group_z", seen.group_z}}});
  if (seen.apart > kMaxApart) out.push_back({.kind = WarningKind::ChainApart, .numbers = {{"share", seen.apart}}});
  if (seen.lowest_acceptance < kMinAcceptance)
    out.push_back({.kind = WarningKind::ChainStuck, .numbers = {{"acceptance", seen.lowest_acceptance}}});
  return out;
}

}  // namespace

std::vector<FitWarning> doubts_of(const Posterior& answer, double tolerance) {
  std::vector<FitWarning> out;
  if (answer.chains) out = doubts_of_chains(*answer.chains);
  if (answer.way == AnswerWay::Weighted && !(answer.khat < kTrustedKhat))
    out.push_back({.kind = WarningKind::HeavyTails, .numbers = {{"khat", answer.khat}, {"threshold", kTrustedKhat}}});
  const double draws = static_cast<double>(answer.draw_count());
  if (answer.way == AnswerWay::Weighted && answer.khat < kTrustedKhat && answer.effective_sample_size < kMinEffective * draws)
    out.push_back({.kind = WarningKind::UnevenWeights,
                   .numbers = {{"effective_sample_size", answer.effective_sample_size}, {"draws", draws}}});
  // Values of fewer draws, where time was up, are said to be so: they are not what the answer is judged by.
  const Index values = answer.summary().draws;
  const QuantitySummary& summary = values < answer.draw_count() && values >= kFewValues ? answer.parameters : answer.summary();
  const AnswerErrors errors = errors_of(summary);
  if (!(errors.mean_rms <= tolerance && errors.mean_largest <= kWorstOfMeans * tolerance))
    out.push_back({.kind = WarningKind::ImpreciseMeans,
                   .numbers = {{"rms", errors.mean_rms}, {"largest", errors.mean_largest}, {"tolerance", tolerance}},
                   .names = {name_of_value(summary, errors.worst_mean)}});
  if (!(errors.sd_rms <= kSdTolerance && errors.sd_largest <= kWorstOfSds * kSdTolerance))
    out.push_back({.kind = WarningKind::ImpreciseSds,
                   .numbers = {{"rms", errors.sd_rms}, {"largest", errors.sd_largest}, {"tolerance", kSdTolerance}},
                   .names = {name_of_value(summary, errors.worst_sd)}});
  return out;
}

double squared_error_of(const Posterior& answer) {
  if (answer.draws.rows() == 0) return std::numeric_limits<double>::infinity();
  const AnswerErrors errors = errors_of(answer.parameters);
  double drift = 0;
  if (answer.chains && (!answer.chains->is_warm || answer.chains->drift_z > answer.chains->critical_z)) drift = answer.chains->drift;
  const double square = errors.mean_rms * errors.mean_rms + drift * drift;
  return std::isfinite(square) ? square : std::numeric_limits<double>::infinity();
}

}  // namespace g2t
