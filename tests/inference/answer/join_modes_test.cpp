// Modes whose masses are known, each with exact draws: shares, their errors, and the draws that are taken of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/answer/answer_draws.h>
#include <inference/answer/join_modes.h>
#include <inference/answer/summarize.h>

#include <algorithm>
#include <cmath>
#include <g2t/models/struct_model.hpp>
#include <set>
#include <support/gaussians.hpp>
#include <support/normal_mixture.hpp>
#include <utility>
#include <vector>

namespace g2t {
namespace {

using testing::NormalMixture;

constexpr Index kModeDraws = 2000;

// Draws of some of a mixture's components in proportion, as a mode's answer; its q has their moments.
ModeAnswer mode_of(const Model& model, const NormalMixture& density, const std::vector<std::size_t>& components,
                   std::uint64_t seed) {
  const Index d = density.dimension();
  double mass = 0;
  for (const std::size_t c : components) mass += density.share[c];
  Matrix draws = testing::normals_of(seed, kModeDraws, d);
  double upto = 0;
  Index row = 0;
  for (const std::size_t c : components) {
    upto += density.share[c] / mass;
    for (; static_cast<double>(row) < upto * static_cast<double>(kModeDraws) - 1e-6; ++row)
      draws.row(row) = draws.row(row).cwiseProduct(density.sd[c].transpose()) + density.mean[c].transpose();
  }
  ModeAnswer out;
  Posterior& answer = out.posterior;
  for (Index k = 0; k < kModeDraws; ++k) answer.groups.push_back(k);
  std::vector<Index> mixed;  // components one after the other would not do: draws are taken evenly
  for (Index k = 0; k < kModeDraws; ++k) mixed.push_back(k * 787 % kModeDraws);
  answer.draws = draws(mixed, Eigen::all);
  model.log_densities(answer.draws, answer.log_density);
  summarize_parameters(model, answer);
  out.q = {
      .structure = Structure::Diagonal, .mean = answer.parameters.mean, .scale = answer.parameters.sd, .cholesky = {}};
  answer.log_q = log_density_at(out.q, answer.draws);
  return out;
}

struct Joined {
  std::unique_ptr<Model> model;
  std::vector<ModeAnswer> modes;
  std::vector<ModeShare> shares{};
  Posterior answer{};

  Joined(const NormalMixture& density, const std::vector<std::vector<std::size_t>>& components, std::uint64_t seed = 1)
      : model(make_model(density)) {
    for (std::size_t m = 0; m < components.size(); ++m)
      modes.push_back(mode_of(*model, density, components[m], 10 * seed + m));
  }
  Joined& join(std::uint64_t seed = 1, const StopRule& stop = {}) {
    answer = join_modes(*model, modes, kModeDraws, seed, stop, shares);
    return *this;
  }
};

NormalMixture three_modes() {
  return {{0.1, 0.6, 0.3},
          {Vector({{-3, 0}}), Vector({{3, 2}}), Vector({{2, -5}})},
          {Vector({{0.5, 1}}), Vector({{1, 0.4}}), Vector({{0.7, 0.7}})}};
}

// Two modes of which each is skewed: no normal is their density.
NormalMixture skewed_modes() {
  return {{0.15, 0.1, 0.5, 0.25},
          {Vector({{-8}}), Vector({{-6.5}}), Vector({{5}}), Vector({{7}})},
          {Vector({{1}}), Vector({{0.4}}), Vector({{0.5}}), Vector({{1.2}})}};
}

// Two sides of the same mass, images of each other, and one between them.
Joined two_sides_and_middle(double of_side) {
  const NormalMixture density{{of_side, of_side, 1 - 2 * of_side},
                              {Vector({{-7}}), Vector({{7}}), Vector({{0}})},
                              {Vector({{0.8}}), Vector({{0.8}}), Vector({{1}})}};
  Joined out(density, {{0}, {2}});
  ModeAnswer image = out.modes[0];
  image.q.mean *= -1;
  image.posterior.draws *= -1;
  image.image_of = 0;
  out.modes.push_back(image);
  return out;
}

TEST(JoinModes, TakesDrawsInProportionToMasses) {
  const NormalMixture density = three_modes();
  for (const std::uint64_t seed : {1, 2, 3}) {
    Joined joined(density, {{0}, {1}, {2}}, seed);
    joined.join(seed);
    ASSERT_EQ(joined.shares.size(), 3u);
    ASSERT_EQ(joined.answer.draw_count(), kModeDraws);
    double sum = 0;
    for (std::size_t m = 0; m < 3; ++m) {
      const double share = joined.shares[m].share;
      sum += share;
      EXPECT_NEAR(share, density.share[m], 5 * joined.shares[m].error + 1e-4);
      EXPECT_LT(joined.shares[m].error, 0.01);
      const auto draws =
          std::count(joined.answer.mode_of_draw.begin(), joined.answer.mode_of_draw.end(), static_cast<Index>(m));
      EXPECT_NEAR(static_cast<double>(draws), share * static_cast<double>(kModeDraws), 1.001);
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    for (Index k = 0; k < kModeDraws; ++k) {
      const auto mode = static_cast<std::size_t>(joined.answer.mode_of_draw[static_cast<std::size_t>(k)]);
      const Gaussian& q = joined.modes[mode].q;
      EXPECT_LT((joined.answer.draws.row(k).transpose() - density.mean[mode]).norm(), 5);
      EXPECT_NEAR(joined.answer.log_q[k], log_density_at(q, joined.answer.draws.row(k))[0], 1e-9);
    }
    Vector again;
    joined.model->log_densities(joined.answer.draws, again);
    EXPECT_EQ(joined.answer.log_density, again);
  }
}

TEST(JoinModes, ErrorsOfSharesAreAsLargeAsSaid) {
  constexpr int kSeeds = 40;
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Joined joined(skewed_modes(), {{0, 1}, {2, 3}}, seed);
    joined.join(seed);
    ASSERT_EQ(joined.shares.size(), 2u);
    const ModeShare &first = joined.shares[0], &second = joined.shares[1];
    EXPECT_NEAR(first.error, second.error, 1e-12);  // what one has the other lacks
    EXPECT_LT(first.error, 0.02);
    squares += std::pow((first.share - 0.25) / first.error, 2) / kSeeds;
    // Log odds move a mean by the root of that much of the sd between the modes.
    EXPECT_NEAR(joined.answer.mean_error, first.error / std::sqrt(first.share * second.share), 1e-9);
  }
  EXPECT_NEAR(squares, 1, 3 * std::sqrt(2.0 / kSeeds));
}

TEST(JoinModes, FewEffectiveDrawsMakeErrorsLarger) {
  Joined many(skewed_modes(), {{0, 1}, {2, 3}}), few(skewed_modes(), {{0, 1}, {2, 3}});
  for (ModeAnswer& mode : few.modes) mode.posterior.parameters.ess.setConstant(20);
  many.join();
  few.join();
  EXPECT_EQ(many.shares[0].share, few.shares[0].share);
  EXPECT_GT(few.shares[0].error, 5 * many.shares[0].error);
}

// Chains may wander: what they have of another mode does not count as theirs.
TEST(JoinModes, LeavesOutWhatIsInOthersRegions) {
  const NormalMixture density{{0.3, 0.7}, {Vector({{-4}}), Vector({{4}})}, {Vector({{1}}), Vector({{0.7}})}};
  Joined joined(density, {{0}, {1}});
  const Joined whole(density, {{0, 1}, {0, 1}}, 2);
  for (std::size_t m = 0; m < 2; ++m) {
    joined.modes[m].posterior = whole.modes[m].posterior;
    joined.modes[m].posterior.log_q = log_density_at(joined.modes[m].q, joined.modes[m].posterior.draws);
  }
  joined.join();
  ASSERT_EQ(joined.answer.draw_count(), kModeDraws);
  EXPECT_NEAR(joined.shares[0].share, 0.3, 5 * joined.shares[0].error);
  for (Index k = 0; k < kModeDraws; ++k)
    EXPECT_EQ(joined.answer.draws(k, 0) > 0, joined.answer.mode_of_draw[static_cast<std::size_t>(k)] == 1);
}

TEST(JoinModes, ImagesHaveTheMassOfTheirOriginal) {
  Joined joined = two_sides_and_middle(0.2);
  joined.join();
  ASSERT_EQ(joined.shares.size(), 3u);
  EXPECT_EQ(joined.shares[0].share, joined.shares[2].share);
  for (const std::size_t m : {0u, 1u, 2u})
    EXPECT_NEAR(joined.shares[m].share, m == 1 ? 0.6 : 0.2, 5 * joined.shares[m].error);
  EXPECT_NEAR(joined.shares[0].error, joined.shares[1].error / 2, 1e-12);
  EXPECT_NEAR(joined.answer.mean_error,
              joined.shares[1].error / std::sqrt(joined.shares[1].share * (1 - joined.shares[1].share)), 1e-9);
  // Of a mode and its image other draws.
  std::set<double> seen;
  for (Index k = 0; k < kModeDraws; ++k) {
    const double draw = joined.answer.draws(k, 0);
    EXPECT_TRUE(seen.insert(std::abs(draw)).second);
    const Vector& centre =
        joined.modes[static_cast<std::size_t>(joined.answer.mode_of_draw[static_cast<std::size_t>(k)])].q.mean;
    EXPECT_NEAR(draw, centre[0], 4.5);
  }
}

TEST(JoinModes, ImagesAloneHaveNoErrors) {
  Joined joined = two_sides_and_middle(0.5 - 1e-12);
  joined.modes.erase(joined.modes.begin() + 1);
  joined.join();
  ASSERT_EQ(joined.shares.size(), 2u);
  for (const ModeShare& mode : joined.shares) {
    EXPECT_EQ(mode.share, 0.5);
    EXPECT_LT(mode.error, 1e-9);
  }
  EXPECT_LT(joined.answer.mean_error, 1e-9);
}

TEST(JoinModes, KeepsGroupsCountsAndErrorsOfEach) {
  Joined joined(three_modes(), {{0}, {1}, {2}});
  double number = 1;
  for (ModeAnswer& mode : joined.modes) {
    for (Index& group : mode.posterior.groups) group /= 2;
    mode.posterior.densities = mode.posterior.gradients = 100;
    mode.posterior.mean_error = 0.01 * number;
    mode.posterior.sd_error = 0.02 * number++;
    mode.posterior.way = AnswerWay::Moved;
    mode.posterior.log_density.tail(500).setConstant(std::nan(""));  // not needed before
  }
  joined.join();
  const Posterior& answer = joined.answer;
  EXPECT_EQ(answer.densities, 300);
  EXPECT_EQ(answer.gradients, 300);
  EXPECT_GE(answer.mean_error, 0.03);
  EXPECT_EQ(answer.sd_error, 0.06);
  EXPECT_EQ(answer.way, AnswerWay::Moved);
  EXPECT_TRUE(answer.log_density.allFinite());
  ASSERT_EQ(answer.groups.size(), static_cast<std::size_t>(kModeDraws));
  std::set<std::pair<Index, Index>> pairs;  // of modes and groups
  std::set<Index> groups;
  for (std::size_t k = 0; k < answer.groups.size(); ++k) {
    pairs.emplace(answer.mode_of_draw[k], answer.groups[k]);
    groups.insert(answer.groups[k]);
  }
  EXPECT_EQ(pairs.size(), groups.size());  // none is of two modes
  EXPECT_LT(groups.size(), answer.groups.size());
}

TEST(JoinModes, GivesNothingWhereModesAreNotApartOrMassesNotKnown) {
  const NormalMixture density{{0.5, 0.5}, {Vector({{-4}}), Vector({{4}})}, {Vector({{1}}), Vector({{1}})}};
  Joined same(density, {{0}, {1}});
  same.modes[1].posterior = same.modes[0].posterior;  // its draws are all elsewhere
  EXPECT_EQ(same.join().answer.draw_count(), 0);
  Joined few(density, {{0}, {1}});  // a fifth is its own
  few.modes[1].posterior.draws.topRows(kModeDraws * 4 / 5) = few.modes[0].posterior.draws.topRows(kModeDraws * 4 / 5);
  few.model->log_densities(few.modes[1].posterior.draws, few.modes[1].posterior.log_density);
  EXPECT_EQ(few.join().answer.draw_count(), 0);
  Joined late(density, {{0}, {1}});
  EXPECT_EQ(late.join(1, [](Index) { return true; }).answer.draw_count(), 0);
  EXPECT_EQ(late.join().answer.draw_count(), kModeDraws);
}

}  // namespace
}  // namespace g2t
