// A multiple of q's own score, with its expectation: families know both, nothing is prepared.
#include <g2t/control_variates/entropy.hpp>

namespace g2t {
namespace {

class Entropy final : public ScoreApproximant {
 public:
  double sign() const override { return 1; }
  std::vector<Computation*> needs_of(GradientPart) override { return {}; }
  ScoreVectors vectors() const override { return ScoreVectors::own_score(); }
  void expect(const Family&, GradientPart, ExpectedScore& out) const override { out.own_score_weight = 1; }
};

}  // namespace

std::unique_ptr<ScoreApproximant> make_entropy() { return std::make_unique<Entropy>(); }

}  // namespace g2t
