// The likelihood of hierarchical Poisson regression, without its prior.
#include "models/poisson_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <g2t/core/low_rank.hpp>

#include "kernels/poisson_density.h"
#include "models/lane_block.hpp"

namespace g2t {

PoissonLikelihood::PoissonLikelihood(const PoissonData& data)
    : grouping_count_(data.groupings.size()), count_(data.count), log_exposure_(data.log_exposure) {
  column_.resize(count_.size() * grouping_count_);
  Index first = 1 + static_cast<Index>(grouping_count_);
  for (std::size_t k = 0; k < grouping_count_; ++k) {
    const Grouping& grouping = data.groupings[k];
    for (std::size_t row = 0; row < count_.size(); ++row) {
      column_[row * grouping_count_ + k] = static_cast<std::int32_t>(first + grouping.level_of_row[row]);
    }
    first += static_cast<Index>(grouping.levels.size());
  }
  dimension_ = first;
  for (const double count : count_) log_factorials_ += std::lgamma(count + 1);
}

Index PoissonLikelihood::lane_width() const { return kLaneCount; }

std::span<const std::int32_t> PoissonLikelihood::columns(Index row) const {
  return std::span(column_).subspan(static_cast<std::size_t>(row) * grouping_count_, grouping_count_);
}

double PoissonLikelihood::log_rate(Index row, const Vector& point) const {
  double sum = point(0);
  if (!log_exposure_.empty()) sum += log_exposure_[static_cast<std::size_t>(row)];
  for (const std::int32_t column : columns(row)) sum += point(column);
  return sum;
}

kernels::PoissonRows PoissonLikelihood::kernel_rows() const {
  return {.row_count = count_.size(),
          .grouping_count = grouping_count_,
          .column = column_.data(),
          .count = count_.data(),
          .log_exposure = log_exposure_.empty() ? nullptr : log_exposure_.data()};
}

void PoissonLikelihood::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  const kernels::PoissonRows rows = kernel_rows();
  LaneBlock block(dimension_);
  for (Index first = 0; first < draws.rows(); first += kLaneCount) {
    block.load(draws, first);
    kernels::poisson_rows(rows, block.parameters(), block.gradient(), block.log_likelihood());
    block.add_to(first, log_density, score);
  }
  log_density.array() -= log_factorials_;
}

void PoissonLikelihood::add_density(const Matrix& draws, Vector& log_density) const {
  const kernels::PoissonRows rows = kernel_rows();
  const Index in_blocks = draws.rows() - draws_left_alone(draws.rows(), 1);
  if (in_blocks > 0) {
    LaneBlock block(dimension_);
    for (Index first = 0; first < in_blocks; first += kLaneCount) {
      block.load(draws, first);
      kernels::poisson_rows(rows, block.parameters(), nullptr, block.log_likelihood());
      block.add_density_to(first, log_density);
    }
  }
  Vector parameters(dimension_);
  for (Index draw = in_blocks; draw < draws.rows(); ++draw) {
    parameters = draws.row(draw);
    log_density(draw) += kernels::poisson_density(rows, parameters.data());
  }
  log_density.array() -= log_factorials_;
}

void PoissonLikelihood::add_to_diagonal(Index row, double weight, Vector& diagonal) const {
  diagonal(0) += weight;
  for (const std::int32_t column : columns(row)) diagonal(column) += weight;
}

void PoissonLikelihood::add_to_off_diagonal(Index row, double weight, Matrix& out) const {
  for (const std::int32_t column : columns(row)) {
    out(0, column) += weight;
    out(column, 0) += weight;
    for (const std::int32_t other : columns(row)) {
      if (other != column) out(column, other) += weight;
    }
  }
}

void PoissonLikelihood::add_hessian(const Vector& point, Matrix& out) const {
  Vector diagonal = Vector::Zero(dimension_);
  for (Index row = 0; row < row_count(); ++row) {
    const double rate = std::exp(log_rate(row, point));
    add_to_diagonal(row, -rate, diagonal);
    add_to_off_diagonal(row, -rate, out);
  }
  out.diagonal() += diagonal;
}

void PoissonLikelihood::add_hessian_diagonal(const Vector& point, Vector& out) const {
  for (Index row = 0; row < row_count(); ++row) add_to_diagonal(row, -std::exp(log_rate(row, point)), out);
}

void PoissonLikelihood::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  Vector change(vectors.rows());
  for (Index row = 0; row < row_count(); ++row) {
    change.setZero();
    change += vectors.col(0);
    for (const std::int32_t column : columns(row)) change += vectors.col(column);
    change *= std::exp(log_rate(row, point));
    products.col(0) -= change;
    for (const std::int32_t column : columns(row)) products.col(column) -= change;
  }
}

// The rate is log-normal under q: E exp(x) = exp(mean + variance/2).
void PoissonLikelihood::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  const bool is_dense = q.structure == Structure::Dense;
  const Matrix factor_rows = q.cholesky.transpose();  // column i is row i of the factor, side by side
  Vector projection(is_dense ? dimension_ : 0);
  const Matrix directions = scaled_basis(q).transpose();  // low rank: beside the scales
  Matrix products = Matrix::Zero(directions.rows(), directions.cols());
  Vector along;
  for (Index row = 0; row < row_count(); ++row) {
    double variance = 0;
    if (q.structure == Structure::LowRank) {
      variance = q.scale(0) * q.scale(0);
      along = directions.col(0);
      for (const std::int32_t column : columns(row)) {
        variance += q.scale(column) * q.scale(column);
        along += directions.col(column);
      }
      variance = std::max(0.0, variance + along.cwiseAbs2().dot((q.variances.array() - 1).matrix()));
    } else if (is_dense) {
      projection.setZero();
      projection(0) = factor_rows(0, 0);
      for (const std::int32_t column : columns(row))
        projection.head(column + 1) += factor_rows.col(column).head(column + 1);
      variance = projection.squaredNorm();
    } else {
      variance = q.scale(0) * q.scale(0);
      for (const std::int32_t column : columns(row)) variance += q.scale(column) * q.scale(column);
    }
    const double count = count_[static_cast<std::size_t>(row)];
    const double mean = log_rate(row, q.mean);
    const double rate = std::exp(mean + 0.5 * variance);
    out.value += count * mean - rate;
    out.score(0) += count - rate;
    for (const std::int32_t column : columns(row)) out.score(column) += count - rate;
    add_to_diagonal(row, -rate, out.hessian_diagonal);
    if (q.rank() > 0) {
      products.col(0) -= rate * along;
      for (const std::int32_t column : columns(row)) products.col(column) -= rate * along;
    }
    if (is_dense && grouping_count_ > 0) add_to_off_diagonal(row, -rate, off_diagonal(out));
  }
  if (q.rank() > 0) direction_products(q, out) += products.transpose();
  out.value -= log_factorials_;
}

}  // namespace g2t
