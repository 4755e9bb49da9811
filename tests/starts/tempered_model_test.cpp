// Tempered densities: the factor is on log density and score, what fails still fails.
#include <gtest/gtest.h>
#include <starts/tempered_model.h>

#include <g2t/models/struct_model.hpp>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

TEST(TemperedModel, MultipliesLogDensityAndScore) {
  const std::unique_ptr<Model> model = make_model(testing::Funnel{3});
  TemperedModel tempered(*model);
  const Matrix draws{{1, 2, 3}, {-0.5, 0, 1}};
  Evaluation plain, of_tempered;
  plain.resize(2, 3), of_tempered.resize(2, 3);
  model->evaluate(draws, plain);
  for (const double factor : {1.0, 0.25}) {
    tempered.set_factor(factor);
    tempered.evaluate(draws, of_tempered);
    EXPECT_EQ(of_tempered.log_density, Vector(factor * plain.log_density));
    EXPECT_EQ(of_tempered.score, Matrix(factor * plain.score));
    Vector alone;
    tempered.log_densities(draws, alone);
    EXPECT_EQ(alone, of_tempered.log_density);
  }
  EXPECT_EQ(tempered.parameter_names(), model->parameter_names());
}

TEST(TemperedModel, LeavesFailuresAsTheyAre) {
  const std::unique_ptr<Model> model = make_model(testing::HalfLine{testing::Outside::Throws});
  TemperedModel tempered(*model);
  tempered.set_factor(0.5);
  Evaluation out;
  out.resize(2, 1);
  tempered.evaluate(Matrix{{-1}, {1}}, out);
  EXPECT_EQ(out.failed[0], 1);
  EXPECT_EQ(out.failed[1], 0);
}

}  // namespace
}  // namespace g2t
