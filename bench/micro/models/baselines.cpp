// Log likelihoods and scores as one would write them: with Eigen on a dense design, and one draw at a time with the library's
// exp and log1p.
#include <bench/micro/models/baselines.hpp>

#include <cmath>

namespace g2t::bench {
namespace {

void find_nonzeros(LinearProblem& problem) {
  problem.nonzeros.resize(static_cast<std::size_t>(problem.design.rows()));
  for (Index row = 0; row < problem.design.rows(); ++row)
    for (Index column = 0; column < problem.design.cols(); ++column)
      if (problem.design(row, column) != 0) problem.nonzeros[static_cast<std::size_t>(row)].push_back(column);
}

}  // namespace

LinearProblem linear_problem(const LogisticData& data) {
  const Index rows = data.rows.rows(), first = data.intercept ? 1 : 0;
  LinearProblem out;
  out.design.setZero(rows, data.rows.columns + first);
  if (data.intercept) out.design.col(0).setOnes();
  out.sign.resize(rows);
  out.offset.setZero(rows);
  for (Index row = 0; row < rows; ++row) {
    out.sign(row) = data.positive[static_cast<std::size_t>(row)] != 0 ? 1 : -1;
    for (Index k = data.rows.start[static_cast<std::size_t>(row)]; k < data.rows.start[static_cast<std::size_t>(row) + 1]; ++k)
      out.design(row, first + data.rows.column[static_cast<std::size_t>(k)]) = data.rows.value[static_cast<std::size_t>(k)];
  }
  find_nonzeros(out);
  return out;
}

LinearProblem linear_problem(const PoissonData& data) {
  const Index rows = static_cast<Index>(data.count.size());
  Index parameters = 1 + static_cast<Index>(data.groupings.size());
  for (const Grouping& grouping : data.groupings) parameters += static_cast<Index>(grouping.levels.size());
  LinearProblem out;
  out.design.setZero(rows, parameters);
  out.design.col(0).setOnes();
  Index first = 1 + static_cast<Index>(data.groupings.size());
  for (const Grouping& grouping : data.groupings) {
    for (Index row = 0; row < rows; ++row) out.design(row, first + grouping.level_of_row[static_cast<std::size_t>(row)]) = 1;
    first += static_cast<Index>(grouping.levels.size());
  }
  out.count = Eigen::Map<const Vector>(data.count.data(), rows);
  out.offset = data.log_exposure.empty() ? Vector(Vector::Zero(rows))
                                         : Vector(Eigen::Map<const Vector>(data.log_exposure.data(), rows));
  find_nonzeros(out);
  return out;
}

void evaluate_with_eigen(const LinearProblem& problem, const Matrix& draws, Vector& log_likelihood, Matrix& score) {
  Matrix predictor = draws * problem.design.transpose();
  predictor.rowwise() += problem.offset.transpose();
  if (problem.sign.size() > 0) {
    const auto sign = problem.sign.transpose().replicate(draws.rows(), 1).array();
    const Eigen::ArrayXXd margin = sign * predictor.array();
    const Eigen::ArrayXXd e = (-margin.abs()).exp();
    log_likelihood = (margin.min(0) - e.log1p()).rowwise().sum();
    score.noalias() = (sign * (margin >= 0).select(e, 1) / (1 + e)).matrix() * problem.design;
  } else {
    const auto count = problem.count.transpose().replicate(draws.rows(), 1).array();
    const Eigen::ArrayXXd rate = predictor.array().exp();
    log_likelihood = (count * predictor.array() - rate).rowwise().sum();
    score.noalias() = (count - rate).matrix() * problem.design;
  }
}

void evaluate_by_loops(const LinearProblem& problem, const Matrix& draws, Vector& log_likelihood, Matrix& score) {
  score.setZero();
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    double sum = 0;
    for (Index row = 0; row < problem.design.rows(); ++row) {
      const std::vector<Index>& columns = problem.nonzeros[static_cast<std::size_t>(row)];
      double predictor = problem.offset(row), residual = 0;
      for (const Index column : columns) predictor += problem.design(row, column) * draws(draw, column);
      if (problem.sign.size() > 0) {
        const double margin = problem.sign(row) * predictor, e = std::exp(-std::abs(margin));
        sum += std::min(margin, 0.0) - std::log1p(e);
        residual = problem.sign(row) * (margin >= 0 ? e : 1) / (1 + e);
      } else {
        const double rate = std::exp(predictor);
        sum += problem.count(row) * predictor - rate;
        residual = problem.count(row) - rate;
      }
      for (const Index column : columns) score(draw, column) += residual * problem.design(row, column);
    }
    log_likelihood(draw) = sum;
  }
}

void evaluate_with_eigen(const NetworkData& data, Index hidden, const Matrix& draws, Vector& log_likelihood, Matrix& score) {
  const Index inputs = data.inputs.cols(), bias = inputs * hidden, output = bias + hidden, last = draws.cols() - 1;
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    const Vector z = draws.row(draw);
    const Eigen::Map<const Matrix> weights(z.data(), hidden, inputs);
    Matrix units = data.inputs * weights.transpose();
    units.rowwise() += z.segment(bias, hidden).transpose();
    units = units.cwiseMax(0);
    const Vector residual = data.response - units * z.segment(output, hidden) - Vector::Constant(units.rows(), z(output + hidden));
    const Vector scaled = std::exp(-2 * z(last)) * residual;
    const double squares = scaled.dot(residual), rows = static_cast<double>(units.rows());
    log_likelihood(draw) = -0.5 * squares - rows * z(last);
    Vector gradient = Vector::Zero(z.size());
    gradient(last) = squares - rows;
    gradient(output + hidden) = scaled.sum();
    gradient.segment(output, hidden) = units.transpose() * scaled;
    Matrix derivative = scaled * z.segment(output, hidden).transpose();
    derivative = (units.array() > 0).select(derivative, 0);
    gradient.segment(bias, hidden) = derivative.colwise().sum();
    Eigen::Map<Matrix>(gradient.data(), hidden, inputs).noalias() = derivative.transpose() * data.inputs;
    score.row(draw) = gradient;
  }
}

void evaluate_by_loops(const NetworkData& data, Index hidden, const Matrix& draws, Vector& log_likelihood, Matrix& score) {
  const Index inputs = data.inputs.cols(), bias = inputs * hidden, output = bias + hidden, last = draws.cols() - 1;
  std::vector<double> unit(static_cast<std::size_t>(hidden));
  Vector gradient(draws.cols());
  for (Index draw = 0; draw < draws.rows(); ++draw) {
    const Vector z = draws.row(draw);
    const double precision = std::exp(-2 * z(last));
    gradient.setZero();
    double sum = 0;
    for (Index row = 0; row < data.inputs.rows(); ++row) {
      double residual = data.response(row) - z(output + hidden);
      for (Index h = 0; h < hidden; ++h) {
        double activation = z(bias + h);
        for (Index j = 0; j < inputs; ++j) activation += data.inputs(row, j) * z(j * hidden + h);
        unit[static_cast<std::size_t>(h)] = std::max(activation, 0.0);
        residual -= z(output + h) * unit[static_cast<std::size_t>(h)];
      }
      const double scaled = precision * residual;
      sum -= 0.5 * residual * scaled + z(last);
      gradient(last) += residual * scaled - 1;
      gradient(output + hidden) += scaled;
      for (Index h = 0; h < hidden; ++h) {
        if (unit[static_cast<std::size_t>(h)] <= 0) continue;
        gradient(output + h) += scaled * unit[static_cast<std::size_t>(h)];
        gradient(bias + h) += scaled * z(output + h);
        for (Index j = 0; j < inputs; ++j) gradient(j * hidden + h) += scaled * z(output + h) * data.inputs(row, j);
      }
    }
    log_likelihood(draw) = sum;
    score.row(draw) = gradient;
  }
}

}  // namespace g2t::bench
