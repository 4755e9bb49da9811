// Records and plans made by hand.
#pragma once

#include <g2t/study/plan.hpp>

namespace g2t {

/// A run that ends after a second, with these ELBOs at 0.25, 0.5 and 1 s.
inline RunRecord record_of(const RunKey& key, EstimatorRole role, double first, double second, double last) {
  RunRecord out;
  out.key = key;
  out.role = role;
  out.budget_seconds = 1;
  out.clock = "cost-model";
  out.settings = {{"seed", 1}};
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

/// The published study, with budgets and tables that nobody measured.
inline StudyPlan paper_plan() {
  StudyPlan out;
  out.settings = paper_study();
  for (const StudyModel& model : out.settings.models) {
    ModelPlan plan;
    plan.model = model;
    plan.step_seconds = 1e-4;
    plan.budget_seconds = 2;
    plan.plain = Costs{{{"rep", {1e-5, 1e-6, {{1, 2e-6}, {8, 5e-6}}}}}, {}};
    out.models.push_back(plan);
  }
  out.environment = {"0", "c++", "a machine"};
  return out;
}

}  // namespace g2t
