// What is flat at all draws is named; what falls off somewhere, as proper posteriors do, is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/answer/summarize.h>
#include <inference/natural/flat_parameters.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/targets_gaussian.hpp>
#include <support/unbounded_densities.hpp>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Index> flat_of(const Model& model, const Matrix& draws, Index* evaluations = nullptr) {
  Posterior answer;
  answer.draws = draws;
  for (Index k = 0; k < draws.rows(); ++k) answer.groups.push_back(k);
  summarize_parameters(model, answer);
  Index made = 0;
  std::vector<Index> out = flat_parameters(model, answer, made);
  if (evaluations != nullptr) *evaluations = made;
  return out;
}

// Between these, evenly, in a mixed order.
Vector even_draws(double low, double high) {
  Vector out(1000);
  for (Index k = 0; k < 1000; ++k) out[k] = low + (high - low) * static_cast<double>(k * 389 % 1000) / 1000;
  return out;
}

TEST(FlatParameters, OverdispersionThatDataDoNotNeed) {
  const auto model = make_model(testing::NegativeBinomial{{5, 5, 4, 6, 5}});
  Matrix draws(1000, 2);
  draws << even_draws(1.4, 1.8), even_draws(3, 709);
  Index evaluations = 0;
  EXPECT_THAT(flat_of(*model, draws, &evaluations), ElementsAre(1));
  EXPECT_EQ(evaluations, 32);
  draws.col(1) = even_draws(3, 30);  // not wide: too early to say
  EXPECT_THAT(flat_of(*model, draws, &evaluations), IsEmpty());
  EXPECT_EQ(evaluations, 0);
}

TEST(FlatParameters, WithoutPriorNorDataTheWidestFirst) {
  const auto model = make_model(testing::FlatRegression{Matrix{{1, 0, 0}}, Vector{{3}}, {"a", "b", "c"}});
  Matrix draws = testing::normals_of(1, 1000, 3);
  draws.col(1) *= 1e3;
  draws.col(2) *= 1e200;  // an sd that is infinite
  EXPECT_THAT(flat_of(*model, draws), ElementsAre(2, 1));
}

TEST(FlatParameters, WideProperOnesAreNot) {
  Matrix draws = 1000 * testing::normals_of(2, 1000, 1);
  EXPECT_THAT(flat_of(*make_model(testing::DiagonalNormal{Vector::Zero(1), Vector::Constant(1, 1000)}), draws),
              IsEmpty());
  ModelFunctions cauchy;
  cauchy.dimension = 1;
  cauchy.log_density = [](const Vector& z, Vector& gradient) {
    gradient[0] = -2 * z[0] / (1e4 + z[0] * z[0]);
    return -std::log1p(1e-4 * z[0] * z[0]);
  };
  for (Index k = 0; k < 1000; ++k) draws(k, 0) = 100 * std::tan(3.14 * (static_cast<double>(k) / 1000 - 0.5));
  EXPECT_THAT(flat_of(*make_model(cauchy), draws), IsEmpty());
}

TEST(FlatParameters, DrawsThatFailAreNotFlat) {
  ModelFunctions nowhere;
  nowhere.dimension = 1;
  nowhere.log_density = [](const Vector&, Vector& gradient) {
    gradient[0] = 0;
    return std::nan("");
  };
  EXPECT_THAT(flat_of(*make_model(nowhere), 1000 * testing::normals_of(2, 1000, 1)), IsEmpty());
}

}  // namespace
}  // namespace g2t
