// Stages add a third of the draws so far, or as many, from proposals fitted to the weighted draws: one for all of them,
// one for either end of the first predictor, one for a region that was found beside them.
#include <core/cross_products.h>
#include <importance/adaptive_importance.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <iterator>
#include <numeric>
#include <utility>

namespace g2t {
namespace {

constexpr double kEven = 0.8;           // of the draws: above, weights are even enough
constexpr double kEnd = 0.15;           // of the weight, at either end of a predictor
constexpr double kShareOfEnd = 0.2;     // of a stage's draws, for each end
constexpr double kShareOfRegion = 0.15;
constexpr double kShareOfQ = 0.1;       // of the fresh draws
constexpr double kPessimism = 1.5;      // fresh draws are less even than those that proposals were fitted to
constexpr Index kManyParameters = 50;  // above, proposals are expensive: stages double

// `sum` is empty at first.
void add_density(const Eigen::ArrayXd& log_density, Eigen::ArrayXd& sum) {
  sum = sum.size() == 0 ? log_density : log_sum(sum, log_density);
}

template <class Proposals>
Eigen::ArrayXd log_mixture(const Proposals& proposals, const Matrix& draws) {
  Eigen::ArrayXd sum;
  for (const auto& one : proposals) add_density(one.log_density(draws), sum);
  return sum;
}

// Each proposal's own number of draws, one below the other. keys(number): streams of the normals and of the tails.
template <class Proposals, class Keys>
Matrix draws_of(const Proposals& proposals, Index count, Index dimension, const Keys& keys) {
  Matrix out(count, dimension);
  Index made = 0, number = 0;
  for (const auto& one : proposals) {
    const auto [normals, tails] = keys(number++);
    out.middleRows(made, one.count) = one.proposal.draw(one.count, normals, tails);
    made += one.count;
  }
  return out;
}

template <class Numbers>
void append(Numbers& numbers, const Numbers& more) {
  numbers.conservativeResize(numbers.size() + more.size());
  numbers.tail(more.size()) = more;
}

void append_rows(Matrix& rows, const Matrix& more) {
  Matrix all(rows.rows() + more.rows(), rows.cols());
  const auto copy = [&all](const Matrix& from, Index at) {
    share_row_blocks(from.rows(), [&](Index first, Index count) { all.middleRows(at + first, count) = from.middleRows(first, count); });
  };
  copy(rows, 0);
  copy(more, rows.rows());
  rows = std::move(all);
}

}  // namespace

bool are_weights_enough(double khat, double effective_sample_size, Index draw_count, double enough) {
  return khat < kTrustedKhat &&
         (effective_sample_size >= enough || effective_sample_size >= kEven * static_cast<double>(draw_count));
}

bool can_adapt(const ImportanceWeights& weights, Index draw_count, double enough) {
  const bool are_even = weights.effective_sample_size >= kEvenWeights * static_cast<double>(draw_count);
  return weights.used > 0 && !are_weights_enough(weights.khat, weights.effective_sample_size, draw_count, enough) &&
         (weights.khat <= kAdaptableKhat || are_even);
}

Eigen::ArrayXd AdaptiveImportance::Counted::log_density(const Matrix& draws) const {
  return proposal.log_density(draws) + std::log(static_cast<double>(count));
}

AdaptiveImportance::AdaptiveImportance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                                       const SampleStreams& sample)
    : model_(model), sample_(sample) {
  fitted_.draws = draws;
  fitted_.log_density = log_density;
  const Matrix root = dense_gaussian(q).cholesky;
  q_covariance_ = root * root.transpose();
  proposals_.push_back({TriangularProposal(q), draws.rows()});
  log_sum_ = proposals_.front().log_density(draws);
  weigh();
}

AdaptedDraws AdaptiveImportance::adapt(const AdaptiveSettings& settings, const StopRule& stop) {
  AdaptedDraws out;
  of_fresh_.clear();
  const Index before = evaluations_, of_q = proposals_.front().count;
  const auto left = [&] { return settings.max_draws - draw_count(); };
  const auto is_over = [&] { return usable_ == 0 || (stop && stop(draw_count())); };
  for (bool is_adapted = false; !is_over(); is_adapted = true) {
    const double wanted = needed(settings.enough);
    if (is_adapted && wanted <= static_cast<double>(left()) && fitted_.khat < kTrustedKhat) {
      out.fresh = fresh(static_cast<Index>(wanted), stop);
      break;
    }
    const Index share = fitted_.draws.cols() > kManyParameters ? draw_count() : draw_count() / 3;
    const Index next = std::min(std::max(of_q, share), left());
    if (next < of_q || !add_stage(next, stop)) break;
  }
  out.evaluations = evaluations_ - before;
  return out;
}

Vector AdaptiveImportance::log_ratios(const Matrix& points, const Vector& log_density) const {
  return log_density.array() - log_mixture(of_fresh_.empty() ? proposals_ : of_fresh_, points);
}

bool AdaptiveImportance::add_region(const Matrix& points, const Matrix& prior) {
  const double count = static_cast<double>(points.rows());
  TriangularProposal found(points, Vector::Constant(points.rows(), 1 / count), prior);
  if (!found.is_usable()) return false;
  region_ = std::move(found);
  return true;
}

// How many fresh draws will be enough, about.
double AdaptiveImportance::needed(double enough) const {
  return kPessimism * enough * static_cast<double>(draw_count()) / std::max(fitted_.effective_sample_size, 1.0);
}

// From new proposals and q; empty if the stopping rule ended it.
WeightedDraws AdaptiveImportance::fresh(Index count, const StopRule& stop) {
  const Index of_q = static_cast<Index>(kShareOfQ * static_cast<double>(count));
  std::vector<Counted> mixture = fitted_proposals(count - of_q);
  if (mixture.empty() || of_q == 0) return {};
  mixture.push_back({proposals_.front().proposal, of_q});
  WeightedDraws out;
  out.draws = draws_of(mixture, count, fitted_.draws.cols(), [&](Index) {
    const Index number = final_proposals_++;
    return std::pair(sample_.final_proposal(number), sample_.final_tails(number));
  });
  const StopRule is_over = stop ? StopRule([&](Index done) { return stop(draw_count() + done); }) : StopRule{};
  evaluations_ += log_densities_until(model_, out.draws, is_over, out.log_density);
  if (out.log_density.size() < count) return {};
  of_fresh_ = std::move(mixture);
  const ImportanceWeights weights = smooth_importance_weights(log_ratios(out.draws, out.log_density));
  out.weights = weights.weights;
  out.khat = weights.khat;
  out.effective_sample_size = weights.effective_sample_size;
  return out;
}

// False if no proposal can be made of the weights, or the stopping rule ended it.
bool AdaptiveImportance::add_stage(Index count, const StopRule& stop) {
  const auto is_over = [&](Index done) { return stop && stop(draw_count() + done); };
  const std::vector<Counted> next = fitted_proposals(count);
  if (next.empty() || is_over(0)) return false;
  const Matrix more = draws_of(next, count, fitted_.draws.cols(), [&](Index number) {
    return std::pair(sample_.proposal(stage_, number), sample_.tails(stage_, number));
  });
  Vector density;
  evaluations_ += log_densities_until(model_, more, stop ? StopRule(is_over) : StopRule{}, density);
  if (density.size() < count) return false;
  Eigen::ArrayXd sum = log_sum_, sum_of_more;
  const auto add = [&](const std::vector<Counted>& proposals, const Matrix& at, Eigen::ArrayXd& to) {
    for (const Counted& one : proposals) {
      if (is_over(count)) return false;
      add_density(one.log_density(at), to);
    }
    return true;
  };
  if (!add(next, fitted_.draws, sum) || !add(proposals_, more, sum_of_more) || !add(next, more, sum_of_more)) return false;
  std::copy(next.begin(), next.end(), std::back_inserter(proposals_));
  log_sum_ = sum;
  append_rows(fitted_.draws, more);
  append(fitted_.log_density, density);
  append(log_sum_, sum_of_more);
  ++stage_;
  weigh();
  return true;
}

// Empty if the one for all is not usable.
std::vector<AdaptiveImportance::Counted> AdaptiveImportance::fitted_proposals(Index draw_count) const {
  std::vector<Counted> out;
  out.push_back({TriangularProposal(fitted_.draws, fitted_.weights, q_covariance_), draw_count});
  if (!out.front().proposal.is_usable()) return {};
  const auto add = [&](TriangularProposal proposal, double share) {
    const auto count = static_cast<Index>(share * static_cast<double>(draw_count));
    if (!proposal.is_usable() || count == 0) return;
    out.front().count -= count;
    out.push_back({std::move(proposal), count});
  };
  if (!out.front().proposal.predictors().empty()) {
    const Vector predictor = fitted_.draws.col(out.front().proposal.predictors().front());
    const Vector mean = fitted_.draws.transpose() * fitted_.weights;
    const Matrix covariance = weighted_covariance(fitted_.draws, mean, fitted_.weights);
    for (const double sign : {1.0, -1.0}) add({fitted_.draws, weights_of_end(sign * predictor), covariance}, kShareOfEnd);
  }
  if (region_) add(*region_, kShareOfRegion);
  return out;
}

// Those of the draws where `order` is smallest, sum 1.
Vector AdaptiveImportance::weights_of_end(const Vector& order) const {
  std::vector<Index> rows(static_cast<std::size_t>(order.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return order[a] < order[b]; });
  Vector out = Vector::Zero(order.size());
  double sum = 0;
  for (auto row = rows.begin(); row != rows.end() && sum < kEnd; ++row) sum += out[*row] = fitted_.weights[*row];
  return out / sum;
}

void AdaptiveImportance::weigh() {
  ImportanceWeights weights = smooth_importance_weights(fitted_.log_density.array() - log_sum_);
  usable_ = weights.used;
  fitted_.weights = std::move(weights.weights);
  fitted_.khat = weights.khat;
  fitted_.effective_sample_size = weights.effective_sample_size;
}

}  // namespace g2t
