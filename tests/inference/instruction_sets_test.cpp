// A fit with given costs is the same to the last bit on instruction sets that fuse multiplications with additions.
#include <gtest/gtest.h>

#include <g2t/inference/fit.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <g2t/models/simulate.hpp>
#include <support/chosen_target.hpp>
#include <support/costs.hpp>

namespace g2t {
namespace {

TEST(InstructionSets, ThatFuseGiveTheSameFit) {
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(make_logistic(simulate_logistic(200, 5, 1).data));
  models.push_back(make_poisson(simulate_poisson({3, 4}, 240, 1).data));
  for (const std::unique_ptr<Model>& model : models) {
    std::vector<FitResult> fits;
    for (const std::int64_t target : testing::fused_targets()) {
      const testing::ChosenTarget chosen(target);
      FitOptions options;
      options.chain_gradients = 20'000;
      options.costs = testing::costs_with_taylor({1e-5, 1e-6});
      fits.push_back(fit(*model, options));
      EXPECT_EQ(fits.back().status, fits.front().status);
      EXPECT_EQ(fits.back().posterior.draws, fits.front().posterior.draws);
      EXPECT_EQ(fits.back().q.mean, fits.front().q.mean);
      EXPECT_EQ(fits.back().q.cholesky, fits.front().q.cholesky);
      EXPECT_EQ(fits.back().elbo.value, fits.front().elbo.value);
      EXPECT_EQ(fits.back().gap.value, fits.front().gap.value);
      EXPECT_EQ(fits.back().seconds.total, fits.front().seconds.total);
    }
  }
}

}  // namespace
}  // namespace g2t
