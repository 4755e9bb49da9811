// The prior evaluated as a model of its own, with its exact expectations.
#include <g2t/control_variates/prior_term.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

class PriorTerm final : public Term {
 public:
  explicit PriorTerm(const Model& prior) : prior_(prior) {
    if (prior.expectation() == nullptr)
      throw InvalidArgument("make_prior_term", "prior", "this prior", "has no exact expectations");
  }

  const std::string& name() const override { return name_; }
  double sign() const override { return 1; }
  Work* shared_work() override { return nullptr; }

  void prepare(const Family& q) override {
    prior_.expectation()->expect(q.gaussian(), exact_);
    expected_.mean = exact_.score;
    expected_.dense = exact_.hessian;
    if (exact_.hessian.size() == 0)
      expected_.diagonal = exact_.hessian_diagonal;
    else
      expected_.diagonal.resize(0);
  }
  void evaluate(const Family&, const Batch& batch) override {
    evaluation_.resize(batch.draws.rows(), batch.draws.cols());
    prior_.evaluate(batch.draws, evaluation_);
  }
  ScoreVectors vectors() const override { return ScoreVectors::same(evaluation_.score); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  std::string name_ = "prior";
  const Model& prior_;
  ExpectedLogDensity exact_;
  Evaluation evaluation_;
  ExpectedScore expected_;
};

}  // namespace

std::unique_ptr<Term> make_prior_term(const Model& prior) { return std::make_unique<PriorTerm>(prior); }

}  // namespace g2t
