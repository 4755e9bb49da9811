// A moment accumulator for each step that is used, merged into running averages.
#include <inference/choice/step_moments.h>

#include <algorithm>
#include <cmath>
#include <g2t/estimators/moment_accumulator.hpp>

namespace g2t {
namespace {

constexpr Index kEvery = 8, kLaterEvery = 40;  // steps between two updates: one costs a third of a step or so
constexpr Index kEarlyMeasurements = 10;
constexpr double kShortestMemory = 5, kLongestMemory = 30;  // in updates
constexpr double kMemoryShare = 0.15;  // of all updates: early ones belong to a q that was far away
constexpr double kMaxChange = 10;      // of the squared norms, from the average to an update
constexpr double kUnitsPerTerm = 16;  // before weights are fitted

}  // namespace

void StepMoments::watch(const TermSet& terms, const Recipe& recipe) {
  const std::vector<Index> members = terms_at_hand(terms, recipe);
  if (members == members_) return;
  members_ = members;
  clear();
}

void StepMoments::clear() {
  products_ = mean_products_ = Matrix();
  folds_.clear();
  fold_means_.clear();
  weight_ = units_ = 0;
  steps_ = measurements_ = 0;
}

void StepMoments::add(const TermSet& terms, const Family& q, const Batch& batch) {
  if (members_.size() < 2 || steps_++ % (measurements_ < kEarlyMeasurements ? kEvery : kLaterEvery) != 0) return;
  const Index units = antithetic_ ? batch.draw_count() / 2 : batch.draw_count();
  if (units < 2) return;
  MomentAccumulator accumulator(terms, members_, q, antithetic_ ? MomentUnit::Pair : MomentUnit::Draw);
  accumulator.add(batch);
  const Moments seen = accumulator.moments();
  if (!seen.products.allFinite()) return;
  // Moments of a q far away do not apply to this one.
  if (weight_ > 0) {
    const double ratio = seen.products.trace() * weight_ / products_.trace();
    if (!(ratio > 1 / kMaxChange && ratio < kMaxChange)) clear();
  }
  const double needed = 1.25 * kUnitsPerTerm * static_cast<double>(members_.size() - 1) / static_cast<double>(units);
  const double memory = std::max(
      needed, std::clamp(kMemoryShare * static_cast<double>(++measurements_), kShortestMemory, kLongestMemory));
  const double keep = weight_ > 0 ? 1 - 1 / memory : 0;
  if (weight_ == 0) products_ = mean_products_ = Matrix::Zero(seen.products.rows(), seen.products.cols());
  if (folds_.empty()) {
    fold_means_.assign(static_cast<std::size_t>(kMomentFolds), Matrix::Zero(seen.products.rows(), seen.products.cols()));
    folds_.assign(static_cast<std::size_t>(kMomentFolds), {0, fold_means_.front()});
  }
  for (MomentFold& fold : folds_) {
    fold.units *= keep;
    fold.products *= keep;
  }
  for (Matrix& means : fold_means_) means *= keep;
  const std::size_t turn = static_cast<std::size_t>(measurements_ % kMomentFolds);
  folds_[turn].units += static_cast<double>(units);
  folds_[turn].products += static_cast<double>(units) * seen.products;
  fold_means_[turn] += static_cast<double>(units) * seen.mean_products;
  products_ = keep * products_ + seen.products;
  mean_products_ = keep * mean_products_ + seen.mean_products;
  weight_ = keep * weight_ + 1;
  units_ = keep * units_ + static_cast<double>(units);
  units_of_step_ = units;
}

bool StepMoments::is_ready() const {
  return members_.size() > 1 && units_ >= kUnitsPerTerm * static_cast<double>(members_.size() - 1);
}

Moments StepMoments::moments(const TermSet& terms) const {
  Moments out;
  for (const Index i : members_) out.terms.push_back(terms[i].name());
  out.unit = antithetic_ ? MomentUnit::Pair : MomentUnit::Draw;
  out.count = static_cast<Index>(std::lround(units_));
  out.mean_count = units_of_step_;
  out.products = products_ / weight_;
  out.mean_products = mean_products_ / weight_;
  const Index n = out.products.rows();
  out.fold_mean_products = Matrix::Zero(n * kMomentFolds, n * kMomentFolds);
  for (std::size_t k = 0; k < folds_.size(); ++k) {
    if (folds_[k].units == 0) continue;
    const Index at = n * static_cast<Index>(out.folds.size());
    out.fold_mean_products.block(at, at, n, n) = fold_means_[k] / folds_[k].units;
    out.folds.push_back({folds_[k].units, folds_[k].products / folds_[k].units});
  }
  const Index kept = n * static_cast<Index>(out.folds.size());
  out.fold_mean_products.conservativeResize(kept, kept);
  out.products_standard_error = Matrix::Constant(out.products.rows(), out.products.cols(), std::nan(""));
  return out;
}

}  // namespace g2t
