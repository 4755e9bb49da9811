// The repetitions of one model, estimator and step size, and what is read from them.
#pragma once

#include <g2t/core/contains.hpp>
#include <g2t/study/summary.hpp>

#include <string>
#include <vector>

namespace g2t::study {

struct RunGroup {
  std::string model, estimator;
  EstimatorRole role = EstimatorRole::Ours;
  std::optional<double> step_size;
  std::vector<const RunRecord*> runs;

  [[nodiscard]] Index diverged() const;
  /// Of each run's last row; -infinity if it has diverged.
  [[nodiscard]] std::vector<double> final_elbos() const;
  /// Of each run.
  [[nodiscard]] std::vector<double> times_to(double elbo) const;
};

/// Those of `names` that are known first, in the order in which they are, then the others.
std::vector<std::string> ordered(const std::vector<std::string>& names, const std::vector<std::string>& known);

/// Presets first, then other models; estimators that are built in first, then others; step sizes ascending.
std::vector<RunGroup> grouped(const std::vector<RunRecord>& records);

/// Of each model and estimator the group with the highest mean final ELBO; if all have diverged runs, the highest
/// median.
std::vector<const RunGroup*> best_groups(const std::vector<RunGroup>& groups);

double mean(const std::vector<double>& values);
/// The order statistic at rank p (n - 1), straight between neighbours; infinities stay.
double quantile(std::vector<double> values, double p);

/// Distinct, in the order in which they first occur.
template <class Item, class Name>
std::vector<std::string> names_of(const std::vector<Item>& items, Name name) {
  std::vector<std::string> out;
  for (const Item& item : items)
    if (!contains(out, name(item))) out.push_back(name(item));
  return out;
}

}  // namespace g2t::study
