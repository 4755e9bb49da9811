// Posteriors that are the same under a change of signs or labels: a fit says that there are other modes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <support/target_fits.hpp>

namespace g2t {
namespace {

/// z^2 ~ N(4, 0.5^2): modes at -2 and 2, where the density is e^0.
struct SquareKnown {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double residual = (z[0] * z[0] - 4) / 0.5;
    gradient[0] = -4 * residual * z[0];
    return -0.5 * residual * residual;
  }
};

/// Ten observations of mean 3 of N(a b, 1), with a, b ~ N(0, 1): a factor model of one loading. Stationary at 0 and where
/// a = b = +- sqrt(3 - 1 / 10).
struct ProductKnown {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    const double residual = 3 - z[0] * z[1];
    gradient = 10 * residual * Vector({{z[1], z[0]}}) - z;
    return -5 * residual * residual - 0.5 * z.squaredNorm();
  }
  double log_density_at_modes() const { return -5 * 0.01 - 2.9; }
};

/// y = b tanh(a x + c) with noise 0.1: signs of all three change together.
struct OneUnit {
  Index dimension() const { return 3; }
  std::vector<std::string> parameter_names() const { return {"a", "b", "c"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z / 4;
    double value = -z.squaredNorm() / 8;
    for (Index i = 0; i < 21; ++i) {
      const double x = 0.2 * static_cast<double>(i - 10), t = std::tanh(z[0] * x + z[2]);
      const double residual = (1.5 * std::tanh(2 * x - 1) - z[1] * t) / 0.1;
      value -= 0.5 * residual * residual;
      const double slope = 10 * residual * z[1] * (1 - t * t);
      gradient += Vector({{slope * x, 10 * residual * t, slope}});
    }
    return value;
  }
};

/// Half N(mu_1, s_1^2), half N(mu_2, s_2^2), thirty data near -1 and thirty near 4; or with weight w and 1 - w.
struct TwoLabels {
  bool has_weight = false;

  Index dimension() const { return has_weight ? 5 : 4; }
  std::vector<std::string> parameter_names() const {
    std::vector<std::string> names = {"mu.1", "mu.2", "log_s.1", "log_s.2"};
    if (has_weight) names.push_back("logit_w");
    return names;
  }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient = -z / 4;
    double value = -z.squaredNorm() / 8;
    const double logit = has_weight ? z[4] : 0, log_w = -std::log1p(std::exp(-logit)), log_v = log_w - logit;
    for (Index i = 0; i < 60; ++i) {
      const double y = (i % 2 == 0 ? -1 : 4) + std::sin(7.0 * static_cast<double>(i));  // spread between -1 and 1
      const double first = (y - z[0]) * std::exp(-z[2]), second = (y - z[1]) * std::exp(-z[3]);
      const double a = log_w - 0.5 * first * first - z[2], b = log_v - 0.5 * second * second - z[3];
      const double sum = std::max(a, b) + std::log1p(std::exp(-std::abs(a - b))), p = std::exp(a - sum);
      value += sum;
      gradient.head(4) += Vector({{p * first * std::exp(-z[2]), (1 - p) * second * std::exp(-z[3]),
                                   p * (first * first - 1), (1 - p) * (second * second - 1)}});
      if (has_weight) gradient[4] += p - std::exp(log_w);
    }
    return value;
  }
};

FitResult mirror_fit(const Model& model, std::uint64_t seed, ModeCover modes = ModeCover::One) {
  FitOptions options;
  options.modes = modes;
  options.seed = seed;
  options.family = FamilyChoice::FullRank;
  options.iterations = 20000;
  options.costs = testing::plain_costs(model, Structure::Dense);
  return fit(model, options);
}

/// The modes among the starts by number, each with its log density, without those that are ten nats lower than the best:
/// labels have a mode where one of the two has no data.
std::map<Index, double> modes_found(const FitResult& result) {
  std::map<Index, double> found;
  double highest = -std::numeric_limits<double>::infinity();
  for (const StartRecord& start : result.starts)
    if (start.mode >= 0) highest = std::max(highest, found[start.mode] = start.log_density);
  std::erase_if(found, [&](const auto& mode) { return mode.second < highest - 10; });
  return found;
}

void expect_modes(const std::unique_ptr<Model>& model, std::size_t count, double log_density) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const FitResult result = mirror_fit(*model, seed);
    EXPECT_EQ(result.status, FitStatus::NotTrusted);
    EXPECT_THAT(testing::kinds_of(result), ::testing::Contains(WarningKind::SeveralModes));
    const std::map<Index, double> found = modes_found(result);
    EXPECT_EQ(found.size(), count);
    for (const auto& [number, value] : found)
      EXPECT_NEAR(value, std::isnan(log_density) ? found.begin()->second : log_density, 2e-3);
  }
}

// Both signs, or labels, have the same mass.
TEST(MirrorModes, AreCoveredByTheAnswer) {
  const std::vector<std::unique_ptr<Model>> models = [] {
    std::vector<std::unique_ptr<Model>> out;
    out.push_back(make_model(SquareKnown{}));
    out.push_back(make_model(ProductKnown{}));
    out.push_back(make_model(TwoLabels{}));
    return out;
  }();
  for (const std::unique_ptr<Model>& model : models) {
    const FitResult result = mirror_fit(*model, 1, ModeCover::All);
    EXPECT_EQ(result.status, FitStatus::Converged) << testing::warnings_of(result);
    EXPECT_THAT(testing::kinds_of(result), ::testing::Contains(WarningKind::ModesCovered));
    ASSERT_EQ(result.posterior.modes.size(), 2u);
    EXPECT_NEAR(result.posterior.modes[0].share, 0.5, 0.03);
    const QuantitySummary& found = result.posterior.parameters;
    // Under either symmetry the first parameter has the mean and the sd of its image.
    const Index image = model->parameter_names().size() > 1 && model->dimension() > 2 ? 1 : 0;
    EXPECT_NEAR(found.mean[0], image == 0 ? 0 : found.mean[image], 0.15 * found.sd[0]);
    EXPECT_NEAR(found.sd[0], found.sd[image], 0.1 * found.sd[0]);
  }
}

TEST(MirrorModes, OfASquare) { expect_modes(make_model(SquareKnown{}), 2, 0); }
TEST(MirrorModes, OfAProduct) { expect_modes(make_model(ProductKnown{}), 2, ProductKnown{}.log_density_at_modes()); }
TEST(MirrorModes, OfANetwork) { expect_modes(make_model(OneUnit{}), 2, std::nan("")); }
TEST(MirrorModes, OfLabels) { expect_modes(make_model(TwoLabels{}), 2, std::nan("")); }
TEST(MirrorModes, OfLabelsWithAWeight) { expect_modes(make_model(TwoLabels{true}), 2, std::nan("")); }

/// Groups of equal data: their effects may be exchanged, and are the same.
struct EqualGroups {
  Index dimension() const { return 3; }
  std::vector<std::string> parameter_names() const { return {"effect.1", "effect.2", "mean"}; }
  double log_density(const Vector& z, Vector& gradient) const {
    const Vector apart = z.head(2).array() - z[2], residual = 6 - z.head(2).array();
    gradient << residual - apart, apart.sum() - z[2];
    return -0.5 * (apart.squaredNorm() + residual.squaredNorm() + z[2] * z[2]);
  }
};

/// Nearly the same with another sign, but of one mode: -z^4 / 4 + 0.01 z.
struct NearlyEven {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = -z[0] * z[0] * z[0] + 0.01;
    return -0.25 * std::pow(z[0], 4) + 0.01 * z[0];
  }
};

TEST(MirrorModes, AreNotSeenWhereThereIsOneMode) {
  const testing::Autoregression centred{Vector::Zero(5), Vector::Ones(5), 0.9},
      far{Vector({{9, 9, 9, 9}}), Vector::Ones(4), 0};  // labels may be exchanged, at the same point
  for (const auto& model : {make_model(centred), make_model(far), make_model(testing::StudentT{5, centred}),
                            make_model(testing::FlatDirection{}), make_model(testing::Funnel{4}),
                            make_model(testing::BentRidge{}), make_model(EqualGroups{}), make_model(NearlyEven{})})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const FitResult result = mirror_fit(*model, seed);
      EXPECT_LE(modes_found(result).size(), 1u);
      EXPECT_THAT(testing::kinds_of(result), ::testing::Not(::testing::Contains(WarningKind::SeveralModes)));
    }
}

}  // namespace
}  // namespace g2t
