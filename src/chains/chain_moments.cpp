// Chains are independent, so their spread gives errors without autocorrelations.
#include <chains/chain_moments.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace g2t {
namespace {

constexpr double kLeastSd = 1e-300;  // of what does not vary
constexpr double kChance = 0.005;     // that the largest statistic is beyond the critical one
constexpr double kLeastError = 1e-12;

double variance(const Eigen::Ref<const Eigen::ArrayXd>& values) {
  return (values - values.mean()).square().sum() / static_cast<double>(values.size() - 1);
}

Matrix scaled(const Matrix& move, const ColumnScale& scale) {
  return (move.rowwise() - scale.mean.transpose()) * scale.sd.cwiseInverse().asDiagonal();
}

}  // namespace

ColumnScale column_scale(ChainHistory moves) {
  const double n = static_cast<double>(static_cast<Index>(moves.size()) * moves.front().rows());
  ColumnScale out{Vector::Zero(moves.front().cols()), Vector::Zero(moves.front().cols())};
  for (const Matrix& move : moves) out.mean += move.colwise().sum().transpose() / n;
  for (const Matrix& move : moves)
    out.sd += (move.rowwise() - out.mean.transpose()).colwise().squaredNorm().transpose() / n;
  out.sd = out.sd.cwiseSqrt().array() + kLeastSd;
  return out;
}

Matrix moments_by_chain(ChainHistory moves, const ColumnScale& scale) {
  const Index chains = moves.front().rows(), columns = moves.front().cols();
  Matrix out = Matrix::Zero(chains, 2 * columns);
  for (const Matrix& move : moves) {
    const Matrix here = scaled(move, scale);
    out.leftCols(columns) += here;
    out.rightCols(columns) += 0.5 * here.cwiseAbs2();
  }
  return out / static_cast<double>(moves.size());
}

Vector error_between_chains(const Matrix& by_chain) {
  const double chains = static_cast<double>(by_chain.rows());
  const Matrix centred = by_chain.rowwise() - by_chain.colwise().mean();
  return (centred.colwise().squaredNorm() / (chains * (chains - 1))).cwiseSqrt().transpose();
}

double largest_z(const Matrix& by_chain) {
  const Vector mean = by_chain.colwise().mean().transpose();
  return (mean.array().abs() / (error_between_chains(by_chain).array() + kLeastError)).maxCoeff();
}

double largest_group_z(const Matrix& by_chain, const std::vector<bool>& is_in_group) {
  std::vector<Index> in, out;
  for (std::size_t k = 0; k < is_in_group.size(); ++k) (is_in_group[k] ? in : out).push_back(static_cast<Index>(k));
  double largest = 0;
  for (Index j = 0; j < by_chain.cols(); ++j) {
    const Eigen::ArrayXd a = by_chain(in, j), b = by_chain(out, j);
    const double error = std::sqrt(variance(a) / static_cast<double>(a.size()) + variance(b) / static_cast<double>(b.size()));
    largest = std::max(largest, std::abs(a.mean() - b.mean()) / (error + kLeastError));
  }
  return largest;
}

// The tail of a normal beyond z is about its density over z.
double critical_z(Index count) {
  const double tail = 0.5 * kChance / static_cast<double>(count);
  double z = 4;
  for (int k = 0; k < 10; ++k) z = std::sqrt(-2 * std::log(tail * z * std::sqrt(2 * std::numbers::pi)));
  return z;
}

double largest_share_of_variance(const Matrix& means) {
  return means.size() == 0 ? 0 : means.cwiseAbs2().maxCoeff() / static_cast<double>(means.rows());
}

Vector autocorrelation(ChainHistory moves) {
  const ColumnScale scale = column_scale(moves);
  Vector sum = Vector::Zero(moves.front().cols());
  Matrix before = scaled(moves.front(), scale);
  for (const Matrix& move : moves.subspan(1)) {
    const Matrix here = scaled(move, scale);
    sum += here.cwiseProduct(before).colwise().mean().transpose();
    before = here;
  }
  return sum / static_cast<double>(moves.size() - 1);
}

double nested_r_hat(ChainHistory moves, Index group_size) {
  const Index chains = moves.front().rows(), groups = chains / group_size, columns = moves.front().cols();
  const double draws = static_cast<double>(static_cast<Index>(moves.size()) * group_size);
  Matrix mean = Matrix::Zero(groups, columns), square = Matrix::Zero(groups, columns);
  const ColumnScale scale = column_scale(moves);
  for (const Matrix& move : moves) {
    const Matrix here = scaled(move, scale);
    for (Index j = 0; j < columns; ++j) {
      const auto by_group = here.col(j).head(groups * group_size).reshaped(group_size, groups);
      mean.col(j) += by_group.colwise().sum().transpose() / draws;
      square.col(j) += by_group.colwise().squaredNorm().transpose() / draws;
    }
  }
  double largest = 1;
  for (Index j = 0; j < columns; ++j) {
    const double within = (square.col(j) - mean.col(j).cwiseAbs2()).mean();
    if (!(within > 0)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, std::sqrt(1 + variance(mean.col(j).array()) / within));
  }
  return largest;
}

}  // namespace g2t
