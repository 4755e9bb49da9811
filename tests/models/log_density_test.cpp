// Which members of a struct are found, and which are refused.
#include <gtest/gtest.h>

#include <g2t/models/struct_model.hpp>

namespace g2t {
namespace {

struct PointForm {
  Index dimension() const { return 2; }
  double log_density(const Vector&, Vector&) const { return 0; }
};
struct BatchForm {
  int dimension() const { return 2; }
  void log_density(const Matrix&, Vector&, Matrix&) const {}
};
struct BothForms : PointForm {
  using PointForm::log_density;
  void log_density(const Matrix&, Vector&, Matrix&) const {}
};
struct WithoutDimension {
  double log_density(const Vector&, Vector&) const { return 0; }
};
static_assert(LogDensity<PointForm> && HasPointDensity<PointForm> && !HasBatchDensity<PointForm>);
static_assert(LogDensity<BatchForm> && !HasPointDensity<BatchForm> && HasBatchDensity<BatchForm>);
static_assert(HasPointDensity<BothForms> && HasBatchDensity<BothForms>);
static_assert(!LogDensity<WithoutDimension> && !LogDensity<int> && !LogDensity<ModelFunctions>);

struct WithDensities : BatchForm {
  void log_densities(const Matrix&, Vector&) const {}
};
struct ReturnsDensities : BatchForm {
  Vector log_densities(const Matrix&) const { return {}; }
};
static_assert(HasDensitiesAlone<WithDensities> && !detail::HasOtherDensitiesAlone<WithDensities>);
static_assert(!HasDensitiesAlone<BatchForm> && !detail::HasOtherDensitiesAlone<BatchForm>);
static_assert(!HasDensitiesAlone<ReturnsDensities> && detail::HasOtherDensitiesAlone<ReturnsDensities>);

struct WithProduct : PointForm {
  void hessian_times(const Vector&, const Vector&, Vector&) const {}
};
struct WithProducts : PointForm {
  void hessian_times(const Vector&, const Matrix&, Matrix&) const {}
};
struct WithBothProducts : WithProduct {
  using WithProduct::hessian_times;
  void hessian_times(const Vector&, const Matrix&, Matrix&) const {}
};
struct MutableProduct : PointForm {
  void hessian_times(const Vector&, const Vector&, Vector&) {}
};
struct RefProduct : PointForm {
  void hessian_times(const Vector&, const Eigen::Ref<const Vector>&, Eigen::Ref<Vector>) const {}
};
static_assert(HasHessianProduct<WithProduct> && !HasHessianProducts<WithProduct>);
static_assert(!HasHessianProduct<WithProducts> && HasHessianProducts<WithProducts>);
static_assert(HasHessianProduct<WithBothProducts> && HasHessianProducts<WithBothProducts>);
static_assert(!HasHessianProduct<MutableProduct> && detail::HasOtherHessianProduct<MutableProduct>);
static_assert(detail::HasAmbiguousHessianProduct<RefProduct> && !detail::HasAmbiguousHessianProduct<WithBothProducts>);
static_assert(!detail::HasOtherHessianProduct<WithProduct> && !detail::HasOtherHessianProduct<WithBothProducts>);

struct WithPrior : PointForm {
  NormalPrior prior() const { return {{"a", "b"}, {{0, 2, 1}}}; }
};
struct NumberAsPrior : PointForm {
  double prior() const { return 1; }
};
struct PriorAsData : PointForm {
  double prior = 1;
};
static_assert(HasPrior<WithPrior> && !detail::HasOtherPrior<WithPrior>);
static_assert(!HasPrior<NumberAsPrior> && detail::HasOtherPrior<NumberAsPrior>);
static_assert(!HasPrior<PriorAsData> && !detail::HasOtherPrior<PriorAsData>);

TEST(LogDensity, OptionalMembersBecomeFunctions) {
  EXPECT_TRUE(functions_of(PointForm{}).log_density);
  EXPECT_FALSE(functions_of(PointForm{}).log_density_batch);
  EXPECT_FALSE(functions_of(PointForm{}).hessian_product);
  EXPECT_FALSE(functions_of(PointForm{}).prior);
  EXPECT_TRUE(functions_of(BothForms{}).log_density_batch);
  EXPECT_FALSE(functions_of(BothForms{}).log_density);
  EXPECT_TRUE(functions_of(WithDensities{}).log_densities);
  EXPECT_TRUE(functions_of(WithProduct{}).hessian_product);
  EXPECT_FALSE(functions_of(WithProduct{}).hessian_products);
  EXPECT_TRUE(functions_of(WithBothProducts{}).hessian_products);
  EXPECT_TRUE(functions_of(WithPrior{}).prior);
}

}  // namespace
}  // namespace g2t
