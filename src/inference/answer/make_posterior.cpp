// A few draws of q first; more, weights, proposals and chains where these are needed.
#include <importance/adaptive_importance.h>
#include <g2t/inference/answer_checks.hpp>
#include <inference/answer/answer_draws.h>
#include <inference/answer/line_tails.h>
#include <inference/answer/make_posterior.h>
#include <inference/answer/pair_weights.h>
#include <inference/answer/summarize.h>
#include <inference/answer/uncovered_points.h>
#include <inference/answer/way_forecast.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <g2t/core/model_use.hpp>
#include <g2t/core/sample.hpp>
#include <g2t/core/stopwatch.hpp>
#include <utility>

namespace g2t {
namespace {

constexpr Index kFirstDraws = 256;      // of q, that tell whether its weights are even
constexpr Index kPoolOfChains = 1024;   // draws of q that chains start from
constexpr Index kCheapProposals = 100;  // parameters: above, draws of proposals cost more than the model's densities, as a rule
constexpr double kShareOfDraws = 1, kShareOfDrawsOfMany = 0.75;  // effective ones of the pool that so many are resampled from
// Effective draws of q's own weights that would do: unless these are nearly even, q may lack a region that proposals with wide
// tails have.
constexpr double kNoneAreEnough = std::numeric_limits<double>::infinity();
constexpr double kShareOfMoved = 0.75;  // of the forecast of chains, that adapting weights may cost first
constexpr double kShareOfTolerance = 0.7;  // errors that chains aim at: those of values with longer tails are larger
constexpr double kGradientInDensities = 1.5;  // what a gradient costs, about
constexpr double kMinStartEss = 512;    // effective draws that chains start from without tempering
constexpr Index kMinForChains = 256;    // gradients left

class AnswerMaker {
 public:
  AnswerMaker(const Model& model, const Gaussian& q, const AnswerSettings& settings, const SampleStreams& sample,
              const AnswerTime& time, QSample& of_q)
      : model_(model), q_(q), settings_(settings), sample_(sample), time_(time), of_q_(of_q), count_(std::min(settings.needed_draws(), of_q.draws().rows())) {}

  Posterior make() {
    const Stopwatch watch;
    Posterior out = chosen();
    say("values");
    summarize_quantities(model_, sample_.quantities_seed(), time_.of_quantities, out);
    out.ways = ways_;
    for (WayRecord& way : out.ways) way.is_chosen = way.way == out.way;
    out.effective_sample_size = out.way == AnswerWay::Weighted ? out.effective_sample_size : out.parameters.ess.minCoeff();
    out.densities = of_q_.evaluated() + densities_;
    out.gradients = gradients_;
    out.seconds = watch.seconds();
    return out;
  }

 private:
  Posterior chosen() {
    switch (settings_.way) {
      case AnswerWay::Gaussian: return gaussian(kPoolOfChains * 2);
      case AnswerWay::Weighted: return weighted(settings_.weight_draws).value_or(gaussian(kFirstDraws));
      case AnswerWay::Moved: return moved().value_or(gaussian(kFirstDraws));
      case AnswerWay::Auto: break;
    }
    Posterior as_it_is = gaussian(kFirstDraws);
    if (evenness_.is_enough(settings_.tolerance) && holds_on_their_scale() && !has_long_tails()) return as_it_is;
    if (count_ < settings_.needed_draws()) return as_it_is;  // no time for as many draws, and none for other ways
    const WayRecord chains = moved_way(q_.dimension(), count_, gradient_seconds());
    // Not by the clock: a fit can be repeated.
    const double affordable = kShareOfMoved * kGradientInDensities * forecast_chain_gradients(q_.dimension());
    const Index for_weights = std::min(settings_.weight_draws, static_cast<Index>(affordable));
    std::optional<Posterior> by_weights = weighted(std::max(for_weights, kReportDraws));
    if (by_weights && doubts_of(*by_weights, settings_.tolerance).empty()) {
      ways_.push_back(chains);
      return *std::move(by_weights);
    }
    std::optional<Posterior> by_chains = moved();
    if (by_chains && doubts_of(*by_chains, settings_.tolerance).empty()) return *std::move(by_chains);
    // None is as it should be. Chains are nearer to the posterior than what they started from.
    if (by_chains && by_chains->draw_count() >= count_ / 2) return *std::move(by_chains);
    const bool is_weighted = by_weights && by_weights->khat < kTrustedKhat && squared_error_of(*by_weights) < ways_.front().squared_error;
    return is_weighted ? *std::move(by_weights) : std::move(as_it_is);
  }

  Posterior gaussian(Index evaluations) {
    say("draws of q");
    of_q_.evaluate(std::min(evaluations, count_), stop());
    const Vector sd = standard_deviations(q_);
    evenness_ = evenness_of(of_q_.draws().topRows(of_q_.evaluated()), of_q_.log_ratios(), q_.mean, sd);
    Posterior out = gaussian_answer(of_q_, count_);
    out.mean_error = std::hypot(evenness_.mean_error(), evenness_.shift_error);
    out.sd_error = std::hypot(evenness_.sd_error(), evenness_.shift_error / std::sqrt(2.0));
    summarize_parameters(model_, out);
    ways_.insert(ways_.begin(), gaussian_way(evenness_, of_q_.seconds_a_draw() * static_cast<double>(of_q_.evaluated())));
    return out;
  }

  // The parameters as the model declares them.
  [[nodiscard]] bool holds_on_their_scale() const {
    const Quantities* const own = model_.quantities();
    if (own == nullptr) return true;
    const ModelUseScope uncounted(nullptr);  // the answer's values will be
    Matrix values;
    const Index done = own->compute(of_q_.draws().topRows(of_q_.evaluated()), sample_.quantities_seed(), time_.of_quantities, values);
    return done < 2 || holds_for_values(values.topLeftCorner(done, own->parameter_count()), of_q_.log_ratios().head(done), settings_.tolerance);
  }

  // Longer than q's, where none of its draws fall: then its weights are even, and wrong.
  bool has_long_tails() {
    if (settings_.is_of_one_mode) return false;
    if (!has_long_tails_) {
      const LineTails tails = line_tails(model_, q_, stop());
      densities_ += tails.densities;
      has_long_tails_ = tails.are_long();
    }
    return *has_long_tails_;
  }

  std::optional<Posterior> weighted(Index max_draws) {
    say("importance weights");
    const Stopwatch watch;
    of_q_.evaluate(kReportDraws, stop());
    const Index made = of_q_.evaluated();
    const PairWeights weights = weigh_pairs(of_q_);
    const ImportanceWeights& of_pairs = weights.of_pairs;
    if (of_pairs.used == 0) return std::nullopt;
    const WeightedDraws of_q{of_q_.draws().topRows(made), of_q_.log_density(), weights.weights, of_pairs.khat,
                             2 * of_pairs.effective_sample_size};
    start_ = {of_q.draws, of_q.log_density, {}};
    std::optional<WeightedDraws> fresh;
    const bool is_blind = is_even(of_q) && has_long_tails();
    const bool can_be_better = is_blind || (!is_even(of_q) && of_pairs.khat <= kAdaptableKhat);
    if (made >= kReportDraws && q_.dimension() <= kMaxAdapted && can_be_better)
      fresh = adapted(of_q, is_blind || can_adapt(of_pairs, weights.pair_count(), kNoneAreEnough), max_draws);
    if (is_blind && !fresh && settings_.way == AnswerWay::Auto) return std::nullopt;
    const WeightedDraws& found = fresh ? *fresh : of_q;
    Posterior out = weighted_answer(q_, found.draws, found.log_density, found.weights, count_, sample_);
    if (!fresh)
      for (Index& group : out.groups) group = QSample::pair_of(group);
    out.khat = is_even(found) ? std::min(found.khat, 0.0) : found.khat;
    out.effective_sample_size = fresh ? fresh->effective_sample_size : weights.effective_sample_size;
    summarize_parameters(model_, out);
    ways_.push_back({.way = AnswerWay::Weighted, .squared_error = squared_error_of(out), .seconds = watch.seconds(), .is_tried = true});
    return out;
  }

  // Fresh draws of proposals that adapt to the posterior, and to regions that they lack, if it came to any.
  std::optional<WeightedDraws> adapted(const WeightedDraws& of_q, bool is_better, Index max_draws) {
    const double share = q_.dimension() > kCheapProposals ? kShareOfDrawsOfMany : kShareOfDraws;
    const double enough = share * static_cast<double>(count_);
    AdaptiveImportance importance(model_, q_, of_q.draws, of_q.log_density, sample_);
    WeightedDraws fresh;
    bool is_adapted = false;
    const auto adapt = [&](Index most) {
      AdaptedDraws found = importance.adapt({most, enough}, stop());
      densities_ += found.evaluations;
      is_adapted = true;
      if (found.fresh.draws.rows() > 0) fresh = std::move(found.fresh);  // those that proposals were fitted to have weights too even
    };
    if (is_better) adapt(max_draws);
    const bool has_fresh = fresh.draws.rows() > 0, may_do = !is_better || has_fresh;  // else chains come
    const WeightedDraws& best = has_fresh ? fresh : of_q;
    if (may_do && !is_even(best) && add_uncovered_region(best, importance)) adapt(max_draws + max_draws / 2);
    const WeightedDraws& fitted = is_adapted ? importance.fitted() : of_q;
    if (fitted.effective_sample_size >= kMinStartEss) {
      WeightedDraws pool = is_adapted ? std::move(importance).take_fitted() : of_q;
      start_ = {std::move(pool.draws), std::move(pool.log_density), std::move(pool.weights)};
    }
    return fresh.draws.rows() > 0 ? std::optional(std::move(fresh)) : std::nullopt;
  }

  // False if the proposals cover all that chains of the heated posterior find.
  bool add_uncovered_region(const WeightedDraws& found, AdaptiveImportance& importance) {
    say("a look beside the draws");
    const HeatedPoints heated = heated_points(model_, q_, {found.draws, found.log_density, found.weights}, sample_, stop());
    gradients_ += heated.gradients;
    const std::vector<Index> rows = uncovered_points(heated, found, importance);
    say("importance weights");
    return !rows.empty() && importance.add_region(heated.draws(rows, Eigen::all), sample_covariance(heated.draws));
  }

  std::optional<Posterior> moved() {
    say("chains");
    const Stopwatch watch;
    if (start_.draws.rows() == 0) {
      of_q_.evaluate(kPoolOfChains, stop());
      start_ = {of_q_.draws().topRows(of_q_.evaluated()), of_q_.log_density(), {}};
    }
    if (start_.draws.rows() == 0 || settings_.chain_gradients < kMinForChains) return std::nullopt;
    const double scale = std::min(1.0, settings_.tolerance / kAnswerTolerance);
    const ChainSettings chains{.draws = count_, .error_of_means = kShareOfTolerance * settings_.tolerance, .error_of_sds = kShareOfTolerance * kSdTolerance * scale,
                               .max_gradients = settings_.chain_gradients};
    Posterior out = moved_answer(q_, run_chains(model_, q_, start_, chains, sample_, stop()));
    gradients_ += out.chains->gradients;
    if (out.draws.rows() == 0) return std::nullopt;
    summarize_parameters(model_, out);
    ways_.push_back({.way = AnswerWay::Moved, .squared_error = squared_error_of(out), .seconds = watch.seconds(), .is_tried = true});
    return out;
  }

  // So even that the shape of their tail does not matter.
  static bool is_even(const WeightedDraws& found) {
    return found.effective_sample_size >= kEvenWeights * static_cast<double>(found.draws.rows());
  }
  [[nodiscard]] double gradient_seconds() const {
    return time_.gradient_seconds > 0 ? time_.gradient_seconds : of_q_.seconds_a_draw();
  }
  void say(const char* phase) {
    phase_ = phase;
    if (time_.progress) time_.progress(phase_, 0);
  }
  // Of draws, densities and gradients.
  [[nodiscard]] StopRule stop() const {
    return [this](Index done) {
      if (time_.progress) time_.progress(phase_, done);
      return time_.of_densities(done);
    };
  }

  static constexpr Index kMaxAdapted = 200;  // parameters; above, proposals take more time than chains

  const Model& model_;
  const Gaussian& q_;
  const AnswerSettings& settings_;
  const SampleStreams& sample_;
  const AnswerTime& time_;
  QSample& of_q_;
  Index count_;
  Evenness evenness_;
  std::optional<bool> has_long_tails_;
  const char* phase_ = "";
  ChainPool start_;
  Index densities_ = 0, gradients_ = 0;  // beyond those of q's draws
  std::vector<WayRecord> ways_;
};

}  // namespace

Posterior make_posterior(const Model& model, const Gaussian& q, const AnswerSettings& settings, const SampleStreams& sample,
                         const AnswerTime& time, QSample& of_q) {
  return AnswerMaker(model, q, settings, sample, time, of_q).make();
}

}  // namespace g2t
