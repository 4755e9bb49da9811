// A multiple of q's own score, with its expectation: families know both, nothing is prepared.
#include <g2t/control_variates/entropy_term.hpp>

namespace g2t {
namespace {

class EntropyTerm final : public Term {
 public:
  EntropyTerm() { expected_.precision = 1; }

  const std::string& name() const override { return name_; }
  double sign() const override { return 1; }
  Work* shared_work() override { return nullptr; }
  bool is_free() const override { return true; }
  void prepare(const Family&) override {}
  void evaluate(const Family&, const Batch&) override {}
  ScoreVectors vectors() const override { return ScoreVectors::own_score(); }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  std::string name_ = "entropy";
  ExpectedScore expected_;
};

}  // namespace

std::unique_ptr<Term> make_entropy_term() { return std::make_unique<EntropyTerm>(); }

}  // namespace g2t
