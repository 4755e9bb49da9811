// A struct whose rows can be sampled: samples are unbiased and spread over the data, and fits go by them.
#include <gtest/gtest.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/models/struct_model.hpp>
#include <limits>
#include <span>

namespace g2t {
namespace {

/// y ~ N(z1 + z2 x, 1), both parameters N(0, 1).
struct OwnLine {
  Vector x, y;
  double weight = 1;

  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Vector residual = y.array() - z[0] - z[1] * x.array();
    gradient[0] = weight * residual.sum() - z[0];
    gradient[1] = weight * residual.dot(x) - z[1];
    return -0.5 * (weight * residual.squaredNorm() + z.squaredNorm());
  }
  void hessian_times(const Vector&, const Vector& v, Vector& product) const {
    product[0] = -weight * (static_cast<double>(x.size()) * v[0] + x.sum() * v[1]) - v[0];
    product[1] = -weight * (x.sum() * v[0] + x.squaredNorm() * v[1]) - v[1];
  }
  Index row_count() const { return x.size(); }
  OwnLine of_rows(const std::vector<Index>& rows, double by) const { return {x(rows), y(rows), by}; }
};

OwnLine own_line(Index rows) {
  OwnLine line{Vector(rows), Vector(rows)};
  fill_normals({1, Purpose::Check, 0}, std::span(line.y.data(), static_cast<std::size_t>(rows)));
  line.x = Vector::LinSpaced(rows, -1, 1);  // a sorted file
  line.y += 0.5 * line.x;
  return line;
}

TEST(OwnRows, AreSampledWithoutBias) {
  const std::unique_ptr<Model> model = make_model(own_line(5003));
  ASSERT_NE(model->row_sums(), nullptr);
  const Matrix draw = Matrix::Constant(1, 2, 0.3);
  Vector all, part;
  model->log_densities(draw, all);
  constexpr int kSeeds = 400;
  Vector values(kSeeds);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const RowSample sample = model->row_sums()->sample(300, static_cast<std::uint64_t>(seed));
    ASSERT_EQ(sample.rows, 300);
    sample.model->log_densities(draw, part);
    values(seed) = part(0);
  }
  const double error = std::sqrt((values.array() - values.mean()).square().sum() / (kSeeds - 1.0) / kSeeds);
  EXPECT_NEAR(values.mean(), all(0), 4 * error);
}

TEST(OwnRows, AreNotSampledWhereAllAreAskedFor) {
  const std::unique_ptr<Model> model = make_model(own_line(100));
  EXPECT_EQ(model->row_sums()->sample(100, 1).model, nullptr);
  EXPECT_EQ(model->row_sums()->sample(0, 1).model, nullptr);
}

struct NoRows {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    return -0.5 * z.squaredNorm();
  }
};

TEST(OwnRows, AreOptional) { EXPECT_EQ(make_model(NoRows{})->row_sums(), nullptr); }

}  // namespace
}  // namespace g2t
