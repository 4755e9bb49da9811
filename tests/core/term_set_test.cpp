#include <g2t/core/term_set.hpp>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/estimators/base_term.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

TermSet example(const Model& model) {
  TermSet terms(make_base_term());
  add_control_variates({"entropy", "taylor", "taylor-products"}, model, Structure::Diagonal, terms);
  return terms;
}

TEST(TermSet, KeepsTheBaseFirst) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  const TermSet terms = example(model);
  EXPECT_EQ(terms.names(), (std::vector<std::string>{"rep", "entropy", "taylor", "taylor-products"}));
  EXPECT_EQ(terms.index_of("taylor"), 2);
  EXPECT_THROW(static_cast<void>(terms.index_of("prior")), InvalidArgument);
}

TEST(TermSet, RefusesATermTwice) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  TermSet terms = example(model);
  EXPECT_THROW(add_control_variates({"entropy"}, model, Structure::Diagonal, terms), InvalidArgument);
}

TEST(TermSet, ListsEachComputationOnceAndAfterWhatItNeeds) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  const TermSet terms = example(model);
  const std::vector<Computation*> computations = computations_of({&terms[2], &terms[3]});
  ASSERT_EQ(computations.size(), 5u);  // gradient, curvature and products of one expansion, two terms
  const auto position = [&](const Computation* computation) { return index_of(computations, computation); };
  for (Computation* computation : computations) {
    EXPECT_EQ(std::count(computations.begin(), computations.end(), computation), 1);
    for (const Computation* before : needs_of(*computation)) EXPECT_LT(position(before), position(computation));
  }
  EXPECT_TRUE(needs_of(terms[1]).empty());
}

TEST(TermSet, KnowsWhatAStepHasAtHand) {
  const testing::GaussianModel model(Vector::Zero(2), Matrix::Identity(2, 2));
  TermSet terms(make_base_term());
  add_control_variates({"entropy.scale", "taylor.mean", "taylor.scale", "prior.mean", "prior.scale"}, model,
                       Structure::Diagonal, terms);
  const auto at_hand = [&](std::vector<std::string> names) {
    std::vector<double> weights(names.size(), 1);
    return terms_at_hand(terms, Recipe{"rep", std::move(names), std::move(weights), 1, false});
  };
  EXPECT_EQ(at_hand({}), (std::vector<Index>{0, 1}));
  EXPECT_EQ(at_hand({"prior.mean"}), (std::vector<Index>{0, 1, 4, 5}));
  EXPECT_EQ(at_hand({"taylor.mean"}), (std::vector<Index>{0, 1, 2}));  // the scale takes the diagonal of the Hessian
  EXPECT_EQ(at_hand({"taylor.scale"}), (std::vector<Index>{0, 1, 2, 3}));
  // Without a weight it is not evaluated.
  EXPECT_EQ(terms_at_hand(terms, Recipe{"rep", {"taylor.scale", "prior.mean"}, {0, 1}, 1, false}),
            (std::vector<Index>{0, 1, 4, 5}));
}

}  // namespace
}  // namespace g2t
