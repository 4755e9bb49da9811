// Symmetries that names suggest: which are tried, which are found, and at what cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <starts/mirror_images.h>

#include <algorithm>
#include <cmath>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

Gaussian narrow_at(const Vector& mean) { return isotropic_gaussian(Structure::Diagonal, mean, 0.1); }

std::vector<Vector> guessed_images(const std::vector<std::string>& names, const Vector& mean) {
  std::vector<Vector> out;
  for (const Symmetry& symmetry : guess_symmetries(names, narrow_at(mean), 1000)) out.push_back(symmetry.image(mean));
  return out;
}

bool has_image(const std::vector<Vector>& images, const Vector& image) {
  return std::find(images.begin(), images.end(), image) != images.end();
}

TEST(GuessSymmetries, AreOfSignsBlocksAndLabels) {
  const std::vector<std::string> names = {"w.1", "w.2", "c.1", "c.2", "logit", "f.1", "f.2", "f.3"};
  const Vector mean{{1, 2, 3, 4, 5, 6, 7, 8}};
  const std::vector<Vector> images = guessed_images(names, mean);
  EXPECT_TRUE(has_image(images, -mean));
  EXPECT_TRUE(has_image(images, Vector({{-1, -2, 3, 4, 5, 6, 7, 8}})));      // a block
  EXPECT_TRUE(has_image(images, Vector({{-1, -2, 3, 4, 5, -6, -7, -8}})));   // two
  EXPECT_TRUE(has_image(images, Vector({{-1, 2, -3, 4, 5, 6, 7, 8}})));      // what belongs to one index
  EXPECT_TRUE(has_image(images, Vector({{2, 1, 4, 3, 5, 6, 7, 8}})));        // labels
  EXPECT_TRUE(has_image(images, Vector({{2, 1, 4, 3, -5, 6, 7, 8}})));       // with the log odds of the first
  EXPECT_TRUE(has_image(images, Vector({{3, 4, 1, 2, 5, 6, 7, 8}})));        // blocks
  EXPECT_TRUE(has_image(images, Vector({{1, 2, 3, 4, 5, 6, -7, 8}})));       // an entry
  EXPECT_FALSE(has_image(images, mean));
}

TEST(GuessSymmetries, OfAMatrixAreAlongItsAxes) {
  // Loadings of three items on two factors, and two persons' factors.
  const std::vector<std::string> names = {"l.1.1", "l.2.1", "l.3.1", "l.1.2", "l.2.2", "l.3.2",
                                          "f.1.1", "f.2.1", "f.3.1", "f.4.1", "f.1.2", "f.2.2", "f.3.2", "f.4.2"};
  const Vector mean = Vector::LinSpaced(14, 1, 14);
  Vector flipped = mean, exchanged = mean;
  for (const Index i : {0, 1, 2, 6, 7, 8, 9}) flipped[i] = -mean[i];
  exchanged.segment(0, 3).swap(exchanged.segment(3, 3));
  exchanged.segment(6, 4).swap(exchanged.segment(10, 4));
  const std::vector<Vector> images = guessed_images(names, mean);
  EXPECT_TRUE(has_image(images, flipped));
  EXPECT_TRUE(has_image(images, exchanged));
}

TEST(GuessSymmetries, AreFewAndFar) {
  const Vector mean = Vector::LinSpaced(200, 1, 200);
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back("scalar_" + std::string(static_cast<std::size_t>(i + 1), 'a'));
  EXPECT_EQ(guess_symmetries(names, narrow_at(mean), 20).size(), 20u);
  EXPECT_TRUE(guess_symmetries(names, narrow_at(Vector::Zero(200)), 20).empty());
  EXPECT_TRUE(guess_symmetries({"z1"}, isotropic_gaussian(Structure::Dense, Vector({{1}}), 1), 20).empty());  // 2 sds
}

TEST(SymmetriesOf, NeedTheSameDensityAndADip) {
  /// exp(-(z1^2 - 4)^2 + tilt z1) N(z2; 5, 1), and z3 of no effect.
  struct TwoWells {
    double tilt = 0;
    Index dimension() const { return 3; }
    double log_density(const Vector& z, Vector& gradient) const {
      const double well = z[0] * z[0] - 4;
      gradient << -4 * well * z[0] + tilt, 5 - z[1], 0;
      return -well * well - 0.5 * (z[1] - 5) * (z[1] - 5) + tilt * z[0];
    }
  };
  const Gaussian q = narrow_at(Vector({{1.99, 5.2, 7}}));
  Index evaluations = 0;
  const std::vector<Symmetry> found = symmetries_of(*make_model(TwoWells{}), q, evaluations);
  EXPECT_LE(evaluations, 64);
  ASSERT_FALSE(found.empty());
  for (const Symmetry& symmetry : found) {  // z3 may change as well
    EXPECT_EQ(symmetry.image(q.mean)[0], -q.mean[0]);
    EXPECT_EQ(symmetry.image(q.mean)[1], q.mean[1]);
  }
  EXPECT_TRUE(symmetries_of(*make_model(TwoWells{1e-3}), q, evaluations).empty());
  EXPECT_TRUE(symmetries_of(*make_model(testing::FlatDirection{}), narrow_at(Vector({{0, 9}})), evaluations).empty());
}

}  // namespace
}  // namespace g2t
