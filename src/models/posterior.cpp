// A model as the sum of a log likelihood and a log prior, so that models write their likelihood only.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/posterior.hpp>
#include <limits>
#include <string>
#include <utility>

namespace g2t {
namespace {

class Posterior final : public Model, private Curvature, private Expectation, private RowSums {
 public:
  Posterior(std::unique_ptr<Likelihood> likelihood, NormalPrior prior)
      : likelihood_(std::move(likelihood)), prior_(std::move(prior)) {}

  [[nodiscard]] Index dimension() const override { return prior_.dimension(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return prior_.parameter_names(); }

  void evaluate(const Matrix& draws, Evaluation& out) const override {
    check_columns("evaluate", draws);
    out.resize(draws.rows(), dimension());
    out.log_density.setZero();
    out.score.setZero();
    likelihood_->add(draws, out.log_density, out.score);
    prior_.add(draws, out.log_density, out.score);
  }

  // A score overflows only far beyond where the density is of this size: whoever is there is evaluated whole.
  void log_densities(const Matrix& draws, Vector& out) const override {
    constexpr double kLargest = 1e100;
    check_columns("log_densities", draws);
    out.setZero(draws.rows());
    likelihood_->add_density(draws, out);
    prior_.add_density(draws, out);
    Vector alone;
    for (Index draw = 0; draw < draws.rows(); ++draw) {
      if (std::abs(out(draw)) < kLargest) continue;
      Model::log_densities(draws.row(draw), alone);
      out(draw) = alone(0);
    }
  }

  [[nodiscard]] const Curvature* curvature() const override { return this; }
  [[nodiscard]] const Expectation* expectation() const override {
    return supports(Structure::Diagonal) || supports(Structure::Dense) ? this : nullptr;
  }
  [[nodiscard]] const Model* prior() const override { return &prior_; }
  [[nodiscard]] const RowSums* row_sums() const override { return row_count() > 0 ? this : nullptr; }
  [[nodiscard]] Index lane_width() const override { return likelihood_->lane_width(); }
  [[nodiscard]] Index part_count() const override { return likelihood_->part_count(); }
  [[nodiscard]] bool is_thread_safe() const override { return true; }

 private:
  void check_columns(const std::string& function, const Matrix& draws) const {
    if (draws.cols() == dimension()) return;
    throw InvalidArgument(function, "draws", std::to_string(draws.cols()) + " columns",
                          "the model has " + std::to_string(dimension()) + " parameters");
  }
  void hessian(const Vector& point, Matrix& out) const override {
    out.setZero(dimension(), dimension());
    likelihood_->add_hessian(point, out);
    prior_.add_hessian(point, out);
  }
  void hessian_diagonal(const Vector& point, Vector& out) const override {
    out.setZero(dimension());
    likelihood_->add_hessian_diagonal(point, out);
    prior_.add_hessian_diagonal(point, out);
  }
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    products.setZero(vectors.rows(), dimension());
    likelihood_->add_hessian_times(point, vectors, products);
    prior_.add_hessian_times(point, vectors, products);
  }
  [[nodiscard]] bool supports(Structure structure) const override { return likelihood_->supports(structure); }
  void expect(const Gaussian& q, ExpectedLogDensity& out) const override {
    start_expectation(dimension(), out);
    likelihood_->add_expectation(q, out);
    prior_.add_expectation(q, out);
    finish_expectation(out);
  }

  [[nodiscard]] Index row_count() const override { return likelihood_->row_count(); }
  [[nodiscard]] RowSample sample(Index rows, std::uint64_t seed) const override {
    std::unique_ptr<Likelihood> likelihood = likelihood_->sample(rows, seed);
    if (likelihood == nullptr) return {};
    return {make_posterior(std::move(likelihood), prior_), rows};
  }

  std::unique_ptr<Likelihood> likelihood_;
  NormalPrior prior_;
};

}  // namespace

void Likelihood::add_density(const Matrix& draws, Vector& log_density) const {
  Matrix score = Matrix::Zero(draws.rows(), draws.cols());
  add(draws, log_density, score);
  for (Index draw = 0; draw < draws.rows(); ++draw)
    if (!score.row(draw).allFinite()) log_density(draw) = std::numeric_limits<double>::quiet_NaN();
}

std::unique_ptr<Likelihood> Likelihood::sample(Index&, std::uint64_t) const { return nullptr; }

Matrix& off_diagonal(ExpectedLogDensity& out) {
  if (out.hessian.size() == 0) out.hessian.setZero(out.score.size(), out.score.size());
  return out.hessian;
}

Matrix& direction_products(const Gaussian& q, ExpectedLogDensity& out) {
  if (out.hessian_products.size() == 0) out.hessian_products.setZero(q.dimension(), q.rank());
  return out.hessian_products;
}

void start_expectation(Index dimension, ExpectedLogDensity& out) {
  out.value = 0;
  out.score.setZero(dimension);
  out.hessian_diagonal.setZero(dimension);
  out.hessian.resize(0, 0);
  out.hessian_products.resize(0, 0);
}

void finish_expectation(ExpectedLogDensity& out) {
  if (out.hessian.size() > 0) out.hessian.diagonal() = out.hessian_diagonal;
}

std::unique_ptr<Model> make_posterior(std::unique_ptr<Likelihood> likelihood, NormalPrior prior) {
  if (likelihood == nullptr) throw InvalidArgument("make_posterior", "likelihood", "null", "must be given");
  if (likelihood->dimension() != prior.dimension()) {
    throw InvalidArgument("make_posterior", "prior", std::to_string(prior.dimension()) + " parameters",
                          "the likelihood has " + std::to_string(likelihood->dimension()));
  }
  return std::make_unique<Posterior>(std::move(likelihood), std::move(prior));
}

}  // namespace g2t
