// What a summary file says of every value.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/inference/posterior.hpp>

namespace g2t {

/// The model's own values, or the parameters where it has none, as Posterior::summary() had them when the file was written.
/// @param summary  PREFIX.summary.json
/// @throws JsonError if it is no summary
[[nodiscard]] QuantitySummary summary_values(const Json& summary);

}  // namespace g2t
