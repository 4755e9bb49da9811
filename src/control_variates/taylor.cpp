// One expansion as three computations, prepared once per step, behind two approximants.
#include <g2t/control_variates/taylor.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/low_rank.hpp>

namespace g2t {

class TaylorGradient final : public Computation {
 public:
  explicit TaylorGradient(const Model& model) : model_(model) {}

  void prepare(const Family& q) override {
    const Matrix mean = q.mean().transpose();
    at_mean_.resize(1, q.mean().size());
    model_.evaluate(mean, at_mean_);
    value_ = at_mean_.score.row(0);
    ++round_;
  }
  void evaluate(const Family&, const Batch& batch) override {
    rows_ = value_.transpose().replicate(batch.draw_count(), 1);
  }
  [[nodiscard]] const Vector& value() const { return value_; }
  /// How often it was prepared: identifies the present expansion.
  [[nodiscard]] Index round() const { return round_; }
  /// [draw_count x dimension], g0 for every draw.
  [[nodiscard]] const Matrix& rows() const { return rows_; }

 private:
  const Model& model_;
  Evaluation at_mean_;
  Vector value_;
  Matrix rows_;
  Index round_ = 0;
};

class TaylorCurvature final : public Computation {
 public:
  TaylorCurvature(const Model& model, TaylorGradient& gradient) : model_(model), gradient_(gradient) {}

  std::vector<Computation*> needs() const override { return {&gradient_}; }
  void prepare(const Family& q) override {
    round_ = gradient_.round();
    is_dense_ = q.structure() == Structure::Dense;
    products_.resize(q.mean().size(), 0);
    if (q.structure() == Structure::LowRank && q.gaussian().rank() > 0) {
      const Matrix directions = scaled_basis(q.gaussian()).transpose();
      Matrix products;
      model_.curvature()->hessian_times(q.mean(), directions, products);
      products_ = products.transpose();
    }
    is_low_rank_ = q.structure() == Structure::LowRank;
    if (is_dense_)
      model_.curvature()->hessian(q.mean(), hessian_);
    else
      model_.curvature()->hessian_diagonal(q.mean(), diagonal_);
  }
  void evaluate(const Family&, const Batch&) override {}
  /// True if the whole H of the present expansion was computed.
  [[nodiscard]] bool has_hessian() const { return is_dense_ && round_ == gradient_.round(); }
  [[nodiscard]] const Matrix& hessian() const { return hessian_; }
  void expect(ExpectedScore& out) const {
    if (is_dense_)
      out.dense = hessian_;
    else if (is_low_rank_)
      out.seen_diagonal = diagonal_, out.seen_products = products_;
    else
      out.diagonal = diagonal_;
  }

 private:
  const Model& model_;
  TaylorGradient& gradient_;
  Vector diagonal_;
  Matrix hessian_, products_;  // H, and H diag(scale) basis of a low-rank q
  bool is_dense_ = false, is_low_rank_ = false;
  Index round_ = 0;
};

class TaylorProducts final : public Computation {
 public:
  TaylorProducts(const Model& model, TaylorGradient& gradient, const TaylorCurvature& curvature)
      : model_(model), gradient_(gradient), curvature_(curvature) {}

  std::vector<Computation*> needs() const override { return {&gradient_}; }
  void prepare(const Family&) override {}
  void evaluate(const Family& q, const Batch& batch) override {
    displacement_ = batch.draws.rowwise() - q.mean().transpose();
    if (curvature_.has_hessian())
      approximation_.noalias() = displacement_ * curvature_.hessian();
    else
      model_.curvature()->hessian_times(q.mean(), displacement_, approximation_);
    approximation_.rowwise() += gradient_.value().transpose();
  }
  [[nodiscard]] const Matrix& approximation() const { return approximation_; }

 private:
  const Model& model_;
  TaylorGradient& gradient_;
  const TaylorCurvature& curvature_;
  Matrix displacement_, approximation_;
};

TaylorExpansion::TaylorExpansion(const Model& model) {
  if (model.curvature() == nullptr)
    throw InvalidArgument("TaylorExpansion", "model", "this model", "has no second derivatives");
  gradient = std::make_unique<TaylorGradient>(model);
  curvature = std::make_unique<TaylorCurvature>(model, *gradient);
  products = std::make_unique<TaylorProducts>(model, *gradient, *curvature);
}

TaylorExpansion::~TaylorExpansion() = default;

namespace {

class Taylor final : public ScoreApproximant {
 public:
  explicit Taylor(TaylorExpansion& expansion) : expansion_(expansion) {}

  double sign() const override { return -1; }
  std::vector<Computation*> needs_of(GradientPart part) override {
    if (part == GradientPart::Mean) return {expansion_.products.get()};
    return {expansion_.curvature.get(), expansion_.products.get()};
  }
  ScoreVectors vectors() const override { return ScoreVectors::same(expansion_.products->approximation()); }
  void expect(const Family&, GradientPart part, ExpectedScore& out) const override {
    out.mean = expansion_.gradient->value();
    if (part != GradientPart::Mean) expansion_.curvature->expect(out);
  }

 private:
  TaylorExpansion& expansion_;
};

class TaylorWithoutCurvature final : public ScoreApproximant {
 public:
  explicit TaylorWithoutCurvature(TaylorExpansion& expansion) : expansion_(expansion) {}

  double sign() const override { return -1; }
  std::vector<Computation*> needs_of(GradientPart part) override {
    if (part == GradientPart::Scale) return {expansion_.gradient.get()};
    return {expansion_.products.get()};
  }
  ScoreVectors vectors() const override {
    return {&expansion_.products->approximation(), &expansion_.gradient->rows()};
  }
  void expect(const Family&, GradientPart, ExpectedScore& out) const override {
    out.mean = expansion_.gradient->value();
  }

 private:
  TaylorExpansion& expansion_;
};

}  // namespace

std::unique_ptr<ScoreApproximant> make_taylor(TaylorExpansion& expansion) {
  return std::make_unique<Taylor>(expansion);
}

std::unique_ptr<ScoreApproximant> make_taylor_products(TaylorExpansion& expansion) {
  return std::make_unique<TaylorWithoutCurvature>(expansion);
}

}  // namespace g2t
