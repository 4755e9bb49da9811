// A likelihood as the sum of those of parts of the rows, taken by several threads.
#include "models/likelihood_sum.hpp"

#include <algorithm>
#include <g2t/core/thread_team.hpp>
#include <numeric>
#include <utility>

#include "models/row_parts.hpp"

namespace g2t {
namespace {

constexpr Index kMostSums = 16;
constexpr Index kMostNumbersOfSums = 1 << 23;  // of all groups
constexpr Index kDrawsAtOnce = 64;             // that are evaluated at once: the memory of their scores is bounded

struct DensityAndScore {
  Vector log_density;
  Matrix score;
};

void add_to(double weight, const ExpectedLogDensity& sum, const Gaussian& q, ExpectedLogDensity& out) {
  out.value += weight * sum.value;
  out.score += weight * sum.score;
  out.hessian_diagonal += weight * sum.hessian_diagonal;
  if (sum.hessian.size() > 0) off_diagonal(out) += weight * sum.hessian;
  if (sum.hessian_products.size() > 0) direction_products(q, out) += weight * sum.hessian_products;
}

}  // namespace

template <class Sum, class Add, class Fold>
void LikelihoodSum::add_in_groups(Index size, const Sum& zero, const Add& add, const Fold& fold) const {
  const Index part_count = static_cast<Index>(parts_.size());
  const Index groups = std::min(part_count, std::clamp<Index>(kMostNumbersOfSums / std::max<Index>(size, 1), 1, kMostSums));
  std::vector<Sum> sums(static_cast<std::size_t>(groups), zero);
  share_pieces(sums.size(), [&](std::size_t piece) {
    const Index group = static_cast<Index>(piece);
    for (Index part = group * part_count / groups; part < (group + 1) * part_count / groups; ++part)
      add(*parts_[static_cast<std::size_t>(part)].likelihood, sums[piece]);
  });
  for (const Sum& sum : sums) fold(sum);
}

void LikelihoodSum::add(const Matrix& draws, Vector& log_density, Matrix& score) const {
  for (Index first = 0; first < draws.rows(); first += kDrawsAtOnce) {
    const Index count = std::min(kDrawsAtOnce, draws.rows() - first);
    const Matrix block = draws.middleRows(first, count);
    add_in_groups(
        kDrawsAtOnce * draws.cols(), DensityAndScore{Vector::Zero(count), Matrix::Zero(count, draws.cols())},
        [&](const Likelihood& part, DensityAndScore& sum) { part.add(block, sum.log_density, sum.score); },
        [&](const DensityAndScore& sum) {
          log_density.segment(first, count) += weight_ * sum.log_density;
          score.middleRows(first, count) += weight_ * sum.score;
        });
  }
}

void LikelihoodSum::add_density(const Matrix& draws, Vector& log_density) const {
  add_in_groups(  // as many groups as of add(), for the same sums
      kDrawsAtOnce * draws.cols(), Vector(Vector::Zero(draws.rows())),
      [&](const Likelihood& part, Vector& sum) { part.add_density(draws, sum); },
      [&](const Vector& sum) { log_density += weight_ * sum; });
}

void LikelihoodSum::add_hessian(const Vector& point, Matrix& out) const {
  add_in_groups(
      out.size(), Matrix(Matrix::Zero(out.rows(), out.cols())),
      [&](const Likelihood& part, Matrix& sum) { part.add_hessian(point, sum); }, [&](const Matrix& sum) { out += weight_ * sum; });
}

void LikelihoodSum::add_hessian_diagonal(const Vector& point, Vector& out) const {
  add_in_groups(
      out.size(), Vector(Vector::Zero(out.size())),
      [&](const Likelihood& part, Vector& sum) { part.add_hessian_diagonal(point, sum); },
      [&](const Vector& sum) { out += weight_ * sum; });
}

void LikelihoodSum::add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const {
  add_in_groups(
      products.size(), Matrix(Matrix::Zero(products.rows(), products.cols())),
      [&](const Likelihood& part, Matrix& sum) { part.add_hessian_times(point, vectors, sum); },
      [&](const Matrix& sum) { products += weight_ * sum; });
}

void LikelihoodSum::add_expectation(const Gaussian& q, ExpectedLogDensity& out) const {
  const Index d = q.dimension();
  ExpectedLogDensity zero;
  start_expectation(d, zero);
  add_in_groups(
      q.structure == Structure::Dense ? d * d : d * (1 + q.rank()), zero,
      [&](const Likelihood& part, ExpectedLogDensity& sum) { part.add_expectation(q, sum); },
      [&](const ExpectedLogDensity& sum) { add_to(weight_, sum, q, out); });
}

Index LikelihoodSum::all_rows() const {
  return std::accumulate(parts_.begin(), parts_.end(), Index{0},
                         [](Index rows, const LikelihoodPart& part) { return rows + part.rows; });
}

Index LikelihoodSum::row_count() const { return stripes_ > 0 ? all_rows() : 0; }

std::unique_ptr<Likelihood> LikelihoodSum::sample(Index& rows, std::uint64_t seed) const {
  if (stripes_ == 0) return nullptr;
  const Index all = all_rows();
  std::vector<LikelihoodPart> taken;
  for (const std::size_t part : sampled_parts(parts_.size(), stripes_, static_cast<double>(rows) / static_cast<double>(all), seed))
    taken.push_back(parts_[part]);
  auto out = std::make_unique<LikelihoodSum>(std::move(taken));
  rows = out->all_rows();
  out->weight_ = static_cast<double>(all) / static_cast<double>(rows);
  return out;
}

}  // namespace g2t
