// All points of one call make one batch.
#include <algorithm>
#include <g2t/core/difference_curvature.hpp>

namespace g2t {

void DifferenceCurvature::hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  const Index count = vectors.rows(), d = point.size();
  const double size = kDifferenceStep * std::max(1.0, point.cwiseAbs().maxCoeff());
  Vector steps(count);  // along each vector, so that its largest entry moves by `size`
  Matrix points(2 * count, d);
  for (Index k = 0; k < count; ++k) {
    const double largest = vectors.row(k).cwiseAbs().maxCoeff();
    steps[k] = largest > 0 ? size / largest : 0;
    points.row(k) = point.transpose() + steps[k] * vectors.row(k);
    points.row(count + k) = point.transpose() - steps[k] * vectors.row(k);
  }
  Evaluation evaluation;
  evaluation.resize(2 * count, d);
  model_.evaluate(points, evaluation);
  products.resize(count, d);
  for (Index k = 0; k < count; ++k) {
    if (steps[k] == 0)
      products.row(k).setZero();
    else
      products.row(k) = (evaluation.score.row(k) - evaluation.score.row(count + k)) / (2 * steps[k]);
  }
}

}  // namespace g2t
