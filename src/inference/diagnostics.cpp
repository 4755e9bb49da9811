// Failures by their messages.
#include <g2t/inference/diagnostics.hpp>

namespace g2t {

void FitDiagnostics::count_use(const ModelCounts& before, const ModelCounts& after) {
  failures = failures_since(before.failures, after.failures);
  model_gradients = after.gradients - before.gradients;
  model_densities = after.densities - before.densities;
}

}  // namespace g2t
