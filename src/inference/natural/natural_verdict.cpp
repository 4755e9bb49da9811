// What was counted on the way, then reasons against convergence, then reasons against trust.
#include <fmt/format.h>
#include <importance/adaptive_importance.h>
#include <inference/natural/natural_verdict.h>
#include <inference/quantity_summary.h>

#include <algorithm>
#include <limits>
#include <cmath>
#include <g2t/core/counted.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <numeric>

namespace g2t {
namespace {

constexpr double kNegligible = 10;      // nats below the best mode: not worth a word
constexpr double kMostShift = 0.3;      // of a mean from the weighted one, in sds
constexpr double kHiddenSpread = 1.25;  // posterior sd over q's, by the curvature
constexpr std::size_t kNamed = 5;       // parameters in a warning
constexpr double kBeyondNoise = 5;      // standard errors

void warn_of_counts(FitResult& result) {
  const FitDiagnostics& seen = result.diagnostics;
  if (seen.failed_draws > 0)
    result.warnings.push_back(
        fmt::format("{} of {} draws had a log density or score that is not finite and were left out, so the fit is "
                    "that of the rest{}; "
                    "check the model's support, or transform the parameters so that all values are allowed",
                    grouped(seen.failed_draws), grouped(result.gradient_draws), seen.failures_in_words()));
  if (seen.shrunk_steps > 0)
    result.warnings.push_back(
        fmt::format("in {} most draws were not finite, and q was made smaller instead; give a "
                    "start inside the support with --init",
                    counted(seen.shrunk_steps, "step")));
  if (seen.skipped_steps > 0)
    result.warnings.push_back(
        fmt::format("{} would not have been finite and were not made; check the model with 'g2t "
                    "evaluate --check-gradient'",
                    counted(seen.skipped_steps, "step")));
  if (seen.failed_selections > 0)
    result.warnings.push_back(
        fmt::format("{} had too few usable draws and kept the estimator as it was; give more "
                    "--select-draws",
                    counted(seen.failed_selections, "selection")));
}

// In posterior sds, the root-mean-square distance that a gap stands for.
double distance(double gap, Index dimension) {
  return std::sqrt(2 * std::max(gap, 0.0) / static_cast<double>(dimension));
}

std::string unfinished(const FitOptions& options, const NaturalEvidence& evidence, const FitResult& result) {
  const std::string limit = options.iterations ? "--iterations or --time-budget" : "--time-budget";
  const Index d = result.q.dimension();
  if (evidence.is_stuck)
    return "the fit could not go on: too many steps in a row had no finite draw; check the model with 'g2t evaluate "
           "--check-gradient', or give a start with --init";
  if (!std::isfinite(result.elbo.value))
    return "the ELBO of the result is not finite; check the model's support, or give a start with --init";
  if (evidence.is_scale_moving)
    return fmt::format(
        "the scale of {} was still changing from block to block (now {:.3g}): it may grow or shrink without "
        "end, as with an improper posterior; check the prior of that parameter, or give more {}",
        result.parameter_names[static_cast<std::size_t>(evidence.moving_parameter)],
        standard_deviations(result.q)[evidence.moving_parameter], limit);
  if (!std::isfinite(result.gap.value)) {
    if (result.q.structure == Structure::Diagonal)
      return "how far the fit is from the best mean-field one is not known, since the posterior's curvature is not: "
             "that "
             "takes more draws than were made, or fewer parameters; compare runs of several --seed, or try --family "
             "full-rank";
    return fmt::format("there was no time for a test of convergence; give more {}", limit);
  }
  const std::string far = fmt::format(
      "the fit is about {:.2g} posterior sds (root mean square) from the best {} Gaussian, "
      "{:.3g} +- {:.2g} nats; the tolerance is {:.2g}",
      distance(result.gap.value, d), family_name(result.q.structure), result.gap.value, result.gap.standard_error,
      options.tolerance);
  if (evidence.is_gap_stalled)
    return far +
           "; it did not get nearer in the last block: steps of the noise's size, or an optimum that moves; give a "
           "larger --tolerance, more --draws, or reparameterise the model";
  return fmt::format("{}; give more {}, or a larger --tolerance", far, limit);
}

// Names of the parameters with the largest values, largest first.
std::string largest(const Vector& values, double above, const std::vector<std::string>& names) {
  std::vector<Index> order;
  for (Index i = 0; i < values.size(); ++i)
    if (values[i] > above) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] > values[b]; });
  std::string text;
  for (std::size_t k = 0; k < std::min(kNamed, order.size()); ++k)
    text += fmt::format("{}{} ({:.2g} times)", k == 0 ? "" : ", ", names[static_cast<std::size_t>(order[k])],
                        values[order[k]]);
  if (order.size() > kNamed) text += fmt::format(" and {} more", order.size() - kNamed);
  return text;
}

// The best start of every mode, in order of first appearance, without those that hold next to nothing of the posterior.
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
  std::erase_if(best, [&](const StartRecord& start) { return !(start.elbo.value > highest - kNegligible); });
  return best;
}

// Of the model's own quantities where it has them, else of the unconstrained parameters: the largest distance of a
// parameter's mean from the weighted one, in weighted sds. 0 if weights were not adapted.
double largest_shift(const FitResult& result, Index& worst) {
  const QuantitySummary& own = result.constrained;
  if (!std::isfinite(result.importance.q_khat)) return 0;
  const bool has_own = own.parameter_count > 0 && own.weighted_mean.size() >= own.parameter_count;
  const Index count = has_own ? own.parameter_count : result.q.dimension();
  const Vector& mean = has_own ? own.mean : result.q.mean;
  const Vector& weighted = has_own ? own.weighted_mean : result.importance.mean;
  const Vector& sd = has_own ? own.weighted_sd : result.importance.sd;
  if (weighted.size() == 0) return 0;
  const Vector shift = (mean - weighted).head(count).cwiseAbs().cwiseQuotient(sd.head(count));
  double largest = 0;
  for (Index i = 0; i < count; ++i)  // a parameter that does not move has no sd
    if (shift[i] > largest) largest = shift[worst = i];
  return largest;
}

std::string shifted_name(const FitResult& result, Index i) {
  const std::vector<std::string>& names =
      result.constrained.parameter_count > 0 ? result.constrained.names : result.parameter_names;
  return names[static_cast<std::size_t>(i)];
}

// True if something speaks against using the result, converged or not.
bool warn_of_doubt(FitResult& result) {
  bool is_doubtful = false;
  const auto doubt = [&](std::string text) {
    result.warnings.push_back(std::move(text));
    is_doubtful = true;
  };
  const bool are_weights_even =
      result.importance.effective_sample_size > kEvenWeights * static_cast<double>(result.importance.draws);
  if (result.importance.khat > kTrustedKhat && !are_weights_even)
    doubt(fmt::format(
        "Pareto k of the importance weights is {:.2f}, above 0.7: the posterior has tails or a shape that no "
        "{} Gaussian has; {}",
        result.importance.khat, family_name(result.q.structure),
        result.q.structure == Structure::Diagonal
            ? "try --family full-rank, reparameterise the model, or sample it with MCMC"
            : "reparameterise the model, or sample it with MCMC"));
  else if (result.importance.q_khat > kTrustedKhat &&
           !are_weights_enough(result.importance.khat, result.importance.effective_sample_size, result.importance.draws))
    doubt(fmt::format("Pareto k of q's own draws is {:.2f}, above 0.7, and weights of {} adapted draws count as {} only: "
                      "reparameterise the model, or sample it with MCMC",
                      result.importance.q_khat, grouped(result.importance.draws),
                      grouped(std::lround(result.importance.effective_sample_size))));
  const std::vector<StartRecord> modes = modes_that_matter(result.starts);
  if (modes.size() > 1) {
    std::string list;
    for (const StartRecord& start : modes)
      list +=
          fmt::format("{}{:.2f}{}", list.empty() ? "" : ", ", start.elbo.value, start.is_chosen ? " (this one)" : "");
    doubt(
        fmt::format("the starts ended in {} different modes, of ELBO {}; q covers one of them alone: add information "
                    "that tells them apart (an ordering, a sign), or choose one with --init",
                    modes.size(), list));
  }
  Index worst = 0;
  if (const double shift = largest_shift(result, worst); shift > kMostShift) {
    const ImportanceReport& report = result.importance;
    const bool is_mended = are_weights_enough(report.khat, report.effective_sample_size, report.draws);
    doubt(fmt::format("the mean of {} is {:.2f} posterior sds from the importance-weighted one: the posterior is skewed there, "
                      "more than a {} Gaussian can be; {}",
                      shifted_name(result, worst), shift, family_name(result.q.structure),
                      is_mended ? "take the weighted means and sds, and --resample for draws"
                                : "reparameterise the model, or sample it with MCMC"));
  }
  if (result.hidden_spread.size() > 0 && result.hidden_spread.maxCoeff() > kHiddenSpread)
    doubt(fmt::format(
        "the mean-field family hides correlation: its sds are conditional ones, given all other parameters; "
        "by the curvature the posterior is wider for {}; use --family full-rank, or take the means alone",
        largest(result.hidden_spread, kHiddenSpread, result.parameter_names)));
  return is_doubtful;
}

}  // namespace

void judge_natural_fit(const FitOptions& options, const NaturalEvidence& evidence, FitResult& result) {
  warn_of_counts(result);
  warn_of_missing_values(result);
  const double used = static_cast<double>(std::max<Index>(1, result.gradient_draws));
  const bool has_many_failures = static_cast<double>(result.diagnostics.failed_draws) > kMostFailedShare * used;
  const bool is_converged = evidence.is_within_tolerance && !evidence.is_scale_moving && !evidence.is_stuck &&
                            std::isfinite(result.elbo.value) && !has_many_failures;
  if (evidence.is_interrupted) {
    result.status = FitStatus::Interrupted;
  } else if (!is_converged) {
    result.status = FitStatus::NotConverged;
    result.warnings.push_back(evidence.is_within_tolerance && has_many_failures
                                  ? "so many draws failed that the fit is of another distribution than the model's"
                                  : unfinished(options, evidence, result));
  }
  // An earlier state that was clearly better than the end of a run that went astray.
  const Elbo &best = evidence.best_elbo, &last = result.elbo;
  if (!is_converged && evidence.best_q.dimension() > 0 &&
      best.value > last.value + 1 + kBeyondNoise * std::hypot(best.standard_error, last.standard_error)) {
    result.warnings.push_back(fmt::format(
        "the ELBO ended {:.2f} nats below the best on the way; the result is that one", best.value - last.value));
    result.q = evidence.best_q;
    result.elbo = best;
    result.gap.value = result.gap.standard_error = std::nan("");
    result.mcse_mean.resize(0);
    result.mcse_sd.resize(0);
  }
  const bool is_doubtful = warn_of_doubt(result);
  if (is_converged && !evidence.is_interrupted)
    result.status = is_doubtful ? FitStatus::NotTrusted : FitStatus::Converged;
}

}  // namespace g2t
