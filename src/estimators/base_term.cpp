// Returns the scores of the batch.
#include <g2t/estimators/base_term.hpp>

namespace g2t {
namespace {

class BaseTerm final : public Term {
 public:
  BaseTerm() { expected_.own_score_weight = 1; }

  const std::string& name() const override { return name_; }
  double sign() const override { return 1; }
  void prepare(const Family&) override {}
  // The score comes with the batch.
  void evaluate(const Family&, const Batch& batch) override { score_ = &batch.evaluation.score; }
  ScoreVectors vectors() const override { return ScoreVectors::same(*score_); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  std::string name_ = "rep";
  const Matrix* score_ = nullptr;
  ExpectedScore expected_;  // that of q's own score: subtracting it adds the entropy's gradient
};

}  // namespace

std::unique_ptr<Term> make_base_term() { return std::make_unique<BaseTerm>(); }

}  // namespace g2t
