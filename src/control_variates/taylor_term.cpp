// One expansion, prepared once a step, behind two terms.
#include <g2t/control_variates/taylor_term.hpp>

#include <g2t/core/errors.hpp>

namespace g2t {

TaylorExpansion::TaylorExpansion(const Model& model) : model_(model) {
  if (model.curvature() == nullptr)
    throw InvalidArgument("TaylorExpansion", "model", "this model", "has no second derivatives");
}

void TaylorExpansion::prepare(const Family& q) {
  const Matrix mean = q.mean().transpose();
  at_mean_.resize(1, q.mean().size());
  model_.evaluate(mean, at_mean_);
  gradient_ = at_mean_.score.row(0);
  if (q.structure() == Structure::Dense) model_.curvature()->hessian(q.mean(), hessian_);
}

void TaylorExpansion::evaluate(const Family& q, const Batch& batch) {
  displacement_ = batch.draws.rowwise() - q.mean().transpose();
  if (q.structure() == Structure::Dense)
    approximation_.noalias() = displacement_ * hessian_;
  else
    model_.curvature()->hessian_times(q.mean(), displacement_, approximation_);
  approximation_.rowwise() += gradient_.transpose();
}

namespace {

// What both terms have in common: name, sign and the expansion.
class ExpansionTerm : public Term {
 public:
  ExpansionTerm(std::string name, TaylorExpansion& expansion) : expansion_(expansion), name_(std::move(name)) {}

  const std::string& name() const final { return name_; }
  double sign() const final { return -1; }
  Work* shared_work() final { return &expansion_; }
  const ExpectedScore& expected() const final { return expected_; }

 protected:
  TaylorExpansion& expansion_;
  ExpectedScore expected_;

 private:
  std::string name_;
};

class TaylorTerm final : public ExpansionTerm {
 public:
  using ExpansionTerm::ExpansionTerm;

  void prepare(const Family& q) override {
    expected_.mean = expansion_.gradient();
    if (q.structure() == Structure::Dense)
      expected_.dense = expansion_.hessian();
    else
      expansion_.model().curvature()->hessian_diagonal(q.mean(), expected_.diagonal);
  }
  void evaluate(const Family&, const Batch&) override {}
  ScoreVectors vectors() const override { return ScoreVectors::same(expansion_.approximation()); }
};

class TaylorProductsTerm final : public ExpansionTerm {
 public:
  using ExpansionTerm::ExpansionTerm;

  void prepare(const Family&) override { expected_.mean = expansion_.gradient(); }
  void evaluate(const Family&, const Batch& batch) override {
    constant_ = expansion_.gradient().transpose().replicate(batch.draw_count(), 1);
  }
  ScoreVectors vectors() const override { return {&expansion_.approximation(), &constant_, 0}; }

 private:
  Matrix constant_;  // g0 for every draw
};

}  // namespace

std::unique_ptr<Term> make_taylor_term(TaylorExpansion& expansion) {
  return std::make_unique<TaylorTerm>("taylor", expansion);
}

std::unique_ptr<Term> make_taylor_products_term(TaylorExpansion& expansion) {
  return std::make_unique<TaylorProductsTerm>("taylor-products", expansion);
}

}  // namespace g2t
