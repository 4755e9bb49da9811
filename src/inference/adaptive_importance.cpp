// Stages add a third of the draws so far, or as many; the proposal of each has the weighted mean and covariance, drawn towards q's where weights are few.
#include <inference/adaptive_importance.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/inference/importance.hpp>

namespace g2t {
namespace {

constexpr double kEnough = 6000;      // effective draws: fewer may not have seen what q hides
constexpr double kEven = 0.8;         // of the draws: what few uneven weights say of the posterior is what q says
constexpr double kMostTails = 0.75;   // of a proposal that is t; in many dimensions its draws miss the bulk
constexpr double kTailsOfOne = 7.5;   // times 1 / dimension
constexpr Index kManyParameters = 100;  // above, proposals are dear: stages double
constexpr int kHalfFreedom = 3;             // half the degrees of freedom of the proposals
constexpr double kDrawsPerParameter = 10;   // effective ones, for a covariance of its own
constexpr std::uint64_t kFirstStage = 16;   // iterations of Purpose::Elbo

// A mixture of a Student t, for tails, and a normal distribution of the same location and scale.
struct Proposal {
  Vector mean;
  Matrix root;  // lower triangular
  double t_share = 0;
  double count = 0;

  // Without the constant that normal proposals share.
  [[nodiscard]] Vector log_density(const Matrix& draws) const {
    Matrix standard = (draws.rowwise() - mean.transpose()).transpose();
    root.triangularView<Eigen::Lower>().solveInPlace(standard);
    const Eigen::ArrayXd squares = standard.colwise().squaredNorm().transpose().array();
    const double d = static_cast<double>(mean.size()), log_root = root.diagonal().array().log().sum();
    if (t_share == 0) return -0.5 * squares - log_root;
    constexpr double freedom = 2 * kHalfFreedom;
    const double constant = std::lgamma(0.5 * (freedom + d)) - std::lgamma(0.5 * freedom) - 0.5 * d * std::log(0.5 * freedom);
    const Eigen::ArrayXd of_t = std::log(t_share) + constant - 0.5 * (freedom + d) * (squares / freedom).log1p();
    const Eigen::ArrayXd of_normal = std::log(1 - t_share) - 0.5 * squares;
    const Eigen::ArrayXd larger = of_t.max(of_normal);
    return larger + ((of_t - larger).exp() + (of_normal - larger).exp()).log() - log_root;
  }

  [[nodiscard]] Matrix draw(Index draw_count, const StreamKey& key) const {
    Matrix normals(draw_count, mean.size());
    fill_normals(key, normals);
    const Index of_t = static_cast<Index>(std::lround(t_share * static_cast<double>(draw_count)));
    Matrix uniforms(of_t, kHalfFreedom);  // chi-squared by exponentials
    fill_uniforms({key.seed, key.purpose, key.iteration + (std::uint64_t{1} << 40)},
                  {uniforms.data(), static_cast<std::size_t>(uniforms.size())});
    const Vector half_squares = -uniforms.array().log().matrix().rowwise().sum();
    normals.topRows(of_t).array().colwise() *= (kHalfFreedom / half_squares.array()).sqrt();
    return (normals * root.transpose()).rowwise() + mean.transpose();
  }
};

// Draws, densities of the model and of each proposal at them, and what follows from those.
class Mixture {
 public:
  Mixture(const Gaussian& q, const Matrix& draws, const Vector& log_density) : draws_(draws), log_density_(log_density) {
    const Matrix root = q.structure == Structure::Dense ? q.cholesky : Matrix(q.scale.asDiagonal());
    q_covariance_ = root * root.transpose();
    proposals_.push_back({q.mean, root, 0, static_cast<double>(draws.rows())});
    proposals_logs_ = proposals_.front().log_density(draws);
    weigh();
  }

  [[nodiscard]] const ImportanceWeights& weights() const { return weights_; }
  [[nodiscard]] const Matrix& draws() const { return draws_; }

  // False if no proposal can be made of the weights.
  bool add_stage(const Model& model, Index draw_count, const StreamKey& key) {
    Proposal next;
    next.count = static_cast<double>(draw_count);
    next.t_share = std::min(kMostTails, kTailsOfOne / static_cast<double>(draws_.cols()));
    next.mean = draws_.transpose() * weights_.weights;
    const Matrix centred = draws_.rowwise() - next.mean.transpose();
    const double enough = kDrawsPerParameter * static_cast<double>(draws_.cols());
    const double share = std::min(1.0, weights_.effective_sample_size / enough);
    const Matrix covariance =
        share * (centred.transpose() * weights_.weights.asDiagonal() * centred) + (1 - share) * q_covariance_;
    const Eigen::LLT<Matrix> factor(covariance);
    if (factor.info() != Eigen::Success || !next.mean.allFinite()) return false;
    next.root = factor.matrixL();
    const Matrix more = next.draw(draw_count, key);
    Vector density;
    model.log_densities(more, density);
    Matrix all(draws_.rows() + draw_count, draws_.cols());
    all << draws_, more;
    Matrix logs(all.rows(), proposals_logs_.cols() + 1);
    for (std::size_t k = 0; k < proposals_.size(); ++k)
      logs.col(static_cast<Index>(k)) << proposals_logs_.col(static_cast<Index>(k)), proposals_[k].log_density(more);
    logs.rightCols(1) = next.log_density(all);
    proposals_logs_ = std::move(logs);
    draws_ = std::move(all);
    log_density_.conservativeResize(draws_.rows());
    log_density_.tail(draw_count) = density;
    proposals_.push_back(std::move(next));
    weigh();
    return true;
  }

 private:
  void weigh() {
    Matrix logs = proposals_logs_;
    for (std::size_t k = 0; k < proposals_.size(); ++k)
      logs.col(static_cast<Index>(k)).array() += std::log(proposals_[k].count / static_cast<double>(draws_.rows()));
    const Vector largest = logs.rowwise().maxCoeff();
    const Vector mixture = largest.array() + (logs.colwise() - largest).array().exp().rowwise().sum().log();
    weights_ = smooth_importance_weights(log_density_ - mixture);
  }

  Matrix draws_, q_covariance_;
  Vector log_density_;
  std::vector<Proposal> proposals_;
  Matrix proposals_logs_;  // [draw_count x proposal_count], log densities
  ImportanceWeights weights_;
};

}  // namespace

bool are_weights_enough(const ImportanceWeights& weights, Index draw_count) {
  const double effective = weights.effective_sample_size;
  return weights.khat < kTrustedKhat && (effective >= kEnough || effective >= kEven * static_cast<double>(draw_count));
}

AdaptedDraws adapt_importance(const Model& model, const Gaussian& q, const Matrix& draws, const Vector& log_density,
                              Index most_draws, std::uint64_t seed, const std::function<bool()>& should_stop) {
  Mixture mixture(q, draws, log_density);
  for (std::uint64_t stage = 0; !are_weights_enough(mixture.weights(), mixture.draws().rows()); ++stage) {
    const Index made = mixture.draws().rows(), share = draws.cols() > kManyParameters ? made : made / 3;
    const Index next = std::min(std::max(draws.rows(), share), most_draws - made);
    if (next <= 0 || mixture.weights().used == 0 || should_stop()) break;
    if (!mixture.add_stage(model, next, {seed, Purpose::Elbo, kFirstStage + stage})) break;
  }
  return {mixture.draws(), mixture.weights().weights, mixture.weights().khat, mixture.weights().effective_sample_size};
}

}  // namespace g2t
