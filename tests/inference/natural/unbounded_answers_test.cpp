// Improper posteriors by default options, with chains for the answer: a status that says so, and the parameters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <support/gaussians.hpp>
#include <support/target_fits.hpp>
#include <support/unbounded_densities.hpp>
#include <vector>

namespace g2t {
namespace {

using testing::FlatRegression;
using testing::NegativeBinomial;
using ::testing::UnorderedElementsAreArray;

void expect_named(const std::unique_ptr<Model>& model, const std::vector<std::string>& names,
                  Index chain_gradients = 20'000) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    SCOPED_TRACE(seed);
    FitOptions options;
    options.seed = seed;
    options.time_budget = 600;
    options.chain_gradients = chain_gradients;
    const FitResult result = fit(*model, options);
    EXPECT_EQ(result.status, FitStatus::NotConverged);
    const auto named = std::find_if(result.warnings.begin(), result.warnings.end(), [](const FitWarning& warning) {
      return warning.kind == WarningKind::UnboundedDirection;
    });
    ASSERT_NE(named, result.warnings.end()) << testing::warnings_of(result);
    EXPECT_THAT(named->names, UnorderedElementsAreArray(names));
    EXPECT_TRUE(result.posterior.draws.allFinite());
  }
}

// Twelve data, and so many columns of normals.
struct FlatData {
  Matrix x = testing::normals_of(4, 12, 3);
  Vector y = testing::normals_of(5, 12, 1).col(0).array() + 3;
};

TEST(UnboundedAnswers, OfSumsAlone) {
  FlatData data;
  data.x.col(1).setOnes();
  data.x.col(2).setOnes();
  expect_named(make_model(FlatRegression{data.x, data.y, {"slope", "a", "b"}}), {"a", "b"});
}

TEST(UnboundedAnswers, OfColumnsThatAreMultiples) {
  FlatData data;
  data.x.col(1) = 2 * data.x.col(0);
  expect_named(make_model(FlatRegression{data.x, data.y, {"a", "b", "c"}}), {"a", "b"});
}

TEST(UnboundedAnswers, OfAnInterceptBesideAllGroups) {
  FlatData data;
  data.x.col(0).setOnes();
  data.x.col(1) = (data.x.col(1).array() > 0).cast<double>();
  data.x.col(2) = 1 - data.x.col(1).array();
  expect_named(make_model(FlatRegression{data.x, data.y, {"intercept", "left", "right"}}),
               {"intercept", "left", "right"});
}

TEST(UnboundedAnswers, OfALocationWithoutPriorOrData) {
  FlatData data;
  data.x.col(1).setZero();
  expect_named(make_model(FlatRegression{data.x, data.y, {"a", "loose", "c"}}), {"loose"});
  data.x.col(2).setZero();
  expect_named(make_model(FlatRegression{data.x, data.y, {"a", "loose", "free"}}), {"loose", "free"});
  expect_named(make_model(FlatRegression{Matrix::Zero(1, 1), Vector::Zero(1), {"loose"}}), {"loose"});
}

TEST(UnboundedAnswers, OfOverdispersionThatDataDoNotNeed) {
  for (const std::vector<int>& counts :
       {std::vector<int>{5, 5, 4, 6, 5, 5, 4, 6}, {20, 21, 22, 19, 18, 20}, {1, 1, 1, 2, 1, 1, 0, 2}})
    expect_named(make_model(NegativeBinomial{counts}), {"log_phi"}, 100'000);
}

// It rises until numbers end: no answer, but none that is said to be one.
TEST(UnboundedAnswers, OfARiseToTheLargestNumber) {
  for (const std::vector<int>& counts :
       {std::vector<int>{5, 5, 4, 6, 5, 5, 4, 6}, {20, 21, 22, 19, 18, 20}, {1, 1, 1, 2, 1, 1, 0, 2}}) {
    const FitResult result = fit(*make_model(NegativeBinomial{counts, true}), {});
    EXPECT_EQ(result.status, FitStatus::NotConverged);
    EXPECT_THAT(testing::kinds_of(result), ::testing::Contains(WarningKind::ElboNotFinite));
  }
}

}  // namespace
}  // namespace g2t
