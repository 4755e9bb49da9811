// Ritz values of -A^T H A; a block of four fills the lanes of a batch of eight.
#include <core/decompositions.h>
#include <g2t/core/difference_curvature.hpp>
#include <inference/natural/rank_search.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace g2t {
namespace {

constexpr Index kProductsAtOnce = 4;            // products at a time
constexpr Index kFewestVectors = 16, kMostVectors = 96;
constexpr double kSettled = 0.1;       // residual of a Ritz pair, of its distance from 1
constexpr double kUnsettled = 0.5;     // above this it is noise of the method
constexpr int kQuietRounds = 2;        // without another direction
constexpr int kScaleRounds = 3;
constexpr double kMostChange = 100;    // of a variance, a round
constexpr double kNothingLeft = 1e-10;

// Columns of no symmetry that a posterior may have.
Matrix first_block(Index d, Index count) {
  Matrix block(d, count);
  for (Index k = 0; k < count; ++k)
    for (Index i = 0; i < d; ++i) {
      const double step = std::numbers::phi + std::sqrt(2.0) * static_cast<double>(k);
      block(i, k) = std::fmod(static_cast<double>(i + 1) * step, 1.0) - 0.5;
    }
  return block;
}

Matrix orthonormal_columns(const Matrix& block) {
  const Qr factor = qr(block);
  return q_times(factor, Matrix::Identity(block.rows(), block.cols()));
}

class CurvatureInUnits {
 public:
  CurvatureInUnits(const Model& model, const Gaussian& q, Matrix points)
      : differences_(model),
        curvature_(model.curvature() != nullptr ? *model.curvature() : differences_),
        q_(q),
        points_(std::move(points)) {}

  Matrix times(const Matrix& columns) {
    const Matrix rows = times_root(q_, columns.transpose());
    Matrix sum = Matrix::Zero(rows.rows(), rows.cols()), product;
    for (Index k = 0; k < points_.rows(); ++k) {
      curvature_.hessian_times(points_.row(k).transpose(), rows, product);
      sum += product;
      evaluations += 2 * rows.rows();
    }
    return times_root_transposed(q_, -sum / static_cast<double>(points_.rows())).transpose();
  }

  Index evaluations = 0;

 private:
  DifferenceCurvature differences_;
  const Curvature& curvature_;
  const Gaussian& q_;
  Matrix points_;
};

}  // namespace

RankFinding search_directions(const Model& model, const Gaussian& q, const Matrix& points, const RankSearch& wanted,
                              const std::function<bool()>& should_stop) {
  const Index d = q.dimension();
  const Index most = std::min(d, std::max(kMostVectors, wanted.all ? wanted.most + kFewestVectors : Index{0}));
  CurvatureInUnits curvature(model, q, points);
  Matrix basis(d, 0), images(d, 0), block = orthonormal_columns(first_block(d, std::min(kProductsAtOnce, most)));
  RankFinding out;
  out.directions = {Matrix(d, 0), Vector()};
  Index before = -1;
  for (int quiet = 0; quiet < kQuietRounds && !should_stop();) {
    const Matrix image = curvature.times(block);
    out.evaluations = curvature.evaluations;
    if (!image.allFinite()) break;
    const Index count = basis.cols();
    basis.conservativeResize(d, count + block.cols());
    images.conservativeResize(d, count + block.cols());
    basis.rightCols(block.cols()) = block;
    images.rightCols(block.cols()) = image;
    const Matrix reduced = basis.transpose() * images;
    const SymmetricEigen ritz = symmetric_eigen(0.5 * (reduced + reduced.transpose()));
    const Matrix vectors = basis * ritz.vectors, residuals = images * ritz.vectors - vectors * ritz.values.asDiagonal();

    std::vector<Index> kept;
    Index unsettled = 0;
    double gain = 0, least = 1;
    for (Index k = 0; k < ritz.values.size(); ++k) {
      const double value = ritz.values[k], off = std::abs(value - 1), residual = residuals.col(k).norm();
      const bool is_wanted = value > 0 && (wanted.all || cost_without(1 / value) >= wanted.worth);
      if (is_wanted && residual <= kUnsettled * off) {
        kept.push_back(k);
        gain += cost_without(1 / value);
        if (residual > kSettled * off) ++unsettled;
      } else if (value > 0) {
        least = std::min(least, value);
      }
    }
    out.directions = {vectors(Eigen::all, kept), ritz.values(kept).cwiseInverse()};
    out.gain = gain;
    out.least_curvature = least;
    const Index found = static_cast<Index>(kept.size());
    quiet = basis.cols() >= kFewestVectors && found == before && unsettled == 0 && !wanted.all ? quiet + 1 : 0;
    before = found;
    if (basis.cols() >= most) break;

    Matrix next = image;
    for (int pass = 0; pass < 2; ++pass) next -= (basis * (basis.transpose() * next)).eval();
    if (!(next.norm() > kNothingLeft * image.norm())) break;
    next = orthonormal_columns(next.leftCols(std::min(next.cols(), most - basis.cols())));
    next -= (basis * (basis.transpose() * next)).eval();  // columns that were nothing but rounding
    block = orthonormal_columns(next);
  }
  return out;
}

// The diagonal of B = -S H S: the mean of v o (B v) over signs v.
Gaussian scales_by_curvature(const Model& model, const Gaussian& q, const Matrix& probes, Index& evaluations) {
  Gaussian out = low_rank_gaussian(q.mean, standard_deviations(q), {Matrix(q.dimension(), 0), Vector()}, 0);
  const Matrix signs = probes.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; });
  for (int round = 0; round < kScaleRounds; ++round) {
    Vector diagonal;
    if (model.curvature() != nullptr) {
      model.curvature()->hessian_diagonal(out.mean, diagonal);
      diagonal = -out.scale.cwiseAbs2().cwiseProduct(diagonal);
    } else {
      CurvatureInUnits curvature(model, out, out.mean.transpose());
      diagonal = curvature.times(signs.transpose()).cwiseProduct(signs.transpose()).rowwise().mean();
      evaluations += curvature.evaluations;
    }
    if (!diagonal.allFinite()) return q;
    const Eigen::ArrayXd kept = diagonal.array().max(1 / kMostChange).min(kMostChange);
    out.scale.array() /= kept.sqrt();
  }
  return out;
}

// A (I + Y (V - 1) Y^T) A^T with A = S G: columns W and G Y.
Gaussian with_directions(const Gaussian& q, const Directions& found, double worth, Index rank) {
  const Index d = q.dimension(), before = q.rank();
  const Vector root = q.variances.cwiseSqrt().array() - 1;
  Matrix columns(d, before + found.count());
  columns.leftCols(before) = q.basis;
  columns.rightCols(found.count()) = found.basis + q.basis * root.asDiagonal() * (q.basis.transpose() * found.basis);
  Vector inner(before + found.count());
  inner << q.variances.array() - 1, found.variances.array() - 1;
  const Directions all = directions_of(columns, inner.asDiagonal());
  if (!all.basis.allFinite() || !(all.variances.array() > 0).all()) return q;
  return low_rank_gaussian(q.mean, q.scale, all, std::min(rank, worth > 0 ? count_worth(all.variances, worth) : all.count()));
}

}  // namespace g2t
