#include <g2t/core/errors.hpp>
#include <g2t/core/random.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <kernels/normals.h>
#include <support/gaussians.hpp>

namespace g2t {
namespace {

TEST(Random, WordsAreThreefry) {
  // Known answers of Threefry-4x64-20 (Random123 distribution, kat_vectors): counter 0, key 0.
  std::vector<std::uint64_t> words(kernels::kNormalsBlock);
  kernels::fill_words({0, 0, 0}, 0, words.size(), words.data());
  EXPECT_EQ(words[0], 0x09218ebde6c85537ull);
  EXPECT_EQ(words[8], 0x55941f5266d86105ull);
  EXPECT_EQ(words[16], 0x4bd25e16282434dcull);
  EXPECT_EQ(words[24], 0xee29ec846bd2e40bull);
}

TEST(Random, SameKeySameNumbersWhateverTheLength) {
  std::vector<double> whole(1000), part(77);
  fill_normals({5, Purpose::Step, 9}, whole);
  fill_normals({5, Purpose::Step, 9}, part);
  EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin()));
}

TEST(Random, PartsAreThoseOfTheWhole) {
  const StreamKey key{5, Purpose::Step, 9};
  std::vector<double> normals(200), uniforms(200);
  fill_normals(key, normals);
  fill_uniforms(key, uniforms);
  for (const std::size_t first : {0, 1, 31, 32, 33, 100}) {
    for (const std::size_t size : {0, 1, 31, 32, 64, 100}) {
      std::vector<double> part(size);
      fill_normals(key, first, part);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), normals.begin() + static_cast<std::ptrdiff_t>(first))) << first << ' ' << size;
      fill_uniforms(key, first, part);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), uniforms.begin() + static_cast<std::ptrdiff_t>(first))) << first << ' ' << size;
    }
  }
}

TEST(Random, SeedPurposeAndIterationEachChangeTheStream) {
  const StreamKey base{5, Purpose::Step, 9};
  std::vector<double> first(8), other(8);
  fill_normals(base, first);
  for (const StreamKey& key : {StreamKey{6, Purpose::Step, 9}, StreamKey{5, Purpose::Race, 9},
                               StreamKey{5, Purpose::Step, 10}}) {
    fill_normals(key, other);
    EXPECT_NE(first, other);
  }
}

TEST(Random, NormalsHaveTheMomentsOfNormals) {
  constexpr Index kCount = 1 << 20;
  const Eigen::ArrayXd x = testing::normals_of(7, kCount, 1).col(0).array();
  const double n = static_cast<double>(kCount);
  EXPECT_NEAR(x.mean(), 0, 4 / std::sqrt(n));
  EXPECT_NEAR(x.square().mean(), 1, 4 * std::sqrt(2 / n));
  EXPECT_NEAR(x.cube().mean(), 0, 4 * std::sqrt(15 / n));
  EXPECT_NEAR(x.square().square().mean(), 3, 4 * std::sqrt(96 / n));
  const double tail = std::erfc(3 / std::sqrt(2.0));
  EXPECT_NEAR((x.abs() > 3).count() / n, tail, 4 * std::sqrt(tail / n));
}

TEST(Random, NeighbouringIterationsAreUncorrelated) {
  constexpr std::size_t kCount = 1 << 18;
  std::vector<double> a(kCount), b(kCount);
  fill_normals({1, Purpose::Step, 1}, a);
  fill_normals({1, Purpose::Step, 2}, b);
  double product = 0;
  for (std::size_t i = 0; i < kCount; ++i) product += a[i] * b[i];
  EXPECT_LT(std::abs(product), 4 * std::sqrt(static_cast<double>(kCount)));
}

TEST(Random, MirroredPairsAreNormalsAndTheirNegatives) {
  Matrix pairs(6, 3), half(3, 3), odd(5, 3);
  fill_mirrored_normals({4, Purpose::Check, 2}, pairs);
  fill_normals({4, Purpose::Check, 2}, half);
  EXPECT_EQ(pairs.topRows(3), half);
  EXPECT_EQ(pairs.bottomRows(3), -half);
  EXPECT_THROW(fill_mirrored_normals({4, Purpose::Check, 2}, odd), InvalidArgument);
}

TEST(Random, UniformsAreInTheHalfOpenInterval) {
  std::vector<double> u(1 << 16);
  fill_uniforms({1, Purpose::Check, 0}, u);
  double sum = 0;
  for (const double x : u) {
    ASSERT_GT(x, 0);
    ASSERT_LE(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / u.size(), 0.5, 4 * std::sqrt(1.0 / 12 / u.size()));
}

}  // namespace
}  // namespace g2t
