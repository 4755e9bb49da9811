// Records made by hand.
#pragma once

#include <g2t/study/run.hpp>

namespace g2t {

/// A run that ends after a second, with these ELBOs at 0.25, 0.5 and 1 s.
inline RunRecord record_of(const RunKey& key, EstimatorRole role, double first, double second, double last) {
  RunRecord out;
  out.key = key;
  out.role = role;
  out.budget_seconds = 1;
  out.clock = "cost-model";
  out.settings = R"({"seed":1})";
  out.status = "budget_spent";
  out.seed = 1;
  out.step_seconds = 1e-3;
  out.final_step_size = key.step_size.value_or(0);
  out.trace.seconds = Vector{{0.25, 0.5, 1.0}};
  out.trace.iteration = Vector{{0.0, 250.0, 750.0}};
  out.trace.elbo = Vector{{first, second, last}};
  out.environment = {"0", "c++", "a machine"};
  return out;
}

}  // namespace g2t
