// Of a model's own values only parameters take part: others are functions of these.
#include <report/json_numbers.h>
#include <report/pair_choice.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace g2t::report {
namespace {

constexpr std::size_t kMaxCorrelated = 150;
constexpr double kSmallestSd = 1e-9;  // of a mean; what is smaller is rounding
constexpr double kMinCorrelation = 0.2, kMaxCorrelation = 1 - 1e-6;

std::vector<Index> varying_parameters(const Json& values) {
  std::vector<Index> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool is_parameter = !values[i].contains("kind") || values[i].at("kind") == Json("parameter");
    const double rounding = kSmallestSd * std::abs(number_in(values[i], "mean"));
    if (is_parameter && number_in(values[i], "sd") > (rounding > 0 ? rounding : 0))
      out.push_back(static_cast<Index>(i));
  }
  return out;
}

// Of mean 0 and norm 1.
Vector standardized(const Vector& draws) {
  if (draws.size() == 0) return draws;
  const Vector centred = draws.array() - draws.mean();
  return centred / centred.norm();
}

}  // namespace

double correlation(const Vector& a, const Vector& b) { return standardized(a).dot(standardized(b)); }

std::optional<Pair> least_effective_pair(const Json& values, const DrawsFile& draws) {
  const auto ess = [&](Index i) { return number_in(values[static_cast<std::size_t>(i)], "ess"); };
  std::vector<Index> order = varying_parameters(values);
  order.erase(std::remove_if(order.begin(), order.end(), [&](Index i) { return !(ess(i) > 0); }), order.end());
  std::stable_sort(order.begin(), order.end(), [&](Index i, Index k) { return ess(i) < ess(k); });
  if (order.empty()) return std::nullopt;
  const Vector worst = draws.draws_of(order.front());
  for (std::size_t i = 1; i < std::min(order.size(), kMaxCorrelated); ++i) {
    const double with_worst = correlation(worst, draws.draws_of(order[i]));
    if (!(std::abs(with_worst) > kMaxCorrelation)) return Pair{order.front(), order[i], with_worst};
  }
  return std::nullopt;
}

std::optional<Pair> most_correlated_pair(const Json& values, const DrawsFile& draws) {
  std::vector<Index> parameters = varying_parameters(values);
  parameters.resize(std::min(parameters.size(), kMaxCorrelated));
  Matrix columns(draws.draw_count(), static_cast<Index>(parameters.size()));
  for (std::size_t k = 0; k < parameters.size(); ++k)
    columns.col(static_cast<Index>(k)) = standardized(draws.draws_of(parameters[k]));
  const Matrix all = columns.transpose() * columns;
  std::optional<Pair> best;
  double largest = kMinCorrelation;
  for (Index i = 0; i < all.rows(); ++i)
    for (Index k = i + 1; k < all.cols(); ++k) {
      const double size = std::abs(all(k, i));
      if (!(size >= largest) || size > kMaxCorrelation) continue;  // NaN is neither
      largest = size;
      best = Pair{parameters[static_cast<std::size_t>(i)], parameters[static_cast<std::size_t>(k)], all(k, i)};
    }
  return best;
}

}  // namespace g2t::report
