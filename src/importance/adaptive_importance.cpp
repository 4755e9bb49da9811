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

constexpr double kEnough = 6000;        // effective draws: fewer may not have seen what q hides
constexpr double kEven = 0.8;           // of the draws: above, weights are even enough
constexpr double kEnd = 0.15;           // of the weight, at either end of a predictor
constexpr double kShareOfEnd = 0.2;     // of a stage's draws, for each end
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
  [[nodiscard]] const Matrix& draws() const { return draws_; }
  [[nodiscard]] const Vector& log_density() const { return log_density_; }

  [[nodiscard]] Index evaluations() const { return evaluations_; }

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

bool are_weights_enough(double khat, double effective_sample_size, Index draw_count) {
  return khat < kTrustedKhat &&
         (effective_sample_size >= kEnough || effective_sample_size >= kEven * static_cast<double>(draw_count));
}

bool can_adapt(const ImportanceWeights& weights, Index draw_count) {
  const bool are_even = weights.effective_sample_size >= kEvenWeights * static_cast<double>(draw_count);
  return weights.used > 0 && !are_weights_enough(weights.khat, weights.effective_sample_size, draw_count) &&
         (weights.khat <= 1 || are_even);
}

AdaptedDraws adapt_importance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                              Index max_draws, const SampleStreams& sample, const StopRule& stop) {
  Mixture mixture(q, draws, log_density);
  const auto is_enough = [&] {
    return are_weights_enough(mixture.weights().khat, mixture.weights().effective_sample_size, mixture.draws().rows());
  };
  for (Index stage = 0; !is_enough(); ++stage) {
    const Index made = mixture.draws().rows(), share = draws.cols() > kManyParameters ? made : made / 3;
    const Index next = std::min(std::max(draws.rows(), share), max_draws - made);
    if (next <= 0 || mixture.weights().used == 0 || (stop && stop(made))) break;
    if (!mixture.add_stage(model, next, sample, stage, stop)) break;
  }
  return {mixture.draws(),
          mixture.log_density(),
          mixture.weights().weights,
          mixture.weights().khat,
          mixture.weights().effective_sample_size,
          mixture.evaluations()};
}

}  // namespace g2t
