// Sums of inner products between all pairs of terms, of which moments are the means.
#include <g2t/estimators/moment_accumulator.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

std::vector<Term*> all_terms(const TermSet& terms) {
  std::vector<Term*> out;
  for (Index i = 0; i < terms.size(); ++i) out.push_back(&terms[i]);
  return out;
}

}  // namespace

MomentAccumulator::MomentAccumulator(const TermSet& terms, const Family& q, MomentUnit unit)
    : terms_(terms), q_(q), unit_(unit), works_(works_of(all_terms(terms))) {
  const Index n = terms.size();
  for (Work* work : works_) work->prepare(q);
  for (Index i = 0; i < n; ++i) {
    Vector gradient;
    q.expected_pull_back(terms[i].expected(), gradient);
    exact_.push_back(gradient);
    sums_.push_back(Vector::Zero(q.coordinate_count()));
  }
  pairs_.resize(static_cast<std::size_t>(n));
  products_ = squares_ = Matrix::Zero(n, n);
}

// A pair's average pulls back the even part of v for the mean and the odd part for the scale, with the normals of
// its first draw: so pairs are single draws of other vectors.
void MomentAccumulator::add(const Batch& batch) {
  if (batch.draw_count() == 0) return;
  for (Work* work : works_) work->evaluate(q_, batch);
  const bool is_pair = unit_ == MomentUnit::Pair;
  const Index units = is_pair ? batch.draw_count() / 2 : batch.draw_count(), n = terms_.size();
  const Matrix normals = batch.normals.topRows(units);

  std::vector<ScoreVectors> vectors;
  for (Index i = 0; i < n; ++i) {
    const ScoreVectors v = terms_[i].vectors();
    if (!is_pair) {
      vectors.push_back(v);
      continue;
    }
    Buffers& pair = pairs_[static_cast<std::size_t>(i)];
    pair.location = 0.5 * (v.location->topRows(units) + v.location->bottomRows(units));
    pair.scale = 0.5 * (v.scale->topRows(units) - v.scale->bottomRows(units));
    vectors.push_back({&pair.location, &pair.scale});
  }

  Matrix cross(units, n * n);  // <pull_back(v_i), expected_j>
  Vector out;
  for (Index i = 0; i < n; ++i) {
    const std::size_t a = static_cast<std::size_t>(i);
    for (Index j = 0; j < n; ++j) {
      q_.inner_products(vectors[a], exact_[static_cast<std::size_t>(j)], normals, out);
      cross.col(i * n + j) = out;
    }
    Vector gradient;
    q_.pull_back(vectors[a], normals, gradient);
    sums_[a] += static_cast<double>(units) * terms_[i].sign() * (gradient - exact_[a]);
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      const std::size_t a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      q_.inner_products(vectors[a], vectors[b], normals, out);
      out = terms_[i].sign() * terms_[j].sign() *
            ((out - cross.col(i * n + j) - cross.col(j * n + i)).array() + q_.inner_product(exact_[a], exact_[b]));
      products_(i, j) += out.sum();
      squares_(i, j) += out.squaredNorm();
    }
  count_ += units;
}

Moments MomentAccumulator::moments() const {
  if (count_ < 2)
    throw InvalidArgument("MomentAccumulator::moments", "count", std::to_string(count_), "needs at least two units");
  const double m = static_cast<double>(count_);
  const Index n = terms_.size();
  Moments out;
  out.terms = terms_.names();
  out.unit = unit_;
  out.count = count_;
  out.products = (products_ / m).selfadjointView<Eigen::Lower>();
  const Matrix squares = (squares_ / m).selfadjointView<Eigen::Lower>();
  out.products_standard_error =
      ((squares - out.products.cwiseProduct(out.products)).cwiseMax(0) / (m - 1)).cwiseSqrt();
  out.mean_products.resize(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      out.mean_products(i, j) =
          q_.inner_product(sums_[static_cast<std::size_t>(i)], sums_[static_cast<std::size_t>(j)]) / (m * m);
  return out;
}

}  // namespace g2t
