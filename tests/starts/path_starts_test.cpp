// Starts along paths: near the best Gaussian where there is one, every mode by its own number, and a word if all fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <starts/modes.h>
#include <starts/path_starts.h>

#include <Eigen/Dense>
#include <cmath>
#include <g2t/core/errors.hpp>
#include <limits>
#include <support/gaussians.hpp>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

const std::function<bool()> starts_never = [] { return false; };

/// Not finite anywhere.
struct StartsNowhere {
  testing::Outside outside = testing::Outside::MinusInfinity;

  Index dimension() const { return 2; }
  double log_density(const Vector&, Vector& gradient) const {
    if (outside == testing::Outside::Throws) throw std::domain_error("no");
    gradient.setConstant(std::numeric_limits<double>::quiet_NaN());
    return outside == testing::Outside::Nan ? std::numeric_limits<double>::quiet_NaN()
                                            : -std::numeric_limits<double>::infinity();
  }
};

/// Flat, with a hole between -1 and 1.
struct StartsGap {
  testing::Outside inside = testing::Outside::Nan;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector&) const {
    if (std::abs(z[0]) >= 1) return 0;
    if (inside == testing::Outside::Throws) throw std::domain_error("no");
    return inside == testing::Outside::Nan ? std::numeric_limits<double>::quiet_NaN()
                                           : -std::numeric_limits<double>::infinity();
  }
};

testing::Autoregression starts_density() { return {Vector({{1, -2, 30, 3}}), Vector({{0.5, 1, 5, 0.7}}), 0.6}; }

testing::GaussianModel starts_model() { return {starts_density().mean, starts_density().covariance().inverse()}; }

// What the best Gaussian of the family reaches: its posterior is normalised.
double starts_best_elbo(Structure structure) {
  return structure == Structure::Dense ? 0 : -starts_density().mean_field_gap();
}

class PathStarts : public ::testing::TestWithParam<Structure> {};

TEST_P(PathStarts, OfAGaussianAreNearTheBest) {
  const testing::GaussianModel model = starts_model();
  const std::vector<StartCandidate> candidates = path_starts(model, GetParam(), 4, 1, starts_never);
  ASSERT_EQ(candidates.size(), 4u);
  const Index best = best_start(candidates);
  ASSERT_GE(best, 0);
  const Gaussian& q = candidates[static_cast<std::size_t>(best)].q;
  EXPECT_EQ(q.structure, GetParam());
  const double best_elbo = starts_best_elbo(GetParam());
  EXPECT_GT(elbo(model, q, {}, 0).value, best_elbo - 1);
  EXPECT_LT(elbo(model, isotropic_gaussian(GetParam(), Vector::Zero(4), 1), {}, 0).value, best_elbo - 20);
  for (const StartCandidate& candidate : candidates) {
    EXPECT_LE(candidate.elbo.value, candidates[static_cast<std::size_t>(best)].elbo.value);
    EXPECT_NEAR(candidate.elbo.value, elbo(model, candidate.q, {}, 0).value, 5 * candidate.elbo.standard_error + 1e-6);
    EXPECT_FALSE(candidate.elbo.is_exact);
    ASSERT_EQ(candidate.mode.size(), 4);
    EXPECT_NEAR(candidate.log_density, -0.5 * starts_density().log_determinant() - 2 * testing::kLogTwoPi, 0.01);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PathStarts, ::testing::Values(Structure::Diagonal, Structure::Dense));

TEST(PathStartPoints, AreAMixture) {
  const testing::GaussianModel model = starts_model();
  std::vector<std::string> names;
  for (const StartCandidate& candidate : path_starts(model, Structure::Dense, 6, 1, starts_never))
    names.push_back(candidate.name);
  EXPECT_THAT(names, ::testing::ElementsAre("zero", "radius 0.5", "radius 2", "best of 20", "radius 2, number 2",
                                            "radius 2, number 3"));
  EXPECT_EQ(path_starts(model, Structure::Dense, 1, 1, starts_never).size(), 1u);
}

TEST(PathStartPoints, ComeAgainWithTheSeed) {
  const std::unique_ptr<Model> model = make_model(starts_density());  // without second derivatives, which leave no trace of a path
  const std::vector<StartCandidate> first = path_starts(*model, Structure::Dense, 3, 7, starts_never),
                                    again = path_starts(*model, Structure::Dense, 3, 7, starts_never),
                                    other = path_starts(*model, Structure::Dense, 3, 8, starts_never);
  EXPECT_EQ(first[2].q.mean, again[2].q.mean);
  EXPECT_EQ(first[2].elbo.value, again[2].elbo.value);
  EXPECT_NE(first[2].q.mean, other[2].q.mean);
}

TEST(PathStartPoints, CountTheirDensities) {
  int calls = 0;
  struct Counting {
    testing::Autoregression core;
    int* calls;
    Index dimension() const { return core.dimension(); }
    double log_density(const Vector& z, Vector& gradient) const {
      ++*calls;
      return core.log_density(z, gradient);
    }
  };
  const std::unique_ptr<Model> model = make_model(Counting{starts_density(), &calls});
  Index draws = 0;
  for (const StartCandidate& candidate : path_starts(*model, Structure::Dense, 4, 1, starts_never))
    draws += candidate.draws;
  EXPECT_EQ(draws, calls);
}

TEST(PathStartPoints, StopWhenTold) {
  const testing::GaussianModel model = starts_model();
  EXPECT_EQ(path_starts(model, Structure::Dense, 4, 1, [] { return true; }).size(), 1u);
  // Even where nothing was finite so far: that may be for want of time.
  EXPECT_NO_THROW(path_starts(*make_model(StartsNowhere{}), Structure::Dense, 4, 1, [] { return true; }));
}

TEST(PathStartPoints, KeepTheBestGaussianOfAPathNotTheLast) {
  // N(3, 1) with a thorn at its mode of a twentieth of its mass: the Gaussian there is two nats below N(3, 1).
  struct Thorn {
    Index dimension() const { return 1; }
    double log_density(const Vector& z, Vector& gradient) const {
      const double square = (z[0] - 3) * (z[0] - 3);
      const double wide = std::exp(-0.5 * square), thin = 5 * std::exp(-0.5e4 * square);
      gradient[0] = -(z[0] - 3) * (wide + 1e4 * thin) / (wide + thin);
      return std::log(wide + thin) - 0.5 * testing::kLogTwoPi;
    }
  };
  const std::unique_ptr<Model> model = make_model(Thorn{});
  for (const StartCandidate& candidate : path_starts(*model, Structure::Diagonal, 4, 1, starts_never)) {
    ASSERT_EQ(candidate.q.dimension(), 1);
    EXPECT_GT(candidate.elbo.value, -1) << candidate.name;
    EXPECT_NEAR(candidate.mode[0], 3, 0.01);
  }
}

TEST(PathStartPoints, GoOnFromTheOthersWhereOneIsNotFinite) {
  const std::unique_ptr<Model> model = make_model(testing::ZeroAtStart{});
  const std::vector<StartCandidate> candidates = path_starts(*model, Structure::Diagonal, 4, 1, starts_never);
  EXPECT_EQ(candidates[0].q.dimension(), 0);
  EXPECT_EQ(candidates[0].mode.size(), 0);
  EXPECT_EQ(candidates[0].draws, 1);
  EXPECT_EQ(candidates[0].elbo.value, -std::numeric_limits<double>::infinity());
  const Index best = best_start(candidates);
  ASSERT_GT(best, 0);
  EXPECT_GT(candidates[static_cast<std::size_t>(best)].elbo.value, 3.7518 - 1);  // the best: targets_shapes.hpp
}

TEST(PathStartPoints, GoOnFromASaddleToBothSides) {
  // z1^2 ~ N(4, 1) and z2 ~ N(z1, 1): at zero the score is zero, modes are at -2 and 2.
  struct Saddle {
    Index dimension() const { return 2; }
    double log_density(const Vector& z, Vector& gradient) const {
      const double square = z[0] * z[0] - 4, apart = z[1] - z[0];
      gradient << -2 * square * z[0] + apart, -apart;
      return -0.5 * (square * square + apart * apart);
    }
  };
  const std::unique_ptr<Model> model = make_model(Saddle{});
  StartRequest request;
  request.radius = 0;
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    const std::vector<StartCandidate> candidates = path_starts(*model, structure, 1, 1, starts_never, request);
    ASSERT_EQ(candidates.size(), 3u);
    EXPECT_EQ(candidates[0].mode.size(), 0);
    EXPECT_EQ(candidates[1].name, "zero, side 1");
    const double first = candidates[1].mode[0], second = candidates[2].mode[0];
    EXPECT_NEAR(std::abs(first), 2, 0.01);
    EXPECT_NEAR(second, -first, 0.02);
    Index evaluations = 0;
    EXPECT_THAT(modes_of(*model, candidates, candidates[1].q, evaluations), ::testing::ElementsAre(-1, 0, 1));
  }
}

TEST(PathStartPoints, SayWhatToDoWhereNothingIsFinite) {
  const auto expect_throws = [](const Model& model, const std::string& at_zero) {
    for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
      try {
        path_starts(model, structure, 4, 1, starts_never);
        FAIL() << "no exception";
      } catch (const InvalidArgument& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("give a start with start"));
        EXPECT_THAT(error.what(), ::testing::HasSubstr(at_zero));
      }
    }
  };
  expect_throws(*make_model(testing::Walled{}), "at zero it is -inf");  // N(8, 0.5^2), and nothing below 3
  for (const testing::Outside outside :
       {testing::Outside::MinusInfinity, testing::Outside::Nan, testing::Outside::Throws})
    expect_throws(*make_model(StartsNowhere{outside}), "not finite");
}

TEST(BestStart, IsTheHighestThatIsFinite) {
  const auto candidate = [](double value, bool has_q = true) {
    StartCandidate out;
    if (has_q) out.q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1);
    out.elbo.value = value;
    return out;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(best_start({}), -1);
  EXPECT_EQ(best_start({candidate(-infinity), candidate(std::nan("")), candidate(5, false)}), -1);
  EXPECT_EQ(best_start({candidate(-3), candidate(std::nan("")), candidate(-1), candidate(infinity), candidate(-2),
                        candidate(7, false)}),
            2);
  EXPECT_EQ(best_start({candidate(std::nan("")), candidate(-1e9)}), 1);
}

StartCandidate starts_candidate(const Model& model, const Vector& mode) {
  StartCandidate out;
  out.mode = mode;
  Evaluation evaluation;
  evaluation.resize(1, mode.size());
  model.evaluate(mode.transpose(), evaluation);
  out.log_density = evaluation.log_density[0];
  return out;
}

TEST(ModesOf, TwoModesHaveTwoNumbers) {
  const std::unique_ptr<Model> model = make_model(testing::TwoModes{});
  std::vector<StartCandidate> candidates;
  for (const double mode : {4.0, -4.0, 3.9, -4.1, 4.2})
    candidates.push_back(starts_candidate(*model, Vector({{mode}})));
  candidates.insert(candidates.begin() + 1, StartCandidate{});  // came to nothing
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    Index evaluations = 0;
    const Gaussian q = isotropic_gaussian(structure, Vector::Constant(1, -4), 0.5);
    EXPECT_THAT(modes_of(*model, candidates, q, evaluations), ::testing::ElementsAre(0, -1, 1, 0, 1, 0));
    EXPECT_GT(evaluations, 0);
  }
}

TEST(ModesOf, PathsFindBothModesAndTellThemApart) {
  const std::unique_ptr<Model> model = make_model(testing::TwoModes{});
  const std::vector<StartCandidate> candidates = path_starts(*model, Structure::Diagonal, 12, 1, starts_never);
  const Index best = best_start(candidates);
  ASSERT_GE(best, 0);
  const Gaussian& q = candidates[static_cast<std::size_t>(best)].q;
  EXPECT_NEAR(q.mean[0], -4, 0.25);  // of more mass
  EXPECT_NEAR(candidates[static_cast<std::size_t>(best)].elbo.value, std::log(0.7), 0.1);
  Index evaluations = 0;
  const std::vector<Index> numbers = modes_of(*model, candidates, q, evaluations);
  bool is_left = false, is_right = false;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    ASSERT_EQ(candidates[k].mode.size(), 1);
    EXPECT_NEAR(std::abs(candidates[k].mode[0]), 4, 0.1);
    const bool is_first = candidates[k].mode[0] * candidates[0].mode[0] > 0;
    EXPECT_EQ(numbers[k], is_first ? 0 : 1) << k;
    is_left = is_left || candidates[k].mode[0] < 0;
    is_right = is_right || candidates[k].mode[0] > 0;
  }
  EXPECT_TRUE(is_left && is_right);
}

TEST(ModesOf, ALowEndDoesNotJoinTwoModes) {
  // From the middle, where a path stopped, the log density rises to both sides.
  const std::unique_ptr<Model> model = make_model(testing::TwoModes{});
  std::vector<StartCandidate> candidates;
  for (const double end : {0.0, -4.0, 4.0}) candidates.push_back(starts_candidate(*model, Vector({{end}})));
  Index evaluations = 0;
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Constant(1, -4), 0.5);
  EXPECT_THAT(modes_of(*model, candidates, q, evaluations), ::testing::ElementsAre(0, 0, 1));
}

TEST(ModesOf, RidgesAreOneMode) {
  // Far apart in q's sds, but the log density is flat between them.
  const std::unique_ptr<Model> model = make_model(testing::FlatDirection{});
  std::vector<StartCandidate> candidates;
  for (const double along : {0.0, 50.0, -50.0, 0.1})
    candidates.push_back(starts_candidate(*model, Vector({{0, along}})));
  Index evaluations = 0;
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(2), 1);
  EXPECT_THAT(modes_of(*model, candidates, q, evaluations), ::testing::Each(0));
  EXPECT_EQ(evaluations, 2 * 31);  // none for the one that is near
}

TEST(ModesOf, DistanceIsInUnitsOfQ) {
  const std::unique_ptr<Model> model = make_model(testing::TwoModes{});
  const std::vector<StartCandidate> candidates = {starts_candidate(*model, Vector({{-4}})),
                                                  starts_candidate(*model, Vector({{4}}))};
  for (const Structure structure : {Structure::Diagonal, Structure::Dense}) {
    Index evaluations = 0;
    const Gaussian wide = isotropic_gaussian(structure, Vector::Zero(1), 8.1);  // that holds both
    EXPECT_THAT(modes_of(*model, candidates, wide, evaluations), ::testing::Each(0));
    EXPECT_EQ(evaluations, 0);
  }
}

TEST(ModesOf, AreApartWhereTheDensityIsNotFiniteBetweenThem) {
  for (const testing::Outside outside :
       {testing::Outside::MinusInfinity, testing::Outside::Nan, testing::Outside::Throws}) {
    const std::unique_ptr<Model> model = make_model(StartsGap{outside});
    const std::vector<StartCandidate> candidates = {starts_candidate(*model, Vector({{2}})),
                                                    starts_candidate(*model, Vector({{-2}})),
                                                    starts_candidate(*model, Vector({{5}}))};
    Index evaluations = 0;
    const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 1);
    EXPECT_THAT(modes_of(*model, candidates, q, evaluations), ::testing::ElementsAre(0, 1, 0));
  }
}

}  // namespace
}  // namespace g2t
