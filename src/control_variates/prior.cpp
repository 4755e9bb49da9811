// The prior evaluated as a model of its own, with its exact expectations.
#include <g2t/control_variates/prior.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

class Prior final : public ScoreApproximant {
 public:
  explicit Prior(const Model& prior) : prior_(prior) {
    if (prior.expectation() == nullptr)
      throw InvalidArgument("make_prior", "prior", "this prior", "has no exact expectations");
  }

  double sign() const override { return 1; }
  std::vector<Computation*> needs_of(GradientPart) override { return {this}; }

  void prepare(const Family& q) override { prior_.expectation()->expect(q.gaussian(), exact_); }
  void evaluate(const Family&, const Batch& batch) override {
    evaluation_.resize(batch.draws.rows(), batch.draws.cols());
    prior_.evaluate(batch.draws, evaluation_);
  }
  ScoreVectors vectors() const override { return ScoreVectors::same(evaluation_.score); }
  void expect(const Family& q, GradientPart part, ExpectedScore& out) const override {
    out.mean = exact_.score;
    if (part == GradientPart::Mean) return;
    if (q.structure() == Structure::LowRank) {
      out.seen_diagonal = exact_.hessian_diagonal;
      out.seen_products = exact_.hessian_products;
    } else if (exact_.hessian.size() > 0)
      out.dense = exact_.hessian;
    else
      out.diagonal = exact_.hessian_diagonal;
  }

 private:
  const Model& prior_;
  ExpectedLogDensity exact_;
  Evaluation evaluation_;
};

}  // namespace

std::unique_ptr<ScoreApproximant> make_prior(const Model& prior) { return std::make_unique<Prior>(prior); }

}  // namespace g2t
