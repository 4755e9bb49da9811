// The likelihood of logistic regression, without its prior.
#include "models/logistic_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <g2t/core/low_rank.hpp>
#include <numeric>

#include "kernels/logistic_rows.h"
#include "models/lane_block.hpp"
#include "models/log_sigmoid_moments.hpp"

namespace g2t {

LogisticLikelihood::LogisticLikelihood(const LogisticData& data)
    : dimension_(data.rows.columns + (data.intercept ? 1 : 0)),
      has_intercept_(data.intercept),
      start_(data.rows.start) {
  const std::int32_t shift = data.intercept ? 1 : 0;
  column_.resize(data.rows.column.size());
  value_.resize(column_.size());
  std::vector<Index> order(column_.size());
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t row = 0; row + 1 < start_.size(); ++row) {
    std::sort(order.begin() + start_[row], order.begin() + start_[row + 1], [&](Index a, Index b) {
      return data.rows.column[static_cast<std::size_t>(a)] < data.rows.column[static_cast<std::size_t>(b)];
    });
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    column_[k] = data.rows.column[static_cast<std::size_t>(order[k])] + shift;
    value_[k] = data.rows.value[static_cast<std::size_t>(order[k])];
  }
  if (std::all_of(value_.begin(), value_.end(), [](double x) { return x == 1; })) value_.clear();
  sign_.reserve(data.positive.size());
  for (const std::uint8_t positive : data.positive) sign_.push_back(positive != 0 ? 1.0 : -1.0);
}

Index LogisticLikelihood::lane_width() const { return kLaneCount; }

template <class Function>
void LogisticLikelihood::for_each(Index row, Function function) const {
  if (has_intercept_) function(Index{0}, 1.0);
  const std::size_t end = static_cast<std::size_t>(start_[static_cast<std::size_t>(row) + 1]);
  for (std::size_t k = static_cast<std::size_t>(start_[static_cast<std::size_t>(row)]); k < end; ++k) {
    function(Index{column_[k]}, value(k));
  }
}

double LogisticLikelihood::linear(Index row, const Vector& point) const {
  double sum = 0;
  for_each(row, [&](Index column, double x) { sum += x * point(column); });
  return sum;
}

void LogisticLikelihood::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  const kernels::LogisticRows rows{.row_count = sign_.size(),
                                   .has_intercept = has_intercept_,
                                   .start = start_.data(),
                                   .column = column_.data(),
                                   .value = value_.empty() ? nullptr : value_.data(),
                                   .sign = sign_.data()};
  LaneBlock block(dimension_);
  for (Index first = 0; first < draws.rows(); first += kLaneCount) {
    block.load(draws, first);
    kernels::logistic_rows(rows, block.parameters(), block.gradient(), block.log_likelihood());
    block.add_to(first, log_density, score);
  }
}

Vector LogisticLikelihood::row_curvatures(const Vector& point) const {
  Vector curvatures(row_count());
  for (Index row = 0; row < row_count(); ++row) {
    const double e = std::exp(-std::abs(linear(row, point)));
    curvatures(row) = -e / ((1 + e) * (1 + e));
  }
  return curvatures;
}

void LogisticLikelihood::add_outer_product(Index row, double weight, Matrix& lower) const {
  const std::size_t begin = static_cast<std::size_t>(start_[static_cast<std::size_t>(row)]);
  const std::size_t end = static_cast<std::size_t>(start_[static_cast<std::size_t>(row) + 1]);
  if (has_intercept_) {
    for (std::size_t k = begin; k < end; ++k) lower(column_[k], 0) += weight * value(k);
  }
  for (std::size_t k = begin; k < end; ++k) {
    double* const column = lower.data() + Index{column_[k]} * lower.rows();
    const double weighted = weight * value(k);
    for (std::size_t other = k + 1; other < end; ++other) column[column_[other]] += weighted * value(other);
  }
}

void LogisticLikelihood::add_hessian(const Vector& point, Matrix& out) const {
  const Vector curvatures = row_curvatures(point);
  Matrix lower = Matrix::Zero(dimension_, dimension_);
  for (Index row = 0; row < row_count(); ++row) {
    for_each(row, [&](Index column, double x) { out(column, column) += curvatures(row) * x * x; });
    add_outer_product(row, curvatures(row), lower);
  }
  out += lower + lower.transpose();
}

void LogisticLikelihood::add_hessian_diagonal(const Vector& point, Vector& out) const {
  const Vector curvatures = row_curvatures(point);
  for (Index row = 0; row < row_count(); ++row) {
    for_each(row, [&](Index column, double x) { out(column) += curvatures(row) * x * x; });
  }
}

void LogisticLikelihood::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  const Vector curvatures = row_curvatures(point);
  const Index vector_count = vectors.rows();
  Vector margins(vector_count);
  for (Index row = 0; row < row_count(); ++row) {
    margins.setZero();
    for_each(row, [&](Index column, double x) {
      const double* const from = vectors.data() + column * vector_count;
      for (Index k = 0; k < vector_count; ++k) margins(k) += x * from[k];
    });
    margins *= curvatures(row);
    for_each(row, [&](Index column, double x) {
      double* const to = products.data() + column * vector_count;
      for (Index k = 0; k < vector_count; ++k) to[k] += x * margins(k);
    });
  }
}

// A row's margin is normal under q, so that each row is one integral; with sign s, margin s x.z.
void LogisticLikelihood::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  const bool is_dense = q.structure == Structure::Dense;
  const Matrix factor_rows = q.cholesky.transpose();  // column i is row i of the factor, side by side
  Matrix lower = Matrix::Zero(is_dense ? dimension_ : 0, is_dense ? dimension_ : 0);
  Vector projection(is_dense ? dimension_ : 0);
  const Matrix directions = scaled_basis(q).transpose();  // low rank: beside the scales
  Vector along(directions.rows());
  Matrix products = Matrix::Zero(directions.rows(), directions.cols());
  for (Index row = 0; row < row_count(); ++row) {
    double variance = 0;
    if (q.structure == Structure::LowRank) {
      along.setZero();
      for_each(row, [&](Index column, double x) {
        variance += x * x * q.scale(column) * q.scale(column);
        along += x * directions.col(column);
      });
      variance += along.cwiseAbs2().dot((q.variances.array() - 1).matrix());
      variance = std::max(variance, 0.0);
    } else if (is_dense) {
      projection.setZero();
      for_each(row, [&](Index column, double x) {
        projection.head(column + 1) += x * factor_rows.col(column).head(column + 1);
      });
      variance = projection.squaredNorm();
    } else {
      for_each(row, [&](Index column, double x) { variance += x * x * q.scale(column) * q.scale(column); });
    }
    const double sign = sign_[static_cast<std::size_t>(row)];
    const LogSigmoidMoments moments = log_sigmoid_moments(sign * linear(row, q.mean), std::sqrt(variance));
    out.value += moments.value;
    for_each(row, [&](Index column, double x) {
      out.score(column) += sign * moments.slope * x;
      out.hessian_diagonal(column) += moments.curvature * x * x;
    });
    if (q.rank() > 0)
      for_each(row, [&](Index column, double x) { products.col(column) += moments.curvature * x * along; });
    if (is_dense) add_outer_product(row, moments.curvature, lower);
  }
  if (q.rank() > 0) direction_products(q, out) += products.transpose();
  if (is_dense) off_diagonal(out) += lower + lower.transpose();
}

}  // namespace g2t
