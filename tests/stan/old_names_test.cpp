// Old names of functions, and words that are none.
#include <gtest/gtest.h>
#include <stan/old_names.h>

namespace g2t::stan {
namespace {

TEST(OldNames, AreThoseOfDensities) {
  EXPECT_EQ(renamed_density("normal_log"), "normal_lpdf");
  EXPECT_EQ(renamed_density("poisson_log"), "poisson_lpmf");
  EXPECT_EQ(renamed_density("poisson_log_log"), "poisson_log_lpmf");
  EXPECT_EQ(renamed_density("neg_binomial_2_log"), "neg_binomial_2_lpmf");
  EXPECT_EQ(renamed_density("normal_cdf_log"), "normal_lcdf");
  EXPECT_EQ(renamed_density("weibull_ccdf_log"), "weibull_lccdf");
  for (const char* const name : {"normal_lpdf", "normal", "my_log", "_log", "log", "my_cdf_log", "normal_cdf"})
    EXPECT_EQ(renamed_density(name), "") << name;
}

TEST(OldNames, AreThoseOfFunctions) {
  EXPECT_EQ(renamed_function("multiply_log"), "lmultiply");
  EXPECT_EQ(renamed_function("cov_exp_quad"), "gp_exp_quad_cov");
  EXPECT_EQ(renamed_function("lmultiply"), "");
}

}  // namespace
}  // namespace g2t::stan
