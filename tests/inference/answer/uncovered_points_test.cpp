// A region that weighted draws lack is seen, and is covered by a proposal of its own; without one nothing is seen.
#include <gtest/gtest.h>
#include <inference/answer/uncovered_points.h>

#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <support/gaussians.hpp>
#include <support/side_region.hpp>
#include <support/targets_gaussian.hpp>

namespace g2t {
namespace {

constexpr AdaptiveSettings kUncoveredSettings{20'000, 1000};

struct Covered {
  AdaptedDraws first, then;
  std::vector<Index> uncovered;
};

Covered cover(const Model& model, std::uint64_t seed) {
  const SampleStreams sample{seed, Sample::Fit};
  const Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(model.dimension()), 1);
  Matrix normals(2000, model.dimension()), draws;
  fill_normals(sample.draws(), normals);
  transform_normals(q, normals, draws);
  Vector log_density;
  model.log_densities(draws, log_density);
  AdaptiveImportance importance(model, q, draws, log_density, sample);
  Covered out;
  out.first = importance.adapt(kUncoveredSettings);
  const WeightedDraws& found = out.first.fresh;
  EXPECT_GT(found.draws.rows(), 0) << seed;
  if (found.draws.rows() == 0) return out;
  const HeatedPoints heated = heated_points(model, q, {found.draws, found.log_density, found.weights}, sample, {});
  out.uncovered = uncovered_points(heated, found, importance);
  if (out.uncovered.empty()) return out;
  const Matrix points = heated.draws(out.uncovered, Eigen::all);
  EXPECT_TRUE(importance.add_region(points, Matrix::Identity(model.dimension(), model.dimension())));
  out.then = importance.adapt(kUncoveredSettings);
  return out;
}

double variance_along(const testing::SideRegion& density, const WeightedDraws& found) {
  const Vector along = density.along(found.draws);
  return found.weights.dot((along.array() - along.dot(found.weights)).square().matrix());
}

TEST(UncoveredPoints, AreSeenAndCovered) {
  const testing::SideRegion density{12, 0.02, 6};
  const auto model = make_model(density);
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Covered found = cover(*model, seed);
    EXPECT_LT(variance_along(density, found.first.fresh), 0.75 * density.variance_along()) << seed;  // and nothing that shows it
    EXPECT_LT(found.first.fresh.khat, 0.7) << seed;
    ASSERT_FALSE(found.uncovered.empty()) << seed;
    ASSERT_GT(found.then.fresh.draws.rows(), 0) << seed;
    EXPECT_NEAR(variance_along(density, found.then.fresh) / density.variance_along(), 1, 0.2) << seed;
    EXPECT_LT(found.then.fresh.khat, 0.7) << seed;
  }
}

TEST(UncoveredPoints, AreNoneWhereProposalsCoverAll) {
  const auto model = make_model(testing::DiagonalNormal{Vector::Zero(6), Vector::Constant(6, 1.2)});
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) EXPECT_TRUE(cover(*model, seed).uncovered.empty()) << seed;
}

}  // namespace
}  // namespace g2t
