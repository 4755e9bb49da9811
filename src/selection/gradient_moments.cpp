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
  const Index n = static_cast<Index>(names_.size());
  if (count_ + failed_ == 0) sums_.setZero(kMomentFolds * n, gradients.cols());
  if (gradients.rows() != n || gradients.cols() != sums_.cols())
    throw InvalidArgument("GradientMoments::add", "gradients",
                          std::to_string(gradients.rows()) + " x " + std::to_string(gradients.cols()),
                          "must be " + std::to_string(n) + " x " + std::to_string(sums_.cols()));
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
  sums_.middleRows(count_ % kMomentFolds * n, n) += gradients;
  ++count_;
}

Moments GradientMoments::moments() const {
  if (count_ < 2)
    throw InvalidArgument("GradientMoments::moments", "count", std::to_string(count_), "needs at least two units");
  const Index n = static_cast<Index>(names_.size());
  const double m = static_cast<double>(count_);
  Moments out;
  out.terms = names_;
  out.count = count_;
  out.products = products_ / m;
  out.products_standard_error = ((squares_ / m - out.products.cwiseAbs2()).cwiseMax(0) / (m - 1)).cwiseSqrt();
  Matrix means = sums_;
  for (const MomentFold& fold : folds_) {  // by turns, so that empty ones are the last
    if (fold.units == 0) break;
    means.middleRows(static_cast<Index>(out.folds.size()) * n, n) /= fold.units;
    out.folds.push_back({fold.units, fold.products / fold.units});
  }
  means.conservativeResize(static_cast<Index>(out.folds.size()) * n, means.cols());
  out.fold_mean_products = means * means.transpose();
  out.join_fold_means();
  return out;
}

}  // namespace g2t
