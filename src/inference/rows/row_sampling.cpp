// The mode of a sample is where all rows are first looked at; parabolas of all rows then lead to their own mode.
#include <inference/rows/anchored_model.h>
#include <inference/rows/row_sampling.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/clock.hpp>
#include <g2t/core/deadline.hpp>
#include <g2t/models/threaded_model.hpp>
#include <inference/natural/natural_start.h>
#include <limits>
#include <starts/lbfgs_path.h>
#include <utility>

namespace g2t {
namespace {

constexpr Index kFewRows = 40000;  // that are quick enough as they are
// A thousandth of the rows, within bounds: of ten million a smaller sample needs more passes over all rows to be brought near to them.
constexpr Index kRowShare = 1000, kLeastSample = 1024, kMostSample = 16384;
constexpr Index kRowsPerParameter = 20;
constexpr Index kMostForHessian = 1000;  // parameters
constexpr double kMostOfAll = 0.25;      // a larger sample saves little
constexpr Index kRowGrowth = 4;
constexpr Index kMaxAnchors = 6;
constexpr double kNearMode = 0.3;  // sds, from an anchor to the mode: remainders beyond second order are small there
constexpr Index kCheckedDraws = 32;

class SampledFit {
 public:
  SampledFit(const Model& model, const FitPlan& plan, const FitHooks& hooks, const RunOnModel& run)
      : model_(model), plan_(plan), run_(run), request_(hooks.should_stop), wall_(make_wall_clock()) {}

  std::optional<FitResult> fit() {
    if (!is_possible()) return std::nullopt;
    const Index all = model_.row_sums()->row_count();
    const Index usual = std::max(std::clamp(all / kRowShare, kLeastSample, kMostSample), kRowsPerParameter * model_.dimension());
    Index wanted = plan_.options.sample_rows.value_or(usual);
    const double most = plan_.options.sample_rows ? static_cast<double>(all) : kMostOfAll * static_cast<double>(all);
    for (; static_cast<double>(wanted) < most; wanted *= kRowGrowth) {
      std::optional<FitResult> result = fit_to(wanted);
      if (!result && should_stop()) break;
      if (!result) continue;
      const bool is_good = result->rows.log_density_sd <= plan_.options.tolerance;
      if (is_good || should_stop()) {
        if (!is_good) distrust(*result);
        return result;
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_possible() const {
    const FitOptions& options = plan_.options;
    const bool is_of_all = options.coordinates != Coordinates::Natural || plan_.costs || plan_.has_init || options.own_family ||
                           options.start.state != nullptr || model_.row_sums() == nullptr || model_.curvature() == nullptr;
    if (is_of_all || model_.dimension() > kMostForHessian) return false;
    return options.sample_rows ? *options.sample_rows > 0 : model_.row_sums()->row_count() >= kFewRows;
  }
  [[nodiscard]] bool should_stop() const {
    return request_.is_made() || wall_->seconds() > kTimeShare * plan_.time_limit();
  }

  // Nothing if all rows could not be brought near to it.
  std::optional<FitResult> fit_to(Index wanted) {
    const RowSample sample = model_.row_sums()->sample(wanted, plan_.options.seed);
    if (sample.model == nullptr) return std::nullopt;
    const std::unique_ptr<Model> threaded = make_threaded_model(*sample.model, plan_.options.threads);
    const auto stop = [this] { return should_stop(); };
    const std::unique_ptr<Clock> clock = make_wall_clock();
    const NaturalStart start = find_start(*threaded, plan_, *clock, stop);
    const std::optional<Anchor> anchor = anchor_near(*threaded, start.q.mean);
    if (!anchor) return std::nullopt;

    const AnchoredModel anchored(model_, *threaded, *anchor);
    FitPlan of_sample = plan_;
    of_sample.requested_start = {.point = anchor->point, .radius = {}};
    if (plan_.options.time_budget)
      of_sample.options.time_budget = std::max(kLeastShare * plan_.time_limit(), plan_.time_limit() - wall_->seconds());
    const double before = wall_->seconds();
    FitResult result = run_(anchored, of_sample);
    result.starts = start.starts;
    result.symmetries = start.symmetries;
    result.gradient_draws += start.draws;
    result.seconds.start += before;
    result.seconds.total += before;
    result.rows.all = model_.row_sums()->row_count();
    result.rows.sample = sample.rows;
    const double at_check = wall_->seconds();
    check(anchored, result);
    result.seconds.answer += wall_->seconds() - at_check;
    result.rows.passes = passes_;
    return result;
  }

  // All rows at a point near their mode, by steps from the mode of a sample.
  std::optional<Anchor> anchor_near(const Model& sample, Vector point) {
    for (Index made = 0; made < kMaxAnchors; ++made) {
      Anchor anchor = anchor_at(model_, point);
      passes_ += 2;
      if (!anchor.is_finite()) return std::nullopt;
      const AnchoredModel anchored(model_, sample, anchor);
      const LbfgsPath path = ascend(anchored, point, {}, [this] { return should_stop(); });
      if (path.points.empty()) return std::nullopt;
      const Vector& mode = path.points.back().position;
      const Vector away = mode - point;
      const double squared_distance = -away.dot(anchor.hessian * away);
      if (squared_distance >= 0 && squared_distance < kNearMode * kNearMode) return anchor;
      if (should_stop()) return std::nullopt;
      point = mode;
    }
    return std::nullopt;
  }

  // Draws of the answer, spread over all of them, by all rows.
  void check(const Model& anchored, FitResult& result) {
    const Matrix& all = result.posterior.draws;
    const Index count = std::min(kCheckedDraws, all.rows());
    if (count < 2) return;
    Matrix draws(count, all.cols());
    for (Index k = 0; k < count; ++k) draws.row(k) = all.row(k * all.rows() / count);
    Vector by_sample, by_all;
    anchored.log_densities(draws, by_sample);
    model_.log_densities(draws, by_all);
    passes_ += (count + model_.lane_width() - 1) / model_.lane_width();
    const Vector off = by_sample - by_all;
    result.rows.checked_draws = count;
    result.rows.log_density_sd = std::sqrt((off.array() - off.mean()).square().sum() / static_cast<double>(count - 1));
    if (!std::isfinite(result.rows.log_density_sd)) result.rows.log_density_sd = std::numeric_limits<double>::infinity();
    const double error = result.rows.log_density_sd / std::sqrt(static_cast<double>(count));
    result.elbo.value -= off.mean();
    result.elbo.standard_error = std::hypot(result.elbo.standard_error, error);
    if (std::exchange(result.elbo.is_exact, false)) result.elbo.draws = count;
  }

  void distrust(FitResult& result) const {
    result.warnings.push_back({.kind = WarningKind::SampleOfRows,
                               .numbers = {{"rows", static_cast<double>(result.rows.sample)},
                                           {"all", static_cast<double>(result.rows.all)},
                                           {"sd", result.rows.log_density_sd}}});
    if (result.status == FitStatus::Converged) result.status = FitStatus::NotTrusted;
  }

  static constexpr double kTimeShare = 0.8, kLeastShare = 0.1;  // of the budget

  const Model& model_;
  const FitPlan& plan_;
  const RunOnModel& run_;
  StopRequest request_;
  std::unique_ptr<Clock> wall_;
  Index passes_ = 0;
};

}  // namespace

std::optional<FitResult> fit_to_sample(const Model& model, const FitPlan& plan, const FitHooks& hooks, const RunOnModel& run) {
  return SampledFit(model, plan, hooks, run).fit();
}

}  // namespace g2t
