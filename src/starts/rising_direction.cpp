// Products with the Hessian are the model's, or differences of its score.
#include <core/decompositions.h>
#include <starts/random_points.h>
#include <starts/rising_direction.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/difference_curvature.hpp>
#include <numbers>
#include <vector>

namespace g2t {
namespace {

constexpr Index kMaxLanczosSteps = 8;
constexpr double kNegativeInUnits = 1e-3;    // an eigenvalue below minus this is negative, in units of q,
constexpr double kNegativeOfLargest = 1e-6;  // or of the largest: differences are no better
constexpr double kMinRise = 0.01;            // nats, above what a path leaves at its end

Vector out_of_units(const Gaussian& q, const Vector& u) {
  if (q.dimension() == 0) return u;
  if (q.structure == Structure::LowRank) return times_root(q, u.transpose()).row(0).transpose();
  return q.structure == Structure::Diagonal ? Vector(q.scale.cwiseProduct(u)) : Vector(q.cholesky * u);
}

Vector score_in_units(const Gaussian& q, const Vector& v) {
  if (q.dimension() == 0) return v;
  if (q.structure == Structure::LowRank) return times_root_transposed(q, v.transpose()).row(0).transpose();
  return q.structure == Structure::Diagonal ? Vector(q.scale.cwiseProduct(v)) : Vector(q.cholesky.transpose() * v);
}

// Of no symmetry that a saddle may have: multiples of the golden ratio, less their whole parts.
Vector first_vector(Index d) {
  Vector v(d);
  for (Index i = 0; i < d; ++i) v[i] = std::fmod(static_cast<double>(i + 1) * std::numbers::phi, 1.0) - 0.4;
  return v.normalized();
}

}  // namespace

LowestCurvature lowest_curvature(const Model& model, const Vector& point, const Gaussian& q, Index& evaluations) {
  const DifferenceCurvature differences(model);
  const Curvature& curvature = model.curvature() != nullptr ? *model.curvature() : differences;
  const Index d = point.size(), count = std::min(d, kMaxLanczosSteps);
  Matrix basis(d, count), reduced = Matrix::Zero(count, count);
  Vector next = first_vector(d);
  LowestCurvature out;
  for (Index k = 0; k < count; ++k) {
    basis.col(k) = next;
    Matrix product;
    curvature.hessian_times(point, out_of_units(q, next).transpose(), product);
    evaluations += 2;
    if (!product.allFinite()) return {};
    Vector image = -score_in_units(q, product.row(0).transpose());
    // Against all of them: rounding makes Lanczos vectors lose what they are orthogonal to.
    for (int pass = 0; pass < 2; ++pass)
      for (Index j = 0; j <= k; ++j) {
        const double along = basis.col(j).dot(image);
        image -= along * basis.col(j);
        reduced(j, k) += along;
      }
    reduced.row(k).head(k + 1) = reduced.col(k).head(k + 1).transpose();
    const SymmetricEigen ritz = symmetric_eigen(reduced.topLeftCorner(k + 1, k + 1));
    const double rest = image.norm();
    out = {ritz.values[0], ritz.values.cwiseAbs().maxCoeff(),
           out_of_units(q, basis.leftCols(k + 1) * ritz.vectors.col(0))};
    // Settled enough: the residual of the eigenvector is small beside its value, which is negative.
    if (!(rest > 1e-9 * out.largest) || rest * std::abs(ritz.vectors(k, 0)) < 0.3 * -out.value) break;
    next = image / rest;
  }
  return out;
}

Vector rising_direction(const Model& model, const Vector& point, const Gaussian& q, Index& evaluations) {
  const LowestCurvature lowest = lowest_curvature(model, point, q, evaluations);
  const bool is_negative = lowest.value < -std::max(kNegativeInUnits, kNegativeOfLargest * lowest.largest);
  return is_negative ? lowest.direction : Vector();
}

Matrix points_beside(const Model& model, const Vector& point, const Vector& direction, double log_density,
                     Index& evaluations) {
  const std::vector<double> steps = {0.25, 1, 2, 4};
  const Index count = static_cast<Index>(steps.size());
  Matrix points(2 * count, point.size());
  for (Index k = 0; k < 2 * count; ++k)
    points.row(k) = (point + (k < count ? 1 : -1) * steps[static_cast<std::size_t>(k % count)] * direction).transpose();
  const Vector values = finite_log_densities(model, points);
  evaluations += 2 * count;
  std::vector<Index> best;
  for (const Index first : {Index{0}, count}) {
    Index k = 0;
    if (values.segment(first, count).maxCoeff(&k) > log_density + kMinRise) best.push_back(first + k);
  }
  return points(best, Eigen::all);
}

}  // namespace g2t
