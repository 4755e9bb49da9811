// Starts for posteriors whose density has its peak where there is no mass: hierarchical ones with vague priors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <inference/natural/random_start.h>

#include <cmath>
#include <g2t/core/random.hpp>
#include <g2t/core/streams.hpp>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

constexpr double kVague = 0.001;       // shape and scale of the variances' inverse gamma priors
constexpr double kFlat = 1e-6;         // precision of the means' priors

/// y_it ~ N(sum over k of b_ki x_k(t), e^(2 l)), b_ki ~ N(m_k, e^(2 l_k)), with x_1 = 1 and x_2 = t about its mean;
/// centred, vague priors, density up to a constant. Coordinates: b of every kind, m, l_k, l.
struct GroupedLines {
  Index kinds = 1, groups = 12, times = 6;
  Vector means, sds;  // of b, in the data
  double noise = 2;
  Matrix x;           // [times x kinds], orthogonal columns
  Matrix y;           // [groups x times]

  GroupedLines(Index groups_, Index times_, const Vector& means_, const Vector& sds_, double noise_)
      : kinds(means_.size()), groups(groups_), times(times_), means(means_), sds(sds_), noise(noise_) {
    x = Matrix::Ones(times, kinds);
    const double half = 0.5 * static_cast<double>(times - 1);
    if (kinds > 1) x.col(1).setLinSpaced(times, -half, half);
    Matrix normals(groups, kinds + times);
    fill_normals(streams::simulation(1, 0), normals);
    const Matrix b = (normals.leftCols(kinds) * sds.asDiagonal()).rowwise() + means.transpose();
    y = b * x.transpose() + noise * normals.rightCols(times);
  }

  Index dimension() const { return kinds * groups + 2 * kinds + 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Index at_means = kinds * groups, at_scales = at_means + kinds, last = at_scales + kinds;
    const Matrix b = Eigen::Map<const Matrix>(z.data(), groups, kinds);
    const Matrix residual = y - b * x.transpose();
    const double precision = std::exp(-2 * z[last]), square = residual.squaredNorm();
    Matrix pull = precision * residual * x;
    double value = -0.5 * precision * square - static_cast<double>(groups * times) * z[last];
    gradient[last] = precision * square - static_cast<double>(groups * times);
    for (Index k = 0; k < kinds; ++k) {
      const double of_kind = std::exp(-2 * z[at_scales + k]);
      const Vector apart = b.col(k).array() - z[at_means + k];
      pull.col(k) -= of_kind * apart;
      value -= 0.5 * of_kind * apart.squaredNorm() + static_cast<double>(groups) * z[at_scales + k] +
               0.5 * kFlat * z[at_means + k] * z[at_means + k];
      gradient[at_means + k] = of_kind * apart.sum() - kFlat * z[at_means + k];
      gradient[at_scales + k] = of_kind * apart.squaredNorm() - static_cast<double>(groups);
    }
    for (Index k = at_scales; k <= last; ++k) {
      const double of_kind = std::exp(-2 * z[k]);
      value -= 2 * kVague * z[k] + kVague * of_kind;
      gradient[k] += 2 * kVague * (of_kind - 1);
    }
    gradient.head(at_means) = Eigen::Map<const Vector>(pull.data(), at_means);
    return value;
  }

  /// Log of the integral over everything but the log sds: Gaussian, and apart for every kind, since x is orthogonal.
  double log_marginal(const Vector& log_sds) const {
    const double variance = std::exp(2 * log_sds[kinds]);
    const Matrix estimates = y * x * x.colwise().squaredNorm().cwiseInverse().asDiagonal();
    double out = -0.5 * (y - estimates * x.transpose()).squaredNorm() / variance -
                 static_cast<double>(groups * times) * log_sds[kinds];
    for (Index k = 0; k < kinds; ++k) {
      const double of_data = variance / x.col(k).squaredNorm(), sum = of_data + std::exp(2 * log_sds[k]);
      const double mean = estimates.col(k).mean(), spread = (estimates.col(k).array() - mean).square().sum();
      const double weight = static_cast<double>(groups) / sum;
      out += 0.5 * static_cast<double>(groups) * (testing::kLogTwoPi + std::log(of_data / sum)) - 0.5 * spread / sum +
             0.5 * (testing::kLogTwoPi - std::log(weight + kFlat)) -
             0.5 * weight * kFlat / (weight + kFlat) * mean * mean;
    }
    for (const double log_sd : log_sds) out -= 2 * kVague * log_sd + kVague * std::exp(-2 * log_sd);
    return out;
  }

  struct Truth {
    double log_evidence = 0;
    Vector mean, sd;  ///< of the log sds
  };
  /// By a grid around the values that made the data; the peak near 0 holds less than e^-30 of the mass.
  Truth truth() const {
    constexpr Index kSide = 41;
    constexpr double kStep = 0.06;
    const Index count = kinds + 1;
    Vector centre(count);
    centre << sds.array().log().matrix(), std::log(noise);
    Index points = 1;
    for (Index k = 0; k < count; ++k) points *= kSide;
    Matrix at(points, count);
    Vector values(points);
    for (Index p = 0; p < points; ++p) {
      for (Index k = 0, rest = p; k < count; ++k, rest /= kSide)
        at(p, k) = centre[k] + kStep * static_cast<double>(rest % kSide - kSide / 2);
      values[p] = log_marginal(at.row(p));
    }
    const double highest = values.maxCoeff();
    const Vector weights = (values.array() - highest).exp();
    Truth out;
    out.log_evidence = highest + std::log(weights.sum()) + static_cast<double>(count) * std::log(kStep);
    out.mean = at.transpose() * weights / weights.sum();
    out.sd = ((at.rowwise() - out.mean.transpose()).cwiseAbs2().transpose() * weights / weights.sum()).cwiseSqrt();
    return out;
  }
};

struct Grouped {
  const char* name;
  GroupedLines data;
};

void PrintTo(const Grouped& grouped, std::ostream* out) { *out << grouped.name; }

class RandomStart : public ::testing::TestWithParam<Grouped> {};

TEST_P(RandomStart, LeadsToTheMassNotToThePeakAtNoSpread) {
  const GroupedLines& data = GetParam().data;
  const std::unique_ptr<Model> model = make_model(data);
  const GroupedLines::Truth truth = data.truth();
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    FitOptions options;
    options.family = FamilyChoice::FullRank;
    options.seed = seed;
    options.iterations = 20000;
    options.answer = AnswerWay::Gaussian;
    options.tolerance = 0.02;
    options.costs = testing::plain_costs(*model, Structure::Dense);
    const FitResult result = fit(*model, options);
    EXPECT_LT(result.elbo.value, truth.log_evidence + 5 * result.elbo.standard_error);
    EXPECT_GT(result.elbo.value, truth.log_evidence - 2);
    const Index count = data.kinds + 1;
    const Vector apart = (result.q.mean.tail(count) - truth.mean).cwiseQuotient(truth.sd);
    EXPECT_LT(apart.cwiseAbs().maxCoeff(), 0.3) << apart.transpose();
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomStart,
    ::testing::Values(Grouped{"TwelveGroups", {12, 6, Vector{{50}}, Vector{{5}}, 2}},
                      Grouped{"ThirtyGroups", {30, 6, Vector{{50}}, Vector{{5}}, 2}},
                      Grouped{"GrowthCurves", {30, 5, Vector{{240, 43}}, Vector{{14.9, 3.6}}, 6.1}}),
    [](const auto& grouped) { return grouped.param.name; });

}  // namespace
}  // namespace g2t
