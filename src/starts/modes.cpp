// Ends by falling log density, so that the first one of a mode is its best.
#include <core/decompositions.h>
#include <starts/modes.h>
#include <starts/random_points.h>

#include <algorithm>
#include <map>

namespace g2t {
namespace {

constexpr double kDip = 1;      // nats between two modes
constexpr Index kBetween = 31;  // points on the line between them

}  // namespace

double distance_in_units(const Gaussian& q, const Vector& a, const Vector& b) {
  if (q.structure == Structure::Diagonal) return (a - b).cwiseQuotient(q.scale).norm();
  if (q.structure == Structure::LowRank) return solve_root(q, (a - b).transpose()).norm();
  return solve_lower(q.cholesky, Vector(a - b)).norm();
}

bool has_dip_between(const Model& model, const Vector& a, const Vector& b, double lower_log_density, Index between,
                     Index& evaluations) {
  Matrix line(between, a.size());
  for (Index i = 0; i < between; ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(between + 1);
    line.row(i) = (share * a + (1 - share) * b).transpose();
  }
  evaluations += between;
  return finite_log_densities(model, line).minCoeff() < lower_log_density - kDip;
}

std::vector<Index> modes_of(const Model& model, const std::vector<StartCandidate>& candidates, const Gaussian& q,
                            Index& evaluations) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (candidates[k].mode.size() > 0) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return candidates[a].log_density > candidates[b].log_density;
  });
  std::vector<std::size_t> tops;                          // the best end of each mode
  std::vector<std::size_t> top_of(candidates.size(), 0);  // its position among them
  for (const std::size_t k : order) {
    const StartCandidate& here = candidates[k];
    const auto top = std::find_if(tops.begin(), tops.end(), [&](std::size_t other) {
      const StartCandidate& there = candidates[other];
      return distance_in_units(q, here.mode, there.mode) < 1 ||
             !has_dip_between(model, here.mode, there.mode, std::min(here.log_density, there.log_density), kBetween,
                              evaluations);
    });
    top_of[k] = static_cast<std::size_t>(top - tops.begin());
    if (top == tops.end()) tops.push_back(k);
  }
  std::vector<Index> numbers(candidates.size(), -1);
  std::map<std::size_t, Index> number_of;  // of a position, by first appearance
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (candidates[k].mode.size() > 0)
      numbers[k] = number_of.try_emplace(top_of[k], static_cast<Index>(number_of.size())).first->second;
  return numbers;
}

}  // namespace g2t
