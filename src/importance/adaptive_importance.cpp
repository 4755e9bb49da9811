// Stages add a third of the draws so far, or as many, from proposals fitted to the weighted draws: one for all of them,
// one for either end of the first predictor.
#include <importance/adaptive_importance.h>
#include <importance/triangular_proposal.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <iterator>
#include <numeric>

namespace g2t {
namespace {

constexpr double kEven = 0.8;           // of the draws: above, weights are even enough
constexpr double kEnd = 0.15;           // of the weight, at either end of a predictor
constexpr double kShareOfEnd = 0.2;     // of a stage's draws, for each end
constexpr double kShareOfQ = 0.1;       // of the fresh draws
constexpr double kPessimism = 1.5;      // fresh draws are less even than those that proposals were fitted to
constexpr Index kManyParameters = 100;  // above, proposals are expensive: stages double

// A proposal and how many draws are its own.
struct Counted {
  TriangularProposal proposal;
  Index count = 0;
  [[nodiscard]] Eigen::ArrayXd log_density(const Matrix& draws) const {
    return proposal.log_density(draws) + std::log(static_cast<double>(count));
  }
};

// Draws, densities of the model and of all proposals at them, and what follows from those.
class Mixture {
 public:
  Mixture(const Gaussian& q, const Matrix& draws, const Vector& log_density) : draws_(draws), log_density_(log_density) {
    const Matrix root = q.structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
    q_covariance_ = root * root.transpose();
    proposals_.push_back({TriangularProposal(q), draws.rows()});
    log_sum_ = proposals_.front().log_density(draws);
    weigh();
  }

  [[nodiscard]] const ImportanceWeights& weights() const { return weights_; }
  [[nodiscard]] Index draw_count() const { return draws_.rows(); }
  [[nodiscard]] WeightedDraws weighted() const {
    return {draws_, log_density_, weights_.weights, weights_.khat, weights_.effective_sample_size};
  }
  [[nodiscard]] Index evaluations() const { return evaluations_; }

  // How many fresh draws will be enough, about.
  [[nodiscard]] double needed(double enough) const {
    return kPessimism * enough * static_cast<double>(draw_count()) / std::max(weights_.effective_sample_size, 1.0);
  }

  // From new proposals and q; empty if the stopping rule ended it.
  [[nodiscard]] WeightedDraws fresh(const Model& model, Index count, const SampleStreams& sample, const StopRule& stop) {
    const Index of_q = static_cast<Index>(kShareOfQ * static_cast<double>(count));
    std::vector<Counted> mixture = fitted_proposals(count - of_q);
    if (mixture.empty() || of_q == 0) return {};
    mixture.push_back({proposals_.front().proposal, of_q});
    WeightedDraws out;
    out.draws.resize(count, draws_.cols());
    Index made = 0, number = 0;
    for (const Counted& one : mixture) {
      out.draws.middleRows(made, one.count) =
          one.proposal.draw(one.count, sample.final_proposal(number), sample.final_tails(number));
      made += one.count, ++number;
    }
    const StopRule is_over = stop ? StopRule([&](Index done) { return stop(draw_count() + done); }) : StopRule{};
    evaluations_ += log_densities_until(model, out.draws, is_over, out.log_density);
    if (out.log_density.size() < count) return {};
    Eigen::ArrayXd sum;
    for (const Counted& one : mixture)
      sum = sum.size() == 0 ? one.log_density(out.draws) : log_sum(sum, one.log_density(out.draws));
    const ImportanceWeights weights = smooth_importance_weights(out.log_density.array() - sum);
    out.weights = weights.weights;
    out.khat = weights.khat;
    out.effective_sample_size = weights.effective_sample_size;
    return out;
  }

  // False if no proposal can be made of the weights, or the stopping rule ended it.
  bool add_stage(const Model& model, Index draw_count, const SampleStreams& sample, Index stage, const StopRule& stop) {
    const auto is_over = [&](Index done) { return stop && stop(draws_.rows() + done); };
    const std::vector<Counted> next = fitted_proposals(draw_count);
    if (next.empty() || is_over(0)) return false;
    Matrix more(draw_count, draws_.cols());
    Index made = 0, number = 0;
    for (const Counted& one : next) {
      more.middleRows(made, one.count) =
          one.proposal.draw(one.count, sample.proposal(stage, number), sample.tails(stage, number));
      made += one.count;
      ++number;
    }
    Vector density;
    evaluations_ += log_densities_until(model, more, stop ? StopRule(is_over) : StopRule{}, density);
    if (density.size() < draw_count) return false;
    Eigen::ArrayXd sum = log_sum_, sum_of_more;
    const auto add = [&](const std::vector<Counted>& proposals, const Matrix& at, Eigen::ArrayXd& to) {
      for (const Counted& one : proposals) {
        if (is_over(draw_count)) return false;
        to = to.size() == 0 ? one.log_density(at) : log_sum(to, one.log_density(at));
      }
      return true;
    };
    if (!add(next, draws_, sum) || !add(proposals_, more, sum_of_more) || !add(next, more, sum_of_more)) return false;
    std::copy(next.begin(), next.end(), std::back_inserter(proposals_));
    log_sum_ = sum;
    append(draws_, more);
    append(log_density_, density);
    append(log_sum_, sum_of_more);
    weigh();
    return true;
  }

 private:
  // Empty if the one for all is not usable.
  [[nodiscard]] std::vector<Counted> fitted_proposals(Index draw_count) const {
    std::vector<Counted> out;
    out.push_back({TriangularProposal(draws_, weights_.weights, q_covariance_), draw_count});
    if (!out.front().proposal.is_usable()) return {};
    if (out.front().proposal.predictors().empty()) return out;
    const Vector predictor = draws_.col(out.front().proposal.predictors().front());
    const Vector mean = draws_.transpose() * weights_.weights;
    const Matrix centred = draws_.rowwise() - mean.transpose();
    const Matrix covariance = centred.transpose() * weights_.weights.asDiagonal() * centred;
    for (const double sign : {1.0, -1.0}) {
      const auto count = static_cast<Index>(kShareOfEnd * static_cast<double>(draw_count));
      TriangularProposal end(draws_, weights_of_end(sign * predictor), covariance);
      if (!end.is_usable() || count == 0) continue;
      out.front().count -= count;
      out.push_back({std::move(end), count});
    }
    return out;
  }

  // Those of the draws where `order` is smallest, sum 1.
  [[nodiscard]] Vector weights_of_end(const Vector& order) const {
    std::vector<Index> rows(static_cast<std::size_t>(order.size()));
    std::iota(rows.begin(), rows.end(), Index{0});
    std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return order[a] < order[b]; });
    Vector out = Vector::Zero(order.size());
    double sum = 0;
    for (auto row = rows.begin(); row != rows.end() && sum < kEnd; ++row) sum += out[*row] = weights_.weights[*row];
    return out / sum;
  }

  template <class Rows>
  static void append(Rows& rows, const Rows& more) {
    rows.conservativeResize(rows.rows() + more.rows(), rows.cols());
    rows.bottomRows(more.rows()) = more;
  }

  void weigh() { weights_ = smooth_importance_weights(log_density_.array() - log_sum_); }

  Matrix draws_, q_covariance_;
  Vector log_density_;
  std::vector<Counted> proposals_;
  Eigen::ArrayXd log_sum_;  // [draw_count], of the proposals' densities times their numbers of draws
  ImportanceWeights weights_;
  Index evaluations_ = 0;
};

}  // namespace

bool are_weights_enough(double khat, double effective_sample_size, Index draw_count, double enough) {
  return khat < kTrustedKhat &&
         (effective_sample_size >= enough || effective_sample_size >= kEven * static_cast<double>(draw_count));
}

bool can_adapt(const ImportanceWeights& weights, Index draw_count, double enough) {
  const bool are_even = weights.effective_sample_size >= kEvenWeights * static_cast<double>(draw_count);
  return weights.used > 0 && !are_weights_enough(weights.khat, weights.effective_sample_size, draw_count, enough) &&
         (weights.khat <= 1 || are_even);
}

AdaptedDraws adapt_importance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                              const AdaptiveSettings& settings, const SampleStreams& sample, const StopRule& stop) {
  Mixture mixture(q, draws, log_density);
  AdaptedDraws out;
  const auto left = [&] { return settings.max_draws - mixture.draw_count(); };
  const auto is_over = [&] { return mixture.weights().used == 0 || (stop && stop(mixture.draw_count())); };
  for (Index stage = 0; !is_over(); ++stage) {
    const double needed = mixture.needed(settings.enough);
    if (stage > 0 && needed <= static_cast<double>(left()) && mixture.weights().khat < kTrustedKhat) {
      out.fresh = mixture.fresh(model, static_cast<Index>(needed), sample, stop);
      break;
    }
    const Index made = mixture.draw_count(), share = draws.cols() > kManyParameters ? made : made / 3;
    const Index next = std::min(std::max(draws.rows(), share), left());
    if (next < draws.rows() || !mixture.add_stage(model, next, sample, stage, stop)) break;
  }
  out.fitted = mixture.weighted();
  out.evaluations = mixture.evaluations();
  return out;
}

}  // namespace g2t
