// Names of the statuses, and the time before a fit.
#include <g2t/inference/result.hpp>

#include <cmath>

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

void FitSeconds::add_reading(double seconds) {
  if (std::isnan(waited)) return;
  reading = seconds;
  waited += seconds;
}

}  // namespace g2t
