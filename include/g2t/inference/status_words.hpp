// The status of a fit in one sentence, the same wherever it is shown.
#pragma once

#include <g2t/inference/result.hpp>
#include <string>

namespace g2t {

/// "Converged in 0.5 s (945 steps, 13,299 draws): 2,000 draws by chains from q, at least 1,430 of them effective."
///
/// The time is that waited where it is known, and that of the run's clock under a cost model.
std::string status_sentence(const FitResult& result);

}  // namespace g2t
