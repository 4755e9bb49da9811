// Mean squared norms that are known exactly, and the choice that they imply: another one at every point.
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>
#include <g2t/estimators/recipes.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <gtest/gtest.h>

#include <support/terms.hpp>

namespace g2t {
namespace {

struct KnownNorms {
  double mean, scale, closed_entropy, sticking;
};

// Target N(0, 1), q = N(m, s^2) in (m ; s), k = 1/s - s: closed entropy 2 m^2 + 3 s^2 + k^2 - ..., written out as
// m^2 + s^2 + k^2 + m^2 + 2 s^2; sticking the landing 2 m^2 + 4 k^2.
TEST(KnownNorms, AreFoundAndDecide) {
  const testing::GaussianModel model(Vector::Zero(1), Matrix::Identity(1, 1));
  for (const KnownNorms& point : {KnownNorms{0, 1, 3, 0}, KnownNorms{0, 0.2, 23.16, 92.16},
                                  KnownNorms{0, 0.7, 2.0008, 2.1233}, KnownNorms{0, 3, 34.1111, 28.4444},
                                  KnownNorms{2, 1, 11, 8}, KnownNorms{2, 0.2, 31.16, 100.16}}) {
    Gaussian q;
    q.mean = Vector::Constant(1, point.mean);
    q.scale = Vector::Constant(1, point.scale);
    const std::unique_ptr<Family> family = make_mean_field(q, ScaleCoordinate::Scale);
    TermSet terms(make_base_term());
    add_control_variates({"entropy"}, model, Structure::Diagonal, terms);
    MomentAccumulator accumulator(terms, *family, MomentUnit::Draw);
    Batch batch;
    for (std::uint64_t k = 0; k < 100; ++k) {
      draw_batch(model, *family, {1, Purpose::Check, k}, 1000, false, batch);
      accumulator.add(batch);
    }
    const Moments moments = accumulator.moments();
    const double rep = moments.squared_norm(Vector::Zero(1)), stl = moments.squared_norm(Vector::Constant(1, -1));
    EXPECT_NEAR(rep, point.closed_entropy, 0.03 * point.closed_entropy);
    EXPECT_NEAR(stl, point.sticking, 0.03 * point.sticking + 1e-12);

    const Costs equal{{{"rep", {0, 1}}, {"entropy", {0, 0}}}, {}};
    const std::vector<SelectionEntry> pool = {{"rep", recipe_by_name("rep", 1, false), 0, 0, 0},
                                              {"stl", recipe_by_name("stl", 1, false), 0, 0, 0}};
    const Selection selection = select_from_pool(moments, equal, pool, 1);
    EXPECT_EQ(selection.choice().name, point.sticking < point.closed_entropy ? "stl" : "rep")
        << point.mean << " " << point.scale;
    EXPECT_TRUE(std::isfinite(selection.choice().product));
  }
}

}  // namespace
}  // namespace g2t
