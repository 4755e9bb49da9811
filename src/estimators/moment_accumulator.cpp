// Sums of inner products between all pairs of terms, of which moments are the means.
#include <g2t/estimators/moment_accumulator.hpp>

#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/units.hpp>

namespace g2t {
namespace {

// Relative to its size, the mean squared norm below which a term is zero up to rounding.
constexpr double kVanishing = 1e-13;

// Every `step`th unit from the first one on.
FrameVectors every(const FrameVectors& all, Index first, Index step, FrameBuffers& buffers) {
  if (step == 1) return all;
  const auto rows = Eigen::seq(first, all.row_count() - 1, step);
  FrameVectors out = all;
  if (all.location != nullptr) buffers.location = (*all.location)(rows, Eigen::all), out.location = &buffers.location;
  if (all.scale == nullptr) return out;
  if (all.is_same()) return out.scale = out.location, out;
  buffers.scale = (*all.scale)(rows, Eigen::all), out.scale = &buffers.scale;
  return out;
}

std::vector<Term*> all_terms(const TermSet& terms) {
  std::vector<Term*> out;
  for (Index i = 0; i < terms.size(); ++i) out.push_back(&terms[i]);
  return out;
}

}  // namespace

MomentAccumulator::MomentAccumulator(const TermSet& terms, const Family& q, MomentUnit unit)
    : q_(q), unit_(unit), terms_(all_terms(terms)), computations_(computations_of(terms_)) {
  for (Computation* computation : computations_) computation->prepare(q);
  expect();
}

MomentAccumulator::MomentAccumulator(const TermSet& terms, const std::vector<Index>& members, const Family& q,
                                     MomentUnit unit)
    : q_(q), unit_(unit), sum_folds_(1) {
  for (const Index i : members) terms_.push_back(&terms[i]);
  for (Term* term : terms_)
    if (term->is_free()) computations_.push_back(term);
  for (Computation* computation : computations_) computation->prepare(q);
  expect();
}

void MomentAccumulator::expect() {
  const Index n = static_cast<Index>(terms_.size());
  for (const Term* term : terms_) {
    Vector gradient;
    q_.expected_pull_back(term->expected(), gradient);
    has_exact_.push_back(!gradient.isZero(0));
    exact_.push_back(gradient);
  }
  sums_.setZero(q_.coordinate_count(), sum_folds_ * n);
  frames_.resize(terms_.size());
  pairs_.resize(terms_.size());
  products_ = squares_ = Matrix::Zero(n, n);
  sizes_ = Vector::Zero(n);
  folds_.assign(static_cast<std::size_t>(kMomentFolds), {0, Matrix::Zero(n, n)});
}

void MomentAccumulator::add(const Batch& batch) {
  if (batch.draw_count() == 0) return;
  for (Computation* computation : computations_) computation->evaluate(q_, batch);
  const bool is_pair = unit_ == MomentUnit::Pair;
  const Index units = is_pair ? batch.draw_count() / 2 : batch.draw_count(), n = static_cast<Index>(terms_.size());
  const Matrix normals = batch.normals.topRows(units);
  const auto fold_of = [&](Index s) -> MomentFold& {
    return folds_[static_cast<std::size_t>((count_ + s) % kMomentFolds)];
  };

  std::vector<FrameVectors> vectors;
  for (Index i = 0; i < n; ++i) {
    const std::size_t a = static_cast<std::size_t>(i);
    const FrameVectors framed = q_.to_frame(terms_[a]->vectors(), batch.normals, frames_[a]);
    vectors.push_back(is_pair ? pair_vectors(framed, pairs_[a]) : framed);
  }

  Matrix cross = Matrix::Zero(units, n * n);  // <pull_back(v_i), expected_j>
  Vector out;
  for (Index i = 0; i < n; ++i) {
    const std::size_t a = static_cast<std::size_t>(i);
    for (Index j = 0; j < n; ++j) {
      if (!has_exact_[static_cast<std::size_t>(j)]) continue;
      const std::size_t b = static_cast<std::size_t>(j);
      q_.inner_products(vectors[a], terms_[b]->expected(), exact_[b], normals, out);
      cross.col(i * n + j) = out;
    }
    add_to_sums(a, vectors[a], normals);
  }
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      const std::size_t a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      q_.inner_products(vectors[a], vectors[b], normals, out);
      if (i == j)
        sizes_[i] += out.sum() + static_cast<double>(units) * q_.inner_product(exact_[a], exact_[a]);
      out = terms_[a]->sign() * terms_[b]->sign() *
            ((out - cross.col(i * n + j) - cross.col(j * n + i)).array() + q_.inner_product(exact_[a], exact_[b]));
      products_(i, j) += out.sum();
      squares_(i, j) += out.squaredNorm();
      for (Index s = 0; s < units; ++s) fold_of(s).products(i, j) += out[s];
    }
  for (Index s = 0; s < units; ++s) ++fold_of(s).units;
  count_ += units;
}

void MomentAccumulator::add_to_sums(std::size_t term, const FrameVectors& vectors, const Matrix& normals) {
  FrameBuffers buffers;
  Vector gradient;
  for (Index first = 0; first < std::min(sum_folds_, normals.rows()); ++first) {
    const Matrix some = normals(Eigen::seq(first, normals.rows() - 1, sum_folds_), Eigen::all);
    q_.pull_back(every(vectors, first, sum_folds_, buffers), some, gradient);
    const Index fold = (count_ + first) % sum_folds_;
    sums_.col(fold * static_cast<Index>(terms_.size()) + static_cast<Index>(term)) +=
        static_cast<double>(some.rows()) * terms_[term]->sign() * (gradient - exact_[term]);
  }
}

// Products of mean gradients, of all units and, if sums were kept so, of folds.
void MomentAccumulator::join_means(Moments& moments) const {
  const Index n = static_cast<Index>(terms_.size());
  const double m = static_cast<double>(count_);
  if (sum_folds_ == 1) {
    moments.mean_products = q_.gram(sums_) / (m * m);
    return;
  }
  const Index folds = static_cast<Index>(moments.folds.size());  // empty ones are the last
  Matrix means = sums_.leftCols(folds * n);
  for (Index k = 0; k < folds; ++k) means.middleCols(k * n, n) /= moments.folds[static_cast<std::size_t>(k)].units;
  moments.fold_mean_products = q_.gram(means);
  moments.join_fold_means();
}

Moments MomentAccumulator::moments() const {
  if (count_ < 2)
    throw InvalidArgument("MomentAccumulator::moments", "count", std::to_string(count_), "needs at least two units");
  const double m = static_cast<double>(count_);
  const Index n = static_cast<Index>(terms_.size());
  Moments out;
  for (const Term* term : terms_) out.terms.push_back(term->name());
  out.unit = unit_;
  out.count = count_;
  out.products = (products_ / m).selfadjointView<Eigen::Lower>();
  const Matrix squares = (squares_ / m).selfadjointView<Eigen::Lower>();
  out.products_standard_error =
      ((squares - out.products.cwiseProduct(out.products)).cwiseMax(0) / (m - 1)).cwiseSqrt();
  for (const MomentFold& fold : folds_)
    if (fold.units > 0) out.folds.push_back({fold.units, (fold.products / fold.units).selfadjointView<Eigen::Lower>()});
  join_means(out);
  // A vector that vanishes (an even one in the scale of a pair, say) leaves rounding errors of either sign.
  for (Index i = 1; i < n; ++i)
    if (products_(i, i) <= kVanishing * sizes_[i]) {
      const auto clear = [i, n](Matrix& products) {
        for (Index at = i; at < products.rows(); at += n) {
          products.row(at).setZero();
          products.col(at).setZero();
        }
      };
      clear(out.products);
      clear(out.products_standard_error);
      clear(out.mean_products);
      clear(out.fold_mean_products);
      for (MomentFold& fold : out.folds) clear(fold.products);
    }
  return out;
}

}  // namespace g2t
