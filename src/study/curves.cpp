// Curves on one grid of times a model.
#include <study/curves.h>

#include <algorithm>
#include <cmath>

namespace g2t::study {
namespace {

constexpr Index kTimes = 80;
constexpr double kDecades = 3;  // of time, up to the budget

// From the budget downwards, so that all curves of a model end where runs do.
Vector times_of(const RunGroup& group) {
  double budget = 0;
  for (const RunRecord* run : group.runs) budget = std::max(budget, run->budget_seconds);
  return Vector::NullaryExpr(kTimes, [&](Index i) {
    return budget * std::pow(10.0, -kDecades * (1 - static_cast<double>(i) / (kTimes - 1)));
  });
}

}  // namespace

Curve curve_of(const RunGroup& group, bool is_best) {
  Curve out{group.model,
            group.estimator,
            group.role,
            group.step_size,
            is_best,
            static_cast<Index>(group.runs.size()),
            group.diverged(),
            times_of(group),
            {},
            {},
            {},
            {}};
  for (Vector* values : {&out.mean, &out.median, &out.low, &out.high}) values->resize(kTimes);
  for (Index i = 0; i < kTimes; ++i) {
    std::vector<double> elbos;
    for (const RunRecord* run : group.runs) elbos.push_back(elbo_at(run->trace, out.seconds[i]));
    out.mean[i] = mean(elbos);
    out.median[i] = quantile(elbos, 0.5);
    out.low[i] = quantile(elbos, 0.1);
    out.high[i] = quantile(elbos, 0.9);
  }
  return out;
}

}  // namespace g2t::study
