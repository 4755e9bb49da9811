// The likelihood of logistic regression, without its prior.
#include "models/logistic_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <g2t/core/low_rank.hpp>

#include "kernels/gram.h"
#include "kernels/logistic_density.h"
#include "models/lane_block.hpp"
#include "models/log_sigmoid_moments.hpp"

namespace g2t {
namespace {

constexpr std::size_t kMostGramColumns = 512;  // whose sums stay in the caches

}  // namespace

Index LogisticLikelihood::lane_width() const { return kLaneCount; }

void LogisticLikelihood::read(Index row, Entries& out) const {
  out.columns.clear();
  out.values.clear();
  design_.for_each(row, [&](Index column, double x) {
    out.columns.push_back(column);
    out.values.push_back(x);
  });
}

double LogisticLikelihood::linear(Index row, const Vector& point) const {
  double sum = 0;
  design_.for_each(row, [&](Index column, double x) { sum += x * point(column); });
  return sum;
}

void LogisticLikelihood::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  const kernels::LogisticRows rows = design_.rows();
  LaneBlock block(design_.coding().term_count());
  for (Index first = 0; first < draws.rows(); first += kLaneCount) {
    design_.coding().load(draws, first, block);
    kernels::logistic_rows(rows, block.parameters(), block.gradient(), block.log_likelihood());
    design_.coding().add_to(first, block, log_density, score);
  }
}

void LogisticLikelihood::add_density(const Matrix& draws, Vector& log_density) const {
  const kernels::LogisticRows rows = design_.rows();
  const TermCoding& coding = design_.coding();
  // Eight draws share the reading of a sparse row's columns.
  const Index in_blocks = draws.rows() - draws_left_alone(draws.rows(), rows.start == nullptr ? 3 : 1);
  if (in_blocks > 0) {
    LaneBlock block(coding.term_count());
    for (Index first = 0; first < in_blocks; first += kLaneCount) {
      coding.load(draws, first, block);
      kernels::logistic_rows(rows, block.parameters(), nullptr, block.log_likelihood());
      block.add_density_to(first, log_density);
    }
  }
  Vector terms;
  for (Index draw = in_blocks; draw < draws.rows(); ++draw) {
    coding.load(draws, draw, terms);
    log_density(draw) += kernels::logistic_density(rows, terms.data());
  }
}

Vector LogisticLikelihood::row_curvatures(const Vector& point) const {
  Vector curvatures(design_.row_count());
  for (Index row = 0; row < design_.row_count(); ++row) {
    const double e = std::exp(-std::abs(linear(row, point)));
    curvatures(row) = -e / ((1 + e) * (1 + e));
  }
  return curvatures;
}

void LogisticLikelihood::add_outer_product(const Entries& entries, double weight, Matrix& lower) {
  for (std::size_t k = 0; k < entries.columns.size(); ++k) {
    double* const column = lower.data() + entries.columns[k] * lower.rows();
    const double weighted = weight * entries.values[k];
    for (std::size_t other = k + 1; other < entries.columns.size(); ++other)
      column[entries.columns[other]] += weighted * entries.values[other];
  }
}

bool LogisticLikelihood::has_gram() const {
  const kernels::LogisticRows rows = design_.rows();
  return rows.start == nullptr && rows.column_count <= kMostGramColumns;
}

Matrix LogisticLikelihood::gram_of(const Vector& weights) const {
  const kernels::LogisticRows rows = design_.rows();
  const Index columns = static_cast<Index>(rows.column_count) + 1, first = design_.has_intercept() ? 0 : 1;
  const AlignedBuffer scratch(kernels::gram_scratch_size(rows.column_count));
  Matrix lower(columns, columns);
  kernels::gram({rows.row_count, rows.column_count, rows.dense}, weights.data(), scratch.data(), lower.data());
  const Matrix all = lower.selfadjointView<Eigen::Lower>();
  return all.bottomRightCorner(columns - first, columns - first);
}

void LogisticLikelihood::add_hessian(const Vector& point, Matrix& out) const {
  const Vector curvatures = row_curvatures(point);
  if (has_gram()) {  // a part may have fewer columns than the whole
    const Matrix gram = gram_of(curvatures);
    out.topLeftCorner(gram.rows(), gram.cols()) += gram;
    return;
  }
  Matrix lower = Matrix::Zero(dimension(), dimension());
  Entries entries;
  for (Index row = 0; row < design_.row_count(); ++row) {
    design_.for_each(row, [&](Index column, double x) { out(column, column) += curvatures(row) * x * x; });
    read(row, entries);
    add_outer_product(entries, curvatures(row), lower);
  }
  out += lower + lower.transpose();
}

void LogisticLikelihood::add_hessian_diagonal(const Vector& point, Vector& out) const {
  const Vector curvatures = row_curvatures(point);
  for (Index row = 0; row < design_.row_count(); ++row) {
    design_.for_each(row, [&](Index column, double x) { out(column) += curvatures(row) * x * x; });
  }
}

void LogisticLikelihood::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  const Vector curvatures = row_curvatures(point);
  const Index vector_count = vectors.rows();
  Vector margins(vector_count);
  for (Index row = 0; row < design_.row_count(); ++row) {
    margins.setZero();
    design_.for_each(row, [&](Index column, double x) {
      const double* const from = vectors.data() + column * vector_count;
      for (Index k = 0; k < vector_count; ++k) margins(k) += x * from[k];
    });
    margins *= curvatures(row);
    design_.for_each(row, [&](Index column, double x) {
      double* const to = products.data() + column * vector_count;
      for (Index k = 0; k < vector_count; ++k) to[k] += x * margins(k);
    });
  }
}

// A row's margin is normal under q, so that each row is one integral; with sign s, margin s x.z.
void LogisticLikelihood::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  constexpr Index kRows = 8;  // whose integrals are taken side by side
  const bool is_dense = q.structure == Structure::Dense;
  const Matrix factor_rows = q.cholesky.transpose();  // column i is row i of the factor, side by side
  const Vector variances = q.scale.cwiseAbs2();
  const Index of_lower = is_dense && !has_gram() ? dimension() : 0;
  Matrix lower = Matrix::Zero(of_lower, of_lower);
  Vector projection(is_dense ? dimension() : 0);
  const Matrix directions = scaled_basis(q).transpose();  // low rank: beside the scales
  const Vector excess = q.variances.array() - 1;
  Matrix along(directions.rows(), kRows);
  Matrix products = Matrix::Zero(directions.rows(), directions.cols());
  Entries entries;
  LogSigmoidMoments moments[kRows];
  const bool uses_gram = is_dense && has_gram();
  Vector curvatures(uses_gram ? design_.row_count() : 0);
  for (Index first = 0; first < design_.row_count(); first += kRows) {
    const Index count = std::min(kRows, design_.row_count() - first);
    MarginBlock margins;
    for (Index k = 0; k < count; ++k) {
      double mean = 0;
      double variance = 0;
      if (is_dense) {
        projection.setZero();
        design_.for_each(first + k, [&](Index column, double x) {
          mean += x * q.mean(column);
          projection.head(column + 1) += x * factor_rows.col(column).head(column + 1);
        });
        variance = projection.squaredNorm();
      } else if (q.structure == Structure::LowRank) {
        along.col(k).setZero();
        design_.for_each(first + k, [&](Index column, double x) {
          mean += x * q.mean(column);
          variance += x * x * variances(column);
          along.col(k) += x * directions.col(column);
        });
        variance = std::max(variance + along.col(k).cwiseAbs2().dot(excess), 0.0);
      } else {
        design_.for_each(first + k, [&](Index column, double x) {
          mean += x * q.mean(column);
          variance += x * x * variances(column);
        });
      }
      margins.mean[k] = design_.sign(first + k) * mean;
      margins.deviation[k] = std::sqrt(variance);
    }
    log_sigmoid_moments(margins, static_cast<std::size_t>(count), moments);
    for (Index k = 0; k < count; ++k) {
      const double slope = design_.sign(first + k) * moments[k].slope, curvature = moments[k].curvature;
      out.value += moments[k].value;
      design_.for_each(first + k, [&](Index column, double x) {
        out.score(column) += slope * x;
        out.hessian_diagonal(column) += curvature * x * x;
      });
      if (q.rank() > 0)
        design_.for_each(first + k, [&](Index column, double x) { products.col(column) += curvature * x * along.col(k); });
      if (!is_dense) continue;
      if (uses_gram) {
        curvatures(first + k) = curvature;
        continue;
      }
      read(first + k, entries);
      add_outer_product(entries, curvature, lower);
    }
  }
  if (q.rank() > 0) direction_products(q, out) += products.transpose();
  if (uses_gram) {
    const Matrix gram = gram_of(curvatures);
    off_diagonal(out).topLeftCorner(gram.rows(), gram.cols()) += gram;  // finish_expectation() replaces the diagonal
  } else if (is_dense) {
    off_diagonal(out) += lower + lower.transpose();
  }
}

}  // namespace g2t
