// The numbers: log densities, then scores by columns; a Hessian by columns; an expectation's parts one after the other.
#include "models/rank_numbers.hpp"

#include <algorithm>
#include <g2t/core/thread_team.hpp>
#include <g2t/models/threaded_model.hpp>

#include "models/draw_parts.hpp"

namespace g2t::models {
namespace {

using NumberMap = Eigen::Map<Matrix>;
using ConstNumberMap = Eigen::Map<const Matrix>;

// Where the parts of an expectation begin; after the others two numbers count the processes that have a Hessian, and products.
struct ExpectationLayout {
  Index dimension = 0, hessian = 0, products = 0, counts = 0;

  explicit ExpectationLayout(const Gaussian& q) : dimension(q.dimension()), hessian(1 + 2 * dimension) {
    products = hessian + (q.structure == Structure::Dense ? dimension * dimension : 0);
    counts = products + (q.structure == Structure::LowRank ? dimension * q.rank() : 0);
  }
  [[nodiscard]] Index size() const { return counts + 2; }
};

void evaluate_block(const Matrix& draws, const Likelihood& part, bool has_score, Index first, std::vector<double>& out) {
  const Index rows = static_cast<Index>(out.size()) / (has_score ? 1 + draws.cols() : 1);
  Vector log_density = Vector::Zero(draws.rows());
  if (has_score) {
    Matrix score = Matrix::Zero(draws.rows(), draws.cols());
    part.add(draws, log_density, score);
    NumberMap(out.data() + rows, rows, draws.cols()).middleRows(first, draws.rows()) = score;
  } else {
    part.add_density(draws, log_density);
  }
  std::copy(log_density.begin(), log_density.end(), out.begin() + first);
}

// Large batches in threads.
void evaluate(const Matrix& draws, const Likelihood& part, bool has_score, Index thread_count, std::vector<double>& out) {
  if (thread_count < 2 || draws.rows() < kMinThreadedDraws) return evaluate_block(draws, part, has_score, 0, out);
  share_draws(draws.rows(), part.lane_width(), thread_count, [&](std::size_t, Index first, Index rows) {
    evaluate_block(draws.middleRows(first, rows), part, has_score, first, out);
  });
}

void expect(const Gaussian& q, const Likelihood& part, std::vector<double>& out) {
  const ExpectationLayout layout(q);
  ExpectedLogDensity expected;
  start_expectation(layout.dimension, expected);
  part.add_expectation(q, expected);
  out[0] = expected.value;
  std::copy(expected.score.begin(), expected.score.end(), out.begin() + 1);
  std::copy(expected.hessian_diagonal.begin(), expected.hessian_diagonal.end(), out.begin() + 1 + layout.dimension);
  const auto copy_matrix = [&out](const Matrix& from, Index first, Index end, Index count) {
    if (from.size() == 0 || first == end) return;
    std::copy(from.data(), from.data() + from.size(), out.begin() + first);
    out[static_cast<std::size_t>(count)] = 1;
  };
  copy_matrix(expected.hessian, layout.hessian, layout.products, layout.counts);
  copy_matrix(expected.hessian_products, layout.products, layout.counts, layout.counts + 1);
}

}  // namespace

Index part_size(const RankRequest& request) {
  const Index rows = request.rows.rows(), dimension = request.rows.cols();
  switch (request.asked) {
    case Asked::End:
      return 0;
    case Asked::Evaluation:
      return rows * (1 + dimension);
    case Asked::Densities:
      return rows;
    case Asked::Hessian:
      return dimension * dimension;
    case Asked::HessianDiagonal:
      return dimension;
    case Asked::HessianTimes:
      return (rows - 1) * dimension;
    case Asked::Expectation:
      return ExpectationLayout(request.q).size();
  }
  return 0;
}

std::vector<double> part_of_rows(const RankRequest& request, const Likelihood* part, Index thread_count) {
  std::vector<double> out(static_cast<std::size_t>(part_size(request)));
  if (part == nullptr) return out;
  const ThreadScope scope(thread_count);  // for parts of the rows
  const Index dimension = request.rows.cols();
  switch (request.asked) {
    case Asked::End:
      break;
    case Asked::Evaluation:
    case Asked::Densities:
      evaluate(request.rows, *part, request.asked == Asked::Evaluation, thread_count, out);
      break;
    case Asked::Hessian: {
      Matrix hessian = Matrix::Zero(dimension, dimension);
      part->add_hessian(request.point(), hessian);
      std::copy(hessian.data(), hessian.data() + hessian.size(), out.begin());
      break;
    }
    case Asked::HessianDiagonal: {
      Vector diagonal = Vector::Zero(dimension);
      part->add_hessian_diagonal(request.point(), diagonal);
      std::copy(diagonal.begin(), diagonal.end(), out.begin());
      break;
    }
    case Asked::HessianTimes: {
      Matrix products = Matrix::Zero(request.rows.rows() - 1, dimension);
      part->add_hessian_times(request.point(), request.vectors(), products);
      std::copy(products.data(), products.data() + products.size(), out.begin());
      break;
    }
    case Asked::Expectation:
      expect(request.q, *part, out);
      break;
  }
  return out;
}

void add_evaluation(const std::vector<double>& sums, Vector& log_density, Matrix& score) {
  log_density += Eigen::Map<const Vector>(sums.data(), score.rows());
  score += ConstNumberMap(sums.data() + score.rows(), score.rows(), score.cols());
}

void add_vector(const std::vector<double>& sums, Vector& out) { out += Eigen::Map<const Vector>(sums.data(), out.size()); }

void add_matrix(const std::vector<double>& sums, Matrix& out) { out += ConstNumberMap(sums.data(), out.rows(), out.cols()); }

void add_expectation(const std::vector<double>& sums, const Gaussian& q, ExpectedLogDensity& out) {
  const ExpectationLayout layout(q);
  const Index dimension = layout.dimension;
  out.value += sums[0];
  out.score += Eigen::Map<const Vector>(sums.data() + 1, dimension);
  out.hessian_diagonal += Eigen::Map<const Vector>(sums.data() + 1 + dimension, dimension);
  if (sums[static_cast<std::size_t>(layout.counts)] > 0)
    off_diagonal(out) += ConstNumberMap(sums.data() + layout.hessian, dimension, dimension);
  if (sums[static_cast<std::size_t>(layout.counts) + 1] > 0)
    direction_products(q, out) += ConstNumberMap(sums.data() + layout.products, dimension, q.rank());
}

}  // namespace g2t::models
