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
      dimension_(model.dimension()) {
  state_.curvature = MeanCurvature(dimension_);
  if (structure == Structure::Diagonal && dimension_ > 1 && dimension_ <= kMaxMetricParameters)
    state_.metric.emplace(dimension_);
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
  if (!has_same_terms) state_.size.emplace(dimension_, units, cap);  // else signal and noise are nearly what they were
  if (!has_same_unit) state_.moments.emplace(recipe.antithetic);
  state_.moments->watch(terms_, recipe);
  state_.previous = {};
  state_.recipe = recipe;
  step_seconds_ = costs_ == nullptr ? 0 : costs_->of(recipe);
}

void NaturalStepper::resume(const NaturalStepperState& state, const Recipe& recipe, bool has_same_terms) {
  state_ = state;
  if (!has_same_terms || recipe != *state.recipe) return use(recipe);
  estimator_.emplace(recipe, terms_);
  step_seconds_ = costs_ == nullptr ? 0 : costs_->of(recipe);
}

void NaturalStepper::freeze() { state_.is_frozen = state_.recent_size > 0; }

void NaturalStepper::jump() {
  state_.recent_size = 0;
  state_.recent_factor = 1;
  state_.is_frozen = false;
  state_.size->forget_signal();
  state_.previous = {};
  state_.displacement.resize(0);
}

bool NaturalStepper::step(NaturalFamily& q, const NoiseAllowance& allowed, const StreamKey& key) {
  const Recipe& recipe = estimator_->recipe();
  const Index failed = draw_batch(model_, q, key, recipe.draws, recipe.antithetic, batch_);
  diagnostics_.failed_draws += failed;
  state_.draws += recipe.draws;
  clock_.charge(step_seconds_);
  const Index units = recipe.antithetic ? batch_.draw_count() / 2 : batch_.draw_count();
  if (units == 0 || 2 * failed > recipe.draws) {
    q.rescale(kShrink);
    ++diagnostics_.shrunk_steps;
    ++state_.consecutive_skips;
    state_.displacement.resize(0);
    return false;
  }

  estimator_->combine(q, batch_);
  const FrameVectors vectors = recipe.antithetic ? pair_vectors(estimator_->vectors(), pair_) : estimator_->vectors();
  const Matrix normals = batch_.normals.topRows(units);
  q.gradient(vectors, normals, estimator_->expected(), gradient_);
  state_.trace += (1 - kSizeMemory) * (gradient_.trace() - state_.trace);
  const double begin = clock_.seconds();
  state_.moments->add(terms_, q, batch_);
  moment_seconds_ += clock_.seconds() - begin;

  const double n = static_cast<double>(units);
  const Vector location = gradient_.location;
  double squared = gradient_.squared_norm, of_units = gradient_.unit_squared_norm;
  double location_squared = location.squaredNorm();
  Matrix centred = vectors.location->rowwise() - vectors.location->colwise().mean();
  double location_noise = centred.squaredNorm() / n;  // mean over the units of |delta_u - delta|^2
  NaturalStep step;
  if (state_.metric && state_.metric->is_usable() && units > 1 && dimension_ <= kCheapMetricParameters) {
    const Vector& scale = q.gaussian().scale;
    const double plain_noise = location_noise, plain_squared = location_squared;
    location_noise = state_.metric->half_solve(centred, scale).squaredNorm() / n;
    gradient_.location = state_.metric->solve(location, scale);
    location_squared = location.dot(gradient_.location);
    squared += location_squared - plain_squared;
    of_units += location_squared + location_noise - plain_squared - plain_noise;
    step.is_location_free = true;
  }
  if (state_.metric && state_.metric_steps++ % metric_every_ == 0) observe_metric(q);
  const bool has_spread = units > 1;
  const double signal = has_spread ? (n * squared - of_units) / (n - 1)
                        : state_.previous.location.size() > 0 && gradient_.dense.size() == 0
                            ? inner_product(gradient_, state_.previous)
                            : squared;
  const double noise = has_spread ? (of_units - squared) * n / (n - 1) : of_units - std::max(signal, 0.0);
  if (state_.size->noise() == 0 && state_.size->signal() == 0) state_.size->observe(signal, noise);

  if (state_.displacement.size() > 0)
    state_.curvature.observe(state_.slope - location.dot(state_.displacement) - state_.bias,
                             state_.displacement.squaredNorm());
  if (!state_.is_frozen) {
    state_.step_size = state_.size->step_size(allowed);
    if (structure_ == Structure::LowRank)  // its directions are a full-rank family of their own
      state_.step_size = std::min(state_.step_size, full_rank_step_cap(q.gaussian().rank(), units));
    const double factor = state_.curvature.step_factor(state_.step_size);
    state_.recent_size = state_.recent_size > 0
                             ? std::pow(state_.recent_size, kSizeMemory) * std::pow(state_.step_size, 1 - kSizeMemory)
                             : state_.step_size;
    state_.recent_factor = std::pow(state_.recent_factor, kSizeMemory) * std::pow(factor, 1 - kSizeMemory);
    step.location_step = state_.step_size * factor;
  } else {
    state_.step_size = state_.recent_size;
    step.location_step = state_.recent_size * state_.recent_factor;
  }
  step.scale_step = state_.step_size;
  if (const double factor = state_.size->outlier_factor(squared, allowed); factor < 1) {
    step.location_step *= factor;
    step.scale_step *= factor;
    ++diagnostics_.cut_steps;
  }
  // A step that was cut and still pointed the right way afterwards allows a longer one: far starts are far in sds.
  if (state_.displacement.size() == 0 || !state_.was_cut || location.dot(state_.displacement) < 0.5 * state_.slope)
    state_.trust = 1;
  else
    state_.trust *= kTrustGrowth;
  step.trust_radius = 0.5 * state_.trust * std::sqrt(static_cast<double>(dimension_));
  const NaturalMove move = q.step(gradient_, step);
  state_.was_cut = move.location_step < step.location_step;
  if (!has_spread) state_.previous = gradient_;
  diagnostics_.clipped_eigenvalues += move.report.clips;
  state_.size->observe(signal, noise);
  if (!move.report.is_finite) {
    ++diagnostics_.skipped_steps;
    ++state_.consecutive_skips;
    state_.displacement.resize(0);
    return false;
  }
  state_.consecutive_skips = 0;
  state_.displacement = move.displacement;
  state_.slope = step.is_location_free ? move.location_step * location_squared : move.slope;
  state_.bias = has_spread ? move.location_step * location_noise / (n - 1) : 0;
  return true;
}

// From h + xi, whatever the recipe is: E[(h + xi) xi^T] = I - B.
void NaturalStepper::observe_metric(const NaturalFamily& q) {
  const Matrix& score = batch_.evaluation.score;
  FrameVectors residual = q.to_frame({&score, &score, -1, -1}, batch_.normals, residual_frame_);
  const bool is_pair = estimator_->recipe().antithetic;
  if (is_pair) residual = pair_vectors(residual, residual_pair_);
  state_.metric->observe(*residual.scale, batch_.normals.topRows(residual.scale->rows()), q.gaussian().scale);
}

}  // namespace g2t
