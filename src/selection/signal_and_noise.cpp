// Of one q: products of means of two folds, at weights fitted to the others. Of steps: products within each step.
#include <core/decompositions.h>
#include <selection/pairs_of_folds.h>
#include <selection/signal_and_noise.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t {
namespace {

constexpr Index kNone = -1;
constexpr double kRidge = 1e-6;  // of a diagonal of ones: linear relations are common

Vector with_base(const Vector& weights) {
  Vector out(weights.size() + 1);
  out << 1, weights;
  return out;
}

double form(const Matrix& matrix, const Vector& at) { return at.dot(matrix * at); }

// (1, w) with the w of least noise.
Vector least_noise(const Matrix& centred) {
  const Index n = centred.rows() - 1;
  Vector scales = Vector::Zero(n);
  for (Index i = 0; i < n; ++i)
    if (centred(i + 1, i + 1) > 0) scales[i] = 1 / std::sqrt(centred(i + 1, i + 1));
  Matrix scaled = scales.asDiagonal() * centred.bottomRightCorner(n, n) * scales.asDiagonal();
  for (Index i = 0; i < n; ++i) scaled(i, i) = 1 + kRidge;
  const Matrix lower = cholesky(scaled).lower;
  const Vector half = solve_lower(lower, Vector(scales.cwiseProduct(centred.col(0).tail(n))));
  return with_base(-scales.cwiseProduct(solve_lower_transposed(lower, half)));
}

}  // namespace

SignalAndNoise::SignalAndNoise(const Moments& moments) {
  const Index folds = static_cast<Index>(moments.folds.size());
  if (folds < 3 || moments.fold_mean_products.rows() != folds * moments.products.rows()) return;
  folds_ = moments.folds;
  units_of_step_ = static_cast<double>(moments.mean_count);
  if (moments.mean_count == 1) return;
  for (Index k = 0; k < folds; ++k)
    for (Index l = 0; l < folds; ++l)
      if (moments.mean_count == 0 || l == k) means_.push_back(moments.mean_products_of(k, l));
  Vector units(folds);
  for (Index k = 0; k < folds; ++k) units[k] = folds_[static_cast<std::size_t>(k)].units;
  shares_ = FoldShares(units);
  quadratic_.resize(folds_.size());
  linear_ = Matrix::Zero(moments.products.rows(), folds);
  constant_ = Vector::Zero(folds);
  if (units_of_step_ > 0) centring_ = shrinkage();
  for (Index k = 0; k < folds; ++k) centred_without_.push_back(centred_without(k, kNone));
  centred_ = centred_without(kNone, kNone);
  if (units_of_step_ > 0)
    estimate_of_steps();
  else
    estimate_of_one_q();
}

double SignalAndNoise::noise(Index k, const Vector& weights) const {
  const Vector at = with_base(weights);
  return form(quadratic_[static_cast<std::size_t>(k)], at) - linear_.col(k).dot(at) + constant_[k];
}

Matrix SignalAndNoise::centred_without(Index k, Index l) const {
  const Index n = folds_.front().products.rows(), count = fold_count();
  Matrix products = Matrix::Zero(n, n), means = Matrix::Zero(n, n);
  double units = 0;
  for (Index a = 0; a < count; ++a) {
    if (a == k || a == l) continue;
    const MomentFold& fold = folds_[static_cast<std::size_t>(a)];
    units += fold.units;
    products += fold.units * fold.products;
    if (units_of_step_ > 0) means += fold.units * means_[static_cast<std::size_t>(a)];
    for (Index b = 0; b < count && units_of_step_ == 0; ++b)
      if (b != k && b != l)
        means +=
            fold.units * folds_[static_cast<std::size_t>(b)].units * means_[static_cast<std::size_t>(a * count + b)];
  }
  if (units_of_step_ > 0) return (products - centring_ * means) / units / (1 - centring_ / units_of_step_);
  return units > 1 ? Matrix((products - means / units) / (units - 1)) : Matrix(Matrix::Zero(n, n));
}

// The mean of one step's few units is a noisy estimate of E g there: it is shrunk by the signal's share in its square.
double SignalAndNoise::shrinkage() const {
  const Matrix centred = centred_without(kNone, kNone);
  const Vector weights = least_noise(centred);
  double squared_mean = 0;
  for (Index k = 0; k < fold_count(); ++k)
    squared_mean += shares_[k] * form(means_[static_cast<std::size_t>(k)], weights);
  const double noise = form(centred, weights) / units_of_step_;
  return squared_mean > 0 ? std::clamp(1 - noise / squared_mean, 0.0, 1.0) : 0;
}

// At the base's own noise, or at the least noise of all control variates: where these are many for the draws, that may
// be the larger. (Standard errors would be too rough a guide: the smaller of two is too small.)
void SignalAndNoise::estimate_of_one_q() {
  const Index count = fold_count(), n = folds_.front().products.rows();
  PairsOfFolds best;
  std::vector<Vector> best_weights;
  double least = std::numeric_limits<double>::infinity();
  for (const bool is_base : {true, false}) {
    const auto weights = [&](Index k, Index l) {
      return is_base ? Vector(Vector::Unit(n, 0)) : least_noise(centred_without(k, l));
    };
    Matrix products = Matrix::Zero(count, count);
    std::vector<Vector> all(static_cast<std::size_t>(count * count));
    double noise = 0;
    for (Index k = 0; k < count; ++k) {
      noise += shares_[k] * form(folds_[static_cast<std::size_t>(k)].products, weights(k, kNone));
      for (Index l = 0; l < k; ++l) {
        const std::size_t at = static_cast<std::size_t>(k * count + l);
        all[at] = all[static_cast<std::size_t>(l * count + k)] = weights(k, l);
        products(k, l) = products(l, k) = form(means_[at], all[at]);
      }
    }
    const PairsOfFolds pairs(products, shares_);
    noise -= shares_.mean({pairs.values(), 0}).value;
    if (!is_base && !(noise < least)) continue;
    least = noise;
    best = pairs;
    best_weights = std::move(all);
  }
  signal_ = {best.values(), 1};
  shares_.set_pairs(best.excess(), best.least());
  for (Index k = 0; k < count; ++k) {
    quadratic_[static_cast<std::size_t>(k)] = folds_[static_cast<std::size_t>(k)].products;
    for (Index l = 0; l < count; ++l) {
      if (l == k) continue;
      const std::size_t at = static_cast<std::size_t>(k * count + l);
      linear_.col(k) += 2 * shares_[l] / (1 - shares_[k]) * (means_[at] * best_weights[at]);
    }
    constant_[k] = best.without(k);
  }
}

void SignalAndNoise::estimate_of_steps() {
  const Index n = folds_.front().products.rows();
  const double scale = 1 / (units_of_step_ - 1);
  for (std::size_t k = 0; k < folds_.size(); ++k)
    quadratic_[k] = scale * units_of_step_ * (folds_[k].products - means_[k]);
  double least = std::numeric_limits<double>::infinity();
  for (const bool is_base : {true, false}) {
    Vector values(fold_count());
    double noise = 0;
    for (Index k = 0; k < fold_count(); ++k) {
      const std::size_t at = static_cast<std::size_t>(k);
      const Vector weights = is_base ? Vector(Vector::Unit(n, 0)) : least_noise(centred_without_[at]);
      values[k] = scale * form(units_of_step_ * means_[at] - folds_[at].products, weights);
      noise += shares_[k] * form(quadratic_[at], weights);
    }
    if (is_base || noise < least) signal_ = {values, 0}, least = noise;
  }
}

}  // namespace g2t
