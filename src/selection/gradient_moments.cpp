// Plain sums; see estimators/moment_accumulator for gradients that are never formed.
#include <g2t/core/errors.hpp>
#include <g2t/selection/gradient_moments.hpp>

namespace g2t {

GradientMoments::GradientMoments(std::vector<std::string> names) : names_(std::move(names)) {
  if (names_.empty()) throw InvalidArgument("GradientMoments", "names", "empty", "needs at least the base's");
  const Index n = static_cast<Index>(names_.size());
  products_ = squares_ = Matrix::Zero(n, n);
  folds_.assign(static_cast<std::size_t>(kMomentFolds), {0, Matrix::Zero(n, n)});
}

void GradientMoments::add(const Matrix& gradients) {
  if (count_ + failed_ == 0) sum_.setZero(static_cast<Index>(names_.size()), gradients.cols());
  if (gradients.rows() != sum_.rows() || gradients.cols() != sum_.cols())
    throw InvalidArgument("GradientMoments::add", "gradients",
                          std::to_string(gradients.rows()) + " x " + std::to_string(gradients.cols()),
                          "must be " + std::to_string(sum_.rows()) + " x " + std::to_string(sum_.cols()));
  if (!gradients.allFinite()) {
    ++failed_;
    return;
  }
  const Matrix products = gradients * gradients.transpose();
  MomentFold& fold = folds_[static_cast<std::size_t>(count_ % kMomentFolds)];
  ++fold.units;
  fold.products += products;
  products_ += products;
  squares_ += products.cwiseAbs2();
  sum_ += gradients;
  ++count_;
}

Moments GradientMoments::moments() const {
  if (count_ < 2)
    throw InvalidArgument("GradientMoments::moments", "count", std::to_string(count_), "needs at least two units");
  const double m = static_cast<double>(count_);
  Moments out;
  out.terms = names_;
  out.count = count_;
  out.products = products_ / m;
  out.products_standard_error = ((squares_ / m - out.products.cwiseAbs2()).cwiseMax(0) / (m - 1)).cwiseSqrt();
  out.mean_products = sum_ * sum_.transpose() / (m * m);
  for (const MomentFold& fold : folds_)
    if (fold.units > 0) out.folds.push_back({fold.units, fold.products / fold.units});
  return out;
}

}  // namespace g2t
