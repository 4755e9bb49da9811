// Modes are fitted one after the other, each in its share of the time.
#include <inference/answer/join_modes.h>
#include <inference/answer/summarize.h>
#include <inference/cover_modes.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/stopwatch.hpp>
#include <g2t/inference/answer_checks.hpp>
#include <limits>

namespace g2t {
namespace {

constexpr double kNegligibleMass = 10;      // nats below the best mode: not worth a word
constexpr std::size_t kMaxModes = 8;        // that are fitted
constexpr double kSameMode = 0.5;           // sds between means, root mean square
constexpr double kGrace = 0.3;              // seconds after a request
constexpr double kMinShareOfDraws = 0.25;   // of a mode's answer, in its own region

// What speaks against a mode's own answer. Chains that reach another mode do not: what they do there is left out.
bool is_against(const FitWarning& warning) {
  return warning.kind >= WarningKind::Stuck && warning.kind != WarningKind::SeveralModes &&
         warning.kind != WarningKind::ChainsDisagree && warning.kind != WarningKind::ChainsDrift;
}

bool is_known(const std::vector<ModeAnswer>& modes, const Posterior& answer) {
  return std::any_of(modes.begin(), modes.end(), [&](const ModeAnswer& mode) {
    const QuantitySummary &a = mode.posterior.parameters, &b = answer.parameters;
    const Vector apart = (a.mean - b.mean).cwiseQuotient(a.sd.cwiseMax(b.sd));
    return apart.norm() < kSameMode * std::sqrt(static_cast<double>(apart.size()));
  });
}

bool are_apart(const std::vector<ModeAnswer>& modes) {
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const std::vector<Index> nearest = nearest_modes(modes, modes[m].posterior.draws);
    const auto own = std::count(nearest.begin(), nearest.end(), static_cast<Index>(m));
    if (static_cast<double>(own) < kMinShareOfDraws * static_cast<double>(nearest.size())) return false;
  }
  return true;
}

// Counts of a mode's fit, which are part of the whole.
void add_counts(const FitResult& more, FitResult& result) {
  result.gradient_draws += more.gradient_draws;
  result.diagnostics.model_gradients += more.diagnostics.model_gradients;
  result.diagnostics.model_densities += more.diagnostics.model_densities;
  result.diagnostics.failed_draws += more.diagnostics.failed_draws;
}

FitWarning shares_of(const std::vector<ModeShare>& modes) {
  FitWarning out{.kind = WarningKind::ModesCovered, .numbers = {{"modes", modes.size()}}};
  for (std::size_t m = 0; m < modes.size(); ++m) out.numbers.emplace_back("share_" + std::to_string(m + 1), modes[m].share);
  return out;
}

}  // namespace

std::vector<StartRecord> modes_that_matter(const std::vector<StartRecord>& starts) {
  std::vector<StartRecord> best;
  double highest = -std::numeric_limits<double>::infinity();
  for (const StartRecord& start : starts) {
    highest = std::max(highest, start.elbo.value);
    if (start.mode < 0) continue;
    const auto known = std::find_if(best.begin(), best.end(), [&](const StartRecord& other) { return other.mode == start.mode; });
    if (known == best.end())
      best.push_back(start);
    else if (start.is_chosen || (!known->is_chosen && start.elbo.value > known->elbo.value))
      *known = start;
  }
  std::erase_if(best, [&](const StartRecord& start) { return !(start.elbo.value > highest - kNegligibleMass); });
  return best;
}

void cover_modes(const Model& model, const FitOptions& options, const std::function<FitResult(const FitOptions&)>& fit_at,
                 const StopRequest& request, double seconds_left, FitResult& result) {
  const std::vector<StartRecord> found = modes_that_matter(result.starts);
  if (found.size() < 2 || found.size() > kMaxModes || result.posterior.draw_count() == 0) return;
  const Stopwatch watch;
  std::vector<ModeAnswer> modes{{result.q, result.posterior}};
  std::vector<FitWarning> against;
  const auto is_in_the_way = [](const FitResult& fit) { return std::any_of(fit.warnings.begin(), fit.warnings.end(), is_against); };
  bool is_sound = !is_in_the_way(result);
  for (std::size_t m = 0; m < found.size() && is_sound; ++m) {
    if (found[m].is_chosen) continue;
    const double left = seconds_left - watch.seconds();
    if (!(left > 0) || request.is_made()) return;
    FitOptions of_mode = options;
    of_mode.start = FitStart{};
    of_mode.start.point = found[m].position;
    of_mode.modes = ModeCover::One;
    if (std::isfinite(left)) of_mode.time_budget = left / static_cast<double>(found.size() - m);
    const FitResult fit = fit_at(of_mode);
    add_counts(fit, result);
    is_sound = fit.status != FitStatus::Interrupted && !is_in_the_way(fit) && fit.posterior.draw_count() > 0;
    if (is_sound && !is_known(modes, fit.posterior)) modes.push_back({fit.q, fit.posterior});
  }
  if (!is_sound || modes.size() < 2 || !are_apart(modes)) return;
  const Deadline deadline(request, seconds_left - watch.seconds(), kGrace);
  std::vector<ModeShare> shares;
  Posterior joined = join_modes(model, modes, options.answer_settings().needed_draws(), options.seed, deadline, shares);
  if (joined.draw_count() == 0) return;
  summarize_answer(model, options.seed, deadline, joined);
  joined.ways = result.posterior.ways;
  joined.modes = shares;
  joined.effective_sample_size = joined.parameters.ess.minCoeff();
  std::erase_if(result.warnings, [](const FitWarning& warning) { return warning.kind >= WarningKind::Stuck; });
  result.warnings.push_back(shares_of(shares));
  Posterior checked = joined;
  checked.way = AnswerWay::Moved;  // its weights, where there were any, were judged mode by mode
  const std::vector<FitWarning> doubts = doubts_of(checked, options.tolerance);
  result.warnings.insert(result.warnings.end(), doubts.begin(), doubts.end());
  if (result.status != FitStatus::Interrupted) result.status = doubts.empty() ? FitStatus::Converged : FitStatus::NotConverged;
  result.posterior = std::move(joined);
}

}  // namespace g2t
