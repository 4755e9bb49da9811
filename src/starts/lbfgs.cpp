// Steps are halved where the function has not risen enough, or has begun to fall steeply, and lengthened while it rises steeply.
#include <starts/lbfgs.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace g2t {
namespace {

constexpr std::size_t kPairs = 6;
constexpr double kRise = 1e-4;    // of what the slope promises
constexpr double kSlopeLeft = 0.9;    // of the slope, that may be left
constexpr double kShorter = 0.5, kLonger = 2.1;
constexpr double kShortestLength = 1e-20, kLongestLength = 1e20;
constexpr int kMaxTries = 80;     // halvings: a first step of length 1 can be 1e20 times too long
constexpr double kZero = 1e-12;   // a gradient, relative to the position

}  // namespace

bool Lbfgs::take(double value, const Vector& gradient) {
  if (gradient_.size() == 0) {
    is_over_ = !std::isfinite(value);
    if (!is_over_) go_on_from(value, gradient);
    return std::isfinite(value);
  }
  double factor = kShorter;
  if (std::isfinite(value) && value >= value_ + kRise * length_ * slope_) {
    const double slope = gradient.dot(direction_);
    if (std::abs(slope) <= kSlopeLeft * slope_) {
      go_on_from(value, gradient);
      return true;
    }
    if (slope > 0) factor = kLonger;
  }
  is_over_ = length_ < kShortestLength || length_ > kLongestLength || ++tries_ >= kMaxTries;
  length_ *= factor;
  point_ = position_ + length_ * direction_;
  return false;
}

void Lbfgs::go_on_from(double value, const Vector& gradient) {
  if (gradient_.size() > 0) {
    Pair pair{point_ - position_, gradient_ - gradient, 0};
    pair.product = pair.step.dot(pair.change);
    pairs_.push_back(std::move(pair));
    if (pairs_.size() > kPairs) pairs_.pop_front();
  }
  position_ = point_;
  value_ = value;
  gradient_ = gradient;
  is_at_maximum_ = gradient_.norm() <= kZero * std::max(1.0, position_.norm());
  direction_ = pairs_.empty() ? gradient_ : newton_direction();
  slope_ = direction_.dot(gradient_);
  length_ = pairs_.empty() ? 1 / gradient_.norm() : 1;
  tries_ = 0;
  is_over_ = is_at_maximum_ || !(slope_ > 0);
  point_ = position_ + length_ * direction_;
}

Vector Lbfgs::newton_direction() const {
  Vector out = gradient_;
  std::vector<double> weights(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    weights[k] = pairs_[k].step.dot(out) / pairs_[k].product;
    out -= weights[k] * pairs_[k].change;
  }
  out *= pairs_.back().product / pairs_.back().change.squaredNorm();
  for (std::size_t k = 0; k < pairs_.size(); ++k)
    out += (weights[k] - pairs_[k].change.dot(out) / pairs_[k].product) * pairs_[k].step;
  return out;
}

}  // namespace g2t
