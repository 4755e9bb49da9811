// Laws of every control variate in every family, and their registry.
#include <g2t/control_variates/control_variates.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/models/poisson.hpp>
#include <g2t/models/simulate.hpp>

#include <gtest/gtest.h>

#include <families/family_cases.hpp>
#include <support/own_logistic.hpp>
#include <support/terms.hpp>

namespace g2t {
namespace {

// A small hierarchical Poisson model: its prior has a group scale, its likelihood is not quadratic.
std::unique_ptr<Model> curved_model() {
  PoissonData data;
  data.count = {0, 3, 7, 1, 2, 12};
  data.log_exposure = {0.1, 0.2, 0.5, -0.3, 0, 1};
  data.groupings = {{"g", {"a", "b", "c"}, {0, 1, 2, 0, 1, 2}}};
  return make_poisson(std::move(data), 10);
}

// Few, so that the posterior is not quadratic either.
LogisticData few_rows() { return simulate_logistic(6, 2, 3).data; }

// The same density as users write it, with all optional members.
std::unique_ptr<Model> own_model() { return make_model(testing::OwnLogistic(few_rows(), 1.5)); }
std::unique_ptr<Model> own_batch_model() { return make_model(testing::OwnLogisticBatch{{few_rows(), 1.5}}); }

struct LawModel {
  std::string name;
  std::unique_ptr<Model> (*make)();
};

void PrintTo(const LawModel& model, std::ostream* out) { *out << model.name; }

std::vector<LawModel> law_models() {
  return {{"poisson", curved_model}, {"own_struct", own_batch_model}};
}

class ControlVariateLaws : public ::testing::TestWithParam<std::tuple<testing::FamilyCase, LawModel>> {
 protected:
  const testing::FamilyCase& family_ = std::get<0>(GetParam());
  const Structure structure_ = family_.structure;
  const std::unique_ptr<Model> model_ = std::get<1>(GetParam()).make();
  const std::unique_ptr<Family> q_ = family_.make(testing::wavy_gaussian(structure_, model_->dimension()));
};

TEST_P(ControlVariateLaws, HaveMeanZeroInEveryCoordinate) {
  const TermSet terms = testing::all_terms(*model_, structure_);
  EXPECT_EQ(terms.size(), static_cast<Index>(control_variate_kinds().size()) + 1);
  constexpr Index kDraws = 40000;
  Batch batch;
  draw_batch(*model_, *q_, {11, Purpose::Check, 0}, kDraws, false, batch);
  testing::run_terms(terms, *q_, batch);
  for (Index i = 1; i < terms.size(); ++i) {
    Matrix gradients(kDraws, q_->coordinate_count());
    for (Index s = 0; s < kDraws; ++s) gradients.row(s) = testing::gradient_of_draw(terms[i], *q_, batch, s);
    const Eigen::RowVectorXd mean = gradients.colwise().mean();
    const Eigen::RowVectorXd se =
        ((gradients.rowwise() - mean).colwise().squaredNorm() / (kDraws - 1.0) / kDraws).cwiseSqrt();
    for (Index k = 0; k < mean.size(); ++k)
      EXPECT_LE(std::abs(mean[k]), 4.5 * se[k] + 1e-12) << terms[i].name() << " coordinate " << k;
    EXPECT_GT(se.maxCoeff(), 0) << terms[i].name();
  }
}

// Pieces of a kind add up to it, draw by draw, and each is nothing outside its own coordinates.
TEST_P(ControlVariateLaws, ArePiecewiseWhatTheyAreAsAWhole) {
  const TermSet whole = testing::all_terms(*model_, structure_);
  Batch batch;
  draw_batch(*model_, *q_, {11, Purpose::Check, 0}, 3, false, batch);
  whole.anchor(*q_);
  testing::run_terms(whole, *q_, batch);
  for (const Split split : {Split::Parts, Split::Blocks}) {
    TermSet pieces(make_base_term());
    for (const ControlVariateKind& kind : control_variate_kinds())
      add_control_variates(split_control_variates({kind.name}, *model_, structure_, split), *model_, structure_,
                           pieces);
    EXPECT_GT(pieces.size(), 2 * static_cast<Index>(control_variate_kinds().size()));
    pieces.anchor(*q_);
    testing::run_terms(pieces, *q_, batch);
    for (const ControlVariateKind& kind : control_variate_kinds()) {
      const Vector expected = testing::gradient_of_draw(whole[whole.index_of(kind.name)], *q_, batch, 2);
      Vector sum = Vector::Zero(expected.size());
      double squares = 0;
      for (Index i = 1; i < pieces.size(); ++i) {
        if (pieces[i].name().rfind(kind.name + ".", 0) != 0) continue;
        const Vector piece = testing::gradient_of_draw(pieces[i], *q_, batch, 2);
        sum += piece;
        squares += piece.squaredNorm();
      }
      EXPECT_LT((sum - expected).norm(), 1e-12 * expected.norm()) << kind.name;
      EXPECT_NEAR(squares, expected.squaredNorm(), 1e-11 * expected.squaredNorm()) << kind.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ControlVariateLaws,
                         ::testing::Combine(::testing::ValuesIn(testing::family_cases()),
                                            ::testing::ValuesIn(law_models())),
                         [](const auto& instance) {
                           return std::get<0>(instance.param).name + "_" + std::get<1>(instance.param).name;
                         });

// Draw by draw, of the same density in the library and as users write it.
TEST(ControlVariates, OfAnOwnStructAreThoseOfTheLibrary) {
  const std::unique_ptr<Model> built_in = make_logistic(few_rows(), 1.5);
  for (const LawModel& own : {LawModel{"points", own_model}, LawModel{"batch", own_batch_model}})
    for (const testing::FamilyCase& family : testing::family_cases()) {
      const std::unique_ptr<Model> model = own.make();
      const std::unique_ptr<Family> q = family.make(testing::wavy_gaussian(family.structure, model->dimension()));
      const TermSet terms = testing::all_pieces(*model, family.structure, Split::Blocks);
      const TermSet expected = testing::all_pieces(*built_in, family.structure, Split::Blocks);
      ASSERT_EQ(terms.size(), expected.size());
      Batch batch, expected_batch;
      draw_batch(*model, *q, {11, Purpose::Check, 0}, 4, false, batch);
      draw_batch(*built_in, *q, {11, Purpose::Check, 0}, 4, false, expected_batch);
      testing::run_terms(terms, *q, batch);
      testing::run_terms(expected, *q, expected_batch);
      for (Index i = 0; i < terms.size(); ++i) {
        EXPECT_EQ(terms[i].name(), expected[i].name());
        for (Index s = 0; s < 4; ++s) {
          const Vector difference = testing::gradient_of_draw(terms[i], *q, batch, s) -
                                    testing::gradient_of_draw(expected[i], *q, expected_batch, s);
          EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-10) << terms[i].name() << " " << family.name << " " << own.name;
        }
      }
    }
}

class ScoreOnlyModel final : public Model {
 public:
  Index dimension() const override { return 2; }
  std::vector<std::string> parameter_names() const override { return {"a", "b"}; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.score = -draws;
    out.log_density = -0.5 * draws.rowwise().squaredNorm();
  }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return true; }
};

TEST(ControlVariates, AreOfferedByWhatTheModelCanDo) {
  EXPECT_EQ(available_control_variates(ScoreOnlyModel(), Structure::Dense), (std::vector<std::string>{"entropy", "anchored-taylor"}));
  EXPECT_EQ(available_control_variates(*curved_model(), Structure::Dense),
            (std::vector<std::string>{"entropy", "taylor", "taylor-products", "anchored-taylor", "prior"}));
}

TEST(ControlVariates, SayWhyTheyCannotBeHad) {
  EXPECT_EQ(reason_unavailable("entropy", ScoreOnlyModel(), Structure::Dense), "");
  EXPECT_NE(reason_unavailable("taylor", ScoreOnlyModel(), Structure::Dense).find("second derivatives"),
            std::string::npos);
  EXPECT_NE(reason_unavailable("prior", ScoreOnlyModel(), Structure::Dense).find("prior"), std::string::npos);
  EXPECT_THROW(static_cast<void>(reason_unavailable("jackknife", ScoreOnlyModel(), Structure::Dense)), InvalidArgument);
  const ScoreOnlyModel model;
  TermSet terms(make_base_term());
  EXPECT_THROW(add_control_variates({"taylor"}, model, Structure::Dense, terms), InvalidArgument);
}

TEST(ControlVariates, AreSplitByPartAndBlock) {
  const std::unique_ptr<Model> model = curved_model();  // mu, log_sigma.g, g.a, g.b, g.c
  const auto split = [&](std::vector<std::string> kinds, Structure structure, Split how) {
    return split_control_variates(kinds, *model, structure, how);
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(split({"entropy"}, Structure::Diagonal, Split::None), Names{"entropy"});
  EXPECT_EQ(split({"entropy"}, Structure::Diagonal, Split::Parts), (Names{"entropy.mean", "entropy.scale"}));
  EXPECT_EQ(split({"prior"}, Structure::Dense, Split::Blocks), (Names{"prior.mean", "prior.scale"}));
  EXPECT_EQ(split({"prior"}, Structure::Diagonal, Split::Blocks),
            (Names{"prior.mean.mu", "prior.mean.log_sigma", "prior.mean.g", "prior.scale.mu", "prior.scale.log_sigma",
                   "prior.scale.g"}));
  EXPECT_EQ(split({"taylor", "taylor-products"}, Structure::Dense, Split::Parts),
            (Names{"taylor.mean", "taylor.scale", "taylor-products.scale"}));
  EXPECT_EQ(split({"prior", "prior.scale"}, Structure::Dense, Split::Parts), (Names{"prior.mean", "prior.scale"}));
  EXPECT_EQ(split({"prior.mean.g"}, Structure::Diagonal, Split::Parts), Names{"prior.mean.g"});
}

TEST(ControlVariates, VanishInPairsWhereTheyAreOddOrEven) {
  for (const char* name : {"entropy.mean", "taylor.mean", "anchored-taylor.mean.g", "taylor-products",
                           "taylor-products.scale"})
    EXPECT_TRUE(vanishes_in_pairs(name)) << name;
  for (const char* name : {"entropy", "entropy.scale", "taylor", "anchored-taylor.scale.g", "prior.mean", "prior"})
    EXPECT_FALSE(vanishes_in_pairs(name)) << name;
}

TEST(ControlVariates, SayWhichPiecesThereAre) {
  const std::unique_ptr<Model> model = curved_model();
  EXPECT_EQ(reason_unavailable("prior.mean.g", *model, Structure::Diagonal), "");
  EXPECT_NE(reason_unavailable("prior.mean.g", *model, Structure::Dense).find("mean-field"), std::string::npos);
  EXPECT_NE(reason_unavailable("prior.mean.h", *model, Structure::Diagonal).find("mu, log_sigma, g"),
            std::string::npos);
  EXPECT_THROW(static_cast<void>(reason_unavailable("prior.sd", *model, Structure::Dense)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(reason_unavailable("prior.mean.", *model, Structure::Diagonal)), InvalidArgument);
}

}  // namespace
}  // namespace g2t
