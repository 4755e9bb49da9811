// Names of the statuses.
#include <g2t/inference/result.hpp>

namespace g2t {

std::string status_name(FitStatus status) {
  switch (status) {
    case FitStatus::Converged: return "converged";
    case FitStatus::BudgetSpent: return "budget_spent";
    case FitStatus::NotConverged: return "not_converged";
    case FitStatus::NotTrusted: return "not_trusted";
    case FitStatus::Interrupted: return "interrupted";
  }
  return "";
}

std::string FitDiagnostics::failures_in_words() const {
  return failures.empty() ? "" : " (" + describe(failures) + ")";
}

void FitDiagnostics::count_use(const ModelUse& use) {
  failures = use.failures();
  model_gradients = use.gradients();
  model_densities = use.densities();
}

}  // namespace g2t
