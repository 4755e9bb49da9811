// Starts of low-rank Gaussians where the curvature at their mean is not that around it.
#include <inference/natural/rank_keeper.h>

#include <gtest/gtest.h>

#include <g2t/core/elbo.hpp>
#include <g2t/models/struct_model.hpp>

namespace g2t {
namespace {

// Flat in the middle, with steep walls.
struct Basin {
  [[nodiscard]] Index dimension() const { return 30; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -0.01 * z - Vector(z.array().cube());
    return -0.005 * z.squaredNorm() - 0.25 * z.array().pow(4).sum();
  }
};

TEST(RankKeeper, StartsFromQWhereTheCurvatureAtItsMeanMisleads) {
  const std::unique_ptr<Model> model = make_model(Basin{});
  FitOptions options;
  options.family = FamilyChoice::LowRank;
  const FitPlan plan = plan_fit(*model, options);
  const std::unique_ptr<Clock> clock = make_wall_clock();
  const Gaussian found = isotropic_gaussian(Structure::LowRank, Vector::Zero(30), 0.7);
  const std::unique_ptr<NaturalFamily> q = make_natural_low_rank(found);
  Index evaluations = 0;
  RankKeeper(*model, plan, *clock, [] { return false; }).start(*q, evaluations);
  EXPECT_GT(evaluations, 0);
  const auto elbo_of = [&](const Gaussian& g) { return elbo(*model, g, {1, Purpose::Check, 0}, 200).value; };
  EXPECT_GT(elbo_of(q->gaussian()), elbo_of(found) - 0.5);
}

}  // namespace
}  // namespace g2t
