// Its expectation is known beforehand, a precision of 1: nothing is prepared.
#include <g2t/control_variates/entropy_term.hpp>

namespace g2t {
namespace {

class EntropyTerm final : public Term {
 public:
  EntropyTerm() { expected_.precision = 1; }

  const std::string& name() const override { return name_; }
  double sign() const override { return 1; }
  Work* shared_work() override { return nullptr; }
  void prepare(const Family&) override {}
  void evaluate(const Family& q, const Batch& batch) override { q.score(batch.normals, score_); }
  ScoreVectors vectors() const override { return ScoreVectors::same(score_); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  std::string name_ = "entropy";
  Matrix score_;
  ExpectedScore expected_;
};

}  // namespace

std::unique_ptr<Term> make_entropy_term() { return std::make_unique<EntropyTerm>(); }

}  // namespace g2t
