// Batches that several processes evaluate are those of one, to the last bit, with the same counts and reasons.
#include <g2t/models/shared_draws.hpp>

#include <g2t/core/model_use.hpp>
#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <support/gaussians.hpp>
#include <support/thread_communicator.hpp>

namespace g2t {
namespace {

/// A normal density that throws where z is above 2, and is minus infinity below -2.
struct Failing {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z[0] > 2) throw std::domain_error("too large");
    gradient = -z;
    return z[0] < -2 ? -INFINITY : -0.5 * z.squaredNorm();
  }
};

struct Outcome {
  Evaluation evaluation;
  Vector densities;
  Index gradients = 0, density_count = 0;
  std::vector<FailureKind> failures;
};

Outcome use(const Model& model, const Matrix& draws) {
  Outcome out;
  ModelUse counts;
  const ModelUseScope scope(&counts);
  out.evaluation.resize(draws.rows(), draws.cols());
  model.evaluate(draws, out.evaluation);
  model.log_densities(draws, out.densities);
  out.gradients = counts.gradients();
  out.density_count = counts.densities();
  out.failures = counts.failures();
  return out;
}

void expect_same(const Outcome& actual, const Outcome& expected) {
  EXPECT_EQ(actual.evaluation.failed, expected.evaluation.failed);
  for (Index draw = 0; draw < expected.densities.size(); ++draw) {
    if (expected.evaluation.failed[static_cast<std::size_t>(draw)] != 0) continue;
    EXPECT_EQ(actual.evaluation.log_density[draw], expected.evaluation.log_density[draw]);
    EXPECT_EQ(Vector(actual.evaluation.score.row(draw)), Vector(expected.evaluation.score.row(draw)));
    EXPECT_EQ(actual.densities[draw], expected.densities[draw]);
  }
  EXPECT_EQ(actual.gradients, expected.gradients);
  EXPECT_EQ(actual.density_count, expected.density_count);
  ASSERT_EQ(actual.failures.size(), expected.failures.size());
  for (std::size_t k = 0; k < expected.failures.size(); ++k) {
    EXPECT_EQ(actual.failures[k].what, expected.failures[k].what);
    EXPECT_EQ(actual.failures[k].count, expected.failures[k].count);
  }
}

TEST(SharedDraws, AreThoseOfOneProcess) {
  for (const Index count : {1, 2, 3, 5})
    for (const Index draw_count : {1, 2, 3, 8, 61}) {
      SCOPED_TRACE(std::to_string(count) + " processes, " + std::to_string(draw_count) + " draws");
      test::run_ranks(count, [&](test::ThreadCommunicator& communicator) {
        const std::unique_ptr<Model> model = make_model(Failing{});
        if (!communicator.is_first()) return serve_draws(*model, communicator);
        const Matrix draws = testing::normals_of(1, draw_count, 2);
        expect_same(use(*share_draws(make_model(Failing{}), communicator), draws), use(*model, draws));
      });
    }
}

TEST(SharedDraws, SayWhyADrawOfAnotherProcessFailed) {
  test::run_ranks(3, [](test::ThreadCommunicator& communicator) {
    const std::unique_ptr<Model> model = make_model(Failing{});
    if (!communicator.is_first()) return serve_draws(*model, communicator);
    Matrix draws = testing::normals_of(1, 12, 2);
    for (const Index draw : {0, 5, 11}) draws(draw, 0) = 3;
    for (const Index draw : {3, 10}) draws(draw, 0) = -3;
    const Outcome expected = use(*model, draws);
    ASSERT_EQ(expected.failures.size(), 2u);
    expect_same(use(*share_draws(make_model(Failing{}), communicator), draws), expected);
  });
}

}  // namespace
}  // namespace g2t
