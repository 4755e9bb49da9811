// A view of an approximant: the vectors of one part, and an expectation that is zero outside the range.
#include <g2t/control_variates/score_approximant.hpp>

namespace g2t {
namespace {

class PartTerm final : public Term {
 public:
  PartTerm(std::string name, ScoreApproximant& approximant, GradientPart part, ParameterRange range)
      : name_(std::move(name)), approximant_(approximant), part_(part), range_(range) {}

  const std::string& name() const override { return name_; }
  double sign() const override { return approximant_.sign(); }
  std::vector<Computation*> needs() const override { return approximant_.needs_of(part_); }
  bool is_free() const override { return true; }

  void prepare(const Family& q) override {
    expected_.set_zero();
    approximant_.expect(q, part_, expected_);
    if (part_ == GradientPart::Scale) expected_.mean.resize(0);
    if (part_ == GradientPart::Mean) {
      expected_.own_score_weight = 0;
      expected_.diagonal.resize(0);
      expected_.dense.resize(0, 0);
      expected_.seen_diagonal.resize(0);
      expected_.seen_products.resize(0, 0);
    }
    if (!range_.is_all()) restrict_expectation(q);
  }
  void evaluate(const Family&, const Batch&) override {}

  ScoreVectors vectors() const override {
    ScoreVectors out = approximant_.vectors();
    if (part_ == GradientPart::Scale) out.location = nullptr, out.location_own_score_weight = 0;
    if (part_ == GradientPart::Mean) out.scale = nullptr, out.scale_own_score_weight = 0;
    out.range = range_;
    return out;
  }
  const ExpectedScore& expected() const override { return expected_; }

 private:
  // Of a diagonal q: only the diagonal of E[dv/dz] matters, with -1/s^2 times the own-score weight.
  void restrict_expectation(const Family& q) {
    const Index d = q.mean().size(), count = range_.count(d);
    const auto keep = [&](Vector& values) {
      values.head(range_.begin).setZero();
      values.tail(d - range_.begin - count).setZero();
    };
    if (expected_.mean.size() > 0) keep(expected_.mean);
    if (part_ == GradientPart::Mean) return;
    if (expected_.diagonal.size() == 0) expected_.diagonal.setZero(d);
    if (expected_.dense.size() > 0) expected_.diagonal += expected_.dense.diagonal();
    if (expected_.own_score_weight != 0)
      expected_.diagonal.array() -= expected_.own_score_weight / q.gaussian().scale.array().square();
    expected_.dense.resize(0, 0);
    expected_.own_score_weight = 0;
    keep(expected_.diagonal);
  }

  std::string name_;
  ScoreApproximant& approximant_;
  GradientPart part_;
  ParameterRange range_;
  ExpectedScore expected_;
};

}  // namespace

std::unique_ptr<Term> make_part_term(std::string name, ScoreApproximant& approximant, GradientPart part,
                                     ParameterRange range) {
  return std::make_unique<PartTerm>(std::move(name), approximant, part, range);
}

}  // namespace g2t
