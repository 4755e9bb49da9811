// Modes are fitted one after the other, each in its share of the time.
#include <inference/answer/join_modes.h>
#include <inference/answer/summarize.h>
#include <inference/cover_modes.h>
#include <inference/verdict.h>
#include <starts/modes.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <g2t/core/model_use.hpp>
#include <g2t/core/stopwatch.hpp>
#include <g2t/inference/answer_checks.hpp>
#include <limits>
#include <map>
#include <optional>

namespace g2t {
namespace {

constexpr double kNegligibleMass = 10;      // nats below the best mode: not worth a word
constexpr std::ptrdiff_t kMaxModes = 8;     // that are fitted
constexpr double kNearInSds = 2;            // root mean square, of a point
constexpr double kSameMode = 0.5;           // sds between means, root mean square
constexpr std::size_t kMaxSymmetries = 47;  // with them a mode has so many images
constexpr Index kChecked = 8;               // draws at which a symmetry is checked,
constexpr double kSameDensity = 1e-6;       // relative
constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // an odd number whose multiples spread
constexpr double kMaxUnseen = 0.2;         // share of paths
constexpr double kGrace = 0.3;              // seconds after a request

// What speaks against a mode's own answer. Chains that reach another mode do not: what they do there is left out.
bool is_against(const FitWarning& warning) {
  return warning.kind >= WarningKind::Stuck && warning.kind != WarningKind::SeveralModes &&
         warning.kind != WarningKind::ChainsDisagree && warning.kind != WarningKind::ChainsDrift;
}

// What is said of an answer, and of its values.
bool is_of_answer(const FitWarning& warning) {
  return warning.kind >= WarningKind::Stuck || warning.kind == WarningKind::MissingValues ||
         warning.kind == WarningKind::IncompleteValues || warning.kind == WarningKind::LongTails ||
         warning.kind == WarningKind::ReportShortOfDraws;
}

bool is_known(const std::vector<ModeAnswer>& modes, const Posterior& answer) {
  return std::any_of(modes.begin(), modes.end(), [&](const ModeAnswer& mode) {
    const QuantitySummary &a = mode.posterior.parameters, &b = answer.parameters;
    const Vector apart = (a.mean - b.mean).cwiseQuotient(a.sd.cwiseMax(b.sd));
    return apart.norm() < kSameMode * std::sqrt(static_cast<double>(apart.size()));
  });
}

// The mode's images too, unless the density is not the same there.
bool add_with_images(const Model& model, ModeAnswer mode, const std::vector<Symmetry>& symmetries, std::vector<ModeAnswer>& modes) {
  const auto original = static_cast<Index>(modes.size());
  modes.push_back(std::move(mode));
  for (const Symmetry& symmetry : symmetries) {
    const ModeAnswer& from = modes[static_cast<std::size_t>(original)];
    ModeAnswer image{symmetry.image(from.q), from.posterior, original};
    image.posterior.draws = symmetry.image(from.posterior.draws);
    image.posterior.parameters.mean = symmetry.image(from.posterior.parameters.mean);
    image.posterior.parameters.sd = from.posterior.parameters.sd(symmetry.source);
    if (is_known(modes, image.posterior)) continue;
    const Index checked = std::min(kChecked, image.posterior.draw_count());
    Vector here, there;
    model.log_densities(from.posterior.draws.topRows(checked), here);
    model.log_densities(image.posterior.draws.topRows(checked), there);
    if (!((here - there).cwiseAbs().maxCoeff() <= kSameDensity * (1 + here.cwiseAbs().maxCoeff()))) return false;
    image.posterior.densities = 2 * checked;
    image.posterior.gradients = 0;
    image.posterior.seconds = 0;
    modes.push_back(std::move(image));
  }
  return true;
}

// True if the point is one that a mode's Gaussian holds.
bool is_near(const std::vector<ModeAnswer>& modes, const Vector& point) {
  const double near = kNearInSds * std::sqrt(static_cast<double>(point.size()));
  return std::any_of(modes.begin(), modes.end(),
                     [&](const ModeAnswer& mode) { return distance_in_units(mode.q, mode.q.mean, point) < near; });
}

// Counts of a mode's fit, which are part of the whole.
void add_counts(const FitResult& more, FitResult& result) {
  result.gradient_draws += more.gradient_draws;
  result.diagnostics.model_gradients += more.diagnostics.model_gradients;
  result.diagnostics.model_densities += more.diagnostics.model_densities;
  result.diagnostics.failed_draws += more.diagnostics.failed_draws;
}

// Modes that one path alone found, over the number of paths, are about the share of paths that end in modes not seen yet.
// Source: Good (1953), "The population frequencies of species and the estimation of population parameters".
std::optional<FitWarning> modes_not_seen(const std::vector<StartRecord>& starts) {
  std::map<Index, Index> paths;
  Index count = 0;
  for (const StartRecord& start : starts)
    if (start.mode >= 0 && start.name != kMirrorImage) ++paths[start.mode], ++count;
  const auto once = std::count_if(paths.begin(), paths.end(), [](const auto& mode) { return mode.second == 1; });
  if (paths.size() < 2) return std::nullopt;  // the others are images
  if (!(static_cast<double>(once) > kMaxUnseen * static_cast<double>(count))) return std::nullopt;
  return FitWarning{.kind = WarningKind::ModesNotSeen, .numbers = {{"modes", paths.size()}, {"once", once}, {"starts", count}}};
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
  const auto by_path = [](const StartRecord& start) { return start.name != kMirrorImage; };
  const auto fits = std::count_if(found.begin(), found.end(), by_path);
  if (found.size() < 2 || fits > kMaxModes || result.posterior.draw_count() == 0) return;
  const Stopwatch watch;
  const std::vector<Symmetry> symmetries = all_symmetries(result.symmetries, kMaxSymmetries);
  if (symmetries.size() < result.symmetries.size()) return;
  std::vector<ModeAnswer> modes;
  std::vector<FitWarning> against;
  const auto is_in_the_way = [](const FitResult& fit) { return std::any_of(fit.warnings.begin(), fit.warnings.end(), is_against); };
  bool is_sound = !is_in_the_way(result) && add_with_images(model, {result.q, result.posterior}, symmetries, modes);
  for (std::size_t m = 0; m < found.size() && is_sound; ++m) {
    if (found[m].is_chosen || !by_path(found[m]) || is_near(modes, found[m].position)) continue;
    const double left = seconds_left - watch.seconds();
    if (!(left > 0) || request.is_made()) return;
    FitOptions of_mode = options;
    of_mode.start = FitStart{};
    of_mode.start.point = found[m].position;
    of_mode.modes = ModeCover::One;
    of_mode.seed = options.seed ^ (kGolden * (m + 1));  // random numbers of its own
    if (std::isfinite(left)) of_mode.time_budget = left / static_cast<double>(found.size() - m);
    const FitResult fit = fit_at(of_mode);
    add_counts(fit, result);
    is_sound = fit.status != FitStatus::Interrupted && !is_in_the_way(fit) && fit.posterior.draw_count() > 0;
    if (is_sound && !is_known(modes, fit.posterior)) is_sound = add_with_images(model, {fit.q, fit.posterior}, symmetries, modes);
  }
  if (!is_sound || modes.size() < 2) return;
  const Deadline deadline(request, seconds_left - watch.seconds(), kGrace);
  std::vector<ModeShare> shares;
  ModelUse use;  // values of the joined answer may fail, too
  use.add(result.diagnostics.model_gradients, result.diagnostics.model_densities, result.diagnostics.failures);
  const ModelUseScope scope(&use);
  const Index count = options.answer_settings().needed_draws();
  Posterior joined = join_modes(model, modes, count, options.seed, deadline, shares);
  if (joined.draw_count() == 0) return;
  summarize_answer(model, options.seed, deadline, joined);
  joined.ways = result.posterior.ways;
  joined.modes = shares;
  joined.effective_sample_size = joined.parameters.ess.minCoeff();
  result.posterior = std::move(joined);
  result.diagnostics.count_use(use);
  std::erase_if(result.warnings, is_of_answer);
  warn_of_values(result);
  warn_of_long_tails(result);
  const bool is_interrupted = result.status == FitStatus::Interrupted;
  if (!is_interrupted) warn_of_cut_answer(count, result);
  result.warnings.push_back(shares_of(shares));
  Posterior checked = result.posterior;
  checked.way = AnswerWay::Moved;  // its weights, where there were any, were judged mode by mode
  std::vector<FitWarning> doubts = doubts_of(checked, options.tolerance);
  if (std::optional<FitWarning> more = modes_not_seen(result.starts)) doubts.push_back(*std::move(more));
  result.warnings.insert(result.warnings.end(), doubts.begin(), doubts.end());
  if (!is_interrupted) result.status = doubts.empty() ? FitStatus::Converged : FitStatus::NotTrusted;
}

}  // namespace g2t
