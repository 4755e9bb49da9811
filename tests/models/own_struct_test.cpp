// A user's struct with all optional members is the model of the library that it writes out.
#include <gtest/gtest.h>

#include <g2t/core/random.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/models/struct_model.hpp>
#include <support/own_logistic.hpp>

namespace g2t {
namespace {

Matrix own_draws(Index rows, Index columns) {
  Matrix out(rows, columns);
  fill_normals({.seed = 12, .purpose = Purpose::Check, .iteration = 0}, out);
  return out;
}

double largest_difference(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

void expect_same_logistic(const Model& own, const Model& built_in) {
  const Index d = built_in.dimension();
  EXPECT_EQ(own.parameter_names(), built_in.parameter_names());
  EXPECT_TRUE(own.is_thread_safe());
  const auto expect_same_density = [&](const Model& a, const Model& b) {
    const Matrix draws = own_draws(19, d);
    Evaluation of_a, of_b;
    a.evaluate(draws, of_a);
    b.evaluate(draws, of_b);
    EXPECT_LT(largest_difference(of_a.log_density, of_b.log_density), 1e-10);
    EXPECT_LT(largest_difference(of_a.score, of_b.score), 1e-10);
    Vector alone;
    a.log_densities(draws, alone);
    EXPECT_LT(largest_difference(alone, of_b.log_density), 1e-10);
    const Vector point = draws.row(7);
    Matrix products, expected;
    a.curvature()->hessian_times(point, draws, products);
    b.curvature()->hessian_times(point, draws, expected);
    EXPECT_LT(largest_difference(products, expected), 1e-10);
    a.curvature()->hessian(point, products);
    b.curvature()->hessian(point, expected);
    EXPECT_LT(largest_difference(products, expected), 1e-10);
    Vector diagonal, expected_diagonal;
    a.curvature()->hessian_diagonal(point, diagonal);
    b.curvature()->hessian_diagonal(point, expected_diagonal);
    EXPECT_LT(largest_difference(diagonal, expected_diagonal), 1e-10);
  };
  expect_same_density(own, built_in);
  expect_same_density(*own.prior(), *built_in.prior());
}

TEST(OwnStruct, IsTheModelThatItWritesOut) {
  const LogisticData data = simulate_logistic(40, 4, 1).data;
  const std::unique_ptr<Model> built_in = make_logistic(data, 2);
  expect_same_logistic(*make_model(testing::OwnLogistic(data, 2)), *built_in);
  expect_same_logistic(*make_model(testing::OwnLogisticBatch{{data, 2}}), *built_in);
}

}  // namespace
}  // namespace g2t
