// Exact second derivatives where the model has them, else differences of scores over a thousandth of q's sds.
#include <algorithm>
#include <g2t/control_variates/anchored_taylor.hpp>
#include <g2t/core/low_rank.hpp>

namespace g2t {
namespace {

constexpr double kDifference = 1e-3;  // in q's sds
constexpr Index kChunk = 64;          // points a batch

class AnchoredTaylor final : public ScoreApproximant {
 public:
  explicit AnchoredTaylor(const Model& model) : model_(model) {}

  double sign() const override { return -1; }
  std::vector<Computation*> needs_of(GradientPart) override { return {this}; }

  bool has_anchor() const override { return true; }
  Index anchor(const Family& q) override {
    const Index d = model_.dimension();
    anchor_ = q.mean();
    Index evaluations = 1;
    Evaluation at_anchor;
    at_anchor.resize(1, d);
    model_.evaluate(anchor_.transpose(), at_anchor);
    gradient_ = at_anchor.score.row(0);
    if (model_.curvature() != nullptr)
      model_.curvature()->hessian(anchor_, hessian_);
    else
      evaluations += difference_scores(standard_deviations(q.gaussian()));
    if (!gradient_.allFinite() || !hessian_.allFinite()) {
      gradient_.setZero(d);
      hessian_.setZero(d, d);
    }
    return evaluations;
  }

  void prepare(const Family& q) override {
    if (anchor_.size() == 0) anchor(q);
  }
  void evaluate(const Family&, const Batch& batch) override {
    displacement_ = batch.draws.rowwise() - anchor_.transpose();
    approximation_.noalias() = displacement_ * hessian_;
    approximation_.rowwise() += gradient_.transpose();
  }
  ScoreVectors vectors() const override { return ScoreVectors::same(approximation_); }
  void expect(const Family& q, GradientPart part, ExpectedScore& out) const override {
    if (part != GradientPart::Scale) out.mean = gradient_ + hessian_ * (q.mean() - anchor_);
    if (part == GradientPart::Mean) return;
    if (q.structure() == Structure::Dense)
      out.dense = hessian_;
    else if (q.structure() == Structure::LowRank) {
      out.seen_diagonal = hessian_.diagonal();
      out.seen_products = hessian_ * scaled_basis(q.gaussian());
    } else
      out.diagonal = hessian_.diagonal();
  }

 private:
  // Rows 2 i and 2 i + 1 of the points are a step forwards and backwards along parameter i.
  Index difference_scores(const Vector& sds) {
    const Index d = anchor_.size();
    hessian_.resize(d, d);
    Evaluation evaluation;
    for (Index first = 0; first < d; first += kChunk / 2) {
      const Index count = std::min(kChunk / 2, d - first);
      Matrix points = anchor_.transpose().replicate(2 * count, 1);
      for (Index k = 0; k < count; ++k) {
        points(2 * k, first + k) += kDifference * sds[first + k];
        points(2 * k + 1, first + k) -= kDifference * sds[first + k];
      }
      evaluation.resize(points.rows(), d);
      model_.evaluate(points, evaluation);
      for (Index k = 0; k < count; ++k) {
        const double width = points(2 * k, first + k) - points(2 * k + 1, first + k);
        hessian_.row(first + k) = (evaluation.score.row(2 * k) - evaluation.score.row(2 * k + 1)) / width;
      }
    }
    hessian_ = (0.5 * (hessian_ + hessian_.transpose())).eval();
    return 2 * d;
  }

  const Model& model_;
  Vector anchor_, gradient_;
  Matrix hessian_, displacement_, approximation_;
};

}  // namespace

std::unique_ptr<ScoreApproximant> make_anchored_taylor(const Model& model) {
  return std::make_unique<AnchoredTaylor>(model);
}

}  // namespace g2t
