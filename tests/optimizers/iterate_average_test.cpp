#include <g2t/optimizers/iterate_average.hpp>

#include <gtest/gtest.h>

#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(IterateAverage, IsTheMeanOfTheParameters) {
  for (Structure structure : {Structure::Diagonal, Structure::Dense}) {
    IterateAverage average;
    Vector mean = Vector::Zero(3), sds = Vector::Zero(3);
    for (int k = 1; k <= 4; ++k) {
      Gaussian q = isotropic_gaussian(structure, Vector::Constant(3, k), 0.1 * k);
      average.add(q);
    }
    EXPECT_EQ(average.count(), 4);
    EXPECT_TRUE(average.average().mean.isApprox(Vector::Constant(3, 2.5)));
    EXPECT_TRUE(standard_deviations(average.average()).isApprox(Vector::Constant(3, 0.25)));
    EXPECT_EQ(average.average().structure, structure);
  }
}

}  // namespace
}  // namespace g2t
