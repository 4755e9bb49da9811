// One line that says how far a fit is.
#pragma once

#include <g2t/inference/hooks.hpp>

#include <string>

namespace g2t {

/// "     1.2 s   8124 draws   ELBO -595.90   about 0.3 nats to go   rep - 0.98 entropy".
[[nodiscard]] std::string progress_text(const FitProgress& progress);

}  // namespace g2t
