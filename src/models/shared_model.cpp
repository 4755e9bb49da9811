// A model's log density as a likelihood, so that it is shared as one; and the sum as a model again.
#include <g2t/core/errors.hpp>
#include <g2t/models/shared_rows.hpp>
#include <limits>
#include <utility>

namespace g2t {
namespace {

class ModelPart final : public Likelihood {
 public:
  explicit ModelPart(std::unique_ptr<Model> model) : model_(std::move(model)) {}

  [[nodiscard]] Index dimension() const override { return model_->dimension(); }
  // A draw that failed here is failed as a whole: its sums are not finite.
  void add(const Matrix& draws, Vector& log_density, Matrix& score) const override {
    Evaluation evaluation;
    evaluation.resize(draws.rows(), draws.cols());
    model_->evaluate(draws, evaluation);
    for (Index draw = 0; draw < draws.rows(); ++draw)
      if (evaluation.failed[static_cast<std::size_t>(draw)] != 0)
        evaluation.log_density(draw) = std::numeric_limits<double>::quiet_NaN();
    log_density += evaluation.log_density;
    score += evaluation.score;
  }
  void add_density(const Matrix& draws, Vector& log_density) const override {
    Vector values;
    model_->log_densities(draws, values);
    log_density += values;
  }
  void add_hessian(const Vector& point, Matrix& out) const override {
    Matrix hessian;
    model_->curvature()->hessian(point, hessian);
    out += hessian;
  }
  void add_hessian_diagonal(const Vector& point, Vector& out) const override {
    Vector diagonal;
    model_->curvature()->hessian_diagonal(point, diagonal);
    out += diagonal;
  }
  void add_hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    Matrix part;
    model_->curvature()->hessian_times(point, vectors, part);
    products += part;
  }
  [[nodiscard]] bool supports(Structure /*structure*/) const override { return false; }
  void add_expectation(const Gaussian& /*q*/, ExpectedLogDensity& /*out*/) const override {}  // supports() none
  [[nodiscard]] Index lane_width() const override { return model_->lane_width(); }

 private:
  std::unique_ptr<Model> model_;
};

class SharedModel final : public Model, private Curvature {
 public:
  SharedModel(std::unique_ptr<Likelihood> sum, const Model& part) : sum_(std::move(sum)), part_(part) {}

  [[nodiscard]] Index dimension() const override { return part_.dimension(); }
  [[nodiscard]] std::vector<std::string> parameter_names() const override { return part_.parameter_names(); }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.resize(draws.rows(), draws.cols());
    out.log_density.setZero();
    out.score.setZero();
    sum_->add(draws, out.log_density, out.score);
  }
  void log_densities(const Matrix& draws, Vector& out) const override {
    out.setZero(draws.rows());
    sum_->add_density(draws, out);
  }
  [[nodiscard]] const Curvature* curvature() const override { return part_.curvature() == nullptr ? nullptr : this; }
  [[nodiscard]] const Expectation* expectation() const override { return nullptr; }
  [[nodiscard]] const Model* prior() const override { return nullptr; }  // that of one process is not known to the others
  [[nodiscard]] Index lane_width() const override { return part_.lane_width(); }
  [[nodiscard]] bool is_thread_safe() const override { return false; }

 private:
  void hessian(const Vector& point, Matrix& out) const override {
    out.setZero(dimension(), dimension());
    sum_->add_hessian(point, out);
  }
  void hessian_diagonal(const Vector& point, Vector& out) const override {
    out.setZero(dimension());
    sum_->add_hessian_diagonal(point, out);
  }
  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    products.setZero(vectors.rows(), dimension());
    sum_->add_hessian_times(point, vectors, products);
  }

  std::unique_ptr<Likelihood> sum_;
  const Model& part_;  // owned by sum_
};

}  // namespace

std::unique_ptr<Model> share_model(std::unique_ptr<Model> part, Communicator& communicator) {
  if (part == nullptr) throw InvalidArgument("share_model", "part", "null", "must be given");
  const Model& own = *part;
  std::unique_ptr<Likelihood> likelihood = std::make_unique<ModelPart>(std::move(part));
  if (communicator.is_first()) return std::make_unique<SharedModel>(share_rows(std::move(likelihood), communicator), own);
  serve_rows(likelihood.get(), communicator);
  return nullptr;
}

}  // namespace g2t
