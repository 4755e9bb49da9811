// A user's struct as a Model.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/struct_model.hpp>
#include <stdexcept>

namespace g2t {
namespace {

struct Plain {
  Index size = 2;
  Index dimension() const { return size; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z(0) > 10) throw std::runtime_error("too far");
    if (z(0) < -10) throw 7;  // anything can be thrown
    gradient = -z;
    return -0.5 * z.squaredNorm();
  }
};

struct Named : Plain {
  std::vector<std::string> parameter_names() const { return {"a", "b"}; }
  bool is_thread_safe() const { return true; }
};

struct WithoutDensity {
  Index dimension() const { return 1; }
};

static_assert(LogDensity<Plain> && LogDensity<Named> && !LogDensity<WithoutDensity> && !LogDensity<int>);

TEST(StructModel, EvaluatesEveryDraw) {
  const std::unique_ptr<Model> model = make_model(Plain{});
  Matrix draws(3, 2);
  draws << 1, 2, 3, 4, -5, 6;
  Evaluation evaluation;
  model->evaluate(draws, evaluation);
  EXPECT_EQ(evaluation.log_density, Eigen::Vector3d(-2.5, -12.5, -30.5));
  EXPECT_EQ(evaluation.score, -draws);
  EXPECT_EQ(evaluation.failure_count(), 0);
}

TEST(StructModel, ExceptionsFailTheirDrawOnly) {
  const std::unique_ptr<Model> model = make_model(Plain{});
  Matrix draws(4, 2);
  draws << 1, 2, 11, 0, 3, 4, -11, 0;
  Evaluation evaluation;
  model->evaluate(draws, evaluation);
  EXPECT_EQ(evaluation.failed, (Flags{0, 1, 0, 1}));
  EXPECT_EQ(evaluation.log_density(2), -12.5);
  EXPECT_TRUE(std::isnan(evaluation.log_density(1)));
}

TEST(StructModel, CountsWhatItIsAskedAndWhatFailed) {
  const std::unique_ptr<Model> model = make_model(Plain{});
  ModelUse use;
  const ModelUseScope scope(&use);
  Evaluation evaluation;
  Matrix draws(4, 2);
  draws << 1, 2, 11, 0, std::nan(""), 4, 12, 0;
  model->evaluate(draws, evaluation);
  EXPECT_EQ(use.gradients(), 4);
  EXPECT_EQ(use.densities(), 0);
  EXPECT_EQ(describe(use.failures()), "2 times: too far; once: the log density is not a number");
}

TEST(StructModel, OffersNothingElse) {
  const std::unique_ptr<Model> model = make_model(Plain{3});
  EXPECT_EQ(model->curvature(), nullptr);
  EXPECT_EQ(model->expectation(), nullptr);
  EXPECT_EQ(model->prior(), nullptr);
  EXPECT_EQ(model->lane_width(), 1);
  EXPECT_FALSE(model->is_thread_safe());
  EXPECT_EQ(model->parameter_names(), (std::vector<std::string>{"z1", "z2", "z3"}));
}

TEST(StructModel, TakesOptionalMembers) {
  const std::unique_ptr<Model> model = make_model(Named{});
  EXPECT_TRUE(model->is_thread_safe());
  EXPECT_EQ(model->parameter_names(), (std::vector<std::string>{"a", "b"}));
}

TEST(StructModel, ChecksSizes) {
  EXPECT_THROW(make_model(Plain{0}), InvalidArgument);
  Named three;
  three.size = 3;
  EXPECT_THROW(make_model(three), InvalidArgument);
  struct WrongGradient {
    Index dimension() const { return 2; }
    double log_density(const Vector&, Vector& gradient) const {
      gradient = Vector::Zero(5);
      return 0;
    }
  };
  Evaluation evaluation;
  EXPECT_THROW(make_model(WrongGradient{})->evaluate(Matrix::Zero(1, 2), evaluation), InvalidArgument);
}

}  // namespace
}  // namespace g2t
