// The anchored expansion: taylor's own where it was anchored, still of mean zero when q has moved on, and zero nowhere.
#include <gtest/gtest.h>

#include <cmath>
#include <families/family_cases.hpp>
#include <g2t/control_variates/anchored_taylor.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <support/targets_gaussian.hpp>
#include <support/targets_shapes.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

/// -sum z^4 / 4 + z1 z2 ... : no second derivatives are offered, and those that there are vary.
struct AnchoredQuartic {
  Index size = 3;

  Index dimension() const { return size; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z.array().cube();
    double sum = -0.25 * z.array().pow(4).sum();
    for (Index i = 0; i + 1 < size; ++i) {
      sum += 0.5 * z[i] * z[i + 1];
      gradient[i] += 0.5 * z[i + 1];
      gradient[i + 1] += 0.5 * z[i];
    }
    return sum;
  }
  Matrix hessian(const Vector& z) const {
    Matrix out = (-3 * z.array().square()).matrix().asDiagonal();
    for (Index i = 0; i + 1 < size; ++i) out(i, i + 1) = out(i + 1, i) = 0.5;
    return out;
  }
  Vector score(const Vector& z) const {
    Vector gradient = Vector::Zero(size);
    log_density(z, gradient);
    return gradient;
  }
};

// The approximant and the whole term made of it, run together.
class AnchoredTerm {
 public:
  explicit AnchoredTerm(const Model& model)
      : approximant_(make_anchored_taylor(model)), term_(make_part_term("anchored-taylor", *approximant_)) {}

  Index anchor(const Family& q) { return approximant_->anchor(q); }
  void prepare(const Family& q) {
    approximant_->prepare(q);
    term_->prepare(q);
  }
  void evaluate(const Family& q, const Batch& batch) { approximant_->evaluate(q, batch); }
  ScoreVectors vectors() const { return term_->vectors(); }
  const ExpectedScore& expected() const { return term_->expected(); }
  const Term& term() const { return *term_; }

 private:
  std::unique_ptr<ScoreApproximant> approximant_;
  std::unique_ptr<Term> term_;
};

// A q elsewhere, of other scales.
Gaussian anchored_moved(Gaussian q) {
  q.mean += 0.3 * Vector::Ones(q.dimension());
  q.scale *= 1.7;
  q.cholesky *= 1.7;
  return q;
}

class AnchoredTaylor : public ::testing::TestWithParam<testing::FamilyCase> {
 protected:
  static constexpr Index kDimension = 3;
  const Gaussian start_ = testing::wavy_gaussian(GetParam().structure, kDimension);
  const std::unique_ptr<Family> q_ = GetParam().make(start_);
  Batch batch_;

  void run(AnchoredTerm& term, const Model& model, Index draws) {
    draw_batch(model, *q_, {1, Purpose::Check, 0}, draws, false, batch_);
    term.prepare(*q_);
    term.evaluate(*q_, batch_);
  }
};

TEST_P(AnchoredTaylor, IsTaylorWhereItWasAnchored) {
  const testing::GaussianModel model(Vector::Ones(kDimension), testing::wavy_precision(kDimension));
  const TermSet terms = testing::all_terms(model, GetParam().structure);
  EXPECT_EQ(terms.anchor(*q_), 1);  // a density: second derivatives are exact here
  draw_batch(model, *q_, {1, Purpose::Check, 0}, 4, false, batch_);
  testing::run_terms(terms, *q_, batch_);
  const Term &taylor = terms[terms.index_of("taylor")], &anchored = terms[terms.index_of("anchored-taylor")];
  EXPECT_EQ(anchored.sign(), taylor.sign());
  for (Index s = 0; s < 4; ++s) {
    const Vector expected = testing::gradient_of_draw(taylor, *q_, batch_, s);
    EXPECT_LT((testing::gradient_of_draw(anchored, *q_, batch_, s) - expected).norm(), 1e-11 * expected.norm());
  }
}

TEST_P(AnchoredTaylor, StaysWhereItWasAnchored) {
  const AnchoredQuartic density;
  const std::unique_ptr<Model> model = make_model(density);
  AnchoredTerm term(*model);
  EXPECT_EQ(term.anchor(*q_), 1 + 2 * kDimension);
  q_->set_gaussian(anchored_moved(start_));
  run(term, *model, 3);
  const Matrix centred = batch_.draws.rowwise() - start_.mean.transpose();
  const Matrix expected = (centred * density.hessian(start_.mean)).rowwise() + density.score(start_.mean).transpose();
  EXPECT_LT((*term.vectors().location - expected).norm(), 1e-5 * expected.norm());
  EXPECT_TRUE(term.vectors().is_same());
  EXPECT_EQ(term.vectors().scale_own_score_weight, 0);
  // Anchored anew it is another one.
  term.anchor(*q_);
  term.prepare(*q_);
  term.evaluate(*q_, batch_);
  EXPECT_GT((*term.vectors().location - expected).norm(), 0.1 * expected.norm());
}

TEST_P(AnchoredTaylor, HasMeanZeroAwayFromItsAnchor) {
  const std::unique_ptr<Model> model = make_model(AnchoredQuartic{});
  AnchoredTerm term(*model);
  term.anchor(*q_);
  q_->set_gaussian(anchored_moved(start_));
  const Index count = 1000;
  run(term, *model, count);
  Vector sum = Vector::Zero(q_->coordinate_count()), squares = sum;
  for (Index s = 0; s < count; ++s) {
    const Vector gradient = testing::gradient_of_draw(term.term(), *q_, batch_, s);
    sum += gradient;
    squares += gradient.cwiseAbs2();
  }
  const double n = static_cast<double>(count);
  const Vector mean = sum / n, standard_error = ((squares / n - mean.cwiseAbs2()) / n).cwiseSqrt();
  EXPECT_LT(mean.cwiseQuotient(standard_error).cwiseAbs().maxCoeff(), 5);
  // The exact part is no small thing beside that: it would be seen if it were that of another place.
  Vector exact;
  q_->expected_pull_back(term.expected(), exact);
  EXPECT_GT(exact.cwiseQuotient(standard_error).cwiseAbs().maxCoeff(), 40);
}

INSTANTIATE_TEST_SUITE_P(All, AnchoredTaylor, ::testing::ValuesIn(testing::family_cases()), testing::case_name);

// Hessian of a term at its anchor: the vectors of unit displacements, less those of none.
Matrix anchored_hessian(AnchoredTerm& term, const Family& q, Index d) {
  Batch batch;
  batch.draws = Matrix::Zero(d + 1, d);
  batch.draws.bottomRows(d).setIdentity();
  batch.draws.rowwise() += q.mean().transpose();
  term.prepare(q);
  term.evaluate(q, batch);
  const Matrix vectors = *term.vectors().location;
  return vectors.bottomRows(d).rowwise() - vectors.row(0);
}

TEST(AnchoredTaylorTerm, DifferencesAreTheHessian) {
  const AnchoredQuartic density;
  const std::unique_ptr<Model> model = make_model(density);
  const std::unique_ptr<Family> q = make_full_rank(testing::wavy_gaussian(Structure::Dense, 3));
  AnchoredTerm term(*model);
  const Matrix exact = density.hessian(q->mean()), seen = anchored_hessian(term, *q, 3);
  EXPECT_LT((seen - exact).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((term.expected().dense - exact).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((term.expected().mean - density.score(q->mean())).norm(), 1e-14);
}

TEST(AnchoredTaylorTerm, DifferencesOfManyParametersComeInChunks) {
  const Index d = 70;
  const testing::Autoregression density{testing::wave(d), testing::geometric(d, 0.01, 100), 0.5};
  const std::unique_ptr<Model> model = make_model(density);
  Gaussian start = isotropic_gaussian(Structure::Diagonal, Vector::Zero(d), 1);
  start.scale = density.conditional_sds();
  const std::unique_ptr<Family> q = make_mean_field(start);
  AnchoredTerm term(*model);
  EXPECT_EQ(term.anchor(*q), 1 + 2 * d);
  const Matrix scaled = start.scale.asDiagonal() * anchored_hessian(term, *q, d) * start.scale.asDiagonal();
  // In q's units the precision is that of an autoregression: ones and two bands, but for the ends.
  Matrix expected = -Matrix::Identity(d, d);
  for (Index i = 0; i + 1 < d; ++i) {
    const double band = i == 0 || i + 2 == d ? 0.5 / std::sqrt(1.25) : 0.4;
    expected(i, i + 1) = expected(i + 1, i) = band;
  }
  EXPECT_LT((scaled - expected).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((term.expected().diagonal.cwiseProduct(start.scale.cwiseAbs2()).array() + 1).abs().maxCoeff(), 1e-5);
}

TEST(AnchoredTaylorTerm, AnchorsItselfWhenFirstUsed) {
  const AnchoredQuartic density;
  const std::unique_ptr<Model> model = make_model(density);
  const std::unique_ptr<Family> q = make_mean_field(testing::wavy_gaussian(Structure::Diagonal, 3));
  AnchoredTerm term(*model);
  const Vector mean = q->mean();
  term.prepare(*q);
  EXPECT_LT((term.expected().mean - density.score(mean)).norm(), 1e-14);
  q->set_gaussian(anchored_moved(q->gaussian()));
  term.prepare(*q);
  const Vector expected = density.score(mean) + density.hessian(mean) * (q->mean() - mean);
  EXPECT_LT((term.expected().mean - expected).norm(), 1e-5);
}

TEST(AnchoredTaylorTerm, IsAtHandInAStepThatExpands) {
  const std::unique_ptr<Model> model = make_model(AnchoredQuartic{});
  TermSet terms(make_base_term());
  add_control_variates({"anchored-taylor.mean", "anchored-taylor.scale"}, *model, Structure::Dense, terms);
  EXPECT_EQ(terms_at_hand(terms, Recipe{}).size(), 1u);
  EXPECT_EQ(terms_at_hand(terms, Recipe{"rep", {"anchored-taylor.mean"}, {1}, 1, false}).size(), 3u);
  const std::unique_ptr<Family> q = make_full_rank(testing::wavy_gaussian(Structure::Dense, 3));
  EXPECT_EQ(terms.anchor(*q), 1 + 2 * 3);  // once for both parts
}

void expect_anchored_zero(const Model& model, double at, Structure structure) {
  const std::unique_ptr<Family> q = make_natural(isotropic_gaussian(structure, Vector::Constant(1, at), 0.1));
  AnchoredTerm term(model);
  term.anchor(*q);
  q->set_gaussian(isotropic_gaussian(structure, Vector::Constant(1, 2), 0.1));
  Batch batch;
  draw_batch(model, *q, {1, Purpose::Check, 0}, 5, false, batch);
  term.prepare(*q);
  term.evaluate(*q, batch);
  EXPECT_EQ(*term.vectors().location, Matrix::Zero(5, 1));
  Vector exact;
  q->expected_pull_back(term.expected(), exact);
  EXPECT_EQ(exact, Vector::Zero(2));
  // A later anchor may be better.
  term.anchor(*q);
  term.prepare(*q);
  term.evaluate(*q, batch);
  EXPECT_TRUE(term.vectors().location->allFinite());
  EXPECT_GT(term.vectors().location->norm(), 0.1);
}

TEST(AnchoredTaylorTerm, IsZeroAtAnAnchorThatIsNotFinite) {
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    expect_anchored_zero(*make_model(testing::ZeroAtStart{}), 0, structure);  // no score
    expect_anchored_zero(*make_model(testing::HalfLine{testing::Outside::Nan}), -1, structure);
    expect_anchored_zero(*make_model(testing::HalfLine{testing::Outside::Throws}), -1, structure);
    expect_anchored_zero(*make_model(testing::HalfLine{testing::Outside::Nan}), 5e-5,
                         structure);  // its neighbour has none
  }
}

}  // namespace
}  // namespace g2t
