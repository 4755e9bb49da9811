// Priors made of independent normal blocks, with known or unknown scales.
#include <algorithm>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/low_rank.hpp>
#include <g2t/models/normal_prior.hpp>
#include <g2t/models/posterior.hpp>
#include <numbers>
#include <utility>

#include "kernels/normal_columns.h"

namespace g2t {
namespace {

const double kHalfLogTwoPi = 0.5 * std::log(2 * std::numbers::pi);

// Counts one more block for each of its parameters.
void cover(Index first, Index size, std::vector<int>& blocks_of) {
  const Index dimension = static_cast<Index>(blocks_of.size());
  if (first < 0 || size < 0 || first + size > dimension) {
    throw InvalidArgument("NormalPrior", "block", std::to_string(first) + " + " + std::to_string(size),
                          "outside the " + std::to_string(dimension) + " parameters");
  }
  for (Index i = first; i < first + size; ++i) ++blocks_of[static_cast<std::size_t>(i)];
}

}  // namespace

NormalPrior::NormalPrior(std::vector<std::string> parameter_names, std::vector<NormalBlock> normals,
                         std::vector<GroupBlock> groups)
    : names_(std::move(parameter_names)), normals_(std::move(normals)), groups_(std::move(groups)) {
  std::vector<int> blocks_of(names_.size(), 0);
  for (const NormalBlock& block : normals_) {
    if (!(block.scale > 0) || !std::isfinite(block.scale)) {
      throw InvalidArgument("NormalPrior", "scale", std::to_string(block.scale), "must be positive and finite");
    }
    if (!std::isfinite(block.mean)) {
      throw InvalidArgument("NormalPrior", "mean", std::to_string(block.mean), "must be finite");
    }
    cover(block.first, block.size, blocks_of);
  }
  for (const GroupBlock& group : groups_) {
    const bool is_inside = group.log_scale >= 0 && group.log_scale < dimension();
    if (!is_inside || blocks_of[static_cast<std::size_t>(group.log_scale)] != 1) {
      throw InvalidArgument("NormalPrior", "log_scale", std::to_string(group.log_scale), "is in no normal block");
    }
  }
  for (const GroupBlock& group : groups_) cover(group.first, group.size, blocks_of);
  for (std::size_t i = 0; i < blocks_of.size(); ++i) {
    if (blocks_of[i] != 1) {
      throw InvalidArgument("NormalPrior", "parameter " + names_[i], std::to_string(blocks_of[i]) + " blocks",
                            "must be in exactly one");
    }
  }
}

void NormalPrior::evaluate(const Matrix& draws, Evaluation& out) const {
  out.resize(draws.rows(), dimension());
  out.log_density.setZero();
  out.score.setZero();
  add(draws, out.log_density, out.score);
}

void NormalPrior::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  add_to(draws, log_density, &score);
}

void NormalPrior::add_density(const Matrix& draws, Vector& log_density) const { add_to(draws, log_density, nullptr); }

// Eight draws after the other, whose columns are read once for the sum and the score.
void NormalPrior::add_to(const Matrix& draws, Vector& log_density, Matrix* score) const {
  using Chunk = Eigen::Array<double, Eigen::Dynamic, 1, 0, 8, 1>;  // not on the heap
  for (Index first = 0; first < draws.rows(); first += Chunk::MaxSizeAtCompileTime) {
    const Index count = std::min<Index>(Chunk::MaxSizeAtCompileTime, draws.rows() - first);
    Eigen::Map<Eigen::ArrayXd> density(log_density.data() + first, count);
    Chunk precision(count), squares(count);
    const auto sum_squares = [&](const auto& block, double mean) {
      const std::size_t stride = static_cast<std::size_t>(draws.rows());
      const Index start = block.first * draws.rows() + first;
      kernels::normal_columns({draws.data() + start, stride, static_cast<std::size_t>(block.size), mean},
                              static_cast<std::size_t>(count), precision.data(),
                              score == nullptr ? nullptr : score->data() + start, squares.data());
    };
    for (const NormalBlock& block : normals_) {
      precision.setConstant(1 / (block.scale * block.scale));
      sum_squares(block, block.mean);
      density -= 0.5 * precision * squares + static_cast<double>(block.size) * (kHalfLogTwoPi + std::log(block.scale));
    }
    for (const GroupBlock& group : groups_) {
      const Index scale_start = group.log_scale * draws.rows() + first;
      const Eigen::Map<const Eigen::ArrayXd> log_scale(draws.data() + scale_start, count);
      // One by one: Eigen's vector exp rounds otherwise than its remainder loop, and draws would depend on the batch.
      precision = log_scale.unaryExpr([](double l) { return std::exp(-2 * l); });
      sum_squares(group, 0);
      squares *= precision;
      const double size = static_cast<double>(group.size);
      density -= 0.5 * squares + size * (kHalfLogTwoPi + log_scale);
      if (score != nullptr) Eigen::Map<Eigen::ArrayXd>(score->data() + scale_start, count) += squares - size;
    }
  }
}

void NormalPrior::hessian(const Vector& point, Matrix& out) const {
  out.setZero(dimension(), dimension());
  add_hessian(point, out);
}

void NormalPrior::add_hessian(const Vector& point, Matrix& out) const {
  Vector diagonal = Vector::Zero(dimension());
  add_hessian_diagonal(point, diagonal);
  out.diagonal() += diagonal;
  for (const GroupBlock& group : groups_) {
    const Vector slope = 2 * std::exp(-2 * point(group.log_scale)) * point.segment(group.first, group.size);
    out.col(group.log_scale).segment(group.first, group.size) += slope;
    out.row(group.log_scale).segment(group.first, group.size) += slope.transpose();
  }
}

void NormalPrior::hessian_diagonal(const Vector& point, Vector& out) const {
  out.setZero(dimension());
  add_hessian_diagonal(point, out);
}

void NormalPrior::add_hessian_diagonal(const Vector& point, Vector& out) const {
  for (const NormalBlock& block : normals_) {
    out.segment(block.first, block.size).array() -= 1 / (block.scale * block.scale);
  }
  for (const GroupBlock& group : groups_) {
    const double precision = std::exp(-2 * point(group.log_scale));
    out.segment(group.first, group.size).array() -= precision;
    out(group.log_scale) -= 2 * precision * point.segment(group.first, group.size).squaredNorm();
  }
}

void NormalPrior::hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  products.setZero(vectors.rows(), dimension());
  add_hessian_times(point, vectors, products);
}

void NormalPrior::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  Vector diagonal = Vector::Zero(dimension());
  add_hessian_diagonal(point, diagonal);
  for (Index i = 0; i < dimension(); ++i) products.col(i) += diagonal(i) * vectors.col(i);
  for (const GroupBlock& group : groups_) {
    const double twice_precision = 2 * std::exp(-2 * point(group.log_scale));
    for (Index i = group.first; i < group.first + group.size; ++i) {
      const double slope = twice_precision * point(i);
      products.col(i) += slope * vectors.col(group.log_scale);
      products.col(group.log_scale) += slope * vectors.col(i);
    }
  }
}

void NormalPrior::expect(const Gaussian& q, ExpectedLogDensity& out) const {
  start_expectation(dimension(), out);
  add_expectation(q, out);
  finish_expectation(out);
}

// With nu = E exp(-2 l) = exp(-2 m_l + 2 Sigma_ll), tilting q by exp(-2 l) / nu shifts the mean of theta_i to
// mu_i = m_i - 2 Sigma_il and keeps the covariance. Source: docs/theory/estimators.md, "Control variates", group prior.
void NormalPrior::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  const Vector deviations = standard_deviations(q), diagonal_before = out.hessian_diagonal;
  const Matrix directions = scaled_basis(q);  // of a low-rank q
  for (const NormalBlock& block : normals_) {
    const double precision = 1 / (block.scale * block.scale);
    const Vector mean = q.mean.segment(block.first, block.size).array() - block.mean;
    const double squares = mean.squaredNorm() + deviations.segment(block.first, block.size).squaredNorm();
    out.value -= 0.5 * precision * squares + static_cast<double>(block.size) * (kHalfLogTwoPi + std::log(block.scale));
    out.score.segment(block.first, block.size) -= precision * mean;
    out.hessian_diagonal.segment(block.first, block.size).array() -= precision;
  }
  for (const GroupBlock& group : groups_) {
    const Index l = group.log_scale;
    const double size = static_cast<double>(group.size);
    const double precision = std::exp(-2 * q.mean(l) + 2 * deviations(l) * deviations(l));
    Vector mean = q.mean.segment(group.first, group.size);
    if (q.structure == Structure::LowRank) {
      const Matrix row = times_root_transposed(q, Vector::Unit(dimension(), l).transpose());
      mean -= 2 * times_root(q, row).row(0).segment(group.first, group.size).transpose();
      const Vector slope = 2 * precision * mean;
      Matrix& products = direction_products(q, out);
      products.middleRows(group.first, group.size) += slope * directions.row(l);
      products.row(l) += slope.transpose() * directions.middleRows(group.first, group.size);
    }
    if (q.structure == Structure::Dense) {
      const Index count = l + 1;  // row l of the factor is zero beyond its diagonal
      mean -= 2 * q.cholesky.block(group.first, 0, group.size, count) * q.cholesky.row(l).head(count).transpose();
      const Vector slope = 2 * precision * mean;
      Matrix& hessian = off_diagonal(out);
      hessian.col(l).segment(group.first, group.size) += slope;
      hessian.row(l).segment(group.first, group.size) += slope.transpose();
    }
    const double squares = precision * (mean.squaredNorm() + deviations.segment(group.first, group.size).squaredNorm());
    out.value -= 0.5 * squares + size * (kHalfLogTwoPi + q.mean(l));
    out.score.segment(group.first, group.size) -= precision * mean;
    out.score(l) += squares - size;
    out.hessian_diagonal.segment(group.first, group.size).array() -= precision;
    out.hessian_diagonal(l) -= 2 * squares;
  }
  if (q.rank() > 0) direction_products(q, out) += (out.hessian_diagonal - diagonal_before).asDiagonal() * directions;
}

}  // namespace g2t
