// Every guarantee with every estimator.
#include <g2t/program/files/guarantee_table.hpp>

#include <g2t/core/errors.hpp>

#include <cmath>

namespace g2t {

std::vector<GuaranteeRow> guarantee_table(const ObjectiveConstants& constants, const std::vector<Candidate>& estimators,
                                          double target) {
  if (!(target > 0)) throw InvalidArgument("guarantee_table", "target", std::to_string(target), "must be positive");
  std::vector<GuaranteeRow> rows;
  for (const Guarantee& guarantee : guarantees(constants)) {
    GuaranteeRow row{guarantee, {}};
    for (const Candidate& one : estimators) {
      const double steps = guarantee.steps_for(one.mean_square, target);
      row.runs.push_back({one, steps, steps * one.seconds, guarantee.bound(one.mean_square, steps),
                          guarantee.step_scale > 0 ? guarantee.step_size(one.mean_square, steps) : std::nan("")});
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace g2t
