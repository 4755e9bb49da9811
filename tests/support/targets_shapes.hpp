// Test targets that no Gaussian matches: heavy tails, funnels, curved ridges, two modes, half spaces, improper
// densities.
#pragma once

#include <stdexcept>
#include <support/targets_gaussian.hpp>

namespace g2t::testing {

/// Multivariate Student t with location and scale matrix of an autoregression.
struct StudentT {
  double freedom = 1;
  Autoregression core;

  Index dimension() const { return core.dimension(); }
  double log_density(const Vector& z, Vector& gradient) const {
    const double d = static_cast<double>(dimension());
    const double distance = core.squared_distance(z, gradient);
    gradient *= (freedom + d) / (freedom + distance);
    return std::lgamma((freedom + d) / 2) - std::lgamma(freedom / 2) - 0.5 * d * std::log(freedom * std::numbers::pi) -
           0.5 * core.log_determinant() - 0.5 * (freedom + d) * std::log1p(distance / freedom);
  }
};

/// z1 ~ t with so many degrees of freedom, all others ~ N(0, 1), independently.
struct OneLongTail {
  double freedom = 3;
  Index size = 1;

  Index dimension() const { return size; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z;
    gradient[0] = -(freedom + 1) * z[0] / (freedom + z[0] * z[0]);
    return std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2) - 0.5 * std::log(freedom * std::numbers::pi) -
           0.5 * (freedom + 1) * std::log1p(z[0] * z[0] / freedom) - 0.5 * z.tail(size - 1).squaredNorm() -
           0.5 * static_cast<double>(size - 1) * kLogTwoPi;
  }
};

/// z1 ~ N(0, 3^2), all others ~ N(0, e^z1).
struct Funnel {
  Index size = 2;

  Index dimension() const { return size; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Index count = size - 1;
    const double precision = std::exp(-z[0]), square = z.tail(count).squaredNorm();
    gradient[0] = -z[0] / 9 + 0.5 * (precision * square - static_cast<double>(count));
    gradient.tail(count) = -precision * z.tail(count);
    return -z[0] * z[0] / 18 - 0.5 * (precision * square + static_cast<double>(count) * z[0]) - std::log(3) -
           0.5 * static_cast<double>(size) * kLogTwoPi;
  }
  /// With q independent and centred, E x^2 e^-v = sd_x^2 e^(sd_v^2 / 2), so that sd_x^2 = e^(-sd_v^2 / 2) and
  /// sd_v^2 = 1 / (1/9 + count / 2) make the ELBO stationary; a correlation only takes entropy away.
  Vector best_sds() const {
    const double variance = 1 / (1.0 / 9 + 0.5 * static_cast<double>(size - 1));
    Vector result = Vector::Constant(size, std::exp(-variance / 4));
    result[0] = std::sqrt(variance);
    return result;
  }
  double best_elbo() const {
    const double sd = best_sds()[0];
    return -sd * sd / 18 - 0.25 * static_cast<double>(size - 1) * sd * sd + std::log(sd / 3) + 0.5;
  }
  Vector posterior_sd() const {
    Vector result = Vector::Constant(size, std::exp(9.0 / 4));
    result[0] = 3;
    return result;
  }
};

/// z1 ~ N(0, 1) and z2 ~ N(bend z1^2, sd^2).
struct BentRidge {
  double bend = 0.5, sd = 0.5;

  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double residual = (z[1] - bend * z[0] * z[0]) / sd;
    gradient[0] = -z[0] + 2 * bend * z[0] * residual / sd;
    gradient[1] = -residual / sd;
    return -0.5 * (z[0] * z[0] + residual * residual) - std::log(sd) - kLogTwoPi;
  }
  /// E (z2 - bend z1^2)^2 = sd2^2 + 2 bend^2 sd1^4 at m2 = bend sd1^2; sd1^2 solves 4 k v^2 + v = 1, k = (bend / sd)^2.
  /// A slope of z2 on z1 only pays at m1 off zero, which the prior forbids.
  double best_variance() const {
    const double k = bend * bend / (sd * sd);
    return (std::sqrt(1 + 16 * k) - 1) / (8 * k);
  }
  Vector best_mean() const { return Vector({{0, bend * best_variance()}}); }
  Vector best_sds() const { return Vector({{std::sqrt(best_variance()), sd}}); }
  double best_elbo() const {
    const double v = best_variance(), k = bend * bend / (sd * sd);
    return 0.5 * (1 - v + std::log(v)) - k * v * v;
  }
  Vector posterior_sd() const { return Vector({{1, std::sqrt(sd * sd + 2 * bend * bend)}}); }
};

/// 0.7 N(-4, 0.5^2) + 0.3 N(4, 0.5^2).
struct TwoModes {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double left = std::log(0.7) - 2 * (z[0] + 4) * (z[0] + 4);
    const double right = std::log(0.3) - 2 * (z[0] - 4) * (z[0] - 4);
    const double largest = std::max(left, right);
    const double sum = largest + std::log(std::exp(left - largest) + std::exp(right - largest));
    gradient[0] = -4 * (z[0] + 4) * std::exp(left - sum) - 4 * (z[0] - 4) * std::exp(right - sum);
    return sum - std::log(0.5) - 0.5 * kLogTwoPi;
  }
};

/// theta ~ N(0, e^(2 l)), e^l ~ half-Cauchy(1), and 3 ~ N(theta, 1) observed; coordinates theta, l.
struct Shrinkage {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double weighted = z[0] * z[0] * std::exp(-2 * z[1]), residual = 3 - z[0];
    const double log_sum = std::max(0.0, 2 * z[1]) + std::log1p(std::exp(-2 * std::abs(z[1])));
    gradient[0] = residual - z[0] * std::exp(-2 * z[1]);
    gradient[1] = weighted - 2 / (1 + std::exp(-2 * z[1]));
    return -0.5 * (weighted + residual * residual) - kLogTwoPi + std::log(2 / std::numbers::pi) - log_sum;
  }
};

/// log z^2 - (z - 4)^2 / 2: minus infinity at the usual start.
struct ZeroAtStart {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = 2 / z[0] - (z[0] - 4);
    return std::log(z[0] * z[0]) - 0.5 * (z[0] - 4) * (z[0] - 4);
  }
};

/// The value of a density outside its support.
enum class Outside { MinusInfinity, Nan, Throws };

/// log z - z above zero.
struct HalfLine {
  Outside outside = Outside::MinusInfinity;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z[0] <= 0 && outside == Outside::MinusInfinity) return -std::numeric_limits<double>::infinity();
    if (z[0] <= 0 && outside == Outside::Nan) return gradient[0] = std::numeric_limits<double>::quiet_NaN();
    if (z[0] <= 0) throw std::domain_error("z is not positive");
    gradient[0] = 1 / z[0] - 1;
    return std::log(z[0]) - z[0];
  }
};

/// N(8, 0.5^2), and minus infinity below 3.
struct Walled {
  DiagonalNormal core{Vector::Constant(1, 8), Vector::Constant(1, 0.5)};

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    return z[0] < 3 ? -std::numeric_limits<double>::infinity() : core.log_density(z, gradient);
  }
};

/// N(2, 0.5^2), but every fiftieth call answers not a number.
struct Faltering {
  DiagonalNormal core{Vector::Constant(1, 2), Vector::Constant(1, 0.5)};
  mutable int calls = 0;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (++calls % 50 == 0) return gradient[0] = std::numeric_limits<double>::quiet_NaN();
    return core.log_density(z, gradient);
  }
};

/// -z1^2 / 2, whatever z2.
struct FlatDirection {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = -z[0];
    return -0.5 * z[0] * z[0];
  }
};

/// Rises for ever.
struct Slope {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = 1;
    return z[0];
  }
};

inline std::vector<Target> shape_targets() {
  const Structure mean_field = Structure::Diagonal, full_rank = Structure::Dense;
  const auto one = [](double value) -> Vector { return Vector::Constant(1, value); };
  std::vector<Target> list;
  const auto add = [&](Target target) { list.push_back(std::move(target)); };

  // Student t: one-dimensional sums of 3601 nodes (over the radius for d = 3), Nelder-Mead and BFGS from three starts
  // agree to 1e-7. By affine equivariance the best full-rank covariance is a multiple of the scale matrix.
  const StudentT cauchy{1, {one(0), one(1)}};
  const StudentT light{5, {Vector({{1, 0, -2}}), Vector({{1, 2, 0.5}}), 0.6}};
  add(with_posterior_sd(proper_target("student_t_4", make_model(StudentT{4, {one(0), one(1)}}),
                                      diagonal_gaussian(one(0), one(1.20336437)), -0.026006951, "heavy tails"),
                        one(std::sqrt(2))));
  add(with_posterior_sd(
      proper_target("student_t_5_full_rank", make_model(light),
                    dense_gaussian(light.core.mean, 1.12928661 * 1.12928661 * light.core.covariance()), -0.065582028,
                    "heavy tails, correlated, d = 3"),
      light.core.sds * std::sqrt(5.0 / 3)));
  add(proper_target("cauchy", make_model(cauchy), diagonal_gaussian(one(0), one(1.63397845)), -0.182758309,
                    "no moments, yet a best Gaussian"));
  add(with_init(proper_target("cauchy_far_start", make_model(cauchy), diagonal_gaussian(one(0), one(1.63397845)),
                              -0.182758309, "a start where the gradient hardly points home"),
                one(30), 1));

  // Closed forms in the structs; numerical optimisation of the exact ELBO from three starts agrees to 1e-7.
  const Funnel funnel{2}, wide_funnel{5};
  for (const Structure structure : {mean_field, full_rank}) {
    const std::string ending = structure == full_rank ? "_full_rank" : "";
    for (const Funnel& density : {funnel, wide_funnel})
      add(with_posterior_sd(
          proper_target("funnel_" + std::to_string(density.size) + ending, make_model(density),
                        independent_gaussian(structure, Vector::Zero(density.size), density.best_sds()),
                        density.best_elbo(), "a curvature that varies e-fold; the best Gaussian is independent"),
          density.posterior_sd()));
    for (const auto& [name, density] :
         {std::pair{"bent_ridge", BentRidge{0.5, 0.5}}, std::pair{"sharp_bent_ridge", BentRidge{1, 0.1}}})
      add(with_posterior_sd(proper_target(name + ending, make_model(density),
                                          independent_gaussian(structure, density.best_mean(), density.best_sds()),
                                          density.best_elbo(), "a ridge along a parabola"),
                            density.posterior_sd()));
  }

  // Shrinkage: E theta^2 e^(-2 l) exact, the rest a one-dimensional sum of 3601 nodes; five starts agree to 1e-7.
  // Posterior sds by a sum over l of exact conditionals.
  const Vector shrinkage_posterior({{1.12797375, 0.93245780}});
  add(with_posterior_sd(
      proper_target("shrinkage", make_model(Shrinkage{}),
                    diagonal_gaussian(Vector({{2.39058301, 0.94575184}}), Vector({{0.89267071, 0.51220791}})),
                    -3.743109092, "half-Cauchy scale; log evidence -3.40265465"),
      shrinkage_posterior));
  add(with_posterior_sd(proper_target("shrinkage_full_rank", make_model(Shrinkage{}),
                                      dense_gaussian(Vector({{2.29703313, 0.80317981}}),
                                                     Vector({{1.03412240, 0.65862253}}), {0.60596288}),
                                      -3.530213935, "half-Cauchy scale; log evidence -3.40265465"),
                        shrinkage_posterior));

  // One-dimensional sums of 3601 nodes, four starts. Two modes: a run that ends at 4 has ELBO log 0.3, a local best.
  // Posterior moments by hand.
  add(with_posterior_sd(proper_target("two_modes", make_model(TwoModes{}), diagonal_gaussian(one(-4), one(0.5)),
                                      std::log(0.7), "ends at -4, or at 4 with ELBO log 0.3, never between"),
                        one(3.7)));
  add(with_posterior_sd(
      proper_target("zero_at_start", make_model(ZeroAtStart{}), diagonal_gaussian(one(4.47097873), one(0.94565538)),
                    3.751876576, "minus infinity at zero; log evidence 3.75215175"),
      one(std::sqrt(355.0 / 17 - 76.0 * 76 / (17 * 17)))));

  // Their Gaussian parts are exact; Walled ignores a mass of 1e-23 below the wall.
  add(with_init(quadratic(proper_target("walled", make_model(Walled{}), diagonal_gaussian(one(8), one(0.5)), 0,
                                        "minus infinity at the default start, not at this one")),
                one(8), 1));
  add(proper_target("faltering", make_model(Faltering{}), diagonal_gaussian(one(2), one(0.5)), 0,
                    "one draw in fifty fails"));

  // Every Gaussian has mass where a half line has none, and nothing holds an improper density.
  add(hopeless_target("half_line_minus_infinity", make_model(HalfLine{Outside::MinusInfinity}), mean_field,
                      "minus infinity below zero"));
  add(hopeless_target("half_line_nan", make_model(HalfLine{Outside::Nan}), mean_field, "not a number below zero"));
  add(hopeless_target("half_line_throws", make_model(HalfLine{Outside::Throws}), mean_field, "throws below zero"));
  add(hopeless_target("flat_direction", make_model(FlatDirection{}), mean_field, "a scale that grows without end"));
  add(hopeless_target("flat_direction_full_rank", make_model(FlatDirection{}), full_rank,
                      "a scale that grows without end"));
  add(hopeless_target("slope", make_model(Slope{}), mean_field, "mean and scale grow without end"));
  return list;
}

}  // namespace g2t::testing
