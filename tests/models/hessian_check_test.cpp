// Wrong products of a Hessian are found and named, right ones pass.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/models/hessian_check.hpp>
#include <g2t/models/struct_model.hpp>
#include <limits>

#include "models/data.hpp"

namespace g2t {
namespace {

// exp(a) - b^4 / 4 + a b, with one entry of the Hessian times a factor.
struct HessianQuartic {
  double factor = 1;
  Index dimension() const { return 2; }
  std::vector<std::string> parameter_names() const { return {"a", "b"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient << std::exp(z[0]) + z[1], -std::pow(z[1], 3) + z[0];
    return std::exp(z[0]) - 0.25 * std::pow(z[1], 4) + z[0] * z[1];
  }
  void hessian_times(const Vector& z, const Vector& v, Vector& product) const {
    product << std::exp(z[0]) * v[0] + factor * v[1], v[0] - 3 * z[1] * z[1] * v[1];
  }
};

TEST(HessianCheck, PassesEveryModelOfTheLibrary) {
  for (const test::NamedModel& named : test::small_models()) {
    const HessianCheck check = check_hessian(*named.model, Vector::Constant(named.model->dimension(), 0.3));
    EXPECT_TRUE(check.passed) << named.name << ": " << check.message();
    EXPECT_EQ(check.message(), "");
  }
}

TEST(HessianCheck, NamesTheEntryThatIsWrong) {
  const Vector point = Vector({{1, 2}});
  EXPECT_TRUE(check_hessian(*make_model(HessianQuartic{}), point).passed);
  for (const double factor : {-1.0, 1.01}) {
    const HessianCheck check = check_hessian(*make_model(HessianQuartic{factor}), point);
    EXPECT_FALSE(check.passed) << factor;
    EXPECT_EQ(check.row, 0);
    EXPECT_EQ(check.column, 1);
    EXPECT_NEAR(check.expected, 1, 1e-7);
  }
  EXPECT_FALSE(check_hessian(*make_model(HessianQuartic{std::numeric_limits<double>::quiet_NaN()}), point).passed);
  EXPECT_EQ(check_hessian(*make_model(HessianQuartic{-1}), point).message().substr(0, 62),
            "Hessian at row 1 (a), column 2 (b): the model says -1, differe");
}

TEST(HessianCheck, SaysWhereTheGradientIsNotFinite) {
  struct Nowhere : HessianQuartic {
    double log_density(const Vector&, Vector& gradient) const {
      return gradient[0] = gradient[1] = std::numeric_limits<double>::quiet_NaN();
    }
  };
  const HessianCheck check = check_hessian(*make_model(Nowhere{}), Vector::Ones(2));
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.row, -1);
  EXPECT_EQ(check.message(), "the gradient is not finite around the point");
}

TEST(HessianCheck, NeedsProductsAndAPoint) {
  struct WithoutProducts {
    Index dimension() const { return 1; }
    double log_density(const Vector&, Vector&) const { return 0; }
  };
  EXPECT_THROW((void)check_hessian(*make_model(WithoutProducts{}), Vector::Zero(1)), InvalidArgument);
  EXPECT_THROW((void)check_hessian(*make_model(HessianQuartic{}), Vector::Zero(1)), InvalidArgument);
}

}  // namespace
}  // namespace g2t
