#include <g2t/estimators/draw_batch.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/families/mean_field.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

// N(0, 1) in each coordinate, but NaN where the first is negative.
class HalfModel final : public Model {
 public:
  Index dimension() const override { return 3; }
  std::vector<std::string> parameter_names() const override { return {"a", "b", "c"}; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.score = -draws;
    out.log_density = -0.5 * draws.rowwise().squaredNorm();
    for (Index s = 0; s < draws.rows(); ++s)
      if (draws(s, 0) < 0) out.log_density[s] = std::nan("");
  }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return true; }
};

std::unique_ptr<Family> unit_normal() {
  return make_mean_field(isotropic_gaussian(Structure::Diagonal, Vector::Zero(3), 1));
}

TEST(DrawBatch, DropsDrawsThatFailAndSaysHowMany) {
  Batch batch;
  const Index dropped = draw_batch(HalfModel(), *unit_normal(), {1, Purpose::Check, 0}, 1000, false, batch);
  EXPECT_EQ(dropped + batch.draw_count(), 1000);
  EXPECT_NEAR(static_cast<double>(dropped), 500, 4 * std::sqrt(250.0));
  EXPECT_GE(batch.draws.col(0).minCoeff(), 0);
  EXPECT_TRUE(batch.evaluation.log_density.allFinite());
}

TEST(DrawBatch, AntitheticDrawsAreMirrorImages) {
  const testing::GaussianModel model(Vector::Zero(3), Matrix::Identity(3, 3));
  Batch batch;
  EXPECT_EQ(draw_batch(model, *unit_normal(), {1, Purpose::Check, 0}, 6, true, batch), 0);
  EXPECT_EQ(batch.normals.topRows(3), -batch.normals.bottomRows(3));
}

TEST(DrawBatch, DropsBothOfAPair) {
  Batch batch;  // every pair has one negative first coordinate
  EXPECT_EQ(draw_batch(HalfModel(), *unit_normal(), {1, Purpose::Check, 0}, 10, true, batch), 10);
}

TEST(DrawBatch, RefusesImpossibleCounts) {
  Batch batch;
  EXPECT_THROW(draw_batch(HalfModel(), *unit_normal(), {}, 0, false, batch), InvalidArgument);
  EXPECT_THROW(draw_batch(HalfModel(), *unit_normal(), {}, 3, true, batch), InvalidArgument);
}

}  // namespace
}  // namespace g2t
