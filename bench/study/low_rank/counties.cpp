// Given the scales, each county's two effects are normal given (mu_a, mu_b), and those are normal: sums of 2 x 2 matrices.
#include "known_models.hpp"

namespace g2t::low_rank {
namespace {

using Two = Eigen::Matrix2d;
using TwoVector = Eigen::Vector2d;

// Sums over the rows of a county.
struct County {
  Two squares = Two::Zero();
  TwoVector products = TwoVector::Zero();
  double total = 0, rows = 0;
};

// Log density of the scales with all else integrated out, and moments of all else.
struct Given {
  double log_density = 0;
  Vector mean, second;
};

Given given(const std::vector<County>& counties, const Eigen::Vector3d& log_scales) {
  const double inverse = std::exp(-2 * log_scales[2]);
  const Two prior = Eigen::Vector2d(std::exp(-2 * log_scales[0]), std::exp(-2 * log_scales[1])).asDiagonal();
  const Index count = static_cast<Index>(counties.size());
  Two precision = 0.01 * Two::Identity();
  TwoVector linear = TwoVector::Zero();
  Given out;
  out.log_density = -0.5 * log_scales.squaredNorm();
  std::vector<Two> covariances;
  for (const County& county : counties) {
    const Two own = prior + inverse * county.squares, covariance = own.inverse();
    covariances.push_back(covariance);
    precision += prior - prior * covariance * prior;
    linear += prior * covariance * (inverse * county.products);
    out.log_density += 0.5 * std::log(prior.determinant() * covariance.determinant()) - county.rows * log_scales[2] -
                       0.5 * inverse * county.total +
                       0.5 * inverse * inverse * county.products.dot(covariance * county.products);
  }
  const Two of_means = precision.inverse();
  const TwoVector means = of_means * linear;
  out.log_density += 0.5 * linear.dot(means) - 0.5 * std::log(precision.determinant());
  out.mean.resize(5 + 2 * count);
  out.second.resize(5 + 2 * count);
  const auto put = [&](Index i, double mean, double variance) {
    out.mean[i] = mean;
    out.second[i] = mean * mean + variance;
  };
  for (Index k = 0; k < 2; ++k) put(k, means[k], of_means(k, k));
  for (Index k = 0; k < 3; ++k) put(2 + k, log_scales[k], 0);
  for (Index c = 0; c < count; ++c) {
    const County& county = counties[static_cast<std::size_t>(c)];
    const Two& covariance = covariances[static_cast<std::size_t>(c)];
    const Two slope = covariance * prior, whole = covariance + slope * of_means * slope.transpose();
    const TwoVector mean = covariance * (inverse * county.products) + slope * means;
    for (Index k = 0; k < 2; ++k) put(5 + k * count + c, mean[k], whole(k, k));
  }
  return out;
}

}  // namespace

Known counties(Index count) {
  const Counties density(count, 5);
  std::vector<County> sums(static_cast<std::size_t>(count));
  for (Index i = 0; i < density.y.size(); ++i) {
    County& county = sums[static_cast<std::size_t>(density.county[static_cast<std::size_t>(i)])];
    const TwoVector row(1, density.x[i]);
    county.squares += row * row.transpose();
    county.products += row * density.y[i];
    county.total += density.y[i] * density.y[i];
    county.rows += 1;
  }
  // The mode by a shrinking search, sds by differences, then a grid of 21 points to five sds on each side.
  Eigen::Vector3d mode(std::log(0.5), std::log(0.3), std::log(0.75)), sds;
  for (double step = 0.2; step > 1e-4; step /= 1.5)
    for (int sweep = 0; sweep < 5; ++sweep)
      for (Index k = 0; k < 3; ++k)
        for (const double by : {-step, step}) {
          Eigen::Vector3d there = mode;
          there[k] += by;
          if (given(sums, there).log_density > given(sums, mode).log_density) mode = there;
        }
  const double top = given(sums, mode).log_density;
  for (Index k = 0; k < 3; ++k) {
    Eigen::Vector3d up = mode, down = mode;
    up[k] += 0.01, down[k] -= 0.01;
    sds[k] = 0.01 / std::sqrt(2 * top - given(sums, up).log_density - given(sums, down).log_density);
  }
  constexpr int kHalf = 10;
  Vector mean = Vector::Zero(5 + 2 * count), second = mean;
  double weight = 0;
  for (int i = -kHalf; i <= kHalf; ++i)
    for (int j = -kHalf; j <= kHalf; ++j)
      for (int k = -kHalf; k <= kHalf; ++k) {
        const Given at = given(sums, mode + 0.5 * Eigen::Vector3d(i * sds[0], j * sds[1], k * sds[2]));
        const double w = std::exp(at.log_density - top);
        weight += w;
        mean += w * at.mean;
        second += w * at.second;
      }
  mean /= weight;
  second /= weight;
  return {"counties, d = " + std::to_string(5 + 2 * count), make_model(density), mean,
          (second - mean.cwiseAbs2()).cwiseSqrt()};
}

}  // namespace g2t::low_rank
