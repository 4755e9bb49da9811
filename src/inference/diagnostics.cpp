// Failures by their messages.
#include <g2t/inference/diagnostics.hpp>

namespace g2t {

void FitDiagnostics::count_use(const ModelUse& use) {
  failures = use.failures();
  model_gradients = use.gradients();
  model_densities = use.densities();
}

}  // namespace g2t
