// Parts make no difference, and the stopping rule ends them.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/elbo.hpp>
#include <g2t/core/evaluate_until.hpp>
#include <g2t/core/random.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/models/struct_model.hpp>

namespace g2t {
namespace {

Matrix part_draws(Index count, Index dimension) {
  Matrix draws(count, dimension);
  fill_normals({1, Purpose::Check, 0}, draws);
  return draws;
}

// Fails far out.
struct PartNormal {
  int dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return z[0] > 100 ? std::nan("") : -0.5 * z.squaredNorm();
  }
};

TEST(EvaluateUntil, PartsMakeNoDifference) {
  const auto model = make_logistic(simulate_logistic(50, 4, 1).data);
  const Matrix draws = part_draws(1003, model->dimension());
  Vector all, parts;
  model->log_densities(draws, all);
  EXPECT_EQ(log_densities_until(
                *model, draws, [](Index) { return false; }, parts),
            1003);
  EXPECT_EQ(all, parts);
  Evaluation whole, pieces;
  whole.resize(draws.rows(), draws.cols());
  model->evaluate(draws, whole);
  EXPECT_EQ(evaluate_until(
                *model, draws, [](Index) { return false; }, pieces),
            1003);
  EXPECT_EQ(whole.score, pieces.score);
  EXPECT_EQ(whole.log_density, pieces.log_density);
  EXPECT_EQ(whole.failed, pieces.failed);
}

TEST(EvaluateUntil, EndsWithWhatItHas) {
  const auto model = make_model(PartNormal{});
  Matrix draws = part_draws(1000, 2);
  Vector all, first;
  model->log_densities(draws, all);
  const Index done = log_densities_until(
      *model, draws, [](Index made) { return made >= 100; }, first);
  EXPECT_GE(done, 100);
  EXPECT_LT(done, 300);
  EXPECT_EQ(first, all.head(done));
  EXPECT_EQ(log_densities_until(
                *model, draws, [](Index) { return true; }, first),
            0);
  EXPECT_EQ(first.size(), 0);
  Evaluation out;
  const Index evaluated = evaluate_until(
      *model, draws, [](Index made) { return made >= 100; }, out);
  EXPECT_EQ(out.failure_count(), 1000 - evaluated);
  EXPECT_EQ(out.failed[static_cast<std::size_t>(evaluated - 1)], 0);
  EXPECT_EQ(out.score.topRows(evaluated), -draws.topRows(evaluated));
}

TEST(EvaluateUntil, ASlowModelIsAskedAfterAFewDraws) {
  const auto model = make_model(PartNormal{});
  const Matrix draws = part_draws(128, 2);
  const auto times_asked = [&](DrawSpeed speed) {
    int asked = 0;
    Evaluation out;
    const StopRule count = [&asked](Index) { return ++asked > 1000; };
    EXPECT_EQ(evaluate_until(*model, draws, count, speed, out), 128);
    EXPECT_EQ(speed, DrawSpeed::Fast);  // of the last part
    EXPECT_EQ(out.score, -draws);
    return asked;
  };
  EXPECT_EQ(times_asked(DrawSpeed::Fast), 1);
  EXPECT_EQ(times_asked(DrawSpeed::Unknown), 5);  // parts of 8, 24, 32, 32 and 32
  EXPECT_EQ(times_asked(DrawSpeed::Slow), 5);
}

TEST(EvaluateUntil, AnElboIsOfTheDrawsThatWereMade) {
  const auto model = make_model(PartNormal{});
  const Gaussian q = isotropic_gaussian(Structure::Diagonal, Vector::Ones(2), 1);
  const StreamKey key{1, Purpose::Check, 0};
  const Elbo all = monte_carlo_elbo(*model, q, key, 1000),
             same = monte_carlo_elbo(*model, q, key, 1000, [](Index) { return false; });
  EXPECT_EQ(all.value, same.value);
  EXPECT_EQ(all.draws, 1000);
  const Elbo some = monte_carlo_elbo(*model, q, key, 1000, [](Index made) { return made >= 100; });
  EXPECT_GE(some.draws, 100);
  EXPECT_LT(some.draws, 300);
  EXPECT_GT(some.standard_error, all.standard_error);
  EXPECT_NEAR(some.value, all.value, 5 * some.standard_error);
}

}  // namespace
}  // namespace g2t
