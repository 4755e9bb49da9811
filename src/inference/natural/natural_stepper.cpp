// Signal and noise of a step enter the averages after the step that they would bias.
#include <inference/natural/natural_stepper.h>

#include <algorithm>
#include <cmath>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/units.hpp>

namespace g2t {
namespace {

constexpr Index kMaxMetricParameters = 1024;   // of a metric for the mean: d^2 a unit and d^3 now and then
constexpr Index kCheapMetricParameters = 256;  // above, not every step adds to it, and it serves the gap alone
constexpr double kSizeMemory = 0.9;            // of step sizes, about ten steps
constexpr double kTrustGrowth = 1.5;           // of the mean's longest step
constexpr double kShrink = 0.7;                // of A when most draws fail

}  // namespace

NaturalStepper::NaturalStepper(const Model& model, const TermSet& terms, const Costs* costs, Clock& clock,
                               FitDiagnostics& diagnostics, Structure structure)
    : model_(model),
      terms_(terms),
      costs_(costs),
      clock_(clock),
      diagnostics_(diagnostics),
      structure_(structure),
      dimension_(model.dimension()),
      curvature_(model.dimension()) {
  if (structure == Structure::Diagonal && dimension_ > 1 && dimension_ <= kMaxMetricParameters)
    metric_.emplace(dimension_);
  const double ratio = static_cast<double>(dimension_) / static_cast<double>(kCheapMetricParameters);
  metric_every_ = std::max<Index>(1, std::lround(ratio * ratio));
}

void NaturalStepper::use(const Recipe& recipe) {
  const bool has_same_unit =
      estimator_ && estimator_->recipe().draws == recipe.draws && estimator_->recipe().antithetic == recipe.antithetic;
  const bool has_same_terms = has_same_unit && estimator_->recipe().control_variates == recipe.control_variates;
  estimator_.emplace(recipe, terms_);
  const Index units = recipe.antithetic ? recipe.draws / 2 : recipe.draws;
  const double cap = structure_ == Structure::Dense ? full_rank_step_cap(dimension_, units) : 0.5;
  if (!has_same_terms) size_.emplace(dimension_, units, cap);  // else signal and noise are nearly what they were
  if (!has_same_unit) moments_.emplace(terms_, recipe.antithetic);
  moments_->watch(recipe);
  previous_ = {};
  step_seconds_ = costs_ == nullptr ? 0 : costs_->of(recipe);
}

void NaturalStepper::freeze() { is_frozen_ = recent_size_ > 0; }

void NaturalStepper::jump() {
  recent_size_ = 0;
  recent_factor_ = 1;
  is_frozen_ = false;
  size_->forget_signal();
  previous_ = {};
  displacement_.resize(0);
}

bool NaturalStepper::step(NaturalFamily& q, const NoiseAllowance& allowed, const StreamKey& key) {
  const Recipe& recipe = estimator_->recipe();
  const Index failed = draw_batch(model_, q, key, recipe.draws, recipe.antithetic, batch_);
  diagnostics_.failed_draws += failed;
  draws_ += recipe.draws;
  clock_.charge(step_seconds_);
  const Index units = recipe.antithetic ? batch_.draw_count() / 2 : batch_.draw_count();
  if (units == 0 || 2 * failed > recipe.draws) {
    q.rescale(kShrink);
    ++diagnostics_.shrunk_steps;
    ++consecutive_skips_;
    displacement_.resize(0);
    return false;
  }

  estimator_->combine(q, batch_);
  const FrameVectors vectors = recipe.antithetic ? pair_vectors(estimator_->vectors(), pair_) : estimator_->vectors();
  const Matrix normals = batch_.normals.topRows(units);
  q.gradient(vectors, normals, estimator_->expected(), gradient_);
  const double begin = clock_.seconds();
  moments_->add(q, batch_);
  moment_seconds_ += clock_.seconds() - begin;

  const double n = static_cast<double>(units);
  const Vector location = gradient_.location;
  double squared = gradient_.squared_norm, of_units = gradient_.unit_squared_norm;
  double location_squared = location.squaredNorm();
  Matrix centred = vectors.location->rowwise() - vectors.location->colwise().mean();
  double location_noise = centred.squaredNorm() / n;  // mean over the units of |delta_u - delta|^2
  NaturalStep step;
  if (metric_ && steps_++ % metric_every_ == 0) observe_metric(q);
  if (metric_ && metric_->is_usable() && units > 1 && dimension_ <= kCheapMetricParameters) {
    const Vector& scale = q.gaussian().scale;
    const double plain_noise = location_noise, plain_squared = location_squared;
    location_noise = metric_->half_solve(centred, scale).squaredNorm() / n;
    gradient_.location = metric_->solve(location, scale);
    location_squared = location.dot(gradient_.location);
    squared += location_squared - plain_squared;
    of_units += location_squared + location_noise - plain_squared - plain_noise;
    step.is_location_free = true;
  }
  const bool has_spread = units > 1;
  const double signal = has_spread ? (n * squared - of_units) / (n - 1)
                        : previous_.location.size() > 0 && gradient_.dense.size() == 0
                            ? inner_product(gradient_, previous_)
                            : squared;
  const double noise = has_spread ? (of_units - squared) * n / (n - 1) : of_units - std::max(signal, 0.0);
  if (size_->noise() == 0 && size_->signal() == 0) size_->observe(signal, noise);

  if (displacement_.size() > 0)
    curvature_.observe(slope_ - location.dot(displacement_) - bias_, displacement_.squaredNorm());
  if (!is_frozen_) {
    step_size_ = size_->step_size(allowed);
    const double factor = curvature_.step_factor(step_size_);
    recent_size_ =
        recent_size_ > 0 ? std::pow(recent_size_, kSizeMemory) * std::pow(step_size_, 1 - kSizeMemory) : step_size_;
    recent_factor_ = std::pow(recent_factor_, kSizeMemory) * std::pow(factor, 1 - kSizeMemory);
    step.location_step = step_size_ * factor;
  } else {
    step_size_ = recent_size_;
    step.location_step = recent_size_ * recent_factor_;
  }
  step.scale_step = step_size_;
  if (const double factor = size_->outlier_factor(squared, allowed); factor < 1) {
    step.location_step *= factor;
    step.scale_step *= factor;
    ++diagnostics_.cut_steps;
  }
  // A step that was cut and still pointed the right way afterwards allows a longer one: far starts are far in sds.
  if (displacement_.size() == 0 || !was_cut_ || location.dot(displacement_) < 0.5 * slope_)
    trust_ = 1;
  else
    trust_ *= kTrustGrowth;
  step.trust_radius = 0.5 * trust_ * std::sqrt(static_cast<double>(dimension_));
  const NaturalMove move = q.step(gradient_, step);
  was_cut_ = move.location_step < step.location_step;
  if (!has_spread) previous_ = gradient_;
  diagnostics_.clipped_eigenvalues += move.report.clips;
  size_->observe(signal, noise);
  if (!move.report.is_finite) {
    ++diagnostics_.skipped_steps;
    ++consecutive_skips_;
    displacement_.resize(0);
    return false;
  }
  consecutive_skips_ = 0;
  displacement_ = move.displacement;
  slope_ = step.is_location_free ? move.location_step * location_squared : move.slope;
  bias_ = has_spread ? move.location_step * location_noise / (n - 1) : 0;
  return true;
}

// From h + xi, whatever the recipe is: E[(h + xi) xi^T] = I - B.
void NaturalStepper::observe_metric(const NaturalFamily& q) {
  const Matrix& score = batch_.evaluation.score;
  FrameVectors residual = q.to_frame({&score, &score, -1, -1}, batch_.normals, residual_frame_);
  const bool is_pair = estimator_->recipe().antithetic;
  if (is_pair) residual = pair_vectors(residual, residual_pair_);
  metric_->observe(*residual.scale, batch_.normals.topRows(residual.scale->rows()), q.gaussian().scale);
}

}  // namespace g2t
