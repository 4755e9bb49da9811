// Reads and writes options by name, as study files have them.
#pragma once

#include <g2t/study/settings.hpp>
#include <io/json_document.hpp>

namespace g2t::study {

using io::JsonNode;

/// @throws InputError if it is no role
EstimatorRole read_role(const JsonNode& node);

/// {NAME: TEXT}; numbers and flags need no quotes.
GivenOptions read_given(const JsonNode& node);
Json given_json(const GivenOptions& given);

Json model_json(const StudyModel& model);
StudyModel read_model(const JsonNode& node);
/// The same, of a file of its own: no other keys.
StudyModel read_model_file(const JsonNode& node);
Json estimator_json(const StudyEstimator& estimator);
StudyEstimator read_estimator(const JsonNode& node);

}  // namespace g2t::study
